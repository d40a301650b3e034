"""The viewer that pages of other sites may show in a frame: it alone, without a cookie."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import uuid4

import pytest

from axedrez.server import create_app
from tests.match.takeaway import TakeawayRulebooks
from tests.server.serving import Client, RandomPlayer, serving

VIEWER = "<!doctype html><title>viewer</title>"


@pytest.fixture(scope="module")
def framed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A client of a server with the two documents of the page."""
    folder = tmp_path_factory.mktemp("embed")
    (folder / "assets").mkdir()
    (folder / "index.html").write_text("<!doctype html><title>page</title>")
    (folder / "embed.html").write_text(VIEWER)
    (folder / "assets" / "embed-1a2b.js").write_text("export {}")
    app = create_app(f"sqlite:///{folder / 'games.db'}", folder, rulebooks=TakeawayRulebooks(), player=RandomPlayer)
    with serving(app) as address:
        yield Client(address)


def test_the_viewer_may_be_framed_by_anybody_and_knows_nobody(framed: Client) -> None:
    game = framed.new()["id"]
    for address in (f"/embed/{game}", f"/embed/{game}?lang=en&ply=3", f"/embed/{uuid4()}", "/embed/x", "/embed/%2e%2e",
        f"/embed/study/{uuid4()}", f"/embed/study/{uuid4()}/a1?lang=en"):  # fmt: skip
        answer = framed.http.get(address)
        assert (answer.status_code, answer.text) == (200, VIEWER)
        policy = answer.headers["content-security-policy"]
        assert "frame-ancestors *" in policy
        assert "default-src 'self'" in policy
        assert "form-action 'none'" in policy
        assert "x-frame-options" not in answer.headers
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-cache"
        assert "set-cookie" not in answer.headers


def test_nothing_else_may_be_framed(framed: Client) -> None:
    game = framed.new()["id"]
    for address in (
        "/",
        f"/game/{game}",
        f"/game/{game}?embed",
        "/embed",
        "/embed/",
        "/embed.html",
        f"/embed/{game}/more",
        f"/embed/study/{game}/a/b",
        f"/study/{game}",
        "/embed/..%2findex.html",
        "/embed/%2e%2e/index.html",
        f"/embed/..%2fgame%2f{game}",
        f"/x/embed/{game}",
        f"/EMBED/{game}",
        "/assets/embed-1a2b.js",
        f"/api/games/{game}",
        "/api/nothing",
    ):
        answer = framed.http.get(address)
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"], address
        assert answer.headers["x-frame-options"] == "DENY", address
        assert "json" in answer.headers["content-type"] or answer.status_code == 200, address


def test_a_viewer_that_was_not_built_is_said_to_be_missing(client: Client) -> None:
    answer = client.http.get("/embed/x?lang=en")
    assert answer.status_code == 503
    assert answer.text.startswith("The page")


def test_what_the_viewer_asks_for_makes_nobody_known(framed: Client) -> None:
    """A game can be read without a cookie, and reading sets none."""
    game = framed.new()["id"]
    for address in (f"/api/games/{game}", "/api/rulebooks/takeaway"):
        answer = framed.http.get(address)
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers
