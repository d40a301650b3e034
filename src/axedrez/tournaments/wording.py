"""Places, points and dates as printed sheets say them."""

from __future__ import annotations

import datetime

from axedrez.messages import say
from axedrez.tournaments.points import points_of

IN_WORDS = 10
"""Up to this place there are words for it."""


def place_in_words(place: int, shared: bool, lang: str) -> str:
    """“Primer puesto”; “Puesto 11”."""
    said = say(f"print.place.{place}", lang) if place <= IN_WORDS else say("print.place", lang, place=place)
    return say("print.place.shared", lang, place=said) if shared else said


def points_in_words(tenths: int, lang: str) -> str:
    """“4½ puntos”."""
    return say("print.point" if tenths == 10 else "print.points", lang, points=points_written(tenths, lang))


def points_written(tenths: int, lang: str) -> str:
    """Points as a number: `4½`, or with the sign for decimals of the language."""
    whole, rest = divmod(abs(tenths), 10)
    sign = "−" if tenths < 0 else ""
    if rest == 0:
        return f"{sign}{whole}"
    if rest == 5:
        return f"{sign}{whole or ''}½"
    written = str(abs(points_of(tenths)))
    return sign + (written.replace(".", ",") if lang == "es" else written)


def date_in_words(date: datetime.date, lang: str) -> str:
    """“25 de noviembre de 2026”."""
    return say("print.date", lang, day=date.day, month=say(f"print.month.{date.month}", lang), year=date.year)
