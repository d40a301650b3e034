"""Speaking about a chess sheet: its names and terms with articles and plurals, and rules as items of the manual."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from axedrez.core.manual import Figure, Item, Section
from axedrez.messages import grammar, say
from axedrez.rulesheet.sheet import Id

if TYPE_CHECKING:
    from axedrez.chess.game import ChessGame

TERMS = ("piece", "capture", "interpose", "discovered_check")
# What a rule that the source leaves open is set by.
OPTIONS = {
    "stalemate": "goal.stalemate",
    "time": "clock.flag_without_mating_material",
    "agreement": "draws.agreement",
    "abandoned": "draws.abandonment",
    "repetition": "draws.repetition",
    "insufficient_material": "draws.insufficient_material",
    "move_limit": "draws.move_limit",
}


class Speech:
    """The words for one game in one language."""

    def __init__(self, game: ChessGame, lang: str) -> None:
        self.game = game
        self.sheet = game.sheet
        self.lang = lang
        self._known = {term: self._term(term) for term in TERMS}
        self._known["pieces"] = grammar.plural(self._known["piece"], lang)
        for role, name in (("king", self.sheet.royal.piece), ("pawn", self.sheet.pawn.piece)):
            if name:
                self._known |= self.forms(role, name)
        if self.sheet.castling.partner in self.sheet.pieces:
            self._known |= self.forms("partner", self.sheet.castling.partner)

    def _term(self, term: str) -> str:
        words = self.sheet.terms.get(term)
        return words.in_lang(self.lang) if words else say(f"rules.term.{term}", self.lang)

    def name(self, piece: Id) -> str:
        """The name of a kind of piece."""
        return self.sheet.pieces[piece].names.in_lang(self.lang)

    def names(self, piece: Id) -> str:
        """Its plural."""
        return grammar.plural(self.name(piece), self.lang)

    def counted(self, count: int, piece: Id) -> str:
        """`name` for one, its plural for several."""
        return self.name(piece) if count == 1 else self.names(piece)

    def forms(self, role: str, piece: Id) -> dict[str, str]:
        """A name with its articles, as placeholders: `{king}`, `{kings}`, `{the_king}`, `{a_king}`, `{of_king}`."""
        return grammar.forms(role, self.name(piece), self.sheet.pieces[piece].glyph, self.lang)

    def say(self, key: str, /, **details: object) -> str:
        """The message `rules.<key>` with the sheet's names and terms filled in."""
        return say(f"rules.{key}", self.lang, **(self._known | details))

    def sentence(self, key: str, /, **details: object) -> str:
        """Like `say`, beginning with a capital."""
        text = self.say(key, **details)
        return text[:1].upper() + text[1:]

    def listing(self, words: Iterable[str], link: str = "and") -> str:
        """`a, b and c`, or with `link` = `or`."""
        *first, last = words
        return f"{', '.join(first)}{self.say(f'list.{link}')}{last}" if first else last

    def number(self, value: float) -> str:
        """A number for people: `½`, `3,25`."""
        if value == 0.5:
            return "½"
        return f"{value:g}".replace(".", "," if self.lang == "es" else ".")

    def section(self, title: str, items: Iterable[Item]) -> Section:
        """A section; `title` is the last part of its message key."""
        return Section(title=self.say(f"section.{title}"), items=tuple(items))

    def item(
        self, *sentences: str, topic: str | None = None, clause: str | None = None, figure: Figure | None = None
    ) -> Item:
        """A rule. `topic` finds its clause, and whether it is a decision, in the sheet."""
        text = " ".join(sentences)
        why = self.sheet.decisions.get(topic or "")
        if why:
            text += f" {self.say('decision', why=why.in_lang(self.lang))}"
            if topic in OPTIONS:
                text += f" {self.say('decision.option', option=OPTIONS[topic])}"
        return Item(text=text, clause=clause or self.game.clause(topic or ""), decision=bool(why), figure=figure)
