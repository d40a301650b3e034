"""The manual of every rulebook in both languages, with its figures and its glossary."""

from __future__ import annotations

import hashlib
from collections.abc import Container

from axedrez import library
from axedrez import manual as book
from axedrez.core.contract import Game
from axedrez.core.manual import Figure, Item
from axedrez.messages import say
from pages import LANGUAGES, Pages, escaped, toctree

WORDS = {
    "en": (
        "The manual",
        "The rules of every rulebook in words, written from its sheet.",
        "Games",
        "Variants",
        "Glossary",
    ),
    "es": (
        "El manual",
        "Las reglas de cada reglamento, escritas a partir de sus datos.",
        "Juegos",
        "Variantes",
        "Glosario",
    ),
}
OTHER = {"en": ("es", "En español"), "es": ("en", "In English")}
SIZE = 320


def write(pages: Pages, chosen: Container[str] | None = None) -> None:
    """A chapter for each rulebook (or the chosen ones) and language, the glossaries, and a page that lists them."""
    main, gallery = (
        [name for name in names if chosen is None or name in chosen]
        for names in (library.rulebooks(), library.gallery())
    )
    games = {name: library.load(name) for name in (*main, *gallery)}
    for lang in LANGUAGES:
        chapters = {name: book.chapter(game, lang) for name, game in games.items()}
        for name, manual in chapters.items():
            other, words = OTHER[lang]
            parts = [f"# {escaped(manual.title)}", f"[{words}](../{other}/{name}.md)"]
            for section in manual.sections:
                parts += [f"({lang}-{name}-{section.anchor})=\n## {escaped(section.title)}"]
                parts += [_item(pages, games[name], item, f"{lang}-{name}", lang) for item in section.items]
            pages.put(f"manual/{lang}/{name}.md", "\n\n".join(parts) + "\n")
        title, text, games_title, variants_title, glossary = WORDS[lang]
        parts = [f"# {title}", text, f"## {games_title}", toctree(main, hidden=False)]
        parts += [f"## {variants_title}", toctree(gallery, hidden=False), toctree(["glossary"])]
        pages.put(f"manual/{lang}/index.md", "\n\n".join(parts))
        found = book.glossary((), lang)
        terms = [f"({lang}-term-{entry.id})=\n## {escaped(entry.term)}\n\n{escaped(entry.text)}" for entry in found]
        pages.put(f"manual/{lang}/glossary.md", "\n\n".join([f"# {glossary}", *terms]) + "\n")


def _item(pages: Pages, game: Game, item: Item, place: str, lang: str) -> str:
    """A rule with its number, what was decided, and its figure."""
    text, at = "", 0
    for term in item.terms:
        words = escaped(item.text[term.start : term.end])
        text += f"{escaped(item.text[at : term.start])}[{words}](#{lang}-term-{term.id})"
        at = term.end
    text += escaped(item.text[at:])
    if item.clause:
        text = f"**{escaped(item.clause)}** {text}"
    parts = [f"({place}-{item.anchor})=\n{text}"]
    if item.decision:
        parts.append(f"> {escaped(book.decision(item, lang))}")
    if item.figure:
        parts.append(_figure(pages, game, item.figure, lang))
    return "\n\n".join(parts)


def _figure(pages: Pages, game: Game, figure: Figure, lang: str) -> str:
    """The position, with the ends of arrows marked like the places that are pointed at."""
    marks = {*figure.marks, *(place for arrow in figure.arrows for place in arrow)}
    drawn = game.parse(figure.position).svg(size=SIZE, marks=marks)
    name = f"figures/{hashlib.sha256(drawn.encode()).hexdigest()[:16]}.svg"
    pages.put(name, drawn)
    arrows = ", ".join("→".join(arrow) for arrow in figure.arrows)
    caption = figure.caption or say("ui.figure", lang)
    shown = f"{caption} ({arrows})" if arrows else caption
    return f"```{{figure}} ../../{name}\n:alt: {caption}\n\n{escaped(shown)}\n```"
