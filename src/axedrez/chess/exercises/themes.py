"""What the board shows in an exercise: themes recognised from its position and line, in any sheet.

What a piece attacks is what the kernel says of it, so that pieces of one's own fork and pin like those of chess.
"""

from __future__ import annotations

from itertools import pairwise

from axedrez.analysis.exercise import Exercise
from axedrez.chess.analyst import passed
from axedrez.chess.engine.weights import piece_values
from axedrez.chess.exercises import few_pieces, motifs, search
from axedrez.chess.exercises.played import Played, army, played
from axedrez.chess.position.game import ChessGame, ChessPosition
from axedrez.chess.position.moves import ChessMove
from axedrez.chess.sheet import geometry
from axedrez.core.sides import Side

ENDGAME_PIECES = 7
"""With so many pieces at most it is an endgame."""
_SACRIFICED = 150
_ZUGZWANG_NODES = 20_000
_ZUGZWANG_DROP = 0.25
_MAX_REPLIES = 12


def _strength(position: ChessPosition, side: Side) -> int:
    """What the pieces of a side on the board are worth in centipawns, royal ones apart."""
    values, royals = piece_values(position.game), position.game.royals
    return sum(values[letter.upper()] for letter in army(position, side) if letter.upper() not in royals)


def sacrifices(line: list[Played]) -> bool:
    """Whether the solver has given more than he took when the other side has answered one of his first two turns."""
    solver, values, taken = line[0].before.side, piece_values(line[0].before.game), 0
    begin = _strength(line[0].before, solver)
    for each, reply in pairwise(line[:4]):
        if each.before.side != solver:
            continue
        taken += sum(min(values[letter], 2000) for letter in each.captures)
        if reply.before.side != solver and _strength(reply.after, solver) + taken <= begin - _SACRIFICED:
            return True
    return False


def of(game: ChessGame, exercise: Exercise) -> tuple[str, ...]:
    """The themes of an exercise, the most telling first."""
    position = game.parse(exercise.position)
    moves, at = [], position
    for text in (*exercise.line, *exercise.rest):
        moves.append(at.parse_move(text))
        at = at.play_unchecked(moves[-1])
    whole = played(position, [move for move in moves if isinstance(move, ChessMove)])
    asked = whole[: len(exercise.line)]
    solver = position.side
    own = [each for each in asked if each.before.side == solver]
    found: list[str] = []
    if exercise.task == "win-in":
        end = at.outcome()
        kind = "mate" if end is not None and end.reason == "checkmate" else "win"
        found.append(f"{kind}-{exercise.turns}")
    found += [name for name, shown in _special(game, own).items() if shown]
    if _ends_in_stalemate(exercise, at, solver):
        found.append("stalemate-trick")
    if _is_zugzwang(exercise, whole[0]):
        found.append("zugzwang")
    found += motifs.of(whole, own)
    if sacrifices(whole):
        found.append("sacrifice")
    if asked[0].is_quiet:
        found.append("quiet")
    if exercise.task != "win-in":
        found.append({"win": "decisive", "advantage": "advantage", "save": "save"}[exercise.task])
    if len(position.letters()) <= ENDGAME_PIECES:
        found.append("endgame")
    return tuple(dict.fromkeys(found))


def _special(game: ChessGame, own: list[Played]) -> dict[str, bool]:
    """The themes of moves of special kinds."""
    values = piece_values(game)
    promotions = [each for each in own if each.move.becomes and game.pawn and each.mover in game.pawn]
    changed = [each for each in own if each.move.becomes and each.mover not in game.pawn]
    best = max((values[letter] for letter in game.types if letter not in game.royals), default=0)
    return {
        "rook-queen": any(_by_right(game, each) for each in changed),
        "promotion": bool(promotions) or any(not _by_right(game, each) for each in changed),
        "underpromotion": any(values[each.move.becomes.upper()] < best for each in promotions),
        "en-passant": any(_is_en_passant(game, each) for each in own),
        "castling": any(each.move.castles for each in own),
        "drop": any(bool(each.move.drops) for each in own),
    }


def _by_right(game: ChessGame, each: Played) -> bool:
    """Whether a piece takes the place of one that its owner has lost (T-4)."""
    sheet = game.sheet
    name = next(name for name, piece in sheet.pieces.items() if piece.letter == each.mover)
    return name in sheet.promotion and sheet.promotion[name].without is not None


def _is_en_passant(game: ChessGame, each: Played) -> bool:
    move = each.move
    sideways = geometry.square_name(move.origin)[0] != geometry.square_name(move.target)[0]
    is_pawn = bool(game.pawn) and each.mover in game.pawn
    return is_pawn and sideways and bool(each.captures) and move.target not in each.before.letters()


def _ends_in_stalemate(exercise: Exercise, end: ChessPosition, solver: Side) -> bool:
    """Whether the game ends without a legal move, and the solver is content with that."""
    outcome = end.outcome()
    if outcome is None or outcome.reason != "stalemate":
        return False
    return exercise.task == "save" if outcome.winner is None else outcome.winner is solver


def _is_zugzwang(exercise: Exercise, first: Played) -> bool:
    """Whether the other side would be better off if it could pass after the first move."""
    if not first.is_quiet or exercise.task == "save" or exercise.proof.best < 0.8:
        return False
    replies = len(first.after.legal_moves())
    if first.after.side == first.before.side or not 0 < replies <= _MAX_REPLIES:
        return False
    waiting = passed(first.after)
    if waiting is None or len(waiting.legal_moves()) < 2:
        return False
    if exercise.task == "win-in" and exercise.proof.plies is not None:
        left = exercise.proof.plies - 2
        return left > 0 and search.plies_to_win(waiting, left) is None and _waits(waiting, exercise)
    return _waits(waiting, exercise)


def _waits(waiting: ChessPosition, exercise: Exercise) -> bool:
    """Whether the solver has less to hope for if the other side passes."""
    if few_pieces.is_small(waiting):
        found = few_pieces.probe(waiting)
        return found is not None and found.outcome != "win"
    return search.look(waiting, _ZUGZWANG_NODES).best.expected <= exercise.proof.best - _ZUGZWANG_DROP
