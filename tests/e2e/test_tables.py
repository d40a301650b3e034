"""Chessgammon and backgammon on the page: whole games, turns in steps, dice that stay what they were."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable
from typing import Any, Protocol

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.hands import COMPUTER, arrive, held_back, press_start, until_told
from tests.e2e.tables_hands import TablesHands
from tests.patience import until

STEPS = re.compile(r"/api/games/[^/]*/steps")
NEARER_THE_END = "K/P/QRR/BB/NN/14/nn/bb/qrr/p/k - PPPPPPPppppppp w -"
"""Each side bears off a king and a pawn: a whole game in a few turns."""
TO_PLAY_31 = "pp/3/p/PPPPP/1/PPP/3/ppppp/PPPPP/3/ppp/1/pppp/4/PP - - w - 31"
"""White can play 8/5 and 6/5."""


class Server(Protocol):
    def kill(self) -> None: ...
    def restart(self) -> None: ...


@pytest.mark.clause("G-4", "G-42")
@pytest.mark.journey
def test_a_whole_game_with_a_reload_and_a_power_cut_in_the_middle_of_a_turn(page: Page, server: Server) -> None:
    hands = TablesHands(page)
    hands.start(position=NEARER_THE_END)
    chance = random.Random(3)
    result = page.locator(".result")
    is_interrupted = False
    for _ in range(300):
        if hands.view()["outcome"]:
            break
        is_interrupted = is_interrupted or _interrupt(hands, server)
        hands.play_turn(chance)
    assert is_interrupted
    expect(result).to_contain_text("ganan por")
    outcome = hands.view()["outcome"]
    assert outcome["clause"] == "G-42"
    assert sorted(outcome["points"].values()) == [0, 1]
    page.reload()
    expect(result).to_contain_text("ganan por")


def _interrupt(hands: TablesHands, server: Server) -> bool:
    """Reload in the middle of a turn, then end the server: the steps taken and the dice are what they were.

    Answers whether the turn has steps.
    """
    page = hands.page
    before = hands.view()
    options = before["steps"]["options"]
    if not options:
        return False
    hands.step(options[0], before["turn"])
    back = page.get_by_role("button", name="Deshacer paso")
    expect(back).to_be_enabled()
    page.reload()
    expect(back).to_be_enabled()
    after = hands.view()
    assert (after["dice"], after["position"], after["seq"]) == (before["dice"], before["position"], before["seq"])
    server.kill()
    expect(hands.status).to_contain_text("Sin conexión con el servidor")
    server.restart()
    expect(hands.status).not_to_contain_text("Sin conexión")
    assert hands.view()["dice"] == before["dice"]
    back.click()
    expect(back).to_be_disabled()
    return True


@pytest.mark.clause("G-5")
def test_a_dozen_turns_from_the_start(page: Page, server: Server) -> None:
    hands = TablesHands(page)
    hands.start()
    expect(hands.status).to_contain_text("Tirada inicial")
    opening = hands.view()["dice"]["opening"]
    assert opening[-1][0] != opening[-1][1]
    assert all(one == two for one, two in opening[:-1])
    chance = random.Random(5)
    rolls: dict[int, str] = {}
    for turn in range(12):
        if turn == 6:
            server.restart()
            expect(hands.status).not_to_contain_text("Sin conexión")
        rolls.update([hands.play_turn(chance)])
    view = hands.view()
    while not view["steps"]["options"] or len(view["moves"]) not in rolls:  # a turn is lost, or was
        rolls.update([hands.play_turn(chance)])
        view = hands.view()
    assert {ply: view["moves"][ply - 1]["roll"] for ply in rolls} == rolls
    # A roll once shown is never rolled again: taking back and playing on meets the same dice.
    last = len(view["moves"])
    page.get_by_role("button", name="Deshacer", exact=True).click()
    expect(page.locator(f'[data-ply="{last}"]')).to_have_count(0)
    assert hands.view()["dice"]["roll"] == rolls[last]


def test_against_the_computer(page: Page) -> None:
    hands = TablesHands(page)
    hands.start(against=COMPUTER)
    chance = random.Random(1)
    expect(page.get_by_role("region", name="Ordenador · Primeros pasos (1)")).to_be_visible()
    for _ in range(2):
        until(lambda: "move" in hands.view()["can"], "the computer has not played")
        hands.play_turn(chance)
    by = [move["by"] for move in hands.view()["moves"]]
    assert len(by) >= 3
    assert all(one != two for one, two in itertools.pairwise(by))


@pytest.mark.clause("G-12", "G-1b")
@pytest.mark.journey
def test_keyboard_alone_with_the_choice_of_an_ability(page: Page) -> None:
    """A knight and a rook reach the same point, one of them by adding one: the page asks which, and undoes steps."""
    hands = TablesHands(page)
    hands.start(position="2/kqrrbbnnpppppppp/10/RN/8/KQRBBNPPPPPPPP/1 - - w - 32")
    page.keyboard.press("b")
    expect(hands.board.locator(":focus")).to_have_count(1)
    _walk(page, hands, "14")
    expect(hands.cell("14")).to_have_accessible_name("14, torre blanca, caballo blanco; se puede mover")
    page.keyboard.press("Enter")
    expect(hands.cell("11")).to_have_accessible_name("11, vacío; llegada posible con 3, 2+1")
    page.keyboard.press("Escape")
    expect(hands.cell("14")).to_have_attribute("aria-selected", "false")
    page.keyboard.press("Enter")
    _walk(page, hands, "11")
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="¿De qué manera?")
    expect(dialog.get_by_role("button", name="Caballo de 14 a 11, suma uno al 2")).to_be_visible()
    choice = dialog.get_by_role("button", name="Torre de 14 a 11, con el 3")
    choice.focus()
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    expect(hands.cell("11")).to_have_accessible_name("11, torre blanca; se puede mover")
    page.keyboard.press("Backspace")
    expect(hands.cell("11")).to_have_accessible_name("11, vacío")
    page.keyboard.press("m")
    page.keyboard.type("T14/11 C14/12")
    page.keyboard.press("Enter")
    expect(page.locator('[data-ply="1"]')).to_contain_text("T14/11 C14/12")
    assert hands.view()["moves"][0]["move"] == "R14/11 N14/12"


def _walk(page: Page, hands: TablesHands, wanted: str) -> None:
    """Arrow keys lead to every cell: along the near or far row, and across."""
    for _ in range(40):
        focused = hands.board.locator(":focus")
        here = focused.get_attribute("data-cell") or ""
        at, to = focused.bounding_box(), hands.cell(wanted).bounding_box()
        assert at is not None
        assert to is not None
        if abs(at["y"] - to["y"]) > 5:
            page.keyboard.press("ArrowDown" if to["y"] > at["y"] else "ArrowUp")
        elif abs(at["x"] - to["x"]) > 5:
            page.keyboard.press("ArrowRight" if to["x"] > at["x"] else "ArrowLeft")
        else:
            return
        expect(focused).not_to_have_attribute("data-cell", here)
    pytest.fail(f"the arrow keys never reach {wanted}")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_narrow_screens_and_accessibility(page: Page, axe: Callable[[Page], list[str]], theme: str) -> None:
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
    hands = TablesHands(page)
    page.goto("/new/chessgammon")
    page.get_by_text("Variantes y opciones de las reglas").click()
    page.get_by_label("Dama Asesina").check()
    page.get_by_text("Empezar desde una posición").click()
    assert axe(page) == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    hands.start()
    for width, height in ((1280, 800), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        hands.click("24")
        assert axe(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") == width
        page.keyboard.press("Escape")
    box = hands.board.bounding_box()
    assert box is not None
    assert box["width"] >= 340


@pytest.mark.clause("G-43", "G-44")
@pytest.mark.journey
def test_match_with_cube_seeds_and_resignation(page: Page) -> None:
    hands = TablesHands(page)
    page.goto("/new/backgammon")
    page.get_by_text("Variantes y opciones de las reglas").click()
    page.get_by_label("Puntos del encuentro").fill("5")
    page.get_by_label("Dado de doblar").check()
    page.get_by_text("Más", exact=True).click()
    page.get_by_label("Aportar mi propia semilla").check()
    press_start(page)
    arrive(page, "**/game/*")
    expect(page.locator("[data-roll]")).to_be_visible()
    seeds = hands.view()["dice"]["seeds"]
    assert len(seeds) == 2
    assert all(seed["commitment"] and seed["seed"] for seed in seeds)
    hands.play_turn(random.Random(1))
    expect(page.get_by_role("button", name="Tirar los dados")).to_be_visible()
    page.get_by_role("button", name="Doblar a 2").click()
    page.get_by_role("button", name="Aceptar el doble").click()
    # The cube is White's now: Black has nothing left to decide before the roll.
    expect(page.locator("[data-roll]")).to_be_visible()
    assert hands.view()["cube"]["value"] == 2
    expect(hands.status).to_contain_text("Blancas aceptan el doble: la partida vale por 2.")
    notes = page.locator(".moves .comment")
    expect(notes).to_have_text(["Negras doblan a 2, y se acepta"])
    page.keyboard.press("r")
    page.get_by_role("dialog").get_by_role("button", name="Se rinden: Negras: cubo 2 × 3 = 6 puntos").click()
    expect(page.locator(".result").first).to_contain_text("Blancas ganan")
    expect(hands.status).to_contain_text("Cubo 2 × backgammon 3 = 6 puntos.")
    expect(hands.status).to_contain_text("Blancas ganan el encuentro")
    end = "1-0 · Blancas ganan por abandono del rival. Cubo 2 × backgammon 3 = 6 puntos."
    expect(notes).to_have_text(["Negras doblan a 2, y se acepta", end])


def test_a_lost_turn_says_why_and_passes_by_itself(page: Page, server: Server) -> None:
    hands = TablesHands(page)
    hands.start(position="kq/QN/bp/1/BNP/RPPPPP/r/2/B/1/pp/PP/3/bnp/1/rpppp/4/KR n - b Kk 66")
    expect(page.get_by_text("No se puede jugar nada con 6-6: el turno se pierde.").first).to_be_visible()
    expect(page.get_by_text("pasa", exact=True).first).to_be_visible()
    assert [move["move"] for move in hands.view()["moves"]] == ["pass"]


def test_a_turn_is_confirmed_before_the_server_has_said_that_it_is_complete(page: Page) -> None:
    hands = TablesHands(page)
    hands.start("backgammon")
    held: list[Route] = []

    def all_but_the_answer(plies: int) -> None:
        """Take the steps of a turn, and hold back what the server says of the last one."""
        view = hands.view()
        taken: list[dict[str, Any]] = []
        options = view["steps"]["options"]
        while options:
            taken.append(options[0])
            options = hands.steps([step["token"] for step in taken])["options"]
        assert taken, "a turn that cannot be played"
        for step in taken[:-1]:
            hands.step(step, view["turn"])
        page.route(STEPS, lambda route: held.append(route))
        hands.step(taken[-1], view["turn"])
        until_told(page, lambda: held, "nothing was asked")
        page.keyboard.press("Enter")
        expect(hands.confirm).to_be_disabled()
        assert len(hands.view()["moves"]) == plies

    def answer() -> None:
        held.pop().continue_()
        page.unroute(STEPS)

    all_but_the_answer(0)
    answer()
    expect(page.locator('[data-ply="1"]')).to_be_visible()
    # What is taken back meanwhile is not confirmed.
    all_but_the_answer(1)
    page.keyboard.press("Backspace")
    with page.expect_response(STEPS):
        answer()
    page.wait_for_timeout(300)
    assert len(hands.view()["moves"]) == 1


def test_a_step_is_clicked_before_the_server_has_said_what_can_follow(page: Page) -> None:
    hands = TablesHands(page)
    hands.start("backgammon", position=TO_PLAY_31)
    back = page.get_by_role("button", name="Deshacer paso")

    def click_all() -> Route:
        hands.click("8")
        held = held_back(page, STEPS, lambda: hands.click("5"))
        hands.click("6")
        hands.click("5")
        assert page.locator('[aria-selected="true"]').count() == 0
        return held

    # What was chosen on a board that is taken back is forgotten.
    held = click_all()
    back.click()
    held.continue_()
    expect(back).to_be_disabled()
    hands.click("8")
    expect(hands.cell("8")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Escape")
    click_all().continue_()
    expect(hands.confirm).to_be_enabled()
    page.keyboard.press("Enter")
    until(lambda: len(hands.view()["moves"]) == 1, "the turn was not played")


def test_a_turn_is_entered_by_keys_before_the_server_has_said_what_can_follow(page: Page) -> None:
    hands = TablesHands(page)
    hands.start("backgammon", position=TO_PLAY_31)

    def enter(cell: str) -> None:
        hands.cell(cell).focus()
        page.keyboard.press("Enter")

    enter("8")
    held = held_back(page, STEPS, lambda: enter("5"))
    enter("6")
    enter("5")
    # After the last step nothing can be picked: Enter confirms.
    enter("5")
    held.continue_()
    until(lambda: len(hands.view()["moves"]) == 1, "the turn was not played")
