"""Networks of the tables family: their files, and which one a game is played with."""

from __future__ import annotations

import hashlib
import zlib
from functools import lru_cache
from importlib import resources
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from axedrez.core.arrays import aligned_copy
from axedrez.core.derived import once_a_game
from axedrez.core.structs import prepared
from axedrez.tables.compile.checks import all_effects, effects_of
from axedrez.tables.compile.ruleset import Ruleset
from axedrez.tables.engine import inputs
from axedrez.tables.engine.inputs import Inputs, inputs_of, points_of
from axedrez.tables.engine.kernel import network as kernel
from axedrez.tables.engine.kernel.choice import ByHand
from axedrez.tables.engine.kernel.tactics import N_TACTICS
from axedrez.tables.engine.weights import parameters
from axedrez.tables.kernel.layout import LOCKS, PLAIN
from axedrez.tables.sheet.schema import Options

Numbers = npt.NDArray[np.float32]

VERSION = 1
MAX_NUMBERS = 4_000_000
"""Ten times those of the largest one; a file of zeros would inflate to gigabytes."""
FOLDER, ENDING = "networks", ".network"
_MARK = b"axedrez-tables-network\n"


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """What a file says of the network in it.

    `sheet`: hash of the rule sheet that it was trained on; `rules`: fingerprint of the rules that it asks for;
    `inputs`: version of the inputs; `shape`: numbers of inputs, of sums in the first and in the second layer, and of
    outcomes; `pull`: the points that a pip of the evaluation made by hand counts beside it; `training`: how it was
    made.
    """

    version: int
    rulebook: str
    sheet: str
    rules: str
    inputs: int
    shape: tuple[int, int, int, int]
    pull: float = 0.0
    training: dict[str, Any]


prepared(Record)


class Weights(NamedTuple):
    """The numbers of a network (`float32`): weights by input and sum, constants by sum, layer after layer.

    `first` inputs × width, `second` width × hidden, `third` hidden × outcomes.
    """

    first: Numbers
    first_bias: Numbers
    second: Numbers
    second_bias: Numbers
    third: Numbers
    third_bias: Numbers


class Stored(NamedTuple):
    """A network and what is said of it."""

    record: Record
    weights: Weights


class Player(NamedTuple):
    """All that the kernels need to play a game with a network."""

    network: kernel.Network
    hand: ByHand
    inputs: Inputs
    record: Record


def fingerprint(ruleset: Ruleset) -> str:
    """A hash of the rules that a network depends on: how pieces move, win and count, not names, texts or matches."""
    rules = ruleset.compiled.copy()
    rules[LOCKS] = 0  # it follows from the others, and networks are older
    digest = hashlib.sha256(rules.tobytes())
    scoring = ruleset.rules.scoring
    digest.update(repr((ruleset.army, scoring.single, scoring.gammon, scoring.backgammon)).encode())
    return digest.hexdigest()


def write(path: Path, stored: Stored) -> None:
    """Write a network to a file, its numbers as `float16`; the file is there whole or not at all."""
    numbers = np.concatenate([each.ravel() for each in stored.weights]).astype("<f2")
    draft = path.with_name(path.name + ".draft")
    draft.write_bytes(_MARK + msgspec.json.encode(stored.record) + b"\n" + zlib.compress(numbers.tobytes(), 9))
    draft.replace(path)


def record_of(data: bytes) -> Record:
    """The record at the beginning of a file. Raises `ValueError` if there is none."""
    try:
        if data.startswith(_MARK):
            return msgspec.json.decode(data.removeprefix(_MARK).partition(b"\n")[0], type=Record)
    except msgspec.MsgspecError as fault:
        raise ValueError("no network") from fault
    raise ValueError("no network")


def read(data: bytes) -> Stored:
    """A network from the bytes of its file. Raises `ValueError` if they are none, or of another version."""
    record = record_of(data)
    if (record.version, record.inputs) != (VERSION, inputs.VERSION):
        raise ValueError(f"a network of version {record.version} with inputs of version {record.inputs}")
    n, width, hidden, outcomes = record.shape
    shapes = ((n, width), (width,), (width, hidden), (hidden,), (hidden, outcomes), (outcomes,))
    count = sum(prod(shape) for shape in shapes)
    if min(record.shape) < 1 or count > MAX_NUMBERS:
        raise ValueError("no network")
    try:
        inflated = zlib.decompressobj().decompress(data.removeprefix(_MARK).partition(b"\n")[2], 2 * count + 2)
        numbers = np.frombuffer(inflated, "<f2")
        parts = np.split(numbers.astype(np.float32), np.cumsum([prod(shape) for shape in shapes]))
        weights = Weights(*(part.reshape(shape) for part, shape in zip(parts[:-1], shapes, strict=True)))
    except (zlib.error, ValueError) as fault:
        raise ValueError("no network") from fault
    if len(parts[-1]) or not np.isfinite(numbers).all():
        raise ValueError("no network")
    return Stored(record, weights)


@once_a_game
def without_options(ruleset: Ruleset) -> Ruleset:
    """The rules of a sheet with none of its options chosen."""
    sheet = ruleset.sheet
    return ruleset if sheet.options == Options() else Ruleset.of(msgspec.structs.replace(sheet, options=Options()))


def adapted(weights: Weights, ruleset: Ruleset) -> Weights:
    """A network for a sheet whatever its options, made into one for the options that a sheet has chosen.

    Such a network has the inputs of the sheet without options and one more for each effect of an option, which is
    constant for a sheet and so becomes part of the constants. One that is older than the inputs `TACTICS`, which come
    last, does not look at them. Raises `ValueError` where the inputs are others.
    """
    own = inputs_of(ruleset)
    if len(weights.first) == len(own.names):
        return weights
    if ruleset.compiled[PLAIN] and len(weights.first) == len(own.names) - N_TACTICS:
        return weights._replace(first=np.pad(weights.first, ((0, N_TACTICS), (0, 0))))
    base, effects = inputs_of(without_options(ruleset)), all_effects(ruleset.sheet)
    if len(weights.first) != len(base.names) + len(effects):
        raise ValueError("a network with other inputs")
    places = {name: index for index, name in enumerate(base.names)}
    chosen = [len(places) + effects.index(effect) for effect in effects_of(ruleset.sheet)]
    return weights._replace(
        first=weights.first[[places[name] for name in own.names]],
        first_bias=weights.first_bias + weights.first[chosen].sum(axis=0),
    )


def for_kernel(weights: Weights, ruleset: Ruleset) -> kernel.Network:
    """A network as the kernels read it: flat, its outcomes padded to `LANES`. Raises `ValueError` like `adapted`."""
    weights = adapted(weights, ruleset)
    lanes = np.zeros((len(weights.third) + 1, kernel.LANES), np.float32)
    lanes[:-1, : weights.third.shape[1]] = weights.third
    lanes[-1, : weights.third.shape[1]] = weights.third_bias
    numbers = [aligned_copy(np.asarray(each, np.float32).ravel()) for each in (*weights[:4], lanes[:-1], lanes[-1])]
    first, first_bias, second, second_bias, third, third_bias = numbers
    return kernel.Network(
        first,
        first_bias,
        second,
        second_bias,
        third,
        third_bias,
        points_of(ruleset),
        *parameters(ruleset),
    )


def player(stored: Stored, ruleset: Ruleset) -> Player:
    """A network made ready for a game. Raises `ValueError` where its inputs are not those of the game."""
    found = inputs_of(ruleset)
    if stored.record.shape[3] != len(found.outcomes):
        raise ValueError(f"a network of {stored.record.rulebook}, which has other outcomes")
    return Player(for_kernel(stored.weights, ruleset), by_hand(ruleset, stored.record.pull), found, stored.record)


def by_hand(ruleset: Ruleset, pull: float) -> ByHand:
    """The evaluation made by hand as it counts beside a network."""
    return ByHand(*parameters(ruleset), pull)


@lru_cache(maxsize=1)
def shipped() -> dict[str, str]:
    """The files of the package by the fingerprint of their rules."""
    folder = resources.files(__package__).joinpath(FOLDER)
    if not folder.is_dir():
        return {}
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(ENDING))
    return {record_of(folder.joinpath(name).read_bytes()).rules: name for name in names}


def shipped_for(ruleset: Ruleset) -> bytes | None:
    """The file that ships for the rules of a game, or for its sheet whatever the options; None if there is none."""
    files = shipped()
    name = files.get(fingerprint(ruleset)) or files.get(fingerprint(without_options(ruleset)))
    return None if name is None else resources.files(__package__).joinpath(FOLDER, name).read_bytes()


@once_a_game
def player_of(ruleset: Ruleset) -> Player | None:
    """The network that ships for a game (`shipped_for`), ready for it."""
    data = shipped_for(ruleset)
    return None if data is None else player(read(data), ruleset)


@once_a_game
def version_of(ruleset: Ruleset) -> str:
    """A text that differs between networks: a hash of the file that ships for a game; "" without one."""
    data = shipped_for(ruleset)
    return "" if data is None else hashlib.sha256(data).hexdigest()[:16]
