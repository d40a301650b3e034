"""A rulebook of the tables family, loaded."""

from __future__ import annotations

from functools import cache, cached_property

import msgspec

from axedrez.core.conduct import Conduct
from axedrez.core.dice import Roll
from axedrez.core.texts import text_of
from axedrez.rulesheet.loaded import LoadedGame
from axedrez.tables.kernel import layout
from axedrez.tables.kernel.compile import Keys, compile_tables, hash_keys
from axedrez.tables.notation import position_text
from axedrez.tables.position import TablesPosition
from axedrez.tables.rows import to_row
from axedrez.tables.sheet.checks import check, check_army, with_effects
from axedrez.tables.sheet.schema import Options, TablesSheet


class TablesGame(LoadedGame):
    """The rules of a sheet, compiled: `core.contract.Game` for the tables family.

    `rules` is the sheet with the effects of its options; `army` the letters of one side in the order of the sheet,
    `armies` those of White and Black; `order` the letters of a position text in theirs. Raises `SheetError` for a sheet
    that contradicts itself.
    """

    sheet: TablesSheet
    family = "tables"
    sheet_type = TablesSheet

    def __init__(self, sheet: TablesSheet) -> None:
        check(sheet)
        self.sheet = sheet = _in_order(sheet)
        self.name = sheet.id
        self.rules = with_effects(sheet)
        check(self.rules)
        letters = "".join(piece.letter for piece in self.rules.pieces.values())
        self.order = letters + letters.lower()
        placed = "".join(self.rules.start.position.split(" ")[:3])  # on points, on the bar, borne off
        self.army = "".join(sorted((sign for sign in placed if sign in letters), key=letters.index))
        self.armies = self.army + self.army.lower()
        royal = self.rules.pieces.get(self.rules.royal.piece)
        self.king = royal.letter if royal else ""
        self.bearers = "".join(piece.letter for piece in self.rules.pieces.values() if piece.bears_off)
        self.pieces = {piece.letter: piece for piece in self.rules.pieces.values()}
        check_army(self)
        self.tables = compile_tables(self.rules, self.army)
        self.keys = _keys()
        self._start = self.parse(self.rules.start.position)

    @cached_property
    def conduct(self) -> Conduct:
        """Dice, composed turns, the opening roll (G-5) and the match (G-43)."""
        match = self.sheet.match
        changing = {effect.partition("=")[0] for effect in self.sheet.effects}
        names = [field.name for field in msgspec.structs.fields(Options) if field.name in changing]
        options = (*(f"options.{name}" for name in names), "match.length", "match.cube", "match.crawford")
        return Conduct("prevent", True, True, "roll", match.length, match.cube, match.crawford, options)

    @property
    def is_plain(self) -> bool:
        """Whether its turns are found on the shorter path of the kernel (docs/decisions/0005-plain-tables-path.md)."""
        return bool(self.tables[layout.PLAIN])

    def start(self) -> TablesPosition:
        """The start position, before any dice."""
        return self._start

    def parse(self, position: str) -> TablesPosition:
        """Read a position text. Raises `TextError` with a named reason."""
        setup = position_text.parse(text_of(position), self)
        position_text.check(setup, self)
        dice = Roll(*setup.dice) if setup.dice else None
        return TablesPosition(self, to_row(setup, self), setup.side, dice)

    def __repr__(self) -> str:
        return f"TablesGame({self.name})"


@cache
def _keys() -> Keys:
    """The same for all games: each would hold 50 KB of its own."""
    return hash_keys()


def _in_order(sheet: TablesSheet) -> TablesSheet:
    """The sheet with its pieces in the order of their letters, whatever order its text has them in."""
    pieces = sorted(sheet.pieces.items(), key=lambda item: sheet.letters.index(item[1].letter))
    return msgspec.structs.replace(sheet, pieces=dict(pieces))
