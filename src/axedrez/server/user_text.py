"""Cleaning of user texts: no invisible characters, nothing that changes the direction of the surrounding text."""

from __future__ import annotations

import unicodedata

from axedrez.core import AxedrezError

_JOINERS = "\u200c\u200d"
"""Joiners of letters and emoji: fine in texts; in names they would make different ones look the same."""

_EMPTY = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters by their category, but invisible."""

_HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def name(text: str) -> str:
    """A name as it is stored. Raises AxedrezError (`hidden_sign`) for invisible characters."""
    return _visible(text, "").strip()


def line(text: str) -> str:
    """One line of text as it is stored. Raises AxedrezError (`hidden_sign`)."""
    return _visible(text, _JOINERS).strip()


def paragraphs(text: str) -> str:
    """A text as it is stored; line breaks and tabs are allowed. Raises AxedrezError (`hidden_sign`)."""
    return _visible(text, _JOINERS + "\n\r\t").strip()


def _visible(text: str, allowed: str) -> str:
    for sign in text:
        if (unicodedata.category(sign) in _HIDDEN or sign in _EMPTY) and sign not in allowed:
            raise AxedrezError("hidden_sign", sign=f"U+{ord(sign):04X}")
    return unicodedata.normalize("NFC", text)
