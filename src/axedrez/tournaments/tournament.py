"""What a command does to a tournament: the events that follow from it, or a refusal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from uuid import UUID

import msgspec

from axedrez.core.errors import NotAllowed
from axedrez.tournaments import commands as c
from axedrez.tournaments import events as e
from axedrez.tournaments import knockout, mini_matches, slow_rounds, teams
from axedrez.tournaments.field import FORFEITS, Bye, Pairing, PairingResult, Round
from axedrez.tournaments.formats import draw, rounds_of, seeded
from axedrez.tournaments.heading import merged
from axedrez.tournaments.state import SERVER, Entry, PairedRound, Phase, Tournament, Who, recount

__all__ = ["SERVER", "Entry", "PairedRound", "Phase", "Tournament", "Who", "decide", "recount"]

MAX_ORGANIZERS = 20
MAX_EVENTS = 60_000
MAX_APPEALS = 300
MIN_PLAYERS = 2


def decide(
    state: Tournament, command: c.Command | c.Told, who: Who, now: int, drawn: c.Drawn | None = None
) -> list[e.TournamentEvent]:
    """The events of a command; the state is not changed. Raises `NotAllowed`.

    `drawn`: the next round, if it was worked out before for this very state.
    """
    if state.seq >= MAX_EVENTS:
        raise NotAllowed("tournament_full_log", limit=MAX_EVENTS)
    acts = _acts(state, command, who, now, drawn)
    return [e.TournamentEvent(state.seq + index, now, who.person, act) for index, act in enumerate(acts, 1)]


_OWN = (c.Enter, c.Leave, c.Return, c.AskBye, c.Berserk, c.Arrange, c.Appeal)
_AFTER_THE_END = (
    c.SetHeading,
    c.SetPerson,
    c.SetResult,
    c.AddOrganizer,
    c.RemoveOrganizer,
    c.HandOver,
    c.Appeal,
    c.AnswerAppeal,
)


def _acts(state: Tournament, command: c.Command | c.Told, who: Who, now: int, drawn: c.Drawn | None) -> list[e.Act]:
    if not isinstance(command, _OWN) and not state.may_organize(who):
        raise NotAllowed("tournament_organizer")
    if isinstance(command, c.GameResult) and _is_known(state, command, now):
        return []
    if state.phase == "ended" and not isinstance(command, _AFTER_THE_END):
        raise NotAllowed("tournament_ended")
    match command:
        case c.Configure(settings=settings):
            if state.phase != "entry":
                raise NotAllowed("tournament_begun")
            settings.check()
            if len(state.entries) > settings.limit:
                raise NotAllowed("tournament_full", limit=settings.limit)
            return [e.Configured(settings=settings)]
        case c.Enter() | c.AddEntrants() | c.AddPeople():
            return _entering(state, command, who)
        case c.SetHeading(heading=heading, base=base):
            return [e.HeadingSet(heading=heading if base is None else merged(base, state.heading, heading))]
        case c.SetPerson(entry=entry, known=known):
            if entry not in state.entries:
                raise NotAllowed("tournament_not_entered")
            return [e.PersonSet(entry=entry, known=known)]
        case c.Leave() | c.Return() | c.AskBye():
            return [_own(state, command, who)]
        case c.Start():
            return _starting(state)
        case c.Pair():
            drawing = state.drawing()
            found = drawn.round if drawn is not None and drawn.seq == state.seq else draw(drawing)
            if not state.set.boards:
                return [e.Paired(round=len(state.rounds) + 1, pairings=found.pairings, byes=found.byes)]
            return [_games_of_teams(state, found)]
        case c.SetTeam():
            return [_team_set(state, command)]
        case c.LineUp(team=team, order=order):
            if not order or any(entry not in state.entries or state.entries[entry].team != team for entry in order):
                raise NotAllowed("tournament_line_up", team=team)
            return [e.LinedUp(team=team, order=tuple(dict.fromkeys(order)))]
        case c.PairWaiting(waiting=waiting):
            return list(_waiting_pairs(state, waiting, now))
        case c.Berserk():
            return [_berserk(state, command, who)]
        case c.SetResult() | c.GameResult():
            return _result(state, command)
        case c.RePair():
            return [_re_paired(state, command)]
        case c.UndoRound(reason=reason):
            if not state.rounds:
                raise NotAllowed("tournament_no_round")
            return [e.RoundUndone(round=len(state.rounds), reason=reason)]
        case c.Pause() | c.Resume():
            if state.paused == isinstance(command, c.Pause):
                raise NotAllowed("tournament_paused" if state.paused else "tournament_not_paused")
            return [e.Paused() if isinstance(command, c.Pause) else e.Resumed()]
        case c.AddOrganizer(person=person, name=name):
            if person is None:
                raise NotAllowed("tournament_organizer_who")
            if person == state.owner or person in state.organizers:
                raise NotAllowed("tournament_organizes", name=name)
            if len(state.organizers) >= MAX_ORGANIZERS:
                raise NotAllowed("tournament_organizers", limit=MAX_ORGANIZERS)
            return [e.OrganizerAdded(person=person, name=name)]
        case c.RemoveOrganizer(person=person) | c.HandOver(person=person):
            return _organizers(state, command, person, who)
        case c.Arrange():
            return slow_rounds.arranged(state, command, who, now)
        case c.Expire(came=came):
            return slow_rounds.expired(state, dict(came), now)
        case c.Appeal():
            return [_appeal(state, command, who)]
        case c.AnswerAppeal(appeal=appeal, upheld=upheld, text=text):
            if appeal not in state.appeals:
                raise NotAllowed("tournament_no_appeal")
            if state.appeals[appeal].upheld is not None:
                raise NotAllowed("tournament_appeal_answered")
            return [e.AppealAnswered(appeal=appeal, upheld=upheld, text=text)]
        case c.End():
            if state.last is not None and not state.last.round.is_over:
                raise NotAllowed("tournament_results_missing", round=len(state.rounds))
            return [e.Ended()]


def _organizers(state: Tournament, command: c.RemoveOrganizer | c.HandOver, person: UUID, who: Who) -> list[e.Act]:
    """An organizer less, or another owner. Who owned it before stays as an organizer."""
    is_owner = who == SERVER or who.person == state.owner
    if person not in state.organizers:
        raise NotAllowed("tournament_no_organizer")
    if not is_owner and (isinstance(command, c.HandOver) or person != who.person):
        raise NotAllowed("tournament_owner")
    name = state.organizers[person]
    if isinstance(command, c.RemoveOrganizer):
        return [e.OrganizerRemoved(person=person, name=name)]
    handed = e.HandedOver(person=person, name=name)
    if who.person is None:
        return [handed]
    return [handed, e.OrganizerAdded(person=who.person, name=who.name or "?")]


def _entering(state: Tournament, command: c.Enter | c.AddEntrants | c.AddPeople, who: Who) -> list[e.Act]:
    settings, first = state.set, state.seq + 1
    is_open = settings.format in ("swiss", "arena") or settings.boards  # a team may get reserves
    if state.phase == "running" and not (settings.late_entry and is_open):
        raise NotAllowed("tournament_entry_closed")
    if isinstance(command, c.Enter):
        if who.person is None:
            raise NotAllowed("tournament_entry_closed")
        if state.of(who.person) is not None:
            raise NotAllowed("tournament_entered")
        if settings.entry == "list" and not state.may_organize(who):
            raise NotAllowed("tournament_by_list")
        if settings.entry == "code" and command.code.strip() != settings.code.strip() and not state.may_organize(who):
            raise NotAllowed("tournament_wrong_code")
        (team,) = _teams(state, [command.team])
        new = [e.Entered(entry=first, name=who.name or "?", person=who.person, team=team, bot=who.bot)]
    elif isinstance(command, c.AddPeople):
        people = [each for each in command.people if state.of(each.person) is None]
        named = [
            next(_teams(state, [each.team])) if each.team.strip() else "" for each in people
        ]  # or later: `SetTeam`
        new = [
            e.Entered(entry=first + at, name=each.name, person=each.person, team=team)
            for at, (each, team) in enumerate(zip(people, named, strict=True))
        ]
    else:
        names = _teams(state, (each.team for each in command.entrants))
        new = [
            e.Entered(
                entry=first + index,
                name=each.name,
                rating=each.rating,
                title=each.title,
                federation=each.federation,
                team=team,
                fide_id=each.fide_id,
                birth=each.birth,
                sex=each.sex,
            )
            for index, (each, team) in enumerate(zip(command.entrants, names, strict=True))
        ]
    if len(state.entries) + len(new) > settings.limit:
        raise NotAllowed("tournament_full", limit=settings.limit)
    return list[e.Act](new)


def _teams(state: Tournament, names: Iterable[str]) -> Iterator[str]:
    """Names of teams as they were first written. Raises `NotAllowed` for none, and for a new one after the start."""
    known = {each.team.casefold(): each.team for each in state.entries.values() if each.team}
    for name in map(str.strip, names):
        if not state.set.boards:
            yield ""
            continue
        if not name:
            raise NotAllowed("tournament_team_missing")
        if name.casefold() not in known and state.phase != "entry":
            raise NotAllowed("tournament_team_late", team=name)
        yield known.setdefault(name.casefold(), name)


def _team_set(state: Tournament, command: c.SetTeam) -> e.TeamSet:
    if not state.set.boards:
        raise NotAllowed("tournament_no_teams")
    if state.phase != "entry":
        raise NotAllowed("tournament_begun")
    if not set(command.entries) <= state.entries.keys():
        raise NotAllowed("tournament_not_entered")
    team = next(_teams(state, [command.team])) if command.team.strip() else ""
    return e.TeamSet(team=team, entries=tuple(dict.fromkeys(command.entries)))


def _games_of_teams(state: Tournament, found: Round) -> e.Paired:
    line_ups = {number: [each.number for each in state.line_up(team)] for number, team in enumerate(state.teams, 1)}
    games = teams.games(found, line_ups, state.set.boards)
    return e.Paired(round=len(state.rounds) + 1, pairings=games, byes=found.byes, matches=found.pairings)


def _is_known(state: Tournament, command: c.GameResult, now: int) -> bool:
    """Whether a game changes nothing: its board has a result, another game is played there, or it came too late."""
    if state.result(command.round, command.board) is not None:
        return True
    if state.ends_at is not None:
        return state.phase == "ended" or now >= state.ends_at
    return command.replays is not None and command.replays != state.rounds[command.round - 1].replays.get(
        command.board, 0
    )


def _appeal(state: Tournament, command: c.Appeal, who: Who) -> e.Appealed:
    mine = state.named(command.entry, who)
    if mine.number not in state.players(command.round, command.board):
        raise NotAllowed("tournament_not_yours", round=command.round, board=command.board)
    if any(
        (each.entry, each.round, each.board, each.upheld) == (mine.entry, command.round, command.board, None)
        for each in state.appeals.values()
    ):
        raise NotAllowed("tournament_appeal_open")
    if len(state.appeals) >= MAX_APPEALS:
        raise NotAllowed("tournament_appeals", limit=MAX_APPEALS)
    return e.Appealed(
        appeal=state.seq + 1, round=command.round, board=command.board, entry=mine.entry, text=command.text
    )


def _own(state: Tournament, command: c.Leave | c.Return | c.AskBye, who: Who) -> e.Act:
    mine = state.named(command.entry, who)
    if isinstance(command, c.AskBye):
        if not len(state.rounds) < command.round <= max(state.total or state.set.rounds, 1):
            raise NotAllowed("tournament_bye_late", round=command.round)
        if state.set.format in ("knockout", "simul", "arena") or state.set.boards:
            raise NotAllowed("tournament_bye_format")
        return e.ByeAsked(entry=mine.entry, round=command.round, kind=command.kind)
    if mine.withdrawn == isinstance(command, c.Leave):
        raise NotAllowed("tournament_withdrawn" if mine.withdrawn else "tournament_entered")
    return e.Left(entry=mine.entry) if isinstance(command, c.Leave) else e.Returned(entry=mine.entry)


def _starting(state: Tournament) -> list[e.Act]:
    if state.phase != "entry":
        raise NotAllowed("tournament_begun")
    if len(state.entries) < MIN_PLAYERS:
        raise NotAllowed("tournament_too_few", least=MIN_PLAYERS)
    entered = [msgspec.structs.replace(each.entrant(), number=each.entry) for each in state.numbered]
    ordered = seeded(entered, state.set.seeding, state.set.lot_seed)
    if state.set.format == "simul":
        host = state.host
        if host is None:
            raise NotAllowed("tournament_host")
        ordered.sort(key=lambda each: each.number != host.entry)
    order = tuple(each.number for each in ordered)
    if state.set.boards:
        if not all(each.team for each in state.entries.values()):
            raise NotAllowed("tournament_team_missing")
        sides = seeded(list(state.team_field().entrants), state.set.seeding, state.set.lot_seed)
        if len(sides) < MIN_PLAYERS:
            raise NotAllowed("tournament_too_few_teams", least=MIN_PLAYERS)
        rounds = rounds_of(state.set.format, len(sides), state.set.rounds)
        return [e.Started(order=order, rounds=rounds, teams=tuple(each.name for each in sides))]
    return [e.Started(order=order, rounds=rounds_of(state.set.format, len(ordered), state.set.rounds))]


def _result(state: Tournament, command: c.SetResult | c.GameResult) -> list[e.Act]:
    before = state.result(command.round, command.board)
    is_knockout = state.set.format == "knockout"
    if state.set.format == "arena":
        return [_arena_result(state, command, before)]
    if isinstance(command, c.GameResult):
        if is_knockout:
            return [_game_of_a_match(state, command)]
        return [e.ResultSet(round=command.round, board=command.board, result=command.result, margin=command.margin)]
    if is_knockout and command.of == "game":
        if before is not None:
            raise NotAllowed("tournament_decided", round=command.round, board=command.board)
        return [_game_of_a_match(state, command)]
    if before is not None and not command.reason.strip():
        raise NotAllowed("tournament_reason")
    if is_knockout:
        if command.result not in ("1-0", "0-1", "+--", "--+"):
            raise NotAllowed("tournament_knockout_draw")
        if command.round < len(state.rounds):
            raise NotAllowed("tournament_knockout_later")
    return [
        e.ResultSet(
            round=command.round,
            board=command.board,
            result=command.result,
            margin=command.margin,
            by_hand=True,
            reason=command.reason.strip(),
        )
    ]


def _waiting_pairs(state: Tournament, waiting: Iterable[int], now: int) -> Iterator[e.ArenaPaired]:
    if state.set.format != "arena":
        raise NotAllowed("tournament_only_arena")
    if state.ends_at is None:
        raise NotAllowed("tournament_not_running")
    if state.paused:
        raise NotAllowed("tournament_paused")
    if now >= state.ends_at:
        raise NotAllowed("tournament_arena_over")
    for game, (white, black) in enumerate(state.arena_pairs(waiting, now), len(state.arena_games) + 1):
        if game <= e.MAX_BOARDS:
            yield e.ArenaPaired(game=game, white=white, black=black)


def _berserk(state: Tournament, command: c.Berserk, who: Who) -> e.Berserked:
    mine = state.named(command.entry, who)
    if state.set.format != "arena":
        raise NotAllowed("tournament_only_arena")
    if mine.number not in state.players(1, command.game):
        raise NotAllowed("tournament_not_yours", round=1, board=command.game)
    game = state.arena_games[command.game]
    if game.result is not None or mine.number in game.berserk:
        raise NotAllowed("tournament_berserk")
    return e.Berserked(game=command.game, number=mine.number)


def _arena_result(
    state: Tournament, command: c.SetResult | c.GameResult, before: PairingResult | None
) -> e.ArenaResult:
    if isinstance(command, c.GameResult):
        return e.ArenaResult(game=command.board, result=command.result, moves=command.moves)
    reason = command.reason.strip()
    if before is not None and not reason:
        raise NotAllowed("tournament_reason")
    moves = state.arena_games[command.board].moves
    return e.ArenaResult(game=command.board, result=command.result, moves=moves, by_hand=True, reason=reason)


def _game_of_a_match(state: Tournament, command: c.SetResult | c.GameResult) -> e.Act:
    """What a game of a knockout brings: another game, or the end of the pairing."""
    index, board = command.round, command.board
    pairing = state.rounds[index - 1].round.pairings[board - 1]
    game = msgspec.structs.replace(pairing, result=command.result, margin=command.margin)
    games = (*state.games(index, board), game)
    result = command.result
    if result != "---":  # where neither came, nobody goes on
        who = mini_matches.winner(state.set, games)
        if who is None:
            return e.Replayed(round=index, board=board, result=result, margin=command.margin)
        if knockout.winner(game) != who or (len(games) > 1 and result in FORFEITS):
            result = "1-0" if who == pairing.white else "0-1"
    by_hand = isinstance(command, c.SetResult)
    return e.ResultSet(
        round=index, board=board, result=result, margin=command.margin, by_hand=by_hand, game=command.result
    )


def _re_paired(state: Tournament, command: c.RePair) -> e.Paired:
    last = state.last
    if last is None:
        raise NotAllowed("tournament_no_round")
    if last.games or any(pairing.is_played for pairing in last.round.pairings):
        raise NotAllowed("tournament_has_results")
    if state.set.boards:
        raise NotAllowed("tournament_teams_fixed")
    pairings = tuple(Pairing(white, black) for white, black in command.pairs)
    if state.set.format in ("knockout", "simul"):
        before = Counter(frozenset((each.white, each.black)) for each in last.round.pairings)
        if Counter(map(frozenset, command.pairs)) != before:
            raise NotAllowed("tournament_pairs_kept")
        return e.Paired(round=len(state.rounds), pairings=pairings, byes=last.round.byes, reason=command.reason)
    seen = [number for pair in command.pairs for number in pair]
    known = {each.number for each in state.entries.values() if not each.withdrawn}
    if len(set(seen)) != len(seen) or not set(seen) <= known:
        raise NotAllowed("tournament_pairs")
    left = known - set(seen)
    kept = tuple(bye for bye in last.round.byes if bye.number in left)
    more = tuple(Bye(number, "zero") for number in sorted(left - {bye.number for bye in kept}))
    return e.Paired(round=len(state.rounds), pairings=pairings, byes=(*kept, *more), reason=command.reason)
