"""The slow twin of the chess kernel: positions and moves, read from the clauses.

A board is a dict from square to piece; a move is legal when, once made, the mover's royal piece is not attacked
(C-5). Nothing here is clever, so that it can be believed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from tests.naive import endings
from tests.naive.board import BLACK, WHITE, Square, opponent, owner, piece_of, square_name, square_of
from tests.naive.rules import Rules, Step

Key = tuple[frozenset[tuple[Square, str]], str, frozenset[str], Square | None]
"""What makes two positions the same (C-22)."""


def forward(side: str) -> int:
    return 1 if side == WHITE else -1


class Move(NamedTuple):
    """A move; `becomes` is the upper-case letter of what the piece changes into. Castling is written by its king."""

    origin: Square
    target: Square
    becomes: str | None = None
    castling: bool = False

    @property
    def uci(self) -> str:
        return square_name(self.origin) + square_name(self.target) + (self.becomes or "").lower()


@dataclass(frozen=True)
class NaivePosition:
    """A position. `castling` holds the letters of FEN for the rights still owned; `en_passant` is the square passed
    over by a double step on the last turn, whether or not anything can capture there.
    """

    rules: Rules
    board: dict[Square, str]
    turn: str
    castling: frozenset[str]
    en_passant: Square | None
    halfmove: int
    fullmove: int

    # Text

    @classmethod
    def start(cls, rules: Rules) -> NaivePosition:
        return cls.from_fen(rules, rules.start)

    @classmethod
    def from_fen(cls, rules: Rules, fen: str) -> NaivePosition:
        """Read a FEN of six fields that is known to be good: this reader judges nothing."""
        placement, turn, castling, en_passant, halfmove, fullmove = fen.split()
        board: dict[Square, str] = {}
        for row, text in enumerate(placement.split("/")):
            file = 0
            for character in text:
                if character.isdigit():
                    file += int(character)
                else:
                    if character != "*":
                        board[file, rules.ranks - 1 - row] = character
                    file += 1
        return cls(
            rules,
            board,
            turn,
            frozenset(castling) - {"-"},
            None if en_passant == "-" else square_of(en_passant),
            int(halfmove),
            int(fullmove),
        )

    def fen(self) -> str:
        """The FEN; its en passant square is written only when an en passant capture is legal."""
        rows = []
        for rank in reversed(range(self.rules.ranks)):
            row = ""
            for file in range(self.rules.files):
                if self.exists((file, rank)):
                    row += self.board.get((file, rank), ".")
                else:
                    row += "*"
            for length in range(self.rules.files, 0, -1):
                row = row.replace("." * length, str(length))
            rows.append(row)
        passed = self.legal_en_passant()
        fields = (
            "/".join(rows),
            self.turn,
            "".join(right for right in "KQkq" if right in self.castling) or "-",
            square_name(passed) if passed else "-",
            str(self.halfmove),
            str(self.fullmove),
        )
        return " ".join(fields)

    # Board

    def exists(self, square: Square) -> bool:
        file, rank = square
        on_board = 0 <= file < self.rules.files and 0 <= rank < self.rules.ranks
        return on_board and square_name(square) not in self.rules.holes

    def own_rank(self, square: Square, side: str) -> int:
        """The rank counted from 1 as `side` sees it."""
        return square[1] + 1 if side == WHITE else self.rules.ranks - square[1]

    def is_last_rank(self, square: Square, side: str) -> bool:
        return self.own_rank(square, side) == self.rules.ranks

    def ray(self, origin: Square, step: Step) -> Iterator[Square]:
        """The squares met by sliding from `origin`, up to and with the first occupied one."""
        square = (origin[0] + step[0], origin[1] + step[1])
        while self.exists(square):
            yield square
            if square in self.board:
                return
            square = (square[0] + step[0], square[1] + step[1])

    def royal_square(self, side: str) -> Square:
        royal = piece_of(self.rules.royal, side)
        return next(square for square, piece in self.board.items() if piece == royal)

    # Attacks

    def attacks(self, origin: Square, target: Square) -> bool:
        """Whether the piece on `origin` could capture on `target` if an enemy stood there."""
        piece = self.board[origin]
        dx, dy = target[0] - origin[0], target[1] - origin[1]
        if piece.upper() == self.rules.pawn:
            return abs(dx) == 1 and dy == forward(owner(piece))
        movement = self.rules.pieces[piece.upper()]
        if (dx, dy) in movement.leaps:
            return True
        return any(
            target in self.ray(origin, (x, y))
            for x, y in movement.slides
            if dx * y == dy * x and dx * x + dy * y > 0  # only the ray that points there: the rest saves time
        )

    def attackers(self, target: Square, side: str) -> set[Square]:
        """The squares of the pieces of `side` that attack `target`."""
        return {origin for origin, piece in self.board.items() if owner(piece) == side and self.attacks(origin, target)}

    def checkers(self) -> set[str]:
        """The names of the squares from which the royal piece of the player to move is attacked (C-15)."""
        found = self.attackers(self.royal_square(self.turn), opponent(self.turn))
        return {square_name(square) for square in found}

    def in_check(self) -> bool:
        return bool(self.checkers())

    # Moves

    def pseudo_moves(self) -> Iterator[Move]:
        """Every move by the movement of the pieces alone, whatever becomes of the own king."""
        for origin, piece in self.board.items():
            if owner(piece) == self.turn:
                if piece.upper() == self.rules.pawn:
                    yield from self._pawn_moves(origin)
                else:
                    yield from self._piece_moves(origin, piece.upper())
        if self.rules.castling:
            yield from self._castlings()

    def _piece_moves(self, origin: Square, letter: str) -> Iterator[Move]:
        movement = self.rules.pieces[letter]
        reached = [(origin[0] + dx, origin[1] + dy) for dx, dy in movement.leaps]
        for step in movement.slides:
            reached.extend(self.ray(origin, step))
        for target in reached:
            if self.exists(target) and not self._own(target):
                yield from self._with_arrival(Move(origin, target), letter)

    def _own(self, square: Square) -> bool:
        return square in self.board and owner(self.board[square]) == self.turn

    def _with_arrival(self, move: Move, letter: str) -> Iterator[Move]:
        """The move, with the change of T-4 where it applies."""
        rule = self.rules.rook_promotion
        may_change = (
            rule is not None
            and letter == rule.piece
            and self.is_last_rank(move.target, self.turn)
            and not (rule.only_from_outside and self.is_last_rank(move.origin, self.turn))
            and not (rule.only_if_owner_has_none and piece_of(rule.into, self.turn) in self.board.values())
        )
        if rule is None or not may_change or rule.optional:
            yield move
        if rule is not None and may_change:
            yield move._replace(becomes=rule.into)

    def _pawn_moves(self, origin: Square) -> Iterator[Move]:
        for target in (*self._pawn_advances(origin), *self._pawn_captures(origin)):
            if self.is_last_rank(target, self.turn):
                for letter in self.rules.promotion_choices:
                    yield Move(origin, target, letter)
            else:
                yield Move(origin, target)

    def _pawn_advances(self, origin: Square) -> Iterator[Square]:
        steps = 2 if self.own_rank(origin, self.turn) in self.rules.double_step_ranks else 1
        for distance in range(1, steps + 1):
            target = (origin[0], origin[1] + distance * forward(self.turn))
            if not self.exists(target) or target in self.board:
                return
            yield target

    def _pawn_captures(self, origin: Square) -> Iterator[Square]:
        for side_step in (-1, 1):
            target = (origin[0] + side_step, origin[1] + forward(self.turn))
            enemy_there = target in self.board and not self._own(target)
            if enemy_there or (self.rules.en_passant and target == self.en_passant):
                yield target

    def _castlings(self) -> Iterator[Move]:
        """Castlings whose right is left and whose way is free; attacked squares are looked at in `is_legal`."""
        for right in self.castling:
            if owner(right) == self.turn:
                king, rook = self._castling_homes(right)
                towards = 1 if rook[0] > king[0] else -1
                if rook in self.ray(king, (towards, 0)):
                    yield Move(king, (king[0] + 2 * towards, king[1]), castling=True)

    def _castling_homes(self, right: str) -> tuple[Square, Square]:
        """Where king and rook of a castling right stand: the e file and a corner (C-2)."""
        rank = 0 if owner(right) == WHITE else self.rules.ranks - 1
        rook_file = self.rules.files - 1 if right.upper() == "K" else 0
        return (4, rank), (rook_file, rank)

    def is_legal(self, move: Move) -> bool:
        """Whether a pseudo-legal move keeps C-5, and for castling the attacked squares of C-14."""
        enemy = opponent(self.turn)
        if move.castling:
            path = ((move.origin[0] + move.target[0]) // 2, move.origin[1])
            if self.attackers(move.origin, enemy) or self.attackers(path, enemy):
                return False
        after = self.after(move)
        return not after.attackers(after.royal_square(self.turn), enemy)

    def after(self, move: Move) -> NaivePosition:
        """The position once a pseudo-legal move is made."""
        board = dict(self.board)
        piece = board.pop(move.origin)
        is_pawn = piece.upper() == self.rules.pawn
        passing = is_pawn and move.target == self.en_passant and move.origin[0] != move.target[0]
        victim = (move.target[0], move.origin[1]) if passing else move.target
        captured = board.pop(victim, None)
        board[move.target] = piece_of(move.becomes, self.turn) if move.becomes else piece
        if move.castling:
            rook = (self.rules.files - 1 if move.target[0] > move.origin[0] else 0, move.origin[1])
            board[(move.origin[0] + move.target[0]) // 2, move.origin[1]] = board.pop(rook)
        lost = {right for right in self.castling if {move.origin, move.target} & set(self._castling_homes(right))}
        double_step = is_pawn and abs(move.target[1] - move.origin[1]) == 2
        return replace(
            self,
            board=board,
            turn=opponent(self.turn),
            castling=self.castling - lost,
            en_passant=(move.origin[0], (move.origin[1] + move.target[1]) // 2) if double_step else None,
            halfmove=0 if is_pawn or captured else self.halfmove + 1,
            fullmove=self.fullmove + (self.turn == BLACK),
        )

    def moves(self) -> Iterator[Move]:
        return (move for move in self.pseudo_moves() if self.is_legal(move))

    def pseudo_legal(self) -> set[str]:
        return {move.uci for move in self.pseudo_moves()}

    def legal_moves(self) -> set[str]:
        return {move.uci for move in self.moves()}

    def play(self, uci: str) -> NaivePosition:
        """The position after a legal move; raises `ValueError` for any other text."""
        for move in self.moves():
            if move.uci == uci:
                return self.after(move)
        raise ValueError(f"{uci} is not legal in {self.fen()}")

    # History and ends

    def legal_en_passant(self) -> Square | None:
        """The en passant square, where some capture there is legal, pins considered (C-12, C-22)."""
        if self.en_passant is None or not self.rules.en_passant:
            return None
        for move in self.pseudo_moves():
            is_pawn = self.board[move.origin].upper() == self.rules.pawn
            if is_pawn and move.target == self.en_passant and self.is_legal(move):
                return self.en_passant
        return None

    def key(self) -> Key:
        """Equal for the positions that C-22 calls the same."""
        return frozenset(self.board.items()), self.turn, self.castling, self.legal_en_passant()

    def outcome(self, history: Sequence[Key] = ()) -> endings.Outcome | None:
        """(result, reason, clause) if the game has ended by itself; `history` holds the keys of earlier positions."""
        return endings.outcome(self, history)

    def claims(self, history: Sequence[Key] = ()) -> list[endings.Claim]:
        """(reason, clause) of each end that the player to move may claim now."""
        return endings.claims(self, history)


def play_line(position: NaivePosition, line: str) -> tuple[NaivePosition, list[Key]]:
    """The position after a line of UCI moves, and the keys of those before it."""
    history: list[Key] = []
    for uci in line.split():
        history.append(position.key())
        position = position.play(uci)
    return position, history


def perft(position: NaivePosition, depth: int) -> int:
    """How many sequences of `depth` legal moves there are; draws end nothing."""
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in position.moves())
    return sum(perft(position.after(move), depth - 1) for move in position.moves())
