"""The built page: its files, and index.html for every path that the page routes itself.

`embed.html` is a separate, read-only page for the frames of other sites. Files that compress well were compressed
when the page was built: `app.js.br` and `app.js.gz` lie beside `app.js`. The heads of documents differ by language and
address (`previews.py`): those that say nothing of what users have written are compressed when they are sent.
"""

from __future__ import annotations

import asyncio
import hashlib
import mimetypes
import re
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from litestar import MediaType, Request, Response, get
from litestar.di import NamedDependency

from axedrez.messages import say
from axedrez.server.access.guard import FRAMED
from axedrez.server.base.errors import NotFound, language
from axedrez.server.base.http import best, is_known, squeezed, tag_of
from axedrez.server.play.games import Games
from axedrez.server.play.previews import Preview, preview_of, preview_of_menu, with_head

FOREVER = "public, max-age=31536000, immutable"  # the names of assets carry their hash
ASK_AGAIN = "no-cache"
CODINGS = {"br": ".br", "gzip": ".gz"}
"""Content codings, best first, and the file endings for them."""

NO_SCREEN = re.compile(r"^/(assets|api|\.well-known)(/|$)|\.[a-z0-9]{1,11}$", re.IGNORECASE | re.ASCII)
"""Addresses of files and of the interface: where nothing is there, the page has nothing to say either."""

TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".ico": "image/x-icon"}
"""What some systems call otherwise."""

MAX_CACHED = 256


class CachedFile(NamedTuple):
    """A file in one of its codings, and its ETag."""

    body: bytes
    tag: str


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(
    request: Request[Any, Any, Any], page_dir: NamedDependency[Path], alive: NamedDependency[Games]
) -> Response[Any]:
    """A file of the page, or the page. Raises `NotFound` for a file that is not there."""
    root, address = page_dir.resolve(), request.scope["path"]
    file = _inside(root, address)
    if file is not None:
        caching = FOREVER if file.is_relative_to(root / "assets") else ASK_AGAIN
        return await asyncio.to_thread(_answer, file, caching, request)
    if NO_SCREEN.search(address):
        raise NotFound("not_found")
    preview = await preview_of(address, language(request), alive) if address != "/" else None
    return await _document(root, "index.html", request, preview)


@get(
    ["/embed/{game:str}", "/embed/study/{study:str}", "/embed/study/{study:str}/{chapter:str}"],
    include_in_schema=False,
    opt={FRAMED: True},
)
async def embedded(request: Request[Any, Any, Any], page_dir: NamedDependency[Path]) -> Response[Any]:
    """The viewer of a game or a study, which any page may show in a frame. Nothing else may be framed."""
    return await _document(page_dir.resolve(), "embed.html", request)


@get(["/mail/off/{shown:str}", "/mail/verify/{shown:str}"], include_in_schema=False)
async def mail_link(request: Request[Any, Any, Any], page_dir: NamedDependency[Path]) -> Response[Any]:
    """The page where the links of mails lead; what is posted to the first one ends the mails (`routes/notices.py`)."""
    return await _document(page_dir.resolve(), "index.html", request)


async def _document(
    root: Path, name: str, request: Request[Any, Any, Any], preview: Preview | None = None
) -> Response[Any]:
    """A document of the page, in the language of the browser: right from its first paint."""
    lang = language(request)
    file = root / name
    if not file.is_file():
        return Response(say("error.page_missing", lang), status_code=503, media_type=MediaType.TEXT)
    kept = await asyncio.to_thread(_read, file)
    early = await asyncio.to_thread(_wanted_early, root, lang, request.scope["path"]) if name == "index.html" else ""
    text = with_head(kept.body.decode(), lang, preview or preview_of_menu(lang), early)
    tag, compressed = squeezed(text.encode()) if preview is None else (tag_of(text.encode()), None)
    headers = {
        "cache-control": ASK_AGAIN,
        "etag": tag,
        "vary": "accept-encoding, accept-language",
        "x-content-type-options": "nosniff",
    }
    if is_known(request.headers.get("if-none-match", ""), tag):
        return Response(None, status_code=304, headers=headers)
    if compressed is not None and best(request.headers.get("accept-encoding", ""), ["gzip"]):
        return Response(compressed, media_type=MediaType.HTML, headers={**headers, "content-encoding": "gzip"})
    return Response(text, media_type=MediaType.HTML, headers=headers)


@lru_cache(maxsize=MAX_CACHED)
def _early(assets: Path, lang: str, _changed: int) -> str:
    """What the scripts would ask for only once they run: the words of the language."""
    words = [file.name for file in assets.glob(f"{lang}-*.js")]
    return "".join(f'<link rel="modulepreload" crossorigin href="/assets/{name}" />' for name in sorted(words))


def _wanted_early(root: Path, lang: str, address: str) -> str:
    """Links to what a first visit is going to need, so that it is on its way while the scripts are."""
    assets = root / "assets"
    found = _early(assets, lang, assets.stat().st_mtime_ns) if assets.is_dir() else ""
    if address == "/":
        found += f'<link rel="preload" as="fetch" crossorigin href="/api/rulebooks?lang={lang}" />'
    return found


def _inside(root: Path, address: str) -> Path | None:
    try:
        file = (root / address.lstrip("/")).resolve()
        return file if file.is_relative_to(root) and file.is_file() else None
    except (OSError, ValueError):  # a name that no file can have
        return None


def _answer(file: Path, caching: str, request: Request[Any, Any, Any]) -> Response[Any]:
    codings = [coding for coding, ending in CODINGS.items() if file.with_name(file.name + ending).is_file()]
    coding = best(request.headers.get("accept-encoding", ""), codings)
    kept = _read(file)
    tag = f'"{kept.tag}-{coding}"' if coding else f'"{kept.tag}"'
    headers = {"cache-control": caching, "etag": tag, "x-content-type-options": "nosniff"}
    if codings:
        headers["vary"] = "accept-encoding"
    if is_known(request.headers.get("if-none-match", ""), tag):
        return Response(None, status_code=304, headers=headers)
    if coding:
        headers["content-encoding"] = coding
        kept = _read(file.with_name(file.name + CODINGS[coding]))
    return Response(kept.body, media_type=_type(file), headers=headers)


def _read(file: Path) -> CachedFile:
    stat = file.stat()
    return _kept(file, stat.st_mtime_ns, stat.st_size)


@lru_cache(maxsize=MAX_CACHED)
def _kept(file: Path, _changed: int, _size: int) -> CachedFile:
    body = file.read_bytes()
    return CachedFile(body, hashlib.sha256(body).hexdigest()[:24])


def _type(file: Path) -> str:
    return TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
