"""Random backgammon matches, and a writer of `.mat` in the manners of other programs: without stars, joined, capped."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from axedrez import gamefiles, library
from axedrez.core import Side
from axedrez.core.dice import ROLLS
from axedrez.core.game_record import Answered, FileFault, GameRecord, MatchPlace, Offered, Played
from axedrez.tables.gamefiles.games import Course
from axedrez.tables.kernel import layout
from axedrez.tables.position.moves import SubMove, Turn

WIDTH = 34


@cache
def backgammon(length: int) -> Any:
    """The rulebook with the match's length; money play (0) is a single game with the cube."""
    return library.load("backgammon", {"match.length": length or 1, "match.cube": length != 1})


def matches(rng: random.Random) -> Iterator[list[GameRecord]]:
    """Whole matches without end: doubles, drops, resignations (some after the roll), gammons, Crawford games."""
    while True:
        length = rng.choice([0, 1, 2, 3, 5, 7, 11])
        score, games, crawford_played = [0, 0], [], False
        for number in range(1, 4 if not length else 100):
            left = rng.choice([Side.WHITE, Side.BLACK])  # the colour of the match's first player
            own = (score[0], score[1]) if left is Side.WHITE else (score[1], score[0])
            lacks_one = bool(length) and max(score) == length - 1
            crawford = lacks_one and not crawford_played
            place = MatchPlace(length, number, own, left, lacks_one and crawford_played) if length else None
            games.append(_game(rng, length, place, cube=length != 1 and not crawford))
            crawford_played |= lacks_one
            outcome = games[-1].outcome
            assert outcome is not None
            points = outcome.points
            assert points is not None
            won = int(max(points))
            score[0 if (points[0] > 0) == (left is Side.WHITE) else 1] += won
            if length and max(score) >= length:
                break
        yield games


def _game(rng: random.Random, length: int, place: MatchPlace | None, cube: bool) -> GameRecord:
    course = Course(backgammon(length).start())
    weary = rng.randrange(20, 400) if rng.random() < 0.4 else 10_000
    headers = {"White": "Ana", "Black": "Berta"}
    if place is not None and place.first is Side.BLACK:
        headers = {"White": "Berta", "Black": "Ana"}
    for turn in range(10_000):
        side = course.position.side
        if cube and turn > 1 and course.cube < 16 and course.owner in (None, side) and rng.random() < 0.02:
            course.offer(side, "double", 2 * course.cube)
            course.answer(side.opponent, rng.random() < 0.7)
        if course.outcome is None:
            roll = rng.choice([roll for roll, _ in ROLLS if turn or roll.high != roll.low])
            position = course.rolled(side, roll)
            if turn > weary:
                if any(move.codes for move in position.legal_moves()) and rng.random() < 0.5:
                    course.hang(side, roll)
                course.finish("resignation", side, rng.choice(position.stakes(side)) * course.cube)
            else:
                drawn = [rng.choice(position.legal_moves()) for _ in range(rng.choice([1, 2, 6]))]
                course.play(side, roll, min(drawn, key=lambda move: int(move.row[:16].sum())))
        if course.outcome is not None:
            break
    return course.written(headers, place)


def written(games: list[GameRecord], rng: random.Random, stars: bool = False) -> str:
    """A match as some other program would write it."""
    length = games[0].match.length if games[0].match else 0
    lines = [f" {length} point match", ""]
    for number, game in enumerate(games, start=1):
        place = game.match or MatchPlace(0, number)
        left, right = ("White", "Black") if place.first is Side.WHITE else ("Black", "White")
        scores = place.score if place.first is Side.WHITE else place.score[::-1]
        lines += [
            f" Game {number}",
            f" {game.headers[left] + f' : {scores[0]}':<{WIDTH}} {game.headers[right]} : {scores[1]}",
        ]
        lines += [*_rows(game, place, rng, stars), ""]
    return "\n".join(lines) + "\n"


def _rows(game: GameRecord, place: MatchPlace, rng: random.Random, stars: bool) -> Iterator[str]:
    rows: list[list[str]] = []
    expected = 0
    for entry in game.entries:
        column = 0 if entry.side is place.first else 1
        if column == 0 or not rows or expected == 0:
            rows.append(["", ""])
        rows[-1][column] = _cell(entry, rng, stars)
        expected = 1 - column
    for number, (left, right) in enumerate(rows, start=1):
        yield f"{number:>3}) {left:<{WIDTH - 4}} {right}".rstrip()
    assert game.outcome is not None
    assert game.outcome.points is not None
    assert game.outcome.winner is not None
    winner, points = game.outcome.winner, int(max(game.outcome.points))
    over = ""
    if place.length and place.score[winner] + points >= place.length:
        over = rng.choice(["", " and the match"])
        points = rng.choice([points, place.length - place.score[winner]])
    told, word = (winner, "Wins") if rng.random() < 0.7 else (winner.opponent, "Losses")
    indent = "" if told is place.first else " " * (WIDTH - 3)
    yield f"{indent}     {word} {points} {'point' if points == 1 or rng.random() < 0.5 else 'points'}{over}"


def _cell(entry: Any, rng: random.Random, stars: bool) -> str:
    match entry:
        case Offered():
            return f"Doubles => {entry.value}"
        case Answered():
            return "Takes" if entry.accepted else "Drops"
        case Played(move=None):
            return f"{entry.roll}:"
        case Played(move=Turn() as move) if not move.codes:
            return f"{entry.roll}: {rng.choice(['Cannot Move', 'Cannot move', ''])}"
    steps = [SubMove.unpack(code) for code in entry.move.codes]
    chains: list[list[SubMove]] = []
    for step in steps:
        # A man that goes on may be written at once, but not over somebody whom it captured on the way.
        chain = next((c for c in chains if c[-1].target == step.origin and c[-1].act != layout.CAPTURE), None)
        if chain is not None and rng.random() < 0.5:
            chain.append(step)
        else:
            chains.append([step])
    roll = entry.roll if rng.random() < 0.5 else entry.roll[::-1]
    return f"{roll}: {' '.join(_part(chain, rng, stars) for chain in chains)}"


def _part(chain: list[SubMove], rng: random.Random, stars: bool) -> str:
    origin, target = chain[0].origin, chain[-1].target
    first = rng.choice(["bar", "25"]) if origin == layout.BAR else str(origin)
    last = rng.choice(["off", "0"]) if target == layout.OFF else str(target)
    return f"{first}/{last}{'*' if stars and chain[-1].act == layout.CAPTURE else ''}"


def _end(game: GameRecord) -> tuple[Any, ...]:
    """The end of a game; of a resignation only the points that the winner still lacked, for a file may tell no more."""
    assert game.outcome is not None
    assert game.outcome.points is not None
    assert game.outcome.winner is not None
    points = max(game.outcome.points)
    if game.match and game.outcome.reason == "resignation":
        points = min(points, game.match.length - game.match.score[game.outcome.winner])
    return game.outcome.winner, game.outcome.reason, points


def differences(text: str, games: list[GameRecord]) -> list[str]:
    """What is read otherwise than it was played."""
    found = []
    read = list(gamefiles.GameFile(text))
    if len(read) != len(games):
        found.append(f"{len(games)} games, {len(read)} read")
    for number, (one, other) in enumerate(zip(read, games, strict=False), start=1):
        if isinstance(one, FileFault):
            found.append(f"game {number}, line {one.line}: {one.error}")
        elif one.entries != other.entries:
            found.append(f"game {number}: other entries")
        elif one.match != other.match or _end(one) != _end(other):
            found.append(f"game {number}: {one.outcome} {one.match} for {other.outcome} {other.match}")
    return found
