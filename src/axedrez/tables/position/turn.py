"""A turn under way: sub-move by sub-move, what may follow and why not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache, partial
from typing import Any, NamedTuple

import numpy as np

from axedrez.core.dice import Roll
from axedrez.core.errors import IllegalMove
from axedrez.core.sides import Side
from axedrez.core.steps import Effect, LostDie, Refusal, Step, Steps
from axedrez.tables.compile.ruleset import Ruleset
from axedrez.tables.kernel import layout
from axedrez.tables.position import explanation, rows, scene, workspace
from axedrez.tables.position.explanation import Board
from axedrez.tables.position.moves import (
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
from axedrez.tables.position.position_text import POINTS
from axedrez.tables.position.refusals import why_not
from axedrez.tables.position.workspace import Child, Row

_PLACES = ("", *map(str, range(1, POINTS + 1)), BAR_WORD, OFF_WORD)
"""The names of the places of `rows.board`."""

_ABILITIES = {0: "", layout.PLUS: "+", layout.MINUS: "-", layout.TWICE: "x2"}


class State(NamedTuple):
    """A turn under way: where it stands and how it came there."""

    row: Row
    way: tuple[Child, ...]


class OpenTurn:
    """A roll that is still to be played, by `side` from `row`, in a game that is not over."""

    def __init__(self, ruleset: Ruleset, row: Row, side: Side, dice: Roll) -> None:
        self.ruleset = ruleset
        self.row = row
        self.side = side
        self.dice = dice

    @cached_property
    def rule(self) -> list[int]:
        """What a turn of this roll must keep (`kernel.turns.write_turns`).

        Computed without listing the turns, of which there may be ten thousand: replaying a record needs none of them.
        """
        return workspace.rule(self.ruleset.compiled, self.ruleset.keys, self.row, *self.dice)

    def turns(self) -> tuple[Turn, ...]:
        """One turn for each position that the roll can lead to; the pass alone where nothing can be played (G-6)."""
        found, self.rule = workspace.ends(self.ruleset.compiled, self.ruleset.keys, self.row, *self.dice)
        written = partial(write_turn, ruleset=self.ruleset, side=self.side)
        return tuple([Turn(written, end.way, end.row) for end in found]) or (Turn(written, (), self.row),)

    def children(self, row: Row) -> list[Child]:
        """The rows after one more sub-move, whether or not the turn can then be completed."""
        if row[layout.STAGE] >= layout.DONE:
            return []
        return workspace.children(self.ruleset.compiled, self.ruleset.keys, row, *self.dice, self.rule)

    def may_end(self, row: Row) -> bool:
        """Whether the turn may be confirmed now."""
        ordinary, bits, departure, forfeits = self.rule
        fields: list[int] = row.tolist()
        if _is_waited(fields):
            return False
        if fields[layout.STAGE] == layout.WON and self.ruleset.compiled[layout.WIN_IS_WHOLE]:
            return True
        played = fields[layout.DICE]
        if played == 0:
            return ordinary == departure == 0
        if forfeits:
            return True
        if departure and fields[layout.ROYAL_MOVES]:
            return played == departure
        return played == ordinary and fields[layout.USED] & bits == bits

    def can_go_on(self, rows: Sequence[Row]) -> list[bool]:
        """Which turns that have come to some rows, by one die or more, can still end legally."""
        completable = workspace.completable(self.ruleset.compiled, self.ruleset.keys, rows, *self.dice, self.rule)
        return [can or self.may_end(row) for can, row in zip(completable, rows, strict=True)]

    def find(self, written: Sequence[Written]) -> Turn:
        """The legal turn that is written. Raises `IllegalMove`."""
        for state in self._follow(written):
            if self.may_end(state.row):
                codes = tuple(child.code for child in state.way)
                return Turn(write_turn(codes, self.ruleset, self.side), codes, state.row)
        raise IllegalMove("tables_unfinished_turn", clause=self.ruleset.clause("dice"))

    def taken(self, turn: Turn) -> tuple[Step, ...]:
        """The sub-moves of a legal turn, each with what it changes; a turn of another roll is read by its text.

        Raises `IllegalMove`.
        """
        states = [State(self.row, ())]
        for code in turn.codes:
            states = [
                State(child.row, (*state.way, child))
                for state in states
                for child in self.children(state.row)
                if child.code == code
            ]
        way = next((state.way for state in states if state.row.tobytes() == turn.row.tobytes()), None)
        if way is None:
            return self.taken(self.find(read_turn(turn.text, self.ruleset, "en")))
        boards = [self._board(row) for row in (self.row, *(child.row for child in way))]
        around = zip(boards[:-1], boards[1:], turn.codes, strict=True)
        return tuple(self._step(before, after, code) for before, after, code in around)

    def steps(self, prefix: Sequence[str]) -> Steps:
        """What may follow the tokens `prefix`. Raises `IllegalMove`, or `TextError` for what is no token."""
        options: dict[str, Step] = {}
        refused: dict[str, Refusal] = {}
        reached = self._reached(prefix)
        # Two pieces of a kind on one point have one name, though perhaps only one of them has moved before.
        for row in reached:
            before = self._board(row)
            following = self.children(row)
            for child, can in zip(following, self.can_go_on([child.row for child in following]), strict=True):
                step = self._step(before, self._board(child.row), child.code)
                if can:
                    options.setdefault(step.token, step)
                else:
                    reason = _why_not(child.row)
                    clause = self.ruleset.clause(reason)
                    refused.setdefault(step.token, Refusal(step.token, step.origin, step.target, reason, clause, ()))
        return Steps(
            tuple(options.values()),
            any(self.may_end(row) for row in reached),
            tuple([refusal for token, refusal in refused.items() if token not in options]),
            scene.protected(self._board(reached[0])[1 : POINTS + 1], self.ruleset),
            () if options else self._lost(prefix, reached[0], list(refused.values())),
        )

    def _lost(self, prefix: Sequence[str], row: Row, refused: Sequence[Refusal]) -> tuple[LostDie, ...]:
        """The dice that are left over when nothing may follow `prefix`, and why."""
        left = list(self.dice) * (2 if self.dice[0] == self.dice[1] else 1)
        for item in (item for token in prefix for item in read_turn(token, self.ruleset, "en")):
            if item.face in left:
                left.remove(item.face)
        won = row[layout.STAGE] == layout.WON
        return () if won else tuple(self._lost_die(face, bool(prefix), row, refused) for face in dict.fromkeys(left))

    def _lost_die(self, face: int, begun: bool, row: Row, refused: Sequence[Refusal]) -> LostDie:
        """Why a die is lost: by the rule of entering, on the bar, by another rule, or because no landing is open."""
        tried = [each.reason for each in refused if int(each.token.rsplit(":", 1)[1]) == face]
        if self.rule[3] and begun and row[layout.STAGE] == layout.DONE:
            reason, topic = "tables_other_die_lost", "forfeit"
        elif tried:
            reason = topic = tried[0]
        elif np.any(row[layout.OWN : layout.OWN + len(self.ruleset.army)] == layout.BAR):
            reason, topic = "tables_die_cannot_enter", "bar"
        elif self.rule[2] and begun:
            reason, topic = "tables_departure_takes_two", "departure"
        else:
            reason, topic = "tables_die_blocked", "landing"
        return LostDie(face, reason, self.ruleset.clause(topic) or self.ruleset.clause("dice"))

    def _follow(self, written: Sequence[Written]) -> list[State]:
        """Every way of playing written sub-moves (a die may be left open). Raises `IllegalMove`."""
        states = [State(self.row, ())]
        for number, item in enumerate(written):
            following = [
                State(child.row, (*state.way, child))
                for state in states
                for child in self.children(state.row)
                if self._matches(child, item)
            ]
            if not following:
                raise self._impossible(states[0].row, item, number + 1)
            states = following
        return states

    def _matches(self, child: Child, written: Written) -> bool:
        words = _words(child.code, self.ruleset, self.side)
        return words.labels["en"] == written.text and written.face in (None, words.move.face)

    def _impossible(self, row: Row, written: Written, number: int) -> IllegalMove:
        """Why a written sub-move cannot be made: others must enter, the die is lost, a rule, or no die leads there."""
        ruleset = self.ruleset
        details: dict[str, Any] = {}
        reason, topic = "tables_submove", "dice"
        if not written.is_entry and np.any(row[layout.OWN : layout.OWN + len(ruleset.army)] == layout.BAR):
            reason, topic = "tables_bar_first", "bar"
        elif self.rule[3] and row[layout.STAGE] == layout.DONE:
            reason, topic = "tables_die_lost", "forfeit"
        elif self._is_closed(row, written):
            reason, topic = "tables_landing_closed", "landing"
        clause = ruleset.clause(topic) or ruleset.clause("dice")
        if reason == "tables_submove":
            at_home, double = bool(row[layout.HOME] & 1), self.dice[0] == self.dice[1]
            refused = why_not(ruleset, self.side, self._board(row), written, at_home=at_home, double=double)
            if refused:
                reason, clause, details = refused
        spanish = written.in_spanish(ruleset)
        return IllegalMove(reason, clause=clause, move=written.text, move_es=spanish, number=number, **details)

    def _is_closed(self, row: Row, written: Written) -> bool:
        """Whether two or more enemies stand where a written sub-move lands, and its piece does not push them."""
        kind = self.ruleset.pieces.get(written.text[0])
        if not written.target.isdecimal() or (kind is not None and kind.pushes):
            return False
        is_enemy = str.islower if self.side is Side.WHITE else str.isupper
        return sum(map(is_enemy, self._board(row)[int(written.target)])) > 1

    def _reached(self, prefix: Sequence[str]) -> list[Row]:
        """Where the tokens of a turn under way may lead, as far as it can still end legally. Raises `IllegalMove`."""
        written = [item for token in prefix for item in read_turn(token, self.ruleset, "en")]
        if not written:
            return [self.row]
        played = list({state.row.tobytes(): state.row for state in self._follow(written)}.values())
        if found := [row for row, can in zip(played, self.can_go_on(played), strict=True) if can]:
            return found
        reason = _why_not(played[0])
        raise IllegalMove(reason, clause=self.ruleset.clause(reason))

    def _board(self, row: Row) -> Board:
        return rows.board(row, self.ruleset, self.side)

    def _step(self, before: Board, after: Board, code: int) -> Step:
        move, token, labels, origin, target, choice = _words(code, self.ruleset, self.side)
        seen = explanation.of(self.ruleset, self.side, move, before, after)
        return Step(token, labels, origin, target, choice, _effects(before, after), seen)


def _is_waited(fields: list[int]) -> bool:
    """Whether a piece of a row waits for its partner."""
    return any(flags & layout.WAITING for flags in fields[layout.FLAGS : layout.FLAGS + layout.MAX_PIECES])


def _why_not(row: Row) -> str:
    """Why no legal turn goes through a row: a piece waits for a partner who cannot come, or dice are lost."""
    return "tables_waits_in_vain" if _is_waited(row.tolist()) else "tables_fewer_dice"


class _Words(NamedTuple):
    """What a sub-move is called, wherever it is played."""

    move: SubMove
    token: str
    labels: Mapping[str, str]
    origin: str
    target: str
    choice: str


@lru_cache(maxsize=8192)
def _words(code: int, ruleset: Ruleset, side: Side) -> _Words:
    move, label = SubMove.unpack(code), write_submove(code, ruleset, side)
    origin, target = place_name(move.origin, side), place_name(move.target, side)
    choice = f"{move.face}{_ABILITIES[move.ability]}"
    labels = {"es": write_submove(code, ruleset, side, "es"), "en": label}
    return _Words(move, f"{label}:{move.face}", labels, origin, target, choice)


def _effects(before: Board, after: Board) -> tuple[Effect, ...]:
    changed = [place for place, letters in enumerate(before) if letters != after[place]]
    return tuple([Effect(_PLACES[place], before[place], after[place]) for place in changed])
