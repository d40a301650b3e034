"""The programs of `examples/environments` do what they say, as processes of their own."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "examples" / "environments"


def told(*words: str) -> str:
    done = subprocess.run([sys.executable, *words], cwd=FOLDER, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("game", ["gardner", "hyper"])
def test_random_games(game: str) -> None:
    counts = re.findall(r" (\d+)$", told("random_games.py", game, "--games", "100"), re.MULTILINE)
    assert sum(map(int, counts)) >= 100


def test_tree_search_wins_against_random_moves() -> None:
    text = told("mcts.py", "gardner", "--games", "1", "--simulations", "25")
    assert re.findall(r"\d+", text) == ["1", "0", "1"]


@pytest.mark.long
def test_the_learner_measures_itself_and_writes_its_curve(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="axedrez[learn] is not installed")
    curve = tmp_path / "curve.csv"
    few = ("--updates", "2", "--every", "1", "--measured", "20", "--games", "16")
    text = told("learner.py", "hyper", "--curve", str(curve), *few)
    shares = [float(line.split(",")[1]) for line in curve.read_text(encoding="utf-8").split()[1:]]
    assert [f"{share:.1%}" for share in shares] == re.findall(r"[\d.]+%", text)
    assert len(shares) == 3


@pytest.mark.long
def test_the_learner_learns(tmp_path: Path) -> None:
    """A few updates only: two minutes of them are in docs/environments.md."""
    pytest.importorskip("torch", reason="axedrez[learn] is not installed")
    curve = tmp_path / "curve.csv"
    few = ("--measured", "400", "--games", "48")
    told("learner.py", "hyper", "--updates", "64", "--every", "64", "--curve", str(curve), *few)
    first, last = (float(line.split(",")[1]) for line in curve.read_text(encoding="utf-8").split()[1:])
    assert 0.35 < first < 0.65
    assert last > 0.55
    assert "1 updates" in told("learner.py", "gardner", "--updates", "1", "--measured", "20", "--games", "16")
