"""A rulebook of the chess family in words, written from its sheet: whatever the sheet changes, changes here.

The sentences are in the message catalogue (`rules.…`); this module chooses them and fills in the sheet's values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

from axedrez.chess import geometry, words_ends, words_pieces
from axedrez.chess.game import ChessGame
from axedrez.chess.words_figures import Figures
from axedrez.chess.words_grammar import Speech
from axedrez.core.manual import Figure, Item, Manual
from axedrez.core.sides import Side
from axedrez.messages import catalogue
from axedrez.rulesheet.sheet import Id

SYMBOLS = {"king": "♔", "queen": "♕", "rook": "♖", "bishop": "♗", "knight": "♘", "pawn": "♙"}


@lru_cache(maxsize=32)
def rules(game: ChessGame, lang: str) -> Manual:
    """The complete rules in `lang` (`es` or `en`)."""
    speech, figures = Speech(game, lang), Figures(game)
    sections = (
        speech.section("board", _board(speech)),
        speech.section("turn", _turn(speech)),
        speech.section("moves", words_pieces.moves(speech, figures)),
        speech.section("special", words_pieces.special(speech, figures)),
        speech.section("check", words_ends.check(speech, figures)),
        speech.section("ends", words_ends.ends(speech, figures)),
        speech.section("draws", words_ends.draws(speech, figures)),
        speech.section("about", _about(speech)),
    )
    return Manual(
        title=game.sheet.names.in_lang(lang), sections=tuple(section for section in sections if section.items)
    )


def _board(speech: Speech) -> Iterator[Item]:
    board = speech.sheet.board
    both_light = board.files % 2 == 0 and board.ranks % 2 == 0
    yield speech.item(
        speech.sentence("board", files=board.files, ranks=board.ranks),
        speech.sentence("board.corner_light" if both_light else "board.corner_dark"),
        speech.sentence("board.names", last_file=geometry.FILES[board.files - 1], ranks=board.ranks),
        topic="board",
    )
    if board.holes:
        yield speech.item(speech.sentence("board.holes", squares=speech.listing(board.holes)), topic="board")
    yield _armies(speech)
    yield _start(speech)


def _armies(speech: Speech) -> Item:
    white, black = (Counter(speech.game.armies[side]) for side in (Side.WHITE, Side.BLACK))
    if white == black:
        return speech.item(_army(speech, "army", white), topic="start")
    return speech.item(_army(speech, "army.white", white), _army(speech, "army.black", black), topic="start")


def _army(speech: Speech, key: str, army: Counter[str]) -> str:
    entries = []
    for name, piece in speech.sheet.pieces.items():
        if count := army[piece.letter]:
            symbol = f", {SYMBOLS[piece.glyph]}" if piece.glyph in SYMBOLS else ""
            if piece.glyph and not symbol:
                symbol = speech.say("army.drawing", glyph=piece.glyph)
            letter = piece.letter_es or piece.letter if speech.lang == "es" else piece.letter
            entries.append(
                speech.say("army.entry", count=count, name=speech.counted(count, name), letter=letter, symbol=symbol)
            )
    return speech.sentence(key, count=army.total(), list=speech.listing(entries))


def _start(speech: Speech) -> Item:
    start = speech.game.start()
    letters = start.letters()
    white, black = (
        {square: letter for square, letter in letters.items() if letter.isupper() == upper} for upper in (True, False)
    )
    sentences = [speech.sentence("start.white", rows=_rows(speech, white))]
    last = speech.sheet.board.ranks - 1
    mirrored = {(square & 7) + 8 * (last - (square >> 3)): letter.lower() for square, letter in white.items()}
    if mirrored == black:
        sentences.append(speech.sentence("start.mirror"))
    else:
        sentences.append(speech.sentence("start.black", rows=_rows(speech, black)))
    for name, piece in speech.sheet.pieces.items():
        homes = [
            [s for s, found in letters.items() if found == letter] for letter in (piece.letter, piece.letter.lower())
        ]
        if name != speech.sheet.royal.piece and all(map(len, homes)) and _own_colours(*homes):
            sentences.append(speech.sentence("start.own_colour", **speech.forms("it", name)))
    figure = Figure(position=start.text(), caption=speech.sentence("start.figure"))
    return speech.item(*sentences, topic="start", figure=figure)


def _own_colours(white: list[int], black: list[int]) -> bool:
    """Whether one piece of each side stands on a square of its owner's colour."""
    light = [((square & 7) + (square >> 3)) % 2 == 1 for square in (*white, *black)]
    return light == [True, False]


def _rows(speech: Speech, pieces: dict[int, str]) -> str:
    """`on rank 1, from file a: rook, knight …`, one entry for each unbroken row of pieces."""
    names = {piece.letter: name for name, piece in speech.sheet.pieces.items()}
    rows = []
    # Neighbours on a rank have the same difference between square and place in the list; rank ends break it too.
    numbered = enumerate(sorted(pieces))
    for _, group in groupby(numbered, key=lambda pair: (pair[1] - pair[0], pair[1] >> 3)):
        squares = [square for _, square in group]
        kinds: list[tuple[Id, int]] = [
            (kind, len(list(same))) for kind, same in groupby(names[pieces[square].upper()] for square in squares)
        ]
        listed = speech.listing(
            speech.name(kind) if count == 1 else f"{count} {speech.names(kind)}" for kind, count in kinds
        )
        first = squares[0]
        rows.append(speech.say("start.row", rank=(first >> 3) + 1, file=geometry.FILES[first & 7], list=listed))
    return "; ".join(rows)


def _turn(speech: Speech) -> Iterator[Item]:
    first = "turn.white" if speech.game.start().turn is Side.WHITE else "turn.black"
    yield speech.item(speech.sentence(first), speech.sentence("turn"), topic="turn")
    yield speech.item(speech.sentence("own"), topic="own_piece")
    yield speech.item(speech.sentence("royal"), topic="royal")


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
