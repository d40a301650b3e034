"""What `go` says about time, and when a search that it began ends."""

from __future__ import annotations

from axedrez import Side
from axedrez.chess.engine.engine import Info, Score
from axedrez.engine.time_budget import Budget
from axedrez.uci.commands import Go, read_go
from axedrez.uci.timing import Control, time_of
from tests.talks import talking

DEEP = Info(1, 30, 40, Score(20), "exact", 1000, 10, 0, ("e2e4",))  # type: ignore[arg-type]


def test_everybody_has_a_clock_of_ones_own() -> None:
    go = read_go(["wtime", "60000", "btime", "3000", "winc", "1000", "binc", "0"])
    white, black = (time_of(go, side, 30) for side in (Side.WHITE, Side.BLACK))
    assert white is not None
    assert black is not None
    assert white.soft_ms > 10 * black.soft_ms


def test_a_time_for_the_move_is_kept_and_not_wasted() -> None:
    assert time_of(Go(movetime=1000), Side.WHITE, 30) == Budget(970, 970)
    assert time_of(Go(movetime=20), Side.WHITE, 30) == Budget(18, 18)
    assert time_of(Go(movetime=0), Side.WHITE, 30) == Budget(1, 1)


def test_time_plays_no_part_where_none_is_given() -> None:
    assert time_of(Go(depth=5), Side.WHITE, 30) is None
    assert time_of(Go(wtime=1000, btime=1000, infinite=True), Side.WHITE, 30) is None
    assert time_of(Go(wtime=1000), Side.BLACK, 30) is None


def test_a_search_whose_time_is_over_ends() -> None:
    control = Control(Go())
    assert not control.is_set()
    control.allow(Budget(0, 0), paced=False)
    assert control.is_set()


def test_time_does_not_count_while_one_ponders() -> None:
    control = Control(Go(ponder=True))
    control.allow(Budget(0, 0), paced=True)
    for _ in range(9):
        control.heard(DEEP)
    assert not control.is_set()
    control.hit()
    assert control.is_set()  # enough was thought meanwhile


def test_nothing_but_a_word_ends_an_endless_search() -> None:
    control = Control(Go(infinite=True))
    control.allow(Budget(0, 0), paced=True)
    control.hit()
    control.heard(DEEP)
    assert not control.is_set()
    control.stop()
    assert control.is_set()
    control.wait()


def test_memory_and_threads_may_change_between_searches() -> None:
    with talking() as talk:
        for option in ("Threads value 2", "Hash value 2", "Move Overhead value 100", "MultiPV value 2"):
            assert talk.best(f"setoption name {option}", "position startpos", "go depth 3") != "(none)"
        talk.say("ucinewgame", "setoption name Clear Hash", "isready")
        talk.until("readyok")
        assert talk.silent()
