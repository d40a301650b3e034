"""The record of a game: the fold of its events, and the decision what a command appends to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from axedrez.core import History, IllegalMove, NotAllowed, Outcome, Points, Position, Side, game_record
from axedrez.core.dice import Roll
from axedrez.core.game_record import Entry, GameRecord
from axedrez.match import commands as c
from axedrez.match import events as e
from axedrez.match.dice import Seeds
from axedrez.match.dice_events import Throwing, word
from axedrez.match.seats import Seats, seats_of
from axedrez.match.state import OFFER_ACTS, PendingOffer

CAP_PLIES = 1000
"""Programs that play each other without a clock stop after so many plies (D-3)."""

MOST_PLIES = 5000
MOST_EVENTS = 20_000
"""No game is so long (with the dice thrown for every turn): whoever goes on adding to one only fills the disk."""

MOST_REFUSED = 200
"""So many illegal tries of a side are recorded in a game, where the rules want them to be (T-3)."""

NO_SEATS: Seats = frozenset()


class Stale(NotAllowed):
    """The sender does not know the last events of the game."""

    def __init__(self, expected: int, seq: int) -> None:
        super().__init__("stale", expected=expected, seq=seq)


class Record(Throwing):
    """A game that can be asked what a command would append to its log.

    The answers hold the throws that follow, if `seeds` (the server's seed and the game's id) are given.
    """

    def opening(self, moves: Sequence[str], now: int, lang: str = "en", seeds: Seeds | None = None) -> list[e.Event]:
        """The first events of a game that begins with `moves` already played, for which no time is counted.

        Where there are dice, `moves` holds the throws too.

        Raises `IllegalMove` or `TextError` like `Position.play`. The record itself stays as it is.
        """
        draft = type(self)(self.game, self.setup)
        log: list[e.Event] = []
        if (outcome := draft.position.outcome(draft.history)) is not None:
            log.append(draft.ended(outcome, now))
        draft.extend(log)
        for text in moves:
            if draft.outcome is not None:
                raise NotAllowed("game_over")
            batch = draft._moved(text, lang, now)
            draft.extend(batch)
            log += batch
        return log + draft.completed([], now, seeds)

    def retelling(self, told: GameRecord, now: int, seeds: Seeds | None = None) -> list[e.Event]:
        """The first events of a game that was played elsewhere, and of which no time is known.

        What the rules say of its end prevails over what is told. Raises like `opening`; the record stays as it is.
        """
        draft = type(self)(self.game, self.setup)
        log: list[e.Event] = []
        for entry in told.entries:
            for event in draft._retold(entry, now):
                draft.apply(event)
                log.append(event)
            if len(draft.moves) > MOST_PLIES or draft.seq > MOST_EVENTS:
                raise NotAllowed("game_full", plies=MOST_PLIES, events=MOST_EVENTS)
        if draft.outcome is None and told.outcome is not None:
            winner = told.outcome.winner
            loser = winner.opponent if winner is not None else None
            log.append(draft.ended(told.outcome, now, loser, factor=1))
            draft.apply(log[-1])
        return log + draft.completed([], now, seeds)

    def _retold(self, entry: Entry, now: int) -> Iterator[e.Event]:
        if self.outcome is not None:
            raise NotAllowed("game_over")
        match entry:
            case game_record.Played(move=move, roll=roll):
                if roll and self.position.turn is Side.CHANCE:
                    yield from self._moved(roll, "en", now)
                if move is not None:
                    yield from self._moved(str(move), "en", now)
            case game_record.Offered(side, offer, value):
                if offer == "double" and not self.may_double(side):
                    raise NotAllowed("no_double_now")
                yield self._offered(side, now, offer, value)
            case game_record.Answered(side, accepted):
                if not self.offers:
                    raise NotAllowed("no_offer")
                yield from self._answered(self.offers[-1], side, now, accepted)

    def decide(
        self,
        command: c.Command | c.Expire,
        now: int,
        may: Seats | None = None,
        seeds: Seeds | None = None,
        *,
        lag_ms: int = 0,
        left: Seats = NO_SEATS,
        down_ms: int = 0,
        ends: bool = False,
    ) -> list[e.Event]:
        """What `command`, from somebody who `may` act for these sides, appends to the log at `now` (ms since 1970).

        The sides are those of whoever is at the screen, unless given. The server has measured `lag_ms` on the line
        of the sender, knows the players who have `left` long enough, and how long since the last event no server ran
        (`down_ms`). `ends`: the game is the sender's to end, at any time, without a result.

        Changes nothing. Raises `Stale` if the sender has missed events, else `NotAllowed`, `IllegalMove` or
        `TextError`. When a flag has fallen, the game ends on time, whatever the command was.
        """
        if command.expected_seq != self.seq:
            raise Stale(command.expected_seq, self.seq)
        if self.outcome is not None:
            raise NotAllowed("game_over")
        now = max(now, self.at)
        may = seats_of(self.players, None) if may is None else may
        log, draft = self.credited(down_ms, now) if down_ms else [], self
        if log:
            draft = self.copy()
            draft.extend(log)
        log += draft._decided(command, now, may, seeds, lag_ms, left, ends)
        return self._bounded(self.completed(log, now, seeds), may)

    def credited(self, down_ms: int, now: int) -> list[e.Event]:
        """What gives `down_ms`, in which no server ran, back to whoever's time ran meanwhile.

        Raises ValueError for more time than has passed since the last event.
        """
        if not 0 < down_ms <= now - self.at:
            raise ValueError(f"{down_ms} ms without a server in {now - self.at} ms")
        if self.deadline is None:
            return []
        return [e.Credited(seq=self.seq + 1, at=now, by=None, data=e.CreditedData(down_ms))]

    def _bounded(self, log: list[e.Event], may: Seats) -> list[e.Event]:
        """`log`, unless a person would make the game longer than any is. What ends it is never refused."""
        plies = len(self.moves) + sum(isinstance(event, e.Moved) for event in log)
        full = plies > MOST_PLIES or self.seq + len(log) > MOST_EVENTS
        if full and may & self.humans and not any(isinstance(event, e.Ended) for event in log):
            raise NotAllowed("game_full", plies=MOST_PLIES, events=MOST_EVENTS)
        return log

    def _fallen(self, command: c.Command | c.Expire, now: int, may: Seats, lag_ms: int) -> Side | None:
        """The side that has lost on time."""
        if self.clock is None:
            return None
        acts = self.clock.running in may and not isinstance(command, c.Flag | c.Expire)
        return self.clock.fallen(now, self.clock.given(now, lag_ms) if acts else None)

    def _pressed(self, now: int, lag_ms: int) -> tuple[e.Times | None, int]:
        """The times after the running side has acted, and how much lag was given back for that."""
        if (clock := self.clock) is None:
            return None, 0
        if clock.running is None:  # what starts the clock costs no time
            return e.Times(clock.white_ms, clock.black_ms), 0
        given = clock.given(now, lag_ms)
        read = clock.pressed(now, given)
        return e.Times(read.white_ms, read.black_ms), given

    def _decided(
        self,
        command: c.Command | c.Expire,
        now: int,
        may: Seats,
        seeds: Seeds | None,
        lag_ms: int,
        left: Seats,
        ends: bool,
    ) -> list[e.Event]:
        if (fallen := self._fallen(command, now, may, lag_ms)) is not None:
            return [self.ended(self.position.verdict("time", fallen), now, fallen)]
        match command:
            case c.PlayMove():
                return self._play(command, now, may, lag_ms)
            case c.Roll():
                return self.throw_now(now, may, seeds)
            case c.Offer():
                return self._offer(command, now, may, lag_ms)
            case c.Accept():
                return self._answer(command, now, may, lag_ms)
            case c.Decline():
                return self._answer(command, now, may, lag_ms)
            case c.MakeClaim():
                return self._claim(command, now, may)
            case c.Resign():
                return self._resign(command, now, may)
            case c.CommitSeed():
                return self.seed_committed(command, now, may)
            case c.RevealSeed():
                return self.seed_revealed(command, now, may)
            case c.Undo():
                return self._undo(command, now, may)
            case c.Flag():
                raise NotAllowed("flag_not_fallen")
            case c.Abort():
                if not may and not ends:
                    raise NotAllowed("not_your_seat" if self.humans else "not_your_game")
                if self.has_begun and not ends:
                    raise NotAllowed("too_late_to_abort")
                return [self.ended(self.position.verdict("aborted"), now)]
            case c.ClaimLeft():
                return self._claim_left(command, now, may, left)
            case c.Expire():
                # A flag that was due has fallen by now, so that what is due is a first move.
                if (due := self.deadline) is None or now < due.at:
                    raise NotAllowed("not_expired")
                if self.has_begun and self.turn is not None:
                    return [self.ended(self.position.verdict("left", self.turn), now)]
                return [self.ended(self.position.verdict("no_show"), now)]

    def _play(self, command: c.PlayMove, now: int, may: Seats, lag_ms: int) -> list[e.Event]:
        if self.awaited_seeds:
            raise NotAllowed("seeds_first")
        if self.doubled:
            raise NotAllowed("double_first")
        if self.position.turn is Side.CHANCE:
            raise NotAllowed("roll_first")
        side = self.acting(self.position.turn, may)
        try:
            log = self._moved(command.move, command.lang, now, *self._pressed(now, lag_ms))
        except IllegalMove as refusal:
            # What is not recorded is refused all the same: nobody fills the log of a game by illegal tries.
            if self.game.conduct.illegal_moves != "warn" or self.refused[side] >= MOST_REFUSED:
                raise
            return [self._refused(command.move, refusal, now, side)]
        if isinstance(command, c.StandIn) and isinstance(log[0], e.Moved):
            log[0] = msgspec.structs.replace(log[0], data=msgspec.structs.replace(log[0].data, stood_in=True))
        return log

    def _moved(self, text: str, lang: str, now: int, times: e.Times | None = None, given_ms: int = 0) -> list[e.Event]:
        move = self.position.parse_move(text, lang)
        mover = self.position.turn
        if mover is Side.CHANCE:
            given = e.RolledData(str(move), None)
            by = self.position.side if isinstance(move, Roll) else Side.CHANCE
            return [e.Rolled(seq=self.seq + 1, at=now, by=word(by), data=given)]
        after = self.position.play_unchecked(move)
        # The clock runs on through a turn of several moves.
        data = e.MovedData(str(move)) if after.side is mover else e.MovedData(str(move), times, given_ms)
        log: list[e.Event] = [e.Moved(seq=self.seq + 1, at=now, by=word(mover), data=data)]
        outcome = self._end_of(after, self.history.after(self.position))
        if outcome is not None:
            log.append(self.ended(outcome, now, offset=2))
        return log

    def _end_of(self, position: Position, history: History) -> Outcome | None:
        outcome = position.outcome(history)
        players = self.players
        unattended = players.white.kind == players.black.kind == "computer"
        most = CAP_PLIES if self.setup.clock is None else MOST_PLIES
        if outcome is None and unattended and len(history) >= most:
            return position.verdict("cap")
        return outcome

    def _refused(self, text: str, refusal: IllegalMove, now: int, side: Side) -> e.Event:
        details = {
            name: value if isinstance(value, int | float | str) else str(value)
            for name, value in refusal.details.items()
            if name not in ("clause", "places")
        }
        data = e.RefusedData(text, refusal.reason, refusal.clause, list(refusal.places), details)
        return e.Refused(seq=self.seq + 1, at=now, by=word(side), data=data)

    def _offer(self, command: c.Offer, now: int, may: Seats, lag_ms: int) -> list[e.Event]:
        side = self.acting(Side.from_word(command.side), may)
        if command.offer == "double":
            if not self.may_double(side):
                raise NotAllowed("no_double_now")
            return [self._offered(side, now, "double", 2 * self.cube.value, *self._pressed(now, lag_ms))]
        if command.offer == "takeback":
            return [self._offered(side, now, "takeback", self._asked_back(side))]
        verdict = self.position.verdict(OFFER_ACTS[command.offer])
        if self.offered(command.offer, side):
            raise NotAllowed("offer_stands")
        if self.offered(command.offer, side.opponent):
            return [self.ended(verdict, now, side)]
        return [self._offered(side, now, command.offer)]

    def _asked_back(self, side: Side) -> int:
        """How many moves `side` may ask its opponent to take back: to its own last turn."""
        if not self.setup.casual:
            raise NotAllowed("not_casual")
        if not self.players.are_apart:
            raise NotAllowed("undo_freely")
        if self.offered("takeback", side):
            raise NotAllowed("offer_stands")
        if not (plies := self.undoable({side})):
            raise NotAllowed("nothing_to_undo")
        return plies

    def _offered(
        self,
        side: Side,
        now: int,
        offer: c.OfferWord,
        value: int | None = None,
        times: e.Times | None = None,
        given_ms: int = 0,
    ) -> e.Event:
        data = e.OfferData(offer, value, times, given_ms)
        return e.Offered(seq=self.seq + 1, at=now, by=word(side), data=data)

    def _answer(self, command: c.Accept | c.Decline, now: int, may: Seats, lag_ms: int) -> list[e.Event]:
        side = self.acting(Side.from_word(command.side), may)
        offer = self.offered(command.offer, side.opponent)
        if offer is None:
            raise NotAllowed("no_offer")
        return self._answered(offer, side, now, isinstance(command, c.Accept), *self._pressed(now, lag_ms))

    def _answered(
        self, offer: PendingOffer, side: Side, now: int, accept: bool, times: e.Times | None = None, given_ms: int = 0
    ) -> list[e.Event]:
        if offer.offer == "double" and accept:
            data = e.OfferData("double", offer.value, times, given_ms)
            return [e.Accepted(seq=self.seq + 1, at=now, by=word(side), data=data)]
        if offer.offer == "double":
            return [self.ended(self.position.verdict("passed", side), now, side)]
        if not accept:
            return [e.Declined(seq=self.seq + 1, at=now, by=word(side), data=e.OfferData(offer.offer))]
        if offer.offer == "takeback" and offer.value is not None:
            return [self._undone(offer.value, now)]
        if offer.offer == "resignation":
            return [self.ended(self._given_up(offer.by, offer.value), now, offer.by)]
        return [self.ended(self.position.verdict(OFFER_ACTS[offer.offer]), now, side)]

    def _resign(self, command: c.Resign, now: int, may: Seats) -> list[e.Event]:
        side = self.acting(Side.from_word(command.side), may)
        stakes = self.position.stakes(side)
        if command.match:
            if self.game.conduct.length == 1:
                raise NotAllowed("no_match")
            lacking = self.game.conduct.length - self.score(side.opponent)
            return [self.ended(self._given_up(side, lacking), now, side, factor=1)]
        if command.points is not None and command.points not in stakes:
            raise NotAllowed("no_such_stake")
        if command.points is not None and command.points < stakes[-1]:
            if self.offered("resignation", side):
                raise NotAllowed("offer_stands")
            return [self._offered(side, now, "resignation", command.points)]
        return [self.ended(self._given_up(side, stakes[-1] if stakes else None), now, side)]

    def _given_up(self, loser: Side, points: int | None) -> Outcome:
        outcome = self.position.verdict("resignation", loser)
        if points is None:
            return outcome
        return outcome._replace(points=Points(0, points) if loser is Side.WHITE else Points(points, 0))

    def _claim(self, command: c.MakeClaim, now: int, may: Seats) -> list[e.Event]:
        side = self.acting(self.position.turn, may)
        for claim in self.position.claims(self.history):
            if claim.reason == command.reason:
                return [self.ended(self.position.verdict(claim.reason), now, side)]
        raise NotAllowed("no_such_claim")

    def _claim_left(self, command: c.ClaimLeft, now: int, may: Seats, left: Seats) -> list[e.Event]:
        side = self.acting(Side.from_word(command.side), may)
        if side.opponent not in left:
            raise NotAllowed("opponent_there")
        if not self.has_begun:
            raise NotAllowed("only_to_abort")
        if command.result == "win":
            outcome = self.position.verdict("left", side.opponent)
        else:
            outcome = self.position.verdict("agreement")._replace(reason="left", clause=None)
        return [self.ended(outcome, now, side)]

    def _undo(self, command: c.Undo, now: int, may: Seats) -> list[e.Event]:
        if not self.setup.casual:
            raise NotAllowed("not_casual")
        if self.players.are_apart:
            raise NotAllowed("undo_by_agreement")
        plies = command.plies or self.undoable(self.humans)
        if not 0 < plies <= len(self.moves):
            raise NotAllowed("nothing_to_undo")
        if self.moves[-plies].before.turn not in may:
            raise NotAllowed("not_your_seat")
        return [self._undone(plies, now)]

    def _undone(self, plies: int, now: int) -> e.Event:
        by = word(self.moves[-plies].before.turn)
        return e.Undone(seq=self.seq + 1, at=now, by=by, data=e.UndoneData(plies))
