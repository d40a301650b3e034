"""Commands of a computer player when a game waits for it. Pure like the rest of the room: the player is passed in."""

from __future__ import annotations

from uuid import uuid4

from axedrez.core import Side
from axedrez.engine.player import ComputerPlayer, CubePlayer, Stop
from axedrez.engine.time_budget import Budget, budget
from axedrez.match import commands as c
from axedrez.match.record import Record
from axedrez.match.time_control import Bronstein, Byoyomi, Correspondence, Fischer

OVERHEAD_MS = 200
"""What may pass of a computer's clock on the way of a move."""


def answer(
    record: Record, side: Side, player: ComputerPlayer, clock: Budget | None = None, stop: Stop | None = None
) -> c.Command:
    """The command of the computer player of `side`, for which `record` waits (`Record.computer_awaited`).

    Raises `TypeError` where that is about a cube or stakes and `player` is no `CubePlayer`.
    """
    position, history, seq = record.position, record.history, record.seq
    level = record.players.at(side).level or 1
    word: c.SideWord = "white" if side is Side.WHITE else "black"
    offered = next((offer for offer in record.offers if offer.by is side.opponent), None)
    if offered is not None:
        match offered.offer:
            case "double":
                cube = _with_cube(player)
                agrees = cube.takes(position, record.match_state, side=side)
                if agrees and record.may_beaver and cube.beavers(position, record.match_state, side=side):
                    return c.Accept(id=uuid4(), expected_seq=seq, offer="double", side=word, beaver=True)
            case "resignation":
                points = offered.value or 0
                agrees = _with_cube(player).accepts_resignation(position, record.match_state, side=side, points=points)
            case _:
                agrees = player.accepts_draw(position, history, side=side, level=level)
        kind = c.Accept if agrees else c.Decline
        return kind(id=uuid4(), expected_seq=seq, offer=offered.offer, side=word)
    if position.turn is Side.CHANCE:
        if record.may_double(side) and _with_cube(player).doubles(position, record.match_state, side=side):
            return c.Offer(id=uuid4(), expected_seq=seq, offer="double", side=word)
        return c.Roll(id=uuid4(), expected_seq=seq)
    claims = position.claims(history)
    if claims and player.accepts_draw(position, history, side=side, level=level):
        return c.MakeClaim(id=uuid4(), expected_seq=seq, reason=claims[0].reason)
    move = player.choose(position, history, level=level, clock=clock, stop=stop, state=record.match_state)
    return c.PlayMove(id=uuid4(), expected_seq=seq, move=str(move))


def _with_cube(player: ComputerPlayer) -> CubePlayer:
    if not isinstance(player, CubePlayer):
        raise TypeError("this player knows no cube and no stakes")
    return player


def time_for_move(record: Record, side: Side, now: int) -> Budget | None:
    """The time budget of `side` for a move at `now`; None without a limit."""
    clock = record.clock
    if clock is None or isinstance(clock.spec, Correspondence):
        return None
    return _shared(clock.spec, side, clock.remaining(side, now))


def _shared(spec: Fischer | Bronstein | Byoyomi, side: Side, left: int) -> Budget:
    match spec:
        case Byoyomi():
            own = spec.of(side)
            main = left - own.periods * own.period_ms
            if main > 0:
                return budget(main + own.period_ms, own.period_ms, overhead_ms=OVERHEAD_MS)
            # A turn that ends within the period costs nothing.
            return budget(left % own.period_ms or own.period_ms, moves_to_go=1, overhead_ms=OVERHEAD_MS)
        case _:
            return budget(left, spec.of(side).increment_ms, overhead_ms=OVERHEAD_MS)
