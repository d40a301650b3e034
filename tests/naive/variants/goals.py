"""Goals and draws in the slow twin (M-5, M-11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tests.naive.board import SIDES, WHITE, Square, opponent, owner, piece_of, square_of
from tests.naive.variants.betza import ways

if TYPE_CHECKING:
    from tests.naive.variants.position import Made, Move, Position

DRAW = "1/2-1/2"


def met(before: Position, move: Move, made: Made, after: Position) -> tuple[str, str] | None:
    """(winner, or "" for a draw, and reason) of the first goal that the move of a player has met."""
    sheet, mover = before.rules.sheet, before.turn
    if sheet.start.setup and made.hand:
        return None
    for goal in ORDER:
        if goal in sheet.goal.win:
            winners = set(ORDER[goal](before, move, made, after))
            if winners:
                winner = mover if mover in winners else next(iter(winners))
                return winner, goal.replace("-", "_")
    return None


def capture_royal(before: Position, move: Move, made: Made, after: Position) -> Iterator[str]:
    return (opponent(owner(piece)) for piece in made.gone.values() if piece.upper() in before.rules.royal)


def extinction(before: Position, move: Move, made: Made, after: Position) -> Iterator[str]:
    rules = before.rules
    first = rules.sheet.start.fen.split()[0]
    for side in SIDES:
        kinds = [piece_of(letter, side) for letter in rules.letters(rules.sheet.goal.extinct)]
        missing = any(kind in first and kind not in made.board.values() for kind in kinds)
        if missing or (not kinds and side not in map(owner, made.board.values())):
            yield opponent(side)


def lose_all(before: Position, move: Move, made: Made, after: Position) -> Iterator[str]:
    return (side for side in SIDES if side not in map(owner, made.board.values()))


def bare_royal(before: Position, move: Move, made: Made, after: Position) -> Iterator[str]:
    other = opponent(before.turn)
    if all(piece.upper() in before.rules.royal for piece in made.board.values() if owner(piece) == other):
        yield before.turn


def arrived(position: Position, side: str, made: Made | None = None) -> bool:
    region = map(square_of, position.rules.sheet.goal.region)
    return bool(set(region) & set(position.royals(side, made.board if made else None)))


def last_move(position: Position) -> bool:
    """Whether the side to move has one move left to draw level."""
    goal, rules = position.rules.sheet.goal, position.rules
    pending = "royal-reaches" in goal.win and goal.last_move and position.turn != rules.beginner
    return pending and not position.end and arrived(position, rules.beginner)


def can_level(position: Position) -> bool:
    return any(arrived(position, position.turn, position.make(move)) for move in position.legal_moves())


def royal_reaches(before: Position, move: Move, made: Made, after: Position) -> Iterator[str]:
    mover = before.turn
    goal = before.rules.sheet.goal
    if last_move(before):
        yield "" if arrived(before, mover, made) else opponent(mover)
    elif goal.last_move_only_to_level and mover == before.rules.beginner and arrived(before, mover, made):
        if not can_level(after):
            yield mover
    elif arrived(before, mover, made) and not (before.rules.sheet.goal.last_move and mover == before.rules.beginner):
        yield mover


def piece_reaches(before: Position, move: Move, made: Made, after: Position) -> Iterator[str]:
    rules, mover = before.rules, before.turn
    runners = rules.letters(rules.sheet.goal.runners)
    region = [square_of(name) for name in rules.sheet.goal.runner_region]

    def wins_on(square: Square) -> bool:
        return square in region if region else rules.is_last_rank(square, mover)

    standing = any(
        piece.upper() in runners and owner(piece) == mover and wins_on(square) for square, piece in made.board.items()
    )
    promoting = move.becomes and move.kind != "drop" and before.board[move.origin].upper() in runners
    if standing or (promoting and move.target in made.board and wins_on(move.target)):
        yield mover


def checks(before: Position, move: Move, made: Made, after: Position) -> Iterator[str]:
    if after.checks[before.turn != WHITE] <= 0:
        yield before.turn


ORDER = {
    "capture-royal": capture_royal,
    "extinction": extinction,
    "lose-all": lose_all,
    "bare-royal": bare_royal,
    "royal-reaches": royal_reaches,
    "piece-reaches": piece_reaches,
    "checks": checks,
}


def outcome(position: Position, history: list[tuple[object, ...]]) -> tuple[str, str] | None:
    """(result, reason): a goal, no legal move, or a draw, in this order."""
    sheet, side = position.rules.sheet, position.turn
    results = {"w": "1-0", "b": "0-1", "": DRAW}
    if position.end:
        return results[position.end[0]], position.end[1]
    if not position.chance() and not position.legal_moves():
        if position.in_check() and "checkmate" in sheet.goal.win:
            return results[opponent(side)], "checkmate"
        if last_move(position):
            return results[opponent(side)], "royal_reaches"
        return results[{"draw": "", "loss": opponent(side), "win": side}[sheet.goal.stalemate]], "stalemate"
    if last_move(position):
        return None
    draws = sheet.draws
    if draws.repetition.mode == "automatic" and 1 + history.count(position.key()) >= draws.repetition.count:
        return DRAW, "repetition"
    if insufficient(position):
        return DRAW, "insufficient_material"
    if draws.move_limit.mode == "automatic" and position.halfmove >= 2 * draws.move_limit.moves:
        return DRAW, "move_limit"
    return None


def insufficient(position: Position) -> bool:
    """C-23, each level adding to the one before it. Pieces in hand count as material."""
    rules, level = position.rules, position.rules.sheet.draws.insufficient_material
    if level == "off":
        return False
    knight, bishop = ways("N"), ways("B")
    men: dict[str, list[str]] = {side: [] for side in SIDES}
    colours = set()
    for square, piece in [*position.board.items(), *((None, letter) for letter in position.hand)]:
        if piece.upper() not in rules.royal:
            way = set(rules.ways[piece.upper()])
            men[owner(piece)].append("N" if way == knight else "B" if way == bishop else "other")
            if square and way == bishop:
                colours.add(sum(square) % 2)
    weaker, stronger = sorted(men.values(), key=len)
    listed = not weaker and stronger in ([], ["N"], ["B"])
    dead = set(weaker + stronger) <= {"B"} and len(colours) < 2
    two_knights = not weaker and stronger == ["N", "N"]
    minor_each = len(weaker) == len(stronger) == 1 and set(weaker + stronger) <= {"B", "N"}
    return listed or (level != "listed" and dead) or (level == "cannot-force" and (two_knights or minor_each))
