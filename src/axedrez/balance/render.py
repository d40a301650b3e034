"""Rendering a report, or two side by side: tables, notes and game lengths, independent of the output format."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import get_args

import msgspec

from axedrez.balance.games import MAX_DICE_PLIES, MAX_PLIES, STRONG, WEAK
from axedrez.balance.report import Figure, Part, Report, compare
from axedrez.balance.statistics import Estimate
from axedrez.messages import catalogue, say

BINS = 20


class Cell(msgspec.Struct, frozen=True):
    """An estimate and its text."""

    estimate: Estimate
    text: str


class Row(msgspec.Struct, frozen=True):
    """A figure of each report (None: unknown), and the difference, second minus first.

    `low` and `high`: the scale for drawing the estimates, the same for rows of one kind.
    """

    label: str
    cells: list[Cell | None]
    low: float
    high: float
    difference: Cell | None = None


class Table(msgspec.Struct, frozen=True):
    """Rows under a title."""

    part: Part
    title: str
    help: str
    rows: list[Row]


class Bin(msgspec.Struct, frozen=True):
    """How many games of each report lasted from `first` to `last` turns."""

    first: int
    last: int
    counts: list[int]


class Lengths(msgspec.Struct, frozen=True):
    """The game lengths, in words and as a histogram."""

    title: str
    text: str
    bins: list[Bin]


class ReportText(msgspec.Struct, frozen=True):
    """A report in words. `names`: of the rulebooks, one or two; `headings`: of the columns."""

    title: str
    names: list[str]
    headings: list[str]
    notes: list[str]
    tables: list[Table]
    lengths: Lengths


def render(reports: Sequence[Report], lang: str) -> ReportText:
    """Render one report, or a comparison of two, in `lang`."""
    names = _names(reports, lang)
    notes = [_played(report, name, lang) for report, name in zip(reports, names, strict=True)]
    notes.append(say("balance.note.intervals", lang))
    if any(report.settings.random_plies and not report.matches for report in reports):
        notes.append(say("balance.note.random", lang, plies=reports[0].settings.random_plies))
    headings = [*names, say("balance.difference", lang)] if len(reports) > 1 else [say("balance.value", lang)]
    return ReportText(
        title=say("balance.title", lang, names=say("balance.and", lang).join(names)),
        names=names,
        headings=headings,
        notes=notes,
        tables=[table for part in get_args(Part) if (table := _table(part, reports, lang)) is not None],
        lengths=_lengths(reports, names, lang),
    )


def _names(reports: Sequence[Report], lang: str) -> list[str]:
    """The names of the rulebooks; equal names are numbered."""
    names = [report.names[lang] for report in reports]
    if len(set(names)) < len(names):
        return [f"{name} ({number})" for number, name in enumerate(names, 1)]
    return names


def _played(report: Report, name: str, lang: str) -> str:
    settings = report.settings
    key = "balance.note.played" if report.is_complete else "balance.note.interrupted"
    return say(
        key,
        lang,
        name=name,
        played=report.played + report.matches,
        asked=report.asked,
        level=settings.level,
        nodes=settings.nodes,
        seed=settings.seed,
    )


def _table(part: Part, reports: Sequence[Report], lang: str) -> Table | None:
    keys = dict.fromkeys((f.key, f.subject) for report in reports for f in report.figures if f.part == part)
    between = {(f.part, f.key, f.subject): f for f in (compare(*reports) if len(reports) > 1 else ())}
    rows = []
    for key, subject in keys:
        figures = [report.find(part, key, subject) for report in reports]
        cells = [None if figure is None else _cell(figure, lang) for figure in figures]
        alike = [f for report in reports for f in report.figures if (f.part, f.key) == (part, key)]
        less = between.get((part, key, subject))
        label = _label(part, key, subject, reports, lang)
        rows.append(Row(label, cells, *_range(alike), None if less is None else _cell(less, lang, signed=True)))
    if not rows:
        return None
    title, text = (say(f"balance.part.{part}{ending}", lang, **_DETAILS) for ending in ("", ".help"))
    return Table(part, title, text, rows)


_DETAILS = {"strong": STRONG, "weak": WEAK, "most": MAX_PLIES, "most_dice": MAX_DICE_PLIES}


def _range(figures: Sequence[Figure]) -> tuple[float, float]:
    """The scale of figures of one kind: 0 to 1 for shares, else the range of their intervals and 0."""
    if all(figure.kind == "share" for figure in figures):
        return 0.0, 1.0
    bounds = [bound for f in figures for bound in (f.estimate.low, f.estimate.value, f.estimate.high)]
    known = [bound for bound in bounds if bound is not None]
    return min(0.0, *known), max(known)


def _label(part: Part, key: str, subject: str, reports: Sequence[Report], lang: str) -> str:
    if key == "reason":
        words = say(f"reason.{subject}", lang) if f"reason.{subject}" in catalogue(lang) else subject
        return words[:1].upper() + words[1:]
    names = next((report.pieces[subject][lang] for report in reports if subject in report.pieces), subject)
    label = say(f"balance.{part}.{key}", lang, subject=names, **_DETAILS)
    return label[:1].upper() + label[1:]


def _cell(figure: Figure, lang: str, signed: bool = False) -> Cell:
    estimate, kind = figure.estimate, figure.kind
    values = [estimate.value, estimate.low, estimate.high]
    factor, unit = (100, " %") if kind == "share" else (1, "")
    largest = max(abs(value) * factor for value in values if value is not None)
    places = 1 if kind == "share" or largest >= 10 else 2

    def written(value: float) -> str:
        rounded = round(value * factor, places) + 0.0  # no negative zero
        if kind == "number" and estimate.low is None and rounded == int(rounded):
            return f"{int(rounded):+d}" if signed else str(int(rounded))
        text = f"{rounded:+.{places}f}" if signed else f"{rounded:.{places}f}"
        return (text.replace(".", ",") if lang == "es" else text).replace("-", "−")

    text = f"{written(estimate.value)}{unit}"
    if estimate.low is not None and estimate.high is not None:
        text += f" [{written(estimate.low)}; {written(estimate.high)}]"
    return Cell(estimate, text)


def _lengths(reports: Sequence[Report], names: Sequence[str], lang: str) -> Lengths:
    """Histogram classes of equal, round width that cover all games."""
    lengths = [length for report in reports for length in report.lengths]
    if not lengths:
        return Lengths(say("balance.lengths", lang), "", [])
    width = _round_width((max(lengths) - min(lengths) + 1) / BINS)
    counts = [Counter(length // width for length in report.lengths) for report in reports]
    classes = range(min(lengths) // width, max(lengths) // width + 1)
    bins = [Bin(n * width, n * width + width - 1, [count[n] for count in counts]) for n in classes]
    texts = [
        _spread(name, sorted(each.lengths), lang) for name, each in zip(names, reports, strict=True) if each.lengths
    ]
    return Lengths(say("balance.lengths", lang), " ".join(texts), bins)


def _spread(name: str, ordered: Sequence[int], lang: str) -> str:
    median = ordered[len(ordered) // 2]
    return say("balance.lengths.text", lang, name=name, least=ordered[0], median=median, most=ordered[-1])


def _round_width(least: float) -> int:
    """The smallest of 1, 2, 5, 10, 20 … that is at least `least`."""
    power = 10 ** max(0, math.floor(math.log10(max(least, 1))))
    return next(int(factor * power) for factor in (1, 2, 5, 10) if factor * power >= least)
