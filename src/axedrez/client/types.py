"""What a server sends, as far as programs need it. Fields that are not here are ignored."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Side = Literal["white", "black"]
"""A side by its word."""


class Person(msgspec.Struct, frozen=True):
    """Who one is at a server: the `kind` and `name`, the `login` of an account, and whether it is a `bot`."""

    id: str
    kind: Literal["guest", "account", "pupil"]
    name: str
    login: str | None = None
    bot: bool = False


class Player(msgspec.Struct, frozen=True):
    """The player of a seat; `person` is the only one who may act for it (None: whoever is at the screen).

    `kind` and `name` of the player; the `level` of a computer; `bot`: a program plays for the account.
    """

    kind: Literal["human", "computer"]
    name: str
    person: str | None = None
    level: int | None = None
    bot: bool = False


class Players(msgspec.Struct, frozen=True):
    """Both players, by their present colours."""

    white: Player
    black: Player

    def side_of(self, person: str) -> Side | None:
        """The colour of a person; None for somebody who does not play."""
        if self.white.person == person:
            return "white"
        return "black" if self.black.person == person else None


class Rulebook(msgspec.Struct, frozen=True):
    """By what rules a game is played; `hash` tells rules of the same name apart; `names` by language."""

    id: str
    hash: str
    names: dict[str, str]


class Clock(msgspec.Struct, frozen=True):
    """The clock at the time `at` of the server; that of `running` has run since, and `now` is the server's time.

    `kind`: how it works (`fischer`, `delay` …); `increment_ms`: what it gives for each turn; `white_ms` and `black_ms`:
    what both had left.
    """

    kind: str
    increment_ms: int
    white_ms: int
    black_ms: int
    running: Side | None
    at: int
    now: int

    def left_ms(self, side: Side) -> int:
        """The time that a side had left when the game was read."""
        left = self.white_ms if side == "white" else self.black_ms
        return max(0, left - (self.now - self.at if self.running == side else 0))


class Move(msgspec.Struct, frozen=True):
    """A move of the side `by` in its canonical text, with the position after it, and the roll of the dice it played.

    `san`: as it is written for people, by language.
    """

    by: Side
    move: str
    position: str
    san: dict[str, str]
    roll: str | None = None


class Offer(msgspec.Struct, frozen=True):
    """An offer by a side that waits for an answer; `value`: what the cube would show, or points of a resignation."""

    offer: str
    by: Side
    value: int | None = None


class Outcome(msgspec.Struct, frozen=True):
    """How a game has ended."""

    result: str
    reason: str


class Step(msgspec.Struct, frozen=True):
    """A step of a turn; where turns are not composed of steps, a whole move.

    `token`: what is sent; `origin` and `target`: the places; `label`: what people read.
    """

    token: str
    origin: str
    target: str
    label: str


class Steps(msgspec.Struct, frozen=True):
    """What may follow in a turn, as `options`; `confirmable`: it may end here."""

    options: list[Step]
    confirmable: bool


class Claim(msgspec.Struct, frozen=True):
    """What the player to move may claim."""

    reason: str


class Game(msgspec.Struct, frozen=True):
    """A game after event `seq`, which the next command names.

    `rulebook`, `players` by their present colours, the text of the `start` and of the `position`, whose `turn` it is
    (None: nobody's), the `moves` so far and the `steps` that may follow. `can`: what somebody of the game may do
    (`resign`, `offer_draw` …); `offers` that wait; `claims` that the player to move may make. `clock` and `dice` where
    there are some; `rated`: it changes ratings; `options`: those that differ from the rulebook (None: not known);
    `outcome`: how it has ended.
    """

    id: str
    seq: int
    rulebook: Rulebook
    players: Players
    start: str
    position: str
    turn: Side | None
    moves: list[Move]
    steps: Steps
    can: list[str]
    offers: list[Offer]
    claims: list[Claim]
    clock: Clock | None = None
    dice: dict[str, Any] | None = None
    rated: bool = False
    options: dict[str, Any] | None = None
    outcome: Outcome | None = None


class Invitation(msgspec.Struct, frozen=True):
    """An invitation by `by`, who plays `colour`; it is `open`, or has led to a `game`, is `withdrawn`, or has expired.

    `by_name` is the name of that person, `by_bot` whether it is a bot, `mine` whether it is oneself. `to`: who is
    invited (None: whoever gets the link); `public`: it stands in the lobby. What would be played: `rulebook`,
    `options`, `clock`, `position` (None: the start), and whether it is `rated`.
    """

    id: str
    by: str
    by_name: str
    by_bot: bool
    mine: bool
    to: str | None
    public: bool
    rulebook: str
    options: dict[str, Any]
    clock: dict[str, Any] | None
    colour: str
    position: str | None
    rated: bool
    open: bool
    withdrawn: bool
    game: str | None


class GameStart(msgspec.Struct, frozen=True, tag_field="type", tag="game_start"):
    """A game in which one plays `side`: a new one, or one that goes on already.

    It stands after event `seq`; `rulebook` is the id of its rules, `opponent` who plays the other side; `rated`: it
    changes ratings.
    """

    game: str
    seq: int
    side: Side
    rulebook: str
    opponent: Player
    rated: bool


class GameEnd(msgspec.Struct, frozen=True, tag_field="type", tag="game_end"):
    """A game of one's own has ended by event `seq`; `next`: the game that goes on with the match."""

    game: str
    seq: int
    side: Side
    result: str
    reason: str
    next: str | None


class Turn(msgspec.Struct, frozen=True, tag_field="type", tag="turn"):
    """It is one's turn, after event `seq`."""

    game: str
    seq: int
    side: Side


class OfferNews(msgspec.Struct, frozen=True, tag_field="type", tag="offer"):
    """The opponent has made an offer, after event `seq`: `by` that side; `value` as in `Offer`."""

    game: str
    seq: int
    offer: str
    by: Side
    value: int | None


class InvitationNews(msgspec.Struct, frozen=True, tag_field="type", tag="invitation"):
    """An invitation to the person; or one that has been answered or withdrawn."""

    invitation: Invitation


News = GameStart | GameEnd | Turn | OfferNews | InvitationNews
"""What `Client.events` gives."""


class Event(msgspec.Struct, frozen=True):
    """An event of a game's log: its number `seq`, `type`, the time `at` of the server, the side `by`, its `data`."""

    seq: int
    type: str
    at: int
    by: Side | None = None
    data: dict[str, Any] = {}
