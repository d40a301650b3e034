"""`axedrez uci`: an engine for chess programs."""

from __future__ import annotations

import sys
from collections.abc import Callable

from axedrez.core import Game
from axedrez.preparation import Preparation
from axedrez.uci.session import Session
from axedrez.warm import stage_of


def talk(load: Callable[[], Game] | None, lang: str) -> None:
    """Be an engine on the standard input and output. Raises `AxedrezError` for a game of another family than chess."""
    with Preparation(("chess", "modified")) as preparation:
        game = load() if load is not None else None

        def prepared(game: Game, wait_s: float) -> bool:
            return preparation.wait(stage_of(game), wait_s)

        session = Session(_write, lang, game, prepared)
        if sys.stdin is not None and sys.stdout is not None:
            session.run(sys.stdin.buffer)


def _write(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
