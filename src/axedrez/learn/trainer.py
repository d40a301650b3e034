"""The trainer of every network, on PyTorch: batches in random order, AdamW, and the moving average that plays.

Nothing but this and the models of the families imports PyTorch.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from axedrez.core import AxedrezError

Batch = npt.NDArray[np.int64]
Tensor = Any


def pytorch() -> Any:
    """The module `torch`. Raises `AxedrezError` where it is missing."""
    try:
        return import_module("torch")
    except ImportError:
        raise AxedrezError("learn_no_torch") from None


def device() -> Any:
    """A GPU where PyTorch finds one, else the processors."""
    torch = pytorch()
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Trainer:
    """The weights of a network in training, their optimizer, and their exponential moving average.

    `ema`: over about so many batches (1: the weights themselves). `weight_decay`: of AdamW (Loshchilov and Hutter
    2019). `constrain` is called after each step, to keep the weights within their bounds.
    """

    def __init__(
        self,
        weights: list[Tensor],
        *,
        ema: int = 1,
        weight_decay: float = 0.0,
        constrain: Callable[[], None] = lambda: None,
        threads: int = 1,
    ) -> None:
        torch = self._torch = pytorch()
        torch.set_num_threads(threads)
        self.weights = weights
        for each in weights:
            each.requires_grad_()
        self.average = [each.detach().clone() for each in weights]
        self._optimizer = torch.optim.AdamW(weights, weight_decay=weight_decay)
        self._ema = ema
        self._constrain = constrain
        self.batches = 0

    def epoch(
        self,
        samples: int,
        batch: int,
        loss: Callable[[Batch], Tensor],
        learning_rate: Callable[[], float],
        rng: np.random.Generator,
    ) -> float:
        """Learn once from so many samples, `batch` at once; the mean loss.

        `loss`: of the samples with these numbers. `learning_rate` is asked before each step. What is left of the last
        batch is learned from in another epoch; fewer samples than a batch are one.
        """
        batch, losses = min(batch, samples), list[float]()
        order = rng.permutation(samples)
        for first in range(0, samples - batch + 1, max(1, batch)):
            for group in self._optimizer.param_groups:
                group["lr"] = learning_rate()
            found = loss(order[first : first + batch])
            self._optimizer.zero_grad(set_to_none=True)
            found.backward()
            self._optimizer.step()
            losses.append(float(found.detach()))
            with self._torch.no_grad():
                self._constrain()
                self._follow()
        return float(np.mean(losses)) if losses else float("nan")

    def _follow(self) -> None:
        self.batches += 1
        share = 1 / min(self.batches, self._ema)
        for average, weight in zip(self.average, self.weights, strict=True):
            average.lerp_(weight, share)

    def dump(self) -> bytes:
        """All that the training goes on from."""
        buffer = io.BytesIO()
        state = {
            "numbers": [weight.detach() for weight in self.weights],
            "mean": self.average,
            "optimizer": self._optimizer.state_dict(),
            "batches": self.batches,
        }
        self._torch.save(state, buffer)
        return buffer.getvalue()

    def restore(self, data: bytes, grown: Callable[[Tensor], Tensor] = lambda first: first) -> None:
        """Go on from what `dump` gave. `grown`: what becomes of all that belongs to the first of the weights."""
        state = self._torch.load(io.BytesIO(data), weights_only=True, map_location=self.weights[0].device)
        for weights in (state["numbers"], state["mean"]):
            weights[0] = grown(weights[0])
        moments = state["optimizer"]["state"].get(0, {})
        moments.update({name: grown(moments[name]) for name in ("exp_avg", "exp_avg_sq") if name in moments})
        with self._torch.no_grad():
            for own, weight in zip(self.weights, state["numbers"], strict=True):
                own.copy_(weight)
            for own, weight in zip(self.average, state["mean"], strict=True):
                own.copy_(weight)
        self._optimizer.load_state_dict(state["optimizer"])
        self.batches = state["batches"]
