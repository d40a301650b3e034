"""What the page of Chessgammon explains: seats after the opening roll, protected pieces, what a turn did."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.hands import COMPUTER
from tests.e2e.tables_hands import TablesHands

# White's king stands before a block with a rook and three pawns; the point behind it is empty.
BEFORE_A_BLOCK = "3/BBNN/QRR/PPPPPPPP/5/rppp/K/6/bbnn/kqr/ppppp/2 - - w - 21"
# Black has one piece on the bar, and a lone white pawn stands wherever it can enter.
BEFORE_A_CAPTURE = "P/P/P/P/P/P/6/KQRRBBNNPP/6/rrbb/knn/1/pppppppp/1 q - w - 21"


def middle(hands: TablesHands, cell: str) -> tuple[float, float]:
    """Where a cell is seen, from the middle of the board."""
    box, board = hands.cell(cell).bounding_box(), hands.board.bounding_box()
    assert box is not None
    assert board is not None
    x = box["x"] + box["width"] / 2 - board["x"] - board["width"] / 2
    y = box["y"] + box["height"] / 2 - board["y"] - board["height"] / 2
    return x, y


def expect_seat(hands: TablesHands, side: str) -> None:
    """The board as `side` sees it (G-1b)."""
    corners = {"1": (-1, 1), "12": (1, 1), "13": (1, -1), "24": (-1, -1)}
    turned = 1 if side == "black" else -1
    for cell, (right, down) in corners.items():
        x, y = middle(hands, cell)
        assert (x > 0, y > 0) == (right * turned > 0, down * turned > 0), (side, cell)
    for one, bar, other in (("6", "bar:black", "7"), ("18", "bar:white", "19")):
        between = sorted(middle(hands, cell)[0] for cell in (one, other))
        assert between[0] < middle(hands, bar)[0] < between[1]
    # White runs clockwise; y grows downwards.
    for (x, y), (next_x, next_y) in pairwise(middle(hands, cell) for cell in ("24", "18", "13", "12", "7", "1")):
        assert x * next_y - y * next_x > 0


@pytest.mark.clause("G-1b", "G-5")
def test_seats_follow_the_opening_roll(page: Page) -> None:
    """The higher roll plays White and sits at 13-24; the page turns the board to the user."""
    page.emulate_media(reduced_motion="reduce")  # the first turn is not shown step by step, which a key would skip
    hands = TablesHands(page)
    found: dict[bool, str] = {}
    for _ in range(60):
        players = {"white": {"kind": "human"}, "black": {"kind": "computer", "level": 1}}
        answer = page.request.post(
            "/api/games", data={"id": str(uuid.uuid4()), "rulebook": "chessgammon", "players": players}
        )
        assert answer.ok, answer.text()
        found.setdefault(answer.json()["swapped"], answer.json()["id"])
        if len(found) == 2:
            break
    for swapped, game in found.items():
        page.goto(f"/game/{game}")
        expect(hands.board).to_be_visible()
        person = "black" if swapped else "white"
        view = hands.view()
        first, second = view["dice"]["opening"][-1]
        assert swapped == (second > first)
        assert view["players"][person]["kind"] == "human"
        expect(hands.status).to_contain_text("Tirada inicial")
        expect(hands.status.get_by_text("Los jugadores han cambiado de lado.")).to_have_count(int(swapped))
        expect_seat(hands, person)
        # The person sits below the board, the computer above.
        board = hands.board.bounding_box()
        below = page.get_by_role("region", name="Negras" if swapped else "Blancas", exact=True).bounding_box()
        above = page.get_by_role("region", name="Ordenador · Primeros pasos (1)").bounding_box()
        assert board is not None
        assert below is not None
        assert above is not None
        assert above["y"] < board["y"] < below["y"]
        page.keyboard.press("f")
        expect_seat(hands, "white" if swapped else "black")
    assert len(found) == 2, "sixty games, and all opening rolls went the same way"


@pytest.mark.clause("G-1b")
def test_the_board_turns_to_the_player_to_move_where_that_is_wished(page: Page) -> None:
    hands = TablesHands(page)
    hands.start(position=BEFORE_A_BLOCK)
    expect_seat(hands, "white")
    page.get_by_label("Girar el tablero en cada turno").check()
    expect_seat(hands, "white")
    page.get_by_label("Jugada escrita").fill("P6/5 P6/4")
    page.keyboard.press("Enter")
    expect(hands.status).to_contain_text("Juegan las negras")
    expect_seat(hands, "black")


@pytest.mark.clause("G-26", "G-27", "G-28")
@pytest.mark.journey
def test_protection_is_marked_and_explained_before_the_push(page: Page, axe: Callable[[Page], list[str]]) -> None:
    hands = TablesHands(page)
    hands.start(position=BEFORE_A_BLOCK)
    words = "protección de torre para 2 peones negros: el rey contrario puede empujar, pero no capturar"
    sheltered = "protección de rey para dama negra, torre negra: el rey contrario no puede empujar ni capturar"
    shields, note = page.locator("[data-protected]"), page.locator("[data-note]")
    expect(page.locator('[data-protected="12"]')).to_have_count(2)
    expect(page.locator('[data-protected="21"]')).to_have_count(2)
    expect(hands.cell("12")).to_have_accessible_name(f"12, torre negra, 3 peones negros; {words} (G-27)")
    expect(hands.cell("21")).to_have_accessible_name(f"21, rey negro, dama negra, torre negra; {sheltered} (G-28)")
    # Pointed at, tapped and focused, it is explained with the clause.
    expect(note).to_have_count(0)
    hands.cell("12").hover()
    expect(note).to_contain_text(words)
    page.mouse.move(2, 2)
    expect(note).to_have_count(0)
    hands.click("21")
    expect(note).to_contain_text(sheltered)
    page.keyboard.press("b")
    page.keyboard.press("ArrowUp")
    expect(note).to_have_count(0)
    hands.cell("12").focus()
    expect(note).to_contain_text(words)
    expect(note.get_by_role("link")).to_have_attribute("href", re.compile(r"/manual/chessgammon#G-27$"))
    assert axe(page) == []
    # The marks can be switched off, and stay so.
    page.get_by_label("Marcas explicadas en el tablero").uncheck()
    expect(shields).to_have_count(0)
    expect(hands.cell("12")).to_have_accessible_name("12, torre negra, 3 peones negros")
    page.reload()
    expect(hands.board).to_be_visible()
    expect(shields).to_have_count(0)
    page.get_by_label("Marcas explicadas en el tablero").check()
    expect(shields).to_have_count(4)
    # What was marked is what the push leaves.
    hands.step(next(step for step in hands.view()["steps"]["options"] if step["label"] == "K13/12>"), "white")
    expect(hands.status).to_contain_text(
        "El rey blanco empuja la torre negra y 2 peones negros del 12 al 11 y captura el peón negro."
    )
    expect(hands.status).to_contain_text("El empuje no captura 2 peones negros: lo impide la torre negra.")
    expect(page.locator('[data-protected="12"]')).to_have_count(0)


@pytest.mark.clause("G-27")
def test_protection_follows_the_turn_before_it_is_sent(page: Page) -> None:
    hands = TablesHands(page)
    hands.start(position=BEFORE_A_BLOCK)
    shields = page.locator('[data-protected="5"]')
    expect(page.locator('[data-protected="12"]')).to_have_count(2)
    expect(shields).to_have_count(0)
    hands.step(next(step for step in hands.view()["steps"]["options"] if step["label"] == "P6/5"), "white")
    expect(shields).to_have_count(1)
    expect(hands.cell("5")).to_have_accessible_name(re.compile(r"protección de torre para peón blanco.* \(G-27\)"))
    page.get_by_role("button", name="Deshacer paso").click()
    expect(shields).to_have_count(0)
    expect(page.locator('[data-protected="12"]')).to_have_count(2)


@pytest.mark.parametrize("language", ["Español", "English"])
@pytest.mark.clause("G-21")
def test_what_the_computer_did_is_said_with_the_pieces_and_whose_they_are(page: Page, language: str) -> None:
    hands = TablesHands(page)
    hands.start(against=COMPUTER, position=BEFORE_A_CAPTURE)
    turn, sentence = "T13/12 T13/11", r"La dama del ordenador captura el peón de usted en el [1-6]\."
    if language == "English":
        page.get_by_role("button", name=language).click()
        expect(page.locator("html")).to_have_attribute("lang", "en")  # a turn typed before would be read in Spanish
        turn, sentence = "R13/12 R13/11", r"The computer's queen captures your pawn on [1-6]\."
    page.keyboard.press("m")
    page.keyboard.type(turn)
    page.keyboard.press("Enter")
    # It is told when it is shown; the turn stands in the list afterwards.
    expect(page.locator("[data-announcer]")).to_contain_text(re.compile(sentence))
    expect(page.locator('[data-ply="2"]')).to_be_visible()
    expect(hands.status.get_by_role("listitem").first).to_contain_text(re.compile(sentence))
    expect(hands.status.get_by_role("link", name=re.compile("G-21")).first).to_be_visible()
