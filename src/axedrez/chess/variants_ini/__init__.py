"""Variants as Fairy-Stockfish is told of them (`variants.ini`), as rule sheets, and the other way round.

What one of the two cannot say exactly as the other means it is listed, never guessed (docs/rule-sheets.md).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from axedrez.chess.compile.idle import idle
from axedrez.chess.position.game import ChessGame
from axedrez.chess.sheet.schema import ChessSheet
from axedrez.chess.variants_ini.exporting import exported
from axedrez.chess.variants_ini.importing import changes, rules_of, sheet_id
from axedrez.chess.variants_ini.reading import Reading
from axedrez.chess.variants_ini.state import Variant, variants
from axedrez.chess.variants_ini.text import Section, read
from axedrez.core.errors import SheetError, TextError
from axedrez.rulesheet.idle import leave_out
from axedrez.rulesheet.interchange import Exported, Imported
from axedrez.rulesheet.reading import resolve
from axedrez.rulesheet.validation import to_json, to_sheet

__all__ = ["Exported", "Imported", "exported", "imported", "names"]


def names(text: str) -> tuple[str, ...]:
    """The names of the sections of a text. Raises `TextError` with the line of what is no `variants.ini` at all."""
    return tuple(section.name for section in read(text))


def imported(text: str, find: Callable[[str], dict[str, Any]], name: str | None = None) -> tuple[Imported, ...]:
    """Every section of a text, or only the one of that name; `find` gives the data of a shipped rulebook by name.

    Raises `TextError` like `names`, and for a name that no section has.
    """
    found = variants(read(text))
    chosen = [(section, variant) for section, variant in found if name in (None, section.name)]
    if not chosen:
        valid = ", ".join(section.name for section, _ in found)
        raise TextError("ini_section", name=str(name)[:60], valid=valid[:400])
    sections = {section.name: (section, variant) for section, variant in found}
    known: dict[str, Imported] = {}

    def read_over(name: str) -> Imported:
        if name not in known:
            known[name] = _imported(*sections[name], find)
        return known[name]

    done = []
    for section, _ in chosen:
        one = read_over(section.name)
        if (one.uncovered or one.faults) and section.parent in sections:
            above = read_over(section.parent)
            one = one._replace(refused_parent=section.parent if above.uncovered or above.faults else "")
        done.append(one)
    return tuple(done)


def _imported(section: Section, variant: Variant, find: Callable[[str], dict[str, Any]]) -> Imported:
    base = resolve(find(variant.rulebook), find)
    whole = msgspec.json.decode(to_json(to_sheet(base, ChessSheet, variant.rulebook)))
    reading = Reading(variant, whole, section.line)
    sheet = {
        "extends": variant.rulebook,
        "id": sheet_id(section.name),
        "names": {"es": section.name[:400], "en": section.name[:400]},
        **changes(whole, rules_of(reading)),
    }
    faults = list(variant.faults)
    if not any(fault.reason == "ini_parent" for fault in faults):
        try:
            game = ChessGame(to_sheet(resolve(sheet, find), ChessSheet, section.name[:60]))
            leave_out(sheet, game.sheet, base, idle(game.sheet))
        except SheetError as problem:
            faults += problem.faults
    uncovered = sorted(reading.uncovered.values(), key=lambda said: (said.line, said.option))
    return Imported(section.name, section.line, sheet, tuple(uncovered), tuple(faults), section.outdone)
