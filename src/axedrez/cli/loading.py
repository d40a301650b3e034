"""Rulebooks, positions and files named on the command line."""

from __future__ import annotations

from collections.abc import Sequence

from axedrez import library
from axedrez.cli.failures import tell
from axedrez.core import AxedrezError, Game, Position, Side, TextError
from axedrez.core.dice import Roll
from axedrez.core.match_state import MatchState
from axedrez.messages import sentence

MAX_BYTES = 32 * 1024 * 1024


def load(rulebook: str, options: Sequence[str] | None) -> Game:
    """The game of a shipped name or a path, with `path=value` options. Raises `AxedrezError`."""
    chosen: dict[str, str] = {}
    for option in options or ():
        name, sign, value = option.partition("=")
        if not sign or not name:
            raise TextError("cli_option", value=option[:80])
        chosen[name.strip()] = value.strip()
    return library.load(rulebook, chosen)


def stand(game: Game, text: str | None, lang: str) -> Position:
    """The position of a text, or the start. What was passed over is an error line each. Raises `TextError`."""
    return stand_in_match(game, text, lang)[0]


def stand_in_match(game: Game, text: str | None, lang: str) -> tuple[Position, MatchState | None]:
    """The same, and how its match stands where the text is an id that says so."""
    if text is None:
        return game.start(), None
    position, match, passed = game.read(text)
    for note in passed:
        tell(sentence(note, lang))
    return position, match


def rolled(position: Position, dice: str | None) -> Position:
    """The position after what chance has brought, such as the roll `dice`, if it is to act.

    Raises `AxedrezError` for a roll that is missing or too many.
    """
    if dice is not None:
        if position.turn is not Side.CHANCE:
            raise AxedrezError("cli_dice_not_due")
        position = position.play("".join(sorted(dice, reverse=True)))  # people say 13, too
    if position.turn is Side.CHANCE:
        if isinstance(position.chance_outcomes()[0][0], Roll):
            raise AxedrezError("cli_dice_missing")
        raise AxedrezError("cli_arrangement_missing", command=_arranging(position))
    return position


def _arranging(position: Position) -> str:
    """A command that prints a position in which chance has arranged the pieces."""
    words = ["axedrez replay", position.game.name]
    while position.turn is Side.CHANCE:
        outcome, _ = position.chance_outcomes()[0]
        words.append(str(outcome))
        position = position.play_unchecked(outcome)
    return " ".join(words)


def read_file(name: str) -> bytes:
    """The content of a file. Raises `TextError` if it cannot be read or is too large."""
    try:
        with open(name, "rb") as file:
            body = file.read(MAX_BYTES + 1)
    except (OSError, ValueError):
        raise TextError("cli_file", name=name[:200]) from None
    if len(body) > MAX_BYTES:
        raise TextError("cli_file_large", name=name[:200], limit=MAX_BYTES // 2**20)
    return body
