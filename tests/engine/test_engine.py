"""The engine object: lines, limits, stopping, threads, and a table that is kept."""

from __future__ import annotations

import random
import threading

import pytest

from axedrez import History
from axedrez.chess.engine.engine import Engine, Info, Limits, Score
from axedrez.chess.position.game import ChessPosition
from axedrez.library import gallery
from tests.sheets import chess, read

MIDDLE = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 1"
TURNING = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9"
"""Where the search changes its mind."""
MATES = [
    ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
]


def check_line(position: ChessPosition, line: Info) -> None:
    """Every move of a line is legal."""
    for move in line.pv:
        assert move in position.legal_moves(), (position.text(), line.pv)
        position = position.play_unchecked(move)


@pytest.mark.parametrize(("fen", "moves"), MATES)
def test_a_mate_is_told_with_its_line(fen: str, moves: int) -> None:
    position = read(fen)
    outcome = Engine(position.game, hash_mb=1).think(position, History(), Limits(nodes=60_000))
    assert outcome.lines[0].score == Score(None, moves)
    check_line(position, outcome.lines[0])
    for move in outcome.lines[0].pv:
        position = position.play(move)
    ended = position.outcome()
    assert ended is not None
    assert ended.reason == "checkmate"


def test_a_known_mate_leads_soon_to_a_shorter_one() -> None:
    """After a mate in seven, only checks are tried in the last plies: the mate in five takes half the nodes."""
    position = read("2B5/6R1/5p1p/5P2/P5P1/4K2k/8/8 w - - 3 66")
    outcome = Engine(position.game).think(position, History(), Limits(nodes=1_050_000))
    assert (outcome.lines[0].score, str(outcome.best)) == (Score(None, 5), "e3f3")


def test_being_mated_counts_below_zero() -> None:
    position = read("7k/R7/8/8/8/8/1R6/7K b - - 0 1")
    outcome = Engine(position.game, hash_mb=1).think(position, History(), Limits(nodes=30_000))
    assert outcome.lines[0].score == Score(None, -1)


def test_a_search_for_a_mate_ends_when_it_is_found() -> None:
    position = read("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1")
    outcome = Engine(position.game, hash_mb=1).think(position, History(), Limits(mate=3))
    assert outcome.lines[0].score.mate == 3


def test_the_same_nodes_give_the_same_outcome() -> None:
    def outcome() -> object:
        found = Engine(read(MIDDLE).game, hash_mb=2).think(read(MIDDLE), History(), Limits(nodes=40_000, lines=2))
        return found._replace(lines=tuple(line._replace(time_ms=0) for line in found.lines))

    assert outcome() == outcome()


def test_limits_of_depth_and_nodes_are_kept() -> None:
    engine = Engine(read(MIDDLE).game, hash_mb=1)
    assert engine.think(read(MIDDLE), History(), Limits(depth=4)).depth == 4
    engine.new_game()
    assert 7000 <= engine.think(read(MIDDLE), History(), Limits(nodes=7000)).nodes < 7100


def test_every_line_and_iteration_is_told() -> None:
    told: list[Info] = []
    position = read(MIDDLE)
    outcome = Engine(position.game, hash_mb=1).think(position, History(), Limits(depth=6, lines=3), on_info=told.append)
    assert [(info.depth, info.multipv) for info in told] == [(d, n) for d in range(1, 7) for n in (1, 2, 3)]
    assert outcome.lines == tuple(told[-3:])
    scores = [line.score.cp or 0 for line in outcome.lines]
    assert scores == sorted(scores, reverse=True)
    assert len({line.pv[0] for line in outcome.lines}) == 3
    assert outcome.best == outcome.lines[0].pv[0]
    assert outcome.ponder == outcome.lines[0].pv[1]
    assert all(info.seldepth >= info.depth for info in told)
    for info in told:
        check_line(position, info)


@pytest.mark.parametrize("step", [1500, pytest.param(500, marks=pytest.mark.long)])
@pytest.mark.parametrize("lines", [1, 2])
def test_an_iteration_that_is_cut_short_tells_nothing_that_it_has_not_seen(lines: int, step: int) -> None:
    position = read(TURNING)
    engine = Engine(position.game, hash_mb=1)
    better = 0
    for nodes in range(500, 60_500, step):
        engine.new_game()
        told: list[Info] = []
        outcome = engine.think(position, History(), Limits(nodes=nodes, lines=lines), on_info=told.append)
        best = outcome.lines[0]
        assert (outcome.best, best.multipv) == (best.pv[0], 1)
        assert all(line.score.mate is None for line in outcome.lines)
        check_line(position, best)
        if best not in told:
            better += 1
            assert best.bound == "lower"
            assert best.pv[0] != told[-lines].pv[0]
        assert len({line.pv[0] for line in outcome.lines}) == len(outcome.lines) == lines
    assert better > 0 or lines > 1


def test_only_the_moves_asked_for_are_looked_at() -> None:
    position = read(MIDDLE)
    asked = tuple(move for move in position.legal_moves() if move.uci in ("a2a3", "h2h4"))
    outcome = Engine(position.game, hash_mb=1).think(position, History(), Limits(depth=4, lines=5, moves=asked))
    assert {line.pv[0] for line in outcome.lines} == set(asked)


def test_a_position_without_moves_is_refused() -> None:
    mated = read("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")
    with pytest.raises(ValueError, match="no legal move"):
        Engine(mated.game, hash_mb=1).think(mated, History(), Limits(depth=1))


def test_a_stop_before_the_begin_still_gives_a_move() -> None:
    stop = threading.Event()
    stop.set()
    position = read(MIDDLE)
    outcome = Engine(position.game, hash_mb=1).think(position, History(), Limits(), stop=stop)
    assert outcome.best in position.legal_moves()


def test_time_ends_a_search() -> None:
    position = read(MIDDLE)
    outcome = Engine(position.game, hash_mb=1, threads=2).think(position, History(), Limits(time_ms=200))
    assert outcome.best in position.legal_moves()
    assert outcome.depth >= 1


def test_what_was_found_helps_the_next_search() -> None:
    position = read(MIDDLE)
    engine = Engine(position.game, hash_mb=8)
    engine.think(position, History(), Limits(depth=8))
    again = engine.think(position, History(), Limits(depth=8))
    fresh = Engine(position.game, hash_mb=8).think(position, History(), Limits(depth=8))
    assert again.nodes < fresh.nodes
    assert again.lines[0].hashfull >= 0


@pytest.mark.parametrize("name", ["clasico", "tradicional", "chess2d", "amazon6", *gallery()])
def test_a_kept_table_never_gives_an_illegal_line(name: str) -> None:
    """Two positions share a small table for a whole random game: nothing in it leads to an illegal move."""
    rng = random.Random(17)
    game = chess(name)
    engine = Engine(game, hash_mb=1, threads=1)
    position, history = game.start(), History()
    for _ in range(40):
        if position.outcome(history) is not None:
            break
        if position.is_chance():
            position = position.play_unchecked(rng.choice(position.chance_outcomes())[0])
            continue
        if rng.random() < 0.4:
            outcome = engine.think(position, history, Limits(nodes=600, lines=rng.choice((1, 2))))
            assert outcome.best in position.legal_moves()
            for line in outcome.lines:
                assert line.pv[0] in position.legal_moves()
                check_line(position, line)
        history = history.after(position)
        position = position.play_unchecked(rng.choice(position.legal_moves()))


def test_a_search_for_a_mate_goes_on_while_it_knows_only_a_longer_one() -> None:
    position = read("2r2b2/pk2pppn/1r6/5n2/8/2Q5/7q/2K1B3 b - - 3 43")
    engine = Engine(position.game, hash_mb=4)
    assert engine.think(position, History(), Limits(mate=3, nodes=2_000_000)).lines[0].score == Score(None, 3)
