"""Two people at two screens: a whole match with the cube, and draws that are claimed."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.hands import ONLINE, Hands, arrive, choose_opponent
from tests.e2e.meeting import Visit, together
from tests.e2e.tables_hands import NEAR_THE_END, TablesHands

OTHER = {"white": "black", "black": "white"}
WON, LOST = "Ha ganado el encuentro", "Ha perdido el encuentro"


class Match:
    """Two people in the games of a match; who has which colour is rolled for anew in each."""

    def __init__(self, ana: Page, eva: Page) -> None:
        self.pages = {"Ana": ana, "Eva": eva}
        self.chance = random.Random(11)

    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = Hands(self.pages["Ana"]).view()
        return view

    def seated(self) -> dict[str, TablesHands]:
        """The hands at each colour of the present game."""
        players = self.view()["players"]
        return {side: TablesHands(self.pages[players[side]["name"]]) for side in OTHER}

    def side_of(self, name: str) -> str:
        players = self.view()["players"]
        return next(side for side in OTHER if players[side]["name"] == name)

    def name_of(self, side: str) -> str:
        name: str = self.view()["players"][side]["name"]
        return name

    def turn(self) -> str:
        """Wait until a player can act; returns the colour."""
        seated = self.seated()
        side: str = self.view()["turn"]
        page = seated[side].page
        expect(page.locator("[data-roll-dice], [data-roll]").first).to_be_visible()
        other = seated[OTHER[side]].page
        expect(other.locator("[data-roll-dice]")).to_have_count(0)
        expect(other.locator("[data-confirm]")).to_be_disabled()
        return side

    def play(self) -> None:
        """The side to move rolls, if needed, and plays a turn by mouse; the other player sees it."""
        side = self.turn()
        seated = self.seated()
        plies = len(seated[side].view()["moves"])
        roll = seated[side].page.locator("[data-roll-dice]")
        if roll.is_visible():
            roll.click()
        expect(seated[side].page.locator("[data-roll]")).to_be_visible()
        seated[side].play_turn(self.chance)
        expect(seated[OTHER[side]].page.locator(f'[data-ply="{plies + 1}"]')).to_be_visible()

    def score(self, ana: int, eva: int) -> None:
        """Both see the score, each player's beside their name."""
        for page in self.pages.values():
            for name, points in (("Ana", ana), ("Eva", eva)):
                bar = page.get_by_role("region", name=re.compile(f"^{name}"))
                expect(bar.locator(".score")).to_contain_text(f"{points}/3")

    def go_on(self) -> None:
        """Both begin the next game, each by their own button: it is the same one."""
        before = self.pages["Ana"].url
        for page in self.pages.values():
            page.get_by_role("button", name="Siguiente partida").click()
            arrive(page, lambda url: "/game/" in url and url != before)
            expect(page.get_by_role("grid")).to_be_visible()
        assert self.pages["Ana"].url == self.pages["Eva"].url

    def give_up(self, name: str, points: int) -> None:
        """One resigns so many points; the other takes them, if asked."""
        # A turn that is lost passes by itself, and an offer lapses with it.
        while (view := self.view())["dice"]["roll"] and not view["steps"]["options"]:
            self.play()
        page, other = self.pages[name], self.pages["Eva" if name == "Ana" else "Ana"]
        page.get_by_role("button", name="Rendirse").click()
        cube = (view["cube"] or {"value": 1})["value"]
        worth = f"cubo {cube} × {points // cube} = {points} puntos" if cube > 1 else f"{points} punto"
        label = f"Rendirse: {worth}" + ("s" if cube == 1 < points else "")
        page.get_by_role("dialog").get_by_role("button", name=label, exact=True).click()
        accept = other.get_by_role("button", name="Aceptar")
        expect(accept.or_(other.locator(".result").first)).to_be_visible()
        if accept.is_visible():
            accept.click()
        for each in self.pages.values():
            expect(each.locator(".result").first).to_contain_text(re.compile("Ha (ganado por|perdido)"))


@pytest.mark.journey
@pytest.mark.clause("G-42", "G-43", "G-44")
def test_a_match_to_three_points(visit: Visit) -> None:
    ana, eva = visit(), visit()
    ana.goto("/new/chessgammon")
    choose_opponent(ana, ONLINE)
    ana.get_by_text("Variantes y opciones de las reglas").click()
    ana.get_by_label("Puntos del encuentro").fill("3")
    ana.get_by_label("Dado de doblar").check()
    ana.get_by_text("Empezar desde una posición").click()
    ana.get_by_label("Texto de la posición").fill(NEAR_THE_END)
    ana.get_by_label("Su nombre").fill("Ana")
    ana.get_by_role("button", name="Invitar con un enlace").click()
    arrive(ana, "**/invitation/*")
    eva.goto(ana.get_by_label("Enlace para la otra persona").input_value())
    eva.get_by_label("Su nombre").fill("Eva")
    eva.get_by_role("button", name="Aceptar y jugar").click()
    for page in (ana, eva):
        arrive(page, "**/game/*")
        expect(page.get_by_role("grid")).to_be_visible()
    match = Match(ana, eva)
    match.score(0, 0)

    # The first game, to its last move by mouse.
    for _ in range(60):
        if match.view()["outcome"]:
            break
        match.play()
    outcome = match.view()["outcome"]
    assert sorted(outcome["points"].values()) == [0, 1]
    winner = match.name_of("white" if outcome["points"]["white"] else "black")
    loser = "Eva" if winner == "Ana" else "Ana"

    def score(won: int, lost: int) -> None:
        match.score(*((won, lost) if winner == "Ana" else (lost, won)))

    for page in (ana, eva):
        expect(page.locator(".result").first).to_contain_text(re.compile("Ha (ganado por|perdido)"))
        expect(page.locator("[data-points]")).to_have_text("Vale 1 punto.")
    score(1, 0)
    match.go_on()

    # The second is worth one point by agreement; the third is Crawford's, without a cube.
    match.turn()
    match.play()
    match.turn()
    match.give_up(loser, 1)
    score(2, 0)
    match.go_on()
    match.turn()
    for page in (ana, eva):
        expect(page.get_by_text("partida Crawford: sin dado de doblar")).to_be_visible()
    match.play()
    match.turn()
    for page in (ana, eva):
        expect(page.get_by_role("button", name="Doblar a 2")).to_have_count(0)
    assert match.view()["cube"] is None
    match.give_up(winner, 1)
    score(2, 1)
    match.go_on()

    # In the fourth game the player behind doubles, and the other takes it.
    match.turn()
    match.play()
    if match.turn() != match.side_of(loser):
        match.play()
    assert match.turn() == match.side_of(loser)
    behind, ahead = match.pages[loser], match.pages[winner]
    behind.get_by_role("button", name="Doblar a 2").click()
    expect(behind.get_by_text("Doble ofrecido, sin respuesta aún.")).to_be_visible()
    ahead.get_by_role("button", name="Aceptar el doble").click()
    for page in (ana, eva):
        cube = page.get_by_role("region", name=re.compile(f"^{winner}")).locator(".cube")
        expect(cube).to_contain_text("×2")
    # The roll belongs to the player who has doubled.
    expect(behind.locator("[data-confirm]")).to_be_visible()
    match.give_up(loser, 2)
    for page in (ana, eva):
        expect(page.locator("[data-points]")).to_contain_text("2 puntos")
        expect(page.get_by_text(WON if page is match.pages[winner] else LOST)).to_be_visible()
        expect(page.get_by_role("button", name="Siguiente partida")).to_have_count(0)
        expect(page.get_by_role("button", name="Revancha")).to_be_visible()
    score(4, 1)
    assert match.view()["match"]["winner"] == match.side_of(winner)


@pytest.mark.clause("T-8")
def test_a_draw_by_repetition_is_claimed_at_the_other_screen_too(visit: Visit) -> None:
    white, black = together(visit(), visit(), rulebook="tradicional")
    moves = ["Cf3", "Cf6", "Cg1", "Cg8"] * 2
    for ply, move in enumerate(moves, 1):
        mover = white if ply % 2 else black
        # Only who is to move may claim, and not before the position has stood three times.
        for hands in (white, black):
            expect(hands.page.get_by_role("button", name=re.compile("Reclamar"))).to_have_count(0)
        mover.type(move)
        for hands in (white, black):
            hands.expect_moves(ply)
    expect(black.page.get_by_role("button", name=re.compile("Reclamar"))).to_have_count(0)
    white.page.get_by_role("button", name=re.compile("Reclamar")).click()
    for hands in (white, black):
        expect(hands.page.locator(".result")).to_contain_text("Tablas por repetición")
        expect(hands.page.locator(".result").get_by_role("link")).to_have_text("(T-8)")
    assert white.view()["outcome"]["result"] == "1/2-1/2"
