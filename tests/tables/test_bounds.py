"""The memory of a turn: what a sheet may need is proved before it is let in, and given back after large turns."""

from __future__ import annotations

import threading
from itertools import islice
from random import Random
from typing import Any, cast

import pytest

import axedrez
from axedrez import History, NotAllowed, SheetError
from axedrez.library import from_data
from axedrez.messages import LANGUAGES, sentence
from axedrez.tables.compile import bounds
from axedrez.tables.engine import player
from axedrez.tables.kernel import layout
from axedrez.tables.kernel.space import MAX_ROOM, MAX_SUBMOVES, larger_space
from axedrez.tables.position import workspace
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.position import TablesPosition
from tests.tables.boards import bound_of, game_of, option_mix
from tests.tables.comparing import mixed_cases

ABLE = ["plus-one", "minus-one", "twice"]
NAMES = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn", "A": "ace", "C": "cat"}


def alone(letters: str, abilities: list[str], **values: Any) -> dict[str, Any]:
    """Pieces that stand alone, one of each letter; all but the pawns go both ways, and everybody takes everybody."""
    pieces = {
        NAMES[letter]: {
            "letter": letter, "letter_es": letter, "names": {"es": "x", "en": "x"}, "abilities": abilities,
            "backward": letter != "P", "bears_off": letter == "P",
            "captured_by": [NAMES[each] for each in set(letters)], "captured_together_by": [],
            "moves": 0, "moves_on_doubles": 0, "pushes": False, "pace": "pips",
            "entry_pace": "pips", "twice": "either" if "twice" in abilities else "same-direction", **values,
        }
        for letter in sorted(set(letters))
    }  # fmt: skip
    order = "".join(sorted(set(letters)))
    black = "".join(sorted(letters.lower()))
    return {
        "family": "tables", "id": "alone", "names": {"es": "x", "en": "x"}, "letters": order, "pieces": pieces,
        "start": {"position": f"{'/'.join(letters)}/{23 - len(letters)}/{black} - - w -"}, "royal": {"piece": ""},
    }  # fmt: skip


def test_a_sheet_whose_turns_explode_is_refused_in_one_sentence() -> None:
    with pytest.raises(SheetError) as refused:
        from_data(alone("KQRBNPACKQRBNPAC", ABLE))
    [fault] = refused.value.faults
    assert (fault.reason, fault.details["field"]) == ("sheet_tables_turns", "pieces")
    for lang in LANGUAGES:
        assert sentence(refused.value, lang).count("\n") == 0
        assert str(bounds.MAX_STATES) in sentence(refused.value, lang)


@pytest.mark.parametrize(("letters", "count"), [("PPPPPPPPPPPPPPPPP", 17), ("", 0)])
def test_an_army_has_a_place_for_each_piece(letters: str, count: int) -> None:
    sheet = alone("P", [])
    sheet["start"] = {"position": f"{letters or '1'}/22/{letters.lower() or '1'} - - w -".replace("1/22/1", "24")}
    with pytest.raises(SheetError) as refused:
        from_data(sheet)
    assert [(fault.reason, fault.details["value"]) for fault in refused.value.faults] == [
        ("sheet_tables_army", str(count))
    ]


def test_what_is_said_twice_counts_once() -> None:
    """Sets of abilities and of types are sums of bits."""
    twice = {"pieces": {"knight": {"abilities": ["plus-one", "plus-one"], "captured_by": ["pawn", "pawn"]}}}
    once = {"pieces": {"knight": {"abilities": ["plus-one"], "captured_by": ["pawn"]}}}
    games = [
        cast(TablesGame, from_data({"extends": "chessgammon", "id": "twice", **change})) for change in (twice, once)
    ]
    assert games[0].ruleset.compiled.tolist() == games[1].ruleset.compiled.tolist()
    assert bound_of(games[0]) == bound_of(games[1])


def test_shipped_sheets_need_far_less() -> None:
    assert bound_of(cast(TablesGame, axedrez.load("backgammon"))) == 4012
    assert bound_of(cast(TablesGame, axedrez.load("chessgammon"))) == 97_772
    lots = Random(3)
    assert all(bound_of(game_of(option_mix(lots))) < bounds.MAX_STATES // 2 for _ in range(30))


def most_states(game: TablesGame, row: Any, dice: tuple[int, int]) -> int:
    return int(workspace.run(game.ruleset.compiled, game.ruleset.keys, row, *dice).starts[-1])


def test_no_turn_has_more_states_than_its_sheet_is_said_to_have() -> None:
    nearest = 0.0
    for position, dice in islice(mixed_cases(77), 60):
        game = game_of(position.options)
        found = most_states(game, game.parse(position.text()).raw, (max(dice), min(dice)))
        nearest = max(nearest, found / bound_of(game))
    assert 0.1 < nearest <= 1
    # Where every piece has room the bound is nearly met: five pieces that stand apart.
    game = cast(TablesGame, from_data(alone("KQRBP", ABLE)))
    apart = game.parse("8/B/2/K/2/P/2/Q/1/R/3/bkpqr - - w -")
    found = most_states(game, apart.raw, (2, 2))
    assert 0.2 * bound_of(game) < found <= bound_of(game)


def test_the_kernel_and_the_workspace_refuse_more(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(MemoryError):
        larger_space(MAX_ROOM)
    monkeypatch.setattr(workspace, "MAX_ROOM", 4096)
    monkeypatch.setattr(workspace._local, "workspace", workspace.Workspace(4096))
    position = cast(TablesPosition, axedrez.load("chessgammon").start().play("44"))
    with pytest.raises(NotAllowed) as refused:
        position.legal_moves()
    assert refused.value.reason == "tables_turn_too_large"
    assert all(sentence(refused.value, lang) for lang in LANGUAGES)


def test_a_large_workspace_is_given_back() -> None:
    """By every call that may need one, in a thread of its own; one of the usual size is kept."""
    game = cast(TablesGame, from_data(alone("KQRBNPACK", ["plus-one", "minus-one"])))
    position = game.start().play("22")
    rooms: list[int] = []

    def ask() -> None:
        for call in (
            lambda: player.choose(position, History(), level=8),
            position.legal_moves,
            lambda: position.steps(),
        ):
            call()
            kept = getattr(workspace._local, "workspace", None)
            rooms.append(kept.room if kept else 0)

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    assert most_states(game, position.raw, (2, 2)) > workspace.KEPT_ROOM
    assert max(rooms) <= workspace.KEPT_ROOM
    workspace._let_go()


def test_one_die_has_room_for_every_use_of_it() -> None:
    assert MAX_SUBMOVES == layout.MAX_PIECES * 2 * 5


def test_ways_are_found_when_they_are_asked_for() -> None:
    position = cast(TablesPosition, axedrez.load("chessgammon").start().play("33"))
    moves = position.legal_moves()
    # What the workspace is used for meanwhile does not matter.
    cast(TablesPosition, axedrez.load("chessgammon").start().play("65")).legal_moves()
    assert len(moves) > 1000
    assert len({move.text for move in moves}) == len(moves)
    for move in moves[::100]:
        assert position.play(move.text) == position.play_unchecked(move)


def test_each_side_has_one_king() -> None:
    """With two, kings of both sides could share a point with companions of both, which no position text can say."""
    sheet = {"extends": "chessgammon", "id": "two-kings", "names": {"es": "x", "en": "x"}}
    start = axedrez.load("chessgammon").sheet.start.position
    with pytest.raises(SheetError) as refused:
        from_data(sheet | {"start": {"position": start.replace("Q", "K").replace("q", "k")}})
    assert [(each.reason, each.details["value"]) for each in refused.value.faults] == [("sheet_tables_kings", "2")]
