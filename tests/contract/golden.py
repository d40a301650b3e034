"""The golden games: one recorded random game for each game, compared move by move so that no change goes unseen.

`python -m tests.contract.golden` records them anew: look at the difference before you keep it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from axedrez import Game, Outcome
from tests import sheets
from tests.sheets.playing import choices, random_game

HERE = Path(__file__).parent / "golden"
PLIES = 160


def record(game: Game) -> Iterator[str]:
    """The lines of a golden game: choices, hash, move and its two notations, position text; the end comes last."""
    for position, history, move in random_game(game, game.name, PLIES):
        if move is None:
            ended = position.outcome(history)
            yield f"{position.text()} | {_end(ended)}"
            return
        # A turn of several words is written as one.
        written = " ".join(
            text.replace(" ", "_") for text in (str(move), *(position.notate(move, lang) for lang in ("en", "es")))
        )
        yield f"{position.text()} | {len(choices(position))} {position.hash:016x} {written}"


def _end(ended: Outcome | None) -> str:
    return f"{ended.result} {ended.reason} {ended.clause}" if ended else "*"


if __name__ == "__main__":
    HERE.mkdir(exist_ok=True)
    for name in sheets.NAMES:
        (HERE / f"{name}.txt").write_text("\n".join(record(sheets.load(name))) + "\n", encoding="utf-8")
