"""Deceptive texts: invisible characters, trailing line feeds, NULs."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Annotated, cast
from uuid import uuid4

import msgspec
import pytest

from axedrez.core.patterns import ONE_LINE, shown, whole
from axedrez.server import create_app
from axedrez.server.access.requesters import Connection, address_of
from axedrez.server.routes.people import Login
from tests.match.takeaway import TakeawayRulebooks
from tests.server.serving import RandomPlayer, serving
from tests.server.visiting import Visitor

PASSWORD = "caballo-2"
HIDDEN = ["\u202e", "\u200b", "\u200d", "\u2066", "\ufeff", "\u00ad", "\u2028", "\u3164", "\U000e0041", "\ue000"]


@pytest.fixture
def address(database: str) -> Iterator[str]:
    with serving(create_app(database, rulebooks=TakeawayRulebooks(), player=RandomPlayer)) as address:
        yield address


def test_a_pattern_holds_for_the_whole_text() -> None:
    pattern = whole("[a-z]+")
    kind = msgspec.defstruct("kind", [("text", Annotated[str, msgspec.Meta(pattern=pattern)])])
    assert msgspec.convert({"text": "ana"}, kind)
    for bad in ("ana\n", "\nana", "a\nb", "", "ana\n\n"):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"text": bad}, kind)
    assert shown(pattern) == "^[a-z]+$"
    assert shown(whole(ONE_LINE + "*")) == r"^[^\x00-\x1f\x7f]*$"
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert("ana\n", Login)


def test_no_pattern_of_the_interface_lets_a_line_feed_pass_behind_its_end(address: str) -> None:
    text = Visitor(address).http.get("/api/schema").text
    schema = msgspec.json.decode(text)

    def patterns(part: object) -> Iterator[str]:
        if isinstance(part, dict):
            if isinstance(part.get("pattern"), str):
                yield part["pattern"]
            for value in part.values():
                yield from patterns(value)
        elif isinstance(part, list):
            for value in part:
                yield from patterns(value)

    found = set(patterns(schema))
    assert len(found) > 5
    lenient = {pattern for pattern in found if pattern.endswith("$")}
    assert lenient <= {rf"^{ONE_LINE}*$"}, "but for the names of players, which are looked at by themselves"


def test_what_looks_the_same_is_refused(address: str) -> None:
    visitor = Visitor(address, "Ana")
    visitor.ask("POST", "/api/accounts", 201, login="gemela", password=PASSWORD)
    other = Visitor(address, "Eve")
    assert other.refused("POST", "/api/accounts", 422, login="gemela\n", password=PASSWORD) == "request_malformed"
    assert other.http.get(f"/api/sheets/{'0' * 64}%0a").status_code in (404, 422)
    sheet = {"extends": "clasico", "id": "gemelo\n", "names": {"es": "Gemelo", "en": "Twin"}}
    assert not other.ask("POST", "/api/sheets/check", sheet=sheet)["valid"], "its id stands in the name of a file"
    assert other.http.get("/api/rulebooks/takeaway%0a").status_code in (404, 422)
    for sign in HIDDEN:
        assert other.refused("PATCH", "/api/me", 422, name=f"A{sign}na") in ("hidden_sign", "request_malformed")
        players = {"white": {"name": f"An{sign}a"}}
        new = {"id": str(uuid4()), "rulebook": "takeaway", "players": players}
        assert other.refused("POST", "/api/games", 422, **new) in ("hidden_sign", "request_malformed")
        assert other.refused("POST", "/api/me/tokens", 422, label=f"b{sign}ot") == "hidden_sign"
    answer = other.http.patch("/api/me?lang=es", json={"name": "\u202eana"})
    assert "U+202E" in answer.json()["error"]["message"]
    assert other.me()["name"] == "Eve"
    # Accents of every language are fine, piles of them are not.
    for name in ("Nguy\u1ec5n Th\u1ecb", "\u05e9\u05b8\u05c1\u05dc\u05d5\u05b9\u05dd", "\u0e19\u0e49\u0e33"):
        assert other.ask("PATCH", "/api/me", name=name)["name"]
    assert other.refused("PATCH", "/api/me", 422, name="A" + "\u0335" * 9) == "many_marks"
    assert other.ask("PATCH", "/api/me", name="Eve")["name"] == "Eve"
    # The same letter in two ways is one name.
    assert other.ask("PATCH", "/api/me", name=" Jose\u0301 ")["name"] == "Jos\u00e9"


def test_an_address_that_is_none_is_no_text_of_the_log() -> None:
    for host, expected in (("192.0.2.7", "192.0.2.7"), ("x\ny kind=login", ""), ("2001:db8::7", "2001:db8::/64")):
        connection = cast(Connection, SimpleNamespace(client=SimpleNamespace(host=host)))
        assert address_of(connection) == expected


def test_chats_and_reports_hide_nothing(address: str) -> None:
    ana, eva = Visitor(address, "Ana"), Visitor(address, "Eva")
    game = eva.accept(ana.invite())["id"]
    said = {"id": str(uuid4()), "room": "players"}
    assert ana.refused("POST", f"/api/games/{game}/chat", 422, text="\u202eno", **said) == "hidden_sign"
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    assert ana.ask("POST", f"/api/games/{game}/chat", 201, text=family, **said)["text"] == family
    report = {"id": str(uuid4()), "about": eva.me()["id"], "text": "one\n\ttwo"}
    ana.ask("POST", "/api/reports", 204, **report)
    assert ana.refused("POST", "/api/reports", 422, **{**report, "text": "a\u2066b"}) == "hidden_sign"


@pytest.mark.parametrize("kind", ["application/json", "text/plain"])
def test_a_nul_is_refused_by_a_sentence_wherever_it_stands(address: str, kind: str) -> None:
    ana = Visitor(address, "Ana")
    other = Visitor(address, "Eva").me()["id"]
    game = ana.ask("POST", "/api/games", 201, id=str(uuid4()), rulebook="takeaway")["id"]
    new = {"id": str(uuid4()), "rulebook": "takeaway"}
    for method, path, body in (
        ("PATCH", "/api/me", {"name": "a\0b"}),
        ("PATCH", "/api/me", {"settings": {"theme": "a\0b"}}),
        ("POST", "/api/games", {**new, "players": {"white": {"name": "a\0b"}}}),
        ("POST", "/api/games", {**new, "options": {"stones": "a\0b"}}),
        ("POST", "/api/games", {**new, "options": {"a\0b": 1}}),
        ("POST", "/api/invitations", {**new, "options": {"stones": "a\0b"}}),
        ("POST", f"/api/games/{game}/chat", {"id": str(uuid4()), "room": "spectators", "text": "a\0b"}),
        ("POST", f"/api/games/{game}/chat", {"id": str(uuid4()), "room": "spectators", "preset": "a\0b"}),
        ("POST", "/api/reports", {"id": str(uuid4()), "about": other, "text": "a\0b"}),
        ("POST", "/api/me/tokens", {"label": "a\0b"}),
        ("POST", "/api/sessions", {"login": "ana", "password": "a\0b"}),
        ("POST", "/api/sessions/recover", {"login": "ana", "password": PASSWORD, "code": "a\0b"}),
        ("POST", "/api/sheets", {"sheet": {"id": "a\0b"}}),
        ("POST", "/api/sheets/check", {"sheet": {"extends": "a\0b"}}),
        ("POST", "/api/positions", {"rulebook": "takeaway", "position": "a\0b"}),
    ):
        content = msgspec.json.encode(body)
        answer = ana.http.request(method, path, content=content, headers={"content-type": kind})
        assert answer.status_code == 422, (path, body, answer.text)
        assert answer.json()["error"]["message"]
    for path in ("/api/manual/search?q=a%00b", "/api/games?before=a%00b", "/api/sheets/a%00b", "/api/rulebooks/a%00b"):
        answer = ana.http.get(path)
        assert answer.status_code in (404, 422), (path, answer.text)
    # A text that only speaks of one is a text.
    assert ana.ask("PATCH", "/api/me", name="\\u0000")["name"] == "\\u0000"
