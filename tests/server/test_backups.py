"""A backup is made while people play: all that was acknowledged is in it, and games go on from it."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from axedrez.server import create_app
from tests.match.takeaway import TakeawayRulebooks
from tests.patience import until
from tests.server.serving import RandomPlayer, serving
from tests.server.visiting import PASSWORD, Visitor, account
from tests.storage.test_backup import answered, everything, other
from tests.storage.test_migrations import changed

__all__ = ["other"]


def test_what_was_acknowledged_is_restored_into_the_other_kind(
    database: str, other: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "axedrez.backup"
    with serving(create_app(database, rulebooks=TakeawayRulebooks(), player=RandomPlayer)) as address:
        ana, eva = account(address, "Ana"), account(address, "Eva")
        name = ana.me()["login"]
        acknowledged: dict[str, int] = {}
        ended = threading.Event()

        def play() -> None:
            while not ended.is_set():
                game = eva.accept(ana.invite(colour="white"))["id"]
                for mover in (ana, eva) * 2:
                    acknowledged[game] = mover.act(game, "move", move="take1")["view"]["seq"]

        playing = threading.Thread(target=play)
        playing.start()
        try:
            until(lambda: len(acknowledged) > 1)
            before = dict(acknowledged)
            answered(capsys, "backup", str(file), "--database-url", database)
            until(lambda: len(acknowledged) > len(before), "the games do not go on")
        finally:
            ended.set()
            playing.join()
        ana.ask("POST", f"/api/games/{next(iter(before))}/chat", 201, id=str(uuid4()), room="players", text="later")
    assert file.stat().st_mode & 0o777 == 0o600
    answered(capsys, "restore", str(file), "--database-url", other)
    with serving(create_app(other, rulebooks=TakeawayRulebooks(), player=RandomPlayer)) as address:
        again = Visitor(address)
        again.ask("POST", "/api/sessions", 201, login=name, password=PASSWORD)
        for game, seq in before.items():
            assert again.ask("GET", f"/api/games/{game}")["seq"] >= seq
        *_, running = before
        view = again.ask("GET", f"/api/games/{running}")
        if view["turn"] == "white":
            assert again.act(running, "move", move="take1")["view"]["seq"] == view["seq"] + 1
        else:
            assert again.act(running, "resign", side="white")["view"]["outcome"] is not None
        assert again.ask("GET", f"/api/games/{next(iter(before))}/chat")["lines"] == []


def test_nothing_is_restored_under_a_running_server(tmp_path: Path, capsys: Any) -> None:
    peopled, file = f"sqlite:///{tmp_path / 'games.db'}", tmp_path / "backup"
    asyncio.run(changed(peopled))
    answered(capsys, "backup", str(file), "--database-url", peopled)
    with serving(create_app(peopled, rulebooks=TakeawayRulebooks(), player=RandomPlayer)):
        until(lambda: everything(peopled)["nodes"])
        told = answered(capsys, "restore", str(file), "--database-url", peopled, "--replace", status=2)
    assert "stop it" in told
    assert everything(peopled)["nodes"]
