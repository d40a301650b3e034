"""The exercises that ship: legal, proved, of the themes that they name, and solved as they are judged."""

from __future__ import annotations

import random

import pytest

from axedrez import library
from axedrez.analysis.exercise import CUBE_ANSWERS, Rejected
from axedrez.core import AxedrezError, Game
from axedrez.exercises import sets, words
from axedrez.exercises.making import maker_of
from axedrez.exercises.serving import INTERVALS
from axedrez.messages import LANGUAGES, catalogue

RULEBOOKS = (*library.rulebooks(), *library.gallery())
MANY, LEAST, SAMPLE, MOST_BYTES = 1000, 30, 5, 1_000_000
SLOW = ("chessgammon", "backgammon")
"""Rollouts take their time; that they say the same again is tested with one of them."""


def test_there_are_enough_for_every_rulebook() -> None:
    counts = {name: len(sets.read(sets.shipped(name)).exercises) for name in RULEBOOKS}
    assert counts[RULEBOOKS[0]] >= MANY
    assert {name: count for name, count in counts.items() if count < LEAST} == {}
    assert sum(sets.shipped(name).stat().st_size for name in RULEBOOKS) <= MOST_BYTES


@pytest.mark.parametrize("name", RULEBOOKS)
def test_they_are_of_this_sheet_legal_and_in_order(name: str) -> None:
    game, found = library.load(name), sets.read(sets.shipped(name))
    assert found.sheet == game.hash
    assert found.rejected
    assert set(found.rejected) <= {key.removeprefix("exercise.rejected.") for key in catalogue("en")}
    assert len({each.id for each in found.exercises}) == len(found.exercises)
    assert [each.rating for each in found.exercises] == sorted(each.rating for each in found.exercises)
    for each in found.exercises:
        position = game.parse(each.position)
        assert position.text() == each.position
        assert each.themes
        assert each.proof.best > each.proof.second or each.task == "win-in"
        if each.task == "cube":
            assert each.line[0] in CUBE_ANSWERS
            continue
        assert each.proof.method != "rollout" or each.proof.margin > each.proof.half
        solver = position.side
        for number, move in enumerate(each.line):
            last = position.side
            assert number or last == solver
            position = position.play(move)
        assert last == solver
        if each.task == "win-in" and not each.rest:
            assert (end := position.outcome()) is not None
            assert end.winner is solver


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_sample_is_proved_again_and_its_themes_are_seen_again(name: str) -> None:
    game, found = library.load(name), sets.read(sets.shipped(name))
    maker = maker_of(game)
    # Tables of a sheet take their time to be built: one small one is, below.
    proved = [each for each in found.exercises if each.proof.method != "table"]
    sample = random.Random(name).sample(proved, SAMPLE)
    for each in sample:
        assert maker.themes(game, each) == each.themes
        assert all(words.theme_name(theme, lang) for theme in each.themes for lang in LANGUAGES)
        assert all(words.line_text(game, each, lang, whole=True) for lang in LANGUAGES)
    quick = [each for each in sample if each.proof.method == "exhaustive"]
    if name not in SLOW:
        for each in quick[:2] or sample[:1]:
            maker.check(game, each)


def test_a_table_proves_again_what_it_has_proved() -> None:
    game = library.load("los-alamos")
    found = [each for each in sets.read(sets.shipped(game.name)).exercises if each.proof.method == "table"]
    maker = maker_of(game)
    for each in found[:3]:
        maker.check(game, each)
        assert maker.themes(game, each) == each.themes
    assert found


def test_a_rollout_proves_again_what_it_has_proved() -> None:
    game = library.load("backgammon")
    found = [each for each in sets.read(sets.shipped(game.name)).exercises if each.task == "turn"]
    maker_of(game).check(game, found[0])


def a_win(game: Game) -> str:
    found = sets.read(sets.shipped(game.name)).exercises
    return next(each.position for each in found if each.task == "win-in" and each.turns == 2 and len(each.line) == 3)


def test_a_proof_that_does_not_hold_is_refused() -> None:
    """Another solution, or one that is none, is not proved."""
    game = library.load("clasico")
    maker = maker_of(game)
    start = game.start()
    with pytest.raises(Rejected, match="alike"):
        maker.prove(start)
    with pytest.raises(Rejected, match=r"second_solution|won_anyway|few_moves"):
        maker.prove(game.parse("6k1/5ppp/8/8/8/8/R7/R5K1 w - - 0 1"))
    exercise = maker.prove(game.parse(a_win(game)))
    import msgspec

    legal = next(str(move) for move in game.parse(exercise.position).legal_moves() if str(move) != exercise.line[0])
    with pytest.raises(Rejected, match="unstable"):
        maker.check(game, msgspec.structs.replace(exercise, line=(legal, *exercise.line[1:])))


def test_a_move_that_mates_otherwise_is_right_and_another_is_not() -> None:
    """Where the line ends the game, every other end of it is as good; before that only the line is."""
    game = library.load("clasico")
    maker = maker_of(game)
    found = [each for each in sets.read(sets.shipped("clasico")).exercises if each.task == "win-in"]
    for each in found[:40]:
        position = game.parse(each.position)
        for move in position.legal_moves():
            end = position.play(move).outcome()
            right = str(move) == each.line[0] or (end is not None and end.winner is position.side)
            assert maker.is_right(position, each, 0, move) == right


def test_intervals_grow() -> None:
    assert list(INTERVALS) == sorted(set(INTERVALS))


def test_a_damaged_file_is_one_sentence(tmp_path: pytest.TempPathFactory) -> None:
    path = tmp_path / "x.jsonl"  # type: ignore[operator]
    path.write_bytes(b"{}\n")
    with pytest.raises(AxedrezError, match="cannot be read"):
        sets.read(path)
