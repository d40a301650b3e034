"""A rulebook of the chess family in words, written from its sheet: whatever the sheet changes, changes here.

The sentences are in the message catalogue (`rules.…`); these modules choose them and fill in the sheet's values.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from axedrez.chess.manual import brief as first_game
from axedrez.chess.manual import ends, moves, start, turns
from axedrez.chess.manual.figures import Figures
from axedrez.chess.manual.speech import Speech
from axedrez.chess.position.game import ChessGame
from axedrez.core.derived import once_a_game
from axedrez.core.manual import Brief, Item, Manual, about_pieces
from axedrez.messages import LANGUAGES, catalogue


def rules(game: ChessGame, lang: str) -> Manual:
    """The complete rules in `lang` (`es` or `en`). Raises KeyError for another language."""
    return _books(game)[lang].rules


def brief(game: ChessGame, lang: str) -> Brief:
    """What one has to know in a first game, in `lang`. Raises like `rules`."""
    return _books(game)[lang].brief


class _Book(NamedTuple):
    """What is written about a game in one language."""

    rules: Manual
    brief: Brief


@once_a_game
def _books(game: ChessGame) -> dict[str, _Book]:
    """In all languages at once: to find the figures takes longer than to write, and games may not keep positions."""
    figures = Figures(game)
    return {lang: _written(Speech(game, lang), figures) for lang in LANGUAGES}


def _written(speech: Speech, figures: Figures) -> _Book:
    sections = (
        speech.section("goal", _goal(speech, figures), "goal"),
        speech.section("board", start.board(speech)),
        speech.section("turn", turns.turn(speech)),
        speech.section("moves", moves.moves(speech, figures)),
        speech.section("captures", turns.captures(speech, figures)),
        speech.section("special", _special(speech, figures)),
        speech.section(
            "check" if speech.checks and speech.sheet.royal.give_check else "tries", turns.check(speech, figures)
        ),
        speech.section("ends", ends.ends(speech, figures)),
        speech.section("draws", ends.draws(speech, figures)),
        speech.section("about", _about(speech)),
    )
    written = Manual(
        title=speech.sheet.names.in_lang(speech.lang), sections=tuple(section for section in sections if section.items)
    )
    first = Brief(
        goal=first_game.goal(speech, figures),
        courses=first_game.courses(speech),
        points=tuple(first_game.points(speech)),
        pieces=about_pieces(written),
    )
    return _Book(written, first)


def _goal(speech: Speech, figures: Figures) -> Iterator[Item]:
    yield Item(text=first_game.goal(speech, figures))
    yield from (Item(text=course.text) for course in first_game.courses(speech))
    yield from (Item(text=point) for point in first_game.points(speech))


def _special(speech: Speech, figures: Figures) -> Iterator[Item]:
    """En passant, promotions and castling."""
    yield from moves.en_passant(speech, figures)
    for name in speech.sheet.promotion:
        yield moves.promotion(speech, figures, name)
    yield from moves.castling(speech, figures)


def _about(speech: Speech) -> Iterator[Item]:
    sheet = speech.sheet
    if terms := list(_terms(speech)):
        yield speech.item(speech.sentence("about.terms", list=speech.listing(terms)), topic="terms")
    sentences = [sheet.summary.in_lang(speech.lang)] if sheet.summary else []
    if sheet.same_law_as:
        sentences.append(speech.sentence("about.same_law", name=sheet.same_law_as))
    if sheet.source:
        sentences.append(speech.sentence("about.source", source=sheet.source.in_lang(speech.lang)))
    yield speech.item(*sentences, speech.sentence("about.sheet", id=sheet.id, schema=sheet.schema))


def _terms(speech: Speech) -> Iterator[str]:
    """The words of the sheet that are not the ordinary ones."""
    for term, words in speech.sheet.terms.items():
        word, ordinary = words.in_lang(speech.lang), catalogue(speech.lang).get(f"rules.term.{term}", term)
        if word != ordinary:
            yield speech.say("about.term", word=word, meaning=ordinary)
