"""Winning and losing in words (C-16 … C-18, D-1, D-2, D-3, T-5, M-5)."""

from __future__ import annotations

from collections.abc import Iterator

from axedrez.chess import geometry
from axedrez.chess.kernel.compile import orthodox_endings
from axedrez.chess.manual import draws
from axedrez.chess.manual.figures import Figures
from axedrez.chess.manual.grammar import Speech
from axedrez.core.manual import Figure, Item
from axedrez.core.sides import Side

ORDER = (
    *("capture-royal", "extinction", "lose-all", "bare-royal", "royal-reaches", "piece-reaches", "checks"),
    "checkmate",
)
"""The goals in the order in which they are judged."""


def ends(speech: Speech, figures: Figures) -> Iterator[Item]:
    """The ends that somebody wins, those without result, and the points."""
    sheet = speech.sheet
    wins = [name for name in ORDER if name in sheet.goal.win]
    if len(wins) > 1:
        yield speech.item(speech.sentence("goals"))
    for name in wins:
        yield _GOALS[name](speech, figures)
    if speech.checks and sheet.royal.give_check and "checkmate" not in wins:
        yield speech.item(speech.sentence(f"no_mate.{sheet.goal.stalemate}"), topic="stalemate")
    if sheet.goal.stalemate != "draw" or not draws.can_be_stuck(speech):
        yield draws.stalemate(speech, figures)
    yield speech.item(speech.sentence("resignation"), topic="resignation")
    if orthodox_endings(sheet):
        yield speech.item(speech.sentence(f"time.{sheet.clock.flag_without_mating_material}"), topic="time")
    else:
        # Nothing is decided here: everybody is taken to be able to win.
        yield speech.item(speech.sentence("time.loss"), clause=speech.game.clause("time"))
    if sheet.draws.abandonment:
        yield speech.item(speech.sentence("abandoned"), topic="abandoned")
    if "automatic" not in (sheet.draws.repetition.mode, sheet.draws.move_limit.mode):
        yield speech.item(speech.sentence("cap"), topic="cap")
    scoring = sheet.scoring
    points = [speech.sentence("points", win=speech.number(scoring.win), loss=speech.number(scoring.loss))]
    if draws.drawable(speech):
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
    sentences = [speech.sentence("goal.piece_reaches", list=speech.kinds(runners))]
    if speech.sheet.pawn.piece in runners:
        sentences.append(speech.sentence("goal.pawn_arrives"))
    squares = geometry.squares(geometry.zone(speech.sheet, Side.WHITE))
    return speech.item(*sentences, topic="piece_reaches", figure=_map(speech, squares, "goal.last_rank_figure"))


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


_GOALS = {
    "capture-royal": _capture_royal,
    "extinction": _extinction,
    "lose-all": _lose_all,
    "bare-royal": _bare_royal,
    "royal-reaches": _royal_reaches,
    "piece-reaches": _piece_reaches,
    "checks": _checks,
    "checkmate": _checkmate,
}
