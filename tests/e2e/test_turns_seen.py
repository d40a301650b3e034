"""The turn of another is seen: its roll first, then step after step, told once; and nothing is left half shown."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import Server
from tests.e2e.fingers import Fingers, middle, phone
from tests.e2e.hands import game_of
from tests.e2e.tables_hands import TablesHands
from tests.patience import until

# Black, the computer, has one piece on the bar, and a lone white pawn stands wherever it can enter.
BEFORE_A_CAPTURE = "P/P/P/P/P/P/6/KQRRBBNNPP/6/rrbb/knn/1/pppppppp/1 q - w - 21"
# Black, the computer, is shut out on the bar and loses every turn but those with a 6-6.
LOCKED = "QRBBNPPP/ppp/rbnppp/PPPPP/RN/r/K/12/bn/qpp/3 k - w - 21"
COMPUTER = {"white": {"kind": "human"}, "black": {"kind": "computer", "level": 1}}

WATCH = """() => {
  window.seenStages = []
  window.heard = []
  new MutationObserver(() => {
    const shown = document.querySelector('[data-showing]')
    const seen = shown ? `${shown.dataset.showing} ${document.querySelector('[data-roll]')?.textContent}` : 'live'
    if (window.seenStages.at(-1) !== seen) window.seenStages.push(seen)
    const words = document.querySelector('[data-announcer]').textContent
    if (window.heard.at(-1) !== words) window.heard.push(words)
  }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
}"""


def begin(page: Page, position: str, *, pace: str | None = None, rulebook: str = "chessgammon") -> TablesHands:
    """Open a game against the computer in which White has a roll to play."""
    data = {"id": str(uuid.uuid4()), "rulebook": rulebook, "position": position, "players": COMPUTER}
    answer = page.request.post("/api/games", data=data)
    assert answer.ok, answer.text()
    if pace is not None:
        page.add_init_script(f"localStorage.setItem('axedrez.pace', JSON.stringify('{pace}'))")
    page.goto(f"/game/{answer.json()['id']}")
    hands = TablesHands(page)
    expect(hands.board).to_be_visible()
    return hands


def play(hands: TablesHands) -> None:
    """Play the first turn that the server offers, by typing it."""
    tokens: list[str] = []
    words: list[str] = []
    while options := hands.steps(tokens)["options"]:
        tokens.append(options[-1]["token"])
        words.append(options[-1]["labels"]["es"])
    field = hands.page.locator("[data-move-input]")
    field.fill(" ".join(words))
    field.press("Enter")


def answered(hands: TablesHands) -> dict[str, Any]:
    """The game once the computer has played."""
    until(lambda: len(hands.view()["moves"]) >= 2, "the computer has not played")
    return hands.view()


def shown(page: Page) -> Any:
    return page.locator("[data-showing]")


def expect_caught_up(hands: TablesHands) -> None:
    """The board, the roll and the list of moves are those of the server."""
    expect(shown(hands.page)).to_have_count(0)
    view = hands.view()
    expect(hands.page.locator("[data-ply]")).to_have_count(len(view["moves"]))
    if view["dice"]["roll"]:
        expect(hands.page.locator("[data-roll]")).to_have_text("-".join(view["dice"]["roll"]))
    for point, letters in enumerate(view["scene"]["points"], 1):
        name = hands.cell(str(point)).get_attribute("aria-label") or ""
        assert ("vacío" in name or "empty" in name) == (letters == ""), (point, letters, name)


@pytest.mark.journey
def test_the_roll_comes_first_and_then_each_step_in_words(page: Page) -> None:
    for _ in range(8):  # with few rolls nothing is captured
        hands = begin(page, BEFORE_A_CAPTURE)
        page.evaluate(WATCH)
        play(hands)
        expect(shown(page)).to_be_visible()
        view = answered(hands)
        move = view["moves"][1]
        if move["told"]:
            break
    roll = "-".join(move["roll"])
    # While it is shown, the game is seen as it was: no list entry, no own roll, no own move.
    if shown(page).count():
        expect(page.locator("[data-ply]")).to_have_count(1)
        expect(hands.confirm).to_be_disabled()
    expect_caught_up(hands)
    seen = page.evaluate("window.seenStages")
    assert [each for each in seen if each != "live"] == [f"{stage} {roll}" for stage in range(len(move["steps"]) + 1)]
    heard = " ".join(page.evaluate("window.heard"))
    assert heard.count(f"Negras: dados {roll}") == 1
    for told in move["told"]:
        sentence = told["text"]["es"]
        assert heard.count(sentence) == sum(each["text"]["es"] == sentence for each in move["told"]), sentence
        expect(hands.status).to_contain_text(sentence)
    assert heard.index(f"Negras: dados {roll}") < heard.index(move["told"][0]["text"]["es"])
    own = "-".join(view["dice"]["roll"])
    # The last time: the own first roll may have been the same.
    assert heard.rindex(f"Blancas: dados {own}") > heard.index(move["told"][-1]["text"]["es"])
    # Only the announcer speaks of it: the lines beside the board are not read a second time.
    assert page.locator('.status [aria-live="off"]').count() > 0


def test_a_lost_turn_is_seen_and_told(page: Page) -> None:
    hands = begin(page, LOCKED, pace="fast")
    page.evaluate(WATCH)
    play(hands)
    view = answered(hands)
    expect_caught_up(hands)
    move = view["moves"][1]
    if move["move"] == "pass":
        roll = "-".join(move["roll"])
        seen = page.evaluate("window.seenStages")
        assert [each for each in seen if each != "live"] == [f"0 {roll}", f"1 {roll}"]
        told = f"Las negras perdieron el turno: nada se podía jugar con {roll}."
        assert " ".join(page.evaluate("window.heard")).count(told) == 1
        expect(hands.status).to_contain_text(told)


def test_a_click_on_the_board_skips_and_does_nothing_else(page: Page) -> None:
    for _ in range(8):  # with few rolls White cannot enter
        hands = begin(page, BEFORE_A_CAPTURE, pace="slow")
        play(hands)
        expect(shown(page)).to_be_visible()
        answered(hands)
        hands.click("14")
        expect_caught_up(hands)
        expect(page.locator('[aria-selected="true"]')).to_have_count(0)
        if options := hands.steps([])["options"]:
            break
    hands.step(options[0], "white")
    expect(page.locator("[data-back]")).to_be_enabled()


def test_a_key_skips_and_the_button_too_and_both_show_it_again(page: Page) -> None:
    hands = begin(page, BEFORE_A_CAPTURE, pace="slow")
    play(hands)
    expect(shown(page)).to_be_visible()
    page.locator("[data-move-input]").blur()
    page.keyboard.press("Enter")
    expect_caught_up(hands)
    page.keyboard.press("v")
    expect(shown(page)).to_be_visible()
    expect(hands.status).to_contain_text("Así jugaron las negras")
    button = page.locator("[data-show-again]")
    expect(button).to_have_text("Saltar")
    button.click()
    expect_caught_up(hands)
    expect(button).to_have_text("Ver el último turno")
    button.click()
    expect(shown(page)).to_be_visible()
    page.get_by_role("button", name="English").click()
    expect_caught_up(hands)
    expect(button).to_have_text("Show the last turn")
    page.locator("body").press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Show the last turn again, or end the show")


def test_reloading_undoing_and_a_second_tab_never_leave_it_half_shown(page: Page) -> None:
    hands = begin(page, BEFORE_A_CAPTURE, pace="slow")
    other = TablesHands(page.context.new_page())
    other.page.goto(page.url)
    expect(other.board).to_be_visible()
    play(hands)
    for each in (hands, other):
        expect(shown(each.page)).to_be_visible()
    page.reload()
    expect_caught_up(hands)
    # A turn from this tab ends the show of the other one.
    play(hands)
    until(lambda: len(hands.view()["moves"]) >= 4, "the computer has not played again")
    expect(shown(page)).to_be_visible()
    page.get_by_role("button", name="Deshacer", exact=True).click()
    until(lambda: len(hands.view()["moves"]) == 2, "nothing was taken back")
    expect_caught_up(hands)
    expect_caught_up(other)


def test_looking_at_an_earlier_turn_ends_it_and_that_one_can_be_shown(page: Page) -> None:
    hands = begin(page, BEFORE_A_CAPTURE, pace="slow")
    play(hands)
    expect(shown(page)).to_be_visible()
    page.locator('[data-ply="1"]').click()
    expect(shown(page)).to_have_count(0)
    page.locator("[data-show-again]").click()
    expect(hands.status).to_contain_text("Así jugaron las blancas el 2-1")
    page.get_by_role("button", name="Volver al presente").click()
    expect_caught_up(hands)


def test_spectators_see_it_too(page: Page, visit: Callable[..., Page]) -> None:
    hands = begin(page, BEFORE_A_CAPTURE, pace="normal")
    guest = visit()
    guest.emulate_media(reduced_motion="no-preference")
    guest.goto(page.url)
    spectator = TablesHands(guest)
    expect(spectator.board).to_be_visible()
    guest.evaluate(WATCH)
    play(hands)
    answered(hands)
    expect_caught_up(spectator)
    assert any(each.startswith("0 ") for each in guest.evaluate("window.seenStages"))


def test_the_pace_is_chosen_and_at_once_is_at_once(page: Page) -> None:
    hands = begin(page, BEFORE_A_CAPTURE)
    page.get_by_label("Turnos de los demás").select_option("de una vez")
    page.evaluate(WATCH)
    play(hands)
    answered(hands)
    expect_caught_up(hands)
    assert page.evaluate("window.seenStages.filter((each) => each !== 'live')") == []
    page.reload()
    expect(page.get_by_label("Turnos de los demás")).to_have_value("none")


def test_where_the_system_asks_for_stillness_it_is_at_once(visit: Callable[..., Page]) -> None:
    hands = begin(visit(), BEFORE_A_CAPTURE)
    expect(hands.page.get_by_label("Turnos de los demás")).to_be_disabled()
    hands.page.evaluate(WATCH)
    play(hands)
    answered(hands)
    expect_caught_up(hands)
    assert hands.page.evaluate("window.seenStages.filter((each) => each !== 'live')") == []
    # On demand it is still shown.
    hands.page.locator("[data-show-again]").click()
    expect(shown(hands.page)).to_be_visible()


def test_on_a_phone_a_tap_skips(browser: Browser, shared_server: Server) -> None:
    context = phone(browser, shared_server.url)
    try:
        page = context.new_page()
        page.emulate_media(reduced_motion="no-preference")
        hands = begin(page, BEFORE_A_CAPTURE, pace="slow")
        play(hands)
        expect(shown(page)).to_be_visible()
        answered(hands)
        Fingers(page).tap(middle(hands.cell("14")))
        expect_caught_up(hands)
        expect(page.locator('[aria-selected="true"]')).to_have_count(0)
        assert game_of(page)
    finally:
        context.close()


def test_it_is_accessible_while_it_is_shown(page: Page, presentable: Callable[[str], None]) -> None:
    hands = begin(page, BEFORE_A_CAPTURE, pace="none")
    play(hands)
    answered(hands)
    expect_caught_up(hands)
    page.locator("[data-show-again]").click()
    expect(shown(page)).to_have_attribute("data-showing", "1")
    presentable("a turn that is shown")
