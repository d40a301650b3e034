"""What may be rated: games between accounts, by the rules and from the start of a rulebook, with equal clocks.

Against the computer too, where the strength of its levels has been measured.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from axedrez.core import Game, NotAllowed
from axedrez.match import Player, Players, TimeControl
from axedrez.match.speed import speed_of
from axedrez.ratings import ANCHORS, LEVELS_OF
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.storage import Person


def may_be_rated(person: Person | None, opponent: Person | None = None) -> None:
    """Raises `NotAllowed` for somebody without an account, who could begin anew after each loss, and against a bot.

    The ratings of bots come from games among themselves.
    """
    if person is None or person.login is None:
        raise NotAllowed("rated_account")
    if opponent is not None and opponent.bot != person.bot:
        raise NotAllowed("rated_bot")


def against_level(players: Players, person: Person | None, rulebook: str, moves: Sequence[str]) -> Players:
    """The seats of a rated game against the computer, with the account that plays it.

    Raises `NotAllowed`, saying why, for anything else.
    """
    if {players.white.kind, players.black.kind} != {"human", "computer"}:
        raise NotAllowed("rated_apart")
    may_be_rated(person)
    assert person is not None
    computer = players.white if players.white.kind == "computer" else players.black
    if rulebook != LEVELS_OF or computer.engine is not None or computer.level not in ANCHORS:
        raise NotAllowed("rated_level")
    if moves:
        raise NotAllowed("rated_position")
    seated = Player(name=person.name, person=person.id)
    return Players(seated, players.black) if players.black is computer else Players(players.white, seated)


async def check_rated(
    rulebooks: RulebookStore,
    game: Game,
    rulebook: str,
    options: Mapping[str, Any],
    position: str | None,
    clock: TimeControl | None,
) -> None:
    """Raises AxedrezError, saying why, for a game that cannot be rated."""
    if position is not None:
        raise NotAllowed("rated_position")
    if options and game.hash != (await rulebooks.load(rulebook)).hash:
        raise NotAllowed("rated_options")
    speed_of(clock)
