"""Ids of positions: read back as they were written, against GNU Backgammon, mistyped, and texts of any kind."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import axedrez
from axedrez import TextError
from axedrez.core.contract import ReadPosition
from axedrez.core.match_state import MatchState
from axedrez.core.sides import Side
from axedrez.messages import LANGUAGES, sentence
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.ids import numbering
from axedrez.tables.position.position import TablesPosition
from tests.naive.tables import BACKGAMMON, CHESSGAMMON
from tests.tables.boards import game_of, option_mix, rolled
from tests.tables.comparing import backgammon_cases, counts, game_positions

START = "4HPwATDgc/ABMA"
XGID_START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:7:10"
MADE_FIVE_POINT = "pp/3/PP/PPPP/1/PP/3/ppppp/PPPPP/3/ppp/1/ppppp/4/PP - - b -"
WON = f"22/PP/1 - {'P' * 13}{'p' * 15} w -"
GNUBG = Path(__file__).parent / "gnubg" / "ids.txt"


def backgammon() -> TablesGame:
    return game_of(BACKGAMMON)


@st.composite
def matches(draw: st.DrawFn) -> MatchState:
    """Any state that a match can be in."""
    length = draw(st.integers(1, 99))
    score = draw(st.integers(0, length - 1)), draw(st.integers(0, length - 1))
    cube, largest = 1 << draw(st.integers(0, 15)), 1 << draw(st.integers(0, 15))
    owner = draw(st.sampled_from((None, Side.WHITE, Side.BLACK))) if cube > 1 else None
    money = (draw(st.booleans()), draw(st.booleans())) if length == 1 else (False, False)
    return MatchState(length, score, cube, owner, largest, draw(st.booleans()), draw(st.booleans()), *money)


def a_match(random: Random) -> MatchState:
    """A state that the ids of other programs hold too, with the cube's bound of each."""
    length = random.choice((1, 3, 5, 7, 25, 99))
    match = MatchState(length, (random.randrange(length), random.randrange(length)), largest=64)
    if match.is_crawford and random.random() < 0.5:
        match = match._replace(crawford_played=True)
    if match.is_crawford or random.random() < 0.5:
        return match
    return match._replace(cube=1 << random.randint(1, 6), owner=random.choice((None, Side.WHITE, Side.BLACK)))


# --- round trips -----------------------------------------------------------------------------------------------------


def test_own_ids_of_whole_games_are_read_back_with_every_mix_of_options() -> None:
    random = Random(18)
    read, bars, offs, waits, longest = 0, 0, 0, 0, 0
    for _ in range(8):
        game = game_of(option_mix(random))
        for placed, dice in game_positions(game, random):
            for position in (placed, rolled(placed, dice)):
                match = random.choice((None, a_match(random)))
                ids = position.ids(match)
                assert ids.keys() == {"axedrez"}
                found = game.read(ids["axedrez"])
                assert found == ReadPosition(position, match)
                assert found.position.row.tobytes() == position.row.tobytes()
                assert found.position.ids(match) == ids
                fields = position.text().split(" ")
                read, bars, offs = read + 1, bars + (fields[1] != "-"), offs + (fields[2] != "-")
                waits, longest = waits + bool(position.no_progress_count), max(longest, len(position.ids()["axedrez"]))
    assert read > 2500
    assert min(bars, offs, waits) > 30, "the games are too tame"
    assert longest <= 32


def test_all_ids_of_backgammon_are_read_back() -> None:
    random = Random(19)
    for placed, dice in islice(backgammon_cases(19), 400):
        position = rolled(placed, dice) if random.random() < 0.5 else placed
        match = a_match(random)
        ids = position.ids(match)
        assert ids.keys() == {"axedrez", "gnubg", "xgid"}
        for text in ids.values():
            assert backgammon().read(text) == (position, match, ()), text
        for text in position.ids().values():
            assert backgammon().parse(f" {text}\n") == position, text


@given(matches())
def test_own_ids_hold_any_state_of_a_match(match: MatchState) -> None:
    for game in (backgammon(), game_of(CHESSGAMMON)):
        assert game.read(game.start().ids(match)["axedrez"]) == (game.start(), match, ())


@given(matches())
def test_other_ids_hold_score_and_cube(match: MatchState) -> None:
    start = backgammon().start()
    for kind, largest in (("gnubg", 64), ("xgid", match.largest)):
        found = backgammon().read(start.ids(match)[kind]).match  # type: ignore[index]
        assert found is not None
        assert found[:5] == (*match[:4], largest)
        assert found.is_crawford == match.is_crawford
        assert found.jacoby == match.jacoby
        assert found.beavers == (match.beavers and kind == "xgid")


def test_a_finished_game_and_turns_without_progress() -> None:
    over = backgammon().parse(WON)
    assert over.is_over()
    for text in over.ids().values():
        assert backgammon().parse(text) == over
    counting = axedrez.load("backgammon", {"end.no_progress": 50})
    still = counting.parse(f"{counting.start().text()} - 7")
    assert isinstance(still, TablesPosition)
    assert still.ids().keys() == {"axedrez"}
    assert counting.parse(still.ids()["axedrez"]) == still


# --- what others write -----------------------------------------------------------------------------------------------


def test_position_ids_are_those_of_gnubg() -> None:
    gnubg_nn = pytest.importorskip("gnubg_nn", reason="pip install gnubg-nn")
    for position, _ in islice(backgammon_cases(20), 1000):
        own, enemy = counts(position.raw)
        text = position.ids()["gnubg"][:14]
        assert text == gnubg_nn.position_id([list(enemy), list(own)])
        assert tuple(map(tuple, gnubg_nn.board_from_position_id(text))) == (enemy, own)
        read = backgammon().parse(text)
        assert isinstance(read, TablesPosition)
        assert read.side is Side.WHITE
        assert counts(read.raw) == (own, enemy)


def test_ids_are_those_of_gnubg_1_07() -> None:
    lines = [line.split(" ") for line in GNUBG.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert len(lines) > 50
    for xgid, gnubg in lines:
        position, match, passed = backgammon().read(xgid)
        assert not passed
        assert match is not None
        assert position.ids(match)["xgid"] == xgid
        assert backgammon().read(gnubg) == (position, match._replace(largest=64), ())
        # Its last bit tells a rule for single games, also where a match is played.
        assert position.ids(match)["gnubg"][:-1] == gnubg[:-1]


def test_published_ids() -> None:
    start = backgammon().start()
    assert backgammon().read(START) == (start, None, ())
    assert start.ids()["gnubg"] == f"{START}:cAkAAAAAAAAE"
    # The example of GNU Backgammon's manual: to 9 points, 2 to 4, player 0 owns a cube on 2, player 1 has rolled 52.
    manual = f"{START}:QYkqASAAIAAA"
    match = MatchState(9, (4, 2), 2, Side.BLACK, 64)
    assert backgammon().read(manual) == (start.play("52"), match, ())
    assert start.play("52").ids(match)["gnubg"] == manual
    assert backgammon().read(XGID_START) == (start.play("52"), MatchState(7, largest=1024), ())
    assert start.play("52").ids(MatchState(7, largest=1024))["xgid"] == XGID_START
    # After 31: 8/5 6/5 the other side is on roll.
    made = backgammon().parse(MADE_FIVE_POINT)
    assert made.ids()["gnubg"].startswith("sGfwATDgc/ABMA:")
    assert made == backgammon().parse("sGfwATDgc/ABMA:MAGgAAAAAAAE")
    assert made == backgammon().parse("XGID=-b---BD-B---eE---c-e----B-:0:0:-1:00:0:0:0:5:10")


def test_a_match_to_one_point_is_the_last_game_of_one_to_two() -> None:
    found = backgammon().read(f"XGID={BOARD}:0:0:1:00:0:0:0:1:10").match
    assert found is not None
    assert found[:2] == (2, (1, 1))
    assert not found.is_crawford
    assert found == backgammon().read(f"XGID={BOARD}:0:0:1:00:0:0:1:1:10").match


def test_ids_in_what_the_programs_print() -> None:
    """A diagram of eXtreme Gammon's clipboard, and one of GNU Backgammon's terminal."""
    expected = backgammon().read(XGID_START)
    pasted = f"""{XGID_START}

X:Ana   O:Eva
Score is X:0 O:0 7 pt.(s) match.
 +13-14-15-16-17-18------19-20-21-22-23-24-+
 | X           O    |   | O              X |
Pip count  X: 167  O: 167 X-O: 0-0/7
Cube: 1
X to play 52
"""
    for text in (pasted, pasted.replace("\n", ""), f"  see {XGID_START} there"):
        assert backgammon().read(text) == expected
    printed = f""" GNU Backgammon  Position ID: {START}
                 Match ID   : QYkqASAAIAAA
 +13-14-15-16-17-18------19-20-21-22-23-24-+     O: gnubg
"""
    for text in (printed, f"GNUbg ID: {START}:QYkqASAAIAAA", f"Position ID: {START} Match ID: QYkqASAAIAAA"):
        assert backgammon().read(text) == backgammon().read(f"{START}:QYkqASAAIAAA")
    assert backgammon().parse(f"Position ID: {START}") == backgammon().start()


def test_ids_of_version_1_stay_what_they_are() -> None:
    """Between the fingerprint of the sheet and the check sum."""
    assert backgammon().start().ids()["axedrez"][8:-2] == "0StCJnR1jGFx4K"
    assert game_of(CHESSGAMMON).start().ids()["axedrez"][8:-2] == "ZzQFWkaKS8vWSpXJHzBvBq"
    match = backgammon().start().ids(MatchState(7, (3, 5), 4, Side.BLACK, 64))["axedrez"]
    assert match[8:-2] == "0StCJnR1jGFx4K0CHtKk"


def test_a_position_id_alone_is_read_with_white_on_roll() -> None:
    position = backgammon().parse("sGfwATDgc/ABMA")
    assert position.side is Side.WHITE
    assert position.text() == "pp/4/PPPPP/1/PPP/3/ppppp/PPPPP/3/pp/1/pppp/pp/3/PP - - w -"


# --- what is passed over or refused ----------------------------------------------------------------------------------

BOARD = "-b----E-C---eE---c-e----B-"
OWN = "ax1_a0820StCJnR1jGFx4Ky1"

PASSED = {
    "tables_id_doubled": [f"XGID={BOARD}:0:0:1:{sign}:0:0:0:7:10" for sign in "DBR"] + [f"{START}:cBEAAAAAAAAE"],
    "tables_id_one_point": [f"XGID={BOARD}:0:0:1:00:0:0:0:1:10"],
    "tables_id_session": [f"XGID={BOARD}:0:0:1:00:3:1:0:0:10"],
}


@pytest.mark.parametrize(("reason", "text"), [(reason, text) for reason, texts in PASSED.items() for text in texts])
def test_what_is_passed_over_is_told(reason: str, text: str) -> None:
    position, _, notes = backgammon().read(text)
    assert position == backgammon().start()
    assert [note.reason for note in notes] == [reason]
    assert all(sentence(notes[0], lang) for lang in LANGUAGES)


REFUSED = {
    "tables_id_gnubg": [
        START[:-1],
        START + "A",
        START[:-1] + "B",
        f"{START}:cAkA",
        f"{START}:cAkAAAAAAA=A",
        f"{START}:cAkAAAAAñAAA",
        "/" * 14,
        "A" * 13 + "/",
    ],
    "tables_id_match_alone": ["cAkAAAAAAAAA"],
    "tables_id_men": ["//8HAAAAAAAAAA", f"XGID=-P---{BOARD[5:]}:0:0:1:00:0:0:0:0:10".replace("P", "O")],
    "tables_id_offer": [f"{START}:cBkAAAAAAAAA", f"{START}:cCkAAAAAAAAA", f"{START}:cAEAAAAAAAAA"],
    "tables_id_stage": [f"{START}:cAgAAAAAAAAA", f"{START}:cAoAAAAAAAAA", f"{START}:cAsAAAAAAAAA"],
    "tables_dice": [f"{START}:cIkAAAAAAAAA", f"{START}:cIkfAAAAAAAA"],
    "tables_id_owner": [f"XGID={BOARD}:0:1:1:00:0:0:0:7:10", f"{START}:QAkAAAAAAAAE"],
    "tables_id_score": [f"XGID={BOARD}:0:0:1:00:7:0:0:7:10"],
    "tables_id_length": [f"XGID={BOARD}:0:0:1:00:7:0:0:100:10"],
    "tables_id_crawford": [f"XGID={BOARD}:0:0:1:00:5:0:1:7:10", f"{START}:8AkAAAAAAAAE"],
    "tables_id_xgid": ["XGID=", f"XGID={BOARD}", BOARD + ":0", f"{XGID_START}:0", "xgid=x:y"],
    "tables_id_xgid_field": [
        f"XGID={BOARD[1:]}:0:0:1:00:0:0:0:7:10",
        f"XGID=B{BOARD[1:]}:0:0:1:00:0:0:0:7:10",
        f"XGID={BOARD[:-1]}b:0:0:1:00:0:0:0:7:10",
        f"XGID={BOARD}:16:0:1:00:0:0:0:7:10",
        f"XGID={BOARD}:0:2:1:00:0:0:0:7:10",
        f"XGID={BOARD}:0:0:0:00:0:0:0:7:10",
        f"XGID={BOARD}:0:0:1:07:0:0:0:7:10",
        f"XGID={BOARD}:0:0:1:٣٢:0:0:0:7:10",
        f"XGID={BOARD}:0:0:1:00:-1:0:0:7:10",
        f"XGID={BOARD}:0:0:1:00:0:0:2:7:10",
    ],
    "tables_id_version": ["ax2_a0820StCJnR1jGFx4Ky1", "ax0_", "ax10_x"],
    "tables_id_mistyped": [
        "ax1_",
        "ax1_0",
        OWN[:-1],
        OWN + "0",
        OWN.lower(),
        OWN.replace("St", "tS"),
        "ax1_ñ",
        "ax1_²",
    ],
    "tables_enemies": ["AQAAAAAAAgAAAA"],
    "tables_both_finished": ["A" * 14],
    "tables_finished_turn": [f"XGID={'-' * 24}B-:0:0:-1:00:0:0:0:7:10"],
}


@pytest.mark.parametrize(("reason", "text"), [(reason, text) for reason, texts in REFUSED.items() for text in texts])
def test_refusals_by_reason(reason: str, text: str) -> None:
    with pytest.raises(TextError) as caught:
        backgammon().parse(text)
    assert caught.value.reason == reason
    assert all(sentence(caught.value, lang) for lang in LANGUAGES)


@pytest.mark.parametrize(
    "match", [MatchState(cube=3), MatchState(0), MatchState(5, (5, 0)), MatchState(largest=1 << 16)]
)
def test_a_match_that_cannot_be_is_not_written(match: MatchState) -> None:
    with pytest.raises(TextError):
        backgammon().start().ids(match)


def test_ids_of_backgammon_are_refused_for_other_games() -> None:
    small = axedrez.load("backgammon", {"start.position": "pp/22/PP - - w -"})
    assert isinstance(small, TablesGame)
    assert small.start().ids().keys() == {"axedrez"}
    for game in (game_of(CHESSGAMMON), small):
        for text in (START, XGID_START):
            with pytest.raises(TextError) as caught:
                game.parse(text)
            assert caught.value.reason == "tables_id_rules"


def test_own_ids_are_refused_under_other_rules_but_not_in_another_match() -> None:
    games = [axedrez.load("chessgammon", {name: True}) for name in ("killer_queen", "berserker_king", "defective_rook")]
    games += [axedrez.load("chessgammon"), backgammon()]
    starts = [game.start() for game in games]
    for start in starts:
        assert isinstance(start, TablesPosition)
        text = start.ids()["axedrez"]
        for game in games:
            if game is start.game:
                assert game.parse(text) == start
                continue
            with pytest.raises(TextError) as caught:
                game.parse(text)
            assert caught.value.reason == "tables_id_fingerprint"
    match = axedrez.load("chessgammon", {"match.length": 7, "match.cube": True})
    plain = games[3].start()
    assert isinstance(plain, TablesPosition)
    assert match.parse(plain.ids()["axedrez"]).text() == plain.text()


def test_every_mistyped_sign_and_every_exchange_is_refused() -> None:
    start = game_of(CHESSGAMMON).start()
    for text in (start.ids()["axedrez"], start.ids(MatchState(7, (3, 5)))["axedrez"]):
        wrong = {text[:place] + sign + text[place + 1 :] for place in range(4, len(text)) for sign in numbering.DIGITS}
        for one in range(4, len(text)):
            for other in range(one + 1, len(text)):
                signs = list(text)
                signs[one], signs[other] = signs[other], signs[one]
                wrong.add("".join(signs))
        for broken in wrong - {text}:
            with pytest.raises(TextError) as caught:
                game_of(CHESSGAMMON).parse(broken)
            assert caught.value.reason == "tables_id_mistyped"


@given(st.data())
def test_multisets_are_numbered_without_gaps(data: st.DataObject) -> None:
    size, kinds = data.draw(st.integers(0, 16)), data.draw(st.integers(1, 26))
    number = data.draw(st.integers(0, numbering.multisets(size, kinds) - 1))
    places = numbering.unrank(number, size, kinds)
    assert places == sorted(places)
    assert len(places) == size
    assert all(0 <= place < kinds for place in places)
    assert numbering.rank(places) == number


# --- texts of any kind -----------------------------------------------------------------------------------------------

BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


@st.composite
def signed(draw: st.DrawFn) -> str:
    """Ids of ours whose check sum and fingerprint are right, whatever they say."""
    game = draw(st.sampled_from((backgammon(), game_of(CHESSGAMMON))))
    digits = len(game.start().ids()["axedrez"]) - len("ax1_") - numbering.CHECK_DIGITS - 4
    length = draw(st.sampled_from((digits, digits + 6, draw(st.integers(0, 60)))))
    body = game.start().ids()["axedrez"][4:8] + draw(st.text(numbering.DIGITS, min_size=length, max_size=length))
    return f"ax1_{body}{numbering.check_sum('ax1' + body)}"


@st.composite
def changed(draw: st.DrawFn) -> str:
    """Right ids in which some signs are replaced by any."""
    text = draw(st.sampled_from((START, f"{START}:cAkAAAAAAAAE", XGID_START, OWN)))
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, len(text) - 1))
        text = text[:place] + draw(st.text(max_size=2)) + text[place + 1 :]
        if not text:
            break
    return text


XGIDS = st.builds(
    lambda board, fields: f"XGID={board}:" + ":".join(fields),
    st.text("-ABCabcOo", min_size=26, max_size=26),
    st.lists(st.sampled_from(("0", "1", "-1", "2", "10", "00", "52", "D", "7", "")), min_size=9, max_size=9),
)
GNUBG_IDS = st.builds(
    lambda position, match: f"{position}:{match}",
    st.text(BASE64, min_size=14, max_size=14) | st.just(START),
    st.text(BASE64, min_size=12, max_size=12),
)


def assert_same(position: TablesPosition, match: MatchState | None, text: str) -> None:
    """What was read from a text is written so that it is read again, and by ours in one way only."""
    game = position.game
    assert isinstance(game, TablesGame)
    assert game.parse(position.text()) == position
    own = position.ids(match)["axedrez"]
    assert game.read(own)[:2] == (position, match)
    if text.strip().startswith("ax1_"):
        assert own == text.strip()


@given(st.one_of(st.text(max_size=60), st.binary(max_size=40).map(repr), signed(), changed(), XGIDS, GNUBG_IDS))
@settings(max_examples=1500)
@example("XGID=" + ":" * 9)
@example("ax1_" + "0" * 150)
@example(" ")
def test_any_text_is_a_position_or_refused(text: str) -> None:
    for game in (backgammon(), game_of(CHESSGAMMON)):
        try:
            position, match, notes = game.read(text)
        except TextError as refusal:
            notes = (refusal,)
        else:
            assert_same(position, match, text)
        assert all(sentence(note, lang) for note in notes for lang in LANGUAGES)
