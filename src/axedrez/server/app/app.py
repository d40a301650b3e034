"""The Litestar application."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from litestar import Litestar
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency, Provide
from litestar.types import Scope

import axedrez
from axedrez.engine.player import ComputerPlayer
from axedrez.preparation import Preparation
from axedrez.server.access.authentication import Identity
from axedrez.server.access.guard import add_headers, admitted, refuse_malformed, same_origin
from axedrez.server.access.loop_watch import named
from axedrez.server.access.requesters import Requester, request_context
from axedrez.server.access.sockets import note_fault, told_sockets
from axedrez.server.access.throttle import Rates, throttled
from axedrez.server.app.description import described
from axedrez.server.app.services import ServiceOptions, services
from axedrez.server.base import errors
from axedrez.server.base.http import cut_off_in_words, without_bodies
from axedrez.server.base.local_network import LOCAL_NAMES
from axedrez.server.base.monitoring import MetricsAccess
from axedrez.server.base.requests import MAX_BODY
from axedrez.server.notices import NoticeOptions
from axedrez.server.play.stale import StaleCommand, stale
from axedrez.server.routes import analyses as analysis_routes
from axedrez.server.routes import asyncapi as asyncapi_routes
from axedrez.server.routes import balance as balance_routes
from axedrez.server.routes import chat as chat_routes
from axedrez.server.routes import classes as class_routes
from axedrez.server.routes import clubs as club_routes
from axedrez.server.routes import dice as dice_routes
from axedrez.server.routes import engines as engine_routes
from axedrez.server.routes import equities as equity_routes
from axedrez.server.routes import evaluations as evaluation_routes
from axedrez.server.routes import exercises as exercise_routes
from axedrez.server.routes import explorer as explorer_routes
from axedrez.server.routes import files as file_routes
from axedrez.server.routes import games as game_routes
from axedrez.server.routes import hints as hint_routes
from axedrez.server.routes import listing as listing_routes
from axedrez.server.routes import lobby as lobby_routes
from axedrez.server.routes import manual as manual_routes
from axedrez.server.routes import notices as notice_routes
from axedrez.server.routes import operations as operation_routes
from axedrez.server.routes import own_class as own_class_routes
from axedrez.server.routes import own_exercises as own_exercise_routes
from axedrez.server.routes import people as people_routes
from axedrez.server.routes import profiles as profile_routes
from axedrez.server.routes import reach as reach_routes
from axedrez.server.routes import rollouts as rollout_routes
from axedrez.server.routes import rulebooks as rulebook_routes
from axedrez.server.routes import sheets as sheet_routes
from axedrez.server.routes import studies as study_routes
from axedrez.server.routes import study_files as study_file_routes
from axedrez.server.routes import tournament_boards as tournament_board_routes
from axedrez.server.routes import tournament_files as tournament_file_routes
from axedrez.server.routes import tournament_imports as tournament_import_routes
from axedrez.server.routes import tournaments as tournament_routes
from axedrez.server.routes import trees as tree_routes
from axedrez.server.routes import variants as variant_routes
from axedrez.server.routes.page import embedded, mail_link, page
from axedrez.server.routes.socket import game_socket
from axedrez.server.routes.stream import my_socket
from axedrez.server.routes.study_socket import study_socket
from axedrez.server.routes.tournament_socket import tournament_socket
from axedrez.server.rulebooks.store import RulebookSource
from axedrez.server.work.priced_work import through_priced_work
from axedrez.server.work.typed_request import TypedRequest
from axedrez.uci.engines import Engine

PAGE_DIR = Path(axedrez.__file__).parent / "page"

HANDLERS: list[Any] = [
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
    *hint_routes.HANDLERS,
    *engine_routes.HANDLERS,
    *evaluation_routes.HANDLERS,
    *exercise_routes.HANDLERS,
    *own_exercise_routes.HANDLERS,
    *equity_routes.HANDLERS,
    *rollout_routes.HANDLERS,
    *explorer_routes.HANDLERS,
    *people_routes.HANDLERS,
    *profile_routes.HANDLERS,
    *notice_routes.HANDLERS,
    *lobby_routes.HANDLERS,
    *chat_routes.HANDLERS,
    *class_routes.HANDLERS,
    *own_class_routes.HANDLERS,
    *operation_routes.HANDLERS,
    *asyncapi_routes.HANDLERS,
    *study_routes.HANDLERS,
    *study_file_routes.HANDLERS,
    *tree_routes.HANDLERS,
    *tournament_routes.HANDLERS,
    *tournament_file_routes.HANDLERS,
    *tournament_import_routes.HANDLERS,
    *tournament_board_routes.HANDLERS,
    *club_routes.HANDLERS,
    game_socket,
    study_socket,
    tournament_socket,
    my_socket,
    embedded,
    mail_link,
    page,
]

WITH_KERNELS = (
    "games",
    "rulebooks",
    "lobby",
    "subscriptions",
    "commands",
    "overview",
    "studies",
    "classes",
    "tournaments",
    "clubs",
)
"""Services that a handler gets when the kernels are there: it waits for them, so that the event loop never does."""

AT_ONCE = (
    *("sessions", "request_ids", "authenticator", "accounts", "chat", "chat_store", "latency", "presence", "throttle"),
    *("rate_limiter", "pubsub", "health", "fair_play", "computers", "balances", "analyses", "engines"),
    *("evaluations", "rollouts", "notifier", "explorer", "exercise_store", "own_searches", "profiles", "streams"),
    *("all_dice", "file_turns", "book"),
)
"""Services that a handler gets at once."""


@dataclass
class Setting:
    """What an application is made for; it reads this when it starts and at each request."""

    services: ServiceOptions
    hosts: Sequence[str] | None
    metrics_access: MetricsAccess
    classroom: str | None
    addresses: Sequence[str]
    page_dir: Path


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
    notices: NoticeOptions | None = None,
    addresses: Sequence[str] = (),
) -> Litestar:
    """The application over one database. `channels_url`: the Redis that connects several servers.

    `page_dir`: the built page (default: the shipped one). `hosts` are the host names that it answers to
    (None: all). `rulebooks` and `player` replace the shipped rulebooks and computer players; `player` is called when
    one is needed. `classroom`: the address for a class; it turns the chat off. `rates` are the rate limits.
    External `engines`, by name, may be opponents and analysts. `metrics_access` says who may see the metrics (None:
    this machine). `notices` says how people are told what waits for them (None: they are not). `addresses`: where other
    devices find the page.
    With a `preparation`, requests that need a kernel that is not compiled yet are refused at once.
    The database is opened, and migrated, when the application starts, which raises AxedrezError if it cannot.
    """
    options = ServiceOptions(
        database_url, rulebooks, player, channels_url, classroom is not None, rates, engines or {}, preparation,
        notices or NoticeOptions(),
    )  # fmt: skip
    access = metrics_access or MetricsAccess()
    return application(Setting(options, hosts, access, classroom, addresses, page_dir or PAGE_DIR))


def application(setting: Setting) -> Litestar:
    """The routes and what they need, which takes a while to put together; see `create_app`."""

    def at_once(name: str) -> Provide:
        return Provide(lambda: app.state[name], sync_to_thread=False)

    def with_kernels(name: str) -> Provide:
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

    def set_as(name: str) -> Provide:
        return Provide(lambda: getattr(setting, name), sync_to_thread=False)

    app = Litestar(
        route_handlers=HANDLERS,
        dependencies={
            **{name: with_kernels(name) for name in WITH_KERNELS},
            **{name: at_once(name) for name in AT_ONCE},
            "alive": at_once("games"),  # does not wait for the kernels
            "me": Provide(_me),
            "requester": Provide(_requester),
            "link_base": Provide(_link_base, sync_to_thread=False),
            **{name: set_as(name) for name in ("metrics_access", "classroom", "addresses", "page_dir")},
            "version": Provide(lambda: axedrez.__version__, sync_to_thread=False),
        },
        lifespan=[lambda app: services(app.state, setting.services)],
        guards=[named, same_origin(lambda: setting.hosts), throttled, admitted, through_priced_work],
        middleware=[cut_off_in_words],
        before_request=refuse_malformed,
        before_send=[add_headers],
        exception_handlers={**errors.HANDLERS, StaleCommand: stale},
        after_exception=[note_fault],
        request_class=TypedRequest,
        request_max_body_size=MAX_BODY,
        openapi_config=described(HANDLERS),
        logging_config=None,
        debug=False,
    )
    app.asgi_handler = told_sockets(without_bodies(app.asgi_handler))
    return app


async def _me(scope: Scope) -> Identity | None:
    return (await request_context(ASGIConnection(scope))).me


async def _requester(scope: Scope) -> Requester:
    return (await request_context(ASGIConnection(scope))).requester


def _link_base(scope: Scope, classroom: NamedDependency[str | None], addresses: NamedDependency[Sequence[str]]) -> str:
    """What links for others begin with: the address of this page, where it is not one that only this machine knows."""
    url = ASGIConnection(scope).url
    if classroom is None and addresses and url.hostname in LOCAL_NAMES:
        return addresses[0]
    return classroom or f"{url.scheme}://{url.netloc}"
