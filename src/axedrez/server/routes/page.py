"""The built page: its files, and index.html for every address that the page itself understands.

`embed.html` is a page of its own, for the frames of other sites: it shows a game and holds nothing that acts.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.di import NamedDependency
from litestar.response import File

from axedrez.messages import say
from axedrez.server.errors import language
from axedrez.server.guard import FRAMED

FOREVER = "public, max-age=31536000, immutable"  # the names of assets carry their hash
ASK_AGAIN = "no-cache"


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(request: Request[Any, Any, Any], page_dir: NamedDependency[Path]) -> Response[str] | File:
    """A file of the page, or the page."""
    root = page_dir.resolve()
    file = _inside(root, request.scope["path"])
    if file is not None:
        return _file(file, FOREVER if file.is_relative_to(root / "assets") else ASK_AGAIN)
    return _document(root, "index.html", request)


@get("/embed/{game:str}", include_in_schema=False, opt={FRAMED: True})
async def embedded(request: Request[Any, Any, Any], page_dir: NamedDependency[Path]) -> Response[str] | File:
    """The viewer of a game, which any page may show in a frame. No other answer of the server may be framed."""
    return _document(page_dir.resolve(), "embed.html", request)


def _document(root: Path, name: str, request: Request[Any, Any, Any]) -> Response[str] | File:
    file = root / name
    if file.is_file():
        return _file(file, ASK_AGAIN)
    return Response(say("error.page_missing", language(request)), status_code=503, media_type=MediaType.TEXT)


def _inside(root: Path, address: str) -> Path | None:
    try:
        file = (root / address.lstrip("/")).resolve()
        return file if file.is_relative_to(root) and file.is_file() else None
    except (OSError, ValueError):  # a name that no file can have
        return None


def _file(path: Path, caching: str) -> File:
    return File(path, filename=path.name, content_disposition_type="inline", headers={"cache-control": caching})
