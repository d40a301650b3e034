"""Batches of games of dice play as `Position` and matches do, sub-move by sub-move, end by end, game by game."""

from __future__ import annotations

import re
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest

import axedrez
from axedrez import library
from axedrez.core.errors import NotAllowed
from axedrez.core.match_state import MAX_CUBE
from axedrez.core.sides import Side
from axedrez.environments import CHANCE, Options, batch
from axedrez.tables.environment.batch import TablesBatch
from axedrez.tables.environment.kernel import layout
from axedrez.tables.position.position import TablesPosition
from axedrez.tables.sheet.schema import TablesSheet
from tests.tables import hostile
from tests.tables.boards import game_of, option_mix

SHIPPED = [name for name in (*library.rulebooks(), *library.gallery()) if isinstance(library.sheet(name), TablesSheet)]
HYPER = "p/p/p/18/P/P/P - - w -"


def name_of(step: Any, side: Side) -> str:
    """A sub-move of the library as actions name it: as its mover counts, without what it does where it lands."""
    label = re.sub(r"[*&>=+-]", "", step.token.partition(":")[0]).replace("/off/off", "/off")
    if side is Side.BLACK:
        label = re.sub(r"\d+", lambda number: str(25 - int(number.group())), label)
    return f"{label}:{step.choice}"


def names(games: Any) -> list[str]:
    """The legal actions; what a piece has used in this turn is left away: two on one point may have one name."""
    return [games.actions[each].text.partition("(")[0] for each in games.legal(0)]


def compare(game: Any, seed: int, plies: int, chosen: Any = None) -> str:
    """Play one random game in a batch and by positions; the reason of its end."""
    options = Options(max_plies=plies, chance="given", auto_reset=False, rewards="points")
    games = batch(game, 1, seed, options)
    assert isinstance(games, TablesBatch)
    position, doubtful, first = game.start(), False, True
    while True:
        legal, action = names(games), int(games.sample()[0]) if chosen is None else chosen(games)
        assert np.flatnonzero(games.mask[0]).tolist() == sorted(games.legal(0))
        text = games.actions[action].text
        assert games.position(0) == position
        if position.turn is Side.CHANCE:
            assert games.to_play[0] == CHANCE
            expected = [str(roll) for roll, _ in position.chance_outcomes()]
            assert legal == [roll for roll in expected if not (first and roll[0] == roll[1])]
            position, doubtful, first = position.play(text), False, False
            games.step([action])
            continue
        tokens = games.prefix(0)
        steps = position.steps(tokens)
        theirs = {name_of(step, position.side) for step in steps.options}
        if not tokens and steps.confirmable:
            assert legal == ["pass"]
        else:
            ours = {each for each in legal if each != "confirm"}
            assert ours <= theirs if doubtful else ours == theirs, (position.text(), tokens)
            assert doubtful or ("confirm" in legal) == steps.confirmable
        doubtful |= legal.count(text.partition("(")[0]) > 1
        assert games.to_play[0] == int(position.side)
        before = int(games.plies[0])
        games.step([action])
        if games.plies[0] == before:
            continue
        position = position.play(" ".join([*tokens, name_in_library(games, action, position, tokens)]))
        outcome = position.outcome()
        assert games.position(0) == position
        assert games.reason_names[games.reasons[0]] == (outcome.reason if outcome else "")
        assert bool(games.terminated[0]) == (outcome is not None)
        if outcome is not None:
            white, black = outcome.points
            assert games.rewards[0].tolist() == [white - black, black - white]
            return str(outcome.reason)
        if games.truncated[0]:
            return ""


def name_in_library(games: Any, action: int, position: Any, tokens: tuple[str, ...]) -> str:
    """The token of an action; nothing for one that ends a turn."""
    text = games.actions[action].text.partition("(")[0]
    if text in ("pass", "confirm"):
        return "" if tokens else "pass"
    token: str = next(step.token for step in position.steps(tokens).options if name_of(step, position.side) == text)
    return token


def homewards(games: Any) -> int:
    """Of a few random actions the one that goes furthest: games of random moves go on for hundreds of turns."""

    def gain(number: int) -> int:
        action = games.actions[number]
        place: dict[Any, int] = {"bar": 25, "off": 0, "": 0}
        origin, target = (place[each] if each in place else int(each) for each in (action.origin, action.target))
        return origin - target

    if games.to_play[0] == CHANCE:
        return int(games.sample()[0])
    return max((int(games.sample()[0]) for _ in range(6)), key=gain)


def test_kernels_know_the_largest_cube() -> None:
    """They import nothing of `core`, because the cache of compiled kernels would not see a change there."""
    assert layout.MAX_CUBE == MAX_CUBE


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_sheets_are_played_as_positions_play_them(name: str) -> None:
    game = library.load(name)
    compare(game, 1, 40)
    assert compare(game, 2, 2000, homewards)


def test_variants_are_played_as_positions_play_them() -> None:
    random = Random(5)
    reasons = {compare(game_of(option_mix(random)), number, 25) for number in range(8)}
    reasons |= {compare(game_of(option_mix(random)), number, 300, homewards) for number in range(3)}
    assert "borne_off" in reasons
    short = axedrez.load("chessgammon", {"end.no_progress": 1})
    assert "no_progress" in {compare(short, number, 200) for number in range(6)}


def test_sheets_of_ones_own_are_played_as_positions_play_them() -> None:
    """Any pieces with any abilities, anywhere on the board."""
    for number, game in enumerate(islice(hostile.games(Random(9)), 16)):
        compare(game, number, 12)


def outcomes(games: Any) -> set[bytes]:
    """What all turns of the roll can lead to, found by playing every legal action."""
    saved, found, plies = games.save(), set(), int(games.plies[0])
    seen = set()
    for action in games.legal(0).tolist():
        games.step([action])
        if games.plies[0] > plies:
            found.add(games.position(0).raw.tobytes())
        elif (now := games._games.rows.tobytes()) not in seen:
            seen.add(now)
            found |= outcomes(games)
        games.restore(saved)
    return found


@pytest.mark.parametrize("roll", ["21", "63"])
def test_actions_lead_to_all_positions_that_turns_lead_to(roll: str) -> None:
    game = axedrez.load("chessgammon", {"options.killer_queen": True})
    for number in range(3):
        games = batch(game, 1, number, Options(chance="given", auto_reset=False, observation=None, masks=False))
        while games.plies[0] < 12 or games.to_play[0] != CHANCE:
            games.step(games.sample())
        games.step([next(each.id for each in games.actions if each.chance and each.text == roll)])
        position = games.position(0)
        assert isinstance(position, TablesPosition)
        theirs = {position.play_unchecked(turn).raw.tobytes() for turn in position.legal_moves()}
        assert outcomes(games) == theirs


def hyper(**match: Any) -> Any:
    """Backgammon with three pieces a side, on the points furthest from home."""
    return axedrez.load(
        "backgammon", {"start.position": HYPER, **{f"match.{key}": each for key, each in match.items()}}
    )


class Told:
    """A match, retold from what happens in a batch: the rules of the cube and of matches (G-43, G-45)."""

    def __init__(self, conduct: Any) -> None:
        self.conduct = conduct
        self.score = [0, 0]
        self.crawford_played = False
        self.games = 0
        self.begin()

    def begin(self) -> None:
        self.cube = 1
        self.owner: int | None = None

    def acts(self, text: str, player: int) -> None:
        if text in ("take", "beaver"):
            self.cube *= 2 if text == "take" else 4
            self.owner = player

    @property
    def is_crawford(self) -> bool:
        lacking_one = max(self.score) == self.conduct.length - 1 > 0
        return self.conduct.crawford and lacking_one and not self.crawford_played

    def may_double(self, player: int) -> bool:
        return self.conduct.cube and not self.is_crawford and self.owner in (None, player) and self.cube < 64

    def ends(self, winner: int, points: int) -> list[int]:
        if self.conduct.jacoby and self.owner is None:
            points = 1
        points *= self.cube
        self.crawford_played |= self.is_crawford
        self.score[winner] += points
        self.games += 1
        self.begin()
        return [points, -points] if winner == 0 else [-points, points]

    @property
    def is_over(self) -> bool:
        return bool(max(self.score) >= self.conduct.length)


MATCHES = [
    {"cube": True},
    {"cube": True, "jacoby": True, "beavers": True},
    {"cube": True, "length": 5},
    {"length": 3, "crawford": False, "cube": True},
    {"length": 3},
]


@pytest.mark.parametrize("match", MATCHES)
def test_the_cube_and_matches(match: dict[str, Any]) -> None:
    game = hyper(**match)
    acts, reasons, longest, swapped = set(), set(), 0, 0
    for seed in range(25):
        games = batch(game, 1, seed, Options(max_plies=5000, auto_reset=False, rewards="points"))
        assert isinstance(games, TablesBatch)
        told = Told(game.conduct)
        over = False
        while not over:
            player, legal = int(games.to_play[0]), names(games)
            assert games.match(0).cube == told.cube
            action = int(games.sample()[0])
            text = games.actions[action].text
            if "roll" in legal:
                assert told.may_double(player)
            before, tokens, rolling = games.position(0), games.prefix(0), int(games.plies[0])
            games.step([action])
            acts.add(text)
            told.acts(text, player)
            if games.reasons[0] == 0:
                if games.plies[0] > rolling:
                    may_double = told.may_double(int(games.to_play[0]))
                    assert (names(games) == ["roll", "double"]) == may_double == ("double" in names(games))
                continue
            reasons.add(games.reason_names[games.reasons[0]])
            if text == "drop":
                expected = told.ends(1 - player, 1)
            else:
                after = before.play(" ".join([*tokens, name_in_library(games, action, before, tokens)]))
                outcome = after.outcome()
                assert outcome is not None
                assert outcome.points is not None
                expected = told.ends(player, int(max(outcome.points)))
            assert games.rewards[0].tolist() == expected
            over = bool(games.terminated[0])
            assert over == told.is_over
            if not over:
                swapped += int(games.to_play[0])
        longest = max(longest, told.games)
    assert acts >= ({"roll", "double", "take", "drop"} if match.get("cube") else set())
    assert ("beaver" in acts) == bool(match.get("beavers"))
    assert ("passed" in reasons) == bool(match.get("cube"))
    assert (longest > 1) == (swapped > 0) == (match.get("length", 1) > 1)


@pytest.mark.parametrize("chance", ["drawn", "given"])
def test_saved_games_go_on_in_the_same_way_whatever_the_threads(chance: Any) -> None:
    for game in (library.load("chessgammon"), hyper(length=3, cube=True)):
        one = batch(game, 9, 5, Options(chance=chance))
        two = batch(game, 9, 0, Options(chance=chance, threads=2))
        for _ in range(60):
            one.step(one.sample())
        two.restore(one.save())
        for _ in range(60):
            assert (one.observations == two.observations).all()
            assert (one.mask == two.mask).all()
            actions = one.sample()
            assert (actions == two.sample()).all()
            one.step(actions)
            two.step(actions)
        assert two.save() == one.save()


def test_observations_tell_the_start() -> None:
    game = axedrez.load("backgammon", {"match.cube": True, "match.length": 5})
    games = batch(game, 1, 1, Options(chance="given", observation="float32"))
    seen = dict(zip(games.planes, games.observations[0], strict=True))
    own = {plane.least: points for plane, points in seen.items() if plane.name == "piece" and plane.owner == "own"}
    assert np.flatnonzero(own[1]).tolist() == [5, 7, 12, 23]
    assert np.flatnonzero(own[3]).tolist() == [5, 7, 12]
    assert own[4][5] == pytest.approx(2 / 12)  # two more than three, of twelve
    enemy = {plane.least: points for plane, points in seen.items() if plane.name == "piece" and plane.owner == "enemy"}
    assert (enemy[1] == own[1][::-1]).all()
    lacking = next(points for plane, points in seen.items() if plane.name == "points_lacking")
    assert (lacking == 1).all()
    games.step([next(each.id for each in games.actions if each.chance and each.text == "31")])
    left = [
        points[0]
        for plane, points in zip(games.planes, games.observations[0], strict=True)
        if plane.name == "dice_left"
    ]
    assert left == [0.25, 0, 0.25, 0, 0, 0]


def test_a_turn_that_needs_more_memory_gets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from axedrez.tables.environment import batch as batches

    monkeypatch.setattr(batches, "FIRST_ROOM", 512)
    game = library.load("chessgammon")
    small = batch(game, 6, 3)
    assert isinstance(small, TablesBatch)
    monkeypatch.undo()
    large = batch(game, 6, 3)
    for _ in range(150):
        actions = large.sample()
        assert (small.sample() == actions).all()
        small.step(actions)
        large.step(actions)
    assert small.save() == large.save()
    assert max(len(each.space.ends) for each in small._scratch) > 512


def test_what_is_wrong_is_refused() -> None:
    games = batch(library.load("backgammon"), 2)
    before = games.save()
    for wrong, reason in (([0], "batch_actions"), ([-1, 5000], "batch_illegal")):
        with pytest.raises(NotAllowed) as refused:
            games.step(wrong)
        assert refused.value.reason == reason
    assert games.save() == before
    with pytest.raises(NotAllowed):
        games.restore(b"nothing")
