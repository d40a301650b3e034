"""Turns of the tables family: Chessgammon beside the slow twin, backgammon beside GNU Backgammon and OpenSpiel."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import numpy as np

from axedrez.tables.engine.kernel.choice import choices
from axedrez.tables.engine.network import Player, player_of
from axedrez.tables.kernel import batch
from axedrez.tables.position.position import TablesPosition
from bench.measure import Row, alternately, seconds
from tests.naive import tables as naive
from tests.naive.tables import BACKGAMMON, CHESSGAMMON, Options
from tests.tables.boards import Dice, game_of
from tests.tables.comparing import counts, game_positions

POSITIONS = 1000
FEW = 20
ROLLS: list[Dice] = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]


def middle_game(options: Options, count: int) -> list[TablesPosition]:
    """Positions from the tenth to the fiftieth turn of games of random play that likes the race."""
    random = Random(1283)
    found: list[TablesPosition] = []
    while len(found) < count:
        found += [position for position, _ in game_positions(game_of(options), random)][10:50:4]
    return found[:count]


def enumerate_turns(positions: list[TablesPosition], dice: list[Dice]) -> int:
    """How many results the rolls have, over all positions, each written out as a row; a lost turn has one."""
    return int(write_all(np.array([position.raw for position in positions]), dice, positions[0]).sum())


def write_all(rows: Any, dice: list[Dice], like: TablesPosition) -> Any:
    """The same from an array of rows: numbers of results by position and roll, one after another."""
    offsets, _ = batch.results(like.ruleset.compiled, like.ruleset.keys, rows, np.array(dice))
    return np.diff(offsets)


def chessgammon(count: int, rounds: int) -> Iterator[Row]:
    """The start position and the middle game, all rolls; the twin plays a few positions only."""
    start = [game_of(CHESSGAMMON).start()]
    unequal = [roll for roll in ROLLS if roll[0] != roll[1]]
    doubles = [roll for roll in ROLLS if roll[0] == roll[1]]
    enumerate_turns(start, ROLLS)
    slowest = max(min(seconds(lambda roll=roll: enumerate_turns(start, [roll])) for _ in range(5)) for roll in ROLLS)  # type: ignore[misc]
    results = enumerate_turns(start, ROLLS)
    yield Row("Chessgammon, slowest roll of the start position", f"{1e3 * slowest:.1f} ms", "", "", None)
    for what, positions, rolls, few in (
        ("start position", start, unequal, start),
        ("start position, doubles", start, doubles[:2], start),
        ("middle game", middle_game(CHESSGAMMON, count), ROLLS, []),
    ):
        ours = min(seconds(lambda p=positions, t=rolls: enumerate_turns(p, t)) for _ in range(rounds))  # type: ignore[misc]
        rate = enumerate_turns(positions, rolls) / ours
        sample = few or positions[:: len(positions) // FEW]
        sampled = rolls if few else unequal[::5]
        twins = [naive.parse(position.text(), CHESSGAMMON) for position in sample]
        found: list[int] = []
        slow = seconds(lambda t=twins, s=sampled, f=found: f.extend(len(naive.results(p, d)) for p in t for d in s))  # type: ignore[misc]
        same = min(seconds(lambda s=sample, d=sampled: enumerate_turns(s, d)) for _ in range(3))  # type: ignore[misc]
        yield Row(
            f"Chessgammon turns, {what}",
            f"{rate / 1e3:.0f} k results/s",
            "plain Python twin",
            f"{sum(found) / slow / 1e3:.1f} k results/s",
            slow / same,
        )
    yield Row("Chessgammon, results of all 21 rolls of the start", f"{results}", "", "", None)


def backgammon(count: int, rounds: int) -> Iterator[Row]:
    """All 21 rolls of many positions: raw arrays in and out, every result counted."""
    positions = middle_game(BACKGAMMON, count)
    for what, some in (("start position", [game_of(BACKGAMMON).start()]), (f"{count} positions", positions)):
        # The start position alone is too short a work to time.
        yield from _beside_gnubg(f"backgammon turns, {what} × 21", some * (100 // len(some) or 1), rounds)
    try:
        import pyspiel
    except ImportError:
        # No development dependency: it brings scipy, which slows every start of Numba.
        print("open_spiel is not installed: no row")
        return
    yield from _beside_open_spiel(pyspiel, positions, rounds)


def _beside_gnubg(what: str, positions: list[TablesPosition], rounds: int) -> Iterator[Row]:
    """Our rows beside gnubg's keys, one for each result."""
    try:
        import gnubg_nn
    except ImportError:
        print("gnubg-nn is not installed: no row")
        return
    boards = [[list(side) for side in reversed(counts(position.raw))] for position in positions]
    rows = np.array([position.raw for position in positions])
    totals: dict[str, int] = {}

    def ours() -> None:
        totals["ours"] = int(write_all(rows, ROLLS, positions[0]).sum())

    def theirs() -> None:
        # Where nothing can be played gnubg lists no result.
        totals["gnubg"] = sum(len(gnubg_nn.moves(board, *roll)) or 1 for board in boards for roll in ROLLS)

    pair = alternately(ours, theirs, rounds)
    if totals["ours"] != totals["gnubg"]:
        raise SystemExit(f"numbers of results differ: {totals}")
    figures = [f"{len(rows) * len(ROLLS) / time / 1e3:.0f} k rolls/s" for time in pair]
    yield Row(what, figures[0], "gnubg-nn", figures[1], pair.ratio)


def best_turns(count: int, rounds: int) -> Iterator[Row]:
    """The best turn of each roll by the networks that ship (0-ply), backgammon beside gnubg-nn at 0-ply."""
    for name, options, rolls in (("backgammon", BACKGAMMON, ROLLS), ("Chessgammon", CHESSGAMMON, ROLLS[1::4])):
        player = player_of(game_of(options).ruleset)
        if player is None:
            print(f"{name}: no network ships, no row")
            continue
        positions = [each for each in middle_game(options, count) if not each.is_over()]
        ours = partial(_choose, player, positions, rolls)
        theirs = partial(_choose_by_gnubg, positions) if name == "backgammon" else ours
        pair = alternately(ours, theirs, rounds)
        turns, results = len(positions) * len(rolls), enumerate_turns(positions, rolls)
        figures = f"{turns / pair.ours / 1e3:.1f} k turns/s, {results / pair.ours / 1e3:.0f} k evaluations/s"
        has_peer = theirs is not ours
        peer = ("gnubg-nn", f"{turns / pair.theirs / 1e3:.1f} k turns/s", pair.ratio) if has_peer else ("", "", None)
        yield Row(f"{name}, best turns at 0-ply", figures, *peer)


def _choose(player: Player, positions: list[TablesPosition], rolls: list[Dice]) -> None:
    ruleset = positions[0].ruleset
    rows = np.array([each.raw for each in positions])
    choices(player.network, player.hand, ruleset.compiled, ruleset.keys, player.inputs.array, rows, np.array(rolls))


def _choose_by_gnubg(positions: list[TablesPosition]) -> None:
    import gnubg_nn

    for position in positions:
        board = [list(side) for side in reversed(counts(position.raw))]
        for roll in ROLLS:
            gnubg_nn.best_move(board, *roll, n=0, b=1)


def _beside_open_spiel(pyspiel: Any, positions: list[TablesPosition], rounds: int) -> Iterator[Row]:
    """OpenSpiel lists actions (pairs of moves, not results) of states reached by play: its own random games."""
    game = pyspiel.load_game("backgammon")
    random, states = Random(7), list[Any]()
    state = game.new_initial_state()
    while len(states) < len(positions):
        if state.is_terminal():
            state = game.new_initial_state()
        if state.is_chance_node():
            state.apply_action(random.choice(state.chance_outcomes())[0])
            continue
        states.append(state.clone())
        state.apply_action(random.choice(state.legal_actions()))
    roll_of = np.random.default_rng(1).integers(0, 21, len(positions))
    rows = [np.array([positions[i].raw for i in np.flatnonzero(roll_of == number)]) for number in range(21)]

    def ours() -> None:
        for number, some in enumerate(rows):
            if len(some):
                write_all(some, [ROLLS[number]], positions[0])

    def theirs() -> None:
        for each in states:
            each.legal_actions()

    pair = alternately(ours, theirs, rounds)
    figures = [f"{len(positions) / time / 1e3:.0f} k rolls/s" for time in pair]
    yield Row("backgammon turns of one roll", figures[0], "OpenSpiel", figures[1], pair.ratio)


def measure(rounds: int, count: int = POSITIONS) -> Iterator[Row]:
    """All rows."""
    yield from chessgammon(count, rounds)
    yield from backgammon(count, rounds)
    yield from best_turns(count // 10, rounds)
