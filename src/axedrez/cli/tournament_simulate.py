"""`axedrez tournament simulate`: a tournament whose results are drawn from ratings, and its report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from axedrez.cli.output import print_json
from axedrez.core import AxedrezError
from axedrez.messages import say, sentence
from axedrez.tournaments import reports
from axedrez.tournaments.arena_simulation import ArenaSimulation
from axedrez.tournaments.command_simulation import RoundsSimulation
from axedrez.tournaments.field import PointTable
from axedrez.tournaments.format_names import Format
from axedrez.tournaments.heading import Heading
from axedrez.tournaments.settings import MAX_ENTRANTS, HostColour, TournamentSettings
from axedrez.tournaments.simulation import SimulatedFormat, simulated
from axedrez.tournaments.state import Tournament
from axedrez.tournaments.tiebreaks import Standing, ranked
from axedrez.tournaments.trf import TournamentFile, written
from axedrez.tournaments.trf.document import Version


class SimulateOptions(NamedTuple):
    """What to simulate, and where its report goes."""

    format_: Format
    players: int
    rounds: int
    seed: int
    trf: str | None = None
    version: Version = "26"
    tie_breaks: str = "BH/C1,BH,SB"
    accelerated: bool = False
    lang: str = "en"
    as_json: bool = False
    minutes: int = 60
    boards: int = 0
    games: int = 1
    third_place: bool = False
    host_colour: HostColour = "white"


class _Simulated(NamedTuple):
    """What is told of a tournament in rounds. `places`: as in `written`; `file` is None where no report can tell it."""

    rounds: int
    standings: Sequence[Standing]
    codes: Sequence[str]
    stopped: str
    file: TournamentFile | None
    places: Mapping[int, int] | None


def simulate(options: SimulateOptions) -> int:
    """Simulate, show the standings and write the report; returns the exit status. Raises `AxedrezError`."""
    settings = _settings(options)
    settings.check()
    if options.trf is not None:
        reports.check_rounds(Tournament(None, settings))
    match options.format_:
        case "arena":
            return _arena(options)
        case "knockout" | "simul":
            found = _by_commands(settings, options)
        case _ if options.boards:
            found = _by_commands(settings, options)
        case kind:
            found = _of_players(kind, options, settings.tie_breaks)
    if options.trf is not None and found.file is not None:
        text = written(found.file, options.version, found.places)
        try:
            Path(options.trf).write_text(text, encoding="utf-8")
        except OSError:
            raise AxedrezError("cli_unwritable", file=options.trf) from None
    if options.as_json:
        standings = msgspec.to_builtins(found.standings)
        print_json({"rounds": found.rounds, "stopped": found.stopped, "standings": standings})
        return 0
    lang = options.lang
    print(say("cli.tournament.simulated", lang, players=options.players, rounds=found.rounds, seed=options.seed))
    if found.stopped:
        print(sentence(AxedrezError(found.stopped, round=found.rounds + 1, rounds=found.rounds, least=2), lang))
    print(f"{'':15}{'':6}", *(f"{code:>8}" for code in found.codes))
    for each in found.standings:
        values = (f"{shown.value if shown.value is not None else '-':>8}" for shown in each.shown)
        print(f"{each.place:4} {each.number:5} {each.tenths / 10:5}     ", *values)
    if options.trf is not None:
        print(say("cli.tournament.written", lang, path=options.trf))
    return 0


def _settings(options: SimulateOptions) -> TournamentSettings:
    given: dict[str, Any] = {"tie_breaks": tuple(filter(None, map(str.strip, options.tie_breaks.split(","))))}
    return TournamentSettings(
        title=f"Simulation {options.seed}",
        format=options.format_,
        rulebook="-",
        rounds=options.rounds,
        limit=MAX_ENTRANTS,
        accelerated=options.accelerated,
        boards=options.boards,
        games_per_pairing=options.games,
        third_place=options.third_place,
        host_colour=options.host_colour,
        minutes=options.minutes,
        over_the_board=True,
        **given,
    )


def _of_players(kind: SimulatedFormat, options: SimulateOptions, codes: tuple[str, ...]) -> _Simulated:
    """A Swiss tournament or a round robin of players."""
    found = simulated(
        kind, options.players, options.rounds, options.seed, table=PointTable(), accelerated=options.accelerated
    )
    standings = ranked(found.field, codes, kind != "swiss")
    file = TournamentFile(found.field, f"Simulation {options.seed}", Heading(kind=kind), ("PTS", *codes))
    places = {standing.number: place for place, standing in enumerate(standings, 1)}
    return _Simulated(len(found.field.rounds), standings, codes, found.stopped, file, places)


def _by_commands(settings: TournamentSettings, options: SimulateOptions) -> _Simulated:
    """A knockout, a simultaneous display, or a tournament of teams."""
    found = RoundsSimulation(settings, options.players, options.seed)
    state, standings = found.state, found.state.standings()
    file = None if settings.format == "simul" else reports.report(state)
    places = reports.places(state, standings)
    return _Simulated(len(state.rounds), standings, state.tie_breaks, found.stopped, file, places)


def _arena(options: SimulateOptions) -> int:
    state = ArenaSimulation(options.players, options.minutes, options.seed).state
    standings, games = state.standings(), len(state.arena_games)
    if options.as_json:
        print_json({"games": games, "standings": msgspec.to_builtins(standings)})
        return 0
    told = {"players": options.players, "games": games, "minutes": options.minutes, "seed": options.seed}
    print(say("cli.tournament.simulated_arena", options.lang, **told))
    for each in standings:
        terms = " + ".join(str(term.value) for shown in each.shown for term in shown.terms)
        print(f"{each.place:4} {each.number:5} {each.tenths // 10:5} = {terms or 0}")
    return 0
