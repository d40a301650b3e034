"""The stream of a person: what waits is told first, then everything that concerns them and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from axedrez.server import create_app
from axedrez.server.community import personal_feed
from tests.match.takeaway import TakeawayRulebooks
from tests.patience import LONG_S
from tests.server.channels import REDIS
from tests.server.serving import Client, RandomPlayer, serving
from tests.server.visiting import Visitor, account


@contextmanager
def stream(visitor: Visitor) -> Iterator[ClientConnection]:
    cookies = "; ".join(f"{name}={value}" for name, value in visitor.http.cookies.items())
    with connect(f"ws://{visitor.address}/api/me/socket?lang=en", additional_headers={"cookie": cookies}) as socket:
        yield socket


def several(socket: ClientConnection, count: int) -> list[dict[str, Any]]:
    """The next frames without heartbeats."""
    found: list[dict[str, Any]] = []
    while len(found) < count:
        frame = json.loads(socket.recv(timeout=LONG_S))
        if frame["type"] != "heartbeat":
            found.append(frame)
    return found


def told(socket: ClientConnection, *kinds: str) -> list[dict[str, Any]]:
    """The next frames without heartbeats, which must be of these kinds."""
    found = several(socket, len(kinds))
    assert [frame["type"] for frame in found] == list(kinds), found
    return found


def met(client: Client) -> tuple[Visitor, Visitor, dict[str, Any]]:
    """Two people, and their game; the first has White."""
    ana, eva = Visitor(client.address, "Ana"), Visitor(client.address, "Eva")
    return ana, eva, eva.accept(ana.invite(colour="white"))


def test_a_game_from_its_start_to_its_end(client: Client) -> None:
    ana, eva = Visitor(client.address, "Ana"), Visitor(client.address, "Eva")
    with stream(ana) as white, stream(eva) as black:
        game = eva.accept(ana.invite(colour="white"))["id"]
        seen = {frame["type"]: frame for frame in several(white, 3)}
        assert seen.keys() == {"game_start", "turn", "invitation"}
        assert seen["invitation"]["invitation"]["game"] == game
        start, turn = seen["game_start"], seen["turn"]
        assert (start["game"], start["side"], start["opponent"]["name"]) == (game, "white", "Eva")
        assert (turn["game"], turn["side"]) == (game, "white")
        assert told(black, "game_start")[0]["side"] == "black"
        after = ana.act(game, "move", move="take1")
        assert told(black, "turn")[0]["seq"] == after["seq"]
        eva.act(game, "resign", side="black")
        ended = told(black, "game_end")[0]
        assert (ended["result"], ended["reason"], ended["next"]) == ("1-0", "resignation", None)
        assert told(white, "game_end")[0]["game"] == game


def test_what_waits_is_told_at_connection_and_again_after_it_was_lost(client: Client) -> None:
    ana, eva, view = met(client)
    challenge = eva.invite(to=ana.me()["id"])
    for _ in range(2):
        with stream(ana) as socket:
            start, turn, invitation = told(socket, "game_start", "turn", "invitation")
            assert (start["game"], turn["game"], turn["seq"]) == (view["id"], view["id"], view["seq"])
            assert invitation["invitation"]["id"] == challenge["id"]
    ana.act(view["id"], "move", move="take1")
    ana.ask("DELETE", f"/api/invitations/{challenge['id']}")
    with stream(ana) as socket:
        told(socket, "game_start")
        eva.act(view["id"], "move", move="take2")
        told(socket, "turn")


def test_offers_and_answers_to_invitations(client: Client) -> None:
    ana, eva, view = met(client)
    with stream(ana) as white, stream(eva) as black:
        told(white, "game_start", "turn")
        told(black, "game_start")
        ana.act(view["id"], "move", move="take1")
        told(black, "turn")
        ana.act(view["id"], "offer", offer="takeback", side="white")
        offered = told(black, "offer", "turn")[0]
        assert (offered["offer"], offered["by"]) == ("takeback", "white")
        challenge = eva.invite(to=ana.me()["id"])
        assert told(white, "invitation")[0]["invitation"]["open"] is True
        ana.ask("DELETE", f"/api/invitations/{challenge['id']}")
        for side in (white, black):
            found = told(side, "invitation")[0]["invitation"]
            assert (found["id"], found["withdrawn"]) == (challenge["id"], True)


def test_nothing_of_others_is_told_and_nothing_of_the_blocked(client: Client) -> None:
    ana, eva, leo = (Visitor(client.address, name) for name in ("Ana", "Eva", "Leo"))
    leo.invite(to=ana.me()["id"])
    ana.ask("PUT", f"/api/me/blocked/{leo.me()['id']}", 204)
    with stream(ana) as socket:
        leo.accept(eva.invite())
        eva.invite(public=True)
        mine = eva.invite(to=ana.me()["id"])
        assert told(socket, "invitation")[0]["invitation"]["id"] == mine["id"]


def test_lost_messages_are_made_up_for(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(personal_feed, "BEAT_S", 0.1)
    monkeypatch.setattr(personal_feed, "LOOK_S", 0.2)
    ana, eva, view = met(client)
    ana.act(view["id"], "move", move="take1")
    monkeypatch.setattr(personal_feed.PersonalFeed, "_receive", lambda *_: None)
    with stream(ana) as white:
        told(white, "game_start")
        eva.act(view["id"], "move", move="take1")
        eva.invite(to=ana.me()["id"])
        assert {frame["type"] for frame in several(white, 2)} == {"turn", "invitation"}


def test_streams_are_for_somebody_and_limited(client: Client) -> None:
    with connect(f"ws://{client.address}/api/me/socket?lang=en") as socket:
        refusal = json.loads(socket.recv(timeout=LONG_S))
        assert (refusal["type"], refusal["error"]["reason"]) == ("error", "nobody")
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=LONG_S)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4401
    ana = Visitor(client.address, "Ana")
    ana.invite()
    with ExitStack() as opened:
        for _ in range(personal_feed.MAX_STREAMS):
            told_first = opened.enter_context(stream(ana))
        assert told_first.ping().wait(LONG_S)
        one_more = opened.enter_context(stream(ana))
        assert json.loads(one_more.recv(timeout=LONG_S))["error"]["reason"] == "too_many_streams"


def test_a_stream_ends_with_its_credentials(client: Client) -> None:
    owner = account(client.address, "Ana")
    with stream(owner) as socket:
        owner.ask("DELETE", "/api/sessions")
        with pytest.raises(ConnectionClosed) as closed:
            several(socket, 1)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4401


def test_a_person_at_one_server_hears_of_moves_at_another(tmp_path: Path, redis: Redis) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"

    def node() -> Any:
        return create_app(url, rulebooks=TakeawayRulebooks(), player=RandomPlayer, channels_url=REDIS)

    with serving(node()) as one, serving(node()) as other:
        ana, eva = Visitor(one, "Ana"), Visitor(other, "Eva")
        with stream(ana) as white:
            invitation = ana.invite(colour="black")
            game = eva.accept(invitation)["id"]
            assert {frame["type"] for frame in several(white, 2)} == {"game_start", "invitation"}
            seq = eva.act(game, "move", move="take1")["seq"]
            assert told(white, "turn")[0]["seq"] == seq
