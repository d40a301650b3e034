"""What one has to know of a rulebook of the chess family in a first game: goal, direction, and the rest in short."""

from __future__ import annotations

from collections.abc import Iterator

from axedrez.chess.manual import ends
from axedrez.chess.manual.figures import Figures
from axedrez.chess.manual.speech import Speech
from axedrez.chess.sheet import geometry
from axedrez.core.manual import Course
from axedrez.core.sides import Side


def goal(speech: Speech, figures: Figures) -> str:
    """Who wins; where there are several ways, all of them."""
    return " ".join(item.text for item in ends.goals(speech, figures)) or speech.sentence("brief.no_goal")


def courses(speech: Speech) -> tuple[Course, ...]:
    """Where pawns go; nothing where a side has none at the start."""
    name = speech.sheet.pawn.piece
    found = [_course(speech, side) for side in (Side.WHITE, Side.BLACK)] if name else []
    return tuple(course for course in found if course) if all(found) else ()


def _course(speech: Speech, side: Side) -> Course | None:
    """The arrow goes from the pawn that is nearest to the middle of the foremost rank to the end of its file."""
    letter = speech.game.pawn if side is Side.WHITE else speech.game.pawn.lower()
    own = [square for square, found in speech.game.start().letters().items() if found == letter]
    if not own:
        return None
    board = speech.sheet.board
    last = board.ranks - 1 if side is Side.WHITE else 0
    square = min(own, key=lambda square: (abs(last - (square >> 3)), abs(2 * (square & 7) - board.files)))
    end = (square & 7) + 8 * last
    sentence = speech.sentence(f"brief.course.{side.name.lower()}", rank=last + 1)
    return Course(text=sentence, arrows=((geometry.square_name(square), geometry.square_name(end)),))


def points(speech: Speech) -> Iterator[str]:
    """What else one has to know."""
    sheet = speech.sheet
    first = "turn.white" if speech.game.begin.side is Side.WHITE else "turn.black"
    yield f"{speech.sentence(first)} {speech.sentence(f'turn.moves.{sheet.turn.moves}')}"
    if sheet.dice.mode != "none":
        yield speech.sentence("dice.moves")
    if speech.checks:
        yield speech.sentence("brief.check" if sheet.royal.give_check else "brief.no_check")
    if sheet.capture.mandatory:
        yield speech.sentence("brief.mandatory")
    if sheet.capture.explosion:
        yield speech.sentence("brief.explosion")
    if sheet.capture.hand:
        yield speech.sentence("brief.hand")
