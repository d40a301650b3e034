"""The notebooks of the documentation run, in their quick size, and are stored without results."""

from __future__ import annotations

from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"
SIZES = {
    "variant": "GAMES = 12",
    "analysis": "NODES = 2000",
    "learning": "GAMES = ROUND = MATCH = 2\nPROCESSES = 1",
}
"""What stands in the cell that is marked as `size`, instead of minutes of work."""
SAYS = {
    "variant": ["White's score", "Legal moves a turn"],
    "analysis": ["(blunder)", "a move in"],
    "learning": ["points a game", "positions  loss"],
}


def test_all_are_tested() -> None:
    assert {path.stem for path in FOLDER.glob("*.ipynb")} == set(SIZES)


@pytest.mark.parametrize("name", SIZES)
def test_a_notebook(name: str) -> None:
    if name == "learning":
        pytest.importorskip("torch", reason="axedrez[learn] is not installed")
    import nbformat  # here: it takes seconds, and every process of a run reads this file
    from nbclient import NotebookClient

    notebook = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)  # type: ignore[no-untyped-call]
    nbformat.validate(notebook)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not any(cell.outputs or cell.execution_count for cell in cells), "results are not stored"
    [size] = [cell for cell in cells if "size" in cell.metadata.get("tags", [])]
    size.source = SIZES[name]
    NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(FOLDER)}}).execute()
    told = "".join(output.get("text", "") for cell in cells for output in cell.outputs)
    told += "".join(output.get("data", {}).get("text/plain", "") for cell in cells for output in cell.outputs)
    for words in SAYS[name]:
        assert words in told, told
    assert any("image/svg+xml" in output.get("data", {}) for cell in cells for output in cell.outputs)
