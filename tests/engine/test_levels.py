"""The levels: how they err, and that each is what its place says."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest

import axedrez
from axedrez import History, Position, engine, players
from axedrez.chess.engine import handicap, root_scores
from axedrez.chess.engine.root_scores import RootScores
from axedrez.chess.engine.searcher import SearchLimits
from axedrez.chess.position.moves import ChessMove
from axedrez.engine.levels import Level
from axedrez.messages import LANGUAGES, say
from tests.engine.test_play import computer, play, score_of_white
from tests.sheets import load, read

OPEN = "r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 0 1"


def chosen(fen: str, level: int, times: int) -> Counter[str]:
    position = read(fen)
    return Counter(
        str(players.choose(position, History(), level=level, nodes=20_000, seed=seed)) for seed in range(times)
    )


def test_each_level_looks_at_least_as_far_as_the_one_below() -> None:
    assert list(engine.LEVELS) == list(range(engine.WEAKEST, engine.FULL + 1))
    for low, high in pairwise(engine.LEVELS.values()):
        assert low.depth <= high.depth
        assert low.nodes <= high.nodes or not high.nodes
        assert low.pips > high.pips
    assert engine.LEVELS[engine.FULL] == Level(depth=90, nodes=0, oversight=0, error=0, pips=0)


def test_each_level_has_a_name_of_its_own() -> None:
    for lang in LANGUAGES:
        assert len({say(f"ui.level.{level}", lang) for level in engine.LEVELS}) == len(engine.LEVELS)


@pytest.mark.parametrize("level", [1, 2, 4])
def test_weak_players_take_what_stands_before_their_eyes(level: int) -> None:
    assert chosen("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", level, 40)["a1a8"] >= 34, "a mate in one"
    hanging = chosen("6k1/5ppp/8/8/q7/1P6/5PPP/5RK1 w - - 0 1", level, 40)
    assert hanging["b3a4"] >= 34, "a queen for nothing"


@pytest.mark.long
def test_the_weakest_hardly_ever_gives_its_queen_away() -> None:
    position = read(OPEN)
    limits = SearchLimits(depth=2, margin=100_000)
    by_depth = root_scores.score_moves(position, History(), limits).by_depth
    best = max(by_depth[-1].values())
    losing = {code for code, score in by_depth[-1].items() if best - score > 700}
    assert losing, "there are squares where the queen is taken"
    picked = [players.choose(position, History(), level=1, nodes=20_000, seed=seed) for seed in range(100)]
    given = [move for move in picked if isinstance(move, ChessMove) and int(move.code) in losing]
    assert len(given) <= 5
    assert len(set(picked)) > 5


def overlooked(by_depth: tuple[dict[int, int], ...], *, forcing: bool = False, oversight: float = 0.4) -> float:
    """How often move 1 is taken, which the last view refutes, instead of the steady move 2."""
    level = Level(depth=4, nodes=0, oversight=oversight, error=0, pips=0)
    found = RootScores(by_depth, 2)
    rng = random.Random(5)
    return sum(handicap.pick(found, level, {1} if forcing else (), rng) == 1 for _ in range(2000)) / 2000


def test_what_only_the_last_ply_shows_is_overlooked_most_often() -> None:
    good, bad = {1: 60, 2: 0}, {1: -140, 2: 0}
    late, early = overlooked((good, good, good, bad)), overlooked((good, bad, bad, bad))
    assert late == pytest.approx(0.2, abs=0.04)  # 0.4, halved by the two pawns that are at stake
    assert 0 < early < late / 3
    assert overlooked((bad, bad, bad, bad)) == 0, "nobody errs about what every look shows"
    assert overlooked((good, good, good, bad), oversight=0) == 0


def test_what_costs_more_and_what_forces_is_overlooked_less() -> None:
    good = {1: 60, 2: 0}
    pawn, queen = overlooked((good, {1: -40, 2: 0})), overlooked((good, {1: -840, 2: 0}))
    assert queen < pawn / 2
    assert overlooked((good, {1: -40, 2: 0}), forcing=True) == pytest.approx(pawn / 2, abs=0.04)


def test_captures_promotions_and_checks_draw_the_eye() -> None:
    position = read("3q2k1/P4ppp/8/8/8/2b5/8/R3Q1K1 w - - 0 1")
    forcing = handicap.forcing_moves(position)
    found = {str(move) for move in position.legal_moves() if int(move.code) in forcing}
    assert found == {"a7a8q", "a7a8r", "a7a8b", "a7a8n", "e1c3", "e1e8"}


def test_the_seed_settles_every_level() -> None:
    for level in engine.LEVELS:
        moves = {players.choose(read(OPEN), History(), level=level, nodes=2000, seed=4) for _ in range(3)}
        assert len(moves) == 1


@pytest.mark.parametrize(("name", "strong", "weak"), [("clasico", 3, 1), ("clasico", 6, 3), ("knightmate", 4, 1)])
@pytest.mark.long
def test_three_steps_are_plain_to_see(name: str, strong: int, weak: int) -> None:
    start: Position = load(name).start()
    points = 0.0
    for seed in range(4):
        points += score_of_white(play(start, computer(strong, 20_000, seed), computer(weak, 20_000, seed)))
        points += 1 - score_of_white(
            play(start, computer(weak, 20_000, seed + 50), computer(strong, 20_000, seed + 50))
        )
    assert points >= 6.5, "8 games"


@pytest.mark.long
def test_games_of_dice_have_the_same_levels() -> None:
    game = axedrez.load("backgammon")
    position = game.parse(f"{game.start().text()} 31")
    best = str(players.choose(position, History(), level=engine.FULL, nodes=2000))

    def agreement(level: int) -> int:
        found = [players.choose(position, History(), level=level, nodes=2000, seed=seed) for seed in range(120)]
        return sum(str(turn) == best for turn in found)

    found = [agreement(level) for level in engine.LEVELS]
    assert found[-1] == 120
    assert found[0] < found[3] < found[6] <= 120
