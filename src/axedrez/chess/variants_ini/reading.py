"""A variant of `variants.ini` being read into a rule sheet: what its parts are called and where they stand."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from axedrez.chess.sheet import betza
from axedrez.chess.variants_ini.betza import ways
from axedrez.chess.variants_ini.start import IniStart, start_of
from axedrez.chess.variants_ini.state import Variant
from axedrez.chess.variants_ini.terms import ALL, PIECES, Squares
from axedrez.rulesheet.interchange import Said

PAWN = ways(PIECES["pawn"].movement)
FILES = "abcdefgh"
SIDES = ("White", "Black")


class Reading:
    """One variant being put into the words of a rule sheet: its parts, and what has been found out about it.

    `uncovered`: the options that the sheet does not say, by name; `base`: the resolved data of the rulebook that it is
    derived from; `letters`, `names`: letter and id by kind of piece; `pawn`: the kind that is our pawn, "" for none;
    `royals`: the royal kinds, `parry`: whether they may not be left attacked.
    """

    def __init__(self, variant: Variant, base: Mapping[str, Any], line: int) -> None:
        self.variant, self.base, self.line = variant, base, line
        self.uncovered: dict[str, Said] = dict(variant.strange)
        self.files, self.ranks = variant.values["maxFile"], variant.values["maxRank"]
        for option, size in (("maxFile", self.files), ("maxRank", self.ranks)):
            if not 3 <= size <= 8:
                self.leave(option)
        self.files, self.ranks = min(max(self.files, 3), 8), min(max(self.ranks, 3), 8)
        start = start_of(self["startFen"], self.files)
        if start is None:
            self.leave("startFen")
        self.start = start or IniStart(base["start"]["fen"].split(" ")[0], "", "w", "-", "-")
        self.letters = self._letters()
        self.names = self._names()
        self.pawn = self._pawn_kind()
        self.royals: list[str] = []
        self.parry = False

    def __getitem__(self, option: str) -> Any:
        return self.variant.values[option]

    def leave(self, *options: str) -> None:
        """The sheet cannot say these options; those that nobody has spoken of only if no other one has been named."""
        lines = [self.variant.said[option] for option in options if option in self.variant.said]
        for said in lines or [Said(options[0], "", self.line)]:
            self.uncovered.setdefault(said.option, said)

    def existing(self, option: str) -> set[str]:
        """The kinds that an option names, as far as the variant has them."""
        kinds: frozenset[str] = self[option]
        return set(self.letters) if kinds == ALL else set(kinds) & set(self.letters)

    def both(self, option: str) -> set[str] | None:
        """The kinds that an option names for both sides; None, and left, where they differ."""
        white, black = (self.existing(option + side) for side in SIDES)
        if white != black:
            self.leave(f"{option}White", f"{option}Black")
            return None
        return white

    def full_ranks(self, squares: Squares, side: int) -> tuple[int, ...] | None:
        """The ranks, seen by the side, that squares make up on this board; None if they do not fill them."""
        inside = {(file, rank) for file, rank in squares if file < self.files and rank < self.ranks}
        ranks = {rank for _, rank in inside}
        if len(inside) < len(ranks) * self.files:
            return None
        return tuple(sorted(self.ranks - rank if side else rank + 1 for rank in ranks))

    def ranks_of(self, white: str, black: str) -> tuple[int, ...] | None:
        """The ranks that a pair of regions means, seen by either owner; None, and left, if they are not alike."""
        found = [self.full_ranks(self[option], side) for side, option in enumerate((white, black))]
        if found[0] is None or found[0] != found[1]:
            self.leave(white, black)
            return None
        return found[0]

    # Pieces

    def _letters(self) -> dict[str, str]:
        """The letters of the kinds that a game can see: that there are at the start, or that come by promotion."""
        known = self.variant.letters
        begun = (self.start.board + self.start.hand).upper()
        used = {kind for kind, letter in known.items() if letter in begun}
        for side in SIDES:
            promoting, into = self[f"promotionPawnTypes{side}"], self[f"promotionPieceTypes{side}"]
            if used & promoting or promoting == ALL:
                used |= known.keys() if into == ALL else into
        return {kind: letter for kind, letter in known.items() if kind in used}

    def _names(self) -> dict[str, str]:
        """The ids of the kinds: what the base calls the same piece, else our name for it, else its letter."""
        names: dict[str, str] = {}
        known = {
            (piece["letter"], frozenset(betza.parse(piece["movement"]))): name
            for name, piece in self.base["pieces"].items()
        }
        for kind, letter in self.letters.items():
            name = known.get((letter, ways(self.variant.movements[kind]) or frozenset()), "")
            name = name or ("king" if kind == "king" else PIECES[kind].id)
            names[kind] = name if name and name not in names.values() else f"piece-{letter.lower()}"
        return names

    def pieces(self) -> dict[str, Any]:
        """The pieces of the sheet, by id."""
        pieces: dict[str, Any] = {}
        for kind, letter in self.letters.items():
            movement = self.variant.movements[kind]
            meant = ways(movement, royal=kind == "king")
            if meant is None:
                self.leave(kind)
                continue
            name = self.names[kind]
            of_base = self.base["pieces"].get(name)
            if of_base is None:
                es, en = (f"{word} {letter}" if not PIECES[kind].id else word for word in PIECES[kind][2:])
                pieces[name] = {"letter": letter, "movement": movement, "names": {"es": es, "en": en}}
                continue
            same = set(betza.parse(of_base["movement"])) == meant
            pieces[name] = {"letter": letter, "movement": of_base["movement"] if same else movement}
            pieces[name]["letter_es"] = of_base["letter_es"] if of_base["letter"] == letter else letter
        spanish = [piece.get("letter_es") or piece["letter"] for piece in pieces.values()]
        if len(set(spanish)) < len(spanish):
            for piece in pieces.values():
                piece["letter_es"] = piece["letter"]
        return pieces

    def _pawn_kind(self) -> str:
        """The kind that is our pawn, "" for none: Fairy-Stockfish's, or the one that promotes if it moves alike."""
        letters = self.letters
        if "pawn" in letters:
            return "pawn"
        promoting = [kind for kind in letters if kind in self["promotionPawnTypesWhite"]]
        alike = len(promoting) == 1 and ways(self.variant.movements[promoting[0]]) == PAWN
        return promoting[0] if alike else ""

    def ids(self, kinds: Collection[str]) -> list[str]:
        """The ids of kinds, in the order of the pieces."""
        return [self.names[kind] for kind in self.letters if kind in kinds]

    def ways(self, kind: str) -> tuple[betza.Way, ...]:
        """How a kind moves, as far as a sheet can say it."""
        return tuple(ways(self.variant.movements[kind]) or ())
