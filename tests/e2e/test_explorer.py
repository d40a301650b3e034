"""The explorer on the analysis boards as people use it: sources, keyboard, games, filters, dice."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, Page, expect

from axedrez.core.game_record import GameRecord
from axedrez.explorer.importing import import_file
from axedrez.gamefiles import write_game
from tests.e2e.conftest import Server
from tests.e2e.hands import arrive
from tests.e2e.meeting import known
from tests.explorer.pgn_texts import random_game
from tests.patience import until

GAMES = """[Event "A"]
[White "Núñez, Ana"]
[Black "Berg, Bo"]
[WhiteElo "2400"]
[BlackElo "2300"]
[Date "2004.01.01"]
[Result "1-0"]

1. e4 c5 2. Nf3 1-0

[Event "B"]
[White "Cruz, Caro"]
[Black "Berg, Bo"]
[WhiteElo "2200"]
[BlackElo "2300"]
[Date "2015.01.01"]
[Result "0-1"]

1. e4 e5 2. Nf3 0-1

"""


def dice_game() -> GameRecord:
    return random_game(random.Random(4), "backgammon", 12, White="A", Black="B")


@pytest.fixture
def collection(shared_server: Server) -> str:
    """A collection of the server."""
    folder, file = shared_server.collections / "Torneos", shared_server.log.parent / "made"
    for text in (GAMES, write_game(dice_game())):
        file.write_text(text, encoding="utf-8")
        import_file(file, folder, 1, threading.Event(), lambda _: None, lambda _: None)
    return "Torneos"


def opened(page: Page) -> Locator:
    """The panel, unfolded by the keyboard."""
    panel = page.locator("[data-explorer]")
    panel.locator("summary").first.focus()
    page.keyboard.press("Enter")
    expect(panel).to_have_attribute("data-explorer", "there")
    return panel


def rows(panel: Locator) -> list[str]:
    return [" ".join(text.split()) for text in panel.locator("tbody tr").all_inner_texts()]


@pytest.mark.timeout(500)
@pytest.mark.journey
def test_moves_of_a_collection_and_of_one_s_own_games(
    page: Page, collection: str, presentable: Callable[[str], None]
) -> None:
    page.goto("/analysis/clasico")
    panel = opened(page)
    panel.locator("[data-explorer-source]").select_option(f":{collection}")
    expect(panel.get_by_text("2 partidas llegaron a esta posición.")).to_be_visible()
    e4 = panel.get_by_role("button", name="e4")
    e4.focus()
    page.keyboard.press("Enter")
    expect(page.locator('[data-ply="1"]')).to_contain_text("e4")
    expect(panel.get_by_role("button", name="c5")).to_be_visible()
    assert rows(panel) == [
        "c5 1 Blancas 100 %, tablas 0 %, negras 0 % 100% 2300",
        "e5 1 Blancas 0 %, tablas 0 %, negras 100 % 100% 2300",
    ]
    expect(panel.get_by_text("B00 King's Pawn Game")).to_be_visible()
    presentable("the explorer")

    panel.get_by_text("Qué partidas cuentan").click()
    panel.get_by_role("textbox", name="Jugador").fill("nunez")
    panel.get_by_role("textbox", name="Jugador").press("Enter")
    expect(panel.get_by_text("Una partida llegó a esta posición.")).to_be_visible()
    panel.get_by_label("Desde el año").fill("2010")
    panel.get_by_label("Desde el año").press("Enter")
    expect(panel.get_by_text("0 partidas llegaron a esta posición.")).to_be_visible()
    panel.get_by_label("Desde el año").fill("")
    panel.get_by_role("textbox", name="Jugador").fill("berg")
    panel.get_by_role("textbox", name="Jugador").press("Tab")
    panel.get_by_label("Bando del jugador").select_option("Negras")
    panel.get_by_label("Resultado").select_option("Blancas ganan")
    expect(panel.get_by_text("Una partida llegó a esta posición.")).to_be_visible()
    panel.get_by_label("Resultado").select_option("Cualquiera")
    panel.get_by_label("En cualquier posición").check()
    expect(panel.get_by_text("2 partidas de este jugador.")).to_be_visible()
    panel.get_by_label("En cualquier posición").uncheck()
    panel.get_by_label("Material en lugar de la posición").fill("KQRRBBNNPPPPPPPPkqrrbbnnpppppppp")
    panel.get_by_label("Material en lugar de la posición").press("Enter")
    expect(panel.get_by_text("son demasiadas")).to_be_visible()
    panel.get_by_label("Material en lugar de la posición").fill("KRkr")
    panel.get_by_label("Material en lugar de la posición").press("Enter")
    expect(panel.get_by_text("0 partidas tuvieron este material.")).to_be_visible()
    presentable("the explorer by material")
    panel.get_by_label("Material en lugar de la posición").fill("")
    panel.get_by_role("textbox", name="Jugador").fill("")
    panel.get_by_role("textbox", name="Jugador").press("Enter")
    panel.get_by_label("Resultado").select_option("Cualquiera")
    panel.get_by_label("Desde el año").fill("2010")
    panel.get_by_label("Desde el año").press("Enter")
    link = panel.get_by_role("link", name="Cruz, Caro (2200) – Berg, Bo (2300)")
    assert "1. e4 e5 2. Nf3 0-1" in page.request.get(link.get_attribute("href") or "").text()

    # A game of one's own leads to its screen.
    panel.locator("[data-explorer-source]").select_option("mine")
    expect(panel.get_by_text("0 partidas llegaron a esta posición.")).to_be_visible()
    moves = ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"]
    game = page.request.post("/api/games", data={"id": str(uuid4()), "rulebook": "clasico", "moves": moves}).json()
    asked = {"rulebook": "clasico", "source": "mine"}
    for _ in range(60):  # questions are counted
        if page.request.post("/api/explorer", data=asked).json().get("games") == 1:
            break
        page.wait_for_timeout(500)
    panel.get_by_label("Desde el año").fill("")
    panel.get_by_label("Desde el año").press("Enter")
    expect(panel.get_by_role("button", name="e5")).to_be_visible()
    panel.get_by_role("link", name="visitante – visitante").click()
    arrive(page, f"**/game/{game['id']}*")


def test_the_moves_of_a_collection_in_english(english: Page, collection: str) -> None:
    english.goto("/analysis/clasico")
    panel = opened(english)
    panel.locator("[data-explorer-source]").select_option(f":{collection}")
    # The server's own games may be as many.
    expect(panel.get_by_role("link", name="Núñez, Ana (2400) – Berg, Bo (2300)")).to_be_visible()
    expect(panel.get_by_text("2 games came to this position.")).to_be_visible()
    assert rows(panel) == ["e4 2 White 50%, draws 0%, Black 50% 50% 50% 2300"]
    panel.get_by_text("Which games count").click()
    panel.get_by_role("textbox", name="Player").fill("cruz")
    panel.get_by_label("In any position").check()
    expect(panel.get_by_text("One game of this player.")).to_be_visible()
    expect(panel.get_by_role("link", name="Cruz, Caro (2200) – Berg, Bo (2300)")).to_be_visible()


@pytest.mark.timeout(500)
def test_rolls_and_turns_of_games_with_dice(page: Page, collection: str, presentable: Callable[[str], None]) -> None:
    until(lambda: page.request.get("/api/rulebooks/backgammon").ok, limit_s=200)
    record = dice_game()
    roll, turn, *_ = record.moves()
    page.goto("/analysis/backgammon")
    panel = opened(page)
    panel.locator("[data-explorer-source]").select_option(f":{collection}")
    panel.locator(f'[data-explorer-move="{roll}"]').click()
    played = panel.locator(f'[data-explorer-move="{turn}"]')
    expect(played).to_be_visible()
    presentable("the explorer of dice")
    played.click()
    expect(page.locator('[data-ply="2"]')).to_be_visible()
    expect(panel.locator("[data-explorer-move]")).to_have_count(1)


def test_one_may_say_no(page: Page) -> None:
    label = page.get_by_label("Mis partidas pueden contar en el explorador")
    known(page)
    page.goto("/settings", wait_until="networkidle")
    expect(page.get_by_role("heading", name="Explorador")).to_be_visible()
    expect(label).to_have_count(0)  # a visitor has no account that could keep it
    login = {"login": f"ana-{uuid4().hex[:8]}", "password": "caballo-verde-2"}
    assert page.request.post("/api/accounts", data=login).ok
    page.goto("/account")  # where the page learns who one is
    expect(page.get_by_text(login["login"]).first).to_be_visible()
    page.goto("/settings")
    label.uncheck()
    until(lambda: page.request.get("/api/me").json()["settings"].get("explorer") is False)
