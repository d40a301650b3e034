"""Networks of the tables family for the tests, and the slow twin of what the kernels make of them."""

from __future__ import annotations

import re
from functools import cache
from typing import cast

import numpy as np
import numpy.typing as npt

import axedrez
from axedrez.core.sides import Side
from axedrez.library import from_data
from axedrez.tables.engine.inputs import inputs_of
from axedrez.tables.engine.kernel.evaluate import N_PARTS, PARTS, write_parts
from axedrez.tables.engine.kernel.inputs import PART_PIPS
from axedrez.tables.engine.kernel.layout import SPAN
from axedrez.tables.engine.kernel.tactics import N_SIDE, TACTICS
from axedrez.tables.engine.network import VERSION, Player, Record, Stored, Weights, fingerprint, player, player_of
from axedrez.tables.engine.weights import parameters
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.position import TablesPosition
from tests.tables.tactics import tactics

Vector = npt.NDArray[np.float64]

WIDTH, HIDDEN = 24, 10


@cache
def hyper() -> TablesGame:
    """Backgammon with three men a side: a sheet that nobody has trained for."""
    start = {"position": "p/p/p/18/P/P/P - - w -"}
    return cast(TablesGame, from_data({"extends": "backgammon", "id": "hyper", "start": start}))


@cache
def untrained() -> TablesGame:
    """Chessgammon but for a rule that hardly matters, so that no network ships for it: it is judged by hand."""
    game = from_data({"extends": "chessgammon", "id": "untrained", "race": {"win_uses_all_dice": False}})
    assert player_of(cast(TablesGame, game).ruleset) is None
    return cast(TablesGame, game)


@cache
def game_named(name: str) -> TablesGame:
    """A shipped game, or `hyper`."""
    return hyper() if name == "hyper" else cast(TablesGame, axedrez.load(name))


@cache
def random_network(game: TablesGame, seed: int = 1, width: int = WIDTH, hidden: int = HIDDEN) -> Stored:
    """A network that knows nothing, its numbers such as the file keeps them."""
    rng = np.random.default_rng(seed)
    inputs = inputs_of(game.ruleset)
    n, outcomes = len(inputs.names), len(inputs.outcomes)

    def drawn(*shape: int, deviation: float = 0.3) -> npt.NDArray[np.float32]:
        return rng.normal(0, deviation, shape).astype(np.float16).astype(np.float32)

    weights = Weights(
        drawn(n, width), drawn(width), drawn(width, hidden), drawn(hidden), drawn(hidden, outcomes), drawn(outcomes)
    )
    ruleset = game.ruleset
    record = Record(
        version=VERSION,
        rulebook=game.name,
        sheet=ruleset.hash,
        rules=fingerprint(ruleset),
        inputs=1,
        shape=(n, width, hidden, outcomes),
        training={},
    )
    return Stored(record, weights)


def random_player(game: TablesGame, seed: int = 1) -> Player:
    """The same, ready to play."""
    return player(random_network(game, seed), game.ruleset)


def parts_by_hand(position: TablesPosition) -> dict[tuple[str, str], float]:
    """What the evaluation made by hand consists of, for the side that rolls and for the other one, in pips."""
    out = np.empty(N_PARTS)
    scratch = np.empty(SPAN, np.int64), np.empty(SPAN, np.int64)
    write_parts(position.raw, 0, position.ruleset.compiled, *parameters(position.ruleset), *scratch, out)
    names = [(owner, part) for owner in ("own", "enemy") for part in PARTS]
    return dict(zip(names, out.tolist(), strict=True))


def encoded(position: TablesPosition) -> Vector:
    """The inputs of a position before a roll, from their names and the position's text."""
    setup, side = position.setup(), position.side
    names = inputs_of(position.ruleset).names
    last = {name.rpartition(" ≥ ")[0]: int(name.rpartition(" ≥ ")[2]) for name in names if " ≥ " in name}
    found = []
    for name in names:
        if match := re.fullmatch(r"(own|enemy) (\w) (bar|off|\d+) ≥ (\d+)", name):
            owner, letter, place, number = match.groups()
            whose = side if owner == "own" else side.opponent
            sign = letter if whose is Side.WHITE else letter.lower()
            if place in ("bar", "off"):
                count = (setup.bar if place == "bar" else setup.off).count(sign)
            else:
                point = int(place) if whose is Side.WHITE else 25 - int(place)
                count = setup.points[point - 1].count(sign)
            # The last input counts all the further ones.
            more = count - int(number) + 1 if int(number) == last[name.rpartition(" ≥ ")[0]] else count >= int(number)
            found.append(max(0.0, float(more)))
        elif name.endswith("king never left"):
            whose = side if name.startswith("own") else side.opponent
            found.append(float(("K" if whose is Side.WHITE else "k") in setup.home))
        elif name.endswith(" by hand"):
            owner, part, _, _ = name.split(" ")
            found.append(parts_by_hand(position)[owner, part] / PART_PIPS)
        elif (part := name.partition(" ")[2]) in TACTICS:
            found.append(tactics(position)[TACTICS.index(part) + N_SIDE * name.startswith("enemy")])
        else:
            assert name.startswith("turns without progress / ")
            found.append(position.no_progress_count / int(name.rpartition(" ")[2]))
    return np.array(found)


def outcomes_of(weights: Weights, position: TablesPosition) -> Vector:
    """The outcome probabilities of a position before a roll, for the side that rolls, by the definition."""
    game = position.ruleset.rules.scoring
    end = position.outcome()
    n = weights.third.shape[1]
    if end is not None:
        certain = np.zeros(n)
        assert end.points is not None
        lost = int(end.points[position.side.opponent])
        certain[{0: 6, game.single: 3, game.gammon: 4, game.backgammon: 5}[lost]] = 1
        return certain
    first = np.maximum(encoded(position) @ weights.first + weights.first_bias, 0)
    second = np.maximum(first @ weights.second + weights.second_bias, 0)
    numbers = second @ weights.third + weights.third_bias
    setup = position.setup()
    own_off = any(sign.isupper() == (position.side is Side.WHITE) for sign in setup.off)
    enemy_off = any(sign.isupper() != (position.side is Side.WHITE) for sign in setup.off)
    if own_off:
        numbers[4:6] = -np.inf
    if enemy_off:
        numbers[1:3] = -np.inf
    shares = np.exp(numbers - numbers.max())
    probabilities: Vector = shares / shares.sum()
    return probabilities
