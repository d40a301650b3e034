"""What documents point at exists: links, anchors, files, modules, tests; and the index leads to every document."""

from __future__ import annotations

import importlib
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "axedrez"
DOCUMENTS = sorted(
    str(path.relative_to(ROOT))
    for folder in (".", "docs", "docs/decisions", "examples")
    for path in (ROOT / folder).glob("*.md")
)
HISTORY = ("CHANGELOG.md",)
"""Tells what has been: files that it names may be gone."""
# What the repository does not hold, though a document may name it.
BUILT = ("src/axedrez/page/", "build/")


def text_of(document: str) -> str:
    return (ROOT / document).read_text(encoding="utf-8")


@cache
def anchors(path: Path) -> set[str]:
    """The names by which links reach the headings of a document."""
    headings = re.findall(r"^#+ (.*)", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_somewhere(document: str) -> None:
    path = ROOT / document
    # What is for the site alone leads to pages that are generated: its own check follows those links.
    prose = re.sub(r"^```.*?^```|<!-- site: .*?-->", "", text_of(document), flags=re.DOTALL | re.MULTILINE)
    links = re.findall(r"\]\((?!https?:)([^)#\s]*)(#?)([^)]*)\)", prose)
    for link, _, anchor in links:
        target = path.parent / link if link else path
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), f"{link}#{anchor}"


def test_the_index_leads_to_every_document_and_every_picture_is_shown() -> None:
    index = text_of("docs/README.md")
    for path in (ROOT / "docs").rglob("*.md"):
        name = path.relative_to(ROOT / "docs").as_posix()
        assert name == "README.md" or f"]({name}" in index, f"not in the index: {name}"
    shown = "".join(map(text_of, DOCUMENTS))
    for picture in (ROOT / "docs" / "images").iterdir():
        assert picture.name in shown


def code(document: str) -> list[str]:
    """What a document says in code letters, outside of blocks."""
    prose = re.sub(r"^```.*?^```", "", text_of(document), flags=re.DOTALL | re.MULTILINE)
    return re.findall(r"`([^`\n]+)`", prose)


@cache
def files() -> frozenset[str]:
    """The files of the repository, and its folders with a slash behind."""
    listed = subprocess.check_output(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, text=True).splitlines()
    folders = {f"{parent.as_posix()}/" for each in listed for parent in Path(each).parents}
    return frozenset({*listed, *folders})


def found(name: str) -> bool:
    """Whether a path, perhaps with `*` or `{a,b}`, is one of the repository or of the package."""
    pattern = re.escape(name).replace(r"\*", ".*")
    pattern = re.sub(r"\\\{(.*?)\\\}", lambda names: f"({names[1].replace(',', '|')})", pattern)
    place = re.compile(f"(src/axedrez/|src/axedrez/rulebooks/)?{pattern}/?")
    return name.startswith(BUILT) or any(place.fullmatch(each) for each in files())


@pytest.mark.parametrize("document", sorted(set(DOCUMENTS) - set(HISTORY)))
def test_files_that_are_named_exist(document: str) -> None:
    rooms = {path.name for path in (*ROOT.iterdir(), *PACKAGE.iterdir()) if path.is_dir() and path.name[0] != "."} - {
        "page"
    }
    for text in code(document):
        name = text.split()[0].rstrip(":,;")
        first, slash, _ = name.partition("/")
        if slash and first in rooms and re.fullmatch(r"[\w./*{},-]+", name) and "…" not in name:
            assert found(name), name


@pytest.mark.parametrize("document", sorted(set(DOCUMENTS) - set(HISTORY)))
def test_modules_that_are_named_exist(document: str) -> None:
    for text in code(document):
        name = re.match(r"axedrez(?:\.\w+)+", text)
        if name is None or name[0] == "axedrez.db":
            continue
        module, _, attribute = name[0].rpartition(".")
        try:
            importlib.import_module(name[0])
        except ModuleNotFoundError:
            assert hasattr(importlib.import_module(module), attribute), name[0]


@pytest.mark.parametrize("document", sorted(set(DOCUMENTS) - set(HISTORY)))
def test_tests_that_are_named_exist(document: str) -> None:
    """`tests/a/test_b.py` (`test_c`, `test_d…`): functions of the last file that was named, beginnings before a `…`."""
    file = ""
    for text in code(document):
        if re.fullmatch(r"(?:tests/[\w/]*/?)?test_\w+\.py", text):
            (file, *_) = [each for each in files() if each.endswith(text)] or [""]
            assert file, text
        elif re.fullmatch(r"test_\w+…?", text):
            name = text.rstrip("…")
            wanted = rf"^(?:async )?def {name}{'' if text.endswith('…') else '[(]'}"
            assert re.search(wanted, text_of(file), re.MULTILINE), f"{file}: {text}"
