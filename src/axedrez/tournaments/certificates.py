"""Certificates of a tournament as PDF: a page for each winner or participant."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from axedrez.core.errors import NotAllowed
from axedrez.drawing.figures import emblem
from axedrez.messages import say
from axedrez.printing.paper import INK, RULE, SHEET, SOFT, VERMILION, Colour, Paper
from axedrez.tournaments.tournament import Tournament
from axedrez.tournaments.wording import date_in_words, place_in_words, points_in_words

WIDTH, HEIGHT = 297.0, 210.0
_INSIDE = 34.0
_TEXT = WIDTH - 2 * _INSIDE
_SIGNED = 74.0


class Placed(NamedTuple):
    """Who gets a certificate: `tenths` of points, and whether others have the same place."""

    name: str
    place: int
    tenths: int
    shared: bool = False


def placed(state: Tournament, first: int | None = None) -> list[Placed]:
    """Those who have the places up to `first` (None: everybody), players or teams.

    Raises `NotAllowed` (`tournament_no_round`) before the first round.
    """
    if not state.rounds and not state.arena_games:
        raise NotAllowed("tournament_no_round")
    standings = state.standings()
    names = {entrant.number: entrant.name for entrant in state.ranked_field().entrants}
    often = Counter(each.place for each in standings)
    return [
        Placed(names[each.number], each.place, each.tenths, often[each.place] > 1)
        for each in standings
        if first is None or each.place <= first
    ]


def certificates(
    title: str,
    rulebook: str,
    date: datetime.date,
    given: Sequence[Placed],
    organizer: str,
    language: str,
    *,
    players: int = 0,
    fonts: Iterable[Path] = (),
) -> tuple[bytes, set[str]]:
    """A PDF with an A4 page for each of those who are `given` one, and the signs that no font had.

    The same input gives the same bytes. `players`: how many took part, 0 if that is not told. `fonts`: files of fonts
    for signs that Alegreya lacks; letters that none of them has lose their marks, other signs become `?`. Raises
    `AxedrezError` like `Paper`.
    """
    paper = Paper(title, language, date, landscape=True, author=organizer, fonts=fonts)
    for each in given:
        paper.page()
        _frame(paper)
        _text(paper, title, rulebook, date, each, organizer, language, players)
    return paper.finished(), paper.unprintable


def _frame(paper: Paper) -> None:
    paper.filled(0, 0, WIDTH, HEIGHT, SHEET)
    paper.framed(9, 9, WIDTH - 18, HEIGHT - 18, VERMILION, 1.1)
    paper.framed(12, 12, WIDTH - 24, HEIGHT - 24, RULE, 0.35)
    side = 3.2
    for right in (False, True):
        for below in (False, True):  # a piece of a board in each corner, a dark square outside
            for column in range(3):
                for row in range(3):
                    if (column + row) % 2 == 0:
                        x = WIDTH - 12 - (column + 1) * side if right else 12 + column * side
                        y = HEIGHT - 12 - (row + 1) * side if below else 12 + row * side
                        paper.filled(x, y, side, side, VERMILION if column + row == 0 else RULE)


def _text(
    paper: Paper,
    title: str,
    rulebook: str,
    date: datetime.date,
    placed: Placed,
    organizer: str,
    lang: str,
    players: int,
) -> None:
    def middle(text: str, y: float, size: float, colour: Colour, *, bold: bool = False) -> None:
        paper.write(text, _INSIDE, y, _TEXT, size, bold=bold, colour=colour, align="C", least=9)

    paper.drawing(emblem("knight", 19, VERMILION), WIDTH / 2 - 9.5, 18)
    middle(say("print.certificate", lang), 37, 34, VERMILION, bold=True)
    middle(say("print.certificate.to", lang), 56, 15, SOFT)
    _name(paper, placed.name)
    paper.rule(WIDTH / 2 - 45, 88, 90, colour=VERMILION, thick=0.5)
    middle(place_in_words(placed.place, placed.shared, lang), 93, 26, VERMILION, bold=True)
    if placed.tenths > 0:
        told = points_in_words(placed.tenths, lang)
        if players:
            told = say("print.certificate.among", lang, points=told, players=players)
        middle(told, 107, 15, SOFT)
    middle(say("print.certificate.in", lang), 123, 15, SOFT)
    middle(title, 130, 24, INK, bold=True)
    middle(f"{rulebook} · {date_in_words(date, lang)}", 143, 14, SOFT)
    for x, key, name in (
        (_INSIDE + 12, "print.certificate.organizer", organizer),
        (WIDTH - _INSIDE - 12 - _SIGNED, "print.certificate.arbiter", ""),
    ):
        paper.rule(x, 177, _SIGNED, colour=SOFT, thick=0.3)
        paper.write(say(key, lang), x, 178.5, _SIGNED, 11, colour=SOFT, align="C")
        if name:
            paper.write(name, x, 183.5, _SIGNED, 12, align="C", least=6)


def _name(paper: Paper, name: str) -> None:
    """A name that is too long for one line in large letters gets two."""
    words = name.split(" ")
    if len(words) > 1 and paper.fitting(name, _TEXT, 46, bold=True) < 26:
        halves = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
        upper, lower = min(halves, key=lambda pair: max(map(len, pair)))
        paper.write(upper, _INSIDE, 63, _TEXT, 27, bold=True, align="C", least=9)
        paper.write(lower, _INSIDE, 74.5, _TEXT, 27, bold=True, align="C", least=9)
    else:
        paper.write(name, _INSIDE, 64, _TEXT, 46, bold=True, align="C", least=9)
