"""The commands that judge positions and games, and those that learn to."""

from __future__ import annotations

from typing import Annotated

import typer

from axedrez.analysis.equity import MAX_HORIZON, MAX_PLY, MAX_TRIALS, RolloutOptions
from axedrez.analysis.score_matrix import MAX_LACKING
from axedrez.cli import failures
from axedrez.cli.commands.root import app
from axedrez.cli.companions import check_companions, check_rivals, given
from axedrez.cli.parameters import (
    MAX_NODES,
    Cluster,
    Dice,
    InputFile,
    Json,
    Lang,
    Language,
    Options,
    Ply,
    PositionText,
    Processes,
    Rulebook,
    Seed,
)

ROLLOUT = ("--rollout", "--within", "--cubeful")
"""Each of them asks for a rollout."""


@app.command("analyse")
def analyse_command(
    context: typer.Context,
    file: InputFile,
    game: Annotated[int | None, typer.Option("--game", min=1, max=100_000)] = None,
    nodes: Annotated[int, typer.Option("--nodes", min=1, max=MAX_NODES)] = 100_000,
    depth: Annotated[int, typer.Option("--depth", min=0, max=60)] = 0,
    time: Annotated[int, typer.Option("--time", metavar="MS", min=0, max=600_000)] = 0,
    ply: Ply = None,
    processes: Processes = None,
    pgn: Annotated[str | None, typer.Option("--pgn", metavar="OUT.pgn")] = None,
    puzzles: Annotated[str | None, typer.Option("--puzzles", metavar="OUT.pgn")] = None,
    engine: Annotated[str | None, typer.Option("--engine", metavar="NAME")] = None,
    out: Annotated[str | None, typer.Option("--out", metavar="FILE")] = None,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> int:
    """Analyse the moves of a game."""
    from axedrez.analysis.evaluation import Effort
    from axedrez.cli import analyse
    from axedrez.cli.analyse_options import AnalyseOptions

    if (depth or time) and "--nodes" not in given(context):
        nodes = 0  # a given depth or time replaces the usual limit
    effort = Effort(nodes=nodes, depth=depth, time_ms=time, ply=ply)
    analyse_options = AnalyseOptions(effort, game, processes, as_json, pgn, lang.value, engine, puzzles, out)
    return analyse.analyse(file, analyse_options)


@app.command("evaluate")
def evaluate_command(
    context: typer.Context,
    rulebook: Rulebook,
    position: PositionText = None,
    dice: Dice = None,
    nodes: Annotated[int | None, typer.Option("--nodes", min=1, max=MAX_NODES)] = None,
    ply: Ply = None,
    turns: Annotated[int | None, typer.Option("--turns", min=1, max=1000)] = None,
    rollout: Annotated[int | None, typer.Option("--rollout", min=1, max=MAX_TRIALS)] = None,
    horizon: Annotated[int, typer.Option("--horizon", min=0, max=MAX_HORIZON)] = 0,
    rollout_ply: Annotated[int, typer.Option("--rollout-ply", min=0, max=MAX_PLY)] = 0,
    within: Annotated[float | None, typer.Option("--within", min=0.0, max=1.0)] = None,
    cubeful: Annotated[bool, typer.Option("--cubeful", show_default=False)] = False,
    processes: Processes = None,
    seed: Seed = 1,
    match: Annotated[str | None, typer.Option("--match", metavar="7:3-2")] = None,
    cube: Annotated[str | None, typer.Option("--cube", metavar="2:white")] = None,
    after_crawford: Annotated[bool, typer.Option("--after-crawford", show_default=False)] = False,
    scores: Annotated[int | None, typer.Option("--scores", min=2, max=MAX_LACKING)] = None,
    rolls: Annotated[bool, typer.Option("--rolls", show_default=False)] = False,
    option: Options = None,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> int:
    """Say what a position is worth."""
    from axedrez.cli import evaluate
    from axedrez.cli.loading import load

    check_companions(context, dict.fromkeys(("--horizon", "--rollout-ply", "--processes", "--seed"), ROLLOUT))
    chosen = None
    if rollout is not None or within is not None or cubeful:
        usual = evaluate.USUAL_TRIALS if within is None else evaluate.MANY_TRIALS
        trials = RolloutOptions(trials=rollout or usual, horizon=horizon, seed=seed, ply=rollout_ply)
        chosen = evaluate.Rollout(trials, within, processes)
    standing = evaluate.Standing(match, cube, after_crawford)
    asked = evaluate.Given(nodes, ply, turns, chosen, cubeful, standing, scores, rolls, as_json, lang.value)
    return evaluate.evaluate(load(rulebook, option), position, dice, asked)


@app.command("exercises")
def exercises_command(
    context: typer.Context,
    rulebook: Rulebook,
    theme: Annotated[str | None, typer.Option("--theme", metavar="THEME")] = None,
    count: Annotated[int | None, typer.Option("--count", min=1, max=5000)] = None,
    make: Annotated[bool, typer.Option("--make", show_default=False)] = False,
    games_from: Annotated[str | None, typer.Option("--from", metavar="FILE")] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, max=1_000_000)] = 1,
    processes: Processes = None,
    option: Options = None,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> int:
    """Show the exercises of a rulebook, or make new ones."""
    from axedrez.cli import exercises
    from axedrez.cli.loading import load

    check_companions(context, {"--processes": ("--make",)})
    check_rivals(context, {"--make": "--from"})
    chosen = exercises.ExerciseOptions(
        theme,
        exercises.USUAL_COUNT if count is None else count,
        make,
        games_from,
        seed,
        processes,
        lang.value,
        as_json,
    )
    return exercises.exercises(load(rulebook, option), chosen)


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


@app.command("learn")
def learn_command(
    rulebook: Rulebook,
    out: Annotated[str, typer.Option("--out", metavar="FILE.network")],
    minutes: Annotated[float | None, typer.Option("--minutes", min=0, max=10**6)] = None,
    games: Annotated[int | None, typer.Option("--games", min=1, max=10**12)] = None,
    resume: Annotated[str | None, typer.Option("--resume", metavar="FILE.checkpoint")] = None,
    processes: Processes = None,
    cluster: Cluster = False,
    seed: Seed = 1,
    match: Annotated[int, typer.Option("--match", min=2, max=100_000)] = 1000,
    option: Options = None,
    lang: Language = Lang.en,
) -> int:
    """Train a network for a game."""
    from axedrez.cli import learn
    from axedrez.cli.loading import load

    arguments = learn.LearnArguments(out, minutes, games, resume, processes, cluster, seed, match, lang.value)
    return learn.learn_network(load(rulebook, option), arguments)
