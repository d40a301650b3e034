"""Game files: what is written is read again, and what is wrong is told with its line."""

from __future__ import annotations

import contextlib
import random
from typing import Any

import pytest

from axedrez import library
from axedrez.core import AxedrezError, NotAllowed, Side, TextError
from axedrez.tables import files_mat, files_text
from axedrez.tables.files import Course, GameRecord, Offered, Played
from axedrez.tables.moves import ROLLS, Roll


def game_of(name: str, **options: Any) -> Any:
    return library.load(name, options)


def played(course: Course, lots: random.Random, turns: int) -> None:
    """Random turns, which hurry home."""
    for _ in range(turns):
        if course.outcome is not None:
            return
        side, roll = course.position.side, lots.choice(ROLLS)[0]
        position = course.thrown(side, roll)
        drawn = [lots.choice(position.legal_moves()) for _ in range(6)]
        course.play(side, roll, min(drawn, key=lambda turn: int(turn.row[:16].sum())))


def a_match(name: str, seed: int, **options: Any) -> list[GameRecord]:
    """Three games with everything that a file can hold."""
    lots = random.Random(seed)
    records = []
    for number in (1, 2, 3):
        course = Course(game_of(name, **options).start())
        played(course, lots, 3)
        doubler = course.position.side
        course.offer(doubler, "double", 2)
        course.answer(doubler.opponent, number != 2)
        if number == 1:
            played(course, lots, 4)
            course.offer(doubler.opponent, "resignation", 1)
            course.answer(doubler, False)
            course.offer(doubler.opponent, "resignation", 3)
            course.answer(doubler, True)
        elif number == 3:
            played(course, lots, 400)
        headers = {"White": "Ana", "Black": "Berta", "Event": "Torneo"}
        first = Side.BLACK if number == 2 else Side.WHITE
        if first is Side.BLACK:
            headers |= {"White": "Berta", "Black": "Ana"}
        records.append(course.record(headers)._replace(length=21, number=number, score=(number - 1, 2), first=first))
    return records


def same(read: list[GameRecord], written: list[GameRecord]) -> None:
    assert len(read) == len(written)
    for one, other in zip(read, written, strict=True):
        assert one._replace(game=other.game, start=other.start) == other
        assert one.game.hash == other.game.hash
        assert one.start == other.start


@pytest.mark.parametrize("options", [{}, {"killer_queen": True, "rook_capture": "two-any"}])
def test_text_files_of_chessgammon(options: dict[str, Any]) -> None:
    records = a_match("chessgammon", 5, **options)
    text = files_text.write(records)
    assert ("[Option " in text) == bool(options)
    same(files_text.read(text, library.load), records)
    assert records[0].outcome is not None
    assert records[0].outcome.points is not None
    assert max(records[0].outcome.points) == 6
    assert records[1].outcome is not None
    assert records[1].outcome.reason == "passed"


def test_text_file_from_a_position() -> None:
    game = game_of("backgammon")
    course = Course(game.parse("p/5/P/16/P - PPPPPPPPPPPPPpppppppppppppp w -"))
    with pytest.raises(TextError):
        course.offer(Side.WHITE, "double", 4)
    records = [course.record({"Site": 'a "quoted" \\ place'})]
    text = files_text.write(records)
    assert text.endswith("\n*\n")
    same(files_text.read(text, library.load), records)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("1. w 52: 13/7", "Move 1 of the turn (13/7)"),
        ("1. b 52: 13/8 24/22", "not for that side"),
        ("1. w 25: 13/8 24/22", "two digits"),
        ("1. w doubles 4", "no double to 4"),
        ("1. w resigns 4", "4 points"),
        ("1. w accepts", "not for that side"),
        ("1. w jumps", "not understood"),
        ("1-0 borne_off 1", "follows from the game: *"),
        ("[White x]", "not understood"),
    ],
)
def test_faults_of_text_files(line: str, fault: str) -> None:
    with pytest.raises(TextError) as refused:
        files_text.read(f'[Rulebook "backgammon"]\n; remark\n{line}\n', library.load)
    assert fault in str(refused.value)
    assert str(refused.value).startswith("Line 3:")
    with pytest.raises(TextError):
        files_text.read('[Rulebook "backgammon"]\n', library.load)


def test_mat_files() -> None:
    records = [
        # A resignation that is refused is not told by the format.
        record._replace(entries=tuple(_without_refusal(record)))
        for record in a_match("backgammon", 7)
    ]
    text = files_mat.write(records)
    assert " 21 point match" in text
    assert "Doubles => 2" in text
    assert "Takes" in text
    assert "Drops" in text
    assert "Wins 6 points" in text
    same(files_mat.read(text, game_of("backgammon")), records)


def _without_refusal(record: GameRecord) -> list[Any]:
    entries = list(record.entries)
    for i, entry in enumerate(entries):
        if isinstance(entry, Offered) and entry == Offered(entry.side, "resignation", 1):
            del entries[i : i + 2]
            break
    return entries


# Written by hand, in the manner of other programs: joined and counted parts, 25 for the bar, dice in any order.
MATCH = """
 ; [Site "somewhere"]
 5 point match

 Game 1
 Ana : 0                            Berta : 0
  1)                                31: 8/5 6/5
  2) 46: 24/14                      55: 8/3(2) 6/1*(2)
  3) 66: Cannot Move                Doubles => 2
  4)  Takes                         21: 24/21
  5) 44: 25/21 6/2(2) 21/17         65: 24/18/13
      Wins 2 points
"""


def test_a_mat_file_of_another_hand() -> None:
    (record,) = files_mat.read(MATCH.replace("66: Cannot Move", "66:            "), game_of("backgammon"))
    assert record.first is Side.BLACK
    assert record.headers == {"White": "Berta", "Black": "Ana", "Site": "somewhere"}
    turns = [entry for entry in record.entries if isinstance(entry, Played)]
    assert turns[0].roll == Roll(3, 1)
    assert len(turns) == 7
    assert record.outcome is not None
    assert (record.outcome.result, record.outcome.reason) == ("0-1", "resignation")


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [("31: 8/5 6/5", "31: 8/5 6/4", 7), ("=> 2", "=> 4", 9), ("Takes", "Shrugs", 10), ("Wins 2", "Wins 3", 12)],
)
def test_faults_of_mat_files(before: str, after: str, line: int) -> None:
    with pytest.raises(TextError) as refused:
        files_mat.read(MATCH.replace(before, after), game_of("backgammon"), "es")
    assert str(refused.value.details["line"]) == str(line)


def test_mat_is_for_backgammon_from_its_start() -> None:
    with pytest.raises(NotAllowed):
        files_mat.read(MATCH, game_of("chessgammon"))
    with pytest.raises(NotAllowed):
        files_mat.write(a_match("chessgammon", 1)[:1])


def test_rubbish_is_refused() -> None:
    lots = random.Random(3)
    text = files_text.write(a_match("backgammon", 9)[:1]) + MATCH
    for _ in range(300):
        at = lots.randrange(len(text))
        spoilt = text[:at] + lots.choice('\x00[]";:/*0 9é\n') + text[at + lots.randrange(3) :]
        with contextlib.suppress(AxedrezError):
            files_text.read(spoilt, library.load)
        with contextlib.suppress(AxedrezError):
            files_mat.read(spoilt, game_of("backgammon"))
