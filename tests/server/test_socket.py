"""WebSockets: everybody at a game sees what happens, malformed frames change nothing."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from axedrez.server.play import subscriptions
from tests.patience import LONG_S
from tests.server.junk import FRAMES, would_be_granted
from tests.server.serving import Client, received


def opened(client: Client, game: str, query: str = "", **options: Any) -> ClientConnection:
    socket: ClientConnection = connect(f"ws://{client.address}/api/games/{game}/socket{query}", **options)
    return socket


def order(seq: int, kind: str = "move", **fields: Any) -> dict[str, Any]:
    return {"type": "command", "command": {"id": str(uuid4()), "expected_seq": seq, "type": kind, **fields}}


def test_both_sides_see_each_others_moves(client: Client) -> None:
    game = client.new()["id"]
    with opened(client, game) as white, opened(client, game) as black:
        assert received(white, "view")["view"]["seq"] == 0
        received(black, "view")
        sent = order(0, move="take2")
        white.send(json.dumps(sent))
        while (ack := json.loads(white.recv(timeout=LONG_S)))["type"] != "ack":
            assert ack["type"] in ("heartbeat", "company", "events")
        assert ack == {"type": "ack", "id": sent["command"]["id"], "seq": 1}
        seen = received(black, "events")
        assert [event["data"]["move"] for event in seen["events"]] == ["take2"]
        assert seen["view"]["position"] == "19/b"
        client.send(game, 1, "move", move="take1")  # over HTTP
        assert received(black, "events")["view"]["seq"] == 2


def test_refusals_come_back_in_the_users_language_and_nobody_else_hears_them(client: Client) -> None:
    game = client.new(position="2/w")["id"]
    with opened(client, game, "?lang=en") as one, opened(client, game) as other:
        received(one, "view")
        received(other, "view")
        sent = order(0, move="take3")
        one.send(json.dumps(sent))
        refused = received(one, "error")
        assert refused["id"] == sent["command"]["id"]
        assert refused["error"]["message"] == "There are no moves to take back. (H-2)"
        one.send(json.dumps(order(7, move="take1")))
        late = received(one, "error")
        assert (late["error"]["reason"], late["view"]["seq"]) == ("stale", 0)
        one.send(json.dumps(order(0, move="take1")))
        assert received(other, "events")["view"]["seq"] == 1


def test_heartbeats_tell_the_last_event(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subscriptions, "HEARTBEAT_S", 0.05)
    game = client.new(moves=["take1"])["id"]
    with opened(client, game) as socket:
        received(socket, "view")
        assert received(socket, "heartbeat") == {"type": "heartbeat", "seq": 1}


def test_unknown_games_are_told_and_closed(client: Client) -> None:
    with opened(client, str(uuid4())) as socket:
        assert received(socket, "error")["error"]["reason"] == "unknown_game"
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=LONG_S)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404


def test_pages_of_other_servers_get_no_socket(client: Client) -> None:
    game = client.new()["id"]
    with pytest.raises(InvalidStatus), opened(client, game, origin="http://evil.example"):
        pass
    with opened(client, game, origin=f"http://{client.address}") as socket:
        received(socket, "view")


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(frames=st.lists(FRAMES.filter(lambda frame: not would_be_granted(frame)), min_size=4, max_size=12))
def test_malformed_frames_are_refused_and_change_nothing(client: Client, frames: list[str | bytes]) -> None:
    game = client.new(moves=["take1"])["id"]
    before = client.view(game)
    with opened(client, game) as socket:
        received(socket, "view")
        for frame in frames:
            socket.send(frame)
            refused = received(socket, "error")
            assert refused["error"]["reason"] not in ("internal", ""), frame
        socket.send(json.dumps(order(1, move="take1")))  # it still serves
        while json.loads(socket.recv(timeout=LONG_S))["type"] != "ack":
            pass
    after = client.view(game)
    assert after["seq"] == 2
    assert after["moves"][:1] == before["moves"]
