"""The life of a tournament: what commands do, and that a log recounts to the same."""

from __future__ import annotations

import random
from uuid import uuid4

import msgspec
import pytest

from axedrez.core.errors import NotAllowed
from axedrez.tournaments import commands as c
from axedrez.tournaments.arbiter import arbiter_log
from axedrez.tournaments.field import PointTable
from axedrez.tournaments.format_names import Format
from axedrez.tournaments.heading import Heading
from axedrez.tournaments.tournament import Who
from axedrez.tournaments.wanted import open_games

from .evenings import OWNER, SETTINGS, Evening


@pytest.mark.parametrize(
    ("kind", "players", "rounds"),
    [("swiss", 7, 3), ("round-robin", 5, 5), ("double-round-robin", 4, 6), ("knockout", 6, 3)],
)
def test_every_format_is_played_to_its_end(kind: Format, players: int, rounds: int) -> None:
    evening = Evening(format=kind)
    evening.add(players)
    evening.do(c.Start())
    assert evening.state.total == rounds
    assert [each.rating for each in evening.state.numbered] == sorted((1500 + n for n in range(players)), reverse=True)
    for _ in range(rounds):
        evening.play()
    assert evening.state.is_over
    assert evening.refused(c.Pair()) == "tournament_all_rounds"
    met = [frozenset((each.white, each.black)) for drawn in evening.state.rounds for each in drawn.round.pairings]
    if kind in ("swiss", "round-robin"):
        assert len(met) == len(set(met))
    if kind == "double-round-robin":
        assert sorted(met.count(pair) for pair in set(met)) == [2] * 6
    if kind == "knockout":
        assert len(met) == players - 1
        final = evening.state.rounds[-1].round.pairings[0]
        assert [each.number for each in evening.state.standings()[:2]] == [final.white, final.black]
    assert {each.number for each in evening.state.standings()} == set(range(1, players + 1))
    evening.do(c.End())
    assert evening.refused(c.Pair()) == "tournament_ended"


def test_who_may_do_what() -> None:
    evening = Evening(entry="code", code="queso", limit=3)
    ana, leo = Who(uuid4(), "Ana"), Who(uuid4(), "Leo")
    assert evening.refused(c.Enter(code="pan"), ana) == "tournament_wrong_code"
    evening.do(c.Enter(code="queso"), ana)
    assert evening.refused(c.Enter(code="queso"), ana) == "tournament_entered"
    assert evening.refused(c.Start(), ana) == "tournament_organizer"
    assert evening.refused(c.Start()) == "tournament_too_few"
    evening.do(c.Enter(code="queso"), leo)
    entry = evening.state.of(ana.person)
    assert entry is not None
    assert evening.refused(c.Leave(entry=entry.entry), leo) == "tournament_organizer"
    assert evening.refused(c.AddEntrants(entrants=[c.NewEntrant("A"), c.NewEntrant("B")])) == "tournament_full"
    assert ana.person is not None
    evening.do(c.AddOrganizer(person=ana.person, name="Ana"))
    evening.do(c.Start(), ana)
    assert evening.refused(c.Configure(settings=SETTINGS), ana) == "tournament_begun"
    evening.do(c.Pause(), ana)
    assert evening.refused(c.Pair(), ana) == "tournament_paused"
    evening.do(c.Resume(), ana)
    evening.do(c.Pair(), ana)
    assert evening.refused(c.Pair()) == "tournament_results_missing"
    assert evening.refused(c.SetResult(round=1, board=2, result="1-0")) == "tournament_no_board"


def test_corrections_keep_their_reasons() -> None:
    evening = Evening()
    evening.add(4)
    evening.do(c.Start())
    evening.do(c.Pair())
    first, second = evening.state.rounds[0].round.pairings
    turned = [(first.black, first.white), (second.white, second.black)]
    evening.do(c.RePair(pairs=turned, reason="Colores"))
    assert [(each.white, each.black) for each in evening.state.rounds[0].round.pairings] == turned
    assert evening.refused(c.RePair(pairs=[(1, 1)], reason="x")) == "tournament_pairs"
    evening.finish()
    assert evening.refused(c.RePair(pairs=turned, reason="x")) == "tournament_has_results"
    assert evening.refused(c.SetResult(round=1, board=1, result="0-1")) == "tournament_reason"
    evening.do(c.SetResult(round=1, board=1, result="0-1", reason="Mal leído"))
    assert evening.state.rounds[0].round.pairings[0].result == "0-1"
    evening.do(c.UndoRound(reason="Faltaba Leo"))
    assert evening.state.rounds == []
    reasons = [event.act.reason for event in evening.log if getattr(event.act, "reason", "")]  # type: ignore[union-attr]
    assert reasons == ["Colores", "Mal leído", "Faltaba Leo"]


def test_a_drawn_knockout_game_is_played_again() -> None:
    evening = Evening(format="knockout", over_the_board=False)
    evening.add(2)
    evening.do(c.Start())
    evening.do(c.Pair())
    before = evening.state.rounds[0].round.pairings[0]
    evening.do(c.GameResult(1, 1, "1/2-1/2"))
    after = evening.state.rounds[0].round.pairings[0]
    assert (after.white, after.black, after.result) == (before.black, before.white, None)
    assert evening.state.rounds[0].replays == {1: 1}
    evening.do(c.GameResult(1, 1, "0-1"))
    evening.do(c.GameResult(1, 1, "1-0"))  # told twice
    assert evening.state.standings()[0].number == after.black


@pytest.mark.parametrize(
    "table",
    [PointTable(loss=20), PointTable(draw=11), PointTable(half_bye=20), PointTable(win=0, full_bye=0, pairing_bye=0)],
)
def test_point_tables_that_contradict_themselves_are_refused(table: PointTable) -> None:
    with pytest.raises(NotAllowed, match="worse result"):
        Evening(table=table)
    Evening(table=PointTable(win=30, draw=10, forfeit_win=30, full_bye=30, pairing_bye=30, half_bye=10))


def _random_command(evening: Evening, random_: random.Random) -> c.Command:
    state = evening.state
    entry = random_.choice([*state.entries, 999])
    index = max(1, len(state.rounds))
    board = random_.randint(1, 5)
    result = random_.choice(["1-0", "0-1", "1/2-1/2", "+--", "---"])
    commands: list[c.Command] = [
        c.AddEntrants(entrants=[c.NewEntrant("Otro", random_.randint(1000, 2000), team="B")]),
        c.Leave(entry=entry),
        c.Return(entry=entry),
        c.AskBye(entry=entry, round=random_.randint(1, 4)),
        *(c.Pair(), c.Resume()) * 2,
        *[c.SetResult(round=index, board=board, result=result, reason=random_.choice(["", "r"]))] * 8,  # type: ignore[arg-type]
        *[c.SetResult(round=index, board=board, result=result, of="game")] * 4,  # type: ignore[arg-type]
        *[c.PairWaiting(waiting=random_.sample([*state.entries], random_.randint(0, len(state.entries))))] * 3,
        c.Berserk(game=board, entry=entry),
        c.Arrange(round=index, board=board, at=random_.randint(0, 10**6), entry=random_.choice([None, entry])),
        c.Expire(came=[(board, "black")]),
        c.LineUp(team=random_.choice("AB"), order=[entry]),
        c.RePair(pairs=[tuple(random_.sample(range(len(state.entries) + 2), 2)) for _ in range(2)], reason="x"),  # type: ignore[misc]
        c.Appeal(round=index, board=board, text="x", entry=entry),
        c.AnswerAppeal(appeal=random_.choice([*state.appeals, 1]), upheld=True, text="y"),
        c.UndoRound(reason="x"),
        c.Pause(),
        c.Resume(),
    ]
    return random_.choice(commands)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("swiss", {"accelerated": True, "forbidden": ((2, 3),), "round_minutes": 1}),
        ("round-robin", {"round_minutes": 1, "unplayed": "who-came-wins"}),
        ("knockout", {"games_per_pairing": 2, "third_place": True}),
        ("simul", {"host": 2, "host_colour": "alternating"}),
        ("arena", {}),
        ("swiss", {"boards": 2}),
        ("double-round-robin", {"boards": 3}),
    ],
)
def test_any_commands_recount_to_the_same(kind: Format, fields: dict[str, object]) -> None:
    for seed in range(8):
        random_ = random.Random(seed)
        evening = Evening(format=kind, **fields)
        names = [c.NewEntrant(f"P{n}", 1500 + n, team="ABCDE"[n % 5]) for n in range(random_.randint(5, 12))]
        evening.do(c.AddEntrants(entrants=names))
        evening.do(c.Start())
        done = 0
        for _ in range(300):
            evening.now = (evening.now or 0) + random_.randint(1, 20_000)
            try:
                evening.do(_random_command(evening, random_))
                done += 1
            except NotAllowed:
                continue
        assert done > 5
        again = evening.recounted()
        assert again.standings() == evening.state.standings()
        assert open_games(again) == open_games(evening.state)
        arbiter_log(evening.log)
        for drawn in again.rounds if kind != "simul" else ():
            numbers = [n for each in drawn.round.pairings for n in (each.white, each.black)]
            numbers = [number for number in numbers if number]
            numbers += [bye.number for bye in drawn.round.byes]
            assert len(numbers) == len(set(numbers))


def test_organizers_are_taken_out_and_a_tournament_is_handed_over() -> None:
    evening = Evening()
    eva, ana, leo = OWNER, Who(uuid4(), "Ana"), Who(uuid4(), "Leo")
    for each in (ana, leo):
        evening.do(c.AddOrganizer(person=each.person, name=each.name), eva)
    assert ana.person is not None
    assert leo.person is not None
    assert eva.person is not None
    assert evening.refused(c.RemoveOrganizer(person=leo.person), ana) == "tournament_owner"
    assert evening.refused(c.HandOver(person=ana.person), ana) == "tournament_owner"
    assert evening.refused(c.HandOver(person=uuid4()), eva) == "tournament_no_organizer"
    assert evening.refused(c.RemoveOrganizer(person=eva.person), eva) == "tournament_no_organizer"
    evening.do(c.HandOver(person=ana.person), eva)
    assert (evening.state.owner, set(evening.state.organizers)) == (ana.person, {eva.person, leo.person})
    evening.do(c.RemoveOrganizer(person=leo.person), leo)
    assert evening.refused(c.Pause(), leo) == "tournament_organizer"
    evening.do(c.RemoveOrganizer(person=eva.person), ana)
    assert evening.state.organizers == {}
    assert evening.refused(c.Pause(), eva) == "tournament_organizer"


def test_two_organizers_do_not_overwrite_each_other_s_heading_unseen() -> None:
    evening = Evening()
    base = Heading(city="Oviedo", deputies=("Gil, Eva",))
    evening.do(c.SetHeading(heading=base))
    evening.do(c.SetHeading(heading=msgspec.structs.replace(base, city="Gijón"), base=base))
    late = msgspec.structs.replace(base, city="Avilés", federation="ESP")
    with pytest.raises(NotAllowed, match=r"Gijón.*Avilés") as told:
        evening.do(c.SetHeading(heading=late, base=base))
    assert (told.value.reason, evening.state.heading.federation) == ("tournament_meanwhile", "")
    # What only one of them has changed is kept, and so is what both want.
    evening.do(c.SetHeading(heading=msgspec.structs.replace(base, city="Gijón", deputies=()), base=base))
    evening.do(c.SetHeading(heading=msgspec.structs.replace(base, federation="ESP"), base=base))
    assert evening.state.heading == Heading(city="Gijón", federation="ESP")
    evening.do(c.SetHeading(heading=late))  # whatever was there
    assert evening.state.heading == late
    evening.recounted()
