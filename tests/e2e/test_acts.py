"""Offers, claims, resignation, undo, rematch."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.hands import COMPUTER, Hands, arrive, offer, press_start
from tests.e2e.meeting import known


@pytest.mark.clause("C-21", "C-17")
@pytest.mark.journey
def test_draw_offer_and_resignation(page: Page) -> None:
    hands = Hands(page)
    hands.start("clasico")
    hands.type("e4")
    page.get_by_role("button", name="Ofrecer tablas").click()
    asked = page.get_by_role("dialog", name="¿Ofrecer tablas?")
    asked.get_by_role("button", name="Cancelar").click()
    assert hands.view()["offers"] == []
    offer(page)
    expect(hands.status).to_contain_text("Negras ofrecen tablas.")
    page.get_by_role("button", name="Rechazar").click()
    expect(hands.status).not_to_contain_text("ofrecen tablas")
    page.keyboard.press("d")
    asked.get_by_role("button", name="Ofrecer tablas").click()
    page.get_by_role("button", name="Aceptar").click()
    expect(page.locator(".result")).to_contain_text("Tablas por acuerdo")
    expect(page.locator(".result").get_by_role("link")).to_have_text("(C-21)")
    page.get_by_role("button", name="Revancha").click()
    expect(page.get_by_text("Aún no hay jugadas.")).to_be_visible()
    hands.type("e4", "e5")
    page.get_by_role("button", name="Deshacer").click()
    hands.expect_moves(1)
    page.get_by_role("button", name="Rendirse").click()
    dialog = page.get_by_role("dialog", name=re.compile("Rendirse"))
    dialog.get_by_role("button", name="Cancelar").click()
    page.get_by_role("button", name="Rendirse").click()
    dialog.get_by_role("button", name="Se rinden: Blancas").click()
    expect(page.locator(".result")).to_contain_text("Negras ganan por abandono")
    page.get_by_role("link", name="Nueva partida").click()
    arrive(page, "**/new/clasico")


@pytest.mark.clause("T-8")
def test_repetition_is_claimed_in_tradicional(page: Page) -> None:
    hands = Hands(page)
    hands.start("tradicional")
    hands.type(*["Cf3", "Cf6", "Cg1", "Cg8"] * 2)
    page.get_by_role("button", name=re.compile("Reclamar")).click()
    expect(page.locator(".result")).to_contain_text("Tablas por repetición")


@pytest.mark.clause("D-1", "D-2b")
def test_chess2d_has_no_draw_to_offer_but_may_be_abandoned(page: Page) -> None:
    hands = Hands(page)
    hands.start("chess2d")
    hands.type("e4")
    expect(page.get_by_role("button", name="Ofrecer tablas")).to_have_count(0)
    offer(page, "Proponer dejarla")
    page.get_by_role("button", name="Aceptar").click()
    expect(page.locator(".result")).to_contain_text("Sin resultado")


def test_undo_against_the_computer_goes_back_to_the_own_turn(page: Page) -> None:
    hands = Hands(page)
    hands.start("clasico", COMPUTER)
    hands.type("a3")
    hands.expect_moves(2)
    page.get_by_role("button", name="Deshacer").click()
    hands.expect_moves(0)
    expect(page.get_by_text("Juegan las blancas")).to_be_visible()
    hands.click("h2", "h4")
    hands.expect_moves(2)


def test_the_board_turns(page: Page) -> None:
    hands = Hands(page)
    hands.start("clasico")
    first = page.get_by_role("gridcell").first
    expect(first).to_have_attribute("data-cell", "a8")
    page.get_by_role("button", name="Girar").click()
    expect(first).to_have_attribute("data-cell", "h1")
    page.get_by_role("button", name="Girar").click()
    page.get_by_label("Girar el tablero en cada turno").check()
    hands.type("e4")
    expect(first).to_have_attribute("data-cell", "h1")


@pytest.mark.clause("C-18")
@pytest.mark.journey
def test_a_fallen_flag_loses(page: Page) -> None:
    hands = Hands(page)
    page.goto("/new/clasico")
    page.get_by_text("Otro reloj").click()
    page.get_by_text("Fischer").click()
    page.get_by_label("Minutos por jugador").fill("0.02")
    page.get_by_label("Segundos por jugada").fill("0")
    # Black has time enough for any machine to answer in.
    page.get_by_label("Las negras tienen otro tiempo").check()
    page.get_by_label("Negras: minutos por jugador").fill("10")
    press_start(page)
    arrive(page, "**/game/*")
    expect(page.get_by_role("timer")).to_have_count(2)
    hands.type("e4", "e5")
    expect(page.locator(".result")).to_contain_text("por tiempo agotado")
    assert hands.view()["outcome"]["result"] == "0-1"


def test_a_game_of_the_computer_with_itself_is_ended_by_a_button(page: Page) -> None:
    known(page)
    # Levels that think for a while: the game is not over before the button is pressed.
    players = {side: {"kind": "computer", "level": 6} for side in ("white", "black")}
    answer = page.request.post("/api/games", data={"id": str(uuid4()), "rulebook": "clasico", "players": players})
    assert answer.ok, answer.text()
    page.goto(f"/game/{answer.json()['id']}")
    hands = Hands(page)
    expect(page.locator('[data-ply="3"]')).to_be_visible()
    # Nobody plays here: there is nothing to type, resign or take back.
    for name in ("Rendirse", "Deshacer"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)
    expect(page.get_by_label("Jugada escrita")).to_have_count(0)
    page.get_by_role("button", name="Terminar sin resultado").click()
    dialog = page.get_by_role("dialog", name="¿Terminar la partida sin resultado?")
    dialog.get_by_role("button", name="Cancelar").click()
    assert hands.view()["outcome"] is None
    page.get_by_role("button", name="Terminar sin resultado").click()
    dialog.get_by_role("button", name="Terminar sin resultado").click()
    expect(page.locator(".result")).to_contain_text("Sin resultado")
    expect(page.get_by_role("button", name="Terminar sin resultado")).to_have_count(0)
    plies = len(hands.tokens())
    page.wait_for_timeout(1500)
    assert len(hands.tokens()) == plies, "the computer plays on"
