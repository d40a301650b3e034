"""From a position as somebody wrote it to a valid one, and what is read off the kernel's row again."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from axedrez.chess.compile.goals import GOALS
from axedrez.chess.kernel import layout
from axedrez.chess.position import castling_rights as rights
from axedrez.chess.position.rules import ChessRules, FenFields, State
from axedrez.chess.position.validity import check_armies, check_en_passant, check_extras
from axedrez.chess.sheet import geometry
from axedrez.core.errors import TextError
from axedrez.core.sides import Side

_TYPES, _HAND = int(layout.TYPES), int(layout.HAND)


def to_state(setup: FenFields, game: ChessRules) -> State:
    """The kernel's row of a valid position. Raises `TextError` naming the first reason why it is none."""
    check_armies(setup, game)
    check_extras(setup, game)
    state = _unsettled(setup, game)
    words = [int(word) for word in state]
    over = standing_goal(words, game) or setup.over
    state[int(layout.OVER)] = over
    middle = words[int(layout.MOVES_LEFT)] < game.turn_length(setup.side, setup.fullmove)
    # The kernel gathers the lines of the pieces when it is asked this.
    attacked = game.kernel.opponent_is_attacked(state, game.compiled)
    may_go_on = middle and not game.sheet.turn.check_ends_turn
    if attacked and not over and not may_go_on:
        raise TextError("position_opponent_in_check")
    if not over and not game.sheet.royal.give_check and game.kernel.checking_pieces(state, game.compiled):
        raise TextError("position_check_given")
    if setup.en_passant is not None:
        check_en_passant(setup, game, middle)
        state[int(layout.EP)] = state[int(layout.PASSED)] = 1 << setup.en_passant
    game.kernel.settle(state, game.compiled)
    return state


def _unsettled(setup: FenFields, game: ChessRules) -> State:
    """The kernel's row, but for the end and en passant."""
    sheet = game.sheet
    state = np.zeros(int(layout.ROW), np.uint64)
    for square, letter in setup.pieces.items():
        bit = np.uint64(1 << square)
        state[0 if letter.isupper() else 1] |= bit
        state[_TYPES + game.types[letter.upper()]] |= bit
    state[int(layout.STM)] = int(setup.side)
    state[int(layout.HALFMOVE)] = setup.halfmove
    state[int(layout.FULLMOVE)] = setup.fullmove
    state[int(layout.RIGHTS)] = sum(1 << square for square in _partners(setup, game))
    for letter in setup.hand:
        word, shift = _place_in_hand(game.types[letter.upper()], 0 if letter.isupper() else 1)
        state[word] += np.uint64(1 << shift)
    state[int(layout.PROMOTED)] = sum(1 << square for square in setup.promoted)
    if "checks" in sheet.goal.win:
        white, black = setup.checks or (sheet.goal.checks, sheet.goal.checks)
        state[int(layout.CHECKS_LEFT)] = white | black << 8
    if sheet.turn.moves != 1:
        state[int(layout.MOVES_LEFT)] = setup.moves or game.turn_length(setup.side, setup.fullmove)
    if setup.dice is not None:
        state[int(layout.DICE)] = setup.dice.high << 4 | setup.dice.low
    state[int(layout.ARRANGE)] = setup.arrange
    return state


def _partners(setup: FenFields, game: ChessRules) -> set[int]:
    """The squares of the partners that may castle."""
    found = set()
    pieces = game.begin.pieces if setup.arrange else setup.pieces
    for right in setup.rights:
        square = rights.partner_of(right, pieces, game)
        if square is None:
            raise TextError("position_castling", right=right)
        found.add(square)
    return found


def _place_in_hand(number: int, side: int) -> tuple[int, int]:
    """The word and the shift where the count of a type in a hand lies."""
    return _HAND + 2 * side + (number - 1) // 8, 8 * ((number - 1) % 8)


def hand_of(state: Sequence[int], game: ChessRules) -> str:
    """The pieces in both hands: White's letters before Black's, each in the order of the sheet's types."""
    text = ""
    for side in (0, 1):
        for letter, number in game.types.items():
            word, shift = _place_in_hand(number, side)
            text += (letter.lower() if side else letter) * (state[word] >> shift & 255)
    return text


def standing_goal(state: Sequence[int], game: ChessRules) -> int:
    """The first goal that a position shows to be met (M-5), as the word `layout.OVER` has it; 0 for none.

    Where both sides meet it, it is the mover's: who has moves left in the turn, else the opponent of the side to move.
    """
    goal, wins = game.sheet.goal, game.sheet.goal.win
    if wins == ("checkmate",) or (game.sheet.start.setup and hand_of(state, game)) or state[int(layout.ARRANGE)]:
        return 0
    turn = state[int(layout.STM)]
    begun = state[int(layout.MOVES_LEFT)] < game.turn_length(Side(turn), state[int(layout.FULLMOVE)])
    mover = turn if begun else 1 - turn
    own = [state[0], state[1]]
    royals = game.bits(state, game.royals)
    runners = game.bits(state, game.runners)
    regions = [geometry.arrival(game.sheet, side) for side in (0, 1)]
    arrived = [bool(own[side] & royals & game.region) for side in (0, 1)]
    met = {
        "capture-royal": [(own[1 - s] & royals).bit_count() < game.royal_counts[1 - s] for s in (0, 1)],
        "extinction": [_extinct(state, game, 1 - s) for s in (0, 1)],
        "lose-all": [not own[s] for s in (0, 1)],
        "bare-royal": [s == mover and not own[1 - s] & ~royals for s in (0, 1)],
        "royal-reaches": [s == mover and arrived[s] for s in (0, 1)],
        "piece-reaches": [s == mover and bool(own[s] & runners & regions[s]) for s in (0, 1)],
        "checks": [not state[int(layout.CHECKS_LEFT)] >> 8 * s & 255 for s in (0, 1)],
    }
    if goal.last_move:
        first = int(game.begin.side)
        met["royal-reaches"] = [False, False]
        if arrived[first] and turn == first:
            met["royal-reaches"][first] = True
            met["royal-reaches"][1 - first] = arrived[1 - first]
        elif arrived[1 - first] and not arrived[first]:
            met["royal-reaches"][1 - first] = True
        elif arrived[first] and goal.last_move_only_to_level:
            row = np.array(state, np.uint64)
            met["royal-reaches"][first] = not game.kernel.may_level(row, game.compiled)
    for name, reason in GOALS.items():
        if name in wins and any(met[name]):
            winner = mover if met[name][mover] else 1 - mover
            if name == "royal-reaches" and goal.last_move and all(met[name]):
                winner = 2
            return 1 + winner | reason << 4
    return 0


def _extinct(state: Sequence[int], game: ChessRules, side: int) -> bool:
    kinds = game.extinct[side]
    if kinds is None:
        return not state[side]
    return any(not state[side] & state[_TYPES + kind] for kind in kinds)
