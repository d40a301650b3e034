"""Faulty sheets: every fault is named with field, value and what is valid; nothing else ever comes out."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import axedrez
from axedrez import AxedrezError, SheetError, TextError
from axedrez.library import RULEBOOKS, from_data
from axedrez.messages import LANGUAGES, sentence
from axedrez.rulesheet.reading import read_toml, resolve

CHESS = ("clasico", "reglamento", "chess2d", "tradicional")
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"
PIECE = {"letter": "X", "names": {"es": "x", "en": "x"}, "movement": "N"}


def faults(changes: dict[str, Any], parent: str = "clasico") -> dict[str, TextError]:
    """The faults of a changed sheet by field."""
    with pytest.raises(SheetError) as caught:
        from_data({"extends": parent, "id": "child", **changes})
    for lang in LANGUAGES:
        assert len(sentence(caught.value, lang).splitlines()) == len(caught.value.faults)
    return {str(fault.details.get("field")): fault for fault in caught.value.faults}


@pytest.mark.parametrize(
    ("changes", "field", "value", "valid"),
    [
        ({"goal": {"stalemate": "maybe"}}, "goal.stalemate", '"maybe"', "draw"),
        ({"draws": {"repetition": {"count": 1}}}, "draws.repetition.count", "1", "2..10"),
        ({"draws": {"move_limit": {"moves": "50"}}}, "draws.move_limit.moves", '"50"', "1..1000"),
        ({"draws": {"agreement": "no"}}, "draws.agreement", '"no"', "true | false"),
        ({"board": {"files": 9}}, "board.files", "9", "3..8"),
        ({"board": {"holes": ["z9"]}}, "board.holes", '["z9"]', "["),
        ({"turn": {"moves": 3}}, "turn.moves", "3", "progressive"),
        ({"castling": {"mode": "short"}}, "castling.mode", '"short"', "classic"),
        ({"schema": 99}, "schema", "99", "1"),
        ({"id": "No id"}, "id", '"No id"', "small letters"),
        ({"names": "x"}, "names", '"x"', "es, en"),
        ({"colour": "red"}, "colour", '"red"', "pieces"),
        ({"goal": {"winner": "red"}}, "goal.winner", '"red"', "stalemate"),
        ({"pieces": {"x": {"letter": "X"}}}, "pieces.x.movement", "null", ""),
        ({"pieces": {"x": {**PIECE, "letter": "x"}}}, "pieces.x.letter", '"x"', "A to Z"),
        ({"pieces": {"x": {**PIECE, "letter": "Q"}}}, "pieces.x.letter", '"Q"', "queen"),
        ({"pieces": {"x": {**PIECE, "letter_es": "D"}}}, "pieces.x.letter_es", '"D"', "queen"),
        ({"pieces": {"x": {**PIECE, "movement": "Y"}}}, "pieces.x.movement", '"Y"', "N"),
        ({"pieces": {"x": {**PIECE, "movement": "iN"}}}, "pieces.x.movement", '"iN"', "N"),
        ({"pieces": {"x": {**PIECE, "movement": "pN"}}}, "pieces.x.movement", '"pN"', "N"),
        ({"pieces": {"Not an id": PIECE}}, "pieces.Not an id", '"Not an id"', "small letters"),
        ({"pieces": {"pawn": {"movement": "W"}}}, "pieces.pawn.movement", '"W"', "fmWfcF"),
        ({"royal": {"pieces": ["emperor"]}}, "royal.pieces", '["emperor"]', "king"),
        ({"royal": {"pieces": ["pawn"]}}, "royal.pieces", '["pawn"]', "pawn"),
        ({"royal": {"pieces": []}, "castling": {"mode": "off"}}, "royal.pieces", "[]", "parry"),
        ({"royal": {"give_check": False}}, "goal.win", '"checkmate"', "give_check"),
        ({"royal": {"parry": False}}, "goal.win", '"checkmate"', "parry"),
        ({"goal": {"win": []}}, "goal.win", "[]", "checkmate"),
        ({"goal": {"win": ["checks", "checks"]}}, "goal.win", '["checks","checks"]', "checks"),
        ({"goal": {"win": ["capture-royal"]}}, "goal.win", '"capture-royal"', "parry"),
        ({"goal": {"win": ["royal-reaches"]}}, "goal.win", '"royal-reaches"', "region"),
        ({"goal": {"win": ["piece-reaches"]}}, "goal.win", '"piece-reaches"', "runners"),
        ({"goal": {"win": ["extinction"]}}, "goal.win", '["extinction"]', "sheet_no_win"),
        ({"goal": {"win": ["lose-all"]}}, "goal.win", '"lose-all"', "parry"),
        ({"goal": {"extinct": ["wazir"]}}, "goal.extinct", '["wazir"]', "queen"),
        ({"capture": {"blast_proof": ["nobody"]}}, "capture.blast_proof", '["nobody"]', "queen"),
        ({"castling": {"mode": "off", "partner": "nobody"}}, "castling.partner", '"nobody"', "rook"),
        ({"castling": {"files": ["h", "a"]}}, "castling.files", '["h","a"]', "a"),
        ({"goal": {"last_move": True}, "turn": {"moves": 2}}, "goal.last_move", "true", "turn.moves"),
        (
            {"goal": {"last_move": True, "last_move_only_to_level": True}},
            "goal.last_move_only_to_level",
            "true",
            'castling.mode = "off"',
        ),
        ({"goal": {"region": ["h9"]}}, "goal.region", '["h9"]', "a square"),
        ({"dice": {"mode": "kinds"}}, "dice.mode", '"kinds"', "faces"),
        ({"dice": {"mode": "kinds", "faces": ["pawn"]}}, "dice.faces", '["pawn"]', "6"),
        ({"dice": {"mode": "kinds", "faces": ["pawn"] * 6}}, "dice.mode", '"kinds"', "parry"),
        ({"capture": {"explosion": True}}, "capture.explosion", "true", "capture-royal"),
        ({"capture": {"explosion": True, "own": True}}, "capture.explosion", "true", ""),
        ({"capture": {"hand": True}, "promotion": {"rook": {"into": ["queen"], "optional": True}}}, "capture.hand",
         "true", "demotes"),
        ({"capture": {"no_drop_ranks": {"pawn": [1, 8]}}, "board": {"ranks": 7}}, "capture.no_drop_ranks.pawn",
         "[1,8]", "1..7"),
        ({"castling": {"mode": "960", "files": ["g", "c"]}}, "castling.files", '["g","c"]', "a"),
        ({"castling": {"partner": "king"}}, "castling.partner", '"king"', "royal"),
        ({"start": {"setup": True}, "castling": {"mode": "off"}}, "start.setup", "true", "["),
        ({"start": {"shuffle": "chess960"}, "pieces": {"bishop": {"movement": "BW"}}}, "start.shuffle",
         '"chess960"', "2 B"),
        ({"start": {"shuffle": "free", "fen": "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1"}}, "start.shuffle",
         '"free"', "none"),
        ({"turn": {"moves": "progressive"}, "start": {"fen": START.replace(" w ", " b ")}}, "turn.moves",
         '"progressive"', " w"),
        ({"pawn": {"en_passant_ranks": [3]}}, "pawn.en_passant_ranks", "[3]", "double_step_ranks"),
        ({"promotion": {"pawn": {"ranks": [7]}}}, "promotion.pawn.ranks", "[7]", "8"),
        ({"pawn": {"piece": "peon"}}, "pawn.piece", '"peon"', "pawn"),
        ({"pawn": {"double_step_ranks": [7]}}, "pawn.double_step_ranks", "7", "1..6"),
        ({"castling": {"partner": "tower"}}, "castling.partner", '"tower"', "rook"),
        ({"promotion": {"pawn": {"into": []}}}, "promotion.pawn.into", "[]", "queen"),
        ({"promotion": {"pawn": {"into": ["king"]}}}, "promotion.pawn.into", '["king"]', "queen"),
        ({"promotion": {"pawn": {"into": ["queen", "queen"]}}}, "promotion.pawn.into", '["queen","queen"]', "queen"),
        ({"promotion": {"pawn": {"optional": True}}}, "promotion.pawn.optional", "true", "false"),
        ({"promotion": {"pawn": False}}, "promotion.pawn", "null", "into"),
        ({"promotion": {"king": {"into": ["queen"], "optional": True}}}, "promotion.king", '"king"', "queen"),
        ({"promotion": {"rook": {"into": ["queen"], "optional": True, "without": "x"}}}, "promotion.rook.without",
         '"x"', "queen"),
        ({"board": {"holes": ["h8"], "files": 6}}, "board.holes", '"h8"', "a1..f8"),
        ({"start": {"fen": "nothing"}}, "start.fen", '"nothing"', "8x8"),
        ({"start": {"fen": "4k3/8/8/8/8/8/8/9 w - - 0 1"}}, "start.fen", '"4k3/8/8/8/8/8/8/9 w - - 0 1"', "8x8"),
        ({"start": {"fen": "4k3/8/8/8/8/8/8/8 w - - 0 1"}}, "goal.win", '["checkmate"]', "sheet_no_win"),
        ({"start": {"fen": "4k3/8/8/8/8/8/8/4K2Q w K - 0 1"}}, "start.fen", '"4k3/8/8/8/8/8/8/4K2Q w K - 0 1"', "8x8"),
        ({"start": {"fen": "4k3/8/8/8/8/8/8/RK6 w Q - 0 1"}}, "castling.mode", '"classic"', "off"),
        ({"start": {"fen": "4k3/8/8/8/8/8/8/6KR w K - 0 1"}}, "castling.mode", '"classic"', "off"),
        ({"scoring": {"win": float("nan")}}, "scoring.win", "null", "1000"),
        ({"family": "cards"}, "family", '"cards"', "chess"),
        ({"family": None}, "family", "null", "chess"),
    ],
)  # fmt: skip
def test_a_fault_is_named_with_field_value_and_what_is_valid(
    changes: dict[str, Any], field: str, value: str, valid: str
) -> None:
    found = faults(changes)
    assert field in found
    assert found[field].details["value"] == value
    assert valid in str(found[field].details["valid"])
    assert field in sentence(found[field], "es")
    assert field in sentence(found[field], "en")


def test_all_faults_at_once() -> None:
    found = faults(
        {
            "goal": {"stalemate": "maybe", "win": ["money"]},
            "board": {"files": 0, "ranks": 99},
            "draws": {"repetition": {"count": "x", "mode": "?"}},
            "pieces": {"queen": {"value": -1, "colour": 1}},
            "what": 1,
        }
    )
    assert set(found) == {
        "goal.stalemate", "goal.win", "board.files", "board.ranks", "draws.repetition.count",
        "draws.repetition.mode", "pieces.queen.value", "pieces.queen.colour", "what",
    }  # fmt: skip


def test_all_contradictions_at_once() -> None:
    found = faults(
        {
            "royal": {"pieces": ["emperor"]},
            "castling": {"partner": "tower"},
            "pieces": {"bishop": {"letter": "R"}},
            "pawn": {"double_step_ranks": [8]},
        }
    )
    assert set(found) >= {"royal.pieces", "castling.partner", "pieces.bishop.letter", "pawn.double_step_ranks"}


def test_missing_fields() -> None:
    found = faults_of({"family": "chess"})
    assert {"id", "names", "start", "pieces"} <= set(found)


def faults_of(data: dict[str, Any]) -> list[str]:
    with pytest.raises(SheetError) as caught:
        from_data(data)
    return [str(fault.details["field"]) for fault in caught.value.faults]


def test_faults_are_short_however_long_the_sheet() -> None:
    (fault,) = faults({"clauses": {"x" * 5000: "C-1"}}).values()
    assert len(sentence(fault)) < 400


@pytest.mark.parametrize("text", ["a." * 9 + "b = 1", "pieces." + "a." * 9 + "b = 1", "x = " + "[" * 9 + "]" * 9])
def test_nesting_is_a_fault(text: str) -> None:
    """What is nested deeper is not even read (test_limits.py)."""
    assert faults(read_toml(text, "deep"))


# Whatever a sheet holds, it is a game or a refusal.

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-10, 70)
    | st.integers()
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(
        ["queen", "king", "rook", "pawn", "knight", "", "N", "DD", "NN", "WF", "RN", "off", "claim", "classic", "a1"]
    )
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


def _paths(data: object, prefix: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    found = [prefix] if prefix else []
    if isinstance(data, dict):
        for key, value in data.items():
            found += _paths(value, (*prefix, key))
    return found


def _shipped(name: str) -> dict[str, Any]:
    return read_toml((RULEBOOKS / f"{name}.toml").read_text(encoding="utf-8"), name)


FULL = {name: resolve(_shipped(name), _shipped) for name in CHESS}
PLACES = sorted(set(_paths(FULL["tradicional"])))


def _attempt(data: dict[str, Any]) -> None:
    game, refusal = None, None
    try:
        game = from_data(data)
    except AxedrezError as error:
        refusal = error
    if refusal or not game:
        assert refusal
        assert all(sentence(refusal, lang) for lang in LANGUAGES)
        return
    position = game.start()
    assert game.parse(position.text()) == position
    for move in position.legal_moves()[:3]:
        assert game.parse(position.play(move).text()) == position.play(move)
    msgspec.json.encode(game.sheet)


@settings(max_examples=120)
@given(st.lists(st.tuples(st.sampled_from(PLACES), VALUES), min_size=1, max_size=3), st.sampled_from(CHESS))
@example([(("start", "fen"), "4k3/8/8/8/8/8/8/RK6 w Q - 0 1")], "clasico")
@example([(("pieces", "knight", "movement"), "DD")], "clasico")
def test_sheets_with_values_of_any_kind(changes: list[tuple[tuple[str, ...], object]], parent: str) -> None:
    data = msgspec.json.decode(msgspec.json.encode(FULL[parent]))
    for path, value in changes:
        table = data
        for part in path[:-1]:
            table = table.setdefault(part, {})
            if not isinstance(table, dict):
                break
        else:
            table[path[-1]] = value
    _attempt(data)


@settings(max_examples=120)
@given(st.dictionaries(st.sampled_from([place[0] for place in PLACES]) | st.text(max_size=6), VALUES, max_size=4))
def test_children_with_tables_of_any_kind(changes: dict[str, Any]) -> None:
    _attempt({"extends": "tradicional", "id": "child", **changes})


FEN_PARTS = st.sampled_from(
    ["4k3/8/8/8/8/8/8/4K3", "k6r/8/8/8/8/8/8/RK5R", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "8/8/8/8/8/8/8/8",
     "7k/8/8/8/8/8/8/6KR", "rk5r/8/8/8/8/8/8/RK6", "9", "", "K7/8/8/8/8/8/8/kkkkkkkk"]
)  # fmt: skip


@settings(max_examples=120)
@given(
    st.builds(
        " ".join,
        st.tuples(
            FEN_PARTS,
            st.sampled_from("wbx"),
            st.sampled_from(["-", "KQkq", "K", "Q", "kq", "A"]),
            st.sampled_from(["-", "e3", "e9"]),
            st.sampled_from(["0", "99", "-1", "99999"]),
            st.sampled_from(["1", "0", "x"]),
        ),
    ),
    st.lists(st.sampled_from(["a1", "c1", "d1", "g1", "e1", "e4", "f1", "h8"]), max_size=3),
)
def test_start_positions_of_any_kind(fen: str, holes: list[str]) -> None:
    _attempt({"extends": "clasico", "id": "child", "start": {"fen": fen}, "board": {"holes": holes}})


def _text_of(name: str) -> str:
    return (RULEBOOKS / f"{name}.toml").read_text(encoding="utf-8")


@settings(max_examples=100)
@given(st.sampled_from(axedrez.rulebooks()), st.data())
def test_texts_cut_and_patched(name: str, data: st.DataObject) -> None:
    text = _text_of(name)
    at = data.draw(st.integers(0, len(text)))
    to = data.draw(st.integers(at, min(len(text), at + 30)))
    patched = text[:at] + data.draw(st.text(max_size=5)) + text[to:]
    with suppress(TextError):
        _attempt(read_toml(patched, "patched"))
