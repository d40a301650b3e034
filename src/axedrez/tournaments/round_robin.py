"""Round robin by Berger tables (FIDE C.05, annex 1): everybody meets everybody once, or several times."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from axedrez.core.errors import NotAllowed
from axedrez.tournaments.field import Bye, Pairing, Round

MIN_PLAYERS = 2


def berger(players: int, cycles: int = 1) -> tuple[Round, ...]:
    """All rounds for players numbered from 1, without results; with an odd number each has one bye in a cycle.

    Every second cycle has the colours reversed. So that nobody has the same colour three times running, the last two
    rounds of a cycle that another follows are swapped, as FIDE recommends. Byes are worth nothing.
    """
    if players < MIN_PLAYERS:
        raise NotAllowed("tournament_too_few", least=MIN_PLAYERS)
    if cycles < 1:
        raise NotAllowed("tournament_cycles", cycles=cycles)
    single = [_round(index, players) for index in range(_even(players) - 1)]
    rounds: list[Round] = []
    for cycle in range(cycles):
        these = [_reversed(each) for each in single] if cycle % 2 else list(single)
        if cycle < cycles - 1 and len(these) > 2:
            these[-2:] = these[:-3:-1]
        rounds += these
    return tuple(rounds)


def without(drawn: Round, away: Collection[int]) -> Round:
    """A round in which those who are away lose by forfeit, as everybody sees beforehand."""

    def forfeited(pairing: Pairing) -> Pairing:
        white, black = pairing.white in away, pairing.black in away
        if not white and not black:
            return pairing
        return msgspec.structs.replace(pairing, result="---" if white and black else "--+" if white else "+--")

    return msgspec.structs.replace(drawn, pairings=tuple(map(forfeited, drawn.pairings)))


def _even(players: int) -> int:
    return players + players % 2


def _round(index: int, players: int) -> Round:
    """Round `index`, from 0, of the table: the others go round while the highest number stays and changes colour."""
    size = _even(players)
    turning = size - 1
    start = index * (size // 2) % turning
    first = start + 1
    pairs = [(first, size) if index % 2 == 0 else (size, first)]
    pairs += [((start + step) % turning + 1, (start - step) % turning + 1) for step in range(1, size // 2)]
    free = next((white + black - size for white, black in pairs if size in (white, black)), 0)
    if size == players:
        return Round(tuple(Pairing(*pair) for pair in pairs))
    return Round(tuple(Pairing(*pair) for pair in pairs[1:]), (Bye(free, "zero"),))


def _reversed(drawn: Round) -> Round:
    return Round(tuple(Pairing(each.black, each.white) for each in drawn.pairings), drawn.byes)
