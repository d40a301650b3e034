"""My games over HTTP: found by every filter, in pages, and listed only for their owner."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
from redis import Redis

from axedrez.server import create_app
from tests.match.takeaway import TakeawayRulebooks
from tests.patience import until
from tests.server.channels import REDIS
from tests.server.serving import Client, RandomPlayer, serving
from tests.server.visiting import Visitor

PASSWORD = "caballo-2"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    database = f"sqlite:///{tmp_path_factory.mktemp('mine') / 'games.db'}"
    with serving(create_app(database, rulebooks=TakeawayRulebooks(), player=RandomPlayer)) as address:
        yield address


def page(visitor: Visitor, **asked: Any) -> dict[str, Any]:
    answer = visitor.http.get("/api/games", params={"mine": True, "lang": "en", **asked})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def mine(visitor: Visitor, **asked: Any) -> list[str]:
    return [game["id"] for game in page(visitor, **asked)["games"]]


def refused(answer: httpx.Response, status: int) -> str:
    assert answer.status_code == status, answer.text
    reason: str = answer.json()["error"]["reason"]
    return reason


def met(host: Visitor, guest: Visitor) -> str:
    """A game of two persons, the host with White."""
    game: str = guest.accept(host.invite(colour="white"))["id"]
    return game


def alone(visitor: Visitor, **fields: Any) -> str:
    """A game made for one screen."""
    made: str = visitor.ask("POST", "/api/games", 201, id=str(uuid4()), rulebook="takeaway", **fields)["id"]
    return made


def test_each_has_their_own(address: str) -> None:
    ana, eva, leo = (Visitor(address, name) for name in ("Ana", "Eva Núñez", "Leo"))
    first, second = met(ana, eva), met(eva, leo)
    here = alone(ana)
    against = alone(ana, players={"black": {"kind": "computer", "level": 2}})
    ana.act(here, "resign", side="white")
    again = ana.ask("POST", f"/api/games/{here}/rematch", 201, id=str(uuid4()))["id"]
    assert mine(ana, limit=1) == [again], "a rematch at one's own screen is one's own"
    ana.act(again, "abort")
    nobodys = Client(address).new()["id"]
    assert (set(mine(ana)), mine(eva), mine(leo)) == ({again, against, here, first}, [second, first], [second])
    assert {game["id"]: game["seat"] for game in page(ana)["games"]} == {
        again: None,
        against: "white",
        here: None,
        first: "white",
    }
    everybody = ana.http.get("/api/games").json()["games"]
    assert {nobodys, second} <= {game["id"] for game in everybody}
    assert {game["seat"] for game in everybody} == {None}
    assert refused(Visitor(address).http.get("/api/games", params={"mine": True}), 401) == "nobody"


def test_they_are_found_by_each_of_their_marks(address: str) -> None:
    ana, eva, leo = (Visitor(address, name) for name in ("Ana", "Eva Núñez", "Leo"))
    lost, won, drawn, running = met(ana, eva), met(ana, leo), met(ana, eva), met(ana, leo)
    against = alone(ana, players={"white": {"kind": "human"}, "black": {"kind": "computer", "level": 2}})
    ana.act(lost, "resign", side="white")
    leo.act(won, "resign", side="black")
    ana.act(drawn, "offer", offer="draw", side="white")
    eva.act(drawn, "accept", offer="draw", side="black")
    ana.act(running, "move", move="take1")
    assert [mine(ana, result=result) for result in ("won", "lost", "drawn")] == [[won], [lost], [drawn]]
    assert [mine(eva, result=result) for result in ("won", "lost", "drawn")] == [[lost], [], [drawn]]
    assert set(mine(ana, state="finished")) == {lost, won, drawn}
    assert set(mine(ana, state="running")) == set(mine(ana, running=True)) == {running, against}
    assert (mine(ana, turn="theirs"), mine(ana, turn="mine")) == ([running], [against])
    assert (mine(leo, turn="theirs"), mine(leo, turn="mine")) == ([], [running])
    assert set(mine(ana, opponent="nunez")) == {lost, drawn}
    assert mine(ana, opponent=" EVA ", result="drawn") == [drawn]
    for computer in ("ordenador", "computer", "Principiante (2)"):
        assert mine(ana, opponent=computer) == [against]
    for text in ("%", "_", "'", '"', "\\", "' OR 1=1 --", "%' OR '1'='1"):
        assert mine(ana, opponent=text) == []
    assert set(mine(ana, rulebook="takeaway")) == {lost, won, drawn, running, against}
    assert mine(ana, rulebook="clasico") == []
    assert [known["rulebook"] for known in ana.ask("GET", "/api/me/rulebooks")] == ["takeaway"]
    assert Visitor(address, "Nuevo").ask("GET", "/api/me/rulebooks") == []
    times = {game["id"]: game["updated_at"] for game in page(ana)["games"]}
    since = set(mine(ana, since=times[drawn]))
    assert since == {game for game, at in times.items() if at >= times[drawn]}
    assert set(mine(ana, until=times[drawn])) == set(times) - since


def test_they_are_read_in_pages(address: str) -> None:
    ana = Visitor(address, "Ana")
    made = [alone(ana) for _ in range(5)]
    found: list[str] = []
    cursor: str | None = None
    while True:
        part = page(ana, limit=2, state="running", **({"before": cursor} if cursor else {}))
        found += [game["id"] for game in part["games"]]
        if (cursor := part["next"]) is None:
            break
    assert len(found) == 5
    assert set(found) == set(made)


def test_what_makes_no_sense_is_refused(address: str) -> None:
    ana = Visitor(address, "Ana")
    nonsense: tuple[dict[str, Any], ...] = (
        {"opponent": "Eva"},
        {"result": "won"},
        {"turn": "mine"},
        {"mine": True, "result": "best"},
        {"mine": True, "turn": "white"},
        {"mine": True, "state": "lost"},
        {"mine": True, "opponent": "a\x00b"},
        {"mine": True, "opponent": "x" * 61},
        {"mine": True, "since": -1},
        {"mine": True, "until": 2**60},
        {"mine": True, "rulebook": "../etc"},
    )
    for asked in nonsense:
        assert refused(ana.http.get("/api/games", params=asked), 422) == "request_malformed", asked


def test_cursors_of_ones_own_making_do_no_harm(address: str) -> None:
    ana = Visitor(address, "Ana")
    made = alone(ana)
    for at, found in ((10**20, [made]), (-(10**20), []), (0, [])):
        assert mine(ana, before=f"{at}_{uuid4()}") == found
    assert refused(ana.http.get("/api/games", params={"before": "1_x"}), 422) == "request_malformed"


def test_an_account_keeps_the_games_of_the_guest(address: str) -> None:
    ana, eva = Visitor(address, "Ana"), Visitor(address, "Eva")
    games = [met(ana, eva), alone(ana)]
    ana.ask("POST", "/api/accounts", 201, login="ana-de-los-rios", password=PASSWORD)
    other = Visitor(address)
    other.ask("POST", "/api/sessions", 201, login="ana-de-los-rios", password=PASSWORD)
    assert set(mine(ana)) == set(mine(other)) == set(games)
    token = other.ask("POST", "/api/me/tokens", 201, label="bot")["token"]
    assert set(mine(Visitor(address, headers={"authorization": f"Bearer {token}"}))) == set(games)


def test_who_deletes_the_account_leaves_no_name(address: str) -> None:
    ana, eva, leo = Visitor(address, "Ana Secreta"), Visitor(address, "Eva"), Visitor(address)
    game = met(ana, eva)
    ana.act(game, "move", move="take1")
    ana.ask("POST", f"/api/games/{game}/chat", 201, id=str(uuid4()), room="players", text="hola")
    ana.ask("POST", "/api/accounts", 201, login="ana-secreta", password=PASSWORD)
    assert "Secreta" in str(leo.ask("GET", f"/api/games/{game}"))
    ana.ask("DELETE", "/api/me", password=PASSWORD)
    assert mine(eva) == [game]
    assert mine(eva, opponent="secreta") == []
    told = [leo.ask("GET", f"/api/games/{game}"), leo.ask("GET", "/api/games"), page(eva)]
    told.append(eva.ask("GET", f"/api/games/{game}/chat"))
    assert "Secreta" not in str(told)
    assert told[0]["players"]["black"]["name"] == "Eva"
    # The game goes on, and the seat stays taken.
    assert eva.act(game, "move", move="take1")["view"]["seq"] == 2
    assert leo.act(game, "resign", 422, side="white")["error"]["reason"] == "not_your_seat"


def test_other_servers_forget_the_name_too(tmp_path: Path, redis: Redis) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with ExitStack() as stack:
        one, other = (
            stack.enter_context(
                serving(create_app(url, rulebooks=TakeawayRulebooks(), player=RandomPlayer, channels_url=REDIS))
            )
            for _ in range(2)
        )
        ana, eva, leo = Visitor(one, "Ana Secreta"), Visitor(one, "Eva"), Visitor(other)
        game = met(ana, eva)
        assert "Secreta" in str(leo.ask("GET", f"/api/games/{game}")), "it is in the memory of the other server now"
        ana.ask("POST", "/api/accounts", 201, login="ana-secreta", password=PASSWORD)
        ana.ask("DELETE", "/api/me", password=PASSWORD)
        until(lambda: "Secreta" not in str(leo.ask("GET", f"/api/games/{game}")), "the news does not arrive")
