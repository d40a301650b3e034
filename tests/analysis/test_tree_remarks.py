"""What an analysis says in the tree of its game."""

from __future__ import annotations

import axedrez
from axedrez.analysis.tree_remarks import annotate_tree
from axedrez.core.game_record import Annotation, TreeGame
from axedrez.core.game_tree import NO_REMARKS

SAID = [
    Annotation(1, "", "0.20", ""),
    Annotation(2, "?!", "0.60", "Inaccuracy.", ("e7e5", "g1f3")),
    Annotation(3, "??", "-1.00", "Blunder.", ("e4d5",)),
    Annotation(4, "?", "#-3", "Mistake."),
]


def read(text: str) -> TreeGame:
    [game] = axedrez.read_trees(text)
    assert isinstance(game, TreeGame)
    return game


def test_signs_scores_words_and_better_lines() -> None:
    tree = read("1. e4 d5 2. h4 dxe4 *").tree
    annotate_tree(tree, SAID)
    annotate_tree(tree, SAID)  # nothing is said twice
    moves = list(tree.line())
    assert [each.remarks.nags for each in moves] == [(), (6,), (4,), (2,)]
    assert [each.remarks.evaluation for each in moves] == ["0.20", "0.60", "-1.00", "#-3"]
    assert [each.remarks.comment for each in moves] == ["", "Inaccuracy.", "Blunder.", "Mistake."]
    assert [str(each.move) for each in moves[0].children] == ["d7d5", "e7e5"]
    assert [str(each.move) for each in moves[0].children[1].children] == ["g1f3"]
    assert [str(each.move) for each in moves[1].children] == ["h2h4", "e4d5"]


def test_what_people_said_stays() -> None:
    tree = read("1. e4 d5 $1 $14 {Good} (1... e5 {too}) 2. h4 {[%eval 3.00]} dxe4 $3 *").tree
    annotate_tree(tree, SAID)
    moves = list(tree.line())
    assert [each.remarks.nags for each in moves] == [(), (1, 14), (4,), (3,)]
    assert [each.remarks.comment for each in moves] == ["", "Good", "Blunder.", "Mistake."]
    assert moves[2].remarks.evaluation == "3.00"
    [_, variation] = moves[0].children
    assert variation.remarks.comment == "too"
    assert [str(each.move) for each in variation.children] == ["g1f3"]


def test_rolls_are_not_counted() -> None:
    game = axedrez.load("backgammon")
    start = game.start()
    tree = axedrez.GameTree(start)
    here, tokens = tree.root, ["31", "8/5 6/5", "64", "1/7 12/16"]
    for number, text in enumerate(tokens):
        here = tree.insert(str(number), here, tree.position(here).parse_move(text))
    annotate_tree(tree, [Annotation(2, "?", "", "Bad.", ("12/18 12/16",))])
    rolls, played = list(tree.line())[::2], list(tree.line())[1::2]
    assert [each.remarks.comment for each in played] == ["", "Bad."]
    assert {each.remarks for each in rolls} == {NO_REMARKS}
    assert len(rolls[1].children) == 2
