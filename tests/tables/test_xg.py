"""Files of eXtreme Gammon: matches beside their `.mat`, what the records mean, and what cannot be read.

The files are written here after the published description of the format (`xg_files.py`): those of the program itself
belong to who has made them.
"""

from __future__ import annotations

import io
import random
import struct
import tracemalloc
import zlib
from collections.abc import Sequence
from datetime import date
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import axedrez
from axedrez import gamefiles, library
from axedrez.core import Side
from axedrez.core.errors import NotAllowed
from axedrez.core.game_record import Answered, Entry, FileFault, GameRecord, Offered, Played
from axedrez.messages import LANGUAGES, sentence
from axedrez.tables.gamefiles.xg import container as xg_container
from axedrez.tables.gamefiles.xg import reading, records
from tests.tables import mat_games, xg_files
from tests.tables.xg_files import START, container, cube, game_footer, game_header, match_header, move, turned

GNUBG = Path(__file__).parent / "gnubg"
MONEY = 99_999


def read(file: bytes) -> list[GameRecord]:
    found = list(axedrez.read_games(file))
    assert all(isinstance(each, GameRecord) for each in found), found
    return found  # type: ignore[return-value]


def fault(file: bytes) -> FileFault:
    [found] = axedrez.read_games(file)
    assert isinstance(found, FileFault), found
    assert all(sentence(found.error, lang) for lang in LANGUAGES)
    return found


def told(game: GameRecord) -> tuple[object, ...]:
    return game.entries, game.outcome, game.match, game.headers["White"], game.headers["Black"]


def board(**changes: int) -> list[int]:
    """The start with other numbers of men: `p6=4` on a point, `p25` and `p0` on the bars."""
    found = list(START)
    for place, count in changes.items():
        found[int(place[1:])] = count
    return found


# --- beside the .mat files -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["match1", "match2", "match3"])
def test_a_match_is_that_of_its_mat_file(name: str) -> None:
    matched = read((GNUBG / f"{name}.mat").read_bytes())
    games = read(xg_files.written(matched))
    assert [told(each) for each in games] == [told(each) for each in matched]


def test_random_matches_are_read_as_their_mat_files_are() -> None:
    """Doubles, drops, resignations before and after the roll, gammons, Crawford games, sessions."""
    for games in islice(mat_games.matches(random.Random(31)), 12):
        matched = read(gamefiles.write(games, "mat").encode())
        found = read(xg_files.written(games))
        assert [told(each) for each in found] == [told(each) for each in games]
        # A roll that was not played is not written as .mat.
        played = [each._replace(entries=tuple(filter(is_done, each.entries))) for each in found]
        assert [told(each) for each in played] == [told(each) for each in matched]


def is_done(entry: Entry) -> bool:
    return not isinstance(entry, Played) or entry.move is not None


# --- what the records mean -------------------------------------------------------------------------------------------

FIRST = move(1, START, board(p13=4, p11=1, p6=4, p5=1), [(12, 10), (5, 4)], (2, 1))
AFTER_FIRST = board(p13=4, p11=1, p6=4, p5=1)


def session(*acts: bytes, length: int = MONEY, score: Sequence[int] = (0, 0), **rules: Any) -> bytes:
    """A game of Ana, who is player 1, against Eva."""
    named = {"first": "Ana", "second": "Eva"} | rules
    return container([match_header(length, **named), game_header(score), FIRST, *acts])


@pytest.mark.parametrize("captured", [True, False])
def test_a_capture_on_the_way_follows_from_the_position_after_the_turn(captured: bool) -> None:
    """24/20*/18 and 24/22/18 lead the man to the same point."""
    after = turned(AFTER_FIRST)
    after[24], after[18] = 1, 1
    if captured:
        after[20], after[0] = 0, -1
    [game] = read(session(move(2, AFTER_FIRST, after, [(23, 17)], (4, 2))))
    [_, second] = game.entries
    assert isinstance(second, Played)
    assert (second.side, second.roll) == (Side.BLACK, "42")
    assert (str(second.move).count("*") == 1) is captured


def test_where_the_position_after_a_turn_is_missing_its_parts_tell_it() -> None:
    """The capture that is not told is found by the position before the next turn."""
    nothing = [0] * 26
    entering = board(p13=4, p11=1, p6=4, p5=0, p1=-1, p7=-1, p25=1)
    then = move(1, entering, nothing, [(24, 22), (12, 8)], (4, 2))
    [game] = read(session(move(2, AFTER_FIRST, nothing, [(23, 17)], (4, 2)), then))
    assert [str(entry.move) for entry in game.entries if isinstance(entry, Played)][2] == "bar/23 13/9"


def test_names_dates_and_rules_stand_in_the_first_record() -> None:
    days = (date(2026, 3, 9) - date(1899, 12, 30)).days + 0.75
    told_there: dict[str, Any] = {
        "event": "Ópen ♣",
        "site": "Sitges",
        "round": "3",
        "date": days,
        "jacoby": True,
        "beavers": True,
    }
    [game] = read(session(**told_there))
    names = {"White": "Ana", "Black": "Eva"}
    assert game.headers == {**names, "Event": "Ópen ♣", "Site": "Sitges", "Date": "2026.03.09", "Round": "3"}
    assert game.start.game.conduct.jacoby
    assert game.start.game.conduct.beavers
    assert game.match is None
    assert game.outcome is None
    [old] = read(session(version=20, event="Ópen", first="Ñoño"))
    assert old.headers == {"White": "Ñoño", "Black": "Eva", "Event": "Ópen"}
    [spoilt] = read(session(date=float("nan"), event="a\x1b\n b"))
    assert spoilt.headers == {"White": "Ana", "Black": "Eva", "Event": "a b"}


@pytest.mark.parametrize(("crawford", "length", "told_crawford"), [(True, 3, True), (False, 3, False), (True, 1, True)])
def test_crawfords_rule_is_that_of_the_match(crawford: bool, length: int, told_crawford: bool) -> None:
    [game] = read(session(length=length, crawford=crawford))
    conduct = game.start.game.conduct
    assert (conduct.length, conduct.cube, conduct.crawford) == (length, length > 1, told_crawford)


def test_whether_the_crawford_game_is_over_stands_in_the_header_of_a_game() -> None:
    games = [
        match_header(3),
        game_header((2, 0), 2, crawford=True),
        FIRST,
        game_footer(2, 1, 101),
        game_header((2, 1), 3),
        FIRST,
    ]
    crawford, after = read(container(games))
    assert crawford.match is not None
    assert after.match is not None
    assert (crawford.match.game, crawford.match.score, crawford.match.crawford_played) == (2, (2, 0), False)
    assert (after.match.game, after.match.score, after.match.crawford_played) == (3, (2, 1), True)


def doubled(taken: int, **more: int) -> bytes:
    return cube(2, AFTER_FIRST, 1, taken, **more)


def test_doubles_are_taken_dropped_and_beavered() -> None:
    [taken] = read(session(doubled(1)))
    assert taken.entries[1:] == (Offered(Side.BLACK, "double", 2), Answered(Side.WHITE, True))
    [dropped] = read(session(doubled(0), game_footer(2, 1, 0)))
    assert dropped.outcome is not None
    assert (dropped.outcome.reason, dropped.outcome.result) == ("passed", "0-1")
    [waiting] = read(session(doubled(-1)))
    assert (waiting.entries[1:], waiting.outcome) == ((Offered(Side.BLACK, "double", 2),), None)
    [ended] = read(session(doubled(-1), game_footer(2, 1, 0)))
    assert ended.outcome == dropped.outcome
    for beavers, accepted in [(True, 1), (False, 1), (True, 0)]:
        [game] = read(session(doubled(2, beaver=accepted), beavers=beavers))
        assert game.start.game.conduct.beavers
        assert game.entries[3] == Offered(Side.WHITE, "double", 4)
        assert game.entries[4:] == ((Answered(Side.BLACK, True),) if accepted else ())


def test_a_beaver_is_accepted_by_going_on() -> None:
    after = turned(AFTER_FIRST)
    after[24], after[20], after[18], after[0] = 1, 0, 1, -1
    [game] = read(session(doubled(2), move(2, AFTER_FIRST, after, [(23, 19), (19, 17)], (4, 2)), beavers=True))
    assert game.entries[4] == Answered(Side.BLACK, True)
    assert isinstance(game.entries[5], Played)


def test_decisions_without_a_double_are_none() -> None:
    marks = [cube(1, START, -2, -1), cube(2, AFTER_FIRST, 0, -1), cube(2, AFTER_FIRST, -1, -1)]
    [game] = read(container([match_header(MONEY), game_header(), marks[0], FIRST, *marks[1:]]))
    assert len(game.entries) == 1


def test_the_end_is_a_resignation_where_the_board_tells_none() -> None:
    [resigned] = read(session(game_footer(1, 2, 102)))
    assert resigned.outcome is not None
    assert (resigned.outcome.reason, tuple(resigned.outcome.points or ())) == ("resignation", (2, 0))
    hanging = move(2, AFTER_FIRST, turned(AFTER_FIRST), [], (6, 6))
    [rolled] = read(session(hanging, game_footer(1, 1, 101)))
    assert rolled.entries[1] == Played(Side.BLACK, None, "66")
    [unrolled] = read(session(move(2, AFTER_FIRST, [0] * 26, [], (0, 0)), game_footer(0, 0)))
    assert (len(unrolled.entries), unrolled.outcome) == (1, None)


def test_a_match_whose_second_player_begins_swaps_the_colours() -> None:
    begins = move(2, START, board(p13=4, p11=1, p6=4, p5=1), [(12, 10), (5, 4)], (2, 1))
    [game] = read(container([match_header(5, first="Ana", second="Eva"), game_header((3, 1), 4), begins]))
    assert (game.headers["White"], game.headers["Black"]) == ("Eva", "Ana")
    assert game.match == (5, 4, (1, 3), Side.BLACK, False, 0)


# --- what cannot be read ---------------------------------------------------------------------------------------------

NOWHERE = move(2, AFTER_FIRST, [0] * 26, [(23, 5)], (4, 2))


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        (session(NOWHERE), "tables_file_move"),
        (session(move(1, AFTER_FIRST, START, [(12, 10)], (2, 1))), "tables_file_turn"),
        (session(move(2, START, START, [(12, 10)], (2, 1))), "tables_xg_edited"),
        (session(cube(2, START, 1, 1)), "tables_xg_edited"),
        (session(move(2, AFTER_FIRST, START, [(12, 10)], (7, 1))), "tables_xg_record"),
        (session(move(0, AFTER_FIRST, START, [(12, 10)], (2, 1))), "tables_xg_record"),
        (session(doubled(1, exponent=1)), "tables_file_double"),
        (session(doubled(1, exponent=-(2**31))), "tables_file_double"),
        (session(doubled(2, beaver=2), beavers=True), "tables_file_raccoon"),
        (session(doubled(2), length=5), "tables_file_beaver"),
        (session(game_footer(1, 7)), "tables_file_stake"),
        (session(doubled(0), game_footer(1, 1, 0)), "tables_file_result"),
        (session(variation=1), "tables_file_variation"),
        (session(variation=9), "tables_file_variation"),
        (session(length=3, score=(3, 0)), "tables_file_header"),
        (session(length=-4), "tables_file_header"),
        (session(magic=7), "tables_xg_match"),
        (container([match_header(3), game_header(board=board(p24=1, p23=1))]), "tables_file_setup"),
        (container([match_header(3), game_header(automatic=1)]), "tables_xg_automatic"),
        (container([game_header()]), "tables_xg_match"),
        (container([match_header(3)]), "file_empty"),
        (container([]), "tables_xg_match"),
        (container([match_header(3), b"x"]), "tables_xg_damaged"),
        (xg_files.archive([("temp.xgr", b"x")]), "tables_xg_match"),
        (b"RGMH", "tables_xg_damaged"),
        (b"RGMH" + b"\xff" * 9000, "tables_xg_damaged"),
    ],
)
def test_what_cannot_be_read_is_told(file: bytes, reason: str) -> None:
    assert fault(file).error.reason == reason


def test_a_match_that_is_too_long_is_refused_in_a_sentence() -> None:
    assert fault(session(length=5000)).error.reason


def test_a_fault_has_the_number_of_its_record() -> None:
    assert fault(session(doubled(1), NOWHERE)).line == 5


def test_the_games_beside_a_broken_one_are_read() -> None:
    good, bad = [game_header(), FIRST], [game_header(), FIRST, NOWHERE, FIRST]
    first, second, third = axedrez.read_games(container([match_header(MONEY), *good, *bad, *good]))
    assert isinstance(second, FileFault)
    assert (second.game, second.line) == (2, 6)
    assert isinstance(first, GameRecord)
    assert isinstance(third, GameRecord)
    assert first.entries == third.entries


def test_thumbnails_and_stored_files_change_nothing() -> None:
    whole = [match_header(MONEY, first="Ana"), game_header(), FIRST]
    plain, shown, stored = (read(container(whole, **how)) for how in ({}, {"thumbnail": b"JPG"}, {"stored": True}))
    assert plain == shown == stored
    assert read(xg_files.archive([("temp.xgc", b"{\\rtf1}"), ("TEMP.XG", b"".join(whole))])) == plain


# --- hostile files ---------------------------------------------------------------------------------------------------


def checked(file: bytes) -> list[GameRecord | FileFault]:
    found = list(axedrez.read_games(file))
    for each in found:
        if isinstance(each, FileFault):
            assert all(sentence(each.error, lang) for lang in LANGUAGES)
    return found


def test_a_file_that_is_cut_off_anywhere_is_told_once() -> None:
    file = session(doubled(1))
    for length in range(4, len(file)):
        assert fault(file[:length]).error.reason == "tables_xg_damaged"


def test_bytes_that_have_changed_are_found_or_change_nothing() -> None:
    lots, file = random.Random(7), session(doubled(1))
    whole = checked(file)
    for _ in range(600):
        broken = bytearray(file)
        for _ in range(lots.randint(1, 3)):
            broken[lots.randrange(8232, len(file))] = lots.randrange(256)
        found = checked(bytes(broken))
        assert found == whole or any(isinstance(each, FileFault) for each in found)


def test_records_of_rubbish_are_refused() -> None:
    """The container is sound, so that the records themselves are read."""
    lots = random.Random(9)
    games = next(mat_games.matches(random.Random(2)))[:1]
    parts = [match_header(5), *xg_files.records_of(games[0])][:40]
    for _ in range(250):
        broken = bytearray(b"".join(parts))
        for _ in range(lots.randint(1, 12)):
            place = lots.randrange(len(parts)) * records.SIZE + lots.choice([8, lots.randrange(128), 552, 64])
            broken[place] = lots.choice([0, 1, 2, 3, 4, 127, 128, 255, lots.randrange(256)])
        checked(container([bytes(broken)]))


def lying(size: int, content: bytes, packed: int | None = None, place: int = 0, count: int = 1) -> bytes:
    """A file whose index tells other sizes than there are."""
    body = zlib.compress(content)
    told_there = xg_files.entry("temp.xg", size, len(body) if packed is None else packed, place, zlib.crc32(content))
    return xg_files.wrapped(body, told_there * count, count)


WHOLE = b"".join([match_header(MONEY), game_header(), FIRST])


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        (lying(2**31 - 1, WHOLE), "tables_xg_long"),
        (lying(-1, WHOLE), "tables_xg_damaged"),
        (lying(len(WHOLE), WHOLE, packed=2**31 - 1), "tables_xg_damaged"),
        (lying(len(WHOLE), WHOLE, packed=-1), "tables_xg_damaged"),
        (lying(len(WHOLE), WHOLE, place=2**31 - 1), "tables_xg_damaged"),
        (lying(len(WHOLE), WHOLE, place=-9), "tables_xg_damaged"),
        (lying(len(WHOLE), WHOLE, packed=9), "tables_xg_damaged"),
        (lying(len(WHOLE), WHOLE, count=65), "tables_xg_damaged"),
        (xg_files.wrapped(b"", b"\0" * 10_000_000, 1), "tables_xg_damaged"),
        (xg_files.wrapped(b"", b"", 2**31 - 1), "tables_xg_damaged"),
        (xg_files.wrapped(b"", b"", 0), "tables_xg_damaged"),
    ],
)
def test_sizes_that_are_not_so_are_refused(file: bytes, reason: str) -> None:
    assert fault(file).error.reason == reason


def test_what_is_inflated_has_a_bound() -> None:
    """A small file that inflates to a hundred times what is told, and one that is as large as any may be."""
    bomb = lying(len(WHOLE), WHOLE + bytes(60_000_000))
    long = b"".join([match_header(MONEY), *[xg_files.record(5, {})] * (records.MAX_RECORDS - 1)])
    largest, larger = lying(len(long), long), lying(len(long) + 1, long)
    assert len(bomb) < 100_000
    tracemalloc.start()
    assert {each.error.reason for each in checked(bomb) if isinstance(each, FileFault)} == {"tables_xg_damaged"}
    assert fault(largest).error.reason == "file_empty"
    assert fault(larger).error.reason == "tables_xg_long"
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4_000_000


def test_a_game_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    file = session(*[cube(2, AFTER_FIRST, 0, -1)] * 9)
    read(file)
    monkeypatch.setattr(reading, "MAX_ACTS", 9)
    assert fault(file).error.reason == "tables_xg_acts"


def test_pieces_are_small_whatever_they_inflate_to() -> None:
    content = bytes(3_000_000)
    pieces = list(xg_container.member(io.BytesIO(xg_files.archive([("temp.xg", content)])), "temp.xg", 2**30))
    assert b"".join(pieces) == content
    assert max(map(len, pieces)) <= 1 << 16


# --- doors -----------------------------------------------------------------------------------------------------------


def test_files_are_recognized_by_their_first_bytes(tmp_path: Path) -> None:
    file = session(doubled(1))
    path = tmp_path / "match"
    path.write_bytes(file)
    assert list(axedrez.read_games(path)) == read(file)
    with gamefiles.GameFile.opened(path) as opened:
        assert opened.format.name == "xg"
    [tree] = axedrez.read_trees(path)
    assert not isinstance(tree, FileFault)
    assert tree.headers["White"] == "Ana"


def test_bytes_of_texts_are_read_as_their_files_are(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    for body in (b'[White "\xd1o\xf1o"]\r\n\r\n1. e4 *', "\ufeff1. e4 {ñ} *".encode("utf-16"), b"", b"RGM"):
        path.write_bytes(body)
        assert str(list(axedrez.read_games(body))) == str(list(axedrez.read_games(path)))


def test_at_most_so_many_games_are_read() -> None:
    games = [match_header(MONEY), *[game_header(), FIRST] * 3]
    *_, last = gamefiles.GameFile(container(games), limit=2)
    assert isinstance(last, FileFault)
    assert (last.error.reason, last.line) == ("file_many", 1)


def test_the_format_is_not_written() -> None:
    start = library.load("backgammon").start()
    assert "xg" not in [each.name for each in gamefiles.formats(start)]
    record = GameRecord.from_moves(start, ["31"])
    with pytest.raises(NotAllowed):
        axedrez.write_game(record, "xg")
    with pytest.raises(NotAllowed):
        reading.write([record], library.load)


def test_fields_stand_where_the_description_says() -> None:
    """The sizes that it tells: 8232 bytes of header, 532 of an entry, 36 at the end, 2560 of a record."""
    assert records.SIZE == 2560
    assert len(xg_files.entry("temp.xg", 0, 0, 0, 0)) == 532
    assert len(xg_files.wrapped(b"", b"", 0)) == 8232 + len(zlib.compress(b"")) + 36
    assert struct.calcsize("<4sIIqI16s8192s") == 8232
