"""`axedrez replay`: a game from its moves."""

from __future__ import annotations

from collections.abc import Sequence

from axedrez.cli.output import outcome_json, print_json
from axedrez.core import AxedrezError, History, NotAllowed, Position, TextError
from axedrez.messages import sentence


def replay(position: Position, texts: Sequence[str], lang: str) -> None:
    """Print where the moves lead and how the game stands there. Raises `TextError` naming the move that fails."""
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
