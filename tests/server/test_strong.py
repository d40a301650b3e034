"""Passwords that are none, people who are banned, what is stored and searched too often."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import uuid4

import pytest

from axedrez.core import AxedrezError
from axedrez.server import create_app
from axedrez.server.access.accounts import check_password
from axedrez.server.access.rate_limits import Quota, Rate
from axedrez.server.access.throttle import Rates
from axedrez.server.play.live_game import now_ms
from axedrez.storage import People, Store
from tests.match.takeaway import TakeawayRulebooks
from tests.server.serving import RandomPlayer, serving
from tests.server.visiting import Visitor


@pytest.fixture
def address(database: str) -> Iterator[str]:
    with serving(create_app(database, rulebooks=TakeawayRulebooks(), player=RandomPlayer)) as address:
        yield address


@pytest.mark.parametrize(
    "password",
    [
        *("12345678", "87654321", "11111111", "abababab", "password", "Password1!", "p4ssw0rd", "contraseña"),
        *("lucena-1", "LUCENA-1", "1-anecul", "lucena-1!", "19851224", "ajedrez2024", "abcdefgh", "1q2w3e4r"),
        *("qwertyuiop", "        "),
    ],
)
def test_what_is_tried_first_is_no_password(password: str) -> None:
    with pytest.raises(AxedrezError) as refusal:
        check_password(password, "lucena-1")
    assert refusal.value.reason == "weak_password"


@pytest.mark.parametrize("password", ["caballo-2", "alfil-y-torre", "una frase larga", "otra-clave", "83920174628311"])
def test_a_sentence_or_a_few_words_will_do(password: str) -> None:
    check_password(password, "lucena-1")


def test_nobody_gets_such_a_password(address: str) -> None:
    visitor = Visitor(address, "Ana")
    for password in ("12345678", "damiano-x"):
        assert visitor.refused("POST", "/api/accounts", 422, login="damiano-x", password=password) == "weak_password"
    visitor.ask("POST", "/api/accounts", 201, login="damiano-x", password="caballo-2")
    assert visitor.refused("PUT", "/api/me/password", 422, old="caballo-2", new="12345678") == "weak_password"
    Visitor(address).ask("POST", "/api/sessions", 201, login="damiano-x", password="caballo-2")


def test_nothing_new_is_accepted_of_somebody_banned(address: str, database: str) -> None:
    banned, other = Visitor(address, "Eve"), Visitor(address, "Eva")
    game = other.accept(banned.invite(colour="white"))["id"]
    person = banned.me()["id"]

    async def ban() -> None:
        store = await Store.open(database)
        await People(store.engine).change(person, {"banned_until": now_ms() + 60_000})
        await store.close()

    asyncio.run(ban())
    new = {"id": str(uuid4()), "rulebook": "takeaway"}
    assert banned.refused("POST", "/api/games", 403, **new) == "banned"
    assert banned.refused("POST", "/api/invitations", 403, **new) == "banned"
    assert banned.refused("POST", "/api/sheets", 403, sheet={"extends": "clasico"}) == "banned"
    assert banned.refused("POST", "/api/sheets/check", 403, sheet={"extends": "clasico"}) == "banned"
    assert banned.http.post("/api/files", content="1. e4 *", headers={"content-type": "text/plain"}).status_code == 403
    assert banned.refused("POST", "/api/balance", 403, sheets=[{"rulebook": "takeaway"}]) == "banned"
    assert banned.refused("POST", f"/api/games/{game}/rematch", 403, id=str(uuid4())) == "banned"
    banned.act(game, "move", move="take1")  # what goes on is played to its end
    banned.ask("DELETE", "/api/sessions/current")


def test_blocks_are_limited_however_many_come_at_once(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("axedrez.storage.people.MAX_BLOCKED", 5)
    visitor = Visitor(address, "Ana")
    with ThreadPoolExecutor(8) as pool:
        paths = [f"/api/me/blocked/{uuid4()}" for _ in range(16)]
        answers = list(pool.map(lambda path: visitor.http.put(path).status_code, paths))
    assert sorted(answers) == [204] * 5 + [422] * 11


def test_what_is_stored_and_searched_is_limited(tmp_path: Path) -> None:
    share = Quota(Rate(3, 0.001), Rate(5, 0.001))
    rates = Rates(stored=share, searches=share)
    app = create_app(
        f"sqlite:///{tmp_path / 'games.db'}", rulebooks=TakeawayRulebooks(), player=RandomPlayer, rates=rates
    )
    with serving(app) as address:

        def stored(visitor: Visitor) -> int:
            return visitor.http.post("/api/games", json={"id": str(uuid4()), "rulebook": "takeaway"}).status_code

        ana = Visitor(address, "Ana")
        assert [stored(ana) for _ in range(4)] == [201, 201, 201, 429]
        assert [stored(Visitor(address, "Eva")) for _ in range(3)] == [201, 201, 429], "new guests, the same address"
        search = [ana.http.get("/api/manual/search?q=heap").status_code for _ in range(5)]
        assert search[3:] == [429, 429]
