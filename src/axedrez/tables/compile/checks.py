"""Contradictions of a tables sheet that its types cannot see, and the effects of its options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from axedrez.core.errors import SheetError
from axedrez.rulesheet.reading import merge
from axedrez.rulesheet.validation import Fault, fault, to_sheet
from axedrez.tables.compile.bounds import MAX_STATES, states
from axedrez.tables.kernel.layout import MAX_PIECES
from axedrez.tables.sheet.schema import Options, TablesSheet

MAX_TYPES = 8


def with_effects(sheet: TablesSheet) -> TablesSheet:
    """The sheet with what its options change merged in. Raises `SheetError` for an effect that does not fit."""
    data: dict[str, Any] = msgspec.to_builtins(sheet)
    for name in effects_of(sheet):
        data = merge(data, sheet.effects[name])
    return to_sheet(data, TablesSheet, sheet.id)


def effects_of(sheet: TablesSheet) -> list[str]:
    """The names of the effects that the options of a sheet bring."""
    chosen = [effect(name, value) for name, value in msgspec.structs.asdict(sheet.options).items()]
    return [each for each in chosen if each in sheet.effects]


def all_effects(sheet: TablesSheet) -> list[str]:
    """The names of all effects, in the order of the options: networks have rows for them, stored sheets no order."""
    options = Options.__struct_fields__
    return sorted(sheet.effects, key=lambda each: (options.index(each.partition("=")[0]), each))


def effect(option: str, value: object) -> str:
    """The name of what a value of an option brings."""
    return f"{option}={str(value).lower() if isinstance(value, bool) else value}"


def check(sheet: TablesSheet) -> None:
    """Raises `SheetError` with every contradiction found."""
    faults = list(_faults(sheet))
    if faults:
        raise SheetError(sheet.id, faults)


def check_army(sheet: TablesSheet, army: str) -> None:
    """Raises `SheetError` for more pieces of a side, or more ways of playing a roll, than the kernel has room for.

    Also where a side has not one king, if there are kings.
    """
    pieces = len(army)
    if not 1 <= pieces <= MAX_PIECES:
        raise SheetError(sheet.id, [fault("start.position", pieces, f"1..{MAX_PIECES}", "sheet_tables_army")])
    # Rows have one bit for the king at home, and who joins whom (G-28) is told of one king a side.
    if sheet.royal.piece and (kings := army.count(sheet.pieces[sheet.royal.piece].letter)) != 1:
        raise SheetError(sheet.id, [fault("start.position", kings, "1", "sheet_tables_kings")])
    if (found := states(sheet, army)) > MAX_STATES:
        raise SheetError(sheet.id, [fault("pieces", found, MAX_STATES, "sheet_tables_turns")])


def _faults(sheet: TablesSheet) -> Iterator[Fault]:
    names = ", ".join(sheet.pieces)
    if not 1 <= len(sheet.pieces) <= MAX_TYPES:
        yield fault("pieces", len(sheet.pieces), f"1..{MAX_TYPES}")
    if sheet.pawn not in sheet.pieces:
        yield fault("pawn", sheet.pawn, names)
    if sheet.royal.piece and sheet.royal.piece not in sheet.pieces:
        yield fault("royal.piece", sheet.royal.piece, f'{names}, ""')
    if not any(piece.bears_off for piece in sheet.pieces.values()):
        yield fault("pieces.*.bears_off", False, "true")
    written = "".join(sorted(piece.letter for piece in sheet.pieces.values()))
    if "".join(sorted(sheet.letters)) != written:
        yield fault("letters", sheet.letters, written)
    for attribute in ("letter", "letter_es"):
        seen: dict[str, str] = {}
        for name, piece in sheet.pieces.items():
            letter = getattr(piece, attribute) or piece.letter
            if letter in seen:
                yield fault(f"pieces.{name}.{attribute}", letter, f"!= pieces.{seen[letter]}.letter", "sheet_twice")
            seen[letter] = name
    for name, piece in sheet.pieces.items():
        for field in ("captured_by", "captured_together_by", "pushes_lone"):
            if set(getattr(piece, field)) - set(sheet.pieces):
                yield fault(f"pieces.{name}.{field}", list(getattr(piece, field)), names)
        if name != sheet.royal.piece:
            for field in ("moves", "moves_on_doubles", "pushes"):
                if getattr(piece, field):
                    yield fault(f"pieces.{name}.{field}", getattr(piece, field), "royal.piece")
        if piece.bears_off and piece.backward:
            yield fault(f"pieces.{name}.backward", True, "false (bears_off)")
