"""Malformed bodies: one sentence each, and no game changes."""

from __future__ import annotations

from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings

from axedrez.server.play.games import Games
from tests.server.junk import COMMANDS, would_be_granted
from tests.server.serving import Client

BAD = COMMANDS.filter(lambda body: not would_be_granted(body))
HEADERS = [{}, {"content-type": "application/json"}, {"content-type": "application/x-www-form-urlencoded"}]


@pytest.mark.parametrize("address", ["commands", "rematch", "/api/games", "/api/positions"])
def test_malformed_bodies_are_refused_and_change_nothing(client: Client, address: str) -> None:
    game = client.new(moves=["take1"])["id"]
    before = client.view(game)
    count = len(client.http.get("/api/games?limit=100").json()["games"])
    target = address if address.startswith("/") else f"/api/games/{game}/{address}"

    @settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
    @given(body=BAD)
    def attack(body: str | bytes) -> None:
        content = body.encode("utf-8", "surrogatepass") if isinstance(body, str) else body
        answer = client.http.post(target, content=content, headers=HEADERS[len(content) % 3])
        assert answer.status_code in (404, 409, 422), answer.text
        assert answer.json()["error"]["reason"] != "internal"
        assert "\n" not in answer.json()["error"]["message"]

    attack()
    assert client.view(game) == before
    assert len(client.http.get("/api/games?limit=100").json()["games"]) == count


@pytest.mark.parametrize("address", ["/api/games", "/api/positions", f"/api/games/{UUID(int=1283)}/commands"])
@pytest.mark.parametrize("name", ["\n", "a\r\nb", "\u2028", "\u202e", "\x00", "\x7f", "x" * 100_000])
def test_a_field_named_by_strange_signs_breaks_no_sentence(client: Client, address: str, name: str) -> None:
    for body in ({name: 1}, {"type": "move", name: 1}, {name: {name: [1]}}):
        said = client.http.post(address, json=body).json()["error"]["message"]
        assert said.isprintable()
        assert len(said) < 300


def test_an_address_writes_no_lines_into_the_log(
    client: Client, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_games: Games, _game: UUID, _who: object) -> None:
        raise RuntimeError("made for the test")

    monkeypatch.setattr(Games, "get_for", fail)
    answer = client.http.get(f"/api/games/{UUID(int=1)}%0Aforged: line")
    assert answer.status_code in (404, 422, 500)
    client.http.get(f"/api/games/{UUID(int=1)}")
    assert caplog.records
    assert all("\n" not in record.getMessage() for record in caplog.records)


@pytest.mark.parametrize("address", ["/api/games", f"/api/games/{UUID(int=1283)}/commands"])
def test_bodies_of_other_kinds_are_refused(client: Client, address: str) -> None:
    answers = [
        client.http.post(address, files={"file": b"x"}),
        client.http.post(address, data={"id": "1"}),
        client.http.post(address, content=b"\x81\xa2id\x01", headers={"content-type": "application/x-msgpack"}),
    ]
    for answer in answers:
        assert answer.status_code in (404, 422), answer.text
        assert answer.json()["error"]["message"]
