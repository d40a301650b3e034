"""What a batch of games does, built once for each path of the kernel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy import uint64

from axedrez.chess.environment.kernel.layout import (
    AUTO_RESET,
    CHECKMATE,
    CLAIMED_LIMIT,
    CLAIMED_REPETITION,
    COUNTS,
    DRAWN,
    FORGETS,
    LIMIT,
    MASKED,
    MATERIAL,
    MAX_PLIES,
    MIRRORED,
    MOVES_LIMIT,
    N_ACTIONS,
    N_ARRANGEMENTS,
    REPEATED,
    REPETITION,
    STALEMATE,
    STRIDE,
    Games,
    Rules,
    Scratch,
)
from axedrez.chess.kernel.layout import (
    ARRANGE,
    BLACK,
    DICE,
    HALFMOVE,
    HASH,
    OVER,
    RIGHTS,
    ROW,
    ROYAL_REACHES,
    STM,
    TYPES,
    U0,
    U1,
    U2,
    U3,
    U4,
    U6,
    U32,
    WHITE,
)
from axedrez.chess.kernel.rules import winner_without_a_move
from axedrez.jit import inlined, kernel
from axedrez.jit_types import U64, Flag, Index, Number, Numbers, Words

_MULTIPLIER, _INCREMENT = uint64(6364136223846793005), uint64(1442695040888963407)
_LOW16, _BOTH, _ROLLS, _N_TYPES = uint64(0xFFFF), uint64(3), uint64(21), uint64(14)


@inlined
def _drawn(random: Words, g: U64, n: U64) -> U64:
    """A number below `n` by a game's stream."""
    random[g] = random[g] * _MULTIPLIER + _INCREMENT
    return ((random[g] >> U32) * n) >> U32


@inlined
def _ended(winner: U64, reason: U64) -> U64:
    return (winner + U1) | (reason << U4)


@inlined
def _roll(number: U64) -> U64:
    """The word of DICE of a roll, by its place among the 21."""
    high = U1
    while number >= high:
        number -= high
        high += U1
    return (high << U4) | (number + U1)


@inlined
def _copy(source: Words, at: U64, target: Words, to: U64) -> None:
    for i in range(ROW):
        target[to + i] = source[at + i]


def build(
    name: str,
    write_moves: Callable[..., U64],
    make: Callable[..., None],
    checkers: Callable[..., U64],
    insufficient_material: Callable[..., Flag],
    is_last_move: Callable[..., Flag],
    mates: Callable[..., Flag],
    rolls: Callable[..., Flag],
    settle: Callable[..., None],
) -> tuple[Any, Any, Any, Any]:
    """`set_up`, `step` and `observe` of one path."""

    def own(function: Callable[..., Any]) -> Callable[..., Any]:
        # Machine code is kept, and linked, by the qualified name.
        function.__qualname__ = f"{function.__name__}_{name}"
        return kernel(function)

    @own
    def judge(state: Words, at: U64, tables: Words, settings: Words, n: U64, chance: Flag, seen: U64) -> U64:
        """How a game has ended (`chess.endings.outcome`): 0, or winner + 1 | reason << 4."""
        if state[at + OVER] != U0:
            return state[at + OVER]
        last = is_last_move(state, at, tables)
        side = state[at + STM]
        if n == U0 and not chance:
            checked = mates(tables) and checkers(state, at, tables) != U0
            if checked:
                return _ended(U1 - side, CHECKMATE)
            if last:
                return _ended(U1 - side, ROYAL_REACHES)
            return _ended(winner_without_a_move(tables, side, False), STALEMATE)
        if last:
            return U0
        if settings[REPETITION] != U0 and seen >= settings[REPETITION]:
            return _ended(U2, REPEATED)
        if insufficient_material(state, at, tables):
            return _ended(U2, MATERIAL)
        plies = state[at + HALFMOVE]
        if settings[LIMIT] != U0 and plies >= settings[LIMIT]:
            return _ended(U2, MOVES_LIMIT)
        if settings[CLAIMED_REPETITION] != U0 and seen >= settings[CLAIMED_REPETITION]:
            return _ended(U2, REPEATED)
        if settings[CLAIMED_LIMIT] != U0 and plies >= settings[CLAIMED_LIMIT]:
            return _ended(U2, MOVES_LIMIT)
        return U0

    @own
    def white_rights(rules: Rules, state: Words, at: U64) -> U64:
        """The castling rights of White's arrangement: those of the arranged row with the same pieces of White."""
        white = state[at + WHITE]
        for number in range(rules.settings[N_ARRANGEMENTS]):
            row = uint64(number) * ROW
            same: Flag = rules.arranged[row + WHITE] == white
            for kind in range(U1, _N_TYPES):
                same &= rules.arranged[row + TYPES + kind] & white == state[at + TYPES + kind] & white
            if same:
                return rules.arranged[row + RIGHTS] & white
        return U0

    @own
    def arrange(rules: Rules, state: Words, at: U64, number: U64) -> None:
        """Arrange the pieces of the sides that are due: of both where they mirror each other, else White's first."""
        row = number * ROW
        if rules.settings[MIRRORED] != U0:
            _copy(rules.arranged, row, state, at)
        elif state[at + ARRANGE] & U1 != U0:
            _copy(rules.between, row, state, at)
        else:
            white, black = state[at + WHITE], rules.arranged[row + BLACK]
            for kind in range(U1, _N_TYPES):
                mine = state[at + TYPES + kind] & white
                state[at + TYPES + kind] = mine | (rules.arranged[row + TYPES + kind] & black)
            state[at + BLACK] = black
            state[at + RIGHTS] = white_rights(rules, state, at) | (rules.arranged[row + RIGHTS] & black)
            state[at + ARRANGE] = U0
            if state[at + OVER] == U0:
                state[at + OVER] = rules.arranged[row + OVER]

    @own
    def happen(rules: Rules, scratch: Scratch, state: Words, at: U64, number: U64) -> None:
        """Let one outcome of chance happen in a game."""
        dice = state[at + ARRANGE] == U0
        if not dice:
            second = rules.settings[MIRRORED] == U0 and state[at + ARRANGE] & U1 == U0
            arrange(rules, state, at, number)
            if not second:
                return
        _copy(state, at, scratch.row, U0)
        if dice:
            scratch.row[DICE] = _roll(number)
        settle(scratch.row, rules.tables)
        _copy(scratch.row, U0, state, at)

    @own
    def note(games: Games, rules: Rules, g: U64) -> U64:
        """Note that a position stands on the board; how often it has."""
        settings = rules.settings
        if settings[COUNTS] == U0:
            return U1
        state, at = games.states, g * ROW
        room = uint64(len(games.keys)) // uint64(len(games.n_keys))
        n = uint64(games.n_keys[g])
        if settings[FORGETS] != U0 and state[at + HALFMOVE] == U0 and state[at + DICE] == U0:
            n = U0
        key = state[at + HASH]
        base = g * room
        seen = U1
        back = settings[STRIDE]
        while back <= n:
            if games.keys[base + n - back] == key:
                seen += U1
            back += settings[STRIDE]
        games.keys[base + n] = key
        games.n_keys[g] = np.int64(n + U1)
        return seen

    @own
    def arrive(games: Games, rules: Rules, scratch: Scratch, g: U64) -> U64:
        """Work out what follows from the position of a game: how it has ended, or 0 and what may be played."""
        settings, tables = rules.settings, rules.tables
        state, at = games.states, g * ROW
        width = uint64(len(games.legal)) // uint64(len(games.counts))
        first = g * width
        n_actions = settings[N_ACTIONS]
        before = uint64(games.counts[g])
        size = uint64(len(games.mask)) // uint64(len(games.counts))
        if settings[MASKED] != U0:
            for i in range(before):
                games.mask[g * size + uint64(games.legal[first + i])] = 0
        games.counts[g] = 0
        while True:
            seen = note(games, rules, g)
            games.seen[g] = seen
            arranges = state[at + ARRANGE] != U0 and state[at + OVER] == U0
            chance = arranges or rolls(state, at, tables)
            n = U0
            if not chance:
                n = write_moves(state, at, tables, scratch.moves)
            end = judge(state, at, tables, settings, n, chance, seen)
            if end != U0:
                games.to_play[g] = np.int8(state[at + STM])
                return end
            if not chance:
                for i in range(n):
                    move = scratch.moves[i]
                    action = rules.lookup[move & _LOW16]
                    games.legal[first + i] = action
                    games.codes[first + i] = np.uint32(move)
                    if settings[MASKED] != U0:
                        games.mask[g * size + uint64(action)] = 1
                games.to_play[g] = np.int8(state[at + STM])
            else:
                n = settings[N_ARRANGEMENTS] if arranges else _ROLLS
                if settings[DRAWN] != U0:
                    number = U0
                    if arranges:
                        number = _drawn(games.random, g, n)
                    else:
                        one, two = _drawn(games.random, g, U6), _drawn(games.random, g, U6)
                        high, low = max(one, two), min(one, two)
                        number = ((high * (high + U1)) >> U1) + low
                    happen(rules, scratch, state, at, number)
                    continue
                for i in range(n):
                    action = np.int32(n_actions + i)
                    games.legal[first + i] = action
                    games.codes[first + i] = np.uint32(i)
                    if settings[MASKED] != U0:
                        games.mask[g * size + uint64(action)] = 1
                games.to_play[g] = 2
            games.counts[g] = np.int32(n)
            return U0

    @own
    def start(games: Games, rules: Rules, scratch: Scratch, g: U64) -> None:
        """Set a game up."""
        _copy(rules.begin, U0, games.states, g * ROW)
        games.n_keys[g] = 0
        games.plies[g] = 0
        games.over[g] = 0
        arrive(games, rules, scratch, g)

    @own
    def forget(games: Games, g: U64) -> None:
        """Nothing is told of the last step of a game."""
        games.terminated[g] = 0
        games.truncated[g] = 0
        games.reasons[g] = 0
        games.rewards[U2 * g] = 0
        games.rewards[U2 * g + U1] = 0

    @own
    def conclude(games: Games, rules: Rules, scratch: Scratch, g: U64) -> None:
        """Work out what follows from the position of a game, and whether that is its end."""
        settings = rules.settings
        result = arrive(games, rules, scratch, g)
        is_late = uint64(games.plies[g]) >= settings[MAX_PLIES] and games.to_play[g] != 2
        if result == U0 and not is_late:
            return
        if result != U0:
            winner = (result & U3) - U1
            games.terminated[g] = 1
            games.reasons[g] = np.uint8(result >> U4)
            games.rewards[U2 * g] = rules.points[U2 * winner]
            games.rewards[U2 * g + U1] = rules.points[U2 * winner + U1]
        else:
            games.truncated[g] = 1
        if settings[AUTO_RESET] != U0:
            start(games, rules, scratch, g)
        else:
            games.over[g] = 1

    @own
    def enter(games: Games, rules: Rules, scratch: Scratch, begin: Number, end: Number) -> None:
        """Work out what follows from positions that were put into the games of a slice."""
        for game in range(begin, end):
            g = uint64(game)
            forget(games, g)
            games.n_keys[g] = 0
            games.plies[g] = 0
            games.over[g] = 0
            conclude(games, rules, scratch, g)

    @own
    def set_up(games: Games, rules: Rules, scratch: Scratch, which: Numbers, begin: Number, end: Number) -> None:
        """Set up the games of a slice that `which` names."""
        for game in range(begin, end):
            if which[game] != 0:
                g = uint64(game)
                forget(games, g)
                start(games, rules, scratch, g)

    @own
    def observe(games: Games, rules: Rules, scratch: Scratch, begin: Number, end: Number) -> None:
        """Work out again what follows from the positions of a slice, which have been noted already."""
        for game in range(begin, end):
            g = uint64(game)
            if rules.settings[COUNTS] != U0:
                games.n_keys[g] -= 1
            arrive(games, rules, scratch, g)

    @own
    def step(games: Games, rules: Rules, scratch: Scratch, chosen: Numbers, begin: Number, end: Number) -> None:
        """Play in each game of a slice; `chosen` are indices of its legal actions, or negative."""
        tables = rules.tables
        state = games.states
        width = uint64(len(games.legal)) // uint64(len(games.counts))
        for game in range(begin, end):
            g = uint64(game)
            at = g * ROW
            forget(games, g)
            if games.over[g] != 0 or chosen[game] < 0:
                continue
            code = uint64(games.codes[g * width + uint64(chosen[game])])
            if games.to_play[g] == 2:
                happen(rules, scratch, state, at, code)
            else:
                make(state, at, scratch.row, U0, tables, code)
                _copy(scratch.row, U0, state, at)
                games.plies[g] += 1
            conclude(games, rules, scratch, g)

    return set_up, step, observe, enter


@kernel
def find(games: Games, actions: Numbers, which: Numbers, chosen: Numbers) -> Number:
    """Write the places of actions among the legal ones; the first game whose action is none of them, or -1.

    Games that `which` does not name play none: -1.
    """
    width = uint64(len(games.legal)) // uint64(len(games.counts))
    for game in range(len(actions)):
        g = uint64(game)
        chosen[game] = -1
        if games.over[g] != 0 or which[game] == 0:
            continue
        found: Any = -1
        for i in range(games.counts[g]):
            if games.legal[g * width + uint64(i)] == actions[game]:
                found = i
                break
        if found < 0:
            return game
        chosen[game] = found
    return -1


@kernel
def sample(games: Games, actions: Numbers, n_rolls: Index) -> None:
    """Write a random legal action of each game; rolls of two unequal dice are twice as likely."""
    width = uint64(len(games.legal)) // uint64(len(games.counts))
    for game in range(len(actions)):
        g = uint64(game)
        n = uint64(games.counts[g])
        if n == U0:
            actions[game] = 0
            continue
        if games.to_play[g] == 2 and n == n_rolls:
            one, two = _drawn(games.random, g, U6), _drawn(games.random, g, U6)
            high, low = max(one, two), min(one, two)
            number = ((high * (high + U1)) >> U1) + low
        else:
            number = _drawn(games.random, g, n)
        actions[game] = games.legal[g * width + number]
