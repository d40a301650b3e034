"""Captures that are not the ordinary ones, in words: duty, own pieces, explosions, hands (M-7)."""

from __future__ import annotations

from collections.abc import Iterator

from axedrez.chess.manual.figures import Figures
from axedrez.chess.manual.grammar import Speech
from axedrez.core.manual import Item


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
