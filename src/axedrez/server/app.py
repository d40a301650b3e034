"""The Litestar application."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from litestar import Litestar
from litestar.connection import ASGIConnection
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Scope

import axedrez
from axedrez.core import Game
from axedrez.engine.player import ComputerPlayer
from axedrez.library import family_of
from axedrez.preparation import Preparation
from axedrez.server import errors
from axedrez.server.accounts import Accounts
from axedrez.server.analyses import Analyses
from axedrez.server.authentication import Authenticator, Identity
from axedrez.server.balances import Balances
from axedrez.server.chat import Chat
from axedrez.server.commands import Commands
from axedrez.server.computers import Computers
from axedrez.server.deadlines import Deadlines
from axedrez.server.engines import Engines
from axedrez.server.errors import Preparing
from axedrez.server.fair_play import FairPlay
from axedrez.server.fair_queue import processors
from axedrez.server.games import Games
from axedrez.server.guard import add_headers, admitted, refuse_nul, same_origin
from axedrez.server.http import without_bodies
from axedrez.server.latency import Latency
from axedrez.server.live_game import now_ms
from axedrez.server.lobby import Lobby
from axedrez.server.monitoring import Health, MetricsAccess
from axedrez.server.overview import Overview
from axedrez.server.presence import Presence
from axedrez.server.pubsub import open_pubsub
from axedrez.server.rate_limits import RateLimiter
from axedrez.server.requesters import Requester, RequestIds, request_context
from axedrez.server.routes import analyses as analysis_routes
from axedrez.server.routes import balance as balance_routes
from axedrez.server.routes import chat as chat_routes
from axedrez.server.routes import dice as dice_routes
from axedrez.server.routes import engines as engine_routes
from axedrez.server.routes import evaluations as evaluation_routes
from axedrez.server.routes import files as file_routes
from axedrez.server.routes import games as game_routes
from axedrez.server.routes import listing as listing_routes
from axedrez.server.routes import lobby as lobby_routes
from axedrez.server.routes import manual as manual_routes
from axedrez.server.routes import operations as operation_routes
from axedrez.server.routes import people as people_routes
from axedrez.server.routes import reach as reach_routes
from axedrez.server.routes import rulebooks as rulebook_routes
from axedrez.server.routes import sheets as sheet_routes
from axedrez.server.routes import variants as variant_routes
from axedrez.server.routes.page import embedded, page
from axedrez.server.routes.socket import game_socket
from axedrez.server.rulebooks import RulebookSource, RulebookStore
from axedrez.server.sessions import Sessions
from axedrez.server.social_feed import PresenceChanged, publish
from axedrez.server.subscriptions import Subscriptions
from axedrez.server.throttle import Rates, Throttle, throttled
from axedrez.storage import ChatStore, People, PresenceStore, Store
from axedrez.uci.engines import Engine
from axedrez.warm import stage_of, warm_rules

log = logging.getLogger("axedrez.server")

MAX_BODY = 1024 * 1024
PAGE_DIR = Path(axedrez.__file__).parent / "page"


def create_app(
    database_url: str,
    page_dir: Path | None = None,
    *,
    hosts: Sequence[str] | None = None,
    rulebooks: RulebookSource | None = None,
    player: Callable[[], ComputerPlayer] | None = None,
    channels_url: str | None = None,
    classroom: str | None = None,
    rates: Rates | None = None,
    engines: Mapping[str, Engine] | None = None,
    metrics_access: MetricsAccess | None = None,
    preparation: Preparation | None = None,
) -> Litestar:
    """The application over one database. `channels_url`: the Redis that connects several servers.

    `page_dir`: the built page (default: the shipped one). `hosts` are the host names that it answers to
    (None: all). `rulebooks` and `player` replace the shipped rulebooks and computer players; `player` is called when
    one is needed. `classroom`: the address for a class; it turns the chat off. `rates` are the rate limits.
    External `engines`, by name, may be opponents and analysts. `metrics_access` says who may see the metrics (None:
    this machine). With a `preparation`, requests that need a kernel that is not compiled yet are refused at once.
    The database is opened, and migrated, when the application starts, which raises AxedrezError if it cannot.
    """

    def is_ready(game: Game) -> bool:
        # The chess kernels run interpreted until they are compiled.
        return preparation is None or family_of(game).is_interpretable or preparation.is_done(stage_of(game))

    inside = metrics_access or MetricsAccess()

    @asynccontextmanager
    async def life(app: Litestar) -> AsyncIterator[None]:
        store = await Store.open(database_url)
        app.state.rulebooks = known = RulebookStore(store, rulebooks, is_ready)
        app.state.games = games = Games(store, known)
        await games.outages.start()
        app.state.pubsub = pubsub = open_pubsub(channels_url)
        await pubsub.start()
        pubsub.subscribe(people_routes.GONE, partial(people_routes.gone, games))
        app.state.health = Health(store, lambda: time.monotonic_ns() // 1_000_000)
        app.state.subscriptions = subscriptions = Subscriptions(games, pubsub)
        subscriptions.start()
        app.state.warm = warming = asyncio.create_task(asyncio.to_thread(_warm_up, known, preparation))
        people = People(store.engine)
        app.state.request_ids = RequestIds(await people.secret("ids"))
        app.state.authenticator = Authenticator(people, await people.secret("guests"), now_ms)
        app.state.sessions = sessions = Sessions(app.state.authenticator, pubsub)
        sessions.start()
        app.state.accounts = accounts = Accounts(people, now_ms)
        app.state.lobby = lobby = Lobby(games, known, accounts, now_ms)
        lobby.listeners.append(partial(lobby_routes.publish, app.state.pubsub))
        app.state.chat_store = chat_store = ChatStore(store.engine, store.writer)
        presence_store = PresenceStore(store.engine, store.writer)
        app.state.rate_limiter = rate_limiter = RateLimiter(now_ms)
        app.state.throttle = Throttle(rate_limiter, rates)
        app.state.latency = Latency(lambda: time.monotonic_ns() // 1_000_000)
        app.state.presence = presence = Presence(
            presence_store,
            lambda game: publish(pubsub, game, PresenceChanged()),
            now_ms,
            outage_until=lambda: games.outages.outage_until,
        )
        app.state.chat = Chat(
            chat_store,
            accounts,
            lambda frame: publish(pubsub, frame.line.game, frame),
            now_ms,
            off=classroom is not None,
        )
        await presence.start()
        app.state.overview = Overview(games, presence_store, now_ms)
        app.state.fair_play = FairPlay(store, now_ms)
        app.state.engines = outside = Engines(engines or {})
        app.state.computers = computers = Computers(games, player or _players, warming, turns := processors(), outside)
        app.state.commands = Commands(games, presence, app.state.latency, computers)
        deadlines = Deadlines(games, computers.attend)
        deadlines.start()
        app.state.balances = balances = Balances(missed=rates is not None)
        app.state.analyses = analyses = Analyses(turns, missed=rates is not None)
        balances.start_sweeping()
        analyses.start_sweeping()
        try:
            yield
        finally:
            if preparation is not None:
                preparation.close()
            await balances.close()
            await analyses.close()
            await deadlines.close()
            await computers.close()
            await outside.close()
            await subscriptions.close()
            await sessions.close()
            await presence.close()
            await pubsub.close()
            await games.outages.close()
            await store.close()

    # Requests that need kernels wait for them here, so that the event loop never does.
    def warmed(name: str) -> Provide:
        async def provide() -> Any:
            warm: asyncio.Task[None] = app.state.warm
            try:
                await asyncio.shield(warm)
            except asyncio.CancelledError:
                if warm.cancelled():
                    raise errors.Ending from None
                raise
            return app.state[name]

        return Provide(provide)

    async def provide_me(scope: Scope) -> Identity | None:
        return (await request_context(ASGIConnection(scope))).me

    async def provide_requester(scope: Scope) -> Requester:
        return (await request_context(ASGIConnection(scope))).requester

    app = Litestar(
        route_handlers=[
            *rulebook_routes.HANDLERS,
            *sheet_routes.HANDLERS,
            *variant_routes.HANDLERS,
            *manual_routes.HANDLERS,
            *game_routes.HANDLERS,
            *reach_routes.HANDLERS,
            *listing_routes.HANDLERS,
            *dice_routes.HANDLERS,
            *file_routes.HANDLERS,
            *balance_routes.HANDLERS,
            *analysis_routes.HANDLERS,
            *engine_routes.HANDLERS,
            *evaluation_routes.HANDLERS,
            *people_routes.HANDLERS,
            *lobby_routes.HANDLERS,
            *chat_routes.HANDLERS,
            *operation_routes.HANDLERS,
            game_socket,
            embedded,
            page,
        ],
        dependencies={
            "games": warmed("games"),
            "rulebooks": warmed("rulebooks"),
            "me": Provide(provide_me),
            "requester": Provide(provide_requester),
            "sessions": Provide(lambda: app.state.sessions, sync_to_thread=False),
            "request_ids": Provide(lambda: app.state.request_ids, sync_to_thread=False),
            "authenticator": Provide(lambda: app.state.authenticator, sync_to_thread=False),
            "accounts": Provide(lambda: app.state.accounts, sync_to_thread=False),
            "lobby": warmed("lobby"),
            "subscriptions": warmed("subscriptions"),
            "commands": warmed("commands"),
            "chat": Provide(lambda: app.state.chat, sync_to_thread=False),
            "chat_store": Provide(lambda: app.state.chat_store, sync_to_thread=False),
            "latency": Provide(lambda: app.state.latency, sync_to_thread=False),
            "presence": Provide(lambda: app.state.presence, sync_to_thread=False),
            "rate_limiter": Provide(lambda: app.state.rate_limiter, sync_to_thread=False),
            "pubsub": Provide(lambda: app.state.pubsub, sync_to_thread=False),
            "throttle": Provide(lambda: app.state.throttle, sync_to_thread=False),
            "alive": Provide(lambda: app.state.games, sync_to_thread=False),  # does not wait for the kernels
            "metrics_access": Provide(lambda: inside, sync_to_thread=False),
            "health": Provide(lambda: app.state.health, sync_to_thread=False),
            "fair_play": Provide(lambda: app.state.fair_play, sync_to_thread=False),
            "computers": Provide(lambda: app.state.computers, sync_to_thread=False),
            "balances": Provide(lambda: app.state.balances, sync_to_thread=False),
            "analyses": Provide(lambda: app.state.analyses, sync_to_thread=False),
            "engines": Provide(lambda: app.state.engines, sync_to_thread=False),
            "overview": warmed("overview"),
            "classroom": Provide(lambda: classroom, sync_to_thread=False),
            "page_dir": Provide(lambda: page_dir or PAGE_DIR, sync_to_thread=False),
            "version": Provide(lambda: axedrez.__version__, sync_to_thread=False),
        },
        lifespan=[life],
        guards=[same_origin(hosts), throttled, admitted],
        before_request=refuse_nul,
        before_send=[add_headers],
        exception_handlers=errors.HANDLERS,
        request_max_body_size=MAX_BODY,
        openapi_config=OpenAPIConfig(
            title="Axedrez",
            version=axedrez.__version__,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path=["/", "/openapi.json"])],
        ),
        logging_config=None,
        debug=False,
    )
    app.asgi_handler = without_bodies(app.asgi_handler)
    for path in (app.openapi_schema.paths or {}).values():
        for operation in (path.get, path.post, path.put, path.patch, path.delete):
            if operation is not None and operation.responses is not None:
                operation.responses.pop("400", None)  # documented by the framework; we answer 422
    return app


def _players() -> ComputerPlayer:
    from axedrez import players

    return players


def _warm_up(rulebooks: RulebookStore, preparation: Preparation | None) -> None:
    """Compile the kernels, or load them from their cache. Failures are logged, and show again where one is used."""
    if preparation is not None:
        preparation.start()
    for rulebook in rulebooks.source.ids():
        try:
            warm_rules([rulebooks.load_shipped(rulebook)])
        except Preparing:
            continue
        except Exception:
            log.exception("warming up failed")
