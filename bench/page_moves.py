"""How soon a move is drawn after the hand has made it: `python -m bench.page_moves [--moves 20]`.

In Chromium, in a game of chess and one of backgammon at one screen: from the release of the pointer on the target to
the first frame in which the piece is on its way there, with the processor as it is and made four times slower. A frame
of a display lasts 16.7 ms. The server is asked afterwards: nothing of this waits for it.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import uuid
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from axedrez.server import create_app
from axedrez.server.app.run import serving
from bench.page_load import SLOWDOWN, chromium

FRAME_MS = 1000 / 60

# Pieces are drawn where their style says; what changes is looked at in the first frame after the release.
WATCH = """
window.drawn = []
const pieces = () => [...document.querySelectorAll('.board .piece')]
const places = () => pieces().map(piece => piece.style.transform).sort().join('|')
let held = ''
window.armed = false
addEventListener('pointerdown', () => { held = places() }, true)
addEventListener('pointerup', event => {
  if (!window.armed) return
  window.armed = false
  const look = frames => requestAnimationFrame(() => {
    if (places() === held && frames < 60) look(frames + 1)
    else window.drawn.push([performance.now() - event.timeStamp, frames])
  })
  look(1)
}, true)
"""

CHESS = ["g1 f3", "g8 f6", "f3 g1", "f6 g8"]


def chess(page: Page, address: str, moves: int) -> None:
    """Knights go out and back."""
    start(page, address, "chess2d", {})  # it knows no draw by repetition
    for number in range(moves):
        origin, target = CHESS[number % len(CHESS)].split()
        press(page, origin)
        page.evaluate("window.armed = true")
        press(page, target)
        page.wait_for_selector(f'[data-ply="{number + 1}"]', state="attached")


def tables(page: Page, address: str, moves: int) -> None:
    """The first step that is offered, taken and taken back."""
    start(page, address, "backgammon", {"position": "pp/4/PPPPP/1/PPP/3/ppppp/PPPPP/3/ppp/1/ppppp/4/PP - - w - 31"})
    for _ in range(moves):
        press(page, "13")
        page.evaluate("window.armed = true")
        press(page, "10")
        page.locator("[data-back]").click()
        page.wait_for_timeout(300)


def start(page: Page, address: str, rulebook: str, more: dict[str, Any]) -> None:
    """A game of two at this screen."""
    human = {"kind": "human"}
    data = {"id": str(uuid.uuid4()), "rulebook": rulebook, "players": {"white": human, "black": human}, **more}
    answer = page.request.post(f"{address}api/games", data=data)
    assert answer.ok, answer.text()
    page.goto(f"{address}game/{answer.json()['id']}")
    page.wait_for_selector("[role=grid]")
    page.wait_for_timeout(1000)


def press(page: Page, cell: str) -> None:
    """Press and release the pointer at the edge of a cell."""
    box = page.locator(f'[data-cell="{cell}"]').bounding_box()
    board = page.get_by_role("grid").bounding_box()
    assert box is not None
    assert board is not None
    upper = box["y"] - board["y"] < 2
    y = box["y"] + (box["height"] / 2 if rulebook_of(page) == "grid" else 8 if upper else box["height"] - 8)
    page.mouse.click(box["x"] + box["width"] / 2, y)


def rulebook_of(page: Page) -> str:
    """`grid` on squares, `points` on points."""
    return "grid" if page.locator('[data-cell="e4"]').count() else "points"


def measure(address: str, moves: int) -> None:
    """Print the figures."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        for name, play in (("chess", chess), ("backgammon", tables)):
            for slowdown in (1, SLOWDOWN):
                context = browser.new_context(viewport={"width": 1280, "height": 800})
                page = context.new_page()
                page.add_init_script(WATCH)
                session = context.new_cdp_session(page)
                session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
                play(page, address, moves)
                found = page.evaluate("window.drawn")
                times, frames = [entry[0] for entry in found], [entry[1] for entry in found]
                in_first = sum(frame == 1 for frame in frames)
                print(
                    f"{name}, processor / {slowdown}: {len(times)} moves, {in_first} in the first frame; "
                    f"median {statistics.median(times):.1f} ms, 95th {sorted(times)[int(0.95 * len(times))]:.1f} ms"
                )
                context.close()
        browser.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=20)
    args = parser.parse_args()
    if chromium() is None:
        sys.exit("no Chromium")
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}; a frame lasts {FRAME_MS:.1f} ms")
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(create_app(f"sqlite:///{Path(folder) / 'games.sqlite'}")) as own,
    ):
        measure(f"http://{own}/", args.moves)
