"""Engines of others on the page: as opponent and as analyst, where the server offers them."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from axedrez.uci import engines
from axedrez.uci.engines import Engine, Known
from tests import sheets
from tests.e2e.conftest import SERVE, Server
from tests.e2e.hands import held_back, type_move

STRANGE = Path(__file__).parent.parent / "uci" / "strange_engine.py"
LONGEST_MS = 200_000
LOOKS = re.compile("/api/evaluations")


@pytest.fixture
def serve_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    """A server of an operator who allows two engines; one of them dies when it is to move."""
    monkeypatch.setenv("AXEDREZ_ENGINES", str(tmp_path / "engines.toml"))
    trusted = {"clasico": Known(sheets.chess("clasico").hash)}
    command = [sys.executable, str(STRANGE)]
    odd, ill = Engine([*command, "plays"], {}, trusted), Engine([*command, "dies"], {}, trusted)
    engines.write({"odd": odd, "ill": ill, "hidden": odd})
    return (*SERVE, "--engine", "odd", "--engine", "ill")


@pytest.mark.timeout(500)
def test_a_game_against_an_engine_and_its_analysis_by_it(
    server: Server, page: Page, presentable: Callable[[str], None]
) -> None:
    page.goto("/new/clasico")
    opponents = page.get_by_role("group", name="El ordenador juega con")
    expect(opponents.get_by_role("radio")).to_have_count(3)
    expect(page.get_by_text("hidden")).to_have_count(0)
    presentable("a new game with engines")
    opponents.get_by_text("odd").click()
    expect(page.get_by_role("group", name="Nivel")).to_have_count(0)
    page.get_by_role("button", name="Contra el ordenador").click()
    expect(page.get_by_role("region", name="Motor · odd")).to_be_visible()
    for move in ("f3", "g4"):
        type_move(page, move)
    expect(page.locator('[data-ply="2"]')).to_contain_text("a5", timeout=LONGEST_MS)
    expect(page.locator('[data-ply="4"]')).to_be_visible(timeout=LONGEST_MS)
    expect(page.locator("[data-stood-in]")).to_have_count(0)
    page.get_by_role("button", name="Rendirse").click()
    page.get_by_role("dialog").get_by_role("button", name="Rendirse").click()
    page.get_by_label("Quién analiza").select_option("odd")
    page.get_by_role("button", name="Analizar", exact=True).click()
    expect(page.get_by_role("heading", name="Momentos clave")).to_be_visible(timeout=LONGEST_MS)


@pytest.mark.timeout(500)
def test_ours_stands_in_for_an_engine_that_dies_and_the_page_says_so(
    server: Server, page: Page, presentable: Callable[[str], None]
) -> None:
    page.goto("/new/clasico")
    page.get_by_role("group", name="El ordenador juega con").get_by_text("ill").click()
    page.get_by_role("button", name="Contra el ordenador").click()
    type_move(page, "e4")
    expect(page.locator("[data-stood-in]")).to_contain_text("Axedrez en su lugar", timeout=LONGEST_MS)
    presentable("a game in which an engine has failed")
    expect(page.locator('[data-ply="2"]')).to_be_visible()
    assert "the engine ill has failed" in server.output()


@pytest.mark.timeout(500)
def test_an_engine_looks_into_a_position(server: Server, page: Page) -> None:
    held = held_back(page, LOOKS, lambda: page.goto("/analysis/clasico"))
    page.get_by_label("Quién analiza").select_option("odd")
    lines = page.get_by_role("list", name="Las mejores jugadas, con lo que sigue")
    expect(lines.get_by_role("listitem")).to_have_count(1, timeout=LONGEST_MS)
    expect(lines).to_contain_text("1. a3")
    # Our own player, which had been asked first, answers last: too late.
    with page.expect_response(LOOKS, timeout=LONGEST_MS):
        held.continue_()
    page.wait_for_timeout(300)
    expect(lines.get_by_role("listitem")).to_have_count(1)
    expect(lines).to_contain_text("1. a3")
    page.get_by_label("Quién analiza").select_option("ill")
    expect(page.get_by_role("alert")).to_contain_text("El motor ill ha fallado.", timeout=LONGEST_MS)
