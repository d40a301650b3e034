"""On which page of a PDF its anchors lie; reads the files that Chromium writes, whose objects are plain text."""

from __future__ import annotations

import re

OBJECT = re.compile(rb"(?<!\d)(\d+) 0 obj\b(.*?)\bendobj", re.DOTALL)
PLACE = re.compile(rb"/([^\s/\[\]<>()]+)\s*\[\s*(\d+) 0 R\s*/XYZ")
KIDS = re.compile(rb"/Kids\s*\[([^\]]*)\]")


def destinations(pdf: bytes) -> dict[str, int]:
    """Anchor → number of its page, from 1; empty for a file that names none."""
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
    return [page for kid in re.findall(rb"(\d+) 0 R", kids[1]) for page in _pages(objects, int(kid))]


def _name(written: bytes) -> str:
    return re.sub(rb"#([0-9A-Fa-f]{2})", lambda code: bytes([int(code[1], 16)]), written).decode("utf-8", "replace")
