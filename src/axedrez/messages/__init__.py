"""The message catalogue: every sentence shown to people, in Spanish and English; the page reads the same files."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from axedrez.core.errors import AxedrezError, SheetError

LANGUAGES = ("es", "en")


@cache
def catalogue(lang: str) -> dict[str, str]:
    """All messages of a language: key → text with `{placeholders}`. Raises KeyError for an unknown language."""
    if lang not in LANGUAGES:
        raise KeyError(lang)
    path = Path(__file__).with_name(f"{lang}.json")
    return dict(json.loads(path.read_text(encoding="utf-8")))


def say(key: str, lang: str = "en", /, **details: object) -> str:
    """The message `key` in `lang` with its placeholders filled in."""
    return catalogue(lang)[key].format(**details)


def sentence(error: AxedrezError, lang: str = "en") -> str:
    """A refusal in one sentence for people; a faulty sheet gives one line for each fault."""
    if isinstance(error, SheetError):
        return "\n".join(sentence(fault, lang) for fault in error.faults)
    text = say(f"error.{error.reason}", lang, **error.details)
    clause = error.details.get("clause")
    return f"{text} ({clause})" if clause else text
