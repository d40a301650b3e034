"""The definitions of all commands. Their implementations are in the other modules, imported when a command runs."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from axedrez.analysis.equity import RolloutOptions
from axedrez.cli import failures, tournament_print
from axedrez.cli.admin_commands import admin
from axedrez.cli.engine_commands import engines
from axedrez.cli.library_commands import collections
from axedrez.cli.parameters import (
    RANGE,
    Accepted,
    DatabaseUrl,
    Json,
    Lang,
    Language,
    Options,
    PositionText,
    Rulebook,
    Seats,
)
from axedrez.core import AxedrezError
from axedrez.engine.levels import USUAL, WEAKEST

app = typer.Typer(rich_markup_mode=None, context_settings={"help_option_names": ["--help", "-h"]})
app.add_typer(admin, name="admin")
app.add_typer(engines, name="engines")
app.add_typer(collections, name="library")
app.add_typer(tournament_print.tournaments, name="tournament")


def _print_version(requested: bool) -> None:
    if requested:
        import axedrez

        print(f"axedrez {axedrez.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def alone(
    context: typer.Context,
    lang: Language = Lang.en,
    version: Annotated[bool, typer.Option("--version", is_eager=True, callback=_print_version)] = False,
) -> None:
    """Start the server on a free local port and open the browser."""
    context.default_map = _spoken(app, lang)
    if context.invoked_subcommand is None:
        from axedrez.server.app.run import serve

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
    workers: Annotated[int, typer.Option("--workers", **RANGE["workers"])] = 1,
    public_url: Annotated[str | None, typer.Option("--public-url", metavar="URL", envvar="AXEDREZ_PUBLIC_URL")] = None,
    smtp: Annotated[str | None, typer.Option("--smtp", metavar="URL", envvar="AXEDREZ_SMTP")] = None,
    mail_from: Annotated[str | None, typer.Option("--mail-from", metavar="ADDRESS", envvar="AXEDREZ_MAIL_FROM")] = None,
    push_loopback: Annotated[bool, typer.Option("--push-loopback", show_default=False)] = False,
    lang: Language = Lang.en,
) -> None:
    """Serve the page and the HTTP interface."""
    from axedrez.server.app.run import serve

    serve(
        host,
        port,
        database_url,
        channels_url,
        lang=lang.value,
        trusted_proxies=trusted_proxies,
        metrics_for=metrics_for,
        engines=served_engines or [],
        workers=workers,
        public_url=public_url,
        smtp=smtp,
        mail_from=mail_from,
        push_loopback=push_loopback,
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


@app.command("bot")
def bot_command(
    server: Annotated[str, typer.Option("--server", metavar="URL")],
    token: Annotated[str, typer.Option("--token", envvar="AXEDREZ_TOKEN", show_envvar=True)],
    command: Annotated[str, typer.Option("--engine", metavar="COMMAND")],
    engine_option: Annotated[list[str] | None, typer.Option("--option", metavar="NAME=VALUE")] = None,
    played_rulebooks: Annotated[list[str] | None, typer.Option("--rulebook", metavar="RULEBOOK")] = None,
    accepted: Annotated[Accepted, typer.Option("--accept")] = Accepted.everybody,
    bot_games: Annotated[int, typer.Option("--games", **RANGE["bot_games"])] = 1,
    movetime: Annotated[int | None, typer.Option("--movetime", metavar="MS", **RANGE["movetime"])] = None,
    lang: Language = Lang.en,
) -> None:
    """Let a UCI engine play at a server."""
    from axedrez.bridge import Terms
    from axedrez.cli import bot
    from axedrez.library import rulebooks

    played = played_rulebooks or rulebooks()[:1]
    bot.run(
        server,
        token,
        command,
        engine_option or [],
        list(played),
        Terms(accepted.value, bot_games, movetime),
        lang.value,
    )


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
    perft.count(game, position, depth, threads, divide, lang.value)
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
    from axedrez.cli import moves
    from axedrez.cli.loading import load, rolled, stand
    from axedrez.preparation import brief

    if batch:
        game = load(rulebook, option)
        if position is not None or dice is not None:
            raise AxedrezError("cli_batch_alone")
        moves.answer_lines(game, lang.value)
        return
    with brief():
        moves.answer(rolled(stand(load(rulebook, option), position, lang.value), dice), lang.value)


@app.command("replay")
def replay_command(
    rulebook: Rulebook,
    played: Annotated[list[str] | None, typer.Argument(metavar="MOVE")] = None,
    position: PositionText = None,
    option: Options = None,
    lang: Language = Lang.en,
    as_json: Json = True,
) -> int:
    """Replay a game and print its state."""
    from axedrez.cli import replay
    from axedrez.cli.loading import load, stand
    from axedrez.preparation import brief

    if replay.is_file(rulebook):
        if played or position is not None or option:
            raise AxedrezError("cli_file_alone")
        return replay.replay_file(rulebook, lang.value)
    with brief():
        replay.replay(stand(load(rulebook, option), position, lang.value), played or [], lang.value)
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
    from axedrez.cli.play import TerminalGame, opponent
    from axedrez.preparation import Preparation

    with Preparation(("chess", "modified")):
        start = stand(load(rulebook, option), position, lang.value)
        with opponent(engine, start.game) as other:
            seat = "black" if other is not None and computer is Seats.none else computer.value
            game = TerminalGame(start, seat, level, lang.value, other)
            game.play()
    if as_json:
        game.print_json()


@app.command("uci")
def uci_command(
    rulebook: Annotated[str | None, typer.Argument(metavar="RULEBOOK")] = None,
    option: Options = None,
    lang: Language = Lang.en,
) -> None:
    """Run as an engine for chess programs."""
    from axedrez.cli import engines as external
    from axedrez.cli.loading import load

    if rulebook is None and option:
        raise failures.Missing("RULEBOOK")
    external.talk((lambda: load(rulebook, option)) if rulebook is not None else None, lang.value)


@app.command("warm")
def warm_command(lang: Language = Lang.en) -> int:
    """Compile all kernels now."""
    from axedrez.cli import warm

    return warm.warm(lang.value)


@app.command("rules")
def rules_command(
    rulebook: Rulebook,
    option: Options = None,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> None:
    """Print the rules of a rulebook."""
    from axedrez.cli import rules
    from axedrez.cli.loading import load
    from axedrez.preparation import brief

    with brief():
        rules.show(load(rulebook, option), lang.value, as_json)


@app.command("manual")
def manual_command(
    rulebook: Rulebook,
    pdf: Annotated[str, typer.Option("--pdf", metavar="FILE")],
    option: Options = None,
    lang: Language = Lang.en,
) -> None:
    """Print the chapter of a rulebook as PDF."""
    from axedrez.cli import pdf as printed
    from axedrez.cli.loading import load

    printed.to_pdf(load(rulebook, option), pdf, lang.value)


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
    """Report how balanced a rulebook is."""
    from axedrez.balance import Settings
    from axedrez.cli import balance
    from axedrez.cli.loading import load

    # The options apply to the last sheet, so that a rulebook can be compared with a variant of itself.
    sheets = [load(rulebook, option)] if other is None else [load(rulebook, None), load(other, option)]
    settings = Settings(games=games, level=level, nodes=nodes, seed=seed)
    return balance.balance(sheets, balance.BalanceOptions(settings, processes, cluster, as_json, out, lang.value))


@app.command("evaluate")
def evaluate_command(
    rulebook: Rulebook,
    position: PositionText = None,
    dice: Annotated[str | None, typer.Option("--dice", metavar="52")] = None,
    nodes: Annotated[int | None, typer.Option("--nodes", **RANGE["nodes"])] = None,
    ply: Annotated[int | None, typer.Option("--ply", **RANGE["ply"])] = None,
    turns: Annotated[int | None, typer.Option("--turns", **RANGE["turns"])] = None,
    rollout: Annotated[int | None, typer.Option("--rollout", **RANGE["rollout"])] = None,
    horizon: Annotated[int, typer.Option("--horizon", **RANGE["horizon"])] = 0,
    rollout_ply: Annotated[int, typer.Option("--rollout-ply", **RANGE["ply"])] = 0,
    seed: Annotated[int, typer.Option("--seed", **RANGE["seed"])] = 1,
    option: Options = None,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> int:
    """Say what a position is worth."""
    from axedrez.cli import evaluate
    from axedrez.cli.loading import load

    chosen = None
    if rollout is not None:
        chosen = RolloutOptions(trials=rollout, horizon=horizon, seed=seed, ply=rollout_ply)
    given = evaluate.Given(nodes, ply, turns, chosen, as_json, lang.value)
    return evaluate.evaluate(load(rulebook, option), position, dice, given)


@app.command("endgames")
def endgames_command(
    rulebook: Rulebook,
    pieces: Annotated[str | None, typer.Option("--pieces", metavar="KRk")] = None,
    position: PositionText = None,
    option: Options = None,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> None:
    """Build exact tables of endgames, and look positions up in them."""
    from axedrez.cli import endgames
    from axedrez.cli.loading import load, stand

    game = load(rulebook, option)
    tables = endgames.tables_of(game)  # before a word about the position
    if pieces is None and position is None:
        raise failures.Missing("--pieces")
    asked = None if position is None else stand(game, position, lang.value)
    endgames.show(tables, pieces, asked, lang.value, as_json)


@app.command("exercises")
def exercises_command(
    rulebook: Rulebook,
    theme: Annotated[str | None, typer.Option("--theme", metavar="THEME")] = None,
    count: Annotated[int | None, typer.Option("--count", **RANGE["exercises"])] = None,
    make: Annotated[bool, typer.Option("--make", show_default=False)] = False,
    exercise_games: Annotated[str | None, typer.Option("--from", metavar="FILE")] = None,
    seed: Annotated[int, typer.Option("--seed", **RANGE["exercise_seed"])] = 1,
    processes: Annotated[int | None, typer.Option("--processes", **RANGE["processes"])] = None,
    option: Options = None,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> int:
    """Show the exercises of a rulebook, or make new ones."""
    from axedrez.cli import exercises
    from axedrez.cli.loading import load

    chosen = exercises.ExerciseOptions(
        theme,
        exercises.USUAL_COUNT if count is None else count,
        make,
        exercise_games,
        seed,
        processes,
        lang.value,
        as_json,
    )
    return exercises.exercises(load(rulebook, option), chosen)


@app.command("learn")
def learn_command(
    rulebook: Rulebook,
    network_file: Annotated[str, typer.Option("--out", metavar="FILE.network")],
    minutes: Annotated[float | None, typer.Option("--minutes", **RANGE["minutes"])] = None,
    learn_games: Annotated[int | None, typer.Option("--games", **RANGE["learn_games"])] = None,
    resume: Annotated[str | None, typer.Option("--resume", metavar="FILE.checkpoint")] = None,
    processes: Annotated[int | None, typer.Option("--processes", **RANGE["processes"])] = None,
    cluster: Annotated[bool, typer.Option("--cluster")] = False,
    seed: Annotated[int, typer.Option("--seed", **RANGE["seed"])] = 1,
    match_games: Annotated[int, typer.Option("--match", **RANGE["match_games"])] = 1000,
    option: Options = None,
    lang: Language = Lang.en,
) -> int:
    """Train a network for a game."""
    from axedrez.cli import learn
    from axedrez.cli.loading import load

    arguments = learn.LearnArguments(
        network_file, minutes, learn_games, resume, processes, cluster, seed, match_games, lang.value
    )
    return learn.learn_network(load(rulebook, option), arguments)


@app.command("analyse")
def analyse_command(
    games_file: Annotated[str, typer.Argument(metavar="FILE")],
    number: Annotated[int | None, typer.Option("--game", **RANGE["number"])] = None,
    nodes: Annotated[int, typer.Option("--nodes", **RANGE["nodes"])] = 100_000,
    plies: Annotated[int, typer.Option("--depth", **RANGE["plies"])] = 0,
    time_ms: Annotated[int, typer.Option("--time", metavar="MS", **RANGE["time_ms"])] = 0,
    ply: Annotated[int | None, typer.Option("--ply", **RANGE["ply"])] = None,
    processes: Annotated[int | None, typer.Option("--processes", **RANGE["processes"])] = None,
    pgn: Annotated[str | None, typer.Option("--pgn", metavar="OUT.pgn")] = None,
    puzzles: Annotated[str | None, typer.Option("--puzzles", metavar="OUT.pgn")] = None,
    analyst: Annotated[str | None, typer.Option("--engine", metavar="NAME")] = None,
    out_file: Annotated[str | None, typer.Option("--out", metavar="FILE")] = None,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> int:
    """Analyse the moves of a game."""
    from axedrez.analysis.evaluation import Effort
    from axedrez.cli import analyse
    from axedrez.cli.analyse_options import AnalyseOptions

    # A given depth or time replaces the default limit of nodes.
    effort = Effort(nodes=0 if plies or time_ms else nodes, depth=plies, time_ms=time_ms, ply=ply)
    analyse_options = AnalyseOptions(effort, number, processes, as_json, pgn, lang.value, analyst, puzzles, out_file)
    return analyse.analyse(games_file, analyse_options)


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
    from axedrez.cli import replay

    replay.check_dice(file, lang.value, as_json)


@app.command("backup")
def backup_command(
    backup_file: Annotated[str, typer.Argument(metavar="FILE")],
    database_url: DatabaseUrl = None,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> None:
    """Write the whole database to a file."""
    from axedrez.cli import backup

    backup.back_up(database_url, backup_file, lang.value, as_json)


@app.command("restore")
def restore_command(
    backup_file: Annotated[str, typer.Argument(metavar="FILE")],
    database_url: DatabaseUrl = None,
    replace: Annotated[bool, typer.Option("--replace", show_default=False)] = False,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> None:
    """Fill a database from such a file."""
    from axedrez.cli import backup

    backup.restore(database_url, backup_file, replace, lang.value, as_json)


def _spoken(group: typer.Typer, lang: Lang) -> dict[str, Any]:
    """Set the language of a command line as the default of all its commands."""
    spoken: dict[str, Any] = {str(command.name): {"lang": lang.value} for command in group.registered_commands}
    for inner in group.registered_groups:
        if inner.typer_instance is not None:
            spoken[str(inner.name)] = _spoken(inner.typer_instance, lang)
    return spoken
