"""Guided first games: each shipped one can be played; what is refused; sheets of one's own may have one."""

from __future__ import annotations

import itertools
import re
from typing import Any

import msgspec
import pytest

from axedrez import library
from axedrez.core import Game, Position, SheetError, Side
from axedrez.messages import LANGUAGES, sentence
from axedrez.rulesheet import guide as guides
from axedrez.rulesheet.differences import differences
from axedrez.rulesheet.sheet import GuideStep
from axedrez.rulesheet.validation import sheet_hash
from axedrez.rulesheet.writing import to_data

MAIN = ("clasico", "chess2d", "reglamento", "tradicional", "backgammon", "chessgammon")
GALLERY = ("crazyhouse", "atomic", "antichess", "king-of-the-hill", "three-check", "dice-chess")
WINS = {
    "clasico": {1: "checkmate", 9: "checkmate"},
    "chess2d": {1: "checkmate", 9: "stalemate"},
    "tradicional": {1: "checkmate", 8: "checkmate"},
    "backgammon": {7: "borne_off"},
    "chessgammon": {11: "borne_off"},
    "atomic": {1: "capture_royal"},
    "crazyhouse": {2: "checkmate"},
    "king-of-the-hill": {1: "royal_reaches"},
    "three-check": {1: "checks"},
    "dice-chess": {2: "capture_royal"},
}
"""The steps that end a game, and how."""
SAYS = {
    "chessgammon": {
        "es": "meta|castillo|24 al 01|bloque|sola|barra|contando desde el 25|punto con cada dado|dados iguales|empuja"
        "|dos peones|número exacto|un punto|sumar uno|restar uno|dos veces",
        "en": "goal|castle|24 to 01|block|alone|bar|counting from 25|point with each die|equal dice|pushes"
        "|two pawns|exact number|one point|add one|subtract one|twice",
    },
    "clasico": {
        "es": "jaque mate|nunca retroceden|captura en diagonal|salta|en medio|[Ee]nroque|coronar|ahogado|tres veces",
        "en": "checkmate|never go back|captures diagonally|jumps|in between|[Cc]astle|promotion|stalemate|three times",
    },
    "chess2d": {"es": "no hay tablas|pierde", "en": "no draws|loses"},
    "tradicional": {
        "es": "reina|ficha|[Mm]ata|tapar|se le avisa|misma jugada|medio cada uno",
        "en": "queen|piece|kill|cover|warned|same move|each gets half",
    },
    "backgammon": {
        "es": "quince|24 hacia el 01|bloque|barra|mayor|punto",
        "en": "fifteen|24 towards 01|block|bar|higher|point",
    },
}  # fmt: skip


def steps_of(name: str) -> tuple[Game, tuple[GuideStep, ...]]:
    game = library.load(name)
    return game, library.guide(game)


def after(position: Position, tokens: tuple[str, ...]) -> Position:
    """The position after the steps of a turn, played by the library."""
    if position.game.conduct.composed:
        return position.play(" ".join(tokens))
    for token in tokens:
        position = position.play(token)
    return position


def test_which_rulebooks_teach_themselves() -> None:
    taught = {name for name in (*library.rulebooks(), *library.gallery()) if library.guide(library.load(name))}
    assert taught == {*MAIN, *GALLERY}
    files = {path.stem for path in library.GUIDES.glob("*.toml")}
    assert files == taught - {"reglamento"}  # another book of the same law
    assert library.guide(library.load("reglamento")) == library.guide(library.load("clasico"))


@pytest.mark.parametrize("name", [*MAIN, *GALLERY])
def test_every_step_of_a_shipped_guide_can_be_played(name: str) -> None:
    game, steps = steps_of(name)
    assert list(guides.faults(game, steps)) == []
    assert 3 <= len(steps) <= 20
    for number, step in enumerate(steps, start=1):
        position = game.parse(step.position)
        assert position.side is Side.WHITE  # the learner sits at the near edge
        line = guides.line(game, step)
        if step.task == "read":
            assert line == ()
            continue
        final = after(position, line)
        outcome = final.outcome()
        assert (outcome.reason if outcome else None) == WINS.get(game.sheet.same_law_as or name, {}).get(number)


@pytest.mark.parametrize("name", [*MAIN, *GALLERY])
def test_the_arrows_are_followed_by_the_line(name: str) -> None:
    game, steps = steps_of(name)
    for step in (step for step in steps if step.task == "play"):
        prefix: tuple[str, ...] = ()
        followed = set()
        position = game.parse(step.position)
        for token in guides.line(game, step):
            (option,) = [option for option in position.steps(prefix).options if option.token == token]
            followed.add((option.origin, option.target))
            prefix = (*prefix, token)
        if step.arrows:
            assert followed == set(step.arrows)
        else:
            assert {target for _, target in followed} <= set(step.marks)
            reached = {option.target for option in position.steps().options}
            assert set(step.marks) <= reached  # every marked place will do


@pytest.mark.parametrize(("name", "lang"), list(itertools.product(SAYS, LANGUAGES)))
def test_a_guide_says_what_a_newcomer_must_know(name: str, lang: str) -> None:
    _, steps = steps_of(name)
    text = " ".join(
        words.in_lang(lang) for step in steps for words in (step.title, step.text, step.done) if words is not None
    )
    missing = [word for word in SAYS[name][lang].split("|") if not re.search(word, text)]
    assert missing == []
    if name == "chessgammon":
        assert "backgammon" not in text.lower()


@pytest.mark.parametrize("name", [*MAIN, *GALLERY])
def test_guides_are_short_and_speak_of_usted(name: str) -> None:
    _, steps = steps_of(name)
    for step in steps:
        for lang in LANGUAGES:
            assert 0 < len(step.title.in_lang(lang)) <= 48
            assert 40 < len(step.text.in_lang(lang)) <= 400
        assert not re.search(r"\b(tú|tu|tus|ti|puedes|tienes|juegas|mueves|mira|toca)\b", step.text.es, re.IGNORECASE)


STEP: dict[str, Any] = {
    "title": {"es": "Título", "en": "Title"},
    "text": {"es": "Texto", "en": "Text"},
    "position": "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    "arrows": [["d1", "d8"]],
    "task": "play",
}
READ = {**STEP, "arrows": [], "task": "read"}
WORDLESS = {key: value for key, value in READ.items() if key != "text"}
OVER = "3R2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1"
TABLES: dict[str, Any] = {
    "position": "pp/4/PPPPP/1/PPP/3/ppppp/PPPPP/3/ppp/1/ppppp/4/PP - - w - 31",
    "arrows": [["8", "5"], ["6", "5"]],
}


def with_guide(*steps: dict[str, Any], parent: str = "clasico", **changes: Any) -> dict[str, Any]:
    return {"extends": parent, "id": "mine", "names": {"es": "Mío", "en": "Mine"}, "guide": list(steps), **changes}


@pytest.mark.parametrize(
    ("parent", "steps", "field", "reason", "english"),
    [
        ("clasico", [{**STEP, "position": "nothing"}], "guide.1.position", "guide_position", "no position of"),
        ("clasico", [READ, {**STEP, "position": OVER}], "guide.2.position", "guide_over", "already over"),
        ("clasico", [{**READ, "marks": ["e9"]}], "guide.1.marks", "guide_place", 'names "e9"'),
        ("clasico", [{**STEP, "arrows": [["d1", "13"]]}], "guide.1.arrows", "guide_place", 'names "13"'),
        ("clasico", [{**STEP, "arrows": []}], "guide.1.task", "guide_task", "no arrows and no marks"),
        ("clasico", [{**STEP, "arrows": [["d1", "e3"]]}], "guide.1.arrows", "guide_arrows", "cannot all be followed"),
        ("clasico", [{**STEP, "arrows": [["d1", "d2"], ["g1", "f1"]]}], "guide.1.arrows", "guide_arrows", "cannot all"),
        ("clasico", [{**STEP, "arrows": [], "marks": ["h8"]}], "guide.1.marks", "guide_marks", "No legal step reaches"),
        ("backgammon", [{**STEP, **TABLES, "arrows": [["8", "5"]]}], "guide.1.arrows", "guide_arrows", "the turn"),
        ("backgammon", [{**STEP, **TABLES, "arrows": [["8", "26"]]}], "guide.1.arrows", "guide_place", "no place"),
        (
            "backgammon",
            [{**STEP, **TABLES, "position": TABLES["position"].removesuffix(" 31")}],
            "guide.1.position",
            "guide_dice",
            "must hold its roll",
        ),
        ("clasico", [{**STEP, "title": "x"}], "guide.1.title", "sheet_value", "{es, en}"),
        ("clasico", [READ, WORDLESS], "guide.2.text", "sheet_missing", "guide.2.text"),
        ("clasico", [{**STEP, "hint": "x"}], "guide.1.hint", "sheet_field", "guide.1.hint"),
        ("clasico", [{**STEP, "task": "win"}], "guide.1.task", "sheet_value", "read"),
        ("clasico", [{**STEP, "text": {"es": "x" * 401, "en": "x"}}], "guide.1.text.es", "sheet_value", "400"),
        ("clasico", [{**STEP, "marks": ["E4"]}], "guide.1.marks", "sheet_value", "a place of the board"),
        ("clasico", [READ] * 21, "guide", "sheet_value", "20"),
        ("clasico", [{**READ, "arrows": [["a1", "a2"]] * 9}], "guide.1.arrows", "sheet_value", "8"),
    ],
)  # fmt: skip
def test_a_faulty_guide_is_refused_in_one_sentence(
    parent: str, steps: list[dict[str, Any]], field: str, reason: str, english: str
) -> None:
    with pytest.raises(SheetError) as caught:
        library.from_data(with_guide(*steps, parent=parent))
    fault = caught.value.faults[0]
    assert (fault.details["field"], fault.reason) == (field, reason)
    assert english in sentence(fault, "en")
    assert "\n" not in sentence(fault, "es")
    # A text that is no position is explained; everything else is one fault.
    assert len(caught.value.faults) == (2 if reason == "guide_position" else 1)


def test_a_sheet_of_ones_own_may_teach_itself() -> None:
    game = library.from_data(with_guide(READ, STEP))
    assert [step.task for step in library.guide(game)] == ["read", "play"]
    assert guides.line(game, library.guide(game)[1]) == ("d1d8",)
    assert library.from_data(to_data(game.sheet)).hash == game.hash
    plain = library.from_data(with_guide())
    assert library.guide(plain) == ()
    assert plain.hash != game.hash
    # It changes no rule.
    assert differences(plain.sheet, game.sheet, "es") == ()
    tables = library.from_data(with_guide({**STEP, **TABLES}, parent="backgammon"))
    assert guides.line(tables, library.guide(tables)[0]) == ("8/5:3", "6/5:1")


def test_two_moves_of_a_turn_may_follow_two_arrows() -> None:
    step = {**STEP, "position": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 5 left=2", "arrows": [["e2", "e3"], ["e3", "e4"]]}
    sheet = with_guide(READ, parent="marseillais")
    text = library.from_data(sheet).start().text()
    step["position"] = re.sub(r"^\S+ w \S+", "4k3/8/8/8/8/8/4P3/4K3 w -", text)
    game = library.from_data({**sheet, "guide": [step]})
    assert guides.line(game, library.guide(game)[0]) == ("e2e3", "e3e4")


def test_a_guide_is_neither_inherited_nor_kept_where_the_rules_are_others() -> None:
    parent = with_guide(STEP)
    child = library.from_data({"extends": "mine", "id": "other", "names": parent["names"]}, parents={"mine": parent})
    assert library.guide(child) == ()
    assert library.guide(library.from_data(parent, {"goal.stalemate": "loss"})) == ()
    assert library.guide(library.load("clasico", {"goal.stalemate": "loss"})) == ()
    assert library.guide(library.load("chessgammon", {"options.killer_queen": True})) == ()
    assert library.guide(library.load("chessgammon", {})) != ()


@pytest.mark.parametrize("name", [*MAIN, *GALLERY])
def test_a_shipped_guide_stands_beside_the_sheet_and_not_in_its_hash(name: str) -> None:
    sheet = library.sheet(name)
    assert sheet.guide == ()
    assert "guide" not in to_data(sheet)
    steps = library.guide(library.load(name))
    assert sheet_hash(msgspec.structs.replace(sheet, guide=steps)) != sheet_hash(sheet)
