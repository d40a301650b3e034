"""A turn under way: sub-move by sub-move, what may follow and why not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from axedrez.core.errors import IllegalMove
from axedrez.core.steps import Effect, Refusal, Step, Steps
from axedrez.tables import rows, scene, told, workspace
from axedrez.tables.kernel import layout
from axedrez.tables.moves import SubMove, Turn, Written, place_name, read_turn, write_submove, write_turn
from axedrez.tables.text import POINTS, Setup
from axedrez.tables.workspace import Child, Row

if TYPE_CHECKING:
    from axedrez.tables.position import TablesPosition

_ABILITIES = {0: "", layout.PLUS: "+", layout.MINUS: "-", layout.TWICE: "x2"}


def children(position: TablesPosition, row: Row) -> list[Child]:
    """The rows after one more sub-move of the position's throw, whether or not the turn can then be completed."""
    assert position.dice is not None
    game = position.game
    if row[layout.STAGE] >= layout.DONE:
        return []
    return workspace.children(game.tables, game.keys, row, *position.dice, position.rule())


def may_end(position: TablesPosition, row: Row) -> bool:
    """Whether the turn may be confirmed as it stands."""
    ordinary, bits, departure, forfeits = position.rule()
    if np.any(row[layout.FLAGS : layout.FLAGS + layout.MAX_PIECES] & layout.WAITING):
        return False
    if row[layout.STAGE] == layout.WON and position.game.tables[layout.WIN_IS_WHOLE]:
        return True
    played = int(row[layout.DICE])
    if played == 0:
        return ordinary == departure == 0
    if forfeits:
        return True
    if departure and row[layout.ROYAL_MOVES]:
        return played == departure
    return played == ordinary and int(row[layout.USED]) & bits == bits


def can_go_on(position: TablesPosition, row: Row) -> bool:
    """Whether a turn that has come to `row` can still end legally."""
    assert position.dice is not None
    if may_end(position, row):
        return True
    game = position.game
    return workspace.can_be_completed(game.tables, game.keys, row, *position.dice, position.rule())


class State(NamedTuple):
    """A turn under way: where it stands and how it came there."""

    row: Row
    way: tuple[Child, ...]


def _matches(child: Child, written: Written, position: TablesPosition) -> bool:
    if written.face is not None and SubMove.unpack(child.code).face != written.face:
        return False
    return write_submove(child.code, position.game, position.side) == written.text


def _follow(position: TablesPosition, written: Sequence[Written]) -> list[State]:
    """Every way of playing written sub-moves (a die may be left open). Raises `IllegalMove` at an impossible one."""
    states = [State(position.row, ())]
    for number, item in enumerate(written):
        following = [
            State(child.row, (*state.way, child))
            for state in states
            for child in children(position, state.row)
            if _matches(child, item, position)
        ]
        if not following:
            raise _impossible(position, states[0].row, item, number + 1)
        states = following
    return states


def _impossible(position: TablesPosition, row: Row, written: Written, number: int) -> IllegalMove:
    """Why no piece can make the sub-move that is written: others must enter, the die is lost, or it is no use of it."""
    game = position.game
    reason, topic = "tables_submove", "dice"
    if not written.is_entry and np.any(row[layout.OWN : layout.OWN + len(game.army)] == layout.BAR):
        reason, topic = "tables_bar_first", "bar"
    elif position.rule()[3] and row[layout.STAGE] == layout.DONE:
        reason, topic = "tables_die_lost", "forfeit"
    return IllegalMove(reason, clause=game.clause(topic), move=written.text, number=number)


def _why_not(row: Row) -> str:
    """Why no legal turn goes through a row: a piece waits for a partner who cannot come, or dice are lost."""
    waits = np.any(row[layout.FLAGS : layout.FLAGS + layout.MAX_PIECES] & layout.WAITING)
    return "tables_waits_in_vain" if waits else "tables_fewer_dice"


def _whole(position: TablesPosition, written: Sequence[Written]) -> State:
    """The end of the legal turn that is written. Raises `IllegalMove`."""
    if position.dice is None:
        raise IllegalMove("tables_game_over")
    for state in _follow(position, written):
        if may_end(position, state.row):
            return state
    raise IllegalMove("tables_unfinished_turn", clause=position.game.clause("dice"))


def find(position: TablesPosition, written: Sequence[Written]) -> Turn:
    """The legal turn that is written. Raises `IllegalMove`."""
    state = _whole(position, written)
    codes = tuple(child.code for child in state.way)
    return Turn(write_turn(codes, position.game, position.side), codes, state.row)


def taken(position: TablesPosition, turn: Turn) -> tuple[Step, ...]:
    """The sub-moves of a legal turn, each with what it changes."""
    state = _whole(position, read_turn(turn.text, position.game, "en"))
    rows_before = (position.row, *(child.row for child in state.way))
    return tuple(
        _step(position, _setup(position, row), child) for row, child in zip(rows_before, state.way, strict=False)
    )


def steps(position: TablesPosition, prefix: Sequence[str]) -> Steps:
    """What may follow the tokens `prefix`."""
    if position.dice is None:
        if prefix:
            position.parse_move(" ".join(prefix))
        return Steps((), bool(prefix), ())
    written = [item for token in prefix for item in read_turn(token, position.game, "en")]
    played = _follow(position, written)
    states = [state for state in played if can_go_on(position, state.row)]
    if not states:
        reason = _why_not(played[0].row)
        raise IllegalMove(reason, clause=position.game.clause(reason))
    row = states[0].row
    before = _setup(position, row)
    options, refused = [], []
    for child in children(position, row):
        step = _step(position, before, child)
        if can_go_on(position, child.row):
            options.append(step)
        else:
            reason = _why_not(child.row)
            refused.append(Refusal(step.token, step.origin, step.target, reason, position.game.clause(reason), ()))
    return Steps(tuple(options), may_end(position, row), tuple(refused), scene.protected(before, position.game))


def _setup(position: TablesPosition, row: Row) -> Setup:
    return rows.to_setup(row, position.game, position.side, position.side, None)


def _step(position: TablesPosition, before: Setup, child: Child) -> Step:
    game, side = position.game, position.side
    move, after = SubMove.unpack(child.code), _setup(position, child.row)
    label = write_submove(child.code, game, side)
    return Step(
        token=f"{label}:{move.face}",
        label=label,
        origin=place_name(move.origin, side),
        target=place_name(move.target, side),
        choice=f"{move.face}{_ABILITIES[move.ability]}",
        effects=_effects(before, after),
        label_es=write_submove(child.code, game, side, "es"),
        told=told.of(game, side, move, before, after),
    )


def _effects(before: Setup, after: Setup) -> tuple[Effect, ...]:
    places = [(str(point), before.points[point - 1], after.points[point - 1]) for point in range(1, POINTS + 1)]
    places += [("bar", before.bar, after.bar), ("off", before.off, after.off)]
    return tuple(Effect(*place) for place in places if place[1] != place[2])
