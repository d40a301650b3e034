"""The menu and the set-up: pictures, the shelf, what waits, language, weight, and the start that stays in sight."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.e2e.conftest import PATIENCE_MS, Server
from tests.e2e.hands import ONLINE, PERSON, Hands, arrive, choose_opponent, press_start
from tests.e2e.meeting import known

Visit = Callable[..., Page]
FIRST_LOAD_BYTES = 150_000


def shelf(page: Page) -> list[str]:
    """The ids of the games that are shown on the shelf."""
    found: list[str] = page.locator("[data-shelf]").evaluate_all("found => found.map(each => each.dataset.shelf)")
    return found


def in_sight(page: Page, name: str) -> bool:
    """Whether a button is wholly on the screen, and nothing lies over it."""
    return bool(
        page.get_by_role("button", name=name).evaluate(
            """button => {
              const { left, top, right, bottom } = button.getBoundingClientRect()
              const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
              return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth && button.contains(seen)
            }"""
        )
    )


@pytest.mark.journey
def test_every_game_of_the_menu_shows_its_board(page: Page) -> None:
    page.goto("/")
    menu = page.get_by_role("navigation", name="Menú principal")
    expect(menu.locator(".games svg")).to_have_count(5)
    chess = menu.get_by_role("listitem").filter(has=page.get_by_role("link", name="Clásico"))
    expect(chess.locator("svg use")).to_have_count(32)
    # The boards further down are drawn when they are near.
    last = page.locator("[data-shelf]").last
    expect(last.locator("svg")).to_have_count(0)
    last.scroll_into_view_if_needed()
    expect(last.locator("svg")).to_have_count(1)
    expect(page.get_by_text("tablas más conocido")).to_have_count(0)


@pytest.mark.journey
def test_a_modified_game_is_found_and_played_with_the_keyboard(page: Page) -> None:
    page.goto("/")
    expect(page.locator("[data-shelf]")).to_have_count(25)
    page.get_by_label("Nombre, o qué cambia").focus()
    page.keyboard.type("ALAMOS")
    expect(page.locator("[data-shelf]")).to_have_count(1)
    expect(page.get_by_role("status").filter(has_text="1 juego")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Los Álamos")).to_be_focused()
    page.keyboard.press("Enter")
    arrive(page, "**/new/los-alamos")


def test_the_shelf_is_searched_by_what_is_different_in_both_languages(page: Page, english: Page) -> None:
    page.goto("/")
    page.get_by_label("Nombre, o qué cambia").fill("rey colina")
    expect(page.locator("[data-shelf]")).to_have_count(1)
    page.get_by_label("Nombre, o qué cambia").fill("ningún juego así")
    expect(page.get_by_text("Ningún juego se llama")).to_be_visible()
    page.get_by_label("Nombre, o qué cambia").fill("")
    page.get_by_role("combobox", name="Qué cambia").select_option("turns")
    assert set(shelf(page)) == {"dice-chess", "marseillais", "marseillais-balanced", "progressive"}
    english.goto("/")
    english.get_by_label("Name, or what is different").fill("comes back colour")
    expect(english.locator("[data-shelf]")).to_have_count(1)
    assert shelf(english) == ["crazyhouse"]


@pytest.mark.journey
def test_a_browser_that_prefers_english_gets_english_at_once(english: Page) -> None:
    answer = english.goto("/")
    assert answer is not None
    assert '<html lang="en">' in answer.text()
    expect(english.get_by_role("button", name="Play the computer now")).to_be_visible()
    loaded: list[str] = english.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    assert any("/assets/en-" in name for name in loaded)
    assert not any("/assets/es-" in name for name in loaded)
    # A choice is stronger than the browser's preference, and stays.
    english.get_by_role("button", name="Español").click()
    expect(english.get_by_role("button", name="Jugar ya contra el ordenador")).to_be_visible()
    english.reload()
    expect(english.get_by_role("button", name="Jugar ya contra el ordenador")).to_be_visible()


@pytest.mark.journey
def test_the_last_game_is_played_again_with_one_click(page: Page) -> None:
    page.goto("/new/king-of-the-hill")
    page.get_by_text("3+2", exact=True).click()
    page.get_by_text("2 · Principiante").click()
    page.get_by_role("button", name="Jugar contra el ordenador").click()
    arrive(page, "**/game/*")
    first = page.url
    page.goto("/")
    again = page.get_by_role("button", name="Jugar otra vez")
    expect(again).to_contain_text("Rey de la colina")
    expect(again).to_contain_text("3 min + 2 s")
    again.click()
    arrive(page, lambda url: "/game/" in url and url != first)
    view = Hands(page).view()
    assert view["rulebook"]["id"] == "king-of-the-hill"
    assert view["players"]["black"]["level"] == 2
    assert view["clock"]["spec"]["initial_ms"] == 180_000


def test_what_waits_for_me_comes_first(visit: Visit) -> None:
    ana, eva = visit(), visit(360, 740)
    people = {}
    for page, name in ((ana, "Ana"), (eva, "Eva")):
        people[name] = known(page)
        page.request.patch("/api/me", data={"name": name})
    wanted = {"id": str(uuid4()), "rulebook": "clasico", "colour": "black", "to": people["Eva"]}
    invitation = ana.request.post("/api/invitations", data=wanted).json()["id"]
    eva.goto("/")
    waiting = eva.get_by_role("region", name="Le esperan")
    expect(waiting.get_by_role("link", name="Ana le invita a jugar")).to_be_visible()
    assert eva.evaluate("document.documentElement.scrollWidth") <= 360
    game = eva.request.post(f"/api/invitations/{invitation}/accept").json()["id"]
    eva.reload()
    expect(waiting.locator(f'a[href="/game/{game}"]')).to_contain_text("Le toca jugar")
    ana.goto("/")
    expect(ana.get_by_role("region", name="Continuar").locator(f'a[href="/game/{game}"]')).to_be_visible()
    expect(ana.get_by_role("region", name="Le esperan")).to_have_count(0)


def zoomed(browser: Browser, server: Server, width: int, height: int, zoom: int) -> BrowserContext:
    """A browser window as its page sees it at a zoom."""
    size = {"width": width // zoom, "height": height // zoom}
    return browser.new_context(base_url=server.url, locale="es-ES", viewport=size, device_scale_factor=zoom)  # type: ignore[arg-type]


@pytest.mark.parametrize(("width", "height", "zoom"), [(360, 740, 1), (1280, 800, 2), (1280, 800, 1)])
def test_the_start_is_always_in_sight(
    browser: Browser, shared_server: Server, width: int, height: int, zoom: int
) -> None:
    context = zoomed(browser, shared_server, width, height, zoom)
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.goto("/new/chessgammon")
    start = "Jugar contra el ordenador"
    expect(page.get_by_role("button", name=start)).to_be_visible()
    for summary in page.locator("summary").all():
        summary.click()
    for share in (0, 0.5, 1):
        page.evaluate("share => scrollTo(0, share * document.documentElement.scrollHeight)", share)
        assert in_sight(page, start), f"after {share} of the screen"
    # What has the focus does not lie under it.
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    last = page.locator("summary").last
    last.focus()
    expect(last).to_be_focused()
    bottom = last.evaluate("found => found.getBoundingClientRect().bottom")
    bar = page.locator("[data-start-bar]").bounding_box()
    assert bar is not None
    assert bottom <= bar["y"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width // zoom
    choose_opponent(page, ONLINE)
    assert in_sight(page, "Invitar con un enlace")
    context.close()


def test_the_first_game_of_dice_is_easy_and_the_level_is_kept_apart(page: Page) -> None:
    page.goto("/new/chessgammon")
    expect(page.get_by_role("radio", name="1 · Primeros pasos")).to_be_checked()
    page.goto("/new/clasico")
    expect(page.get_by_role("radio", name="3 · Aprendiz")).to_be_checked()
    page.get_by_text("5 · De club").click()
    page.get_by_role("button", name="Jugar contra el ordenador").click()
    arrive(page, "**/game/*")
    page.goto("/new/chessgammon")
    expect(page.get_by_role("radio", name="1 · Primeros pasos")).to_be_checked()
    page.goto("/new/clasico")
    expect(page.get_by_role("radio", name="5 · De club")).to_be_checked()


def test_the_opponent_decides_what_is_asked(page: Page) -> None:
    page.goto("/new/clasico")
    expect(page.get_by_role("group", name="Nivel del ordenador")).to_be_visible()
    page.get_by_role("radio", name="El ordenador").focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("group", name="Nivel del ordenador")).to_have_count(0)
    expect(page.get_by_role("button", name=PERSON)).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_label("Su nombre")).to_be_visible()
    page.get_by_text("Más", exact=True).click()
    expect(page.get_by_role("group", name="Quien mira ve la partida")).to_be_visible()


@pytest.mark.clause("G-50")
def test_the_manual_of_a_game_is_that_of_its_variants(page: Page) -> None:
    page.goto("/new/chessgammon")
    page.get_by_text("Variantes y opciones de las reglas").click()
    page.get_by_role("checkbox", name="Dama Asesina").check()
    press_start(page)
    arrive(page, "**/game/*")
    link = page.get_by_role("link", name="Chessgammon").first
    expect(page.get_by_text("Dama Asesina").first).to_be_visible()
    link.click()
    arrive(page, "**/manual/chessgammon/*")
    expect(page.get_by_text("Dama Asesina").first).to_be_visible()


def test_the_menu_and_the_set_up_are_accessible(page: Page, presentable: Callable[[str], None]) -> None:
    page.goto("/")
    expect(page.locator("[data-shelf]")).to_have_count(25)
    presentable("menu")
    page.get_by_label("Nombre, o qué cambia").fill("rey")
    presentable("shelf")
    page.goto("/new/chessgammon")
    choose_opponent(page, ONLINE)
    page.get_by_text("Otro reloj").click()
    page.get_by_text("Más", exact=True).click()
    presentable("set-up")
    page.goto("/modificado")
    expect(page.locator("[data-shelf]")).to_have_count(25)
    presentable("modified games")


@pytest.mark.parametrize("lang", ["es-ES", "en-GB"])
def test_the_first_visit_is_light(browser: Browser, shared_server: Server, lang: str) -> None:
    """`bench/page_load.py` tells what it is made of."""
    context = browser.new_context(base_url=shared_server.url, locale=lang, viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    sizes: list[int] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    page.goto("/")
    expect(page.locator("[data-shelf]")).to_have_count(25)
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready.then(() => null)")
    assert 60_000 < sum(sizes) <= FIRST_LOAD_BYTES, f"{sum(sizes)} bytes in {len(sizes)} answers"
    context.close()


@pytest.mark.parametrize("fate", ["late", "lost"])
def test_the_first_paint_has_its_letters_unless_they_cannot_come(page: Page, fate: str) -> None:
    """Letters that come after the first paint move what is about to be pressed."""

    def deliver(route: Route) -> None:
        if fate == "lost":
            route.abort()
        else:
            answer = route.fetch()
            page.wait_for_timeout(150)
            route.fulfill(response=answer)

    page.route("**/*.woff2", deliver)
    page.add_init_script(
        """new MutationObserver((_, observer) => {
          if (!document.querySelector('h1')) return
          window.lettered = document.fonts.check('1em Alegreya') && document.fonts.check('1em "Source Sans 3"')
          observer.disconnect()
        }).observe(document, { childList: true, subtree: true })"""
    )
    page.goto("/")
    expect(page.get_by_role("heading", name="Axedrez")).to_be_visible()
    assert page.evaluate("window.lettered") is (fate == "late")
