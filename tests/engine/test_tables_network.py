"""Networks of the tables family: inputs, inference and files beside their slow twins, and how they play."""

from __future__ import annotations

import zlib
from pathlib import Path
from random import Random
from typing import cast

import msgspec
import numpy as np
import pytest

import axedrez
from axedrez import History, Side, players
from axedrez.core.dice import ROLLS, Roll
from axedrez.engine.levels import FULL, LEVELS
from axedrez.learn.tables.by_hand import score_by_hand
from axedrez.tables.compile.checks import all_effects
from axedrez.tables.engine import network
from axedrez.tables.engine.inputs import inputs_of, points_of
from axedrez.tables.engine.kernel import layout
from axedrez.tables.engine.kernel.choice import best_by_hand, choices, estimates, make_seen
from axedrez.tables.engine.kernel.evaluate import PARTS
from axedrez.tables.engine.kernel.inputs import write_dense
from axedrez.tables.engine.kernel.tactics import N_TACTICS, TACTICS
from axedrez.tables.engine.outcome_probabilities import outlook
from axedrez.tables.engine.search import equities, search_with
from axedrez.tables.engine.weights import parameters
from axedrez.tables.kernel import batch
from axedrez.tables.kernel.layout import WIDTH, WORDS
from axedrez.tables.kernel.rolls import make_rolls, write_roll
from axedrez.tables.position import workspace
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.position import TablesPosition
from tests.tables.comparing import game_positions
from tests.tables.networks import encoded, game_named, outcomes_of, parts_by_hand, random_network, random_player

SHEETS = ["backgammon", "hyper", "chessgammon"]


def positions(name: str, count: int = 40, seed: int = 3) -> list[TablesPosition]:
    """Positions before a roll, from games of random play that likes the race; some borne off, some near the end."""
    random = Random(seed)
    found: list[TablesPosition] = []
    while len(found) < 6 * count:
        found += [position for position, _ in game_positions(game_named(name), random)][::3]
    return random.sample(found, count)


@pytest.mark.parametrize("name", SHEETS)
def test_inputs_are_what_their_names_say(name: str) -> None:
    ruleset = game_named(name).ruleset
    inputs = inputs_of(ruleset)
    assert len(set(inputs.names)) == len(inputs.names)
    some = positions(name)
    rows = np.array([position.raw for position in some])
    dense = np.empty((len(rows), len(inputs.names)), np.float32)
    write_dense(rows.reshape(-1), len(rows), ruleset.compiled, inputs.array, *parameters(ruleset), dense.reshape(-1))
    for position, found in zip(some, dense, strict=True):
        assert np.allclose(found, encoded(position), rtol=1e-5, atol=1e-6)
        # One input for each piece: what moves turns one off and one on.
        assert found[inputs.sides >= 0].sum() == 2 * len(ruleset.army)
        assert found @ inputs.pips == position.raw[:16].sum() + position.raw[32:48].sum()


def test_the_parts_of_the_evaluation_by_hand_add_up_to_it() -> None:
    game = game_named("chessgammon")
    weights = parameters(game.ruleset).weights
    for position in positions("chessgammon"):
        if position.is_over():
            continue
        parts = parts_by_hand(position)
        moved = {part: parts["enemy", part] for part in PARTS}
        rolls = {part: parts["own", part] for part in PARTS}
        score = rolls["work"] - moved["work"] + rolls["obstruction"] - moved["obstruction"] - moved["deadlock"]
        score += weights[layout.PROMISE] * rolls["danger"] - weights[layout.EXPOSURE] * moved["danger"]
        assert score == pytest.approx(score_by_hand(game.ruleset, position.raw))


OPTIONS: list[dict[str, bool | str]] = [
    {"killer_queen": True},
    {"berserker_king": True, "defective_rook": True},
    {"rook_capture": "two-any", "queen_double": "either", "entry_forfeits_die": False},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_one_network_for_a_sheet_whatever_its_options(options: dict[str, object]) -> None:
    """Each effect in force adds its own constants; the inputs of pieces that are left out are not read."""
    base = game_named("chessgammon")
    names, effects = inputs_of(base.ruleset).names, all_effects(base.ruleset.sheet)
    plain = random_network(base).weights
    extra = np.random.default_rng(2).normal(0, 0.3, (len(effects), plain.first.shape[1])).astype(np.float32)
    both = plain._replace(first=np.concatenate((plain.first, extra)))
    assert all(one is other for one, other in zip(network.adapted(plain, base.ruleset), plain, strict=True))
    game = cast(TablesGame, axedrez.load("chessgammon", options))
    found = network.adapted(both, game.ruleset)
    own = inputs_of(game.ruleset).names
    assert set(own) <= set(names)
    assert (len(own) < len(names)) == ("defective_rook" in options)
    for name, row in zip(own, found.first, strict=True):
        assert (row == plain.first[names.index(name)]).all()
    chosen = [f"{name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in options.items()]
    assert np.allclose(found.first_bias, plain.first_bias + sum(extra[effects.index(effect)] for effect in chosen))
    with pytest.raises(ValueError, match="inputs"):
        network.adapted(plain._replace(first=plain.first[:-1]), game.ruleset)


def test_a_network_older_than_the_tactics_does_not_look_at_them() -> None:
    game = game_named("backgammon")
    old = random_network(game).weights
    old = old._replace(first=old.first[:-N_TACTICS])
    assert inputs_of(game.ruleset).names[len(old.first)].endswith(TACTICS[0])
    found = network.adapted(old, game.ruleset)
    assert (found.first[:-N_TACTICS] == old.first).all()
    assert not found.first[-N_TACTICS:].any()


def test_a_stored_sheet_is_played_by_the_same_network() -> None:
    """A game that comes back from storage has its effects in another order; the constants of each are its own."""
    base = game_named("chessgammon")
    plain = random_network(base).weights
    count = len(base.ruleset.sheet.effects)
    extra = np.random.default_rng(3).normal(0, 0.3, (count, plain.first.shape[1])).astype(np.float32)
    both = plain._replace(first=np.concatenate((plain.first, extra)))
    for options in OPTIONS:
        game = cast(TablesGame, axedrez.load("chessgammon", options))
        effects = dict(reversed(game.ruleset.sheet.effects.items()))
        stored = TablesGame(msgspec.structs.replace(game.ruleset.sheet, effects=effects))
        assert list(stored.ruleset.sheet.effects) != list(game.ruleset.sheet.effects)
        for one, other in zip(network.adapted(both, game.ruleset), network.adapted(both, stored.ruleset), strict=True):
            assert (one == other).all()


@pytest.mark.parametrize("name", SHEETS)
def test_estimates_beside_the_twin(name: str) -> None:
    game = game_named(name)
    stored, player = random_network(game), random_player(game)
    some = positions(name)
    rows = np.array([position.raw for position in some])
    found = estimates(player.network, game.ruleset.compiled, player.inputs.array, rows)
    for position, told in zip(some, found, strict=True):
        n = len(player.inputs.outcomes)
        assert np.allclose(told[:n], outcomes_of(stored.weights, position), atol=1e-5)
        assert not told[n:].any()


@pytest.mark.parametrize("name", SHEETS)
def test_differences_from_the_row_before_give_the_same(name: str) -> None:
    """The choice of a roll beside each of its results evaluated alone."""
    game = game_named(name)
    ruleset, player = game.ruleset, random_player(game)
    points = points_of(ruleset)
    dice = np.array([(6, 5), (3, 3), (2, 1)] if name != "chessgammon" else [(6, 5), (2, 1)])
    rows = np.array([position.raw for position in positions(name, 12) if not position.is_over()])
    chosen, outcomes = choices(
        player.network, player.hand, ruleset.compiled, ruleset.keys, player.inputs.array, rows, dice
    )
    offsets, results = batch.results(ruleset.compiled, ruleset.keys, rows, dice)
    each = estimates(player.network, ruleset.compiled, player.inputs.array, results)
    worths = -(each @ points)
    for n in range(len(chosen)):
        low, high = offsets[n], offsets[n + 1]
        best = int(worths[low:high].argmax())
        assert -(outcomes[n] @ points) == pytest.approx(worths[low + best], abs=1e-5)
        same = [row.tobytes() for row, worth in zip(results[low:high], worths[low:high], strict=True)
                if worth > worths[low + best] - 1e-5]  # fmt: skip
        assert chosen[n].tobytes() in same


def test_one_roll_at_a_time_gives_what_the_batch_gives() -> None:
    for name in SHEETS:
        game = game_named(name)
        ruleset = game.ruleset
        rolls = make_rolls(ruleset.compiled)
        for position in positions(name, 6):
            if position.is_over():
                continue
            _, found = batch.results(ruleset.compiled, ruleset.keys, position.raw[None], np.array([(4, 1)]))
            count = write_roll(rolls, ruleset.compiled, ruleset.keys, position.raw, 4, 1)
            assert count == len(found)
            assert (rolls.found_bytes[: count * WIDTH].reshape(count, WIDTH) == found).all()
    assert WIDTH == 8 * WORDS


@pytest.mark.parametrize("name", SHEETS)
def test_the_player_takes_the_best_turn(name: str) -> None:
    game = game_named(name)
    ruleset, player = game.ruleset, random_player(game)
    for position in positions(name, 5):
        if position.is_over():
            continue
        rolled = position.play(Roll(4, 2))
        with workspace.searched(ruleset.compiled, ruleset.keys, rolled.raw, 4, 2) as found:
            best = equities(player, rolled, found).max() if found.count else None
        after = rolled.play_unchecked(search_with(player, rolled))
        assert any(after == rolled.play(turn) for turn in rolled.legal_moves()[:50]) or len(rolled.legal_moves()) > 50
        if best is not None:
            told = estimates(player.network, ruleset.compiled, player.inputs.array, after.raw[None])[0]
            assert -(told @ points_of(ruleset)) == pytest.approx(best, abs=1e-5)


def test_lower_levels_err_and_repeat_themselves() -> None:
    game = game_named("hyper")
    player = random_player(game)
    rolled = [position.play(Roll(5, 3)) for position in positions("hyper", 30) if not position.is_over()]
    exact = [search_with(player, each) for each in rolled]
    erring = [search_with(player, each, LEVELS[1], seed=7) for each in rolled]
    assert [turn.text for turn in erring] == [search_with(player, each, LEVELS[1], seed=7).text for each in rolled]
    assert [turn.text for turn in erring] != [turn.text for turn in exact]


def test_the_kernels_player_by_hand_is_that_of_the_search() -> None:
    for name in SHEETS:
        game = game_named(name)
        ruleset = game.ruleset
        rolls = make_rolls(ruleset.compiled)
        seen, hand = make_seen(), network.by_hand(ruleset, 0.0)
        for position in positions(name, 10):
            if position.is_over():
                continue
            count = write_roll(rolls, ruleset.compiled, ruleset.keys, position.raw, 5, 2)
            best = best_by_hand(rolls, count, ruleset.compiled, hand, seen)
            after = position.play(Roll(5, 2))
            after = after.play_unchecked(search_with(None, after))
            assert rolls.found_bytes[best * WIDTH : (best + 1) * WIDTH].tobytes() == after.raw.tobytes()


def test_a_file_gives_back_what_it_was_given(tmp_path: Path) -> None:
    stored = random_network(game_named("hyper"))
    file = tmp_path / "hyper.network"
    network.write(file, stored)
    assert list(tmp_path.iterdir()) == [file]
    again = network.read(file.read_bytes())
    assert again.record == stored.record
    for mine, theirs in zip(again.weights, stored.weights, strict=True):
        assert (mine == theirs).all()


@pytest.mark.parametrize("damage", ["empty", "cut", "other", "version"])
def test_a_damaged_file_is_refused(tmp_path: Path, damage: str) -> None:
    file = tmp_path / "a.network"
    network.write(file, random_network(game_named("hyper")))
    data = file.read_bytes()
    damaged = {
        "empty": b"",
        "cut": data[: len(data) // 2],
        "other": data.replace(b"axedrez-tables", b"axedrez-chairs"),
        "version": data.replace(b'"version":1', b'"version":9', 1),
    }[damage]
    with pytest.raises(ValueError, match="network"):
        network.read(damaged)


def test_a_file_that_no_training_has_written_is_refused(tmp_path: Path) -> None:
    stored = random_network(game_named("hyper"))
    file = tmp_path / "one.network"
    network.write(file, stored)
    assert network.read(file.read_bytes()).record == stored.record
    head = file.read_bytes().split(b"\n", 2)[:2]
    zeros = b"\n".join([*head, zlib.compress(bytes(100_000_000))])
    broken = stored.weights.first.copy()
    broken[0, 0] = np.nan
    network.write(file, stored._replace(weights=stored.weights._replace(first=broken)))
    huge = msgspec.structs.replace(stored.record, shape=(10**6, 10**6, 10**6, 6))
    for data in (zeros, file.read_bytes(), zeros.replace(head[1], msgspec.json.encode(huge))):
        with pytest.raises(ValueError, match="no network"):
            network.read(data)


def test_a_network_of_another_army_is_refused() -> None:
    with pytest.raises(ValueError, match=r"inputs|outcomes"):
        network.player(random_network(game_named("hyper")), game_named("backgammon").ruleset)


def test_names_and_matches_do_not_change_which_network_it_is() -> None:
    plain = game_named("backgammon")
    match = cast(TablesGame, axedrez.load("backgammon", {"match.length": 7, "match.cube": True}))
    assert network.fingerprint(plain.ruleset) == network.fingerprint(match.ruleset)
    assert plain.hash != match.hash
    other = cast(TablesGame, axedrez.load("chessgammon", {"killer_queen": True}))
    assert network.fingerprint(other.ruleset) != network.fingerprint(game_named("chessgammon").ruleset)


def test_a_sheet_that_nobody_trained_for_still_plays() -> None:
    game = game_named("hyper")
    assert network.player_of(game.ruleset) is None
    position = game.start().play(Roll(6, 4))
    assert players.choose(position, History(), level=FULL) in position.legal_moves()
    shares = outlook(game.start(), Side.WHITE).probabilities
    assert sum(shares.values()) == pytest.approx(1)


SOME_OPTIONS = {"chessgammon-berserker": ("chessgammon", {"berserker_king": True})}
"""Networks for a rulebook with some options alone."""


def shipped_game(file: str) -> TablesGame:
    """The game that a network of the package is for."""
    name = file.removesuffix(network.ENDING)
    return cast(TablesGame, axedrez.load(*SOME_OPTIONS.get(name, (name, {}))))


@pytest.mark.parametrize("name", sorted(network.shipped().values()))
def test_shipped_networks_are_of_their_rules(name: str) -> None:
    rules = {file: hash_ for hash_, file in network.shipped().items()}[name]
    game = shipped_game(name)
    assert network.fingerprint(game.ruleset) == rules
    found = network.player_of(game.ruleset)
    assert found is not None
    assert found.record.training["games"] > 0


@pytest.mark.parametrize("name", sorted(network.shipped().values()))
def test_probabilities_come_from_the_network(name: str) -> None:
    game = shipped_game(name)
    for side in Side.WHITE, Side.BLACK:
        found = outlook(game.start(), side)
        assert sum(found.probabilities.values()) == pytest.approx(1, abs=1e-5)
        assert 0 < found.open <= 1
    white, black = (outlook(game.start(), side).probabilities for side in (Side.WHITE, Side.BLACK))
    for points, share in white.items():
        assert black[-points] == pytest.approx(share, abs=1e-6)
    assert sum(probability for _, probability in ROLLS) == pytest.approx(1)


def test_the_version_is_that_of_the_file_that_plays_options_too() -> None:
    plain, other = (
        cast(TablesGame, axedrez.load("chessgammon", options)).ruleset for options in ({}, {"killer_queen": True})
    )
    assert network.version_of(plain)
    assert network.version_of(other) == network.version_of(plain)
    assert network.version_of(game_named("hyper").ruleset) == ""
