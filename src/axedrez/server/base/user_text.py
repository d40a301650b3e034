"""Cleaning of user texts: no invisible characters, nothing that changes or covers the surrounding text."""

from __future__ import annotations

import unicodedata

from axedrez.core import AxedrezError

_JOINERS = "\u200c\u200d"
"""Joiners of letters and emoji: fine in texts; in names they would make different ones look the same."""

_EMPTY = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters by their category, but invisible."""

MAX_MARKS = 4
"""So many accents and vowel signs may one letter carry; no language needs more, and piles of them cover other lines."""
_MARKS = ("Mn", "Me")
_HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def name(text: str) -> str:
    """A name as it is stored. Raises AxedrezError: `hidden_sign`, `many_marks`."""
    return _visible(text, "").strip()


def line(text: str) -> str:
    """One line of text as it is stored. Raises AxedrezError like `name`."""
    return _visible(text, _JOINERS).strip()


def paragraphs(text: str) -> str:
    """A text as it is stored; line breaks and tabs are allowed. Raises AxedrezError like `name`."""
    return _visible(text, _JOINERS + "\n\r\t").strip()


def _visible(text: str, allowed: str) -> str:
    for sign in text:
        if (unicodedata.category(sign) in _HIDDEN or sign in _EMPTY) and sign not in allowed:
            raise AxedrezError("hidden_sign", sign=f"U+{ord(sign):04X}")
    text = unicodedata.normalize("NFC", text)
    marks = 0
    for sign in text:
        marks = marks + 1 if unicodedata.category(sign) in _MARKS else 0
        if marks > MAX_MARKS:
            raise AxedrezError("many_marks", limit=MAX_MARKS)
    return text
