"""Speaking about a tables sheet: its names with articles and plurals, and rules as items of the manual."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from axedrez.core.manual import Figure, Item, Section
from axedrez.messages import grammar, say
from axedrez.rulesheet.settings import settings
from axedrez.rulesheet.sheet import Id

if TYPE_CHECKING:
    from axedrez.tables.game import TablesGame

# What a rule that the source leaves open is set by.
OPTIONS = {
    "start": ("start.position",),
    "twice": ("options.queen_double",),
    "departure": ("royal.departure",),
    "capture.rook": ("options.rook_capture", "options.king_pushes_lone_rook"),
    "entering": ("options.king_entry",),
    "forfeit": ("options.entry_forfeits_die",),
    "points": ("scoring",),
    "no_progress": ("end.no_progress",),
    "match": ("match.length", "match.cube", "match.crawford"),
    "killer_queen": ("options.killer_queen",),
    "berserker_king": ("options.berserker_king",),
}


class Speech:
    """The words for one game in one language. `sheet` holds what the options have made of it."""

    def __init__(self, game: TablesGame, lang: str) -> None:
        self.game = game
        self.sheet = game.rules
        self.lang = lang
        self._known = self.forms("pawn", self.sheet.pawn)
        if self.sheet.royal.piece:
            self._known |= self.forms("king", self.sheet.royal.piece)

    def name(self, piece: Id) -> str:
        """The name of a kind of piece."""
        return self.sheet.pieces[piece].names.in_lang(self.lang)

    def names(self, piece: Id) -> str:
        """Its plural."""
        return grammar.plural(self.name(piece), self.lang)

    def forms(self, role: str, piece: Id) -> dict[str, str]:
        """A name with its articles, as placeholders (`grammar.forms`)."""
        return grammar.forms(role, self.name(piece), self.sheet.pieces[piece].glyph, self.lang)

    def letter(self, piece: Id) -> str:
        """The letter of a kind of piece in the notation of the language."""
        kind = self.sheet.pieces[piece]
        return (kind.letter_es or kind.letter) if self.lang == "es" else kind.letter

    def counted(self, letters: str) -> str:
        """The pieces of a text of letters: `1 king and 8 pawns`."""
        counts = Counter(letters.upper())
        return self.listing(
            self.say("counted", count=counts[kind.letter], name=self.name(name) if one else self.names(name))
            for name, kind in self.sheet.pieces.items()
            if counts[kind.letter]
            for one in (counts[kind.letter] == 1,)
        )

    def say(self, key: str, /, **details: object) -> str:
        """The message `rules.tables.<key>` with the sheet's names filled in."""
        return say(f"rules.tables.{key}", self.lang, **(self._known | details))

    def sentence(self, key: str, /, **details: object) -> str:
        """Like `say`, beginning with a capital."""
        text = self.say(key, **details)
        return text[:1].upper() + text[1:]

    def listing(self, words: Iterable[str], link: str = "and") -> str:
        """`a, b and c`, or with `link` = `or`."""
        *first, last = words
        return f"{', '.join(first)}{say(f'rules.list.{link}', self.lang)}{last}" if first else last

    def section(self, title: str, items: Iterable[Item]) -> Section:
        """A section; `title` is the last part of its message key."""
        return Section(title=self.say(f"section.{title}"), items=tuple(items))

    def item(self, topic: str, *sentences: str, clause: str | None = None, figure: Figure | None = None) -> Item:
        """A rule. `topic` finds its clause, and whether it is a decision, in the sheet."""
        why = self.sheet.decisions.get(topic)
        return Item(
            text=" ".join(sentences),
            clause=clause or self.game.clause(topic),
            decision=why is not None,
            why=why.in_lang(self.lang) if why else "",
            settings=settings(self.game.sheet, OPTIONS.get(topic, ()), self.lang) if why else (),
            figure=figure,
        )
