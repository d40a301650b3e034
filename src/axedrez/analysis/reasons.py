"""Reasons why a turn is worse than another, in words (`analysis.equity.Reason`)."""

from __future__ import annotations

from typing import Any

from axedrez.analysis.equity import PieceAt, Reason
from axedrez.core.contract import Game
from axedrez.messages import grammar, say

ROOM = "why"


def reason_text(reason: Reason, game: Game, lang: str) -> str:
    """A reason as a sentence in `lang`; its pieces have the names of the game's sheet.

    Raises `KeyError` for another language.
    """
    kinds = _kinds(game)
    details: dict[str, object] = {}
    for name, value in reason.values.items():
        if name == "pieces" and isinstance(value, tuple):
            total = reason.values.get("played")
            details["pieces"] = grammar.listing([_piece(each, kinds, total, lang) for each in value], lang)
        elif name == "piece":
            kind = kinds[str(value)]
            details |= grammar.forms("piece", kind.names.in_lang(lang), kind.glyph, lang)
        elif name == "places":
            details["places"] = grammar.listing(str(value).split(), lang)
        else:
            details[name] = value
    text = say(f"{ROOM}.{reason.key}", lang, **details)
    return text[:1].upper() + text[1:]


def _kinds(game: Game) -> Any:
    sheet: Any = game.sheet
    return sheet.pieces


def _piece(at: PieceAt, kinds: Any, total: object, lang: str) -> str:
    """`the knight on 13 (15)`: with how many of the rolls, unless all that are told of are its own."""
    kind = kinds[at.piece]
    forms = grammar.forms("piece", kind.names.in_lang(lang), kind.glyph, lang)
    number = "one" if at.count == 1 else "many"
    text = say(f"{ROOM}.piece.{number}", lang, count=at.count, place=at.place, **forms)
    return f"{text} ({at.rolls})" if at.rolls and at.rolls != total else text
