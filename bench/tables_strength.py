"""How strong a network of the tables family is at 0-ply, in points a game (cubeless money).

`python -m bench.tables_strength SHEET NETWORK [OPPONENT] [games] [seed] [--luck]`: OPPONENT is another network file,
`hand` (the evaluation made by hand; the default) or, for backgammon, `gnubg` (gnubg-nn at 0-ply, always with the luck
taken out). NETWORK may be `hand`, too, against gnubg. Games are played in pairs with the same dice. `--option` changes
an option of the sheet, as for the command line.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import axedrez
from axedrez.core.dice import Roll
from axedrez.core.sides import Side
from axedrez.learn.tables.kernel.duel import roll_worths
from axedrez.learn.tables.self_play import rules_of, sheet_of
from axedrez.learn.tables.strength import Duel, Score, match, score
from axedrez.tables.engine.inputs import points_of
from axedrez.tables.engine.kernel.choice import choices
from axedrez.tables.engine.network import Stored, by_hand, for_kernel, read
from axedrez.tables.engine.search import search_with
from axedrez.tables.kernel import batch, layout
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.position import TablesPosition
from tests.tables.comparing import counts

Row = npt.NDArray[np.int8]
CAP = 1000


def load(name: str) -> Stored | None:
    """A network file; None for the evaluation made by hand."""
    return None if name == "hand" else read(Path(name).read_bytes())


class AgainstGnubg:
    """Our player, a network or the evaluation made by hand, against gnubg-nn at 0-ply."""

    def __init__(self, game: TablesGame, stored: Stored | None, referee: Stored) -> None:
        import gnubg_nn

        self._gnubg: Any = gnubg_nn
        self._game = game
        self._rules = rules_of(game)
        self._network = None if stored is None else for_kernel(stored.weights, game.ruleset)
        self._hand = by_hand(game.ruleset, stored.record.pull if stored else 0.0)
        self._referee = for_kernel(referee.weights, game.ruleset)
        self._points = points_of(game.ruleset)

    def play(self, number: int, seed: int) -> tuple[float, float, int, int]:
        """Game `number`: points of our player, the luck in them, turns, whether it was left. Even ones we begin."""
        dice = np.random.default_rng((seed, number // 2))
        row = self._game.start().raw.copy()
        turn, luck = number & 1, 0.0
        for played in range(1, CAP + 1):
            a, b = dice.integers(1, 7, 2).tolist()
            sign = 1 - 2 * turn
            worths = roll_worths(self._rules, self._referee, self._hand, row)
            luck += sign * float(worths[6 * (a - 1) + b - 1] - worths.mean())
            row = (self._ours if turn == 0 else self._theirs)(row, max(a, b), min(a, b))
            if not row[layout.ENEMY : layout.ENEMY + 15].any():
                own = row[layout.OWN : layout.OWN + 15]
                lost = 0 if (own == 0).any() else 2 if (own >= 19).any() else 1
                return sign * float(self._points[lost]), luck, played, 0
            turn = 1 - turn
        return 0.0, luck, CAP, 1

    def _ours(self, row: Row, high: int, low: int) -> Row:
        rules, dice = self._rules, np.array([[high, low]])
        if self._network is not None:
            found, _ = choices(self._network, self._hand, rules.tables, rules.keys, rules.inputs, row[None], dice)
            chosen: Row = found[0]
            return chosen
        position = TablesPosition(self._game, self._game.ruleset, row, Side.WHITE, Roll(high, low))
        return position.play_unchecked(search_with(None, position)).raw

    def _theirs(self, row: Row, high: int, low: int) -> Row:
        """Gnubg's choice among our results: its key is that of the position as the other side sees it."""
        rules = self._rules
        _, found = batch.results(rules.tables, rules.keys, row[None], np.array([[high, low]]))
        ends: list[Row] = [*found]
        if len(ends) == 1:
            return ends[0]
        own, enemy = counts(row)
        _, key = self._gnubg.best_move([list(enemy), list(own)], high, low, n=0, b=1)
        board = self._gnubg.board_from_position_key(key)
        wanted = (tuple(board[1]), tuple(board[0]))
        for result in ends:
            if counts(result) == wanted:
                return result
        raise AssertionError(f"gnubg plays what we do not have: {own} {enemy} {high}{low} {wanted}")


def against_gnubg(game: TablesGame, stored: Stored | None, referee: Stored, games: int, seed: int) -> Score:
    """The score of our player against gnubg-nn."""
    players = AgainstGnubg(game, stored, referee)
    return score(np.array([players.play(number, seed) for number in range(games)]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sheet")
    parser.add_argument("network")
    parser.add_argument("opponent", nargs="?", default="hand")
    parser.add_argument("games", nargs="?", type=int, default=1000)
    parser.add_argument("seed", nargs="?", type=int, default=1)
    parser.add_argument("--luck", action="store_true", help="take the luck out, with NETWORK as the referee")
    parser.add_argument("--referee", help="the network that judges luck, where NETWORK is `hand`")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the sheet")
    args = parser.parse_args()
    game = axedrez.load(args.sheet, dict(option.split("=", 1) for option in args.option))
    assert isinstance(game, TablesGame)
    one = load(args.network)
    referee = load(args.referee) if args.referee else one
    begun = time.perf_counter()
    if args.opponent == "gnubg":
        assert referee is not None, "--referee"
        found = against_gnubg(game, one, referee, args.games, args.seed)
    else:
        other = load(args.opponent)
        found = match(
            Duel(
                sheet_of(game),
                one and one.weights,
                other and other.weights,
                referee.weights if referee and args.luck else None,
                args.seed,
                args.games,
                one.record.pull if one else 0.0,
                other.record.pull if other else 0.0,
            )
        )
    played = " ".join([args.sheet, *args.option])
    seconds = time.perf_counter() - begun
    print(f"{played}: {args.network} against {args.opponent}: {found}; {seconds:.0f} s")


if __name__ == "__main__":
    main()
