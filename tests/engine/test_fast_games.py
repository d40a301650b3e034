"""Games of the engine with itself in every chess rulebook, beside the slow twin; and what the bench calls a fault."""

from __future__ import annotations

import pytest

from axedrez import Side
from axedrez.chess.engine.engine import Engine
from axedrez.uci.commands import Go
from bench import fast_games
from bench.fast_games import Clocks, TimedGame


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("name", fast_games.names())
def test_every_move_is_legal_and_every_game_ends_as_the_rules_say(name: str, number: int) -> None:
    game = fast_games.play(name, number, nodes=60, longest=80)
    assert not game.fault
    assert game.plies == 80 or game.reason != fast_games.UNFINISHED
    assert game.plies > 4


def test_an_illegal_move_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    class Wrong(Engine):
        def think(self, *args: object, **more: object) -> object:  # type: ignore[override]
            return super().think(*args, **more)._replace(best="e2e5")  # type: ignore[arg-type]

    engine = Wrong(fast_games._engine("clasico").game, hash_mb=1)
    monkeypatch.setattr(fast_games, "_engine", lambda name: engine)
    game = fast_games.play("clasico", 0, nodes=1)
    assert game.reason == "fault"
    assert "e2e5 is not legal" in game.fault
    assert not fast_games.report([game])


def test_who_oversteps_the_time_is_told() -> None:
    clocks = Clocks(0)
    assert clocks.go() == Go(wtime=1000, btime=1000, winc=10, binc=10)
    assert not clocks.take(Side.WHITE, 999)
    assert clocks.left == [11, 1000]
    assert "lost on time" in clocks.take(Side.WHITE, 11)
    clocks = Clocks(20)
    assert clocks.go() == Go(movetime=20)
    assert not clocks.take(Side.BLACK, 60)
    assert clocks.late == 40
    assert clocks.take(Side.BLACK, 71)


def test_what_is_raised_is_a_fault_of_that_game_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> Engine:
        raise ZeroDivisionError

    monkeypatch.setattr(fast_games, "_engine", broken)
    assert "ZeroDivisionError" in fast_games.played(("clasico", 0)).fault
    assert fast_games.report([TimedGame("clasico", 0, "", 60, "checkmate")])
