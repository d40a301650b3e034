"""The files of the page: content encoding, caching and revalidation."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import axedrez
from axedrez.server import create_app
from axedrez.server.base.http import best
from tests.match.takeaway import TakeawayRulebooks
from tests.server.serving import RandomPlayer, serving

PAGE = Path(axedrez.__file__).parent / "page"
SCRIPT = b"export const long = '" + b"x" * 5000 + b"'"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("page")
    (found / "assets").mkdir()
    (found / "index.html").write_text("<!doctype html><title>page</title>")
    script = found / "assets" / "app-1a2b.js"
    script.write_bytes(SCRIPT)
    script.with_name("app-1a2b.js.gz").write_bytes(gzip.compress(SCRIPT))
    script.with_name("app-1a2b.js.br").write_bytes(b"not read by the server")
    (found / "assets" / "small-1a2b.css").write_text("a{}")
    return found


@pytest.fixture(scope="module")
def http(folder: Path) -> Iterator[httpx.Client]:
    app = create_app(f"sqlite:///{folder / 'games.db'}", folder, rulebooks=TakeawayRulebooks(), player=RandomPlayer)
    with serving(app) as address, httpx.Client(base_url=f"http://{address}") as client:
        yield client


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip", "gzip"),
        ("GZIP", "gzip"),
        ("br;q=0.5, gzip;q=0.8", "gzip"),
        ("br;q=0, gzip;q=0", None),
        ("*", "br"),
        ("*;q=0", None),
        ("identity", None),
        ("identity;q=1, gzip;q=0.5", None),
        ("", None),
        ("gzip;q=none", None),
        ("deflate, zstd", None),
    ],
)
def test_the_best_coding_that_is_accepted(accepted: str, coding: str | None, http: httpx.Client) -> None:
    assert best(accepted, ["br", "gzip"]) == coding
    with http.stream("GET", "/assets/app-1a2b.js", headers={"accept-encoding": accepted}) as answer:
        raw = b"".join(answer.iter_raw())
    headers = answer.headers
    assert headers.get("content-encoding") == coding
    assert headers["vary"].lower() == "accept-encoding"
    assert headers["content-type"].startswith("text/javascript")
    assert int(headers["content-length"]) == len(raw)
    assert {None: raw == SCRIPT, "gzip": raw[:2] == b"\x1f\x8b", "br": raw == b"not read by the server"}[coding]


def test_what_has_not_changed_is_not_sent_again(http: httpx.Client, folder: Path) -> None:
    tags = set()
    for accepted in ("gzip", "identity", "br"):
        first = http.send(
            http.build_request("GET", "/assets/app-1a2b.js", headers={"accept-encoding": accepted}), stream=True
        )
        first.close()
        tag = first.headers["etag"]
        tags.add(tag)
        for said in (tag, f'"other", W/{tag}', "*"):
            again = http.get("/assets/app-1a2b.js", headers={"accept-encoding": accepted, "if-none-match": said})
            assert (again.status_code, again.content) == (304, b"")
            assert (again.headers["etag"], again.headers["vary"].lower()) == (tag, "accept-encoding")
            assert "immutable" in again.headers["cache-control"]
    assert len(tags) == 3, "a cache must not take one for another"
    page = http.get("/lobby")
    assert http.get("/lobby", headers={"if-none-match": page.headers["etag"]}).status_code == 304
    (folder / "index.html").write_text("<!doctype html><title>newer</title>")
    newer = http.get("/lobby", headers={"if-none-match": page.headers["etag"]})
    assert (newer.status_code, "newer" in newer.text) == (200, True)


def test_small_files_are_sent_as_they_are(http: httpx.Client) -> None:
    answer = http.get("/assets/small-1a2b.css", headers={"accept-encoding": "br, gzip"})
    assert answer.text == "a{}"
    assert answer.headers["content-type"] == "text/css; charset=utf-8"
    assert "content-encoding" not in answer.headers
    assert "vary" not in answer.headers


@pytest.mark.parametrize("path", ["/", "/assets/app-1a2b.js", "/api/rulebooks", "/healthz", "/api/nothing"])
def test_head_is_get_without_the_body(path: str, http: httpx.Client) -> None:
    got, head = http.get(path), http.head(path)
    assert (head.status_code, head.content) == (got.status_code, b"")
    for name in ("content-type", "content-length", "etag", "vary", "content-encoding", "cache-control"):
        assert head.headers.get(name) == got.headers.get(name), name


def test_a_part_is_answered_with_the_whole(http: httpx.Client) -> None:
    answer = http.get("/assets/app-1a2b.js", headers={"range": "bytes=0-9", "accept-encoding": "identity"})
    assert (answer.status_code, answer.content) == (200, SCRIPT)
    assert "accept-ranges" not in answer.headers


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A client of a server with the page as it is shipped."""
    folder = tmp_path_factory.mktemp("built")
    app = create_app(f"sqlite:///{folder / 'games.db'}", rulebooks=TakeawayRulebooks(), player=RandomPlayer)
    with serving(app) as address, httpx.Client(base_url=f"http://{address}") as client:
        yield client


def test_the_built_page_is_compressed(built: httpx.Client) -> None:
    scripts = [
        path for path in (PAGE / "assets").iterdir() if path.suffix in (".js", ".css") and path.stat().st_size > 1024
    ]
    assert scripts
    sizes = dict.fromkeys(("gzip", "br"), 0)
    for script in scripts:
        assert gzip.decompress(script.with_name(f"{script.name}.gz").read_bytes()) == script.read_bytes()
        for coding in ("gzip", "br"):
            request = built.build_request("GET", f"/assets/{script.name}", headers={"accept-encoding": coding})
            answer = built.send(request, stream=True)
            answer.close()
            assert answer.headers["content-encoding"] == coding
            size, sent = script.stat().st_size, int(answer.headers["content-length"])
            assert sent < size
            sizes[coding] += sent
    # Of each file less than before, of all together less than two fifths.
    whole = sum(script.stat().st_size for script in scripts)
    assert max(sizes.values()) < 0.4 * whole, (sizes, whole)


def test_node_reads_the_better_coding_too(built: httpx.Client) -> None:
    """Brotli, which no Python package here can decode, is decoded by Node."""
    if shutil.which("node") is None:
        pytest.fail("no node, which has built the page")
    scripts = [path for path in (PAGE / "assets").iterdir() if path.suffix == ".js"]
    script = max(scripts, key=lambda path: path.stat().st_size)  # the smallest are not compressed
    decode = "process.stdout.write(require('zlib').brotliDecompressSync(require('fs').readFileSync(process.argv[1])))"
    decoded = subprocess.run(["node", "-e", decode, f"{script}.br"], capture_output=True, check=True, timeout=300)
    assert decoded.stdout == script.read_bytes()


def test_what_browsers_and_robots_ask_for_is_there(built: httpx.Client) -> None:
    icon = built.get("/favicon.ico")
    assert (icon.status_code, icon.headers["content-type"], icon.content[:4]) == (200, "image/x-icon", b"\0\0\1\0")
    robots = built.get("/robots.txt")
    assert robots.headers["content-type"] == "text/plain; charset=utf-8"
    assert "Disallow: /api/" in robots.text
    manifest = built.get("/manifest.webmanifest")
    assert manifest.headers["content-type"] == "application/manifest+json"
    named = json.loads(manifest.text)
    for each in named["icons"]:
        answer = built.get(each["src"])
        assert (answer.status_code, answer.headers["content-type"]) == (200, each["type"])
    worker = built.get("/sw.js")
    assert (worker.status_code, worker.headers["content-type"].split(";")[0]) == (200, "text/javascript")
    page = built.get("/").text
    for name in ("/favicon.ico", "/icon-180.png", "/manifest.webmanifest", "/icon.svg"):
        assert f'href="{name}"' in page
        assert built.get(name).status_code == 200
