"""Tournaments as pages and programs see them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal
from uuid import UUID

import msgspec

from axedrez.messages import Texts
from axedrez.server.tournaments.service import LiveTournament, next_at
from axedrez.storage import TournamentGame, TournamentHeader
from axedrez.tournaments import events as e
from axedrez.tournaments import mini_matches
from axedrez.tournaments.arena import ArenaGame, going_on
from axedrez.tournaments.field import ByeKind, Pairing, PairingResult
from axedrez.tournaments.heading import Heading, Sex
from axedrez.tournaments.mini_matches import Stage
from axedrez.tournaments.settings import TournamentSettings
from axedrez.tournaments.state import AppealCase
from axedrez.tournaments.tournament import Phase, Tournament, Who

MAX_SHOWN = 150
"""So many games of an arena are shown: there may be thousands."""

Role = Literal["organizer", "entrant", "visitor"]


class TournamentLine(msgspec.Struct, frozen=True):
    """A line of the list of tournaments; `names`: of the rulebook; `total`: the rounds that are planned."""

    id: UUID
    title: str
    format: str
    rulebook: str
    names: Texts
    phase: Phase
    entrants: int
    rounds: int
    total: int
    updated_at: int
    is_mine: bool


class TeamView(msgspec.Struct, frozen=True):
    """A team. `number`: as in the standings; `line_up`: its entries in the order of their boards, reserves last."""

    number: int
    name: str
    line_up: list[int]


class OrganizerView(msgspec.Struct, frozen=True):
    """Somebody who organizes."""

    person: UUID
    name: str


class EntryView(msgspec.Struct, frozen=True):
    """Somebody who takes part. `number`: the starting rank, 0 before the start; `joined`: the rounds paired before.

    `birth` is for organizers.
    """

    entry: int
    number: int
    name: str
    person: UUID | None
    rating: int | None
    title: str
    federation: str
    withdrawn: bool
    joined: int
    team: str
    bot: bool
    fide_id: int | None
    birth: str
    sex: Sex


class AskedBye(msgspec.Struct, frozen=True):
    """A bye that was asked for."""

    entry: int
    round: int
    kind: Literal["half", "zero"]


class RoundLine(msgspec.Struct, frozen=True):
    """A round: when it was paired, when it was over, how many pairings it has, and how many of them are open."""

    number: int
    at: int
    over_at: int | None
    pairings: int
    open: int


class EntrantView(msgspec.Struct, frozen=True):
    """One of a pairing; `points`: tenths before the round."""

    number: int
    name: str
    title: str
    points: int
    bot: bool = False


class TimeView(msgspec.Struct, frozen=True):
    """When a board is played, in ms since the epoch: what is `agreed`; what the player `by` (a number) `proposed`."""

    agreed: int | None
    proposed: int | None
    by: int | None


class PairingView(msgspec.Struct, frozen=True):
    """A pairing, or a game of an arena. `game`: the one that is played here, if there is one.

    `replays`: how many games of it have ended; in a knockout `games` are their results, by the colours of each, and
    `score` the tenths that White and Black of the present game have. `stage`: `extra` where it breaks a tie; in
    `armageddon` a draw counts for Black.
    """

    round: int
    board: int
    white: EntrantView
    black: EntrantView
    result: PairingResult | None
    margin: int
    replays: int
    game: UUID | None
    games: list[PairingResult | None] = []
    score: tuple[int, int] | None = None
    stage: Stage = "game"
    time: TimeView | None = None


class OwnBoard(msgspec.Struct, frozen=True):
    """A board of mine that has no result yet. `waits`: it is my turn there, since `since` (ms since the epoch)."""

    board: int
    game: UUID
    opponent: str
    waits: bool
    since: int


class ByeView(msgspec.Struct, frozen=True):
    """Who does not play in a round."""

    number: int
    name: str
    kind: ByeKind
    bot: bool = False


class TeamMatchView(msgspec.Struct, frozen=True):
    """A match of two teams; `points`: tenths that the boards have brought them; `numbers`: of the teams."""

    white: str
    black: str
    numbers: tuple[int, int]
    points: tuple[int, int]


class RoundView(msgspec.Struct, frozen=True):
    """A round with its pairings, as of event `seq`.

    `matches`: of teams, each with `boards` of the pairings, in their order.
    """

    number: int
    seq: int
    at: int
    over_at: int | None
    pairings: list[PairingView]
    byes: list[ByeView]
    matches: list[TeamMatchView] = []
    boards: int = 0


class TournamentView(msgspec.Struct, frozen=True):
    """A tournament after event `seq`, without its pairings. `names`: of the rulebook; `entry`: one's own.

    `next_at`: when the next round is paired by itself, `round_ends_at`: when the last one has to be played; `ends_at`:
    when an arena ends; `mine`: one's own pairing, while it has no result.
    """

    id: UUID
    seq: int
    now: int
    phase: Phase
    paused: bool
    settings: TournamentSettings
    names: Texts
    owner: UUID
    organizers: list[OrganizerView]
    created_at: int
    started_at: int
    role: Role
    entry: int | None
    total: int
    rounds: list[RoundLine]
    next_at: int | None
    entries: list[EntryView]
    byes: list[AskedBye]
    mine: PairingView | None
    ends_at: int | None
    appeals: list[AppealCase]
    teams: list[TeamView]
    round_ends_at: int | None
    heading: Heading


class LoggedAct(msgspec.Struct, frozen=True):
    """What happened; `by`: the name of who did it, null for the server itself."""

    seq: int
    at: int
    by: str | None
    act: e.Act


def line(head: TournamentHeader, names: Texts, is_mine: bool) -> TournamentLine:
    """A line of the list."""
    return TournamentLine(
        head.id, head.title, head.format, head.rulebook, names, head.phase, head.entrants, head.rounds, head.total,
        head.updated_at, is_mine,
    )  # fmt: skip


def role(state: Tournament, me: UUID | None) -> Role:
    """What somebody is in a tournament."""
    if me is not None and state.may_organize(Who(me)):
        return "organizer"
    return "entrant" if state.of(me) is not None else "visitor"


def view(
    live: LiveTournament, names: Texts, me: UUID | None, now: int, games: Mapping[int, TournamentGame]
) -> TournamentView:
    """A tournament as somebody sees it; `games`: of the last round, by board. The code of entry is for organizers."""
    state, head = live.state, live.header
    mine, what = state.of(me), role(live.state, me)
    settings = state.set if what == "organizer" else msgspec.structs.replace(state.set, code="")
    return TournamentView(
        id=head.id,
        seq=state.seq,
        now=now,
        phase=state.phase,
        paused=state.paused,
        settings=settings,
        names=names,
        owner=head.owner,
        organizers=[OrganizerView(person, name) for person, name in state.organizers.items()],
        created_at=head.created_at,
        started_at=state.started_at,
        role=what,
        entry=mine.entry if mine is not None else None,
        total=state.total or head.total,
        rounds=[
            RoundLine(
                number,
                each.at,
                each.over_at,
                len(each.round.pairings),
                sum(pairing.result is None for pairing in each.round.pairings),
            )
            for number, each in enumerate(state.rounds, 1)
        ],
        next_at=next_at(state),
        entries=entry_views(state, what == "organizer"),
        byes=[AskedBye(entry, number, kind) for (entry, number), kind in sorted(state.byes.items())],
        mine=_own_pairing(state, me, games),
        ends_at=state.ends_at,
        appeals=list(state.appeals.values()),
        teams=_teams(state),
        round_ends_at=state.round_ends_at,
        heading=state.heading,
    )


def round_view(state: Tournament, index: int, games: Mapping[int, TournamentGame]) -> RoundView:
    """A round; `games` by board. Of an arena: the games that go on, and then those that ended last."""
    points = _points(state, index - 1)
    if state.set.format == "arena":
        shown = sorted(state.arena_games.values(), key=lambda each: (each.result is not None, -each.game))
        found = [_arena_game(state, each, points, games) for each in shown[:MAX_SHOWN]]
        return RoundView(1, state.seq, state.started_at, None, found, [])
    drawn = state.rounds[index - 1]
    pairings = [_pairing(state, index, board, points, games) for board in range(1, len(drawn.round.pairings) + 1)]
    if not state.set.boards or drawn.matches is None:
        byes = [
            ByeView(each.number, state.name(each.number), each.kind, state.by_number(each.number).bot)
            for each in drawn.round.byes
        ]
        return RoundView(index, state.seq, drawn.at, drawn.over_at, pairings, byes)
    boards, names = state.set.boards, state.teams
    byes = [ByeView(each.number, names[each.number - 1], each.kind) for each in drawn.matches.byes]
    matches = [
        TeamMatchView(
            names[each.white - 1],
            names[each.black - 1],
            (each.white, each.black),
            _match_points(state, drawn.round.pairings[at * boards : (at + 1) * boards]),
        )
        for at, each in enumerate(drawn.matches.pairings)
    ]
    return RoundView(index, state.seq, drawn.at, drawn.over_at, pairings, byes, matches, boards)


def _pairing(
    state: Tournament, index: int, board: int, points: Callable[[int], int], games: Mapping[int, TournamentGame]
) -> PairingView:
    drawn = state.rounds[index - 1]
    pairing, replays = drawn.round.pairings[board - 1], drawn.replays.get(board, 0)
    is_knockout = state.set.format == "knockout"
    return PairingView(
        index,
        board,
        _entrant(state, pairing.white, points),
        _entrant(state, pairing.black, points),
        pairing.result,
        pairing.margin,
        replays,
        _game(games, board),
        [game.result for game in state.games(index, board)],
        state.score(index, board) if is_knockout else None,
        mini_matches.stage(state.set, replays) if is_knockout else "game",
        _time(state, index, board),
    )


def _time(state: Tournament, index: int, board: int) -> TimeView | None:
    known = state.times.get((index, board))
    if known is None:
        return None
    return TimeView(known.agreed, known.proposed, state.entries[known.by].number if known.by is not None else None)


def _arena_game(
    state: Tournament, game: ArenaGame, points: Callable[[int], int], games: Mapping[int, TournamentGame]
) -> PairingView:
    white, black = (_entrant(state, number, points) for number in (game.white, game.black))
    return PairingView(1, game.game, white, black, game.result, 1, 0, _game(games, game.game))


def _entrant(state: Tournament, number: int, points: Callable[[int], int]) -> EntrantView:
    if number == 0:  # the board of a team that lacks a player
        return EntrantView(0, state.name(0), "", 0)
    each = state.by_number(number)
    return EntrantView(number, each.name, each.title, points(number), each.bot)


def _match_points(state: Tournament, boards: Sequence[Pairing]) -> tuple[int, int]:
    """What the boards of a match have brought the first team and the other one; their colours alternate."""
    table, points = state.set.board_table, [0, 0]
    for at, each in enumerate(boards):
        for side, number in enumerate((each.white, each.black)):
            points[(side + at) % 2] += table.of(each, number) if number else 0
    return points[0], points[1]


def _teams(state: Tournament) -> list[TeamView]:
    """The teams, those of people who are in none yet left out."""
    if not state.set.boards:
        return []
    return [
        TeamView(each.number, each.name, [one.entry for one in state.line_up(each.name)])
        for each in state.team_field().entrants
    ]


def logged(live: LiveTournament, log: Sequence[e.TournamentEvent], owner: str, full: bool) -> list[LoggedAct]:
    """The log as people read it. Codes of entry and days of birth are for organizers (`full`)."""
    names = {each.person: each.name for each in live.state.entries.values() if each.person is not None}
    names |= live.state.organizers
    names.setdefault(live.header.owner, owner)
    found = []
    for event in log:
        act = event.act
        if not full:
            act = _without_secrets(act)
        found.append(LoggedAct(event.seq, event.at, names.get(event.by) if event.by is not None else None, act))
    return found


def _without_secrets(act: e.Act) -> e.Act:
    match act:
        case e.Configured(settings=settings):
            return msgspec.structs.replace(act, settings=msgspec.structs.replace(settings, code=""))
        case e.Entered():
            return msgspec.structs.replace(act, birth="")
        case e.PersonSet(known=known):
            return msgspec.structs.replace(act, known=msgspec.structs.replace(known, birth=""))
        case _:
            return act


def entry_views(state: Tournament, full: bool = False) -> list[EntryView]:
    """Everybody who takes part, in the order of their numbers; `full`: with their days of birth."""
    return [
        EntryView(
            each.entry, each.number, each.name, each.person, each.rating, each.title, each.federation, each.withdrawn,
            each.joined, each.team, each.bot, each.fide_id, each.birth if full else "", each.sex,
        )
        for each in state.numbered
    ]  # fmt: skip


def _points(state: Tournament, rounds: int) -> Callable[[int], int]:
    """The tenths of players after so many rounds; in an arena now."""
    if state.set.format == "arena":
        return {each.number: each.tenths for each in state.standings()}.__getitem__
    return state.field(rounds).tenths


def _own_pairing(state: Tournament, me: UUID | None, games: Mapping[int, TournamentGame]) -> PairingView | None:
    """One's own pairing that has no result yet."""
    mine = state.of(me)
    if mine is None or state.phase != "running":
        return None
    if state.set.format == "arena":
        own = (each for each in going_on(state.arena_games) if mine.number in each)
        return next((_arena_game(state, each, _points(state, 0), games) for each in own), None)
    index = len(state.rounds)
    boards = enumerate(state.last.round.pairings if state.last is not None else (), 1)
    own_boards = (board for board, each in boards if mine.number in each and each.result is None)
    return next((_pairing(state, index, board, _points(state, index - 1), games) for board in own_boards), None)


def own_boards(
    state: Tournament, me: UUID, games: Mapping[int, TournamentGame], turns: Mapping[UUID, tuple[bool, int]]
) -> list[OwnBoard]:
    """The boards of a person in the last round, those that wait for them first, the longest wait before the others.

    `turns`: by game, whether it is their turn, and since when.
    """
    mine = state.of(me)
    if mine is None or state.last is None or state.phase != "running":
        return []
    found = []
    for board, each in enumerate(state.last.round.pairings, 1):
        game = _game(games, board)
        if mine.number not in each or each.result is not None or game is None or game not in turns:
            continue
        opponent = state.name(each.black if each.white == mine.number else each.white)
        found.append(OwnBoard(board, game, opponent, *turns[game]))
    return sorted(found, key=lambda each: (not each.waits, each.since if each.waits else 0, each.board))


def _game(games: Mapping[int, TournamentGame], board: int) -> UUID | None:
    return games[board].game if board in games else None
