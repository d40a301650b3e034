"""Games made up for the bench of the explorer: fast, with favourite moves, as a PGN file of any size."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numpy import uint64

from axedrez import load
from axedrez.chess.kernel.attacks import checkers
from axedrez.chess.kernel.generate import write_moves
from axedrez.chess.kernel.layout import (
    ALL,
    BLACK,
    CASTLING,
    EN_PASSANT,
    HASH,
    MAX_MOVES,
    NIBBLE,
    PAWN,
    ROW,
    TYPES,
    WHITE,
)
from axedrez.chess.kernel.make import make
from axedrez.chess.kernel.playout import NO_END, end_of_game
from axedrez.chess.position.game import ChessGame
from axedrez.jit_types import U64, Bytes, Flag, Number, Words

MOST_PLIES = 200
_U0, _U1, _U2, _U3, _U6, _U7, _U12, _U16, _U32, _U63 = (uint64(n) for n in (0, 1, 2, 3, 6, 7, 12, 16, 32, 63))
_NEXT, _STEP = uint64(6364136223846793005), uint64(1442695040888963407)
_A, _ONE, _ZERO, _X, _C = (uint64(n) for n in (97, 49, 48, 10, 100))
_MIX = uint64(0x9E3779B97F4A7C15)
_EARLY, _LEAST, _GOES_ON = uint64(16), uint64(24), uint64(55)
_UNFINISHED, _WIDTH = uint64(9), uint64(70)


@numba.njit(error_model="numpy")
def _put(text: Bytes, n: U64, sign: Any) -> U64:
    text[n] = sign
    return n + _U1


@numba.njit(error_model="numpy")
def write_san(
    state: Words,
    at: U64,
    tables: Words,
    letters: Bytes,
    moves: Words,
    count: Number,
    move: U64,
    gives_check: Flag,
    text: Bytes,
    n: U64,
) -> U64:
    """Write a move in SAN; returns where it ends."""
    origin, target = move & _U63, (move >> _U6) & _U63
    becomes, special = (move >> _U12) & NIBBLE, (move >> _U16) & NIBBLE
    if special == CASTLING:
        for sign in (79, 45, 79):
            n = _put(text, n, sign)
        if target < origin:
            for sign in (45, 79):
                n = _put(text, n, sign)
    else:
        kind = _U0
        for each in range(np.int64(1), np.int64(tables[_U0]) + 1):
            if (state[at + TYPES + np.uint64(each)] >> origin) & _U1 != _U0:
                kind = np.uint64(each)
        occupied = state[at + WHITE] | state[at + BLACK]
        captures = (occupied >> target) & _U1 != _U0 or special == EN_PASSANT
        if kind == tables[PAWN]:
            if captures:
                n = _put(text, n, _A + (origin & _U7))
        else:
            n = _put(text, n, letters[kind])
            others, same_file, same_rank = False, False, False
            for i in range(count):
                other = moves[i]
                square = other & _U63
                if square == origin or ((other >> _U6) & _U63) != target:
                    continue
                if (other >> _U16) & NIBBLE == CASTLING or (state[at + TYPES + kind] >> square) & _U1 == _U0:
                    continue
                others = True
                same_file = same_file or (square & _U7) == (origin & _U7)
                same_rank = same_rank or (square >> _U3) == (origin >> _U3)
            if others and (not same_file or same_rank):
                n = _put(text, n, _A + (origin & _U7))
            if others and same_file:
                n = _put(text, n, _ONE + (origin >> _U3))
        if captures:
            n = _put(text, n, 120)
        n = _put(text, n, _A + (target & _U7))
        n = _put(text, n, _ONE + (target >> _U3))
        if becomes != _U0:
            n = _put(text, n, 61)
            n = _put(text, n, letters[becomes])
    if gives_check:
        n = _put(text, n, 43)
    return n


@numba.njit(error_model="numpy")
def play(tables: Words, root: Words, letters: Bytes, seed: U64, text: Bytes) -> tuple[U64, U64, U64]:
    """One game as move text without a result; returns where it ends, who won (9: nobody yet), and the plies."""
    state = np.zeros(_U2 * ROW, np.uint64)
    moves = np.empty(MAX_MOVES, np.uint64)
    keys = np.empty(MOST_PLIES + 2, np.uint64)
    for i in range(ROW):
        state[i] = root[i]
    at, ply, n, chance, line = _U0, _U0, _U0, seed, _U0
    while True:
        keys[ply] = state[at + HASH]
        count = write_moves(state, at, tables, moves, _U0, ALL)
        ended = end_of_game(state, at, tables, count, keys, ply)
        if ended != NO_END or ply == MOST_PLIES:
            return n, ended, ply
        chance = chance * _NEXT + _STEP
        if ply > _LEAST and (chance >> _U32) % _GOES_ON == _U0:
            return n, _UNFINISHED, ply
        # Every position has its favourite moves: strongly in the opening, weakly later.
        chance = chance * _NEXT + _STEP
        share = np.float64(chance >> _U32) / 4294967296.0
        share = share**5 if ply < _EARLY else share * share
        rank = np.uint64(share * np.float64(count))
        key = state[at + HASH] * _MIX
        choice = moves[(rank + (key >> _U32)) % count]
        if ply % _U2 == _U0:
            turn = ply // _U2 + _U1
            if turn >= _C:
                n = _put(text, n, _ZERO + turn // _C)
            if turn >= _X:
                n = _put(text, n, _ZERO + (turn // _X) % _X)
            n = _put(text, n, _ZERO + turn % _X)
            n = _put(text, n, 46)
            n = _put(text, n, 32)
        make(state, at, state, ROW - at, tables, choice)
        checks = checkers(state, ROW - at, tables) != _U0
        n = write_san(state, at, tables, letters, moves, count, choice, checks, text, n)
        if n - line > _WIDTH:
            n, line = _put(text, n, 10), n
        else:
            n = _put(text, n, 32)
        at = ROW - at
        ply += _U1


def write_file(path: Path, games: int, seed: int = 1) -> int:
    """Write games of made-up players; returns the moves of both sides in all of them."""
    rules = load("clasico")
    assert isinstance(rules, ChessGame)
    tables, root = rules.compiled, rules.start().raw
    letters = np.zeros(16, np.uint8)
    for letter, number in rules.types.items():
        letters[number] = ord(letter)
    text = np.empty(16 * MOST_PLIES, np.uint8)
    source = random.Random(seed)
    players = [
        (
            f"{source.choice(_SYLLABLES)}{source.choice(_SYLLABLES).lower()}, {chr(65 + n % 26)}{n}",
            max(800, min(2850, round(source.gauss(2000, 300)))),
        )
        for n in range(max(100, games // 40))
    ]
    events = [f"{source.choice(_SYLLABLES)} Open {year}" for year in range(1970, 2027) for _ in range(8)]
    plies = 0
    with open(path, "w", encoding="ascii") as file:
        for number in range(games):
            (white, one), (black, other) = source.choice(players), source.choice(players)
            event = source.choice(events)
            end, ended, length = play(tables, root, letters, np.uint64(source.getrandbits(63)), text)
            plies += int(length)
            result = {0: "1-0", 1: "0-1", 2: "1/2-1/2"}.get(int(ended)) or _decided(source, one, other)
            file.write(
                f'[Event "{event}"]\n[Site "?"]\n[Date "{event[-4:]}.{source.randint(1, 12):02}.??"]\n'
                f'[Round "{number % 11 + 1}"]\n[White "{white}"]\n[Black "{black}"]\n[Result "{result}"]\n'
                f'[WhiteElo "{one}"]\n[BlackElo "{other}"]\n\n{text[:end].tobytes().decode()}{result}\n\n'
            )
    return plies


_SYLLABLES = (
    "Al",
    "Ber",
    "Car",
    "Dom",
    "Es",
    "Fer",
    "Gar",
    "Her",
    "Ib",
    "Jim",
    "Lar",
    "Mor",
    "Nav",
    "Or",
    "Per",
    "Ruiz",
)


def _decided(source: random.Random, one: int, other: int) -> str:
    expected = 1 / (1 + 10 ** ((other - one - 35) / 400))
    share = source.random()
    draws = 0.35 * (1 - abs(2 * expected - 1))
    return "1/2-1/2" if share < draws else "1-0" if share < draws + (1 - draws) * expected else "0-1"
