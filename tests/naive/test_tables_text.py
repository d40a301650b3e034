"""The text of a tables position: read and written alike, and every fault refused by its name.

These tests prove the twin, not the kernel, and so carry no clause markers.
"""

from __future__ import annotations

import pytest

from tests.naive.tables import BACKGAMMON, CHESSGAMMON, Options, parse

START = "kqr/4/RPPPP/1/BNP/3/bnppp/BNPPP/3/bnp/1/rpppp/4/KQR - - w Kk"


@pytest.mark.parametrize(
    "text",
    [
        START,
        START + " 52",
        START.replace(" w ", " b ") + " 66",
        START.replace("Kk", "-"),
        "5/RPPPP/1/BNP/3/Kkbnppp/BNPPP/3/bnp/1/rpppp/4/R Qqr - b -",
        "KRRPPPP/4/QBBNN/12/qrrbbnn/4/kp - PPPPppppppp w -",
    ],
)
def test_a_position_is_written_as_it_was_read(text: str) -> None:
    assert parse(text, CHESSGAMMON).text() == text


def test_dice_not_rolled_are_written_as_no_field() -> None:
    assert parse(START + " -", CHESSGAMMON).text() == START


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (" w Kk", " w", "fields"),
        (" w Kk", " w Kk 52 x", "still"),
        (" - - ", " -  - ", "off"),
        (" w ", " x ", "turn"),
        ("Kk", "kK", "home"),
        ("Kk", "", "home"),
        (" Kk", " Kk 25", "dice"),
        (" Kk", " Kk 70", "dice"),
        ("/4/KQR", "/3/KQR", "points"),
        ("/4/KQR", "/4/KQR/1", "points"),
        ("/4/KQR", "/2/2/KQR", "empty-run"),
        ("/4/KQR", "/04/KQR", "empty-run"),
        ("/4/KQR", "//KQR", "empty-run"),
        ("/4/KQR", "/4/KXR", "letters"),
        ("/4/KQR", "/4/QKR", "order"),
        ("/KQR - ", "/QR kK ", "order"),
        ("/KQR - - ", "/QR X - ", "bar"),
        ("/KQR - - ", "/KQR - X ", "off"),
        ("/4/KQR", "/4/KQ", "count"),
        ("/4/KQR", "/4/KKQR", "count"),
        ("/4/KQR", "/4/KQRR", "count"),
        ("/KQR - - ", "/KR - Q ", "off-piece"),
        ("/1/rpppp/4/KQR", "/1/rppp/4/KQRp", "enemies"),
        ("/BNPPP/", "/BNPPPk/", "count"),
        ("/KQR - - w Kk", "/QR K - w Kk", "home-king"),
    ],
)
def test_what_is_no_position_is_refused_by_name(old: str, new: str, reason: str) -> None:
    assert START.count(old) == 1
    with pytest.raises(ValueError, match=f"^{reason}$"):
        parse(START.replace(old, new), CHESSGAMMON)


def test_companions_of_both_colours_are_refused() -> None:
    text = "5/RPPPP/1/BNP/3/bnppp/BNPPP/3/bnp/1/rpppp/4/KQRkqr - - w K"
    with pytest.raises(ValueError, match=r"^companions$"):
        parse(text, CHESSGAMMON)


def test_two_finished_sides_or_a_winner_to_move_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^finished$"):
        parse("24 - PPPPPPPPPPPPPPPppppppppppppppp w -", BACKGAMMON)
    with pytest.raises(ValueError, match=r"^turn$"):
        parse("23/p - PPPPPPPPPPPPPPPpppppppppppppp w -", BACKGAMMON)


def test_the_army_belongs_to_the_options() -> None:
    with pytest.raises(ValueError, match=r"^count$"):
        parse(START, Options(defective_rook=True))
    with pytest.raises(ValueError, match=r"^count$"):
        parse(START, BACKGAMMON)
