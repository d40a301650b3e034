"""Subscribers of a game get every event once and in order, however slow or disconnected."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from redis import Redis
from websockets.sync.client import ClientConnection, connect

from axedrez.match import Command, GameSetup
from axedrez.server import create_app
from axedrez.server.play import subscriptions
from axedrez.server.play.games import Games
from axedrez.server.play.subscriptions import RECENT, Subscriptions
from axedrez.server.pubsub import PubSub
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.storage import Store
from tests.match.takeaway import TakeawayGame, TakeawayRulebooks, TakeawaySheet
from tests.patience import LONG_S
from tests.server.channels import REDIS, cut
from tests.server.serving import Client, RandomPlayer, serving


def opened(client: Client, game: str, query: str) -> ClientConnection:
    return connect(f"ws://{client.address}/api/games/{game}/socket{query}")


def frame(socket: ClientConnection, kind: str = "events") -> dict[str, Any]:
    """The next frame of this kind; heartbeats may come for ever."""
    latest = time.monotonic() + LONG_S
    while time.monotonic() < latest:
        found: dict[str, Any] = json.loads(socket.recv(timeout=LONG_S))
        if found["type"] == kind:
            return found
    raise TimeoutError(f"no frame {kind!r} in {LONG_S} seconds")


def followed(socket: ClientConnection, count: int) -> list[int]:
    """The numbers of the next events."""
    seqs: list[int] = []
    while len(seqs) < count:
        seqs += [event["seq"] for event in frame(socket)["events"]]
    return seqs


def test_programs_get_events_without_views_from_where_they_are(client: Client) -> None:
    view = client.new(moves=["take1"] * 3)
    with (
        opened(client, view["id"], "?frames=events") as new,
        opened(client, view["id"], "?frames=events&after=1") as old,
    ):
        assert frame(new, "heartbeat") == {"type": "heartbeat", "seq": 3}
        assert followed(old, 2) == [2, 3]
        client.do(view, "move", move="take2")
        for socket in (new, old):
            news = frame(socket)
            assert set(news) == {"type", "events"}
            assert [event["seq"] for event in news["events"]] == [4]
        sent = {"type": "command", "command": {"type": "undo", "id": str(uuid4()), "expected_seq": 1}}
        new.send(json.dumps(sent))
        assert frame(new, "error")["view"] is None


@pytest.mark.parametrize("after", ["7", "-1", "x", "9" * 400])
def test_whoever_knows_what_there_is_not_gets_everything(client: Client, after: str) -> None:
    view = client.new(moves=["take1"])
    with opened(client, view["id"], f"?frames=events&after={after}") as socket:
        assert followed(socket, 1) == [1]
    with opened(client, view["id"], f"?protocol=2&after={after}") as socket:
        assert frame(socket, "view")["view"]["seq"] == 1


def test_whoever_says_nothing_of_what_is_known_hears_what_comes(client: Client) -> None:
    view = client.new(moves=["take1"])
    with opened(client, view["id"], "?frames=events&after=") as socket:
        assert frame(socket, "heartbeat") == {"type": "heartbeat", "seq": 1}


def test_who_is_far_behind_gets_all_from_the_log_in_one_piece(tmp_path: Path) -> None:
    async def test() -> None:
        game = TakeawayGame(TakeawaySheet())
        store = await Store.open(f"sqlite:///{tmp_path / 'games.db'}")
        games = Games(store, RulebookStore(store, TakeawayRulebooks()))
        hall = Subscriptions(games, PubSub())
        made = (await games.create(uuid4(), game, GameSetup("21/w"))).header.id

        async def act(seq: int) -> None:
            kind, fields = ("move", {"move": "take1"}) if seq % 2 == 0 else ("undo", {})
            command = {"type": kind, "id": str(uuid4()), "expected_seq": seq, **fields}
            await games.command(made, msgspec.convert(command, Command))

        async with hall.joined(made, "events") as (room, slow, _), hall.joined(made, "views") as (_, viewer, _):
            for seq in range(2 * RECENT):
                await act(seq)
            text = await room.frame(slow)
            assert text is not None
            assert [event["seq"] for event in json.loads(text)["events"]] == list(range(1, 2 * RECENT + 1))
            assert await room.frame(slow) is None
            seen = json.loads(await room.frame(viewer) or "")
            assert (len(seen["events"]), seen["view"]["seq"]) == (2 * RECENT, 2 * RECENT)
            await act(2 * RECENT)
            async with hall.joined(made, "events") as (_, other, _):
                other.knows(str(2 * RECENT))
                assert await room.frame(slow) is await room.frame(other)  # one text for all who lack the same
        await games.store.close()

    asyncio.run(test())


def test_players_at_two_servers_hear_each_other_at_once_whatever_happens_to_redis(
    tmp_path: Path, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subscriptions, "HEARTBEAT_S", 600.0)  # it is not the heartbeat that brings the news
    monkeypatch.setattr(subscriptions, "PARTS", 12_000)  # but who is in doubt looks at once
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with ExitStack() as stack:
        apps = [
            create_app(url, rulebooks=TakeawayRulebooks(), player=RandomPlayer, channels_url=REDIS) for _ in range(2)
        ]
        one, other = (Client(stack.enter_context(serving(app))) for app in apps)
        view = one.new(position="21/w")
        near = stack.enter_context(opened(one, view["id"], "?frames=events"))
        far = stack.enter_context(opened(other, view["id"], ""))
        assert frame(far, "view")["view"]["seq"] == 0
        frame(near, "heartbeat")
        waits = []
        for seq in range(6):
            before = time.perf_counter()
            (one, other)[seq % 2].send(view["id"], seq, "move", move="take1")
            assert followed(near, 1) == [seq + 1]
            news = frame(far)
            assert (news["events"][0]["seq"], news["view"]["seq"]) == (seq + 1, seq + 1)
            waits.append(time.perf_counter() - before)
        assert min(waits) < 2, "nobody asks every few seconds whether there is news"
        for seq in range(6, 12):
            cut(redis, [app.state.pubsub for app in apps], "pubsub")
            (one, other)[seq % 2].send(view["id"], seq, "move", move="take1")
            assert followed(near, 1) == [seq + 1]
            assert followed(far, 1) == [seq + 1]


def test_without_channels_the_heartbeat_brings_what_was_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subscriptions, "HEARTBEAT_S", 0.2)
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with ExitStack() as stack:
        one, other = (
            Client(stack.enter_context(serving(create_app(url, rulebooks=TakeawayRulebooks(), player=RandomPlayer))))
            for _ in range(2)
        )
        view = one.new()
        far = stack.enter_context(opened(other, view["id"], ""))
        assert frame(far, "view")["view"]["seq"] == 0  # an open socket is not yet one that has been told where it is
        for seq in range(4):
            one.send(view["id"], seq, "move", move="take1")
        assert followed(far, 4) == [1, 2, 3, 4]
