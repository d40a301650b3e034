"""The designer of movements: atoms and text say the same, and clicks change what they are meant to change."""

from __future__ import annotations

import random

import pytest

from axedrez import library
from axedrez.chess.sheet import betza
from axedrez.chess.sheet import betza_writing as writing
from axedrez.chess.sheet import movement_designer as designer
from axedrez.chess.sheet.betza import Way
from axedrez.chess.sheet.schema import ChessSheet
from axedrez.core.errors import TextError
from axedrez.core.movement import Atom, Click, Gait, Symmetry, Use

SHIPPED = [
    (name, kind, piece.movement)
    for name in (*library.rulebooks(), *library.gallery())
    if isinstance(sheet := library.sheet(name), ChessSheet)
    for kind, piece in sheet.pieces.items()
]


@pytest.mark.parametrize(("name", "kind", "movement"), SHIPPED)
def test_every_shipped_movement_goes_through_the_designer_and_back(name: str, kind: str, movement: str) -> None:
    design = library.movement(movement)
    assert design.beyond is None, "clicking cannot make a part of it"
    assert design.movement == designer.text(design.atoms) == writing.normal(movement)
    assert set(betza.parse(design.movement)) == set(betza.parse(movement))
    assert design.targets


@pytest.mark.parametrize("movement", sorted({movement for _, _, movement in SHIPPED}))
def test_every_shipped_movement_can_be_clicked_from_nothing(movement: str) -> None:
    made = ""
    for atom in designer.atoms(movement):
        made = designer.clicked(made, _click_for(atom))
    assert set(betza.parse(made)) == set(betza.parse(movement))
    # And a second click takes each part away again.
    for atom in designer.atoms(movement):
        made = designer.clicked(made, _click_for(atom))
    assert made == ""


def _click_for(atom: Atom) -> Click:
    use: Use = "both" if atom.moves and atom.captures else "move" if atom.moves else "capture"
    is_unit = max(abs(atom.files), abs(atom.ranks)) == 1
    lines: Gait = "slide" if is_unit else "ride"
    hops: dict[str, Gait] = {"p": "over", "g": "behind"}
    gait: Gait = hops.get(atom.hop) or ("lame" if atom.lame else "leap" if atom.limit == 1 else lines)
    return Click(atom.files, atom.ranks, gait, atom.limit if gait == lines else 0, use, "one")


def _random_ways(rng: random.Random) -> list[Way]:
    found: dict[tuple[tuple[int, int], bool, str], Way] = {}
    for _ in range(rng.randint(1, 4)):
        shape = rng.choice(sorted(set(betza.ATOMS.values())))
        every = betza.reflections(shape)
        hop: betza.Hop = rng.choice(("", "", "p", "g"))
        lame = not hop and shape in {betza.ATOMS[letter] for letter in betza.CAN_BE_LAME} and rng.random() < 0.3
        limit = 0 if hop else 1 if lame else rng.choice((0, 1, 1, 2, 3, 6))
        moves, captures = rng.choice(((True, True), (True, False), (False, True)))
        for step in rng.sample(every, rng.randint(1, len(every))):
            found[step, lame, hop] = Way(step, limit, moves, captures, lame, hop)
    return list(found.values())


@pytest.mark.parametrize("seed", range(300))
def test_any_ways_are_written_and_read_back(seed: int) -> None:
    ways = _random_ways(random.Random(seed))
    text = writing.write(ways)
    assert set(betza.parse(text)) == set(ways)
    assert writing.normal(text) == text


@pytest.mark.parametrize(
    ("text", "normal"),
    [("W3F3", "Q3"), ("WWFF", "Q"), ("fbsW", "W"), ("ffN", "fN"), ("WFDA", "KDA"), ("fsWF", "FfsW"), ("L", "C")],
)
def test_normalized_forms(text: str, normal: str) -> None:
    assert set(betza.parse(text)) == set(betza.parse(normal))
    assert writing.normal(text) == writing.normal(normal)


CLICKS: list[tuple[str, tuple[int, int], Gait, int, Use, Symmetry, str]] = [
    ("", (0, 3), "leap", 0, "both", "all", "H"),
    ("N", (0, 3), "leap", 0, "both", "all", "NH"),
    ("NH", (3, 0), "leap", 0, "both", "all", "N"),
    ("", (1, 2), "leap", 0, "both", "mirror", "fN"),
    ("", (1, 2), "leap", 0, "both", "one", "frlfN"),
    ("", (1, 2), "leap", 0, "both", "forward", "fhN"),
    ("", (0, 1), "slide", 3, "both", "backward", "bR3"),
    ("", (2, 2), "slide", 0, "move", "all", "mB"),
    ("R", (0, 3), "slide", 0, "capture", "all", "cR"),
    ("mW", (0, 1), "leap", 0, "both", "all", "W"),
    ("mR", (0, 1), "over", 0, "capture", "all", "mRcpR"),
    ("mR", (0, 1), "leap", 0, "capture", "all", "mRcW"),
    ("", (2, 1), "lame", 0, "both", "all", "nN"),
    ("", (2, 1), "ride", 0, "both", "all", "NN"),
    ("Q", (0, 2), "behind", 0, "both", "all", "QgR"),
    ("gDDN", (1, 2), "leap", 0, "both", "all", "gDD"),
]


@pytest.mark.parametrize(("before", "square", "gait", "limit", "use", "symmetry", "after"), CLICKS)
def test_a_click(
    before: str, square: tuple[int, int], gait: Gait, limit: int, use: Use, symmetry: Symmetry, after: str
) -> None:
    made = designer.clicked(before, Click(*square, gait, limit, use, symmetry))
    if (square, symmetry) == ((1, 2), "one"):
        assert [way.step for way in betza.parse(made)] == [(1, 2)]
    else:
        assert made == writing.normal(after)


def test_what_the_diagram_shows() -> None:
    shown = {(target.files, target.ranks): target for target in designer.targets("fmWfcF")}
    assert {at: (target.moves, target.captures) for at, target in shown.items()} == {
        (-1, 1): (False, True),
        (0, 1): (True, False),
        (1, 1): (False, True),
    }
    rook = {(target.files, target.ranks): target for target in designer.targets("R")}
    assert len(rook) == 12
    assert (rook[0, 1].is_end, rook[0, 1].goes_on) == (True, False)
    assert (rook[0, 3].is_end, rook[0, 3].goes_on) == (False, True)
    assert not any(target.goes_on for target in designer.targets("R3"))
    # What it does directly and what over another piece are told apart.
    cannon = {(target.files, target.ranks): target for target in designer.targets("mRcpR")}
    assert [(cannon[0, y].moves, cannon[0, y].captures, cannon[0, y].hop) for y in (1, 2)] == [
        (True, False, False),
        (True, False, True),
    ]
    # Right beside the piece a hop cannot end.
    assert {max(abs(t.files), abs(t.ranks)) for t in designer.targets("gQ") if t.hop} == {2, 3}


def test_what_clicking_cannot_make_is_kept_and_said() -> None:
    design = library.movement("gDDN", Click(1, 2))
    assert design.movement == "gDD"
    assert design.beyond is not None
    assert all("gDD" in said for said in design.beyond.values())


def test_the_words_are_those_of_the_manual() -> None:
    game = library.load("cannons")
    for lang in ("es", "en"):
        manual = " ".join(item.text for section in library.rules(game, lang).sections for item in section.items)
        for piece in game.sheet.pieces.values():
            if piece.movement in ("mRcpR", "N", "R"):
                names = {lang: piece.names.in_lang(lang)}
                said = library.movement(piece.movement, names=names, glyph=piece.glyph).words[lang]
                assert said.split(". ")[0] in manual
    assert "no se mueve" in library.movement("").words["es"].lower()


@pytest.mark.parametrize("click", [Click(0, 0), Click(0, 1, "lame"), Click(1, 3, "lame")])
def test_clicks_without_a_meaning_are_refused(click: Click) -> None:
    with pytest.raises(TextError) as refused:
        designer.clicked("N", click)
    assert refused.value.reason == "movement_click"


@pytest.mark.parametrize(
    "atom", [Atom(0, 0), Atom(0, 1, 1, lame=True), Atom(0, 2, 3, lame=True), Atom(0, 1, 3, hop="p")]
)
def test_atoms_that_the_notation_lacks_are_refused(atom: Atom) -> None:
    with pytest.raises(TextError):
        designer.text([atom])


def test_too_many_separate_parts_are_refused() -> None:
    steps = [step for shape in ((1, 2), (1, 3), (2, 3)) for step in betza.reflections(shape)]
    parts = [Atom(*step, limit=2 + place % 5, captures=place % 2 == 0) for place, step in enumerate(steps)]
    with pytest.raises(TextError) as refused:
        designer.text(parts)
    assert refused.value.reason == "movement_long"
