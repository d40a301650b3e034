"""Precomputed games: the load generator must not spend time on rules, so all turns are known before the first is sent.

Everything about a game follows from its rulebook and number, its dice too. So its turns are the same in every run, and
computed turns are kept in the user's cache.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple
from uuid import UUID, uuid4, uuid5

import msgspec

import axedrez
from axedrez import places
from axedrez.core import Game, Side
from axedrez.match import (
    SCHEMA_VERSION,
    DecisionContext,
    DiceSetup,
    Event,
    Fischer,
    GameSetup,
    Player,
    Players,
    Record,
    Seeds,
    decide,
    opening,
)
from axedrez.match.commands import PlayMove, SideWord
from axedrez.match.dice import commitment
from axedrez.server.play.live_game import now_ms, seeds_of
from axedrez.server.rulebooks.store import ShippedRulebooks
from axedrez.storage import GameHeader

SPACE = UUID("5b7c1f0e-0a53-4e0e-9a3c-6d6f61640001")
CLOCK = Fischer(3_600_000, 1000)
BOTH = frozenset({Side.WHITE, Side.BLACK})
TRIES = 5
LAYOUT = 1
"""Version of the cache: to be raised when this file computes other lines."""


class Turn(msgspec.Struct, frozen=True, array_like=True):
    """A side and its move."""

    side: SideWord
    move: str


class Key(NamedTuple):
    """A game: its rulebook, its number, and the number of turns."""

    rulebook: str
    number: int
    plies: int

    @property
    def id(self) -> UUID:
        """The game's id."""
        return uuid5(SPACE, f"{self.rulebook} {self.number}")

    def person(self, side: SideWord) -> UUID:
        """The person of a side."""
        return uuid5(self.id, side)


class Plan(NamedTuple):
    """A game that is stored with `begun` turns, and all its turns."""

    key: Key
    header: GameHeader
    record: Record
    log: list[Event]
    begun: int
    turns: list[Turn]


@cache
def rules(rulebook: str) -> tuple[Game, str]:
    """A rulebook, and its sheet as games store it."""
    game = axedrez.load(rulebook)
    return game, ShippedRulebooks().freeze(game)


def header_of(key: Key) -> GameHeader:
    """The header of a game that begins now."""
    game, frozen = rules(key.rulebook)
    secret = sha256(b"dice" + key.id.bytes).digest() if game.conduct.dice else None
    seats = Players(Player(person=key.person("white")), Player(person=key.person("black")))
    dice = DiceSetup(commitment(secret), ()) if secret else None
    setup = GameSetup(game.start().text(), seats, CLOCK, dice=dice)
    names = {"es": game.sheet.names.es, "en": game.sheet.names.en}
    hidden = secret.hex() if secret else None
    return GameHeader(key.id, key.rulebook, names, frozen, game.hash, SCHEMA_VERSION, setup, now_ms(), hidden)


def opened(header: GameHeader) -> tuple[Record, list[Event]]:
    """A new record, and its first events."""
    record = Record(rules(header.rulebook)[0], header.setup, header.created_at)
    log = opening(record, (), header.created_at, seeds=seeds_of(header))
    record.extend(log)
    return record, log


def played(record: Record, move: str, seeds: Seeds | None) -> list[Event]:
    """Apply a move to `record`; returns its events."""
    order = PlayMove(id=uuid4(), expected_seq=record.seq, move=move)
    log = decide(record, order, DecisionContext(now_ms(), BOTH, seeds))
    record.extend(log)
    return log


def random_game(key: Key, rng: random.Random) -> list[Turn]:
    """Turns of a random game; a turn that would end it is left out."""
    header = header_of(key)
    record, _ = opened(header)
    turns: list[Turn] = []
    while len(turns) < key.plies:
        side: SideWord = "white" if record.position.turn is Side.WHITE else "black"
        move = str(rng.choice(list(record.position.legal_moves())))
        played(record, move, seeds_of(header))
        if record.outcome is not None:
            break
        turns.append(Turn(side, move))
    return turns


def line(key: Key) -> list[Turn]:
    """The turns of a game: the longest of a few random games if none reaches the length."""
    best: list[Turn] = []
    for attempt in range(TRIES):
        best = max(best, random_game(key, random.Random(f"{key.id} {attempt}")), key=len)
        if len(best) == key.plies:
            break
    return best


def store() -> Path:
    """The cache folder."""
    return places.cache() / "load"


def lines(keys: list[Key], report: Callable[[str], None]) -> list[list[Turn]]:
    """The turns of each game; missing ones are computed on all processors."""
    found = {key: read for key in keys if (read := _read(key)) is not None}
    lacking = [key for key in keys if key not in found]
    if lacking:
        report(f"{len(lacking)} games are computed beforehand")
        with ProcessPoolExecutor() as workers:
            for key, turns in zip(lacking, workers.map(line, lacking, chunksize=4), strict=True):
                found[key] = turns
                _keep(key, turns)
    return [found[key] for key in keys]


def plan(key: Key, turns: list[Turn], begun: int) -> Plan:
    """A game after its first turns."""
    header = header_of(key)
    record, log = opened(header)
    for turn in turns[:begun]:
        log += played(record, turn.move, seeds_of(header))
    return Plan(key, header, record, log, begun, turns)


def _place(key: Key) -> Path:
    game, _ = rules(key.rulebook)
    return store() / f"{key.rulebook}-{game.hash[:16]}-{LAYOUT}-{key.number}.json"


def _read(key: Key) -> list[Turn] | None:
    """The cached turns of a game, if they suffice; a cached game that ended early counts as its requested length."""
    try:
        plies, turns = msgspec.json.decode(_place(key).read_bytes(), type=tuple[int, list[Turn]])
    except (OSError, msgspec.DecodeError):
        return None
    return turns[: key.plies] if plies >= key.plies else None


def _keep(key: Key, turns: list[Turn]) -> None:
    store().mkdir(parents=True, exist_ok=True)
    place = _place(key)
    written = place.with_suffix(f".{os.getpid()}")
    written.write_bytes(msgspec.json.encode((key.plies, turns)))
    written.replace(place)
