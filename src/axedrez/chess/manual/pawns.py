"""Pawns, en passant and promotions in words (C-11 … C-13, T-4, T-7, M-8, M-9)."""

from __future__ import annotations

from collections.abc import Iterator

from axedrez.chess import geometry
from axedrez.chess.manual.figures import Figures
from axedrez.chess.manual.grammar import Speech
from axedrez.core.manual import Item
from axedrez.core.sides import Side
from axedrez.rulesheet.sheet import Id


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
    return speech.item(*sentences, clause=clause, figure=figure)


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
        yield speech.item(*sentences, clause=clause)
        return
    first, second = scenes
    caption = speech.sentence("en_passant.figure1", san=first.san(speech.lang))
    yield speech.item(*sentences, clause=clause, figure=first.figure(caption))
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
    return speech.item(*sentences, clause=rules.clause, figure=figure)
