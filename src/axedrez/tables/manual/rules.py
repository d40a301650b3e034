"""A rulebook of the tables family in words, written from its sheet: whatever the sheet changes, changes here.

The sentences are in the message catalogue (`rules.tables.…`); these modules choose them and fill in the sheet's values.
"""

from __future__ import annotations

from collections.abc import Iterator

from axedrez.core.derived import once_a_game
from axedrez.core.manual import Brief, Item, Manual, about_pieces
from axedrez.core.match_state import MAX_DRAWN
from axedrez.core.sides import Side
from axedrez.messages import say
from axedrez.rulesheet.settings import settings
from axedrez.tables.compile.checks import all_effects
from axedrez.tables.manual import brief as first_game
from axedrez.tables.manual import pieces
from axedrez.tables.manual.figures import Figures
from axedrez.tables.manual.speech import Speech
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.position_text import POINTS

VARIANTS = ("killer_queen", "berserker_king", "defective_rook")


@once_a_game
def rules(game: TablesGame, lang: str) -> Manual:
    """The complete rules in `lang` (`es` or `en`)."""
    speech, figures = Speech(game, lang), Figures(game, lang)
    sections = (
        speech.section("goal", _goal(speech), "goal"),
        speech.section("board", _board(speech, figures)),
        speech.section("turn", _turn(speech)),
        speech.section("pieces", pieces.pieces(speech, figures)),
        speech.section("captures", pieces.captures(speech, figures)),
        speech.section("pushes", pieces.pushes(speech, figures)),
        speech.section("bar", pieces.bar(speech, figures)),
        speech.section("ends", _ends(speech, figures)),
        speech.section("variants", _variants(speech)),
        speech.section("about", _about(speech)),
    )
    return Manual(
        title=game.sheet.names.in_lang(lang), sections=tuple(section for section in sections if section.items)
    )


@once_a_game
def brief(game: TablesGame, lang: str) -> Brief:
    """What one has to know in a first game, in `lang`."""
    speech = Speech(game, lang)
    return Brief(
        goal=first_game.goal(speech).text,
        courses=first_game.courses(speech),
        points=tuple(first_game.points(speech)),
        pieces=about_pieces(rules(game, lang)),
    )


def _goal(speech: Speech) -> Iterator[Item]:
    yield first_game.goal(speech)
    yield from (Item(text=course.text) for course in first_game.courses(speech))
    yield from (Item(text=point) for point in first_game.points(speech))


def _board(speech: Speech, figures: Figures) -> Iterator[Item]:
    castle = speech.sheet.race.castle
    white, black = f"1–{castle}", f"{POINTS + 1 - castle}–{POINTS}"
    yield speech.item(
        speech.sentence("board", points=POINTS, white=white, black=black),
        speech.sentence("board.distance"),
        topic="board",
    )
    # Boards with chess figures are seated as G-1b says; those of backgammon as backgammon is.
    figured = len(speech.sheet.pieces) > 1
    names = ("seats", "seats.figures") if figured else ("seats.home",)
    yield speech.item(*map(speech.sentence, names), topic="seats")
    army = speech.game.ruleset.army
    entries = [
        speech.say(
            "army.entry",
            count=army.count(kind.letter),
            name=speech.name(name) if army.count(kind.letter) == 1 else speech.names(name),
            letter=speech.letter(name),
        )
        for name, kind in speech.sheet.pieces.items()
        if kind.letter in army
    ]
    yield speech.item(speech.sentence("army", count=len(army), list=speech.listing(entries)), topic="army")
    start = speech.sentence("start", white=_places(speech, Side.WHITE), black=_places(speech, Side.BLACK))
    yield speech.item(start, topic="start", figure=figures.start(speech.sentence("start.figure")))


def _places(speech: Speech, side: Side) -> str:
    points = speech.game.start().setup().points
    entries = []
    for number in range(POINTS, 0, -1) if side is Side.WHITE else range(1, POINTS + 1):
        own = [letter for letter in points[number - 1] if letter.isupper() == (side is Side.WHITE)]
        if own:
            entries.append(speech.say("start.entry", point=number, list=speech.counted("".join(own))))
    return "; ".join(entries)


def _turn(speech: Speech) -> Iterator[Item]:
    kinds = speech.sheet.pieces.values()
    yield speech.item(speech.sentence("opening"), topic="turn")
    sentences = [speech.sentence("dice")]
    abilities = {ability for kind in kinds for ability in kind.abilities}
    if abilities:
        sentences.append(speech.sentence("dice.abilities"))
    if "twice" in abilities:
        sentences.append(speech.sentence("dice.twice"))
    if any(kind.captured_together_by for kind in kinds):
        sentences.append(speech.sentence("dice.joint"))
    backward = any(kind.backward for kind in kinds)
    if backward:
        sentences.append(speech.sentence("dice.castle"))
    yield speech.item(*sentences, topic="dice")
    yield speech.item(speech.sentence("larger_die"), topic="larger_die")
    yield speech.item(speech.sentence("doubles"), topic="doubles")
    mixing = [speech.sentence("one_die.backward"), speech.sentence("one_die.edge")] if backward else []
    yield speech.item(speech.sentence("one_die"), *mixing, topic="one_die")


def _ends(speech: Speech, figures: Figures) -> Iterator[Item]:
    sheet = speech.sheet
    officers = any(not kind.bears_off or kind.backward for kind in sheet.pieces.values())
    yield speech.item(speech.sentence("off.officers" if officers else "off"), topic="off")
    yield _bearing_off(speech, figures)
    end = [speech.sentence("end"), speech.sentence("end.other_draw" if sheet.end.no_progress else "end.no_draw")]
    if sheet.race.win_uses_all_dice:
        end.append(speech.sentence("end.whole"))
    if any(kind.captured_together_by for kind in sheet.pieces.values()):
        end.append(speech.sentence("end.joint"))
    yield speech.item(*end, topic="borne_off")
    scoring = sheet.scoring
    yield speech.item(
        speech.sentence("points", single=scoring.single, gammon=scoring.gammon, backgammon=scoring.backgammon),
        topic="points",
    )
    if still := sheet.end.no_progress:
        progress = speech.sentence(
            "end.no_progress" if sheet.royal.piece else "end.no_progress_pawn", turns=still, both=2 * still
        )
        yield speech.item(progress, speech.sentence("end.no_progress.match", games=MAX_DRAWN), topic="no_progress")
    yield speech.item(speech.sentence("cap"), topic="cap")
    match = [speech.sentence("match", length=sheet.match.length)]
    match.append(speech.sentence("match.cube" if sheet.match.cube else "match.no_cube"))
    if sheet.match.cube and sheet.match.crawford:
        match.append(speech.sentence("match.crawford"))
    conduct = speech.game.conduct
    if sheet.match.cube and not (conduct.jacoby or conduct.beavers):
        match.append(speech.sentence("match.cube.plain"))
    if conduct.jacoby:
        match.append(speech.sentence("match.jacoby"))
    if conduct.beavers:
        match.append(speech.sentence("match.beavers"))
    yield speech.item(*match, topic="match")
    yield speech.item(speech.sentence("resignation"), topic="resignation")


def _bearing_off(speech: Speech, figures: Figures) -> Item:
    by_pips = [name for name, kind in speech.sheet.pieces.items() if kind.bears_off and kind.pace == "pips"]
    slow = [name for name, kind in speech.sheet.pieces.items() if kind.bears_off and kind.pace == "one-point"]
    sentences = []
    if by_pips:
        names = speech.listing(map(speech.names, by_pips))
        sentences.append(speech.sentence("off.exact" if speech.sheet.race.exact else "off.larger", names=names))
    sentences += [speech.sentence("off.slow", **speech.forms("it", name)) for name in slow]
    return speech.item(*sentences, topic="bearing_off", figure=pieces.figure(speech, figures.bearing_off(), "off"))


def _variants(speech: Speech) -> Iterator[Item]:
    offered = [name for name in VARIANTS if f"{name}=true" in speech.sheet.effects]
    for name in offered:
        on = getattr(speech.sheet.options, name)
        yield speech.item(
            speech.sentence(f"variant.{name}"),
            speech.sentence("variant.on" if on else "variant.off"),
            speech.sentence("variant.option", option=name),
            topic=name,
        )
    if len(offered) > 1:
        yield speech.item(speech.sentence("variants"), topic="variants")


def _about(speech: Speech) -> Iterator[Item]:
    sheet = speech.sheet
    sentences = [sheet.summary.in_lang(speech.lang)] if sheet.summary else []
    if sheet.source:
        sentences.append(say("rules.about.source", speech.lang, source=sheet.source.in_lang(speech.lang)))
    sentences.append(say("rules.about.sheet", speech.lang, id=sheet.id, schema=sheet.schema))
    yield speech.item(*sentences, topic="about")
    yield speech.item(*_notation(speech), topic="notation")
    changeable = dict.fromkeys(f"options.{effect.partition('=')[0]}" for effect in all_effects(sheet))
    if changeable:
        found = settings(speech.game.sheet, changeable, speech.lang)
        listed = "; ".join(speech.say("about.option", name=each.name, value=each.value) for each in found)
        yield speech.item(speech.sentence("about.options", list=listed), topic="options")


def _notation(speech: Speech) -> Iterator[str]:
    """The signs that the captions of figures and the record use."""
    kinds = speech.sheet.pieces.values()
    yield speech.sentence("notation")
    if any(kind.captured_together_by for kind in kinds):
        yield speech.sentence("notation.joint")
    if speech.sheet.royal.piece:
        yield speech.sentence("notation.king")
    if any(ability.endswith("-one") for kind in kinds for ability in kind.abilities):
        yield speech.sentence("notation.abilities")
