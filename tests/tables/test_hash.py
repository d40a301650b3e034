"""Hashes kept along a turn are those of the rows they belong to; equal positions have equal hashes and rows."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from axedrez.tables.kernel import layout
from axedrez.tables.kernel.states import hash_of_pieces
from axedrez.tables.position import workspace
from tests.naive.tables import BACKGAMMON, CHESSGAMMON, Options
from tests.tables.boards import ends, game_of, passed

MIXES = [CHESSGAMMON, Options(killer_queen=True, berserker_king=True, king_pushes_lone_rook=True), BACKGAMMON]


@pytest.mark.parametrize("options", MIXES, ids=["chessgammon", "variants", "backgammon"])
def test_incremental_hash_is_the_fresh_one(options: Options) -> None:
    random = Random(5)
    game = game_of(options)
    ruleset, position = game.ruleset, game.start()
    compared = 0
    for _ in range(60):
        dice = random.randint(1, 6), random.randint(1, 6)
        space = workspace.run(ruleset.compiled, ruleset.keys, position.raw, max(dice), min(dice))
        for index in space.ends[: space.count : 7].tolist():
            row = space.row(index)
            fresh = hash_of_pieces(row, 0, ruleset.compiled, ruleset.keys, 1)
            assert int(space.row_keys[index]) == int(fresh)
            compared += 1
        position = passed(position, random.choice(ends(position, dice)))
        if position.is_over():
            position = game.start()
    assert compared > 60


@pytest.mark.parametrize("options", MIXES, ids=["chessgammon", "variants", "backgammon"])
def test_equal_positions_have_equal_rows_and_hashes(options: Options) -> None:
    random = Random(6)
    game = game_of(options)
    position = game.start()
    seen: dict[int, str] = {}
    for _ in range(150):
        again = game.parse(position.text())
        assert np.array_equal(again.raw, position.raw)
        assert again.hash == position.hash
        assert seen.setdefault(position.hash, position.text()) == position.text()
        dice = random.randint(1, 6), random.randint(1, 6)
        position = passed(position, random.choice(ends(position, dice)))
        if position.is_over():
            position = game.start()


def test_hash_tells_side_dice_and_home_kings_apart() -> None:
    game = game_of(CHESSGAMMON)
    start = game.start().text()
    texts = [start, start.replace(" w ", " b "), f"{start} 52", f"{start} 53", *(start[:-2] + home for home in "Kk-")]
    assert len({game.parse(text).hash for text in texts}) == len(texts)


def test_enemies_hash_is_kept_too() -> None:
    """A capture, a push and a captured home king change the hash as a fresh one says."""
    game = game_of(CHESSGAMMON)
    text = "kqr/4/RPPPP/1/BNP/2/p/bnpp/BNPPP/3/bnp/1/rpppp/4/KQR - - w Kk"
    ruleset, row = game.ruleset, game.parse(text).raw
    space = workspace.run(ruleset.compiled, ruleset.keys, row, 2, 1)
    hits = 0
    for index in space.ends[: space.count].tolist():
        after = space.row(index)
        hits += bool(np.any(after[layout.ENEMY : layout.ENEMY + 16] == layout.BAR))
        assert int(space.row_keys[index]) == int(hash_of_pieces(after, 0, ruleset.compiled, ruleset.keys, 1))
    assert hits
