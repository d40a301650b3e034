"""What an exercise about a roll is about: what its two best turns do, and what speaks for the better one."""

from __future__ import annotations

from axedrez.analysis.exercise import Exercise
from axedrez.core.errors import AxedrezError
from axedrez.tables import analyst
from axedrez.tables.kernel import layout
from axedrez.tables.position.moves import read_turn
from axedrez.tables.position.position import TablesPosition
from axedrez.tables.reasons.compare import everything
from axedrez.tables.reasons.turn_result import TurnResult

_BY_REASON = {
    "exposed": "safest-turn",
    "king": "safest-turn",
    "pushed": "safest-turn",
    "made": "block",
    "broken": "block",
    "wall": "block",
    "trapped": "escape",
    "departure": "escape",
    "king_moves": "escape",
    "king_held": "block",
    "gammon": "gammon",
    "lost_gammon": "gammon",
    "wins": "finish",
    "finishes": "finish",
    "lets_win": "finish",
    "race": "race",
    "tempo": "race",
    "capture": "hit",
    "push": "hit",
    "shut_out": "shut-out",
    "stuck": "shut-out",
    "bar": "from-the-bar",
    "borne_off": "bear-off",
    "bears_off": "bear-off",
}
_MIN_WEIGHT = 0.02
_MAX_REASONS = 2


def of(position: TablesPosition, exercise: Exercise) -> tuple[str, ...]:
    """The themes of an exercise, the most telling first; the next best turn is what `rest` begins with."""
    if exercise.task == "cube":
        return ("when-to-double",)
    best = _end(position, exercise.line[0])
    try:
        other = _end(position, exercise.rest[0])
    except (IndexError, AxedrezError):
        other = best
    found: list[str] = []
    hits = [bool(end.captured() or end.driven()) for end in (best, other)]
    if hits[0] != hits[1] and _runs(other if hits[0] else best):
        found.append("hit-or-run")
    off = [int((end.own == layout.OFF).sum()) for end in (best, other)]
    n = len(best.own)
    if max(off) > int((position.raw[layout.OWN : layout.OWN + n] == layout.OFF).sum()):
        found.append("bear-off")
    if (position.raw[layout.OWN : layout.OWN + n] == layout.BAR).any():
        found.append("from-the-bar")
    told = [each for each in everything(other, best) if each.weight >= _MIN_WEIGHT][:_MAX_REASONS]
    found += [_BY_REASON[key] for each in told if (key := each.reason.key.split(".")[0]) in _BY_REASON]
    if hits[0]:
        found.append("hit")
    if best.own.max() + best.enemy.max() <= layout.BAR:
        found.append("race")
    return tuple(dict.fromkeys(found)) or ("best-turn",)


def _end(position: TablesPosition, text: str) -> TurnResult:
    turn = position.open_turn.find(read_turn(text, position.ruleset, "en"))
    after = position.play_unchecked(turn)
    return TurnResult(position, turn, after, analyst.estimate(after).turned())


def _runs(end: TurnResult) -> bool:
    """Whether a turn brings the side's last pieces on."""
    n = len(end.own)
    before = end.before.raw[layout.OWN : layout.OWN + n]
    last = before.max()
    return last < layout.BAR and int((end.own >= last).sum()) < int((before >= last).sum())
