"""The commands that play games, and those that count or check their moves."""

from __future__ import annotations

from typing import Annotated

import typer

from axedrez.cli import failures
from axedrez.cli.commands.root import app
from axedrez.cli.companions import check_rivals, given
from axedrez.cli.parameters import Dice, InputFile, Json, Lang, Language, Level, Options, PositionText, Rulebook, Seats
from axedrez.core import AxedrezError
from axedrez.engine.levels import USUAL


@app.command("play")
def play_command(
    context: typer.Context,
    rulebook: Rulebook,
    computer: Annotated[Seats, typer.Option("--computer")] = Seats.none,
    level: Level = USUAL,
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

    check_rivals(context, {"--level": "--engine"})
    if computer is Seats.none and not given(context).isdisjoint(("--level", "--engine")):
        computer = Seats.black
    with Preparation(("chess", "modified")):
        start = stand(load(rulebook, option), position, lang.value)
        with opponent(engine, start.game) as other:
            game = TerminalGame(start, computer.value, level, lang.value, other)
            game.play()
    if as_json:
        game.print_json()


@app.command("moves")
def moves_command(
    rulebook: Rulebook,
    position: PositionText = None,
    dice: Dice = None,
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
    moves: Annotated[list[str] | None, typer.Argument(metavar="MOVE")] = None,
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
        if moves or position is not None or option:
            raise AxedrezError("cli_file_alone")
        return replay.replay_file(rulebook, lang.value)
    with brief():
        replay.replay(stand(load(rulebook, option), position, lang.value), moves or [], lang.value)
    return 0


@app.command("perft")
def perft_command(
    rulebook: Rulebook,
    depth: Annotated[int | None, typer.Argument(metavar="DEPTH", min=0, max=40)] = None,
    position: PositionText = None,
    divide: Annotated[bool, typer.Option("--divide")] = False,
    threads: Annotated[int, typer.Option("--threads", min=1, max=256)] = 1,
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


@app.command("verify-dice")
def verify_dice_command(
    file: InputFile,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> None:
    """Check the dice of a game."""
    from axedrez.cli import replay

    replay.check_dice(file, lang.value, as_json)
