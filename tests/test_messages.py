"""The catalogue: both languages say the same things, and nothing that the program says is missing."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import axedrez
from axedrez.chess.compile import goals
from axedrez.core import AxedrezError, IllegalMove, SheetError
from axedrez.messages import LANGUAGES, MAX_DETAIL_LENGTH, catalogue, say, sentence

SOURCE = Path(axedrez.__file__).parent
# Where the reason of a refusal stands among the arguments, by what makes the refusal.
PLACES = {"fault": 3, "_illegal": 0}
# Reasons put together from parts.
COMPOSED = {"no_{}": ("no_agreement", "no_abandoned", "no_repetition", "no_move_limit")}

# The ends of games that the command line and the HTTP interface may name.
REASONS = {
    *goals.REASONS.values(),
    "checkmate",
    "stalemate",
    "repetition",
    "move_limit",
    "no_progress",
    "insufficient_material",
    "agreement",
    "resignation",
    "time",
    "told",
    "abandoned",
    "aborted",
    "no_show",
    "left",
    "cap",
    "borne_off",
    "passed",
}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_both_languages_hold_the_same_keys_and_placeholders() -> None:
    spanish, english = (catalogue(lang) for lang in ("es", "en"))
    assert spanish.keys() == english.keys()
    for key, text in spanish.items():
        assert placeholders(text) == placeholders(english[key]), key
        assert text.strip(), key
        assert english[key].strip(), key


def refusals(tree: ast.Module) -> set[str]:
    """The names of classes and functions that take a reason first."""
    names = {"AxedrezError", "TextError", "IllegalMove", "NotAllowed"}
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and {getattr(base, "id", "") for base in node.bases} & names:
            names.add(node.name)
    return names


def constants(node: ast.expr, scope: ast.AST) -> Iterator[str]:
    """The texts that an expression may be: constants, both sides of a condition, what a name is given."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from constants(node.body, scope)
        yield from constants(node.orelse, scope)
    elif isinstance(node, ast.JoinedStr):
        pattern = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
        yield from COMPOSED[pattern]
    elif isinstance(node, ast.Name):
        for given in ast.walk(scope):
            if isinstance(given, ast.Assign) and any(getattr(t, "id", "") == node.id for t in given.targets):
                yield from constants(given.value, scope)
            if isinstance(given, ast.For) and node.id in {
                n.id for n in ast.walk(given.target) if isinstance(n, ast.Name)
            }:
                for value in ast.walk(given.iter):
                    if isinstance(value, ast.Tuple) and isinstance(value.elts[0], ast.Constant):
                        yield str(value.elts[0].value)


def raised() -> dict[str, str]:
    """Every reason that the sources give a refusal, with the file that does."""
    found: dict[str, str] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = refusals(tree)
        scopes = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
        for scope in scopes:
            for call in (node for node in ast.walk(scope) if isinstance(node, ast.Call)):
                name = getattr(call.func, "id", "")
                if name == "Token" and ast.unparse(call.args[0]) in ("'fault'", "'strange'"):
                    found |= dict.fromkeys(constants(call.args[1], scope), path.name)
                is_super = isinstance(call.func, ast.Attribute) and ast.unparse(call.func) == "super().__init__"
                place = 0 if name in names or is_super else PLACES.get(name)
                if place is not None and len(call.args) > place:
                    for reason in constants(call.args[place], scope):
                        if reason.replace("_", "").isalnum():
                            found[reason] = path.name
    return found


def test_every_refusal_has_its_sentence() -> None:
    reasons = raised()
    # The test would be worth nothing if it found nothing.
    assert len(reasons) > 80
    assert {
        "castling_through_check",
        "king_in_check",
        "no_agreement",
        "pgn_tag",
        "fen_side",
        "sheet_twice",
    } <= reasons.keys()
    missing = {reason: path for reason, path in reasons.items() if f"error.{reason}" not in catalogue("en")}
    assert not missing


def said() -> Iterator[str]:
    """The keys that the sources say as they stand."""
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "say":
                key = node.args[0]
                if isinstance(key, ast.Constant):
                    yield str(key.value)


def test_everything_said_is_in_the_catalogue() -> None:
    keys = set(said())
    assert len(keys) > 10
    assert keys <= catalogue("en").keys()


def test_every_end_has_its_word() -> None:
    for reason in REASONS:
        assert all(say(f"reason.{reason}", lang) for lang in LANGUAGES)
    worded, lost = (
        {key.removeprefix(prefix) for key in catalogue("en") if key.startswith(prefix)}
        for prefix in ("reason.", "ui.result.lost.")
    )
    assert worded == REASONS
    assert lost <= REASONS
    said_well = {"capture_royal", "extinction"}  # “You have lost by …” says it
    assert lost >= set(goals.REASONS.values()) - said_well


def test_a_sentence_ends_with_its_clause() -> None:
    fault = IllegalMove("king_in_check", clause="C-5", places=("e7",))
    assert sentence(fault, "es") == "Su rey quedaría en jaque por la pieza de e7. (C-5)"
    assert str(fault) == sentence(fault, "en")


def test_a_faulty_sheet_says_each_fault() -> None:
    with pytest.raises(SheetError) as refused:
        axedrez.load("clasico", {"repetition.count": 99, "royal.parry": 3})
    assert sentence(refused.value, "es").count("\n") == 1


def test_no_sentence_names_what_is_not_given() -> None:
    """The placeholders of a refusal are filled by what its raisers give; those of the kernel's tries by every one."""
    for reason in ("castling_in_check", "castling_through_check", "castling_into_check", "king_in_check"):
        for lang in LANGUAGES:
            assert "e7" in sentence(IllegalMove(reason, clause=None, places=("e7",)), lang)
    assert isinstance(AxedrezError("game_over"), ValueError)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_others_have_named_breaks_no_sentence(lang: str) -> None:
    said = sentence(AxedrezError("request_malformed", field="a\nb\x00\x7f\u2028\u202e\u200b\ud800c" + "x" * 5000), lang)
    assert said.isprintable()
    assert "a␊b␀␡����c" in said
    assert "x…" in said
    assert len(said) < MAX_DETAIL_LENGTH + 200
    assert (
        sentence(AxedrezError("unknown_rulebook", name="Año «Ñandú» ♔ 👑 棋"), lang).count("Año «Ñandú» ♔ 👑 棋") == 1
    )
