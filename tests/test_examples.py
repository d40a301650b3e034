"""The programs of `examples/` do what they say, as processes of their own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from axedrez.server import create_app
from tests.match.takeaway import TakeawayRulebooks
from tests.server.serving import RandomPlayer, serving
from tests.server.visiting import Visitor

CLIENT = Path(__file__).parents[1] / "examples" / "client.py"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    database = f"sqlite:///{tmp_path_factory.mktemp('examples') / 'games.db'}"
    with serving(create_app(database, rulebooks=TakeawayRulebooks(), player=RandomPlayer)) as address:
        yield address


def account(address: str, login: str) -> tuple[str, str]:
    """The id of a new account, and a token."""
    visitor = Visitor(address, login)
    visitor.ask("POST", "/api/accounts", 201, login=login, password="caballo blanco")
    text: str = visitor.ask("POST", "/api/me/tokens", 201, label="client")["token"]
    return visitor.me()["id"], text


def test_two_clients_play_a_game_to_its_end(address: str) -> None:
    (ana, first), (_, second) = account(address, "ana"), account(address, "eva")
    programs = [
        subprocess.Popen(
            [sys.executable, CLIENT, f"http://{address}", "--token", *more],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for more in ((first,), (second, "--invite", ana, "--rulebook", "takeaway"))
    ]
    try:
        told = [program.communicate(timeout=300) for program in programs]
    finally:
        for program in programs:
            program.kill()
    assert [err for _, err in told] == ["", ""]
    (game, result), other = (out.split() for out, _ in told)
    assert other == [game, result]
    view = Visitor(address).ask("GET", f"/api/games/{game}")
    assert (view["outcome"]["result"], view["outcome"]["reason"]) == (result, "extinction"), "it was played to its end"
    assert sum(int(move["move"].removeprefix("take")) for move in view["moves"]) == 21
    assert {view["players"][side]["name"] for side in ("white", "black")} == {"ana", "eva"}
    assert view["rulebook"]["id"] == "takeaway"
