"""Castling (M-10) and the arrangement of the first rank by chance (M-3) in the slow twin."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING

from tests.naive.board import WHITE, Square, piece_of, square_name
from tests.naive.variants.betza import ways

if TYPE_CHECKING:
    from tests.naive.variants.position import Move, Position, Right


def goes_to(position: Position, right: Right) -> tuple[Square, Square]:
    """Where the royal piece and its partner arrive."""
    towards = 1 if right.partner[0] > right.royal[0] else -1
    rules, rank = position.rules.sheet.castling, right.royal[1]
    file = right.royal[0] + 2 * towards if rules.mode == "classic" else "abcdefgh".index(rules.files[towards > 0])
    return (file, rank), (file - towards, rank)


def between(one: Square, other: Square) -> set[Square]:
    """The squares of a rank from one to the other, both of them included."""
    low, high = sorted((one[0], other[0]))
    return {(file, one[1]) for file in range(low, high + 1)}


def moves(position: Position) -> Iterator[Move]:
    """Castlings whose way is free and whose royal piece comes by no attacked square; its arrival is judged later."""
    from tests.naive.variants.position import Move

    sheet, board, side = position.rules.sheet, position.board, position.turn
    for right in position.rights:
        if right.side != side:
            continue
        royal_to, partner_to = goes_to(position, right)
        ends = {right.royal, right.partner}
        way = between(right.royal, royal_to) | between(right.partner, partner_to)
        if sheet.castling.mode == "classic":
            way |= between(right.royal, right.partner)
        if any(square not in position.rules.squares for square in way) or (way - ends) & board.keys():
            continue
        if sheet.royal.parry:
            passed = between(right.royal, royal_to) - {right.royal, royal_to}
            bare = {square: piece for square, piece in board.items() if square != right.royal}
            attacked = any(
                position.royal_attacked({**bare, square: board[right.royal]}, square, side) for square in passed
            )
            if attacked or position.in_check():
                continue
        target = royal_to if sheet.castling.mode == "classic" else right.partner
        yield Move(square_name(right.royal) + square_name(target), right.royal, target, kind="castling", right=right)


def make(position: Position, move: Move, board: dict[Square, str]) -> None:
    assert move.right
    royal_to, partner_to = goes_to(position, move.right)
    royal, partner = board.pop(move.right.royal), board.pop(move.right.partner)
    board[royal_to], board[partner_to] = royal, partner


def first_rank(position: Position) -> list[Square]:
    """The squares of the pieces that chance arranges, file a first."""
    return sorted(square for square, piece in position.board.items() if square[1] == 0 and piece.isupper())


@cache
def _orders(letters: str) -> set[str]:
    return {"".join(row) for row in permutations(letters)}


def arrangements(position: Position) -> list[str]:
    """All rows that chance may give, each once."""
    rules = position.rules
    squares = first_rank(position)
    letters = [position.board[square] for square in squares]
    rows = _orders("".join(sorted(letters)))
    if rules.sheet.start.shuffle == "chess960":
        bishop = ways("B")
        bishops = {letter for letter in letters if set(rules.ways[letter]) == bishop}
        partner = rules.letter(rules.sheet.castling.partner)

        def allowed(row: str) -> bool:
            colours = [squares[n][0] % 2 for n, letter in enumerate(row) if letter in bishops]
            frame = [letter for letter in row if letter == partner or letter in rules.royal]
            return colours[0] != colours[1] and frame[1] in rules.royal

        rows = {row for row in rows if allowed(row)}
    return sorted(rows)


def arrange(position: Position, row: str) -> Position:
    """The position once chance has arranged the first rank, of both sides where they mirror each other."""
    from tests.naive.variants import text

    rules = position.rules
    sheet = rules.sheet
    sides = "wb" if sheet.start.mirrored else position.shuffle[0]
    files = [square[0] for square in first_rank(text.start_without_rights(rules))]
    board = dict(position.board)
    for side in sides:
        rank = 0 if side == WHITE else sheet.board.ranks - 1
        for file, letter in zip(files, row, strict=True):
            board[file, rank] = piece_of(letter, side)
    left = "".join(side for side in position.shuffle if side not in sides)
    arranged = replace(position, board=board, shuffle=left)
    if left:
        return arranged
    letters = sheet.start.fen.split()[2]
    if sheet.castling.mode == "960":
        return replace(arranged, rights=frozenset(text.rights_of(arranged, letters)))
    home = text.start_without_rights(rules).board
    kept = frozenset(
        right
        for right in text.rights_of(arranged, letters)
        if all(board.get(square) == home[square] for square in (right.royal, right.partner))
    )
    return replace(arranged, rights=kept)
