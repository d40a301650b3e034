"""Whether every link, anchor and picture of the built site exists, and nothing is loaded from elsewhere."""

from __future__ import annotations

import os
import re
from html import unescape
from pathlib import Path
from urllib.parse import unquote

TAG = re.compile(r"<(\w+)\b[^>]*>")
GIVEN = re.compile(r'\s(id|name|rel|href|src|data|poster)="([^"]*)"')
SCRIPT = re.compile(r"<script\b[^>]*>[^<].*?</script>", re.DOTALL)
LOADING = {"script", "img", "iframe", "source", "video", "audio", "object", "embed"}
LOADED = {"stylesheet", "icon", "preload", "prefetch"}
ELSEWHERE = re.compile(r"(?:[a-z][a-z0-9+.-]*:)?//|mailto:|data:", re.IGNORECASE)
STYLE = re.compile(r"(?:@import\s+|url\()\s*[\"']?\s*((?:https?:)?//[^\"')\s]+)")


def faults(site: Path) -> list[str]:
    """One line for each fault: the page, and what it leads to in vain, or loads from elsewhere."""
    found: list[str] = []
    anchors: dict[Path, set[str]] = {}
    wanted: dict[tuple[Path, str], Path] = {}
    for page in sorted(site.rglob("*.html")):
        anchors[page] = set()
        for tag in TAG.finditer(SCRIPT.sub("", page.read_text(encoding="utf-8"))):
            given = dict(GIVEN.findall(tag[0]))
            anchors[page] |= {given[name] for name in ("id", "name") if name in given}
            loads = tag[1] in LOADING or not LOADED.isdisjoint(given.get("rel", "").split())
            for target in (unescape(given[name]) for name in ("href", "src", "data", "poster") if given.get(name)):
                if not ELSEWHERE.match(target):
                    path, _, anchor = target.partition("#")
                    file = page.parent / unquote(path.partition("?")[0]) if path else page
                    wanted.setdefault((Path(os.path.normpath(file)), unquote(anchor)), page)
                elif loads and not target.startswith("data:"):
                    found.append(f"{page.relative_to(site)}: loads {target}")
    for (file, anchor), page in wanted.items():
        if not file.is_file():
            found.append(f"{page.relative_to(site)}: there is no {os.path.relpath(file, site)}")
        elif anchor and file.suffix == ".html" and anchor not in anchors[file]:
            found.append(f"{page.relative_to(site)}: there is no {file.relative_to(site)}#{anchor}")
    for sheet in site.rglob("*.css"):
        found += [
            f"{sheet.relative_to(site)}: loads {each}" for each in STYLE.findall(sheet.read_text(encoding="utf-8"))
        ]
    return found
