"""Turns, captures and check in words (C-3 … C-5, C-15, M-4, M-6, M-7, M-12, T-2, T-3)."""

from __future__ import annotations

from collections.abc import Iterator

from axedrez.chess.manual.figures import Figures
from axedrez.chess.manual.moves import can_castle
from axedrez.chess.manual.speech import Speech
from axedrez.chess.sheet import betza, geometry
from axedrez.core.manual import Item
from axedrez.core.sides import Side


def turn(speech: Speech) -> Iterator[Item]:
    """Who begins, what a turn is, and the rules that prevail over all others."""
    sheet = speech.sheet
    first = "turn.white" if speech.game.begin.side is Side.WHITE else "turn.black"
    yield speech.item(speech.sentence(first), *_moves(speech), *_passing(speech), topic="turn")
    if sheet.dice.mode != "none":
        yield speech.item(*_dice(speech), topic="dice")
    own = [speech.sentence("own")]
    if not sheet.capture.own:
        own.append(speech.sentence("own.forbidden"))
    own.append(speech.sentence("own.hand" if sheet.capture.hand else "own.gone"))
    yield speech.item(*own, topic="own_piece")
    if sheet.royal.give_check or not speech.checks:
        yield speech.item(*_royal(speech), topic="royal")
    else:
        yield speech.item(*_royal(speech), topic="give_check")


def _moves(speech: Speech) -> Iterator[str]:
    rules = speech.sheet.turn
    yield speech.sentence(f"turn.moves.{rules.moves}")
    if not speech.multiple:
        return
    if speech.checks and speech.sheet.royal.give_check:
        yield speech.sentence("turn.check_ends" if rules.check_ends_turn else "turn.check_goes_on")
        yield speech.sentence("turn.check_first")
    yield speech.sentence("turn.stuck")


def _passing(speech: Speech) -> Iterator[str]:
    rules = speech.sheet.turn
    if rules.passing == "never":
        if speech.sheet.dice.mode == "none":
            yield speech.sentence("pass.never")
        return
    yield speech.sentence(f"pass.{rules.passing}")
    if speech.checks and speech.sheet.royal.give_check:
        yield speech.sentence("pass.not_in_check")
    if speech.multiple:
        yield speech.sentence("pass.one_move")
    yield speech.sentence("pass.twice")


def _dice(speech: Speech) -> Iterator[str]:
    sheet = speech.sheet
    faces = (
        speech.say("dice.face", face=face, name=speech.name(name)) for face, name in enumerate(sheet.dice.faces, 1)
    )
    yield speech.sentence("dice", list=speech.listing(faces))
    yield speech.sentence("dice.moves")
    yield speech.sentence("dice.none")
    if can_castle(speech):
        yield speech.sentence("dice.castling")
    if sheet.pawn.piece:
        yield speech.sentence("dice.pawn")
    if speech.game.has_hands:
        yield speech.sentence("dice.drop")


def _royal(speech: Speech) -> Iterator[str]:
    """Which pieces are royal, and whether they have to be kept safe."""
    royal = speech.sheet.royal
    if not speech.has_royals:
        yield speech.sentence("royal.none")
        return
    if speech.several_royals:
        yield speech.sentence("royal.kinds", list=speech.all_of(royal.pieces))
    if not royal.parry:
        yield speech.sentence("royal.free")
        return
    if not royal.give_check:
        yield speech.sentence("royal.no_checks")
    else:
        when = speech.say("royal.each_move" if speech.multiple else "royal.turn")
        yield speech.sentence("royal.several" if speech.several_royals else "royal", when=when)
    for side, key in ((Side.WHITE, "royal.white_without"), (Side.BLACK, "royal.black_without")):
        if not any(letter in speech.game.royals for letter in speech.game.armies[side]):
            yield speech.sentence(key)


def captures(speech: Speech, figures: Figures) -> Iterator[Item]:
    """What the sheet changes about capturing; nothing for a sheet that changes nothing."""
    capture = speech.sheet.capture
    if capture.mandatory:
        yield _mandatory(speech, figures)
    if capture.own:
        yield _own(speech, figures)
    if capture.explosion:
        yield from _explosion(speech, figures)
    if capture.hand:
        yield from _hand(speech, figures)


def _mandatory(speech: Speech, figures: Figures) -> Item:
    sheet = speech.sheet
    sentences = [speech.sentence("mandatory")]
    if sheet.pawn.piece and sheet.pawn.en_passant and sheet.pawn.double_step_ranks:
        sentences.append(speech.sentence("mandatory.en_passant"))
    if speech.checks and sheet.royal.give_check:
        sentences.append(speech.sentence("mandatory.check"))
    if speech.multiple:
        sentences.append(speech.sentence("mandatory.turn"))
    if sheet.dice.mode != "none":
        sentences.append(speech.sentence("mandatory.dice"))
    if sheet.turn.passing == "allowed":
        sentences.append(speech.sentence("mandatory.pass"))
    scene = figures.mandatory()
    figure = scene.figure(speech.sentence("mandatory.figure")) if scene else None
    return speech.item(*sentences, topic="mandatory", clause=_clause(speech, "mandatory"), figure=figure)


def _own(speech: Speech, figures: Figures) -> Item:
    known = {"the_king": speech.all_of(speech.sheet.royal.pieces)} if speech.several_royals else {}
    text = speech.sentence("own_capture.but_royal" if speech.has_royals else "own_capture", **known)
    hand = [speech.sentence("own_capture.hand")] if speech.sheet.capture.hand else []
    scene = figures.own_capture()
    figure = scene.figure(speech.sentence("own_capture.figure", san=scene.san(speech.lang))) if scene else None
    return speech.item(text, *hand, topic="own_piece", clause=_clause(speech, "own_piece"), figure=figure)


def _explosion(speech: Speech, figures: Figures) -> Iterator[Item]:
    proof = speech.sheet.capture.blast_proof
    sentences = [speech.sentence("explosion")]
    if proof:
        sentences.append(speech.sentence("explosion.proof", list=speech.all_of(proof)))
    else:
        sentences.append(speech.sentence("explosion.no_proof"))
    clause = _clause(speech, "explosion")
    scenes = figures.explosion()
    captions = ("explosion.before", "explosion.after")
    shown = [s.figure(speech.sentence(key, san=s.san(speech.lang))) for s, key in zip(scenes, captions, strict=False)]
    yield speech.item(*sentences, topic="explosion", clause=clause, figure=shown[0] if shown else None)
    if shown:
        san = scenes[1].san(speech.lang)
        yield speech.item(speech.sentence("explosion.result", san=san), clause=clause, figure=shown[1])
    if speech.has_royals:
        royals = [speech.sentence("explosion.royal")]
        if speech.checks:
            royals += [speech.sentence(f"explosion.{key}") for key in ("own_royal", "enemy_royal", "royals_touch")]
        yield speech.item(*royals, topic="explosion", clause=clause)


def _hand(speech: Speech, figures: Figures) -> Iterator[Item]:
    sheet = speech.sheet
    sentences = [speech.sentence("hand"), speech.sentence("hand.drop")]
    if speech.checks and sheet.royal.give_check:
        sentences.append(speech.sentence("hand.mate"))
    if sheet.promotion:
        sentences.append(speech.sentence("hand.no_promotion"))
    clause = _clause(speech, "drop")
    scene = figures.drop()
    figure = scene.figure(speech.sentence("hand.figure", san=scene.san(speech.lang))) if scene else None
    yield speech.item(*sentences, topic="drop", clause=clause, figure=figure)
    limits = barred(speech)
    doubles = [
        r for r in sheet.pawn.double_step_ranks if r not in sheet.capture.no_drop_ranks.get(sheet.pawn.piece, ())
    ]
    if sheet.pawn.piece and doubles:
        limits.append(speech.sentence("hand.double", ranks_list=speech.ranks(doubles, "or")))
    if limits:
        yield speech.item(*limits, topic="drop", clause=clause)


def barred(speech: Speech) -> list[str]:
    """Where kinds of piece may not be put from the hand."""
    sheet = speech.sheet
    ranks = {name: set(where) for name, where in sheet.capture.no_drop_ranks.items()}
    if sheet.pawn.piece:
        ranks.setdefault(sheet.pawn.piece, set()).add(sheet.board.ranks)
    return [
        speech.sentence("hand.barred", ranks_list=speech.ranks(where, "or"), **speech.forms("it", name))
        for name, where in ranks.items()
        if where and (sheet.capture.hand or sheet.pieces[name].letter in speech.game.begin.hand.upper())
    ]


def _clause(speech: Speech, topic: str) -> str | None:
    return speech.sheet.capture.clause or speech.game.clause(topic)


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
