"""The action ids of a sheet: every move that some piece can geometrically make, drops, castlings and the pass.

They are the same for both sides and come in the order of their origins, targets and choices. There are at most
64 × 64 × 14 of them; classic chess has 1,968.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from axedrez.batches import Action
from axedrez.chess.compile.arrays import type_numbers
from axedrez.chess.kernel import layout
from axedrez.chess.position.game import ChessGame
from axedrez.chess.position.moves import ChessMove
from axedrez.chess.sheet import geometry
from axedrez.core.dice import ROLLS


def _squares(words: int) -> list[int]:
    return geometry.squares(words)


def _pawn_targets(game: ChessGame, side: int, square: int) -> int:
    """Where a pawn may ever go."""
    tables, pawn = game.compiled, game.sheet.pawn
    ahead = 8 if side == 0 else -8
    found = int(tables[int(layout.PAWN_CAPTURES) + 64 * side + square])
    steps = [square + ahead]
    if int(tables[int(layout.DOUBLE_FROM) + side]) >> square & 1:
        steps.append(square + 2 * ahead)
    if pawn.sideways:
        steps += [square + step for step in (-1, 1) if (square + step) >> 3 == square >> 3]
    return found | sum(1 << step for step in steps if 0 <= step < 64)


def _targets(game: ChessGame, side: int, number: int, square: int) -> int:
    """Where a piece that is no pawn may ever go."""
    tables = game.compiled
    index = 16 * side + number
    if game.fast:
        found = int(tables[int(layout.LEAP) + 64 * number + square])
    else:
        found = int(tables[int(layout.LEAP_MOVES) + 64 * index + square])
        found |= int(tables[int(layout.LEAP_CAPTURES) + 64 * index + square])
        ways = int(tables[int(layout.WAYS_OF) + index])
        for way in range(ways >> 32, ways & 0xFFFFFFFF, int(layout.WAY_SIZE)):
            found |= int(tables[way + 2 + 3 * square])
    for slot in _squares(int(tables[int(layout.TYPE_SLOTS) + number])):
        found |= int(tables[int(layout.OPEN_LINES) + 64 * slot + square])
    return found


def _piece_moves(game: ChessGame, side: int) -> Iterator[int]:
    sheet, board = game.sheet, game.board
    for name, number in type_numbers(sheet).items():
        rule = sheet.promotion.get(name)
        is_pawn = name == sheet.pawn.piece
        zone = geometry.zone(sheet, side, name) if rule else 0
        into = [game.types[sheet.pieces[choice].letter] for choice in rule.into] if rule else []
        for square in _squares(board):
            targets = _pawn_targets(game, side, square) if is_pawn else _targets(game, side, number, square)
            for target in _squares(targets & board):
                promotes = bool(zone >> target & 1)
                if not promotes or not is_pawn or (rule and rule.optional):
                    yield square | target << 6
                if promotes:
                    yield from (square | target << 6 | kind << 12 for kind in into)


def _castlings(game: ChessGame, side: int) -> Iterator[int]:
    if game.sheet.castling.mode == "960":
        first = _squares(geometry.zone(game.sheet, 1 - side))
        yield from (one | other << 6 for one in first for other in first if one != other)
    else:
        for castling in game.castlings.values():
            yield castling.king_from | castling.king_to << 6


def _drops(game: ChessGame, side: int) -> Iterator[int]:
    if game.has_hands:
        for number in game.letters:
            allowed = int(game.compiled[int(layout.DROPS) + 16 * side + number])
            yield from (square | square << 6 | number << 12 for square in _squares(allowed))


def _keys(game: ChessGame) -> list[int]:
    """The low 16 bits of all moves; a pass has 0."""
    found: set[int] = set()
    for side in (0, 1):
        found.update(_piece_moves(game, side), _castlings(game, side), _drops(game, side))
    passes = game.sheet.turn.passing != "never" or game.sheet.dice.mode != "none"
    ordered = sorted(
        found, key=lambda key: (key >> 12 if key & 63 == key >> 6 & 63 else 0, key & 63, key >> 6 & 63, key)
    )
    return [*ordered, 0] if passes else ordered


def chances(game: ChessGame) -> tuple[str, ...]:
    """What chance may bring: rolls, and arrangements, both beginning with the same id."""
    rows = [str(row) for row in game.arrangements] if game.sheet.start.shuffle != "none" else []
    rolls = [str(roll) for roll, _ in ROLLS] if game.sheet.dice.mode != "none" else []
    most = max(len(rows), len(rolls))
    rows += [""] * (most - len(rows))
    rolls += [""] * (most - len(rolls))
    return tuple("/".join(filter(None, pair)) for pair in zip(rows, rolls, strict=True))


def actions(game: ChessGame) -> tuple[list[Action], npt.NDArray[np.int32]]:
    """What each id means (those of chance come last), and the id by the low 16 bits of a move."""
    lookup = np.full(1 << 16, -1, np.int32)
    found: list[Action] = []
    for number, key in enumerate(_keys(game)):
        lookup[key] = number
        kind = key >> 12
        if key == 0:
            found.append(Action(number, "0000", passes=True))
            continue
        is_drop = key & 63 == key >> 6 & 63
        code = key | int(layout.DROP) << 16 if is_drop else key
        move = ChessMove(code, game.letters[kind] if kind else "")
        origin, target = move.places
        found.append(Action(number, move.uci, origin, target, move.becomes, move.drops))
    found += [Action(len(found) + n, text, chance=True) for n, text in enumerate(chances(game))]
    return found, lookup
