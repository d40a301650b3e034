"""Batches play as `Position` does, move by move and end by end."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from axedrez import library
from axedrez.chess.position.game import ChessGame, ChessPosition
from axedrez.chess.sheet.schema import ChessSheet
from axedrez.core.errors import AxedrezError, NotAllowed, SheetError
from axedrez.core.history import History
from axedrez.environments import CHANCE, Options, batch
from tests.sheets.drawing import drawn

SHIPPED = [name for name in (*library.rulebooks(), *library.gallery()) if isinstance(library.sheet(name), ChessSheet)]
SIGNS = {"1-0": [1, -1], "0-1": [-1, 1], "1/2-1/2": [0, 0]}


def compare(game: Any, seed: int, claims: bool = False) -> None:
    """Play one random game in a batch and by positions."""
    games = batch(game, 1, seed, Options(max_plies=100, chance="given", auto_reset=False, claims=claims))
    first = sum(not action.chance for action in games.actions)
    position, history, over = game.start(), History(), False
    while not over:
        legal, action = games.legal(0).tolist(), int(games.sample()[0])
        seen = games.position(0)
        assert isinstance(seen, ChessPosition)
        assert (position.raw == seen.raw).all(), position.text()
        assert np.flatnonzero(games.mask[0]).tolist() == sorted(legal)
        history = history.after(position)
        if position.is_chance():
            outcomes = position.chance_outcomes()
            assert games.to_play[0] == CHANCE
            assert len(legal) == len(outcomes)
            position = position.play_unchecked(outcomes[action - first][0])
        else:
            moves = {move.uci: move for move in position.legal_moves()}
            assert games.to_play[0] == int(position.side)
            assert [games.actions[each].text for each in legal] == list(moves)
            position = position.play_unchecked(moves[games.actions[action].text])
        games.step([action])
        outcome = position.outcome(history)
        claimed = position.claims(history) if claims else ()
        reason = outcome.reason if outcome else claimed[0].reason if claimed else ""
        assert games.reason_names[games.reasons[0]] == reason, position.text()
        assert games.terminated[0] == bool(reason)
        if outcome:
            assert games.rewards[0].tolist() == SIGNS[outcome.result]
        over = bool(reason) or bool(games.truncated[0])


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_sheets_are_played_as_positions_play_them(name: str) -> None:
    game = library.load(name)
    compare(game, 1)
    compare(game, 2, claims=True)


def test_random_sheets_are_played_as_positions_play_them() -> None:
    played = 0
    for number, data in enumerate(drawn(11, 40)):
        try:
            game = library.from_data(data, is_stored=True)
        except SheetError:
            continue
        assert isinstance(game, ChessGame)
        compare(game, number)
        played += 1
    assert played > 10


def test_classic_chess_has_the_well_known_number_of_actions() -> None:
    games = batch(library.load("clasico"))
    assert games.n_actions == 1968
    assert len({action.text for action in games.actions}) == 1968


def test_saved_games_go_on_in_the_same_way_whatever_the_threads() -> None:
    game = library.load("crazyhouse")
    one, two = batch(game, 9, 5), batch(game, 9, 0, Options(threads=2))
    for _ in range(60):
        one.step(one.sample())
    two.restore(one.save())
    assert two.save() == one.save()
    for _ in range(60):
        assert (one.observations == two.observations).all()
        actions = one.sample()
        assert (actions == two.sample()).all()
        one.step(actions)
        two.step(actions)
    assert two.save() == one.save()


def test_finished_games_are_set_up_again() -> None:
    games = batch(library.load("clasico"), 4, 1, Options(max_plies=5))
    for ply in range(1, 11):
        games.step(games.sample())
        assert games.truncated.all() == (ply % 5 == 0)
    assert {games.position(k).text() for k in range(4)} == {library.load("clasico").start().text()}


def test_what_is_wrong_is_refused() -> None:
    games = batch(library.load("clasico"), 2)
    before = games.save()
    for wrong, reason in (([0], "batch_actions"), ([-1, 5000], "batch_illegal")):
        with pytest.raises(NotAllowed) as refused:
            games.step(wrong)
        assert refused.value.reason == reason
    assert games.save() == before
    with pytest.raises(AxedrezError):
        games.restore(b"nothing")
    with pytest.raises(NotAllowed):
        batch(library.load("clasico"), 0)
