"""The seam: limits, stopping, threads, rng, claims."""

from __future__ import annotations

import itertools
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from axedrez import History, Side, engine, players
from axedrez.chess.engine import root_scores, searcher
from axedrez.chess.position.game import ChessPosition
from axedrez.engine.levels import MAX_CLOCKED_MS, MAX_MS
from axedrez.engine.time_budget import Budget
from tests.patience import LONG_S
from tests.sheets import after, chess, load, read

MIDDLE = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 1"


@pytest.fixture(autouse=True, scope="module")
def _compiled() -> None:
    players.choose(read(MIDDLE), History(), level=1, nodes=1)


def test_importing_the_room_loads_no_compiler() -> None:
    code = "import sys, axedrez.engine; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_same_nodes_give_the_same_thought() -> None:
    limits = searcher.SearchLimits(depth=90, nodes=30_000)
    first = searcher.search(read(MIDDLE), History(), limits)
    assert 30_000 <= first.nodes < 30_100
    assert first.depth >= 4
    assert all(searcher.search(read(MIDDLE), History(), limits) == first for _ in range(3))


def test_threads_do_not_disturb_each_other() -> None:
    positions = [read(MIDDLE), chess("knightmate").start(), chess("amazon6").start(), chess("chess2d").start()] * 3
    limits = searcher.SearchLimits(depth=90, nodes=20_000)
    alone = [searcher.search(position, History(), limits) for position in positions]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda position: searcher.search(position, History(), limits), positions))
    assert together == alone


def test_a_search_ends_when_it_is_stopped() -> None:
    """How soon: `bench/stops.py`."""
    stop = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(players.choose, read(MIDDLE), History(), level=engine.FULL, nodes=10**12, stop=stop)
        stop.set()
        assert answer.result(LONG_S) in read(MIDDLE).legal_moves()


def test_a_search_that_is_stopped_before_it_begins_still_answers() -> None:
    stop = threading.Event()
    stop.set()
    assert players.choose(read(MIDDLE), History(), level=engine.FULL, stop=stop) in read(MIDDLE).legal_moves()


@pytest.fixture
def limits(monkeypatch: pytest.MonkeyPatch) -> list[searcher.SearchLimits]:
    """The limits of each search that a player begins; there is time for nothing else."""
    seen: list[searcher.SearchLimits] = []
    scored = root_scores.score_moves

    def score_moves(
        position: ChessPosition, history: History, limits: searcher.SearchLimits, **given: object
    ) -> object:
        seen.append(limits)
        return scored(position, history, limits._replace(nodes=1))

    monkeypatch.setattr(root_scores, "score_moves", score_moves)
    return seen


def test_a_move_takes_no_more_time_than_it_was_given_nor_than_is_usual(limits: list[searcher.SearchLimits]) -> None:
    for time_ms in (100, 5000):
        players.choose(read(MIDDLE), History(), level=engine.FULL, time_ms=time_ms)
    assert [each.time_ms for each in limits] == [100, MAX_MS]


def test_a_clock_bounds_every_level(limits: list[searcher.SearchLimits]) -> None:
    for level in engine.LEVELS:
        players.choose(read(MIDDLE), History(), level=level, clock=Budget(20, 60))
    players.choose(read(MIDDLE), History(), level=engine.FULL, clock=Budget(100, 20_000))
    assert [each.time_ms for each in limits] == [60] * len(engine.LEVELS) + [MAX_CLOCKED_MS]


def test_time_ends_a_search_and_no_sooner() -> None:
    since = time.monotonic()
    players.choose(read(MIDDLE), History(), level=engine.FULL, time_ms=300)
    assert time.monotonic() - since >= 0.25


def test_a_clock_ends_a_search_between_two_depths(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tenth of a second passes with each depth."""

    def depths(clock: Budget) -> int:
        told = itertools.count(0, 0.1)
        monkeypatch.setattr(root_scores, "time", SimpleNamespace(monotonic=lambda: next(told)))
        limits = searcher.SearchLimits(depth=6)
        return len(root_scores.score_moves(read(MIDDLE), History(), limits, clock=clock).by_depth)

    assert depths(Budget(100, 20_000)) == 1
    assert depths(Budget(400, 20_000)) in (2, 3)
    assert depths(Budget(10_000, 20_000)) == 6


def test_lots_give_variety_and_a_seed_takes_it_away() -> None:
    start = load("clasico").start()
    assert len({str(players.choose(start, History(), level=1, seed=seed)) for seed in range(30)}) > 3
    assert len({str(players.choose(start, History(), level=1, seed=9)) for _ in range(5)}) == 1
    assert len({str(players.choose(start, History(), level=engine.FULL, nodes=3000)) for _ in range(3)}) == 1


@pytest.mark.parametrize("level", [0, 9, -1])
def test_a_level_that_is_none_is_refused(level: int) -> None:
    with pytest.raises(ValueError, match="level"):
        players.choose(read(MIDDLE), History(), level=level)


def test_a_finished_game_has_no_move_to_choose() -> None:
    mated = read("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")
    with pytest.raises(ValueError, match="no legal move"):
        players.choose(mated, History())
    assert not players.accepts_draw(mated, History())
    assert not players.wants_claim(mated, History())


def test_a_game_of_no_family_is_named() -> None:
    class Other:
        game = SimpleNamespace(name="tic-tac-toe", family="lines")

    with pytest.raises(TypeError, match="tic-tac-toe is of no family of games: lines"):
        players.choose(Other(), History())  # type: ignore[arg-type]


@pytest.mark.clause("C-21")
def test_offers_are_judged_by_the_side_that_answers() -> None:
    winning = read("6k1/5ppp/8/8/8/8/5PPP/Q5K1 b - - 0 1")
    assert players.accepts_draw(winning, History(), side=Side.BLACK)
    assert not players.accepts_draw(winning, History(), side=Side.WHITE)
    start = load("clasico").start()
    for side in (Side.WHITE, Side.BLACK):
        assert not players.accepts_draw(start, History(), side=side, level=engine.FULL)
    level_ending = read("4k3/r4ppp/8/8/8/8/R4PPP/4K3 w - - 60 60")
    assert players.accepts_draw(level_ending, History(), side=Side.BLACK, level=engine.FULL)


@pytest.mark.clause("T-8")
@pytest.mark.parametrize(
    ("fen", "claims"),
    [
        ("6k1/5ppp/8/8/8/8/5PPP/Q5K1 {} - - 0 1", {"w": False, "b": True}),  # White is winning
        ("6k1/5ppp/8/8/8/8/5PPP/6K1 {} - - 0 1", {"w": True, "b": True}),
    ],
)
def test_a_draw_is_claimed_when_it_serves(fen: str, claims: dict[str, bool]) -> None:
    for turn, expected in claims.items():
        shuffle = "g1f1 g8f8 f1g1 f8g8" if turn == "w" else "g8f8 g1f1 f8g8 f1g1"
        position, history = after(read(fen.format(turn), "tradicional"), f"{shuffle} {shuffle}")
        assert position.claims(history)
        assert players.wants_claim(position, history) is expected
        assert not players.wants_claim(position, History()), "there is nothing to claim"
