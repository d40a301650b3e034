"""The endgame tables of a game: found in memory or on disk, else built; and what they say of a position."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Collection
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

import numpy as np

from axedrez.chess.endgames import building, files, symmetry
from axedrez.chess.endgames import material as materials
from axedrez.chess.endgames.building import Progress
from axedrez.chess.endgames.directory import MOST_TABLES, Values, Words, directory, placed, size
from axedrez.chess.endgames.kernel import layout
from axedrez.chess.kernel import layout as rows
from axedrez.chess.position.game import ChessGame, ChessPosition
from axedrez.chess.position.moves import ChessMove
from axedrez.chess.position.rules import FenFields
from axedrez.core.endgames import EndgameResult, EndgameTable, SideCounts, Verdict
from axedrez.core.errors import AxedrezError

_DRAW = int(layout.DRAW)
_RIGHTS, _EP, _OVER = int(rows.RIGHTS), int(rows.EP), int(rows.OVER)
_MAX_VALUES = 1 << 27
"""In memory, of all tables of a game; what is used least goes."""
_FEW_PIECES, _MAX_BELOW = 8, 1 << 26
"""A search looks up tables from so many pieces on, and in so many values."""


class _Asked(NamedTuple):
    """A table with those that its moves lead to, ready for the kernel."""

    where: Words
    values: Values


class Loaded(NamedTuple):
    """Tables on disk, side by side as a search reads them. `most`: pieces of the largest."""

    where: Words
    values: Values
    most: int


class RankedMove(NamedTuple):
    """A move, and what the game is after it under best play, for the player who makes it; `plies` with this move."""

    move: ChessMove
    outcome: Verdict
    plies: int | None


class EndgameTables:
    """The tables of one game, kept in `folder`, the user's cache by default. May be used from several threads.

    Raises `AxedrezError` for a sheet with a rule that tables cannot hold.
    """

    def __init__(self, game: ChessGame, folder: Path | None = None) -> None:
        materials.check_rules(game)
        self.game = game
        self.folder = folder
        self._tables: dict[str, files.Stored] = {}
        self._asked: tuple[str, _Asked] | None = None
        self._listing = files.Listing(game, folder)
        self._below: tuple[list[str], Loaded | None] | None = None
        self._lock = threading.RLock()

    def tables(self, text: str, progress: Progress = building.quiet) -> list[EndgameTable]:
        """The table of a material such as `KRk`, after all those that it builds on.

        Raises `AxedrezError` for material that no table holds.
        """
        pieces = materials.parse(text, self.game)
        with self._lock:
            self._table(pieces, progress, ())
            return [self._summary(name) for name in self._family(pieces, progress)]

    def values(self, text: str) -> Values:
        """All values of the table of a material, in the order of `endgames.kernel.layout`; built where needed.

        Raises `AxedrezError` for material that no table holds.
        """
        pieces = materials.parse(text, self.game)
        with self._lock:
            return self._table(pieces, building.quiet, ()).values

    def material(self, position: ChessPosition) -> str:
        """The material of a position. Raises `AxedrezError` for a position that no table holds."""
        if position.raw[_RIGHTS]:
            raise AxedrezError("endgame_castling")
        if position.raw[_EP]:
            raise AxedrezError("endgame_en_passant", pieces="".join(position.letters().values()))
        return materials.parse(materials.ordered(position.letters().values(), self.game), self.game)

    def probe(self, position: ChessPosition, build: bool = True) -> EndgameResult | None:
        """What a position is worth. Without `build`, None where there is no table yet.

        Earlier positions and the half-move clock do not count. Raises `AxedrezError` where no table holds the position.
        """
        if position.raw[_OVER] or not position.legal_moves():
            return EndgameResult(_ended(position), 0, ())
        looked = self._look(position, build)
        return _result(*looked) if looked is not None else None

    def ranked(self, position: ChessPosition) -> tuple[RankedMove, ...]:
        """All moves of a position whose tables are there, best first; none otherwise. Raises like `probe`."""
        looked = self._look(position, build=False) if position.legal_moves() else None
        if looked is None:
            return ()
        _, moves, after = looked
        found = [_ranked(move, value) for move, value in zip(moves, after, strict=True)]
        return tuple(sorted(found, key=_worst))

    def sample(
        self, text: str, outcome: Verdict, count: int, plies: tuple[int, int] | None = None, seed: int = 0
    ) -> list[ChessPosition]:
        """Positions of a material, drawn without repetition, that are so for the player to move; built where needed.

        `plies`: the least and the most moves of both sides to the end, of won and lost ones. Fewer than `count` where
        there are no more. Raises `AxedrezError` for material that no table holds.
        """
        values, pieces = self.values(text), materials.parse(text, self.game)
        if outcome == "draw":
            fits = values == _DRAW
        else:
            least, most = plies or (1, int(layout.MAX_PLIES))
            lengths = (values.astype(np.int64) - int(layout.LOST)) >> 1
            fits = (values > _DRAW) & ((values % 2 == 1) == (outcome == "win"))
            fits &= (lengths >= max(1, least)) & (lengths <= most)
        found: list[ChessPosition] = []
        for index in np.random.default_rng(seed).permutation(np.flatnonzero(fits)).tolist():
            if len(found) >= count:
                break
            letters, side = placed(index, pieces, self.game)
            position = self.game.set_up(FenFields(letters, side, "", None, 0, 1))
            if position.outcome() is None:  # drawn ones may be over already
                found.append(position)
        return found

    def below(self, position: ChessPosition) -> Loaded | None:
        """The tables on disk of material that a position may come down to; None for none.

        None, too, for a position with a table of its own: under best play all of its moves are known.
        """
        letters = position.letters().values()
        if len(letters) > _FEW_PIECES:
            return None
        with self._lock:
            names = self._listing.names()
            if not names or materials.ordered(letters, self.game) in names:
                return None
            fitting = [name for name in names if _may_remain(name, letters, self.game.pawn)]
            fitting.sort(key=lambda name: (len(name), name))
            totals = accumulate(size(name, self.game) for name in fitting[:MOST_TABLES])
            chosen = [name for name, total in zip(fitting, totals, strict=False) if total <= _MAX_BELOW]
            if self._below is None or self._below[0] != chosen:
                found = [(name, table.values) for name in chosen if (table := self._known(name)) is not None]
                most = max((len(name) for name, _ in found), default=0)
                where = directory([name for name, _ in found], self.game)
                values = np.concatenate([each for _, each in found]) if found else np.zeros(0, np.uint16)
                self._below = chosen, Loaded(where, values, most) if found else None
            return self._below[1]

    def _look(self, position: ChessPosition, build: bool) -> tuple[int, list[ChessMove], list[int]] | None:
        """The value of a position, its moves and the values after them; None without a table."""
        pieces = self.material(position)
        with self._lock:
            asked = self._ask(pieces, build)
        if asked is None:
            return None
        memory, moves = building.scratch()
        memory[: len(position.raw)] = position.raw
        found = np.zeros(int(rows.MAX_MOVES) + 1, np.uint64)
        kernels = building.sweeps(self.game)
        count = int(kernels.look(self.game.compiled, asked.where, asked.values, memory, moves, found))
        return int(found[count]), [self.game.moves[code] for code in moves[:count].tolist()], found[:count].tolist()

    def line(self, position: ChessPosition, plies: int = 1000, build: bool = True) -> list[ChessMove]:
        """Best play from a won or lost position to the end of the game; of moves as good as each other the first.

        Without `build` it ends where there is no table yet.
        """
        moves: list[ChessMove] = []
        while len(moves) < plies:
            found = self.probe(position, build)
            if found is None or not found.plies or not found.best:
                break
            move = found.best[0]
            assert isinstance(move, ChessMove)
            moves.append(move)
            position = position.play_unchecked(move)
        return moves

    def faults(self, text: str) -> int:
        """How many values of a table contradict those after all moves: 0, or something is broken."""
        pieces = materials.parse(text, self.game)
        table = self._table(pieces, building.quiet, ())
        children = [(name, self._table(name, building.quiet, ()).values) for name in table.children]
        return building.faults(pieces, table.values, children, self.game)

    def _ask(self, pieces: str, build: bool) -> _Asked | None:
        if self._asked is not None and self._asked[0] == pieces:
            return self._asked[1]
        if not build and not self._is_there(pieces):
            return None
        table = self._table(pieces, building.quiet, ())
        parts = [table.values, *(self._table(name, building.quiet, ()).values for name in table.children)]
        asked = _Asked(directory([pieces, *table.children], self.game), np.concatenate(parts))
        self._asked = pieces, asked
        return asked

    def _is_there(self, pieces: str) -> bool:
        table = self._known(pieces)
        return table is not None and all(self._known(name) is not None for name in table.children)

    def _known(self, pieces: str) -> files.Stored | None:
        """A table that need not be built."""
        table = self._found(pieces) or self._swapped(pieces)
        if table is not None:
            self._tables.pop(pieces, None)
            self._keep(pieces, table)
        return table

    def _found(self, pieces: str) -> files.Stored | None:
        return self._tables.get(pieces) or files.read(pieces, self.game, self.folder)

    def _swapped(self, pieces: str) -> files.Stored | None:
        """A table made from that of the material with colours swapped. Its size on disk is that table's."""
        other = materials.swapped(pieces, self.game)
        if other == pieces or not symmetry.is_symmetric(self.game):
            return None
        table = self._found(other)
        if table is None:
            return None
        children = sorted(materials.swapped(name, self.game) for name in table.children)
        return files.Stored(symmetry.swapped(table.values, other, self.game), tuple(children), table.size)

    def _keep(self, pieces: str, table: files.Stored) -> None:
        self._tables[pieces] = table  # the last is the one used last
        while len(self._tables) > 1 and sum(len(each.values) for each in self._tables.values()) > _MAX_VALUES:
            del self._tables[next(iter(self._tables))]

    def _table(self, pieces: str, progress: Progress, above: tuple[str, ...]) -> files.Stored:
        """A table; `above` are those that wait for it."""
        table = self._known(pieces)
        if table is not None:
            return table
        if pieces in above:
            raise AxedrezError("endgame_circle", pieces=pieces, other=above[-1])
        names, seen = building.survey(pieces, self.game)
        children = [(name, self._table(name, progress, (*above, pieces)).values) for name in names]
        values = building.build(pieces, children, seen, self.game, progress)
        size = files.write(pieces, values, tuple(names), self.game, self.folder)
        table = files.Stored(values, tuple(names), size)
        self._keep(pieces, table)
        return table

    def _family(self, pieces: str, progress: Progress) -> list[str]:
        """A material and all that it leads to, each after those that it builds on."""
        found: list[str] = []

        def visit(name: str) -> None:
            if name not in found:
                for child in self._table(name, progress, ()).children:
                    visit(child)
                found.append(name)

        visit(pieces)
        return found

    def _summary(self, pieces: str) -> EndgameTable:
        table = self._table(pieces, building.quiet, ())
        half = len(table.values) // 2
        white, black = _counts(table.values[:half]), _counts(table.values[half:])
        if not any((*white, *black)):
            raise AxedrezError("endgame_over", pieces=pieces)
        won = np.where((table.values > _DRAW) & (table.values % 2 == 1), table.values, 0)
        index = int(won.argmax())
        if not won[index]:
            return EndgameTable(pieces, white, black, None, None, table.size)
        letters, side = placed(index, pieces, self.game)
        longest = self.game.set_up(FenFields(letters, side, "", None, 0, 1))
        return EndgameTable(pieces, white, black, longest, _plies(int(won[index])), table.size)


def _may_remain(pieces: str, letters: Collection[str], pawn: str | None) -> bool:
    """Whether all but some of the pieces of a position may be these: left alone, or become of pawns."""
    if len(pieces) >= len(letters):
        return False
    for of_side in (str.isupper, str.islower):
        wanted, there = (Counter(filter(of_side, each)) for each in (pieces, letters))
        pawns = sum(there[each] - wanted[each] for each in ((pawn, pawn.lower()) if pawn else ()))
        if wanted.total() > there.total() or (wanted - there).total() > pawns:
            return False
    return True


def _counts(values: Values) -> SideCounts:
    decided, odd = values > _DRAW, values % 2 == 1
    return SideCounts(int((decided & odd).sum()), int((values == _DRAW).sum()), int((decided & ~odd).sum()))


def _plies(value: int) -> int:
    return (value - int(layout.LOST)) // 2


def _ranked(move: ChessMove, after: int) -> RankedMove:
    if after == _DRAW:
        return RankedMove(move, "draw", None)
    return RankedMove(move, "loss" if after % 2 == 1 else "win", _plies(after) + 1)


def _worst(ranked: RankedMove) -> tuple[int, int]:
    """To sort by: quick wins first, then draws, then losses, the slowest first."""
    plies = ranked.plies or 0
    return ("win", "draw", "loss").index(ranked.outcome), -plies if ranked.outcome == "loss" else plies


def _ended(position: ChessPosition) -> Verdict:
    """What a game that is over is for the player to move."""
    outcome = position.outcome()
    if outcome is None or outcome.result not in ("1-0", "0-1"):
        return "draw"
    return "win" if (outcome.result == "1-0") == (int(position.side) == 0) else "loss"


def _result(value: int, moves: list[ChessMove], after: list[int]) -> EndgameResult:
    if value == int(layout.BROKEN):
        raise AxedrezError("endgame_position")
    if value == _DRAW:
        return EndgameResult("draw", None, tuple(m for m, each in zip(moves, after, strict=True) if each == _DRAW))
    plies, wins = _plies(value), value % 2 == 1
    wanted = int(layout.LOST) + 2 * (plies - 1) + (not wins)
    kept = tuple(move for move, each in zip(moves, after, strict=True) if each == wanted)
    return EndgameResult("win" if wins else "loss", plies, kept)


@lru_cache(maxsize=4)
def of(game: ChessGame) -> EndgameTables:
    """The tables of a game in the user's cache, the same for all who ask. Raises `AxedrezError` like the class."""
    return EndgameTables(game)


def probe(position: ChessPosition, build: bool = True) -> EndgameResult | None:
    """`EndgameTables.probe` with the tables of the user's cache."""
    return of(position.game).probe(position, build)
