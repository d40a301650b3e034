"""The kernel beside other readings of the rules, as many cases as wanted: the slow twin, and GNU Backgammon."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice
from random import Random
from typing import Any

import numpy as np

from axedrez.tables.kernel import batch, layout
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.position import TablesPosition
from axedrez.tables.position.workspace import Row
from tests.naive import tables as naive
from tests.naive.tables import BACKGAMMON
from tests.naive.tables_positions import Case, random_placements
from tests.tables.boards import Dice, ends, game_of, option_mix, passed, results

# Turns that a game goes on for with one mix of options, and those skipped between two cases; placements likewise.
LONGEST, SKIPPED, PLACED = 240, 8, 20
# The share of doubles that is kept: they cost the twin seconds.
DOUBLES = 0.5


def game_positions(game: TablesGame, random: Random) -> Iterator[tuple[TablesPosition, Dice]]:
    """The positions of one game, each with its roll: most turns take the best for the race of a few drawn ones."""
    position = game.start()
    for _ in range(LONGEST):
        dice = random.randint(1, 6), random.randint(1, 6)
        yield position, dice
        drawn = random.choices(ends(position, dice), k=random.choice((1, 8, 8, 8)))
        position = passed(position, min(drawn, key=lambda row: int(row[layout.OWN : layout.FLAGS].sum())))
        if position.is_over():
            break


def mixed_cases(seed: int) -> Iterator[Case]:
    """Positions and rolls without end: all options in all mixes, from whole games and from random placements."""
    random = Random(seed)
    while True:
        options = option_mix(random)
        played = islice(game_positions(game_of(options), random), random.randrange(SKIPPED), None, SKIPPED)
        met = ((naive.parse(position.text(), options), dice) for position, dice in played)
        for position, dice in chain(met, random_placements(options, PLACED, random.getrandbits(32))):
            if dice[0] != dice[1] or random.random() < DOUBLES:
                yield position, dice


def difference_from_twin(position: naive.Position, dice: Dice) -> str:
    """What the kernel and the slow twin do not agree on, in words; empty if nothing."""
    theirs = naive.results(position, dice)
    ours = results(game_of(position.options).parse(position.text()), dice) if naive.winner(position) is None else set()
    if ours == theirs:
        return ""
    return f"{position.options}\n{position.text()} {dice}\nonly kernel: {ours - theirs}\nonly twin: {theirs - ours}"


Board = tuple[tuple[int, ...], tuple[int, ...]]


def counts(row: Row) -> Board:
    """The mover and the other side as gnubg sees them: pieces at the distances 1 to 24, then on the bar."""
    own, enemy = (np.bincount(row[base : base + 15], minlength=26)[1:].tolist() for base in (layout.OWN, layout.ENEMY))
    return tuple(own), tuple(enemy)


def backgammon_cases(seed: int) -> Iterator[tuple[TablesPosition, Dice]]:
    """Positions and rolls without end: whole games of random play, and random placements."""
    random = Random(seed)
    game = game_of(BACKGAMMON)
    while True:
        yield from game_positions(game, random)
        for placed, dice in random_placements(BACKGAMMON, 40, random.getrandbits(32)):
            if naive.winner(placed) is None:
                yield game.parse(placed.text()), dice


def difference_from_gnubg(position: TablesPosition, dice: Dice) -> str:
    """What either path of the kernel and GNU Backgammon do not agree on, in words; empty if nothing."""
    import gnubg_nn

    own, enemy = counts(position.raw)
    board = enemy, own
    keys = gnubg_nn.moves([list(side) for side in board], *dice)
    theirs = {tuple(map(tuple, gnubg_nn.board_from_position_key(key))) for key in keys} or {board}
    rules, roll = position.ruleset, np.array([(max(dice), min(dice))])
    _, found = batch.results(rules.compiled, rules.keys, position.raw[None], roll)
    # gnubg's keys are still seen by the one who moved, and name the other side first, as our results do.
    for path, ours in (
        ("plain", {counts(row) for row in found}),
        ("general", {counts(row)[::-1] for row in ends(position, dice)}),
    ):
        if ours != theirs:
            return f"{position.text()} {dice}\nonly {path} path: {ours - theirs}\nonly gnubg: {theirs - ours}"
    return ""


def differences(cases: Iterator[Any], difference: Callable[[Any, Dice], str], count: int) -> list[str]:
    """Everything that differs in the first `count` cases, in words."""
    return [text for position, dice in islice(cases, count) if (text := difference(position, dice))]
