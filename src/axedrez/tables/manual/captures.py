"""Captures, pushes and the bar of a tables sheet in words (G-20 … G-34)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from axedrez.core.manual import Figure, Item
from axedrez.rulesheet.sheet import Id
from axedrez.tables.manual.figures import Figures
from axedrez.tables.manual.grammar import Speech


def figure(speech: Speech, example: tuple[Figure, str] | None, key: str) -> Figure | None:
    """An example with its caption, which may name the turn."""
    if example is None:
        return None
    drawn, notation = example
    return msgspec.structs.replace(drawn, caption=speech.sentence(f"{key}.figure", san=notation))


def captures(speech: Speech, figures: Figures) -> Iterator[Item]:
    """Where pieces may land, and who captures whom."""
    sheet = speech.sheet
    sentences = [speech.sentence("landing")]
    if _pusher(speech):
        sentences.append(speech.sentence("landing.push"))
    yield speech.item("landing", *sentences)
    easy = [name for name, kind in sheet.pieces.items() if set(kind.captured_by) == set(sheet.pieces)]
    if easy:
        drawn = figure(speech, figures.capture(easy[0]), "capture")
        listed = speech.listing(map(speech.name, easy))
        yield speech.item("capture.any", speech.sentence("capture.any", list=listed), figure=drawn)
    for name in sheet.pieces:
        if name not in easy:
            yield _capture(speech, figures, name)
    if any(kind.captured_together_by for kind in sheet.pieces.values()):
        yield speech.item("joint", speech.sentence("joint"))


def _capture(speech: Speech, figures: Figures, name: Id) -> Item:
    kind, known = speech.sheet.pieces[name], speech.forms("it", name)
    ways = []
    if kind.captured_by:
        ways.append(speech.say("capture.solo", list=speech.listing(map(speech.name, kind.captured_by), "or")))
    together = kind.captured_together_by
    if len(together) == 1:
        ways.append(speech.say("capture.joint_same", names=speech.names(together[0])))
    elif set(together) == set(speech.sheet.pieces):
        ways.append(speech.say("capture.joint_any"))
    elif together:
        ways.append(speech.say("capture.joint", list=speech.listing(map(speech.name, together))))
    sentences = [speech.sentence("capture", ways="; ".join(ways) or speech.say("capture.nobody"), **known)]
    king = _pusher(speech)
    if king and king not in (*kind.captured_by, *together, name):
        pushed = name in speech.sheet.pieces[king].pushes_lone
        sentences.append(speech.sentence("capture.king_pushes" if pushed else "capture.king_out", **known))
    return speech.item(f"capture.{name}", *sentences, figure=figure(speech, figures.capture(name), "capture"))


def _pusher(speech: Speech) -> Id | None:
    """The king, if he enters blocks."""
    name = speech.sheet.royal.piece
    return name if name and speech.sheet.pieces[name].pushes else None


def pushes(speech: Speech, figures: Figures) -> Iterator[Item]:
    """What the king does with blocks, and how two kings stand together."""
    if _pusher(speech):
        yield speech.item("push", speech.sentence("push"), figure=figure(speech, figures.push(), "push"))
        for name, kind in speech.sheet.pieces.items():
            if kind.protects_pawns:
                known = speech.forms("it", name)
                yield speech.item("protects", speech.sentence("protects", count=kind.protects_pawns, **known))
    if speech.sheet.royal.piece:
        drawn = figure(speech, figures.shelter(), "shelter")
        yield speech.item("shelter", speech.sentence("shelter"), figure=drawn)
        yield speech.item("shared", speech.sentence("shared"))
        yield speech.item("kings", speech.sentence("kings"))


def bar(speech: Speech, figures: Figures) -> Iterator[Item]:
    """Entering from the bar."""
    sheet = speech.sheet
    yield speech.item("bar", speech.sentence("bar"), figure=figure(speech, figures.entering(), "bar"))
    entering = []
    if any(kind.abilities for kind in sheet.pieces.values()):
        entering.append(speech.sentence("entering"))
    if sheet.royal.piece:
        entering.append(speech.sentence("entering.king"))
        entering.append(speech.sentence(f"entering.{sheet.pieces[sheet.royal.piece].entry_pace}"))
    if entering:
        yield speech.item("entering", *entering)
    yield speech.item("forfeit", speech.sentence("forfeit" if sheet.bar.forfeits_die else "forfeit.off"))
    if any(kind.captured_together_by for kind in sheet.pieces.values()):
        yield speech.item("together", speech.sentence("together"))
