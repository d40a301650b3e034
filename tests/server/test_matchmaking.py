"""Matchmaking: everybody who can be matched is, on one server or two; absent people are not; a fair lobby."""

from __future__ import annotations

import asyncio
import json
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
from redis import Redis
from websockets.sync.client import ClientConnection, connect

from axedrez.server import create_app
from axedrez.server.access.authentication import Identity
from axedrez.server.access.throttle import Rates
from axedrez.server.community import lobby
from tests.clocks import Clock
from tests.match.takeaway import TakeawayRulebooks
from tests.patience import LONG_S
from tests.server.channels import REDIS
from tests.server.serving import RandomPlayer, serving
from tests.server.visiting import Visitor

CLOCK = {"kind": "fischer", "initial_ms": 60_000, "increment_ms": 1000}
GUESTS = 31


@contextmanager
def nodes(url: str, count: int, channels: str | None = None) -> Iterator[list[str]]:
    with ExitStack() as stack:
        apps = [
            create_app(url, rulebooks=TakeawayRulebooks(), player=RandomPlayer, rates=Rates(), channels_url=channels)
            for _ in range(count)
        ]
        yield [stack.enter_context(serving(app)) for app in apps]


def wish(**fields: Any) -> dict[str, Any]:
    return {"id": str(uuid4()), "rulebook": "takeaway", "clock": CLOCK, **fields}


async def all_at_once(addresses: list[str]) -> list[str | None]:
    """The games of guests who ask at the same moment, half of them at each server."""
    together = asyncio.Barrier(GUESTS)

    async def one(number: int) -> str | None:
        base = f"http://{addresses[number % len(addresses)]}"
        async with httpx.AsyncClient(base_url=base, timeout=LONG_S, verify=False) as http:
            await http.get("/api/me")
            await together.wait()
            asked = wish()
            met = (await http.post("/api/lobby/any", json=asked)).json()
            await together.wait()
            if met["game"] is not None:
                again = (await http.post("/api/lobby/any", json=asked)).json()
                assert again["game"] == met["game"], "a repetition is no second game"
                return str(met["game"])
            found = (await http.get(f"/api/invitations/{met['invitation']['id']}")).json()
            return None if found["game"] is None else str(found["game"])

    return list(await asyncio.gather(*(one(number) for number in range(GUESTS))))


@pytest.mark.parametrize("count", [1, 2])
def test_everybody_who_asks_at_once_meets_somebody(count: int, postgres_url: str, redis: Redis, tmp_path: Path) -> None:
    url, channels = (postgres_url, REDIS) if count > 1 else (f"sqlite:///{tmp_path / 'games.db'}", None)
    with nodes(url, count, channels) as addresses:
        games = Counter(asyncio.run(all_at_once(addresses)))
        assert games.pop(None) == 1
        assert len(games) == GUESTS // 2
        assert set(games.values()) == {2}


def line(visitor: Visitor) -> ClientConnection:
    cookie = {"cookie": f"axedrez={visitor.http.cookies['axedrez']}"}
    return connect(f"ws://{visitor.address}/api/lobby/socket?frames=accepted", additional_headers=cookie)


def heard(socket: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        frame: dict[str, Any] = json.loads(socket.recv(timeout=LONG_S))
        if frame["type"] == kind:
            return frame


def test_who_has_gone_is_met_by_nobody_and_who_is_back_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "HERE_MS", 600_000)  # but for the socket, ana would be there
    leave, gone = lobby.Lobby.left, threading.Event()

    async def left(self: lobby.Lobby, me: Identity) -> None:
        await leave(self, me)
        gone.set()

    monkeypatch.setattr(lobby.Lobby, "left", left)
    with nodes(f"sqlite:///{tmp_path / 'games.db'}", 1) as (address,):
        ana, eva = Visitor(address, "Ana"), Visitor(address, "Eva")
        with line(ana) as socket:
            heard(socket, "heartbeat")
            assert ana.ask("POST", "/api/lobby/any", 201, **wish())["game"] is None
        assert gone.wait(LONG_S)
        waiting = eva.ask("POST", "/api/lobby/any", 201, **wish())
        assert waiting["game"] is None, "ana has gone"
        with line(eva) as hers, line(ana) as socket:
            told = heard(socket, "accepted")
            assert heard(hers, "accepted")["game"] == told["game"]
            own = eva.ask("GET", f"/api/invitations/{waiting['invitation']['id']}")
            assert (own["game"], own["accepted_by_name"]) == (told["game"], "Ana")
        players = eva.ask("GET", f"/api/games/{told['game']}")["players"]
        assert {players["white"]["name"], players["black"]["name"]} == {"Ana", "Eva"}


def test_without_a_socket_one_is_there_while_one_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    monkeypatch.setattr(lobby, "SEEN_MS", 0)
    with nodes(f"sqlite:///{tmp_path / 'games.db'}", 1) as (address,):
        ana, eva = Visitor(address, "Ana"), Visitor(address, "Eva")
        first = ana.ask("POST", "/api/lobby/any", 201, **wish())["invitation"]
        clock.ahead_ms += lobby.HERE_MS
        second = eva.ask("POST", "/api/lobby/any", 201, **wish())
        assert second["game"] is None, "ana has not asked for a while"
        game = ana.ask("GET", f"/api/invitations/{first['id']}")["game"]
        assert game is not None
        assert eva.ask("GET", f"/api/invitations/{second['invitation']['id']}")["game"] == game


def test_a_few_with_many_invitations_do_not_hide_the_others(tmp_path: Path) -> None:
    with nodes(f"sqlite:///{tmp_path / 'games.db'}", 1) as (address,):
        honest = Visitor(address, "Ana").invite(public=True)
        for number in range(12):
            greedy = Visitor(address, f"Greedy {number}")
            statuses = [
                greedy.http.post("/api/invitations", json={**wish(delay=n), "public": True}).status_code
                for n in range(7)
            ]
            assert statuses == [201] * 5 + [429] * 2
        first = Visitor(address).ask("GET", "/api/lobby")
        assert (len(first["invitations"]), first["more"]) == (50, True)
        by = [each["by"] for each in first["invitations"]]
        assert len(set(by[:13])) == 13, "each person's newest comes before the second of anybody"
        assert honest["id"] in [each["id"] for each in first["invitations"][:13]]
        second = Visitor(address).http.get("/api/lobby?page=1").json()
        assert (len(second["invitations"]), second["more"]) == (11, False)
        assert not {each["id"] for each in first["invitations"]} & {each["id"] for each in second["invitations"]}
        assert Visitor(address).http.get("/api/lobby?page=-1").status_code == 422


def test_no_limit_is_passed_by_asking_at_once(tmp_path: Path) -> None:
    with nodes(f"sqlite:///{tmp_path / 'games.db'}", 1) as (address,):
        ana = Visitor(address, "Ana")

        async def flood() -> list[httpx.Response]:
            own: dict[str, Any] = {"base_url": f"http://{address}", "cookies": ana.http.cookies, "timeout": LONG_S}
            async with httpx.AsyncClient(**own) as http:
                asked = (http.post("/api/invitations", json=wish()) for _ in range(26))
                return list(await asyncio.gather(*asked))

        answers = asyncio.run(flood())
        assert Counter(answer.status_code for answer in answers) == {201: 20, 429: 6}
        refused = next(answer for answer in answers if answer.status_code == 429)
        assert refused.json()["error"]["reason"] == "too_many_invitations"
        assert int(refused.headers["retry-after"]) > 0
