"""Engines of others: run, watched and believed only in what is legal."""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from shutil import which

import pytest

from axedrez import History
from axedrez.chess.engine.engine import Info, Limits, Score
from axedrez.uci import external_engine, program, trust
from axedrez.uci.external_engine import Clocks, EngineConfig, ExternalEngine, MovesFrom
from axedrez.uci.opponent import Opponent
from axedrez.uci.program import EngineFault, Program
from tests import sheets

STRANGE = Path(__file__).with_name("strange_engine.py")
OURS = (sys.executable, "-c", "import axedrez.cli; axedrez.cli.main()", "uci")
STOCKFISH = which("stockfish") or which("stockfish", path="/usr/games")
SHORTLY = Limits(nodes=200)


def strange(manner: str, *marks: object) -> tuple[str, ...]:
    return (sys.executable, str(STRANGE), manner, *map(str, marks))


def searching(manner: str, *marks: object) -> ExternalEngine:
    return ExternalEngine(EngineConfig(strange(manner, *marks), {}))


def test_it_searches_like_an_engine_of_the_house() -> None:
    position, history = sheets.from_start("e2e4")
    infos: list[Info] = []
    with searching("plays") as engine:
        found = engine.think(position, history, SHORTLY, on_info=infos.append)
        assert engine.name == "Strange 1"
    assert str(found.best) == "a7a5"
    assert [info.score for info in infos] == [Score(13)]
    assert found.lines == tuple(infos)
    assert found.nodes == 20


def test_it_is_told_of_the_moves_before(tmp_path: Path) -> None:
    mark = tmp_path / "heard"
    begin = sheets.chess("clasico").start()
    position, history = sheets.from_start("e2e4 e7e5")
    with searching("records", mark) as engine:
        opponent = Opponent(engine)
        moves = [begin.parse_move("e2e4"), begin.play("e2e4").parse_move("e7e5")]
        opponent.played = lambda: (begin, moves)
        assert opponent.choose(position, history, level=1) in position.legal_moves()
        engine.think(position, history, SHORTLY, played=MovesFrom(position, ()))
    first, second = mark.read_text().splitlines()
    assert first == f"position fen {begin.text()} moves e2e4 e7e5"
    assert second == f"position fen {position.text()}"


def test_one_that_dies_is_started_once_more(tmp_path: Path) -> None:
    position = sheets.chess("clasico").start()
    mark = tmp_path / "died"
    with searching("dies-once", mark) as engine:
        assert engine.think(position, History(), SHORTLY).best in position.legal_moves()
    assert mark.exists()


def test_one_that_dies_again_is_given_up_with_a_sentence() -> None:
    with searching("dies") as engine, pytest.raises(EngineFault, match="has ended by itself"):
        engine.think(sheets.chess("clasico").start(), History(), SHORTLY)


def test_an_illegal_answer_is_refused() -> None:
    with searching("illegal") as engine, pytest.raises(EngineFault, match="plays e2e5, which is no legal move"):
        engine.think(sheets.chess("clasico").start(), History(), SHORTLY)


def test_one_that_takes_too_long_is_told_to_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external_engine, "_GRACE_S", 0.05)
    position = sheets.chess("clasico").start()
    with searching("sleeps") as engine:
        assert engine.think(position, History(), Limits(time_ms=10)).best in position.legal_moves()


def test_clocks_are_sent_and_their_end_is_watched(tmp_path: Path) -> None:
    mark = tmp_path / "heard"
    position, _ = sheets.from_start("e2e4")
    with searching("records-limits", mark) as engine:
        engine.think(position, History(), Limits(), clocks=Clocks(90_000, 60_000, 2_000))
    assert mark.read_text() == "go wtime 90000 btime 60000 winc 2000 binc 2000\n"
    with searching("sleeps") as engine:  # black is to move
        assert engine.think(position, History(), Limits(), clocks=Clocks(600_000, 50)).best in position.legal_moves()


def test_one_that_does_not_even_stop_is_given_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(external_engine, "_GRACE_S", 0.05)
    monkeypatch.setattr(external_engine, "_STOPPED_S", 0.2)
    with searching("sleeps", tmp_path) as engine, pytest.raises(EngineFault, match="has not answered for"):
        engine.think(sheets.chess("clasico").start(), History(), Limits(time_ms=10))


def test_a_search_ends_when_it_is_told_to() -> None:
    position = sheets.chess("clasico").start()
    stop = threading.Event()
    stop.set()
    with searching("sleeps") as engine:
        assert engine.think(position, History(), Limits(), stop=stop).best in position.legal_moves()


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("no-such-engine",), "cannot be started"),
        (strange("mute"), "does not answer as a UCI engine"),
        ((sys.executable, "-c", ""), "does not answer as a UCI engine|has ended by itself"),
    ],
)
def test_what_is_no_engine_is_said_to_be_none(
    command: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "ANSWER_S", 0.2)
    with pytest.raises(EngineFault, match=said):
        Program(command)


def test_an_option_that_it_does_not_offer_is_refused() -> None:
    with pytest.raises(EngineFault, match="has no option “Wit”"):
        Program(strange("plays"), {"Wit": "3"})


def test_rulebooks_are_compared_move_by_move() -> None:
    running = Program(strange("plays"))
    try:
        assert trust.agreed(running, "clasico") == trust.Agreed("", chess960=False)
        assert trust.agreed(running, "atomic") is None  # it knows chess only
        assert trust.agreed(running, "chess960") is None
    finally:
        running.close()


def test_an_engine_with_other_rules_is_not_believed() -> None:
    running = Program(strange("castles-never"))
    try:
        found = trust.agreed(running, "clasico")
    finally:
        running.close()
    assert isinstance(found, trust.Difference)
    assert not found.theirs
    assert set(found.ours) & {"e1g1", "e1c1", "e8g8", "e8c8"}


def test_our_own_engine_is_found_to_play_what_it_offers() -> None:
    running = Program(OURS)
    try:
        for rulebook in ("clasico", "atomic", "marseillais", "chess960"):
            found = trust.agreed(running, rulebook)
            assert isinstance(found, trust.Agreed), rulebook
            assert found.chess960 == (rulebook == "chess960")
    finally:
        running.close()


def test_our_own_engine_plays_as_one_of_others() -> None:
    position = sheets.chess("crazyhouse").start()
    with ExternalEngine(EngineConfig(OURS, {"Hash": "2"}, "crazyhouse")) as engine:
        found = engine.think(position, History(), Limits(depth=3, lines=2))
    assert len(found.lines) == 2
    assert found.best in position.legal_moves()
    assert found.depth == 3


@pytest.mark.skipif(STOCKFISH is None, reason="stockfish is not installed")
def test_stockfish_plays_the_classic_game() -> None:
    running = Program(["stockfish"], {"Hash": "1"})
    try:
        assert trust.agreed(running, "clasico") == trust.Agreed("", chess960=False)
        assert trust.agreed(running, "chess960") == trust.Agreed("", chess960=True)
        assert trust.agreed(running, "horde") is None
    finally:
        running.close()
    position, history = sheets.from_start("e2e4 e7e5 d1h5 b8c6 f1c4 g8f6")
    with ExternalEngine(EngineConfig(("stockfish",), {})) as engine:
        found = engine.think(position, history, Limits(depth=6))
    assert str(found.best) == "h5f7"
    assert found.lines[0].score == Score(None, 1)
