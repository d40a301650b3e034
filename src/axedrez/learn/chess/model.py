"""The network for classic chess (`chess/engine/kernel/network.py`) as PyTorch trains it."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from axedrez.chess.engine.kernel import network
from axedrez.chess.engine.kernel.layout import NETWORK_WIDTH
from axedrez.learn.chess.kernel.inputs import MAX_PIECES, NO_INPUT, write_inputs
from axedrez.learn.chess.recipe import Generation, Recipe
from axedrez.learn.trainer import Trainer, device, pytorch

Weights = npt.NDArray[np.float32]
"""All weights of the network in the order of the kernel, as PyTorch has them: 1 for `ONE_SUM` and `ONE_WEIGHT`."""

_WIDTH = int(NETWORK_WIDTH)
_BIASES, _SECOND, _LAST = int(network.BIASES), int(network.SECOND), int(network.SECOND_BIASES)
_COUNT = int(network.NUMBERS)
_MAX_FIRST, _MAX_SECOND = 1.98, 127 / int(network.ONE_WEIGHT)  # so that the sums of the kernel fit their words
_CHUNK = 1 << 14


class Lessons(NamedTuple):
    """What is learned from: bitboards (n × 12), what is known without the network, and the targets.

    `baseline`: the evaluation by the weights of the sheet in pieces of `CENTIPAWNS`; `targets`: the expected share of
    the points; both for the side to move.
    """

    boards: npt.NDArray[np.uint64]
    baseline: Weights
    targets: Weights

    @classmethod
    def of(cls, samples: npt.NDArray[np.void], known: npt.NDArray[np.int64], result_weight: float) -> Lessons:
        """From samples and what the weights of the sheet say of them, in centipawns."""
        baseline = (known / int(network.CENTIPAWNS)).astype(np.float32)
        return cls(np.ascontiguousarray(samples["boards"]), baseline, targets(samples, result_weight))


class Model:
    """A network in training."""

    def __init__(self, weights: Weights, weight_decay: float = 0.0, threads: int = 1) -> None:
        """It begins with these weights. Raises `AxedrezError` where PyTorch is missing."""
        torch = self._torch = pytorch()
        self._device = device()
        first = np.zeros((NO_INPUT + 1, _WIDTH), np.float32)
        first[:NO_INPUT] = weights[:_BIASES].reshape(NO_INPUT, _WIDTH)
        parts = (first, weights[_BIASES:_SECOND], weights[_SECOND:_LAST].reshape(8, 2 * _WIDTH), weights[_LAST:])
        tensors = [torch.from_numpy(np.array(part)).to(self._device) for part in parts]
        self.trainer = Trainer(tensors, weight_decay=weight_decay, constrain=self._constrain, threads=threads)

    def logits(self, lessons: Lessons, batch: npt.NDArray[np.int64]) -> Any:
        """What the network expects of some lessons, before it is made a share of the points."""
        torch, (first, biases, second, last) = self._torch, self.trainer.weights
        inputs, buckets = np.full((len(batch), 2, MAX_PIECES), NO_INPUT, np.int64), np.empty(len(batch), np.int64)
        write_inputs(lessons.boards, batch, inputs, buckets)
        most = int((inputs != NO_INPUT).sum(axis=2).max())
        rows = torch.from_numpy(np.ascontiguousarray(inputs[:, :, :most]).reshape(-1, most)).to(self._device)
        bucket = torch.from_numpy(buckets).to(self._device)
        sums = torch.nn.functional.embedding_bag(rows, first, mode="sum", padding_idx=NO_INPUT) + biases
        hidden = sums.clamp(0, 1).square().reshape(len(batch), 2 * _WIDTH)
        baseline = torch.from_numpy(lessons.baseline[batch]).to(self._device)
        return baseline + (hidden * second[bucket]).sum(dim=1) + last[bucket]

    def loss(self, lessons: Lessons, batch: npt.NDArray[np.int64]) -> Any:
        """The mean squared error of some lessons, in shares of the points."""
        wanted = self._torch.from_numpy(lessons.targets[batch]).to(self._device)
        return (self._torch.sigmoid(self.logits(lessons, batch)) - wanted).square().mean()

    def error(self, lessons: Lessons, samples: npt.NDArray[np.int64]) -> float:
        """The mean squared error of many lessons."""
        total = 0.0
        with self._torch.no_grad():
            for first in range(0, len(samples), _CHUNK):
                batch = samples[first : first + _CHUNK]
                total += len(batch) * float(self.loss(lessons, batch))
        return total / len(samples)

    def weights(self) -> Weights:
        """All weights in the order of the kernel."""
        first, biases, second, last = (each.detach().cpu().numpy() for each in self.trainer.weights)
        return np.concatenate((first[:NO_INPUT].reshape(-1), biases, second.reshape(-1), last)).astype(np.float32)

    def _constrain(self) -> None:
        first, biases, second, _ = self.trainer.weights
        for each, limit in ((first, _MAX_FIRST), (biases, _MAX_FIRST), (second, _MAX_SECOND)):
            each.clamp_(-limit, limit)


class Trained(NamedTuple):
    """Weights, and their mean squared error on the validation samples with the network and without it."""

    weights: Weights
    error: float
    without: float


def train(
    lessons: Lessons,
    generation: Generation,
    recipe: Recipe,
    seed: int = 1,
    begin: Weights | None = None,
    *,
    threads: int = 1,
    tell: Callable[[float], None] = lambda loss: None,
) -> Trained:
    """Train a network that corrects the baseline; it begins with the weights `begin`, or anew.

    `tell` hears the mean loss after each epoch.
    """
    rng = np.random.default_rng(seed)
    model = Model(_start(rng) if begin is None else begin, generation.weight_decay, threads)
    # Whole games are held out: positions of one game are too much alike.
    validation = np.arange(max(1, int(len(lessons.boards) * recipe.validation_fraction)))
    learned = len(lessons.boards) - len(validation)
    batches = generation.epochs * max(1, learned // recipe.batch)
    highest = recipe.learning_rate if generation.learning_rate is None else generation.learning_rate

    def learning_rate() -> float:
        done = model.trainer.batches / batches
        return recipe.last_learning_rate + (highest - recipe.last_learning_rate) * (1 + math.cos(math.pi * done)) / 2

    for _ in range(generation.epochs):
        tell(
            model.trainer.epoch(
                learned,
                recipe.batch,
                lambda batch: model.loss(lessons, batch + len(validation)),
                learning_rate,
                rng,
            )
        )
    without = Model(np.zeros(_COUNT, np.float32)).error(lessons, validation)
    return Trained(model.weights(), model.error(lessons, validation), without)


def targets(samples: npt.NDArray[np.void], result_weight: float) -> Weights:
    """The expected share of the points for the side to move: by the score of the search, and by the result."""
    by_score = 1 / (1 + np.exp(-samples["score"].astype(np.float32) / int(network.CENTIPAWNS)))
    by_result = (samples["result"].astype(np.float32) + 1) / 2
    found: Weights = ((1 - result_weight) * by_score + result_weight * by_result).astype(np.float32)
    return found


def quantized(weights: Weights) -> npt.NDArray[np.int16]:
    """Weights as the kernel reads them."""
    out = np.empty(_COUNT, np.float32)
    out[:_SECOND] = weights[:_SECOND] * int(network.ONE_SUM)
    out[_SECOND:_LAST] = weights[_SECOND:_LAST] * int(network.ONE_WEIGHT)
    out[_LAST:] = weights[_LAST:] * int(network.CENTIPAWNS)
    return np.rint(out).astype(np.int16)


def unquantized(weights: npt.NDArray[np.int16]) -> Weights:
    """Weights as PyTorch has them, from those of a kernel."""
    out = weights.astype(np.float32)
    out[:_SECOND] /= int(network.ONE_SUM)
    out[_SECOND:_LAST] /= int(network.ONE_WEIGHT)
    out[_LAST:] /= int(network.CENTIPAWNS)
    return out


def _start(rng: np.random.Generator) -> Weights:
    weights = np.zeros(_COUNT, np.float32)
    weights[:_BIASES] = rng.normal(0, 0.1, _BIASES)
    weights[_BIASES:_SECOND] = 0.2
    weights[_SECOND:_LAST] = rng.normal(0, 0.3 / math.sqrt(2 * _WIDTH), _LAST - _SECOND)
    return weights
