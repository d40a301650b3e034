"""Positions for comparing a kernel with the slow twin: the same for the same seed, on every machine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from tests.naive.board import BLACK, WHITE, Square, opponent, piece_of
from tests.naive.chess import Move, NaivePosition
from tests.naive.rules import Rules

LONGEST_GAME = 140
LONGEST_SPARSE_GAME = 30
SPARSE_GAMES = 4
SHARE_KEPT = 0.25


def random_positions(rules: Rules, count: int, seed: int) -> Iterator[str]:
    """Yield `count` FENs met in random play.

    One game begins at the start, then four in sparse positions drawn at random, where castling, promotions and T-4
    are near. The last position of a game may be mate or stalemate; no position has more than fifty idle moves.
    """
    random = Random(seed)
    kept = 0
    while True:
        games = [(NaivePosition.start(rules), LONGEST_GAME)]
        games += [(sparse_position(rules, random), LONGEST_SPARSE_GAME) for _ in range(SPARSE_GAMES)]
        for first, longest in games:
            for position in _random_game(first, random.randint(1, longest), random):
                if random.random() < SHARE_KEPT or position.legal_en_passant():
                    yield position.fen()
                    kept += 1
                    if kept == count:
                        return


def sparse_position(rules: Rules, random: Random) -> NaivePosition:
    """A position with few pieces, advanced pawns, sometimes rights to castle, that a game could be going on from."""
    while True:
        position = _scatter(rules, random)
        waiting = replace(position, turn=opponent(position.turn))
        if not waiting.in_check() and len(position.checkers()) <= 2:
            return position


def _random_game(position: NaivePosition, plies: int, random: Random) -> Iterator[NaivePosition]:
    yield position
    for _ in range(plies):
        move = _random_move(position, random)
        if move is None or position.halfmove >= 100:
            return
        position = position.after(move)
        yield position


def _random_move(position: NaivePosition, random: Random) -> Move | None:
    """A legal move; castlings, captures, double steps and changes of a piece are likelier than the others."""
    moves = sorted(position.pseudo_moves(), key=lambda move: move.uci)
    while moves:
        move = random.choices(moves, [_weight(position, move) for move in moves])[0]
        if position.is_legal(move):
            return move
        moves.remove(move)
    return None


def _weight(position: NaivePosition, move: Move) -> int:
    is_pawn = position.board[move.origin].upper() == position.rules.pawn
    double_step = is_pawn and abs(move.target[1] - move.origin[1]) == 2
    if move.castling or move.becomes or double_step or move.target in position.board:
        return 4
    return 2 if is_pawn else 1


def _scatter(rules: Rules, random: Random) -> NaivePosition:
    board: dict[Square, str] = {}
    rights: set[str] = set()
    blank = NaivePosition(rules, {}, WHITE, frozenset(), None, 0, 1)
    castling_sides = [side for side in (WHITE, BLACK) if rules.castling and random.random() < 0.5]
    for side in castling_sides:
        _castling_men(rules, side, board, rights)
    squares = [(file, rank) for file in range(rules.files) for rank in range(rules.ranks)]
    free = [square for square in squares if blank.exists(square) and square not in board]
    random.shuffle(free)
    for side in (WHITE, BLACK):
        if side not in castling_sides:
            board[free.pop()] = piece_of(rules.royal, side)
    letters = [letter for letter in sorted(rules.pieces) if letter != rules.royal]
    if rules.rook_promotion:
        letters.append(rules.rook_promotion.piece)
    for square in free[: random.randint(2, 10)]:
        seen_by_white = blank.own_rank(square, WHITE)
        if 1 < seen_by_white < rules.ranks and random.random() < 0.5:
            letter, side = rules.pawn, random.choices((WHITE, BLACK), (seen_by_white, rules.ranks - seen_by_white))[0]
        else:
            letter, side = random.choice(letters), random.choice((WHITE, BLACK))
        board[square] = piece_of(letter, side)
    turn = random.choice((WHITE, BLACK))
    return replace(blank, board=board, turn=turn, castling=frozenset(rights), fullmove=random.randint(1, 80))


def _castling_men(rules: Rules, side: str, board: dict[Square, str], rights: set[str]) -> None:
    rank = 0 if side == WHITE else rules.ranks - 1
    board[4, rank] = piece_of(rules.royal, side)
    for file, right in ((0, "Q"), (rules.files - 1, "K")):
        board[file, rank] = piece_of("R", side)
        rights.add(piece_of(right, side))
