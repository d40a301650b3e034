"""PGN as a game file like any other: main lines and results, without the comments and variations of PGN."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TextIO

from axedrez.chess.pgn import PgnGame, read_games
from axedrez.chess.pgn_write import write_game
from axedrez.core.contract import Game, Move, Position
from axedrez.core.dice import Roll
from axedrez.core.errors import NotAllowed
from axedrez.core.history import History
from axedrez.core.outcome import Outcome
from axedrez.core.sides import Side
from axedrez.core.written import FileFault, Played, WrittenGame

# What the standard's words say of how a player has lost; without them it was by resignation.
_LOST = {"time forfeit": "time", "abandoned": "left"}


def holds(position: Position) -> bool:
    """PGN holds every game of the family."""
    return True


def write(games: Sequence[WrittenGame], find: Callable[..., Game]) -> str:
    """The games, one after the other."""
    return "".join(
        write_game(
            PgnGame.of(
                game.start,
                _line(game),
                game.outcome,
                **game.headers,
            ),
            find,
        )
        for game in games
    )


def _line(game: WrittenGame) -> list[Move]:
    """The throws and the moves."""
    found: list[Move] = []
    for entry in game.entries:
        if isinstance(entry, Played) and entry.move is not None:
            found += [Roll.parse(entry.roll)] if entry.roll else []
            found.append(entry.move)
    return found


def read(stream: TextIO, find: Callable[..., Game]) -> Iterator[WrittenGame | FileFault]:
    """The games of a text; one that cannot be read gives a fault. Raises nothing."""
    for item in read_games(stream, find):
        yield item if isinstance(item, FileFault) else _written(item)


def _written(game: PgnGame) -> WrittenGame:
    entries = []
    position, history = game.start, History()
    roll = ""
    for move in game.moves():
        if position.turn is Side.CHANCE:
            roll = str(move)
        else:
            entries.append(Played(position.turn, move, roll))
            history = history.after(position)
            roll = ""
        position = position.play_unchecked(move)
    outcome = _outcome(game, position, history)
    return WrittenGame(game.start, tuple(entries), outcome, game.headers, passed=tuple(game.passed))


def _outcome(game: PgnGame, position: Position, history: History) -> Outcome | None:
    """How the game ended: by the rules, which prevail over what is written, or else as it was written.

    A win without a mate on the board was a resignation, a flag, or the loser had left; a draw was claimed, or agreed,
    if the rulebook has that.
    """
    by_rules = position.outcome(history)
    if by_rules is not None or game.result == "*":
        return by_rules
    if game.result == "1/2-1/2":
        claims = position.claims(history)
        try:
            return position.verdict(claims[0].reason if claims else "agreement")
        except NotAllowed:
            return None
    loser = Side.BLACK if game.result == "1-0" else Side.WHITE
    told = position.verdict(_LOST.get(game.headers.get("Termination", ""), "resignation"), loser)
    return told if told.result == game.result else None
