"""Making a network: samples of self-play, the gradient, the command from end to end."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import axedrez
from axedrez.chess.engine import network
from axedrez.chess.engine.kernel import layout
from axedrez.chess.engine.kernel import network as kernel
from axedrez.chess.engine.kernel.evaluate import evaluate
from axedrez.chess.engine.searcher import Search, TranspositionTable
from axedrez.chess.engine.weights import weights
from axedrez.chess.position.game import ChessGame
from axedrez.core import Side
from axedrez.learn.__main__ import main
from axedrez.learn.kernel.gradient import MAX_PIECES, add_gradients
from axedrez.learn.samples import PIECES, Shard, boards_of, evaluated, fill, play_game
from axedrez.learn.training import Plan, aims, quantized, train, unquantized

WIDTH = int(layout.NETWORK_WIDTH)


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
    expected = evaluate(state, np.uint64(0), clasico.compiled, weights(clasico))
    assert evaluated(clasico, sample)[0] == expected


def loss_at(numbers: np.ndarray, boards: np.ndarray, known: np.ndarray, aimed: np.ndarray) -> tuple[float, np.ndarray]:
    gradients = np.zeros_like(numbers)
    sums, rows = np.zeros(2 * WIDTH, np.float32), np.zeros(2 * int(MAX_PIECES), np.uint64)
    order = np.arange(len(boards))
    count = np.uint64(len(boards))
    loss = add_gradients(boards, order, known, aimed, numbers, gradients, sums, rows, np.uint64(0), count)
    return loss, gradients


def test_gradient_is_the_slope_of_the_loss(clasico: ChessGame) -> None:
    samples = play_game(clasico, 3, 60)[:8]
    boards, aimed = np.ascontiguousarray(samples["boards"]), aims(samples, 0.3)
    known = np.zeros(len(samples), np.float32)
    rng = np.random.default_rng(1)
    numbers = rng.normal(0, 0.1, int(kernel.NUMBERS)).astype(np.float32)
    numbers[int(kernel.BIASES) : int(kernel.SECOND)] = 0.3
    _, gradients = loss_at(numbers, boards, known, aimed)
    for first, last in ((0, "BIASES"), ("BIASES", "SECOND"), ("SECOND", "SECOND_BIASES"), ("SECOND_BIASES", "NUMBERS")):
        low = int(getattr(kernel, first)) if first else 0
        part = gradients[low : int(getattr(kernel, last))]
        # Along the gradient of one part of the numbers the slope is that gradient's length.
        length = float(np.linalg.norm(part))
        assert length > 0
        way = np.zeros_like(numbers)
        way[low : int(getattr(kernel, last))] = part / length
        step = np.float32(2e-2)
        ahead, behind = (loss_at(numbers + sign * step * way, boards, known, aimed)[0] for sign in (1, -1))
        assert (ahead - behind) / (2 * step) == pytest.approx(length, rel=0.05), (first, last)


def test_training_brings_the_error_down(clasico: ChessGame) -> None:
    samples = np.concatenate([play_game(clasico, seed, 60) for seed in range(20)])
    lines: list[str] = []
    plan = Plan(epochs=6, batch=128, held_back=0.1)
    _, error, without = train(samples, np.zeros(len(samples), np.int64), plan, lines.append)
    assert error < without  # 0.5 for everybody
    assert len(lines) == 6


def test_command_from_end_to_end(tmp_path: Path, clasico: ChessGame, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "samples"
    arguments = ["--work", str(folder), "--generations", "6:40:1:1.5", "5:30:2:0.5", "4:30:3:0.5:0.004"]
    for name in ("one", "two"):
        assert main([*arguments, "--out", str(tmp_path / name)]) == 0
    one, two = ((tmp_path / name).read_bytes() for name in ("one", "two"))
    assert one == two
    made = network.read(one)
    first, second, third = made.record.training["generations"]
    plan = made.record.training["plan"]
    assert first == {"games": 6, "nodes": 40, "epochs": 1, "decay": 1.5, "step": None}
    assert (second["games"], third["games"], plan["epochs"], plan["decay"], plan["step"]) == (5, 4, 3, 0.5, 0.004)
    assert made.record.moves == network.fingerprint(clasico)
    assert "games 6 of 6" in capsys.readouterr().err
    taught, teacher = (folder / f"generation-{number}.network" for number in (1, 2))
    assert Shard(0, 6, 40).file(folder).exists()
    assert Shard(0, 5, 30, taught).file(folder).exists()
    assert Shard(5, 4, 30, teacher).file(folder).exists()
    assert (folder / "generation-3.network").read_bytes() == one
    # Few short steps leave it near where it began.
    moved = made.numbers.astype(int) - network.read(teacher.read_bytes()).numbers
    assert 0 < np.abs(moved).max() < 20


def test_a_teacher_is_listened_to(tmp_path: Path, clasico: ChessGame) -> None:
    one, two = play_game(clasico, 5, 60), play_game(clasico, 5, 60, network.shipped().numbers)
    assert len(one) != len(two) or (one != two).any()
    teacher = tmp_path / "teacher"
    network.write(teacher, network.shipped())
    shard = Shard(5, 1, 60, teacher)
    assert (np.load(fill(clasico, shard, tmp_path)) == two).all()


def test_a_shard_is_played_once(tmp_path: Path, clasico: ChessGame) -> None:
    shard = Shard(2, 1, 30)
    file = fill(clasico, shard, tmp_path)
    assert (np.load(file) == play_game(clasico, 2, 30)).all()
    np.save(file, np.load(file)[:1])
    assert len(np.load(fill(clasico, shard, tmp_path))) == 1


def test_rounding_costs_little(clasico: ChessGame) -> None:
    samples = np.concatenate([play_game(clasico, seed, 60) for seed in range(6)])
    numbers, *_ = train(samples, evaluated(clasico, samples), Plan(epochs=2, batch=128), lambda line: None)
    search = Search(clasico, TranspositionTable(64), network=None)
    rounded = quantized(numbers)
    search.memory[int(layout.NETWORK_AT)] = rounded.ctypes.data
    search.memory[int(layout.SUMS_AT)] = search.memory.ctypes.data + 8 * int(layout.SUMS)
    empty = network.sums_of(rounded)
    search.memory[int(layout.SUMS) :][: len(empty)] = empty
    position = clasico.parse("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 3 3")
    search.memory[int(layout.STATES) :][: len(position.raw)] = position.raw
    found = int(kernel.correction(search.memory, np.uint64(int(layout.STATES))))
    aimed = np.zeros(1, np.float32)
    boards = boards_of(position)[None, :]
    # With nothing known and 0 aimed at, the loss is the square of the share that the network expects.
    share = float(np.sqrt(loss_at(numbers, boards, aimed, aimed)[0]))
    expected = int(kernel.CENTIPAWNS) * np.log(share / (1 - share))
    assert found == pytest.approx(expected, abs=6)


def test_numbers_come_back() -> None:
    numbers = network.shipped().numbers
    assert (quantized(unquantized(numbers)) == numbers).all()
