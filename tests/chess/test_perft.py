"""The kernel counts the suites of `tests/perft`: known numbers, found by programs that share nothing with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import sheets

SUITES = Path(__file__).parents[1] / "perft"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
COMMON_LAW = ("clasico", "reglamento", "chess2d")
NODES_OF_EACH = 1_000_000


def _suite(name: str) -> list[tuple[str, list[int]]]:
    lines = (SUITES / f"{name}.epd").read_text(encoding="utf-8").splitlines()
    return [(fen, [int(count.split()[1]) for count in counts]) for fen, *counts in (line.split(" ;") for line in lines)]


@pytest.mark.clause("C-3", "C-4", "C-5")
@pytest.mark.parametrize(("fen", "counts"), _suite("clasico"))
def test_the_common_law_to_the_last_depth(fen: str, counts: list[int]) -> None:
    position = sheets.read(fen)
    assert [sheets.perft(position, depth) for depth in range(1, len(counts) + 1)] == counts


def test_the_suite_holds_the_numbers_everybody_knows() -> None:
    known = dict(_suite("clasico"))
    assert known[sheets.chess("clasico").start().text()][5] == 119_060_324
    assert known[KIWIPETE][4] == 193_690_690


@pytest.mark.parametrize("name", ["amazon6", "knightmate", "tradicional"])
def test_other_games_to_the_last_depth(name: str) -> None:
    for fen, counts in _suite(name):
        position = sheets.read(fen, name)
        assert [sheets.perft(position, depth) for depth in range(1, len(counts) + 1)] == counts, fen


@pytest.mark.parametrize("name", COMMON_LAW[1:])
def test_rulebooks_of_the_common_law_count_alike(name: str) -> None:
    for fen, counts in _suite("clasico"):
        depth = sum(count <= NODES_OF_EACH for count in counts)
        assert sheets.perft(sheets.read(fen, name), depth) == counts[depth - 1], fen


def test_no_ply_is_one_path() -> None:
    assert sheets.perft(sheets.chess("clasico").start(), 0) == 1
