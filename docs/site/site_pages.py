"""What the site does beyond Sphinx: its menu, Spanish pages with Spanish words around them, and its search."""

from __future__ import annotations

import gettext
import unicodedata
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

import sphinx.locale
from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.domains.python import PyXRefRole
from sphinx.search import SearchLanguage

from documents import SPANISH

ROOT = {"en": "index", "es": "overview.es"}
THEME_WORDS = {
    "Back to top": "Volver arriba",
    "Home": "Inicio",
    "Next": "Siguiente",
    "On this page": "En esta página",
    "Previous": "Anterior",
    "Skip to content": "Ir al contenido",
}
Entries = list[tuple[str | None, str]]
"""Pages of a list, each with the title that the list gives it, if it does."""


class Folded(SearchLanguage):
    """Words in both languages, found with or without their accents; whole words and beginnings, without a stemmer."""

    lang = "folded"
    language_name = "English and Spanish"
    js_stemmer_code = """
var Stemmer = function () {
  this.stemWord = (word) => word.normalize("NFD").replace(/\\p{M}/gu, "");
};
"""

    def stem(self, word: str) -> str:
        """A word without its accents."""
        return "".join(
            sign for sign in unicodedata.normalize("NFD", word) if not unicodedata.category(sign).startswith("M")
        )


class Named(PyXRefRole):
    """What stands in single quotes in a docstring: code, and a link where it is a public name."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Texts such as `error.<reason>` are no links with a title."""
        if "<" in self.text:
            return [nodes.literal(self.rawtext, self.text, classes=["xref"])], []
        self.name = "py:obj"
        return super().run()


def setup(app: Sphinx) -> dict[str, bool]:
    """What Sphinx calls for an extension."""
    app.connect("html-page-context", _before_the_theme, priority=100)
    app.connect("html-page-context", _after_the_theme, priority=900)
    app.connect("autodoc-skip-member", _skip)
    app.connect("build-finished", _finish)
    app.connect("autodoc-process-signature", _sign)
    app.add_role("named", Named())
    app.add_search_language(Folded)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def language_of(page: str) -> str:
    """The language that a page of the site is written in."""
    return "es" if page.endswith(".es") or page.startswith("manual/es/") else "en"


def _before_the_theme(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Take the theme's menu away: it holds every heading of every page before it is cut, for each page anew."""
    context.pop("toctree", None)


def _after_the_theme(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Mark a page with its language, in which Sphinx's words and the menu are, too."""
    lang = language_of(page)
    context["language"] = lang
    context["master_doc"] = context["root_doc"] = ROOT[lang]
    app.builder.templates.environment.install_gettext_translations(_words(lang), newstyle=True)
    context["furo_navigation_tree"] = _menu(app, page, lang)


class _ThemeWords(gettext.NullTranslations):
    """Words of the theme that Sphinx has no Spanish ones for."""

    def gettext(self, message: str) -> str:
        """The Spanish words, or the English ones."""
        return THEME_WORDS.get(message.strip(), message)


def _finish(app: Sphinx, fault: Exception | None) -> None:
    """What the theme's template lacks: a name for the menu, and the keyboard for what is scrolled by itself."""
    for page in Path(app.outdir).rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        label = "Páginas" if '<html class="no-js" lang="es"' in text[:200] else "Pages"
        text = text.replace('<aside class="sidebar-drawer">', f'<aside class="sidebar-drawer" aria-label="{label}">')
        text = text.replace('<div class="table-wrapper', '<div tabindex="0" class="table-wrapper')
        page.write_text(text.replace("<pre>", '<pre tabindex="0">'), encoding="utf-8")


@cache
def _words(lang: str) -> gettext.NullTranslations:
    """Sphinx's own words in a language."""
    found = gettext.translation("sphinx", Path(sphinx.locale.__file__).parent, [lang], fallback=True)
    if lang == "es":
        found.add_fallback(_ThemeWords())
    return found


def _menu(app: Sphinx, page: str, lang: str) -> str:
    """The lists of the index, and of a page with pages below it those while it, or one of them, is read."""

    def listed(pages: Entries, level: int) -> str:
        return f"<ul>{''.join(entry(*each, level) for each in pages)}</ul>" if pages else ""

    def entry(title: str | None, each: str, level: int) -> str:
        below = [inner for _, pages in _lists(app, each) for inner in pages]
        within = page in (each, *(name for _, name in below))
        current = " current current-page" if page == each else " current" if within else ""
        words = escape(title or app.env.titles[each].astext())
        link = f'<a class="reference internal" href="{app.builder.get_relative_uri(page, each)}">{words}</a>'
        return f'<li class="toctree-l{level}{current}">{link}{listed(below, level + 1) if within else ""}</li>'

    return "".join(
        f'<p class="caption"><span class="caption-text">{escape(caption)}</span></p>{listed(pages, 1)}'
        for caption, pages in _lists(app, "index")
        if (caption == SPANISH) == (lang == "es") and pages
    )


def _lists(app: Sphinx, page: str) -> list[tuple[str, Entries]]:
    """The lists of pages on a page, with their captions."""
    trees = app.env.tocs[page].findall(addnodes.toctree)
    return [(tree.get("caption") or "", tree["entries"]) for tree in trees]


def _skip(app: Sphinx, what: str, name: str, member: Any, skip: bool, options: Any) -> bool | None:
    """Fields of tuples and structs are described by their class."""
    return True if type(member).__name__ in ("_tuplegetter", "member_descriptor") else None


def _sign(
    app: Sphinx, what: str, name: str, value: Any, options: Any, signature: str | None, returns: str | None
) -> tuple[str, str | None] | None:
    """Nobody makes a protocol by calling it."""
    return ("", None) if what == "class" and getattr(value, "_is_protocol", False) else None
