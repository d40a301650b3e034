"""Putting a sheet into words: names with articles and plurals, lists, sentences and items of the manual."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from axedrez.core.manual import Figure, Item, Section
from axedrez.messages import grammar, say
from axedrez.rulesheet.loaded import LoadedGame
from axedrez.rulesheet.settings import settings
from axedrez.rulesheet.sheet import Id


class Speech:
    """The words for one game in one language (`es` or `en`): the base of each family's.

    `sheet` is what is put into words: the game's own, or what its options have made of it. `ROOM` is where the family's
    messages are; `OPTIONS` are the paths of the sheet that set what its source leaves open, by topic.
    """

    ROOM: ClassVar[str]
    OPTIONS: ClassVar[Mapping[str, tuple[str, ...]]]
    sheet: Any

    def __init__(self, game: LoadedGame, sheet: Any, lang: str) -> None:
        self._about = game
        self.sheet = sheet
        self.lang = lang
        self._known: dict[str, str] = {}

    def name(self, piece: Id) -> str:
        """The name of a kind of piece."""
        name: str = self.sheet.pieces[piece].names.in_lang(self.lang)
        return name

    def names(self, piece: Id) -> str:
        """Its plural."""
        return grammar.plural(self.name(piece), self.lang)

    def forms(self, role: str, piece: Id) -> dict[str, str]:
        """A name with its articles, as placeholders (`grammar.forms`)."""
        return grammar.forms(role, self.name(piece), self.sheet.pieces[piece].glyph, self.lang)

    def say(self, key: str, /, **details: object) -> str:
        """The family's message of that key with the sheet's names and terms filled in."""
        return say(f"{self.ROOM}.{key}", self.lang, **(self._known | details))

    def sentence(self, key: str, /, **details: object) -> str:
        """Like `say`, beginning with a capital."""
        text = self.say(key, **details)
        return text[:1].upper() + text[1:]

    def listing(self, words: Iterable[str], link: grammar.Link = "and") -> str:
        """`a, b and c`, or with `link` = `or`."""
        return grammar.listing(words, self.lang, link)

    def section(self, title: str, items: Iterable[Item], anchor: str = "") -> Section:
        """A section; `title` is the last part of its message key. Without an `anchor` of its own it is numbered."""
        return Section(title=self.say(f"section.{title}"), items=tuple(items), anchor=anchor)

    def item(
        self,
        *sentences: str,
        topic: str | None = None,
        clause: str | None = None,
        figure: Figure | None = None,
        piece: Id | None = None,
    ) -> Item:
        """A rule. `topic` finds its clause, and whether it is a decision, in the sheet; `piece` is what it is about."""
        why = self.sheet.decisions.get(topic or "")
        options = self.OPTIONS.get(topic or "", ())
        return Item(
            text=" ".join(sentences),
            clause=clause or self._about.clause(topic or ""),
            decision=why is not None,
            why=why.in_lang(self.lang) if why else "",
            settings=settings(self._about.sheet, options, self.lang) if why else (),
            figure=figure,
            piece=self.sheet.pieces[piece].letter if piece else "",
        )
