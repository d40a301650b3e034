"""A rulebook of the tables family, loaded."""

from __future__ import annotations

from functools import cached_property

import msgspec

from axedrez.core.conduct import Conduct
from axedrez.core.contract import ReadPosition
from axedrez.core.dice import Roll
from axedrez.core.texts import text_of
from axedrez.rulesheet.loaded import LoadedGame
from axedrez.tables.compile.idle import OPTION_NEEDS
from axedrez.tables.compile.ruleset import Ruleset
from axedrez.tables.kernel import layout
from axedrez.tables.position import ids, position_text
from axedrez.tables.position.position import TablesPosition
from axedrez.tables.position.rows import to_row
from axedrez.tables.sheet.schema import Options, TablesSheet

MATCH = ("length", "cube", "crawford", "jacoby", "beavers")
"""What players may choose of a match (G-43)."""


class TablesGame(LoadedGame):
    """The rules of a sheet, compiled: `core.contract.Game` for the tables family.

    `ruleset` is what its positions read. Raises `SheetError` for a sheet that contradicts itself.
    """

    sheet: TablesSheet
    family = "tables"
    sheet_type = TablesSheet

    def __init__(self, sheet: TablesSheet) -> None:
        self.ruleset = Ruleset.of(sheet)
        self.sheet = self.ruleset.sheet
        self.name = self.sheet.id
        start = self._text(self.ruleset.rules.start.position)
        self._start = start.raw, start.side, start.dice

    @cached_property
    def conduct(self) -> Conduct:
        """Dice, composed turns, the opening roll (G-5) and the match (G-43)."""
        match = self.sheet.match
        changing = {effect.partition("=")[0] for effect in self.sheet.effects}
        names = [field.name for field in msgspec.structs.fields(Options) if field.name in changing]
        options = (*(f"options.{name}" for name in names), *(f"match.{name}" for name in MATCH))
        money = match.cube and match.length == 1
        return Conduct(
            "prevent", True, True, "roll", match.length, match.cube, match.crawford, options, OPTION_NEEDS,
            jacoby=money and match.jacoby, beavers=money and match.beavers,
        )  # fmt: skip

    @property
    def is_plain(self) -> bool:
        """Whether its turns are found on the shorter path of the kernel (docs/decisions/0005-plain-tables-path.md)."""
        return bool(self.ruleset.compiled[layout.PLAIN])

    def start(self) -> TablesPosition:
        """The start position, before any dice."""
        return TablesPosition(self, self.ruleset, *self._start)

    def parse(self, position: str) -> TablesPosition:
        """Read a position text, or an id (`ids`). Raises `TextError` with a named reason."""
        return self.read(position).position

    def read(self, text: str) -> ReadPosition[TablesPosition]:
        """See `core.contract.Game`: only what ids of other programs say of a match may be passed over."""
        found = ids.read(text_of(text), self.ruleset)
        if found is None:
            return ReadPosition(self._text(text))
        return ReadPosition(self._position(found.fields), found.match, found.passed)

    def _text(self, text: str) -> TablesPosition:
        fields = position_text.parse(text, self.ruleset)
        position_text.check(fields, self.ruleset)
        return self._position(fields)

    def _position(self, fields: position_text.PositionFields) -> TablesPosition:
        dice = Roll(*fields.dice) if fields.dice else None
        return TablesPosition(self, self.ruleset, to_row(fields, self.ruleset), fields.side, dice)

    def __repr__(self) -> str:
        return f"TablesGame({self.name})"
