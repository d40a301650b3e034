"""Let every kernel be compiled, or read from its cache, before anybody waits for it: `python -m axedrez.warm`."""

from __future__ import annotations

from collections.abc import Iterable

import axedrez
from axedrez.core.contract import Game, past_chance
from axedrez.core.dice import Roll
from axedrez.core.history import History
from axedrez.library import gallery
from axedrez.tables import batch
from axedrez.tables.game import TablesGame


def warm_rules(games: Iterable[Game]) -> None:
    """Do once what playing a game asks of its rules."""
    for game in games:
        position = past_chance(game.start())
        position.steps()
        for move in position.legal_moves()[:1]:
            position.notate(move)
            position.play_unchecked(move).outcome()


def warm_players(games: Iterable[Game]) -> None:
    """Let the computer player think once, as shortly as it can."""
    import axedrez.search

    for game in games:
        position = past_chance(game.start())
        axedrez.search.choose(position, History(), level=1, nodes=1)


def warm_batches(games: Iterable[Game]) -> None:
    """Throw once for many positions at once, where a game has dice."""
    for game in games:
        if isinstance(game, TablesGame):
            batch.results([game.start()], [Roll(2, 1)])


def main() -> None:
    """Warm one game for each path of a family's kernel: between them they serve all games."""
    games: dict[tuple[type, object], Game] = {}
    for name in (*axedrez.rulebooks(), *gallery()):
        game = axedrez.load(name)
        games.setdefault((type(game), getattr(game, "fast", game.name)), game)
    warm_rules(games.values())
    warm_players(games.values())
    warm_batches(games.values())


if __name__ == "__main__":
    main()
