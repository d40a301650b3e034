"""Speaking about a chess sheet: its names and terms with articles and plurals, and rules as items of the manual."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from axedrez.core.manual import Figure, Item, Section
from axedrez.messages import grammar, say
from axedrez.rulesheet.settings import settings
from axedrez.rulesheet.sheet import Id

if TYPE_CHECKING:
    from axedrez.chess.game import ChessGame

TERMS = ("piece", "capture", "interpose", "discovered_check")
# What a rule that the source leaves open is set by.
OPTIONS = {
    "stalemate": ("goal.stalemate",),
    "time": ("clock.flag_without_mating_material",),
    "agreement": ("draws.agreement",),
    "abandoned": ("draws.abandonment",),
    "repetition": ("draws.repetition",),
    "insufficient_material": ("draws.insufficient_material",),
    "move_limit": ("draws.move_limit",),
}


class Speech:
    """The words for one game in one language."""

    def __init__(self, game: ChessGame, lang: str) -> None:
        self.game = game
        self.sheet = game.sheet
        self.lang = lang
        self._known = {term: self._term(term) for term in TERMS}
        self._known["pieces"] = grammar.plural(self._known["piece"], lang)
        counts = [sum(map(army.count, game.royals)) for army in game.armies.values()]
        self.several_royals = len(self.sheet.royal.pieces) > 1 or max(counts) > 1
        """Whether somebody has more than one royal piece: `{the_king}` is then `the royal piece`."""
        self.has_royals = bool(self.sheet.royal.pieces) and (max(counts) > 0 or not self.sheet.royal.parry)
        self.checks = self.has_royals and self.sheet.royal.parry
        """Whether there is such a thing as check."""
        self.multiple = self.sheet.turn.moves != 1
        """Whether turns have several moves."""
        if self.several_royals or not self.sheet.royal.piece:
            self._known |= grammar.forms("king", say("rules.term.royal", lang), "", lang)
        else:
            self._known |= self.forms("king", self.sheet.royal.piece)
        self.royal = self._known["a_king" if self.several_royals else "the_king"]
        """`the king`, or `a royal piece`."""
        if self.sheet.pawn.piece:
            self._known |= self.forms("pawn", self.sheet.pawn.piece)
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
        """A name with its articles, as placeholders (`grammar.forms`)."""
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
        if not first:
            return last
        # Spanish `y` and `o` give way before their like: `torre e infante`, `7 u 8`.
        like = r"h?i(?!e)|y(?=[^aeiouáéíóú])" if link == "and" else r"h?[oó]|8|11"
        key = f"list.{link}{'_like' if re.match(like, last.lower()) else ''}"
        return f"{', '.join(first)}{self.say(key)}{last}"

    def ranks(self, ranks: Iterable[int], link: str = "and") -> str:
        """Numbers of ranks, from the first on: `2, 3 and 4`."""
        return self.listing(map(str, sorted(set(ranks))), link)

    def kinds(self, pieces: Iterable[Id], form: str = "a", link: str = "or") -> str:
        """Kinds with their articles: `a rook or a queen`; `form` is that of `forms`: a, the, of, to."""
        return self.listing((self.forms("it", name)[f"{form}_it"] for name in pieces), link)

    def all_of(self, pieces: Iterable[Id]) -> str:
        """Kinds in the plural with their articles: `the rooks and the queens`."""
        return self.listing(self.forms("it", name)["the_its"] for name in pieces)

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
        why = self.sheet.decisions.get(topic or "")
        return Item(
            text=" ".join(sentences),
            clause=clause or self.game.clause(topic or ""),
            decision=why is not None,
            why=why.in_lang(self.lang) if why else "",
            settings=settings(self.sheet, OPTIONS.get(topic or "", ()), self.lang) if why else (),
            figure=figure,
        )
