"""Tie-breaks from one's own results: wins, games with black, progressive scores, points on boards."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from axedrez.core.sides import Side
from axedrez.tournaments.field import Bye, Pairing
from axedrez.tournaments.points import points_of
from axedrez.tournaments.teams import board_points
from axedrez.tournaments.tiebreaks.codes import TieBreak
from axedrez.tournaments.tiebreaks.ledger import Ledger, Line
from axedrez.tournaments.tiebreaks.values import Shown, Term, summed

_COUNTED: dict[str, Callable[[Line], bool]] = {
    "WIN": lambda line: line.worth_win,
    "WON": lambda line: line.met and line.worth_win,
    "BPG": lambda line: line.met and line.side is Side.BLACK,
    "BWG": lambda line: line.met and line.side is Side.BLACK and line.worth_win,
    "REP": lambda line: line.has_elected,
    "GE": lambda line: line.has_elected,
}


def counted(ledger: Ledger, chosen: TieBreak) -> dict[int, Shown]:
    """How many rounds count: won at all, won over the board, played or won with black, elected to play."""
    counts = _COUNTED[chosen.code]
    return {
        number: summed(Term(line.round, Decimal(1), line.opponent) for line in lines if counts(line))
        for number, lines in ledger.lines.items()
    }


def progressive(ledger: Ledger, chosen: TieBreak) -> dict[int, Shown]:
    """The sum of the scores after each round; the first rounds may be cut."""
    found = {}
    for number, lines in ledger.lines.items():
        so_far, terms = 0, []
        for line in lines:
            so_far += line.tenths
            terms.append(Term(line.round, points_of(so_far), line.opponent, line.round <= chosen.low))
        found[number] = summed(terms)
    return found


def on_boards(ledger: Ledger, _chosen: TieBreak) -> dict[int, Shown]:
    """The points that the players of a team won on their boards; a bye counts as such on each of them."""
    found = {}
    for number, lines in ledger.lines.items():
        terms = []
        for line in lines:
            done = ledger.field.rounds[line.round - 1].of(number)
            table = ledger.field.board_table
            if isinstance(done, Pairing):
                own = board_points(done, table)[number != done.white]
                terms.append(Term(line.round, points_of(own), line.opponent))
            elif isinstance(done, Bye) and ledger.field.boards:
                terms.append(Term(line.round, points_of(ledger.field.boards * table.of(done, number))))
        found[number] = summed(terms)
    return found
