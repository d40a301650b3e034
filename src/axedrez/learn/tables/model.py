"""The network of the tables family as PyTorch trains it."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from axedrez.learn.tables.recipe import Recipe
from axedrez.learn.trainer import Trainer, device, pytorch
from axedrez.tables.compile.checks import all_effects, effects_of
from axedrez.tables.compile.ruleset import Ruleset
from axedrez.tables.engine.inputs import Inputs, inputs_of
from axedrez.tables.engine.kernel.inputs import write_dense
from axedrez.tables.engine.kernel.tactics import N_TACTICS
from axedrez.tables.engine.network import Weights
from axedrez.tables.engine.weights import parameters
from axedrez.tables.kernel.layout import ENEMY, OFF, OWN, PLAIN

_PIPS = 100.0  # pip counts are shares of so many
_NEVER = -1e9


class Model:
    """A network in training.

    Beside the inputs of the network it reads the pip count of each side. They are sums of what the inputs say, so the
    finished network has no need of them: `weights` adds their part to that of each input.
    """

    def __init__(self, ruleset: Ruleset, recipe: Recipe, seed: int, threads: int = 1) -> None:
        """A fresh network. Raises `AxedrezError` where PyTorch is missing."""
        torch = self._torch = pytorch()
        self._device = device()
        self._ruleset = ruleset
        self._recipe = recipe
        self._inputs: Inputs = inputs_of(ruleset)
        self._effects = all_effects(ruleset.sheet) if recipe.varied else []
        rng = np.random.default_rng(seed)
        n, width, hidden = len(self._inputs.names), recipe.width, recipe.hidden
        outcomes = len(self._inputs.outcomes)

        def drawn(rows: int, columns: int, deviation: float) -> Any:
            return torch.from_numpy(rng.normal(0, deviation, (rows, columns)).astype(np.float32)).to(self._device)

        weights = [
            drawn(n + 2 + len(self._effects), width, 0.1),
            torch.zeros(width, device=self._device),
            drawn(width, hidden, (2 / width) ** 0.5),
            torch.zeros(hidden, device=self._device),
            drawn(hidden, outcomes, 0.3 * hidden**-0.5),
            torch.zeros(outcomes, device=self._device),
        ]
        self.trainer = Trainer(weights, ema=recipe.ema, threads=threads)

    def restore(self, data: bytes) -> None:
        """Go on from what `Trainer.dump` gave. A checkpoint older than the inputs `TACTICS` counts them 0 at first."""
        first = len(self._inputs.names) - N_TACTICS
        rows = len(self.trainer.weights[0])

        def grown(weights: Any) -> Any:
            if not self._ruleset.compiled[PLAIN] or len(weights) != rows - N_TACTICS:
                return weights
            new = weights.new_zeros((N_TACTICS, weights.shape[1]))
            return self._torch.cat((weights[:first], new, weights[first:]))

        self.trainer.restore(data, grown)

    def learn(
        self,
        rows: npt.NDArray[np.int8],
        targets: npt.NDArray[np.float32],
        positions: int,
        seed: tuple[int, ...],
        ruleset: Ruleset | None = None,
    ) -> float:
        """Learn from positions (n × `WIDTH`) and their outcome probabilities; the mean loss (cross-entropy).

        `positions`: so many were learned from before; `seed`: of the order; `ruleset`: theirs, where it is the
        sheet with other options.
        """
        recipe = self._recipe
        targets = np.ascontiguousarray(targets[:, : len(self._inputs.outcomes)])
        learning_rate, rng = recipe.learning_rate_after(positions), np.random.default_rng(seed)

        def loss(batch: npt.NDArray[np.int64]) -> Any:
            wanted = self._torch.from_numpy(targets[batch]).to(self._device)
            return self._loss(np.ascontiguousarray(rows[batch]), wanted, ruleset or self._ruleset)

        losses = [
            self.trainer.epoch(len(rows), recipe.batch, loss, lambda: learning_rate, rng) for _ in range(recipe.epochs)
        ]
        return float(np.mean(losses))

    def _dense(self, rows: npt.NDArray[np.int8], ruleset: Ruleset) -> Any:
        """The inputs of rows, then the pip counts, then the effects of the options in force."""
        inputs = inputs_of(ruleset)
        own = np.empty((len(rows), len(inputs.names)), np.float32)
        write_dense(
            rows.reshape(-1), len(rows), ruleset.compiled, inputs.array, *parameters(ruleset), own.reshape(-1)
        )  # fmt: skip
        n = len(self._inputs.names)
        found = np.zeros((len(rows), n + 2 + len(self._effects)), np.float32)
        found[:, self._places(ruleset)] = own
        army = len(ruleset.army)
        for side, base in enumerate((OWN, ENEMY)):
            found[:, n + side] = rows[:, base : base + army].sum(axis=1) / _PIPS
        if self._effects:
            for effect in effects_of(ruleset.sheet):
                found[:, n + 2 + self._effects.index(effect)] = 1
        return self._torch.from_numpy(found).to(self._device)

    def _places(self, ruleset: Ruleset) -> list[int] | slice:
        """Where the inputs of a sheet stand among those of the network: it may lack some pieces."""
        names = inputs_of(ruleset).names
        if names == self._inputs.names:
            return slice(0, len(names))
        places = {name: index for index, name in enumerate(self._inputs.names)}
        return [places[name] for name in names]

    def _logits(self, rows: npt.NDArray[np.int8], weights: list[Any], ruleset: Ruleset) -> Any:
        first, first_bias, second, second_bias, third, third_bias = weights
        hidden = self._torch.relu(self._dense(rows, ruleset) @ first + first_bias)
        hidden = self._torch.relu(hidden @ second + second_bias)
        army = len(ruleset.army)
        impossible = np.zeros((len(rows), third.shape[1]), bool)
        impossible[:, 4:6] = (rows[:, OWN : OWN + army] == OFF).any(axis=1)[:, None]
        impossible[:, 1:3] = (rows[:, ENEMY : ENEMY + army] == OFF).any(axis=1)[:, None]
        return (hidden @ third + third_bias).masked_fill(self._torch.from_numpy(impossible).to(self._device), _NEVER)

    def _loss(self, rows: npt.NDArray[np.int8], targets: Any, ruleset: Ruleset) -> Any:
        logits = self._torch.log_softmax(self._logits(rows, self.trainer.weights, ruleset), dim=1)
        return -(targets * logits.clamp(min=-100)).sum(dim=1).mean()

    def probabilities(self, rows: npt.NDArray[np.int8], ruleset: Ruleset | None = None) -> npt.NDArray[np.float32]:
        """The outcome probabilities of the moving average (n × outcomes): the slow way, for tests."""
        with self._torch.no_grad():
            logits = self._logits(rows, self.trainer.average, ruleset or self._ruleset)
            found: npt.NDArray[np.float32] = self._torch.softmax(logits, dim=1).cpu().numpy()
        return found

    def weights(self) -> Weights:
        """The moving average, as networks are stored and played."""
        weights = [average.cpu().numpy().copy() for average in self.trainer.average]
        first = weights[0]
        n = len(self._inputs.names)
        for side in range(2):
            pips = np.where(self._inputs.sides == side, self._inputs.pips, 0) / _PIPS
            first[:n] += (pips[:, None] * first[n + side]).astype(np.float32)
        return Weights(np.concatenate((first[:n], first[n + 2 :])), *weights[1:])
