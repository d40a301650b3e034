"""Check and the ends of games in words (C-15 … C-24, D-1 … D-3, T-2, T-3, T-5, T-8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from axedrez.chess.kernel import layout
from axedrez.chess.words_figures import Figures, Scene
from axedrez.chess.words_grammar import Speech
from axedrez.core.manual import Figure, Item
from axedrez.rulesheet.sheet import Id

LEVELS = ("listed", "dead-position", "cannot-force")


def _figure(speech: Speech, scene: Scene | None, key: str) -> Figure | None:
    if scene is None:
        return None
    known = {"san": scene.san(speech.lang)} if scene.move else {}
    return scene.figure(speech.sentence(key, **known))


def check(speech: Speech, figures: Figures) -> Iterator[Item]:
    """What check is, how it is answered and announced, and what becomes of illegal tries."""
    play = speech.sheet.play
    figure = _figure(speech, figures.check(), "check.figure")
    yield speech.item(speech.sentence("check"), speech.sentence("check.answers"), topic="check", figure=figure)
    figure = _figure(speech, figures.double_check(), "check.double_figure")
    yield speech.item(speech.sentence("check.double"), topic="check", figure=figure)
    yield speech.item(
        speech.sentence("check.announced" if play.announce_check else "check.silent"), topic="announce_check"
    )
    yield speech.item(speech.sentence(f"tries.{play.illegal_moves}"), topic="illegal_moves")


def ends(speech: Speech, figures: Figures) -> Iterator[Item]:
    """The ends that somebody wins, those without result, and the points."""
    sheet = speech.sheet
    figure = _figure(speech, figures.no_move(check=True), "checkmate.figure")
    yield speech.item(speech.sentence("checkmate"), topic="checkmate", figure=figure)
    if sheet.goal.stalemate != "draw":
        yield stalemate(speech, figures)
    yield speech.item(speech.sentence("resignation"), topic="resignation")
    yield speech.item(speech.sentence(f"time.{sheet.clock.flag_without_mating_material}"), topic="time")
    if sheet.draws.abandonment:
        yield speech.item(speech.sentence("abandoned"), topic="abandoned")
    if "automatic" not in (sheet.draws.repetition.mode, sheet.draws.move_limit.mode):
        yield speech.item(speech.sentence("cap"), topic="cap")
    scoring = sheet.scoring
    points = [speech.sentence("points", win=speech.number(scoring.win), loss=speech.number(scoring.loss))]
    if drawable(speech):
        points.append(speech.sentence("points.draw", draw=speech.number(scoring.draw)))
    yield speech.item(*points, topic="scoring")


def stalemate(speech: Speech, figures: Figures) -> Item:
    """What a player gets who cannot move and is not in check."""
    figure = _figure(speech, figures.no_move(check=False), "stalemate.figure")
    return speech.item(speech.sentence(f"stalemate.{speech.sheet.goal.stalemate}"), topic="stalemate", figure=figure)


def _modes(speech: Speech) -> dict[str, Literal["automatic", "claim", "off"]]:
    draws = speech.sheet.draws
    return {
        "agreement": "automatic" if draws.agreement else "off",
        "repetition": draws.repetition.mode,
        "insufficient_material": "off" if draws.insufficient_material == "off" else "automatic",
        "move_limit": draws.move_limit.mode,
    }


def drawable(speech: Speech) -> bool:
    """Whether the sheet has draws at all."""
    sheet = speech.sheet
    ways = {*_modes(speech).values(), *(() if sheet.goal.stalemate != "draw" else ("automatic",))}
    return ways != {"off"} or sheet.clock.flag_without_mating_material == "draw"


def draws(speech: Speech, figures: Figures) -> Iterator[Item]:
    """The draws, and those that this sheet does not have."""
    modes = _modes(speech)
    if speech.sheet.goal.stalemate == "draw":
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
        yield speech.item(*sentences, topic=missing[0])


def _repetition(speech: Speech) -> Item:
    sheet = speech.sheet
    sentences = [speech.sentence("repetition", count=sheet.draws.repetition.count)]
    rights = [speech.say("repetition.castling")] if speech.game.castlings else []
    if sheet.pawn.piece and sheet.pawn.en_passant and sheet.pawn.double_step_ranks:
        rights.append(speech.say("repetition.en_passant"))
    if rights:
        sentences.append(speech.sentence("repetition.rights", list=speech.listing(rights)))
    return speech.item(*sentences, speech.sentence(f"mode.{sheet.draws.repetition.mode}"), topic="repetition")


def _move_limit(speech: Speech) -> Item:
    limit = speech.sheet.draws.move_limit
    key = "move_limit" if speech.sheet.pawn.piece else "move_limit_plain"
    return speech.item(
        speech.sentence(key, moves=limit.moves), speech.sentence(f"mode.{limit.mode}"), topic="move_limit"
    )


def _material(speech: Speech) -> Item:
    level = LEVELS.index(str(speech.sheet.draws.insufficient_material))
    knights, bishops = (_of_types(speech, int(place)) for place in (layout.KNIGHTS, layout.BISHOPS))
    minors = [*knights, *bishops]
    cases = [speech.say("material.bare"), *(speech.say("material.one", name=speech.name(name)) for name in minors)]
    if level >= 1 and bishops:
        names = speech.listing(speech.names(name) for name in bishops)
        cases.append(speech.say("material.one_colour", names=names))
    if level >= 2 and minors:
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
