"""The Litestar application."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from litestar import Litestar
from litestar.channels import ChannelsPlugin
from litestar.channels.backends.memory import MemoryChannelsBackend
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import axedrez
from axedrez.server import errors
from axedrez.server.computers import Computers, Mind
from axedrez.server.games import Games
from axedrez.server.guard import add_headers, same_origin
from axedrez.server.routes import dice as dice_routes
from axedrez.server.routes import games as game_routes
from axedrez.server.routes import pgn as pgn_routes
from axedrez.server.routes import rulebooks as rulebook_routes
from axedrez.server.routes.page import page
from axedrez.server.routes.socket import game_socket, publisher
from axedrez.server.shelf import LibraryShelf, Shelf
from axedrez.storage import Store
from axedrez.warm import warm_rules

log = logging.getLogger("axedrez.server")

MAX_BODY = 1024 * 1024
SUBSCRIBER_BACKLOG = 32
PAGE_DIR = Path(axedrez.__file__).parent / "page"


def create_app(
    database_url: str,
    page_dir: Path | None = None,
    *,
    hosts: Sequence[str] | None = None,
    shelf: Shelf | None = None,
    mind: Callable[[], Mind] | None = None,
) -> Litestar:
    """The application over one database.

    `page_dir` holds the built page (default: the one that is shipped). `hosts` are the host names that it answers to
    (None: all). `shelf` and `mind` replace the shipped rulebooks and computer players; `mind` is called when one is
    needed. The database is opened, and migrated, when the application starts, which raises AxedrezError if it cannot.
    """
    channels = ChannelsPlugin(
        backend=MemoryChannelsBackend(),
        arbitrary_channels_allowed=True,
        subscriber_max_backlog=SUBSCRIBER_BACKLOG,
        subscriber_backlog_strategy="dropleft",
    )
    books = shelf or LibraryShelf()

    @asynccontextmanager
    async def life(app: Litestar) -> AsyncIterator[None]:
        store = await Store.open(database_url)
        app.state.games = games = Games(store, books)
        games.listeners.append(partial(publisher, channels))
        app.state.warm = warming = asyncio.create_task(asyncio.to_thread(_warm_up, books))
        computers = Computers(games, mind or _search, warming)
        await computers.resume()
        try:
            yield
        finally:
            await computers.close()
            await warming
            await store.close()

    # Whoever needs a kernel waits for it here, so that the event loop never does.
    async def provide_games() -> Games:
        await asyncio.shield(app.state.warm)
        found: Games = app.state.games
        return found

    async def provide_shelf() -> Shelf:
        await asyncio.shield(app.state.warm)
        return books

    app = Litestar(
        route_handlers=[
            *rulebook_routes.HANDLERS,
            *game_routes.HANDLERS,
            *dice_routes.HANDLERS,
            *pgn_routes.HANDLERS,
            game_socket,
            page,
        ],
        dependencies={
            "games": Provide(provide_games),
            "shelf": Provide(provide_shelf),
            "page_dir": Provide(lambda: page_dir or PAGE_DIR, sync_to_thread=False),
            "version": Provide(lambda: axedrez.__version__, sync_to_thread=False),
        },
        lifespan=[life],
        plugins=[channels],
        guards=[same_origin(hosts)],
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
    for path in (app.openapi_schema.paths or {}).values():
        for operation in (path.get, path.post):
            if operation is not None and operation.responses is not None:
                operation.responses.pop("400", None)  # documented by the framework; we answer 422
    return app


def _search() -> Mind:
    import axedrez.search

    return axedrez.search


def _warm_up(shelf: Shelf) -> None:
    """Let the kernels be compiled, or read from their cache. A fault is logged: who needs the kernel will meet it."""
    try:
        warm_rules(shelf.load(rulebook) for rulebook in shelf.ids())
    except Exception:
        log.exception("warming up failed")
