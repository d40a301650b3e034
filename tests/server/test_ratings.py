"""Rated games at a server: who may play them, ratings after the end, profiles, followed people, leaderboards."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import Connection, update
from websockets.sync.client import connect

from axedrez.server import create_app
from axedrez.server.tournaments import ratings
from axedrez.storage import Store
from axedrez.storage.schema import ratings as table
from tests.match.takeaway import TakeawayRulebooks
from tests.patience import LONG_S, until
from tests.server.serving import RandomPlayer, serving
from tests.server.visiting import PASSWORD, Visitor, account

BLITZ = {"kind": "fischer", "initial_ms": 180_000, "increment_ms": 2000}


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    return f"sqlite:///{tmp_path_factory.mktemp('ratings') / 'games.db'}"


@pytest.fixture(scope="module")
def address(database: str) -> Iterator[str]:
    before, ratings.POLL_S = ratings.POLL_S, 0.05
    with serving(create_app(database, rulebooks=TakeawayRulebooks(), player=RandomPlayer)) as address:
        yield address
    ratings.POLL_S = before


@pytest.fixture
def ana(address: str) -> Visitor:
    return account(address, "Ana")


@pytest.fixture
def eva(address: str) -> Visitor:
    return account(address, "Eva")


def play(white: Visitor, black: Visitor, loser: str = "black", **fields: Any) -> str:
    """A rated game that one of them resigns after both have moved."""
    invitation = white.invite(colour="white", **{"clock": BLITZ, "rated": True, **fields})
    game: str = black.accept(invitation)["id"]
    white.act(game, "move", move="take1")
    black.act(game, "move", move="take1")
    (white if loser == "white" else black).act(game, "resign", side=loser)
    return game


def profile(visitor: Visitor, of: Visitor, status: int = 200) -> Any:
    return visitor.ask("GET", f"/api/people/{of.me()['id']}", status)


def rated(visitor: Visitor, games: int) -> dict[str, Any]:
    """The rating of somebody after so many games."""

    found: list[dict[str, Any]] = []

    def look() -> bool:
        found[:] = [line for line in profile(visitor, visitor)["ratings"] if line["games"] == games]
        return bool(found)

    until(look)
    return found[0]


def test_who_may_play_rated_games_and_how(ana: Visitor, eva: Visitor, address: str) -> None:
    guest = Visitor(address, "Leo")
    for visitor, fields, reason in (
        (guest, {"clock": BLITZ}, "rated_account"),
        (ana, {}, "rated_clock"),
        (ana, {"clock": BLITZ | {"black": {"initial_ms": 1000}}}, "rated_unequal"),
        (ana, {"clock": BLITZ, "position": "7/b"}, "rated_position"),
        (ana, {"clock": BLITZ, "options": {"stones": 9}}, "rated_options"),
        (ana, {"clock": BLITZ, "to": guest.me()["id"]}, "rated_account"),
    ):
        refused = visitor.invite(422, rated=True, **fields)["error"]
        assert refused["reason"] == reason
        assert refused["message"].endswith(".")
    assert ana.refused("POST", "/api/games", 422, id=str(uuid4()), rulebook="takeaway", rated=True) == "rated_apart"
    assert ana.invite(422, rated="yes")["error"]["reason"] == "request_malformed"
    # The default of an option is no option, and the start no position.
    invitation = ana.invite(rated=True, clock=BLITZ, options={"stones": 21}, position="21/w", colour="white")
    assert invitation["rated"]
    assert guest.accept(invitation, 422)["error"]["reason"] == "rated_account"
    game = eva.accept(invitation)
    assert (game["rated"], game["casual"]) == (True, False)
    assert ana.act(game["id"], "move", move="take1")["view"]["rated"]


def test_a_wish_for_a_rated_game_meets_another_one(ana: Visitor, eva: Visitor) -> None:
    wish = {"rulebook": "takeaway", "clock": BLITZ | {"initial_ms": 77_000}}
    waiting = ana.ask("POST", "/api/lobby/any", 201, id=str(uuid4()), rated=True, **wish)
    assert waiting["invitation"]["rated"]
    assert eva.ask("POST", "/api/lobby/any", 201, id=str(uuid4()), **wish)["game"] is None
    met = eva.ask("POST", "/api/lobby/any", 201, id=str(uuid4()), rated=True, **wish)
    assert eva.ask("GET", f"/api/games/{met['game']}")["rated"]


def test_a_game_changes_both_ratings_once(ana: Visitor, eva: Visitor) -> None:
    game = play(ana, eva)
    one, other = rated(ana, 1), rated(eva, 1)
    assert (round(one["rating"]), round(other["rating"])) == (1662, 1338)  # two who have not played
    assert (one["speed"], one["provisional"], one["names"]["en"]) == ("blitz", True, "Heap")
    history = eva.ask("GET", f"/api/people/{ana.me()['id']}/ratings/{one['sheet']}/blitz")
    assert [(point["game"], point["score"]) for point in history] == [(game, 1.0)]
    assert history[0]["rating"] == one["rating"]
    # Ended before both had moved, and without rating.
    short = eva.accept(ana.invite(colour="white", clock=BLITZ, rated=True))["id"]
    ana.act(short, "abort")
    plain = play(ana, eva, rated=False)
    play(eva, ana)
    assert rated(ana, 2)["rating"] < one["rating"]
    games = [point["game"] for point in eva.ask("GET", f"/api/people/{ana.me()['id']}/ratings/{one['sheet']}/blitz")]
    assert len(games) == 2
    assert not {short, plain} & set(games)


def test_a_profile(ana: Visitor, eva: Visitor, address: str) -> None:
    games = [play(ana, eva), play(eva, ana), play(eva, ana, loser="white", rated=False)]
    rated(ana, 2)
    seen = profile(eva, ana)
    assert (seen["name"], seen["mine"], seen["followed"]) == ("Ana", False, False)
    assert seen["head_to_head"] == {"won": 1, "drawn": 0, "lost": 2}
    assert [(each["names"]["en"], each["games"]) for each in seen["favourites"]] == [("Heap", 3)]
    mine = profile(ana, ana)
    assert (mine["mine"], mine["head_to_head"]) == (True, None)
    assert [each["games"] for each in profile(Visitor(address), ana)["ratings"]] == [2], "also to whoever has no cookie"
    path = f"/api/people/{ana.me()['id']}/games"
    seats = eva.ask("GET", f"/api/games/{games[0]}/profiles")
    assert (seats["white"]["person"], seats["white"]["provisional"]) == (ana.me()["id"], True)
    assert seats["white"]["rating"] == round(rated(ana, 2)["rating"])
    assert eva.ask("GET", f"/api/games/{games[2]}/profiles")["black"]["rating"] is None, "it is not rated"
    first = eva.http.get(path, params={"limit": 2}).json()
    second = eva.http.get(path, params={"limit": 2, "before": first["next"]}).json()
    assert [each["id"] for each in first["games"] + second["games"]] == games[::-1]
    assert second["next"] is None
    assert {each["seat"] for each in first["games"]} == {"black"}
    guest = Visitor(address, "Leo")
    for unknown in (guest.me()["id"], str(uuid4())):
        for rest in ("", "/games", "/ratings/x/blitz"):
            assert eva.refused("GET", f"/api/people/{unknown}{rest}", 404) == "unknown_profile"
    assert eva.refused("GET", f"/api/people/{ana.me()['id']}/ratings/x/quick", 404) == "unknown_rating"
    assert eva.ask("GET", f"/api/people/{ana.me()['id']}/ratings/x/blitz") == []
    assert eva.http.get("/api/people/ñ").status_code == 404
    assert eva.http.get(path, params={"before": "x"}).status_code == 422


def test_what_one_does_not_want_to_be_seen(ana: Visitor, eva: Visitor, address: str) -> None:
    play(ana, eva)
    line = rated(ana, 1)
    history = f"/api/people/{ana.me()['id']}/ratings/{line['sheet']}/blitz"

    def choose(**settings: object) -> None:
        ana.ask("PATCH", "/api/me", settings=settings)

    choose(ratings="hidden")
    assert profile(eva, ana)["ratings"] is None
    assert eva.refused("GET", history, 404) == "unknown_profile"
    assert ana.ask("GET", history) != []
    choose(ratings="shown", profile="followed")
    assert eva.refused("GET", f"/api/people/{ana.me()['id']}", 404) == "unknown_profile"
    assert Visitor(address).http.get(f"/api/people/{ana.me()['id']}/games").status_code == 404
    ana.ask("PUT", f"/api/me/following/{eva.me()['id']}", 204)
    assert profile(eva, ana)["name"] == "Ana"
    for setting in ("nobody", "whoever", 5, True):  # what is no word is nobody
        choose(profile=setting)
        assert profile(eva, ana, 404)["error"]["reason"] == "unknown_profile"
        assert eva.http.get(f"/api/ratings/{line['sheet']}/blitz").status_code == 200
    assert profile(ana, ana)["mine"]
    choose(profile="everybody")
    ana.ask("PUT", f"/api/me/blocked/{eva.me()['id']}", 204)
    assert eva.refused("GET", f"/api/people/{ana.me()['id']}", 404) == "unknown_profile"
    assert ana.refused("GET", f"/api/people/{eva.me()['id']}", 404) == "unknown_profile"


def test_following(ana: Visitor, eva: Visitor, address: str) -> None:
    path = f"/api/me/following/{eva.me()['id']}"
    for _ in range(2):  # twice is no harm
        ana.ask("PUT", path, 204)
    followed = ana.ask("GET", "/api/me/following")
    assert [(each["name"], each["here"], each["game"]) for each in followed] == [("Eva", False, None)]
    assert profile(ana, eva)["followed"]
    eva.ask("POST", "/api/lobby/any", 201, id=str(uuid4()), rulebook="takeaway", clock=BLITZ, delay=7)
    assert ana.ask("GET", "/api/me/following")[0]["here"]
    game = eva.accept(ana.invite(clock=BLITZ))["id"]
    cookie = {"cookie": f"axedrez={eva.http.cookies['axedrez']}"}
    with connect(f"ws://{address}/api/games/{game}/socket", additional_headers=cookie) as socket:
        socket.recv(timeout=LONG_S)
        until(lambda: ana.ask("GET", "/api/me/following")[0]["game"] == game)
        eva.ask("PATCH", "/api/me", settings={"profile": "nobody"})
        assert ana.ask("GET", "/api/me/following")[0]["game"] is None
    assert eva.ask("GET", "/api/me/following") == []
    ana.ask("DELETE", path, 204)
    assert ana.ask("GET", "/api/me/following") == []
    guest = Visitor(address, "Leo")
    assert guest.refused("PUT", f"/api/me/following/{ana.me()['id']}", 422) == "follow_account"
    assert ana.refused("PUT", f"/api/me/following/{ana.me()['id']}", 422) == "follow_oneself"
    for unknown in (guest.me()["id"], eva.me()["id"], str(uuid4())):
        assert ana.refused("PUT", f"/api/me/following/{unknown}", 404) == "unknown_profile"
    assert Visitor(address).refused("GET", "/api/me/following", 401) == "nobody"
    # Who blocks somebody follows them no more, nor the other way round.
    eva.ask("PATCH", "/api/me", settings={"profile": "everybody"})
    ana.ask("PUT", path, 204)
    eva.ask("PUT", f"/api/me/following/{ana.me()['id']}", 204)
    ana.ask("PUT", f"/api/me/blocked/{eva.me()['id']}", 204)
    assert ana.ask("GET", "/api/me/following") == eva.ask("GET", "/api/me/following") == []


def test_leaderboards(ana: Visitor, eva: Visitor, address: str, database: str) -> None:
    play(ana, eva)
    line = rated(ana, 1)
    boards = ana.ask("GET", "/api/ratings")
    kind = next(each for each in boards["kinds"] if (each["sheet"], each["speed"]) == (line["sheet"], "blitz"))
    assert kind["people"] >= 2
    assert [each["level"] for each in boards["levels"]] == list(range(1, 9))
    path = f"/api/ratings/{line['sheet']}/blitz"
    assert ana.ask("GET", path)["people"] == [], "one game is provisional"
    known = {ana.me()["id"]: 1700.0, eva.me()["id"]: 1800.0}
    asyncio.run(set_ratings(database, known))
    shown = ana.ask("GET", path)
    assert [(each["person"], each["rating"]) for each in shown["people"]] == [*reversed(known.items())]
    assert (shown["first"], shown["more"]) == (1, False)
    eva.ask("PATCH", "/api/me", settings={"ratings": "hidden"})
    assert [each["name"] for each in ana.ask("GET", path)["people"]] == ["Ana"]
    assert ana.http.get(path, params={"page": 1}).json()["people"] == []
    assert ana.http.get(path, params={"page": -1}).status_code == 422
    assert ana.refused("GET", f"/api/ratings/{line['sheet']}/quick", 404) == "unknown_rating"
    assert ana.ask("GET", "/api/ratings/x/bullet")["people"] == []
    long_ago = {ana.me()["id"]: 1700.0}
    asyncio.run(set_ratings(database, long_ago, at=0))
    assert ana.ask("GET", path)["people"] == [], "known too long ago"


async def set_ratings(database: str, of: dict[str, float], at: int | None = None) -> None:
    """Make the ratings of people well known."""
    store = await Store.open(database)

    def work(connection: Connection) -> None:
        for person, value in of.items():
            own = update(table).where(table.c.person == person)
            connection.execute(own.values(rating=value, deviation=60.0, **({} if at is None else {"at": at})))

    await store.writer.run(work)
    await store.close()


def test_what_is_kept_and_what_is_left_of_it(ana: Visitor, eva: Visitor) -> None:
    game = play(ana, eva)
    rated(ana, 1)
    ana.ask("PUT", f"/api/me/following/{eva.me()['id']}", 204)
    eva.ask("PUT", f"/api/me/following/{ana.me()['id']}", 204)
    kept = ana.ask("GET", "/api/me/data")
    assert [each["games"] for each in kept["ratings"]] == [1]
    assert [each["game"] for each in kept["rated_games"]] == [game]
    assert [each["name"] for each in kept["following"]] == ["Eva"]
    gone = ana.me()["id"]
    ana.ask("DELETE", "/api/me", password=PASSWORD)
    assert eva.refused("GET", f"/api/people/{gone}", 404) == "unknown_profile"
    assert eva.ask("GET", "/api/me/following") == []
    assert rated(eva, 1)["games"] == 1
