"""`axedrez exercises`: shipped ones shown, new ones made and kept, mistakes told in one sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from axedrez import places
from axedrez.exercises import sets
from axedrez.library import load
from tests.cli.conftest import Run


@pytest.fixture
def axedrez(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setattr(places, "data", lambda: tmp_path)
    return run


def test_shipped_ones_are_shown_by_theme_and_as_json(axedrez: Run) -> None:
    status, out, err = axedrez("exercises", "clasico", "--theme", "fork", "--count", "3", "--json")
    assert (status, err) == (0, "")
    found = json.loads(out)
    assert found["sheet"] == load("clasico").hash
    assert found["rejected"]["alike"] > found["rejected"]["unstable"]
    assert len(found["exercises"]) == 3
    for each in found["exercises"]:
        assert "fork" in each["themes"]
        assert each["solution"]
        assert each["proof"]["best"] > each["proof"]["second"] or each["task"] == "win-in"
    assert out == axedrez("exercises", "clasico", "--theme", "fork", "--count", "3", "--json")[1]
    assert out != axedrez("exercises", "clasico", "--theme", "fork", "--count", "3", "--json", "--seed", "2")[1]
    status, out, _ = axedrez("exercises", "backgammon", "--count", "2", "--lang", "es")
    assert status == 0
    assert "Solución" in out
    assert "posiciones miradas" in out


def test_new_ones_are_made_kept_and_added_to(axedrez: Run, tmp_path: Path) -> None:
    shipped = len(sets.of(load("los-alamos")).exercises)
    arguments = ("exercises", "los-alamos", "--make", "--count", "2", "--processes", "1", "--seed", "5")
    status, out, err = axedrez(*arguments, "--json")
    assert (status, err) == (0, "")
    made = json.loads(out)
    assert len(made["exercises"]) == 2
    assert made["positions"] >= sum(made["rejected"].values()) + 2
    (path,) = (tmp_path / "exercises").iterdir()
    assert path.suffix == ".jsonl"
    assert len(sets.of(load("los-alamos")).exercises) > shipped
    status, out, _ = axedrez(*arguments)
    assert status == 0
    assert str(path) in out.replace("\n", "")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("exercises", "clasico", "--theme", "nothing"), "has no exercises with the theme"),
        (("exercises", "clasico", "--processes", "2"), "--processes only counts with --make."),
        (("exercises", "clasico", "--make", "--from", "games.pgn"), "--make does not go with --from."),
        (("exercises", "nothing"), "There is no rulebook"),
        (("exercises", "clasico", "--option", "goal.stalemate=win"), "There are no exercises"),
        (("exercises", "clasico", "--count", "0"), "count"),
    ],
)
def test_mistakes_are_one_sentence(axedrez: Run, arguments: tuple[str, ...], said: str) -> None:
    status, out, err = axedrez(*arguments)
    assert status == 2
    assert (out, said in err) == ("", True)
    assert err.count("\n") == 1


def test_games_that_were_played_give_what_both_sides_could_have_found(axedrez: Run, tmp_path: Path) -> None:
    """White mates, after Black has missed a queen."""
    file = tmp_path / "own.pgn"
    file.write_text(
        '1. e4 e5 2. Qh5 Nc6 3. Bc4 d6 4. Qxf7# 1-0\n\n1. e4 e5 2. Qh5 Nf6 3. Qxe5+ *\n\n[Variant "Atomic"]\n\n1. e4 *'
    )
    status, out, err = axedrez("exercises", "clasico", "--from", str(file), "--json")
    assert (status, err) == (0, "")
    found = json.loads(out)
    assert found["games"] == 2
    assert "h5f7" in [each["line"][0] for each in found["exercises"]]
    assert found["positions"] == sum(found["rejected"].values()) + len(found["exercises"])
    other = axedrez("exercises", "atomic", "--from", str(tmp_path / "none.pgn"))
    assert other[0] == 2
    file.write_text("1. e4 e5 *")
    status, out, err = axedrez("exercises", "backgammon", "--from", str(file))
    assert (status, "no games" in err, err.count("\n")) == (2, True, 1)
