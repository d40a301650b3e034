"""What a rule sheet of the tables family says, compiled: all that its positions and its kernels need to know."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import msgspec

from axedrez.rulesheet.validation import sheet_hash
from axedrez.tables.compile.arrays import Keys, Tables, compile_tables, hash_keys
from axedrez.tables.compile.checks import check, check_army, with_effects
from axedrez.tables.sheet.schema import Piece, TablesSheet


@dataclass(frozen=True, eq=False)
class Ruleset:
    """A checked sheet and what is derived from it. Two are equal if their sheets say the same.

    `sheet`: as it was given, its pieces in the order of their letters; `rules`: with the effects of its options.
    `army`: the letters of one side's pieces in that order; `armies`: those of White and Black; `order`: the letters of
    a position text in theirs; `king`: the letter of the king, "" for none; `bearers`: the letters of what is borne off;
    `compiled` and `keys`: what the kernels read (`kernel.layout`).
    """

    sheet: TablesSheet
    rules: TablesSheet
    army: str
    armies: str
    order: str
    king: str
    bearers: str
    pieces: dict[str, Piece]
    compiled: Tables
    keys: Keys

    @classmethod
    def of(cls, sheet: TablesSheet) -> Ruleset:
        """The rules of a sheet. Raises `SheetError` for one that contradicts itself."""
        check(sheet)
        sheet = _in_order(sheet)
        rules = with_effects(sheet)
        check(rules)
        pieces = {piece.letter: piece for piece in rules.pieces.values()}
        letters = "".join(pieces)
        placed = "".join(rules.start.position.split(" ")[:3])  # on points, on the bar, borne off
        army = "".join(sorted((sign for sign in placed if sign in letters), key=letters.index))
        check_army(rules, army)
        royal = rules.pieces.get(rules.royal.piece)
        return cls(
            sheet=sheet,
            rules=rules,
            army=army,
            armies=army + army.lower(),
            order=letters + letters.lower(),
            king=royal.letter if royal else "",
            bearers="".join(piece.letter for piece in pieces.values() if piece.bears_off),
            pieces=pieces,
            compiled=compile_tables(rules, army),
            keys=_keys(),
        )

    @cached_property
    def hash(self) -> str:
        """The content hash of the sheet (hexadecimal)."""
        return sheet_hash(self.sheet)

    @cached_property
    def derived(self) -> dict[Any, Any]:
        """What was made of it alone (`core.derived.once_a_game`)."""
        return {}

    def clause(self, topic: str) -> str | None:
        """The clause of the rulebook's specification on a topic, or behind the reason of a refusal or an end."""
        return self.sheet.clauses.get(topic)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Ruleset) and self.hash == other.hash)

    def __hash__(self) -> int:
        return hash(self.hash)


@cache
def _keys() -> Keys:
    """The same for all rulesets: each would hold 50 KB of its own."""
    return hash_keys()


def _in_order(sheet: TablesSheet) -> TablesSheet:
    """The sheet with its pieces in the order of their letters, whatever order its text has them in."""
    pieces = sorted(sheet.pieces.items(), key=lambda item: sheet.letters.index(item[1].letter))
    return msgspec.structs.replace(sheet, pieces=dict(pieces))
