"""Figures of the manual: positions of the game itself, with turns that its own rules allow.

A figure places a few pieces; the others of both sides wait near the end of their way, or are off the board. A figure
that a game cannot have is None.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

from axedrez.core.errors import TextError
from axedrez.core.manual import Figure
from axedrez.core.sides import Side
from axedrez.rulesheet.sheet import Id
from axedrez.tables.kernel import layout
from axedrez.tables.position import position_text
from axedrez.tables.position.moves import SubMove, Turn, place_name

if TYPE_CHECKING:
    from axedrez.tables.position.game import TablesGame
    from axedrez.tables.position.position import TablesPosition

TARGET = 10  # where things happen, as White counts
WAITING_PLACE = 2  # where pieces stand that a figure does not need, as their owner counts
ROLL = (5, 2)
Pieces = list[tuple[str, int]]  # letters and distances (`layout.BAR` the bar)
Predicate = Callable[[SubMove], bool]


class Figures:
    """Looks for the figures of a game, with captions in one language."""

    def __init__(self, game: TablesGame, lang: str) -> None:
        self.game = game
        self.sheet = game.ruleset.rules
        self.lang = lang
        king = self.sheet.pieces.get(self.sheet.royal.piece)
        self.king = king.letter if king else ""
        self.pawn = self.sheet.pieces[self.sheet.pawn].letter

    def start(self, caption: str) -> Figure:
        """The start position."""
        return Figure(position=self.game.start().text(), caption=caption)

    def reach(self, piece: Id, caption: Callable[[str], str]) -> Figure | None:
        """Where a piece gets with one die; `caption` is given the roll."""
        letter = self.sheet.pieces[piece].letter
        position = self._position([(letter, TARGET + 3)], [], ROLL)
        if position is None:
            return None
        origin = str(TARGET + 3)
        arrows = {(origin, step.target) for step in position.steps().options if step.origin == origin}
        if not arrows:
            return None
        roll = "{}{}".format(*ROLL)
        return _figure(position, sorted(arrows, key=lambda arrow: int(arrow[1])), caption(roll))

    def capture(self, piece: Id) -> tuple[Figure, str] | None:
        """How a piece that stands alone is captured, and the turn that does it: alone if that is possible."""
        kind = self.sheet.pieces[piece]
        high, low = ROLL
        for takers, act in ((kind.captured_by, layout.CAPTURE), (kind.captured_together_by, layout.COMPLETE)):
            if not takers:
                continue
            letter = self.sheet.pieces[takers[-1]].letter
            own = [(letter, TARGET + high)] + ([(letter, TARGET + low)] if act == layout.COMPLETE else [])
            target = layout.BAR - TARGET
            return self._turn(own, [(kind.letter, target)], _captures)
        return None

    def push(self) -> tuple[Figure, str] | None:
        """The king enters a block, with a protector in it if there is one."""
        guards = [kind.letter for kind in self.sheet.pieces.values() if kind.protects_pawns]
        block = [(letter, layout.BAR - TARGET) for letter in [*guards[:1], *[self.pawn] * 3]]
        return self._king_enters(block, layout.PUSH)

    def shelter(self) -> tuple[Figure, str] | None:
        """The king enters the point of the other one, who has a companion."""
        there = [(letter, layout.BAR - TARGET) for letter in (self.king, self.pawn)]
        return self._king_enters(there, layout.SHARE)

    def _king_enters(self, enemies: Pieces, act: int) -> tuple[Figure, str] | None:
        king = self.sheet.pieces.get(self.sheet.royal.piece)
        if king is None:
            return None
        distance = TARGET + (1 if king.pace == "one-point" else ROLL[0])
        return self._turn([(self.king, distance)], enemies, lambda move: move.act == act)

    def entering(self) -> tuple[Figure, str] | None:
        """A piece enters from the bar: the king if there is no other."""
        letter = min((kind.letter for kind in self.sheet.pieces.values()), key=lambda letter: letter == self.king)
        return self._turn([(letter, layout.BAR)], [], lambda move: move.origin == layout.BAR)

    def departure(self) -> tuple[Figure, str] | None:
        """The king leaves his start point on a double."""
        start = self.game.start()
        position = _parsed(self.game, f"{start.text()} 33")
        if position is None:
            return None
        return self._example(position, lambda move: self.game.ruleset.army[move.piece] == self.king)

    def bearing_off(self) -> tuple[Figure, str] | None:
        """Two pieces are borne off in one turn."""
        return self._turn(
            [(self.pawn, ROLL[0]), (self.pawn, ROLL[1])], [], lambda move: move.target == layout.OFF, least=2
        )

    def _turn(self, own: Pieces, enemies: Pieces, wanted: Predicate, least: int = 1) -> tuple[Figure, str] | None:
        position = self._position(own, enemies, ROLL)
        return self._example(position, wanted, least) if position is not None else None

    def _example(self, position: TablesPosition, wanted: Predicate, least: int = 1) -> tuple[Figure, str] | None:
        """A turn with enough sub-moves of the kind that is wanted, the more and the sooner the better; its notation."""

        def merit(turn: Turn) -> list[bool]:
            kinds = [wanted(SubMove.unpack(code)) for code in turn.codes]
            return [*sorted(kinds, reverse=True), *kinds]

        best = max(position.legal_moves(), key=merit)
        if sum(merit(best)) < 2 * least:
            return None
        arrows: list[tuple[str, str]] = []
        for code in best.codes:
            move = SubMove.unpack(code)
            places = [move.origin, *([move.between] if move.ability == layout.TWICE else []), move.target]
            names = [place_name(place, position.side) for place in places]
            arrows += pairwise(names)
        notation = position.notate(best, self.lang)
        return _figure(position, arrows, ""), notation

    def _position(self, own: Pieces, enemies: Pieces, dice: tuple[int, int]) -> TablesPosition | None:
        """White to play with `dice`; None if the game has no such position."""
        places: dict[int, list[str]] = {}
        for given, side in ((own, Side.WHITE), (enemies, Side.BLACK)):
            left = Counter(self.game.ruleset.army)
            left.subtract(letter for letter, _ in given)
            if min(left.values()) < 0:
                return None
            placed = list(given)
            for letter, count in left.items():
                # Someone must still be on his way.
                off = letter in self.game.ruleset.bearers and letter != self.king and (self.king or given)
                placed += [(letter, layout.OFF if off else WAITING_PLACE)] * count
            for letter, distance in placed:
                on_board = layout.OFF < distance < layout.BAR
                place = layout.BAR - distance if on_board and side is Side.BLACK else distance
                places.setdefault(place, []).append(letter if side is Side.WHITE else letter.lower())
        at = {place: "".join(sorted(letters, key=self.game.ruleset.order.index)) for place, letters in places.items()}
        points = tuple(at.get(number, "") for number in range(1, position_text.POINTS + 1))
        setup = position_text.PositionFields(
            points, at.get(layout.BAR, ""), at.get(layout.OFF, ""), Side.WHITE, "", dice
        )
        return _parsed(self.game, position_text.write(setup))


def _parsed(game: TablesGame, position: str) -> TablesPosition | None:
    """The position of a text, or None if it is none."""
    try:
        return game.parse(position)
    except TextError:
        return None


def _captures(move: SubMove) -> bool:
    return bool({move.act, move.first_act} & {layout.CAPTURE, layout.COMPLETE})


def _figure(position: TablesPosition, arrows: list[tuple[str, str]], caption: str) -> Figure:
    marks = tuple(dict.fromkeys(target for _, target in arrows))
    return Figure(position=position.text(), marks=marks, arrows=tuple(arrows), caption=caption)
