"""Asking a collection: the moves played in a position, with results and strength; games by material and player."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from axedrez import library
from axedrez.core.contract import Game, Position
from axedrez.core.errors import AxedrezError
from axedrez.core.outcome import Result
from axedrez.core.sides import Side
from axedrez.explorer import positions
from axedrez.explorer.batch import RESULTS
from axedrez.explorer.collection import Collection, View
from axedrez.explorer.store import Columns
from axedrez.explorer.traces import key_of, material_key, options

EXAMPLES = 8
LONG = 5000
"""Answers from so many games are kept, up to `MAX_KEPT` of them: everybody asks for the first moves."""
MAX_KEPT = 256
_FIRST, _LAST = 1400, 2199
"""Years outside of these are not told of moves."""
_YEARS = _LAST - _FIRST + 1


class Filter(NamedTuple):
    """Which games count. `player`: a part of a name; `colour`: the side of that player.

    `rating`: the least and the greatest mean of the players' ratings; `years`: the first and the last one.
    """

    player: str = ""
    colour: Literal["white", "black"] | None = None
    rating: tuple[int | None, int | None] = (None, None)
    years: tuple[int | None, int | None] = (None, None)
    result: Result | None = None


class Counts(NamedTuple):
    """Games by result; `unknown`: without one."""

    white: int
    draws: int
    black: int
    unknown: int

    @property
    def games(self) -> int:
        """All of them."""
        return sum(self)


class MoveCounts(NamedTuple):
    """A move (or a roll) that was played. `rating`: the mean of those who played it, as far as it is known."""

    move: str
    notation: str
    counts: Counts
    rating: int | None
    last_year: int | None


class ExampleGame(NamedTuple):
    """A game of a collection, by its number; ratings and year are None where they are not known.

    `ply`: how many moves had been played when the material came up.
    """

    number: int
    white: str
    black: str
    white_rating: int | None
    black_rating: int | None
    result: Result
    date: str
    event: str
    plies: int
    ply: int | None = None


class Found(NamedTuple):
    """The answer: the games by result, the moves by how often they were played, and the strongest of the games."""

    counts: Counts
    moves: list[MoveCounts]
    games: list[ExampleGame]


class _Table(NamedTuple):
    """What was chosen in a position, whatever the moves are called: rows are choices, in their order.

    `results`: games by the index of their result, `total` those of all games; `rated` and `ratings`:
    how many players are rated, and the sum; `examples`: the games to name.
    """

    total: NDArray[np.int64]
    results: NDArray[np.int64]
    rated: NDArray[np.int64]
    ratings: NDArray[np.float64]
    last_year: NDArray[np.int64]
    examples: NDArray[np.uint32]


def explore(collection: Collection, position: Position, wanted: Filter, lang: str, examples: int = EXAMPLES) -> Found:
    """What was played in a position, by whatever moves it came up; each game counts once."""
    view = collection.view()
    moves = list(options(position))
    table = _table(collection, view, position, len(moves), wanted, examples)
    played = table.results.sum(axis=1)
    order = np.lexsort((np.arange(len(played)), -played))[: int((played > 0).sum())]
    listed = [
        MoveCounts(
            str(moves[number]),
            position.notate(moves[number], lang),
            _counts(table.results[number]),
            round(table.ratings[number] / table.rated[number]) if table.rated[number] else None,
            int(table.last_year[number]) or None,
        )
        for number in order.tolist()
    ]
    return Found(_counts(table.total), listed, _named(collection, view.columns, table.examples))


def _table(collection: Collection, view: View, position: Position, moves: int, wanted: Filter, examples: int) -> _Table:
    """The numbers of an answer; those that take long are kept."""
    question = (key_of(position), wanted, examples)
    if (kept := view.kept.get(question)) is not None:
        found: _Table = kept
        return found
    games, choices = positions.found(view.runs, question[0])
    is_long = len(games) >= LONG
    games, choices = _filtered(collection, view, games, choices, wanted)
    columns = view.columns
    results = columns.result[games]
    chosen = choices < moves  # END is no move
    rating = (columns.black_rating if position.side is Side.BLACK else columns.white_rating)[games]
    played = choices[chosen].astype(np.int64)
    counts = np.bincount(played * 4 + results[chosen], minlength=4 * moves).reshape(-1, 4)
    rated = chosen & (rating > 0)
    years = np.bincount(played * _YEARS + np.clip(columns.year[games][chosen], _FIRST, _LAST) - _FIRST)
    played_in = np.pad(years, (0, moves * _YEARS - len(years))).reshape(moves, _YEARS) > 0
    latest = _LAST - np.argmax(played_in[:, ::-1], axis=1) if moves else np.empty(0, np.int64)
    table = _Table(
        np.bincount(results, minlength=4),
        counts,
        np.bincount(choices[rated], minlength=moves),
        np.bincount(choices[rated], weights=rating[rated], minlength=moves).astype(np.float64),
        np.where(latest > _FIRST, latest, 0),
        games[_strongest(view.rank[games], games, examples)],
    )
    if is_long:
        view.kept[question] = table
        while len(view.kept) > MAX_KEPT:
            view.kept.popitem(last=False)
    return table


def by_material(collection: Collection, game: Game, text: str, wanted: Filter, examples: int = EXAMPLES) -> Found:
    """The games in which a material such as `KRPkrp` stood on the board.

    Raises `AxedrezError` for a text that is none, and for a family whose positions have no material.
    """
    materials = library.family_of(game).materials()
    if materials is None:
        raise AxedrezError("explorer_no_material", name=game.name)
    view = collection.view()
    games, plies = positions.found(view.runs, material_key(materials.parse(text, game), game))
    games, plies = _filtered(collection, view, games, plies, wanted)
    counts = _counts(np.bincount(view.columns.result[games], minlength=4))
    return Found(counts, [], _examples(collection, view, games, examples, plies))


def by_player(collection: Collection, wanted: Filter, examples: int = EXAMPLES) -> Found:
    """The games that a filter lets through."""
    view = collection.view()
    games = np.arange(view.columns.total, dtype=np.uint32)
    games, _ = _filtered(collection, view, games, games.astype(np.uint16), wanted)
    counts = _counts(np.bincount(view.columns.result[games], minlength=4))
    return Found(counts, [], _examples(collection, view, games, examples))


def _filtered(
    collection: Collection, view: View, games: NDArray[np.uint32], choices: NDArray[np.uint16], wanted: Filter
) -> tuple[NDArray[np.uint32], NDArray[np.uint16]]:
    columns = view.columns
    known = games < columns.total
    keep = known
    if not known.all():  # stored since the columns were read
        games, choices = games[known], choices[known]
        keep = np.ones(len(games), np.bool_)
    if wanted == Filter():
        return games, choices
    if wanted.result is not None:
        keep = keep & (columns.result[games] == RESULTS.index(wanted.result))
    first, last = wanted.years
    if first is not None or last is not None:
        year = columns.year[games]
        keep = keep & (year >= max(1, first or 0)) & (year <= (last if last is not None else 9999))
    least, most = wanted.rating
    if least is not None or most is not None:
        mean = _mean(columns, games)
        keep = keep & (mean >= max(1, least or 0)) & (mean <= (most if most is not None else 9999))
    if wanted.player.strip():
        players = collection.players(wanted.player.strip())
        seats = [
            column
            for side, column in (("white", columns.white), ("black", columns.black))
            if wanted.colour in (None, side)
        ]
        seated = np.zeros(len(games), np.bool_)
        for seat in seats:
            seated |= np.isin(seat[games], players)
        keep = keep & seated
    return games[keep], choices[keep]


def _mean(columns: Columns, games: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """The mean rating of the players of games; of one whose rating alone is known, that."""
    white, black = columns.white_rating[games].astype(np.uint32), columns.black_rating[games].astype(np.uint32)
    both = (white > 0).astype(np.uint32) + (black > 0)
    mean: NDArray[np.uint32] = (white + black) // np.maximum(both, 1)
    return mean


def _examples(
    collection: Collection, view: View, games: NDArray[np.uint32], limit: int, plies: NDArray[np.uint16] | None = None
) -> list[ExampleGame]:
    """The strongest of some games."""
    at = _strongest(view.rank[games], games, limit)
    return _named(collection, view.columns, games[at], plies[at] if plies is not None else None)


def _strongest(rank: NDArray[np.uint32], games: NDArray[np.uint32], limit: int) -> NDArray[np.int64]:
    """The places of the greatest ranks, the first game of equal ones first."""
    count = min(limit, len(rank))
    if count == 0:
        return np.empty(0, np.int64)
    at = np.argpartition(rank, len(rank) - count)[len(rank) - count :]
    order: NDArray[np.int64] = at[np.lexsort((games[at], -rank[at].astype(np.int64)))]
    return order


def _named(
    collection: Collection, columns: Columns, games: NDArray[np.uint32], plies: NDArray[np.uint16] | None = None
) -> list[ExampleGame]:
    """Games with their players."""
    chosen = games.tolist()
    if not chosen:
        return []
    players = {int(each) for number in chosen for each in (columns.white[number], columns.black[number])}
    names, dates = collection.names(sorted(players)), collection.dates(chosen)
    return [
        ExampleGame(
            number,
            names[int(columns.white[number])],
            names[int(columns.black[number])],
            int(columns.white_rating[number]) or None,
            int(columns.black_rating[number]) or None,
            RESULTS[int(columns.result[number])],
            *dates[number],
            int(columns.plies[number]),
            int(plies[place]) if plies is not None else None,
        )
        for place, number in enumerate(chosen)
    ]


def _counts(numbers: NDArray[np.int64]) -> Counts:
    """The counts of numbers in the order of `RESULTS`."""
    white, black, draws, unknown = (int(number) for number in numbers)
    return Counts(white, draws, black, unknown)
