"""A tournament as a fold over its log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple
from uuid import UUID

import msgspec

from axedrez.core.errors import NotAllowed
from axedrez.tournaments import arena, knockout, mini_matches, simul, swiss, teams
from axedrez.tournaments import events as e
from axedrez.tournaments.field import Bye, Entrant, Field, Pairing, PairingResult, Round
from axedrez.tournaments.formats import Drawing
from axedrez.tournaments.heading import Heading, Sex
from axedrez.tournaments.settings import TournamentSettings
from axedrez.tournaments.teams import BoardStanding
from axedrez.tournaments.tiebreaks import Standing, ranked

Phase = Literal["entry", "running", "ended"]


class Who(NamedTuple):
    """Who sends a command: a person (perhaps a `bot`) with a name, or the server itself, which is nobody."""

    person: UUID | None
    name: str = ""
    bot: bool = False


SERVER = Who(None)


@dataclass(frozen=True)
class Entry:
    """Somebody who takes part. `number`: the starting rank, 0 before the start; `joined`: the rounds paired before."""

    entry: int
    name: str
    person: UUID | None = None
    rating: int | None = None
    title: str = ""
    federation: str = ""
    number: int = 0
    joined: int = 0
    withdrawn: bool = False
    team: str = ""
    bot: bool = False
    fide_id: int | None = None
    birth: str = ""
    sex: Sex = ""

    def entrant(self) -> Entrant:
        """The entry as those see it who pair and rank."""
        return Entrant(
            self.number, self.name, self.rating, self.title, self.federation, self.fide_id, self.birth, self.sex
        )


@dataclass(frozen=True)
class PairedRound:
    """A round with the event that paired it. By board: how often it was played again, and the games of a knockout.

    `matches`: who meets in a tournament of teams, by their numbers; `round` has their games.
    """

    seq: int
    at: int
    round: Round
    replays: dict[int, int] = field(default_factory=dict)
    over_at: int | None = None
    games: dict[int, tuple[Pairing, ...]] = field(default_factory=dict)
    matches: Round | None = None


@dataclass(frozen=True)
class AppealCase:
    """An appeal of a player about a board; `upheld` is None as long as no organizer has answered it."""

    appeal: int
    at: int
    round: int
    board: int
    entry: int
    text: str
    upheld: bool | None = None
    answer: str = ""


@dataclass(frozen=True)
class Arrangement:
    """When a board is played, in ms since the epoch: what is agreed, and what a player has proposed since."""

    agreed: int | None = None
    proposed: int | None = None
    by: int | None = None


@dataclass
class Tournament:
    """A tournament after the event numbered `seq`. `owner` made it; `organizers` have their names."""

    owner: UUID | None
    settings: TournamentSettings | None = None
    phase: Phase = "entry"
    paused: bool = False
    heading: Heading = field(default_factory=Heading)
    entries: dict[int, Entry] = field(default_factory=dict)
    organizers: dict[UUID, str] = field(default_factory=dict)
    rounds: list[PairedRound] = field(default_factory=list)
    byes: dict[tuple[int, int], Literal["half", "zero"]] = field(default_factory=dict)
    arena_games: dict[int, arena.ArenaGame] = field(default_factory=dict)
    teams: tuple[str, ...] = ()
    line_ups: dict[str, tuple[int, ...]] = field(default_factory=dict)
    times: dict[tuple[int, int], Arrangement] = field(default_factory=dict)
    appeals: dict[int, AppealCase] = field(default_factory=dict)
    total: int = 0
    began_with: int = 0
    seq: int = 0
    at: int = 0
    started_at: int = 0

    @property
    def set(self) -> TournamentSettings:
        """The settings, which the first event brings."""
        assert self.settings is not None
        return self.settings

    @property
    def tie_breaks(self) -> tuple[str, ...]:
        """The tie-breaks that standings show."""
        match self.set.format:
            case "simul":
                return ()
            case "arena":
                return ("PTS",)
            case _:
                return self.set.tie_breaks

    @property
    def ends_at(self) -> int | None:
        """When an arena that has begun ends, in ms since the epoch."""
        if self.set.format != "arena" or self.phase == "entry":
            return None
        return self.started_at + self.set.minutes * 60_000

    @property
    def round_ends_at(self) -> int | None:
        """When the last round has to be played, in ms since the epoch; None without such a time, or when it is over."""
        if self.phase != "running" or self.set.round_minutes is None or self.last is None or self.last.round.is_over:
            return None
        return self.last.at + self.set.round_minutes * 60_000

    @property
    def host(self) -> Entry | None:
        """The host of a simultaneous display: whom the settings name, or else the owner, or an organizer."""
        named = self.entries.get(self.set.host or 0)
        organizing = (self.of(person) for person in (self.owner, *self.organizers))
        return named or next((each for each in organizing if each is not None), None)

    @property
    def numbered(self) -> list[Entry]:
        """The entries by number; before the start in the order in which they came."""
        return sorted(self.entries.values(), key=lambda each: (each.number, each.entry))

    @property
    def last(self) -> PairedRound | None:
        """The last round."""
        return self.rounds[-1] if self.rounds else None

    @property
    def is_over(self) -> bool:
        """Whether all rounds have been played."""
        return len(self.rounds) >= self.total and self.last is not None and self.last.round.is_over

    def may_organize(self, who: Who) -> bool:
        """Whether somebody may do what organizers may."""
        return who == SERVER or (who.person is not None and (who.person == self.owner or who.person in self.organizers))

    def of(self, person: UUID | None) -> Entry | None:
        """The entry of a person."""
        if person is None:
            return None
        return next((each for each in self.entries.values() if each.person == person), None)

    def named(self, entry: int | None, who: Who) -> Entry:
        """The entry of who sends a command, or the one that an organizer names. Raises `NotAllowed`."""
        if entry is None:
            mine = self.of(who.person)
            if mine is None:
                raise NotAllowed("tournament_not_entered")
            return mine
        found = self.entries.get(entry)
        if found is None:
            raise NotAllowed("tournament_not_entered")
        if not self.may_organize(who) and found.person != who.person:
            raise NotAllowed("tournament_organizer")
        return found

    def by_number(self, number: int) -> Entry:
        """The entry with a starting rank."""
        return next(each for each in self.entries.values() if each.number == number)

    def players(self, index: int, board: int) -> tuple[int, int]:
        """The numbers of White and Black on a board. Raises `NotAllowed` (`tournament_no_board`)."""
        if self.set.format == "arena" and index == 1 and board in self.arena_games:
            return self.arena_games[board].white, self.arena_games[board].black
        if not (0 < index <= len(self.rounds) and 0 < board <= len(self.rounds[index - 1].round.pairings)):
            raise NotAllowed("tournament_no_board", round=index, board=board)
        pairing = self.rounds[index - 1].round.pairings[board - 1]
        return pairing.white, pairing.black

    def games(self, index: int, board: int) -> tuple[Pairing, ...]:
        """The games of a knockout that have ended on a board. Raises `NotAllowed` (`tournament_no_board`)."""
        self.players(index, board)
        return self.rounds[index - 1].games.get(board, ())

    def score(self, index: int, board: int) -> tuple[int, int]:
        """What those who have White and Black now got in these games, in tenths, extra games included."""
        white, black = self.players(index, board)
        games = self.games(index, board)
        return mini_matches.score(games, white, self.set.table), mini_matches.score(games, black, self.set.table)

    def name(self, number: int) -> str:
        """The name of a player; a dash for the board of a team where nobody plays."""
        return self.by_number(number).name if number else "–"

    def field(self, rounds: int | None = None) -> Field:
        """The players and their games as those see them who pair and rank, after so many rounds."""
        entrants = tuple(each.entrant() for each in self.numbered)
        if self.phase == "entry":
            entrants = tuple(msgspec.structs.replace(each, number=at) for at, each in enumerate(entrants, 1))
        drawn = self.rounds if rounds is None else self.rounds[:rounds]
        if self.set.boards:
            played = tuple(teams.of_players(each.round) for each in drawn)
            return Field(entrants, played, self.set.board_table, self.total or self.set.rounds, self.set.first_colour)
        total = self.total or self.set.rounds
        is_accelerated = self.set.format == "swiss" and self.set.accelerated and self.phase != "entry"
        return Field(
            entrants,
            tuple(each.round for each in drawn),
            self.set.table,
            total,
            self.set.first_colour,
            forbidden=self._forbidden(),
            accelerated=swiss.baku(range(1, self.began_with + 1), total, self.set.table) if is_accelerated else {},
        )

    def line_up(self, team: str) -> list[Entry]:
        """The players of a team who have not withdrawn, in the order of their boards."""
        own = {each.entry: each for each in self.entries.values() if each.team == team and not each.withdrawn}
        order = self.line_ups.get(team, ())
        return [*(own[entry] for entry in order if entry in own), *(own[each] for each in own if each not in order)]

    def team_field(self, rounds: int | None = None) -> Field:
        """The teams as those see them who pair and rank; before the start in the order in which they came."""
        names = self.teams or tuple(dict.fromkeys(each.team for each in self.numbered if each.team))
        drawn = self.rounds if rounds is None else self.rounds[:rounds]
        boards, table = self.set.boards, self.set.board_table
        entrants = []
        for number, name in enumerate(names, 1):
            ratings = [each.rating for each in self.line_up(name)[:boards] if each.rating]
            entrants.append(Entrant(number, name, round(sum(ratings) / len(ratings)) if ratings else None))
        played = (
            teams.with_results(each.matches, each.round.pairings, boards, table)
            for each in drawn
            if each.matches is not None
        )
        total = self.total or self.set.rounds
        first = self.set.first_colour
        return Field(tuple(entrants), tuple(played), self.set.table, total, first, boards=boards, board_table=table)

    def ranked_field(self, rounds: int | None = None) -> Field:
        """Those who are ranked: teams, or everybody."""
        return self.team_field(rounds) if self.set.boards else self.field(rounds)

    def board_standings(self) -> tuple[BoardStanding, ...]:
        """What the players of teams won on each board."""
        if not self.set.boards:
            return ()
        return teams.board_standings((each.round for each in self.rounds), self.set.boards, self.set.board_table)

    def _forbidden(self) -> frozenset[tuple[int, int]]:
        """The pairs that do not meet, by number; none before the start, when nobody has a number."""
        if self.phase == "entry" or self.set.format not in ("swiss", "arena"):
            return frozenset()
        pairs = ((self.entries.get(one), self.entries.get(other)) for one, other in self.set.forbidden)
        return frozenset(
            (min(one.number, other.number), max(one.number, other.number)) for one, other in pairs if one and other
        )

    def standings(self, rounds: int | None = None) -> tuple[Standing, ...]:
        """The standings, with the tie-breaks that were chosen."""
        found = self.ranked_field(rounds)
        if not found.entrants:
            return ()
        if self.set.format == "simul" and self.phase != "entry":
            return simul.standings(found)
        if self.set.format == "arena":
            return arena.standings(found.entrants, self.arena_games.values())
        standings = ranked(found, self.tie_breaks, self.set.format in ("round-robin", "double-round-robin"))
        if self.set.format != "knockout" or not found.rounds:
            return standings
        return self._by_rounds(found, standings)

    def _by_rounds(self, found: Field, standings: Sequence[Standing]) -> tuple[Standing, ...]:
        """A knockout is ranked by how far somebody came, whatever their points."""
        reached = knockout.stages(found)
        ordered = sorted(standings, key=lambda each: (-reached[each.number], each.place, each.number))
        placed = list[Standing]()
        for index, each in enumerate(ordered, 1):
            same = bool(placed) and reached[placed[-1].number] == reached[each.number]
            placed.append(msgspec.structs.replace(each, place=placed[-1].place if same else index))
        return tuple(placed)

    def result(self, index: int, board: int) -> PairingResult | None:
        """The result of a board. Raises `NotAllowed` (`tournament_no_board`)."""
        self.players(index, board)
        if self.set.format == "arena":
            return self.arena_games[board].result
        return self.rounds[index - 1].round.pairings[board - 1].result

    def arena_pairs(self, waiting: Iterable[int], now: int) -> list[tuple[int, int]]:
        """Whom of the entries that wait to pair in an arena: numbers, White first."""
        playing = {each.number for each in map(self.entries.get, waiting) if each is not None and not each.withdrawn}
        return arena.pairs(self.field().entrants, self.arena_games, playing, now, self._forbidden())

    def drawing(self) -> Drawing:
        """What is needed to pair the next round. Raises `NotAllowed` where that cannot be done now."""
        if self.phase != "running":
            raise NotAllowed("tournament_not_running")
        if self.paused:
            raise NotAllowed("tournament_paused")
        if self.last is not None and not self.last.round.is_over:
            raise NotAllowed("tournament_results_missing", round=len(self.rounds))
        if len(self.rounds) >= self.total:
            raise NotAllowed("tournament_all_rounds", rounds=self.total)
        index = len(self.rounds) + 1
        byes = tuple(
            Bye(self.entries[entry].number, kind)
            for (entry, wanted), kind in sorted(self.byes.items())
            if wanted == index and entry in self.entries and not self.entries[entry].withdrawn
        )
        if self.set.boards:
            gone = frozenset(number for number, team in enumerate(self.teams, 1) if not self.line_up(team))
            return Drawing(self.set.format, self.team_field(), gone, drawn_for=len(self.teams))
        absent = frozenset(each.number for each in self.entries.values() if each.withdrawn)
        return Drawing(
            self.set.format,
            self.field(),
            absent,
            byes,
            self.began_with,
            self.set.third_place,
            self.set.host_colour,
        )

    def apply(self, event: e.TournamentEvent) -> None:
        """Carry out an event. Raises ValueError for one that does not follow those before."""
        if event.seq != self.seq + 1:
            raise ValueError(f"event {event.seq} after {self.seq}")
        self._apply(event)
        self.seq, self.at = event.seq, event.at

    def _apply(self, event: e.TournamentEvent) -> None:
        match event.act:
            case e.Configured(settings=settings):
                self.settings = settings
            case e.Entered() as new:
                number = len(self.entries) + 1 if self.phase == "running" else 0
                self.entries[new.entry] = Entry(
                    new.entry,
                    new.name,
                    new.person,
                    new.rating,
                    new.title,
                    new.federation,
                    number,
                    len(self.rounds),
                    team=new.team,
                    bot=new.bot,
                    fide_id=new.fide_id,
                    birth=new.birth,
                    sex=new.sex,
                )
            case e.HeadingSet(heading=heading):
                self.heading = heading
            case e.PersonSet(entry=entry, known=known):
                self.entries[entry] = replace(self.entries[entry], **msgspec.structs.asdict(known))
            case e.TeamSet(team=team, entries=some):
                for entry in some:
                    self.entries[entry] = replace(self.entries[entry], team=team)
            case e.Left(entry=entry):
                if self.phase == "entry":
                    del self.entries[entry]
                else:
                    self.entries[entry] = replace(self.entries[entry], withdrawn=True)
            case e.Returned(entry=entry):
                self.entries[entry] = replace(self.entries[entry], withdrawn=False)
            case e.ByeAsked() as asked:
                self.byes[asked.entry, asked.round] = asked.kind
            case e.Started(order=order, rounds=rounds, teams=names):
                self.teams = names
                for number, entry in enumerate(order, 1):
                    self.entries[entry] = replace(self.entries[entry], number=number)
                self.phase, self.total, self.began_with, self.started_at = "running", rounds, len(order), event.at
            case e.Paired() as paired:
                drawn = Round(paired.pairings, () if self.set.boards else paired.byes)
                matches = Round(paired.matches, paired.byes) if self.set.boards else None
                del self.rounds[paired.round - 1 :]
                self._forget_times(paired.round)
                over_at = event.at if drawn.is_over else None
                self.rounds.append(PairedRound(event.seq, event.at, drawn, over_at=over_at, matches=matches))
            case e.LinedUp(team=team, order=order):
                self.line_ups[team] = order
            case e.ResultSet() as found:
                last = found.game or (None if found.by_hand else found.result)
                if last is not None and self.set.format == "knockout":
                    self._keep(found.round, found.board, last, found.margin)
                self._set(found.round, found.board, event.at, result=found.result, margin=found.margin)
            case e.Replayed() as again:
                self._keep(again.round, again.board, again.result, again.margin)
                self.times.pop((again.round, again.board), None)
                drawn_before = self.rounds[again.round - 1]
                pairing = drawn_before.round.pairings[again.board - 1]
                self._set(again.round, again.board, event.at, white=pairing.black, black=pairing.white)
                replays = {**drawn_before.replays, again.board: drawn_before.replays.get(again.board, 0) + 1}
                self.rounds[again.round - 1] = replace(self.rounds[again.round - 1], replays=replays)
            case e.ArenaPaired(game=number, white=white, black=black):
                self.arena_games[number] = arena.ArenaGame(number, white, black, event.at)
            case e.Berserked(game=number, number=who):
                before = self.arena_games[number]
                self.arena_games[number] = msgspec.structs.replace(before, berserk=(*before.berserk, who))
            case e.ArenaResult() as ended:
                game = self.arena_games[ended.game]
                self.arena_games[ended.game] = msgspec.structs.replace(
                    game,
                    result=ended.result,
                    moves=ended.moves,
                    order=game.order or event.seq,
                    ended_at=game.ended_at or event.at,
                )
            case e.RoundUndone():
                self.rounds.pop()
                self._forget_times(len(self.rounds) + 1)
            case e.Paused():
                self.paused = True
            case e.Resumed():
                self.paused = False
            case e.OrganizerAdded(person=person, name=name):
                self.organizers[person] = name
            case e.OrganizerRemoved(person=person):
                self.organizers.pop(person, None)
            case e.HandedOver(person=person):
                self.organizers.pop(person, None)
                self.owner = person
            case e.TimeProposed() as asked_time:
                here = (asked_time.round, asked_time.board)
                agreed = self.times.get(here, Arrangement()).agreed
                self.times[here] = Arrangement(agreed, asked_time.at, asked_time.entry)
            case e.TimeAgreed(round=index, board=board, at=at):
                self.times[index, board] = Arrangement(at)
            case e.Appealed() as new:
                self.appeals[new.appeal] = AppealCase(new.appeal, event.at, new.round, new.board, new.entry, new.text)
            case e.AppealAnswered() as said:
                self.appeals[said.appeal] = replace(self.appeals[said.appeal], upheld=said.upheld, answer=said.text)
            case e.Ended():
                self.phase = "ended"

    def _forget_times(self, index: int) -> None:
        """Forget when the boards of a round were to be played."""
        self.times = {here: each for here, each in self.times.items() if here[0] != index}

    def _keep(self, index: int, board: int, result: PairingResult, margin: int) -> None:
        """Keep a game of a knockout that has ended."""
        drawn = self.rounds[index - 1]
        game = msgspec.structs.replace(drawn.round.pairings[board - 1], result=result, margin=margin)
        games = {**drawn.games, board: (*drawn.games.get(board, ()), game)}
        self.rounds[index - 1] = replace(drawn, games=games)

    def _set(self, index: int, board: int, at: int, **values: object) -> None:
        drawn = self.rounds[index - 1]
        pairings = list(drawn.round.pairings)
        pairings[board - 1] = msgspec.structs.replace(pairings[board - 1], **values)
        changed = msgspec.structs.replace(drawn.round, pairings=tuple(pairings))
        over = (drawn.over_at or at) if changed.is_over else None
        self.rounds[index - 1] = replace(drawn, round=changed, over_at=over)


def recount(owner: UUID | None, log: Iterable[e.TournamentEvent]) -> Tournament:
    """The tournament that a log tells of."""
    state = Tournament(owner)
    for event in log:
        state.apply(event)
    return state
