"""Games of self-play that begin from stored positions: those that the network has judged most wrongly."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from axedrez.learn.tables.pipeline import Learning
from axedrez.learn.tables.recipe import Recipe, Stage
from axedrez.learn.tables.self_play import Task, play_task, sheet_of
from axedrez.learn.tables.starts import APART, ONE_OF, SIZE, Starts
from axedrez.tables.kernel import layout
from tests.learn.test_tables_games import PLAN, played
from tests.tables.networks import game_named, random_network

RECIPE = Recipe(width=8, hidden=4, games=40, batch=32, ema=5, stages=(Stage(1e18, td_lambda=0.5, stored=0.5),))


def test_games_begin_from_stored_positions() -> None:
    game = game_named("hyper")
    starts = played("hyper", 0, 3).rows[5:9]
    task = Task(
        sheet_of(game), random_network(game).weights, False, PLAN._replace(stored=1.0), 5, 0, 1, starts=starts
    )  # fmt: skip
    begun = [play_task(task._replace(first=number)).rows[0].tobytes() for number in range(40)]
    assert set(begun) == {row.tobytes() for row in starts}
    usual = game.start().raw.tobytes()
    half = [play_task(task._replace(plan=PLAN._replace(stored=0.5), first=n)).rows[0].tobytes() for n in range(60)]
    assert 15 < half.count(usual) < 45
    # Without any they begin as ever, whatever the share.
    none = task._replace(starts=Starts().rows)
    assert (play_task(none).rows == play_task(none._replace(plan=PLAN)).rows).all()


def test_the_worst_judged_are_kept_apart_from_each_other() -> None:
    rows = np.zeros((20 * ONE_OF, layout.WIDTH), np.int8)
    rows[:, 0], rows[:, 1] = np.arange(len(rows)) % 100, np.arange(len(rows)) // 100
    wrong = np.zeros(len(rows))
    wrong[[3, 4, 5, 700, 2000]] = [5.0, 6.0, 7.0, 2.0, 1.0]
    starts = Starts()
    starts.add(rows, wrong, np.random.default_rng(1))
    assert len(starts.rows) == 20
    kept = {row[:2].tobytes() for row in starts.rows}
    assert {rows[i, :2].tobytes() for i in (5, 700, 2000)} <= kept
    assert not {rows[i, :2].tobytes() for i in (3, 4)} & kept
    again = Starts.of_bytes(starts.dump())
    assert (again.rows == starts.rows).all()
    with pytest.raises(ValueError, match="reshape"):
        Starts.of_bytes(b"abc")
    starts.add(rows[: APART - 1], wrong[: APART - 1], np.random.default_rng(1))
    assert (again.rows == starts.rows).all(), "too few to look at"


def test_no_more_than_so_many_are_kept() -> None:
    rng = np.random.default_rng(2)
    starts = Starts()
    for number in range(1 + SIZE // 20 + 3):
        rows = np.full((20 * ONE_OF, layout.WIDTH), number % 100, np.int8)
        starts.add(rows, rng.random(len(rows)), rng)
    assert len(starts.rows) == SIZE
    assert (starts.rows[:, 0] == (SIZE // 20 + 3) % 100).sum() >= 20, "the latest are there"


def test_a_training_goes_on_with_its_positions(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="axedrez[learn] is not installed")
    game, file = game_named("hyper"), tmp_path / "hyper.checkpoint"
    straight = Learning(game, RECIPE, 3)
    for _ in range(4):
        straight.step()
    first = Learning(game, RECIPE, 3)
    for _ in range(2):
        first.step()
    first.save(file)
    second = Learning.resumed(game, file)
    for _ in range(2):
        second.step()
    second.save(file)
    straight.save(tmp_path / "straight.checkpoint")
    assert second.progress.starts == straight.progress.starts
    assert len(second.progress.starts) >= 4 * layout.WIDTH
    other = Learning.resumed(game, file, recipe=RECIPE._replace(width=99, learning_rate=1e-4))
    assert (other.recipe.width, other.recipe.learning_rate) == (8, 1e-4)
