"""Figures of the manual (F-1 … F-10): positions of the game itself.

They are found by the game's own rules, so that they are right for any sheet. A figure that a game cannot have is None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from axedrez.chess import geometry
from axedrez.core.errors import TextError
from axedrez.core.manual import Figure
from axedrez.core.sides import Side
from axedrez.rulesheet.sheet import Id

if TYPE_CHECKING:
    from axedrez.chess.game import ChessGame
    from axedrez.chess.moves import ChessMove
    from axedrez.chess.position import ChessPosition

Accept = Callable[["ChessPosition"], object]
Pieces = dict[int, str]


class Scene(NamedTuple):
    """A position with what to point at, still without caption; `san` is the move that the caption may name."""

    position: ChessPosition
    marks: Iterable[int] = ()
    arrows: Iterable[tuple[int, int]] = ()
    before: ChessPosition | None = None
    move: ChessMove | None = None

    def san(self, lang: str) -> str:
        """The move of the figure in notation."""
        assert self.move is not None
        return (self.before or self.position).notate(self.move, lang)

    def figure(self, caption: str) -> Figure:
        """The figure of the manual."""
        name = geometry.square_name
        return Figure(
            position=self.position.text(),
            marks=tuple(name(square) for square in sorted(self.marks)),
            arrows=tuple((name(origin), name(target)) for origin, target in self.arrows),
            caption=caption,
        )


class Figures:
    """Looks for the figures of a game."""

    def __init__(self, game: ChessGame) -> None:
        self.game = game
        self.sheet = game.sheet
        self.files, self.ranks = self.sheet.board.files, self.sheet.board.ranks
        self.squares = geometry.squares(game.board)
        self.royal = self._letter(self.sheet.royal.piece)
        reach = {name: self._reach(name, self._square(self.files // 2, self.ranks // 2)) for name in self._officers()}
        self.officers = sorted(reach, key=lambda name: reach[name].bit_count())

    def _officers(self) -> list[Id]:
        return [name for name in self.sheet.pieces if name not in (self.sheet.royal.piece, self.sheet.pawn.piece)]

    def _letter(self, piece: Id) -> str:
        return self.sheet.pieces[piece].letter

    def _square(self, file: int, rank: int) -> int:
        """The square, or the next one that exists."""
        wanted = file + 8 * rank
        return min(self.squares, key=lambda square: (square < wanted, abs(square - wanted)))

    def _reach(self, piece: Id, origin: int) -> int:
        way = geometry.movement(self.sheet.pieces[piece])
        assert way is not None, "checked by checks.py"
        found = 0
        for step in way.leaps:
            target = geometry.shifted(origin, step, self.game.board)
            found |= 0 if target is None else 1 << target
        for line in way.lines:
            for step in line:
                found |= geometry.ray(origin, step, self.game.board)
        return found

    def position(self, pieces: Pieces, side: Side = Side.WHITE, rights: str = "-") -> ChessPosition | None:
        """The position with these pieces, if it is one."""
        rows = []
        for rank in reversed(range(self.ranks)):
            row = "".join(pieces.get(file + 8 * rank, " ") for file in range(self.files))
            for empty in range(self.files, 0, -1):
                row = row.replace(" " * empty, str(empty))
            rows.append(row)
        try:
            return self.game.parse(f"{'/'.join(rows)} {'wb'[side]} {rights} - 0 1")
        except TextError:
            return None

    def _with_royals(self, pieces: Pieces, side: Side, accept: Accept) -> ChessPosition | None:
        """The first acceptable position with the royal pieces that are missing put where they disturb nothing."""
        own = [None] if self.royal in pieces.values() else self.squares
        other = [None] if self.royal.lower() in pieces.values() else self.squares[::-1]
        for white in own:
            for black in other:
                added = {
                    square: letter
                    for square, letter in ((white, self.royal), (black, self.royal.lower()))
                    if square is not None
                }
                if (white is not None and white == black) or added.keys() & pieces.keys():
                    continue
                position = self.position(pieces | added, side)
                if position is not None and accept(position):
                    return position
        return None

    # --- moves of the pieces

    def reach(self, piece: Id) -> Scene | None:
        """F-2 and its like: what a piece reaches; one that only leaps also stands on the edge and in a corner."""
        way = geometry.movement(self.sheet.pieces[piece])
        assert way is not None, "checked by checks.py"
        origins = [self._square((self.files - 1) // 2, (self.ranks - 1) // 2)]
        if leaper(way) and piece != self.sheet.royal.piece:
            origins += [self._square(self.files - 1, self.ranks // 2), self._square(0, self.ranks - 1)]
        targets = set[int]()
        for origin in origins:
            targets |= set(geometry.squares(self._reach(piece, origin)))
        position = self._with_royals(
            dict.fromkeys(origins, self._letter(piece)),
            Side.WHITE,
            lambda found: {move.target for move in found.legal_moves() if move.origin in origins} == targets,
        )
        return Scene(position, targets) if position else None

    def pawn(self) -> Scene | None:
        """The steps of a pawn and a capture."""
        pawn = self._letter(self.sheet.pawn.piece)
        double = self.sheet.pawn.double_step_ranks
        origin = self._square((self.files - 1) // 2, (double[0] if double else 2) - 1)

        def moves(found: ChessPosition) -> list[ChessMove]:
            return [move for move in found.legal_moves() if move.origin == origin and not move.becomes]

        position = self._with_royals(
            {origin: pawn, origin + 9: pawn.lower()},
            Side.WHITE,
            lambda found: {move.target for move in moves(found)} >= {origin + 8, origin + 9},
        )
        return Scene(position, [move.target for move in moves(position)]) if position else None

    def en_passant(self) -> tuple[Scene, Scene] | None:
        """F-6: after the double step, and after the capture."""
        pawn = self._letter(self.sheet.pawn.piece)
        for rank in self.sheet.pawn.double_step_ranks:
            origin = self._square((self.files - 1) // 2, self.ranks - rank)
            taker = origin - 15
            can_be_taken = partial(_passing, capturer=taker)
            before = self._with_royals({origin: pawn.lower(), taker: pawn}, Side.BLACK, can_be_taken)
            if before is None:
                continue
            step, capture = _passing(before, taker)[0]
            after = before.play_unchecked(step)
            return (
                Scene(
                    after,
                    [capture.target],
                    [(step.origin, step.target), (capture.origin, capture.target)],
                    before,
                    step,
                ),
                Scene(after.play_unchecked(capture), (), [(capture.origin, capture.target)], after, capture),
            )
        return None

    def promotion(self, piece: Id) -> Scene | None:
        """F-7, and F-10 for pieces that are no pawns: the move that promotes."""
        for rank in reversed(range(self.ranks // 2 - 1, self.ranks - 1)):
            origin = (
                self._square(0, rank)
                if piece != self.sheet.pawn.piece
                else self._square(self.files // 2, self.ranks - 2)
            )

            def promoting(found: ChessPosition, origin: int = origin) -> list[ChessMove]:
                return [move for move in found.legal_moves() if move.origin == origin and move.becomes]

            position = self._with_royals(
                {origin: self._letter(piece)}, Side.WHITE, lambda found: bool(promoting(found)) and not found.checkers()
            )
            if position is not None:
                move = promoting(position)[0]
                return Scene(position, [move.target], [(move.origin, move.target)], move=move)
        return None

    def castlings(self) -> list[Scene]:
        """F-3: White's castlings before, then each after; empty where there are none."""
        pieces: Pieces = {}
        partner = self._letter(self.sheet.castling.partner)
        for castling in self.game.castlings.values():
            case = str.upper if castling.side == 0 else str.lower
            pieces |= {castling.king_from: case(self.royal), castling.rook_from: case(partner)}
        before = self.position(pieces, rights="".join(self.game.castlings))
        moves = [move for move in before.legal_moves() if move.castles] if before else []
        if before is None or not moves:
            return []
        arrows = [(move.origin, move.target) for move in moves]
        after = [Scene(before.play_unchecked(move), (), [(move.origin, move.target)], before, move) for move in moves]
        return [Scene(before, [target for _, target in arrows], arrows), *after]

    # --- check and the ends

    def check(self) -> Scene | None:
        """F-4: one piece gives check from afar; it can be taken, and its line can be closed."""
        king = self._square(self.files // 2, 0)
        corner = self.squares[-1] if self.squares[-1] & 7 != king & 7 else self._square(0, self.ranks - 1)
        base = {king: self.royal, corner: self.royal.lower()}
        for giver, origin in self._placed(self.officers, base, self.squares[::-1]):
            given = self.position(base | {origin: self._letter(giver).lower()})
            between = set(_between(origin, king))
            if given is None or given.checkers() != [origin] or not between:
                continue
            for helper, square in self._placed(self.officers, base | {origin: ""}, self.squares):
                found = self.position(base | {origin: self._letter(giver).lower(), square: self._letter(helper)})
                if found is None or found.checkers() != [origin]:
                    continue
                answers = {move.target for move in found.legal_moves() if move.origin == square}
                if origin in answers and answers & between:
                    return Scene(found, {move.target for move in found.legal_moves()}, [(origin, king)])
        return None

    def double_check(self) -> Scene | None:
        """F-5: a piece steps out of another's line and both give check."""
        king = self._square(self.files // 2, 0)
        corner = self.squares[-1] if self.squares[-1] & 7 != king & 7 else self._square(0, self.ranks - 1)
        base = {king: self.royal, corner: self.royal.lower()}
        for rear, origin in self._placed(reversed(self.officers), base, self.squares[::-1]):
            behind = base | {origin: self._letter(rear).lower()}
            given = self.position(behind)
            if given is None or given.checkers() != [origin]:
                continue
            for front in self.officers:
                for square in _between(origin, king):
                    before = self.position(behind | {square: self._letter(front).lower()}, Side.BLACK)
                    for move in before.legal_moves() if before else ():
                        after = before.play_unchecked(move) if before else None
                        if before and after and move.origin == square and len(after.checkers()) == 2:
                            return Scene(after, [king], [(giver, king) for giver in after.checkers()], before, move)
        return None

    def no_move(self, *, check: bool) -> Scene | None:
        """F-8 and F-9: Black in the corner, mated or stalemated by the strongest piece and the royal one."""
        corner = self.squares[-1]
        near = sorted(self.squares[:-1], key=lambda square: _distance(square, corner))
        strongest = self._letter(self.officers[-1]) if self.officers else ""
        for officer in near if strongest else ():
            for royal in near:
                if royal == officer:
                    continue
                found = self.position({corner: self.royal.lower(), officer: strongest, royal: self.royal}, Side.BLACK)
                if found is not None and not found.legal_moves() and bool(found.checkers()) == check:
                    return Scene(found, [corner], [(giver, corner) for giver in found.checkers()])
        return None

    def _placed(self, kinds: Iterable[Id], taken: Pieces, squares: list[int]) -> Iterator[tuple[Id, int]]:
        return ((kind, square) for kind in kinds for square in squares if square not in taken)


def leaper(way: geometry.Movement) -> bool:
    """Whether a piece moves by leaps of more than one square, and by nothing else."""
    return not way.lines and all(max(map(abs, step)) > 1 for step in way.leaps)


def _distance(one: int, other: int) -> int:
    return max(abs((one & 7) - (other & 7)), abs((one >> 3) - (other >> 3)))


def _between(one: int, other: int) -> list[int]:
    """The squares strictly between two on a rank, file or diagonal."""
    files, ranks = (other & 7) - (one & 7), (other >> 3) - (one >> 3)
    length = max(abs(files), abs(ranks))
    if length == 0 or (files and ranks and abs(files) != abs(ranks)):
        return []
    step = (files // length) + 8 * (ranks // length)
    return [one + step * index for index in range(1, length)]


def _passing(before: ChessPosition, capturer: int) -> list[tuple[ChessMove, ChessMove]]:
    """The double steps that can be taken in passing by the pawn on `capturer`, each with the capture."""
    found = []
    for step in before.legal_moves():
        if step.origin - step.target == 16:
            middle = step.origin - 8
            after = before.play_unchecked(step)
            found += [(step, move) for move in after.legal_moves() if (move.origin, move.target) == (capturer, middle)]
    return found
