"""Speaking about a chess sheet: its names and terms with articles and plurals, and rules as items of the manual."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from axedrez.chess.position.game import ChessGame
from axedrez.messages import grammar, say
from axedrez.rulesheet import speech
from axedrez.rulesheet.sheet import Id

TERMS = ("piece", "capture", "interpose", "discovered_check")


class Speech(speech.Speech):
    """The words for one game in one language."""

    ROOM = "rules"
    OPTIONS: ClassVar = {
        "stalemate": ("goal.stalemate",),
        "time": ("clock.flag_without_mating_material",),
        "agreement": ("draws.agreement",),
        "abandoned": ("draws.abandonment",),
        "repetition": ("draws.repetition",),
        "insufficient_material": ("draws.insufficient_material",),
        "move_limit": ("draws.move_limit",),
    }

    def __init__(self, game: ChessGame, lang: str) -> None:
        super().__init__(game, game.sheet, lang)
        self.game = game
        self._known |= {term: self._term(term) for term in TERMS}
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

    def counted(self, count: int, piece: Id) -> str:
        """`name` for one, its plural for several."""
        return self.name(piece) if count == 1 else self.names(piece)

    def ranks(self, ranks: Iterable[int], link: grammar.Link = "and") -> str:
        """Numbers of ranks, from the first on: `2, 3 and 4`."""
        return self.listing(map(str, sorted(set(ranks))), link)

    def kinds(self, pieces: Iterable[Id], form: str = "a", link: grammar.Link = "or") -> str:
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
