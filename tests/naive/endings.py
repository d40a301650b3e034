"""How a game of the slow twin ends: by itself, by a claim, or by an act of the players."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tests.naive.rules import Mode, Rules

if TYPE_CHECKING:
    from tests.naive.chess import Key, NaivePosition

Outcome = tuple[str, str, str]
"""(result, reason, clause)."""

Claim = tuple[str, str]
"""(reason, clause)."""

DRAW = "1/2-1/2"


def _win(side: str) -> str:
    return "1-0" if side == "w" else "0-1"


def _loss(side: str) -> str:
    return "0-1" if side == "w" else "1-0"


def outcome(position: NaivePosition, history: Sequence[Key]) -> Outcome | None:
    """The end that comes by itself. Having no move goes before every draw that counts something (C-24)."""
    rules = position.rules
    if not any(True for _ in position.moves()):
        reason = "checkmate" if position.in_check() else "stalemate"
        what = "loss" if reason == "checkmate" else rules.stalemate
        result = {"draw": DRAW, "loss": _loss(position.turn), "win": _win(position.turn)}[what]
        return result, reason, rules.clauses[reason]
    for reason in _draws(position, history, "automatic"):
        return DRAW, reason, rules.clauses[reason]
    return None


def claims(position: NaivePosition, history: Sequence[Key]) -> list[Claim]:
    """The draws the player to move may claim; none once the game has ended."""
    if outcome(position, history):
        return []
    return [(reason, position.rules.clauses[reason]) for reason in _draws(position, history, "claim")]


def _draws(position: NaivePosition, history: Sequence[Key], mode: Mode) -> Iterator[str]:
    """The draws of C-22, C-23 and C-24 that hold now and come about by `mode`, in the order of the clauses."""
    rules = position.rules
    if rules.repetition.mode == mode and 1 + history.count(position.key()) >= rules.repetition.count:
        yield "repetition"
    if mode == "automatic" and insufficient_material(position):
        yield "insufficient_material"
    if rules.move_limit.mode == mode and position.halfmove >= 2 * rules.move_limit.moves:
        yield "move_limit"


def _men(position: NaivePosition, side: str) -> list[str]:
    """The upper-case letters of the pieces of `side` beside its king, in order."""
    own = [piece.upper() for piece in position.board.values() if piece.isupper() == (side == "w")]
    own.remove(position.rules.royal)
    return sorted(own)


def _bishops_on_one_colour(position: NaivePosition) -> bool:
    return len({(file + rank) % 2 for (file, rank), piece in position.board.items() if piece in "Bb"}) < 2


def insufficient_material(position: NaivePosition) -> bool:
    """C-23, as far as the option of the rules goes; each value adds to the one before it."""
    level = position.rules.insufficient_material
    stronger, weaker = sorted((_men(position, "w"), _men(position, "b")), key=len, reverse=True)
    listed = not weaker and stronger in ([], ["N"], ["B"])
    dead = set(stronger + weaker) <= {"B"} and _bishops_on_one_colour(position)
    two_knights = not weaker and stronger == ["N", "N"]
    minor_each = len(stronger) == len(weaker) == 1 and set(stronger + weaker) <= {"B", "N"}
    if level == "listed":
        return listed
    if level == "dead-position":
        return listed or dead
    if level == "cannot-force":
        return listed or dead or two_knights or minor_each
    return False


def can_possibly_mate(position: NaivePosition, side: str) -> bool:
    """Whether some sequence of legal moves, however foolish, lets `side` mate (C-18), judged by material.

    A king alone never mates. One knight needs an enemy piece other than queens to take a flight square of its own
    king. Bishops of one colour need a pawn, a knight or a bishop of the other colour to do so.
    """
    own, enemy = _men(position, side), _men(position, "b" if side == "w" else "w")
    if own == ["N"]:
        return bool(set(enemy) - {"Q"})
    if set(own) <= {"B"}:
        return bool(own) and (bool(set(own + enemy) & {"P", "N"}) or not _bishops_on_one_colour(position))
    return True


def can_possibly_win(position: NaivePosition, side: str, most: int = 12) -> bool | None:
    """C-18: the same through all that may follow, each position once; None where more than `most` do."""
    if not can_possibly_mate(position, side):
        return False
    seen, waiting = {position.key()}, deque([position])
    while waiting:
        here = waiting.popleft()
        following = [here.after(move) for move in here.moves()]
        if not following and here.in_check() and here.turn != side:
            return True
        for after in following:
            if (key := after.key()) not in seen:
                seen.add(key)
                waiting.append(after)
        if len(seen) > most:
            return None
    return False


def by_flag(position: NaivePosition, loser: str) -> Outcome:
    """C-18: the flag of `loser` has fallen."""
    rules = position.rules
    winner = "b" if loser == "w" else "w"
    drawn = rules.flag_without_mating_material == "draw" and can_possibly_win(position, winner) is False
    return DRAW if drawn else _loss(loser), "time", rules.clauses["time"]


def by_resignation(rules: Rules, loser: str) -> Outcome:
    """C-17: whoever's turn it is."""
    return _loss(loser), "resignation", rules.clauses["resignation"]


def by_agreement(rules: Rules) -> Outcome | None:
    """C-21: a draw, or None where the rules refuse offers (D-1)."""
    return (DRAW, "agreement", rules.clauses["agreement"]) if rules.agreement else None
