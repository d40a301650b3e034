"""The seats of games: one row for each person of a game, written when the game is created."""

from __future__ import annotations

import unicodedata
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, bindparam, delete, select, update

from axedrez.core import Side
from axedrez.match import Player, Players
from axedrez.storage.schema import chat, games, seats

COLOURS = {"white": Side.WHITE, "black": Side.BLACK}


def folded(text: str) -> str:
    """A text folded for searching: lower case, without accents."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()


def seat_rows(game: UUID, players: Players, host: UUID | None) -> list[dict[str, Any]]:
    """The rows of a new game; `players` are those of its setup.

    A game without persons belongs to `host`, who created it: with a side against the computer, without one at a
    shared screen.
    """
    if not players.persons:
        return [_row(game, host, _only_human(players), players)] if host is not None else []
    return [
        _row(game, person, colour, players)
        for colour, side in COLOURS.items()
        if (person := players.at(side).person) is not None
    ]


def leave_games(connection: Connection, person: UUID) -> None:
    """Remove a person's name from all games, names typed at their own screen, and what they said in chats."""
    mine = select(games.c.id, games.c.players).join(seats).where(seats.c.person == str(person))
    changes = [
        {"game_id": game, "new_players": _without(players, person)} for game, players in connection.execute(mine)
    ]
    connection.execute(delete(seats).where(seats.c.person == str(person)))
    connection.execute(delete(chat).where(chat.c.person == str(person)))
    if changes:
        own: Any = bindparam("game_id")
        connection.execute(update(games).where(games.c.id == own).values(players=bindparam("new_players")), changes)
        # All other seats of these games belong to opponents.
        connection.execute(update(seats).where(seats.c.game == own).values(opponent=""), changes)


def _row(game: UUID, person: UUID | None, seat: str | None, players: Players) -> dict[str, Any]:
    others = [player for colour, player in _by_colour(players) if colour != seat]
    return {
        "person": str(person),
        "game": str(game),
        "seat": seat,
        "opponent": folded(" ".join(player.name for player in others)),
        "computer": any(player.kind == "computer" for player in others),
    }


def _by_colour(players: Players) -> list[tuple[str, Player]]:
    return [(colour, players.at(side)) for colour, side in COLOURS.items()]


def _only_human(players: Players) -> str | None:
    human = [colour for colour, player in _by_colour(players) if player.kind == "human"]
    return human[0] if len(human) == 1 else None


def _without(players: dict[str, Any], person: UUID) -> dict[str, Any]:
    """The players of a game without a person's name; without any, where the game has no persons, only a host."""
    hosted = all(players[colour].get("person") is None for colour in COLOURS)
    theirs = (colour for colour in COLOURS if hosted or players[colour].get("person") == str(person))
    return {**players, **{colour: {**players[colour], "name": ""} for colour in theirs}}
