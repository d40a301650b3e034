"""The shipped networks: the game that each is for, and its weights."""

from __future__ import annotations

import hashlib
import zlib
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from axedrez.chess.engine.kernel import layout, network
from axedrez.chess.kernel import layout as board
from axedrez.chess.position.game import ChessGame
from axedrez.core.derived import once_a_game
from axedrez.core.structs import prepared

Numbers = npt.NDArray[np.int16]

VERSION = 1
SHIPPED = "clasico.network"
_MARK = b"axedrez-network\n"


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """The metadata of a network file.

    `sheet` is the hash of the rule sheet that it was trained on, `moves` the fingerprint of the rules that it needs;
    `training` describes the training.
    """

    version: int
    rulebook: str
    sheet: str
    moves: str
    width: int
    training: dict[str, Any]


prepared(Record)


class Network(NamedTuple):
    """A network: its metadata and its weights (`int16`, as the kernel reads them)."""

    record: Record
    numbers: Numbers


def fingerprint(game: ChessGame) -> str:
    """A hash of how the pieces of a game move and win, without draws, castling, and promotions of other than pawns."""
    tables = game.compiled.copy()
    tables[_LEFT_OUT] = 0
    digest = hashlib.sha256(tables.tobytes())
    digest.update(repr((game.fast, sorted(game.types.items()), sorted(game.sheet.goal.win))).encode())
    return digest.hexdigest()


_LEFT_OUT = [
    *(int(word) for word in (board.MOVE_LIMIT, board.STALEMATE, board.INSUFFICIENT, board.REPETITION)),
    *(int(board.N_PROMOTERS), int(board.CASTLINGS), int(board.CASTLINGS) + 1),
    *range(int(board.PROMOTERS), int(board.LEAP)),
]


def write(path: Path, found: Network) -> None:
    """Write a network to a file."""
    head = msgspec.json.encode(found.record) + b"\n"
    path.write_bytes(_MARK + head + zlib.compress(found.numbers.astype("<i2").tobytes(), 9))


def read(data: bytes) -> Network:
    """A network from the bytes of its file. Raises `ValueError` for other data, or another version."""
    head, _, packed = data.removeprefix(_MARK).partition(b"\n")
    try:
        record = msgspec.json.decode(head, type=Record)
        # No more than there may be: a file of zeros would inflate to gigabytes.
        inflated = zlib.decompressobj().decompress(packed, 2 * int(network.NUMBERS) + 2)
        numbers = np.frombuffer(inflated, "<i2").astype(np.int16)
    except (msgspec.MsgspecError, zlib.error, ValueError) as fault:
        raise ValueError("no network") from fault
    if not data.startswith(_MARK) or record.version != VERSION or len(numbers) != int(network.NUMBERS):
        raise ValueError(f"a network of version {record.version} with {len(numbers)} numbers")
    return Network(record, numbers)


@lru_cache(maxsize=1)
def shipped() -> Network:
    """The network of the package."""
    return read(resources.files("axedrez.chess.engine").joinpath(SHIPPED).read_bytes())


@once_a_game
def network_of(game: ChessGame) -> Numbers | None:
    """The weights of the network for a game; None if there is none for its rules."""
    found = shipped()
    return found.numbers if game.fast and fingerprint(game) == found.record.moves else None


def sums_of(numbers: Numbers) -> npt.NDArray[np.uint64]:
    """The words at `SUMS` (the accumulators) for an empty board."""
    each = np.zeros(int(layout.SUMS_EACH), np.uint64)
    biases = numbers[int(network.BIASES) : int(network.SECOND)]
    each[int(layout.NETWORK_BOARDS) :] = biases.view(np.uint64)
    return np.tile(each, 4)
