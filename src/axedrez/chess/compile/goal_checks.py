"""Goals of a chess sheet that contradict the rest of it, or that nobody can ever reach (M-5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from axedrez.chess.compile.start_checks import army
from axedrez.chess.sheet import betza, geometry
from axedrez.chess.sheet.schema import ChessSheet, WinGoal
from axedrez.rulesheet.validation import Fault, fault

SIDES = (0, 1)


def faults(sheet: ChessSheet) -> Iterator[Fault]:
    """One for each goal that needs something the sheet does not have; one if there is no way to win."""
    goal = sheet.goal
    if not goal.win:
        yield fault("goal.win", goal.win, '["checkmate", ...]')
        return
    if goal.last_move and sheet.turn.moves != 1:
        yield fault("goal.last_move", True, "turn.moves = 1", "sheet_needs")
    if goal.last_move and goal.last_move_only_to_level:
        # The kernel looks at plain moves of the royal pieces only.
        for condition, holds in (
            ("royal.parry = true", sheet.royal.parry),
            ('castling.mode = "off"', sheet.castling.mode == "off"),
            ("capture.mandatory = false", not sheet.capture.mandatory),
            ("start.setup = false", not sheet.start.setup),
        ):
            if not holds:
                yield fault("goal.last_move_only_to_level", True, condition, "sheet_needs")
    found = False
    for name in goal.win:
        for condition in _NEEDS[name](sheet):
            found = True
            yield fault("goal.win", name, condition, "sheet_needs")
    if found:
        return
    winnable = goal.stalemate != "draw" or any(_can_happen(name, sheet) for name in goal.win)
    if not winnable:
        yield fault("goal.win", goal.win, "sheet_no_win", "sheet_no_win")


def royals(sheet: ChessSheet) -> list[int]:
    """How many royal pieces each side has at the start."""
    return [sum(army(sheet, side)[name] for name in sheet.royal.pieces) for side in SIDES]


def _has_royal(sheet: ChessSheet) -> Iterator[str]:
    if not any(royals(sheet)):
        yield f"start.fen: royal.pieces {list(sheet.royal.pieces)}"


def _checkmate(sheet: ChessSheet) -> Iterator[str]:
    yield from _has_royal(sheet)
    if not sheet.royal.parry:
        yield "royal.parry = true"
    elif not sheet.royal.give_check:
        yield "royal.give_check = true"


def _capture_royal(sheet: ChessSheet) -> Iterator[str]:
    yield from _has_royal(sheet)
    proof = set(sheet.royal.pieces) <= set(sheet.capture.blast_proof)
    if sheet.royal.parry and (not sheet.capture.explosion or proof):
        yield "royal.parry = false | capture.explosion = true"


def _royal_reaches(sheet: ChessSheet) -> Iterator[str]:
    yield from _has_royal(sheet)
    board = geometry.board_mask(sheet)
    if not any(board >> geometry.square_number(square) & 1 for square in sheet.goal.region):
        yield "goal.region = [...]"


def _piece_reaches(sheet: ChessSheet) -> Iterator[str]:
    if not any(geometry.arrival(sheet, side) for side in SIDES):
        yield "goal.runner_region = [...]"
    if not any(obtainable(sheet, side) & set(sheet.goal.runners) for side in SIDES):
        yield f"goal.runners: {sorted(set().union(*(obtainable(sheet, side) for side in SIDES)))}"


def _extinction(sheet: ChessSheet) -> Iterator[str]:
    for name in sheet.goal.extinct:
        if not any(army(sheet, side)[name] for side in SIDES):
            yield f"start.fen: {name}"


def _lose_all(sheet: ChessSheet) -> Iterator[str]:
    if sheet.royal.parry and all(royals(sheet)) and not sheet.capture.explosion:
        yield "royal.parry = false"


_NEEDS: dict[WinGoal, Callable[[ChessSheet], Iterator[str]]] = {
    "checkmate": _checkmate,
    "capture-royal": _capture_royal,
    "checks": _checkmate,
    "royal-reaches": _royal_reaches,
    "piece-reaches": _piece_reaches,
    "extinction": _extinction,
    "bare-royal": _has_royal,
    "lose-all": _lose_all,
}
"""What each goal needs and the sheet lacks."""


def obtainable(sheet: ChessSheet, side: int) -> set[str]:
    """The kinds that a side has, or can get by promotion or into its hand."""
    kinds = set(army(sheet, side)) | (set(army(sheet, 1 - side)) if sheet.capture.hand else set())
    while True:
        grown = {into for name in kinds if name in sheet.promotion for into in sheet.promotion[name].into} - kinds
        if not grown:
            return kinds
        kinds |= grown


def _can_happen(name: WinGoal, sheet: ChessSheet) -> bool:
    """Whether a goal whose needs are met can be reached by somebody, as far as the kinds of pieces tell."""
    counts = royals(sheet)
    if name in ("checkmate", "checks", "capture-royal"):
        return any(counts[1 - side] and _can_attack_royals(sheet, side) for side in SIDES)
    if name == "extinction" and not sheet.goal.extinct:
        return any(_can_capture(sheet, side) and (_royals_fall(sheet) or not counts[1 - side]) for side in SIDES)
    if name == "extinction":
        kinds = set(sheet.goal.extinct) - (set() if _royals_fall(sheet) else set(sheet.royal.pieces))
        return any(_can_capture(sheet, side) and kinds & set(army(sheet, 1 - side)) for side in SIDES)
    if name in ("bare-royal", "lose-all"):
        return any(_can_capture(sheet, side) for side in SIDES)
    return True


def _royals_fall(sheet: ChessSheet) -> bool:
    """Whether royal pieces can be captured or blown up."""
    return not sheet.royal.parry or sheet.capture.explosion


def _can_capture(sheet: ChessSheet, side: int) -> bool:
    barred = set(sheet.royal.pieces) if sheet.capture.explosion else set()
    kinds = obtainable(sheet, side) - barred
    return any(way.captures for name in kinds for way in betza.parse(sheet.pieces[name].movement))


def _can_attack_royals(sheet: ChessSheet, side: int) -> bool:
    """Whether a side has what attacks a royal piece; royal leapers cannot attack their like unattacked."""
    for name in obtainable(sheet, side):
        ways = [way for way in betza.parse(sheet.pieces[name].movement) if way.captures]
        if name in sheet.royal.pieces:
            mutual = sheet.royal.parry and set(sheet.royal.pieces) == {name}
            ways = [] if sheet.capture.explosion else [w for w in ways if not mutual or w.limit != 1 or w.hop or w.lame]
        if ways:
            return True
    return False
