"""`axedrez bot`: UCI engines that play at a real server, as processes of their own."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from axedrez.server import create_app
from tests.patience import until
from tests.playing_bots import AXEDREZ, STOCKFISH, Account, Program, need_stockfish, playing
from tests.server.serving import serving

STRANGE = Path(__file__).parent / "uci" / "strange_engine.py"
OURS = shlex.join([*AXEDREZ, "uci"])


@pytest.fixture(autouse=True)
def _stockfish() -> None:
    need_stockfish()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(create_app(f"sqlite:///{tmp_path_factory.mktemp('bridge') / 'games.db'}")) as found:
        yield found


@pytest.mark.long
def test_stockfish_plays_our_engine_to_the_end_of_a_game(address: str) -> None:
    white, black = Account(address), Account(address)
    fast = ("--movetime", "20")
    with playing(white, STOCKFISH, *fast) as one, playing(black, OURS, "--option", "Skill Level=1", *fast):
        invitation = white.invite("clasico", to=black.me().id, colour="white")
        until(lambda: white.invitation(invitation.id).game is not None, "it is not accepted")
        game = white.over(white.invitation(invitation.id).game or "")
        one.said(game.id)
    assert game.outcome is not None
    assert (game.outcome.result, game.outcome.reason) == ("1-0", "checkmate")
    assert (game.players.white.bot, game.players.black.bot) == (True, True)
    assert game.start != game.position
    assert len(game.moves) > 6


def test_the_engine_divides_its_time_itself(address: str, tmp_path: Path) -> None:
    robot, ana = Account(address), Account(address, bot=False)
    heard = tmp_path / "heard"
    engine = shlex.join([sys.executable, str(STRANGE), "records-limits", str(heard)])
    clock = {"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000}
    with playing(robot, engine):
        invitation = ana.invite("clasico", to=robot.me().id, colour="black", clock=clock)
        until(lambda: ana.invitation(invitation.id).game is not None, "it is not accepted")
        game = ana.invitation(invitation.id).game or ""
        until(lambda: len(ana.game(game).moves) == 1, "it does not move")
    last = heard.read_text().splitlines()[-1]
    assert re.fullmatch(r"go wtime 29\d{4} btime 299750 winc 3000 binc 3000", last), last


def test_it_declines_what_it_does_not_play(address: str) -> None:
    robot, ana = Account(address), Account(address, bot=False)
    with playing(robot, STOCKFISH, "--accept", "bots") as program:
        refused = ana.invite("clasico", to=robot.me().id)
        until(lambda: ana.invitation(refused.id).withdrawn, "it is not declined")
        other = Account(address).invite("chess2d", to=robot.me().id)
        program.said("other rules")
        assert ana.invitation(other.id).withdrawn
    bad = Program(robot, STOCKFISH, "--rulebook", "chess2d")
    assert bad.process.wait(60) != 0
    bad.said("does not play chess2d")


@pytest.mark.parametrize(("mode", "told"), [("illegal-playing", "resigned"), ("dies-playing", "started again")])
def test_an_engine_that_fails_loses_the_game_and_says_so(address: str, mode: str, told: str) -> None:
    robot, ana = Account(address), Account(address, bot=False)
    engine = f"{shlex.quote(sys.executable)} {shlex.quote(str(STRANGE))} {mode}"
    with playing(robot, engine) as program:
        ana.invite("clasico", to=robot.me().id, colour="black")
        program.said(told)
        program.said("resigned")
        program.said("resignation")
