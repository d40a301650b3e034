"""The shipped rulebooks and the shipped computer player behind the server."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from axedrez import library
from axedrez.server import create_app
from axedrez.server.rulebooks.store import ShippedRulebooks
from tests.server.serving import Client, serving


@pytest.fixture(scope="module")
def chess_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("chess")
    with serving(create_app(f"sqlite:///{folder / 'games.db'}")) as address:
        yield Client(address)


def test_all_rulebooks_are_offered(chess_client: Client) -> None:
    books = {book["id"]: book for book in chess_client.http.get("/api/rulebooks").json()}
    assert {"clasico", "reglamento", "chess2d", "tradicional"} <= set(books)
    assert books["reglamento"]["same_law_as"] == "clasico"
    queen = chess_client.http.get("/api/rulebooks/tradicional").json()["pieces"][1]
    assert (queen["letters"]["es"], queen["names"]["es"], queen["symbols"]["white"]) == ("D", "reina", "♕")
    for book in books:
        for lang in ("es", "en"):
            rules = chess_client.http.get(f"/api/rulebooks/{book}/rules?lang={lang}").json()
            assert len(rules["sections"]) > 3


OTHER_RULES: dict[Any, list[dict[str, Any]]] = {
    "chess": [{"draws.repetition.count": 5, "draws.repetition.mode": "claim"}, {"goal.stalemate": "win"}],
    "tables": [{"match.length": 5}],
}
SHEETS = [
    (rulebook, options)
    for rulebook in ShippedRulebooks().ids()
    for options in ({}, *OTHER_RULES[type(library.sheet(rulebook)).__struct_config__.tag])
]


@pytest.mark.parametrize(("rulebook", "options"), SHEETS)
def test_a_stored_sheet_is_the_same_game(rulebook: str, options: dict[str, Any]) -> None:
    rulebooks = ShippedRulebooks()
    game = rulebooks.load(rulebook, options)
    assert (game.hash == rulebooks.load(rulebook).hash) is (not options)
    thawed = rulebooks.thaw(rulebooks.freeze(game))
    assert (thawed.hash, thawed.name, thawed.sheet) == (game.hash, game.name, game.sheet)


def test_what_may_be_planned_is_told_by_the_games_own_sheet(chess_client: Client) -> None:
    view = chess_client.new("clasico", options={"pawn.sideways": True})
    address = f"/api/games/{view['id']}/reach"
    reach = chess_client.http.get(address, params={"side": "black"}).json()
    assert reach["moves"]["P"]["e6"] == {"d5": "", "e5": "", "f5": "", "d6": "", "f6": ""}
    assert reach["drops"] == {}
    assert chess_client.http.get(address).status_code == 422
    tables = chess_client.new("chessgammon")["id"]
    assert chess_client.http.get(f"/api/games/{tables}/reach?side=white").json() == {"moves": {}, "drops": {}}


@pytest.mark.clause("D-1")
def test_the_offer_of_a_draw_is_refused_in_words(chess_client: Client) -> None:
    view = chess_client.new("chess2d")
    assert view["rulebook"]["offers"] == ["abandon"]
    assert "offer_draw" not in view["can"]
    refused = chess_client.send(view["id"], 0, "offer", offer="draw", side="white").json()["error"]
    assert (refused["reason"], refused["clause"]) == ("no_agreement", "D-1")
    assert refused["message"].endswith("(D-1)")


@pytest.mark.clause("T-3")
def test_the_traditional_game_explains_a_refused_try(chess_client: Client) -> None:
    view = chess_client.new("tradicional", moves=["e2e4", "f7f6", "d1h5"])
    assert view["moves"][2]["check"] == "e8"
    assert view["scene"]["check"] == {"place": "e8", "by": ["h5"], "announce": True}
    tries = {step["token"]: step for step in view["steps"]["refused"]}
    assert tries["b8c6"]["places"] == ["h5"]
    view = chess_client.do(view, "move", move="Cc6", lang="es")
    assert view["turn"] == "black"
    assert (view["last_refusal"]["clause"], view["last_refusal"]["places"]) == ("T-3", ["h5"])
    assert "h5" in view["last_refusal"]["message"]["es"]
    assert [option["labels"]["es"] for option in view["steps"]["options"]] == ["g6"]


@pytest.mark.parametrize("rulebook", ["clasico", "chess2d", "tradicional"])
@pytest.mark.parametrize("level", [1, 8])
def test_the_shipped_computer_player_answers(chess_client: Client, rulebook: str, level: int) -> None:
    view = chess_client.new(rulebook, players={"black": {"kind": "computer", "level": level}})
    view = chess_client.do(view, "move", move="e4")
    view = chess_client.wait(view["id"], 2)
    assert view["turn"] == "white"
    assert view["moves"][1]["by"] == "black"
