"""Arenas: points beside a slow count, whom they pair, and their life from the entry to the end."""

from __future__ import annotations

import random
from itertools import pairwise
from uuid import uuid4

import msgspec
import pytest

from axedrez.match.time_control import Correspondence, Fischer, TimeAllowance
from axedrez.tournaments import commands as c
from axedrez.tournaments import events as e
from axedrez.tournaments.arbiter import arbiter_log
from axedrez.tournaments.arena import REMATCH_AFTER_MS, ArenaGame, pairs, scores, standings
from axedrez.tournaments.arena_simulation import ArenaSimulation
from axedrez.tournaments.field import Entrant
from axedrez.tournaments.tournament import Who, recount
from axedrez.tournaments.wanted import wanted_games

from .evenings import OWNER, Evening

CLOCK = Fischer(180_000, 2000)
MINUTE = 60_000
RESULTS = ["1-0", "0-1", "1/2-1/2", "+--", "--+", "---", "0-0"]


def game(number: int, white: int, black: int, result: str | None = None, **fields: object) -> ArenaGame:
    ended = {"order": number, "ended_at": number} if result else {}
    return ArenaGame(number, white, black, 0, result=result, **{**ended, **fields})  # type: ignore[arg-type]


def _slow_points(results: str, bonus: list[bool]) -> list[int]:
    """The points of one player, from letters: a game counts double where the two letters before it are WW."""
    plain = [{"W": 2, "D": 1, "L": 0}[letter] for letter in results]
    doubled = [value * 2 if results[max(0, at - 2) : at] == "WW" else value for at, value in enumerate(plain)]
    return [value + (more and letter == "W") for value, more, letter in zip(doubled, bonus, results, strict=True)]


def test_points_are_those_of_a_slow_count() -> None:
    chance = random.Random(5)
    for _ in range(60):
        games: list[ArenaGame] = []
        letters: dict[int, str] = dict.fromkeys(range(1, 6), "")
        bonus: dict[int, list[bool]] = {number: [] for number in letters}
        for order, number in enumerate(chance.sample(range(1, 40), 39), 1):  # they do not end as they began
            white, black = chance.sample(list(letters), 2)
            result = chance.choice(RESULTS)
            berserk = tuple(each for each in (white, black) if chance.random() < 0.4)
            moves = chance.randint(5, 9)
            games.append(game(number, white, black, result, berserk=berserk, moves=moves, order=order))
            ours = {"1-0": "WL", "+--": "WL", "0-1": "LW", "--+": "LW", "1/2-1/2": "DD"}.get(result, "LL")
            for each, letter in zip((white, black), ours, strict=True):
                letters[each] += letter
                bonus[each].append(each in berserk and moves >= 7)
        chance.shuffle(games)
        found = scores(games)
        for number, results in letters.items():
            assert [each.points for each in found[number]] == _slow_points(results, bonus[number])


def test_standings_show_the_sum_and_share_places() -> None:
    entrants = [Entrant(number, f"P{number}") for number in (1, 2, 3, 4)]
    games = [game(1, 1, 2, "1-0"), game(2, 1, 3, "1-0"), game(3, 4, 1, "1/2-1/2"), game(4, 2, 3)]
    found = standings(entrants, games)
    assert [(each.place, each.number, each.tenths) for each in found] == [(1, 1, 60), (2, 4, 10), (3, 2, 0), (3, 3, 0)]
    assert [(int(term.value), term.opponent) for term in found[0].shown[0].terms] == [(2, 2), (2, 3), (2, 4)]


def test_neighbours_are_paired_but_not_those_who_just_met() -> None:
    entrants = [Entrant(number, f"P{number}", 2000 - number) for number in range(1, 6)]
    assert pairs(entrants, {}, [1, 2, 3, 4, 5], 0) == [(1, 2), (3, 4)]
    assert pairs(entrants, {}, [1, 2, 3, 4], 0, {(2, 1)}) == [(1, 3), (2, 4)]
    games = {1: game(1, 1, 2, "0-1"), 2: game(2, 3, 4, "1/2-1/2"), 3: game(3, 5, 1)}
    # 2 has two points, 3 and 4 have one; 1 plays on. 3 had white before, as 2 had black.
    assert pairs(entrants, games, [1, 2, 3, 4], 10) == [(2, 3)]
    both = {1: game(1, 1, 2, "1-0", ended_at=5)}
    assert pairs(entrants, both, [1, 2], REMATCH_AFTER_MS) == []
    assert pairs(entrants, both, [1, 2], REMATCH_AFTER_MS + 5) == [(2, 1)]


@pytest.mark.parametrize("players", [2, 3, 9, 30])
def test_a_simulated_arena_pairs_fairly(players: int) -> None:
    arena = ArenaSimulation(players, 40, players)
    games = list(arena.state.arena_games.values())
    assert len(games) >= players * 2
    again = recount(None, msgspec.json.decode(msgspec.json.encode(arena.log), type=list[e.TournamentEvent]))
    assert again.standings() == arena.state.standings() == ArenaSimulation(players, 40, players).state.standings()
    for number in range(1, players + 1):
        own = [each for each in games if number in each]
        colours = sum(1 if each.white == number else -1 for each in own)
        assert abs(colours) <= 3
        for before, after in pairwise(own):
            assert before.result is not None
            assert before.ended_at <= after.at  # nobody plays two games at once
            if players > 3:
                free = after.at - before.ended_at
                assert before.opponent(number) != after.opponent(number) or free >= REMATCH_AFTER_MS


def test_the_life_of_an_arena() -> None:
    evening = Evening(format="arena", minutes=30, over_the_board=False, clock=CLOCK)
    ana, leo = Who(uuid4(), "Ana"), Who(uuid4(), "Leo")
    evening.do(c.Enter(), ana)
    evening.do(c.Enter(), leo)
    assert evening.refused(c.PairWaiting(waiting=[])) == "tournament_not_running"
    evening.do(c.Start())
    one, other = (each.entry for each in evening.state.numbered)
    assert evening.refused(c.Pair()) == "tournament_arena"
    assert evening.refused(c.AskBye(round=1, entry=one)) == "tournament_bye_format"
    evening.do(c.PairWaiting(waiting=[one, other, 999]))
    evening.do(c.PairWaiting(waiting=[one, other]))  # both play already
    assert len(evening.state.arena_games) == 1
    (wanted,) = wanted_games(evening.state)
    assert (wanted.round, wanted.board, wanted.white_entry, wanted.black_entry, wanted.clock) == (
        1, 1, one, other, CLOCK
    )  # fmt: skip
    evening.do(c.Berserk(game=1), ana)
    assert evening.refused(c.Berserk(game=1), ana) == "tournament_berserk"
    assert evening.refused(c.Berserk(game=1), OWNER) == "tournament_not_entered"
    assert wanted_games(evening.state)[0].clock == Fischer(90_000, 1000, TimeAllowance(180_000, 2000))
    evening.do(c.GameResult(1, 1, "1-0", moves=7))
    evening.do(c.GameResult(1, 1, "0-1"))  # told twice
    assert evening.refused(c.GameResult(1, 2, "0-1")) == "tournament_no_board"
    assert [each.tenths for each in evening.state.standings()] == [30, 0]
    assert evening.refused(c.SetResult(round=1, board=1, result="0-1")) == "tournament_reason"
    evening.do(c.Appeal(round=1, board=1, text="?"), leo)
    evening.do(c.SetResult(round=1, board=1, result="1/2-1/2", reason="Error"))
    assert [each.tenths for each in evening.state.standings()] == [10, 10]
    assert [(each.kind, each.before, each.after) for each in arbiter_log(evening.log)][1:] == [
        ("result", "1-0", "1/2-1/2")
    ]
    evening.do(c.Enter(), Who(uuid4(), "Eva"))  # late
    third = evening.state.entries[evening.state.seq]
    evening.do(c.Leave(entry=other))
    evening.do(c.PairWaiting(waiting=[one, other, third.entry]))
    assert {evening.state.arena_games[2].white, evening.state.arena_games[2].black} == {1, third.number}
    evening.recounted()


def test_a_corrected_game_counts_where_it_ended_first() -> None:
    evening = Evening(format="arena", over_the_board=False)
    evening.add(2)
    evening.do(c.Start())
    for number in (1, 2, 3):
        evening.now = number * 2 * REMATCH_AFTER_MS
        evening.do(c.PairWaiting(waiting=list(evening.state.entries)))
        first_is_white = evening.state.arena_games[number].white == 1
        evening.do(c.GameResult(1, number, "1-0" if first_is_white else "0-1"))
    assert [each.tenths for each in evening.state.standings()] == [80, 0]
    evening.do(c.SetResult(round=1, board=1, result="1/2-1/2", reason="x"))
    # The streak now begins with the second game: 1 + 2 + 2.
    assert [each.tenths for each in evening.state.standings()] == [50, 10]
    assert [int(term.value) for term in evening.state.standings()[0].shown[0].terms] == [1, 2, 2]


def test_an_arena_ends_when_its_time_is_over() -> None:
    evening = Evening(format="arena", minutes=30)
    evening.add(2)
    evening.do(c.Start())
    entries = list(evening.state.entries)
    evening.do(c.PairWaiting(waiting=entries))
    end = evening.state.ends_at
    assert end == evening.state.started_at + 30 * MINUTE
    evening.now = end
    evening.do(c.GameResult(1, 1, "1-0"))  # too late
    assert evening.refused(c.PairWaiting(waiting=entries)) == "tournament_arena_over"
    evening.do(c.End())
    assert [each.tenths for each in evening.state.standings()] == [0, 0]
    evening.do(c.GameResult(1, 1, "1-0"))
    assert evening.state.phase == "ended"


def test_commands_of_arenas_are_refused_elsewhere() -> None:
    evening = Evening()
    evening.add(2)
    evening.do(c.Start())
    entry = next(iter(evening.state.entries))
    assert evening.refused(c.PairWaiting(waiting=[entry])) == "tournament_only_arena"
    assert evening.refused(c.Berserk(game=1, entry=entry)) == "tournament_only_arena"
    days = msgspec.structs.replace(evening.state.set, format="arena", clock=Correspondence(2))
    assert Evening().refused(c.Configure(settings=days)) == "tournament_arena_clock"
