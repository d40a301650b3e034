"""`axedrez replay`: a game from its moves, or the games of a file. `axedrez verify-dice`: the dice of a game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from axedrez import gamefiles
from axedrez.cli import failures
from axedrez.cli.loading import read_file
from axedrez.cli.output import outcome_json, print_json
from axedrez.core import AxedrezError, History, NotAllowed, Position, TextError
from axedrez.core.game_record import FileFault, GameRecord, Played
from axedrez.match import proof
from axedrez.messages import say, sentence


def replay(position: Position, texts: Sequence[str], lang: str) -> None:
    """Print the position after the moves and the outcome. Raises `TextError` naming the move that fails."""
    history = History()
    outcome = position.outcome(history)
    for number, text in enumerate(texts, start=1):
        try:
            if outcome is not None:
                raise NotAllowed("game_over", clause=outcome.clause)
            move = position.parse_move(text, lang)
        except AxedrezError as fault:
            raise TextError("cli_move", number=number, move=text[:40], fault=sentence(fault, lang)) from None
        history = history.after(position)
        position = position.play_unchecked(move)
        outcome = position.outcome(history)
    claims = [claim._asdict() for claim in position.claims(history)]
    print_json({"position": position.text(), "outcome": outcome_json(outcome), "claims": claims})


def is_file(name: str) -> bool:
    """Whether an argument is a game file rather than a rulebook or a rule sheet."""
    try:
        return Path(name).suffix != ".toml" and Path(name).is_file()
    except (OSError, ValueError):
        return False


def replay_file(name: str, lang: str) -> int:
    """Print a line for each game of a file, or an error line if it cannot be read; returns the exit status."""
    status = 0
    try:
        with gamefiles.GameFile.opened(name) as file:
            for number, item in enumerate(file, start=1):
                if isinstance(item, FileFault):
                    status = failures.tell(failures.file_fault(item, lang))
                else:
                    print_json({"game": number, **_summary(item, lang)})
    except OSError:
        raise TextError("cli_file", name=name[:200]) from None
    return status


def check_dice(name: str, lang: str, as_json: bool) -> None:
    """Derive the dice of the file again and print the result. Raises `AxedrezError` if they differ."""
    checked = proof.verify(proof.read(read_file(name)))
    faces = checked.statistics.faces
    if as_json:
        print_json({"derived": checked.derived, "given": checked.given, "statistics": _plain(checked.statistics)})
        return
    print(say("cli.dice_checked", lang, derived=checked.derived, given=checked.given))
    counts = ", ".join(f"{face}: {times}" for face, times in faces.counts.items())
    print(
        say("cli.dice_faces", lang, counts=counts, chi_square=f"{faces.chi_square:.2f}", p_value=f"{faces.p_value:.3f}")
    )


def _summary(game: GameRecord, lang: str) -> dict[str, object]:
    match = game.match
    return {
        "rulebook": game.start.game.name,
        "headers": game.headers,
        "match": match and {"length": match.length, "game": match.game, "score": list(match.score)},
        "turns": sum(isinstance(entry, Played) and entry.move is not None for entry in game.entries),
        "position": game.last().text(),
        "outcome": outcome_json(game.outcome),
        "passed": [
            {"line": passed.line, "column": passed.column, "message": sentence(passed.error, lang)}
            for passed in game.passed
        ],
    }


def _plain(value: object) -> object:
    """Named tuples as objects."""
    if hasattr(value, "_asdict"):
        return {name: _plain(field) for name, field in value._asdict().items()}
    return value
