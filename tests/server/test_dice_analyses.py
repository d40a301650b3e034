"""Analyses of games of dice over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from axedrez.messages import LANGUAGES
from axedrez.server import create_app
from server.serving import Client, serving
from server.test_analyses import ask, refused, until

MOVES = ["31", "8/5 6/5", "42", "1/3 12/16", "66", "24/18 24/18 13/7 13/7"]


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("dice")
    with serving(create_app(f"sqlite:///{folder / 'games.db'}")) as address:
        client = Client(address)
        client.http.timeout = 200  # type: ignore[assignment]
        yield client


def test_moves_of_ones_own(real: Client) -> None:
    view = until(real, ask(real, rulebook="backgammon", moves=MOVES), "done", "failed", "cancelled")
    assert (view["state"], view["done"], view["total"], view["report"]) == ("done", 3, 3, None)
    report: dict[str, Any] = view["dice"]
    assert [turn["dice"] for turn in report["turns"]] == ["31", "42", "66"]
    first = report["turns"][0]
    assert (first["sign"], first["turns"][0]["move"], first["turns"][0]["is_played"]) == ("", "8/5 6/5", True)
    assert len(first["turns"]) == 5
    assert report["turns"][1]["loss"] > 0.03
    assert report["turns"][2]["luck"] > 0.2
    assert (report["result"], report["luck_adjusted"]) == (None, None)
    texts = {until(real, view, "done", lang=lang)["dice"]["players"][0]["text"] for lang in LANGUAGES}
    assert len(texts) == 2
    again = ask(real, rulebook="backgammon", moves=MOVES)
    assert (again["id"], again["state"]) == (view["id"], "done")
    deeper = ask(real, rulebook="backgammon", moves=MOVES, ply=1)
    assert deeper["id"] != view["id"]
    assert until(real, deeper, "done", "failed", "cancelled")["dice"]["ply"] == 1


@pytest.mark.parametrize(
    ("fields", "reason"),
    [({"ply": 9}, "request_malformed"), ({"moves": ["31", "8/4"]}, ""), ({"moves": ["13"]}, "tables_dice")],
)
def test_what_cannot_be_analysed(real: Client, fields: dict[str, Any], reason: str) -> None:
    status, found = refused(real, "/api/analyses", {"rulebook": "backgammon", **fields})
    assert status == 422
    assert not reason or found == reason
