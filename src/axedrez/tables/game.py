"""A rulebook of the tables family, loaded."""

from __future__ import annotations

from functools import cached_property

import msgspec

from axedrez.core.conduct import Conduct
from axedrez.core.dice import Roll
from axedrez.core.errors import TextError
from axedrez.core.texts import text_of
from axedrez.rulesheet.loaded import LoadedGame
from axedrez.tables.kernel import layout
from axedrez.tables.notation import position_text
from axedrez.tables.position import TablesPosition
from axedrez.tables.rows import to_row
from axedrez.tables.ruleset import Ruleset
from axedrez.tables.sheet.schema import Options, TablesSheet


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
        self._start = self.parse(self.ruleset.rules.start.position)

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
        return bool(self.ruleset.compiled[layout.PLAIN])

    def start(self) -> TablesPosition:
        """The start position, before any dice."""
        return self._start

    def parse(self, position: str) -> TablesPosition:
        """Read a position text. Raises `TextError` with a named reason."""
        setup = position_text.parse(text_of(position), self.ruleset)
        position_text.check(setup, self.ruleset)
        dice = Roll(*setup.dice) if setup.dice else None
        return TablesPosition(self, self.ruleset, to_row(setup, self.ruleset), setup.side, dice)

    def read(self, text: str) -> tuple[TablesPosition, tuple[TextError, ...]]:
        """See `core.contract.Game`: nothing is ever passed over."""
        return self.parse(text), ()

    def __repr__(self) -> str:
        return f"TablesGame({self.name})"
