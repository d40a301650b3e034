"""Check in words (C-15, T-2, T-3, M-6)."""

from __future__ import annotations

from collections.abc import Iterator

from axedrez.chess import geometry
from axedrez.chess.fairy import betza
from axedrez.chess.manual.figures import Figures
from axedrez.chess.manual.grammar import Speech
from axedrez.core.manual import Item


def check(speech: Speech, figures: Figures) -> Iterator[Item]:
    """What check is, how it is answered and announced, and what becomes of illegal tries."""
    play = speech.sheet.play
    if speech.checks and speech.sheet.royal.give_check:
        yield from _checks(speech, figures)
        announced = "check.announced" if play.announce_check else "check.silent"
        yield speech.item(speech.sentence(announced), topic="announce_check")
    tries = play.illegal_moves
    key = "tries.warn_plain" if tries == "warn" and not speech.checks else f"tries.{tries}"
    yield speech.item(speech.sentence(key), topic="illegal_moves")


def _checks(speech: Speech, figures: Figures) -> Iterator[Item]:
    ordinary = is_ordinary(speech)
    scene = figures.check()
    figure = scene.figure(speech.sentence("check.figure")) if scene else None
    if ordinary:
        sentences = [speech.sentence("check"), speech.sentence("check.answers")]
    else:
        sentences = [speech.sentence("check.general", royal=speech.royal), speech.sentence("check.answers_general")]
        if any(way.hop and way.captures for way in _ways(speech)):
            sentences.append(speech.sentence("check.hurdle"))
        if any(way.lame and way.captures for way in _ways(speech)):
            sentences.append(speech.sentence("check.lame"))
    yield speech.item(*sentences, topic="check", figure=figure)
    scene = figures.double_check()
    caption = speech.sentence("check.double_figure", san=scene.san(speech.lang)) if scene else ""
    double = speech.sentence("check.double" if ordinary else "check.double_general")
    yield speech.item(double, topic="check", figure=scene.figure(caption) if scene else None)


def _ways(speech: Speech) -> Iterator[betza.Way]:
    for piece in speech.sheet.pieces.values():
        yield from betza.parse(piece.movement)


def is_ordinary(speech: Speech) -> bool:
    """Whether checks come along lines or by leaps only, upon one royal piece, and are answered as in classic chess."""
    sheet = speech.sheet
    plain = all(geometry.movement(piece) for name, piece in sheet.pieces.items() if name != sheet.pawn.piece)
    return plain and not speech.several_royals and not (sheet.capture.explosion or sheet.capture.hand)
