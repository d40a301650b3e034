"""Reading backgammon matches of GNU Backgammon in `.sgf`; what it has analysed is left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TextIO

from axedrez.core.dice import Roll
from axedrez.core.errors import AxedrezError, TextError
from axedrez.core.game_record import FileFault, Find, GameRecord, MatchPlace
from axedrez.core.sides import Side
from axedrez.rulesheet import embedding
from axedrez.tables.gamefiles.backgammon import RULEBOOK, Part, continued, turns_of, win
from axedrez.tables.gamefiles.games import Course, rules
from axedrez.tables.gamefiles.mat.writing import holds
from axedrez.tables.gamefiles.sgf.nodes import SHEET, Node, Tree, trees
from axedrez.tables.kernel import layout
from axedrez.tables.position.game import TablesGame

_GAME = "6"
_PLAYERS = ("W", "B")
_TURN = re.compile(r"([1-6])([1-6])((?:[a-z]{2}){0,4})", re.ASCII)
_INFO = re.compile(r"(length|game|ws|bs):(\d{1,4})", re.ASCII)
_RESULT = re.compile(r"([WB])\+(\d{1,4})R?", re.ASCII)
_HEADERS = {"DT": "Date", "EV": "Event", "PC": "Site", "RO": "Round"}
_SET_UP = {"AE", "AW", "AB", "PL", "DI", "CV", "CP"}
_VARIANTS = ("Nackgammon", "Hypergammon")


def read(stream: TextIO, find: Find) -> Iterator[GameRecord | FileFault]:
    """The games of a match; one that cannot be read gives a fault. White is in each of them who moves first."""
    for number, found in enumerate(trees(stream), 1):
        if not isinstance(found, Tree):
            line, fault = found
            yield FileFault(number, line, 1, fault)
            continue
        try:
            yield _record(found.nodes, find)
        except AxedrezError as fault:
            yield FileFault(number, found.line, 1, fault)


def _record(nodes: list[Node], find: Find) -> GameRecord:
    root = nodes[0] if nodes else {}
    if root.get("GM", [""])[0] != _GAME:
        raise TextError("tables_sgf_game")
    match = {name: int(value) for name, value in _INFO.findall(" ".join(root.get("MI", [])))}
    length, scores = match.get("length", 0), (match.get("ws", 0), match.get("bs", 0))
    if length and max(scores) >= length:
        raise TextError("tables_file_header", name=f"MI {scores[0]}-{scores[1]}")
    game = _Game(root, length, find)
    for node in nodes[1:]:
        game.take(node)
    return game.record(root, match, scores)


class _Game:
    """A game as it is read, node by node. Methods raise `AxedrezError`."""

    def __init__(self, root: Node, length: int, find: Find) -> None:
        told = root.get("RU", [""])[0].split(":")
        for name in told:
            if name.rstrip("123").capitalize() in _VARIANTS:
                raise TextError("tables_file_variation", name=name[:40])
        self._find = find
        self._length = length
        self._told = told
        pairs = (value.partition(":") for value in root.get(SHEET, []))
        self._sheet = {name: value for name, _, value in pairs if embedding.is_tag(name)}
        self._first = Side.WHITE  # the colour of W
        self._courses = [Course(self._rules().start())]

    def _rules(self, *, beavers: bool = False) -> TablesGame:
        match: dict[str, int | bool] = {
            "match.length": self._length or 1,
            "match.cube": self._length != 1 and "NoCube" not in self._told,
        }
        if self._length > 1 and "Crawford" not in self._told:
            match["match.crawford"] = False
        if not self._length and "Jacoby" in self._told:
            match["match.jacoby"] = True
        if beavers:
            if self._length:
                raise TextError("tables_file_beaver")
            match["match.beavers"] = True
        game = rules(self._sheet, RULEBOOK, match, self._find)
        if not holds(game.start()):
            raise TextError("tables_no_mat")
        return game

    def take(self, node: Node) -> None:
        """The next node."""
        if _SET_UP & node.keys():
            raise TextError("tables_file_setup")
        for player in _PLAYERS:
            for value in node.get(player, []):
                self._act(player, value)

    def _side(self, player: str) -> Side:
        return self._first if player == "W" else self._first.opponent

    def _act(self, player: str, value: str) -> None:
        """Continue all readings that the value fits."""
        if not self._courses[0].entries and player == "B":
            self._first = Side.BLACK
        self._courses = continued(self._courses, lambda course: self._after(course, player, value))

    def _after(self, course: Course, player: str, value: str) -> Iterator[Course]:
        side = self._side(player)
        match value:
            case "double" if course.standing is not None and side is course.standing.side.opponent:
                course = course.under(self._rules(beavers=True))
                course.answer(side, accepted=True)
                course.offer(side, "double", 2 * course.cube)
            case "double":
                course.offer(side, "double", 2 * course.cube)
            case "take" | "drop":
                course.answer(side, value == "take")
            case _:
                yield from _rolled(course, player, side, value)
                return
        yield course

    def record(self, root: Node, match: dict[str, int], scores: tuple[int, int]) -> GameRecord:
        """The game with the end that the file tells."""
        course = self._courses[0]
        if (end := _RESULT.fullmatch(root.get("RE", [""])[0])) is not None:
            lacking = self._length - scores[_PLAYERS.index(end[1])] if self._length else None
            win(course, self._side(end[1]), int(end[2]), lacking)
        names = [" ".join(root.get(f"P{player}", [""])[0].split()) for player in _PLAYERS]
        swapped = self._first is Side.BLACK
        white, black = names[::-1] if swapped else names
        headers = {"White": white, "Black": black}
        headers |= {name: " ".join(root[key][0].split()) for key, name in _HEADERS.items() if key in root}
        if not self._length:
            return course.written(headers, None)
        score = scores[::-1] if swapped else scores
        lacks_one = max(scores) == self._length - 1
        played = lacks_one and "Crawford" in self._told and "CrawfordGame" not in self._told
        return course.written(
            headers, MatchPlace(self._length, match.get("game", 0) + 1, score, self._first, played)
        )  # fmt: skip


def _rolled(course: Course, player: str, side: Side, value: str) -> Iterator[Course]:
    """The course with a turn played, in every way that the text can mean."""
    found = _TURN.fullmatch(value)
    if found is None:
        raise TextError("tables_file_move", move=value[:60])
    if course.is_beavered and side is course.position.side:
        course = course.copy()
        course.answer(side, accepted=True)
    roll = Roll(*sorted((int(found[1]), int(found[2])), reverse=True))
    position, text = course.rolled(side, roll), found[3]
    if not text and any(turn.codes for turn in position.legal_moves()):  # rolled, then resigned
        course.hang(side, roll)
        yield course
        return
    parts = [
        Part((_distance(text[i], player), _distance(text[i + 1], player)))
        for i in range(0, len(text), 2)
    ]  # fmt: skip
    for turn in turns_of(position, parts, value):
        following = course.copy()
        following.play(side, roll, turn)
        yield following


def _distance(letter: str, player: str) -> int:
    """How far from home a place is for a player."""
    if letter == "y":
        return layout.BAR
    if letter == "z":
        return layout.OFF
    return ord(letter) - ord("a") + 1 if player == "W" else ord("x") - ord(letter) + 1
