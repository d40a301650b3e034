"""Files as the world has them: what is read is what was played (the full size is `bench/world_files.py`)."""

from __future__ import annotations

import random

from tests import pgn_games

FILES = 60


def test_games_are_read_as_they_were_played_or_refused() -> None:
    rng = random.Random(23)
    source, right, refused = pgn_games.games(rng), 0, list[str]()
    for _ in range(FILES):
        body, played, how = pgn_games.file(rng, source)
        found = pgn_games.compared(body, played, how)
        assert found.wrong == []
        right += found.right
        refused += found.refused
    assert right > 20 * len(refused), refused
