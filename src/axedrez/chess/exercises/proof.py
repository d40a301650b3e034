"""What makes a position an exercise: a win as fast as no other has it, or a move that stands alone at any effort."""

from __future__ import annotations

from typing import NamedTuple

from axedrez.analysis.exercise import Proof, Rejected, Task
from axedrez.chess.exercises import search
from axedrez.chess.exercises.search import Look
from axedrez.chess.position.game import ChessPosition
from axedrez.chess.position.moves import ChessMove
from axedrez.engine.player import Stop

QUICK = 4_000
EFFORTS = (30_000, 120_000, 400_000)
"""The nodes of the searches that must all agree."""
FOLLOWING = 60_000
"""Those for the moves that follow the first one."""
MAX_PLIES = 5
"""Wins are searched to the end so far: mates in three where every turn is one move."""
MAX_LINE_PLIES = 7
"""The plies of a line that is asked; whatever follows is only shown."""
SHOWN = 6
MIN_MOVES = 4


class Proved(NamedTuple):
    """The solution of a position. `depth`: from where on a search finds its first move."""

    task: Task
    line: tuple[ChessMove, ...]
    rest: tuple[ChessMove, ...]
    proof: Proof
    depth: int


class _Bounds(NamedTuple):
    """What the best and the second move of a task are worth: the best at least and at most, the second at most."""

    least: float
    most: float
    second: float


_TASKS: dict[Task, _Bounds] = {
    "win": _Bounds(0.85, 1.0, 0.6),
    "advantage": _Bounds(0.7, 0.9, 0.45),
    "save": _Bounds(0.42, 0.62, 0.12),
}
_GAP = 0.2


def prove(position: ChessPosition, stop: Stop | None = None) -> Proved:
    """The solution of a position. Raises `Rejected` where there is none, or more than one."""
    if len(position.legal_moves()) < MIN_MOVES:
        raise Rejected("few_moves")
    quick = search.look(position, QUICK, stop)
    if quick.best.mate and (quick.second.mate or 99) > quick.best.mate and quick.best.mate <= MAX_PLIES:
        fast = _fast_win(position)
        if fast is not None:
            return fast
    if _task(quick, slack=0.1) is None:
        raise Rejected("alike" if quick.margin < _GAP else "unclear")
    return _alone(position, quick, stop)


def _fast_win(position: ChessPosition) -> Proved | None:
    found = search.plies_to_win(position, MAX_PLIES)
    if found is None:
        return None
    plies, first = found
    if search.others_win(position, first, plies):
        raise Rejected("second_solution")
    solver, line, last, asked = position.side, [first], 1, True
    at = position.play_unchecked(first)
    for left in range(plies - 1, 0, -1):
        solving, (_, move) = at.side == solver, search.searched(at, left)
        if solving and left > 1 and search.others_win(at, move, left):
            asked = False
        line.append(move)
        at = at.play_unchecked(move)
        if solving and asked:
            last = len(line)
    end = at.outcome()
    if end is None or end.winner is not solver:
        raise Rejected("too_long")  # a win that is no end of the game: nothing to show
    second = search.look(position, QUICK).second.expected
    proof = Proof("exhaustive", 1.0, round(second, 4), plies=plies, effort=plies)
    return Proved("win-in", tuple(line[:last]), tuple(line[last:]), proof, plies)


def _task(found: Look, slack: float = 0.0) -> Task | None:
    """What may be asked of a player who sees this."""
    best, second = found.best.expected, found.second.expected
    for task, bounds in _TASKS.items():
        if bounds.least - slack <= best <= bounds.most + slack and second <= bounds.second + slack:
            return task
    return None


def _alone(position: ChessPosition, quick: Look, stop: Stop | None) -> Proved:
    """A move that stands alone in searches of growing effort."""
    looks: list[Look] = []
    for nodes in EFFORTS:
        found = search.look(position, nodes, stop)
        if looks and found.best.move != looks[-1].best.move:
            raise Rejected("unstable")
        if _task(found) is None or (looks and _task(found) != _task(looks[-1])):
            raise Rejected("unstable" if looks else "alike" if found.margin < _GAP else "unclear")
        looks.append(found)
    last = looks[-1]
    task = _task(last)
    assert task is not None
    proof = Proof("search", round(last.best.expected, 3), round(last.second.expected, 3), effort=EFFORTS[-1])
    line, rest = _line(position, last, task, stop)
    return Proved(task, line, rest, proof, last.depth)


def _line(
    position: ChessPosition, first: Look, task: Task, stop: Stop | None
) -> tuple[tuple[ChessMove, ...], tuple[ChessMove, ...]]:
    """The moves that are asked, as long as the solver's stand alone, and some that are only shown."""
    solver, line, asked = position.side, [first.best.move], 1
    at = position.play_unchecked(first.best.move)
    seen = {position.hash}
    rest: tuple[ChessMove, ...] = first.best.moves[1:]
    while len(line) < MAX_LINE_PLIES and at.outcome() is None and not at.is_chance() and at.hash not in seen:
        seen.add(at.hash)
        legal = at.legal_moves()
        if not legal:
            break
        if len(legal) == 1:
            if at.side == solver:
                break  # nothing to find
            move = legal[0]
        else:
            found = search.look(at, FOLLOWING, stop)
            rest = found.best.moves
            if at.side == solver and not _goes_on(found, task):
                break
            move = found.best.move
        solving = at.side == solver
        line.append(move)
        rest = rest[1:] if rest and rest[0] == move else ()
        at = at.play_unchecked(move)
        if solving:
            asked = len(line)
    shown = _legal(position, (*line, *rest))
    return tuple(line[:asked]), tuple(shown[asked : asked + SHOWN])


def _goes_on(found: Look, task: Task) -> bool:
    """Whether the solver's next move stands alone, too."""
    bounds = _TASKS[task]
    return found.best.expected >= bounds.least and found.second.expected <= bounds.second


def _legal(position: ChessPosition, moves: tuple[ChessMove, ...]) -> list[ChessMove]:
    """Moves as far as they can be played one after the other without chance in between."""
    found = []
    for move in moves:
        if move not in position.legal_moves():
            break
        found.append(move)
        position = position.play_unchecked(move)
    return found
