"""Reading the main line of a game from its move text, entirely inside the kernel, on the fast path.

It reads plain text alone: English SAN as programs write it, numbers, comments, variations (passed over) and a result.
Whatever else stands there is `UNSURE`, and left to the reader that forgives and explains
(`axedrez.chess.gamefiles.pgn.reading`); what is read here, it reads the same.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy import uint64

from axedrez.chess.kernel.generate import write_moves
from axedrez.chess.kernel.layout import (
    ALL,
    BLACK,
    CASTLING,
    HASH,
    NIBBLE,
    PAWN,
    ROW,
    TYPES,
    U0,
    U1,
    U2,
    U3,
    U6,
    U8,
    U12,
    U16,
    U63,
    WHITE,
)
from axedrez.chess.kernel.make import make
from axedrez.chess.kernel.playout import end_of_game
from axedrez.jit import inlined, kernel, popcount
from axedrez.jit_types import I64, U64, Bytes, Flag, UShorts, Words

UNSURE = -1
MAX_PLIES = 1200
MAX_MEN = uint64(16)
"""Material is told of positions with so many men or fewer."""
WHITE_WINS, BLACK_WINS, DRAWN, UNKNOWN = range(4)
"""Results, as `playout` counts them."""

_NEWLINE, _SPACE = uint64(10), uint64(32)
_BANG, _HASH_SIGN, _DOLLAR, _OPEN, _CLOSE, _STAR, _PLUS, _DASH = (uint64(ord(c)) for c in "!#$()*+-")
_DOT, _SLASH, _ZERO, _ONE, _TWO, _NINE, _SEMICOLON, _EQUALS, _QUERY = (uint64(ord(c)) for c in "./0129;=?")
_RANK1, _RANK8, _A, _H, _O, _X, _UPPER_A, _UPPER_Z = (uint64(ord(c)) for c in "18ahOxAZ")
_BRACE, _BRACE_END, _BRACKET, _PERCENT = (uint64(ord(c)) for c in "{}[%")
_MAX_CODE = uint64(126)
_NO_RESULT, _BAD = uint64(7), uint64(8)
_ANY = uint64(9)
_NO_END = uint64(9)
_LIMIT = uint64(MAX_PLIES)
_I_UNSURE = np.int64(UNSURE)


@inlined
def _at(text: Bytes, i: U64, end: U64) -> U64:
    """The character at a place; a space behind the end."""
    return np.uint64(text[i]) if i < end else _SPACE


@inlined
def _is_digit(sign: U64) -> Flag:
    return _ZERO <= sign <= _NINE


@kernel
def _result(text: Bytes, i: U64, end: U64) -> U64:
    """The result that stands at a place, with its length × 16; `_NO_RESULT` for none."""
    first, second, third = _at(text, i, end), _at(text, i + U1, end), _at(text, i + U2, end)
    found, length = _NO_RESULT, U0
    if first == _ONE and second == _DASH and third == _ZERO:
        found, length = U0, U3
    elif first == _ZERO and second == _DASH and third == _ONE:
        found, length = U1, U3
    elif first == _STAR:
        found, length = U3, U1
    elif first == _ONE and second == _SLASH and third == _TWO and _at(text, i + U3, end) == _DASH:
        j = i + U3
        if _at(text, j + U1, end) == _ONE and _at(text, j + U2, end) == _SLASH and _at(text, j + U3, end) == _TWO:
            found, length = U2, uint64(7)
    if found == _NO_RESULT or _at(text, i + length, end) > _SPACE:
        return _NO_RESULT
    return found | (length << np.uint64(4))


@kernel
def _after_comment(text: Bytes, i: U64, end: U64) -> U64:
    """The place behind the comment that opens at a place; `ALL` for one in another, or one that does not end."""
    if np.uint64(text[i]) == _SEMICOLON:
        while i < end and np.uint64(text[i]) != _NEWLINE:
            i += U1
        return i
    i += U1
    while i < end:
        sign = np.uint64(text[i])
        if sign == _BRACE_END:
            return i + U1
        if sign == _BRACE:
            return ALL
        i += U1
    return ALL


@kernel
def _after_variation(text: Bytes, i: U64, end: U64) -> U64:
    """The place behind the variation that opens at a place; `ALL` for one that cannot be passed over safely."""
    depth = U0
    while i < end:
        sign = np.uint64(text[i])
        if sign in (_BRACE, _SEMICOLON):
            i = _after_comment(text, i, end)
            if i == ALL:
                return ALL
            continue
        if sign in (_BRACE_END, _BRACKET, _PERCENT) or sign > _MAX_CODE:
            return ALL
        if sign == _OPEN:
            depth += U1
        elif sign == _CLOSE:
            depth -= U1
            if depth == U0:
                return i + U1
        i += U1
    return ALL


@kernel
def _material(state: Words, at: U64, n_types: U64, weights: Words) -> U64:
    """The sum of the weights of all men; 0 where there are more than `MAX_MEN`."""
    if popcount(state[at + WHITE] | state[at + BLACK]) > MAX_MEN:
        return U0
    key = U0
    for kind in range(U1, n_types + U1):
        men = state[at + TYPES + kind]
        key += popcount(men & state[at + WHITE]) * weights[kind]
        key += popcount(men & state[at + BLACK]) * weights[U16 + kind]
    return key


@kernel
def _matching(
    state: Words,
    at: U64,
    moves: Words,
    n: U64,
    kind: U64,
    file: U64,
    rank: U64,
    target: U64,
    becomes: U64,
) -> U64:
    """The number of the only move that is meant; `ALL` where there is none or another."""
    men = state[at + TYPES + kind]
    found: Any = ALL
    for i in range(n):
        move = moves[i]
        origin = move & U63
        if ((move >> U6) & U63) != target or ((move >> U12) & NIBBLE) != becomes:
            continue
        if ((men >> origin) & U1) == U0 or ((move >> U16) & NIBBLE) == CASTLING:
            continue
        if (file != _ANY and (origin & np.uint64(7)) != file) or (rank != _ANY and (origin >> U3) != rank):
            continue
        if found != ALL:
            return ALL
        found = i
    return found


@kernel
def _castling(moves: Words, n: U64, long: Flag) -> U64:
    """The number of the only castling to that side; `ALL` where there is none or another."""
    found: Any = ALL
    for i in range(n):
        move = moves[i]
        if ((move >> U16) & NIBBLE) == CASTLING and (((move >> U6) & U63) < (move & U63)) == long:
            if found != ALL:
                return ALL
            found = i
    return found


@kernel
def _parse(
    text: Bytes, i: U64, end: U64, state: Words, at: U64, tables: Words, letters: Bytes, moves: Words, n: U64
) -> U64:
    """The number of the move at a place, with the place behind it × 65536; `ALL` where it is not sure."""
    sign = np.uint64(text[i])
    found = ALL
    if sign == _O:
        if _at(text, i + U1, end) != _DASH or _at(text, i + U2, end) != _O:
            return ALL
        i += U3
        long = _at(text, i, end) == _DASH
        if long:
            if _at(text, i + U1, end) != _O:
                return ALL
            i += U2
        found = _castling(moves, n, long)
    else:
        kind = tables[PAWN]
        if _UPPER_A <= sign <= _UPPER_Z:
            kind = np.uint64(letters[sign])
            if kind == U0 or kind == tables[PAWN]:
                return ALL
            i += U1
        is_pawn = kind == tables[PAWN]
        file, rank = _ANY, _ANY
        sign, following = _at(text, i, end), _at(text, i + U1, end)
        # What stands before the target: nothing, a file, a rank or both, and a sign of capture.
        captures = False
        if _A <= sign <= _H and not (_RANK1 <= following <= _RANK8):
            file = sign - _A
            i += U1
        elif _RANK1 <= sign <= _RANK8:
            rank = sign - _RANK1
            i += U1
        elif _A <= sign <= _H:
            third = _at(text, i + U2, end)
            if third == _X or (_A <= third <= _H):
                file, rank = sign - _A, following - _RANK1
                i += U2
        if _at(text, i, end) == _X:
            captures = True
            i += U1
        if is_pawn and (rank != _ANY or captures != (file != _ANY)):
            return ALL
        sign, following = _at(text, i, end), _at(text, i + U1, end)
        if not (_A <= sign <= _H and _RANK1 <= following <= _RANK8):
            return ALL
        target = (sign - _A) + U8 * (following - _RANK1)
        i += U2
        becomes = U0
        if _at(text, i, end) == _EQUALS:
            sign = _at(text, i + U1, end)
            if not _UPPER_A <= sign <= _UPPER_Z:
                return ALL
            becomes = np.uint64(letters[sign])
            if becomes == U0:
                return ALL
            i += U2
        found = _matching(state, at, moves, n, kind, file, rank, target, becomes)
    if found == ALL:
        return ALL
    sign = _at(text, i, end)
    if sign in (_PLUS, _HASH_SIGN):
        i += U1
        sign = _at(text, i, end)
    while sign in (_BANG, _QUERY):
        i += U1
        sign = _at(text, i, end)
    if sign > _SPACE and sign not in (_CLOSE, _OPEN, _BRACE, _SEMICOLON, _DOLLAR):
        return ALL
    return found | (i << U16)


@kernel
def read_main_line(
    text: Bytes,
    tables: Words,
    letters: Bytes,
    weights: Words,
    state: Words,
    moves: Words,
    keys: Words,
    choices: UShorts,
    materials: Words,
    told: Words,
) -> I64:
    """Read a move text; returns the number of plies, or `UNSURE`.

    `letters`: the type of piece by character, 0 for none; `weights` (32 words): what a man counts in the key of the
    material, by 16 × side + type. `state` (2 × `ROW` words) begins with the start position. `keys` gets the hash of
    every position, `choices` the number of every move among the legal ones, `materials` the key of the material of
    every position (0: too many men); they have room for `MAX_PLIES` + 1. `told` gets the result that is written and
    the one by the rules (`UNKNOWN`: not over).
    """
    end = np.uint64(text.shape[0])
    n_types = tables[U0]
    at, ply, i = U0, U0, U0
    result = _NO_RESULT
    n = write_moves(state, at, tables, moves, U0, ALL)
    keys[U0] = state[at + HASH]
    materials[U0] = _material(state, at, n_types, weights)
    while i < end:
        sign = np.uint64(text[i])
        if sign <= _SPACE or sign == _DOT:
            i += U1
            continue
        if result != _NO_RESULT:
            return _I_UNSURE
        if sign in (_BRACE, _SEMICOLON):
            i = _after_comment(text, i, end)
            if i == ALL:
                return _I_UNSURE
            continue
        if sign == _OPEN:
            if ply == U0:
                return _I_UNSURE
            i = _after_variation(text, i, end)
            if i == ALL:
                return _I_UNSURE
            continue
        if _is_digit(sign) or sign == _STAR:
            found = _result(text, i, end)
            if found != _NO_RESULT:
                result = found & NIBBLE
                i += found >> np.uint64(4)
                continue
            while _is_digit(_at(text, i, end)):
                i += U1
            sign = _at(text, i, end)
            if sign != _DOT and sign > _SPACE:
                return _I_UNSURE
            continue
        if sign == _DOLLAR:
            i += U1
            if not _is_digit(_at(text, i, end)):
                return _I_UNSURE
            while _is_digit(_at(text, i, end)):
                i += U1
            continue
        if ply == _LIMIT:
            return _I_UNSURE
        found = _parse(text, i, end, state, at, tables, letters, moves, n)
        if found == ALL:
            return _I_UNSURE
        i = found >> U16
        choice = found & np.uint64(0xFFFF)
        choices[ply] = np.uint16(choice)
        make(state, at, state, ROW - at, tables, moves[choice])
        at = ROW - at
        ply += U1
        keys[ply] = state[at + HASH]
        materials[ply] = _material(state, at, n_types, weights)
        n = write_moves(state, at, tables, moves, U0, ALL)
    if result == _NO_RESULT:
        return _I_UNSURE
    ended = end_of_game(state, at, tables, n, keys, ply)
    told[U0] = result
    told[U1] = U3 if ended == _NO_END else ended
    return np.int64(ply)
