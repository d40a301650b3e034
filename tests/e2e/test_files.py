"""A tables game as a file, and dice that the page has checked itself."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.hands import arrive
from tests.e2e.tables_hands import TablesHands


@pytest.mark.journey
def test_dice_are_verified_and_the_game_comes_back_from_its_file(
    page: Page, tmp_path: Path, axe: Callable[[Page], list[str]]
) -> None:
    hands = TablesHands(page)
    hands.start()
    panel = page.get_by_role("group").filter(has_text="Dados comprobables")
    panel.get_by_text("Dados comprobables").click()
    expect(panel).to_contain_text("aún no se ha revelado")
    chance = random.Random(2)
    for _ in range(3):
        hands.play_turn(chance)
    page.keyboard.press("r")
    page.get_by_role("dialog").get_by_role("button", name="Se rinden: Negras: 3 puntos").click()
    expect(page.locator(".result")).to_be_visible()
    view = hands.view()
    rolled = max(len(view["dice"]["opening"]), view["moves"][-1]["number"] + 1)
    expect(panel).to_contain_text(f"Comprobado por este navegador: las {rolled} tiradas salen de las semillas.")
    expect(panel).to_contain_text("sale en el")
    assert axe(page) == []
    document = panel.get_by_role("link", name="Cómo funciona").get_attribute("href")
    assert "# Dice that can be verified" in page.request.get(str(document)).text()
    with page.expect_download() as download:
        page.get_by_role("link", name="Guardar texto").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.name == f"chessgammon-{view['id'][:8]}.txt"
    assert '[Rulebook "chessgammon"]' in file.read_text(encoding="utf-8")
    page.goto("/games")
    page.locator("input[type=file]").set_input_files(file)
    arrive(page, "**/game/*")
    expect(page.locator('[data-ply="3"]')).to_be_visible()
    again = hands.view()
    assert again["id"] != view["id"]
    for name in ("position", "outcome"):
        assert again[name] == view[name]
    assert [(move["move"], move["roll"]) for move in again["moves"]] == [
        (move["move"], move["roll"]) for move in view["moves"]
    ]


def test_an_imported_game_offers_no_rematch_whatever_ended_it(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "mate.pgn"
    file.write_text("1. f3 $6 {Not so good} e5 (1... d5 2. Nh3) 2. g4 $4 Qh4# 0-1\n", encoding="utf-8")
    page.goto("/games")
    page.locator("input[type=file]").set_input_files(file)
    arrive(page, "**/game/*")
    expect(page.locator(".result")).to_be_visible()
    # What the file says stands in the list of moves, with the letters that are read here.
    expect(page.locator('[data-ply="3"]')).to_contain_text("g4??")
    expect(page.locator(".moves .comment", has_text="1. f3?!: Not so good")).to_be_visible()
    expect(page.locator(".moves .comment", has_text="1… e5: (1… d5 2. Ch3)")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Guardar PGN").click()
    saved = download.value.path().read_text(encoding="utf-8")
    assert "1. f3 $6 {Not so good} 1... e5 (1... d5 2. Nh3) 2. g4 $4 Qh4# 0-1" in saved
    expect(page.get_by_role("link", name="Nueva partida")).to_be_visible()
    expect(page.get_by_role("button", name="Revancha")).to_have_count(0)


def test_a_forged_roll_is_told(page: Page) -> None:
    """One die is changed between server and page: the page says which roll it was."""
    hands = TablesHands(page)
    hands.start("backgammon")
    hands.play_turn(random.Random(2))

    def forge(route: Route) -> None:
        file = route.fetch().json()
        rolled = [event for event in file["events"] if event["type"] == "rolled"][-1]
        rolled["data"]["roll"] = "66" if rolled["data"]["roll"] != "66" else "55"
        route.fulfill(body=json.dumps(file), content_type="application/json")

    page.route("**/api/games/*/dice*", forge)
    page.keyboard.press("r")
    page.get_by_role("dialog").get_by_role("button", name="Se rinden: Negras: 3 puntos").click()
    expect(page.get_by_text("Los dados no cuadran. La tirada")).to_be_visible()
