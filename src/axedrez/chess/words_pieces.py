"""How the pieces of a sheet move, in words (C-6 … C-14, T-4, T-6, T-7)."""

from __future__ import annotations

from collections.abc import Iterator

from axedrez.chess import geometry
from axedrez.chess.geometry import Movement
from axedrez.chess.kernel.compile import Castling
from axedrez.chess.words_figures import Figures, leaper
from axedrez.chess.words_grammar import Speech
from axedrez.core.manual import Item
from axedrez.core.sides import Side
from axedrez.rulesheet.sheet import Id

STRAIGHT, DIAGONAL, KNIGHT = (0, 1), (1, 1), (1, 2)


def moves(speech: Speech, figures: Figures) -> Iterator[Item]:
    """One rule for each kind of piece."""
    for name, piece in speech.sheet.pieces.items():
        if name == speech.sheet.pawn.piece:
            yield _pawn(speech, figures)
            continue
        way = movement(speech, name)
        known = speech.forms("it", name)
        sentences = [speech.sentence("moves", ways=speech.listing(_ways(speech, way), "or"), **known)]
        if parts := _joined(speech, name):
            listed = speech.listing(speech.forms("part", part)["of_part"] for part in parts)
            sentences.append(speech.sentence("moves.combines", parts=listed))
        sentences.append(speech.sentence("moves.line" if way.lines else "moves.capture"))
        if any(max(map(abs, step)) > 1 for step in way.leaps):
            sentences.append(speech.sentence("moves.leaps"))
        sentences += _colours(speech, name, way)
        if name == speech.sheet.royal.piece:
            sentences.append(speech.sentence("moves.royal", **known))
        scene = figures.reach(name)
        caption = "moves.figure.leaper" if leaper(way) and name != speech.sheet.royal.piece else "moves.figure"
        figure = scene.figure(speech.sentence(caption, **known)) if scene else None
        yield speech.item(*sentences, clause=piece.clause, figure=figure)
    if values := [(name, piece.value) for name, piece in speech.sheet.pieces.items() if piece.value is not None]:
        entries = (speech.say("values.entry", name=speech.name(name), value=speech.number(v)) for name, v in values)
        yield speech.item(speech.sentence("values", list=speech.listing(entries)))


def movement(speech: Speech, piece: Id) -> Movement:
    """The movement of a piece that is no pawn."""
    way = geometry.movement(speech.sheet.pieces[piece])
    assert way is not None, "checked by checks.py"
    return way


def _classes(steps: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
    """The steps without their reflections, shortest first."""
    found = {(min(abs(x), abs(y)), max(abs(x), abs(y))) for x, y in steps}
    return sorted(found, key=lambda step: (step[1], step[0]))


def _ways(speech: Speech, way: Movement) -> list[str]:
    phrases = []
    lines = _classes(tuple(step for line in way.lines for step in line))
    for kind, classes in (("line", lines), ("step", _classes(way.leaps))):
        if {STRAIGHT, DIAGONAL} <= set(classes):
            phrases.append(speech.say(f"move.{kind}.any"))
            classes = [step for step in classes if step not in (STRAIGHT, DIAGONAL)]
        for short, long in classes:
            shape = "straight" if short == 0 else "diagonal" if short == long else "oblique"
            family = kind
            if kind == "line" and long > 1:
                shape = "oblique"
            elif kind == "step" and long > 1:
                family, shape = "leap", "knight" if (short, long) == KNIGHT else shape
            phrases.append(speech.say(f"move.{family}.{shape}", short=short, long=long))
    return phrases


def _joined(speech: Speech, name: Id) -> list[Id]:
    """The other pieces whose moves together are exactly this one's."""
    whole = movement(speech, name)
    leaps, lines = set(whole.leaps), set(whole.lines)
    parts = [
        part
        for part in speech.sheet.pieces
        if part not in (name, speech.sheet.royal.piece, speech.sheet.pawn.piece)
        and set(movement(speech, part).leaps) <= leaps
        and set(movement(speech, part).lines) <= lines
    ]
    ways = [movement(speech, part) for part in parts]
    together = {step for way in ways for step in way.leaps}, {line for way in ways for line in way.lines}
    return parts if len(parts) > 1 and together == (leaps, lines) else []


def _colours(speech: Speech, name: Id, way: Movement) -> Iterator[str]:
    steps = [*way.leaps, *(step for line in way.lines for step in line)]
    if all((x + y) % 2 == 0 for x, y in steps):
        yield speech.sentence("moves.keeps_colour")
        letter = speech.sheet.pieces[name].letter
        for_each = [
            [square for square, found in speech.game.start().letters().items() if found == letter_of_side]
            for letter_of_side in (letter, letter.lower())
        ]
        if all(len(squares) == 2 and sum(map(_light, squares)) == 1 for squares in for_each):
            yield speech.sentence("moves.two_colours", **speech.forms("it", name))
    elif not way.lines and all((x + y) % 2 for x, y in steps):
        yield speech.sentence("moves.changes_colour")


def _light(square: int) -> bool:
    return ((square & 7) + (square >> 3)) % 2 == 1


def _pawn(speech: Speech, figures: Figures) -> Item:
    rules = speech.sheet.pawn
    sentences = [speech.sentence("pawn")]
    if rules.double_step_ranks:
        ranks = speech.listing(map(str, sorted(rules.double_step_ranks)), "or")
        sentences.append(speech.sentence("pawn.double", ranks_list=ranks))
    else:
        sentences.append(speech.sentence("pawn.no_double"))
    sentences.append(speech.sentence("pawn.capture"))
    scene = figures.pawn()
    figure = scene.figure(speech.sentence("pawn.figure")) if scene else None
    clause = rules.clause or speech.sheet.pieces[rules.piece].clause
    return speech.item(*sentences, clause=clause, figure=figure)


def special(speech: Speech, figures: Figures) -> Iterator[Item]:
    """En passant, promotions and castling."""
    if speech.sheet.pawn.piece and speech.sheet.pawn.double_step_ranks:
        yield from _en_passant(speech, figures)
    for name in speech.sheet.promotion:
        yield _promotion(speech, figures, name)
    yield from _castling(speech, figures)


def _en_passant(speech: Speech, figures: Figures) -> Iterator[Item]:
    rules = speech.sheet.pawn
    clause = rules.en_passant_clause
    if not rules.en_passant:
        yield speech.item(speech.sentence("en_passant.none"), clause=clause)
        return
    landing = sorted({speech.sheet.board.ranks - rank - 1 for rank in rules.double_step_ranks})
    rank = speech.sentence("en_passant.rank", ranks_list=speech.listing(map(str, landing), "or"))
    once = speech.sentence("en_passant.once")
    scenes = figures.en_passant()
    if scenes is None:
        yield speech.item(speech.sentence("en_passant"), rank, once, clause=clause)
        return
    first, second = scenes
    caption = speech.sentence("en_passant.figure1", san=first.san(speech.lang))
    yield speech.item(speech.sentence("en_passant"), rank, once, clause=clause, figure=first.figure(caption))
    san = second.san(speech.lang)
    caption = speech.sentence("en_passant.figure2", san=san)
    yield speech.item(speech.sentence("en_passant.after", san=san), clause=clause, figure=second.figure(caption))


def _promotion(speech: Speech, figures: Figures, name: Id) -> Item:
    rules = speech.sheet.promotion[name]
    of_pawns = name == speech.sheet.pawn.piece
    condition = speech.say("promotion.without", without=speech.name(rules.without)) if rules.without else ""
    known = speech.forms("it", name) | {
        "into": speech.listing((speech.forms("into", into)["a_into"] for into in rules.into), "or"),
        "condition": condition,
    }
    sentences = [speech.sentence("promotion.must" if of_pawns else "promotion.may", **known)]
    if not of_pawns:
        sentences.append(
            speech.sentence("promotion.fine_print" if speech.sheet.pawn.piece else "promotion.fine_print_plain")
        )
    scene = figures.promotion(name)
    caption = speech.sentence("promotion.figure", san=scene.san(speech.lang)) if scene else ""
    return speech.item(*sentences, clause=rules.clause, figure=scene.figure(caption) if scene else None)


def _castling(speech: Speech, figures: Figures) -> Iterator[Item]:
    clause = speech.sheet.castling.clause
    castlings = speech.game.castlings
    if not castlings:
        yield speech.item(speech.sentence("castling.none"), clause=clause)
        return
    sides = []
    for side, key in ((Side.WHITE, "castling.white"), (Side.BLACK, "castling.black")):
        entries = [
            _castling_entry(speech, right, castling) for right, castling in castlings.items() if castling.side == side
        ]
        if entries:
            sides.append(speech.say(key, list=speech.listing(entries, "or")))
    scenes = figures.castlings()
    figure = scenes[0].figure(speech.sentence("castling.before")) if scenes else None
    yield speech.item(speech.sentence("castling", list=". ".join(sides)), clause=clause, figure=figure)
    yield speech.item(speech.sentence("castling.needs"), speech.sentence("castling.lost"), clause=clause)
    last_file = geometry.FILES[speech.sheet.board.files - 1]
    yield speech.item(speech.sentence("castling.king_move", last_file=last_file), clause=clause)
    for scene in scenes[1:]:
        if scene:
            san = scene.san(speech.lang)
            text, caption = (speech.sentence(key, san=san) for key in ("castling.result", "castling.after"))
            yield speech.item(text, clause=clause, figure=scene.figure(caption))


def _castling_entry(speech: Speech, right: str, castling: Castling) -> str:
    squares = {field: geometry.square_name(getattr(castling, field)) for field in ("king_from", "king_to")}
    squares |= {
        "partner_from": geometry.square_name(castling.rook_from),
        "partner_to": geometry.square_name(castling.rook_to),
    }
    return speech.say("castling.entry", sign="O-O" if right in "Kk" else "O-O-O", **squares)
