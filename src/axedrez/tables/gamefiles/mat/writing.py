"""Writing backgammon matches as `.mat`: the columns of GNU Backgammon, every capture with its star."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from axedrez.core.errors import NotAllowed
from axedrez.core.game_record import Answered, Find, GameRecord, MatchPlace, Offered, Played
from axedrez.tables.gamefiles.backgammon import sheet_tags
from axedrez.tables.kernel import layout
from axedrez.tables.position.moves import SubMove, Turn
from axedrez.tables.position.position import TablesPosition

WIDTH = 34  # of the first column


def holds(position: TablesPosition) -> bool:
    """Only backgammon from its start."""
    ruleset = position.ruleset
    return len(ruleset.pieces) == 1 and len(ruleset.army) == 15 and position == position.game.start()


def write(games: Sequence[GameRecord], find: Find) -> str:
    """The games of one match. Raises `NotAllowed` for games that the format cannot hold."""
    first = games[0]
    headers = {name: value for name, value in first.headers.items() if name not in _COLOURS} | sheet_tags(first, find)
    lines = [f' ; [{name} "{_printable(value)}"]' for name, value in headers.items()]
    lines += [f" {first.match.length if first.match else 0} point match", ""]
    for game in games:
        if not holds(game.start) or game.start.game.hash != first.start.game.hash:  # type: ignore[arg-type]
            raise NotAllowed("tables_no_mat")
        place = game.match or MatchPlace(0)
        lines += [f" Game {place.game}", _players(game, place), *_moves(game, place), ""]
    return "\n".join(lines) + "\n"


_COLOURS = ("White", "Black")


def _printable(value: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in value)


def _players(game: GameRecord, place: MatchPlace) -> str:
    names = []
    for side in (place.first, place.first.opponent):
        colour = _COLOURS[side]
        # A colon would end the name.
        name = " ".join(_printable(game.headers.get(colour, "")).replace(":", " ").split())
        names.append(f"{name or colour} : {place.score[side]}")
    return f" {names[0]:<{WIDTH}} {names[1]}"


def _moves(game: GameRecord, place: MatchPlace) -> Iterator[str]:
    rows: list[list[str]] = []
    expected = 0
    resigning = False
    for entry in game.entries:
        # Resignations are not written; who wins by one is told at the end. Nor is a roll that waits for its turn.
        if (isinstance(entry, Offered) and entry.offer == "resignation") or (resigning and isinstance(entry, Answered)):
            resigning = isinstance(entry, Offered)
            continue
        if isinstance(entry, Played) and entry.move is None:
            continue
        column = 0 if entry.side is place.first else 1
        if column == 0 or not rows or expected == 0:
            rows.append(["", ""])
        rows[-1][column] = _cell(entry)
        expected = 1 - column
    wins = _wins(game, place)
    # Where the right column has room beside the last move, GNU Backgammon reads its victory only there.
    if wins and game.outcome is not None and game.outcome.winner is not place.first and rows and not rows[-1][1]:
        rows[-1][1], wins = wins, ""
    for number, (left, right) in enumerate(rows, start=1):
        yield f"{number:>3}) {left:<{WIDTH - 4}} {right}".rstrip()
    if wins:
        yield f"{'' if game.outcome and game.outcome.winner is place.first else ' ' * (WIDTH - 3)}     {wins}"


def _wins(game: GameRecord, place: MatchPlace) -> str:
    """The line that ends a game which somebody has won."""
    outcome = game.outcome
    if outcome is None or outcome.points is None or outcome.winner is None:
        return ""
    points = int(max(outcome.points))
    wins = f"Wins {points} point{'' if points == 1 else 's'}"
    if place.length and place.score[outcome.winner] + points >= place.length:
        wins += " and the match"
    return wins


def _cell(entry: Played | Offered | Answered) -> str:
    match entry:
        case Played(move=Turn(codes=())):
            return f"{entry.roll}: Cannot Move"
        case Played(move=Turn(codes=codes)):
            moves = [SubMove.unpack(code) for code in codes]
            parts = (
                f"{_place(move.origin)}/{_place(move.target)}{'*' if move.act == layout.CAPTURE else ''}"
                for move in moves
            )
            return f"{entry.roll}: {' '.join(parts)}"
        case Offered():
            return f"Doubles => {entry.value}"
        case Answered(accepted=True):
            return "Takes"
    return "Drops"


def _place(distance: int) -> str:
    return {layout.BAR: "bar", layout.OFF: "off"}.get(distance, str(distance))
