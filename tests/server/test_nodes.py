"""Several servers over one database: any of them serves any game, and no move is played twice."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from uuid import uuid4

import pytest
from websockets.sync.client import connect

from axedrez.server import create_app
from axedrez.server.play import subscriptions
from tests.match.takeaway import TakeawayRulebooks
from tests.patience import LONG_S
from tests.server.serving import Client, RandomPlayer, serving


def test_any_server_serves_any_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subscriptions, "HEARTBEAT_S", 0.1)
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with ExitStack() as stack:
        one, other = (
            Client(stack.enter_context(serving(create_app(url, rulebooks=TakeawayRulebooks(), player=RandomPlayer))))
            for _ in range(2)
        )
        game = one.new()["id"]
        socket = stack.enter_context(connect(f"ws://{other.address}/api/games/{game}/socket"))
        assert other.view(game)["seq"] == 0
        one.do(one.view(game), "move", move="take1")
        assert other.view(game)["position"] == "20/b"
        while json.loads(socket.recv(timeout=LONG_S)).get("seq") != 1:
            pass  # the heartbeat tells who listens there that something was missed
        for seq in range(1, 5):
            with ThreadPoolExecutor(6) as pool:
                answers = list(
                    pool.map(lambda n, seq=seq: (one, other)[n % 2].send(game, seq, "move", move="take1"), range(6))
                )
            assert sorted(answer.status_code for answer in answers) == [200] + [409] * 5
        assert one.view(game) == other.view(game)
        command = {"id": str(uuid4()), "expected_seq": 5, "type": "move", "move": "take1"}
        with ThreadPoolExecutor(6) as pool:
            repeated = list(
                pool.map(
                    lambda n: (one, other)[n % 2].http.post(f"/api/games/{game}/commands", json=command).json(),
                    range(6),
                )
            )
        assert all(answer["events"] == repeated[0]["events"] for answer in repeated)
        assert one.view(game)["seq"] == 6
