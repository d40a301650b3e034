"""Positions for the figures of the manual: found by the game's own rules, so that they are right for any sheet."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import islice, product
from typing import TYPE_CHECKING, Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from axedrez.chess.position import fen
from axedrez.chess.sheet import betza, geometry
from axedrez.core.derived import once_a_game
from axedrez.core.errors import TextError
from axedrez.core.manual import Figure
from axedrez.core.sides import Side
from axedrez.rulesheet.sheet import Id

if TYPE_CHECKING:
    from axedrez.chess.position.game import ChessGame, ChessPosition
    from axedrez.chess.position.moves import ChessMove
    from axedrez.chess.position.rules import FenFields

Accept = Callable[["ChessPosition"], object]
Pieces = dict[int, str]
P = ParamSpec("P")
T = TypeVar("T")
S = TypeVar("S", bound="Positions")
# So many positions are tried for one figure, and so many places of the royal pieces in each; a sheet where none of them
# serves goes without it.
LIMIT, PLACES = 800, 130


class Scene(NamedTuple):
    """A position with what to point at, still without caption; `san` is the move that the caption may name.

    `origins`: on how many squares the piece stands whose moves are shown.
    """

    position: ChessPosition
    marks: Iterable[int] = ()
    arrows: Iterable[tuple[int, int]] = ()
    before: ChessPosition | None = None
    move: ChessMove | None = None
    origins: int = 1

    def san(self, lang: str) -> str:
        """The move of the figure in notation."""
        assert self.move is not None
        return (self.before or self.position).notate(self.move, lang)

    def figure(self, caption: str) -> Figure:
        """The figure of the manual."""
        name = geometry.square_name
        return Figure(
            position=self.position.text(),
            marks=tuple(name(square) for square in sorted(self.marks)),
            arrows=tuple((name(origin), name(target)) for origin, target in self.arrows),
            caption=caption,
        )


class Positions:
    """Makes positions of a game and looks for acceptable ones."""

    def __init__(self, game: ChessGame) -> None:
        self.game = game
        self.sheet = game.sheet
        self.files, self.ranks = self.sheet.board.files, self.sheet.board.ranks
        self.squares = geometry.squares(game.board)
        self._left = LIMIT
        self._found: dict[Hashable, Any] = {}
        centre = self.square(self.files // 2, self.ranks // 2)
        self.officers = sorted(self._officers(), key=lambda name: len(self.targets(name, centre, {})))
        """The kinds that are neither royal nor pawns, the weakest first."""

    def _officers(self) -> list[Id]:
        return [n for n in self.sheet.pieces if n not in (*self.sheet.royal.pieces, self.sheet.pawn.piece)]

    def letter(self, piece: Id) -> str:
        """The letter of a kind, as White's."""
        return self.sheet.pieces[piece].letter

    def square(self, file: int, rank: int) -> int:
        """The square, or the next one that exists."""
        wanted = file + 8 * rank
        return min(self.squares, key=lambda square: (square < wanted, abs(square - wanted)))

    def targets(self, piece: Id, origin: int, pieces: Pieces) -> set[int]:
        """Where a piece of White's goes among others, royal safety left aside."""
        found = set[int]()
        for way in betza.parse(self.sheet.pieces[piece].movement):
            over = [geometry.shifted(origin, part, self.game.board) for part in betza.passed(way.step)]
            if way.lame and any(square is None or square in pieces for square in over):
                continue
            hurdles = 0
            for steps, at in enumerate(self._along(origin, way.step), 1):
                open_here = not way.hop or hurdles == 1
                if at in pieces:
                    if open_here:
                        found |= {at} if way.captures and self._may_take(piece, pieces[at]) else set()
                        break
                    hurdles += 1
                elif open_here and way.moves:
                    found.add(at)
                if steps == way.limit or (way.hop == "g" and hurdles and at not in pieces):
                    break
        return found

    def _along(self, origin: int, step: tuple[int, int]) -> Iterator[int]:
        at = geometry.shifted(origin, step, self.game.board)
        while at is not None:
            yield at
            at = geometry.shifted(at, step, self.game.board)

    def _may_take(self, piece: Id, letter: str) -> bool:
        capture = self.sheet.capture
        if capture.explosion and piece in self.sheet.royal.pieces:
            return False
        return letter.islower() or (capture.own and letter not in self.game.royals)

    def position(
        self, pieces: Pieces, side: Side = Side.WHITE, *, rights: str = "-", hand: str = "", extras: str = ""
    ) -> ChessPosition | None:
        """The position with these pieces, if it is one. `extras`: named fields at the end of its text."""
        self._left -= 1
        if self._left < 0:
            return None
        if not all(self.game.board >> square & 1 for square in pieces):
            return None
        try:
            return self.game.set_up(_empty(self.game, side, rights, hand, extras)._replace(pieces=pieces))
        except TextError:
            return None

    def dice(self, *kinds: Id) -> str | None:
        """The named field with a roll that lets these one or two kinds move; "" without dice, None for no roll."""
        if self.sheet.dice.mode == "none":
            return ""
        faces = self.sheet.dice.faces
        if not set(kinds) <= set(faces):
            return None
        shown = sorted((faces.index(kind) + 1 for kind in (kinds * 2)[:2]), reverse=True)
        return f" dice={shown[0]}{shown[1]}"

    def with_royals(self, pieces: Pieces, side: Side, accept: Accept, **said: str) -> ChessPosition | None:
        """The first acceptable position with the royal pieces that are missing put where they disturb nothing."""
        sites = self._sites(pieces, Side.WHITE), self._sites(pieces, Side.BLACK)
        for white, black in islice(product(*sites), PLACES):
            if self._left <= 0:
                return None
            if len(white | black | pieces) < len(white) + len(black) + len(pieces):
                continue
            position = self.position(pieces | white | black, side, **said)
            if position is not None and accept(position):
                return position
        return None

    def _sites(self, pieces: Pieces, side: Side) -> list[Pieces]:
        """Ways to put the royal pieces of a side that are missing: one anywhere, several where they stand at first."""
        case = str.upper if side is Side.WHITE else str.lower
        missing = [case(letter) for letter in self.game.armies[side] if letter in self.game.royals]
        for letter in pieces.values():
            if letter in missing:
                missing.remove(letter)
        if not missing:
            return [{}]
        if len(missing) == 1:
            return [{square: missing[0]} for square in (self.squares if side is Side.WHITE else self.squares[::-1])]
        home = {s: letter for s, letter in self.game.begin.pieces.items() if letter in missing and s not in pieces}
        return [dict(list(home.items())[: len(missing)])]

    def moved(self, letter: str, square: int) -> Pieces | None:
        """The pieces of the start, one of them put elsewhere; None where there is none or the place is taken."""
        pieces = dict(self.game.begin.pieces)
        homes = [home for home, found in pieces.items() if found == letter]
        if not homes or square in pieces:
            return None
        del pieces[min(homes, key=lambda home: (abs((home & 7) - (square & 7)), abs(home - square)))]
        return pieces | {square: letter}


@once_a_game
def _empty(game: ChessGame, side: Side, rights: str, hand: str, extras: str) -> FenFields:
    """What is said of a position besides its pieces: most searches say the same again and again."""
    rows = "/".join([str(game.sheet.board.files)] * game.sheet.board.ranks)
    held = f"[{hand}]" if game.has_hands else ""
    return fen.parse(f"{rows}{held} {'wb'[side]} {rights} - 0 1{extras}", game)


def bounded(search: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
    """A search that gives up after LIMIT positions; what it finds serves all languages."""

    def limited(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        key = (search, args, tuple(kwargs.items()))
        if key not in self._found:
            self._left = LIMIT
            self._found[key] = search(self, *args, **kwargs)
        found: T = self._found[key]
        return found

    return limited
