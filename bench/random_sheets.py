"""Thousands of sheets drawn from the whole schema: each is refused by name or plays like the slow twin.

`python -m bench.random_sheets [sheets] [seed]`: any difference, and any internal error, is printed and makes it fail.
"""

from __future__ import annotations

import sys
import traceback

from axedrez import library
from axedrez.chess.position.game import ChessGame
from axedrez.core import SheetError
from tests.sheets import twins
from tests.sheets.drawing import Data, drawn


def faults_of(data: Data, number: int) -> list[str] | None:
    """What goes wrong with a sheet; None if it is refused."""
    try:
        game = library.from_data(data, is_stored=True)
    except SheetError:
        return None
    assert isinstance(game, ChessGame)
    found = list(twins.faults(game, number, plies=200, compared=20))
    for lang in ("es", "en"):
        library.rules(game, lang)
    return found


if __name__ == "__main__":
    count, seed = (*map(int, sys.argv[1:]), *(10_000, 1)[len(sys.argv) - 1 :])
    refused, wrong = 0, 0
    for number, data in enumerate(drawn(seed, count)):
        try:
            found = faults_of(data, number)
        except Exception:
            found = [traceback.format_exc()]
        refused += found is None
        wrong += bool(found)
        if found:
            print(f"sheet {number}", *found, sep="\n", flush=True)
    print(f"{count} sheets: {refused} refused, {count - refused - wrong} like the twin, {wrong} wrong")
    sys.exit(wrong > 0)
