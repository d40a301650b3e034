"""Figures of the manual (F-1 … F-10): positions of the game itself, found by its own rules.

A figure that a game cannot have is None.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from axedrez.chess.manual.move_figures import MoveFigures
from axedrez.chess.manual.positions import Pieces, Scene, bounded
from axedrez.core.sides import Side
from axedrez.rulesheet.sheet import Id

if TYPE_CHECKING:
    from axedrez.chess.moves import ChessMove
    from axedrez.chess.position import ChessPosition


class Figures(MoveFigures):
    """Looks for the figures of a game: besides moves, checks, ends and captures."""

    # --- check and the ends

    def _kings(self) -> tuple[int, Pieces] | None:
        """White's royal piece in the middle of its first rank, Black's in a corner; None unless each has one."""
        if len(self.sheet.royal.pieces) != 1 or self.game.royal_counts != [1, 1]:
            return None
        king = self.square(self.files // 2, 0)
        corner = self.squares[-1] if self.squares[-1] & 7 != king & 7 else self.square(0, self.ranks - 1)
        royal = self.game.royals
        return king, {king: royal, corner: royal.lower()}

    @bounded
    def check(self) -> Scene | None:
        """One piece gives check from afar; it can be taken, and its line can be closed."""
        kings = self._kings()
        for giver, origin in self._placed(self.officers, kings[1], self.squares[::-1]) if kings else ():
            king, base = kings or (0, {})
            given = self.position(base | {origin: self.letter(giver).lower()})
            between = set(_between(origin, king))
            if given is None or given.checkers() != [origin] or not between:
                continue
            for helper, square in self._placed(self.officers, base | {origin: ""}, self.squares):
                found = self.position(base | {origin: self.letter(giver).lower(), square: self.letter(helper)})
                if found is None or found.checkers() != [origin]:
                    continue
                answers = {move.target for move in found.legal_moves() if move.origin == square}
                if origin in answers and answers & between:
                    return Scene(found, {move.target for move in found.legal_moves()}, [(origin, king)])
        return None

    @bounded
    def double_check(self) -> Scene | None:
        """A piece steps out of another's line and both give check."""
        kings = self._kings()
        for rear, origin in self._placed(reversed(self.officers), kings[1], self.squares[::-1]) if kings else ():
            king, base = kings or (0, {})
            behind = base | {origin: self.letter(rear).lower()}
            given = self.position(behind)
            if given is None or given.checkers() != [origin]:
                continue
            for front in self.officers:
                for square in _between(origin, king):
                    before = self.position(behind | {square: self.letter(front).lower()}, Side.BLACK)
                    scene = _doubled(before, square, king) if before else None
                    if scene is not None:
                        return scene
        return None

    @bounded
    def no_move(self, *, check: bool) -> Scene | None:
        """Black in the corner, mated or stalemated by the strongest piece and the royal one."""
        corner = self.squares[-1]
        near = sorted(self.squares[:-1], key=lambda square: _distance(square, corner))
        if not self._kings() or not self.officers:
            return None
        strongest, royal = self.letter(self.officers[-1]), self.game.royals
        wanted = "checkmate" if check else "stalemate"
        # Where a bare royal piece has lost already, Black has another piece, which may well move when it is mate.
        spare = self.square(0, self.ranks - 2)
        army = {spare: self.letter(self.officers[0]).lower()} if "bare-royal" in self.sheet.goal.win else {}
        for officer in near:
            for place in near:
                if place == officer or {place, officer} & army.keys():
                    continue
                found = self.position({corner: royal.lower(), officer: strongest, place: royal} | army, Side.BLACK)
                ended = found.outcome() if found and not found.legal_moves() else None
                if found and ended and ended.reason == wanted:
                    return Scene(found, [corner], [(giver, corner) for giver in found.checkers()])
        return None

    def _placed(self, kinds: Iterable[Id], taken: Pieces, squares: list[int]) -> Iterator[tuple[Id, int]]:
        return ((kind, square) for kind in kinds for square in squares if square not in taken)

    # --- captures that are not the ordinary ones

    @bounded
    def mandatory(self) -> Scene | None:
        """A player who must capture: none of the moves of his other pieces is legal."""
        origin = self.square((self.files - 1) // 2, (self.ranks - 1) // 2)
        for name, other in self._pairs(origin):
            dice = self.dice(name)
            for target in sorted(self.targets(name, origin, {})) if dice is not None else ():
                pieces = {origin: self.letter(name), target: self.letter(other).lower()}
                pieces |= {self.squares[0]: self.letter(self.officers[-1])}
                found = self.with_royals(pieces, Side.WHITE, partial(_all_go_to, target), extras=dice or "")
                if found is not None:
                    return Scene(found, [target], [(origin, target)])
        return None

    @bounded
    def own_capture(self) -> Scene | None:
        """A piece that captures one of its own side."""
        origin = self.square((self.files - 1) // 2, (self.ranks - 1) // 2)
        for name, victim in self._pairs(origin):
            dice = self.dice(name)
            for target in sorted(self.targets(name, origin, {})) if dice is not None else ():

                def capture(found: ChessPosition, way: tuple[int, int] = (origin, target)) -> list[ChessMove]:
                    return [move for move in found.legal_moves() if (move.origin, move.target) == way]

                pieces = {origin: self.letter(name), target: self.letter(victim)}
                found = self.with_royals(pieces, Side.WHITE, capture, extras=dice or "")
                if found is not None:
                    return Scene(found, [target], [(origin, target)], move=capture(found)[0])
        return None

    @bounded
    def explosion(self) -> list[Scene]:
        """A capture that explodes, before and after."""
        origin = self.square(self.files // 2, 0)
        for name, victim in self._pairs(origin):
            dice = self.dice(name)
            middle = self.square(self.files // 2, self.ranks // 2)
            targets = sorted(self.targets(name, origin, {}), key=lambda square: _distance(square, middle))
            for target in targets if dice is not None else ():
                around = [square for square in self.squares if _distance(square, target) == 1 and square != origin]
                if len(around) < 5 or _distance(origin, target) < 2:
                    continue
                near = self._bystanders(around)
                pieces = near | {origin: self.letter(name), target: self.letter(victim).lower()}

                def capture(found: ChessPosition, way: tuple[int, int] = (origin, target)) -> list[ChessMove]:
                    return [move for move in found.legal_moves() if (move.origin, move.target) == way]

                before = self.with_royals(pieces, Side.WHITE, capture, extras=dice or "")
                if before is None:
                    continue
                move = capture(before)[0]
                arrows = [(origin, target)]
                return [
                    Scene(before, [target, *around], arrows, move=move),
                    Scene(before.play_unchecked(move), [target], (), before, move),
                ]
        return []

    def _bystanders(self, around: list[int]) -> Pieces:
        """An officer that will vanish and a pawn, each next to the explosion."""
        found = {around[0]: self.letter(self.officers[0]).lower()}
        if self.sheet.pawn.piece and around[-1] >> 3 < self.ranks - 1:
            found[around[-1]] = self.letter(self.sheet.pawn.piece).lower()
        return found

    def _pairs(self, origin: int) -> Iterator[tuple[Id, Id]]:
        """Kinds of White's that go somewhere from a square, each with the weakest officer to capture."""
        yield from ((name, self.officers[0]) for name in reversed(self.officers) if self.targets(name, origin, {}))

    @bounded
    def drop(self) -> Scene | None:
        """Where a piece may be put from the hand: a pawn, or else the weakest piece."""
        for name in (*([self.sheet.pawn.piece] if self.sheet.pawn.piece else []), *self.officers):
            dice, letter = self.dice(name), self.letter(name)
            found = self.with_royals({}, Side.WHITE, _drops, hand=letter, extras=dice) if dice is not None else None
            moves = _drops(found) if found else []
            if found is not None and moves:
                return Scene(found, [move.target for move in moves], move=moves[len(moves) // 2])
        return None


def _all_go_to(target: int, position: ChessPosition) -> bool:
    """Whether every legal move ends on this square, and there is one."""
    return {move.target for move in position.legal_moves()} == {target}


def _drops(position: ChessPosition) -> list[ChessMove]:
    return [move for move in position.legal_moves() if move.drops]


def _doubled(before: ChessPosition, square: int, king: int) -> Scene | None:
    """The move from a square after which two pieces give check."""
    for move in before.legal_moves():
        after = before.play_unchecked(move) if move.origin == square and not move.special else None
        if after and len(after.checkers()) == 2:
            return Scene(after, [king], [(giver, king) for giver in after.checkers()], before, move)
    return None


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
