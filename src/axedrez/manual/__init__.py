"""The manual as a book: chapters made of a rulebook's words and of passages by hand, glossary, index, search."""

from axedrez.manual.book import Chapter, chapter, decision
from axedrez.manual.glossary import Elsewhere, Entry, Place, glossary
from axedrez.manual.search import Hit, search

__all__ = ["Chapter", "Elsewhere", "Entry", "Hit", "Place", "chapter", "decision", "glossary", "search"]
