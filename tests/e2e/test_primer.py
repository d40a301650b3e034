"""A first game: goal and direction until they are dismissed, the rules of what is picked or asked about, lost dice."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.conftest import Server
from tests.e2e.fingers import Fingers, middle, phone
from tests.e2e.hands import COMPUTER, PERSON, Hands, arrive, press_start
from tests.e2e.tables_hands import TablesHands

STRIP = "[data-goal]"
# White to move: one piece on the bar, and the roll 6-5.
ON_THE_BAR = "kqr/4/RPPPP/1/BNP/3/bnppp/BNPPP/3/bnp/1/rpppp/4/KQ R - w Kk 65"


def card(page: Page, letter: str) -> Locator:
    return page.locator(f'[data-card="{letter}"]')


@pytest.mark.journey
@pytest.mark.clause("G-1", "G-4")
def test_goal_and_direction_are_shown_until_they_are_dismissed(page: Page) -> None:
    hands = TablesHands(page)
    hands.start(against=PERSON)
    strip = page.locator(STRIP)
    expect(strip).to_contain_text("Gana quien antes saca del tablero 1 rey y 8 peones.")
    # Two at one screen: both directions are told, and the arrows are those of who is to move.
    expect(strip.locator("[data-course]")).to_have_count(2)
    expect(strip).to_contain_text("Las blancas viajan del punto 24 al 1")
    expect(page.locator("line.course")).to_have_count(2)
    strip.get_by_text("Lo que conviene saber").click()
    expect(strip.get_by_text("Lo capturado va a la barra")).to_be_visible()
    strip.get_by_role("button", name="Entendido").click()
    expect(strip).to_have_count(0)
    expect(page.locator("line.course")).to_have_count(0)
    page.reload()
    expect(hands.board).to_be_visible()
    expect(strip).to_have_count(0)
    # It is known of this rulebook, not of others; and it comes back on demand.
    page.get_by_label("Objetivo y reglas de cada pieza").check()
    expect(strip).to_contain_text("saca del tablero")
    Hands(page).start("clasico", COMPUTER)
    expect(strip).to_contain_text("Gana quien da jaque mate")
    expect(strip.locator("[data-course]")).to_have_count(1)


def test_picking_a_piece_shows_its_rules_and_moves_nothing(page: Page) -> None:
    hands = TablesHands(page)
    hands.start(position="kqr/4/RPPPP/1/BNP/3/bnppp/BNPPP/3/bnp/1/rpppp/4/KQR - - w Kk 65")
    expect(page.locator(STRIP)).to_contain_text("Gana quien")
    buttons = page.locator(".sidebar button, .sidebar [data-ply]").all()
    before = [button.bounding_box() for button in buttons]
    hands.click("6")  # a rook and pawns: the one that is clicked
    expect(card(page, "R").or_(card(page, "P")).first).to_be_visible()
    page.keyboard.press("Escape")
    hands.cell("24").click(position={"x": 10, "y": 40})
    shown = page.locator("[data-card]")
    expect(shown.first).to_be_visible()
    assert [button.bounding_box() for button in buttons] == before


@pytest.mark.clause("G-13", "G-51")
def test_who_asks_about_a_piece_is_told_its_rules_under_the_options_in_force(page: Page) -> None:
    hands = TablesHands(page)
    page.goto("/new/chessgammon")
    page.get_by_text("Variantes y opciones de las reglas").click()
    page.get_by_label("Rey Berserker").check()
    page.get_by_text("Empezar desde una posición").click()
    page.get_by_label("Texto de la posición").fill("kqr/4/RPPPP/1/BNP/3/bnppp/BNPPP/3/bnp/1/rpppp/4/KQR - - w Kk 65")
    press_start(page, PERSON)
    arrive(page, "**/game/*")
    page.locator("[data-dismiss-goal]").click()
    # Once it is known, what is picked is told no more; what is asked about is: a piece of the other side, or the key.
    hands.click("13")
    expect(page.locator("[data-cards]")).to_have_count(0)
    page.keyboard.press("Escape")
    hands.click("12")
    expect(card(page, "B")).to_contain_text("puede restar uno a un dado")
    expect(card(page, "P")).to_contain_text("solo avanza")
    page.keyboard.press("Escape")
    expect(page.locator("[data-cards]")).to_have_count(0)
    hands.cell("1").focus()
    page.keyboard.press("i")
    expect(card(page, "K")).to_be_visible()
    expect(card(page, "K")).not_to_contain_text("un único punto por dado")
    expect(page.locator("[aria-live]").filter(has_text="rey").first).to_be_attached()
    page.get_by_role("button", name="Cerrar").click()
    expect(page.locator("[data-cards]")).to_have_count(0)


@pytest.mark.clause("G-33")
def test_a_die_that_is_lost_is_drawn_beside_its_reason(page: Page) -> None:
    hands = TablesHands(page)
    hands.start(position=ON_THE_BAR)
    options = hands.steps([])["options"]
    hands.step(options[0], "white")
    row = page.locator("[data-lost-die]").first
    expect(row).to_contain_text("(G-33)")
    expect(row.locator("svg .die.lost")).to_have_count(1)
    picture, text = row.locator("svg").bounding_box(), row.locator("span").bounding_box()
    assert picture is not None
    assert text is not None
    assert picture["x"] + picture["width"] <= text["x"]
    assert abs(picture["y"] - text["y"]) < 12


def test_on_a_phone_with_fingers_in_both_themes(
    browser: Browser, server: Server, axe: Callable[[Page], list[str]]
) -> None:
    context = phone(browser, server.url)
    page = context.new_page()
    hands = Hands(page)
    hands.start("clasico", PERSON)
    strip = page.locator(STRIP)
    expect(strip).to_contain_text("Gana quien da jaque mate")
    Fingers(page).tap(middle(hands.square("g1")))
    expect(card(page, "N")).to_be_in_viewport()
    expect(card(page, "N")).to_contain_text("en L")
    # The rules of a piece take the place of goal and direction.
    place, over = strip.bounding_box(), page.locator(f"{STRIP} .inside").bounding_box()
    assert place is not None
    assert over is not None
    assert (place["y"], place["height"]) == (over["y"], over["height"])
    for theme in ("light", "dark"):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    # A refused move says why where the eyes are: the status lies below what is in sight.
    Fingers(page).tap(middle(hands.square("g5")))
    refused = page.locator(f"{STRIP} .refused")
    expect(refused).to_be_in_viewport()
    expect(refused).to_contain_text("no puede ir a g5")
    Fingers(page).tap(middle(hands.square("g1")))
    expect(refused).to_have_count(0)
    Fingers(page).tap(middle(hands.square("f3")))
    expect(page.locator('[data-ply="1"]')).to_be_attached()
    expect(card(page, "N")).to_have_count(0)
    Fingers(page).tap(middle(hands.square("f3")))  # the other side is to move: it is asked about
    expect(card(page, "N")).to_be_in_viewport()
    context.close()


def test_in_english(browser: Browser, server: Server) -> None:
    context = browser.new_context(base_url=server.url, locale="en-GB", viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto("/new/king-of-the-hill")
    page.get_by_role("group", name="Opponent").get_by_text("Another person, at this screen", exact=True).click()
    page.get_by_role("button", name="Two people on this screen").click()
    arrive(page, "**/game/*")
    strip = page.locator(STRIP)
    expect(strip).to_contain_text("d4, e4, d5 or e5")
    expect(strip).to_contain_text("the pawns advance towards rank 8")
    page.locator('[data-cell="d8"]').click()
    expect(card(page, "Q")).to_contain_text("queen")
    context.close()


def test_at_twice_the_size_nothing_is_cut_off(browser: Browser, server: Server) -> None:
    """A window of 1280 × 800 at 200 % has 640 × 400 points."""
    context = browser.new_context(base_url=server.url, locale="es-ES", viewport={"width": 640, "height": 400})
    page = context.new_page()
    game = TablesHands(page)
    game.start()
    for address in (page.url, "/", "/learn/chessgammon", "/new/chessgammon", "/settings", "/modificado/edit/clasico"):
        page.goto(address)
        expect(page.locator("h1, h2, .board").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 640, address
    context.close()
