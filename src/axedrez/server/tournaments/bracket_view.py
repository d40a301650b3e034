"""The bracket of a knockout as pages show it: who meets whom, who has won, and what is still open."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

import msgspec

from axedrez.core import NotAllowed
from axedrez.tournaments import knockout
from axedrez.tournaments.field import Pairing
from axedrez.tournaments.tournament import Tournament


class BracketPlace(msgspec.Struct, frozen=True):
    """Who has come to a place of the bracket. `number`: the seed; 0 where that is open, or nobody.

    `points`: tenths in the games of the match so far, extra games included.
    """

    number: int
    name: str
    points: int | None


class BracketMatch(msgspec.Struct, frozen=True):
    """A match. `board`: null for a bye, and as long as it is not paired; `winner`: 0 for nobody, or not yet."""

    round: int
    board: int | None
    places: tuple[BracketPlace, BracketPlace]
    winner: int
    is_bye: bool
    game: UUID | None


class BracketView(msgspec.Struct, frozen=True):
    """All rounds, the last one with the final alone; neighbours of a round meet in the next one."""

    rounds: list[list[BracketMatch]]
    third: BracketMatch | None


def bracket_view(state: Tournament, games: Mapping[tuple[int, int], UUID]) -> BracketView:
    """The bracket; `games` by round and board. Raises `NotAllowed` (`tournament_no_bracket`) where there is none."""
    if state.set.format != "knockout" or state.phase == "entry":
        raise NotAllowed("tournament_no_bracket")
    lines = knockout.lines(state.field())
    rounds = [
        [
            _match(state, index, pair, lines[index] if index < len(lines) else (), at, games)
            for at, pair in enumerate(
                knockout.neighbours(lines[index - 1] if index <= len(lines) else _open(lines, index))
            )
        ]
        for index in range(1, state.total + 1)
    ]
    third = None
    if len(state.rounds) == state.total and len(lines) >= state.total:
        last = state.rounds[-1].round.pairings
        board = next(
            (at for at, each in enumerate(last, 1) if not set(lines[state.total - 1]) & {each.white, each.black}), 0
        )
        if board:
            pairing = last[board - 1]
            third = _played(state, state.total, board, (pairing.white, pairing.black), knockout.winner(pairing), games)
    return BracketView(rounds, third)


def _open(lines: list[tuple[int, ...]], index: int) -> tuple[int, ...]:
    """The places of a round whose players are not known yet."""
    return (0,) * (len(lines[0]) >> (index - 1))


def _match(
    state: Tournament,
    index: int,
    pair: tuple[int, int],
    through: tuple[int, ...],
    at: int,
    games: Mapping[tuple[int, int], UUID],
) -> BracketMatch:
    winner = through[at] if at < len(through) else 0
    if index <= len(state.rounds) and all(pair):
        pairings = state.rounds[index - 1].round.pairings
        board = next((number for number, each in enumerate(pairings, 1) if {each.white, each.black} == set(pair)), None)
        if board is not None:
            return _played(state, index, board, pair, winner, games)
    # In the first round, and wherever a match had no winner, somebody may have no opponent.
    is_bye = bool(pair[0]) != bool(pair[1]) and (index == 1 or index <= len(state.rounds))
    return BracketMatch(index, None, (_place(state, pair[0], None), _place(state, pair[1], None)), winner, is_bye, None)


def _played(
    state: Tournament,
    index: int,
    board: int,
    pair: tuple[int, int],
    winner: int,
    games: Mapping[tuple[int, int], UUID],
) -> BracketMatch:
    played: tuple[Pairing, ...] = state.games(index, board)
    tenths = [sum(state.set.table.of(game, number) for game in played) if played else None for number in pair]
    one, other = (_place(state, number, points) for number, points in zip(pair, tenths, strict=True))
    return BracketMatch(index, board, (one, other), winner, False, games.get((index, board)))


def _place(state: Tournament, number: int, points: int | None) -> BracketPlace:
    return BracketPlace(number, state.name(number) if number else "", points)
