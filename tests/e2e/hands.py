"""What a person does on the page, as the browser tests need it."""

from __future__ import annotations

from collections.abc import Callable
from re import Pattern
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, Route, expect

from tests.patience import until

RULEBOOKS = {"clasico": "Clásico", "reglamento": "Reglamento", "chess2d": "Chess 2D", "tradicional": "Tradicional"}
PERSON = "Dos personas en esta pantalla"
COMPUTER = "Jugar contra el ordenador"
OPPONENTS = {PERSON: "Otra persona, en esta pantalla", COMPUTER: "El ordenador"}
ONLINE = "Otra persona, en otra pantalla"


def press_start(page: Page, against: str = PERSON) -> None:
    """Choose the opponent on the screen of a rulebook, and start."""
    choose_opponent(page, OPPONENTS[against])
    page.get_by_role("button", name=against).click()


def arrive(page: Page, address: str | Pattern[str] | Callable[[str], bool]) -> None:
    """Wait for an address and its screen."""
    page.wait_for_url(address)
    wait_for_screen(page)


def wait_for_screen(page: Page) -> None:
    """Wait for the screen of the address: the one before stays in sight, inert, while the next is loaded."""
    expect(page.locator(".screen[inert]")).to_have_count(0)


def until_told(page: Page, condition: Callable[[], object], what: str = "") -> None:
    """Like `until`, of what Playwright tells: of routes, say, it does so while it is called, and at no other time."""

    def told() -> object:
        page.wait_for_timeout(20)
        return condition()

    until(told, what)


def held_back(page: Page, asked: str | Pattern[str], act: Callable[[], object]) -> Route:
    """The first request to `asked` that an act leads to, not sent on yet; later ones are."""
    held: list[Route] = []
    page.route(asked, lambda route: route.continue_() if held else held.append(route))
    act()
    until_told(page, lambda: held, "nothing was asked")
    return held[0]


def choose_opponent(page: Page, name: str) -> None:
    """Choose the opponent on the screen of a rulebook, as a mouse does."""
    choose(page.get_by_role("group", name="Rival"), name)


def wait_for_fonts(place: Locator) -> None:
    """Wait until all letters are drawn as they stay: until then lines may grow under the mouse."""
    place.evaluate("() => document.fonts.ready.then(() => null)")


def choose(group: Page | Locator, name: str) -> None:
    """Choose one of several, as a mouse does."""
    choice = group.get_by_text(name, exact=True)
    wait_for_fonts(choice)
    choice.click()
    expect(group.get_by_role("radio", name=name, exact=True)).to_be_checked()


def type_move(page: Page, move: str) -> None:
    """Type a move and press Enter, once the form takes one: before that Enter does nothing, and the text stays."""
    field = page.get_by_label("Jugada escrita")
    expect(page.locator("form").filter(has=field).get_by_role("button")).to_be_enabled()
    field.fill(move)
    field.press("Enter")


def offer(page: Page, name: str = "Ofrecer tablas") -> None:
    """Make an offer, and confirm that it is meant."""
    page.get_by_role("button", name=name).click()
    page.get_by_role("dialog").get_by_role("button", name=name).click()


def game_of(page: Page) -> str:
    """The id of the game that a page shows."""
    return urlsplit(page.url).path.rsplit("/", 1)[1]


class Hands:
    """A person at the page of one browser tab."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.board = page.get_by_role("grid")
        self.status = page.locator(".status")

    def start(self, rulebook: str, against: str = PERSON, position: str | None = None) -> None:
        """Start a game from the screen of the rulebook and wait for the board."""
        self.page.goto(f"/new/{rulebook}")
        if position is not None:
            self.page.get_by_text("Empezar desde una posición").click()
            self.page.get_by_label("Texto de la posición (FEN)").fill(position)
        press_start(self.page, against)
        arrive(self.page, "**/game/*")
        expect(self.board).to_be_visible()

    def square(self, name: str) -> Locator:
        return self.page.locator(f'[data-cell="{name}"]')

    def look(self, name: str) -> Locator:
        """How a square is drawn."""
        return self.square(name).locator("> div")

    def click(self, *squares: str) -> None:
        for name in squares:
            self.square(name).click()

    def drag(self, origin: str, target: str) -> None:
        for name, act in ((origin, self.page.mouse.down), (target, self.page.mouse.up)):
            box = self.square(name).bounding_box()
            assert box is not None
            self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
            act()

    def type(self, *moves: str) -> None:
        """Type moves, each once the one before has been confirmed."""
        field = self.page.get_by_label("Jugada escrita")
        for move in moves:
            type_move(self.page, move)
            expect(self.page.locator("form[aria-busy=false]").filter(has=field)).to_have_count(1)
            expect(field).to_have_value("")

    def expect_moves(self, count: int) -> None:
        """Wait until the list shows that many moves."""
        expect(self.page.locator("[data-ply]")).to_have_count(count)

    def expect_piece(self, square: str, words: str) -> None:
        """Wait until a screen reader would find this piece on the square."""
        expect(self.square(square)).to_have_accessible_name(f"{square}, {words}")

    def view(self) -> dict[str, Any]:
        """The game as the server has it."""
        answer = self.page.request.get(f"/api/games/{game_of(self.page)}")
        assert answer.ok
        view: dict[str, Any] = answer.json()
        return view

    def tokens(self) -> list[str]:
        """The moves that the record holds now."""
        return [move["move"] for move in self.view()["moves"]]

    def expect_record(self, *tokens: str) -> None:
        """Wait until the server's record holds these moves: the board may be ahead of it."""
        until(lambda: self.tokens() == list(tokens), f"the record never held {tokens}")
