"""A turn under way: sub-move by sub-move, what may follow and why not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from axedrez.core.errors import IllegalMove
from axedrez.core.steps import Effect, Refusal, Step, Steps
from axedrez.tables import explanation, rows, scene, workspace
from axedrez.tables.explanation import Board
from axedrez.tables.kernel import layout
from axedrez.tables.moves import (
    BAR_WORD,
    OFF_WORD,
    SubMove,
    Turn,
    Written,
    place_name,
    read_turn,
    write_submove,
    write_turn,
)
from axedrez.tables.notation.position_text import POINTS
from axedrez.tables.workspace import Child, Row

if TYPE_CHECKING:
    from axedrez.core.sides import Side
    from axedrez.tables.game import TablesGame
    from axedrez.tables.position import TablesPosition

_PLACES = ("", *map(str, range(1, POINTS + 1)), BAR_WORD, OFF_WORD)
"""The names of the places of `rows.board`."""

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
    fields: list[int] = row.tolist()
    if _is_waited(fields):
        return False
    if fields[layout.STAGE] == layout.WON and position.game.tables[layout.WIN_IS_WHOLE]:
        return True
    played = fields[layout.DICE]
    if played == 0:
        return ordinary == departure == 0
    if forfeits:
        return True
    if departure and fields[layout.ROYAL_MOVES]:
        return played == departure
    return played == ordinary and fields[layout.USED] & bits == bits


def _is_waited(fields: list[int]) -> bool:
    """Whether a piece of a row waits for its partner."""
    return any(flags & layout.WAITING for flags in fields[layout.FLAGS : layout.FLAGS + layout.MAX_PIECES])


def can_go_on(position: TablesPosition, rows: Sequence[Row]) -> list[bool]:
    """Which turns that have come to some rows, by one die or more, can still end legally."""
    assert position.dice is not None
    game = position.game
    completable = workspace.completable(game.tables, game.keys, rows, *position.dice, position.rule())
    return [can or may_end(position, row) for can, row in zip(completable, rows, strict=True)]


class State(NamedTuple):
    """A turn under way: where it stands and how it came there."""

    row: Row
    way: tuple[Child, ...]


def _matches(child: Child, written: Written, position: TablesPosition) -> bool:
    words = _words(child.code, position.game, position.side)
    return words.labels["en"] == written.text and written.face in (None, words.move.face)


def _follow(position: TablesPosition, written: Sequence[Written]) -> list[State]:
    """Every way of playing written sub-moves (a die may be left open). Raises `IllegalMove` at an impossible one."""
    states = [State(position.raw, ())]
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
    spanish = written.in_spanish(game)
    return IllegalMove(reason, clause=game.clause(topic), move=written.text, move_es=spanish, number=number)


def _why_not(row: Row) -> str:
    """Why no legal turn goes through a row: a piece waits for a partner who cannot come, or dice are lost."""
    return "tables_waits_in_vain" if _is_waited(row.tolist()) else "tables_fewer_dice"


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
    states = [State(position.raw, ())]
    for code in turn.codes:
        states = [
            State(child.row, (*state.way, child))
            for state in states
            for child in children(position, state.row)
            if child.code == code
        ]
    way = next(state.way for state in states if state.row.tobytes() == turn.row.tobytes())
    boards = [_board(position, row) for row in (position.raw, *(child.row for child in way))]
    around = zip(boards[:-1], boards[1:], turn.codes, strict=True)
    return tuple(_step(position, before, after, code) for before, after, code in around)


def steps(position: TablesPosition, prefix: Sequence[str]) -> Steps:
    """What may follow the tokens `prefix`."""
    if position.dice is None:
        if prefix:
            position.parse_move(" ".join(prefix))
        return Steps((), bool(prefix), ())
    options: dict[str, Step] = {}
    refused: dict[str, Refusal] = {}
    reached = _reached(position, prefix)
    # Two pieces of a kind on one point have one name, though perhaps only one of them has moved before.
    for row in reached:
        before = _board(position, row)
        following = children(position, row)
        for child, can in zip(following, can_go_on(position, [child.row for child in following]), strict=True):
            step = _step(position, before, _board(position, child.row), child.code)
            if can:
                options.setdefault(step.token, step)
            else:
                reason = _why_not(child.row)
                refusal = Refusal(step.token, step.origin, step.target, reason, position.game.clause(reason), ())
                refused.setdefault(step.token, refusal)
    return Steps(
        tuple(options.values()),
        any(may_end(position, row) for row in reached),
        tuple([refusal for token, refusal in refused.items() if token not in options]),
        scene.protected(_board(position, reached[0])[1 : POINTS + 1], position.game),
    )


def _reached(position: TablesPosition, prefix: Sequence[str]) -> list[Row]:
    """Where the tokens of a turn under way may lead, as far as it can still end legally. Raises `IllegalMove`."""
    written = [item for token in prefix for item in read_turn(token, position.game, "en")]
    if not written:
        return [position.raw]
    played = list({state.row.tobytes(): state.row for state in _follow(position, written)}.values())
    if found := [row for row, can in zip(played, can_go_on(position, played), strict=True) if can]:
        return found
    reason = _why_not(played[0])
    raise IllegalMove(reason, clause=position.game.clause(reason))


def _board(position: TablesPosition, row: Row) -> Board:
    return rows.board(row, position.game, position.side)


class _Words(NamedTuple):
    """What a sub-move is called, wherever it is played."""

    move: SubMove
    token: str
    labels: Mapping[str, str]
    origin: str
    target: str
    choice: str


@lru_cache(maxsize=8192)
def _words(code: int, game: TablesGame, side: Side) -> _Words:
    move, label = SubMove.unpack(code), write_submove(code, game, side)
    origin, target = place_name(move.origin, side), place_name(move.target, side)
    choice = f"{move.face}{_ABILITIES[move.ability]}"
    labels = {"es": write_submove(code, game, side, "es"), "en": label}
    return _Words(move, f"{label}:{move.face}", labels, origin, target, choice)


def _step(position: TablesPosition, before: Board, after: Board, code: int) -> Step:
    game, side = position.game, position.side
    move, token, labels, origin, target, choice = _words(code, game, side)
    seen = explanation.of(game, side, move, before, after)
    return Step(token, labels, origin, target, choice, _effects(before, after), seen)


def _effects(before: Board, after: Board) -> tuple[Effect, ...]:
    changed = [place for place, letters in enumerate(before) if letters != after[place]]
    return tuple([Effect(_PLACES[place], before[place], after[place]) for place in changed])
