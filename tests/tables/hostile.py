"""Hostile tables sheets and positions, and guarded memory that detects out-of-bounds writes."""

from __future__ import annotations

from random import Random
from typing import Any, cast

import numpy as np
import pytest

from axedrez import AxedrezError, History
from axedrez.core.dice import Roll
from axedrez.library import from_data
from axedrez.tables.engine import player
from axedrez.tables.engine.kernel import layout as evaluation
from axedrez.tables.engine.kernel.evaluate import evaluate_all
from axedrez.tables.engine.outcome_probabilities import outlook
from axedrez.tables.engine.weights import parameters
from axedrez.tables.kernel import batch, layout, plain
from axedrez.tables.kernel.space import MAX_SUBMOVES, N_LEVELS, ROOM_IS_SHORT, Space
from axedrez.tables.kernel.states import hash_of_pieces
from axedrez.tables.kernel.submoves import write_level
from axedrez.tables.kernel.turns import write_completable, write_no_progress_counts, write_rule, write_turns
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.position import TablesPosition
from tests.tables.boards import bound_of

LETTERS = "KQRBNPAC"
FENCE = 512
_SIGN = {1: 0x5A, 8: 0x5A5A_5A5A_5A5A_5A5A}


class Fenced:
    """Arrays with a fence before and behind each; `whole` tells whether all fences stand."""

    def __init__(self) -> None:
        self._fences: list[tuple[Any, Any]] = []

    def array(self, size: int, dtype: Any) -> Any:
        """An array of zeros between two fences."""
        dtype = np.dtype(dtype)
        memory = np.full((size + 2 * FENCE) * dtype.itemsize, _SIGN[1], np.uint8).view(dtype)
        inner = memory[FENCE : FENCE + size]
        inner[:] = 0
        self._fences.append((memory[:FENCE].view(np.uint8), memory[FENCE + size :].view(np.uint8)))
        return inner

    def whole(self) -> bool:
        """Whether nothing was written beside an array."""
        return all(bool((fence == _SIGN[1]).all()) for pair in self._fences for fence in pair)

    def space(self, room: int) -> Space:
        """What `make_space` makes, fenced."""
        capacity = 1024
        while capacity < 2 * room:
            capacity *= 2
        words = self.array(room * layout.STATE_WORDS, np.uint64)
        return Space(
            words.view(np.int8),
            words,
            self.array(N_LEVELS + 1, np.int64),
            self.array(room, np.int64),
            self.array(4, np.int64),
            self.array(2 * capacity + 1, np.uint64),
        )


def sheet(lots: Random) -> dict[str, Any]:
    """A sheet of any kind: pieces with anything that they may have, the armies anywhere."""
    letters = "".join(lots.sample(LETTERS, lots.randint(1, 8)))
    names = {letter: f"piece-{letter.lower()}" for letter in letters}
    royal = lots.choice((*names.values(), ""))
    pawn = lots.choice(list(names.values()))

    def some() -> list[str]:
        return lots.sample(list(names.values()), lots.randint(0, len(names)))

    pieces = {}
    for letter, name in names.items():
        bears_off = name == pawn or lots.random() < 0.4
        is_royal = name == royal
        pieces[name] = {
            "letter": letter,
            "names": {"es": "x", "en": "x"},
            "backward": not bears_off and lots.random() < 0.7,
            "bears_off": bears_off,
            "abilities": [each for each in ("plus-one", "minus-one", "twice") if lots.random() < 0.4],
            "twice": lots.choice(("same-direction", "either")),
            "pace": lots.choice(("pips", "pips", "one-point")),
            "entry_pace": lots.choice(("pips", "pips", "one-point")),
            "moves": lots.choice((0, 1, 8)) if is_royal else 0,
            "moves_on_doubles": lots.choice((0, 2, 8)) if is_royal else 0,
            "pushes": is_royal and lots.random() < 0.7,
            "pushes_lone": some() if is_royal and lots.random() < 0.5 else [],
            "protects_pawns": lots.choice((0, 0, 2, 8)),
            "captured_by": some(),
            "captured_together_by": some(),
        }
    army = letters + "".join(lots.choices(letters, k=lots.randint(0, layout.MAX_PIECES - len(letters))))
    return {
        "family": "tables",
        "id": "hostile",
        "names": {"es": "x", "en": "x"},
        "letters": letters,
        "pieces": pieces,
        "pawn": pawn,
        "royal": {"piece": royal, "departure": lots.random() < 0.5},
        "race": {
            "castle": lots.randint(1, 12),
            "exact": lots.random() < 0.5,
            "win_uses_all_dice": lots.random() < 0.5,
        },
        "bar": {"forfeits_die": lots.random() < 0.5},
        "end": {"no_progress": lots.choice((0, 1, 50, 500))},
        "start": {"position": placed(lots, letters, army, "")},
    }


def placed(lots: Random, order: str, army: str, bearers: str, still: int = 0) -> str:
    """A position text with the armies anywhere; no two enemies meet, and something is left to bear off."""
    points = list(range(1, 25))
    lots.shuffle(points)
    split = lots.randint(1, 23)
    own = {True: points[:split], False: points[split:]}
    crowd = lots.random()
    places: dict[int | str, str] = {}
    for is_white in (True, False):
        kept = lots.randrange(len(army))
        for number, letter in enumerate(army):
            where: int | str = lots.choice(own[is_white][: max(1, round(len(own[is_white]) * crowd))])
            chance = lots.random()
            if chance < 0.05:
                where = "bar"
            elif chance < 0.2 and letter in bearers and number != kept and army.count(letter) > 1:
                where = "off"
            places[where] = places.get(where, "") + (letter if is_white else letter.lower())
    everything = order + order.lower()
    written = {place: "".join(sorted(letters, key=everything.index)) for place, letters in places.items()}
    parts: list[str] = []
    for point in range(1, 25):
        if point in written:
            parts.append(written[point])
        elif parts and parts[-1].isdigit():
            parts[-1] = str(int(parts[-1]) + 1)
        else:
            parts.append("1")
    text = f"{'/'.join(parts)} {written.get('bar', '-')} {written.get('off', '-')} {lots.choice('wb')} -"
    return f"{text} - {still}" if still else text


def games(lots: Random) -> Any:
    """Games of hostile sheets without end; those that are refused are passed over."""
    while True:
        try:
            yield cast(TablesGame, from_data(sheet(lots), is_stored=True))
        except AxedrezError:
            continue


def position(game: TablesGame, lots: Random) -> TablesPosition:
    """Any position of a game."""
    most = 2 * game.ruleset.rules.end.no_progress
    still = lots.randrange(most) if most else 0
    letters = game.ruleset.order[: len(game.ruleset.order) // 2]
    while True:
        try:
            found = game.parse(placed(lots, letters, game.ruleset.army, game.ruleset.bearers, still))
        except AxedrezError:
            continue
        if not found.is_over():
            return found


def check(at: TablesPosition, dice: tuple[int, int]) -> int:
    """Search the turns of a roll in memory that is just as large as its sheet is proved to need.

    Returns how many it leads to. Raises `AssertionError` where it needs more, or writes beside it.
    """
    game, rules, memory = at.game, at.ruleset, Fenced()
    assert isinstance(game, TablesGame)
    room = bound_of(game) + MAX_SUBMOVES
    space = memory.space(room)
    first = memory.array(layout.WIDTH, np.int8)
    first[:] = at.raw
    key = np.uint64(hash_of_pieces(first, 0, rules.compiled, rules.keys, 1))
    tables, keys = memory.array(len(rules.compiled), np.int64), memory.array(len(rules.keys), np.uint64)
    tables[:], keys[:] = rules.compiled, rules.keys
    assert write_rule(space, tables, keys, first, key, *dice) != ROOM_IS_SHORT
    rule = space.rule.copy()
    count = int(write_turns(space, tables, keys, first, key, *dice))
    assert count != ROOM_IS_SHORT
    assert (space.rule == rule).all()
    used = int(space.starts[-1])
    assert used <= bound_of(game), (used, bound_of(game))
    counts = memory.array(count, np.int64)
    write_no_progress_counts(space, tables, first, count, memory.array(layout.WIDTH, np.int8), counts)
    most = 2 * rules.rules.end.no_progress
    assert all(still in (0, at.no_progress_count + 1) if most else still == 0 for still in counts.tolist())
    scores = memory.array(count, np.float64)
    evaluate_all(space.rows, space.ends, count, tables, *parameters(rules), scores)
    assert np.isfinite(scores).all()
    assert memory.whole()
    _check_one_die(memory, room, tables, keys, first, dice, rule)
    _check_batch(at, dice, count)
    assert memory.whole()
    return count


def _check_one_die(
    memory: Fenced, room: int, tables: Any, keys: Any, first: Any, dice: tuple[int, int], rule: Any
) -> None:
    space = memory.space(room)
    space.rows[: layout.WIDTH] = first
    size = int(write_level(space.rows, space.words, space.table, tables, keys, 0, 1, *dice, 0, int(rule[3]), 0))
    assert 1 <= size <= 1 + 2 * MAX_SUBMOVES
    rows = memory.array((size - 1) * layout.WIDTH, np.int8)
    states = space.rows[layout.STATE : size * layout.STATE].reshape(size - 1, layout.STATE)
    rows[:] = states[:, : layout.WIDTH].reshape(-1)
    found = memory.array(size - 1, np.int64)
    space.rule[:] = rule
    assert write_completable(space, tables, keys, rows, *dice, found) != ROOM_IS_SHORT
    assert memory.whole()


def _check_batch(at: TablesPosition, dice: tuple[int, int], count: int) -> None:
    rules = at.ruleset
    _, found = batch.results(rules.compiled, rules.keys, at.raw[None], np.array([dice], np.int64))
    assert len(found) == max(count, 1)
    if rules.compiled[layout.PLAIN]:
        memory = Fenced()
        scratch = memory.array(plain.MEMORY, np.uint64)
        results = memory.array(plain.MAX_RESULTS * layout.WORDS, np.uint64)
        plain.begin(at.raw, rules.compiled, scratch)
        assert plain.write_results(rules.compiled, scratch, *dice, results, 0) == max(count, 1)
        assert memory.whole()


def check_play(at: TablesPosition, dice: tuple[int, int], lots: Random) -> None:
    """Play a roll as people and computers do: any turn is read from its text, and what follows it has one text."""
    rolled = at.play(Roll(*dice))
    moves = list(rolled.legal_moves())
    for move in (lots.choice(moves), player.choose(rolled, History(), level=lots.randint(1, 8), seed=1)):
        after = rolled.play(move.text)
        assert after in (rolled.play_unchecked(each) for each in moves), (rolled.text(), move.text)
        assert at.game.parse(after.text()) == after
    assert rolled.steps().confirmable == (not moves[0].codes)
    assert sum(outlook(at, at.side).probabilities.values()) == pytest.approx(1)


def weights_fit(game: TablesGame) -> bool:
    """Whether the arrays of the evaluation have the sizes that its kernel counts on."""
    found = parameters(game.ruleset)
    pawns = game.ruleset.army.count(game.ruleset.rules.pieces[game.ruleset.rules.pawn].letter)
    castle = game.ruleset.rules.race.castle
    largest = evaluation.CHOOSE + castle * evaluation.SPAN + pawns + castle - 1
    return len(found.reach) == evaluation.REACH_SIZE and largest < evaluation.BEAROFF <= len(found.weights)
