"""Names that mean another piece in some rulebook: the alfil of Shatranj is not the one that the glossary explains."""

from __future__ import annotations

from functools import cache
from typing import Any

from axedrez import library
from axedrez.manual import terms
from axedrez.rulesheet.sheet import family_name


def namesakes(sheet: Any, lang: str) -> frozenset[str]:
    """The terms of the glossary which in this rulebook are the name of a piece with another way of moving.

    Another than that of the piece of this name in the first rulebook of the family, which is the usual one.
    """
    family = family_name(sheet)
    usual = _movements(family, lang)
    return frozenset(
        term for term, movement in _named(sheet, family, lang) if term in usual and movement not in usual[term]
    )


@cache
def _movements(family: str, lang: str) -> dict[str, tuple[str, ...]]:
    """How the pieces move that the terms usually name."""
    found: dict[str, tuple[str, ...]] = {}
    for sheet in map(library.sheet, library.rulebooks()):
        if family_name(sheet) == family:
            for term, movement in _named(sheet, family, lang):
                found[term] = (*found.get(term, ()), movement)
            break
    return found


def _named(sheet: Any, family: str, lang: str) -> list[tuple[str, str]]:
    """The terms that name pieces of a sheet, each with the movement of its piece; those of tables have none."""
    known, found = terms.known(lang, family), []
    for piece in sheet.pieces.values():
        term, movement = known.id_of(piece.names.in_lang(lang)), getattr(piece, "movement", None)
        if term is not None and movement is not None:
            found.append((term, movement))
    return found
