"""Writing backgammon matches as `.sgf`, as GNU Backgammon reads them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from axedrez.core.errors import NotAllowed
from axedrez.core.game_record import Answered, Find, GameRecord, MatchPlace, Offered, Played
from axedrez.core.sides import Side
from axedrez.tables.gamefiles.backgammon import sheet_tags
from axedrez.tables.gamefiles.mat.writing import holds
from axedrez.tables.gamefiles.sgf.nodes import SHEET, escaped
from axedrez.tables.kernel import layout
from axedrez.tables.position.moves import SubMove, Turn

_COLOURS = ("White", "Black")
_HEADERS = {"Date": "DT", "Event": "EV", "Site": "PC", "Round": "RO"}


def write(games: Sequence[GameRecord], find: Find) -> str:
    """The games of one match. Raises `NotAllowed` for games that the format cannot hold."""
    sheet = "".join(f"[{escaped(f'{name}:{value}')}]" for name, value in sheet_tags(games[0], find).items())
    return "".join(_tree(game, f"{SHEET}{sheet}" if sheet else "") for game in games)


def _tree(game: GameRecord, sheet: str) -> str:
    if not holds(game.start):  # type: ignore[arg-type]
        raise NotAllowed("tables_no_mat")
    place = game.match or MatchPlace(0)
    return f"(;{''.join(_root(game, place))}{sheet}\n{''.join(_nodes(game, place.first))})\n"


def _root(game: GameRecord, place: MatchPlace) -> Iterator[str]:
    first = place.first
    yield "FF[4]GM[6]CA[UTF-8]AP[Axedrez]"
    yield (
        f"MI[length:{place.length}][game:{max(0, place.game - 1)}]"
        f"[ws:{place.score[first]}][bs:{place.score[first.opponent]}]"
    )
    for player, side in (("PW", first), ("PB", first.opponent)):
        yield f"{player}[{escaped(game.headers.get(_COLOURS[side], ''))}]"
    for name, key in _HEADERS.items():
        if name in game.headers:
            yield f"{key}[{escaped(game.headers[name])}]"
    if rules := _rules(game, place):
        yield f"RU[{rules}]"
    outcome = game.outcome
    if outcome is not None and outcome.points is not None and outcome.winner is not None:
        winner = "W" if outcome.winner is first else "B"
        given_up = "R" if outcome.reason == "resignation" else ""
        yield f"RE[{winner}+{int(max(outcome.points))}{given_up}]"


def _rules(game: GameRecord, place: MatchPlace) -> str:
    conduct = game.start.game.conduct
    if place.length > 1:
        lacks_one = max(place.score) == place.length - 1
        told = ["Crawford"] * conduct.crawford
        told += ["CrawfordGame"] * (conduct.crawford and lacks_one and not place.crawford_played)
    else:
        told = ["Jacoby"] * conduct.jacoby
    told += ["NoCube"] * (not conduct.cube and place.length != 1)
    return ":".join(told)


def _nodes(game: GameRecord, first: Side) -> Iterator[str]:
    resigning = False
    for entry in game.entries:
        # Resignations are told by the result.
        if (isinstance(entry, Offered) and entry.offer == "resignation") or (resigning and isinstance(entry, Answered)):
            resigning = isinstance(entry, Offered)
            continue
        player = "W" if entry.side is first else "B"
        match entry:
            case Played(move=Turn(codes=codes)):
                yield f";{player}[{entry.roll}{''.join(_part(code, player) for code in codes)}]\n"
            case Offered():
                yield f";{player}[double]\n"
            case Answered(accepted=accepted):
                yield f";{player}[{'take' if accepted else 'drop'}]\n"


def _part(code: int, player: str) -> str:
    move = SubMove.unpack(code)
    return _letter(move.origin, player) + _letter(move.target, player)


def _letter(distance: int, player: str) -> str:
    if distance == layout.BAR:
        return "y"
    if distance == layout.OFF:
        return "z"
    return chr(ord("a") + distance - 1 if player == "W" else ord("x") - distance + 1)
