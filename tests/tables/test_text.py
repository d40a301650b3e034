"""Position texts: every reason to refuse one, texts of any kind, and sheets of any kind."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from itertools import islice
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from axedrez import AxedrezError, SheetError, TextError
from axedrez.library import RULEBOOKS, from_data
from axedrez.messages import LANGUAGES, sentence
from axedrez.rulesheet.reading import read_toml
from tests.naive import tables as naive
from tests.naive.tables import BACKGAMMON, CHESSGAMMON
from tests.tables.boards import game_of, results
from tests.tables.comparing import mixed_cases

START = "kqr/4/RPPPP/1/BNP/3/bnppp/BNPPP/3/bnp/1/rpppp/4/KQR - - w Kk"
OVER = "qr/4/R/1/BN/3/bbnn/BN/3/r/1/kpppp/4/QR p KPPPPPPPPppp b -"


def changed(old: str, new: str, text: str = START) -> str:
    assert old in text
    return text.replace(old, new, 1)


REFUSED = {
    "tables_fields": ["", START[:-3], START + " 52 1 1", changed(" - -", "  -"), START + " ", "x" * 500],
    "tables_run": [changed("/4/", "/04/"), changed("/4/", "/2/2/"), changed("/4/", "//"), changed("/4/", "/99/")],
    "tables_points": [changed("/4/", "/3/"), changed("/4/", "/5/"), "23 - - w -"],
    "tables_letter": [changed("kqr", "kqx"), changed("/4/", "/ñ/"), changed(" - -", " ? -"), changed("/1/", "/²/")],
    "tables_order": [changed("kqr", "qkr"), changed("KQR", "QKR"), changed("bnp", "npb")],
    "fen_side": [changed(" w ", " W "), changed(" w ", " x ")],
    "tables_home": [changed("Kk", "kK"), changed("Kk", "KK"), changed("Kk", "x")],
    "tables_dice": [START + " 25", START + " 70", START + " 5", START + " 555", START + " ٣٢"],
    "tables_count": [changed("kqr", "kq"), changed("kqr", "kkqr"), changed("bnp", "bnpp"), changed(" - -", " P -")],
    "tables_enemies": [changed("bnppp/BNPPP", "Bbnppp/NPPP")],
    "tables_companions": ["KQkq/r/3/RPPPP/1/BNP/3/bnppp/BNPPP/3/bnp/1/rpppp/4/R - - w -"],
    "tables_off": [changed("kqr", "kr", changed(" - -", " - q"))],
    "tables_home_king": [changed("kqr", "qr", changed(" - -", " k -")), changed("kqr/4", "qr/k/3")],
    "tables_still": [
        f"{START} {field}" for field in ("52 0", "- 0", "- 01", "52 101", "- 1000", "- -", "- x", "- ²", "- +1")
    ],
    "tables_still_end": [START + " 52 100", OVER + " - 1"],
    "tables_finished_turn": [changed(" b ", " w ", OVER), OVER + " 52"],
}


@pytest.mark.parametrize(("reason", "text"), [(reason, text) for reason, texts in REFUSED.items() for text in texts])
def test_refusals_by_reason(reason: str, text: str) -> None:
    with pytest.raises(TextError) as caught:
        game_of(CHESSGAMMON).parse(text)
    assert caught.value.reason == reason
    assert all(sentence(caught.value, lang) for lang in LANGUAGES)
    if text != f"{OVER} 52":  # the twin reads dice there
        with pytest.raises(ValueError, match=r"."):
            naive.parse(text, CHESSGAMMON)


def test_both_cannot_have_finished() -> None:
    with pytest.raises(TextError) as caught:
        game_of(BACKGAMMON).parse("24 - PPPPPPPPPPPPPPPppppppppppppppp w -")
    assert caught.value.reason == "tables_both_finished"


def test_the_finished_position_itself_is_read() -> None:
    position = game_of(CHESSGAMMON).parse(OVER)
    assert position.is_over()
    assert position.text() == OVER


def test_dice_are_read_and_a_dash_is_not_written() -> None:
    game = game_of(CHESSGAMMON)
    assert game.parse(f"{START} 52").text() == f"{START} 52"
    assert game.parse(f"{START} -").text() == START


@cache
def _known() -> list[str]:
    return [
        START,
        OVER,
        *(position.text() for position, _ in islice(mixed_cases(41), 60) if not position.options.defective_rook),
    ]


def _has_sentences(error: AxedrezError) -> None:
    assert all(sentence(error, lang) for lang in LANGUAGES)


def _agrees_with_the_twin(text: str) -> None:
    """Either both refuse the text or both read it, write it back alike and find the same results."""
    twin: naive.Position | None = None
    with suppress(ValueError):
        twin = naive.parse(text, CHESSGAMMON)
    try:
        position = game_of(CHESSGAMMON).parse(text)
    except TextError as error:
        _has_sentences(error)
        assert twin is None or (naive.winner(twin) and twin.dice), text
        return
    assert twin is not None, text
    assert position.text() == twin.text()
    if not position.is_over():
        assert results(position, (3, 1)) == naive.results(twin, (3, 1))


@settings(max_examples=150)
@given(st.text(alphabet="kqrbnpKQRBNP0123456789/ -wbKk", max_size=120))
def test_any_text(text: str) -> None:
    _agrees_with_the_twin(text)


@settings(max_examples=200)
@given(st.data())
def test_texts_of_positions_changed_in_places(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(_known()))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        until = data.draw(st.integers(at, min(len(text), at + 2)))
        text = text[:at] + data.draw(st.text(alphabet="kqrbnpKQRBNP124/ -w5", max_size=2)) + text[until:]
    _agrees_with_the_twin(text)


SHEET = read_toml((RULEBOOKS / "chessgammon.toml").read_text(encoding="utf-8"), "chessgammon")
VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 30), st.text(max_size=4), st.sampled_from(["queen", "pips", "P", "K"]),
    st.lists(st.sampled_from(["king", "queen", "rook", "pawn", "twice", "plus-one", "x"]), max_size=3),
)  # fmt: skip


@settings(max_examples=150)
@given(
    st.sampled_from(["pieces.king", "pieces.queen", "pieces.rook", "pieces.pawn", "royal", "race", "bar", "options",
                     "start", "match", "scoring"]),
    st.data(),
)  # fmt: skip
@example("race", None)
def test_sheets_of_any_kind_are_refused_or_play(section: str, data: Any) -> None:
    names = section.split(".")
    held: Any = SHEET
    for name in names:
        held = held[name]
    field = data.draw(st.sampled_from(sorted(held))) if data else "exact"
    change: Any = {field: data.draw(VALUES) if data else False}
    for name in reversed(names):
        change = {name: change}
    try:
        game = from_data({"extends": "chessgammon", "id": "fuzzed", **change})
    except (SheetError, TextError) as error:
        _has_sentences(error)
        return
    position = game.start().play("52")
    for _ in range(6):
        assert game.parse(position.text()) == position
        if position.outcome():
            break
        position = position.play_unchecked(position.legal_moves()[-1]).play("31")
