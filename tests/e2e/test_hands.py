"""Mouse, touch, keyboard and typing are equals."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.hands import Hands, arrive, held_back

COMMANDS = re.compile("/api/games/[^/]*/commands")


@pytest.mark.journey
def test_keyboard_alone(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("heading", name="Axedrez")).to_be_focused()
    entry = page.get_by_role("navigation", name="Menú principal").get_by_role("link", name="Clásico")
    _tab_to(page, entry)
    page.keyboard.press("Enter")
    arrive(page, "**/new/clasico")
    _tab_to(page, page.get_by_role("radio", name="El ordenador"))
    page.keyboard.press("ArrowDown")
    _tab_to(page, page.get_by_role("button", name="Dos personas en esta pantalla"))
    page.keyboard.press("Enter")
    arrive(page, "**/game/*")
    hands = Hands(page)
    expect(hands.board).to_be_visible()
    page.keyboard.press("b")
    expect(hands.square("a1")).to_be_focused()
    for key in ["ArrowRight"] * 4 + ["ArrowUp"]:
        page.keyboard.press(key)
    expect(hands.square("e2")).to_be_focused()
    page.keyboard.press("Enter")
    expect(hands.square("e2")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Escape")
    expect(hands.square("e2")).to_have_attribute("aria-selected", "false")
    for key in ("Enter", "ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    hands.expect_moves(1)
    hands.expect_piece("e4", "peón blanco")
    expect(page.locator("[data-announcer]")).to_have_text("Blancas: e4")
    page.keyboard.press("m")
    page.keyboard.type("Cf6")
    page.keyboard.press("Enter")
    hands.expect_moves(2)
    expect(page.locator("[data-announcer]")).to_have_text("Negras: caballo f6")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Girar").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("button", name="Volver al presente")).to_be_visible()
    hands.expect_piece("f6", "vacía")
    page.keyboard.press("End")
    hands.expect_piece("f6", "caballo negro")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Teclas")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("u")
    hands.expect_moves(1)


def _tab_to(page: Page, wanted: Locator) -> None:
    for _ in range(40):
        page.keyboard.press("Tab")
        if wanted.evaluate("element => element === document.activeElement"):
            return
    pytest.fail(f"the tab key never reaches {wanted}")


@pytest.mark.journey
def test_mouse(page: Page) -> None:
    hands = Hands(page)
    hands.start("clasico")
    hands.drag("g1", "f3")
    hands.expect_moves(1)
    # A piece dropped where it cannot go returns, and may still be picked.
    hands.drag("e7", "e3")
    hands.expect_piece("e7", "peón negro")
    hands.click("e7", "d5")
    hands.click("e7", "e5")
    hands.expect_moves(2)
    # A double click on the target sends one move.
    hands.square("f3").click()
    hands.square("e5").dblclick()
    hands.expect_moves(3)
    hands.expect_record("g1f3", "e7e5", "f3e5")
    # The mouse leaves the arrow keys to the list of moves, and Escape puts a picked piece back.
    hands.square("d7").click()
    expect(hands.square("d7")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Escape")
    expect(hands.square("d7")).to_have_attribute("aria-selected", "false")
    page.keyboard.press("ArrowLeft")
    hands.expect_piece("f3", "caballo blanco")
    page.keyboard.press("ArrowRight")
    hands.expect_piece("e5", "caballo blanco")
    assert hands.view()["seq"] == 3


@pytest.mark.journey
def test_touch(browser: Browser, page: Page) -> None:
    origin = page.context.request.get("/api/health").url.removesuffix("/api/health")
    phone = browser.new_context(
        base_url=origin, locale="es-ES", has_touch=True, is_mobile=True, viewport={"width": 360, "height": 740}
    )
    try:
        hands = Hands(phone.new_page())
        hands.start("clasico")
        hands.square("d2").tap()
        hands.square("d4").tap()
        hands.expect_moves(1)
        hands.square("d7").tap()
        hands.square("e7").tap()
        hands.square("e6").tap()
        hands.expect_moves(2)
        hands.expect_record("d2d4", "e7e6")
    finally:
        phone.close()


def test_what_is_typed_while_a_move_is_on_its_way_stays(page: Page) -> None:
    hands = Hands(page)
    hands.start("clasico")
    field = page.get_by_label("Jugada escrita")
    field.press_sequentially("e4")
    held = held_back(page, COMMANDS, lambda: field.press("Enter"))
    field.press_sequentially("e")
    held.continue_()
    hands.expect_moves(1)
    expect(field).to_have_value("e")
    field.press_sequentially("5")
    field.press("Enter")
    hands.expect_moves(2)
    expect(field).to_have_value("")
    hands.expect_record("e2e4", "e7e5")


def test_typed_moves_follow_the_language(page: Page) -> None:
    hands = Hands(page)
    hands.start("clasico")
    hands.type("Cf3")
    field = page.get_by_label("Jugada escrita")
    field.fill("Nf6")
    field.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(field).to_have_value("Nf6")
    page.get_by_role("button", name="English").click()
    field = page.get_by_label("Typed move")
    field.press("Enter")
    hands.expect_moves(2)
    expect(page.locator('[data-ply="1"]')).to_have_text("Nf3")
    hands.expect_record("g1f3", "g8f6")
