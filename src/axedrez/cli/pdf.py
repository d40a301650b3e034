"""`axedrez manual`: a chapter of the manual as PDF, printed by a browser engine from the program's own page."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from axedrez import library
from axedrez.core import AxedrezError, Game
from axedrez.messages import say
from axedrez.server.app.app import PAGE_DIR, create_app
from axedrez.server.app.run import serving
from axedrez.server.play.live_game import now_ms
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.storage import Store

BROWSERS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
PRINT_LIMIT_S = 180.0
PATIENCE_MS = 20_000  # in virtual time, which stands still during network requests
FLAGS = (
    "--headless=new",
    "--disable-gpu",
    "--no-first-run",
    "--no-proxy-server",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-pdf-header-footer",
    "--generate-pdf-document-outline",
    f"--virtual-time-budget={PATIENCE_MS}",
)

# Chromium writes the objects of its files as plain text.
OBJECT = re.compile(rb"(?<!\d)(\d+) 0 obj\b(.*?)\bendobj", re.DOTALL)
PLACE = re.compile(rb"/([^\s/\[\]<>()]+)\s*\[\s*(\d+) 0 R\s*/XYZ")
KIDS = re.compile(rb"/Kids\s*\[([^\]]*)\]")


def to_pdf(game: Game, file: str, lang: str) -> None:
    """Print the chapter of a game into `file`.

    Raises `AxedrezError` where there is no browser engine, and where it does not print.
    """
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        raise AxedrezError("cli_no_browser")
    if not (PAGE_DIR / "index.html").is_file():
        raise AxedrezError("page_missing")
    target = Path(file).absolute()
    if not target.parent.is_dir() or target.is_dir():
        raise AxedrezError("cli_unwritable", file=file[:200])
    with tempfile.TemporaryDirectory(prefix="axedrez-") as folder:
        made = Path(folder) / "manual.pdf"
        database = f"sqlite:///{folder}/games.sqlite"
        rulebook = asyncio.run(_kept(game, database))
        with serving(create_app(database)) as address:
            url = f"http://{address}/manual/{rulebook}?lang={lang}"
            _print(browser, url, made, Path(folder))
            # The page numbers of the contents are known only after a first print.
            pages = ",".join(f"{anchor}:{page}" for anchor, page in destinations(made.read_bytes()).items())
            _print(browser, f"{url}&pages={pages}", made, Path(folder))
        try:
            shutil.copyfile(made, target)
        except OSError:
            raise AxedrezError("cli_unwritable", file=file[:200]) from None
    print(say("cli.printed", lang, file=file))


def _print(browser: str, url: str, made: Path, folder: Path) -> None:
    made.unlink(missing_ok=True)
    # The browser's sandbox does not work for root; only our own page is opened.
    alone = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    command = [browser, *FLAGS, *alone, f"--user-data-dir={folder / 'profile'}", f"--print-to-pdf={made}", url]
    try:
        subprocess.run(command, capture_output=True, timeout=PRINT_LIMIT_S, check=False)
    except (subprocess.TimeoutExpired, OSError):
        raise AxedrezError("cli_not_printed", browser=browser) from None
    if not made.is_file():
        raise AxedrezError("cli_not_printed", browser=browser)


async def _kept(game: Game, database: str) -> str:
    """The id of a rulebook in the manual: its name if it is shipped unchanged, else its hash, by which it is saved."""
    if game.name in (*library.rulebooks(), *library.gallery()) and library.load(game.name).hash == game.hash:
        return game.name
    store = await Store.open(database)
    try:
        return (await RulebookStore(store).keep(game, None, now_ms())).hash
    finally:
        await store.close()


def destinations(pdf: bytes) -> dict[str, int]:
    """The pages (from 1) of the anchors in a PDF by Chromium; empty for a file without any."""
    objects = {int(number): body for number, body in OBJECT.findall(pdf)}
    root = next((body for body in objects.values() if re.search(rb"/Type\s*/Catalog\b", body)), b"")
    numbers = {page: index for index, page in enumerate(_pages(objects, _reference(root, b"Pages")), start=1)}
    named = objects.get(_reference(root, b"Dests"), b"")
    found = {_name(name): numbers.get(int(page)) for name, page in PLACE.findall(named)}
    return {name: page for name, page in found.items() if page is not None}


def _reference(body: bytes, key: bytes) -> int:
    found = re.search(rb"/" + key + rb"\s+(\d+) 0 R", body)
    return int(found[1]) if found else 0


def _pages(objects: dict[int, bytes], node: int) -> list[int]:
    """The pages under a node of the page tree, in order."""
    kids = KIDS.search(objects.get(node, b""))
    if kids is None:
        return [node]
    return [page for kid in re.findall(rb"(?<!\d)(\d++) 0 R", kids[1]) for page in _pages(objects, int(kid))]


def _name(written: bytes) -> str:
    return re.sub(rb"#([0-9A-Fa-f]{2})", lambda code: bytes([int(code[1], 16)]), written).decode("utf-8", "replace")
