"""Fields of a tables sheet that nothing of it reads, whichever of its options are chosen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from axedrez.core.conduct import Need
from axedrez.rulesheet.idle import Idle
from axedrez.rulesheet.reading import merge
from axedrez.rulesheet.validation import default, to_sheet
from axedrez.tables.compile.checks import effect
from axedrez.tables.sheet.schema import MAX_MATCH_LENGTH, Options, Piece, TablesSheet

CUBE = Need("match.cube", 1, 1)
SINGLE_GAME = (CUBE, Need("match.length", 1, 1))
OPTION_NEEDS = {
    "match.crawford": (CUBE, Need("match.length", 2, MAX_MATCH_LENGTH)),
    "match.jacoby": SINGLE_GAME,
    "match.beavers": SINGLE_GAME,
}
"""What makes rules of a match matter (G-43)."""


def idle(sheet: TablesSheet) -> Iterator[Idle]:
    """The fields that nothing reads, with what they need."""
    yield from _match(sheet)
    yield from _options(sheet)
    whole: dict[str, Any] = msgspec.to_builtins(sheet)
    played = [sheet, *(to_sheet(merge(whole, change), TablesSheet, sheet.id) for change in sheet.effects.values())]
    if not any(each.royal.piece for each in played):
        yield Idle("royal.departure", 'royal.piece = "..."', none=False)
    if not any(kind.bears_off and kind.pace == "pips" for each in played for kind in each.pieces.values()):
        yield Idle("race.exact", 'pieces.*: bears_off = true, pace = "pips"')
    for name in sheet.pieces:
        yield from _piece(name, [each for each in played if name in each.pieces])


def _match(sheet: TablesSheet) -> Iterator[Idle]:
    for path, needs in OPTION_NEEDS.items():
        for name, least, most in needs:
            value = getattr(sheet.match, name.removeprefix("match."))
            if not least <= value <= most:
                valid = "true" if value is False else least if least == most else f"{least}..{most}"
                yield Idle(path, f"{name} = {valid}", none=False)
                break


def _options(sheet: TablesSheet) -> Iterator[Idle]:
    for field in msgspec.structs.fields(Options):
        chosen = effect(field.name, getattr(sheet.options, field.name))
        if not {chosen, effect(field.name, default(field))} & sheet.effects.keys():
            yield Idle(f"options.{field.name}", f'effects."{chosen}" = {{...}}')


def _piece(name: str, played: list[TablesSheet]) -> Iterator[Idle]:
    """Those of a piece; `played`: the sheet as it is with each of its options."""
    path = f"pieces.{name}"
    kinds = [sheet.pieces[name] for sheet in played]
    own = kinds[0]
    if not any("twice" in kind.abilities for kind in kinds):
        yield Idle(f"{path}.twice", f'{path}.abilities = ["twice", ...]')
    if not any(king.pushes for sheet in played for king in _kings(sheet)):
        yield Idle(f"{path}.protects_pawns", "pieces.*.pushes = true")
    is_king = all(name == sheet.royal.piece for sheet in played)
    king = {name} if is_king else set[str]()  # kings never capture each other
    if king & {*own.captured_by}:
        yield Idle(f"{path}.captured_by", f"!= {name}", read=_without(own.captured_by, king))
    if not any(set(kind.captured_together_by) - set(kind.captured_by) - king for kind in kinds):
        yield Idle(f"{path}.captured_together_by", f"!= {path}.captured_by {list(own.captured_by)}")
    elif king & {*own.captured_together_by}:
        yield Idle(f"{path}.captured_together_by", f"!= {name}", read=_without(own.captured_together_by, king))
    lone = {other for sheet in played for other in _pushed_lone(sheet, name)}
    if not set(own.pushes_lone) <= lone:
        read = _without(own.pushes_lone, {*own.pushes_lone} - lone)
        yield Idle(f"{path}.pushes_lone", f"{path}.pushes = true, pieces.*.captured_by: != {name}", read=read)
    if "minus-one" in own.abilities and all(kind.pace == "one-point" for kind in kinds):
        yield Idle(f"{path}.abilities", f'{path}.pace = "pips"', read=_without(own.abilities, {"minus-one"}))


def _without(values: tuple[str, ...], left_out: set[str]) -> tuple[str, ...]:
    """The other values, in their order: a sheet as a file is the same each time."""
    return tuple(value for value in values if value not in left_out)


def _kings(sheet: TablesSheet) -> list[Piece]:
    return [kind for name, kind in sheet.pieces.items() if name == sheet.royal.piece]


def _pushed_lone(sheet: TablesSheet, name: str) -> Iterator[str]:
    """What a piece may push that stands alone: what it captures it does not push, nor its like."""
    for other, kind in sheet.pieces.items():
        if sheet.pieces[name].pushes and name not in (other, *kind.captured_by, *kind.captured_together_by):
            yield other
