"""Training of networks of the tables family, from nothing and from a checkpoint; the command from end to end."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

import axedrez
from axedrez.cli.app import run
from axedrez.core import AxedrezError
from axedrez.kernel_cache import cache_dir
from axedrez.learn import trainer
from axedrez.learn.tables import checkpoint
from axedrez.learn.tables.kernel import games
from axedrez.learn.tables.pipeline import Learning, recipe_data, recipe_of, varied
from axedrez.learn.tables.recipe import Recipe, Stage
from axedrez.learn.tables.self_play import sheet_of
from axedrez.learn.tables.strength import Duel, match
from axedrez.messages import say
from axedrez.tables.compile.checks import effects_of
from axedrez.tables.engine import network
from axedrez.tables.engine.inputs import inputs_of
from axedrez.tables.engine.kernel.choice import estimates
from axedrez.tables.engine.kernel.tactics import N_TACTICS
from axedrez.tables.engine.network import Weights, for_kernel
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.position import TablesPosition
from tests.tables.networks import game_named

RECIPE = Recipe(
    width=32,
    hidden=16,
    games=60,
    batch=64,
    half=1e5,
    ema=20,
    stages=(
        Stage(1500, by_hand=True, td_lambda=1.0),
        Stage(3000, only_wins=True, td_lambda=0.7),
        Stage(1e18, td_lambda=0.4),
    ),
)


@pytest.fixture(scope="module")
def torch() -> object:
    return pytest.importorskip("torch", reason="axedrez[learn] is not installed")


@pytest.fixture
def cluster(torch: object) -> Iterator[None]:
    """A Ray cluster of two workers on this machine. Ray is large: it is an extra."""
    ray = pytest.importorskip("ray", reason="Ray is not installed: pip install axedrez[cluster]")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    yield
    ray.shutdown()


def same(one: Weights, other: Weights) -> bool:
    return all((mine == theirs).all() for mine, theirs in zip(one, other, strict=True))


def test_a_recipe_survives_as_data() -> None:
    assert recipe_of(recipe_data(RECIPE)) == RECIPE
    wrong: list[dict[str, Any]] = [{}, {"stages": []} | {"nonsense": 1}, {"stages": [{"nonsense": 1}]}]
    for broken in wrong:
        with pytest.raises(ValueError, match="recipe"):
            recipe_of(broken)


def test_stages_follow_one_another() -> None:
    assert RECIPE.stage(0).by_hand
    assert RECIPE.stage(1500).only_wins
    assert RECIPE.stage(10**12) == RECIPE.stages[-1]
    assert RECIPE.learning_rate_after(100_000) == pytest.approx(RECIPE.learning_rate / 2)


def test_a_stage_may_have_a_learning_rate_of_its_own() -> None:
    stages = (*RECIPE.stages[:2], Stage(5000, learning_rate=0.1), Stage(1e18, learning_rate=0.002))
    recipe = RECIPE._replace(stages=stages)
    assert recipe.learning_rate_after(2999) == RECIPE.learning_rate_after(2999)
    found = [recipe.learning_rate_after(positions) for positions in (3000, 4000, 4999, 5000, 10**9)]
    assert found == pytest.approx([0.1, 0.051, 0.002, 0.002, 0.002], rel=0.03)


def test_what_is_trained_is_what_plays(torch: object) -> None:
    """The trained network beside the kernel's inference, through the file."""
    game = game_named("backgammon")
    learning = Learning(game, RECIPE._replace(games=20), 3)
    learning.step()
    rows = np.array([position.raw for position in _some(game)])
    slow = learning.model.probabilities(rows)
    kernel = for_kernel(learning.model.weights(), game.ruleset)
    inputs = network.player(learning.network(), game.ruleset).inputs
    fast = estimates(kernel, game.ruleset.compiled, inputs.array, rows)[:, : slow.shape[1]]
    assert np.allclose(slow, fast, atol=2e-5)


def _some(game: TablesGame) -> list[TablesPosition]:
    from random import Random

    from tests.tables.comparing import game_positions

    return [position for position, _ in game_positions(game, Random(1)) if not position.is_over()][::5]


def test_a_seed_gives_the_same_network_and_a_checkpoint_goes_on_with_it(torch: object, tmp_path: Path) -> None:
    game = game_named("hyper")
    file = tmp_path / "hyper.checkpoint"
    straight = Learning(game, RECIPE, 3)
    for _ in range(5):
        straight.step()
    first = Learning(game, RECIPE, 3)
    for _ in range(2):
        first.step()
    first.save(file)
    assert list(tmp_path.iterdir()) == [file]
    second = Learning.resumed(game, file)
    for _ in range(3):
        second.step()
    assert second.progress.positions == straight.progress.positions > 3000
    assert (second.progress.games, second.progress.rounds) == (300, 5)
    assert same(second.model.weights(), straight.model.weights())
    other = Learning(game, RECIPE, 4)
    other.step()
    assert not same(other.model.weights(), straight.model.weights())


@pytest.mark.long
def test_a_cluster_trains_the_same_network_with_the_same_kernels(cluster: None) -> None:
    recipe = Recipe(width=8, hidden=4, games=21, batch=32, ema=5, stages=(Stage(1e18, td_lambda=0.5),))
    found = []
    for on_cluster in (False, True):
        learning = Learning(game_named("hyper"), recipe, 3, cluster=on_cluster)
        with learning.workers():
            learning.step()
            compiled = cached_kernels()
            learning.step()
        found.append((learning.model.weights(), compiled))
    (alone, before), (together, after) = found
    assert same(alone, together)
    assert before == after, "no worker compiles a kernel that is there already"


def cached_kernels() -> set[str]:
    """The machine code of self-play that lies on disk, one file for each type of its arguments."""
    return {path.name for path in cache_dir(Path(games.__file__).parent).glob("games.play-*.nbc")}


@pytest.mark.long
def test_a_short_training_learns(torch: object) -> None:
    """Twenty rounds of the smallest game are enough to beat the network that they began with."""
    game = game_named("hyper")
    learning = Learning(game, RECIPE._replace(games=100), 3)
    before = learning.model.weights()
    for _ in range(20):
        learning.step()
    found = match(Duel(sheet_of(game), learning.model.weights(), before, None, 1, 600))
    assert found.points > found.half


def test_a_checkpoint_older_than_the_tactics_goes_on(torch: object, tmp_path: Path) -> None:
    """Its network comes back with zeros for what it did not see, the moments of its optimizer too, and learns on."""
    game = game_named("hyper")
    learning = Learning(game, RECIPE, 3)
    learning.step()
    first, trainer = len(inputs_of(game.ruleset).names) - N_TACTICS, learning.model.trainer
    tensors = [trainer.weights[0], trainer.average[0]]
    for tensor in tensors:
        tensor.data[first : first + N_TACTICS] = 0
    before = learning.model.weights()
    kept = [*range(first), *range(first + N_TACTICS, len(tensors[0]))]
    for moments in [trainer._optimizer.state[trainer.weights[0]]]:
        for name in ("exp_avg", "exp_avg_sq"):
            moments[name] = moments[name][kept]
    trainer.weights[0].data = trainer.weights[0].data[kept]
    trainer.average[0] = trainer.average[0][kept]
    file = tmp_path / "old.checkpoint"
    learning.save(file)
    again = Learning.resumed(game, file)
    assert same(again.model.weights(), before)
    again.step()
    assert again.model.weights().first[first:].any()


def test_checkpoints_of_other_rules_and_other_files_are_refused(torch: object, tmp_path: Path) -> None:
    file = tmp_path / "a.checkpoint"
    Learning(game_named("hyper"), RECIPE, 1).save(file)
    with pytest.raises(ValueError, match="hyper"):
        Learning.resumed(game_named("backgammon"), file)
    file.write_bytes(b"something else")
    with pytest.raises(ValueError, match="checkpoint"):
        checkpoint.read(file)


def test_the_command(torch: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "backgammon.network"
    arguments = ["learn", "backgammon", "--out", str(out), "--processes", "1", "--match", "10"]
    status = run([*arguments, "--games", "500"])
    told = capsys.readouterr().out
    checkpoint_file = tmp_path / "backgammon.network.checkpoint"
    assert checkpoint_file.exists()
    assert status in (0, 1)
    filed = out if status == 0 else tmp_path / "backgammon.network.candidate"
    stored = network.read(filed.read_bytes())
    assert stored.record.training["games"] == 500
    assert stored.record.training["match"]["games"] == 10
    assert filed.name in told
    again = run([*arguments, "--games", "1000", "--resume", str(checkpoint_file), "--lang", "es"])
    assert again in (0, 1)
    assert "Encuentro contra" in capsys.readouterr().out
    assert checkpoint.read(checkpoint_file)[0].games == 1000


@pytest.mark.parametrize("lang", ["en", "es"])
def test_refusals_of_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = str(tmp_path / "a.network")
    assert run(["learn", "crazyhouse", "--out", out, "--minutes", "0", "--lang", lang]) == 2
    assert say("error.learn_family", lang, name="crazyhouse") in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(AxedrezError):
        trainer.pytorch()
    assert run(["learn", "backgammon", "--out", out, "--minutes", "0", "--lang", lang]) == 2
    assert say("error.learn_no_torch", lang) in capsys.readouterr().err


def test_a_file_that_is_no_checkpoint(torch: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "nothing"
    file.write_bytes(b"nothing")
    out = str(tmp_path / "a.network")
    assert run(["learn", "backgammon", "--out", out, "--minutes", "0", "--resume", str(file)]) == 2
    assert "no checkpoint" in capsys.readouterr().err


def test_one_network_learns_a_sheet_with_all_its_options(torch: object) -> None:
    """Rounds with options drawn by lot, the same ones for a seed; what is trained is what plays each of them."""
    game = game_named("chessgammon")
    recipe = Recipe(
        width=8,
        hidden=4,
        games=1,
        batch=32,
        ema=5,
        cap=60,
        varied=1.0,
        stages=(Stage(1e18, max_candidates=4, stalls=0.2),),
    )
    learning = Learning(game, recipe, 3)
    learning.step()
    learning.step()
    seen = {name for number in range(60) for name in effects_of(varied(game, recipe, (3, number)).ruleset.sheet)}
    assert seen == set(game.ruleset.sheet.effects)
    assert varied(game, recipe, (3, 5)).hash == varied(game, recipe, (3, 5)).hash
    assert varied(game, recipe._replace(varied=0.0), (3, 5)) is game
    weights = learning.model.weights()
    assert len(weights.first) == len(inputs_of(game.ruleset).names) + len(game.ruleset.sheet.effects)
    for options in ({}, {"killer_queen": True, "defective_rook": True}):
        one = cast(TablesGame, axedrez.load("chessgammon", options))
        assert varied(one, recipe, (3, 5)) is one or not options
        rows = np.array([position.raw for position in _some(one)][:40])
        slow = learning.model.probabilities(rows, one.ruleset)
        array = inputs_of(one.ruleset).array
        fast = estimates(for_kernel(weights, one.ruleset), one.ruleset.compiled, array, rows)[:, : slow.shape[1]]
        assert np.allclose(slow, fast, atol=2e-5)


def test_a_network_of_its_own_goes_on_from_that_for_all_options(torch: object, tmp_path: Path) -> None:
    game = game_named("chessgammon")
    one = cast(TablesGame, axedrez.load("chessgammon", {"berserker_king": True}))
    stages = (Stage(1e18, max_candidates=4),)
    recipe = Recipe(width=8, hidden=4, games=1, batch=32, ema=5, cap=40, varied=1.0, stages=stages)
    both = Learning(game, recipe, 3)
    both.step()
    file, own = tmp_path / "both.checkpoint", tmp_path / "own.checkpoint"
    both.save(file)
    learning = Learning.resumed(one, file)
    assert same(learning.model.weights(), both.model.weights())
    learning.step()
    assert not same(learning.model.weights(), both.model.weights())
    stored = learning.network()
    assert stored.record.rules == network.fingerprint(one.ruleset)
    rows = np.array([position.raw for position in _some(one)][:20])
    slow = learning.model.probabilities(rows, one.ruleset)
    fast = estimates(
        network.player(stored, one.ruleset).network, one.ruleset.compiled, inputs_of(one.ruleset).array, rows
    )  # fmt: skip
    assert np.allclose(slow, fast[:, : slow.shape[1]], atol=2e-5)
    # Its own checkpoint is one of these options alone.
    learning.save(own)
    assert same(Learning.resumed(one, own).model.weights(), learning.model.weights())
    with pytest.raises(ValueError, match="chessgammon"):
        Learning.resumed(game, own)
