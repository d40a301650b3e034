"""Reading the matches of eXtreme Gammon: records played through under the rules of backgammon."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO

from axedrez.core.dice import Roll
from axedrez.core.errors import AxedrezError, NotAllowed, TextError
from axedrez.core.game_record import FileFault, Find, GameRecord, MatchPlace, Offered
from axedrez.core.sides import Side
from axedrez.tables.gamefiles import mat
from axedrez.tables.gamefiles.backgammon import RULEBOOK, Men, Part, continued, men_of, turns_of, turns_to, win
from axedrez.tables.gamefiles.games import Course, rules
from axedrez.tables.gamefiles.xg.container import member
from axedrez.tables.gamefiles.xg.records import (
    MAX_RECORDS,
    SIZE,
    Board,
    Cube,
    GameFooter,
    GameHeader,
    MatchHeader,
    Move,
    Record,
    records,
)
from axedrez.tables.kernel import layout
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.moves import Turn
from axedrez.tables.position.position import TablesPosition

MAX_ACTS = 4000
"""A game has no more records than these: two for each turn."""
_MATCH = "temp.xg"
_MEN = 15
_VARIATIONS = {1: "Nackgammon", 2: "Hypergammon", 3: "Longgammon"}
_BEAVER = _RACCOON = 2


def holds(position: Any) -> bool:
    """No game: the format is only read."""
    return False


def write(games: Sequence[GameRecord], find: Find) -> str:
    """Raises `NotAllowed`: the format is only read."""
    raise NotAllowed("file_format", name="xg")


def read(stream: BinaryIO, find: Find) -> Iterator[GameRecord | FileFault]:
    """The games of a match; one that cannot be read gives a fault. White is in each of them who moves first.

    The line of a fault is the number of its record. Where the file is damaged, the games before are read.
    """
    header: MatchHeader | None = None
    game: _Game | None = None
    number, place = 0, 1
    try:
        for place, record in records(member(stream, _MATCH, MAX_RECORDS * SIZE)):
            if isinstance(record, MatchHeader):
                header = _checked(record)
            elif isinstance(record, GameHeader) and header is not None:
                if game is not None:
                    yield game.record()
                number += 1
                game = None
                try:
                    game = _Game(header, record, find)
                except AxedrezError as fault:
                    yield FileFault(number, place, 1, fault)
            elif game is not None:
                try:
                    game.take(record)
                except AxedrezError as fault:
                    yield FileFault(number, place, 1, fault)
                    game = None
                    continue
                if isinstance(record, GameFooter):
                    yield game.record()
                    game = None
    except AxedrezError as fault:
        yield FileFault(max(number, 1), place, 1, fault)
        return
    if game is not None:
        yield game.record()


def _checked(header: MatchHeader) -> MatchHeader:
    if header.variation != 0:
        raise TextError("tables_file_variation", name=_VARIATIONS.get(header.variation, str(header.variation)))
    return header


class _Game:
    """A game as it is read, record by record. Methods raise `AxedrezError`."""

    def __init__(self, header: MatchHeader, game: GameHeader, find: Find) -> None:
        self._header = header
        self._game = game
        self._find = find
        if header.length and not 0 <= min(game.score) <= max(game.score) < header.length:
            raise TextError("tables_file_header", name="{}-{}".format(*game.score))
        if game.automatic_doubles:
            raise TextError("tables_xg_automatic")
        start = self._rules(beavers=header.beavers and not header.length).start()
        if _men(game.board, 1) != men_of(start.raw):
            raise TextError("tables_file_setup")
        self._first = Side.WHITE  # the colour of player 1
        self._courses = [Course(start)]
        self._acts = 0

    def _rules(self, *, beavers: bool) -> TablesGame:
        length = self._header.length
        match: dict[str, int | bool] = {"match.length": length or 1, "match.cube": length != 1}
        if length > 1 and not self._header.crawford:
            match["match.crawford"] = False
        if not length and self._header.jacoby:
            match["match.jacoby"] = True
        if beavers:
            if length:
                raise TextError("tables_file_beaver")
            match["match.beavers"] = True
        game = rules({}, RULEBOOK, match, self._find)
        if not mat.holds(game.start()):
            raise TextError("tables_no_mat")
        return game

    def take(self, record: Record) -> None:
        """The next record."""
        self._acts += 1
        if self._acts > MAX_ACTS:
            raise TextError("tables_xg_acts", limit=MAX_ACTS)
        match record:
            case Cube(doubled=1, player=player) | Move(player=player):
                if player == 0:
                    raise TextError("tables_xg_record")
                if not self._courses[0].entries and player == 2:
                    self._first = Side.BLACK
                self._courses = continued(self._courses, lambda course: self._after(course, record))
            case GameFooter(winner, points) if winner:
                self._courses = continued(self._courses, lambda course: self._ended(course, winner, points))

    def _side(self, player: int) -> Side:
        return self._first if player == 1 else self._first.opponent

    def _after(self, course: Course, record: Cube | Move) -> Iterator[Course]:
        """The course with the record played, in every way that it can mean."""
        side = self._side(record.player)
        if course.is_beavered and side is course.position.side:
            course = course.copy()
            course.answer(side, accepted=True)
        # The board is his who is on roll: nobody else can act.
        is_due = course.outcome is None and side is course.position.side
        if is_due and _men(record.board, 1 if record.player == 1 else -1) != men_of(course.position.raw):
            raise TextError("tables_xg_edited")
        if isinstance(record, Cube):
            yield self._doubled(course, side, record)
        else:
            yield from _moved(course, side, record)

    def _doubled(self, course: Course, side: Side, cube: Cube) -> Course:
        course = course.copy()
        course.offer(side, "double", 2 << min(abs(cube.exponent), 16))
        if cube.taken < 0:
            return course
        if cube.taken == _BEAVER:
            course = course.under(self._rules(beavers=True))
        course.answer(side.opponent, cube.taken > 0)
        if cube.taken == _BEAVER:
            course.offer(side.opponent, "double", 2 * course.cube)
            if cube.beaver == _RACCOON:
                raise TextError("tables_file_raccoon")
            if cube.beaver == 1:
                course.answer(side, accepted=True)
        return course

    def _ended(self, course: Course, winner: int, points: int) -> Iterator[Course]:
        course, side = course.copy(), self._side(winner)
        match course.standing:
            case Offered(by, "double") if by is side:  # the answer is told by the end alone
                course.answer(side.opponent, accepted=False)
        win(course, side, points, self._header.length - self._game.score[winner - 1] if self._header.length else None)
        yield course

    def record(self) -> GameRecord:
        """What has been read."""
        course, header = self._courses[0], self._header
        swapped = self._first is Side.BLACK
        white, black = header.players[::-1] if swapped else header.players
        headers = {"White": white, "Black": black} | {name: text for name, text in header.texts.items() if text}
        if not header.length:
            return course.written(headers, None)
        score = self._game.score[::-1] if swapped else self._game.score
        lacks_one = max(score) == header.length - 1
        played = lacks_one and header.crawford and not self._game.is_crawford
        place = MatchPlace(header.length, max(self._game.number, 1), score, self._first, played)
        return course.written(headers, place)


def _moved(course: Course, side: Side, move: Move) -> Iterator[Course]:
    if move.dice == (0, 0):  # not rolled yet
        yield course
        return
    if not all(1 <= die <= 6 for die in move.dice):
        raise TextError("tables_xg_record")
    roll = Roll(*sorted(move.dice, reverse=True))
    position = course.rolled(side, roll)
    turns = _turns(position, move)
    if not turns:  # rolled, then resigned
        course = course.copy()
        course.hang(side, roll)
        yield course
    for turn in turns:
        following = course.copy()
        following.play(side, roll, turn)
        yield following


def _turns(position: TablesPosition, move: Move) -> list[Turn]:
    """The legal turn that leads where the record does, or those that its parts mean; none for a roll without a turn."""
    if reached := turns_to(position, _men(move.after, 1)):
        return reached[:1]
    if not move.steps:
        legal = position.legal_moves()
        return [] if any(turn.codes for turn in legal) else list(legal)
    parts = [Part((_distance(origin), _distance(target))) for origin, target in move.steps]
    text = " ".join("/".join(map(_written, part.distances)) for part in parts)
    return turns_of(position, parts, text)


def _distance(place: int) -> int:
    return min(place, layout.BAR - 1) + 1 if place >= 0 else layout.OFF


def _written(distance: int) -> str:
    return {layout.BAR: "bar", layout.OFF: "off"}.get(distance) or str(distance)


def _men(board: Board, sign: int) -> Men:
    """The men on a board as one of the players sees them; `sign` is −1 for him whose men count negatively.

    A board with more men than there are is like none.
    """
    own, enemy = list[int](), list[int]()
    for place, count in enumerate(board):
        mine = count * sign > 0
        distance = place if mine is (sign > 0) else layout.BAR - place
        (own if mine else enemy).extend([distance] * abs(count))
    for men in (own, enemy):
        men.extend([layout.OFF] * (_MEN - len(men)))
    return sorted(own), sorted(enemy)
