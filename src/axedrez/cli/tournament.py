"""The definitions of the commands `axedrez tournament …`; their implementations are in modules of their own."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from axedrez.cli.parameters import RANGE, Json, Lang, Language

tournaments = typer.Typer(rich_markup_mode=None)


class FormatWord(StrEnum):
    """The formats that can be simulated."""

    swiss = "swiss"
    round_robin = "round-robin"
    double_round_robin = "double-round-robin"
    arena = "arena"


class VersionWord(StrEnum):
    """Versions of tournament reports."""

    former = "16"
    modern = "26"


@tournaments.callback()
def group() -> None:
    """Tournaments."""


@tournaments.command("simulate")
def simulate_command(
    tournament_format: Annotated[FormatWord, typer.Option("--format")] = FormatWord.swiss,
    players: Annotated[int, typer.Option("--players", **RANGE["players"])] = 40,
    rounds: Annotated[int, typer.Option("--rounds", **RANGE["rounds"])] = 9,
    seed: Annotated[int, typer.Option("--seed", **RANGE["seed"])] = 1,
    trf: Annotated[str | None, typer.Option("--trf", metavar="FILE")] = None,
    trf_version: Annotated[VersionWord, typer.Option("--trf-version")] = VersionWord.modern,
    tie_breaks: Annotated[str, typer.Option("--tie-breaks", metavar="CODES")] = "BH/C1,BH,SB",
    accelerated: Annotated[bool, typer.Option("--accelerated", show_default=False)] = False,
    arena_minutes: Annotated[int, typer.Option("--minutes", **RANGE["arena_minutes"])] = 60,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> int:
    """Simulate a tournament."""
    from axedrez.cli import tournament_simulate

    return tournament_simulate.simulate(
        tournament_simulate.SimulateOptions(
            tournament_format.value,
            players,
            rounds,
            seed,
            trf,
            trf_version.value,
            tie_breaks,
            accelerated,
            lang.value,
            as_json,
            arena_minutes,
        )
    )


TournamentPath = Annotated[str, typer.Argument(metavar="FILE")]
Who = Annotated[str, typer.Argument(metavar="NUMBER|NAME")]
RoundNumber = Annotated[int | None, typer.Option("--round", **RANGE["round_number"])]


class PlayedWord(StrEnum):
    """The formats that a tournament in a file can have."""

    swiss = "swiss"
    round_robin = "round-robin"
    double_round_robin = "double-round-robin"
    knockout = "knockout"
    simul = "simul"
    arena = "arena"


class SeedingWord(StrEnum):
    """Where starting ranks come from."""

    rating = "rating"
    entered = "entered"
    lot = "lot"


class ColourWord(StrEnum):
    """The colours of the host of a simultaneous display."""

    white = "white"
    black = "black"
    alternating = "alternating"


@tournaments.command("create")
def create_command(
    tournament_path: TournamentPath,
    tournament_title: Annotated[str, typer.Option("--title", metavar="TITLE")],
    tournament_rulebook: Annotated[str, typer.Option("--rulebook", metavar="RULEBOOK")],
    played_format: Annotated[PlayedWord, typer.Option("--format")] = PlayedWord.swiss,
    rounds: Annotated[int, typer.Option("--rounds", **RANGE["round_number"])] = 5,
    point_table: Annotated[str, typer.Option("--points", metavar="1/0.5/0")] = "1/0.5/0",
    tie_breaks: Annotated[str, typer.Option("--tie-breaks", metavar="CODES")] = "BH/C1,BH,SB",
    seeding: Annotated[SeedingWord, typer.Option("--seeding")] = SeedingWord.rating,
    lot_seed: Annotated[str, typer.Option("--lot-seed", metavar="TEXT", show_default=False)] = "",
    accelerated: Annotated[bool, typer.Option("--accelerated", show_default=False)] = False,
    boards: Annotated[int, typer.Option("--boards", **RANGE["boards"])] = 0,
    board_points: Annotated[str, typer.Option("--board-points", metavar="1/0.5/0")] = "1/0.5/0",
    pairing_games: Annotated[int, typer.Option("--games", **RANGE["pairing_games"])] = 1,
    extra_clocks: Annotated[str, typer.Option("--extra-clocks", metavar="CLOCKS", show_default=False)] = "",
    armageddon: Annotated[str, typer.Option("--armageddon", metavar="CLOCK", show_default=False)] = "",
    third_place: Annotated[bool, typer.Option("--third-place", show_default=False)] = False,
    display_host: Annotated[str, typer.Option("--host", metavar="NAME", show_default=False)] = "",
    host_colour: Annotated[ColourWord, typer.Option("--host-colour")] = ColourWord.white,
    arena_minutes: Annotated[int, typer.Option("--minutes", **RANGE["arena_minutes"])] = 60,
    round_days: Annotated[int | None, typer.Option("--round-days", **RANGE["round_days"])] = None,
    lang: Language = Lang.en,
) -> None:
    """Make a tournament in a file."""
    from axedrez.cli import tournament_create

    given = {
        "title": tournament_title,
        "rulebook": tournament_rulebook,
        "format": played_format.value,
        "rounds": rounds,
        "seeding": seeding.value,
        "lot_seed": lot_seed,
        "accelerated": accelerated,
        "boards": boards,
        "games_per_pairing": pairing_games,
        "third_place": third_place,
        "host_colour": host_colour.value,
        "minutes": arena_minutes,
        "round_minutes": round_days * 24 * 60 if round_days is not None else None,
    }
    texts = tournament_create.Written(point_table, tie_breaks, extra_clocks, armageddon, display_host, board_points)
    tournament_create.create(tournament_path, given, texts, lang.value)


@tournaments.command("enter")
def enter_command(
    tournament_path: TournamentPath,
    entrant_names: Annotated[list[str] | None, typer.Argument(metavar="NAME")] = None,
    entrant_list: Annotated[str | None, typer.Option("--list", metavar="FILE")] = None,
    team: Annotated[str, typer.Option("--team", metavar="NAME", show_default=False)] = "",
    lang: Language = Lang.en,
) -> None:
    """Add players."""
    from axedrez.cli import tournament_acts

    tournament_acts.enter(tournament_path, entrant_names or [], entrant_list, team, lang.value)


@tournaments.command("apart")
def apart_command(tournament_path: TournamentPath, entrant: Who, other_entrant: Who, lang: Language = Lang.en) -> None:
    """Keep two players apart."""
    from axedrez.cli import tournament_acts

    tournament_acts.apart(tournament_path, entrant, other_entrant, lang.value)


@tournaments.command("withdraw")
def withdraw_command(
    tournament_path: TournamentPath,
    entrant: Who,
    returns: Annotated[bool, typer.Option("--back", show_default=False)] = False,
    lang: Language = Lang.en,
) -> None:
    """Let a player play no further rounds."""
    from axedrez.cli import tournament_acts

    tournament_acts.withdraw(tournament_path, entrant, returns, lang.value)


@tournaments.command("bye")
def bye_command(
    tournament_path: TournamentPath,
    entrant: Who,
    bye_round: Annotated[int, typer.Argument(metavar="ROUND", **RANGE["round_number"])],
    zero: Annotated[bool, typer.Option("--zero", show_default=False)] = False,
    lang: Language = Lang.en,
) -> None:
    """Let a player leave out a round."""
    from axedrez.cli import tournament_acts

    tournament_acts.bye(tournament_path, entrant, bye_round, zero, lang.value)


@tournaments.command("lineup")
def lineup_command(
    tournament_path: TournamentPath,
    entrants: Annotated[list[str], typer.Argument(metavar="NUMBER|NAME")],
    lang: Language = Lang.en,
) -> None:
    """Order the players of a team."""
    from axedrez.cli import tournament_teams

    tournament_teams.line_up(tournament_path, entrants, lang.value)


@tournaments.command("pair")
def pair_command(tournament_path: TournamentPath, lang: Language = Lang.en) -> None:
    """Pair the next round."""
    from axedrez.cli import tournament_acts

    tournament_acts.pair(tournament_path, lang.value)


# A result may begin with a sign, as options do.
@tournaments.command("result", context_settings={"ignore_unknown_options": True})
def result_command(
    tournament_path: TournamentPath,
    board: Annotated[int, typer.Argument(metavar="BOARD", **RANGE["board"])],
    entered_result: Annotated[str, typer.Argument(metavar="RESULT")],
    round_number: RoundNumber = None,
    margin: Annotated[int, typer.Option("--margin", **RANGE["margin"])] = 1,
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT")] = "",
    whole_pairing: Annotated[bool, typer.Option("--pairing", show_default=False)] = False,
    lang: Language = Lang.en,
) -> None:
    """Enter a result."""
    from axedrez.cli import tournament_acts

    options = tournament_acts.ResultOptions(round_number, margin, reason, whole_pairing)
    tournament_acts.result(tournament_path, board, entered_result, options, lang.value)


@tournaments.command("undo")
def undo_command(
    tournament_path: TournamentPath,
    undo_reason: Annotated[str, typer.Argument(metavar="REASON")],
    lang: Language = Lang.en,
) -> None:
    """Take back the last round."""
    from axedrez.cli import tournament_acts

    tournament_acts.undo(tournament_path, undo_reason, lang.value)


@tournaments.command("end")
def end_command(tournament_path: TournamentPath, lang: Language = Lang.en) -> None:
    """End the tournament."""
    from axedrez.cli import tournament_acts

    tournament_acts.end(tournament_path, lang.value)


@tournaments.command("show")
def show_command(
    tournament_path: TournamentPath,
    round_number: RoundNumber = None,
    sums: Annotated[bool, typer.Option("--sums", show_default=False)] = False,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> None:
    """Show a round and the standings."""
    from axedrez.cli import tournament_acts

    tournament_acts.show(tournament_path, round_number, sums, lang.value, as_json)


@tournaments.command("export")
def export_command(
    tournament_path: TournamentPath,
    trf: Annotated[str | None, typer.Option("--trf", metavar="FILE")] = None,
    trf_version: Annotated[VersionWord, typer.Option("--trf-version")] = VersionWord.modern,
    standings_csv: Annotated[str | None, typer.Option("--csv", metavar="FILE")] = None,
    crosstable: Annotated[bool, typer.Option("--crosstable", show_default=False)] = False,
    lang: Language = Lang.en,
) -> None:
    """Write the tournament for other programs."""
    from axedrez.cli import tournament_acts

    tournament_acts.export(tournament_path, trf, trf_version.value, standings_csv, crosstable, lang.value)


@tournaments.command("appeal")
def appeal_command(
    tournament_path: TournamentPath,
    entrant: Who,
    appeal_text: Annotated[str, typer.Argument(metavar="TEXT")],
    round_number: RoundNumber = None,
    lang: Language = Lang.en,
) -> None:
    """Note an appeal of a player."""
    from axedrez.cli import tournament_arbiter

    tournament_arbiter.appeal(tournament_path, entrant, appeal_text, round_number, lang.value)


@tournaments.command("answer")
def answer_command(
    tournament_path: TournamentPath,
    appeal_number: Annotated[int, typer.Argument(metavar="APPEAL", min=1)],
    answer_text: Annotated[str, typer.Argument(metavar="TEXT")],
    upheld: Annotated[bool, typer.Option("--upheld", show_default=False)] = False,
    lang: Language = Lang.en,
) -> None:
    """Answer an appeal."""
    from axedrez.cli import tournament_arbiter

    tournament_arbiter.answer(tournament_path, appeal_number, answer_text, upheld, lang.value)


@tournaments.command("log")
def log_command(tournament_path: TournamentPath, lang: Language = Lang.en, as_json: Json = False) -> None:
    """Show corrections and appeals."""
    from axedrez.cli import tournament_arbiter

    tournament_arbiter.show(tournament_path, lang.value, as_json)


@tournaments.command("arrange")
def arrange_command(
    tournament_path: TournamentPath,
    board: Annotated[int, typer.Argument(metavar="BOARD", **RANGE["board"])],
    play_time: Annotated[str, typer.Argument(metavar="TIME")],
    lang: Language = Lang.en,
) -> None:
    """Note when a board is played."""
    from axedrez.cli import tournament_arbiter

    tournament_arbiter.arrange(tournament_path, board, play_time, lang.value)


@tournaments.command("expire")
def expire_command(tournament_path: TournamentPath, lang: Language = Lang.en) -> None:
    """Forfeit what was not played in time."""
    from axedrez.cli import tournament_arbiter

    tournament_arbiter.expire(tournament_path, lang.value)
