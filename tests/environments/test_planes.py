"""Every plane of every observation is what its description says: a slow twin works each out (`plane_twins.py`)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

import axedrez
from axedrez import library
from axedrez.core.errors import SheetError
from axedrez.environments import Options, batch
from tests.environments.plane_twins import ChessTwin, TablesTwin, difference, undoing
from tests.sheets.drawing import drawn
from tests.tables import hostile
from tests.tables.boards import game_of, option_mix

SHIPPED = [*library.rulebooks(), *library.gallery()]
DICE = {"match.cube": True, "match.length": 5}


def compare(game: Any, seed: int, steps: int, n: int = 2, **options: Any) -> dict[str, bool]:
    """Play random games, and look at every plane after each step; which of them ever showed something, by name."""
    random = Random(seed)
    batches = [
        batch(game, n, seed, Options(max_plies=steps, auto_reset=False, observation=kind, **options))
        for kind in ("int8", "float32")
    ]
    games = batches[0]
    twins: list[Any] = [(ChessTwin if game.family == "chess" else TablesTwin)(game) for _ in range(n)]
    last: list[list[str]] = [[] for _ in range(n)]
    shown = dict.fromkeys((plane.name for plane in games.planes), False)
    seen_by, over = set(), [False] * n
    for _ in range(steps):
        for index, twin in enumerate(twins):
            if over[index]:
                continue
            over[index] = games.counts[index] == 0
            twin.look(games, index)
            assert not (wrong := difference(twin, batches, index)), wrong
            seen_by.add(int(games.to_play[index]))
        values = games.observations.reshape(n, len(games.planes), -1).max((0, 2)).tolist()
        shown |= {plane.name: True for plane, value in zip(games.planes, values, strict=True) if value}
        if all(over):
            break
        batches[1].sample()  # it draws from the games' own random numbers
        actions = chosen(games, last, random)
        for each in batches:
            each.step(actions)
    assert seen_by >= {0, 1}
    return shown


def chosen(games: Any, last: list[list[str]], random: Random) -> Any:
    """Random actions; now and then a piece goes back to where it came from, so that positions come back."""
    actions = games.sample()
    for index in range(games.n):
        legal = games.legal(index).tolist()
        if not legal:
            actions[index] = 0
            continue
        texts = {games.actions[each].text: each for each in legal}
        back = undoing(last[index][-2]) if len(last[index]) > 1 else ""
        if back in texts and random.random() < 0.6:
            actions[index] = texts[back]
        last[index].append(games.actions[actions[index]].text)
    return actions


def ever(shown: Iterable[dict[str, bool]]) -> tuple[set[str], set[str]]:
    """The planes that showed something in some games, and those that did in none."""
    games = list(shown)
    names = {name for each in games for name, value in each.items() if value}
    return names, {name for each in games for name in each} - names


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_sheets(name: str) -> None:
    game = library.load(name)
    steps = 200 if game.family == "tables" else 50
    games = [compare(game, 0, steps)]
    if name != "free-shuffle":  # its thousands of arrangements take seconds
        games.append(compare(game, 1, steps, chance="given", claims=True))
    rare = {"en_passant", "promoted", "repetitions", "castling", "borne_off", "turns_without_progress"}
    assert ever(games)[1] <= rare  # in so few games


def test_the_document_tells_what_each_plane_shows() -> None:
    text = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)
    cube = {"match.cube": True, "match.length": 5}
    games = [library.load(name, cube if library.load(name).family == "tables" else {}) for name in SHIPPED]
    names = {plane.name for game in games for plane in batch(game).planes}
    assert names == {name for row in rows for name in re.findall(r"`(.*?)`", row)}


def test_repetitions_are_counted_where_nobody_claims() -> None:
    """In Traditional chess repetitions draw only if a player claims."""
    for name in ("clasico", "tradicional"):
        assert compare(library.load(name), 5, 50, 4)["repetitions"]


def test_random_sheets_of_chess() -> None:
    games = []
    for number, data in enumerate(drawn(23, 40)):
        try:
            game = library.from_data(data, is_stored=True)
        except SheetError:
            continue
        games.append(compare(game, number, 40))
    assert len(games) > 10
    seen, _ = ever(games)
    assert seen >= {"hand", "moves_left", "checks_to_give", "castling", "repetitions", "larger_die", "smaller_die"}


def test_random_sheets_of_dice() -> None:
    random = Random(8)
    games = [compare(game_of(option_mix(random)), number, 60) for number in range(6)]
    for number, game in enumerate(islice(hostile.games(Random(4)), 12)):
        games.append(compare(game, number, 30, chance="given" if number % 2 else "drawn"))
    seen, _ = ever(games)
    assert seen >= {"used_plus-one", "used_minus-one", "used_twice", "waits_for_partner", "king_moves", "king_at_home"}


@pytest.mark.parametrize("match", [DICE, {"match.cube": True, "match.jacoby": True, "match.beavers": True}])
def test_the_cube_and_the_score(match: dict[str, Any]) -> None:
    hyper = axedrez.load("backgammon", {"start.position": "p/p/p/18/P/P/P - - w -", **match})
    games = [compare(hyper, seed, 300, 4, chance="given" if seed % 2 else "drawn") for seed in range(3)]
    seen, unseen = ever(games)
    assert {"cube", "before_roll", "double_offered", "bar", "borne_off"} <= seen
    assert not unseen - {"crawford"}
