"""Matches between teams: colours on the boards, board points, and the result of the match.

A round of teams is a `Round` whose numbers are those of teams. Its games are a list: the boards of the first match,
those of the second, and so on; 0 is nobody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from axedrez.core.errors import NotAllowed
from axedrez.tournaments.field import FORFEITS, Bye, Pairing, PairingResult, PointTable, Round

GAMES = PointTable()
"""What a board is worth, unless something else is said."""


def board_pairs(white: Sequence[int], black: Sequence[int], boards: int) -> tuple[Pairing, ...]:
    """The games of a match. `white`, `black`: the players of both teams by number, in the order of their boards.

    The team that is named first has white on the first board, black on the second, and so on. Where a team has nobody,
    the number is 0, and the other wins by forfeit. Raises `NotAllowed` if nobody plays on any board.
    """
    if boards < 1 or not (white or black):
        raise NotAllowed("tournament_boards", boards=boards)
    pairs = []
    for board in range(boards):
        ours = white[board] if board < len(white) else 0
        theirs = black[board] if board < len(black) else 0
        one, other = (theirs, ours) if board % 2 else (ours, theirs)
        result: PairingResult | None = None
        if not (one and other):
            result = "+--" if one else "--+" if other else "---"
        pairs.append(Pairing(one, other, result))
    return tuple(pairs)


def board_points(match: Pairing, table: PointTable = GAMES) -> tuple[int, int]:
    """The tenths of both teams, the one named first first, from the results of the boards."""
    ours = theirs = 0
    for board, result in enumerate(match.boards):
        game = Pairing(match.white, match.black, result)
        if board % 2:
            game = Pairing(match.black, match.white, result)
        ours += table.of(game, match.white)
        theirs += table.of(game, match.black)
    return ours, theirs


def with_boards(match: Pairing, boards: Iterable[PairingResult], table: PointTable = GAMES) -> Pairing:
    """A match with the results of its boards, each from the view of the player who has white.

    More board points win the match. A match without a single game is forfeited by both, and one in which only one team
    was there is forfeited by the other.
    """
    played = msgspec.structs.replace(match, boards=tuple(boards))
    ours, theirs = board_points(played, table)
    result: PairingResult
    if played.boards and all(each in FORFEITS for each in played.boards):
        result = "+--" if ours > theirs else "--+" if ours < theirs else "---"
    else:
        result = "1-0" if ours > theirs else "0-1" if ours < theirs else "1/2-1/2"
    return msgspec.structs.replace(played, result=result)


class BoardStanding(msgspec.Struct, frozen=True):
    """What a player won on a board, and in how many games. The place is that among all who played there."""

    board: int
    place: int
    number: int
    games: int
    tenths: int


def games(matches: Round, line_ups: Mapping[int, Sequence[int]], boards: int) -> tuple[Pairing, ...]:
    """The games of a round of teams. `line_ups`: by team, its players in the order of their boards."""
    found: list[Pairing] = []
    for match in matches.pairings:
        white, black = line_ups.get(match.white, ()), line_ups.get(match.black, ())
        found += board_pairs(white, black, boards) if white or black else [Pairing(0, 0, "---")] * boards
    return tuple(found)


def with_results(matches: Round, played: Sequence[Pairing], boards: int, table: PointTable = GAMES) -> Round:
    """A round of teams with the results of its games; a match goes on as long as one of them does."""
    found = []
    for index, match in enumerate(matches.pairings):
        results = [game.result for game in played[index * boards : (index + 1) * boards]]
        over = [result for result in results if result is not None]
        # What was forfeited beforehand follows from the games, too.
        open_match = Pairing(match.white, match.black)
        found.append(with_boards(open_match, over, table) if len(over) == boards else open_match)
    return msgspec.structs.replace(matches, pairings=tuple(found))


def of_players(played: Round) -> Round:
    """The games of teams as a round of players: who had no opponent won without playing, which is a full bye."""
    pairings = tuple(each for each in played.pairings if each.white and each.black)
    alone = (each for each in played.pairings if bool(each.white) != bool(each.black))
    return Round(pairings, tuple(Bye(each.white or each.black, "full") for each in alone))


def board_standings(rounds: Iterable[Round], boards: int, table: PointTable = GAMES) -> tuple[BoardStanding, ...]:
    """Who won how much on each board; with as many points, those stand above who needed fewer games."""
    tenths: Counter[tuple[int, int]] = Counter()
    played: Counter[tuple[int, int]] = Counter()
    for each in rounds:
        for index, game in enumerate(each.pairings):
            for number in (game.white, game.black):
                if number and game.result is not None:
                    played[index % boards + 1, number] += 1
                    tenths[index % boards + 1, number] += table.of(game, number)
    return tuple(_placed(tenths, played, boards))


def _placed(
    tenths: Mapping[tuple[int, int], int], played: Mapping[tuple[int, int], int], boards: int
) -> Iterator[BoardStanding]:
    for board in range(1, boards + 1):
        keys = {number: (-tenths[here, number], played[here, number]) for here, number in played if here == board}
        ordered = sorted(keys, key=lambda number: (keys[number], number))
        for number in ordered:
            place = 1 + sum(key < keys[number] for key in keys.values())
            yield BoardStanding(board, place, number, played[board, number], tenths[board, number])
