"""Whatever these rooms refuse can be said in both languages."""

from __future__ import annotations

import ast
from pathlib import Path
from string import Formatter

import pytest

import axedrez
from axedrez.messages import catalogue

ROOT = Path(axedrez.__file__).parent
RAISED = {"AxedrezError", "NotAllowed", "NotFound", "IllegalMove", "TextError"}


def reasons() -> dict[str, set[str]]:
    """Reason → the details that it is raised with."""
    found: dict[str, set[str]] = {}
    for room in ("match", "storage", "server"):
        for file in (ROOT / room).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in RAISED:
                    reason = node.args[0] if node.args else None
                    if isinstance(reason, ast.Constant):
                        found[str(reason.value)] = {word.arg or "" for word in node.keywords}
    return found


def test_there_is_something_to_say() -> None:
    assert {"game_over", "unknown_game", "database_unavailable", "file_format"} <= set(reasons())


@pytest.mark.parametrize("lang", ["es", "en"])
def test_every_reason_has_a_sentence_with_known_placeholders(lang: str) -> None:
    for reason, details in reasons().items():
        sentence = catalogue(lang)[f"error.{reason}"]
        assert {name for _, name, _, _ in Formatter().parse(sentence) if name} <= details, reason
    for reason in ("stale", "request_malformed", "forbidden", "not_found", "method_not_allowed", "request_too_large"):
        assert catalogue(lang)[f"error.{reason}"]
