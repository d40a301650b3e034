"""Guided first games, as a newcomer takes them: by mouse, by keys, by touch, in both languages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.conftest import Server
from tests.e2e.fingers import Fingers, middle
from tests.e2e.fingers import phone as telephone
from tests.e2e.hands import arrive, held_back
from tests.e2e.tables_hands import TablesHands

CHESSGAMMON_STEPS = 12
CLASICO_STEPS = 9
PLAY = "**/api/positions?*"


def steps_of(page: Page, rulebook: str) -> list[dict[str, Any]]:
    answer = page.request.get(f"/api/rulebooks/{rulebook}/guide")
    assert answer.ok
    steps: list[dict[str, Any]] = answer.json()
    return steps


def heading(page: Page) -> Locator:
    return page.get_by_role("heading", level=2)


def said(page: Page) -> Locator:
    return page.locator(".guide .said")


def on(page: Page) -> Locator:
    return page.locator("[data-next]")


def at_step(page: Page, step: dict[str, Any], number: int, count: int, lang: str = "es") -> None:
    """Wait until a step is shown and its heading has the focus."""
    progress = f"{number} de {count}" if lang == "es" else f"{number} of {count}"
    expect(heading(page)).to_have_text(re.compile(rf"{progress}\s*:\s*{re.escape(step['title'][lang])}"))
    expect(page.get_by_text(step["text"][lang])).to_be_visible()
    at_hand(page)


def at_hand(page: Page) -> None:
    """Wait until the server has told what may be played: a piece that is touched before is not picked."""
    expect(page.locator(".guide > .board[aria-busy=false]")).to_be_visible()


def cell_names(arrow: list[str]) -> list[str]:
    return [f"{place}:white" if place in ("bar", "off") else place for place in arrow]


@pytest.mark.journey
def test_chessgammon_is_learnt_with_the_mouse_from_the_first_step_to_a_first_game(page: Page) -> None:
    page.goto("/")
    page.locator(".learn").filter(has_text="¿Es su primera vez? Aprenda jugando").get_by_role(
        "link", name="Chessgammon"
    ).click()
    arrive(page, "**/learn/chessgammon")
    steps = steps_of(page, "chessgammon")
    assert len(steps) == CHESSGAMMON_STEPS
    hands = TablesHands(page)
    for number, step in enumerate(steps, start=1):
        at_step(page, step, number, len(steps))
        if number > 1:
            expect(heading(page)).to_be_focused()
        if step["task"] == "play":
            expect(said(page)).to_contain_text(re.compile("flecha"))
            expect(on(page)).to_have_text("Saltar")
            for arrow in step["arrows"]:
                origin, target = cell_names(arrow)
                hands.click(origin)
                expect(hands.cell(origin)).to_have_attribute("aria-selected", "true")
                hands.click(target)
                expect(hands.cell(origin)).to_have_attribute("aria-selected", "false")
                expect(page.get_by_role("dialog")).to_have_count(0)
                expect(said(page)).to_contain_text(re.compile("Eso es|Falta la otra parte"))
            expect(said(page)).to_contain_text("¡Eso es!")
            if step["done"]:
                expect(said(page)).to_contain_text(step["done"]["es"])
        expect(on(page)).to_have_text("Siguiente")
        expect(on(page)).to_have_class(re.compile("primary"))
        on(page).click()
    expect(heading(page)).to_have_text("Ahora juegue")
    expect(heading(page)).to_be_focused()
    page.get_by_role("button", name="Jugar contra el ordenador, nivel 1").click()
    arrive(page, "**/game/*")
    expect(page.get_by_role("grid")).to_be_visible()
    players = hands.view()["players"]
    assert [players[side].get("level") for side in ("white", "black")].count(1) == 1
    # Who has played is not asked again whether it is their first time.
    page.goto("/")
    expect(page.get_by_role("link", name="Clásico").first).to_be_visible()
    expect(page.get_by_text("¿Es su primera vez?")).to_have_count(0)


def focused(page: Page) -> dict[str, str | None]:
    found: dict[str, str | None] = page.evaluate(
        "(() => { const at = document.activeElement;"
        " return { cell: at.dataset.cell ?? null, next: at.dataset.next ?? null } })()"
    )
    return found


def tab_to(page: Page, kind: str) -> None:
    for _ in range(12):
        if focused(page)[kind] is not None:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to the {kind}")


def walk(page: Page, square: str) -> None:
    """Walk on the board to a square with the arrow keys."""
    here = focused(page)["cell"] or ""
    columns, rows = ord(square[0]) - ord(here[0]), int(square[1]) - int(here[1])
    for key, count in (("ArrowRight", columns), ("ArrowLeft", -columns), ("ArrowUp", rows), ("ArrowDown", -rows)):
        for _ in range(count):
            page.keyboard.press(key)
    expect(page.locator(f'[data-cell="{square}"]')).to_be_focused()


def test_chess_is_learnt_with_the_keyboard_alone(page: Page) -> None:
    page.goto("/learn/clasico")
    steps = steps_of(page, "clasico")
    assert len(steps) == CLASICO_STEPS
    for number, step in enumerate(steps, start=1):
        at_step(page, step, number, len(steps))
        expect(said(page).locator("p")).to_have_count(1)
        tab_to(page, "cell")
        origin, target = step["arrows"][0] if step["arrows"] else ("e1", step["marks"][0])
        walk(page, origin)
        page.keyboard.press("Enter")
        walk(page, target)
        page.keyboard.press("Enter")
        dialog = page.get_by_role("dialog")
        if step["line"][0].endswith("q"):
            expect(dialog).to_be_visible()
            page.keyboard.press("Enter")
        expect(said(page)).to_contain_text("¡Eso es!")
        tab_to(page, "next")
        page.keyboard.press("Enter")
    expect(heading(page)).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("[data-play]")).to_be_focused()


def test_a_wrong_move_says_why_and_a_legal_one_is_taken_back(page: Page) -> None:
    page.goto("/learn/chessgammon")
    page.locator("[data-step='3']").click()
    at_hand(page)
    hands = TablesHands(page)
    # The block: refused, with its clause.
    hands.click("18")
    hands.click("12")
    expect(said(page)).to_contain_text("dos o más piezas contrarias")
    expect(said(page).get_by_role("link", name=re.compile("Cláusula G-"))).to_be_visible()
    # Legal, but another idea: it goes back.
    page.keyboard.press("Escape")
    hands.click("8")
    hands.click("2")
    expect(said(page)).to_contain_text("aquí practicamos otra")
    expect(hands.cell("2")).to_have_accessible_name(re.compile("vacío"))
    expect(on(page)).to_have_text("Saltar")
    for origin, target in (("18", "14"), ("14", "8")):
        hands.click(origin)
        hands.click(target)
    expect(said(page)).to_contain_text("¡Eso es!")
    page.locator("[data-reset]").click()
    expect(hands.cell("18")).to_have_accessible_name(re.compile("peón blanco"))
    expect(page.locator("[data-cell]:focus")).to_have_count(1)
    # On squares: a piece that does not go there.
    page.goto("/learn/clasico")
    at_hand(page)
    cell = page.locator
    cell('[data-cell="d1"]').click()
    cell('[data-cell="e3"]').click()
    expect(said(page).locator(".problem")).not_to_have_text("")
    expect(cell('[data-cell="d1"]')).to_have_accessible_name(re.compile("torre blanca"))


def test_a_turn_is_clicked_before_the_server_has_said_what_can_follow(page: Page) -> None:
    page.goto("/learn/chessgammon")
    page.locator("[data-step='3']").click()
    at_hand(page)
    hands = TablesHands(page)
    hands.click("18")
    held = held_back(page, PLAY, lambda: hands.click("14"))
    # The second step begins where the first ends, and ends on a piece of one's own.
    hands.click("14")
    hands.click("8")
    expect(hands.cell("14")).to_have_accessible_name(re.compile("peón blanco"))
    held.continue_()
    expect(said(page)).to_contain_text("¡Eso es!")


def test_the_page_shows_how_it_goes(page: Page) -> None:
    page.goto("/learn/chessgammon")
    page.locator("[data-step='8']").click()
    page.locator("[data-show]").click()
    expect(said(page)).to_contain_text("¡Eso es!")
    expect(page.locator('[data-cell="bar:black"]')).to_have_accessible_name(re.compile("2 peones negros"))
    expect(on(page)).to_be_focused()
    expect(page.locator("[data-show]")).to_have_count(0)
    page.goto("/learn/tradicional")
    page.locator("[data-step='5']").click()
    page.locator("[data-show]").click()
    expect(page.locator('[data-cell="a8"]')).to_have_accessible_name(re.compile("reina blanca"))


def test_one_may_leave_and_go_on(page: Page) -> None:
    page.goto("/learn/backgammon")
    steps = steps_of(page, "backgammon")
    on(page).click()
    on(page).click()
    at_step(page, steps[2], 3, len(steps))
    page.reload()
    at_step(page, steps[2], 3, len(steps))
    expect(page.get_by_text("Sigue donde lo dejó.")).to_be_visible()
    expect(page.locator("[aria-current=step]")).to_have_accessible_name(f"Paso 3: {steps[2]['title']['es']}")
    # Another rulebook has its own place.
    page.goto("/learn/clasico")
    expect(page.locator("[data-step='0'][aria-current]")).to_have_count(1)
    page.goto("/learn/backgammon")
    page.locator("[data-back]").click()
    at_step(page, steps[1], 2, len(steps))
    expect(page.get_by_text("Sigue donde lo dejó.")).to_have_count(0)
    page.reload()
    page.get_by_role("button", name="Empezar de nuevo").click()
    at_step(page, steps[0], 1, len(steps))
    expect(page.locator("[data-back]")).to_have_count(0)
    page.get_by_role("button", name="Volver").click()
    expect(page.get_by_role("navigation", name="Menú")).to_be_visible()


def test_it_is_read_in_english(page: Page) -> None:
    page.goto("/learn/three-check?lang=en")
    steps = steps_of(page, "three-check")
    expect(page).to_have_title(re.compile("First game: Three-check"))
    at_step(page, steps[0], 1, len(steps), "en")
    expect(said(page)).to_contain_text(re.compile("arrow", re.IGNORECASE))
    page.locator('[data-cell="d1"]').click()
    page.locator('[data-cell="d8"]').click()
    expect(said(page)).to_contain_text("it is the third check: you win")
    on(page).click()
    at_step(page, steps[1], 2, len(steps), "en")
    # The language changes in the middle of it.
    page.get_by_role("button", name="Español").click()
    at_step(page, steps[1], 2, len(steps))


def test_a_piece_in_hand_and_dice_of_chess(page: Page) -> None:
    page.goto("/learn/crazyhouse")
    page.locator("[data-step='1']").click()
    at_hand(page)
    page.locator("[data-drop=R]").click()
    page.locator('[data-cell="d8"]').click()
    expect(said(page)).to_contain_text("¡Eso es!")
    expect(said(page)).to_contain_text("jaque mate")
    page.goto("/learn/dice-chess")
    expect(page.get_by_role("img", name=re.compile("caballo"))).to_be_visible()
    at_hand(page)
    page.locator('[data-cell="g1"]').click()
    page.locator('[data-cell="f3"]').click()
    expect(said(page)).to_contain_text("¡Eso es!")


@pytest.fixture
def phone(browser: Browser, shared_server: Server) -> Iterator[Page]:
    context = telephone(browser, shared_server.url)
    yield context.new_page()
    context.close()


def test_backgammon_is_learnt_by_touch_on_a_phone(phone: Page) -> None:
    phone.goto("/learn/backgammon")
    steps = steps_of(phone, "backgammon")
    fingers = Fingers(phone)
    for number, step in enumerate(steps, start=1):
        at_step(phone, step, number, len(steps))
        assert phone.evaluate("document.documentElement.scrollWidth") <= 360
        for arrow in step["arrows"] if step["task"] == "play" else []:
            for place in cell_names(arrow):
                fingers.tap(middle(phone.locator(f'[data-cell="{place}"]')))
                phone.wait_for_timeout(400)  # the next tap is no second half of a double tap
        if step["task"] == "play":
            expect(said(phone)).to_contain_text("¡Eso es!")
        expect(on(phone)).to_be_in_viewport()
        on(phone).tap()
    expect(phone.locator("[data-play]")).to_be_visible()


def test_it_is_offered_where_one_looks_for_it(page: Page) -> None:
    page.goto("/new/chessgammon")
    page.get_by_role("link", name="¿Es su primera vez? Aprenda jugando").click()
    arrive(page, "**/learn/chessgammon")
    page.goto("/manual/atomic")
    page.get_by_role("link", name="Aprender jugando").click()
    arrive(page, "**/learn/atomic")
    page.goto("/new/horde")
    expect(page.get_by_role("link", name="Leer las reglas")).to_be_visible()
    expect(page.get_by_role("link", name="¿Es su primera vez? Aprenda jugando")).to_have_count(0)
    page.goto("/learn/horde")
    expect(page.get_by_text("no tiene una primera partida guiada")).to_be_visible()


OWN = """
extends = "clasico"
id = "con-guia"
names = { es = "Con guía", en = "With a guide" }

[[guide]]
title = { es = "La meta", en = "The goal" }
text = { es = "Dé mate con la torre.", en = "Mate with the rook." }
position = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
arrows = [["d1", "d8"]]
task = "play"
"""


def test_a_sheet_of_ones_own_teaches_and_survives_the_form(page: Page) -> None:
    read = page.request.post("/api/sheets/toml", data=OWN, headers={"content-type": "application/toml"}).json()
    assert read["valid"], read
    saved = page.request.post("/api/sheets", data={"sheet": read["given"]}).json()["hash"]
    page.goto(f"/modificado/{saved}")
    page.get_by_role("link", name="Aprender jugando").click()
    arrive(page, f"**/learn/{saved}")
    at_hand(page)
    page.locator('[data-cell="d1"]').click()
    page.locator('[data-cell="d8"]').click()
    expect(said(page)).to_contain_text("¡Eso es!")
    # A copy made in the form keeps it.
    page.goto(f"/modificado/edit/{saved}")
    part = page.locator("details").filter(has=page.locator("[data-field=guide]"))
    part.locator("summary").click()
    expect(part.get_by_role("listitem")).to_have_text(re.compile("La meta"))
    page.get_by_role("button", name="Guardar", exact=True).click()
    arrive(page, re.compile(r"/modificado/[0-9a-f]{64}$"))
    expect(page.get_by_role("link", name="Aprender jugando")).to_be_visible()
    # And one may take it out.
    page.goto(f"/modificado/edit/{saved}")
    part.locator("summary").click()
    part.get_by_role("button", name="Quitar la primera partida").click()
    expect(page.locator("[data-field=guide]")).to_have_count(0)
    page.get_by_role("button", name="Guardar", exact=True).click()
    arrive(page, re.compile(r"/modificado/[0-9a-f]{64}$"))
    expect(page.get_by_role("button", name="Jugar contra el ordenador")).to_be_visible()
    expect(page.get_by_role("link", name="Aprender jugando")).to_have_count(0)


def test_guides_are_accessible_and_fit_360_pixels(page: Page, presentable: Callable[[str], None]) -> None:
    page.goto("/learn/chessgammon")
    expect(page.get_by_role("grid")).to_be_visible()
    presentable("a step to be read")
    page.locator("[data-step='8']").click()
    page.locator("[data-show]").click()
    expect(said(page)).to_contain_text("¡Eso es!")
    presentable("a step that is done")
    page.locator("[data-step='12']").click()
    expect(page.locator("[data-play]")).to_be_visible()
    presentable("the end")
    page.goto("/learn/clasico")
    at_hand(page)
    page.locator('[data-cell="d1"]').click()
    page.locator('[data-cell="e3"]').click()
    expect(said(page).locator(".problem")).to_be_visible()
    presentable("a refusal")
    page.goto("/learn/crazyhouse")
    page.locator("[data-step='1']").click()
    expect(page.locator("[data-drop=R]")).to_be_visible()
    presentable("a hand")
    page.goto("/")
    expect(page.get_by_text("¿Es su primera vez?")).to_be_visible()
    presentable("the menu of a visitor")
