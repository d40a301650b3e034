"""Draws and stalemate in words (C-20 … C-24, D-2, D-3, T-8, M-5, M-11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from axedrez.chess.kernel import layout
from axedrez.chess.manual.castling import can_castle
from axedrez.chess.manual.figures import Figures
from axedrez.chess.manual.grammar import Speech
from axedrez.core.manual import Item
from axedrez.rulesheet.sheet import Id


def can_be_stuck(speech: Speech) -> bool:
    """Whether a player who is not in check may have nothing to play, not even a pass."""
    return speech.sheet.turn.passing == "never" and speech.sheet.dice.mode == "none"


def stalemate(speech: Speech, figures: Figures) -> Item:
    """What a player gets who cannot move and is not in check."""
    if not can_be_stuck(speech):
        return speech.item(speech.sentence("stalemate.never"), topic="stalemate")
    value = speech.sheet.goal.stalemate
    if not speech.checks:
        return speech.item(speech.sentence(f"stuck.{value}"), topic="stalemate")
    scene = figures.no_move(check=False)
    figure = scene.figure(speech.sentence("stalemate.figure")) if scene else None
    return speech.item(speech.sentence(f"stalemate.{value}"), topic="stalemate", figure=figure)


def _level(speech: Speech) -> int:
    """What the kernel takes as insufficient material; 0: nothing, then the levels of the sheet."""
    return int(speech.game.tables[int(layout.INSUFFICIENT)])


def _modes(speech: Speech) -> dict[str, Literal["automatic", "claim", "off"]]:
    draws = speech.sheet.draws
    return {
        "agreement": "automatic" if draws.agreement else "off",
        "repetition": draws.repetition.mode,
        "insufficient_material": "automatic" if _level(speech) else "off",
        "move_limit": draws.move_limit.mode,
    }


def drawable(speech: Speech) -> bool:
    """Whether the sheet has draws at all."""
    sheet = speech.sheet
    return (
        set(_modes(speech).values()) != {"off"}
        or sheet.goal.stalemate == "draw"
        or sheet.clock.flag_without_mating_material == "draw"
        or ("royal-reaches" in sheet.goal.win and sheet.goal.last_move)
    )


def draws(speech: Speech, figures: Figures) -> Iterator[Item]:
    """The draws, and those that this sheet does not have."""
    modes = _modes(speech)
    if speech.sheet.goal.stalemate == "draw" and can_be_stuck(speech):
        yield stalemate(speech, figures)
    if modes["agreement"] != "off":
        yield speech.item(speech.sentence("agreement"), topic="agreement")
    if modes["repetition"] != "off":
        yield _repetition(speech)
    if modes["insufficient_material"] != "off":
        yield _material(speech)
    if modes["move_limit"] != "off":
        yield _move_limit(speech)
    missing = [topic for topic, mode in modes.items() if mode == "off"]
    if missing:
        sentences = [] if drawable(speech) else [speech.sentence("draws.none")]
        sentences.append(
            speech.sentence("draws.off", list=speech.listing((speech.say(f"draws.off.{t}") for t in missing), "or"))
        )
        if "agreement" in missing:
            sentences.append(speech.sentence("draws.refused"))
        # Why a draw is as it is does not explain that there is none.
        yield speech.item(*sentences, clause=speech.game.clause(missing[0]))


def _repetition(speech: Speech) -> Item:
    sheet = speech.sheet
    compared = {
        "castling": can_castle(speech),
        "en_passant": bool(sheet.pawn.piece and sheet.pawn.en_passant and sheet.pawn.double_step_ranks),
        "hand": speech.game.has_hands,
        "promoted": bool(speech.game.demoting),
        "checks": "checks" in sheet.goal.win,
        "moves": speech.multiple,
    }
    sentences = [speech.sentence("repetition", count=sheet.draws.repetition.count)]
    if rights := [speech.say(f"repetition.{key}") for key, holds in compared.items() if holds]:
        sentences.append(speech.sentence("repetition.rights", list=speech.listing(rights)))
    return speech.item(*sentences, speech.sentence(f"mode.{sheet.draws.repetition.mode}"), topic="repetition")


def _move_limit(speech: Speech) -> Item:
    sheet = speech.sheet
    limit, pawn = sheet.draws.move_limit, sheet.pawn.piece
    sentences = [speech.sentence("move_limit" if pawn else "move_limit_plain", moves=limit.moves)]
    if pawn and (sheet.capture.hand or speech.game.pawn in speech.game.begin.hand.upper()):
        sentences.append(speech.sentence("move_limit.drop"))
    mate = sheet.goal.win == ("checkmate",)
    sentences.append(speech.sentence("move_limit.mate_first" if mate else "move_limit.win_first"))
    return speech.item(*sentences, speech.sentence(f"mode.{limit.mode}"), topic="move_limit")


def _material(speech: Speech) -> Item:
    level = _level(speech)
    knights, bishops = (_of_types(speech, int(place)) for place in (layout.KNIGHTS, layout.BISHOPS))
    minors = [*knights, *bishops]
    cases = [speech.say("material.bare"), *(speech.say("material.one", name=speech.name(name)) for name in minors)]
    if level >= 2 and bishops:
        cases.append(speech.say("material.one_colour", names=speech.listing(map(speech.names, bishops))))
    if level >= 3 and minors:
        cases += [speech.say("material.two", names=speech.names(name)) for name in knights]
        cases.append(speech.say("material.each", list=speech.listing(map(speech.name, minors), "or")))
    sentences = [speech.sentence("material", list=speech.listing(cases, "or"))]
    if speech.sheet.pawn.piece:
        sentences.append(speech.sentence("material.pawn"))
    return speech.item(*sentences, topic="insufficient_material")


def _of_types(speech: Speech, place: int) -> list[Id]:
    """The pieces of a set of types in the kernel's table: what it counts as knights, or as bishops (C-23)."""
    kinds = int(speech.game.tables[place])
    return [name for name, piece in speech.sheet.pieces.items() if kinds >> speech.game.types[piece.letter] & 1]
