"""Self-play games and their summaries. Uses the contract and the player only, no particular rulebook."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from axedrez.core import Game, History, Move, Outcome, Position, Side, Step
from axedrez.engine.levels import FULL, WEAKEST
from axedrez.engine.player import Stop

MAX_PLIES, MAX_DICE_PLIES = 600, 3000
"""A game is left unfinished here (`cap`); the second where there are dice, which bring every game to its end."""
OPENING_PLIES = 8
"""So many turns are kept of how a game began."""
STRONG, WEAK = FULL, 2
"""The levels that are set against each other where chance plays a part."""
_CHOICES = ("throws", "moves", "player")  # part of the seeds


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How to play: the number of games, the level of the player, and the most `nodes` for a move.

    `random_plies`: games without dice begin with that many random turns, so that they differ.
    """

    games: int = 100
    level: int = WEAKEST
    nodes: int = 20_000
    seed: int = 0
    random_plies: int = 4


class Task(NamedTuple):
    """The `number`-th game of a sheet: its players, and whether it sets a strong player against a weak one."""

    number: int
    levels: tuple[int, int]
    is_match: bool = False


class GameSummary(msgspec.Struct, frozen=True):
    """The summary of a game.

    `points`: those of the winner; `choices`: the sum of the numbers of legal turns; `moves`: steps by letter of the
    piece; `acts`: the numbers of turns with `captures`, `pushes`, `joint` and `lost`; `opening`: the first turns;
    `material`: each material difference (White minus Black, against the start, by letter), with the number of turns for
    which it stood; turns that changed it are not counted.
    """

    task: Task
    result: str
    reason: str
    points: float
    plies: int
    choices: int
    moves: dict[str, int]
    acts: dict[str, int]
    opening: tuple[str, ...]
    material: tuple[tuple[dict[str, int], int], ...]


def tasks(game: Game, settings: Settings) -> list[Task]:
    """The games to play. With dice, as many again between unequal players, who change seats."""
    level = settings.level
    even = [Task(number, (level, level)) for number in range(settings.games)]
    if not game.conduct.dice:
        return even
    seats = ((STRONG, WEAK), (WEAK, STRONG))
    return even + [Task(settings.games + number, seats[number % 2], True) for number in range(settings.games)]


def play_game(game: Game, task: Task, settings: Settings, stop: Stop | None = None) -> GameSummary | None:
    """Play a game. Deterministic for the same arguments. None if `stop` was set meanwhile.

    Draws that may be claimed are claimed; there are no offers and no doubles.
    """
    seeded = {name: _lots(f"{settings.seed}:{task.number}:{name}") for name in _CHOICES}
    position, history, log = game.start(), History(), _Log()
    while (outcome := _end(position, history, log.plies)) is None:
        if stop is not None and stop.is_set():
            return None
        if position.turn is Side.CHANCE:
            position = position.play_unchecked(_roll(position, log.plies == 0, seeded["throws"]))
            continue
        moves = position.legal_moves()
        if not game.conduct.dice and log.plies < settings.random_plies:
            move = seeded["moves"].choice(moves)
        else:
            move = _choose(position, history, task, settings, seeded["player"])
        log.add(position, move, len(moves))
        history = history.after(position)
        position = position.play_unchecked(move)
    return log.summary(task, outcome)


def _lots(text: str) -> random.Random:
    return random.Random(hashlib.sha256(text.encode()).digest())


def _end(position: Position, history: History, plies: int) -> Outcome | None:
    outcome = position.outcome(history)
    if outcome is None and position.turn is not Side.CHANCE and (claims := position.claims(history)):
        outcome = position.verdict(claims[0].reason)
    if outcome is None and plies >= (MAX_DICE_PLIES if position.game.conduct.dice else MAX_PLIES):
        outcome = position.verdict("cap")
    return outcome


def _roll(position: Position, is_first: bool, lots: random.Random) -> Move:
    """A roll; where each player rolls a die for the first turn, the two differ."""
    rolls = position.chance_outcomes()
    if is_first and position.game.conduct.opening == "roll":
        rolls = [(roll, odds) for roll, odds in rolls if len(set(str(roll))) > 1]
    return lots.choices([roll for roll, _ in rolls], [odds for _, odds in rolls])[0]


def _choose(position: Position, history: History, task: Task, settings: Settings, lots: random.Random) -> Move:
    from axedrez import players

    level, seed = task.levels[position.turn], lots.getrandbits(32)
    return players.choose(position, history, level=level, nodes=settings.nodes, seed=seed)


class _Log:
    """Counters during a game."""

    def __init__(self) -> None:
        self.plies = self.choices = 0
        self.moves: Counter[str] = Counter()
        self.acts: Counter[str] = Counter()
        self.opening: list[str] = []
        self.gained: Counter[str] = Counter()
        self.material: Counter[tuple[tuple[str, int], ...]] = Counter()

    def add(self, position: Position, move: Move, choices: int) -> None:
        """Count a turn before it is played."""
        steps = position.taken(move)
        self.plies += 1
        self.choices += choices
        if len(self.opening) < OPENING_PLIES:
            self.opening.append(str(move))
        self.moves.update(letter for step in steps if (letter := _mover(step, position.side)))
        change = _change(steps)
        self.acts.update(_acts(position, steps, change))
        for letter, count in change.items():
            self.gained[letter] += count
        if not any(change.values()):
            self.material[tuple(sorted((letter, n) for letter, n in self.gained.items() if n))] += 1

    def summary(self, task: Task, outcome: Outcome) -> GameSummary:
        points = max(outcome.points) if outcome.points is not None else 0.0
        material = tuple((dict(state), turns) for state, turns in self.material.items())
        return GameSummary(
            task,
            outcome.result,
            outcome.reason,
            points,
            self.plies,
            self.choices,
            dict(self.moves),
            dict(self.acts),
            tuple(self.opening),
            material,
        )


def _mover(step: Step, side: Side) -> str | None:
    """The letter of the piece that a step moves: the one of `side` that is gone from its origin."""
    for effect in step.effects:
        if effect.place == step.origin:
            gone = Counter(effect.before) - Counter(effect.after)
            return next((sign.upper() for sign in gone if sign.isupper() == (side is Side.WHITE)), None)
    return None


def _change(steps: Sequence[Step]) -> Counter[str]:
    """The change of the material difference (White minus Black) by the steps of a turn, by letter."""
    change: Counter[str] = Counter()
    for step in steps:
        for effect in step.effects:
            for signs, sense in ((effect.after, 1), (effect.before, -1)):
                for sign in signs:
                    change[sign.upper()] += sense if sign.isupper() else -sense
    return change


def _acts(position: Position, steps: Sequence[Step], change: Counter[str]) -> set[str]:
    """The acts in a turn. A captured piece leaves the board, or an effect of the step says so."""
    effects = [effect for step in steps for effect in step.told]
    acts = set()
    if any(change.values()) or any(each.pieces.get("taken") for each in effects):
        acts.add("captures")
    if any(each.act.startswith("push") for each in effects):
        acts.add("pushes")
    if any(each.act == "joint" for each in effects):
        acts.add("joint")
    if not steps:
        acts.add("lost")
    return acts
