"""Explanations of rule effects in a turn, in sentences that name the pieces and their owners."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from axedrez.core import Game, Side, Step, Told
from axedrez.match import Players
from axedrez.messages import LANGUAGES, Texts, grammar, say
from axedrez.server.base.caches import cached_by_game

Owners = tuple[str, str]
COLOURS: Owners = (Side.WHITE.word, Side.BLACK.word)


class ToldView(msgspec.Struct, frozen=True):
    """A rule effect of a step, in both languages, and the clause."""

    text: Texts
    clause: str | None


def owners(players: Players) -> Owners:
    """How White's and Black's pieces are called: by their owners if one of them is a computer, else by colour."""
    kinds = (players.white.kind, players.black.kind)
    if len(set(kinds)) == 1:
        return COLOURS
    white, black = ("computer" if kind == "computer" else "you" for kind in kinds)
    return white, black


def explanations(game: Game, steps: Sequence[Step], whose: Owners = COLOURS) -> list[ToldView]:
    """The rule effects of the steps, one sentence for each."""
    return [
        ToldView({lang: _sentence(game, item, whose, lang) for lang in LANGUAGES}, item.clause)
        for step in steps
        for item in step.told
    ]


def _sentence(game: Game, item: Told, whose: Owners, lang: str) -> str:
    pieces = {
        name: owned(game, letters, whose[0 if letters.isupper() else 1], lang)
        for name, letters in item.pieces.items()
        if letters
    }
    text = say(f"told.{item.act}", lang, **pieces, **item.places)
    return text[:1].upper() + text[1:]


@cached_by_game(4096, lambda game, *_: game)
def owned(game: Game, letters: str, owner: str, lang: str) -> str:
    """Pieces as somebody's: `your rook`; see `grammar.owned`."""
    kinds = {kind.letter: kind for kind in game.sheet.pieces.values()}
    return grammar.owned(letters, kinds, owner, lang)
