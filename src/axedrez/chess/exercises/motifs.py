"""Fork, pin, skewer, discovered attack and hanging pieces, by what attacks what before and after a move."""

from __future__ import annotations

from axedrez.chess.engine.weights import piece_values
from axedrez.chess.exercises.played import Played
from axedrez.chess.position.game import ChessPosition
from axedrez.chess.position.rules import FenFields
from axedrez.chess.sheet import geometry
from axedrez.core.errors import AxedrezError
from axedrez.core.sides import Side

_ROYAL = 10_000
_MINOR = 250


def of(whole: list[Played], own: list[Played]) -> list[str]:
    """The motifs of a line: `whole` are all its moves, `own` the solver's that are asked."""
    first = whole[0]
    if first.move.castles or first.move.passes:
        return []
    found = {
        "fork": any(_forks(each) for each in own),
        "double-check": _checks_twice(first),
        "discovered-attack": _discovers(first),
        "skewer": _skewers(whole),
        "pin": any(_is_pinned_defender(each) for each in own) or _pins(first),
        "hanging-piece": _takes_undefended(first),
    }
    return [name for name, shown in found.items() if shown]


def _attackers(position: ChessPosition, square: int, side: Side) -> list[int]:
    """The squares from which a side attacks a square."""
    kernel = position.game.kernel
    return geometry.squares(int(kernel.attacking_pieces(position.raw, position.game.compiled, square, int(side))))


def _worth(position: ChessPosition, letter: str) -> int:
    """The value of a piece in centipawns; a royal one, where its loss loses the game, is above all others."""
    letter = letter.upper()
    return _ROYAL if letter in position.game.royals else piece_values(position.game)[letter]


def _enemies(position: ChessPosition, side: Side) -> dict[int, str]:
    """The pieces of the opponent of `side`."""
    return {square: letter for square, letter in position.letters().items() if letter.islower() != (side is Side.BLACK)}


def _is_aimed_at(position: ChessPosition, square: int, captor: int, side: Side) -> bool:
    """Whether it would pay to capture on a square: the piece there is worth more than the captor, or undefended."""
    letters = position.letters()
    prize, price = _worth(position, letters[square]), _worth(position, letters[captor])
    return prize > price + 50 or (prize >= _MINOR and not _attackers(position, square, side.opponent))


def _forks(each: Played) -> bool:
    """Whether the piece that has moved attacks two pieces that it would pay to capture."""
    side, after, square = each.before.side, each.after, each.move.target
    if after.side == side or square not in after.letters():
        return False
    aims = [
        place
        for place in _enemies(after, side)
        if square in _attackers(after, place, side) and _is_aimed_at(after, place, square, side)
    ]
    return len(aims) >= 2


def _checks_twice(first: Played) -> bool:
    return first.gives_check and len(first.after.checkers()) >= 2


def _discovers(first: Played) -> bool:
    """Whether a piece that has not moved attacks something that it did not attack before."""
    side, before, after = first.before.side, first.before, first.after
    if after.side == side:
        return False
    standing = before.letters()
    for place, letter in _enemies(after, side).items():
        if standing.get(place) != letter:
            continue
        earlier = set(_attackers(before, place, side))
        for captor in _attackers(after, place, side):
            stood = standing.get(captor) == after.letters()[captor] and captor != first.move.target
            if stood and captor not in earlier and _is_aimed_at(after, place, captor, side):
                return True
    return False


def _skewers(whole: list[Played]) -> bool:
    """Whether a piece attacks one piece, which leaves, and takes what stood behind it."""
    if len(whole) < 3:
        return False
    first, reply, second = whole[:3]
    side = first.before.side
    if reply.before.side == side or second.before.side != side or second.move.origin != first.move.target:
        return False
    left, taken = reply.move.origin, second.move.target
    if reply.move.special or not second.captures or taken == left or taken not in _enemies(first.after, side):
        return False
    attacked = first.move.target in _attackers(first.after, left, side)
    return (
        attacked
        and first.move.target not in _attackers(first.after, taken, side)
        and _worth(first.after, first.after.letters()[left]) >= _MINOR
    )


def _is_pinned_defender(each: Played) -> bool:
    """Whether a piece attacks the square of the move but may not capture there: its royal piece would be attacked."""
    side, after, square = each.before.side, each.after, each.move.target
    if after.side == side or (after.outcome() is None and not after.legal_moves()):
        return False
    if not after.game.sheet.royal.parry or set(after.checkers()) - {square} or square not in after.letters():
        return False
    captors = {move.origin for move in after.legal_moves() if move.target == square and not move.special}
    return any(
        place not in captors and after.letters()[place].upper() not in after.game.royals
        for place in _attackers(after, square, side.opponent)
    )


def _pins(first: Played) -> bool:
    """Whether the piece that has moved attacks one that it pins: without it something worth more would be attacked."""
    side, after, square = first.before.side, first.after, first.move.target
    if after.side == side or square not in after.letters() or after.game.has_hands or not after.legal_moves():
        return False
    for place, letter in _enemies(after, side).items():
        worth = _worth(after, letter)
        if square not in _attackers(after, place, side) or not _MINOR <= worth < _ROYAL:
            continue
        lifted = _without(after, place)
        if lifted is None:
            continue
        for behind, other in _enemies(lifted, side).items():
            uncovered = square in _attackers(lifted, behind, side) and square not in _attackers(after, behind, side)
            if uncovered and _worth(after, other) > worth + 50:
                return True
    return False


def _without(position: ChessPosition, square: int) -> ChessPosition | None:
    """A position without the piece on a square; None where that is none."""
    letters = {place: letter for place, letter in position.letters().items() if place != square}
    try:
        return position.game.set_up(FenFields(letters, position.side, "", None, 0, 1))
    except AxedrezError:
        return None


def _takes_undefended(first: Played) -> bool:
    """Whether the first move captures a piece that nothing defends."""
    side, square = first.before.side, first.move.target
    if not first.captures or square not in _enemies(first.before, side) or square not in first.after.letters():
        return False
    taken = _worth(first.before, first.before.letters()[square])
    return _MINOR <= taken < _ROYAL and not _attackers(first.after, square, side.opponent)
