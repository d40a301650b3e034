"""Games of the computer with itself: what is counted, that they can be repeated, and how workers play them."""

from __future__ import annotations

import random
import threading
from collections import Counter
from contextlib import closing

import pytest

import axedrez
from axedrez.balance import GameSummary, Settings, play_game, tasks
from axedrez.balance.games import MAX_DICE_PLIES, MAX_PLIES, Task, _end, _Log
from axedrez.balance.workers import Job, jobs_of, play
from axedrez.core import AxedrezError, History, Position, Side
from axedrez.processes import frozen
from tests import sheets

QUICK = Settings(games=2, nodes=500)


def log_of(position: Position, *moves: str) -> GameSummary:
    log = _Log()
    for text in moves:
        move = position.parse_move(text)
        log.add(position, move, len(position.legal_moves()))
        position = position.play(move)
    return log.summary(Task(0, (1, 1)), position.verdict("cap"))


def test_what_is_counted_of_a_chess_game() -> None:
    summary = log_of(axedrez.load("clasico").start(), "e4", "d5", "exd5", "Qxd5", "Nc3", "Qd8", "Nf3", "Nf6", "Be2")
    assert summary.moves == {"P": 3, "Q": 2, "N": 3, "B": 1}
    assert summary.acts == {"captures": 2}
    # Even for two turns and, after both captures, for five more; the captures themselves do not count.
    assert dict(Counter({tuple(state.items()): n for state, n in summary.material})) == {(): 7}
    assert (summary.plies, summary.opening[:2], summary.result) == (9, ("e2e4", "d7d5"), "*")
    assert summary.choices > 9 * 19


def test_a_promotion_and_castling() -> None:
    start = axedrez.load("clasico").parse("8/P5k1/8/8/8/8/8/4K2R w K - 0 1")
    summary = log_of(start, "O-O", "Kg6", "a8=Q", "Kg5", "Qa1")
    assert summary.moves == {"K": 3, "P": 1, "Q": 1}
    assert summary.material == (({}, 2), ({"P": -1, "Q": 1}, 2))


def test_what_is_counted_of_a_tables_game_is_what_its_notation_says() -> None:
    lots, seen = random.Random(5), Counter[str]()
    for number in range(3):
        position, log, marks = axedrez.load("chessgammon").start(), _Log(), Counter[str]()
        while position.outcome() is None and log.plies < 150:
            if position.turn is Side.CHANCE:
                rolls = position.chance_outcomes()
                position = position.play(lots.choices([t for t, _ in rolls], [p for _, p in rolls])[0])
                continue
            moves = position.legal_moves()
            rare = [move for move in moves if ">" in str(move)] if lots.random() < 0.2 else []
            move = lots.choice(rare or moves)
            text = str(move)
            marks += Counter({"joint": "&*" in text, "pushes": ">" in text, "lost": text == "pass"})
            told = {told.act for step in position.taken(move) for told in step.told}
            takes = "*" in text or bool(told & {"push_takes", "push_takes_all"})
            marks += Counter({"captures": takes})
            log.add(position, move, len(moves))
            position = position.play_unchecked(move)
        summary = log.summary(Task(number, (1, 1)), position.verdict("cap"))
        assert summary.acts == {act: n for act, n in marks.items() if n}
        assert set(summary.moves) <= set("KQRBNP")
        # A piece that is taken waits on the bar: nobody has more than at first.
        assert all(state == {} for state, _ in summary.material)
        seen += marks
    assert set(seen) == {"joint", "pushes", "lost", "captures"}


@pytest.mark.parametrize("name", ["chess2d", "backgammon", str(sheets.HERE / "amazon6.toml")])
def test_a_game_can_be_repeated(name: str) -> None:
    game = axedrez.load(name)
    first, again = (play_game(game, Task(0, (1, 1)), QUICK) for _ in range(2))
    other = play_game(game, Task(1, (1, 1)), QUICK)
    assert first is not None
    assert other is not None
    assert first == again
    assert first.opening != other.opening
    assert 0 < first.plies <= MAX_DICE_PLIES


def test_draws_are_claimed_and_endless_games_left() -> None:
    start, history = axedrez.load("tradicional").start(), History()
    position: Position = start
    for move in ("Nf3", "Nf6", "Ng1", "Ng8") * 2:
        assert _end(position, history, 0) is None
        history, position = history.after(position), position.play(move)
    claimed = _end(position, history, 0)
    assert claimed is not None
    assert (claimed.result, claimed.reason) == ("1/2-1/2", "repetition")
    left = _end(start, History(), MAX_PLIES)
    assert left is not None
    assert (left.result, left.reason) == ("*", "cap")
    dice = axedrez.load("backgammon").start()
    assert _end(dice, History(), MAX_PLIES) is None
    assert _end(dice, History(), MAX_DICE_PLIES) is not None


def test_the_first_roll_of_a_game_of_tables_is_never_a_double() -> None:
    from axedrez.balance.games import _roll

    start = axedrez.load("backgammon").start()
    lots = random.Random(1)
    firsts = {str(_roll(start, True, lots)) for _ in range(400)}
    assert len(firsts) == 15
    assert len({str(_roll(start, False, lots)) for _ in range(800)}) == 21


def test_where_there_are_dice_the_strong_also_play_the_weak_from_both_seats() -> None:
    settings = Settings(games=4, level=2)
    assert [task.levels for task in tasks(axedrez.load("clasico"), settings)] == [(2, 2)] * 4
    found = tasks(axedrez.load("backgammon"), settings)
    assert [task.levels for task in found if task.is_match] == [(8, 2), (2, 8)] * 2
    assert sorted(task.number for task in found) == list(range(8))


def test_workers_play_the_same_games_whatever_their_number() -> None:
    games = [axedrez.load("chess2d"), axedrez.load("backgammon")]
    jobs, texts = jobs_of(games, QUICK), [frozen(game) for game in games]
    assert [job.sheet for job in jobs] == [0, 1, 0, 1, 1, 1]
    played = [
        sorted(play(texts, jobs, QUICK, processes, threading.Event()), key=lambda item: (item[0], item[1].task))
        for processes in (1, 2)
    ]
    assert played[0] == played[1]
    assert [summary for sheet, summary in played[0] if not sheet] == [
        play_game(games[0], task, QUICK) for task in tasks(games[0], QUICK)
    ]


def test_workers_stop_when_they_are_told_to() -> None:
    settings = Settings(games=1000, level=8, nodes=100_000)
    games, stop = [axedrez.load("clasico")], threading.Event()
    with closing(play([frozen(games[0])], jobs_of(games, settings), settings, 1, stop)) as playing:
        threading.Timer(1, stop.set).start()
        assert len(list(playing)) < 1000


def test_a_worker_that_dies_is_told() -> None:
    with pytest.raises(AxedrezError, match="process"):
        list(play(["{}"], [Job(0, Task(0, (1, 1)))], QUICK, 1, threading.Event()))
