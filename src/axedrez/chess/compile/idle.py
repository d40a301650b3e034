"""Fields of a chess sheet that nothing of it reads."""

from __future__ import annotations

from collections.abc import Iterator

from axedrez.chess.compile.arrays import insufficient, minors, orthodox_endings
from axedrez.chess.compile.goal_checks import obtainable, royals
from axedrez.chess.compile.start_checks import held
from axedrez.chess.sheet.schema import ChessSheet
from axedrez.rulesheet.idle import Idle

OF_GOALS = {
    "checks": "checks",
    "region": "royal-reaches",
    "last_move": "royal-reaches",
    "last_move_only_to_level": "royal-reaches",
    "runners": "piece-reaches",
    "runner_region": "piece-reaches",
    "extinct": "extinction",
}
"""The fields of a goal (M-5)."""


def idle(sheet: ChessSheet) -> Iterator[Idle]:
    """The fields that nothing reads, with what they need."""
    yield from _start(sheet)
    yield from _goal(sheet)
    yield from _pieces(sheet)
    yield from _pawn(sheet)
    yield from _draws(sheet)


def _start(sheet: ChessSheet) -> Iterator[Idle]:
    start, castling = sheet.start, sheet.castling
    if start.shuffle == "none":
        yield Idle("start.mirrored", 'start.shuffle = "chess960" | "free"')
    if not start.setup:
        yield Idle("start.setup_ranks", "start.setup = true")
    if sheet.turn.moves == 1:
        yield Idle("turn.check_ends_turn", "turn.moves = 2")
    if lacks := _lacks_for_check(sheet):
        if sheet.turn.moves != 1:
            yield Idle("turn.check_ends_turn", lacks)
        yield Idle("play.announce_check", lacks)
    if start.fen.split(" ")[2] == "-":
        for name in ("mode", "partner", "files"):
            yield Idle(f"castling.{name}", "start.fen: ... w KQkq ...", none="off")
    else:
        if castling.mode == "off":
            yield Idle("castling.partner", 'castling.mode = "classic"')
        if castling.mode != "960":
            yield Idle("castling.files", 'castling.mode = "960"')
    if sheet.dice.mode == "none":
        yield Idle("dice.faces", 'dice.mode = "kinds"')


def _lacks_for_check(sheet: ChessSheet) -> str:
    """What a sheet in which nobody is ever in check lacks for that; "" for another."""
    royal = sheet.royal
    if not any(royals(sheet)):
        return "royal.pieces = [...]"
    if not royal.parry:
        return "royal.parry = true"
    return "" if royal.give_check else "royal.give_check = true"


def _goal(sheet: ChessSheet) -> Iterator[Idle]:
    for name, goal in OF_GOALS.items():
        if goal not in sheet.goal.win:
            yield Idle(f"goal.{name}", f'goal.win = ["{goal}", ...]')
    if "royal-reaches" in sheet.goal.win and not sheet.goal.last_move:
        yield Idle("goal.last_move_only_to_level", "goal.last_move = true")
    if sheet.turn.passing != "never":
        yield Idle("goal.stalemate", 'turn.passing = "never"')
    elif sheet.dice.mode != "none":
        yield Idle("goal.stalemate", 'dice.mode = "none"')


def _pieces(sheet: ChessSheet) -> Iterator[Idle]:
    capture = sheet.capture
    if not capture.explosion:
        yield Idle("capture.blast_proof", "capture.explosion = true")
    in_hand = {name for side in (0, 1) for name in obtainable(sheet, side)} if capture.hand else held(sheet)
    for name in capture.no_drop_ranks.keys() - in_hand:
        valid = "start.fen" if capture.hand or sheet.start.setup else "capture.hand = true | start.setup = true"
        yield Idle(f"capture.no_drop_ranks.{name}", f"{valid}: {sheet.pieces[name].letter}")
    if not capture.hand:
        for name in sheet.promotion:
            yield Idle(f"promotion.{name}.demotes", "capture.hand = true")


def _pawn(sheet: ChessSheet) -> Iterator[Idle]:
    pawn = sheet.pawn
    if not pawn.piece:
        for name in ("double_step_ranks", "sideways"):
            yield Idle(f"pawn.{name}", 'pawn.piece = "..."')
    if not pawn.piece or not pawn.double_step_ranks:
        yield Idle("pawn.en_passant", "pawn.double_step_ranks = [2]", none=False)
    if not pawn.piece or not pawn.double_step_ranks or not pawn.en_passant:
        valid = "pawn.en_passant = true" if pawn.double_step_ranks else "pawn.double_step_ranks = [2]"
        yield Idle("pawn.en_passant_ranks", valid)
    elif set(pawn.en_passant_ranks or ()) == set(pawn.double_step_ranks):
        yield Idle("pawn.en_passant_ranks", f"!= pawn.double_step_ranks {list(pawn.double_step_ranks)}")


def _draws(sheet: ChessSheet) -> Iterator[Idle]:
    draws = sheet.draws
    if draws.repetition.mode == "off":
        yield Idle("draws.repetition.count", 'draws.repetition.mode = "automatic" | "claim"')
    if draws.move_limit.mode == "off":
        yield Idle("draws.move_limit.moves", 'draws.move_limit.mode = "automatic" | "claim"')
    level = draws.insufficient_material
    if not orthodox_endings(sheet):
        yield Idle("draws.insufficient_material", 'goal.win = ["checkmate"], royal.pieces = ["king"], ...', none="off")
    elif (read := _level(sheet)) != level:
        yield Idle("draws.insufficient_material", f'"{read}"', read=read)


def _level(sheet: ChessSheet) -> str:
    """The least level that draws as much in a game with these pieces, and moves in a turn."""
    level = insufficient(sheet)
    knights, bishops = minors(sheet)
    if level == "cannot-force" and not knights and not bishops:
        level = "dead-position"
    return "listed" if level == "dead-position" and not bishops else level
