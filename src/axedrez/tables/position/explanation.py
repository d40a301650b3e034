"""The rule effects of a sub-move: captures, pushes, waiting and sharing (G-20 … G-28)."""

from __future__ import annotations

from collections import Counter

from axedrez.core.sides import Side
from axedrez.core.steps import Told
from axedrez.tables.compile.ruleset import Ruleset
from axedrez.tables.kernel import layout
from axedrez.tables.position.moves import SubMove, place_name
from axedrez.tables.position.position_text import POINTS

Board = list[str]
"""The letters on each place (`rows.board`)."""


def of(ruleset: Ruleset, side: Side, move: SubMove, before: Board, after: Board) -> tuple[Told, ...]:
    """The effects of the sub-move of `side` from `before` to `after` at each of its landings."""
    landings = [(move.between, move.first_act)] if move.ability == layout.TWICE else []
    found: list[Told] = []
    for distance, act in (*landings, (move.target, move.act)):
        if act in (layout.STEP, layout.BEAR_OFF):
            continue
        explainer = _Explainer(ruleset, side, ruleset.army[move.piece], place_name(distance, side), before, after)
        found += explainer.push() if act == layout.PUSH else [explainer.landing(act)]
    return tuple(found)


class _Explainer:
    def __init__(self, ruleset: Ruleset, side: Side, letter: str, place: str, before: Board, after: Board) -> None:
        self.ruleset = ruleset
        self.piece = letter if side is Side.WHITE else letter.lower()
        self.place = place
        self.before, self.after = before, after
        self.is_enemy = str.islower if side is Side.WHITE else str.isupper
        self.stood = self._enemies(before[int(place)])
        self.gone = self.stood - self._enemies(after[int(place)])

    def _enemies(self, letters: str) -> Counter[str]:
        return Counter(filter(self.is_enemy, letters))

    def landing(self, act: int) -> Told:
        if act == layout.OPEN:
            return self._explained("wait", "joint")
        if act == layout.SHARE:
            return self._explained("share", "shelter")
        topic = "joint" if act == layout.COMPLETE else self._capture_topic()
        return self._explained("joint" if act == layout.COMPLETE else "capture", topic, taken=self.gone)

    def _capture_topic(self) -> str:
        names = {kind.letter: name for name, kind in self.ruleset.rules.pieces.items()}
        own = next((f"capture.{names[sign.upper()]}" for sign in self.gone), "")
        return own if self.ruleset.clause(own) else "capture.any"

    def push(self) -> list[Told]:
        """The fate of the pieces of a block: pushed, captured, or both (G-26); and those that a rook saved (G-27)."""
        target, pushed = self._pushed()
        taken = self.gone - pushed
        act = "push" if not taken else "push_takes" if pushed else "push_takes_all"
        found = [self._explained(act, "push", target, pushed=pushed, taken=taken)]
        kinds = self.ruleset.pieces
        pawn = self.ruleset.rules.pieces[self.ruleset.rules.pawn].letter
        saved = Counter({sign: count for sign, count in pushed.items() if sign.upper() == pawn})
        guard = next((sign for sign in self.stood if kinds[sign.upper()].protects_pawns), None)
        if saved and guard:
            found.append(self._explained("protected", "protects", target, saved=saved, guard=Counter(guard)))
        return found

    def _pushed(self) -> tuple[int, Counter[str]]:
        """The point behind that the block was pushed to, and what arrived there; 0 for none."""
        for point in range(1, POINTS + 1):
            before, after = self.before[point], self.after[point]
            if before != after and str(point) != self.place:
                gained = self._enemies(after) - self._enemies(before)
                if gained:
                    return point, gained
        return 0, Counter()

    def _explained(self, act: str, topic: str, target: int = 0, **pieces: Counter[str]) -> Told:
        letters = {"piece": self.piece} | {name: "".join(signs.elements()) for name, signs in pieces.items()}
        places = {"place": self.place} | ({"target": str(target)} if target else {})
        return Told(act, self.ruleset.clause(topic), letters, places)
