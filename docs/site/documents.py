"""The documents of the repository as pages of the site, under other names: `docs/library.md` is `/library.html`.

They are written to be read on a forge, with links from file to file. A comment `<!-- site: … -->` is shown on the site
alone: what leads to pages that exist nowhere else. The menu follows the index of the documents, `docs/README.md`.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

from pages import Pages, toctree

ROOT = Path(__file__).parents[2]
INDEX = "docs/README.md"
NAMES = {
    INDEX: "index.md",
    "README.md": "overview.md",
    "README.es.md": "overview.es.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "reporting.md",
    "examples/README.md": "examples.md",
}
FOLDERS = {"docs/decisions": "index.md#how-it-works", "docs/notebooks": "index.md#programming"}
"""Where a link to a folder leads."""
SPANISH = "En español"
GENERATED = {
    "Inventing games": ["reference/sheets"],
    "Programming": ["reference/index", "reference/http"],
    "Playing": ["What Axedrez is <overview>", "manual/en/index"],
    SPANISH: ["Qué es Axedrez <overview.es>", "manual/es/index", "reference/sheets.es"],
}
"""What stands in the menu beside the documents of a section."""
NOTEBOOK = ".ipynb"
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\((?!https?:|mailto:)([^)#\s]*)(#[^)\s]*)?\)")
BLOCK = re.compile(r"(^```.*?^```)", re.DOTALL | re.MULTILINE)


def write(pages: Pages) -> None:
    """All documents and notebooks, the pictures that they show and the files that they lead to."""
    found = [ROOT / name for name in NAMES]
    found += [path for folder in ("docs", "docs/decisions") for path in sorted((ROOT / folder).glob("*.md"))]
    found += sorted((ROOT / "docs/notebooks").glob("*.ipynb"))
    for path in dict.fromkeys(found):
        name = path.relative_to(ROOT).as_posix()
        text = path.read_text(encoding="utf-8")
        if path.suffix == NOTEBOOK:
            pages.put(f"files/{path.name}", text)
            text = _notebook(text, path.name)
        text = re.sub(r"<!-- site: (.*?)-->", r"\1", text, flags=re.DOTALL)
        text = _led(pages, name, text)
        if name == INDEX:
            text += "\n" + _menu(text)
        pages.put(_page(name), text)


def _page(name: str) -> str:
    """What a file of the repository is called on the site."""
    return NAMES.get(name) or re.sub(rf"{NOTEBOOK}$", ".md", name.removeprefix("docs/"))


def _notebook(text: str, name: str) -> str:
    """The cells of a notebook, without results: those come when it is run. Under its title, the file itself."""
    cells = [("".join(cell["source"]), cell["cell_type"] == "code") for cell in json.loads(text)["cells"]]
    parts = [f"```python\n{source}\n```" if is_code else source for source, is_code in cells]
    return "\n\n".join([parts[0], f"{{download}}`{name} <../files/{name}>`: to be run in Jupyter.", *parts[1:], ""])


def _led(pages: Pages, name: str, text: str) -> str:
    """A document whose links lead to the pages of the site; files that are no pages are put beside them."""

    def led(link: re.Match[str]) -> str:
        image, words, target, anchor = link[1], link[2], link[3], link[4] or ""
        if target:
            page, _, start = _place(pages, os.path.normpath(Path(name).parent / target)).partition("#")
            anchor = anchor or (start and f"#{start}")
            target = os.path.relpath(page, Path(_page(name)).parent)
        return f"{image}[{LINK.sub(led, words)}]({target}{anchor})"

    # A link may stand around code in a line; a block of code holds none.
    return "".join(part if part.startswith("```") else LINK.sub(led, part) for part in BLOCK.split(text))


def _place(pages: Pages, file: str) -> str:
    """Where a file or folder of the repository is on the site; what is no page is put there."""
    page = FOLDERS.get(file) or _page(file)
    if page.partition("#")[0].endswith((".md", ".rst")):
        return page
    place = page if page.startswith("images/") else f"files/{file}"
    pages.put(place, (ROOT / file).read_bytes())
    return place


def _menu(index: str) -> str:
    """The pages in the order of the index, a list for each of its sections; Spanish ones by themselves."""
    generated = (entry.rpartition("<")[2].rstrip(">") for entries in GENERATED.values() for entry in entries)
    seen, spanish, lists = {"index", *generated}, list[str](), list[str]()
    for section in re.split(r"^## ", index, flags=re.MULTILINE)[1:]:
        title = section.partition("\n")[0]
        entries = []
        for _, _, target, _ in LINK.findall(section):
            page = re.sub(rf"\.md$|{NOTEBOOK}$", "", target)
            if page != target and page not in seen:
                seen.add(page)
                (spanish if page.endswith(".es") else entries).append(page)
        lists.append(toctree([*entries, *GENERATED.get(title, [])], title))
    return "\n".join([*lists, toctree([*GENERATED[SPANISH][:1], *spanish, *GENERATED[SPANISH][1:]], SPANISH)])
