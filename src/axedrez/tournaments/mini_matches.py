"""Pairings of a knockout that are more than one game: a match, faster games that break a tie, and Armageddon."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from axedrez.match import TimeControl
from axedrez.tournaments.field import Pairing, PointTable
from axedrez.tournaments.settings import TournamentSettings

Stage = Literal["game", "extra", "armageddon"]
"""A game of the match itself, one that breaks a tie, or the last one, in which a draw counts for Black."""


def stage(settings: TournamentSettings, played: int) -> Stage:
    """What the next game of a pairing is, after so many."""
    extra = played - settings.games_per_pairing
    if extra < 0:
        return "game"
    return "armageddon" if settings.armageddon is not None and extra >= len(settings.extra_clocks) else "extra"


def clock(settings: TournamentSettings, played: int) -> TimeControl | None:
    """The clock of the next game. Without Armageddon the last of the extra clocks stays until somebody wins."""
    match stage(settings, played):
        case "game":
            return settings.clock
        case "armageddon":
            return settings.armageddon
        case "extra":
            extra = min(played - settings.games_per_pairing, len(settings.extra_clocks) - 1)
            return settings.extra_clocks[extra] if settings.extra_clocks else settings.clock


def score(games: Sequence[Pairing], number: int, table: PointTable) -> int:
    """The tenths of an entrant from the games of a pairing."""
    return sum(table.of(game, number) for game in games)


def winner(settings: TournamentSettings, games: Sequence[Pairing]) -> int | None:
    """Who has won a pairing after these games; None as long as that is open.

    First by points, and a match ends when nobody can catch up any more. Then by the first extra game that does not end
    level. In Armageddon Black needs no more than a draw.
    """
    table, length = settings.table, settings.games_per_pairing
    if not games:
        return None
    one, other = games[0].white, games[0].black
    match = games[:length]
    lead = score(match, one, table) - score(match, other, table)
    left = (length - len(match)) * (table.win - table.loss)
    if abs(lead) > left and not (left and table.by_margin):
        return one if lead > 0 else other
    for played, game in enumerate(games[length:], length):
        lead = table.of(game, game.white) - table.of(game, game.black)
        if lead:
            return game.white if lead > 0 else game.black
        if stage(settings, played) == "armageddon":
            return game.black
    return None
