"""Stored games: listing, continuing, replaying, exporting and importing; positions set up by hand; two tabs."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.hands import Hands, arrive, press_start

BROKEN = '[Event "?"]\n\n1. e4 e5 2. Ke3 *\n'


@pytest.mark.journey
def test_replay_export_and_open(page: Page, tmp_path: Path) -> None:
    hands = Hands(page)
    hands.start("clasico")
    hands.type("e4", "e5", "Cf3")
    page.get_by_role("button", name="Al comienzo").click()
    hands.expect_piece("e2", "peón blanco")
    page.locator('[data-ply="2"]').click()
    hands.expect_piece("e5", "peón negro")
    hands.expect_piece("g1", "caballo blanco")
    page.get_by_role("button", name="Volver al presente").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="PGN").click()
    file = tmp_path / "game.pgn"
    download.value.save_as(file)
    assert "1. e4 e5 2. Nf3" in file.read_text(encoding="utf-8")
    page.goto("/games")
    page.get_by_role("link", name="Blancas – Negras").first.click()
    hands.expect_moves(3)
    hands.type("Cc6")
    page.goto("/games")
    chooser = page.locator("input[type=file]")
    chooser.set_input_files(file)
    arrive(page, "**/game/*")
    hands.expect_moves(3)
    page.goto("/games")
    broken = tmp_path / "broken.pgn"
    broken.write_text(file.read_text(encoding="utf-8") + "\n" + BROKEN, encoding="utf-8")
    chooser.set_input_files(broken)
    expect(page.get_by_text("Partidas leídas: 1")).to_be_visible()
    expect(page.get_by_text("Partida 2, línea")).to_be_visible()


def test_the_last_game_goes_on_from_the_start_menu(page: Page) -> None:
    hands = Hands(page)
    hands.start("chess2d")
    hands.type("e4")
    game = page.url
    page.goto("/")
    page.get_by_role("region", name="Continuar").get_by_role("link").click()
    arrive(page, game)
    hands.expect_moves(1)


@pytest.mark.journey
def test_position_editor(page: Page) -> None:
    page.goto("/new/clasico")
    page.get_by_text("Empezar desde una posición").click()
    text = page.get_by_label("Texto de la posición (FEN)")
    page.get_by_role("button", name="Vaciar el tablero").click()
    expect(text).to_have_value("8/8/8/8/8/8/8/8 w - - 0 1")
    expect(page.get_by_role("alert")).to_be_visible()
    hands = Hands(page)
    for piece, square in (("rey blanco", "e1"), ("rey negro", "e8"), ("torre blanca", "a1"), ("peón negro", "h7")):
        page.get_by_role("button", name=piece).click()
        hands.square(square).click()
    page.get_by_role("button", name="Borrar").click()
    hands.square("h7").click()
    page.get_by_label("Blancas O-O-O").check()
    expect(text).to_have_value("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
    expect(page.get_by_role("alert")).to_have_count(0)
    press_start(page)
    arrive(page, "**/game/*")
    hands.click("e1", "c1")
    hands.expect_piece("d1", "torre blanca")


def test_a_bad_position_is_refused_in_one_sentence(page: Page) -> None:
    page.goto("/new/clasico")
    page.get_by_text("Empezar desde una posición").click()
    page.get_by_label("Texto de la posición (FEN)").fill("8/8/8/8/8/8/8/8 w - - 0 1")
    press_start(page)
    expect(page.get_by_role("alert").first).to_contain_text("pieza")
    assert page.url.endswith("/new/clasico")


@pytest.mark.journey
def test_two_tabs_show_one_game(page: Page) -> None:
    here = Hands(page)
    here.start("clasico")
    other = page.context.new_page()
    other.goto(page.url)
    there = Hands(other)
    page.bring_to_front()
    here.type("e4")
    other.bring_to_front()
    there.expect_piece("e4", "peón blanco")
    there.click("e7", "e5")
    page.bring_to_front()
    here.expect_moves(2)
    here.click("d2", "d4")
    other.bring_to_front()
    there.expect_moves(3)
    here.expect_record("e2e4", "e7e5", "d2d4")
