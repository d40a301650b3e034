"""One server for the tests that do not disturb each other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from axedrez.server import create_app
from match.takeaway import TakeawayShelf
from server.serving import Client, Lots, serving


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A client of a server that plays takeaway, with a small page."""
    folder = tmp_path_factory.mktemp("server")
    page = folder / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("<!doctype html><title>page</title>")
    (page / "assets" / "app-1a2b.js").write_text("export {}")
    (folder / "secret.txt").write_text("nobody's business")
    app = create_app(_url(folder), page, shelf=TakeawayShelf(), mind=Lots)
    with serving(app) as address:
        yield Client(address)


def _url(folder: Path) -> str:
    return f"sqlite:///{folder / 'games.db'}"
