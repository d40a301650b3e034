"""Games made beforehand: whoever measures has no time for rules, so all turns are known before the first one is sent.

Everything about a game follows from its rulebook and number, its dice too; so its turns are the same in every run, and
those that were computed once are kept in the user's cache.
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
from axedrez.server.live_game import now_ms, seeds_of
from axedrez.server.rulebooks import ShippedRulebooks
from axedrez.storage import GameHeader

SPACE = UUID("5b7c1f0e-0a53-4e0e-9a3c-6d6f61640001")
CLOCK = Fischer(3_600_000, 1000)
BOTH = frozenset({Side.WHITE, Side.BLACK})
TRIES = 5
LAYOUT = 1
"""Goes up when the lines of another version of this file would be others."""


class Turn(msgspec.Struct, frozen=True, array_like=True):
    """Who moves, and what."""

    side: SideWord
    move: str


class Key(NamedTuple):
    """A game: its rulebook, its number, and so many turns of it."""

    rulebook: str
    number: int
    plies: int

    @property
    def id(self) -> UUID:
        """The game's id."""
        return uuid5(SPACE, f"{self.rulebook} {self.number}")

    def person(self, side: SideWord) -> UUID:
        """Who sits at a side."""
        return uuid5(self.id, side)


class Plan(NamedTuple):
    """A game to be stored with `begun` turns, and the turns that follow."""

    key: Key
    header: GameHeader
    record: Record
    log: list[Event]
    begun: int
    turns: list[Turn]


@cache
def rules(rulebook: str) -> tuple[Game, str]:
    """A rulebook, and its sheet as games keep it."""
    game = axedrez.load(rulebook)
    return game, ShippedRulebooks().freeze(game)


def header_of(key: Key) -> GameHeader:
    """The unchanging part of a game, which begins now."""
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
    """What a move appends; `record` has it then."""
    order = PlayMove(id=uuid4(), expected_seq=record.seq, move=move)
    log = decide(record, order, now_ms(), BOTH, seeds)
    record.extend(log)
    return log


def drawn_by_lot(key: Key, lots: random.Random) -> list[Turn]:
    """Turns of a random game; the one that would end it is left out."""
    header = header_of(key)
    record, _ = opened(header)
    turns: list[Turn] = []
    while len(turns) < key.plies:
        side: SideWord = "white" if record.position.turn is Side.WHITE else "black"
        move = str(lots.choice(list(record.position.legal_moves())))
        played(record, move, seeds_of(header))
        if record.outcome is not None:
            break
        turns.append(Turn(side, move))
    return turns


def line(key: Key) -> list[Turn]:
    """The turns of a game, the longest of a few if it cannot be kept going."""
    best: list[Turn] = []
    for lot in range(TRIES):
        best = max(best, drawn_by_lot(key, random.Random(f"{key.id} {lot}")), key=len)
        if len(best) == key.plies:
            break
    return best


def store() -> Path:
    """Where lines are kept."""
    return places.cache() / "load"


def lines(keys: list[Key], told: Callable[[str], None]) -> list[list[Turn]]:
    """The turns of each game; what has to be computed is computed on all processors."""
    found = {key: read for key in keys if (read := _read(key)) is not None}
    lacking = [key for key in keys if key not in found]
    if lacking:
        told(f"{len(lacking)} games are thought out beforehand")
        with ProcessPoolExecutor() as workers:
            for key, turns in zip(lacking, workers.map(line, lacking, chunksize=4), strict=True):
                found[key] = turns
                _keep(key, turns)
    return [found[key] for key in keys]


def plan(key: Key, turns: list[Turn], begun: int) -> Plan:
    """A game in which the first turns have been made."""
    header = header_of(key)
    record, log = opened(header)
    for turn in turns[:begun]:
        log += played(record, turn.move, seeds_of(header))
    return Plan(key, header, record, log, begun, turns)


def _place(key: Key) -> Path:
    game, _ = rules(key.rulebook)
    return store() / f"{key.rulebook}-{game.hash[:16]}-{LAYOUT}-{key.number}.json"


def _read(key: Key) -> list[Turn] | None:
    """What is kept of a game, if it is long enough; a game that ended sooner is as long as it gets."""
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
