"""What `axedrez tournament` shows of teams, and their line-ups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from axedrez.cli.tournament_file import found
from axedrez.cli.tournament_place import Place
from axedrez.messages import say
from axedrez.tournaments import commands as c
from axedrez.tournaments.points import points_of
from axedrez.tournaments.state import Tournament
from axedrez.tournaments.teams import board_points


def line_up(place: Place, who: Sequence[str], lang: str) -> None:
    """Order the players of a team: those who are named play on the first boards. Raises `AxedrezError`."""
    with place.changing() as log:
        entries = [found(log.state, each) for each in who]
        team = entries[0].team
        log.do(c.LineUp(team=team, order=[each.entry for each in entries]))
        names = ", ".join(each.name for each in log.state.line_up(team))
        print(say("cli.tournament.line_up", lang, team=team, names=names))


def match_line(state: Tournament, index: int, match: int) -> str:
    """Who meets in a match, and the points on its boards when it is over."""
    pairing = state.team_field().rounds[index - 1].pairings[match]
    names = " – ".join(state.teams[number - 1] for number in (pairing.white, pairing.black))
    if pairing.result is None:
        return names
    points = (str(points_of(tenths)) for tenths in board_points(pairing, state.set.board_table))
    return f"{names}  {'–'.join(points)}"


def board_lines(state: Tournament, lang: str) -> Iterator[str]:
    """The players by board, with their points and games."""
    for each in state.board_standings():
        if each.place == 1:
            yield say("cli.tournament.board", lang, board=each.board)
        player = state.by_number(each.number)
        yield f"{each.place:3}. {player.name} ({player.team})  {points_of(each.tenths)}/{each.games}"
