"""A game without progress is drawn (G-45): positions, rows of the kernel, files, and computers that play to the end."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path
from typing import cast

import msgspec
import numpy as np
import pytest

import axedrez
from axedrez import History, IllegalMove, SheetError, TextError, gamefiles
from axedrez.core.dice import ROLLS, Roll
from axedrez.core.game_record import GameRecord, Played
from axedrez.library import from_data
from axedrez.rulesheet.writing import to_data
from axedrez.tables import batch, perft
from axedrez.tables.engine import player
from axedrez.tables.kernel import playout
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.position import TablesPosition

pytestmark = pytest.mark.clause("G-45")

LOCKED = "QRBBNPPP/ppp/rbnppp/PPPPP/RN/r/K/12/bn/qpp/3 k - w -"


def read(text: str, **options: object) -> TablesPosition:
    game = axedrez.load("chessgammon", {name.replace("__", "."): value for name, value in options.items()})
    return cast(TablesPosition, game.parse(text))


def test_old_sheets_keep_their_hash_and_never_count() -> None:
    stored = Path(__file__).parents[1] / "rulesheet" / "chessgammon.without-end.json"
    game = cast(TablesGame, from_data(msgspec.json.decode(stored.read_bytes())))
    assert game.hash == "9a12f4181664de0babd2a012ddbbf9b29db7736f39dc7bb94f45d848529dc89f"
    assert game.ruleset.rules.end.no_progress == 0
    # Black cannot play: nothing of it is in the text.
    assert game.parse(LOCKED.replace(" w ", " b ")).play("65").play("pass").text() == LOCKED
    plain = cast(TablesGame, axedrez.load("backgammon"))
    # Its hash has changed with the words of its summary since, and with nothing else.
    words = {"es": "El juego de tablas más conocido.", "en": "The best-known game of tables."}
    assert (
        from_data({**to_data(plain.sheet), "summary": words}).hash
        == "a082a5ad7bc2868a4ea3c677c922def9249a9fbfb7866f6193b4a31a7467e03f"
    )
    assert plain.sheet.end.no_progress == 0


def test_two_computers_play_a_locked_position_to_its_end() -> None:
    lots = random.Random(45)
    position = read(LOCKED)
    counts, turns = [0], 0
    while position.outcome() is None:
        position = position.play(lots.choice(ROLLS)[0])
        position = position.play_unchecked(player.choose(position, History(), level=3, seed=turns))
        counts.append(position.no_progress_count)
        turns += 1
        assert turns < 1500
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.result, outcome.reason, outcome.clause, outcome.points) == (
        "1/2-1/2",
        "no_progress",
        "G-45",
        (0, 0),
    )
    assert outcome.winner is None
    assert all(after in (0, before + 1) for before, after in pairwise(counts))
    assert counts[-1] == 100
    assert position.text().endswith(" - 100")
    assert position.game.parse(position.text()) == position
    assert (position.chance_outcomes(), position.legal_moves(), position.steps().options) == ((), (), ())
    for text in ("52", "pass"):
        with pytest.raises((IllegalMove, TextError)):
            position.play(text)


def test_one_text_for_each_position() -> None:
    for text in (f"{LOCKED} - 1", f"{LOCKED} 52 99", f"{LOCKED} - 100", LOCKED, f"{LOCKED} 52"):
        assert read(text).text() == text
    assert read(f"{LOCKED} -").text() == LOCKED
    for text in (
        f"{LOCKED} - 0",
        f"{LOCKED} 7",
        f"{LOCKED} 52 100",
        f"{LOCKED} - 101",
        f"{LOCKED} - 07",
        f"{LOCKED} - -",
    ):
        with pytest.raises(TextError):
            read(text)
    with pytest.raises(TextError) as caught:
        read(f"{LOCKED} - 1", end__no_progress=0)
    assert caught.value.reason == "tables_no_still"


def test_positions_that_differ_in_still_alone_have_one_hash_and_are_not_equal() -> None:
    one, other = read(f"{LOCKED} - 3"), read(f"{LOCKED} - 4")
    assert one.hash == other.hash == read(LOCKED).hash
    assert one != other
    assert one == read(f"{LOCKED} - 3")
    assert (
        player.choose(one.play("21"), History(), level=8).text
        == player.choose(other.play("21"), History(), level=8).text
    )


@pytest.mark.parametrize("value", [-1, 501, "x", 0.5])
def test_the_option_has_bounds(value: object) -> None:
    with pytest.raises(SheetError):
        axedrez.load("chessgammon", {"end.no_progress": value})
    assert read(f"{LOCKED} - 1000", end__no_progress=500).is_over()


def test_rows_of_the_batch_count_as_positions_do() -> None:
    lots = random.Random(7)
    seen: set[int] = set()
    for name, options in (("chessgammon", {}), ("backgammon", {"end.no_progress": 2})):
        position = cast(TablesPosition, axedrez.load(name, options).start())
        for _ in range(60):
            rolls = [Roll(*sorted((lots.randint(1, 6), lots.randint(1, 6)), reverse=True)) for _ in range(2)]
            found = batch.results([position], rolls)[0]
            for roll, after in zip(rolls, found, strict=True):
                rolled = position.play(roll)
                expected = {rolled.play_unchecked(move) for move in rolled.legal_moves()}
                assert expected == set(after)
                assert {each.text() for each in expected} == {each.text() for each in after}
                seen |= {each.no_progress_count for each in after}
            position = min(lots.choices(found[0], k=3), key=lambda each: -each.no_progress_count)
            if position.is_over():
                position = cast(TablesPosition, axedrez.load(name, options).start())
    assert {0, 1, 2, 3} <= seen


def test_paths_and_random_games_end_where_the_count_does() -> None:
    shut = "18/pp/pp/pp/pp/pp/ppppp P PPPPPPPPPPPPPP w -"
    game = axedrez.load("backgammon", {"end.no_progress": 1})
    # White is shut out; Black, who bears off, is not. A turn of White's is lost, and only that.
    assert perft.paths(cast(TablesPosition, game.parse(shut)), 1) == 21
    drawn = cast(TablesPosition, game.parse(f"{shut} - 2"))
    assert perft.paths(drawn, 3) == 0
    locked = read(f"{LOCKED} - 99")
    rolled = [locked.play(roll) for roll, _ in ROLLS]
    going_on = [each for at in rolled for move in at.legal_moves() if not (each := at.play_unchecked(move)).is_over()]
    assert perft.paths(locked, 1) == sum(len(at.legal_moves()) for at in rolled)
    assert perft.paths(locked, 2) == sum(perft.paths(each, 1) for each in going_on)
    rules = locked.ruleset
    found = playout.playouts(rules.compiled, rules.keys, read(f"{LOCKED} - 100").raw, 0, 0, 5, np.uint64(1), 50)
    assert (found[playout.DRAWN], found[playout.TURNS], found.sum()) == (5, 0, 5)
    found = playout.playouts(rules.compiled, rules.keys, read(LOCKED).raw, 0, 0, 5, np.uint64(1), 20_000)
    assert found[playout.UNFINISHED] == 0


def test_a_drawn_game_goes_round_through_our_text_files() -> None:
    position = start = read(f"{LOCKED} - 98")
    entries = []
    lots = random.Random(2)
    while position.outcome() is None:
        roll = lots.choice(ROLLS)[0]
        rolled = position.play(roll)
        move = next(move for move in rolled.legal_moves() if rolled.play_unchecked(move).no_progress_count)
        entries.append(Played(position.side, move, str(roll)))
        position = rolled.play_unchecked(move)
    text = gamefiles.write([GameRecord(start, tuple(entries), position.outcome(), {})], "text")
    assert text.splitlines()[-1] == "1/2-1/2 no_progress"
    assert f'[Position "{start.text()}"]' in text
    [again] = gamefiles.GameFile(text)
    assert isinstance(again, GameRecord)
    assert again.outcome == position.outcome()
    assert again.last() == position


@pytest.mark.clause("G-25")
def test_a_lone_rook_before_each_king_locks_the_game_unless_an_option_opens_it() -> None:
    """Neither king may enter the rook's point, pawns have passed it, nobody else takes it: only its owner opens it."""
    both = "kq/R/R/BPP/BNNPPP/PPP/12/bpp/nnppp/bppp/r/r/KQ - - {} -"
    stirred: dict[str, int] = {}
    for option in ("", "king_pushes_lone_rook", "rook_capture"):
        options: dict[str, object] = (
            {option: "non-pawn-or-two-pawns" if option == "rook_capture" else True} if option else {}
        )
        freed = 0
        for side, king, rook in (("w", "KQ", "r"), ("b", "kq", "R")):
            position = read(both.format(side), **options)
            rolls = batch.results([position], [roll for roll, _ in ROLLS])[0]
            for after in (result for results in rolls for result in results):
                text = after.text().split(" ")
                far = text[0].split("/")[-1 if side == "w" else 0]
                freed += king[0] not in far or rook in text[1]
        stirred[option] = freed
    assert stirred[""] == 0
    assert stirred["king_pushes_lone_rook"] > 0
    assert stirred["rook_capture"] > 0
