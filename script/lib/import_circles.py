"""Finds modules of a package that import one another in a circle: `import_circles.py [SOURCE [PACKAGE]]`.

Every import counts, also those inside functions and under `TYPE_CHECKING`: they hide a circle, they do not open it.
"""

import ast
import sys
from collections.abc import Iterable
from pathlib import Path


def modules(source: Path, package: str) -> dict[str, Path]:
    """Every module of a package, by its dotted name."""
    found = {}
    for path in sorted((source / package).rglob("*.py")):
        parts = path.relative_to(source).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(name: str, path: Path, known: Iterable[str]) -> set[str]:
    """The modules among `known` that a module imports; `from a import b` means `a.b` if that is one, else `a`."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:
                found.add(f"{base}.{alias.name}" if f"{base}.{alias.name}" in known else base)
    return {target for target in found if target in known and target != name}


def circles(graph: dict[str, set[str]]) -> list[set[str]]:
    """The largest sets of two or more modules that all reach one another."""
    reached = {name: _reached(graph, name) for name in graph}
    found: list[set[str]] = []
    for name in graph:
        if name in reached[name] and not any(name in circle for circle in found):
            found.append({other for other in reached[name] if name in reached[other]})
    return found


def _reached(graph: dict[str, set[str]], start: str) -> set[str]:
    found: set[str] = set()
    todo = list(graph[start])
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += graph[name]
    return found


def find(source: Path, package: str) -> list[set[str]]:
    """All circles of a package."""
    paths = modules(source, package)
    graph = {name: imported(name, path, paths.keys()) for name, path in paths.items()}
    return circles(graph)


def main() -> int:
    """Print what is found; 1 if there is any."""
    source = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("src")
    found = find(source, sys.argv[2] if len(sys.argv) > 2 else "axedrez")
    for circle in found:
        print(f"circle: {' '.join(sorted(circle))}")
    print(f"{len(found)} import circles")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
