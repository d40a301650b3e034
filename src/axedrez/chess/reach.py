"""Where the pieces of a side could go if nothing stood in their way: what a player may plan ahead."""

from __future__ import annotations

from axedrez.chess.compile.arrays import type_numbers
from axedrez.chess.kernel import layout
from axedrez.chess.position.game import ChessGame
from axedrez.chess.sheet import diagrams, geometry
from axedrez.chess.sheet.schema import ChessSheet
from axedrez.core.derived import once_a_game
from axedrez.core.diagram import Reach
from axedrez.core.sides import Side


@once_a_game
def of(game: ChessGame, side: Side) -> Reach:
    """The reach of all kinds of the sheet from every square, and where they could be dropped."""
    moves = {piece.letter: _moves(game, name, side) for name, piece in game.sheet.pieces.items()}
    return Reach(moves, _drops(game, side) if game.has_hands else {})


def _moves(game: ChessGame, name: str, side: Side) -> dict[str, dict[str, str]]:
    """Of one kind: square → square that it could go to → what it could become there."""
    sheet = game.sheet
    ranks = sheet.board.ranks
    ways = [diagrams.ways(sheet, name, rank) for rank in range(1, ranks + 1)]
    choices, zone = _choices(sheet, name), geometry.zone(sheet, side, name)
    found: dict[str, dict[str, str]] = {}
    for origin in geometry.squares(game.board):
        targets: set[int] = set()
        for way in ways[ranks - 1 - (origin >> 3) if side else origin >> 3]:
            seen = way._replace(step=(way.step[0], -way.step[1])) if side else way
            line = diagrams.line(game.board, origin, seen)
            targets.update(line[1:] if way.hop else line)
        if sheet.pieces[name].letter in game.royals:
            targets |= _castlings(game, side, origin)
        # Only who arrives from outside becomes something else (M-8).
        arriving = 0 if zone >> origin & 1 else zone
        found[geometry.square_name(origin)] = {
            geometry.square_name(target): choices if arriving >> target & 1 else "" for target in sorted(targets)
        }
    return found


def _castlings(game: ChessGame, side: Side, origin: int) -> set[int]:
    """Where a royal piece goes by castling; in a `960` sheet that is to its partner, wherever on the rank it stands."""
    mode = game.sheet.castling.mode
    if mode == "classic":
        return {way.king_to for way in game.castlings.values() if (way.side, way.king_from) == (side, origin)}
    first = geometry.rank_mask(game.sheet, side, (1,))
    if mode == "960" and first >> origin & 1:
        return set(geometry.squares(first)) - {origin}
    return set()


def _choices(sheet: ChessSheet, name: str) -> str:
    """The letters that the player chooses from where a kind must become another; what it only may is asked later."""
    promotion = sheet.promotion.get(name)
    if promotion is None or promotion.optional:
        return ""
    return "".join(sheet.pieces[kind].letter for kind in promotion.into)


def _drops(game: ChessGame, side: Side) -> dict[str, list[str]]:
    """Where each kind could be put, as the kernel's own tables have it."""
    found = {}
    for name, number in type_numbers(game.sheet).items():
        allowed = int(game.compiled[int(layout.DROPS) + 16 * side + number])
        found[game.sheet.pieces[name].letter] = [geometry.square_name(square) for square in geometry.squares(allowed)]
    return found
