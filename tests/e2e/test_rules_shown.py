"""What a rule does is said in words: refusals, check, promotion."""

from __future__ import annotations

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.hands import Hands, arrive


@pytest.mark.clause("T-3")
@pytest.mark.journey
def test_a_try_that_leaves_the_king_in_check_is_explained(page: Page) -> None:
    hands = Hands(page)
    hands.start("tradicional", position="4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1")
    hands.square("e2").click()
    expect(hands.square("d2")).to_have_accessible_name("d2, vacía, se puede intentar")
    expect(hands.square("e3")).to_have_accessible_name("e3, vacía, jugada posible")
    hands.square("d2").click()
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text("e8, torre negra")
    expect(refusal.get_by_role("link")).to_have_text("(T-3)")
    expect(hands.look("e8")).to_have_class(re.compile(r"\bmark\b"))
    hands.expect_piece("e2", "torre blanca")
    view = hands.view()
    assert (view["moves"], view["turn"], view["seq"]) == ([], "white", 1)
    refusal.get_by_role("link").click()
    expect(page.locator("#T-3")).to_be_focused()
    page.get_by_role("button", name="Volver").click()
    expect(page.locator("#T-3")).to_have_count(0)  # the manual's figures have an e2, too
    hands.click("e2", "e3")
    hands.expect_moves(1)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_elsewhere_only_legal_squares_are_offered_and_a_try_is_explained(page: Page) -> None:
    hands = Hands(page)
    hands.start("clasico", position="4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1")
    hands.square("e2").click()
    expect(hands.square("d2")).to_have_accessible_name("d2, vacía")
    hands.square("d2").click()
    expect(page.get_by_role("alert").get_by_role("link")).to_have_text("(C-5)")
    assert hands.view()["seq"] == 0


@pytest.mark.clause("T-2")
def test_check_is_announced_in_tradicional_only(page: Page) -> None:
    hands = Hands(page)
    for rulebook, announced in (("tradicional", True), ("clasico", False)):
        hands.start(rulebook, position="4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
        hands.click("a1", "a8")
        if rulebook == "tradicional":
            page.locator("[data-choice='R']").click()
        hands.expect_moves(1)
        expect(page.locator('[data-ply="1"]')).to_contain_text("Ta8+")
        expect(hands.look("e8")).to_have_class(re.compile(r"\bcheck\b"))
        expect(hands.status.get_by_text("¡Jaque!")).to_have_count(1 if announced else 0)
        expect(page.locator("[data-announcer]")).to_have_text("Blancas: torre a8, jaque")


@pytest.mark.clause("T-2")
def test_check_is_spoken_while_sound_is_on(page: Page) -> None:
    page.add_init_script("window.spoken = []; window.speechSynthesis.speak = said => window.spoken.push(said.text)")
    hands = Hands(page)
    hands.start("tradicional", position="4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1")
    hands.type("Ta7", "Rf8", "Ta8=D+", "Rf7")
    page.wait_for_function("window.spoken.length > 0")
    assert page.evaluate("window.spoken") == ["¡Jaque!"]
    page.get_by_role("button", name="Sonido").click()
    hands.type("Df8+")
    expect(hands.status.get_by_text("¡Jaque!")).to_have_count(1)
    assert page.evaluate("window.spoken") == ["¡Jaque!"]


@pytest.mark.clause("C-13")
def test_promotion_is_chosen(page: Page) -> None:
    hands = Hands(page)
    hands.start("clasico", position="7k/P7/8/8/8/8/8/K7 w - - 0 1")
    hands.click("a7", "a8")
    chooser = page.get_by_role("dialog", name="¿En qué se convierte?")
    expect(chooser.locator("[data-choice]")).to_have_count(4)
    page.keyboard.press("Escape")
    hands.expect_piece("a7", "peón blanco")
    hands.click("a7", "a8")
    chooser.get_by_role("button", name="Caballo").click()
    hands.expect_piece("a8", "caballo blanco")
    hands.expect_record("a7a8n")


@pytest.mark.clause("T-4")
@pytest.mark.parametrize(
    ("choice", "piece", "token"),
    [
        pytest.param("Sigue siendo torre", "torre blanca", "a1a8", marks=pytest.mark.journey),
        ("Reina", "reina blanca", "a1a8q"),
    ],
)
def test_an_arriving_rook_may_stay_a_rook(page: Page, choice: str, piece: str, token: str) -> None:
    hands = Hands(page)
    hands.start("tradicional", position="8/8/8/7k/8/8/8/R3K3 w - - 0 1")
    hands.drag("a1", "a8")
    chooser = page.get_by_role("dialog", name="¿En qué se convierte?")
    expect(chooser.locator("[data-choice]")).to_have_count(2)
    chooser.get_by_role("button", name=choice).click()
    hands.expect_piece("a8", piece)
    hands.expect_record(token)


def test_what_is_set_otherwise_is_shown_and_the_manual_is_that_of_the_game(
    page: Page, axe: Callable[[Page], list[str]]
) -> None:
    data = {"id": str(uuid4()), "rulebook": "chessgammon", "options": {"options.killer_queen": True}}
    answer = page.request.post("/api/games", data=data)
    assert answer.ok, answer.text()
    game = answer.json()["id"]
    page.goto(f"/game/{game}")
    otherwise = page.locator("[data-options]")
    expect(otherwise).to_have_text("Reglas cambiadas: Dama Asesina: sí")
    page.set_viewport_size({"width": 360, "height": 740})
    expect(otherwise).to_be_visible()
    otherwise.get_by_role("link").click()
    arrive(page, f"**/manual/chessgammon/{game}")
    expect(
        page.get_by_text("Las reglas de una partida, con lo que en ella se cambia: Dama Asesina: sí.")
    ).to_be_visible()
    own = page.request.get(f"/api/games/{game}/rules?lang=es").json()
    plain = page.request.get("/api/rulebooks/chessgammon/rules?lang=es").json()
    assert own != plain
    assert axe(page) == []
    page.get_by_role("link", name="El reglamento sin cambios").click()
    arrive(page, "**/manual/chessgammon")
    expect(page.get_by_text("Las reglas de una partida")).to_have_count(0)
