"""`axedrez tournament simulate`: a tournament whose results are drawn from ratings, and its report."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from axedrez.cli.output import print_json
from axedrez.core import AxedrezError
from axedrez.messages import say, sentence
from axedrez.tournaments.arena_simulation import ArenaSimulation
from axedrez.tournaments.field import PointTable
from axedrez.tournaments.heading import Heading
from axedrez.tournaments.simulation import Format, simulated
from axedrez.tournaments.tiebreaks import ranked
from axedrez.tournaments.trf import TournamentFile, written
from axedrez.tournaments.trf.document import Version


class SimulateOptions(NamedTuple):
    """What to simulate, and where its report goes."""

    format_: Format | Literal["arena"]
    players: int
    rounds: int | None
    seed: int
    trf: str | None = None
    version: Version = "26"
    tie_breaks: str = "BH/C1,BH,SB"
    accelerated: bool = False
    lang: str = "en"
    as_json: bool = False
    minutes: int = 60


def simulate(options: SimulateOptions) -> int:
    """Simulate, show the standings and write the report; returns the exit status. Raises `AxedrezError`."""
    if options.format_ == "arena":
        return _arena(options)
    order = tuple(code.strip() for code in options.tie_breaks.split(",") if code.strip())
    found = simulated(
        options.format_,
        options.players,
        options.rounds,
        options.seed,
        table=PointTable(),
        accelerated=options.accelerated,
    )
    standings = ranked(found.field, order, options.format_ != "swiss")
    if options.trf is not None:
        places = {standing.number: place for place, standing in enumerate(standings, 1)}
        file = TournamentFile(found.field, f"Simulation {options.seed}", Heading(kind=options.format_), ("PTS", *order))
        text = written(file, options.version, places)
        try:
            Path(options.trf).write_text(text, encoding="utf-8")
        except OSError:
            raise AxedrezError("cli_unwritable", file=options.trf) from None
    rounds = len(found.field.rounds)
    if options.as_json:
        print_json({"rounds": rounds, "stopped": found.stopped, "standings": msgspec.to_builtins(standings)})
        return 0
    print(say("cli.tournament.simulated", options.lang, players=options.players, rounds=rounds, seed=options.seed))
    if found.stopped:
        print(sentence(AxedrezError(found.stopped, round=rounds + 1, least=2), options.lang))
    print(f"{'':15}{'':6}", *(f"{code:>8}" for code in order))
    for each in standings:
        values = (f"{shown.value if shown.value is not None else '-':>8}" for shown in each.shown)
        print(f"{each.place:4} {each.number:5} {each.tenths / 10:5}     ", *values)
    if options.trf is not None:
        print(say("cli.tournament.written", options.lang, path=options.trf))
    return 0


def _arena(options: SimulateOptions) -> int:
    if options.trf is not None:
        raise AxedrezError("tournament_export_format")
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
