"""What people write for others to read: nothing in it is hidden, or turns what stands beside it round."""

from __future__ import annotations

import unicodedata

from axedrez.core import AxedrezError

_JOINERS = "\u200c\u200d"
"""They join letters, and pictures, of a text; in a name they would make two that look the same."""

_EMPTY = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters by their category, with nothing to be seen of them."""

_HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def name(text: str) -> str:
    """A name as it is kept. Raises AxedrezError (`hidden_sign`) for signs that are not to be seen."""
    return _visible(text, "").strip()


def line(text: str) -> str:
    """Something said as it is kept. Raises AxedrezError (`hidden_sign`)."""
    return _visible(text, _JOINERS).strip()


def paragraphs(text: str) -> str:
    """The same with lines and tabulators."""
    return _visible(text, _JOINERS + "\n\r\t").strip()


def _visible(text: str, allowed: str) -> str:
    for sign in text:
        if (unicodedata.category(sign) in _HIDDEN or sign in _EMPTY) and sign not in allowed:
            raise AxedrezError("hidden_sign", sign=f"U+{ord(sign):04X}")
    return unicodedata.normalize("NFC", text)
