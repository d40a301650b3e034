"""The record of a game: the fold of its events, and the decision what a command appends to them."""

from __future__ import annotations

from collections.abc import Sequence

from axedrez.core import History, IllegalMove, NotAllowed, Outcome, Points, Position, Result, Side
from axedrez.match import commands as c
from axedrez.match import events as e
from axedrez.match.dice import Seeds
from axedrez.match.fold import OFFER_ACTS
from axedrez.match.setup import Seat
from axedrez.match.throwing import Throwing, word

CAP_PLIES = 1000
"""Programs that play each other without a clock stop after so many plies (D-3)."""

ABORT_PLIES = 2
"""A game may be aborted while fewer plies were played."""


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
            batch = draft._moved(text, lang, now, None)
            draft.extend(batch)
            log += batch
        return log + draft.completed([], now, seeds)

    def closing(self, result: Result, now: int, *, on_time: bool = False, seeds: Seeds | None = None) -> list[e.Event]:
        """The event that ends the game with a `result` reported from elsewhere (a file): none if it goes on or is over.

        Without a mate on the board a win was a resignation, or a flag; a draw was claimed, or agreed, if the rulebook
        has that.
        """
        position = self.position
        if self.outcome is not None or result == "*":
            return []
        if result == "1/2-1/2":
            claims = position.claims(self.history)
            try:
                verdict = position.verdict(claims[0].reason if claims else "agreement")
            except NotAllowed:
                return []
            return self.completed([self.ended(verdict, now)], now, seeds)
        loser = Side.BLACK if result == "1-0" else Side.WHITE
        outcome = position.verdict("time" if on_time else "resignation", loser)
        log = [self.ended(outcome, now, loser)] if outcome.result == result else []
        return self.completed(log, now, seeds)

    def decide(self, command: c.Command, now: int, seat: Seat = "human", seeds: Seeds | None = None) -> list[e.Event]:
        """What `command`, given by a player of the kind `seat`, appends to the log at `now` (ms since the epoch).

        Changes nothing. Raises `Stale` if the sender has missed events, else `NotAllowed`, `IllegalMove` or
        `TextError`. When a flag has fallen, the game ends on time, whatever the command was.
        """
        if command.expected_seq != self.seq:
            raise Stale(command.expected_seq, self.seq)
        if self.outcome is not None:
            raise NotAllowed("game_over")
        now = max(now, self.at)
        return self.completed(self._decided(command, now, seat, seeds), now, seeds)

    def _decided(self, command: c.Command, now: int, seat: Seat, seeds: Seeds | None) -> list[e.Event]:
        if self.clock is not None and (fallen := self.clock.fallen(now)) is not None:
            return [self.ended(self.position.verdict("time", fallen), now, fallen)]
        match command:
            case c.PlayMove():
                return self._play(command, now, seat)
            case c.Roll():
                return self.throw_now(now, seat, seeds)
            case c.Offer():
                return self._offer(command, now, seat)
            case c.Accept():
                return self._answer(command, now, seat, accept=True)
            case c.Decline():
                return self._answer(command, now, seat, accept=False)
            case c.MakeClaim():
                return self._claim(command, now, seat)
            case c.Resign():
                return self._resign(command, now, seat)
            case c.CommitSeed():
                return self.seed_committed(command, now, seat)
            case c.RevealSeed():
                return self.seed_revealed(command, now, seat)
            case c.Undo():
                return self._undo(command, now)
            case c.Flag():
                raise NotAllowed("flag_not_fallen")
            case c.Abort():
                if len(self.moves) >= ABORT_PLIES:
                    raise NotAllowed("too_late_to_abort")
                return [self.ended(self.position.verdict("aborted"), now)]

    def _play(self, command: c.PlayMove, now: int, seat: Seat) -> list[e.Event]:
        if self.awaited_seeds:
            raise NotAllowed("seeds_first")
        if self.doubled:
            raise NotAllowed("double_first")
        if self.position.turn is Side.CHANCE:
            raise NotAllowed("roll_first")
        side = self.acting(self.position.turn, seat)
        times = None
        if self.clock is not None:
            # The first move starts the clock: until then nobody's time runs.
            read = self.clock.pressed(now) if self.clock.running is not None else self.clock
            times = e.Times(read.white_ms, read.black_ms)
        try:
            return self._moved(command.move, command.lang, now, times)
        except IllegalMove as refusal:
            if self.game.conduct.illegal_moves != "warn":
                raise
            return [self._refused(command.move, refusal, now, side)]

    def _moved(self, text: str, lang: str, now: int, times: e.Times | None) -> list[e.Event]:
        move = self.position.parse_move(text, lang)
        mover = self.position.turn
        if mover is Side.CHANCE:
            given = e.RolledData(str(move), None)
            return [e.Rolled(seq=self.seq + 1, at=now, by=word(self.position.side), data=given)]
        after = self.position.play_unchecked(move)
        data = e.MovedData(str(move), times)
        log: list[e.Event] = [e.Moved(seq=self.seq + 1, at=now, by=word(mover), data=data)]
        outcome = self._end_of(after, self.history.after(self.position))
        if outcome is not None:
            log.append(self.ended(outcome, now, offset=2))
        return log

    def _end_of(self, position: Position, history: History) -> Outcome | None:
        outcome = position.outcome(history)
        players = self.players
        unattended = self.setup.clock is None and players.white.kind == players.black.kind == "computer"
        if outcome is None and unattended and len(history) >= CAP_PLIES:
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

    def _offer(self, command: c.Offer, now: int, seat: Seat) -> list[e.Event]:
        side = self.acting(Side.from_word(command.side), seat)
        if command.offer == "double":
            if not self.may_double(side):
                raise NotAllowed("no_double_now")
            return [self._offered(side, now, "double", 2 * self.cube.value)]
        verdict = self.position.verdict(OFFER_ACTS[command.offer])
        if self.offered(command.offer, side):
            raise NotAllowed("offer_stands")
        if self.offered(command.offer, side.opponent):
            return [self.ended(verdict, now, side)]
        return [self._offered(side, now, command.offer)]

    def _offered(self, side: Side, now: int, offer: c.OfferWord, value: int | None = None) -> e.Event:
        return e.Offered(seq=self.seq + 1, at=now, by=word(side), data=e.OfferData(offer, value))

    def _answer(self, command: c.Accept | c.Decline, now: int, seat: Seat, *, accept: bool) -> list[e.Event]:
        side = self.acting(Side.from_word(command.side), seat)
        offer = self.offered(command.offer, side.opponent)
        if offer is None:
            raise NotAllowed("no_offer")
        if command.offer == "double" and accept:
            data = e.OfferData("double", offer.value)
            return [e.Accepted(seq=self.seq + 1, at=now, by=word(side), data=data)]
        if command.offer == "double":
            return [self.ended(self.position.verdict("passed", side), now, side)]
        if not accept:
            return [e.Declined(seq=self.seq + 1, at=now, by=word(side), data=e.OfferData(command.offer))]
        if command.offer == "resignation":
            return [self.ended(self._given_up(offer.by, offer.value), now, offer.by)]
        return [self.ended(self.position.verdict(OFFER_ACTS[command.offer]), now, side)]

    def _resign(self, command: c.Resign, now: int, seat: Seat) -> list[e.Event]:
        side = self.acting(Side.from_word(command.side), seat)
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

    def _claim(self, command: c.MakeClaim, now: int, seat: Seat) -> list[e.Event]:
        side = self.acting(self.position.turn, seat)
        for claim in self.position.claims(self.history):
            if claim.reason == command.reason:
                return [self.ended(self.position.verdict(claim.reason), now, side)]
        raise NotAllowed("no_such_claim")

    def _undo(self, command: c.Undo, now: int) -> list[e.Event]:
        if not self.setup.casual:
            raise NotAllowed("not_casual")
        plies = command.plies or self.undoable()
        if not 0 < plies <= len(self.moves):
            raise NotAllowed("nothing_to_undo")
        back_to = self.moves[-plies].before
        if not self.human_to_move(back_to):
            raise NotAllowed("not_your_seat")
        data = e.UndoneData(plies)
        return [e.Undone(seq=self.seq + 1, at=now, by=word(back_to.turn), data=data)]
