"""What a page draws of a chess position (docs/api.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from axedrez.chess.kernel import layout
from axedrez.chess.position import results, san
from axedrez.chess.position.base_position import BasePosition
from axedrez.chess.position.moves import ChessMove
from axedrez.chess.position.setup import hand_of
from axedrez.chess.sheet import geometry
from axedrez.core.scene import CapturedPieces, CheckMark, GridScene, Hands, SideCounts
from axedrez.core.sides import Side
from axedrez.core.steps import Step


def of(position: BasePosition) -> GridScene:
    """The scene of a board of squares; what a sheet does not know is None or empty."""
    game, sheet = position.game, position.game.sheet
    state = [int(word) for word in position.raw]
    letters = position.letters()
    checkers = [geometry.square_name(square) for square in position.checkers()]
    left, dice = state[int(layout.CHECKS_LEFT)], state[int(layout.DICE)]
    return GridScene(
        files=sheet.board.files,
        ranks=sheet.board.ranks,
        holes=sheet.board.holes,
        pieces={geometry.square_name(square): letter for square, letter in sorted(letters.items())},
        check=CheckMark(_checked(position, letters), tuple(checkers), sheet.play.announce_check) if checkers else None,
        captured=None if game.has_hands else _captured(position, letters),
        hands=_hands(position) if game.has_hands else None,
        promoted=_names(state[int(layout.PROMOTED)]),
        checks_left=SideCounts(left & 255, left >> 8) if "checks" in sheet.goal.win else None,
        moves_left=state[int(layout.MOVES_LEFT)] or None,
        dice=(dice >> 4, dice & 15) if dice else None,
        dice_kinds=tuple(sheet.pieces[name].letter for name in sheet.dice.faces) if sheet.dice.mode != "none" else None,
        region=_names(_goal_squares(position)),
    )


def _goal_squares(position: BasePosition) -> int:
    """The squares whose reaching wins, for a royal piece or a runner; the last ranks go without saying."""
    game, goal = position.game, position.game.sheet.goal
    runs = "piece-reaches" in goal.win and goal.runner_region
    return (game.region if "royal-reaches" in goal.win else 0) | (geometry.arrival(game.sheet, 0) if runs else 0)


def steps(position: BasePosition, moves: Sequence[ChessMove]) -> list[Step]:
    """Moves as the page takes them, in both languages; their effects are all squares that change.

    `moves` holds their rivals too (`san.rivals`).
    """
    game, found = position.game, results.of(position, moves)
    promoting = {(move.origin, move.target) for move in moves if move.becomes}
    steps = []
    for (move, letter, _, effects), spelling in zip(found, san.spellings(position, found), strict=True):
        choice = move.becomes.upper()
        if not choice and promoting and not move.special and (move.origin, move.target) in promoting:
            # The player chooses to leave it what it is (T-4).
            choice = next((effect.after.upper() for effect in effects if effect.place == move.places[1]), "") or letter
        labels = {"es": spelling.text(game.spanish), "en": spelling.text(game.english)}
        steps.append(Step(move.uci, labels, *move.places, choice, effects))
    return steps


def _names(squares: int) -> tuple[str, ...]:
    return tuple(geometry.square_name(square) for square in geometry.squares(squares))


def _checked(position: BasePosition, letters: dict[int, str]) -> str:
    """The first royal piece of the side to move that is attacked."""
    game, side = position.game, position.side
    royals = [square for square, letter in sorted(letters.items()) if letter.upper() in game.royals]
    for square in royals:
        if letters[square].isupper() == (side is Side.WHITE) and game.kernel.attacking_pieces(
            position.raw, game.compiled, square, int(side.opponent)
        ):
            return geometry.square_name(square)
    return ""


def _captured(position: BasePosition, letters: dict[int, str]) -> CapturedPieces:
    white = tuple(letter.lower() for letter in _missing(position, Side.BLACK, letters))
    return CapturedPieces(white, tuple(_missing(position, Side.WHITE, letters)))


def _hands(position: BasePosition) -> Hands:
    """How many pieces of each letter the sides hold, in the order of the sheet's types."""
    hand = hand_of([int(word) for word in position.raw], position.game)
    return Hands(dict(Counter(filter(str.isupper, hand))), dict(Counter(filter(str.islower, hand))))


def _missing(position: BasePosition, side: Side, letters: dict[int, str]) -> list[str]:
    """What a side lacks of its first armament; a piece beyond it is a promoted one, made from one that is gone."""
    own = [letter.upper() for letter in letters.values() if letter.isupper() == (side is Side.WHITE)]
    missing = Counter(position.game.armies[side])
    missing.subtract(own)
    promoted = -sum(count for count in missing.values() if count < 0)
    makers = [position.game.sheet.pieces[name].letter for name in position.game.sheet.promotion]
    for maker in makers:
        used = min(promoted, max(missing[maker], 0))
        missing[maker] -= used
        promoted -= used
    return [letter for letter in position.game.types for _ in range(max(missing[letter], 0))]
