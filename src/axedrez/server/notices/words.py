"""What notices say."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from axedrez.messages import legible, say
from axedrez.storage import Awaited, Challenge

MAX_NAME_LENGTH = 60


class OwnPairing(NamedTuple):
    """A board of a round that somebody plays on."""

    tournament: UUID
    title: str
    round: int
    board: int
    is_white: bool
    opponent: str


class Words(NamedTuple):
    """A notice in a person's language; `path` is the screen that it leads to."""

    title: str
    body: str
    path: str


def of_game(game: Awaited, lang: str) -> Words:
    """That a game waits for a move, or for the answer to an offer."""
    title = say("notice.offer" if game.is_offer else "notice.turn", lang)
    return Words(title, say("notice.game", lang, **_named(game, lang)), f"/game/{game.id}")


def of_challenge(challenge: Challenge, lang: str) -> Words:
    """That somebody invites to a game."""
    return Words(
        say("notice.challenge", lang),
        say("notice.game", lang, **_named(challenge, lang)),
        f"/invitation/{challenge.id}",
    )


def of_round(paired: OwnPairing, lang: str) -> Words:
    """That a round was paired, and against whom one plays."""
    title = say("notice.round", lang, round=paired.round)
    named = {
        "tournament": legible(paired.title, MAX_NAME_LENGTH),
        "opponent": legible(paired.opponent, MAX_NAME_LENGTH),
    }
    side = "white" if paired.is_white else "black"
    return Words(
        title, say(f"notice.round.{side}", lang, board=paired.board, **named), f"/tournament/{paired.tournament}"
    )


def of_digest(games: list[Awaited], lang: str) -> Words:
    """The games that wait, a line for each."""
    title = say("notice.digest.one", lang) if len(games) == 1 else say("notice.digest", lang, count=len(games))
    return Words(title, "\n".join(say("notice.game", lang, **_named(game, lang)) for game in games), "/games")


def _named(about: Awaited | Challenge, lang: str) -> dict[str, str]:
    opponent = legible(about.opponent, MAX_NAME_LENGTH) if about.opponent else say("notice.somebody", lang)
    return {"game": legible(about.rulebook[lang], MAX_NAME_LENGTH), "opponent": opponent}
