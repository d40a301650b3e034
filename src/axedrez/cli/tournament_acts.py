"""`axedrez tournament`: what an organizer does with a tournament, and what it shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from axedrez.cli import tournament_teams
from axedrez.cli.output import output, print_json
from axedrez.cli.tournament_file import found
from axedrez.cli.tournament_place import Place
from axedrez.cli.tournament_texts import clock_text
from axedrez.core import AxedrezError
from axedrez.core.errors import NotAllowed
from axedrez.messages import say
from axedrez.tournaments import commands as c
from axedrez.tournaments import lists, reports
from axedrez.tournaments.arena import going_on
from axedrez.tournaments.field import Bye, PairingResult
from axedrez.tournaments.points import points_of
from axedrez.tournaments.tiebreaks import BOARD_POINTS, Standing, board_sums
from axedrez.tournaments.tournament import Tournament
from axedrez.tournaments.trf import written
from axedrez.tournaments.trf.document import Version
from axedrez.tournaments.wanted import open_games

RESULTS: dict[str, PairingResult] = {
    "1-0": "1-0",
    "0-1": "0-1",
    "1/2-1/2": "1/2-1/2",
    "½-½": "1/2-1/2",
    "=": "1/2-1/2",
    "+-": "+--",
    "+--": "+--",
    "-+": "--+",
    "--+": "--+",
    "--": "---",
    "---": "---",
    "0-0": "0-0",
}


def enter(place: Place, names: Sequence[str], listed: str | None, team: str, lang: str) -> None:
    """Add players: names, and the lines of a file (`name;rating;title;federation;team`). Raises `AxedrezError`.

    `team`: that of the players whose line names none.
    """
    entrants = [lists.entrant(name, 0) for name in names]
    if listed is not None:
        try:
            text = Path(listed).read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError):
            raise AxedrezError("cli_file", name=listed) from None
        entrants += lists.entrants(text)
    with place.changing() as log:
        if entrants:
            entrants = [each if each.team else msgspec.structs.replace(each, team=team.strip()) for each in entrants]
            log.do(c.AddEntrants(entrants=entrants))
        print(say("cli.tournament.players", lang, count=len(log.state.entries)))


def apart(place: Place, who: str, other: str, lang: str) -> None:
    """Let two players never be paired; only before the first round. Raises `AxedrezError`."""
    with place.changing() as log:
        one, two = found(log.state, who), found(log.state, other)
        if one == two:
            raise NotAllowed("tournament_pairs")
        pairs = (*log.state.set.forbidden, (one.entry, two.entry))
        log.do(c.Configure(settings=msgspec.structs.replace(log.state.set, forbidden=pairs)))
        print(say("cli.tournament.apart", lang, one=one.name, other=two.name))


def withdraw(place: Place, who: str, returns: bool, lang: str) -> None:
    """A player plays no further rounds, or plays again. Raises `AxedrezError`."""
    with place.changing() as log:
        entry = found(log.state, who)
        log.do(c.Return(entry=entry.entry) if returns else c.Leave(entry=entry.entry))
        print(say("cli.tournament.returned" if returns else "cli.tournament.left", lang, name=entry.name))


def bye(place: Place, who: str, round_number: int, zero: bool, lang: str) -> None:
    """A player does not play in a round to come. Raises `AxedrezError`."""
    with place.changing() as log:
        entry = found(log.state, who)
        log.do(c.AskBye(round=round_number, kind="zero" if zero else "half", entry=entry.entry))
        print(say("cli.tournament.bye", lang, name=entry.name, round=round_number))


def pair(place: Place, lang: str) -> None:
    """Pair the next round; before the first one the entry is closed. Raises `AxedrezError`."""
    with place.changing() as log:
        if log.state.phase == "entry":
            log.do(c.Start())
        if log.state.set.format == "arena":
            known = len(log.state.arena_games)
            log.do(c.PairWaiting(waiting=list(log.state.entries)))
            print("\n".join(_arena(log.state, known)))
            return
        log.do(c.Pair())
    print("\n".join(_round(log.state, len(log.state.rounds), lang)))


class ResultOptions(NamedTuple):
    """What is said with a result. `pairing`: it decides a pairing of a knockout, whatever games are missing."""

    round_number: int | None = None
    margin: int = 1
    reason: str = ""
    pairing: bool = False


def result(place: Place, board: int, text: str, options: ResultOptions, lang: str) -> None:
    """Enter a result; the tournament ends with the last one. Raises `AxedrezError`."""
    word = RESULTS.get(text.replace(" ", ""))
    if word is None:
        raise NotAllowed("tournament_result", text=text[:20])
    with place.changing() as log:
        is_arena = log.state.set.format == "arena"
        index = 1 if is_arena else options.round_number or len(log.state.rounds)
        if index == 0:
            raise NotAllowed("tournament_no_round")
        first, second = log.state.players(index, board)
        names = " – ".join(log.state.name(number) for number in (first, second))
        is_decided = log.state.result(index, board) is not None
        log.do(
            c.SetResult(
                round=index,
                board=board,
                result=word,
                margin=options.margin,
                reason=options.reason,
                of="pairing" if is_decided or options.pairing else "game",
            )
        )
        match = "" if is_arena else _match(log.state, index, board, first, lang)
        print(f"{index}.{board}  {names}  {shown_result(word)}{match}")
        if log.state.is_over and log.state.phase == "running":
            log.do(c.End())
            print(say("cli.tournament.over", lang))


def undo(place: Place, reason: str, lang: str) -> None:
    """Take back the last round. Raises `AxedrezError`."""
    with place.changing() as log:
        index = len(log.state.rounds)
        log.do(c.UndoRound(reason=reason))
        print(say("cli.tournament.undone", lang, round=index))


def end(place: Place, lang: str) -> None:
    """End it now. Raises `AxedrezError`."""
    with place.changing() as log:
        log.do(c.End())
        print(say("cli.tournament.over", lang))


def show(place: Place, round_number: int | None, sums: bool, lang: str, as_json: bool) -> None:
    """Print a round and the standings; `sums`: how each tie-break comes about. Raises `AxedrezError`."""
    state = place.read().state
    index = round_number or len(state.rounds)
    if index > len(state.rounds):
        raise NotAllowed("tournament_no_round")
    standings = state.standings(index or None)
    if as_json:
        print_json(_json(state, index, standings))
        return
    print(f"{state.set.title}\n")
    if index:
        print("\n".join(_round(state, index, lang)), end="\n\n")
    if any(going_on(state.arena_games)):
        print("\n".join(_arena(state)), end="\n\n")
    print("\n".join(_table(state, standings, lang)))
    if state.set.boards and index:
        print("\n" + "\n".join(tournament_teams.board_lines(state, lang)))
    if sums:
        print()
        print("\n".join(_sums(state, standings, index)))


def export(place: Place, trf: str | None, version: Version, table: str | None, cross: bool, lang: str) -> None:
    """Write the report (TRF), the standings (CSV), or print the crosstable. Raises `AxedrezError`."""
    state = place.read().state
    standings = state.standings()
    if trf is None and table is None and not cross:
        raise AxedrezError("tournament_export")
    if cross:
        reports.check_rounds(state)
    if trf is not None:
        text = written(reports.report(state), version, reports.places(state, standings))
        with output(trf, lang) as stream:
            stream.write(text)
    if table is not None:
        with output(table, lang) as stream:
            stream.write(reports.standings_csv(state, standings))
    if cross:
        print("\n".join(_crosstable(state, standings)))


def shown_result(word: str | None) -> str:
    """A result as it is printed."""
    return (word or "").replace("1/2", "½")


def _round(state: Tournament, index: int, lang: str) -> Iterator[str]:
    yield say("cli.tournament.round", lang, round=index, rounds=state.total)
    drawn = state.rounds[index - 1].round
    width = max((len(each.name) for each in state.entries.values()), default=0)
    for board, pairing in enumerate(drawn.pairings, 1):
        if state.set.boards and (board - 1) % state.set.boards == 0:
            yield tournament_teams.match_line(state, index, (board - 1) // state.set.boards)
        white, black = (state.name(number) for number in (pairing.white, pairing.black))
        line = f"{board:4}  {white:{width}}  –  {black:{width}}  {shown_result(pairing.result)}".rstrip()
        time = state.times.get((index, board))
        when = f"  {time_text(time.agreed)}" if time is not None and time.agreed and pairing.result is None else ""
        yield f"{line}{_match(state, index, board, pairing.white, lang)}{when}"
    names = _names(state)
    for each in (state.rounds[index - 1].matches or drawn).byes:
        yield f"      {say(f'cli.tournament.bye.{each.kind}', lang, name=names[each.number])}"


def _arena(state: Tournament, known: int = 0) -> Iterator[str]:
    """The games of an arena that go on, from those on that were not known."""
    width = max(len(each.name) for each in state.entries.values())
    for game in going_on(state.arena_games):
        if game.game > known:
            white, black = (state.by_number(number).name for number in (game.white, game.black))
            yield f"{game.game:4}  {white:{width}}  –  {black}"


def time_text(at: int) -> str:
    """A time, in UTC; one that no calendar has is shown in seconds."""
    try:
        return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError, OSError):
        return str(at // 1000)


def _match(state: Tournament, index: int, board: int, first: int, lang: str) -> str:
    """The score of a match in a knockout, that of `first` first, and which game is next; nothing after one game."""
    played = len(state.games(index, board))
    wanted = next((each for each in open_games(state) if (each.round, each.board) == (index, board)), None)
    if played <= (wanted is None):
        return ""
    points = [points_of(tenths) for tenths in state.score(index, board)]
    score = "–".join(map(str, points if first == state.players(index, board)[0] else points[::-1]))
    if wanted is None:
        return f"  ({score})"
    stage = say(f"cli.tournament.stage.{wanted.stage}", lang, game=played + 1)
    return f"  ({score}; {' '.join((stage, clock_text(wanted.clock))).rstrip()})"


def _table(state: Tournament, standings: Sequence[Standing], lang: str) -> Iterator[str]:
    names = _names(state)
    width = max(map(len, names.values()), default=4)
    codes = state.tie_breaks
    yield " ".join(
        ["    ", f"{'':{width}}", f"{say('cli.tournament.points', lang):>6}", *(f"{code:>7}" for code in codes)]
    )
    for each in standings:
        values = (f"{shown.value if shown.value is not None else '–':>7}" for shown in each.shown)
        yield " ".join([f"{each.place:3}.", f"{names[each.number]:{width}}", f"{points_of(each.tenths):>6}", *values])


def _sums(state: Tournament, standings: Sequence[Standing], index: int) -> Iterator[str]:
    names = _names(state)
    on_boards = board_sums(state.team_field(index)) if state.set.boards else {}
    for each in standings:
        yield f"{each.place}. {names[each.number]}"
        values = dict(zip(state.tie_breaks, each.shown, strict=True))
        if each.number in on_boards:
            values.setdefault(BOARD_POINTS, on_boards[each.number])
        for code, shown in values.items():
            terms = " + ".join(f"({term.value})" if term.cut else f"{term.value}" for term in shown.terms)
            yield f"    {code} = {shown.value if shown.value is not None else '–'}{' = ' + terms if terms else ''}"


def _names(state: Tournament) -> dict[int, str]:
    # Before the start the entries have no numbers yet: they are counted as the field counts them.
    return {entrant.number: entrant.name for entrant in state.ranked_field().entrants}


def _crosstable(state: Tournament, standings: Sequence[Standing]) -> Iterator[str]:
    names, field = _names(state), state.ranked_field()
    width = max(map(len, names.values()), default=4)
    for each in standings:
        cells = []
        for meeting in field.meetings(each.number):
            if meeting.opponent is None:
                cells.append(f"{'bye' if isinstance(meeting.done, Bye) else '':>8}")
                continue
            side = "w" if meeting.side is not None and meeting.side.word == "white" else "b"
            cells.append(f"{meeting.opponent:4}{side} {points_of(meeting.tenths)!s:>3}"[-9:])
        name = f"{each.place:3}. {each.number:3} {names[each.number]:{width}}"
        yield f"{name} {' '.join(cells)} {points_of(each.tenths):>6}"


def _json(state: Tournament, index: int, standings: Sequence[Standing]) -> dict[str, Any]:
    names = _names(state)
    told: dict[str, Any] = {
        "title": state.set.title,
        "phase": state.phase,
        "round": index,
        "rounds": state.total,
        "players": [msgspec.to_builtins(each) for each in state.field().entrants],
        "standings": [
            {
                "place": each.place,
                "number": each.number,
                "name": names[each.number],
                "points": float(points_of(each.tenths)),
                "tie_breaks": {
                    code: float(shown.value) if shown.value is not None else None
                    for code, shown in zip(state.tie_breaks, each.shown, strict=True)
                },
            }
            for each in standings
        ],
    }
    if state.set.format == "arena":
        told["games"] = [msgspec.to_builtins(each) for each in state.arena_games.values()]
    if index:
        drawn = state.rounds[index - 1].round
        told["pairings"] = [msgspec.to_builtins(each) for each in drawn.pairings]
        matches = state.rounds[index - 1].matches
        told["byes"] = [msgspec.to_builtins(each) for each in (matches or drawn).byes]
        if matches is not None:
            told["matches"] = [msgspec.to_builtins(each) for each in state.team_field().rounds[index - 1].pairings]
    if state.set.boards:
        told["teams"] = [msgspec.to_builtins(each) for each in state.team_field().entrants]
        told["boards"] = [msgspec.to_builtins(each) for each in state.board_standings()]
    return told
