"""What the page tells of a game besides its moves: answers, doubles, what stands beside the board at each move."""

from __future__ import annotations

from uuid import uuid4

from playwright.sync_api import Page, expect

from tests.e2e.hands import Hands, offer
from tests.e2e.meeting import Visit, together
from tests.e2e.tables_hands import TablesHands


def test_answers_are_told_on_both_screens(visit: Visit) -> None:
    white, black = together(visit(), visit())
    white.click("e2", "e4")
    black.expect_moves(1)
    offer(white.page)
    black.page.get_by_role("button", name="Rechazar").click()
    for hands in (white, black):
        expect(hands.status).to_contain_text("Negras rechazan las tablas.")
    white.page.get_by_role("button", name="Pedir deshacer").click()
    black.page.get_by_role("button", name="Rechazar").click()
    expect(white.status).to_contain_text("Negras no aceptan deshacer la jugada.")
    expect(white.status).not_to_contain_text("rechazan las tablas")
    offer(white.page)
    expect(white.status).not_to_contain_text("deshacer")
    black.click("e7", "e5")
    expect(white.status).to_contain_text("Negras han jugado: la oferta de tablas ya no vale.")
    white.page.get_by_role("button", name="English").click()
    expect(white.status).to_contain_text("Black has moved: the draw offer no longer stands.")
    white.click("g1", "f3")
    for hands in (white, black):
        expect(hands.page.locator("[data-answer]")).to_have_count(0)
    white.page.get_by_role("button", name="Ask to take back").click()
    black.page.get_by_role("button", name="Aceptar").click()
    expect(white.status).to_contain_text("Black agrees to take the move back.")


def test_what_stands_beside_the_board_is_of_the_move_that_is_looked_at(page: Page) -> None:
    hands = Hands(page)
    hands.start("clasico")
    hands.type("e4", "d5", "exd5", "Dxd5", "Cc3", "Dxg2")
    hands.type("Axg2")
    taken = page.get_by_role("img", name="Capturadas: ")
    expect(taken).to_have_count(2)
    white, black = page.get_by_role("region", name="Blancas"), page.get_by_role("region", name="Negras")
    expect(white.get_by_role("img")).to_have_accessible_name("Capturadas: dama negra, peón negro")
    expect(black.get_by_role("img")).to_have_accessible_name("Capturadas: 2 peones blancos")
    page.locator('[data-ply="4"]').click()
    expect(white.get_by_role("img")).to_have_accessible_name("Capturadas: peón negro")
    expect(black.get_by_role("img")).to_have_accessible_name("Capturadas: peón blanco")
    page.keyboard.press("Home")
    expect(taken).to_have_count(0)


def test_the_list_of_moves_goes_to_its_beginning_and_its_end(page: Page) -> None:
    white = [f"{file}2{file}3" for file in "abcdefgh"] + [f"{file}3{file}4" for file in "abcdefgh"]
    black = [f"{file}7{file}6" for file in "hgfedcba"] + [f"{file}6{file}5" for file in "hgfedcba"]
    played = [move for pair in zip(white, black, strict=True) for move in pair]
    answer = page.request.post("/api/games", data={"rulebook": "clasico", "id": str(uuid4()), "moves": played[:24]})
    assert answer.ok, answer.text()
    page.set_viewport_size({"width": 1280, "height": 560})
    page.goto(f"/game/{answer.json()['id']}")
    moves = page.locator(".moves ol")
    expect(page.locator('[data-ply="24"]')).to_be_in_viewport()
    page.wait_for_function("document.querySelector('.moves ol').scrollTop > 0")
    page.keyboard.press("Home")
    expect(moves).to_have_js_property("scrollTop", 0)
    page.keyboard.press("End")
    expect(page.locator('[data-ply="24"]')).to_be_in_viewport()


def test_a_half_made_turn_counts_as_far_as_it_goes(page: Page) -> None:
    tables = TablesHands(page)
    tables.start("backgammon", position="pp/3/p/PPPPP/1/PPP/3/ppppp/PPPPP/3/ppp/1/pppp/4/PP - - w - 31")
    white, black = page.get_by_role("region", name="Blancas"), page.get_by_role("region", name="Negras")
    pips = tables.view()["scene"]["pips"]
    expect(white).to_contain_text(f"Faltan {pips['white']} puntos")
    expect(black).to_contain_text(f"Faltan {pips['black']} puntos")
    tables.click("8")
    tables.click("5")
    expect(white).to_contain_text(f"Faltan {pips['white'] - 3} puntos")
    expect(black).to_contain_text("En la barra: ficha negra")
    expect(black).to_contain_text(f"Faltan {pips['black'] + 5} puntos")
    page.get_by_role("button", name="Deshacer paso").click()
    expect(black).not_to_contain_text("En la barra")
    tables.click("8")
    tables.click("5")
    tables.click("6")
    tables.click("5")
    expect(tables.confirm).to_be_enabled()
    page.keyboard.press("Enter")
    expect(page.locator('[data-ply="1"]')).to_be_visible()
    page.keyboard.press("Home")
    expect(black).to_contain_text(f"Faltan {pips['black']} puntos")
    expect(black).not_to_contain_text("En la barra")
