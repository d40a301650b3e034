"""Guests, accounts, sessions, tokens: at the door of a real server."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from axedrez.server import create_app
from axedrez.server.access.accounts import Accounts
from axedrez.server.play.live_game import now_ms
from axedrez.storage import People, Store
from tests.match.takeaway import TakeawayRulebooks
from tests.server.serving import RandomPlayer, serving
from tests.server.visiting import Visitor
from tests.storage.test_erasure import TOLD

PASSWORD = "caballo-2"


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    return f"sqlite:///{tmp_path_factory.mktemp('people') / 'games.db'}"


@pytest.fixture(scope="module")
def address(database: str) -> Iterator[str]:
    with serving(create_app(database, rulebooks=TakeawayRulebooks(), player=RandomPlayer)) as address:
        yield address


@pytest.fixture
def visitor(address: str) -> Visitor:
    return Visitor(address)


def test_a_visitor_is_a_guest_and_stays_the_same(visitor: Visitor, address: str) -> None:
    first = visitor.http.get("/api/me")
    cookie = first.headers["set-cookie"]
    for word in ("HttpOnly", "samesite=lax", "Max-Age=34560000", "Path=/"):
        assert word.lower() in cookie.lower()
    assert first.json()["kind"] == "guest"
    assert visitor.me() == first.json()
    assert Visitor(address).me()["id"] != first.json()["id"]


def test_a_forged_or_broken_cookie_is_nobody(visitor: Visitor, address: str) -> None:
    mine = visitor.me()["id"]
    true = visitor.http.cookies["axedrez"]
    for forged in (true[:-1] + ("0" if true[-1] != "0" else "1"), f"g.{mine}.", "g.x.y", "s.nothing", "ñ", "g." * 900):
        other = Visitor(address, headers={"cookie": f"axedrez={forged}".encode("latin-1")})
        assert other.me()["id"] != mine


def test_name_and_settings(visitor: Visitor) -> None:
    assert visitor.refused("PATCH", "/api/me", 401, name="Ana") == "nobody"
    visitor.me()
    changed = visitor.ask("PATCH", "/api/me", name="Ana", settings={"sound": False, "board": "wood"})
    assert (changed["name"], changed["settings"]) == ("Ana", {"sound": False, "board": "wood"})
    assert visitor.ask("PATCH", "/api/me", name="Eva")["settings"] == {"sound": False, "board": "wood"}
    for bad in (
        {"name": "<b>"},
        {"name": "x" * 41},
        {"settings": {"a": "x" * 41}},
        {"settings": {"a1": True}},
        {"settings": dict.fromkeys("abcdefghijklmnopqrstuvwxyzABCDEF", True)},
        {"age_ms": -1},
        {"login": "root"},
    ):
        assert visitor.refused("PATCH", "/api/me", 422, **bad) == "request_malformed"
    assert visitor.me()["name"] == "Eva"


def test_of_settings_the_last_choice_counts(visitor: Visitor, address: str) -> None:
    visitor.me()
    visitor.ask("POST", "/api/accounts", 201, login="dos-navegadores", password=PASSWORD)
    other = Visitor(address)
    other.ask("POST", "/api/sessions", 201, login="dos-navegadores", password=PASSWORD)
    visitor.ask("PATCH", "/api/me", settings={"theme": "dark", "sound": False})
    assert other.me()["settings"] == {"theme": "dark", "sound": False}
    told = other.ask("PATCH", "/api/me", settings={"theme": "light"})
    assert told["settings"] == {"theme": "light", "sound": False}, "what is not named stays"
    # What was chosen an hour ago, without a connection, is older than that; what nobody has chosen since counts.
    late = visitor.ask("PATCH", "/api/me", settings={"theme": "dark", "marks": False}, age_ms=3_600_000)
    assert late["settings"] == {"theme": "light", "sound": False, "marks": False}


def test_an_account_from_beginning_to_end(visitor: Visitor, address: str) -> None:
    guest = visitor.me()
    made = visitor.ask("POST", "/api/accounts", 201, login="lucena", password=PASSWORD)
    assert (made["id"], made["kind"], made["name"]) == (guest["id"], "account", "lucena"), (
        "the guest's games stay theirs"
    )
    assert visitor.refused("POST", "/api/accounts", 422, login="other", password=PASSWORD) == "has_account"
    other = Visitor(address)
    other.me()
    assert other.refused("POST", "/api/accounts", 422, login="lucena", password=PASSWORD) == "login_taken"
    assert other.refused("POST", "/api/sessions", 401, login="lucena", password="wrong") == "wrong_password"
    assert other.refused("POST", "/api/sessions", 401, login="nobody", password=PASSWORD) == "wrong_password"
    assert other.ask("POST", "/api/sessions", 201, login="lucena", password=PASSWORD)["id"] == made["id"]

    assert visitor.refused("PUT", "/api/me/password", 401, old="wrong", new=PASSWORD + "!") == "wrong_password"
    visitor.ask("PUT", "/api/me/password", old=PASSWORD, new=PASSWORD + "!")
    assert visitor.me()["id"] == made["id"]
    assert other.me()["kind"] == "guest", "the other session has ended"

    kept = visitor.ask("GET", "/api/me/data")
    assert kept["login"] == "lucena"
    assert "password" not in kept
    assert "argon2" not in str(kept)
    assert set(TOLD.values()) <= set(kept)

    assert visitor.ask("DELETE", "/api/sessions/current")["kind"] == "guest"
    visitor.ask("POST", "/api/sessions", 201, login="lucena", password=PASSWORD + "!")
    assert visitor.refused("DELETE", "/api/me", 401, password="wrong") == "wrong_password"
    assert visitor.ask("DELETE", "/api/me", password=PASSWORD + "!")["kind"] == "guest"
    assert visitor.refused("POST", "/api/sessions", 401, login="lucena", password=PASSWORD + "!") == "wrong_password"


@pytest.mark.parametrize("login", ["ab", "Ana", "a b c", "-ana", "x" * 33, "aña"])
def test_account_names_are_plain(visitor: Visitor, login: str) -> None:
    visitor.me()
    assert visitor.refused("POST", "/api/accounts", 422, login=login, password=PASSWORD) == "request_malformed"


def test_tokens_speak_for_a_person_until_they_are_taken_back(visitor: Visitor, address: str) -> None:
    visitor.me()
    person = visitor.ask("POST", "/api/accounts", 201, login="damiano", password=PASSWORD)["id"]
    made = visitor.ask("POST", "/api/me/tokens", 201, label="my bot")
    assert [key["label"] for key in visitor.ask("GET", "/api/me/tokens")] == ["my bot"]
    assert made["token"] not in str(visitor.ask("GET", "/api/me/tokens"))
    bot = Visitor(address, headers={"authorization": f"Bearer {made['token']}"})
    assert bot.me()["id"] == person
    assert bot.refused("POST", "/api/me/tokens", 401, label="another") == "account_needed"
    assert bot.refused("DELETE", "/api/me", 401, password=PASSWORD) == "account_needed"
    visitor.ask("DELETE", f"/api/me/tokens/{made['id']}", 204)
    assert bot.refused("GET", "/api/me", 401) == "token_unknown"
    assert Visitor(address, headers={"authorization": "Basic eDp5"}).refused("GET", "/api/me", 401) == "token_unknown"


def test_a_recovery_code_is_good_once(visitor: Visitor, database: str) -> None:
    visitor.me()
    visitor.ask("POST", "/api/accounts", 201, login="ruy-lopez", password=PASSWORD)
    visitor.ask("DELETE", "/api/sessions/current")

    async def code() -> str:
        store = await Store.open(database)
        try:
            return await Accounts(People(store.engine), now_ms).recovery_code("ruy-lopez")
        finally:
            await store.close()

    stale, shown = asyncio.run(code()), asyncio.run(code())
    new = {"login": "ruy-lopez", "password": "otra-clave"}
    assert visitor.refused("POST", "/api/sessions/recover", 401, code=stale, **new) == "wrong_code"
    assert visitor.refused("POST", "/api/sessions/recover", 401, code=shown, **new | {"login": "x-y-z"}) == "wrong_code"
    assert visitor.ask("POST", "/api/sessions/recover", 201, code=f" {shown.lower()} ", **new)["login"] == "ruy-lopez"
    assert visitor.refused("POST", "/api/sessions/recover", 401, code=shown, **new) == "wrong_code"
    visitor.ask("POST", "/api/sessions", 201, login="ruy-lopez", password="otra-clave")


def test_nothing_is_accepted_of_somebody_banned(visitor: Visitor, database: str) -> None:
    person = visitor.me()["id"]
    visitor.ask("PATCH", "/api/me", name="Ana")

    async def ban() -> None:
        store = await Store.open(database)
        await People(store.engine).change(person, {"banned_until": now_ms() + 60_000})
        await store.close()

    asyncio.run(ban())
    assert visitor.refused("PATCH", "/api/me", 403, name="Eva") == "banned"
    assert visitor.me()["name"] == "Ana"


def test_blocking(visitor: Visitor, address: str) -> None:
    mine, other = visitor.me()["id"], Visitor(address).me()["id"]
    visitor.ask("PUT", f"/api/me/blocked/{other}", 204)
    (known,) = visitor.ask("GET", "/api/me/blocked")
    assert (known["person"], known["name"]) == (other, ""), "a guest who has done nothing yet has no name"
    named = Visitor(address, "Leo")
    visitor.ask("PUT", f"/api/me/blocked/{named.me()['id']}", 204)
    assert [each["name"] for each in visitor.ask("GET", "/api/me/blocked")] == ["", "Leo"]
    assert known["at"] <= visitor.ask("GET", "/api/me/blocked")[1]["at"] <= now_ms()
    visitor.ask("DELETE", f"/api/me/blocked/{named.me()['id']}", 204)
    assert visitor.refused("PUT", f"/api/me/blocked/{mine}", 422) == "block_oneself"
    visitor.ask("DELETE", f"/api/me/blocked/{other}", 204)
    assert visitor.ask("GET", "/api/me/blocked") == []
