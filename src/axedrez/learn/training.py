"""Training of the network for classic chess (`chess/engine/kernel/network.py`) on samples of self-play."""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from axedrez.chess.engine.kernel import network
from axedrez.chess.engine.kernel.layout import NETWORK_WIDTH
from axedrez.learn.kernel.gradient import MAX_PIECES, add_gradients

Numbers = npt.NDArray[np.float32]

_WIDTH = int(NETWORK_WIDTH)
_BIASES, _SECOND, _LAST = int(network.BIASES), int(network.SECOND), int(network.SECOND_BIASES)
_COUNT = int(network.NUMBERS)
_MAX_FIRST, _MAX_SECOND = 1.98, 127 / int(network.ONE_WEIGHT)  # so that the sums of the kernel fit their words
_BETA1, _BETA2, _EPSILON = 0.9, 0.999, 1e-8  # Adam (Kingma and Ba 2014)


class Plan(NamedTuple):
    """How a network is trained.

    `of_result`: the share of the game's result in what is aimed at, the rest being the score of a search; the step
    sinks from `step` to `last_step`; `decay` draws the numbers towards zero; of the games `held_back` are not trained
    on. How many `threads` share the sums decides their last digits.
    """

    epochs: int = 10
    batch: int = 16_384
    step: float = 0.002
    last_step: float = 2e-5
    of_result: float = 0.1
    decay: float = 0.6
    held_back: float = 0.03
    seed: int = 1
    threads: int = 1


def train(
    samples: npt.NDArray[np.void],
    known: npt.NDArray[np.int64],
    plan: Plan,
    tell: Callable[[str], None],
    begin: Numbers | None = None,
) -> tuple[Numbers, float, float]:
    """A network that corrects what is `known` of samples (in centipawns); it begins with the numbers `begin`, or anew.

    Also returns the mean squared error on samples that were held back, in shares of a point, with it and without it.
    """
    rng = np.random.default_rng(plan.seed)
    boards = np.ascontiguousarray(samples["boards"])
    targets = aims(samples, plan.of_result)
    known_share = (known / int(network.CENTIPAWNS)).astype(np.float32)
    # Whole games are held back: positions of one game are too much alike.
    held = np.arange(max(1, int(len(samples) * plan.held_back)))
    order = rng.permutation(np.arange(len(held), len(samples)))
    numbers = _start(rng) if begin is None else begin.copy()
    # Adam: the running mean of the gradients and of their squares.
    mean, variance = np.zeros_like(numbers), np.zeros_like(numbers)
    steps = plan.epochs * math.ceil(len(order) / plan.batch)
    done = 0
    with ThreadPoolExecutor(plan.threads) as pool:
        work = _Work(boards, known_share, targets, plan.threads, pool)
        for epoch in range(plan.epochs):
            rng.shuffle(order)
            loss = 0.0
            for first in range(0, len(order), plan.batch):
                batch = order[first : first + plan.batch]
                lost, gradients = work.gradients(numbers, batch)
                loss += lost
                done += 1
                gradients /= len(batch)
                mean += (1 - _BETA1) * (gradients - mean)
                variance += (1 - _BETA2) * (gradients * gradients - variance)
                step = plan.last_step + (plan.step - plan.last_step) * (1 + math.cos(math.pi * done / steps)) / 2
                step *= math.sqrt(1 - _BETA2**done) / (1 - _BETA1**done)
                numbers -= step * (mean / (np.sqrt(variance) + _EPSILON) + plan.decay * numbers)
                _keep_small(numbers)
            test = work.gradients(numbers, held)[0] / len(held)
            tell(f"epoch {epoch + 1}: {loss / len(order):.6f}, held back {test:.6f}")
        without = work.gradients(np.zeros_like(numbers), held)[0] / len(held)
    return numbers, test, without


def aims(samples: npt.NDArray[np.void], of_result: float) -> Numbers:
    """The expected share of the points for the side to move: the target of training."""
    by_score = 1 / (1 + np.exp(-samples["score"].astype(np.float32) / int(network.CENTIPAWNS)))
    by_result = (samples["result"].astype(np.float32) + 1) / 2
    aimed: Numbers = ((1 - of_result) * by_score + of_result * by_result).astype(np.float32)
    return aimed


def quantized(numbers: Numbers) -> npt.NDArray[np.int16]:
    """The numbers as the kernel reads them."""
    out = np.empty(_COUNT, np.float32)
    out[:_SECOND] = numbers[:_SECOND] * int(network.ONE_SUM)
    out[_SECOND:_LAST] = numbers[_SECOND:_LAST] * int(network.ONE_WEIGHT)
    out[_LAST:] = numbers[_LAST:] * int(network.CENTIPAWNS)
    return np.rint(out).astype(np.int16)


def unquantized(numbers: npt.NDArray[np.int16]) -> Numbers:
    """The numbers as the training has them, from those of a kernel."""
    out = numbers.astype(np.float32)
    out[:_SECOND] /= int(network.ONE_SUM)
    out[_SECOND:_LAST] /= int(network.ONE_WEIGHT)
    out[_LAST:] /= int(network.CENTIPAWNS)
    return out


class _Work:
    """Gradients of a batch, in several threads, each with its own sums."""

    def __init__(self, boards: Any, known: Numbers, targets: Numbers, threads: int, pool: ThreadPoolExecutor) -> None:
        self._boards, self._known, self._targets, self._pool = boards, known, targets, pool
        self._parts = [np.zeros(_COUNT, np.float32) for _ in range(threads)]
        self._sums = [np.zeros(2 * _WIDTH, np.float32) for _ in range(threads)]
        self._rows = [np.zeros(2 * int(MAX_PIECES), np.uint64) for _ in range(threads)]

    def gradients(self, numbers: Numbers, batch: npt.NDArray[np.int64]) -> tuple[float, Numbers]:
        """The sum of the losses, and of the gradients."""
        bounds = np.linspace(0, len(batch), len(self._parts) + 1).astype(int)

        def part(k: int) -> float:
            self._parts[k][:] = 0
            room = self._sums[k], self._rows[k]
            return float(
                add_gradients(
                    self._boards,
                    batch,
                    self._known,
                    self._targets,
                    numbers,
                    self._parts[k],
                    *room,
                    np.uint64(bounds[k]),
                    np.uint64(bounds[k + 1]),
                )
            )

        loss = sum(self._pool.map(part, range(len(self._parts))))
        total: Numbers = np.sum(self._parts, axis=0)
        return loss, total


def _start(rng: np.random.Generator) -> Numbers:
    numbers = np.zeros(_COUNT, np.float32)
    numbers[:_BIASES] = rng.normal(0, 0.1, _BIASES)
    numbers[_BIASES:_SECOND] = 0.2
    numbers[_SECOND:_LAST] = rng.normal(0, 0.3 / math.sqrt(2 * _WIDTH), _LAST - _SECOND)
    return numbers


def _keep_small(numbers: Numbers) -> None:
    np.clip(numbers[:_SECOND], -_MAX_FIRST, _MAX_FIRST, out=numbers[:_SECOND])
    np.clip(numbers[_SECOND:_LAST], -_MAX_SECOND, _MAX_SECOND, out=numbers[_SECOND:_LAST])
