"""Figures of the manual (F-1 … F-10): positions of the game itself, found by its own rules.

A figure that a game cannot have is None.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from axedrez.chess.manual.positions import Pieces, Positions, Scene, bounded
from axedrez.chess.position.game import ChessPosition
from axedrez.chess.position.moves import ChessMove
from axedrez.chess.sheet import betza, geometry
from axedrez.chess.sheet.betza import Way
from axedrez.core.dice import Roll
from axedrez.core.sides import Side
from axedrez.rulesheet.sheet import Id


def leaper(ways: tuple[Way, ...]) -> bool:
    """Whether a piece moves by leaps of more than one square, and by nothing else."""
    return all(way.limit == 1 and not way.hop and max(map(abs, way.step)) > 1 for way in ways)


class Figures(Positions):
    """Looks for the figures of a game."""

    # --- moves

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


def _reaches(origins: list[int], wanted: set[int], found: ChessPosition) -> bool:
    moves = [move for move in found.legal_moves() if not move.special]
    return {move.target for move in moves if move.origin in origins} == wanted


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
