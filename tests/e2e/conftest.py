"""A real server and a real browser for the tests of the page."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Generator, Iterator
from multiprocessing.context import ForkServerProcess
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect, sync_playwright

from tests.e2e.fingers import phone
from tests.e2e.hands import wait_for_screen
from tests.e2e.serving import Change, at_once, start
from tests.ports import free_port

# A machine that compiles the kernels, or is busy, takes its time.
PATIENCE_MS = 120_000
expect.set_options(timeout=PATIENCE_MS)

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
AXE_CORE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
OF_COLOURS = ("color-contrast", "link-in-text-block")
"""The rules of axe-core whose answer depends on the theme; the others need asking once."""
SCREENSHOTS = ROOT / "test-results"

BROWSER_ARGS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-proxy-server",
]
TELLING_MS = 10_000
MOST_TOLD = 4_000
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))
SERVE = ("serve", "--host", "127.0.0.1")
START_LIMIT_S = 180.0  # a first start may compile the kernels


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests go last: they are the slowest."""
    items.sort(key=lambda item: item.path.is_relative_to(HERE))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Function, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """What the pages showed when a test failed stands in its report, as a screen reader tells it."""
    report = yield
    if report.failed and call.when == "call" and isinstance(browser := item.funcargs.get("browser"), Browser):
        for number, shown in enumerate(page for context in browser.contexts for page in context.pages):
            report.sections.append((f"page {number}: {shown.url}", _told(shown, f"{item.name}-{number}")))
    return report


def _told(page: Page, name: str) -> str:
    SCREENSHOTS.mkdir(exist_ok=True)
    try:
        page.screenshot(path=SCREENSHOTS / f"{name.replace('/', '_')}.png", timeout=TELLING_MS)
        return page.locator("body").aria_snapshot(timeout=TELLING_MS)[:MOST_TOLD]
    except Error as why:  # a page that has crashed tells nothing
        return str(why)


class Server:
    """`axedrez` with `words`, in a process of its own; every start uses the same port and the same database.

    `change` is what the process begins with: of numbers for which a test would have to wait for long.
    """

    def __init__(self, folder: Path, words: tuple[str, ...] = SERVE) -> None:
        self.words = words
        self.change: Change = at_once
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = folder / "games.sqlite"
        self.database_url = f"sqlite+aiosqlite:///{self.database}"
        self.log = folder / "server.log"
        self.collections = folder / "collections"
        self._process: ForkServerProcess | None = None

    def start(self) -> None:
        """Starts the server and waits until it answers. Raises RuntimeError, with its output, when it does not."""
        words = [*self.words, "--port", str(self.port), "--database-url", self.database_url]
        environment = {**os.environ, "AXEDREZ_COLLECTIONS": str(self.collections)}
        self._process = start(words, self.change, self.log, environment)
        limit = time.monotonic() + START_LIMIT_S
        while not self._answers():
            if not self._process.is_alive() or time.monotonic() > limit:
                self.kill()
                raise RuntimeError(f"the server did not start:\n{self.output()}")
            time.sleep(0.05)

    def kill(self) -> None:
        """Ends the server at once, as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None

    def restart(self) -> None:
        """Starts the server again on its port and database, ending it first if it still runs."""
        self.kill()
        self.start()

    def output(self) -> str:
        """All that the server has printed, over every start."""
        return self.log.read_text(encoding="utf-8", errors="replace")

    def _answers(self) -> bool:
        try:
            with DIRECT.open(f"{self.url}/api/health", timeout=2) as answer:
                return bool(json.load(answer)["status"] == "ok")
        except (urllib.error.URLError, OSError, ValueError):
            return False


def _running(folder: Path, tables: Callable[[], Path], words: tuple[str, ...] = SERVE) -> Iterator[Server]:
    server = Server(folder, words)
    shutil.copyfile(tables(), server.database)
    server.start()
    yield server
    server.kill()
    assert "Traceback" not in server.output(), f"the server printed a traceback:\n{server.output()}"


@pytest.fixture
def serve_words() -> tuple[str, ...]:
    """What `server` is started with; a module may start another kind of server."""
    return SERVE


@pytest.fixture
def server(tmp_path: Path, sqlite_template: Callable[[], Path], serve_words: tuple[str, ...]) -> Iterator[Server]:
    """A running server with an empty database, for this test alone: `.url`, `.kill()`, `.restart()`, `.output()`."""
    yield from _running(tmp_path, sqlite_template, serve_words)


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory, sqlite_template: Callable[[], Path]) -> Iterator[Server]:
    """A running server for the tests that do not ask for one of their own."""
    yield from _running(tmp_path_factory.mktemp("server"), sqlite_template)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Callable[[], Browser]]:
    """A function that gives the browser of this process, which is started anew if it has crashed.

    Playwright's event loop counts as running from then on, and no other would run in this thread: `browser` hides it
    from the tests without a browser.
    """
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        pytest.skip("no browser: install chromium (on Debian: sudo apt-get install chromium)")
    with sync_playwright() as playwright:
        loop = asyncio.get_running_loop()
        started: list[Browser] = []

        def running() -> Browser:
            asyncio._set_running_loop(loop)
            if not started or not started[-1].is_connected():
                started.append(playwright.chromium.launch(executable_path=path, args=BROWSER_ARGS))
            return started[-1]

        asyncio._set_running_loop(None)
        yield running
        running().close()


@pytest.fixture(scope="module")
def browser(chromium: Callable[[], Browser]) -> Iterator[Browser]:
    """The system's Chromium, without a window. Where there is none: a skip, which is a failure when CI=true."""
    yield chromium()
    asyncio._set_running_loop(None)


@pytest.fixture
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page for a fresh Spanish-speaking visitor, not yet opened: `page.goto("/")`. Its uncaught errors fail.

    It belongs to the test's own server where the test asks for one, else to the shared one.
    """
    server: Server = request.getfixturevalue("server" if "server" in request.fixturenames else "shared_server")
    context = browser.new_context(base_url=server.url, locale="es-ES", viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert not errors, f"uncaught errors in the page: {errors}"


@pytest.fixture
def english(browser: Browser, shared_server: Server) -> Iterator[Page]:
    """A page for a visitor whose browser prefers English."""
    context = browser.new_context(base_url=shared_server.url, locale="en-GB", viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE_MS)
    yield context.new_page()
    context.close()


@pytest.fixture
def visit(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[..., Page]]:
    """A function that opens a page for a new user, in a separate browser context. Uncaught errors of all pages fail."""
    server = request.getfixturevalue("server" if "server" in request.fixturenames else "shared_server")
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def come(width: int = 1280, height: int = 800) -> Page:
        context = browser.new_context(
            base_url=server.url, locale="es-ES", viewport={"width": width, "height": height}, reduced_motion="reduce"
        )
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield come
    for context in contexts:
        context.close()
    assert not errors, f"uncaught errors in the pages: {errors}"


@pytest.fixture
def axe() -> Callable[..., list[str]]:
    """A function that has axe-core examine a page and returns its violations, one line each: rule, help, places.

    With `rules` only these are asked about.
    """
    if not AXE_CORE.exists():
        pytest.skip("axe-core is not installed: run script/test, or npm ci in web/")
    source = AXE_CORE.read_text(encoding="utf-8")

    def violations(page: Page, rules: tuple[str, ...] = ()) -> list[str]:
        wait_for_screen(page)  # one that is inert is as if there were none
        # Through the debugger, so that the page's content security policy stays in force for all the rest.
        if page.evaluate("typeof axe") == "undefined":
            session = page.context.new_cdp_session(page)
            session.send("Runtime.evaluate", {"expression": source})
            session.detach()
        # What is in order is not listed node by node: a third of the time on a long page.
        options = {"resultTypes": ["violations"], **({"runOnly": {"type": "rule", "values": rules}} if rules else {})}
        found = page.evaluate("async (options) => (await axe.run(options)).violations", options)
        return [
            f"{each['id']}: {each['help']} at {', '.join(str(node['target']) for node in each['nodes'])}"
            for each in found
        ]

    return violations


@pytest.fixture
def handy(browser: Browser, shared_server: Server) -> Iterator[Page]:
    """The page on a telephone, not yet opened."""
    context = phone(browser, shared_server.url)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert not errors


@pytest.fixture
def themes(request: pytest.FixtureRequest) -> dict[str, tuple[str, ...]]:
    """In which themes axe-core examines a page, and by which rules alone; without long tests, in the light one."""
    return {"light": (), "dark": OF_COLOURS} if request.config.getoption("all_levels") else {"light": ()}


@pytest.fixture
def presentable(page: Page, axe: Callable[..., list[str]], themes: dict[str, tuple[str, ...]]) -> Callable[[str], None]:
    """A function that checks what is shown under a name: accessible in its themes, no wider than a small phone."""
    page.emulate_media(reduced_motion="reduce")

    def check(name: str) -> None:
        for theme, rules in themes.items():
            page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
            assert axe(page, rules) == [], f"on {name}, {theme}"
        page.set_viewport_size({"width": 360, "height": 740})
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= 360, f"{name} is {width} pixels wide"
        page.set_viewport_size({"width": 1280, "height": 800})

    return check
