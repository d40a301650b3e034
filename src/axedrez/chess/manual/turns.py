"""Turns in words: moves and passes, dice, what a turn may not leave behind (C-3 … C-5, M-4, M-6, M-12)."""

from __future__ import annotations

from collections.abc import Iterator

from axedrez.chess.manual.castling import can_castle
from axedrez.chess.manual.grammar import Speech
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
