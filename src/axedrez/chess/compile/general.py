"""What the general path reads beyond the tables of the fast one (`layout.GENERAL` …)."""

from __future__ import annotations

import random
from math import gcd
from typing import NamedTuple

from axedrez.chess.compile.goals import GOALS
from axedrez.chess.compile.lines import Writer
from axedrez.chess.kernel import layout
from axedrez.chess.sheet import betza, geometry
from axedrez.chess.sheet.schema import ChessSheet

_SEED = 1871
_TURNS = {1: 1, 2: 2, "1-2": 3, "progressive": 0}


class Movements(NamedTuple):
    """How the pieces but the pawn move, sorted by what the kernel does with it.

    `slots`: classes of lines with the pieces that move along them; `leaps`: by piece; `ways`: the rest, by piece.
    """

    slots: dict[tuple[geometry.Step, ...], list[str]]
    leaps: dict[str, list[betza.Way]]
    ways: dict[str, list[betza.Way]]


def movements(sheet: ChessSheet) -> Movements:
    """Sort the ways of all pieces: whole classes of endless lines, leaps, and what is neither."""
    found = Movements({}, {}, {})
    for name, piece in sheet.pieces.items():
        if name == sheet.pawn.piece:
            continue
        ways = list(betza.parse(piece.movement))
        endless = {w.step for w in ways if w.limit == 0 and w.moves and w.captures and not w.hop}
        for step in sorted(endless):
            line = tuple(betza.reflections(step))
            if step != line[0] or not set(line) <= endless:
                continue
            crossing = any(line != other and _directions(line) & _directions(other) for other in found.slots)
            if not crossing and (line in found.slots or len(found.slots) < geometry.MAX_LINE_CLASSES):
                found.slots.setdefault(line, []).append(name)
                ways = [w for w in ways if w.step not in line or w.limit != 0 or w.hop]
        found.leaps[name] = [w for w in ways if w.limit == 1 and not w.lame and not w.hop]
        found.ways[name] = [w for w in ways if w not in found.leaps[name]]
    return found


def _directions(line: tuple[geometry.Step, ...]) -> set[geometry.Step]:
    return {(x // gcd(x, y), y // gcd(x, y)) for x, y in line}


def write_general(out: Writer, sheet: ChessSheet, board: int, numbers: dict[str, int], moving: Movements) -> None:
    """Fill in the part of the tables that only the general path reads; the ways go behind it."""
    royals = _types(sheet.royal.pieces, numbers)
    out.put(royals, layout.ROYALS)
    out.put(_flags(sheet, moving), layout.FLAGS)
    _write_goals(out, sheet, board, numbers)
    out.put(_TURNS[sheet.turn.moves], layout.TURN)
    for face, name in enumerate(sheet.dice.faces, 1):
        out.add(numbers[name] << 4 * face, layout.FACES)
    out.put(_types(sheet.capture.blast_proof, numbers), layout.BLAST_PROOF)
    files = [geometry.FILES.index(file) for file in sheet.castling.files]
    out.put(files[0] | files[1] << 32, layout.CASTLE_FILES)
    for name, promotion in sheet.promotion.items():
        if not promotion.optional:
            out.add(1 << numbers[name], layout.MUST)
        if promotion.demotes and sheet.capture.hand:
            out.put(numbers[name], layout.DEMOTED)
    for side in (0, 1):
        ranks = sheet.pawn.en_passant_ranks
        double = int(out.words[int(layout.DOUBLE_FROM) + side])
        out.put(double if ranks is None else double & geometry.rank_mask(sheet, side, ranks), layout.EP_FROM, side)
        last = geometry.zone(sheet, side)
        out.put(last, layout.LAST_RANK, side)
        out.put(geometry.arrival(sheet, side), layout.ARRIVAL, side)
        for name, number in numbers.items():
            barred = geometry.rank_mask(sheet, side, sheet.capture.no_drop_ranks.get(name, ()))
            if name == sheet.pawn.piece:
                barred |= last
            allowed = geometry.rank_mask(sheet, side, sheet.start.setup_ranks) if sheet.start.setup else board
            out.put(allowed & ~barred, layout.DROPS, 16 * side, number)
    _write_leaps(out, board, numbers, moving)
    _write_ways(out, board, numbers, moving)
    source = random.Random(_SEED)
    for start, count in ((layout.ZOBRIST_HAND, 32), (layout.ZOBRIST_WORDS, 4), (layout.ZOBRIST_PROMOTED, 64)):
        for place in range(count):
            out.put(source.getrandbits(64) | 1, start, place)


def _types(names: tuple[str, ...], numbers: dict[str, int]) -> int:
    return sum(1 << numbers[name] for name in set(names) if name in numbers)


def _flags(sheet: ChessSheet, moving: Movements) -> int:
    """The flags of layout.FLAGS."""
    capture, turn = sheet.capture, sheet.turn
    capturing = any(way.captures for ways in moving.ways.values() for way in ways)
    riding = any(royal in names for royal in sheet.royal.pieces for names in moving.slots.values())
    parry = sheet.royal.parry
    flags = {
        layout.PARRY: parry,
        layout.MAY_CHECK: sheet.royal.give_check,
        # A royal piece that rides and may not capture pins nobody.
        layout.MASKS: parry and not capturing and not (capture.explosion and riding),
        layout.MANDATORY: capture.mandatory,
        layout.OWN: capture.own,
        layout.EXPLODES: capture.explosion,
        layout.HANDS: capture.hand,
        layout.DROPPING: capture.hand or sheet.start.setup,
        layout.SETUP: sheet.start.setup,
        layout.CHECK_ENDS_TURN: turn.check_ends_turn and turn.moves != 1 and parry,
        layout.MAY_PASS: turn.passing == "allowed",
        layout.PASS_IF_STUCK: turn.passing == "when-stalemated",
        layout.ROLLED: sheet.dice.mode != "none",
        layout.SIDEWAYS: sheet.pawn.sideways,
        layout.CASTLING_960: sheet.castling.mode == "960",
        layout.LAST_MOVE: sheet.goal.last_move,
        layout.COUNTS_CHECKS: "checks" in sheet.goal.win,
        layout.DEMOTES: capture.hand and any(promotion.demotes for promotion in sheet.promotion.values()),
        layout.MATES: "checkmate" in sheet.goal.win,
        layout.LAST_MOVE_LEVELS: sheet.goal.last_move_only_to_level,
    }
    return sum(int(flag) for flag, holds in flags.items() if holds)


def _write_goals(out: Writer, sheet: ChessSheet, board: int, numbers: dict[str, int]) -> None:
    goal = sheet.goal
    out.put(sum(1 << GOALS[name] for name in goal.win if name in GOALS), layout.WINS)
    out.put(sum(1 << geometry.square_number(name) for name in goal.region) & board, layout.REGION)
    out.put(_types(goal.runners, numbers), layout.RUNNERS)
    letters = sheet.start.fen.split(" ")[0]
    for side, case in enumerate((str.upper, str.lower)):
        kinds = [name for name in goal.extinct if case(sheet.pieces[name].letter) in letters]
        out.put(_types(tuple(kinds), numbers) if goal.extinct else 1, layout.EXTINCT, side)
    out.put(int(sheet.start.fen.split(" ")[1] == "b"), layout.BEGINS)


def _write_leaps(out: Writer, board: int, numbers: dict[str, int], moving: Movements) -> None:
    for name, ways in moving.leaps.items():
        for side, ahead in ((0, 1), (1, -1)):
            for square in geometry.squares(board):
                for way in ways:
                    target = geometry.shifted(square, (way.step[0], ahead * way.step[1]), board)
                    if target is None:
                        continue
                    place = (16 * side + numbers[name]) * 64
                    if way.moves:
                        out.add(1 << target, layout.LEAP_MOVES, place, square)
                    if way.captures:
                        out.add(1 << target, layout.LEAP_CAPTURES, place, square)
                        out.add(1 << square, layout.LEAP_SOURCES, place, target)


def _write_ways(out: Writer, board: int, numbers: dict[str, int], moving: Movements) -> None:
    for side, ahead in ((0, 1), (1, -1)):
        of_side = len(out.words)
        for name, ways in moving.ways.items():
            of_type = len(out.words)
            for way in ways:
                out.words.extend(_way(way, numbers[name], ahead, board))
            out.put(of_type << 32 | len(out.words), layout.WAYS_OF, 16 * side, numbers[name])
        out.put(of_side << 32 | len(out.words), layout.WAYS_OF, 16 * side)


def _way(way: betza.Way, number: int, ahead: int, board: int) -> list[int]:
    """The words of one way."""
    step = (way.step[0], ahead * way.step[1])
    if way.hop:
        kind = layout.HOP_ON if way.hop == "p" else layout.HOP_BEHIND
    else:
        kind = layout.PATH if way.lame else layout.RIDE
    head = number | int(kind) << 4
    for flag, holds in (
        (layout.WAY_RISES, step[0] + 8 * step[1] > 0),
        (layout.WAY_MOVES, way.moves),
        (layout.WAY_CAPTURES, way.captures),
    ):
        head |= int(flag) * holds
    words = [head, *[0] * 192]
    for square in geometry.squares(board):
        if kind == layout.PATH:
            target = geometry.shifted(square, step, board)
            passed = [geometry.shifted(square, (x, ahead * y), board) for x, y in betza.passed(way.step)]
            if target is None or None in passed:  # nobody passes over a hole
                continue
            targets = 1 << target
            words[1 + 3 * square] = sum(1 << place for place in passed if place is not None)
        else:
            line = [square]
            while (further := geometry.shifted(line[-1], step, board)) is not None and (
                way.limit == 0 or len(line) <= way.limit
            ):
                line.append(further)
            targets = sum(1 << place for place in line[1:])
            words[1 + 3 * square] = targets
        words[2 + 3 * square] = targets
        for target in geometry.squares(targets):
            words[3 + 3 * target] |= 1 << square
    return words
