"""`axedrez bot` outlives the server: a game goes on when it is back."""

from __future__ import annotations

import subprocess
from pathlib import Path

import httpx
import pytest

from tests.patience import until
from tests.playing_bots import AXEDREZ, STOCKFISH, Account, need_stockfish, playing
from tests.ports import free_port
from tests.server.visiting import Visitor

pytestmark = pytest.mark.long

SHORT = "6k1/8/8/8/8/8/8/K6R w - - 0 1"
"""White mates within twenty moves."""


def test_a_game_goes_on_when_the_server_was_killed(tmp_path: Path) -> None:
    need_stockfish()
    port = free_port()
    database = f"sqlite:///{tmp_path / 'games.db'}"
    command = [*AXEDREZ, "serve", "--port", str(port), "--database-url", database]

    def server() -> subprocess.Popen[bytes]:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        visitor = Visitor(f"localhost:{port}")

        def answers() -> bool:
            try:
                return visitor.http.get("/api/health").status_code == 200
            except httpx.TransportError:
                return False

        until(answers, "the server does not start", limit_s=120)
        return process

    running = server()
    try:
        white, black = Account(f"localhost:{port}"), Account(f"localhost:{port}")
        slow = ("--movetime", "150")
        with playing(white, STOCKFISH, *slow), playing(black, STOCKFISH, *slow):
            invitation = white.invite("clasico", to=black.me().id, colour="white", position=SHORT)
            until(lambda: white.invitation(invitation.id).game is not None, "it is not accepted")
            game = white.invitation(invitation.id).game or ""
            until(lambda: len(white.game(game).moves) >= 2, "nobody moves")
            running.kill()
            running.wait()
            running = server()
            found = white.over(game)
        assert found.outcome is not None
        assert (found.outcome.result, found.outcome.reason) == ("1-0", "checkmate")
    finally:
        running.kill()
        running.wait()
