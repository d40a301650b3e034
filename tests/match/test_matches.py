"""Matches: the score, the cube, Crawford's game, resignations (G-42 … G-44), games drawn without progress (G-45)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from axedrez import gamefiles
from axedrez.core import AxedrezError, Game, Outcome, SheetError, Side
from axedrez.core.game_record import GameRecord, Offered
from axedrez.match import Player, Players, Progress, Record
from axedrez.match.transcript import transcript
from tests.match.dicing import LAST_MAN, LAST_MEN, T0, Table, game, match_of, progress, seed, types
from tests.match.persons import ANA, APART, BEN, LIVE, expire

BACKGAMMON = "P/4/p/17/pppppppppppppp - PPPPPPPPPPPPPP w -"


def refuse(table: Table, reason: str, kind: str, **fields: Any) -> None:
    with pytest.raises(AxedrezError) as refusal:
        table.do(kind, **fields)
    assert refusal.value.reason == reason


def outcome(table: Table) -> Outcome:
    assert table.record.outcome is not None
    return table.record.outcome


def points(table: Table) -> tuple[float, float]:
    scored = outcome(table).points
    assert scored is not None
    return scored


def awaited(table: Table) -> Side | None:
    return table.record.computer_awaited


def may_beaver(table: Table) -> bool:
    return table.record.may_beaver


def doubled(table: Table) -> Table:
    side = table.record.position.side
    table.do("offer", offer="double", side=side.word)
    table.do("accept", offer="double", side=side.opponent.word)
    return table


@pytest.mark.clause("G-43")
def test_without_the_cube_the_dice_are_rolled_by_themselves() -> None:
    table = Table(of=match_of(5, cube=False)).begin()
    for _ in range(6):
        assert types(table.play()) == ["Moved", "Rolled"]
    refuse(table, "no_double_now", "offer", offer="double", side="white")
    refuse(table, "no_roll_now", "roll")


@pytest.mark.clause("G-43")
def test_with_the_cube_a_player_decides_before_the_roll() -> None:
    table = Table(of=match_of(5)).begin()
    refuse(table, "no_double_now", "offer", offer="double", side="white")  # the first turn has its dice already
    assert types(table.play()) == ["Moved"]
    assert table.record.turn is Side.BLACK
    refuse(table, "roll_first", "move", move="pass")
    refuse(table, "no_double_now", "offer", offer="double", side="white")
    assert types(table.do("roll")) == ["Rolled"]
    refuse(table, "no_double_now", "offer", offer="double", side="black")  # too late: the dice are rolled
    refuse(table, "no_roll_now", "roll")


@pytest.mark.clause("G-43")
def test_a_double_is_taken_and_the_cube_goes_to_who_took_it() -> None:
    table = Table(of=match_of(25)).begin()
    table.play()
    table.do("offer", offer="double", side="black")
    for kind, fields, reason in [
        ("roll", {}, "no_roll_now"),
        ("move", {"move": "pass"}, "double_first"),
        ("offer", {"offer": "double", "side": "black"}, "no_double_now"),
        ("accept", {"offer": "double", "side": "black"}, "no_offer"),
    ]:
        refuse(table, reason, kind, **fields)
    log = table.do("accept", offer="double", side="white")
    assert types(log) == ["Accepted", "Rolled"]  # Black, who cannot double any more, has nothing to decide
    assert table.record.cube == (2, Side.WHITE)
    assert types(table.play()) == ["Moved"]  # White may double now
    table.do("roll")
    assert types(table.play()) == ["Moved", "Rolled"]  # Black may not
    table.play()
    table.do("offer", offer="double", side="white")
    table.do("accept", offer="double", side="black")
    assert table.record.cube == (4, Side.BLACK)
    assert table.record.answer == ("double", Side.BLACK, "accepted", 4)
    table.play()
    assert table.record.answer is None


@pytest.mark.clause("G-43")
def test_a_double_that_is_passed_loses_the_old_value() -> None:
    table = Table(of=match_of(25)).begin()
    table.play()
    doubled(table)  # by Black: 2, White's
    table.play()
    table.do("offer", offer="double", side="white")
    log = table.do("decline", offer="double", side="black")
    assert types(log) == ["Ended", "Revealed"]
    assert (table.record.outcome and table.record.outcome.reason, points(table)) == ("passed", (2, 0))
    assert table.record.score(Side.WHITE) == 2


@pytest.mark.clause("G-43")
def test_the_cube_ends_at_64() -> None:
    table = Table(of=match_of(99)).begin()
    table.play()
    values = []
    while table.record.may_double(table.record.position.side):
        doubled(table)
        values.append(table.record.cube.value)
        table.play()
    assert values == [2, 4, 8, 16, 32, 64]


def test_taking_back_gives_the_cube_back() -> None:
    table = Table(of=match_of(25)).begin()
    table.play(2)
    before = table.record.cube
    doubled(table)
    table.play()
    table.do("undo", plies=2)
    assert table.record.cube == before == (1, None)


@pytest.mark.clause("G-42")
@pytest.mark.parametrize(("start", "worth"), [(LAST_MEN, 1), (LAST_MAN, 2), (BACKGAMMON, 3)])
@pytest.mark.parametrize("cube", [1, 2])
def test_a_win_counts_as_often_as_the_cube_shows(start: str, worth: int, cube: int) -> None:
    table = Table(start, of=match_of(25)).begin()
    if cube == 2:
        doubled(table)
    else:
        table.do("roll")
    table.do("move", move="1/off")
    assert points(table) == (worth * cube, 0)
    assert table.record.score(Side.WHITE) == worth * cube


@pytest.mark.clause("G-44")
def test_the_opponent_may_refuse_less_than_the_most_still_possible() -> None:
    table = Table(of=match_of(25)).begin()
    table.play()
    doubled(table)
    assert table.record.position.stakes(Side.BLACK) == (1, 2, 3)
    refuse(table, "no_such_stake", "resign", side="black", points=4)
    assert types(table.do("resign", side="black", points=2)) == ["Offered"]
    refuse(table, "offer_stands", "resign", side="black", points=1)
    table.do("decline", offer="resignation", side="white")
    assert table.record.answer == ("resignation", Side.WHITE, "declined", None)
    assert table.record.outcome is None
    assert table.record.offers == []
    table.do("resign", side="black", points=1)
    table.do("accept", offer="resignation", side="white")
    assert (points(table), outcome(table).reason) == ((2, 0), "resignation")


@pytest.mark.clause("G-44")
@pytest.mark.parametrize("given", [{"points": 3}, {}])
def test_the_most_that_is_possible_needs_no_consent(given: dict[str, Any]) -> None:
    table = Table(of=match_of(25)).begin()
    table.do("resign", side="white", **given)
    assert points(table) == (0, 3)


@pytest.mark.clause("G-44")
def test_who_has_borne_off_can_lose_one_point_only() -> None:
    table = Table(LAST_MEN, of=match_of(25)).begin()
    refuse(table, "no_such_stake", "resign", side="black", points=2)
    table.do("resign", side="black", points=1)
    assert points(table) == (1, 0)


def test_an_offered_resignation_lapses_with_the_opponents_move() -> None:
    table = Table().begin()
    table.do("resign", side="black", points=1)
    table.play()  # White's turn
    assert table.record.offers == []


@pytest.mark.clause("G-44")
def test_the_whole_match_may_be_resigned() -> None:
    table = Table(of=match_of(7), match=progress(3, 4, 2)).begin()
    swapped = table.record.swapped
    table.do("resign", side="white", match=True)
    assert table.record.match_winner is Side.BLACK
    assert table.record.score(Side.BLACK) == 7
    assert points(table) == (0, 3 if swapped else 5)
    assert table.record.next_progress is None
    refuse(Table().begin(), "no_match", "resign", side="white", match=True)


@pytest.mark.clause("G-43")
def test_the_score_belongs_to_the_players_whatever_their_colours() -> None:
    seats = Players(Player(name="Ana"), Player(name="Luis"))
    seen = set()
    for number in range(12):
        table = Table(secret=seed(number), of=match_of(7), players=seats, match=progress(2, 3, 1)).begin()
        seen.add(table.record.swapped)
        ana = Side.BLACK if table.record.swapped else Side.WHITE
        assert table.record.players.at(ana).name == "Ana"
        assert (table.record.score(ana), table.record.score(ana.opponent)) == (3, 1)
        table.do("resign", side=ana.word, points=3)
        assert (table.record.score(ana), table.record.score(ana.opponent)) == (3, 4)
        # The next game begins with the seats as the colours of this one.
        scores = (3, 4) if ana is Side.WHITE else (4, 3)
        assert table.record.next_progress == Progress(3, *scores, False)
    assert seen == {True, False}


@pytest.mark.clause("G-43")
@pytest.mark.parametrize(
    ("match", "crawford"),
    [
        (progress(1, 0, 0), False),
        (progress(2, 3, 0), False),
        (progress(3, 4, 0), True),
        (progress(3, 0, 4), True),
        (progress(4, 4, 2, True), False),
        (progress(5, 4, 4, True), False),
    ],
)
def test_crawfords_game_has_no_cube(match: Progress, crawford: bool) -> None:
    table = Table(of=match_of(5), match=match).begin()
    assert table.record.is_crawford is crawford
    assert types(table.play()) == (["Moved", "Rolled"] if crawford else ["Moved"])
    table.do("resign", side="white", points=3)
    after = table.record.next_progress
    assert after is None or after.crawford_played is (crawford or match.crawford_played)


def test_crawfords_rule_can_be_switched_off() -> None:
    table = Table(of=match_of(5, match__crawford=False), match=progress(3, 4, 0)).begin()
    assert not table.record.is_crawford
    assert types(table.play()) == ["Moved"]


@pytest.mark.clause("G-43")
def test_the_match_ends_when_somebody_has_the_points() -> None:
    table = Table(LAST_MAN, of=match_of(5), match=progress(2, 3, 1)).begin()
    table.do("roll")
    table.do("move", move="1/off")
    assert (table.record.match_winner, table.record.next_progress) == (Side.WHITE, None)
    single = Table().begin()
    single.do("resign", side="white")
    assert single.record.next_progress is None


def test_a_game_that_was_aborted_scores_nothing_and_the_match_goes_on() -> None:
    table = Table(of=match_of(5), match=progress(2, 3, 1)).begin()
    table.do("abort")
    after = table.record.next_progress
    assert after is not None
    assert {after.white, after.black} == {3, 1}
    assert table.record.match_winner is None


def test_a_computer_with_the_cube_is_waited_for() -> None:
    seats = Players(Player("computer", level=1), Player("computer", level=1))
    table = Table(of=match_of(5), players=seats).begin()
    assert awaited(table) is Side.WHITE
    table.do("move", sender="computer", move=str(table.record.position.legal_moves()[0]))
    assert awaited(table) is Side.BLACK
    assert types(table.do("roll", sender="computer")) == ["Rolled"]
    table.do("move", sender="computer", move=str(table.record.position.legal_moves()[0]))
    table.do("offer", sender="computer", offer="double", side="white")
    assert awaited(table) is Side.BLACK
    assert game().conduct.cube is False


LOCKED = "QRBBNPPP/ppp/rbnppp/PPPPP/RN/r/K/12/bn/qpp/3 k - b -"


def drawn_game(length: int, match: Progress | None = None) -> Table:
    """A game of Chessgammon in which Black's lost turn is the second one without progress, which draws it here."""
    board = game("chessgammon", match__length=length, match__cube=True, end__no_progress=1)
    table = Table(f"{LOCKED} 65 1", of=board, match=match or Progress()).begin()
    table.do("move", move="pass")
    return table


@pytest.mark.clause("G-45")
def test_a_drawn_game_of_a_match_is_played_again() -> None:
    table = drawn_game(5, Progress(2, 3, 1))
    outcome = table.record.outcome
    assert outcome is not None
    assert (outcome.result, outcome.reason, points(table)) == ("1/2-1/2", "no_progress", (0, 0))
    assert types(table.log)[-2:] == ["Ended", "Revealed"]
    after = table.record.next_progress
    assert after == Progress(3, 3, 1, False, 1)
    assert after is not None
    # The next game has its own opening roll, and the cube is at 1.
    again = Table(of=table.record.game, match=after).begin()
    assert again.record.opened is not None
    assert again.record.cube == (1, None)


@pytest.mark.clause("G-45")
def test_crawfords_game_is_played_again_as_crawfords() -> None:
    table = drawn_game(5, Progress(3, 4, 0))
    assert table.record.is_crawford
    after = table.record.next_progress
    assert after == Progress(4, 4, 0, False, 1)
    assert after is not None
    assert Table(of=table.record.game, match=after).begin().record.is_crawford
    # Once it is over it stays so.
    assert drawn_game(5, Progress(4, 4, 2, True)).record.next_progress == Progress(5, 4, 2, True, 1)


@pytest.mark.clause("G-45")
def test_three_drawn_games_in_a_row_draw_the_match() -> None:
    table = drawn_game(5, Progress(4, 3, 1, False, 1))
    assert not table.record.match_drawn
    assert table.record.next_progress == Progress(5, 3, 1, False, 2)
    table = drawn_game(5, Progress(5, 3, 1, False, 2))
    assert table.record.match_drawn
    assert (table.record.match_winner, table.record.next_progress) == (None, None)
    # A game that somebody wins breaks the row; one that is aborted does not count.
    board = game("chessgammon", match__length=5)
    won = Table(of=board, match=Progress(5, 1, 1, False, 2)).begin()
    won.do("resign", side="white", points=3)
    assert won.record.next_progress is not None
    assert won.record.next_progress.drawn == 0
    aborted = Table(of=board, match=Progress(5, 1, 1, False, 2)).begin()
    aborted.do("abort")
    assert aborted.record.next_progress is not None
    assert aborted.record.next_progress.drawn == 2


@pytest.mark.clause("G-45")
def test_a_drawn_single_game_is_over() -> None:
    table = drawn_game(1)
    assert (table.record.next_progress, table.record.match_drawn, table.record.match_winner) == (None, False, None)


@pytest.mark.clause("G-43")
@pytest.mark.parametrize("end", ["abort", "abandon"])
def test_crawfords_game_is_played_again_if_nobody_has_won_it(end: str) -> None:
    table = Table(of=match_of(5), match=progress(2, 4, 1)).begin()
    assert table.record.is_crawford
    if end == "abort":
        table.do("abort")
    else:
        table.do("offer", offer="abandon", side="white")
        table.do("accept", offer="abandon", side="black")
    after = table.record.next_progress
    assert after is not None
    assert not after.crawford_played
    again = Table(of=match_of(5), match=after).begin()
    assert again.record.is_crawford
    again.do("resign", side="white", points=1)
    again.do("accept", offer="resignation", side="black")
    played = again.record.next_progress
    assert played is None or played.crawford_played


@pytest.mark.parametrize("number", range(6))
def test_unwanted_dice_are_not_lifted_by_aborting_or_staying_away(number: int) -> None:
    table = Table(of=match_of(5), players=APART, clock=LIVE, secret=seed(number)).begin()
    record = table.record
    for who in (ANA, BEN):
        with pytest.raises(AxedrezError) as refusal:
            table.do("abort", sender=who)
        assert refusal.value.reason == "too_late_to_abort"
    absent = record.turn
    assert absent is not None
    assert record.deadline is not None
    record.extend(expire(record, record.deadline.at))
    assert record.outcome is not None
    assert (record.outcome.reason, record.outcome.winner) == ("left", absent.opponent)
    after = record.next_progress
    assert after is not None
    assert sorted((after.white, after.black)) == [0, 1]


def test_before_the_dice_and_outside_a_match_a_game_may_be_aborted() -> None:
    for table in (
        Table(of=match_of(5), players=APART, seats=("white",)).begin(),  # its seed is awaited: nothing is rolled
        Table(players=APART).begin(),
        Table(of=match_of(5)).begin(),  # one screen
    ):
        table.do("abort", sender=ANA if table.record.players.are_apart else None)
        assert table.record.outcome is not None
        assert table.record.outcome.reason == "aborted"


def money(**rules: Any) -> Game:
    return game(match__cube=True, **{f"match__{name}": value for name, value in rules.items()})


@pytest.mark.clause("G-43")
@pytest.mark.parametrize(("start", "worth"), [(LAST_MEN, 1), (LAST_MAN, 2), (BACKGAMMON, 3)])
def test_jacoby_wins_are_single_until_the_cube_is_turned(start: str, worth: int) -> None:
    for turned in (False, True):
        table = Table(start, of=money(jacoby=True)).begin()
        if turned:
            doubled(table)
        assert table.record.stakes(Side.BLACK) == ((1, 2, 3) if turned and worth > 1 else (1,))
        table.play()
        assert points(table) == ((2 * worth, 0) if turned else (1, 0))


@pytest.mark.clause("G-43")
def test_jacoby_who_resigns_loses_one_point_until_the_cube_is_turned() -> None:
    table = Table(of=money(jacoby=True)).begin()
    refuse(table, "no_such_stake", "resign", side="white", points=2)
    table.do("resign", side="white")
    assert points(table) == (0, 1)


@pytest.mark.clause("G-43")
def test_a_beaver_doubles_again_and_keeps_the_cube() -> None:
    table = Table(of=money(beavers=True)).begin()
    table.play()
    table.do("offer", offer="double", side="black")
    assert may_beaver(table)
    log = table.do("accept", offer="double", side="white", beaver=True)
    assert types(log) == ["Accepted", "Rolled"]
    assert table.record.cube == (4, Side.WHITE)
    assert table.record.answer == ("double", Side.WHITE, "accepted", 4)
    assert not may_beaver(table)
    table.play()
    table.do("offer", offer="double", side="white")
    table.do("decline", offer="double", side="black")
    assert points(table) == (4, 0)
    again = Record(table.record.game, table.record.setup, T0)
    again.extend(table.log)
    assert (again.cube, again.outcome) == (table.record.cube, table.record.outcome)


@pytest.mark.clause("G-43")
@pytest.mark.parametrize("rules", [{}, {"jacoby": True}])
def test_beavers_and_jacoby_belong_to_single_games_that_ask_for_them(rules: dict[str, Any]) -> None:
    table = Table(of=money(**rules)).begin()
    table.play()
    table.do("offer", offer="double", side="black")
    refuse(table, "no_beaver_now", "accept", offer="double", side="white", beaver=True)
    assert table.record.doubled
    for other in ({"jacoby": True, "length": 25}, {"beavers": True, "length": 25}):
        with pytest.raises(SheetError):
            money(**other)


@pytest.mark.clause("G-43")
def test_a_beaver_of_64_is_none() -> None:
    table = Table(of=money(beavers=True)).begin()
    table.play()
    for _ in range(5):
        doubled(table)
        table.play()
    assert table.record.cube.value == 32
    table.do("offer", offer="double", side=table.record.position.side.word)
    assert not table.record.may_beaver


@pytest.mark.clause("G-43")
@pytest.mark.parametrize("form", ["text", "mat", "sgf"])
def test_files_tell_beavers_as_doubles_of_the_taker(form: str) -> None:
    of = money(beavers=True, jacoby=True)
    table = Table(of=of).begin()
    table.play()
    table.do("offer", offer="double", side="black")
    table.do("accept", offer="double", side="white", beaver=True)
    table.play()
    doubled(table)
    table.play()
    table.do("resign", side="black", points=3)
    record = transcript(table.record, table.log, {})
    (back,) = gamefiles.GameFile(gamefiles.write([record], form))
    assert isinstance(back, GameRecord), back.error
    assert back.entries == record.entries
    assert [entry.value for entry in back.entries if isinstance(entry, Offered)] == [2, 4, 8]
    assert back.outcome is not None
    assert back.outcome.points == (24, 0) == points(table)


def test_what_a_rated_match_gave_belongs_to_the_seats_whatever_the_colours() -> None:
    seen = set()
    for number in range(12):
        for match, score in ((progress(3, 4, 2), 0.0), (progress(2, 3, 1), None)):
            table = Table(secret=seed(number), of=match_of(7), match=match).begin()
            table.record.setup = msgspec.structs.replace(table.record.setup, rated=True)
            first = Side.BLACK if table.record.swapped else Side.WHITE  # the seat of White in the setup
            assert table.record.rated_score is None
            table.do("resign", side=first.word, **({"points": 1} if score is None else {"match": True}))
            assert table.record.rated_score == score, "within a match there is nothing to rate"
            seen.add(table.record.swapped)
    assert seen == {True, False}
    plain = Table(of=match_of(7), match=progress(3, 4, 2)).begin()
    plain.do("resign", side="white", match=True)
    assert plain.record.rated_score is None, "it is not rated"
