"""How the pieces of a tables sheet use a die, in words (G-10 … G-18)."""

from __future__ import annotations

from collections.abc import Iterator

from axedrez.core.manual import Item
from axedrez.rulesheet.sheet import Id
from axedrez.tables.manual.captures import figure
from axedrez.tables.manual.figures import Figures
from axedrez.tables.manual.grammar import Speech


def pieces(speech: Speech, figures: Figures) -> Iterator[Item]:
    """One rule for each kind of piece, the departure of the king, and what holds for all abilities."""
    for name in speech.sheet.pieces:
        yield _piece(speech, figures, name)
    if speech.sheet.royal.piece and speech.sheet.royal.departure:
        yield speech.item(
            "departure",
            speech.sentence("departure"),
            speech.sentence("departure.choice"),
            speech.sentence("departure.bar"),
            figure=figure(speech, figures.departure(), "departure"),
        )
    abilities = {ability for kind in speech.sheet.pieces.values() for ability in kind.abilities}
    if abilities:
        sentences = [speech.sentence("abilities")]
        if "twice" in abilities:
            sentences.append(speech.sentence("abilities.twice"))
        yield speech.item("abilities", *sentences)


def _piece(speech: Speech, figures: Figures, name: Id) -> Item:
    kind = speech.sheet.pieces[name]
    known = speech.forms("it", name)
    if kind.pace == "one-point":
        sentences = [speech.sentence("piece.slow_both" if kind.backward else "piece.slow", **known)]
    else:
        sentences = [speech.sentence("piece.both" if kind.backward else "piece.forward", **known)]
    for ability in kind.abilities:
        way = speech.say(f"piece.twice.{kind.twice}")
        sentences.append(speech.sentence(f"piece.{ability.removesuffix('-one')}", way=way, **known))
    if kind.abilities and speech.game.army.count(kind.letter) > 1:
        sentences.append(speech.sentence("piece.each", **known))
    if kind.moves:
        limits = {"count": _moves(speech, kind.moves), "doubles": _moves(speech, kind.moves_on_doubles)}
        sentences.append(speech.sentence("piece.limit", **limits))
    drawn = figures.reach(name, lambda roll: speech.sentence("piece.figure", roll=roll, **known))
    topic = "twice" if "twice" in kind.abilities else f"piece.{name}"
    return speech.item(topic, *sentences, clause=kind.clause, figure=drawn)


def _moves(speech: Speech, count: int) -> str:
    return speech.say("piece.move") if count == 1 else speech.say("piece.moves", count=count)
