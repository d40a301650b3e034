"""Game files: written files are read back, and faults are reported with their place."""

from __future__ import annotations

import random
import re
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from axedrez import gamefiles, library
from axedrez.core import NotAllowed, Side, TextError
from axedrez.core.dice import ROLLS
from axedrez.core.game_record import Answered, FileFault, GameRecord, MatchPlace, Offered, Played
from axedrez.core.outcome import Points
from axedrez.tables.gamefiles.games import Course
from tests.tables import mat_games

HERE = Path(__file__).parent


def read(text: str) -> list[GameRecord]:
    """The games of a text without a fault."""
    games = list(gamefiles.GameFile(text))
    assert not [game for game in games if isinstance(game, FileFault)]
    return games  # type: ignore[return-value]


def faults(text: str) -> list[tuple[int, int, str]]:
    """Game, line and sentence of what is wrong with a text."""
    return [(item.game, item.line, str(item.error)) for item in gamefiles.GameFile(text) if isinstance(item, FileFault)]


def reasons(text: str) -> list[str]:
    """Why games of a text cannot be read."""
    return [item.error.reason for item in gamefiles.GameFile(text) if isinstance(item, FileFault)]


def played(course: Course, lots: random.Random, turns: int) -> None:
    """Random turns, which hurry home."""
    for _ in range(turns):
        if course.outcome is not None:
            return
        side, roll = course.position.side, lots.choice(ROLLS)[0]
        legal = course.rolled(side, roll).legal_moves()
        drawn = [lots.choice(legal) for _ in range(6)]
        course.play(side, roll, min(drawn, key=lambda turn: int(turn.row[:16].sum())))


def a_match(name: str, seed: int, **options: Any) -> list[GameRecord]:
    """Four games with everything that a file can hold."""
    lots = random.Random(seed)
    records = []
    for number in (1, 2, 3, 4):
        game: Any = library.load(name, {"match.length": 21, "match.cube": True, **options})
        course = Course(game.start())
        played(course, lots, 3)
        doubler = course.position.side
        course.offer(doubler, "double", 2)
        course.answer(doubler.opponent, number != 2)
        if number == 1:
            played(course, lots, 4)
            course.offer(doubler.opponent, "resignation", 1)
            course.answer(doubler, False)
            course.finish("resignation", doubler.opponent, 6)
        elif number == 3:
            played(course, lots, 400)
        elif number == 4:
            course.hang(course.position.side, ROLLS[0][0])
        first = Side.BLACK if number == 2 else Side.WHITE
        headers = {"White": "Ana", "Black": "Berta", "Event": "Torneo"}
        if first is Side.BLACK:
            headers |= {"White": "Berta", "Black": "Ana"}
        records.append(course.written(headers, MatchPlace(21, number, (number - 1, 2), first)))
    return records


def same(read: list[GameRecord], written: list[GameRecord]) -> None:
    assert len(read) == len(written)
    for one, other in zip(read, written, strict=True):
        assert one._replace(start=other.start) == other
        assert (one.start.game.hash, one.start.text()) == (other.start.game.hash, other.start.text())


@pytest.mark.parametrize("options", [{}, {"killer_queen": True, "rook_capture": "two-any"}, {"scoring.gammon": 4}])
def test_text_files_of_chessgammon(options: dict[str, Any]) -> None:
    games = a_match("chessgammon", 5, **options)
    text = gamefiles.write(games, "text")
    # Only what differs from the rulebook is told; the length of the match has its own header.
    told = [line for line in text.split("[Game")[0].splitlines() if line.startswith("[Option")]
    assert len(told) == len(options) + 1
    same(read(text), games)
    assert games[0].outcome is not None
    assert games[0].outcome.points is not None
    assert max(games[0].outcome.points) == 6
    assert games[1].outcome is not None
    assert games[1].outcome.reason == "passed"
    assert games[3].last().text().split(" ")[5] == "11"


def test_a_single_game_by_the_plain_rulebook_tells_no_option() -> None:
    game: Any = library.load("chessgammon")
    text = gamefiles.write([Course(game.start()).written({}, None)], "text")
    assert text == '[Rulebook "chessgammon"]\n\n*\n'


def test_text_file_from_a_position() -> None:
    game: Any = library.load("backgammon")
    course = Course(game.parse("p/5/P/16/P - PPPPPPPPPPPPPpppppppppppppp w -"))
    with pytest.raises(TextError):
        course.offer(Side.WHITE, "double", 4)
    games = [course.written({"Site": 'a "quoted" \\ place'}, None)]
    text = gamefiles.write(games, "text")
    assert text.endswith("\n*\n")
    same(read(text), games)
    assert [found.name for found in gamefiles.formats(course.start)] == ["text"]
    with pytest.raises(NotAllowed):
        gamefiles.write(games, "mat")


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
        ("1. w 52: " + "13/8 " * 300, "not understood"),
        ("1-0 borne_off 1", "follows from the game: *"),
        ("1-0 resignation 4", "4 points"),
        ("* time", "1-0 | 0-1"),
        ("* resignation 1", "1-0 | 0-1"),
        ("1-0 aborted 1", "follows from the game: * aborted"),
        ("[White x]", "not understood"),
        ('[Match "5"]\n[Score "5-0"]\n*', "Score"),
        ('[Option "no_such=1"]\n*', "no_such"),
    ],
)
def test_faults_of_text_files(line: str, fault: str) -> None:
    good = '[Rulebook "backgammon"]\n\n*\n'
    # The games before and after are read all the same.
    text = f'{good}\n[Rulebook "backgammon"]\n; remark\n{line}\n1. w 31: 8/5 6/5\n*\n\n{good}'
    ((game, place, sentence),) = faults(text)
    assert game == 2
    assert place == 7 + line.count("\n")
    assert fault in sentence
    assert sum(isinstance(item, GameRecord) for item in gamefiles.GameFile(text)) == 2


def test_a_game_without_its_end_and_a_file_without_a_game() -> None:
    unended = '[Rulebook "backgammon"]\n1. w 31: 8/5 6/5\n'
    assert [(game, line) for game, line, _ in faults(unended + unended)] == [(1, 3), (2, 4)]
    for name in ("clasico", "../sheet.toml", "no-such-rulebook"):
        assert name.split(".")[-1] in faults(f'[Rulebook "{name}"]\n\n*\n')[0][2]
    assert "chessgammon" in faults('[Variant "chessgammon"]\n\n1. e4 *\n')[0][2]
    assert faults("") == faults("\n \n") == [(1, 1, "There is no game in the file.")]


def test_a_whole_match_may_be_given_up() -> None:
    header = '[Rulebook "backgammon"]\n[Match "7"]\n[Game "2"]\n[Score "1-3"]\n\n'
    (game,) = read(header + "0-1 resignation 4\n")
    assert game.outcome is not None
    assert (game.outcome.result, max(game.outcome.points or ())) == ("0-1", 4)
    assert len(faults(header + "1-0 resignation 5\n")) == 1


def test_mat_files() -> None:
    # Refused resignations and a roll that waits are not told by the format.
    games = [game._replace(entries=tuple(_without(game))) for game in a_match("backgammon", 7)]
    text = gamefiles.write(games, "mat")
    for words in (" 21 point match", "Doubles => 2", "Takes", "Drops", "Wins 6 points"):
        assert words in text
    same(read(text), games)


def _without(game: GameRecord) -> list[Any]:
    entries = list(game.entries)
    for i, entry in enumerate(entries):
        if isinstance(entry, Offered) and entry == Offered(entry.side, "resignation", 1):
            del entries[i : i + 2]
            break
    return [entry for entry in entries if not isinstance(entry, Played) or entry.move is not None]


# Written by hand, in the manner of other programs: joined and counted parts, 25 for the bar, dice in any order.
MATCH = """
 ; [Site "somewhere"]
 5 point match

 Game 1
 Ana : 0                            Berta : 0
  1)                                31: 8/5 6/5
  2) 46: 24/14                      55: 8/3(2) 6/1*(2)
  3) 66:                            Doubles => 2
  4)  Takes                         21: 24/21
  5) 44: 25/21 6/2(2) 21/17         65: 24/18/13
      Wins 2 points
"""


def test_a_mat_file_of_another_hand() -> None:
    (game,) = read(MATCH)
    assert game.match == MatchPlace(5, 1, (0, 0), Side.BLACK)
    assert game.headers == {"White": "Berta", "Black": "Ana", "Site": "somewhere"}
    turns = [entry for entry in game.entries if isinstance(entry, Played)]
    assert turns[0].roll == "31"
    assert len(turns) == 7
    assert game.outcome is not None
    assert (game.outcome.result, game.outcome.reason) == ("0-1", "resignation")


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        ("31: 8/5 6/5", "31: 8/5 6/4", 7),
        ("=> 2", "=> 4", 9),
        ("Takes", "Shrugs", 10),
        ("Wins 2", "Wins 3", 12),
        ("5 point", "4444 point", 6),
        ("Berta : 0", "Berta : 5", 6),
    ],
)
def test_faults_of_mat_files(before: str, after: str, line: int) -> None:
    second = MATCH[MATCH.index(" Game 1") :].replace("Game 1", "Game 2").replace(after, before)
    found = faults(MATCH.replace(before, after) + second)
    assert found[0][:2] == (1, line)
    assert len(found) == (2 if before == "5 point" else 1)


@pytest.mark.parametrize(("name", "scores"), [("match1", (5, 3)), ("match2", (14, 1))])
def test_matches_of_gnu_backgammon(name: str, scores: tuple[int, int]) -> None:
    """Read what GNU Backgammon 1.07 has written, every turn played through by our rules to the same score.

    The files come from `gnubg -t -q -r` with the input `set automatic game on` (likewise roll, move, bearoff),
    `set player 0 gnubg`, `set player 0 chequerplay evaluation plies 0` (likewise cubedecision and player 1),
    `set seed 1` (2 for the second), `set defaultnames Ana Berta`, `new match 5`, `export match mat FILE`.
    """
    text = (HERE / "gnubg" / f"{name}.mat").read_text(encoding="utf-8")
    games = read(text)
    points = [0, 0]  # of the left and of the right player
    for number, game in enumerate(games, start=1):
        assert game.match is not None
        assert (game.match.length, game.match.game) == (5, number)
        swapped = game.match.first is Side.BLACK
        assert list(game.match.score[::-1] if swapped else game.match.score) == points
        assert game.outcome is not None
        assert game.outcome.points is not None
        for place, won in enumerate(game.outcome.points[::-1] if swapped else game.outcome.points):
            points[place] += int(won)
    assert sorted(points, reverse=True) == list(scores)
    turns = [entry for game in games for entry in game.entries if isinstance(entry, Played)]
    assert len(turns) == len(re.findall("[1-6]{2}:", text))
    same(read(gamefiles.write(games, "mat")), games)
    same(read(gamefiles.write(games, "text")), games)


def test_a_capture_is_one_without_its_star() -> None:
    """Who lands on a lone man captures it, whatever the file writes."""
    head = " 7 point match\n\n Game 1\n A : 0                          B : 0\n"
    (game,) = read(head + "  1) 62: 13/7 13/11              63: 24/18 18/15\n")
    assert game.last().text().split()[1] == "P"
    (game,) = read(head + "  1) 52: 13/8 24/22              52: 8/3 3/1\n")
    assert game.last().text().split()[1] == "PP"


def test_a_capture_on_the_way_shows_later() -> None:
    """24/15 leads by 21 or by 18, where a man of the other side stands alone: whether he then enters tells which."""
    head = " 7 point match\n\n Game 1\n A : 0                          B : 0\n"
    first = "  1) 62: 13/7 13/11              63: 24/15\n"
    (plain,) = read(head + first + "  2) 31: 8/5 6/5\n")
    assert "*" not in str(plain.entries[1].move)  # type: ignore[union-attr]
    (hit,) = read(head + first + "  2) 31: bar/22 6/5\n")
    assert "*" in str(hit.entries[1].move)  # type: ignore[union-attr]
    assert len(faults(head + first + "  2) 31: bar/22 bar/24\n")) == 1


def test_ends_as_other_programs_write_them() -> None:
    head = " 5 point match\n\n Game 1\n A : 0                          B : 3\n"
    for end in ("      Wins 1 point", " " * 36 + "Losses 1 point", " " * 36 + "Loses 1 points"):
        (game,) = read(f"{head}  1) 52: 13/8 24/22              52: \n{end}\n")
        assert game.outcome is not None
        assert (game.outcome.result, game.outcome.reason, game.outcome.points) == ("1-0", "resignation", (1, 0))
        assert game.entries[-1] == Played(Side.BLACK, None, "52")
    doubled = f"{head}  1) 52: 13/8 24/22              Doubles => 2\n  2)  Drops                       Wins 1 point\n"
    assert read(doubled)[0].outcome is not None
    assert [fault[1] for fault in faults(doubled.replace("Wins 1", "Wins 2"))] == [6]


def test_matches_in_the_manner_of_other_programs() -> None:
    """Random matches: with stars and without, joined, capped, given up after the roll; bench/mat_files.py has more."""
    lots = random.Random(16)
    for games in islice(mat_games.matches(lots), 12):
        for stars in (False, True):
            assert mat_games.differences(mat_games.written(games, lots, stars), games) == []
        same(read(gamefiles.write(games, "mat")), [game._replace(entries=tuple(_without(game))) for game in games])


def test_rubbish_is_refused() -> None:
    lots = random.Random(3)
    text = gamefiles.write(a_match("backgammon", 9)[:1], "text")
    for _ in range(150):
        for whole in (text, MATCH):
            at = lots.randrange(len(whole))
            spoilt = whole[:at] + lots.choice('\x00[]";:/*0 9é\n²') + whole[at + lots.randrange(3) :]
            for item in gamefiles.GameFile(spoilt):
                if isinstance(item, FileFault):
                    assert str(item.error)


def test_the_game_of_the_document() -> None:
    document = (HERE.parents[1] / "docs" / "chessgammon-notation.md").read_text(encoding="utf-8")
    text = document[document.index("[Rulebook") :].split("```")[0]
    assert gamefiles.write(read(text), "text") == text


@pytest.mark.clause("G-43")
def test_jacoby_counts_a_gammon_once_in_the_library_and_in_its_files_too() -> None:
    money = library.load("backgammon", {"match.length": 1, "match.cube": True, "match.jacoby": True})
    plain = library.load("backgammon", {"match.length": 1, "match.cube": True})
    for game, worth in ((money, 1), (plain, 2)):
        start = game.parse("P/22/ppppppppppppppp - PPPPPPPPPPPPPP w -")
        record = GameRecord.from_moves(start, ["21", start.play("21").legal_moves()[0]])
        assert record.outcome is not None
        assert record.outcome.points == Points(worth, 0)
        (again,) = read(gamefiles.write([record], "text"))
        assert again.outcome == record.outcome


BEGUN = """
 Game {number}
 Ana : {ana}                            Berta : {berta}
  1) 31: 8/5 6/5                 52: 13/8 24/22
  2) 61: 13/7 8/7                {last}
"""
WON = "      Wins 1 point\n"


@pytest.mark.parametrize("last", ["63: ????", "63: ???", "63:"])
def test_who_resigns_after_a_roll_plays_it_as_question_marks(last: str) -> None:
    (game,) = read(" 5 point match\n" + BEGUN.format(number=1, ana=0, berta=0, last=last) + WON)
    assert game.outcome is not None
    assert (game.outcome.result, game.outcome.reason, game.outcome.points) == ("1-0", "resignation", (1, 0))
    assert game.entries[-1] == Played(Side.BLACK, None, "63")


def test_what_stands_about_a_match_is_passed_over_and_told() -> None:
    game = BEGUN.format(number=1, ana=0, berta=0, last="63:") + WON
    after = BEGUN.format(number=2, ana=1, berta=0, last="63:") + WON
    text = (
        f"Some Open 2025, final\nAna - Berta\n\n 5 point match\n{game}\nA fine game.\n{after}\nThank you for reading.\n"
    )
    one, other = read(text)
    assert one.match is not None
    assert (one.match.length, one.match.game) == (5, 1)
    assert [(each.game, each.line) for each in one.passed] == [(1, 1), (1, 2), (1, 12)]
    assert [(each.game, each.line) for each in other.passed] == [(2, 20)]
    assert all(each.error.reason == "tables_file_line" for each in one.passed)


def test_matches_after_each_other_each_have_their_length_and_headers() -> None:
    game = BEGUN.format(number=1, ana=0, berta=0, last="63:") + WON
    text = (
        f'; [Event "First"]\n 1 point match\n{game}\n; [Event "Second"]\n 3 point match\n{game}\n 0 point match\n{game}'
    )
    games = read(text)
    assert [game.match.length if game.match else 0 for game in games] == [1, 3, 0]
    assert [game.headers.get("Event") for game in games] == ["First", "Second", None]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('; [Variation "NackGammon"]\n', "tables_file_variation"),
        ('; [Variation "HyperGammon"]\n', "tables_file_variation"),
        ('; [Variation "Backgammon"]\n', None),
    ],
)
def test_other_games_of_the_same_board_are_never_read_as_backgammon(text: str, reason: str | None) -> None:
    text += " 5 point match\n" + BEGUN.format(number=1, ana=0, berta=0, last="63:") + WON
    assert reasons(text) == ([reason] if reason else [])


def session(answer: str, taken: str) -> str:
    """A single game in which a double is answered, and what that answer is answered with, if anything."""
    roll = "31: 8/5 6/5"
    text = " 0 point match\n" + BEGUN.format(number=1, ana=0, berta=0, last="Doubles => 2")
    text += f"  3) {answer:<30} {taken or roll}\n"
    return text + (f"  4) {'':<30} {roll}\n" if taken else "") + "      Wins 4 points\n"


@pytest.mark.clause("G-43")
@pytest.mark.parametrize("taken", ["Takes", ""])
def test_a_beaver_is_read_where_games_are_single(taken: str) -> None:
    (game,) = read(session("Beavers => 4", taken))
    assert game.start.game.conduct.beavers
    doubles = [entry for entry in game.entries if not isinstance(entry, Played)]
    assert [type(entry) for entry in doubles] == [Offered, Answered] * 2
    assert [entry.value for entry in doubles if isinstance(entry, Offered)] == [2, 4]
    assert game.outcome is not None
    assert game.outcome.points is not None
    assert max(game.outcome.points) == 4
    (again,) = read(gamefiles.write_game(game, "mat"))
    assert (again.entries, again.outcome) == (game.entries, game.outcome)


def test_raccoons_and_beavers_of_matches_are_refused_in_a_sentence() -> None:
    assert reasons(session("Raccoons => 4", "")) == ["tables_file_raccoon"]
    assert reasons(session("Beavers => 4", "").replace(" 0 point", " 5 point")) == ["tables_file_beaver"]


@pytest.mark.clause("G-43")
@pytest.mark.parametrize("is_on", [True, False])
def test_a_session_says_whether_jacobys_rule_is_in_force(is_on: bool) -> None:
    text = '; [Jacoby "On"]\n' if is_on else ""
    text += " 0 point match\n" + BEGUN.format(number=1, ana=0, berta=0, last="63:") + WON
    (game,) = read(text)
    assert game.start.game.conduct.jacoby is is_on
