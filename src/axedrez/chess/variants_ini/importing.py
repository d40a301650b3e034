"""From a variant of `variants.ini` to the data of a rule sheet."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from axedrez.chess.variants_ini.betza import ways
from axedrez.chess.variants_ini.goals import evaluated, goal_of
from axedrez.chess.variants_ini.moves import capture, castling, pawn, promotion
from axedrez.chess.variants_ini.reading import Reading
from axedrez.chess.variants_ini.terms import PIECES


def rules_of(reading: Reading) -> dict[str, Any]:
    """The rules of a sheet: every field that an option can change. What they do not say is left in the reading."""
    start = reading.start
    sheet: dict[str, Any] = {
        "board": {"files": reading.files, "ranks": reading.ranks, "holes": list(start.holes)},
        "pieces": reading.pieces(),
        "turn": {"moves": 1, "passing": "never"},
    }
    if start.holes and any(way.hop for kind in reading.names for way in reading.ways(kind)):
        reading.leave("startFen")
    goal = goal_of(reading)
    sheet["capture"], begin = capture(reading)
    sheet["pawn"] = pawn(reading)
    sheet["promotion"] = promotion(reading)
    sheet["castling"] = castling(reading)
    sheet["goal"] = evaluated(reading, goal)
    if goal.get("last_move_only_to_level") and sheet["castling"]["mode"] != "off":
        reading.leave("flagMove")
        goal["last_move_only_to_level"] = False
    if not reading["checking"] and not reading.parry:
        reading.leave("checking")
    sheet["royal"] = {
        "pieces": reading.ids(reading.royals),
        "parry": reading.parry,
        "give_check": reading["checking"] or not reading.parry,
    }
    sheet["start"] = begin | {
        "fen": start.text(
            hand=sheet["capture"]["hand"] or begin["setup"],
            castling=sheet["castling"]["mode"] != "off",
            checks=reading["checkCounting"],
        )
    }
    _draws(reading, sheet)
    return sheet


def _draws(reading: Reading, sheet: dict[str, Any]) -> None:
    """Draws by number; and whether too little material is a draw, which only the orthodox game knows."""
    limit, fold = reading["nMoveRule"], reading["nFoldRule"]
    if limit > 1000:
        reading.leave("nMoveRule")
    if fold and not 2 <= fold <= 10:
        reading.leave("nFoldRule")
    repetition = {"count": fold} if 2 <= fold <= 10 else {"mode": "off"} if not fold else {}
    move_limit = {"moves": limit} if 0 < limit <= 1000 else {"mode": "off"} if not limit else {}
    goal, capture = sheet["goal"], sheet["capture"]
    orthodox = (
        all(kind in _ORTHODOX and _same(reading.variant.movements[kind], kind) for kind in reading.names)
        and (goal["win"], goal["stalemate"], reading.royals, reading.parry) == (["checkmate"], "draw", ["king"], True)
        and not (capture["mandatory"] or capture["explosion"] or capture["hand"])
        and not sheet["board"]["holes"]
    )
    sheet["draws"] = {
        "insufficient_material": "listed" if orthodox else "off",
        "repetition": repetition,
        "move_limit": move_limit,
    }
    sheet["clock"] = {"flag_without_mating_material": "draw" if orthodox else "loss"}


_ORTHODOX = ("king", "queen", "rook", "bishop", "knight", "pawn")


def _same(movement: str, kind: str) -> bool:
    return ways(movement) == ways(PIECES[kind].movement)


def sheet_id(name: str) -> str:
    """A name as an id: `3check-crazyhouse`."""
    return re.sub(r"[^a-z0-9_-]+", "-", name.lower()).strip("-_")[:40] or "variant"


def changes(base: Mapping[str, Any], wanted: Mapping[str, Any]) -> dict[str, Any]:
    """What a sheet must say that extends `base` to come to `wanted`, which speaks only of some fields.

    In tables by piece (`pieces`, `promotion`, `no_drop_ranks`) what is not wanted is taken out.
    """
    said: dict[str, Any] = {}
    for key, value in wanted.items():
        known = base.get(key)
        if isinstance(value, dict) and isinstance(known, dict):
            inner = changes(known, value)
            if key in _BY_PIECE:
                inner |= {name: [] if isinstance(known[name], list) else False for name in known if name not in value}
            if inner:
                said[key] = inner
        elif value is not None and not (value == known or _alike(value, known)):
            said[key] = value
    return said


def _alike(one: Any, other: Any) -> bool:
    """Whether two lists say the same: the order of none matters."""
    return isinstance(one, list) and isinstance(other, list) and sorted(one) == sorted(other)


_BY_PIECE = ("pieces", "promotion", "no_drop_ranks")
