"""The message catalogue: every sentence shown to people, in Spanish and English; the page reads the same files."""

from __future__ import annotations

import json
import unicodedata
from functools import cache
from pathlib import Path

from axedrez.core.errors import AxedrezError, SheetError

LANGUAGES = ("es", "en")
Texts = dict[str, str]
"""A text in each of the `LANGUAGES`."""

MAX_DETAIL_LENGTH = 1000
"""What others have named goes into a sentence up to this length."""

UNSEEN = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp"})
"""Unicode's categories of signs that break a line, turn its direction or cannot be seen."""


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


def say_counted(key: str, count: int, lang: str = "en", /, **details: object) -> str:
    """The message `key` about `{count}` things in `lang`; that about a single one is `key.one`."""
    return say(f"{key}.one" if count == 1 else key, lang, count=count, **details)


def sentence(error: AxedrezError, lang: str = "en") -> str:
    """The message of an error in `lang` (`en` or `es`), with the clause; of a faulty sheet, one line for each fault.

    A detail that the languages word differently is given once for each: `move_es` stands for `move` in Spanish.
    Raises `KeyError` for another language.

    >>> sentence(AxedrezError("rulebook_unknown", name="go", valid="clasico"), "en")
    'There is no rulebook “go”; there are clasico, or the path of a .toml file.'
    """
    if isinstance(error, SheetError):
        return "\n".join(sentence(fault, lang) for fault in error.faults)
    details = {name: _detail(value, lang) for name, value in error.details.items()}
    details |= {name: details[f"{name}_{lang}"] for name in error.details if f"{name}_{lang}" in details}
    text = say(f"error.{error.reason}", lang, **details)
    clause = error.details.get("clause")
    return f"{text} ({clause})" if clause else text


def _detail(value: object, lang: str) -> object:
    """A detail of a refusal as its sentence shows it: a refusal within it in the same language."""
    if isinstance(value, AxedrezError):
        return sentence(value, lang)
    return legible(value) if isinstance(value, str) else value


def legible(text: str, most: int = MAX_DETAIL_LENGTH) -> str:
    """A text of others as a part of one line: what cannot be seen is shown by a sign, what is long is cut."""
    short = text if len(text) <= most else text[: most - 1] + "…"
    if short.isprintable():
        return short
    return "".join(_picture(sign) if unicodedata.category(sign) in UNSEEN else sign for sign in short)


def _picture(sign: str) -> str:
    code = ord(sign)
    return chr(0x2400 + code) if code < 0x20 else "␡" if code == 0x7F else "�"
