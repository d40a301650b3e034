"""Rated games against the computer: its levels have fixed ratings, and nothing helps while such a game goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest

from axedrez.ratings import ANCHORS, Rating, RatingBook, anchor_id, level_of_anchor
from axedrez.server import create_app
from axedrez.server.play.live_game import now_ms
from axedrez.server.tournaments import ratings
from axedrez.storage import RatingStore, Store
from tests.patience import until
from tests.server.serving import RandomPlayer, serving
from tests.server.visiting import Visitor, account

BLITZ = {"kind": "fischer", "initial_ms": 180_000, "increment_ms": 2000}
LEVEL_3 = {"black": {"kind": "computer", "level": 3}}


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    return f"sqlite:///{tmp_path_factory.mktemp('levels') / 'games.db'}"


@pytest.fixture(scope="module")
def address(database: str) -> Iterator[str]:
    before, ratings.POLL_S = ratings.POLL_S, 0.05
    with serving(create_app(database, player=RandomPlayer)) as found:
        yield found
    ratings.POLL_S = before


def asked(who: Visitor, status: int = 201, **fields: Any) -> Any:
    wanted = {"rulebook": "clasico", "players": LEVEL_3, "clock": BLITZ, "rated": True, **fields}
    return who.ask("POST", "/api/games", status, id=str(uuid4()), **wanted)


def lost(who: Visitor) -> str:
    """A rated game that the account resigns after both have moved."""
    game: str = asked(who)["id"]
    who.act(game, "move", move="e2e4")
    until(lambda: who.ask("GET", f"/api/games/{game}")["turn"] == "white")
    who.act(game, "resign", side="white")
    return game


def of(who: Visitor) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = who.ask("GET", f"/api/people/{who.me()['id']}")["ratings"]
    return found


def test_a_level_has_a_fixed_rating_and_a_recount_finds_the_same(address: str, database: str) -> None:
    ana = account(address, "Ana")
    game = lost(ana)
    until(lambda: of(ana))
    (line,) = of(ana)
    book = RatingBook[str]()
    expected = book.play_anchor("ana", ANCHORS[3], 0, 1).rating
    assert (line["games"], line["speed"]) == (1, "blitz")
    assert line["rating"] == pytest.approx(expected.rating)
    me = ana.me()["id"]
    (point,) = ana.ask("GET", f"/api/people/{me}/ratings/{line['sheet']}/blitz")
    assert point["game"] == game

    async def recounted() -> Any:
        store = await Store.open(database)
        try:
            return await RatingStore(store.engine, store.writer).recount(now_ms)
        finally:
            await store.close()

    assert asyncio.run(recounted())[1:] == (0, 0)
    assert level_of_anchor(anchor_id(3)) == 3
    assert level_of_anchor(uuid4()) is None
    weak, strong = (book.play_anchor("eva", ANCHORS[level], 1, at).rating.rating for at, level in ((2, 1), (3, 8)))
    assert Rating().rating < weak < strong


def test_what_helps_is_refused_and_an_early_end_changes_nothing(address: str) -> None:
    eva = account(address, "Eva")
    view = asked(eva)
    game = view["id"]
    assert (view["rated"], view["casual"]) == (True, False)
    eva.act(game, "abort")
    game = asked(eva)["id"]
    eva.act(game, "move", move="e2e4")
    until(lambda: eva.ask("GET", f"/api/games/{game}")["turn"] == "white")
    assert eva.ask("POST", f"/api/games/{game}/hint", 422)["error"]["reason"]
    assert eva.act(game, "undo", 422)["error"]["reason"] == "not_casual"
    eva.act(game, "abort", 422)
    analysis = {"rulebook": "clasico", "position": view["position"], "moves": ["d2d4"]}
    assert eva.refused("POST", "/api/analyses", 422, **analysis) == "analysis_playing"
    Visitor(address).act(game, "resign", 422, side="white")
    assert of(eva) == []


def test_what_cannot_be_rated_is_refused_in_a_sentence(address: str) -> None:
    leo, guest = account(address, "Leo"), Visitor(address, "guest")
    position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    for who, fields, reason in (
        (guest, {}, "rated_account"),
        (leo, {"players": {}}, "rated_apart"),
        (leo, {"players": {"black": {"kind": "computer"}}}, "rated_level"),
        (leo, {"rulebook": "backgammon"}, "rated_level"),
        (leo, {"clock": None}, "rated_clock"),
        (leo, {"clock": {**BLITZ, "black": {"initial_ms": 60_000}}}, "rated_unequal"),
        (leo, {"position": position}, "rated_position"),
        (leo, {"moves": ["e2e4"]}, "rated_position"),
    ):
        answer = asked(who, 422, **fields)
        assert answer["error"]["reason"] == reason, fields
        assert answer["error"]["message"]
