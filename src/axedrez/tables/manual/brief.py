"""What one has to know of a rulebook of the tables family in a first game: goal, direction, and the rest in short."""

from __future__ import annotations

from collections.abc import Iterator

from axedrez.core.manual import Course, Item
from axedrez.core.sides import Side
from axedrez.tables.manual.speech import Speech
from axedrez.tables.position.position_text import POINTS

HALF = POINTS // 2


def goal(speech: Speech) -> Item:
    """Who wins (G-4)."""
    army, bearers = speech.game.ruleset.army, speech.game.ruleset.bearers
    sentences = [speech.sentence("goal", list=speech.counted("".join(sign for sign in army if sign in bearers)))]
    if others := "".join(sign for sign in army if sign not in bearers):
        sentences.append(speech.sentence("goal.others", list=speech.counted(others)))
    return speech.item(*sentences, topic="goal")


def courses(speech: Speech) -> tuple[Course, ...]:
    """From where to where the pieces of White and of Black travel (G-1): along one side, then along the other."""
    return _course(speech, Side.WHITE), _course(speech, Side.BLACK)


def _course(speech: Speech, side: Side) -> Course:
    first, turning, beyond, last = (POINTS, HALF + 1, HALF, 1) if side is Side.WHITE else (1, HALF, HALF + 1, POINTS)
    castle = speech.sheet.race.castle
    home = f"1–{castle}" if side is Side.WHITE else f"{POINTS + 1 - castle}–{POINTS}"
    sentence = speech.sentence(f"brief.course.{side.name.lower()}", first=first, last=last, castle=home)
    return Course(text=sentence, arrows=((f"{first}", f"{turning}"), (f"{beyond}", f"{last}")))


def points(speech: Speech) -> Iterator[str]:
    """What else one has to know, in the order in which it comes up."""
    sheet = speech.sheet
    king = sheet.royal.piece
    yield speech.sentence("brief.dice")
    yield speech.sentence("brief.landing")
    if king and sheet.pieces[king].pushes:
        yield speech.sentence("brief.push")
    if any(kind.captured_together_by for kind in sheet.pieces.values()):
        yield speech.sentence("brief.joint")
    yield speech.sentence("brief.bar")
    if king and sheet.pieces[king].pace == "one-point":
        yield speech.sentence("brief.king_departs" if sheet.royal.departure else "brief.king")
    yield speech.sentence("brief.off")
