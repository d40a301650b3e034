"""PGN with all that it can say: what python-chess reads of a game is the same before and after us.

bench/pgn_trees.py compares the games of files.
"""

from __future__ import annotations

import io
import random

import chess.pgn
import msgspec
import pytest

from axedrez import read_trees, write_trees
from axedrez.chess.gamefiles.pgn.remarks import read_comment, write_comment
from axedrez.core.game_record import FileFault, TreeGame
from axedrez.core.game_tree import MAX_NODES, Remarks
from bench import pgn_trees


def test_random_games_with_everything_in_them() -> None:
    rng = random.Random(5)
    texts = [str(_game(rng)) + "\n\n" for _ in range(40)]
    counts, told = pgn_trees.compare(iter(texts), 40, seed=5)
    assert not told, told[0]
    assert (counts["compared"], counts["with variations"], counts["with comments"]) == (40, 40, 40)


def test_the_comparison_sees_what_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is no comparison that cannot fail: a sign, a comment or a shape less, and it is told."""
    rng = random.Random(5)
    texts = [str(_game(rng)) + "\n\n" for _ in range(3)]
    whole = pgn_trees.ours
    for lost in ("$", "[%csl", "[%clk", "[%eval", "buena"):
        monkeypatch.setattr(pgn_trees, "ours", lambda text, lost=lost: (whole(text)[0].replace(lost, "x", 1), ""))
        assert pgn_trees.compare(iter(texts), 3, seed=5)[1], lost


def _game(rng: random.Random) -> chess.pgn.Game:
    game = chess.pgn.Game()
    node: chess.pgn.GameNode = game
    for _ in range(rng.randint(15, 40)):
        moves = list(node.board().legal_moves)
        if not moves:
            break
        node = node.add_variation(rng.choice(moves))
    return game


@pytest.mark.parametrize(
    ("text", "remarks"),
    [
        ("hola", Remarks("hola")),
        ("[%csl Ga1,Rb2][%cal Yc3d4] a", Remarks("a", shapes=("Ga1", "Rb2", "Yc3>d4"))),
        ("[%clk 1:02:03.5] [%eval -0.35,18]", Remarks(clock="1:02:03.5", evaluation="-0.35,18")),
        ("[%eval #-3] mate", Remarks("mate", evaluation="#-3")),
        # What is no command of ours, or says the same again, stays as it is.
        ("[%csl Qa1] x", Remarks("[%csl Qa1] x")),
        ("[%emt 0:00:05] x", Remarks("[%emt 0:00:05] x")),
        ("[%clk 0:00:05] [%clk 0:00:06]", Remarks("[%clk 0:00:06]", clock="0:00:05")),
        ("[%cal Ga10b10]", Remarks(shapes=("Ga10>b10",))),
    ],
)
def test_comments_are_taken_apart(text: str, remarks: Remarks) -> None:
    assert read_comment(text) == remarks
    assert read_comment(write_comment(remarks)) == remarks


def test_the_order_of_variations_is_that_of_the_file() -> None:
    text = "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) (1. c4) (1. f4) 1... e5 *"
    [game] = read_trees(text)
    assert isinstance(game, TreeGame)
    first = [str(node.move) for node in game.tree.root.children]
    assert first == ["e2e4", "d2d4", "c2c4", "f2f4"]
    assert " ".join(write_trees([game], "pgn").splitlines()[-2].split()).startswith(
        "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4)"
    )


def test_what_is_said_before_moves_stands_before_them() -> None:
    """Only variations begin with words of their own: elsewhere they end the comment before, and none are lost."""
    [game] = read_trees("1. e4 {a} (1. d4 d5) 1... e5 2. Nf3 *")
    assert isinstance(game, TreeGame)
    game.tree.root.remarks = Remarks("start", "intro", shapes=("Ge4",))
    for number, node in enumerate(game.tree.walk()):
        node.remarks = msgspec.structs.replace(node.remarks, lead=f"L{number}")
    text = " ".join(write_trees([game], "pgn").split("\n\n")[1].split())
    assert text == "{[%csl Ge4] intro start L0} 1. e4 {a L1} ({L3} 1. d4 {L4} 1... d5) 1... e5 {L2} 2. Nf3 *"
    [again] = read_trees(text)
    assert isinstance(again, TreeGame)
    assert again.tree.root.children[1].remarks.lead == "L3"


def test_a_tree_that_is_too_large_is_refused_in_a_sentence() -> None:
    text = "1. e4 " + "(1. d4 d5 2. c4) " * (MAX_NODES // 3 + 1) + '*\n\n[Event "next"]\n\n1. e4 *'
    found = list(read_trees(io.StringIO(text)))
    assert isinstance(found[0], FileFault)
    assert found[0].error.reason == "tree_full"
    assert isinstance(found[1], TreeGame)
