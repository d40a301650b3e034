"""Making a network for chess: samples of self-play, the model, generations, the match, the command."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import numpy as np
import pytest

import axedrez
from axedrez.chess.engine import network
from axedrez.chess.engine.kernel import layout
from axedrez.chess.engine.kernel import network as kernel
from axedrez.chess.engine.kernel.evaluate import evaluate
from axedrez.chess.engine.searcher import Search, TranspositionTable
from axedrez.chess.engine.weights import weights as sheet_weights
from axedrez.chess.position.game import ChessGame
from axedrez.cli.app import run
from axedrez.core import Side
from axedrez.learn.chess.model import Lessons, Model, quantized, train, unquantized
from axedrez.learn.chess.pipeline import Learning
from axedrez.learn.chess.recipe import Generation, Recipe
from axedrez.learn.chess.samples import PIECES, Samples, Task, boards_of, evaluated, play_game, play_task
from axedrez.learn.chess.strength import Duel, match, play_duel, score
from axedrez.learn.pace import Pace, State
from axedrez.learn.workers import HERE
from axedrez.messages import say
from axedrez.processes import frozen

WIDTH = int(layout.NETWORK_WIDTH)


@pytest.fixture(scope="module")
def torch() -> object:
    return pytest.importorskip("torch", reason="axedrez[learn] is not installed")


@pytest.fixture(scope="module")
def clasico() -> ChessGame:
    found = axedrez.load("clasico")
    assert isinstance(found, ChessGame)
    return found


def test_a_seed_gives_the_same_game(clasico: ChessGame) -> None:
    first, again, other = (play_game(clasico, seed, 60) for seed in (5, 5, 6))
    assert len(first) > 10
    assert (first == again).all()
    assert len(other) != len(first) or (other != first).any()


def test_samples_are_seen_by_the_side_to_move(clasico: ChessGame) -> None:
    white = clasico.parse("r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9")
    black = clasico.parse("r1bq1rk1/pp2bppp/2n2n2/2pp4/3P4/2N1PN2/PP2BPPP/R1BQ1RK1 b - - 0 9")
    assert (boards_of(white) == boards_of(black)).all()
    kings = boards_of(white)[PIECES.index("K")], boards_of(white)[6 + PIECES.index("K")]
    assert kings == (1 << 6, 1 << 62)


def test_result_and_score_belong_to_the_same_side(clasico: ChessGame) -> None:
    samples = np.concatenate([play_game(clasico, seed, 60) for seed in range(12)])
    clear = samples[(np.abs(samples["score"]) > 500) & (samples["result"] != 0)]
    assert len(clear) > 20
    assert (np.sign(clear["score"]) == np.sign(clear["result"])).mean() > 0.8


def test_known_is_what_the_search_without_a_network_sees(clasico: ChessGame) -> None:
    position = clasico.parse("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
    sample = np.zeros(1, play_game(clasico, 1, 20).dtype)
    sample["boards"] = boards_of(position)
    assert position.turn is Side.BLACK
    state = np.array(position.raw)
    expected = evaluate(state, np.uint64(0), clasico.compiled, sheet_weights(clasico))
    assert evaluated(clasico, sample)[0] == expected


def lessons_of(samples: Samples, game: ChessGame, result_weight: float = 0.3) -> Lessons:
    return Lessons.of(samples, evaluated(game, samples), result_weight)


def plain_logit(boards: np.ndarray, weights: np.ndarray, baseline: float) -> float:
    """What the network expects of a sample, piece by piece."""
    first, biases = weights[: int(kernel.BIASES)].reshape(768, WIDTH), weights[int(kernel.BIASES) :][:WIDTH]
    second = weights[int(kernel.SECOND) :][: 16 * WIDTH].reshape(8, 2, WIDTH)
    pieces = [(kind, square) for kind in range(12) for square in range(64) if int(boards[kind]) >> square & 1]
    bucket = min((len(pieces) - 1) // 4, 7)
    found = baseline + float(weights[int(kernel.SECOND_BIASES) + bucket])
    for turn in range(2):
        king = next(square for kind, square in pieces if kind == 6 * turn)
        turned = (56 if turn else 0) ^ (7 if king % 8 > 3 else 0)
        sums = biases.astype(float)
        for kind, square in pieces:
            sums = sums + first[(kind + 6 * turn) % 12 * 64 + (square ^ turned)]
        found += float((np.clip(sums, 0, 1) ** 2 * second[bucket, turn]).sum())
    return found


def drawn(seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    weights = rng.normal(0, 0.1, int(kernel.NUMBERS)).astype(np.float32)
    weights[int(kernel.BIASES) : int(kernel.SECOND)] = 0.3
    return weights


def test_the_model_is_the_network_that_the_kernel_plays(torch: object, clasico: ChessGame) -> None:
    """Beside a plain reading of the architecture; the kernel's own inference is compared below."""
    samples = np.concatenate([play_game(clasico, seed, 60)[::7] for seed in (3, 4)])
    lessons, weights = lessons_of(samples, clasico), drawn(1)
    found = Model(weights).logits(lessons, np.arange(len(samples))).detach().numpy()
    expected = [plain_logit(each, weights, base) for each, base in zip(lessons.boards, lessons.baseline, strict=True)]
    assert found == pytest.approx(expected, abs=1e-4)
    assert (Model(weights).weights() == np.clip(weights, -5, 5)).all()


def test_training_brings_the_error_down(torch: object, clasico: ChessGame) -> None:
    samples = np.concatenate([play_game(clasico, seed, 60) for seed in range(20)])
    losses: list[float] = []
    recipe = Recipe(batch=128, validation_fraction=0.1)
    lessons = Lessons.of(samples, np.zeros(len(samples), np.int64), recipe.result_weight)
    found = train(lessons, Generation(20, 60, 6, 0.6), recipe, tell=losses.append)
    assert found.error < found.without  # 0.5 for everybody
    assert len(losses) == 6
    assert losses[-1] < losses[0]
    first, second = found.weights[: int(kernel.SECOND)], found.weights[int(kernel.SECOND) : int(kernel.SECOND_BIASES)]
    assert np.abs(first).max() <= 1.98
    assert np.abs(second).max() <= 127 / int(kernel.ONE_WEIGHT)


def learned(folder: Path, games: int | None, minutes: float | None = None, stop: bool = False) -> network.Network:
    """A training of three short generations."""
    recipe = Recipe(
        generations=(Generation(6, 40, 1, 1.5), Generation(5, 30, 2, 0.5), Generation(4, 30, 3, 0.5, 0.004)), batch=64
    )
    game = axedrez.load("clasico")
    assert isinstance(game, ChessGame)
    learning, ended = Learning(game, recipe, folder), Event()
    if stop:
        ended.set()
    states: list[State] = []
    found = learning.run(Pace(minutes, games, 0, ended), HERE, states.append)
    assert states[-1].games == learning.games
    assert states[-1].positions == learning.positions
    return found


def test_generations_follow_one_another(torch: object, tmp_path: Path, clasico: ChessGame) -> None:
    one, two = (learned(tmp_path / name, 15) for name in ("one", "two"))
    assert (one.numbers == two.numbers).all()
    assert one.record == two.record
    first, second, third = one.record.training["recipe"]["generations"]
    assert first == {"games": 6, "nodes": 40, "epochs": 1, "weight_decay": 1.5, "learning_rate": None}
    assert (second["games"], third["games"], third["learning_rate"]) == (5, 4, 0.004)
    assert one.record.moves == network.fingerprint(clasico)
    files = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert [name for name in files if name.startswith("40-")] == ["40-0000000-6.npy"]
    taught, went_on = sorted(name for name in files if name.startswith("30-"))
    assert {taught[-13:], went_on[-13:]} == {"0000000-5.npy", "0000005-4.npy"}
    # What lies there is not played again.
    np.save(tmp_path / "one" / "40-0000000-6.npy", np.load(tmp_path / "one" / "40-0000000-6.npy")[:100])
    assert (learned(tmp_path / "one", 15).numbers != one.numbers).any()


def test_a_training_ends_with_its_time_or_when_it_is_told_to(torch: object, tmp_path: Path) -> None:
    ended = learned(tmp_path / "a", None, stop=True)
    assert [each["games"] for each in ended.record.training["recipe"]["generations"]] == [6]
    late = learned(tmp_path / "b", None, minutes=0.0)
    assert len(late.record.training["recipe"]["generations"]) == 3, "each has a task at least"


def test_the_command(torch: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "chess.network"
    arguments = ["learn", "clasico", "--out", str(out), "--processes", "1", "--match", "3", "--games", "4"]
    assert run(arguments) == 1  # nobody beats the one that ships after four games
    told = capsys.readouterr().out
    assert "the network that ships" in told
    assert "in 4 games" in told
    made = network.read((tmp_path / "chess.network.candidate").read_bytes())
    assert made.record.training["match"]["games"] == 4
    assert made.record.training["games"] == 4
    assert not out.exists()
    network.write(out, made)
    assert run([*arguments, "--lang", "es"]) == 1, "nobody beats itself"
    assert "Encuentro contra la red anterior: +0.000" in capsys.readouterr().out


@pytest.mark.parametrize("lang", ["en", "es"])
def test_refusals_of_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: str) -> None:
    out = ["--out", str(tmp_path / "a.network"), "--minutes", "0", "--lang", lang]
    assert run(["learn", "crazyhouse", *out]) == 2
    assert say("error.learn_family", lang, name="crazyhouse") in capsys.readouterr().err
    assert run(["learn", "clasico", *out, "--resume", "a.checkpoint"]) == 2
    assert say("error.learn_resume", lang, name="clasico") in capsys.readouterr().err


def test_matches_are_played_in_pairs(clasico: ChessGame) -> None:
    duel = Duel(frozen(clasico), network.shipped().numbers, None, 1, 0, 3, nodes=60)
    pairs = play_duel(duel)
    assert len(pairs) == 3
    again = match(duel, HERE)
    assert again == score(pairs)
    assert again.games == 6
    turned = play_duel(duel._replace(one=duel.other, other=duel.one))
    assert [(-black, -white) for white, black in turned] == pairs, "the same games, told by the other player"
    assert score([(1, 1), (1, -1), (0, 0)]).points == pytest.approx(1 / 3)
    assert score([(1, 0)]).half == float("inf")


def test_a_teacher_is_listened_to(clasico: ChessGame) -> None:
    teacher = network.shipped().numbers
    one, two = play_game(clasico, 5, 60), play_game(clasico, 5, 60, teacher)
    assert len(one) != len(two) or (one != two).any()
    assert (play_task(Task(frozen(clasico), 5, 1, 60, teacher)) == two).all()


def test_rounding_costs_little(torch: object, clasico: ChessGame) -> None:
    samples = np.concatenate([play_game(clasico, seed, 60) for seed in range(6)])
    weights = train(lessons_of(samples, clasico), Generation(6, 60, 2, 0.6), Recipe(batch=128)).weights
    search = Search(clasico, TranspositionTable(64), network=None)
    rounded = quantized(weights)
    search.memory[int(layout.NETWORK_AT)] = rounded.ctypes.data
    search.memory[int(layout.SUMS_AT)] = search.memory.ctypes.data + 8 * int(layout.SUMS)
    empty = network.sums_of(rounded)
    search.memory[int(layout.SUMS) :][: len(empty)] = empty
    position = clasico.parse("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 3 3")
    search.memory[int(layout.STATES) :][: len(position.raw)] = position.raw
    found = int(kernel.correction(search.memory, np.uint64(int(layout.STATES))))
    expected = int(kernel.CENTIPAWNS) * plain_logit(boards_of(position), weights, 0.0)
    assert found == pytest.approx(expected, abs=6)


def test_numbers_come_back() -> None:
    numbers = network.shipped().numbers
    assert (quantized(unquantized(numbers)) == numbers).all()
