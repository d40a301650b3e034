"""Deciding commands: the events that a command appends to the log. Nothing here changes a record; its events do."""

from __future__ import annotations

import msgspec

from axedrez.core import History, IllegalMove, NotAllowed, Outcome, Points, Position, Side
from axedrez.core.dice import Roll
from axedrez.core.scoring import counted
from axedrez.match import commands as c
from axedrez.match import events as e
from axedrez.match.decision_context import DecisionContext
from axedrez.match.dice_events import completed, roll_now, seed_committed, seed_revealed
from axedrez.match.record import OFFER_ACTS, PendingOffer, Record
from axedrez.match.seats import Seats, acting

CAP_PLIES = 1000
"""Games between programs without a clock end after so many plies (D-3)."""

MAX_PLIES = 5000
MAX_EVENTS = 20_000
"""Longer than any real game, with a roll for every turn: a limit of what can be stored."""

MAX_REFUSED = 200
"""The most illegal moves of a side that are recorded in a game, where the rules record them (T-3)."""


class Stale(NotAllowed):
    """The sender does not know the last events of the game."""

    def __init__(self, expected: int, seq: int) -> None:
        super().__init__("stale", expected=expected, seq=seq)


def decide(record: Record, command: c.Command | c.Expire, context: DecisionContext) -> list[e.Event]:
    """The events that `command` appends to the log, rolls that follow included.

    Raises `Stale` if the sender has missed events, else `NotAllowed`, `IllegalMove` or `TextError`. If a flag has
    fallen, the game ends on time, whatever the command was.
    """
    if command.expected_seq != record.seq:
        raise Stale(command.expected_seq, record.seq)
    if record.outcome is not None:
        raise NotAllowed("game_over")
    context = context._replace(now=max(context.now, record.at))
    log, draft = credited(record, context.down_ms, context.now) if context.down_ms else [], record
    if log:
        draft = record.copy()
        draft.extend(log)
    log += _decided(draft, command, context)
    return _bounded(record, completed(record, log, context.now, context.seeds), context.may)


def credited(record: Record, down_ms: int, now: int) -> list[e.Event]:
    """The event that credits `down_ms`, in which no server ran, to the side whose clock ran.

    Raises ValueError for more time than has passed since the last event.
    """
    if not 0 < down_ms <= now - record.at:
        raise ValueError(f"{down_ms} ms without a server in {now - record.at} ms")
    if record.deadline is None:
        return []
    return [e.Credited(seq=record.seq + 1, at=now, by=None, data=e.CreditedData(down_ms))]


def _bounded(record: Record, log: list[e.Event], may: Seats) -> list[e.Event]:
    """`log`. Raises `NotAllowed` if a person makes the game longer than the limit, unless that ends it."""
    plies = len(record.moves) + sum(isinstance(event, e.Moved) for event in log)
    full = plies > MAX_PLIES or record.seq + len(log) > MAX_EVENTS
    if full and may & record.humans and not any(isinstance(event, e.Ended) for event in log):
        raise NotAllowed("game_full", plies=MAX_PLIES, events=MAX_EVENTS)
    return log


def _fallen(record: Record, command: c.Command | c.Expire, context: DecisionContext) -> Side | None:
    """The side that has lost on time."""
    if record.clock is None:
        return None
    acts = record.clock.running in context.may and not isinstance(command, c.Flag | c.Expire)
    return record.clock.fallen(context.now, record.clock.given(context.now, context.lag_ms) if acts else None)


def _pressed(record: Record, context: DecisionContext) -> tuple[e.Times | None, int]:
    """The times after the running side has acted, and how much lag was compensated for that."""
    if (clock := record.clock) is None:
        return None, 0
    if clock.running is None:  # the event that starts the clock costs no time, and earns what any turn does
        side = record.position.turn
        earned = clock.spec.after(side, clock.stored(side), 0)
        white, black = (earned, clock.black_ms) if side is Side.WHITE else (clock.white_ms, earned)
        return e.Times(white, black), 0
    given = clock.given(context.now, context.lag_ms)
    read = clock.pressed(context.now, given)
    return e.Times(read.white_ms, read.black_ms), given


def _decided(record: Record, command: c.Command | c.Expire, context: DecisionContext) -> list[e.Event]:
    if (fallen := _fallen(record, command, context)) is not None:
        return [end_event(record, record.position.verdict("time", fallen), context.now, fallen)]
    match command:
        case c.PlayMove():
            return _play(record, command, context)
        case c.Roll():
            return roll_now(record, context)
        case c.Offer():
            return _offer(record, command, context)
        case c.Accept():
            return _answer(record, command, context)
        case c.Decline():
            return _answer(record, command, context)
        case c.MakeClaim():
            return _claim(record, command, context)
        case c.Resign():
            return _resign(record, command, context)
        case c.CommitSeed():
            return seed_committed(record, command, context)
        case c.RevealSeed():
            return seed_revealed(record, command, context)
        case c.GoBerserk():
            return _berserk(record, command, context)
        case c.Undo():
            return _undo(record, command, context)
        case c.Flag():
            raise NotAllowed("flag_not_fallen")
        case c.Abort():
            if not context.may and not context.ends:
                raise NotAllowed("not_your_seat" if record.humans else "not_your_game")
            if record.has_begun and not context.ends:
                raise NotAllowed("too_late_to_abort")
            by = next(iter(context.may)) if len(context.may) == 1 else None
            return [end_event(record, record.position.verdict("aborted"), context.now, by)]
        case c.ClaimLeft():
            return _claim_left(record, command, context)
        case c.Expire():
            # A fallen flag was handled above: what is due is a first move.
            if (due := record.deadline) is None or context.now < due.at:
                raise NotAllowed("not_expired")
            if record.has_begun and record.turn is not None:
                return [end_event(record, record.position.verdict("left", record.turn), context.now)]
            return [end_event(record, record.position.verdict("no_show"), context.now)]


def _play(record: Record, command: c.PlayMove, context: DecisionContext) -> list[e.Event]:
    if record.awaited_seeds:
        raise NotAllowed("seeds_first")
    if record.doubled:
        raise NotAllowed("double_first")
    if record.position.turn is Side.CHANCE:
        raise NotAllowed("roll_first")
    side = acting(record.position.turn, context.may)
    try:
        log = move_events(record, command.move, command.lang, context.now, *_pressed(record, context))
    except IllegalMove as refusal:
        # Beyond the limit illegal moves are refused without being recorded.
        if record.game.conduct.illegal_moves != "warn" or record.refused[side] >= MAX_REFUSED:
            raise
        return [refusal_event(record, command.move, refusal, context.now, side)]
    if isinstance(command, c.StandIn) and isinstance(log[0], e.Moved):
        log[0] = msgspec.structs.replace(log[0], data=msgspec.structs.replace(log[0].data, stood_in=True))
    return log


def move_events(
    record: Record, text: str, lang: str, now: int, times: e.Times | None = None, given_ms: int = 0
) -> list[e.Event]:
    """A move or roll as text, and the end of the game if it brings that about. Raises like `Position.parse_move`."""
    move = record.position.parse_move(text, lang)
    mover = record.position.turn
    if mover is Side.CHANCE:
        given = e.RolledData(str(move), None)
        by = record.position.side if isinstance(move, Roll) else Side.CHANCE
        return [e.Rolled(seq=record.seq + 1, at=now, by=e.word(by), data=given)]
    after = record.position.play_unchecked(move)
    # The clock runs on through a turn of several moves.
    data = e.MovedData(str(move)) if after.side is mover else e.MovedData(str(move), times, given_ms)
    log: list[e.Event] = [e.Moved(seq=record.seq + 1, at=now, by=e.word(mover), data=data)]
    outcome = _end_of(record, after, record.history.after(record.position))
    if outcome is not None:
        log.append(end_event(record, outcome, now, offset=2))
    return log


def _end_of(record: Record, position: Position, history: History) -> Outcome | None:
    outcome = position.outcome(history)
    players = record.players
    unattended = players.white.kind == players.black.kind == "computer"
    most = CAP_PLIES if record.setup.clock is None else MAX_PLIES
    if outcome is None and unattended and len(history) >= most:
        return position.verdict("cap")
    return outcome


def refusal_event(record: Record, text: str, refusal: IllegalMove, now: int, side: Side) -> e.Event:
    """An illegal move that is recorded, with the reason."""
    details = {
        name: value if isinstance(value, int | float | str) else str(value)
        for name, value in refusal.details.items()
        if name not in ("clause", "places")
    }
    data = e.RefusedData(text, refusal.reason, refusal.clause, list(refusal.places), details)
    return e.Refused(seq=record.seq + 1, at=now, by=e.word(side), data=data)


def _offer(record: Record, command: c.Offer, context: DecisionContext) -> list[e.Event]:
    side = acting(Side.from_word(command.side), context.may)
    if command.offer == "double":
        if not record.may_double(side):
            raise NotAllowed("no_double_now")
        return [offer_event(record, side, context.now, "double", 2 * record.cube.value, *_pressed(record, context))]
    if command.offer == "takeback":
        return [offer_event(record, side, context.now, "takeback", _asked_back(record, side))]
    verdict = record.position.verdict(OFFER_ACTS[command.offer])
    if record.offered(command.offer, side):
        raise NotAllowed("offer_stands")
    if record.offered(command.offer, side.opponent):
        return [end_event(record, verdict, context.now, side)]
    return [offer_event(record, side, context.now, command.offer)]


def _asked_back(record: Record, side: Side) -> int:
    """How many moves `side` may ask its opponent to take back: to its own last turn."""
    if not record.setup.casual:
        raise NotAllowed("not_casual")
    if not record.players.are_apart:
        raise NotAllowed("undo_freely")
    if record.offered("takeback", side):
        raise NotAllowed("offer_stands")
    if not (plies := record.undoable({side})):
        raise NotAllowed("nothing_to_undo")
    return plies


def offer_event(
    record: Record,
    side: Side,
    now: int,
    offer: c.OfferWord,
    value: int | None = None,
    times: e.Times | None = None,
    given_ms: int = 0,
) -> e.Event:
    """`side` makes an offer; `times` and `given_ms` where it presses the clock."""
    data = e.OfferData(offer, value, times, given_ms)
    return e.Offered(seq=record.seq + 1, at=now, by=e.word(side), data=data)


def _answer(record: Record, command: c.Accept | c.Decline, context: DecisionContext) -> list[e.Event]:
    side = acting(Side.from_word(command.side), context.may)
    offer = record.offered(command.offer, side.opponent)
    if offer is None:
        raise NotAllowed("no_offer")
    accept = isinstance(command, c.Accept)
    if isinstance(command, c.Accept) and command.beaver:
        if offer.offer != "double" or not record.may_beaver:
            raise NotAllowed("no_beaver_now")
        offer = offer._replace(value=2 * (offer.value or 0))
    return answer_events(record, offer, side, context.now, accept, *_pressed(record, context))


def answer_events(
    record: Record,
    offer: PendingOffer,
    side: Side,
    now: int,
    accept: bool,
    times: e.Times | None = None,
    given_ms: int = 0,
) -> list[e.Event]:
    """The events when `side` answers a pending offer."""
    if offer.offer == "double" and accept:
        data = e.OfferData("double", offer.value, times, given_ms)
        return [e.Accepted(seq=record.seq + 1, at=now, by=e.word(side), data=data)]
    if offer.offer == "double":
        return [end_event(record, record.position.verdict("passed", side), now, side)]
    if not accept:
        return [e.Declined(seq=record.seq + 1, at=now, by=e.word(side), data=e.OfferData(offer.offer))]
    if offer.offer == "takeback" and offer.value is not None:
        return [undo_event(record, offer.value, now)]
    if offer.offer == "resignation":
        return [end_event(record, _given_up(record, offer.by, offer.value), now, offer.by)]
    return [end_event(record, record.position.verdict(OFFER_ACTS[offer.offer]), now, side)]


def _resign(record: Record, command: c.Resign, context: DecisionContext) -> list[e.Event]:
    side = acting(Side.from_word(command.side), context.may)
    stakes = record.stakes(side)
    if command.match:
        if record.game.conduct.length == 1:
            raise NotAllowed("no_match")
        lacking = record.game.conduct.length - record.score(side.opponent)
        return [end_event(record, _given_up(record, side, lacking), context.now, side, factor=1)]
    if command.points is not None and command.points not in stakes:
        raise NotAllowed("no_such_stake")
    if command.points is not None and command.points < stakes[-1]:
        if record.offered("resignation", side):
            raise NotAllowed("offer_stands")
        return [offer_event(record, side, context.now, "resignation", command.points)]
    return [end_event(record, _given_up(record, side, stakes[-1] if stakes else None), context.now, side)]


def _given_up(record: Record, loser: Side, points: int | None) -> Outcome:
    outcome = record.position.verdict("resignation", loser)
    if points is None:
        return outcome
    return outcome._replace(points=Points(0, points) if loser is Side.WHITE else Points(points, 0))


def _claim(record: Record, command: c.MakeClaim, context: DecisionContext) -> list[e.Event]:
    side = acting(record.position.turn, context.may)
    for claim in record.position.claims(record.history):
        if claim.reason == command.reason:
            return [end_event(record, record.position.verdict(claim.reason), context.now, side)]
    raise NotAllowed("no_such_claim")


def _claim_left(record: Record, command: c.ClaimLeft, context: DecisionContext) -> list[e.Event]:
    side = acting(Side.from_word(command.side), context.may)
    if side.opponent not in context.left:
        raise NotAllowed("opponent_there")
    if not record.has_begun:
        raise NotAllowed("only_to_abort")
    if command.result == "win":
        outcome = record.position.verdict("left", side.opponent)
    else:
        outcome = record.position.verdict("agreement")._replace(reason="left", clause=None)
    return [end_event(record, outcome, context.now, side)]


def _berserk(record: Record, command: c.GoBerserk, context: DecisionContext) -> list[e.Event]:
    side = acting(Side.from_word(command.side), context.may)
    if record.clock is None or not record.clock.spec.allows_berserk:
        raise NotAllowed("no_berserk")
    if side in record.berserk:
        raise NotAllowed("berserk_already")
    if record.has_moved(side) or record.clock.halved(side).remaining(side, context.now) == 0:
        raise NotAllowed("berserk_late")
    return [e.WentBerserk(seq=record.seq + 1, at=context.now, by=e.word(side))]


def _undo(record: Record, command: c.Undo, context: DecisionContext) -> list[e.Event]:
    if not record.setup.casual:
        raise NotAllowed("not_casual")
    if record.players.are_apart:
        raise NotAllowed("undo_by_agreement")
    plies = command.plies or record.undoable(record.humans)
    if not 0 < plies <= len(record.moves):
        raise NotAllowed("nothing_to_undo")
    if record.moves[-plies].before.turn not in context.may:
        raise NotAllowed("not_your_seat")
    return [undo_event(record, plies, context.now)]


def undo_event(record: Record, plies: int, now: int) -> e.Event:
    """The last `plies` moves are taken back."""
    by = e.word(record.moves[-plies].before.turn)
    return e.Undone(seq=record.seq + 1, at=now, by=by, data=e.UndoneData(plies))


def end_event(
    record: Record, outcome: Outcome, now: int, by: Side | None = None, offset: int = 1, factor: int = 0
) -> e.Event:
    """The end of the game; its points count as often as the cube shows, or `factor` times."""
    cube = record.cube
    outcome = counted(outcome, record.position, factor or cube.value, is_turned=cube.owner is not None)
    author = e.word(by) if by is not None else None
    return e.Ended(seq=record.seq + offset, at=now, by=author, data=e.EndedData.of(outcome))
