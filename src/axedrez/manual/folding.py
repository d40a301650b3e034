"""Texts without accents and capitals, sign by sign, so that places in them stay what they are."""

from __future__ import annotations

import unicodedata
from functools import lru_cache


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """The text in small letters without accents, of the same length: `Alfil al Paso, dió` → `alfil al paso, dio`."""
    return "".join(unicodedata.normalize("NFD", sign)[0].lower()[0] for sign in text)
