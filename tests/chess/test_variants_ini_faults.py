"""What is in a `variants.ini` that no sheet can say, or that means nothing: named, each with its line."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from axedrez import library
from axedrez.chess.variants_ini.terms import ALIASES, BUILTINS, NEUTRAL, OPTIONS, PIECES
from axedrez.core import TextError
from axedrez.messages import sentence

OWN = Path(__file__).with_name("variants.ini").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("said", "options"),
    [
        ("flyingGeneral = true", ["flyingGeneral"]),
        ("flyingGeneral = false", []),
        ("nonsense = 7", ["nonsense"]),
        ("mobilityRegionWhiteRook = a1", ["mobilityRegionWhiteRook"]),
        ("maxFile = 10", ["maxFile"]),
        ("customPiece1 = n:lN", ["customPiece1"]),
        ("customPiece1 = n:gN", ["customPiece1"]),
        ("customPiece1 = n:CC", ["customPiece1"]),
        ("customPiece1 = n:R2R4", ["customPiece1"]),
        ("janggiCannon = n", ["janggiCannon"]),
        ("king = k:nN", ["king"]),
        ("pass = true", ["pass"]),
        ("doubleStepRegionWhite = a2 b2", ["doubleStepRegionWhite"]),
        ("enPassantRegion = *3", ["enPassantRegion"]),
        ("enPassantTypes = n", ["enPassantTypes"]),
        ("promotionRegionWhite = *7", ["promotionRegionWhite"]),
        ("promotionPieceTypesBlack = q", ["promotionPieceTypesBlack"]),
        ("promotionPieceTypes = -", ["promotionPieceTypes"]),
        ("promotionPawnTypes = pn", ["promotionPawnTypes"]),
        ("mandatoryPawnPromotion = false", ["mandatoryPawnPromotion"]),
        ("promotedPieceType = n:q", ["promotedPieceType"]),
        ("nMoveRuleTypes = pn", ["nMoveRuleTypes"]),
        ("nFoldValue = loss", ["nFoldValue"]),
        ("checkmateValue = draw\nstalemateValue = win", ["checkmateValue"]),
        ("castlingRank = 2", ["castlingRank"]),
        ("castlingRookPieces = rn", ["castlingRookPieces"]),
        ("blastOnCapture = true", ["blastOnCapture"]),
        ("pieceDrops = true", ["pieceDrops"]),
        ("capturesToHand = true", ["capturesToHand"]),
        ("mustDrop = true", ["mustDrop"]),
        ("pieceDrops = true\ncapturesToHand = true\ndropNoDoubled = p", ["dropNoDoubled"]),
        ("pieceDrops = true\ncapturesToHand = true\npromotionZonePawnDrops = true", ["promotionZonePawnDrops"]),
        ("pieceDrops = true\ncapturesToHand = true\nwhiteDropRegion = *1", ["whiteDropRegion"]),
        ("extinctionValue = draw\nextinctionPieceTypes = n", ["extinctionValue", "extinctionPieceTypes"]),
        ("extinctionValue = win\nextinctionPieceTypes = n", ["extinctionValue", "extinctionPieceTypes"]),
        ("flagPiece = p\nflagRegion = d8 d4", ["flagPiece", "flagRegion"]),
        (
            "flagRegionWhite = *8\nflagRegionBlack = *1\nflagMove = true",
            ["flagRegionWhite", "flagRegionBlack", "flagMove"],
        ),
        ("checkCounting = true", ["startFen"]),
        ("connectN = 4", ["connectN"]),
    ],
)
def test_what_a_sheet_cannot_say_is_named(said: str, options: list[str]) -> None:
    (found,) = library.imported(f"[x:chess]\n{said}\n")
    assert [one.option for one in found.uncovered] == options
    lines = {one.option: one.line for one in found.uncovered}
    rows = {row.partition(" =")[0]: number for number, row in enumerate(said.splitlines(), 2)}
    assert all(line == rows.get(option, 1) for option, line in lines.items())


def test_what_is_inherited_counts() -> None:
    text = "[a:chess]\nflyingGeneral = true\n[b:a]\nking = k\n[c:b]\nflyingGeneral = false\n"
    found = [[one.option for one in found.uncovered] for found in library.imported(text)]
    assert found == [["flyingGeneral"], ["flyingGeneral"], []]


@pytest.mark.parametrize(
    ("text", "reason", "line"),
    [
        ("", "ini_empty", None),
        ("# only a remark\n", "ini_empty", None),
        ("x = 1\n[a]\n", "ini_outside", 1),
        ("[a]\nx\n", "ini_syntax", 2),
        ("[a]\nx =\n", "ini_syntax", 2),
        ("[a]\n\n[b\n", "ini_heading", 3),
        ("[a:]\n", "ini_heading", 1),
        ("[a:b:c]\n", "ini_heading", 1),
        ("[a]\n[a]\n", "ini_twice", 2),
        ("[a]\n" + "x" * 200_000, "ini_long", None),
    ],
)
def test_other_texts_are_refused_with_the_line(text: str, reason: str, line: int | None) -> None:
    with pytest.raises(TextError) as refusal:
        library.imported(text)
    assert (refusal.value.reason, refusal.value.details.get("line")) == (reason, line)


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("knight = 7", 2),
        ("knight = n:N", 2),
        ("customPiece1 = a", 2),
        ("king = -\nextinctionPieceTypes = k", 3),
        ("maxRank = 11", 2),
        ("maxFile = z", 2),
        ("castling = yes", 2),
        ("nFoldRule = three", 2),
        ("stalemateValue = lost", 2),
        ("flagRegion = z9", 2),
        ("flagRegion = **", 2),
    ],
)
def test_values_that_mean_nothing_are_faults(said: str, line: int) -> None:
    (found,) = library.imported(f"[x:chess]\n{said}\n")
    fault, *of_the_sheet = found.faults  # what the sheet then lacks is told too
    assert (fault.reason, fault.details["line"]) == ("ini_value", line)
    assert all(other.reason.startswith("sheet_") for other in of_the_sheet)


def test_unknown_parents_are_faults() -> None:
    (found,) = library.imported("[x:xiangqi]\n")
    assert [(fault.reason, fault.details["value"]) for fault in found.faults] == [("ini_parent", "xiangqi")]


ROWS = st.one_of(
    st.sampled_from([row for row in OWN.splitlines() if row]),
    st.builds("{} = {}".format, st.sampled_from([*OPTIONS, *PIECES, *ALIASES, *NEUTRAL]), st.text(max_size=12)),
    st.builds(
        "{} = {}".format,
        st.sampled_from([*OPTIONS, *PIECES, *ALIASES, *NEUTRAL]),
        st.sampled_from(["true", "false", "*", "-", "0", "1", "3", "8", "k", "pk", "*8 *1", "win", "loss", "a:KN"]),
    ),
    st.text(max_size=20),
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(sorted(BUILTINS)), st.lists(ROWS, max_size=12))
def test_any_text_has_named_faults_or_none(parent: str, rows: list[str]) -> None:
    try:
        found = library.imported("\n".join([f"[any:{parent}]", *rows]))
    except TextError as fault:
        sentence(fault, "es")
        return
    for one in found:
        assert all(sentence(fault, lang) for fault in one.faults for lang in ("es", "en"))
        if not one.faults:
            assert library.from_data(one.sheet).start().outcome() is None
