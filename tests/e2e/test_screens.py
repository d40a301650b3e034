"""The screens: the menu and the way back, the manual, both languages, narrow screens, accessibility."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.hands import RULEBOOKS, Hands, arrive, offer, press_start


@pytest.mark.clause("P-1")
@pytest.mark.journey
def test_start_menu_and_way_back(page: Page) -> None:
    page.goto("/")
    menu = page.get_by_role("navigation", name="Menú principal")
    for name in ("Clásico", "Chess 2D", "Tradicional", "Manual"):
        expect(menu.get_by_role("link", name=name)).to_be_visible()
    expect(menu.get_by_role("link", name="Reglamento")).to_have_count(0)
    back = page.get_by_role("button", name="Volver", exact=True)
    menu.get_by_role("link", name="Tradicional").click()
    expect(page.get_by_role("heading", name="Tradicional")).to_be_visible()
    page.get_by_role("link", name="Leer las reglas").click()
    arrive(page, "**/manual/tradicional")
    back.click()
    arrive(page, "**/new/tradicional")
    press_start(page)
    arrive(page, "**/game/*")
    back.click()
    arrive(page, "**/new/tradicional")
    back.click()
    expect(menu).to_be_visible()
    # Where the visit began on an inner screen, the way back leads to the screen above.
    for address, above in (("/manual/chess2d", "/manual"), ("/games", "/"), ("/nowhere", "/")):
        page.goto("about:blank")
        page.goto(address)
        back.click()
        arrive(page, f"**{above}")


@pytest.mark.clause("P-1")
@pytest.mark.journey
def test_one_click_from_the_menu_starts_a_game_against_the_computer(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Jugar ya contra el ordenador").click()
    expect(page.get_by_role("region", name="Ordenador · Aprendiz (3)")).to_be_visible()
    hands = Hands(page)
    hands.type("e4")
    hands.expect_moves(2)


@pytest.mark.clause("P-1")
def test_a_level_is_chosen_by_its_name_and_stays(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto("/new/clasico")
    levels = page.get_by_role("group", name="Nivel del ordenador").get_by_role("radio")
    expect(levels).to_have_count(8)
    page.get_by_role("radio", name="3 · Aprendiz").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="4 · Aficionado")).to_be_checked()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("button", name="Jugar contra el ordenador").click()
    expect(page.get_by_role("region", name="Ordenador · Aficionado (4)")).to_be_visible()
    page.goto("/new/clasico")
    expect(page.get_by_role("radio", name="4 · Aficionado")).to_be_checked()


@pytest.mark.clause("P-2")
@pytest.mark.journey
def test_manual_shows_every_rulebook_with_figures_and_decisions(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Manual").click()
    for rulebook, name in RULEBOOKS.items():
        page.get_by_role("link", name=name, exact=True).click()
        arrive(page, f"**/manual/{rulebook}")
        expect(page.locator("#C-5")).to_be_visible()
        expect(page.get_by_role("figure").first).to_be_visible()
        expect(page.get_by_text("Decisión", exact=True).first).to_be_visible()
        page.get_by_role("button", name="Volver").click()
    page.goto("/manual/tradicional#T-4")
    expect(page.locator("#T-4")).to_be_in_viewport()
    expect(page.locator("#T-4").get_by_role("grid")).to_be_visible()


@pytest.mark.journey
def test_english(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.get_by_role("link", name="Traditional", exact=True).click()
    expect(page.get_by_role("button", name="Play against the computer")).to_be_visible()
    page.goto("/manual/clasico")
    expect(page.get_by_role("heading", name="Draws")).to_be_visible()
    page.get_by_role("button", name="Español").click()
    expect(page.get_by_role("heading", name="Tablas", exact=True)).to_be_visible()


def screens(page: Page) -> Iterator[str]:
    """Walk through every screen and every state worth looking at."""
    hands = Hands(page)
    hands.start("tradicional", position="4r1k1/P7/8/8/8/8/4R3/4K3 w - - 0 1")
    hands.click("e2", "d2")
    expect(page.get_by_role("alert")).to_be_visible()
    yield "refusal"
    hands.click("a7", "a8")
    yield "promotion"
    page.locator("[data-choice='Q']").click()
    hands.expect_moves(1)
    offer(page)
    expect(page.get_by_role("button", name="Aceptar")).to_be_visible()
    yield "offer"
    page.get_by_role("button", name="Rendirse").click()
    yield "question"
    page.get_by_role("button", name="Cancelar").click()
    page.get_by_role("button", name="Teclas").click()
    yield "keys"
    page.get_by_role("button", name="Cerrar").click()
    page.get_by_role("button", name="Aceptar").click()
    expect(page.locator(".result")).to_be_visible()
    yield "result"
    page.goto("/new/clasico")
    page.get_by_text("Otro reloj").click()
    page.get_by_text("Bronstein").click()
    for summary in page.locator("summary").all():
        summary.click()
    yield "new game"
    press_start(page)
    arrive(page, "**/game/*")
    hands.type("e4", "d5", "exd5")
    hands.square("d8").click()
    yield "game with clocks"
    for address in ("/", "/games", "/studies", "/balance", "/glossary", "/manual", "/manual/tradicional", "/nowhere"):
        page.goto(address)
        page.wait_for_load_state("networkidle")
        yield address


@pytest.mark.journey
def test_every_screen_is_accessible_and_fits_360_pixels(page: Page, presentable: Callable[[str], None]) -> None:
    for name in screens(page):
        presentable(name)


def test_the_theme_follows_the_system_until_it_is_chosen(page: Page) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto("/")
    html = page.locator("html")
    expect(html).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name="Modo oscuro").click()
    expect(html).to_have_attribute("data-theme", "light")
    page.reload()
    expect(html).to_have_attribute("data-theme", "light")


def test_board_is_large_on_a_wide_screen(page: Page) -> None:
    hands = Hands(page)
    hands.start("clasico")
    box = hands.board.bounding_box()
    assert box is not None
    assert box["width"] == pytest.approx(box["height"], abs=1)
    assert box["height"] > 0.75 * 800
    # In a first game the column beside the board is longer; the board has the same place.
    assert box["y"] + box["height"] <= 800
    page.locator("[data-dismiss-goal]").click()
    assert hands.board.bounding_box() == box
    assert page.evaluate("document.documentElement.scrollHeight") <= 800
