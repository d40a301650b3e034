"""How the pieces of a tables sheet move, capture, push and enter, in words (G-10 … G-34)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from axedrez.core.manual import Figure, Item
from axedrez.rulesheet.sheet import Id
from axedrez.tables.manual.figures import Figures
from axedrez.tables.manual.speech import Speech


def figure(speech: Speech, example: tuple[Figure, str] | None, key: str) -> Figure | None:
    """An example with its caption, which may name the turn."""
    if example is None:
        return None
    drawn, notation = example
    return msgspec.structs.replace(drawn, caption=speech.sentence(f"{key}.figure", san=notation))


def pieces(speech: Speech, figures: Figures) -> Iterator[Item]:
    """One rule for each kind of piece, the departure of the king, and what holds for all abilities."""
    for name in speech.sheet.pieces:
        yield _piece(speech, figures, name)
    if speech.sheet.royal.piece and speech.sheet.royal.departure:
        yield speech.item(
            speech.sentence("departure"),
            speech.sentence("departure.choice"),
            speech.sentence("departure.bar"),
            topic="departure",
            piece=speech.sheet.royal.piece,
            figure=figure(speech, figures.departure(), "departure"),
        )
    abilities = {ability for kind in speech.sheet.pieces.values() for ability in kind.abilities}
    if abilities:
        sentences = [speech.sentence("abilities")]
        if "twice" in abilities:
            sentences.append(speech.sentence("abilities.twice"))
        yield speech.item(*sentences, topic="abilities")


def _piece(speech: Speech, figures: Figures, name: Id) -> Item:
    kind = speech.sheet.pieces[name]
    known = speech.forms("it", name)
    if kind.pace == "one-point":
        sentences = [speech.sentence("piece.slow_both" if kind.backward else "piece.slow", **known)]
    else:
        sentences = [speech.sentence("piece.both" if kind.backward else "piece.forward", **known)]
    abilities = [each for each in kind.abilities if each != "minus-one" or kind.pace == "pips"]
    for ability in abilities:
        way = speech.say(f"piece.twice.{kind.twice}")
        sentences.append(speech.sentence(f"piece.{ability.removesuffix('-one')}", way=way, **known))
    if abilities and speech.game.ruleset.army.count(kind.letter) > 1:
        sentences.append(speech.sentence("piece.each", **known))
    if kind.moves or kind.moves_on_doubles:
        limits = {"count": _moves(speech, kind.moves), "doubles": _moves(speech, kind.moves_on_doubles)}
        which = "" if kind.moves and kind.moves_on_doubles else ".other" if kind.moves else ".doubles"
        sentences.append(speech.sentence(f"piece.limit{which}", **limits))
    drawn = figures.reach(name, lambda roll: speech.sentence("piece.figure", roll=roll, **known))
    topic = "twice" if "twice" in kind.abilities else f"piece.{name}"
    return speech.item(*sentences, topic=topic, clause=kind.clause, figure=drawn, piece=name)


def _moves(speech: Speech, count: int) -> str:
    return speech.say("piece.move") if count == 1 else speech.say("piece.moves", count=count)


def captures(speech: Speech, figures: Figures) -> Iterator[Item]:
    """Where pieces may land, and who captures whom."""
    sheet = speech.sheet
    sentences = [speech.sentence("landing")]
    if _pusher(speech):
        sentences.append(speech.sentence("landing.push"))
    yield speech.item(*sentences, topic="landing")
    easy = [name for name, kind in sheet.pieces.items() if set(kind.captured_by) == set(sheet.pieces)]
    if easy:
        drawn = figure(speech, figures.capture(easy[0]), "capture")
        listed = speech.listing(map(speech.name, easy))
        yield speech.item(speech.sentence("capture.any", list=listed), topic="capture.any", figure=drawn)
    for name in sheet.pieces:
        if name not in easy:
            yield _capture(speech, figures, name)
    if any(kind.captured_together_by for kind in sheet.pieces.values()):
        yield speech.item(speech.sentence("joint"), topic="joint")


def _capture(speech: Speech, figures: Figures, name: Id) -> Item:
    kind, known = speech.sheet.pieces[name], speech.forms("it", name)
    barred = {name} & {speech.sheet.royal.piece}  # kings never capture each other
    solo = [each for each in kind.captured_by if each not in barred]
    together = [each for each in kind.captured_together_by if each not in barred]
    ways = []
    if solo:
        ways.append(speech.say("capture.solo", list=speech.listing(map(speech.name, solo), "or")))
    if len(together) == 1:
        ways.append(speech.say("capture.joint_same", names=speech.names(together[0])))
    elif set(together) == set(speech.sheet.pieces):
        ways.append(speech.say("capture.joint_any"))
    elif together:
        ways.append(speech.say("capture.joint", list=speech.listing(map(speech.name, together))))
    sentences = [speech.sentence("capture", ways="; ".join(ways) or speech.say("capture.nobody"), **known)]
    king = _pusher(speech)
    if king and king not in (*solo, *together, name):
        pushed = name in speech.sheet.pieces[king].pushes_lone
        sentences.append(speech.sentence("capture.king_pushes" if pushed else "capture.king_out", **known))
    drawn = figure(speech, figures.capture(name), "capture")
    return speech.item(*sentences, topic=f"capture.{name}", figure=drawn, piece=name)


def _pusher(speech: Speech) -> Id | None:
    """The king, if he enters blocks."""
    name = speech.sheet.royal.piece
    return name if name and speech.sheet.pieces[name].pushes else None


def pushes(speech: Speech, figures: Figures) -> Iterator[Item]:
    """What the king does with blocks, and how two kings stand together."""
    if _pusher(speech):
        drawn = figure(speech, figures.push(), "push")
        yield speech.item(speech.sentence("push"), topic="push", figure=drawn, piece=_pusher(speech))
        for name, kind in speech.sheet.pieces.items():
            if kind.protects_pawns:
                known = speech.forms("it", name)
                protects = speech.sentence("protects", count=kind.protects_pawns, **known)
                yield speech.item(protects, topic="protects", piece=name)
    if speech.sheet.royal.piece:
        drawn = figure(speech, figures.shelter(), "shelter")
        yield speech.item(speech.sentence("shelter"), topic="shelter", figure=drawn)
        yield speech.item(speech.sentence("shared"), topic="shared")
        yield speech.item(speech.sentence("kings"), topic="kings")


def bar(speech: Speech, figures: Figures) -> Iterator[Item]:
    """Entering from the bar."""
    sheet = speech.sheet
    yield speech.item(speech.sentence("bar"), topic="bar", figure=figure(speech, figures.entering(), "bar"))
    entering = []
    if any(kind.abilities for kind in sheet.pieces.values()):
        entering.append(speech.sentence("entering"))
    if sheet.royal.piece:
        entering.append(speech.sentence("entering.king"))
        if sheet.pieces[sheet.royal.piece].entry_pace == "pips":
            entering.append(speech.sentence("entering.pips"))
    slow = [name for name, kind in sheet.pieces.items() if kind.entry_pace == "one-point"]
    entering += [speech.sentence("entering.slow", **speech.forms("it", name)) for name in slow]
    if entering:
        yield speech.item(*entering, topic="entering")
    yield speech.item(speech.sentence("forfeit" if sheet.bar.forfeits_die else "forfeit.off"), topic="forfeit")
    if any(kind.captured_together_by for kind in sheet.pieces.values()):
        yield speech.item(speech.sentence("together"), topic="together")
