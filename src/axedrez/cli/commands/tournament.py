"""The commands `axedrez tournament …`."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from axedrez.cli.commands.at_place import Token, at_place
from axedrez.cli.companions import check_companions, check_values
from axedrez.cli.parameters import InputFile, Json, Lang, Language, Seed
from axedrez.tournaments.format_names import Format

if TYPE_CHECKING:
    from axedrez.cli.tournament_place import Place

tournaments = typer.Typer(rich_markup_mode=None)

Player = Annotated[str, typer.Argument(metavar="NUMBER|NAME")]
Round = Annotated[int | None, typer.Option("--round", min=1, max=998)]
TieBreaks = Annotated[str, typer.Option("--tie-breaks", metavar="CODES")]
Accelerated = Annotated[bool, typer.Option("--accelerated", show_default=False)]
FormatOption = Annotated[Format, typer.Option("--format")]
Boards = Annotated[int, typer.Option("--boards", min=0, max=20)]
Games = Annotated[int, typer.Option("--games", min=1, max=24)]
ThirdPlace = Annotated[bool, typer.Option("--third-place", show_default=False)]
Minutes = Annotated[int, typer.Option("--minutes", min=1, max=1440)]
TrfFile = Annotated[str | None, typer.Option("--trf", metavar="FILE")]
FORMATS = {
    "--rounds": ("swiss",),
    "--accelerated": ("swiss",),
    "--boards": ("swiss", "round-robin", "double-round-robin"),
    "--games": ("knockout",),
    "--extra-clocks": ("knockout",),
    "--armageddon": ("knockout",),
    "--third-place": ("knockout",),
    "--host": ("simul",),
    "--host-colour": ("simul",),
    "--minutes": ("arena",),
}
"""In which formats an option counts that does not count in all."""

Board = Annotated[int, typer.Argument(metavar="BOARD", min=1, max=30_000)]


class VersionWord(StrEnum):
    """Versions of tournament reports."""

    former = "16"
    modern = "26"


class SeedingWord(StrEnum):
    """Where starting ranks come from."""

    rating = "rating"
    entered = "entered"
    lot = "lot"


class HostColour(StrEnum):
    """The colours of the host of a simultaneous display."""

    white = "white"
    black = "black"
    alternating = "alternating"


@tournaments.callback()
def group() -> None:
    """Tournaments."""


@tournaments.command("list")
def list_command(
    server: Annotated[str, typer.Option("--server", metavar="URL")],
    token: Token = None,
    mine: Annotated[bool, typer.Option("--mine", show_default=False)] = False,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> None:
    """List the tournaments of a server."""
    from axedrez.cli import tournament_server

    tournament_server.show_list(server, token, mine, lang.value, as_json)


@tournaments.command("simulate")
def simulate_command(
    context: typer.Context,
    format_: FormatOption = "swiss",
    players: Annotated[int, typer.Option("--players", min=2, max=2000)] = 40,
    rounds: Annotated[int, typer.Option("--rounds", min=1, max=99)] = 9,
    seed: Seed = 1,
    trf: TrfFile = None,
    trf_version: Annotated[VersionWord, typer.Option("--trf-version")] = VersionWord.modern,
    tie_breaks: TieBreaks = "BH/C1,BH,SB",
    accelerated: Accelerated = False,
    boards: Boards = 0,
    games: Games = 1,
    third_place: ThirdPlace = False,
    host_colour: Annotated[HostColour, typer.Option("--host-colour")] = HostColour.white,
    minutes: Minutes = 60,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> int:
    """Simulate a tournament."""
    from axedrez.cli import tournament_simulate

    check_values(context, ("--format", format_), FORMATS)
    check_companions(context, {"--trf-version": ("--trf",)})
    return tournament_simulate.simulate(
        tournament_simulate.SimulateOptions(
            format_,
            players,
            rounds,
            seed,
            trf,
            trf_version.value,
            tie_breaks,
            accelerated,
            lang.value,
            as_json,
            minutes,
            boards,
            games,
            third_place,
            host_colour.value,
        )
    )


@tournaments.command("create")
def create_command(
    context: typer.Context,
    file: InputFile,
    title: Annotated[str, typer.Option("--title", metavar="TITLE")],
    rulebook: Annotated[str, typer.Option("--rulebook", metavar="RULEBOOK")],
    format_: FormatOption = "swiss",
    rounds: Annotated[int, typer.Option("--rounds", min=1, max=998)] = 5,
    points: Annotated[str, typer.Option("--points", metavar="1/0.5/0")] = "1/0.5/0",
    tie_breaks: TieBreaks = "BH/C1,BH,SB",
    seeding: Annotated[SeedingWord, typer.Option("--seeding")] = SeedingWord.rating,
    lot_seed: Annotated[str, typer.Option("--lot-seed", metavar="TEXT", show_default=False)] = "",
    accelerated: Accelerated = False,
    boards: Boards = 0,
    board_points: Annotated[str, typer.Option("--board-points", metavar="1/0.5/0")] = "1/0.5/0",
    games: Games = 1,
    extra_clocks: Annotated[str, typer.Option("--extra-clocks", metavar="CLOCKS", show_default=False)] = "",
    armageddon: Annotated[str, typer.Option("--armageddon", metavar="CLOCK", show_default=False)] = "",
    third_place: ThirdPlace = False,
    host: Annotated[str, typer.Option("--host", metavar="NAME", show_default=False)] = "",
    host_colour: Annotated[HostColour, typer.Option("--host-colour")] = HostColour.white,
    minutes: Minutes = 60,
    round_days: Annotated[int | None, typer.Option("--round-days", min=1, max=90)] = None,
    lang: Language = Lang.en,
) -> None:
    """Make a tournament in a file."""
    from axedrez.cli import tournament_create

    check_values(context, ("--format", format_), FORMATS)
    check_values(context, ("--seeding", seeding.value), {"--lot-seed": (SeedingWord.lot.value,)})
    check_companions(context, {"--board-points": ("--boards",)})
    given = {
        "title": title,
        "rulebook": rulebook,
        "format": format_,
        "rounds": rounds,
        "seeding": seeding.value,
        "lot_seed": lot_seed,
        "accelerated": accelerated,
        "boards": boards,
        "games_per_pairing": games,
        "third_place": third_place,
        "host_colour": host_colour.value,
        "minutes": minutes,
        "round_minutes": round_days * 24 * 60 if round_days is not None else None,
    }
    texts = tournament_create.Written(points, tie_breaks, extra_clocks, armageddon, host, board_points)
    tournament_create.create(file, given, texts, lang.value)


@tournaments.command("enter")
@at_place
def enter_command(
    at: Place,
    names: Annotated[list[str] | None, typer.Argument(metavar="NAME")] = None,
    list_: Annotated[str | None, typer.Option("--list", metavar="FILE")] = None,
    team: Annotated[str, typer.Option("--team", metavar="NAME", show_default=False)] = "",
    lang: Language = Lang.en,
) -> None:
    """Add players."""
    from axedrez.cli import tournament_acts

    tournament_acts.enter(at, names or [], list_, team, lang.value)


@tournaments.command("apart")
@at_place
def apart_command(at: Place, player: Player, other: Player, lang: Language = Lang.en) -> None:
    """Keep two players apart."""
    from axedrez.cli import tournament_acts

    tournament_acts.apart(at, player, other, lang.value)


@tournaments.command("withdraw")
@at_place
def withdraw_command(
    at: Place,
    player: Player,
    back: Annotated[bool, typer.Option("--back", show_default=False)] = False,
    lang: Language = Lang.en,
) -> None:
    """Let a player play no further rounds."""
    from axedrez.cli import tournament_acts

    tournament_acts.withdraw(at, player, back, lang.value)


@tournaments.command("bye")
@at_place
def bye_command(
    at: Place,
    player: Player,
    round_: Annotated[int, typer.Argument(metavar="ROUND", min=1, max=998)],
    zero: Annotated[bool, typer.Option("--zero", show_default=False)] = False,
    lang: Language = Lang.en,
) -> None:
    """Let a player leave out a round."""
    from axedrez.cli import tournament_acts

    tournament_acts.bye(at, player, round_, zero, lang.value)


@tournaments.command("lineup")
@at_place
def lineup_command(
    at: Place,
    players: Annotated[list[str], typer.Argument(metavar="NUMBER|NAME")],
    lang: Language = Lang.en,
) -> None:
    """Order the players of a team."""
    from axedrez.cli import tournament_teams

    tournament_teams.line_up(at, players, lang.value)


@tournaments.command("pair")
@at_place
def pair_command(at: Place, lang: Language = Lang.en) -> None:
    """Pair the next round."""
    from axedrez.cli import tournament_acts

    tournament_acts.pair(at, lang.value)


# A result may begin with a sign, as options do.
@tournaments.command("result", context_settings={"ignore_unknown_options": True})
@at_place
def result_command(
    at: Place,
    board: Board,
    result: Annotated[str, typer.Argument(metavar="RESULT")],
    round_: Round = None,
    margin: Annotated[int, typer.Option("--margin", min=1, max=192)] = 1,
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT")] = "",
    pairing: Annotated[bool, typer.Option("--pairing", show_default=False)] = False,
    lang: Language = Lang.en,
) -> None:
    """Enter a result."""
    from axedrez.cli import tournament_acts

    options = tournament_acts.ResultOptions(round_, margin, reason, pairing)
    tournament_acts.result(at, board, result, options, lang.value)


@tournaments.command("undo")
@at_place
def undo_command(
    at: Place,
    reason: Annotated[str, typer.Argument(metavar="REASON")],
    lang: Language = Lang.en,
) -> None:
    """Take back the last round."""
    from axedrez.cli import tournament_acts

    tournament_acts.undo(at, reason, lang.value)


@tournaments.command("end")
@at_place
def end_command(at: Place, lang: Language = Lang.en) -> None:
    """End the tournament."""
    from axedrez.cli import tournament_acts

    tournament_acts.end(at, lang.value)


@tournaments.command("show")
@at_place
def show_command(
    at: Place,
    round_: Round = None,
    sums: Annotated[bool, typer.Option("--sums", show_default=False)] = False,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> None:
    """Show a round and the standings."""
    from axedrez.cli import tournament_acts

    tournament_acts.show(at, round_, sums, lang.value, as_json)


@tournaments.command("export")
@at_place
def export_command(
    at: Place,
    trf: TrfFile = None,
    trf_version: Annotated[VersionWord, typer.Option("--trf-version")] = VersionWord.modern,
    csv: Annotated[str | None, typer.Option("--csv", metavar="FILE")] = None,
    crosstable: Annotated[bool, typer.Option("--crosstable", show_default=False)] = False,
    lang: Language = Lang.en,
) -> None:
    """Write the tournament for other programs."""
    from axedrez.cli import tournament_acts

    tournament_acts.export(at, trf, trf_version.value, csv, crosstable, lang.value)


@tournaments.command("appeal")
@at_place
def appeal_command(
    at: Place,
    player: Player,
    text: Annotated[str, typer.Argument(metavar="TEXT")],
    round_: Round = None,
    lang: Language = Lang.en,
) -> None:
    """Note an appeal of a player."""
    from axedrez.cli import tournament_arbiter

    tournament_arbiter.appeal(at, player, text, round_, lang.value)


@tournaments.command("answer")
@at_place
def answer_command(
    at: Place,
    appeal: Annotated[int, typer.Argument(metavar="APPEAL", min=1)],
    text: Annotated[str, typer.Argument(metavar="TEXT")],
    upheld: Annotated[bool, typer.Option("--upheld", show_default=False)] = False,
    lang: Language = Lang.en,
) -> None:
    """Answer an appeal."""
    from axedrez.cli import tournament_arbiter

    tournament_arbiter.answer(at, appeal, text, upheld, lang.value)


@tournaments.command("log")
@at_place
def log_command(at: Place, lang: Language = Lang.en, as_json: Json = False) -> None:
    """Show corrections and appeals."""
    from axedrez.cli import tournament_arbiter

    tournament_arbiter.show(at, lang.value, as_json)


@tournaments.command("arrange")
@at_place
def arrange_command(
    at: Place,
    board: Board,
    time: Annotated[str, typer.Argument(metavar="TIME")],
    lang: Language = Lang.en,
) -> None:
    """Note when a board is played."""
    from axedrez.cli import tournament_arbiter

    tournament_arbiter.arrange(at, board, time, lang.value)


@tournaments.command("expire")
def expire_command(file: InputFile, lang: Language = Lang.en) -> None:
    """Forfeit what was not played in time."""
    from axedrez.cli import tournament_arbiter

    tournament_arbiter.expire(file, lang.value)
