"""How the pieces of a sheet move, in words: ways, pawns, promotions, castling (C-6 … C-14, M-2, M-8 … M-10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from axedrez.chess.compile.arrays import CompiledCastling
from axedrez.chess.manual.figures import Figures
from axedrez.chess.manual.speech import Speech
from axedrez.chess.sheet import betza, geometry
from axedrez.chess.sheet.betza import Way, reflections
from axedrez.core.manual import Item
from axedrez.core.sides import Side
from axedrez.rulesheet.sheet import Id


def moves(speech: Speech, figures: Figures) -> Iterator[Item]:
    """One rule for each kind of piece."""
    for name, piece in speech.sheet.pieces.items():
        if name == speech.sheet.pawn.piece:
            yield pawn(speech, figures)
            continue
        known = speech.forms("it", name)
        scene = figures.reach(name)
        caption = "moves.figure.leaper" if scene and scene.origins > 1 else "moves.figure"
        figure = scene.figure(speech.sentence(caption, **known)) if scene else None
        yield speech.item(*_sentences(speech, name), clause=piece.clause, figure=figure, piece=name)
    if values := [(name, piece.value) for name, piece in speech.sheet.pieces.items() if piece.value is not None]:
        entries = (speech.say("values.entry", name=speech.name(name), value=speech.number(v)) for name, v in values)
        yield speech.item(speech.sentence("values", list=speech.listing(entries)))


def _ways(speech: Speech, piece: Id) -> tuple[Way, ...]:
    return betza.parse(speech.sheet.pieces[piece].movement)


def _sentences(speech: Speech, name: Id) -> Iterator[str]:
    ways = _ways(speech, name)
    known = speech.forms("it", name)
    may_capture = not (speech.sheet.capture.explosion and name in speech.sheet.royal.pieces)
    yield from _how(speech, known, ways, may_capture)
    if parts := _joined(speech, name):
        yield speech.sentence("moves.combines", parts=speech.kinds(parts, "of", "and"))
    yield from _hindered(speech, ways, may_capture)
    yield from _colours(speech, name, ways)
    if not may_capture:
        yield speech.sentence("moves.no_capture", **known)
    if name in speech.sheet.royal.pieces and speech.checks:
        yield speech.sentence("moves.royal", **known)
        piece = speech.sheet.pieces[name]
        if geometry.movement(piece) and not speech.several_royals and not speech.sheet.capture.explosion:
            yield speech.sentence("moves.royals_apart", **known)


def movement(speech: Speech, known: Mapping[str, str], ways: tuple[Way, ...]) -> str:
    """How a piece moves that no sheet has yet; `known` are the forms of its name, as `it`."""
    return " ".join([*_how(speech, known, ways, True), *_hindered(speech, ways, True)])


def _how(speech: Speech, known: Mapping[str, str], ways: tuple[Way, ...], may_capture: bool) -> Iterator[str]:
    """Where the piece goes, with and without capture."""
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
    said = phrases(speech, ways)
    # Long phrases have commas and `or` of their own.
    plain = len(said) < 3 and not any("," in p or speech.say("list.or") in p for p in said[:-1])
    return speech.listing(said, "or") if plain else speech.say("moves.or_else").join(said)


def _hindered(speech: Speech, ways: tuple[Way, ...], may_capture: bool) -> Iterator[str]:
    """What stops the piece, and what does not."""
    yield from _stops(speech, ways, may_capture)
    if any(max(map(abs, way.step)) > 1 and not way.lame for way in ways):
        yield speech.sentence("moves.leaps")


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


Step = tuple[int, int]
Class = tuple[int, int]
"""A step without its reflections: the shorter side, then the longer."""

STRAIGHT, DIAGONAL, KNIGHT = (0, 1), (1, 1), (1, 2)
_AHEAD, _BACK, _LEFT, _RIGHT = (0, 1), (0, -1), (-1, 0), (1, 0)


def phrases(speech: Speech, ways: Iterable[Way]) -> list[str]:
    """How these ways go, `moves` and `captures` left aside: `any distance diagonally`, `in an L: …`; none twice."""
    groups: dict[tuple[int, bool, str], list[Step]] = {}
    for way in ways:
        groups.setdefault((way.limit, way.lame, way.hop), []).append(way.step)
    found: list[str] = []
    # Lines first, leaps last, as players tell them.
    for (limit, lame, hop), steps in sorted(groups.items(), key=lambda group: (group[0][0] == 1, group[0][1:])):
        unit = [step for step in steps if max(map(abs, step)) == 1]
        if unit:
            found.append(_unit(speech, unit, limit, hop))
        longer = [step for step in steps if max(map(abs, step)) > 1]
        for kind in sorted({class_of(step) for step in longer}, key=lambda kind: (kind[1], kind[0])):
            same = [step for step in longer if class_of(step) == kind]
            found.append(_longer(speech, kind, same, limit, lame, hop))
    return list(dict.fromkeys(found))


def class_of(step: Step) -> Class:
    """The shape of a step."""
    short, long = sorted(map(abs, step))
    return short, long


def _unit(speech: Speech, steps: list[Step], limit: int, hop: str) -> str:
    """Ways that go from square to neighbouring square."""
    if hop:
        return speech.say(f"way.hop.{hop}", way=_directions(speech, steps, "line"))
    if limit == 1:
        return speech.say("way.one", way=_directions(speech, steps, "step"))
    if limit == 0:
        return speech.say("way.far", way=_directions(speech, steps, "line"))
    return speech.say("way.up_to", limit=limit, way=_directions(speech, steps, "line"))


def _directions(speech: Speech, steps: list[Step], kind: str) -> str:
    if len(steps) == 8:
        return speech.say(f"way.any.{kind}")
    straight = [step for step in steps if 0 in step]
    return speech.listing([*_straight(speech, straight), *_diagonal(speech, steps)], "or")


def _straight(speech: Speech, steps: Iterable[Step]) -> list[str]:
    """Where straight steps of one length go; lengths left aside."""
    signs = {tuple((part > 0) - (part < 0) for part in step) for step in steps}
    if len(signs) == 4:
        return [speech.say("dir.straight")]
    found = []
    for axis, ends in (("file", (_AHEAD, _BACK)), ("rank", (_LEFT, _RIGHT))):
        if signs >= set(ends):
            found.append(speech.say(f"dir.{axis}"))
            signs -= set(ends)
    return found + [_side(speech, sign) for sign in (_AHEAD, _BACK, _LEFT, _RIGHT) if sign in signs]


def _side(speech: Speech, sign: Step) -> str:
    if sign[0] == 0:
        return speech.say("dir.ahead" if sign[1] > 0 else "dir.back")
    last = geometry.FILES[speech.sheet.board.files - 1]
    return speech.say("dir.towards", file="a" if sign[0] < 0 else last)


def _diagonal(speech: Speech, steps: Iterable[Step]) -> list[str]:
    """The same for diagonal steps."""
    signs = {(1 if x > 0 else -1, 1 if y > 0 else -1) for x, y in steps if x and y}
    if len(signs) == 4:
        return [speech.say("dir.diagonal")]
    found = []
    for side in (_AHEAD, _BACK, _LEFT, _RIGHT):
        pair = {sign for sign in signs if side in ((sign[0], 0), (0, sign[1]))}
        if len(pair) == 2:
            found.append(speech.say("dir.diagonal_to", side=_side(speech, side)))
            signs -= pair
    for x, y in sorted(signs):
        both = speech.listing([_side(speech, (0, y)), _side(speech, (x, 0))])
        found.append(speech.say("dir.diagonal_to", side=both))
    return found


def _longer(speech: Speech, kind: Class, steps: list[Step], limit: int, lame: bool, hop: str) -> str:
    """A leap of more than one square, once or again and again."""
    leap = _leap(speech, kind, steps, lame)
    if hop:
        return speech.say(f"way.hop.{hop}", way=speech.say("way.hop.leaps", leap=leap))
    if limit == 0:
        return speech.say("way.repeat", leap=leap)
    return leap if limit == 1 else speech.say("way.repeat_up_to", leap=leap, limit=limit)


def _leap(speech: Speech, kind: Class, steps: list[Step], lame: bool) -> str:
    short, long = kind
    if short in (0, long):
        way = speech.listing(_straight(speech, steps) if short == 0 else _diagonal(speech, steps), "or")
        key = "way.lame" if lame else "way.leap"
        if lame and long == 2:
            key = "way.lame_two"
        return speech.say(key, long=long, way=way)
    if kind == KNIGHT and lame and len(steps) == len(reflections(kind)):
        return speech.say("way.lame_knight")
    whole = len(steps) == len(reflections(kind))
    if not whole:
        text = speech.say("way.oblique_some", way=speech.listing(_obliques(speech, steps), "or"))
    elif kind == KNIGHT:
        text = speech.say("way.knight")
    else:
        text = speech.say("way.oblique", short=short, long=long)
    return speech.say("way.lame_oblique", leap=text) if lame else text


def _obliques(speech: Speech, steps: list[Step]) -> list[str]:
    """Oblique leaps, told by how far they go ahead or back and how far to the sides."""
    found = []
    for x, y in sorted({(abs(x), y) for x, y in steps}, key=lambda step: (-step[1], step[0])):
        sides = [sign for sign in (-1, 1) if (sign * x, y) in steps]
        side = speech.say("dir.either") if len(sides) == 2 else _side(speech, (sides[0], 0))
        found.append(
            speech.say(
                "way.oblique_entry",
                along=speech.say("dir.count" if abs(y) > 1 else "dir.count_one", count=abs(y)),
                ahead=_side(speech, (0, y)),
                across=x if x > 1 else speech.say("dir.one"),
                side=side,
            )
        )
    return found


def pawn(speech: Speech, figures: Figures) -> Item:
    """The steps and the capture of the pawn."""
    rules = speech.sheet.pawn
    sentences = [speech.sentence("pawn")]
    if rules.double_step_ranks:
        ranks = speech.ranks(rules.double_step_ranks, "or")
        sentences.append(speech.sentence("pawn.double", ranks_list=ranks))
    else:
        sentences.append(speech.sentence("pawn.no_double"))
    if rules.sideways:
        sentences.append(speech.sentence("pawn.sideways"))
    sentences.append(speech.sentence("pawn.capture"))
    scene = figures.pawn()
    caption = "pawn.figure_must" if speech.sheet.capture.mandatory else "pawn.figure"
    figure = scene.figure(speech.sentence(caption)) if scene else None
    clause = speech.game.clause("pawn") or rules.clause or speech.sheet.pieces[rules.piece].clause
    return speech.item(*sentences, clause=clause, figure=figure, piece=rules.piece)


def en_passant(speech: Speech, figures: Figures) -> Iterator[Item]:
    """The capture of a pawn that has just stepped twice."""
    rules = speech.sheet.pawn
    if not (rules.piece and rules.double_step_ranks):
        return
    clause = rules.en_passant_clause
    ranks = [rank for rank in rules.double_step_ranks if _answered(speech, rank)]
    if not ranks:
        yield speech.item(speech.sentence("en_passant.none"), clause=clause)
        return
    sentences = [speech.sentence("en_passant")]
    if len(ranks) < len(rules.double_step_ranks):
        sentences.append(speech.sentence("en_passant.only", ranks_list=speech.ranks(ranks, "or")))
    landing = [speech.sheet.board.ranks - rank - 1 for rank in ranks]
    sentences.append(speech.sentence("en_passant.rank", ranks_list=speech.ranks(landing, "or")))
    sentences.append(speech.sentence("en_passant.turns" if speech.multiple else "en_passant.once"))
    sentences.append(
        speech.sentence("en_passant.safe" if speech.checks else "en_passant.elsewhere", the_king=speech.royal)
    )
    scenes = figures.en_passant()
    if scenes is None:
        yield speech.item(*sentences, clause=clause, piece=rules.piece)
        return
    first, second = scenes
    caption = speech.sentence("en_passant.figure1", san=first.san(speech.lang))
    yield speech.item(*sentences, clause=clause, figure=first.figure(caption), piece=rules.piece)
    san = second.san(speech.lang)
    caption = speech.sentence("en_passant.figure2", san=san)
    yield speech.item(speech.sentence("en_passant.after", san=san), clause=clause, figure=second.figure(caption))


def _answered(speech: Speech, rank: int) -> bool:
    """Whether a double step from this rank, seen by the owner, can be answered en passant."""
    sheet = speech.sheet
    allowed = sheet.pawn.en_passant_ranks is None or rank in sheet.pawn.en_passant_ranks
    promotes = geometry.zone(sheet, Side.WHITE, sheet.pawn.piece) & geometry.rank_mask(sheet, Side.WHITE, (rank + 2,))
    return sheet.pawn.en_passant and allowed and not promotes


def _zone(speech: Speech, ranks: tuple[int, ...]) -> str:
    """Ranks seen by the owner: `the last rank`, `its owner's ranks 6, 7 and 8`."""
    numbers = {rank for rank in ranks if rank <= speech.sheet.board.ranks}
    if numbers <= {speech.sheet.board.ranks}:
        return speech.say("zone.last")
    return speech.say("zone.one" if len(numbers) == 1 else "zone.several", ranks_list=speech.ranks(numbers))


def promotion(speech: Speech, figures: Figures, name: Id) -> Item:
    """What becomes of a kind of piece that arrives in its zone."""
    sheet, rules = speech.sheet, speech.sheet.promotion[name]
    of_pawns = name == sheet.pawn.piece
    last = set(rules.ranks) <= {sheet.board.ranks}
    known = speech.forms("it", name) | {
        "into": speech.kinds(rules.into),
        "condition": speech.say("promotion.without", without=speech.name(rules.without)) if rules.without else "",
        "choice": speech.say("promotion.choice") if len(rules.into) > 1 else "",
        "zone": _zone(speech, rules.ranks),
        "outside": speech.say("promotion.from_rank" if len(set(rules.ranks)) < 2 else "promotion.from_outside"),
    }
    key = "promotion.may" if rules.optional else "promotion.must" if of_pawns else "promotion.must_other"
    sentences = [speech.sentence(key, **known)]
    if of_pawns and not last and speech.game.has_hands:
        sentences.append(speech.sentence("promotion.inside"))
    if not of_pawns:
        print_key = "promotion.fine_print" if sheet.pawn.piece else "promotion.fine_print_plain"
        sentences.append(speech.sentence(print_key if last else "promotion.fine_print_zone"))
        sentences.append(speech.sentence("promotion.judged" if speech.checks else "promotion.count"))
    if sheet.capture.hand:
        sentences.append(speech.sentence("promotion.demotes" if rules.demotes else "promotion.keeps", **known))
    scene = figures.promotion(name)
    figure = None
    if scene:
        caption = "promotion.figure" if last else "promotion.figure_zone"
        figure = scene.figure(speech.sentence(caption, san=scene.san(speech.lang)))
    return speech.item(*sentences, clause=rules.clause, figure=figure, piece=name)


def castling(speech: Speech, figures: Figures) -> Iterator[Item]:
    """What castling is, what it needs, what ends it; or that there is none."""
    rules = speech.sheet.castling
    clause = speech.game.clause("castling") or rules.clause
    if not can_castle(speech):
        yield speech.item(speech.sentence("castling.none"), clause=clause)
        return
    anywhere = rules.mode == "960"
    last_file = geometry.FILES[speech.sheet.board.files - 1]
    sentences = [_to_files(speech) if anywhere else _places(speech)]
    if not anywhere and speech.sheet.start.shuffle != "none":
        sentences.append(speech.sentence("castling.shuffled"))
    scenes = figures.castlings()
    figure = scenes[0].figure(speech.sentence("castling.before")) if scenes else None
    yield speech.item(*sentences, clause=clause, figure=figure, piece=speech.sheet.royal.piece)
    needs = [speech.sentence("castling.needs_960" if anywhere else "castling.needs")]
    needs.append(speech.sentence("castling.safe" if speech.checks else "castling.unsafe"))
    lost = [speech.sentence("castling.lost")]
    if speech.sheet.capture.hand:
        lost.append(speech.sentence("castling.lost_hand"))
    yield speech.item(*needs, *lost, clause=clause)
    key = "castling.king_move_960" if anywhere else "castling.king_move"
    yield speech.item(speech.sentence(key, last_file=last_file), clause=clause)
    for scene in scenes[1:]:
        san = scene.san(speech.lang)
        text, caption = (speech.sentence(key, san=san) for key in ("castling.result", "castling.after"))
        yield speech.item(text, clause=clause, figure=scene.figure(caption))


def can_castle(speech: Speech) -> bool:
    """Whether anybody has a right to castle at the start."""
    return speech.sheet.castling.mode != "off" and bool(speech.game.begin.rights)


def _places(speech: Speech) -> str:
    """Castling from fixed squares."""
    sides = []
    for side, key in ((Side.WHITE, "castling.white"), (Side.BLACK, "castling.black")):
        entries = [
            _entry(speech, right, castling)
            for right, castling in speech.game.castlings.items()
            if castling.side == side
        ]
        if entries:
            sides.append(speech.say(key, list=speech.listing(entries, "or")))
    return speech.sentence("castling", list=". ".join(sides))


def _entry(speech: Speech, right: str, castling: CompiledCastling) -> str:
    squares = {field: geometry.square_name(getattr(castling, field)) for field in ("king_from", "king_to")}
    squares |= {
        "partner_from": geometry.square_name(castling.rook_from),
        "partner_to": geometry.square_name(castling.rook_to),
    }
    return speech.say("castling.entry", sign="O-O" if right in "Kk" else "O-O-O", **squares)


def _to_files(speech: Speech) -> str:
    """Castling from anywhere to fixed files."""
    left, right = speech.sheet.castling.files
    files = geometry.FILES
    return speech.sentence(
        "castling.960",
        last_file=files[speech.sheet.board.files - 1],
        left=left,
        left_partner=files[files.index(left) + 1],
        right=right,
        right_partner=files[files.index(right) - 1],
    )
