"""What the page's view of a game costs the server: views a second after each move of games of random play.

`.venv/bin/python -m bench.views [rulebook …]` prints, for each rulebook, the views made and written as JSON a second,
what one costs, its size, and a digest of all texts: it tells whether the content is still the same after a change.
"""

from __future__ import annotations

import argparse
import hashlib
import statistics
import time
from collections.abc import Iterator
from random import Random
from uuid import UUID

import msgspec

import axedrez
from axedrez.core import Game
from axedrez.match import DecisionContext, DiceSetup, GameSetup, Record, Seeds, decide, opening, seats_of
from axedrez.match.commands import PlayMove
from axedrez.match.dice import SEED_BYTES, commitment
from axedrez.server.play.presenters import game_view
from axedrez.storage import GameHeader

RULEBOOKS = ("clasico", "chess2d", "crazyhouse", "chessgammon")
ROUNDS = 5
PLIES = 60


def game_of_views(rulebook: str, game: Game, seed: int) -> Iterator[tuple[float, bytes]]:
    """One game of random moves: after each, the processor seconds that its view took, and the view's text."""
    random, id = Random(seed), UUID(int=seed)
    secret = random.randbytes(SEED_BYTES)
    dice = DiceSetup(commitment(secret)) if game.conduct.dice else None
    setup = GameSetup(game.start().text(), dice=dice)
    names = {"es": game.sheet.names.es, "en": game.sheet.names.en}
    header = GameHeader(id, rulebook, names, "", game.hash, 1, setup, 0, secret.hex())
    seeds = Seeds(str(id), secret)
    record = Record(game, setup)
    log = opening(record, (), 0, seeds=seeds)
    for _ in range(PLIES):
        record = record.copy()
        record.extend(log)
        began = time.process_time()
        text = msgspec.json.encode(game_view(header, record, 0))
        yield time.process_time() - began, text
        if record.outcome is not None:
            return
        # A position of its own: that of the record must not know its moves beforehand.
        move = random.choice(game.parse(record.position.text()).legal_moves())
        command = PlayMove(id=UUID(int=random.getrandbits(128)), expected_seq=record.seq, move=str(move))
        log = decide(record, command, DecisionContext(0, seats_of(record.players, None), seeds=seeds))


def main() -> None:
    """Measure the rulebooks one after another."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulebooks", nargs="*", default=RULEBOOKS)
    for rulebook in parser.parse_args().rulebooks:
        game = axedrez.load(rulebook)
        digest, rounds, views, size = hashlib.sha256(), [], 0, 0
        for seed in range(ROUNDS + 1):
            found = list(game_of_views(rulebook, game, seed))
            for _, text in found:
                digest.update(text)
            if seed:  # the first game only warms up
                rounds.append(statistics.fmean(taken for taken, _ in found))
                views, size = views + len(found), size + sum(len(text) for _, text in found)
        cost = statistics.median(rounds)
        print(
            f"{rulebook:12} {1 / cost:7.0f} views/s {1e3 * cost:7.2f} ms {size / views / 1024:6.1f} KiB"
            f" {views:5} views  {digest.hexdigest()[:16]}",
            flush=True,
        )


if __name__ == "__main__":
    main()
