"""What every game keeps, whatever its rules: the letter of `axedrez.core.contract`. Nothing here knows a game."""

from __future__ import annotations

import copy
import gc
import pickle
import types
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

import axedrez
from axedrez import AxedrezError, Game, IllegalMove, Position, Side, TextError, library
from axedrez.core import GridScene, History, Scene, Step
from axedrez.core.contract import after_chance
from axedrez.core.game_record import GameRecord
from axedrez.messages import LANGUAGES, sentence
from tests import sheets
from tests.sheets.playing import choices, random_game, samples

GARBAGE = ["", " ", "x", "e9", "zz11", "e2e4e6", "0000", "\0", "♞", "a" * 1000, "e2 e4", "K" * 41, "--", "1"]


@pytest.fixture(params=sheets.NAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return sheets.load(request.param)


def state_of(position: Position) -> tuple[object, ...]:
    """Everything that a position shows."""
    moves = [str(move) for move in position.legal_moves()]
    return position.text(), position.hash, position.turn, moves, msgspec.json.encode(position.scene(), order="sorted")


def test_a_game_says_what_it_is(game: Game) -> None:
    assert game.name == game.sheet.id
    assert len(game.hash) == 64
    assert int(game.hash, 16)
    assert game.start().game is game
    assert game.start() == game.start()


def test_text_round_trip(game: Game) -> None:
    for position, _, _ in samples(game, seed=1):
        again = game.parse(position.text())
        assert again == position
        assert hash(again) == hash(position)
        assert state_of(again) == state_of(position)


@pytest.mark.parametrize("text", [*GARBAGE, "8/8/8/8/8/8/8/8 w - - 0 1", "-" * 500, "w" * 100])
def test_texts_that_are_no_position(game: Game, text: str) -> None:
    with pytest.raises(TextError) as caught:
        game.parse(text)
    assert all(sentence(caught.value, lang) for lang in LANGUAGES)


def test_positions_are_values(game: Game) -> None:
    """Whatever is asked of a position leaves it as it was."""
    for position, history, move in samples(game, seed=2, every=10):
        before = state_of(position)
        position.outcome(history)
        position.claims(history)
        position.steps()
        position.chance_outcomes()
        position.scene()
        for side in (Side.WHITE, Side.BLACK):
            position.verdict("resignation", side)
        for lang in LANGUAGES:
            for legal in position.legal_moves():
                position.notate(legal, lang)
        if move is not None:
            position.play(move)
        assert state_of(position) == before
    assert copy.copy(position) == position


def test_moves_are_small_values(game: Game) -> None:
    for position, _, _ in samples(game, seed=3, every=10):
        moves = position.legal_moves()
        assert len(set(moves)) == len(moves)
        assert len({str(move) for move in moves}) == len(moves)
        again = game.parse(position.text()).legal_moves()
        assert list(moves) == list(again), "a fixed order"
        assert [hash(move) for move in moves] == [hash(move) for move in again]


def test_equality_and_hash(game: Game) -> None:
    met: dict[Position, str] = {}
    for position, _, _ in samples(game, seed=4, every=1):
        met.setdefault(position, position.text())
        assert met[position] == position.text()
    assert len(set(met.values())) == len(met)
    start = game.start()
    assert start != start.text()  # type: ignore[comparison-overlap]
    assert start is not None
    assert start != sheets.load("chess2d" if game.name != "chess2d" else "clasico").start()


def _some(things: Sequence[Any]) -> Sequence[Any]:
    """At most a few dozen, spread over all of them: a roll of doubles may have thousands of turns."""
    return things[:: len(things) // 40 + 1]


def test_play_agrees_with_play_unchecked_and_with_text(game: Game) -> None:
    for position, _, _ in samples(game, seed=5, every=8):
        for move in _some(choices(position)):
            after = position.play_unchecked(move)
            assert position.play(move) == after
            assert position.play(str(move)) == after
            assert position.parse_move(str(move)) == move


@pytest.mark.parametrize("lang", LANGUAGES)
def test_notation_round_trip(game: Game, lang: str) -> None:
    for position, _, _ in samples(game, seed=6, every=4):
        written = {}
        for move in choices(position):
            text = position.notate(move, lang)
            assert text
            written[text] = move
        for text in _some(list(written)):
            assert position.parse_move(text, lang) == written[text], (text, position)
        assert len(written) == len(choices(position)), "two moves are written alike"


def test_each_legal_move_has_its_own_result(game: Game) -> None:
    for position, _, _ in samples(game, seed=7, every=6):
        results = Counter(position.play_unchecked(move).text() for move in position.legal_moves())
        assert all(count == 1 for count in results.values()), results.most_common(1)


def _pieces(position: Position) -> dict[str, str]:
    """What stands where, by the names that effects use."""
    scene = position.scene()
    if isinstance(scene, GridScene):
        return dict(scene.pieces)
    places = {str(number): letters for number, letters in enumerate(scene.points, 1)}
    places |= {"bar": scene.bar, "off": scene.off}
    return {place: letters for place, letters in places.items() if letters}


def _turns(position: Position, most: int = 120) -> tuple[dict[tuple[str, ...], dict[str, str]], bool]:
    """The turns that `steps` lets one compose, with the pieces that their effects leave; whether these are all."""
    start = _pieces(position)
    found: dict[tuple[str, ...], dict[str, str]] = {}
    open_turns: list[tuple[tuple[str, ...], Any]] = [((), start)]
    visited = 0
    while open_turns and visited < most:
        visited += 1
        prefix, pieces = open_turns.pop()
        steps = position.steps(prefix)
        if steps.confirmable and prefix:
            found[prefix] = pieces
        tokens = [step.token for step in steps.options]
        assert len(set(tokens)) == len(tokens)
        for step in steps.options:
            assert step.effects
            after = dict(pieces)
            for place, before, now in step.effects:
                assert after.get(place, "") == before, (prefix, step)
                after[place] = now
            open_turns.append(((*prefix, step.token), {place: piece for place, piece in after.items() if piece}))
    return found, not open_turns


def test_steps_compose_the_legal_moves_and_their_effects_are_true(game: Game) -> None:
    for position, history, _ in samples(game, seed=8, every=8):
        if position.turn is Side.CHANCE or position.outcome(history):
            continue
        turns, complete = _turns(position)
        results = set()
        for tokens, pieces in turns.items():
            after = position.play(" ".join(tokens))
            results.add(after.text())
            assert _pieces(after) == pieces, tokens
        legal = {position.play_unchecked(move).text() for move in position.legal_moves()}
        assert results <= legal
        if complete and turns:
            assert results == legal


def test_a_move_is_made_of_the_steps_it_has_taken(game: Game) -> None:
    for position, history, _ in samples(game, seed=8, every=8):
        if position.turn is Side.CHANCE or position.outcome(history):
            continue
        for move in _some(position.legal_moves()):
            pieces, taken = _pieces(position), position.taken(move)
            for step in taken:
                for place, before, now in step.effects:
                    assert pieces.get(place, "") == before, (move, step)
                    pieces[place] = now
            after = position.play_unchecked(move)
            assert {place: piece for place, piece in pieces.items() if piece} == _pieces(after), move
            if taken:
                assert position.play(" ".join(step.token for step in taken)) == after


def _lifted(step: Step) -> str:
    """The piece that leaves the step's origin, where several may stand."""
    before, after = next(effect[1:] for effect in step.effects if effect.place == step.origin)
    return "".join((Counter(before) - Counter(after)).elements())


def test_steps_of_labels_choices_and_refusals(game: Game) -> None:
    for position, history, _ in samples(game, seed=9, every=8):
        if position.turn is Side.CHANCE or position.outcome(history):
            continue
        steps = position.steps()
        assert steps.options or steps.confirmable
        told_apart = [(_lifted(step), step.origin, step.target, step.choice) for step in steps.options]
        assert len(set(told_apart)) == len(told_apart), "a page cannot tell two steps apart"
        for step in steps.options:
            if not game.conduct.composed:  # then a step is a whole turn
                move = position.parse_move(step.token)
                assert step.labels == {lang: position.notate(move, lang) for lang in LANGUAGES}
        options = {step.token for step in steps.options}
        for refusal in steps.refused:
            assert refusal.token not in options
            with pytest.raises(IllegalMove) as caught:
                position.steps([refusal.token])
            assert (caught.value.reason, caught.value.clause) == (refusal.reason, refusal.clause)
            assert all(sentence(caught.value, lang) for lang in LANGUAGES)


def _refused(position: Position, text: str) -> AxedrezError:
    before = state_of(position)
    with pytest.raises((IllegalMove, TextError)) as caught:
        position.play(text)
    assert state_of(position) == before
    assert all(sentence(caught.value, lang) for lang in LANGUAGES)
    return caught.value


@pytest.mark.parametrize("text", GARBAGE)
def test_texts_that_are_no_move(game: Game, text: str) -> None:
    _refused(game.start(), text)
    with pytest.raises((IllegalMove, TextError)):
        game.start().steps([text])


def test_moves_of_other_positions_are_refused_with_a_clause(game: Game) -> None:
    known: dict[str, None] = {}
    tested = 0
    for position, history, _ in samples(game, seed=10, every=10):
        if position.turn is Side.CHANCE or position.outcome(history):
            continue
        legal = {str(move) for move in position.legal_moves()}
        for text in known:
            if text not in legal:
                refusal = _refused(position, text)
                if isinstance(refusal, IllegalMove) and game.name in axedrez.rulebooks():
                    assert refusal.clause, text
                    tested += 1
        known.update(dict.fromkeys(legal))
        known = dict.fromkeys(list(known)[-80:])
    assert tested or game.name not in axedrez.rulebooks()


def test_a_foreign_move_is_refused(game: Game) -> None:
    """A move is refused as a value too, not only as a text."""
    start = game.start()
    legal = set(start.legal_moves())
    for position, _, _ in samples(game, seed=11, every=7):
        if position.turn is Side.CHANCE:
            continue
        for move in position.legal_moves():
            if move not in legal and start.turn is not Side.CHANCE:
                with pytest.raises(IllegalMove):
                    start.play(move)
                return
    assert start.turn is Side.CHANCE


def test_chance_is_a_player(game: Game) -> None:
    for position, history, _ in samples(game, seed=12, every=5):
        rolls = position.chance_outcomes()
        if position.turn is Side.CHANCE and not position.outcome(history):
            assert abs(sum(probability for _, probability in rolls) - 1) < 1e-9
            assert all(probability > 0 for _, probability in rolls)
            assert len({roll for roll, _ in rolls}) == len(rolls)
            assert not position.legal_moves() or set(position.legal_moves()) == {roll for roll, _ in rolls}
        else:
            assert list(rolls) == []


def test_after_chance_somebody_moves(game: Game) -> None:
    start = game.start()
    reached = after_chance(start)
    assert reached.turn is not Side.CHANCE
    assert reached.legal_moves()
    assert reached == start or start.turn is Side.CHANCE
    assert after_chance(reached) is reached


def test_play_without_an_end_goes_on(game: Game) -> None:
    """Where nothing has ended there is something to do, and an end leaves nothing to claim."""
    for seed in range(20, 24):
        for position, history, move in random_game(game, seed, 120 if game.conduct.dice else 400):
            ended = position.outcome(history)
            if move is not None:
                assert ended is None
                assert choices(position)
            elif ended:
                assert position.claims(history) == ()
                assert ended.result in ("1-0", "0-1", "1/2-1/2", "*")
                assert ended.reason
                assert ended.clause or game.name not in axedrez.rulebooks()
                assert (ended.winner is Side.WHITE) == (ended.result == "1-0")
                assert (ended.points is None) == (ended.result == "*")


LATE = {"chessgammon": "KQ/RR/BB/NN/16/nn/bb/rr/kq - PPPPPPPPpppppppp w -"}
"""Where random moves from the start would take too long to an end."""


def test_some_random_games_come_to_an_end(game: Game) -> None:
    late = LATE.get(game.name)
    start = game.parse(late) if late else None
    ends = []
    for seed in range(40, 120 if late else 43):
        *_, last = random_game(game, seed, 6 if late else 3000, start)
        ends.append(last.position.outcome(last.history))
        if ends[-1]:
            break
    assert any(ends), "no random game came to an end"


def test_acts_of_the_players(game: Game) -> None:
    start = game.start()
    for side in (Side.WHITE, Side.BLACK):
        lost = start.verdict("resignation", side)
        assert (lost.reason, lost.winner) == ("resignation", side.opponent)
        assert start.verdict("time", side).reason == "time"
        assert start.verdict("left", side)[1:] == ("left", None, start.verdict("time", side).points)
    for act in ("aborted", "no_show", "cap"):
        assert (start.verdict(act).result, start.verdict(act).points) == ("*", None)


def test_a_scene_is_read_back_from_its_json(game: Game) -> None:
    for position, _, _ in samples(game, seed=13, every=10):
        scene = position.scene()
        assert scene == position.scene()
        assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene


def test_ply_counts_the_turns_that_the_text_tells(game: Game) -> None:
    """Even where it is White's turn; a move takes it to the other side's, or is one of several of its turn."""
    for position, _, move in samples(game, seed=15, every=1):
        assert position.ply % 2 == position.side
        assert game.parse(position.text()).ply == position.ply >= 0
        if move is not None:
            after = position.play_unchecked(move)
            passed = 0 if position.turn is Side.CHANCE or after.side is position.side else 1
            assert after.ply in (position.ply + passed, after.side), "counted, or told by the side alone"


def test_hash_is_64_bits(game: Game) -> None:
    for position, _, _ in samples(game, seed=14, every=5):
        assert type(position.hash) is int
        assert 0 <= position.hash < 2**64


def test_repr_is_readable(game: Game) -> None:
    assert game.start().text() in repr(game.start())
    assert game.name in repr(game)


def test_moves_can_be_sent_to_another_process(game: Game) -> None:
    for position, _, _ in samples(game, seed=15, every=40):
        for move in choices(position)[:5]:
            assert pickle.loads(pickle.dumps(move)) == move


def test_games_keep_no_positions(game: Game) -> None:
    """The garbage collector does not look at positions: a game that kept one would stay for ever."""
    family = library.family_of(game)
    moves = [ply.move for ply in random_game(game, seed=16, plies=6) if ply.move is not None]
    axedrez.analyse(GameRecord.from_moves(game.start(), moves), nodes=50, ply=0)
    position = after_chance(game.start())
    family.player().choose(position, History(), level=1, nodes=50)
    for lang in LANGUAGES:
        family.manual().brief(game, lang)
        assert family.manual().rules(game, lang).sections
        assert position.notate(position.legal_moves()[0], lang)
    assert game.derived
    assert not [each for each in _all_that(game) if isinstance(each, type(position))]


def _all_that(root: object) -> list[object]:
    """What can be reached from a thing, without what belongs to the program."""
    known, found = {id(root)}, [root]
    for each in found:
        for other in gc.get_referents(each):
            if id(other) not in known and not isinstance(other, type | types.ModuleType | types.FunctionType):
                known.add(id(other))
                found.append(other)
    return found
