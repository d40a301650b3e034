"""A bot: lets a UCI engine play at a server, until it is stopped (`axedrez bot`).

It accepts invitations within its limits, and plays every running game of its account: also those that it finds when it
starts, or when the server is back. What it cannot play it leaves alone.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from axedrez import library
from axedrez.chess.engine.engine import Limits
from axedrez.chess.position.game import ChessPosition
from axedrez.client import (
    Away,
    Client,
    Event,
    Game,
    GameStart,
    Invitation,
    InvitationNews,
    Refusal,
    Side,
    Stale,
)
from axedrez.core import AxedrezError, History, Move
from axedrez.engine.time_budget import budget
from axedrez.uci.external_engine import Clocks, EngineConfig, ExternalEngine, MovesFrom
from axedrez.uci.program import EngineFault, Program
from axedrez.uci.trust import Agreed, agreed

USUAL_MS = 1000
OVERHEAD_MS = 250
"""What a move costs on its way to the server."""
AGAIN_S = 2.0
DRAWISH_CP = 50
"""A draw is claimed where the engine hopes for no more than this."""

Accepts = Literal["everybody", "people", "bots"]
Say = Callable[..., None]
"""Is called with the key of a sentence and its details."""


@dataclass(frozen=True)
class Terms:
    """Whose invitations a bot accepts, how many games at once it plays, and how long it thinks at most about a move."""

    accepts: Accepts = "everybody"
    games: int = 1
    movetime_ms: int | None = None


def compared(command: Sequence[str], settings: dict[str, str], rulebooks: Sequence[str]) -> dict[str, EngineConfig]:
    """How the engine plays these rulebooks. Raises `EngineFault`, or AxedrezError for one that it does not play."""
    found: dict[str, EngineConfig] = {}
    program = Program(command, settings)
    try:
        for rulebook in rulebooks:
            same = agreed(program, rulebook)
            if not isinstance(same, Agreed):
                raise AxedrezError("bot_rulebook", name=program.name, rulebook=rulebook)
            found[rulebook] = EngineConfig(tuple(command), settings, same.variant, same.chess960)
    finally:
        program.close()
    return found


class Bot:
    """Plays at a server with the engines of `configs`, by rulebook. `say` tells what happens."""

    def __init__(self, client: Client, configs: dict[str, EngineConfig], terms: Terms, say: Say) -> None:
        self._client = client
        self._configs = configs
        self._terms = terms
        self._say = say
        self._me = ""
        self._playing: dict[str, threading.Thread] = {}
        self._lock = threading.Lock()
        self._seats = threading.Semaphore(terms.games)

    def run(self) -> None:
        """Play until the client is stopped. Raises `Refusal` if the token is none."""
        person = self._client.me()
        self._me = person.id
        self._say("cli.bot.ready", name=person.name, server=self._client.server, rulebooks=", ".join(self._configs))
        try:
            for news in self._client.events():
                if isinstance(news, GameStart):
                    self._begin(news.game)
                elif isinstance(news, InvitationNews) and news.invitation.to == self._me and news.invitation.open:
                    self._answer(news.invitation)
        finally:
            self._client.stop.set()
            for thread in list(self._playing.values()):
                thread.join()

    def _answer(self, invitation: Invitation) -> None:
        reason = self._objection(invitation)
        try:
            if reason is None:
                self._begin(self._client.accept(invitation.id).id)
                return
            self._client.decline(invitation.id)
            self._say("cli.bot.declined", name=invitation.by_name, why=reason)
        except (Refusal, Away) as fault:
            self._say("cli.bot.fault", text=fault)

    def _objection(self, invitation: Invitation) -> str | None:
        """Why an invitation is not accepted, as the key of a sentence."""
        if invitation.rulebook not in self._configs or invitation.options:
            return "rules"
        if self._terms.accepts == ("people" if invitation.by_bot else "bots"):
            return "who"
        with self._lock:
            return "busy" if len(self._playing) >= self._terms.games else None

    def _begin(self, game: str) -> None:
        with self._lock:
            if game not in self._playing and not self._client.stop.is_set():
                thread = threading.Thread(target=self._play, args=(game,), name=f"game {game}")
                self._playing[game] = thread
                thread.start()

    def _play(self, game: str) -> None:
        try:
            with self._seats:
                Table(self._client, game, self._me, self._configs, self._terms, self._say).play()
        except Away:
            pass  # stopped
        except (Refusal, AxedrezError) as fault:
            self._say("cli.bot.fault", text=fault)
        finally:
            with self._lock:
                del self._playing[game]


class Table:
    """One game of a bot, with an engine process of its own."""

    def __init__(
        self, client: Client, game: str, me: str, configs: dict[str, EngineConfig], terms: Terms, say: Say
    ) -> None:
        self._client = client
        self._id = game
        self._me = me
        self._configs = configs
        self._terms = terms
        self._say = say

    def play(self) -> None:
        """Play the game to its end, or until the client is stopped."""
        game = self._client.game(self._id)
        config = self._config(game)
        if config is None:
            self._say("cli.bot.unknown", game=self._id, rulebook=game.rulebook.id)
            return
        other = game.players.black if game.players.side_of(self._me) == "white" else game.players.white
        self._say("cli.bot.begins", game=self._id, rulebook=game.rulebook.id, name=other.name)
        with ExternalEngine(config) as engine:
            while game.outcome is None and not self._client.stop.is_set():
                for events in self._client.follow(self._id, game.seq):
                    game = self._act(engine, game, events)
                    if game.outcome is not None:
                        break
        if game.outcome is not None:
            self._say("cli.bot.over", game=self._id, result=game.outcome.result, reason=game.outcome.reason)

    def _config(self, game: Game) -> EngineConfig | None:
        """How the engine plays the rules of a game; None for rules that it was not compared with."""
        config = self._configs.get(game.rulebook.id)
        return config if config is not None and library.load(game.rulebook.id).hash == game.rulebook.hash else None

    def _act(self, engine: ExternalEngine, game: Game, events: list[Event]) -> Game:
        """Do what is to be done in a game; returns it as it stands then."""
        if events:
            game = self._client.game(self._id)
        side = game.players.side_of(self._me)  # the dice may have changed the places
        if side is None or game.outcome is not None:
            return game
        try:
            for offer in game.offers:
                if offer.by != side:
                    self._client.command(game.id, "decline", game.seq, offer=offer.offer, side=side)
                    return self._client.game(self._id)
            if game.turn == side and "move" in game.can:
                self._move(engine, game, side)
                return self._client.game(self._id)
        except Stale:
            return self._client.game(self._id)
        return game

    def _move(self, engine: ExternalEngine, game: Game, side: Side) -> None:
        """Play the engine's move, or claim a draw; resign where the engine fails for good."""
        try:
            move, hope = self._thought(engine, game, side)
        except EngineFault as fault:
            self._say("cli.bot.engine", game=game.id, text=fault)
            self._client.command(game.id, "resign", game.seq, side=side)
            return
        if game.claims and (hope is None or hope <= DRAWISH_CP):
            self._client.command(game.id, "claim", game.seq, reason=game.claims[0].reason)
            return
        self._client.move(game, str(move))

    def _thought(self, engine: ExternalEngine, game: Game, side: Side) -> tuple[Move, int | None]:
        """The engine's move, and what it hopes for in centipawns. A process that has died is started again, twice."""
        position, played = _position(game)
        limits, clocks = self._time(game, side)
        try:
            found = engine.think(position, History(), limits, stop=self._client.stop, played=played, clocks=clocks)
        except EngineFault as fault:
            if fault.reason == "engine_illegal" or self._client.stop.wait(AGAIN_S):
                raise
            self._say("cli.bot.restarts", game=game.id, text=fault)
            engine.close()
            limits, clocks = self._time(self._client.game(game.id), side)  # time has passed
            found = engine.think(position, History(), limits, stop=self._client.stop, played=played, clocks=clocks)
        if self._client.stop.is_set():
            raise Away("stopped")
        return found.best, found.lines[0].score.cp if found.lines else None

    def _time(self, game: Game, side: Side) -> tuple[Limits, Clocks | None]:
        """How long the engine may think: by its own division of the clock, unless a time for each move is wanted."""
        most_ms, clock = self._terms.movetime_ms, game.clock
        if clock is None or clock.kind == "correspondence":
            return Limits(time_ms=most_ms or USUAL_MS), None
        if most_ms is not None:
            usual_ms = budget(clock.left_ms(side), clock.increment_ms, 0, OVERHEAD_MS).soft_ms
            return Limits(time_ms=min(usual_ms, most_ms)), None
        white_ms, black_ms = (max(1, clock.left_ms(each) - OVERHEAD_MS) for each in get_args(Side))
        return Limits(), Clocks(white_ms, black_ms, clock.increment_ms)


def _position(game: Game) -> tuple[ChessPosition, MovesFrom]:
    """The position of a game, and how it came about, so that the engine knows of repetitions."""
    rules = library.load(game.rulebook.id)
    position: Any = rules.parse(game.position)
    if game.dice is not None:
        return position, MovesFrom(position, ())
    begin: Any = rules.parse(game.start)
    present, moves = begin, list[Move]()
    for each in game.moves:
        moves.append(present.parse_move(each.move))
        present = present.play_unchecked(moves[-1])
    return present, MovesFrom(begin, moves)
