"""How chess games end (C-16 … C-24, D-1 … D-3, T-8), as the sheet sets it."""

from __future__ import annotations

from collections import deque

import numpy as np

from axedrez import interpreter
from axedrez.chess.compile.arrays import orthodox_endings
from axedrez.chess.compile.goals import REASONS
from axedrez.chess.kernel import helpmate, layout, rules
from axedrez.chess.position.base_position import BasePosition
from axedrez.chess.position.rules import ChessRules
from axedrez.core.errors import NotAllowed
from axedrez.core.history import History
from axedrez.core.outcome import Claim, Outcome, Points, Result
from axedrez.core.sides import Side

COMPILED, INTERPRETED = (20_000, 100), (60, 2)
"""So many positions and looks (`helpmate.search`) to prove that nobody can win, some ten milliseconds; the second ones
while the kernels are being compiled."""
MAX_GENERAL = 200
"""So many positions on the general path, which is searched in Python."""
_HASH = int(layout.HASH)


def _won(position: BasePosition, winner: Side, reason: str) -> Outcome:
    scoring = position.game.sheet.scoring
    white = winner is Side.WHITE
    points = Points(scoring.win, scoring.loss) if white else Points(scoring.loss, scoring.win)
    return Outcome("1-0" if white else "0-1", reason, position.game.clause(reason), points)


def _drawn(position: BasePosition, reason: str) -> Outcome:
    half = position.game.sheet.scoring.draw
    return Outcome("1/2-1/2", reason, position.game.clause(reason), Points(half, half))


def _unfinished(position: BasePosition, reason: str) -> Outcome:
    result: Result = "*"
    return Outcome(result, reason, position.game.clause(reason), None)


def _repeated(position: BasePosition, history: History) -> bool:
    return history.count(position) + 1 >= position.game.sheet.draws.repetition.count


def _limit_reached(position: BasePosition) -> bool:
    return position.reversible_plies >= 2 * position.game.sheet.draws.move_limit.moves


def outcome(position: BasePosition, history: History) -> Outcome | None:
    """The end that the position, after `history`, brings by itself.

    Goals come first (M-5), then the lack of a legal move; mate precedes every draw (C-24).
    """
    end = _by_itself(position)
    if end is not None or _last_move(position):
        return end
    draws = position.game.sheet.draws
    if draws.repetition.mode == "automatic" and _repeated(position, history):
        return _drawn(position, "repetition")
    if draws.move_limit.mode == "automatic" and _limit_reached(position):
        return _drawn(position, "move_limit")
    return None


def _by_itself(position: BasePosition) -> Outcome | None:
    """The end that the position brings whatever went before."""
    over = int(position.raw[int(layout.OVER)])
    if over:
        winner, reason = (over & 15) - 1, REASONS[over >> 4]
        return _drawn(position, reason) if winner == 2 else _won(position, Side(winner), reason)
    stuck = not position.legal_moves() and not position.is_chance()
    if stuck:
        return _stuck(position)
    if not _last_move(position) and rules.insufficient_material(position.raw, layout.U0, position.game.compiled):
        return _drawn(position, "insufficient_material")
    return None


def _last_move(position: BasePosition) -> bool:
    """Whether the player to move has only the move left that draws level with who arrived first (M-5)."""
    return not position.game.fast and bool(position.game.kernel.last_move(position.raw, position.game.compiled))


def _stuck(position: BasePosition) -> Outcome:
    """The end where the player to move has no legal move (C-16, C-20)."""
    goal = position.game.sheet.goal
    if "checkmate" in goal.win and position.checkers():
        return _won(position, position.side.opponent, "checkmate")
    if _last_move(position):
        return _won(position, position.side.opponent, "royal_reaches")
    if goal.stalemate == "draw":
        return _drawn(position, "stalemate")
    return _won(position, position.side.opponent if goal.stalemate == "loss" else position.side, "stalemate")


def claims(position: BasePosition, history: History) -> tuple[Claim, ...]:
    """The draws that the player to move may claim, the position standing on the board (T-8)."""
    draws = position.game.sheet.draws
    found = []
    if outcome(position, history) is None:
        if draws.repetition.mode == "claim" and _repeated(position, history):
            found.append("repetition")
        if draws.move_limit.mode == "claim" and _limit_reached(position):
            found.append("move_limit")
    return tuple(Claim(reason, position.game.clause(reason)) for reason in found)


def verdict(position: BasePosition, act: str, side: Side | None) -> Outcome:
    """The end that an act of the players brings; for a claim that `claims` lists, `act` is its reason.

    Raises `NotAllowed` for an end that the rulebook does not have, `KeyError` for an act that is none.
    """
    sheet = position.game.sheet
    if act == "resignation":
        return _won(position, _known(side).opponent, act)
    if act in ("time", "left"):
        winner = _known(side).opponent
        if sheet.clock.flag_without_mating_material == "draw" and not can_win(position, winner):
            return _drawn(position, act)
        return _won(position, winner, act)
    if act in ("aborted", "no_show", "cap"):
        return _unfinished(position, act)
    allowed = {
        "agreement": sheet.draws.agreement,
        "abandoned": sheet.draws.abandonment,
        "repetition": sheet.draws.repetition.mode != "off",
        "move_limit": sheet.draws.move_limit.mode != "off",
    }
    if not allowed[act]:
        raise NotAllowed(f"no_{act}", clause=position.game.clause(act))
    return _unfinished(position, act) if act == "abandoned" else _drawn(position, act)


def _known(side: Side | None) -> Side:
    if side is None:
        raise ValueError("a side is needed")
    return side


def can_win(position: BasePosition, side: Side) -> bool:
    """Whether `side` could win by some sequence of legal moves (C-18, FIDE's reading); False only where that is proved.

    A search through all that may follow, as far as a fraction of a second allows, with what is known of material and
    of pawns that bar the way.
    """
    game, queens, winner = position.game, np.uint64(queens_of(position.game)), np.uint64(side)
    if game.fast:
        most, looks = map(np.uint64, INTERPRETED if interpreter.is_interpreted(helpmate.search) else COMPILED)
        found = helpmate.search(game.compiled, queens, position.raw, winner, most, looks)
        return bool(found != helpmate.NEVER)
    has_material = rules.has_mating_material(position.raw, layout.U0, game.compiled, queens, winner)
    return (has_material or not orthodox_endings(game.sheet)) and _search(position, side)


def queens_of(game: ChessRules) -> int:
    """The set of types (bit t) that move like a rook and like a bishop, at least."""
    ways = {number: set(game.pieces[letter].movement.replace("Q", "RB")) for letter, number in game.types.items()}
    return sum(1 << number for number, moves in ways.items() if moves >= set("RB"))


def _search(position: BasePosition, side: Side) -> bool:
    """The same for any sheet: whether a position that follows is won by `side`, or too many follow.

    What is counted from move to move is left aside: a position is known by what stands on the board.
    """
    seen, waiting = {int(position.raw[_HASH])}, deque([position])
    while waiting:
        here = waiting.popleft()
        if here.is_chance() or len(seen) > MAX_GENERAL:
            return True
        end = _by_itself(here)
        if end is not None:
            if end.winner is side:
                return True
            continue
        for move in here.legal_moves():
            after = here.play_unchecked(move)
            if (key := int(after.raw[_HASH])) not in seen:
                seen.add(key)
                waiting.append(after)
    return False
