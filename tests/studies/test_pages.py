"""Chapters on paper: all that they say stands there, in order, in the language of the reader."""

from __future__ import annotations

import datetime
import random
import re

from axedrez import gamefiles, library
from axedrez.core.game_record import TreeGame
from axedrez.core.game_tree import GameTree, Remarks
from axedrez.core.outcome import Result
from axedrez.core.sides import Side
from axedrez.studies import Chapter, pages
from axedrez.studies.edits import AddChapter
from tests.tournaments.printed import pages as read

DAY = datetime.date(2026, 3, 7)
GAME = """[White "Ana Núñez"]
[Black "Luis"]
[Result "1-0"]

{Breve.} 1. e4 e5 2. Nf3 Nc6 3. Bb5 $1 {De Ruy López. [%cal Gb5c6]} (3. Bc4 Bc5 (3... Nf6 4. Ng5 d5 {dos caballos}
5. exd5) 4. c3 $14) 3... a6 4. Ba4 Nf6 5. O-O $146 Be7 $220 6. Re1 $136 b5 1-0
"""


def chapter(tree: GameTree, headers: dict[str, str] | None = None, result: Result = "*") -> Chapter:
    added = AddChapter(chapter="a", title="Uno", rulebook="clasico", names={}, sheet="", start="")
    return Chapter("a", "Uno", added, tree, "white", headers or {}, result)


def words(text: bytes) -> str:
    """The text of a PDF without the letters of its boards."""
    lines = "\n".join(read(text)).splitlines()
    kept = [line.strip() for line in lines if re.search(r"[a-zñ1-9].{4}", line.strip()) and "a   b" not in line]
    return " ".join(" ".join(kept).split())


def test_moves_comments_and_variations_stand_in_their_order() -> None:
    [game] = gamefiles.read_trees(GAME)
    assert isinstance(game, TreeGame)
    made = [chapter(game.tree, headers=game.headers, result=game.result)]
    assert pages.figures(made) == 3  # the start, the arrow, and where the file asks
    said = words(pages.to_pdf("Estudio", made, "es", DAY))
    assert said.startswith("Estudio Ana Núñez · Luis")
    for part in (
        "Breve. 1. e4 e5 2. Cf3 Cc6 3. Ab5! De Ruy López.",
        "3. Ac4 Ac5 3… Cf6 4. Cg5 d5 dos caballos 5. exd5 4. c3 (ligera ventaja blanca) 3… a6 4. Aa4 Cf6",
        "5. O-O (novedad) Ae7",
        "6. Te1 $136 b5 1-0",
    ):
        assert part in said, part
    assert "3. Bb5! De Ruy López." in words(pages.to_pdf("Study", made, "en", DAY))


def test_turns_of_dice_have_their_roll_and_number() -> None:
    tree, chance = GameTree(library.load("chessgammon").start()), random.Random(4)
    here, wanted = tree.root, []
    for number in range(12):
        before = tree.position(here)
        roll = before.turn is Side.CHANCE
        moves = [move for move, _ in before.chance_outcomes()] if roll else list(before.legal_moves())
        here = tree.insert(str(number), here, chance.choice(moves))
        text = str(here.move) if roll else before.notate(here.move, "es")
        wanted.append(f"{number // 2 + 1}. {text}:" if roll else text)
    said = words(pages.to_pdf("Estudio", [chapter(tree)], "es", DAY))
    assert " ".join(wanted).replace(" ", "") in said.replace(" ", "")


def test_the_same_study_is_the_same_file_and_what_is_too_deep_is_marked() -> None:
    game = library.load("clasico")
    tree = GameTree(game.start())
    here = tree.root
    for number in range(pages.MAX_DEPTH + 20):
        first, second = tree.position(here).legal_moves()[:2]
        tree.insert(f"a{number}", here, first)
        here = tree.insert(f"b{number}", here, second, Remarks(nags=(220,)))
    made = [chapter(tree)]
    written = pages.to_pdf("Estudio", made, "es", DAY)
    assert written == pages.to_pdf("Estudio", made, "es", DAY)
    assert "(…)" in "".join(read(written))
    assert pages.figures(made) == pages.MAX_FIGURES
