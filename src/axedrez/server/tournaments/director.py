"""The director of tournaments: opens the games of a round, takes their results, and pairs when it is time."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import NamedTuple
from uuid import UUID, uuid5

import msgspec

from axedrez.core import Game, NotAllowed, Side
from axedrez.core.sides import SideWord
from axedrez.match import GameSetup, Player, Players, Record, TimeControl
from axedrez.match.time_control import Correspondence
from axedrez.server.base.background_task import BackgroundTask
from axedrez.server.base.errors import NotFound, Preparing
from axedrez.server.play.games import Games
from axedrez.server.rulebooks.store import RulebookStore
from axedrez.server.tournaments.service import LiveTournament, Tournaments, next_at
from axedrez.storage import TournamentGame, is_away, log_unreadable
from axedrez.tournaments import commands as c
from axedrez.tournaments.field import PairingResult
from axedrez.tournaments.tournament import Entry
from axedrez.tournaments.wanted import WantedGame, wanted_games

POLL_S = 0.5
LEASE_MS = 15_000
AT_ONCE = 20
LIVE_POLL_MS, SLOW_POLL_MS = 1000, 15_000
"""How often the results of games are looked for; the second where games take days."""
AGAIN_MS = 60_000
"""When a round that could not be paired is tried again: its organizer may have changed something."""
FIRST_MOVE_S = 180
"""How long a first move is waited for where the tournament says nothing: somebody may be at another page."""


class _Seat(NamedTuple):
    """A board whose game is wanted: its place, and the two who play, White first."""

    wanted: WantedGame
    paired: int
    white: Entry
    black: Entry

    @property
    def key(self) -> tuple[int, int, int]:
        """What tells its game from all others of the tournament."""
        return self.paired, self.wanted.board, self.wanted.replays


class Director:
    """Claims tournaments that are due, for any server of the database, and does what is to be done in them.

    All of it may be done twice, or begun by a server that was killed: ids of games and commands follow from what they
    are for.
    """

    def __init__(self, tournaments: Tournaments, games: Games, rulebooks: RulebookStore) -> None:
        self._tournaments = tournaments
        self._games = games
        self._rulebooks = rulebooks
        self._task = BackgroundTask("tournaments", self._go_on, POLL_S)

    def start(self) -> None:
        """Start."""
        self._task.start()

    async def close(self) -> None:
        """Stop."""
        await self._task.close()

    async def _go_on(self) -> float:
        found = await self._tournaments.store.claim(self._tournaments.now(), LEASE_MS, AT_ONCE)
        results = await asyncio.gather(*(self._look(each) for each in found), return_exceptions=True)
        for tournament, fault in zip(found, results, strict=True):
            if isinstance(fault, Exception) and not is_away(fault):
                log_unreadable(f"tournament {tournament}", fault)  # due again when its lease is over
            elif isinstance(fault, BaseException):
                raise fault
        return 0.05 if found else POLL_S

    async def _look(self, tournament: UUID) -> None:
        live = await self._tournaments.get(tournament)
        if not live.state.set.over_the_board:
            with suppress(Preparing):
                await self._open_games(live)
            live = await self._take_results(live)
        refused = not await self._pair(live)
        live = await self._tournaments.get(tournament)
        now, due = self._tournaments.now(), next_at(live.state)
        if refused:
            due = now + AGAIN_MS
        elif _seats(live) or (live.state.set.format == "arena" and live.state.phase == "running"):
            clock = live.state.set.clock
            due = now + (LIVE_POLL_MS if clock is not None and clock.is_live else SLOW_POLL_MS)
        await self._tournaments.store.postpone(tournament, live.state.seq, due)

    async def _open_games(self, live: LiveTournament) -> None:
        """Open the games that are wanted."""
        seats = _seats(live)
        if not seats:
            return
        known = {
            _key(each) for each in await self._tournaments.store.games(live.header.id, len(live.state.rounds) or 1)
        }
        now = self._tournaments.now()  # a game whose players have agreed on a time is opened then
        new = [seat for seat in seats if seat.key not in known and (seat.wanted.at or 0) <= now]
        if not new:
            return
        settings = live.state.set
        game = await self._rulebooks.load(settings.rulebook, settings.options)
        opened = [await self._open(live, game, seat) for seat in new]
        await self._tournaments.store.open_games(opened)
        self._tournaments.tell(live.header.id, live.state.seq)

    async def _open(self, live: LiveTournament, game: Game, seat: _Seat) -> TournamentGame:
        settings, wanted = live.state.set, seat.wanted
        berserk = settings.format == "arena" and game.conduct.length == 1
        players = Players(
            *(Player(name=each.name, person=each.person, bot=each.bot) for each in (seat.white, seat.black))
        )
        start = game.start().text() if settings.position is None else settings.position
        rated = settings.rated and wanted.stage != "armageddon"
        clock = _clock(wanted.clock, settings.forfeit_after, berserk)
        setup = GameSetup(start, players, clock, casual=False, rated=rated)
        new_id = uuid5(live.header.secret, "-".join(map(str, seat.key)))
        created = await self._games.create(new_id, game, setup, rulebook=settings.rulebook, options=settings.options)
        return TournamentGame(
            created.header.id, live.header.id, wanted.round, seat.paired, wanted.board, wanted.replays
        )

    async def _take_results(self, live: LiveTournament) -> LiveTournament:
        """Take the results of games that have ended; end those whose pairing was taken back."""
        seats = {seat.key: seat for seat in _seats(live)}
        closed = list[UUID]()
        for each, has_ended in await self._tournaments.store.watched(live.header.id):
            seat = seats.get(_key(each))
            if seat is None:
                if not has_ended and live.state.set.format != "arena":  # games of an arena that is over are played on
                    with suppress(NotAllowed, NotFound):
                        await self._games.end(each.game)
                closed.append(each.game)
            elif has_ended:
                await self._take(live, each, seat)
                closed.append(each.game)
        await self._tournaments.store.close_games(closed)
        return await self._tournaments.get(live.header.id) if closed else live

    async def _take(self, live: LiveTournament, known: TournamentGame, seat: _Seat) -> None:
        """Take the result of a game; of a match that goes on, open the next game instead."""
        game = await self._games.get(known.game)
        record = game.record
        if game.next_id is not None and record.outcome is not None and record.outcome.result != "*":
            following = await self._games.next_game(known.game)
            more = msgspec.structs.replace(known, game=following.header.id, number=known.number + 1)
            await self._tournaments.store.open_games([more])
            self._tournaments.tell(live.header.id, live.state.seq)
            return
        last = (await self._games.log(game, after=record.seq - 1))[-1]
        await self._take_berserk(live, known, record, seat)
        result, margin = result_of(record, last.by, seat.white, seat.black)
        moves = (len(record.moves) + (result == "1-0")) // 2  # those of the winner
        wanted = seat.wanted
        command = c.GameResult(wanted.round, wanted.board, result, margin, wanted.replays, moves)
        await self._tournaments.carry_out(live.header.id, uuid5(live.header.secret, f"result {known.game}"), command)

    async def _take_berserk(self, live: LiveTournament, known: TournamentGame, record: Record, seat: _Seat) -> None:
        """Tell an arena who has gone berserk in a game, before its result counts."""
        if live.state.set.format != "arena":
            return
        persons = {record.players.at(side).person for side in record.berserk}
        for each in (seat.white, seat.black):
            if each.person in persons:
                command_id = uuid5(live.header.secret, f"berserk {known.game} {each.entry}")
                command = c.Berserk(game=seat.wanted.board, entry=each.entry)
                with suppress(NotAllowed):  # the arena is over, or its organizer has entered a result
                    await self._tournaments.carry_out(live.header.id, command_id, command)

    async def _pair(self, live: LiveTournament) -> bool:
        """Pair the next round, or end the tournament, if it is time. False where that was refused."""
        state, now = live.state, self._tournaments.now()
        command: c.Command
        if state.ends_at is not None and state.phase == "running":
            waiting = await self._waiting(live, now)
            if now >= state.ends_at:
                command = c.End()
            elif not state.paused and state.arena_pairs(waiting, now):
                command = c.PairWaiting(waiting=waiting)
            else:
                return True
        elif (end := state.round_ends_at) is not None and end <= now:
            if (came := await self._came(live)) is None:
                return True
            command = c.Expire(came=came)
        elif (at := next_at(state)) is not None and at <= now:
            command = c.Start() if state.phase == "entry" else c.End() if state.is_over else c.Pair()
        else:
            return True
        command_id = uuid5(live.header.secret, f"{len(state.rounds)} after {state.seq}")
        try:
            await self._tournaments.carry_out(live.header.id, command_id, command)
        except NotAllowed:
            return False
        return True

    async def _came(self, live: LiveTournament) -> list[tuple[int, SideWord]] | None:
        """The open boards of the last round where one player alone has moved; None while games are being played."""
        came = list[tuple[int, SideWord]]()
        for board, known in (await self._tournaments.present_games(live, len(live.state.rounds))).items():
            record = (await self._games.get(known.game)).record
            if live.state.result(known.round, board) is None and record.moves:
                if len(record.moves) > 1:
                    return None
                came.append((board, "black" if record.position.side is Side.WHITE else "white"))
        return came

    async def _waiting(self, live: LiveTournament, now: int) -> list[int]:
        """The entries of those who look at an arena, and so wait for a game."""
        attendance = await self._tournaments.presence.attendances([live.header.id])
        here = {each.person for each in attendance[live.header.id] if each.left_at is not None and each.left_at > now}
        return [each.entry for each in live.state.entries.values() if each.person in here and not each.withdrawn]


def result_of(record: Record, by: SideWord | None, white: Entry, black: Entry) -> tuple[PairingResult, int]:
    """The result of an ended game, or of the match that it has ended, for the pairing of two entries, with its points.

    Without a result it is lost by who has aborted it (`by`), or else by whoever had to move and did not come.
    """
    outcome = record.outcome
    assert outcome is not None
    if outcome.result == "*":
        absent = Side.from_word(by) if by is not None else record.position.side
        return ("--+", 1) if record.players.at(absent).person == white.person else ("+--", 1)
    winner = record.match_winner if record.game.conduct.length > 1 else outcome.winner
    if winner is None:
        return "1/2-1/2", 1
    is_white = record.players.at(winner).person == white.person
    return ("1-0" if is_white else "0-1"), _margin(record, winner)


def _margin(record: Record, winner: Side) -> int:
    """How many points a single game has brought; a match is worth one."""
    points = record.outcome.points if record.outcome is not None else None
    if record.game.conduct.length > 1 or points is None or not record.start.stakes(winner.opponent):
        return 1
    return max(1, int(points[winner]))


def _seats(live: LiveTournament) -> list[_Seat]:
    """The boards whose games are to be played here: both players are persons."""
    state = live.state
    paired = state.last.seq if state.last is not None else 0
    seats = [
        _Seat(each, paired, state.entries[each.white_entry], state.entries[each.black_entry])
        for each in wanted_games(state)
    ]
    return [each for each in seats if each.white.person is not None and each.black.person is not None]


def _key(known: TournamentGame) -> tuple[int, int, int]:
    return known.paired, known.board, known.replay


def _clock(clock: TimeControl | None, minutes: int | None, berserk: bool) -> TimeControl | None:
    """The clock of a game, which also says how long somebody is waited for, and whether they may go berserk."""
    if clock is None or isinstance(clock, Correspondence):
        return clock
    first_move_s = FIRST_MOVE_S if minutes is None else 60 * minutes
    return msgspec.structs.replace(clock, first_move_s=first_move_s, berserk=clock.berserk or berserk)
