"""How a match stands, as it is named on the command line: `--match 7:3-2 --cube 2:white`."""

from __future__ import annotations

import re

from axedrez.core import Game, Side, TextError
from axedrez.core.match_state import MAX_CUBE, MatchState, single_game

_MATCH = re.compile(r"(\d{1,2}):(\d{1,2})-(\d{1,2})", re.ASCII)
_CUBE = re.compile(r"(1|2|4|8|16|32|64)(?::(white|black))?", re.ASCII)


def match_of(
    game: Game, match: str | None, cube: str | None, told: MatchState | None, *, after_crawford: bool
) -> MatchState | None:  # fmt: skip
    """The match that the options name, or else the text of the position (`told`); None: neither.

    `cube` alone is that of a single game. Raises `TextError`.
    """
    if match is None and cube is None:
        if after_crawford:
            raise TextError("cli_match", value="")
        return told
    found = single_game(game.conduct) if match is None else _match(game, match, after_crawford=after_crawford)
    return found if cube is None else _with_cube(found, cube)


def _match(game: Game, text: str, *, after_crawford: bool) -> MatchState:
    found = _MATCH.fullmatch(text)
    length, white, black = (int(number) for number in found.groups()) if found else (0, 0, 0)
    if length < 2 or max(white, black) >= length or (after_crawford and max(white, black) < length - 1):
        raise TextError("cli_match", value=text[:40])
    return MatchState(
        length, (white, black), largest=MAX_CUBE, crawford=game.conduct.crawford, crawford_played=after_crawford
    )  # fmt: skip


def _with_cube(state: MatchState, text: str) -> MatchState:
    found = _CUBE.fullmatch(text)
    if found is None or (found[1] == "1") is not (found[2] is None):
        raise TextError("cli_cube", value=text[:40])
    return state._replace(cube=int(found[1]), owner=Side.from_word(found[2]) if found[2] else None)
