"""The routes as a whole: none is forgotten, undocumented, or shows of a delayed game more than spectators may see."""

from __future__ import annotations

import importlib
import pkgutil
import re
from pathlib import Path

from litestar.handlers import HTTPRouteHandler

from axedrez.server import routes
from axedrez.server.app.app import HANDLERS
from tests.server.serving import Client

DOCS = Path(__file__).parents[2] / "docs"
GAME = "/api/games/{game_id:uuid}"
SHOW_THE_GAME = {"", "/events", "/dice", "/files", "/files/{format_name:str}", "/tree", "/notes", "/analyses"}
"""What is played can be seen in them: they answer from `Games.get_for`, and stand in `test_watching.faces`."""
SHOW_NO_MOVE = {"/rules", "/brief", "/reach", "/steps", "/profiles", "/chat", "/company", "/tournament"}
"""The rules, or who is there; `steps` is refused to whoever sees a game late."""


def test_every_handler_of_a_module_is_served() -> None:
    names = [each.name for each in pkgutil.iter_modules(routes.__path__)]
    assert len(names) > 20
    for name in names:
        module = importlib.import_module(f"{routes.__name__}.{name}")
        missing = [each for each in getattr(module, "HANDLERS", []) if each not in HANDLERS]
        assert not missing, f"the HANDLERS of routes/{name}.py do not stand in app/app.py"


def test_every_path_is_in_the_documents() -> None:
    """By its last word: the documents abbreviate what stands before."""
    text = "".join(path.read_text(encoding="utf-8") for path in DOCS.glob("*.md"))
    for handler in HANDLERS:
        for path in handler.paths:
            words = re.findall(r"/[a-z][\w.-]*", re.sub(r"\{.*?\}", "", path))
            assert not words or words[-1] in text, f"no document tells of {path}"


def test_what_shows_a_game_is_known() -> None:
    """A new one belongs into one of the two lists, and if it shows moves, into `test_watching.faces`."""
    found = {
        path.removeprefix(GAME)
        for handler in HANDLERS
        if isinstance(handler, HTTPRouteHandler) and "GET" in handler.http_methods
        for path in handler.paths
        if path.startswith(GAME)
    }
    assert found == SHOW_THE_GAME | SHOW_NO_MOVE


def test_no_two_structs_of_the_interface_have_one_name(client: Client) -> None:
    """They would get names with those of their modules, in the page's types too."""
    schemas = client.http.get("/api/schema/openapi.json").json()["components"]["schemas"]
    assert [name for name in schemas if "_" in name] == ["match_events_Ended", "tournaments_events_Ended"]
