"""What the menu costs a visitor with an empty cache: `python -m bench.page_load [--rounds 5] [--address http://…]`.

Bytes on the wire, as the browser counts them (Chromium over the DevTools protocol): documents, scripts, styles, fonts
and answers of the interface with their headers. And the time until the menu can be used with a processor made four
times slower: until the button that starts a game is shown, and the last long task before that has ended.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, sync_playwright

from axedrez.server import create_app
from axedrez.server.app.run import serving

SLOWDOWN = 4
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
READY = "main nav a, main .now"
LONG_TASKS = """
window.lastLong = 0
new PerformanceObserver(list => {
  for (const each of list.getEntries()) window.lastLong = Math.max(window.lastLong, each.startTime + each.duration)
}).observe({ type: 'longtask', buffered: true })
"""


class Load(NamedTuple):
    """One visit: bytes on the wire by kind of resource, the number of requests, and the time until it can be used."""

    sizes: Counter[str]
    requests: int
    interactive_ms: float


def visit(browser: Browser, address: str, lang: str = "es-ES", slowdown: int = 1) -> Load:
    """Open an address as a new visitor would."""
    context = browser.new_context(locale=lang, viewport={"width": 1280, "height": 800})
    try:
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.setCacheDisabled", {"cacheDisabled": True})
        if slowdown > 1:
            session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
        kinds: dict[str, str] = {}
        sizes: Counter[str] = Counter()

        def begun(event: dict[str, Any]) -> None:
            kinds[event["requestId"]] = event["type"]

        def done(event: dict[str, Any]) -> None:
            sizes[kinds.get(event["requestId"], "Other")] += int(event["encodedDataLength"])

        session.on("Network.responseReceived", begun)
        session.on("Network.loadingFinished", done)
        page.add_init_script(LONG_TASKS)
        page.goto(address)
        page.wait_for_selector(READY)
        shown = page.evaluate("performance.now()")
        page.wait_for_load_state("networkidle")
        page.evaluate("document.fonts.ready.then(() => null)")
        return Load(sizes, len(kinds), max(float(shown), float(page.evaluate("window.lastLong"))))
    finally:
        context.close()


def chromium() -> str | None:
    """The path of the system's Chromium."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def measure(address: str, rounds: int) -> None:
    """Print the figures of one address, in both languages."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        for lang in ("es-ES", "en-GB"):
            load = visit(browser, address, lang)
            kinds = ", ".join(f"{kind} {size / 1000:.1f}" for kind, size in load.sizes.most_common())
            print(f"{lang}: {load.sizes.total() / 1000:.1f} KB in {load.requests} requests ({kinds})")
            for slowdown in (1, SLOWDOWN):
                times = [visit(browser, address, lang, slowdown).interactive_ms for _ in range(rounds)]
                print(
                    f"  interactive, processor / {slowdown}: median {statistics.median(times):.0f} ms "
                    f"({min(times):.0f}–{max(times):.0f})"
                )
        browser.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--address", help="a running server (default: one of its own, with an empty database)")
    args = parser.parse_args()
    if chromium() is None:
        sys.exit("no Chromium")
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    if args.address:
        measure(args.address, args.rounds)
    else:
        with (
            tempfile.TemporaryDirectory() as folder,
            serving(create_app(f"sqlite:///{Path(folder) / 'games.sqlite'}")) as own,
        ):
            measure(f"http://{own}/", args.rounds)
