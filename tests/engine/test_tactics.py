"""What a computer player must see on the board."""

from __future__ import annotations

import pytest

from axedrez import History, engine, players
from axedrez.chess.engine import searcher
from axedrez.chess.engine.kernel.layout import MATE, WON
from axedrez.chess.position.moves import ChessMove
from tests.sheets import after, read

NODES = 60_000

MATES = [
    ("clasico", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1),
    ("clasico", "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1", 1),
    ("clasico", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
    ("clasico", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
    ("tradicional", "3k1K2/8/5p2/1N6/8/4R3/8/8 w - - 0 1", 1),
    ("tradicional", "k7/1R1N4/5K2/8/3p4/8/8/8 w - - 0 1", 1),
]


def score(name: str, fen: str, options: dict[str, str] | None = None, nodes: int = NODES) -> int:
    position = read(fen, name, options)
    return searcher.search(position, History(), searcher.SearchLimits(depth=90, nodes=nodes)).score


@pytest.mark.parametrize(("name", "fen", "moves"), MATES)
def test_the_shortest_mate_is_found_and_played(name: str, fen: str, moves: int) -> None:
    assert score(name, fen) == MATE - (2 * moves - 1)
    position = read(fen, name)
    for ply in range(2 * moves - 1):
        assert position.outcome() is None, ply
        move = players.choose(position, History(), level=engine.FULL, nodes=NODES)
        assert isinstance(move, ChessMove)
        position = position.play(move)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.reason == "checkmate"


@pytest.mark.clause("T-4")
@pytest.mark.parametrize("fen", ["3k1K2/8/5p2/1N6/8/4R3/8/8 w - - 0 1", "5k2/4p3/8/6N1/8/8/6KR/8 w - - 0 1"])
def test_a_rook_mates_as_a_queen_only_where_the_rulebook_lets_it(fen: str) -> None:
    position = read(fen, "tradicional")
    for level in engine.LEVELS:
        assert str(players.choose(position, History(), level=level, seed=1)).endswith("q")
    assert score("clasico", fen, nodes=500) < WON


STALEMATES = "7K/5k1P/8/8/8/8/8/8 b - - 0 1"  # Kf8 leaves White without a move; anything else loses


@pytest.mark.clause("C-20", "D-2")
@pytest.mark.parametrize(
    ("name", "options", "value"),
    [
        ("clasico", {}, 0),
        ("chess2d", {}, MATE - 1),
        ("clasico", {"goal.stalemate": "loss"}, MATE - 1),
    ],
)
def test_stalemate_is_sought_where_it_saves_or_wins(name: str, options: dict[str, str], value: int) -> None:
    assert score(name, STALEMATES, options, nodes=5000) == value
    assert str(players.choose(read(STALEMATES, name, options), History(), level=engine.FULL, nodes=5000)) == "f7f8"


def test_stalemate_is_shunned_where_the_stalemated_player_wins() -> None:
    position = read(STALEMATES, "clasico", {"goal.stalemate": "win"})
    assert str(players.choose(position, History(), level=engine.FULL, nodes=5000)) != "f7f8"


@pytest.mark.parametrize("fen", ["7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "k7/8/1K6/8/8/8/8/1Q6 w - - 0 1"])
def test_stalemate_is_avoided_when_winning(fen: str) -> None:
    for level in engine.LEVELS:
        position = read(fen)
        move = players.choose(position, History(), level=level, nodes=5000, seed=2)
        assert isinstance(move, ChessMove)
        end = position.play(move).outcome()
        assert end is None or end.reason == "checkmate"


PERPETUAL = "6k1/6p1/8/7Q/8/8/rq6/7K w - - 0 1"


@pytest.mark.clause("C-22")
@pytest.mark.parametrize("game", ["clasico", "tradicional", "chess2d"])
def test_nobody_wins_by_a_perpetual_check(game: str) -> None:
    """Not even in a game without draws (D-1), which would continue for ever."""
    assert score(game, PERPETUAL) == 0


@pytest.mark.clause("C-22", "D-1")
def test_in_exact_search_a_perpetual_check_saves_only_where_repetition_draws() -> None:
    def exact(game: str) -> int:
        position = read(PERPETUAL, game)
        search = searcher.Search(position.game, searcher.TranspositionTable(1))
        search.begin(position, History(), plain=True)
        return search.iterate(4)

    assert exact("clasico") == 0
    assert exact("tradicional") == 0
    assert exact("chess2d") < -300


@pytest.mark.clause("C-22")
@pytest.mark.parametrize("game", ["clasico", "chess2d"])
def test_a_repetition_with_positions_before_the_root_is_seen(game: str) -> None:
    start = read("7k/8/8/8/8/8/1r6/K1R5 b - - 0 1", game)
    shuffle = "b2b3 c1c2 b3b2 c2c1 "
    position, history = after(start, shuffle + "b2b3 c1c2 b3b2")
    limits = searcher.SearchLimits(depth=1, margin=10_000)
    ranking = dict(searcher.search(position, history, limits).ranking)
    repeats = position.parse_move("c2c1")
    assert isinstance(repeats, ChessMove)
    assert ranking[int(repeats.code)] == 0
    assert dict(searcher.search(position, History(), limits).ranking)[int(repeats.code)] != 0


@pytest.mark.clause("C-24")
def test_the_move_limit_is_seen_and_mate_precedes_it() -> None:
    lost = "7k/8/5K2/8/8/8/8/R7 w - - {} 80"
    assert score("clasico", lost.format(98)) == 0, "mate in two comes too late"
    assert score("chess2d", lost.format(98)) == MATE - 3
    assert score("clasico", "7k/8/6K1/8/8/8/8/R7 w - - 99 80") == MATE - 1


@pytest.mark.clause("C-23")
def test_a_capture_that_leaves_too_little_material_is_worth_a_draw() -> None:
    position = read("8/8/8/3k4/8/4K3/3p4/6N1 w - - 0 1")
    assert score("clasico", position.text()) == 0


def test_exchanges_are_counted_to_their_end() -> None:
    guarded = read("4k3/2p5/3p4/8/8/3R4/8/4K3 w - - 0 1")
    assert str(players.choose(guarded, History(), level=1, seed=3)) != "d3d6"
    free = read("4k3/8/3p4/8/8/3R4/8/4K3 w - - 0 1")
    assert str(players.choose(free, History(), level=engine.FULL, nodes=2000)) == "d3d6"
