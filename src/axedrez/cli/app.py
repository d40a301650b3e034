"""The forms of the command line; what they do is in the modules beside this one."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Any

import typer

from axedrez.cli import failures
from axedrez.cli.admin import admin
from axedrez.cli.engines import engines
from axedrez.cli.parameters import RANGE, DatabaseUrl, Json, Lang, Language
from axedrez.core import AxedrezError
from axedrez.engine.levels import LEVELS, USUAL, WEAKEST
from axedrez.messages import LANGUAGES, say


class Seats(StrEnum):
    """Where the computer sits in `play`."""

    none = "none"
    white = "white"
    black = "black"
    both = "both"


Rulebook = Annotated[str, typer.Argument(metavar="RULEBOOK")]
PositionText = Annotated[str | None, typer.Option("--position", metavar="TEXT")]
Options = Annotated[list[str] | None, typer.Option("--option", metavar="PATH=VALUE")]

app = typer.Typer(rich_markup_mode=None, context_settings={"help_option_names": ["--help", "-h"]})
app.add_typer(admin, name="admin")
app.add_typer(engines, name="engines")


def _tell_version(asked: bool) -> None:
    if asked:
        import axedrez

        print(f"axedrez {axedrez.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def alone(
    context: typer.Context,
    lang: Language = Lang.en,
    version: Annotated[bool, typer.Option("--version", is_eager=True, callback=_tell_version)] = False,
) -> None:
    """Start the server on a free local port and open the browser."""
    context.default_map = _spoken(app, lang)
    if context.invoked_subcommand is None:
        from axedrez.server.run import serve

        serve(open_browser=True, lang=lang.value)


@app.command("serve")
def serve_command(
    host: Annotated[str, typer.Option("--host")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", **RANGE["port"])] = 8000,
    database_url: DatabaseUrl = None,
    channels_url: Annotated[str | None, typer.Option("--channels", metavar="URL", envvar="AXEDREZ_CHANNELS")] = None,
    trusted_proxies: Annotated[
        str | None, typer.Option("--trusted-proxies", metavar="ADDRESSES", envvar="AXEDREZ_TRUSTED_PROXIES")
    ] = None,
    metrics_for: Annotated[
        str | None, typer.Option("--metrics-for", metavar="ADDRESSES", envvar="AXEDREZ_METRICS_FOR")
    ] = None,
    served_engines: Annotated[list[str] | None, typer.Option("--engine", metavar="NAME")] = None,
    lang: Language = Lang.en,
) -> None:
    """Serve the page and the HTTP interface."""
    from axedrez.server.run import serve

    serve(
        host,
        port,
        database_url,
        channels_url,
        lang=lang.value,
        trusted_proxies=trusted_proxies,
        metrics_for=metrics_for,
        engines=served_engines or [],
    )


@app.command("classroom")
def classroom_command(
    port: Annotated[int, typer.Option("--port", **RANGE["port"])] = 8000,
    database_url: DatabaseUrl = None,
    lang: Language = Lang.en,
) -> None:
    """Serve everybody in the local network, without chat."""
    from axedrez.cli import classroom

    classroom.serve_class(port, database_url, lang.value)


@app.command("perft")
def perft_command(
    rulebook: Rulebook,
    depth: Annotated[int | None, typer.Argument(metavar="DEPTH", **RANGE["depth"])] = None,
    position: PositionText = None,
    divide: Annotated[bool, typer.Option("--divide")] = False,
    threads: Annotated[int, typer.Option("--threads", **RANGE["threads"])] = 1,
    suite: Annotated[str | None, typer.Option("--suite", metavar="FILE.epd")] = None,
    option: Options = None,
    lang: Language = Lang.en,
    as_json: Json = True,
) -> int:
    """Count the paths of the game tree."""
    from axedrez.cli import perft
    from axedrez.cli.loading import load

    game = load(rulebook, option)
    if suite is not None:
        if depth is not None or position is not None or divide:
            raise AxedrezError("cli_suite_alone")
        return perft.check_suite(game, suite, threads, lang.value)
    if depth is None:
        raise failures.Missing("DEPTH")
    perft.count(game, position, depth, threads, divide)
    return 0


@app.command("moves")
def moves_command(
    rulebook: Rulebook,
    position: PositionText = None,
    dice: Annotated[str | None, typer.Option("--dice", metavar="52")] = None,
    batch: Annotated[bool, typer.Option("--batch")] = False,
    option: Options = None,
    lang: Language = Lang.en,
    as_json: Json = True,
) -> None:
    """List the legal moves."""
    from axedrez.cli import listing
    from axedrez.cli.loading import load, stand, thrown
    from axedrez.preparation import brief

    if batch:
        game = load(rulebook, option)
        if position is not None or dice is not None:
            raise AxedrezError("cli_batch_alone")
        listing.answer_lines(game, lang.value)
        return
    with brief():
        listing.answer(thrown(stand(load(rulebook, option), position), dice), lang.value)


@app.command("replay")
def replay_command(
    rulebook: Rulebook,
    played: Annotated[list[str] | None, typer.Argument(metavar="MOVE")] = None,
    position: PositionText = None,
    option: Options = None,
    lang: Language = Lang.en,
    as_json: Json = True,
) -> int:
    """Play a game through and say how it stands."""
    from axedrez.cli import replaying
    from axedrez.cli.loading import load, stand
    from axedrez.preparation import brief

    if replaying.is_file(rulebook):
        if played or position is not None or option:
            raise AxedrezError("cli_file_alone")
        return replaying.replay_file(rulebook, lang.value)
    with brief():
        replaying.replay(stand(load(rulebook, option), position), played or [], lang.value)
    return 0


@app.command("play")
def play_command(
    rulebook: Rulebook,
    computer: Annotated[Seats, typer.Option("--computer")] = Seats.none,
    level: Annotated[int, typer.Option("--level", **RANGE["level"])] = USUAL,
    engine: Annotated[str | None, typer.Option("--engine", metavar="NAME")] = None,
    position: PositionText = None,
    option: Options = None,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> None:
    """Play in the terminal."""
    from axedrez.cli.loading import load, stand
    from axedrez.cli.playing import Table, opponent
    from axedrez.preparation import Preparation

    with Preparation(("chess", "modified")):
        start = stand(load(rulebook, option), position)
        with opponent(engine, start.game) as other:
            seat = "black" if other is not None and computer is Seats.none else computer.value
            table = Table(start, seat, level, lang.value, other)
            table.play()
    if as_json:
        table.print_json()


@app.command("uci")
def uci_command(
    rulebook: Annotated[str | None, typer.Argument(metavar="RULEBOOK")] = None,
    option: Options = None,
    lang: Language = Lang.en,
) -> None:
    """Be an engine for chess programs."""
    from axedrez.cli import uci
    from axedrez.cli.loading import load

    if rulebook is None and option:
        raise failures.Missing("RULEBOOK")
    uci.talk((lambda: load(rulebook, option)) if rulebook is not None else None, lang.value)


@app.command("warm")
def warm_command(lang: Language = Lang.en) -> int:
    """Compile all kernels now."""
    from axedrez.cli import warming

    return warming.warm(lang.value)


@app.command("rules")
def rules_command(
    rulebook: Rulebook,
    option: Options = None,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> None:
    """Put a rulebook into words."""
    from axedrez.cli import manual
    from axedrez.cli.loading import load
    from axedrez.preparation import brief

    with brief():
        manual.show(load(rulebook, option), lang.value, as_json)


@app.command("manual")
def manual_command(
    rulebook: Rulebook,
    pdf: Annotated[str, typer.Option("--pdf", metavar="FILE")],
    option: Options = None,
    lang: Language = Lang.en,
) -> None:
    """Print the chapter of a rulebook as PDF."""
    from axedrez.cli import printing
    from axedrez.cli.loading import load

    printing.to_pdf(load(rulebook, option), pdf, lang.value)


@app.command("balance")
def balance_command(
    rulebook: Rulebook,
    other: Annotated[str | None, typer.Argument(metavar="OTHER")] = None,
    games: Annotated[int, typer.Option("--games", **RANGE["games"])] = 100,
    level: Annotated[int, typer.Option("--level", **RANGE["level"])] = WEAKEST,
    nodes: Annotated[int, typer.Option("--nodes", **RANGE["nodes"])] = 20_000,
    seed: Annotated[int, typer.Option("--seed", **RANGE["seed"])] = 0,
    processes: Annotated[int | None, typer.Option("--processes", **RANGE["processes"])] = None,
    cluster: Annotated[bool, typer.Option("--cluster")] = False,
    option: Options = None,
    out: Annotated[str | None, typer.Option("--out", metavar="FILE.html")] = None,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> int:
    """Tell how balanced a rulebook is."""
    from axedrez.balance import Settings
    from axedrez.cli import balancing
    from axedrez.cli.loading import load

    # The options are the last sheet's: so a rulebook can be compared with itself, changed.
    sheets = [load(rulebook, option)] if other is None else [load(rulebook, None), load(other, option)]
    settings = Settings(games=games, level=level, nodes=nodes, seed=seed)
    return balancing.balance(sheets, balancing.Wish(settings, processes, cluster, as_json, out, lang.value))


@app.command("analyse")
def analyse_command(
    games_file: Annotated[str, typer.Argument(metavar="FILE.pgn")],
    number: Annotated[int | None, typer.Option("--game", **RANGE["number"])] = None,
    nodes: Annotated[int, typer.Option("--nodes", **RANGE["nodes"])] = 100_000,
    plies: Annotated[int, typer.Option("--depth", **RANGE["plies"])] = 0,
    time_ms: Annotated[int, typer.Option("--time", metavar="MS", **RANGE["time_ms"])] = 0,
    processes: Annotated[int | None, typer.Option("--processes", **RANGE["processes"])] = None,
    pgn: Annotated[str | None, typer.Option("--pgn", metavar="OUT.pgn")] = None,
    puzzles: Annotated[str | None, typer.Option("--puzzles", metavar="OUT.pgn")] = None,
    analyst: Annotated[str | None, typer.Option("--engine", metavar="NAME")] = None,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> int:
    """Tell of each move of a game what it gave away."""
    from axedrez.analysis.evaluation import Effort
    from axedrez.cli import analysing

    # A depth or a time that is asked for is the limit, and not the usual number of nodes.
    effort = Effort(nodes=0 if plies or time_ms else nodes, depth=plies, time_ms=time_ms)
    wish = analysing.Wish(effort, number, processes, as_json, pgn, lang.value, analyst, puzzles)
    return analysing.analyse(games_file, wish)


@app.command("import-variants")
def import_variants_command(
    variants: Annotated[str, typer.Argument(metavar="FILE")],
    section: Annotated[str | None, typer.Option("--section", metavar="NAME")] = None,
    folder: Annotated[str | None, typer.Option("--out", metavar="DIR")] = None,
    ignore_unknown: Annotated[bool, typer.Option("--ignore-unknown")] = False,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> int:
    """Turn sections of a variants.ini file into rule sheets."""
    from axedrez.cli import variants as ini

    return ini.take_over(variants, section, folder, ignore_unknown, lang.value, as_json)


@app.command("export-variants")
def export_variants_command(
    rulebook: Rulebook,
    ignore_unknown: Annotated[bool, typer.Option("--ignore-unknown")] = False,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> int:
    """Write a rulebook as a section of variants.ini."""
    from axedrez.cli import variants as ini

    return ini.write(rulebook, ignore_unknown, as_json)


@app.command("verify-dice")
def verify_dice_command(
    file: Annotated[str, typer.Argument(metavar="FILE")],
    lang: Language = Lang.en,
    as_json: Json = False,
) -> None:
    """Check the dice of a game."""
    from axedrez.cli import verify

    verify.check(file, lang.value, as_json)


def run(arguments: Sequence[str]) -> int:
    """Carry out a command line; returns the exit status."""
    return failures.guarded(lambda lang: _invoke(list(arguments), lang), _language(arguments), _valid)


def _invoke(arguments: list[str], lang: str) -> int:
    command: Any = typer.main.get_command(app)
    _put_into_words(command, lang)
    answer = command.main(args=arguments, prog_name="axedrez", standalone_mode=False)
    return answer if isinstance(answer, int) else 0


def _put_into_words(command: Any, lang: str) -> None:
    """Set the help texts of a command and of those inside it from the catalogue."""
    command.help = say(f"cli.help.{command.name or 'axedrez'}", lang)
    for parameter in command.params:
        details = {"levels": _level_names(lang)} if parameter.name == "level" else {}
        parameter.help = say(f"cli.help.{parameter.name}", lang, **details)
    for inner in getattr(command, "commands", {}).values():
        _put_into_words(inner, lang)


def _level_names(lang: str) -> str:
    return ", ".join(f"{level} {say(f'ui.level.{level}', lang)}" for level in LEVELS)


def _spoken(group: typer.Typer, lang: Lang) -> dict[str, Any]:
    """The language of a command line as the default of every command in it."""
    spoken: dict[str, Any] = {str(command.name): {"lang": lang.value} for command in group.registered_commands}
    for inner in group.registered_groups:
        if inner.typer_instance is not None:
            spoken[str(inner.name)] = _spoken(inner.typer_instance, lang)
    return spoken


def _valid(name: str) -> str:
    """What a parameter may be, in signs that need no translation."""
    if name in RANGE:
        return "{min}..{max}".format(**RANGE[name])
    kind = {"lang": Lang, "computer": Seats}.get(name, ())
    return " | ".join(choice.value for choice in kind)


def _language(arguments: Sequence[str]) -> str:
    """The language that a command line asks for, known before it is understood; English by default."""
    asked = "en"
    for before, argument in zip(("", *arguments), arguments, strict=False):
        value = argument if before == "--lang" else argument.removeprefix("--lang=")
        asked = value if value in LANGUAGES and (before == "--lang" or value != argument) else asked
    return asked
