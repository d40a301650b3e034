"""`axedrez endgames`: tables built, shown and looked up, for programs and for people."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from axedrez import places
from axedrez.chess.endgames import tables
from tests.cli.conftest import Run

POSITION = "6/6/6/2k3/6/KR4 w - - 0 1"


@pytest.fixture
def axedrez(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    # Kernels stay where they are; only tables go into a fresh folder.
    monkeypatch.setattr(places, "cache", lambda: tmp_path)
    tables.of.cache_clear()
    yield run
    tables.of.cache_clear()


def test_tables_are_built_stored_and_shown(axedrez: Run, tmp_path: Path) -> None:
    assert places.cache() == tmp_path
    status, out, err = axedrez("endgames", "los-alamos", "--pieces", "KRk", "--json")
    assert (status, err) == (0, "")
    found = json.loads(out)
    assert [table["pieces"] for table in found["tables"]] == ["Kk", "KRk"]
    table = found["tables"][-1]
    assert table["white"]["lost"] == table["black"]["won"] == 0
    assert len(found["line"]) == table["plies"]
    stored = sorted((tmp_path / "endgames").rglob("*"))
    assert [path.name for path in stored if path.is_file()] == ["k-k.table", "kr-k.table"]
    assert table["stored"] == next(path for path in stored if path.name == "kr-k.table").stat().st_size
    status, out, _ = axedrez("endgames", "los-alamos", "--pieces", "KRk", "--lang", "es")
    assert status == 0
    assert "Juegan negras" in out
    assert table["longest"] in out


def test_a_table_on_disk_serves_the_other_colour_too(axedrez: Run, tmp_path: Path) -> None:
    _, one, _ = axedrez("endgames", "los-alamos", "--pieces", "KRk", "--json")
    tables.of.cache_clear()
    status, other, _ = axedrez("endgames", "los-alamos", "--pieces", "Kkr", "--json")
    assert status == 0
    white, black = (json.loads(out)["tables"][-1] for out in (one, other))
    assert (black["pieces"], black["stored"], black["plies"]) == ("Kkr", white["stored"], white["plies"])
    assert (black["black"], black["white"]) == (white["white"], white["black"])
    assert not list(tmp_path.rglob("k-kr.table"))


def test_a_position_is_looked_up(axedrez: Run) -> None:
    status, out, _ = axedrez("endgames", "los-alamos", "--position", POSITION, "--json")
    assert status == 0
    found = json.loads(out)
    assert found["outcome"] == "win"
    assert len(found["line"]) == found["plies"]
    assert found["line"][0] in [move["move"] for move in found["best"]]
    status, out, _ = axedrez("endgames", "los-alamos", "--position", POSITION)
    assert status == 0
    assert f"wins in {found['plies']} moves" in out
    status, out, _ = axedrez("endgames", "los-alamos", "--position", "6/6/6/1k4/6/K5 w - - 0 1")
    assert (status, "Drawn" in out) == (0, True)


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize(
    "arguments",
    [
        ("clasico",),
        ("clasico", "--pieces", "KKk"),
        ("clasico", "--pieces", "K♜k"),
        ("clasico", "--pieces", "KQRBNPk"),
        ("clasico", "--pieces", "KPkp"),
        ("clasico", "--position", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        ("clasico", "--position", "nonsense"),
        ("crazyhouse", "--pieces", "KRk"),
        ("three-check", "--pieces", "KRk"),
        ("marseillais", "--pieces", "KRk"),
        ("dice-chess", "--pieces", "KRk"),
        ("backgammon", "--pieces", "KRk"),
    ],
)
def test_refusals_are_one_line(axedrez: Run, arguments: tuple[str, ...], lang: str) -> None:
    status, out, err = axedrez("endgames", *arguments, "--lang", lang)
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert "Traceback" not in err
