"""How the pieces of a sheet move, in words (C-6 … C-12, M-2)."""

from __future__ import annotations

from collections.abc import Iterator

from axedrez.chess import geometry
from axedrez.chess.fairy import betza
from axedrez.chess.fairy.betza import Way
from axedrez.chess.manual import movements, pawns
from axedrez.chess.manual.figures import Figures
from axedrez.chess.manual.grammar import Speech
from axedrez.core.manual import Item
from axedrez.rulesheet.sheet import Id


def moves(speech: Speech, figures: Figures) -> Iterator[Item]:
    """One rule for each kind of piece."""
    for name, piece in speech.sheet.pieces.items():
        if name == speech.sheet.pawn.piece:
            yield pawns.pawn(speech, figures)
            continue
        known = speech.forms("it", name)
        scene = figures.reach(name)
        caption = "moves.figure.leaper" if scene and scene.origins > 1 else "moves.figure"
        figure = scene.figure(speech.sentence(caption, **known)) if scene else None
        yield speech.item(*_sentences(speech, name), clause=piece.clause, figure=figure)
    if values := [(name, piece.value) for name, piece in speech.sheet.pieces.items() if piece.value is not None]:
        entries = (speech.say("values.entry", name=speech.name(name), value=speech.number(v)) for name, v in values)
        yield speech.item(speech.sentence("values", list=speech.listing(entries)))


def _ways(speech: Speech, piece: Id) -> tuple[Way, ...]:
    return betza.parse(speech.sheet.pieces[piece].movement)


def _sentences(speech: Speech, name: Id) -> Iterator[str]:
    ways = _ways(speech, name)
    known = speech.forms("it", name)
    may_capture = not (speech.sheet.capture.explosion and name in speech.sheet.royal.pieces)
    yield from _how(speech, name, ways, may_capture)
    if parts := _joined(speech, name):
        yield speech.sentence("moves.combines", parts=speech.kinds(parts, "of", "and"))
    yield from _stops(speech, ways, may_capture)
    if any(max(map(abs, way.step)) > 1 and not way.lame for way in ways):
        yield speech.sentence("moves.leaps")
    yield from _colours(speech, name, ways)
    if not may_capture:
        yield speech.sentence("moves.no_capture", **known)
    if name in speech.sheet.royal.pieces and speech.checks:
        yield speech.sentence("moves.royal", **known)
        piece = speech.sheet.pieces[name]
        if geometry.movement(piece) and not speech.several_royals and not speech.sheet.capture.explosion:
            yield speech.sentence("moves.royals_apart", **known)


def _how(speech: Speech, name: Id, ways: tuple[Way, ...], may_capture: bool) -> Iterator[str]:
    """Where the piece goes, with and without capture."""
    known = speech.forms("it", name)
    both = [way for way in ways if way.moves and (way.captures or not may_capture)]
    quiet = [way for way in ways if way.moves and way not in both]
    taking = [way for way in ways if way.captures and not way.moves and may_capture]
    if both:
        yield speech.sentence("moves", ways=_list(speech, both), **known)
    if quiet:
        yield speech.sentence("moves.quiet_too" if both else "moves.quiet", ways=_list(speech, quiet), **known)
    if taking:
        key = "moves.taking_too" if both else "moves.taking" if quiet else "moves.only_taking"
        yield speech.sentence(key, ways=_list(speech, taking), **known)


def _list(speech: Speech, ways: list[Way]) -> str:
    phrases = movements.phrases(speech, ways)
    # Long phrases have commas and `or` of their own.
    plain = len(phrases) < 3 and not any("," in p or speech.say("list.or") in p for p in phrases[:-1])
    return speech.listing(phrases, "or") if plain else speech.say("moves.or_else").join(phrases)


def _stops(speech: Speech, ways: tuple[Way, ...], may_capture: bool) -> Iterator[str]:
    """What ends a line, and how a capture is made."""
    lines = [way for way in ways if way.limit != 1 and not way.hop]
    taking = [way for way in ways if way.captures] if may_capture else []
    ends = "" if speech.sheet.capture.explosion else speech.say("moves.ends")
    if any(way.captures and way.moves for way in lines) and taking:
        yield speech.sentence("moves.line", ends=ends)
        return
    if lines:
        yield speech.sentence("moves.blocked_but_hops" if any(way.hop for way in ways) else "moves.blocked")
    if any(way.moves for way in taking):
        yield speech.sentence("moves.capture", ends=ends)


def _joined(speech: Speech, name: Id) -> list[Id]:
    """The other pieces whose moves together are exactly this one's; none whose moves another has too."""
    whole = set(_ways(speech, name))
    others = [n for n in speech.sheet.pieces if n not in (name, speech.sheet.pawn.piece, *speech.sheet.royal.pieces)]
    able = {part: set(_ways(speech, part)) for part in others if set(_ways(speech, part)) < whole}
    names = list(able)
    parts = [
        part
        for place, part in enumerate(names)
        if not any(able[part] < able[other] for other in names)
        and not any(able[part] == able[other] for other in names[:place])
    ]
    together = {way for part in parts for way in able[part]}
    return parts if len(parts) > 1 and together == whole else []


def _colours(speech: Speech, name: Id, ways: tuple[Way, ...]) -> Iterator[str]:
    odd = [(way.step[0] + way.step[1]) % 2 for way in ways]
    if not any(odd):
        yield speech.sentence("moves.keeps_colour")
        letter = speech.sheet.pieces[name].letter
        start = speech.game.start().letters()
        for_each = [[square for square, found in start.items() if found == sign] for sign in (letter, letter.lower())]
        drawn = speech.sheet.start.shuffle == "free"
        if not drawn and all(len(squares) == 2 and sum(map(_light, squares)) == 1 for squares in for_each):
            yield speech.sentence("moves.two_colours", **speech.forms("it", name))
    elif all(odd) and all(way.limit == 1 for way in ways):
        yield speech.sentence("moves.changes_colour")


def _light(square: int) -> bool:
    return ((square & 7) + (square >> 3)) % 2 == 1
