"""The built page: its files, and index.html for every address that the page itself understands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.di import NamedDependency
from litestar.response import File

from axedrez.messages import say
from axedrez.server.errors import language

FOREVER = "public, max-age=31536000, immutable"  # the names of assets carry their hash
ASK_AGAIN = "no-cache"


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(request: Request[Any, Any, Any], page_dir: NamedDependency[Path]) -> Response[str] | File:
    """A file of the page, or the page."""
    root = page_dir.resolve()
    file = _inside(root, request.scope["path"])
    if file is not None:
        return _file(file, FOREVER if file.is_relative_to(root / "assets") else ASK_AGAIN)
    index = root / "index.html"
    if index.is_file():
        return _file(index, ASK_AGAIN)
    return Response(say("error.page_missing", language(request)), status_code=503, media_type=MediaType.TEXT)


def _inside(root: Path, address: str) -> Path | None:
    try:
        file = (root / address.lstrip("/")).resolve()
        return file if file.is_relative_to(root) and file.is_file() else None
    except (OSError, ValueError):  # a name that no file can have
        return None


def _file(path: Path, caching: str) -> File:
    return File(path, filename=path.name, content_disposition_type="inline", headers={"cache-control": caching})
