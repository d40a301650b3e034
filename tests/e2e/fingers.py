"""Fingers on a touch screen: real touch events, sent through the debugger, with all that a browser makes of them."""

from __future__ import annotations

from playwright.sync_api import Browser, BrowserContext, Locator, Page

Spot = tuple[float, float]


def phone(browser: Browser, url: str) -> BrowserContext:
    """A telephone of a Spanish-speaking visitor."""
    context = browser.new_context(
        base_url=url,
        locale="es-ES",
        has_touch=True,
        is_mobile=True,
        viewport={"width": 360, "height": 740},
        reduced_motion="reduce",
    )
    context.set_default_timeout(120_000)
    return context


class Fingers:
    """The fingers of a person at a page; each has a number while it touches."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session = page.context.new_cdp_session(page)
        self._down: dict[int, Spot] = {}

    def _send(self, kind: str) -> None:
        points = [{"id": finger, "x": x, "y": y} for finger, (x, y) in self._down.items()]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def down(self, spot: Spot, finger: int = 0) -> None:
        self._down[finger] = spot
        self._send("touchStart")

    def move(self, spot: Spot, finger: int = 0) -> None:
        """Drag a finger there, by way of the middle."""
        x, y = self._down[finger]
        for share in (0.5, 1.0):
            self._down[finger] = (x + share * (spot[0] - x), y + share * (spot[1] - y))
            self._send("touchMove")

    def up(self, finger: int = 0) -> None:
        del self._down[finger]
        # The debugger lifts whatever is no longer named; an end names nothing.
        self._send("touchMove" if self._down else "touchEnd")

    def cancel(self) -> None:
        """The system takes the touch away."""
        self._down.clear()
        self._session.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})

    def tap(self, spot: Spot) -> None:
        """Touch for no time: both ends are sent at once, so that two taps are a double tap on busy machines."""
        self._page.touchscreen.tap(*spot)


RESTING = """async element => {
    const frame = () => new Promise(requestAnimationFrame)
    let [last, next] = [null, null]
    do {
        element.scrollIntoView({ block: "nearest", inline: "nearest" })
        last = next
        await frame()
        const { x, y, width, height } = element.getBoundingClientRect()
        next = [x + width / 2, y + height / 2, width * height]
    } while (element.isConnected && (next[2] === 0 || next.join() !== last?.join()))
    return element.isConnected ? next.slice(0, 2) : null
}"""


def middle(place: Locator) -> Spot:
    """The middle of what is shown, once it rests on the screen; looked for anew where the page draws it anew."""
    while (found := place.evaluate(RESTING)) is None:
        pass
    x, y = found
    return (x, y)
