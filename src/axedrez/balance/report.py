"""The report about a rulebook: figures with confidence intervals, by part of the report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import msgspec
import numpy as np

from axedrez.balance import statistics
from axedrez.balance.games import OPENING_PLIES, STRONG, GameSummary, Settings
from axedrez.balance.statistics import Estimate
from axedrez.core import Game

MIN_GAMES = 20
"""Of fewer games the values of pieces are not estimated."""
PRIOR = 0.25
"""Precision of the prior of a piece's value: a standard deviation of 2 in the logarithm of the odds."""
BEGINNINGS = (2, 4, OPENING_PLIES)
WORTH = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}

Part = Literal["results", "ends", "course", "turns", "pieces", "values", "openings", "skill"]
Kind = Literal["share", "number"]


class Figure(msgspec.Struct, frozen=True):
    """An estimate: `key` is the quantity, `subject` a piece's letter, the reason of an end or a number of turns."""

    part: Part
    key: str
    subject: str
    kind: Kind
    estimate: Estimate


class Report(msgspec.Struct, frozen=True):
    """The report from `played` games between equal players and `matches` between unequal ones.

    `asked`: the planned number of both; `lengths`: turns of each game between equals; `pieces`: their names.
    """

    rulebook: str
    hash: str
    names: dict[str, str]
    pieces: dict[str, dict[str, str]]
    settings: Settings
    asked: int
    played: int
    matches: int
    figures: tuple[Figure, ...]
    lengths: tuple[int, ...]

    @property
    def is_complete(self) -> bool:
        """Whether every game was played to its end."""
        return self.played + self.matches == self.asked

    def find(self, part: Part, key: str, subject: str) -> Figure | None:
        """A figure of the report; an end that did not occur has a share too."""
        for figure in self.figures:
            if (figure.part, figure.key, figure.subject) == (part, key, subject):
                return figure
        none = statistics.share(0, self.played) if part == "ends" else None
        return None if none is None else Figure(part, key, subject, "share", none)


def compare(first: Report, second: Report) -> tuple[Figure, ...]:
    """The figures of `second` minus those of `first`, where both have them."""
    both = dict.fromkeys((f.part, f.key, f.subject) for report in (first, second) for f in report.figures)
    found = []
    for name in both:
        one, other = first.find(*name), second.find(*name)
        if one is not None and other is not None:
            between = statistics.difference(one.estimate, other.estimate)
            found.append(msgspec.structs.replace(one, estimate=between))
    return tuple(found)


def report(game: Game, settings: Settings, summaries: Iterable[GameSummary], asked: int) -> Report:
    """The report about the played games, in any order."""
    ordered = sorted(summaries, key=lambda summary: summary.task.number)
    even = [summary for summary in ordered if not summary.task.is_match]
    matches = [summary for summary in ordered if summary.task.is_match]
    figures = [
        *_results(even),
        *_ends(even),
        *_course(even, game),
        *_turns(even),
        *_pieces(even),
        *_values(even),
        *_openings(even),
        *_skill(matches),
    ]
    return Report(
        rulebook=game.name,
        hash=game.hash,
        names=_words(game.sheet.names),
        pieces={piece.letter: _words(piece.names) for piece in game.sheet.pieces.values()},
        settings=settings,
        asked=asked,
        played=len(even),
        matches=len(matches),
        figures=tuple(figures),
        lengths=tuple(summary.plies for summary in even),
    )


def _words(words: object) -> dict[str, str]:
    return {"es": getattr(words, "es", ""), "en": getattr(words, "en", "")}


def _figure(part: Part, key: str, estimate: Estimate | None, subject: str = "", kind: Kind = "share") -> list[Figure]:
    return [] if estimate is None else [Figure(part, key, subject, kind, estimate)]


def _results(games: Sequence[GameSummary]) -> Iterator[Figure]:
    results = Counter(summary.result for summary in games)
    ended = [WORTH[summary.result] for summary in games if summary.result in WORTH]
    yield from _figure("results", "score", statistics.share(sum(ended), len(ended)))
    for key, result in (("white", "1-0"), ("draws", "1/2-1/2"), ("black", "0-1"), ("unfinished", "*")):
        yield from _figure("results", key, statistics.share(results[result], len(games)))


def _ends(games: Sequence[GameSummary]) -> Iterator[Figure]:
    for reason, count in Counter(summary.reason for summary in games).most_common():
        yield from _figure("ends", "reason", statistics.share(count, len(games)), reason)


def _course(games: Sequence[GameSummary], game: Game) -> Iterator[Figure]:
    plies = [summary.plies for summary in games]
    yield from _figure("course", "length", statistics.mean(plies), kind="number")
    choices = statistics.ratio([summary.choices for summary in games], plies)
    yield from _figure("course", "branching", choices, kind="number")
    if game.start().stakes(game.start().side):
        won = [summary.points for summary in games if summary.result != "*"]
        yield from _figure("course", "points", statistics.mean(won), kind="number")


def _turns(games: Sequence[GameSummary]) -> Iterator[Figure]:
    for act in ("captures", "pushes", "joint", "lost"):
        counts = [summary.acts.get(act, 0) for summary in games]
        if any(counts):
            yield from _figure("turns", act, _within(statistics.ratio(counts, [summary.plies for summary in games])))


def _pieces(games: Sequence[GameSummary]) -> Iterator[Figure]:
    used = sum((Counter(summary.moves) for summary in games), Counter[str]())
    wholes = [sum(summary.moves.values()) for summary in games]
    for letter, _ in used.most_common() if len(used) > 1 else ():
        parts = [summary.moves.get(letter, 0) for summary in games]
        yield from _figure("pieces", "use", _within(statistics.ratio(parts, wholes)), letter)


def _within(estimate: Estimate | None) -> Estimate | None:
    """Clip a share to 0 and 1."""
    if estimate is None or estimate.low is None or estimate.high is None:
        return estimate
    return Estimate(estimate.value, max(0.0, estimate.low), min(1.0, estimate.high))


def _values(games: Sequence[GameSummary]) -> Iterator[Figure]:
    """Piece values: logistic regression of the result on the material difference, each game with weight 1."""
    rows = [
        (number, state, turns, WORTH[summary.result])
        for number, summary in enumerate(games)
        if summary.result in WORTH
        for state, turns in summary.material
    ]
    uneven = Counter({letter: turns for _, state, turns, _ in rows for letter in state})
    letters = [letter for letter, _ in sorted(uneven.items())]
    counted = Counter[int]()
    for number, _, turns, _ in rows:
        counted[number] += turns
    if not letters or len(counted) < MIN_GAMES or len({result for *_, result in rows}) < 2:
        return
    fit = statistics.logistic(
        np.array([[state.get(letter, 0) for letter in letters] for _, state, _, _ in rows], np.float64),
        np.array([result for *_, result in rows]),
        np.array([turns / counted[number] for number, _, turns, _ in rows]),
        [number for number, *_ in rows],
        PRIOR,
    )
    unit = _unit(rows, letters)
    values = {letter: fit.estimate(place) for place, letter in enumerate(letters, 1)}
    ordered = sorted(letters, key=lambda letter: values[letter].value)
    # The unit's own value may be zero, so ratios to it would be meaningless.
    is_sure = (values[unit].low or 0.0) > 0
    for letter in ordered:
        yield from _figure("values", "odds", values[letter], letter, "number")
    for letter in ordered if is_sure else ():
        estimate = fit.over(letters.index(letter) + 1, letters.index(unit) + 1)
        yield from _figure("values", "relative", estimate, letter, "number")


def _unit(rows: Sequence[tuple[int, dict[str, int], int, float]], letters: Sequence[str]) -> str:
    """The unit piece: the one in which the sides differ most, usually the most frequent one."""
    uneven = Counter[str]()
    for _, state, turns, _ in rows:
        for letter, count in state.items():
            uneven[letter] += turns * abs(count)
    return max(letters, key=lambda letter: uneven[letter])


def _openings(games: Sequence[GameSummary]) -> Iterator[Figure]:
    for plies in BEGINNINGS:
        begun = [summary.opening[:plies] for summary in games if len(summary.opening) >= plies]
        if begun:
            distinct = Estimate(float(len(set(begun))))
            yield from _figure("openings", "distinct", distinct, str(plies), "number")
            yield from _figure("openings", "entropy", statistics.entropy(begun), str(plies), "number")


def _skill(matches: Sequence[GameSummary]) -> Iterator[Figure]:
    """The results of the stronger player: with more luck the share approaches 1/2 and the points 0."""
    won, gains = 0.0, []
    for summary in matches:
        if summary.result in WORTH:
            worth = WORTH[summary.result] if summary.task.levels[0] == STRONG else 1 - WORTH[summary.result]
            won += worth
            gains.append((2 * worth - 1) * summary.points)
    yield from _figure("skill", "score", statistics.share(won, len(gains)))
    yield from _figure("skill", "gain", statistics.mean(gains), kind="number")
