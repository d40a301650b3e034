"""Winning, losing and drawing in words (C-16 … C-24, D-1 … D-3, T-5, T-8, M-5, M-11)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from axedrez.chess.compile.goals import GOALS
from axedrez.chess.kernel import layout
from axedrez.chess.manual.figures import Figures
from axedrez.chess.manual.moves import can_castle
from axedrez.chess.manual.speech import Speech
from axedrez.chess.sheet import geometry
from axedrez.chess.sheet.schema import WinGoal
from axedrez.core.manual import Figure, Item
from axedrez.core.sides import Side
from axedrez.rulesheet.sheet import Id

ORDER: tuple[WinGoal, ...] = (*GOALS, "checkmate")
"""The goals in the order in which they are judged."""


def goals(speech: Speech, figures: Figures) -> Iterator[Item]:
    """How the game is won, in the order in which it is judged."""
    return (_GOALS[name](speech, figures) for name in ORDER if name in speech.sheet.goal.win)


def ends(speech: Speech, figures: Figures) -> Iterator[Item]:
    """The ends that somebody wins, those without result, and the points."""
    sheet = speech.sheet
    if len(sheet.goal.win) > 1:
        yield speech.item(speech.sentence("goals"))
    yield from goals(speech, figures)
    if speech.checks and sheet.royal.give_check and "checkmate" not in sheet.goal.win:
        yield speech.item(speech.sentence(f"no_mate.{sheet.goal.stalemate}"), topic="stalemate")
    if sheet.goal.stalemate != "draw" or not can_be_stuck(speech):
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


def _checkmate(speech: Speech, figures: Figures) -> Item:
    scene = figures.no_move(check=True)
    figure = scene.figure(speech.sentence("checkmate.figure")) if scene else None
    sentences = [speech.sentence("checkmate.several" if speech.several_royals else "checkmate")]
    if speech.sheet.goal.win == ("checkmate",):
        sentences.append(speech.sentence("checkmate.only"))
    return speech.item(*sentences, topic="checkmate", figure=figure)


def _capture_royal(speech: Speech, figures: Figures) -> Item:
    explosion, parry = speech.sheet.capture.explosion, speech.sheet.royal.parry
    key = "blow_up" if explosion and parry else "capture_or_blow" if explosion else "capture_royal"
    sentences = [speech.sentence(f"goal.{key}")]
    if speech.several_royals:
        sentences.append(speech.sentence("goal.one_is_enough"))
    return speech.item(*sentences, *_both(speech), topic="capture_royal")


def _extinction(speech: Speech, figures: Figures) -> Item:
    kinds = speech.sheet.goal.extinct
    letters = [speech.sheet.pieces[name].letter for name in kinds]
    had_by_both = all(letter in army for letter in letters for army in speech.game.armies.values())
    names = speech.listing(map(speech.name, kinds), "or") if kinds else ""
    key = "goal.extinction_all" if not kinds else "goal.extinction_one" if len(kinds) == 1 else "goal.extinction"
    had = "" if had_by_both else speech.say("goal.extinction_had")
    return speech.item(speech.sentence(key, list=names, had=had), *_in_hand(speech), *_both(speech), topic="extinction")


def _lose_all(speech: Speech, figures: Figures) -> Item:
    return speech.item(speech.sentence("goal.lose_all"), *_in_hand(speech), *_both(speech), topic="lose_all")


def _bare_royal(speech: Speech, figures: Figures) -> Item:
    which = speech.all_of(speech.sheet.royal.pieces) if speech.several_royals else None
    known = {"the_king": which} if which else {}
    return speech.item(speech.sentence("goal.bare_royal", **known), *_in_hand(speech), topic="bare_royal")


def _in_hand(speech: Speech) -> Iterator[str]:
    if speech.sheet.capture.hand:
        yield speech.sentence("goal.hand")


def _both(speech: Speech) -> Iterator[str]:
    """Who wins where one capture may bring it about for both; said once for several goals."""
    capture = speech.sheet.capture
    if len(speech.sheet.goal.win) == 1 and (capture.explosion or capture.own):
        yield speech.sentence("goal.both")


def _royal_reaches(speech: Speech, figures: Figures) -> Item:
    goal, game = speech.sheet.goal, speech.game
    squares = geometry.squares(game.region)
    sentences = [speech.sentence("goal.royal_reaches", royal=speech.royal, where=_where(speech, squares))]
    if goal.last_move:
        sides = ("white", "black") if game.begin.side is Side.WHITE else ("black", "white")
        first, second = (speech.say(f"goal.side.{side}") for side in sides)
        rule = "goal.last_move_only_to_level" if goal.last_move_only_to_level else "goal.last_move"
        sentences.append(speech.sentence(rule, first=first, second=second))
    return speech.item(*sentences, topic="royal_reaches", figure=_map(speech, squares, "goal.region_figure"))


def _where(speech: Speech, squares: list[int]) -> str:
    """Squares in words; whole ranks by their numbers."""
    existing = [square for square in geometry.squares(speech.game.board) if square >> 3 in {s >> 3 for s in squares}]
    if existing == squares:
        ranks = sorted({(square >> 3) + 1 for square in squares})
        return speech.say("goal.on_ranks", ranks_list=speech.ranks(ranks, "or"))
    names = speech.listing(map(geometry.square_name, squares), "or")
    return speech.say("goal.on_squares" if len(squares) > 1 else "goal.on_square", squares=names)


def _piece_reaches(speech: Speech, figures: Figures) -> Item:
    runners = speech.sheet.goal.runners
    squares = geometry.squares(geometry.arrival(speech.sheet, Side.WHITE))
    chosen = bool(speech.sheet.goal.runner_region)
    where = _where(speech, squares) if chosen else speech.say("goal.last_rank")
    sentences = [speech.sentence("goal.piece_reaches", list=speech.kinds(runners), where=where)]
    pawn = speech.sheet.pawn.piece
    if pawn in runners and set(squares) & set(geometry.squares(geometry.zone(speech.sheet, Side.WHITE, pawn))):
        sentences.append(speech.sentence("goal.pawn_arrives"))
    figure = _map(speech, squares, "goal.region_figure" if chosen else "goal.last_rank_figure")
    return speech.item(*sentences, topic="piece_reaches", figure=figure)


def _checks(speech: Speech, figures: Figures) -> Item:
    count = speech.sheet.goal.checks
    key = "goal.checks" if count > 1 else "goal.first_check"
    sentences = [speech.sentence(key, count=count)]
    if count > 1:
        sentences.append(speech.sentence("goal.checks_count"))
    return speech.item(*sentences, topic="checks")


def _map(speech: Speech, squares: list[int], key: str) -> Figure:
    """The start position with squares marked."""
    marks = tuple(geometry.square_name(square) for square in squares)
    return Figure(position=speech.game.start().text(), marks=marks, caption=speech.sentence(key))


_GOALS: dict[WinGoal, Callable[[Speech, Figures], Item]] = {
    "capture-royal": _capture_royal,
    "extinction": _extinction,
    "lose-all": _lose_all,
    "bare-royal": _bare_royal,
    "royal-reaches": _royal_reaches,
    "piece-reaches": _piece_reaches,
    "checks": _checks,
    "checkmate": _checkmate,
}


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
    return int(speech.game.compiled[int(layout.INSUFFICIENT)])


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
    kinds = int(speech.game.compiled[place])
    return [name for name, piece in speech.sheet.pieces.items() if kinds >> speech.game.types[piece.letter] & 1]
