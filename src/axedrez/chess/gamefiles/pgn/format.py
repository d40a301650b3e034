"""PGN as a format of game files: main lines and results; everything else of a file goes into the notes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TextIO, cast

from axedrez.chess.gamefiles.pgn.reading import PgnGame, read_games, read_notes
from axedrez.chess.gamefiles.pgn.writing import write_game, write_notes
from axedrez.chess.position.game import ChessGame
from axedrez.core.contract import Game, Move, Position
from axedrez.core.dice import Roll
from axedrez.core.errors import TextError
from axedrez.core.game_record import FileFault, GameRecord, Played
from axedrez.core.history import History
from axedrez.core.outcome import Outcome, Points
from axedrez.core.sides import Side

MAX_NOTES = 100_000
"""So many characters are kept of what a file says about a game."""

TOLD = "told"
"""The reason of an end of which the file tells only the result."""

# The reasons of a loss for the standard's values of `Termination`.
LOST_BY = {"time forfeit": "time", "abandoned": "left"}


def holds(position: Position) -> bool:
    """PGN holds every game of the family."""
    return True


def write(games: Sequence[GameRecord], find: Callable[..., Game]) -> str:
    """The games, one after the other."""
    return "".join(write_game(as_pgn(game, find), find) for game in games)


def as_pgn(game: GameRecord, find: Callable[..., Game]) -> PgnGame:
    """The game with its notes, as far as its moves are the same."""
    noted = read_notes(game.start, game.notes, find)
    written = PgnGame.of(game.start, _line(game), game.outcome, **{**game.headers, **noted.headers})
    written.line.comment = noted.line.comment
    for played, said in zip(written.line.moves, noted.line.moves, strict=False):
        if played.move != said.move:
            break
        played.nags, played.comment, played.variations = said.nags, said.comment, said.variations
    return written


def _line(game: GameRecord) -> list[Move]:
    """The rolls and the moves."""
    found: list[Move] = []
    for entry in game.entries:
        if isinstance(entry, Played) and entry.move is not None:
            found += [Roll.parse(entry.roll)] if entry.roll else []
            found.append(entry.move)
    return found


def read(stream: TextIO, find: Callable[..., Game]) -> Iterator[GameRecord | FileFault]:
    """The games of a text; one that cannot be read gives a fault. Raises nothing."""
    for item in read_games(stream, find):
        yield item if isinstance(item, FileFault) else _written(item)


def _written(game: PgnGame) -> GameRecord:
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
    notes, passed = write_notes(game).replace("\0", ""), tuple(game.passed)  # which databases do not take
    if len(notes) > MAX_NOTES:
        notes, passed = "", (*passed, FileFault(*game.place, TextError("pgn_notes", limit=MAX_NOTES)))
    return GameRecord(game.start, tuple(entries), outcome, game.headers, passed=passed, notes=notes)


def _outcome(game: PgnGame, position: Position, history: History) -> Outcome | None:
    """How the game ended: by the rules, which prevail over what is written, or else as it was written.

    A draw that could be claimed counts as claimed; a stated loss on time or by leaving is believed, also where the
    opponent could not have mated: it was judged where it was played. PGN says no more: whether players resigned or
    agreed is unknown, only the result is (reason `told`).
    """
    by_rules = position.outcome(history)
    if by_rules is not None or game.result == "*":
        return by_rules
    if game.result == "1/2-1/2":
        claims = position.claims(history)
        if claims:
            return position.verdict(claims[0].reason)
        return Outcome("1/2-1/2", TOLD, None, Points(0.5, 0.5))
    loser = Side.BLACK if game.result == "1-0" else Side.WHITE
    reason = LOST_BY.get(game.headers.get("Termination", "").lower(), "")
    outcome = position.verdict("resignation", loser)
    return outcome._replace(reason=reason or TOLD, clause=cast(ChessGame, position.game).clause(reason))
