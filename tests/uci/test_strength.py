"""The match bench: a short match, one that goes on, and what is fitted from the scores."""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path
from shutil import which

import numpy as np
import pytest

from axedrez.chess.engine.engine import Engine, Limits
from axedrez.uci.external_engine import EngineConfig, ExternalEngine
from bench import move_quality, strength, uci_match
from bench.uci_match import GamePlayed
from tests import sheets

STRANGE = Path(__file__).with_name("strange_engine.py")
STOCKFISH = which("stockfish") or which("stockfish", path="/usr/games")


def game(pair: int, score: float) -> GamePlayed:
    return GamePlayed("peer", pair, True, [], score, "checkmate", 60, (0, 0))


@pytest.mark.skipif(STOCKFISH is None, reason="stockfish is not installed")
@pytest.mark.long
def test_a_short_match_against_stockfish(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "games.jsonl"
    words = ["--games", "2", "--time-ms", "20", "--elo", "1350", "--log", str(log)]
    assert strength.main(words) == 0
    said = capsys.readouterr().out
    assert "stockfish 1350: " in said
    assert "half of the points at UCI_Elo" in said
    kept = log.read_bytes()
    first, second = uci_match.Log(log).games
    assert first.opening == second.opening
    assert (first.white, second.white) == (True, False)
    assert {first.reason, second.reason}.isdisjoint({"engine_died", "engine_silent", "engine_illegal"})
    assert strength.main(words) == 0  # everything has been played
    assert log.read_bytes() == kept


def test_a_broken_off_match_goes_on_with_the_same_opening(tmp_path: Path) -> None:
    log = tmp_path / "games.jsonl"
    strange = f"{sys.executable} {STRANGE} plays"
    words = ["--engine", strange, "--opponent-uci", strange, "--games", "2", "--nodes", "1", "--log", str(log)]
    assert strength.main(words) == 0
    whole = log.read_bytes().splitlines()
    assert len(whole) == 2
    log.write_bytes(whole[0] + b"\n")
    assert strength.main(words) == 0
    assert log.read_bytes().splitlines() == whole


def test_openings_are_level_and_the_same_for_the_same_seed() -> None:
    judge = Engine(sheets.chess("clasico"))
    for seed in range(4):
        moves = uci_match.opening(judge, seed)
        assert 6 <= len(moves) <= 8
        assert moves == uci_match.opening(Engine(judge.game), seed)
        position, history = sheets.from_start(" ".join(moves))
        judge.new_game()
        found = judge.think(position, history, uci_match.JUDGING).lines[0]
        assert abs(uci_match.centipawns(found.score)) < 50


@pytest.mark.parametrize("true", [1500, 1900])
def test_a_known_rating_is_found_again(true: int) -> None:
    rng = random.Random(true)
    games = []
    for level in (1400, 1700, 2000):
        for pair in range(100):
            chance = 1 / (1 + 10 ** ((level - true) / 400))
            games += [(level, game(pair, float(rng.random() < chance))) for _ in range(2)]
    found, low, high = strength.fitted(games)
    assert low < true < high
    assert abs(found - true) < 60
    assert 30 < high - low < 150


def test_who_wins_all_games_has_a_bound_and_not_a_rating() -> None:
    found, low, high = strength.fitted([(1500, game(pair, 1.0)) for pair in range(3)])
    assert found == low == high == pytest.approx(2300)


def test_equal_scores_are_equal_strength() -> None:
    assert strength.rating(np.array([0.0, 0.0]), np.array([1.0, 0.0])) == pytest.approx(0)
    assert strength.rating(np.array([0.0] * 4), np.array([1.0, 1.0, 1.0, 0.0])) == pytest.approx(190.85, abs=0.1)


@pytest.mark.parametrize(
    ("changed", "value", "ended"),
    [
        ("HOPELESS_CP", -100, (1.0, "resigns", 7)),  # Black is the first to have stood so badly four times
        ("LEVEL_FROM_MOVE", 0, (0.5, "level", 8)),
    ],
)
def test_a_game_is_not_played_to_its_bitter_end(
    monkeypatch: pytest.MonkeyPatch, changed: str, value: int, ended: tuple[float, str, int]
) -> None:
    monkeypatch.setattr(uci_match, "LEVEL_CP", 20)
    monkeypatch.setattr(uci_match, changed, value)
    seat = EngineConfig((sys.executable, str(STRANGE), "plays"), {})
    with ExternalEngine(seat) as one, ExternalEngine(seat) as other:
        found = uci_match.one_game(sheets.chess("clasico"), ["e2e4"], (one, other), True, Limits(nodes=1))
    assert found[:3] == ended


@pytest.mark.skipif(STOCKFISH is None, reason="stockfish is not installed")
@pytest.mark.long
def test_a_judge_tells_good_moves_from_poor_ones(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "judged.jsonl"
    words = ["stockfish", "stockfish", "--positions", "40", "--judge-nodes", "5000", "--log", str(log)]
    assert move_quality.main([*words, "--nodes", "20", "--new-nodes", "5000"]) == 0
    found = re.fullmatch(r"(\d+) of 40 moves differ; ([+-].*) ± .* a move\n", capsys.readouterr().out)
    assert found is not None
    differ, gain = found.groups()
    assert int(differ) > 5
    assert float(gain) > 0
    said = log.read_bytes()
    assert len(said.splitlines()) == 2 * int(differ)
    assert move_quality.main([*words, "--nodes", "20", "--new-nodes", "5000"]) == 0
    assert log.read_bytes() == said  # the judge remembers
    assert move_quality.main([*words, "--nodes", "500"]) == 0
    assert capsys.readouterr().out.endswith("0 of 40 moves differ; +0.00 ± 0.00 thousandths of a point a move\n")


def test_players_are_trees_or_programs() -> None:
    assert move_quality.seat_of("stockfish:Use NNUE=false:Hash=16") == EngineConfig(
        ("stockfish",), {"Use NNUE": "false", "Hash": "16"}
    )
    tree = str(Path(__file__).parents[2])
    with ExternalEngine(move_quality.seat_of(tree)) as engine:
        assert "Axedrez" in engine.name
