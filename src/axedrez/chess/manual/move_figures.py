"""Figures of moves (F-2, F-3, F-6, F-7, F-10): what pieces reach, pawns, promotions, castling."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from axedrez.chess import geometry
from axedrez.chess.fairy import betza
from axedrez.chess.fairy.betza import Way
from axedrez.chess.manual.positions import Pieces, Positions, Scene, bounded
from axedrez.core.dice import Roll
from axedrez.core.sides import Side
from axedrez.rulesheet.sheet import Id

if TYPE_CHECKING:
    from axedrez.chess.moves import ChessMove
    from axedrez.chess.position import ChessPosition


def leaper(ways: tuple[Way, ...]) -> bool:
    """Whether a piece moves by leaps of more than one square, and by nothing else."""
    return all(way.limit == 1 and not way.hop and max(map(abs, way.step)) > 1 for way in ways)


class MoveFigures(Positions):
    """Looks for positions that show a kind of move; None where a game has none that would do."""

    @bounded
    def reach(self, piece: Id) -> Scene | None:
        """What a piece reaches; one that only leaps also stands on the edge and in a corner."""
        ways = betza.parse(self.sheet.pieces[piece].movement)
        dice = self.dice(piece)
        if dice is None:
            return None
        origins = [self.square((self.files - 1) // 2, (self.ranks - 1) // 2)]
        if leaper(ways) and piece not in self.sheet.royal.pieces and geometry.movement(self.sheet.pieces[piece]):
            origins += [self.square(self.files - 1, self.ranks // 2), self.square(0, self.ranks - 1)]
        own = dict.fromkeys(origins, self.letter(piece))
        for dressing in (self._dressing(piece, ways, origins[0]), {}, self._onlooker(piece, origins)):
            pieces = own | {square: letter for square, letter in dressing.items() if square not in own}
            wanted = set().union(*(self.targets(piece, origin, pieces) for origin in origins))
            position = self.with_royals(pieces, Side.WHITE, partial(_reaches, origins, wanted), extras=dice)
            if wanted and position:
                return Scene(position, wanted, origins=len(origins))
        return self._crowded_reach(piece, dice)

    def _crowded_reach(self, piece: Id, dice: str) -> Scene | None:
        """The start position with the piece in the middle, where goals need the armies whole."""
        for rank in (self.ranks // 2 - 1, self.ranks // 2):
            for file in (self.files // 2, self.files // 2 - 1):
                origin = self.square(file, rank)
                pieces = self.moved(self.letter(piece), origin)
                wanted = self.targets(piece, origin, pieces) if pieces else set[int]()
                position = self.position(pieces, extras=dice) if pieces and wanted else None
                if position is not None and _reaches([origin], wanted, position):
                    return Scene(position, wanted)
        return None

    def _onlooker(self, piece: Id, origins: list[int]) -> Pieces:
        """A piece of the opponent out of reach, where nobody may be left without any."""
        reached = set().union(*(self.targets(piece, origin, {}) for origin in origins), origins)
        away = [square for square in reversed(self.squares) if square not in reached]
        return {away[0]: self.letter(self.officers[0]).lower()} if away and self.officers else {}

    def _dressing(self, piece: Id, ways: tuple[Way, ...], origin: int) -> Pieces:
        """What a piece needs around it to show all that it does: hurdles, something to take, something in its way."""
        others = [name for name in self.officers if name != piece]
        if not others:
            return {}
        own, enemy = self.letter(others[0]), self.letter(others[0]).lower()
        found: Pieces = {}
        for way in ways:
            path = list(self._along(origin, way.step))
            if way.hop and len(path) > 2:
                found.setdefault(path[1], own)
                if way.captures and not way.moves and len(path) > 3:
                    found.setdefault(path[3], enemy)
            elif way.captures and not way.moves and not way.hop and path:
                found.setdefault(path[0], enemy)
            elif way.lame and not any(letter == own for letter in found.values()):
                over = geometry.shifted(origin, betza.passed(way.step)[0], self.game.board)
                found |= {over: own} if over is not None else {}
        return found

    @bounded
    def pawn(self) -> Scene | None:
        """The steps of a pawn and a capture."""
        pawn, dice = self.letter(self.sheet.pawn.piece), self.dice(self.sheet.pawn.piece)
        if dice is None or pawn not in self.game.armies[Side.WHITE]:
            return None
        # Where a double step is possible, or else as far back as pawns stand.
        double = [rank - 1 for rank in self.sheet.pawn.double_step_ranks]
        home = [square >> 3 for square, letter in self.game.begin.pieces.items() if letter == pawn]
        origin = self.square((self.files - 1) // 2, min(double or home or [1]))

        def moves(found: ChessPosition) -> set[int]:
            return {move.target for move in found.legal_moves() if move.origin == origin and not move.becomes}

        shown = {origin + 9} if self.sheet.capture.mandatory else {origin + 8, origin + 9}
        position = self.with_royals(
            {origin: pawn, origin + 9: pawn.lower()}, Side.WHITE, lambda found: moves(found) >= shown, extras=dice
        )
        if position is not None:
            return Scene(position, moves(position))
        pieces = self.moved(pawn.lower(), origin + 9)
        position = self.position(pieces | {origin: pawn}, extras=dice) if pieces else None
        return Scene(position, moves(position)) if position and moves(position) >= shown else None

    @bounded
    def en_passant(self) -> tuple[Scene, Scene] | None:
        """After the double step, and after the capture."""
        pawn, dice = self.letter(self.sheet.pawn.piece), self.dice(self.sheet.pawn.piece)
        if dice is None:
            return None
        last = " moves=1" if self.sheet.turn.moves != 1 else ""
        for rank in self.sheet.pawn.double_step_ranks:
            origin = self.square((self.files - 1) // 2, self.ranks - rank)
            taker = origin - 15
            can_be_taken = partial(self._passing, capturer=taker)
            extras = f"{last}{dice}"
            before = self.with_royals(
                {origin: pawn.lower(), taker: pawn}, Side.BLACK, can_be_taken, extras=extras
            ) or self._crowded_passing(origin, taker, extras)
            if before is None:
                continue
            step, after, capture = self._passing(before, taker)[0]
            arrow = (capture.origin, capture.target)
            return (
                Scene(after, [capture.target], [(step.origin, step.target), arrow], before, step),
                Scene(after.play_unchecked(capture), (), [arrow], after, capture),
            )
        return None

    def _crowded_passing(self, origin: int, taker: int, extras: str) -> ChessPosition | None:
        pieces = self.moved(self.letter(self.sheet.pawn.piece), taker)
        before = self.position(pieces, Side.BLACK, extras=extras) if pieces and origin in pieces else None
        return before if before and self._passing(before, taker) else None

    def _passing(self, before: ChessPosition, capturer: int) -> list[tuple[ChessMove, ChessPosition, ChessMove]]:
        """The double steps that the pawn on `capturer` can take in passing, each with what follows."""
        found = []
        for step in before.legal_moves():
            if step.origin - step.target == 16:
                after = before.play_unchecked(step)
                if after.is_chance():
                    number = self.sheet.dice.faces.index(self.sheet.pawn.piece) + 1
                    after = after.play_unchecked(Roll(number, number))
                way = (capturer, step.origin - 8)
                found += [(step, after, move) for move in after.legal_moves() if (move.origin, move.target) == way]
        return found

    @bounded
    def promotion(self, piece: Id) -> Scene | None:
        """The move that promotes, of a pawn or of another piece."""
        dice = self.dice(piece)
        for origin in self._before_zone(piece) if dice is not None else ():

            def promoting(found: ChessPosition, origin: int = origin) -> list[ChessMove]:
                moves = [move for move in found.legal_moves() if move.origin == origin and move.becomes]
                return [] if found.checkers() else moves

            letter, extras = self.letter(piece), dice or ""
            position = self.with_royals({origin: letter}, Side.WHITE, promoting, extras=extras)
            if position is None:
                pieces = self.game.begin.pieces
                own = next((square for square, found in pieces.items() if found == letter and square != origin), None)
                rest = {square: found for square, found in pieces.items() if square != own}
                crowded = self.position(rest | {origin: letter}, extras=extras) if own is not None else None
                position = crowded if crowded and promoting(crowded) else None
            if position is not None:
                move = promoting(position)[0]
                return Scene(position, [move.target], [(move.origin, move.target)], move=move)
        return None

    def _before_zone(self, piece: Id) -> Iterator[int]:
        """Squares from where a piece may promote with its next move."""
        if piece == self.sheet.pawn.piece:
            first = min(self.sheet.promotion[piece].ranks or (self.ranks,))
            yield from (self.square(file, max(first - 2, 0)) for file in (self.files // 2, 0, self.files - 1))
            return
        for rank in reversed(range(self.ranks // 2 - 1, self.ranks - 1)):
            yield self.square(0, rank)

    @bounded
    def castlings(self) -> list[Scene]:
        """White's castlings before, then each after; empty where there are none."""
        begin, dice = self.game.begin, self.dice(*self.sheet.royal.pieces)
        kinds = {*self.game.royals, self.letter(self.sheet.castling.partner)}
        home = {
            s: letter for s, letter in begin.pieces.items() if letter.upper() in kinds and s >> 3 in (0, self.ranks - 1)
        }
        for pieces in (home, self._aside(home)) if dice is not None else ():
            before = self.position(pieces, rights=begin.rights, extras=dice or "")
            moves = [move for move in before.legal_moves() if move.castles] if before else []
            if before is None or not moves:
                continue
            arrows = [(move.origin, move.target) for move in moves]
            after = [
                Scene(before.play_unchecked(move), (), [(move.origin, move.target)], before, move) for move in moves
            ]
            return [Scene(before, [target for _, target in arrows], arrows), *after]
        return []

    def _aside(self, home: Pieces) -> Pieces:
        """The start position, what stands between White's castling pieces put two ranks ahead."""
        return {
            square + 16 if square < 8 and square not in home and letter.isupper() else square: letter
            for square, letter in self.game.begin.pieces.items()
        }


def _reaches(origins: list[int], wanted: set[int], found: ChessPosition) -> bool:
    moves = [move for move in found.legal_moves() if not move.special]
    return {move.target for move in moves if move.origin in origins} == wanted
