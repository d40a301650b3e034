"""Board, armies and start position in words (C-1, C-2, M-1, M-3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from axedrez.chess.manual import turns
from axedrez.chess.manual.speech import Speech
from axedrez.chess.sheet import betza, geometry
from axedrez.core.manual import Figure, Item
from axedrez.core.sides import Side
from axedrez.rulesheet.sheet import Id

SYMBOLS = {"king": "♔", "queen": "♕", "rook": "♖", "bishop": "♗", "knight": "♘", "pawn": "♙"}


def board(speech: Speech) -> Iterator[Item]:
    """The board, the armies, and how they stand at first."""
    size = speech.sheet.board
    both_light = size.files % 2 == 0 and size.ranks % 2 == 0
    yield speech.item(
        speech.sentence("board", files=size.files, ranks=size.ranks),
        speech.sentence("board.corner_light" if both_light else "board.corner_dark"),
        speech.sentence("board.names", last_file=geometry.FILES[size.files - 1], ranks=size.ranks),
        topic="board",
    )
    if size.holes:
        yield speech.item(speech.sentence("board.holes", squares=speech.listing(size.holes)), topic="board")
    yield _armies(speech)
    yield _start(speech)
    if speech.sheet.start.shuffle != "none":
        yield _shuffle(speech)
    if speech.sheet.start.setup:
        yield _setup(speech)


def _armies(speech: Speech) -> Item:
    white, black = (Counter(speech.game.armies[side]) for side in (Side.WHITE, Side.BLACK))
    if white == black:
        return speech.item(_army(speech, "army", white), topic="start")
    return speech.item(_army(speech, "army.white", white), _army(speech, "army.black", black), topic="start")


def _army(speech: Speech, key: str, army: Counter[str]) -> str:
    entries = []
    for name, piece in speech.sheet.pieces.items():
        if count := army[piece.letter]:
            # Letter and drawing stay on one line.
            symbol = f",\N{NO-BREAK SPACE}{SYMBOLS[piece.glyph]}" if piece.glyph in SYMBOLS else ""
            if piece.glyph not in ("", name) and not symbol:
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
    sentences = []
    if speech.sheet.start.shuffle != "none":
        sentences.append(speech.sentence("start.before"))
    if white:
        sentences.append(speech.sentence("start.white", rows=_rows(speech, white)))
    last = speech.sheet.board.ranks - 1
    mirrored = {(square & 7) + 8 * (last - (square >> 3)): letter.lower() for square, letter in white.items()}
    if not black:
        pass
    elif mirrored == black:
        sentences.append(speech.sentence("start.mirror"))
    else:
        sentences.append(speech.sentence("start.black", rows=_rows(speech, black)))
    if not white and not black:
        sentences.append(speech.sentence("start.empty"))
    if speech.sheet.start.shuffle == "none":
        sentences += _on_own_colours(speech, letters)
    caption = "start.figure" if speech.sheet.start.shuffle == "none" else "start.figure_before"
    figure = Figure(position=start.text(), caption=speech.sentence(caption))
    return speech.item(*sentences, topic="start", figure=figure)


def _on_own_colours(speech: Speech, letters: dict[int, str]) -> Iterator[str]:
    for name, piece in speech.sheet.pieces.items():
        homes = [
            square for sign in (piece.letter, piece.letter.lower()) for square in letters if letters[square] == sign
        ]
        light = [((square & 7) + (square >> 3)) % 2 == 1 for square in homes]
        white_first = len(homes) == 2 and letters[homes[0]].isupper() and letters[homes[1]].islower()
        if name not in speech.sheet.royal.pieces and white_first and light == [True, False]:
            yield speech.sentence("start.own_colour", **speech.forms("it", name))


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
        known = {"rank": (first >> 3) + 1, "file": geometry.FILES[first & 7], "square": geometry.square_name(first)}
        rows.append(speech.say("start.row" if len(squares) > 1 else "start.row_one", list=listed, **known))
    return "; ".join(rows)


def _shuffle(speech: Speech) -> Item:
    """Chance arranges the first rank."""
    start, count = speech.sheet.start, len(speech.game.arrangements)
    if start.shuffle == "free":
        text = speech.sentence("start.shuffle.free", count=count)
    else:
        diagonal = set(betza.parse("B"))
        letters = {letter for square, letter in speech.game.begin.pieces.items() if square < 8}
        bishops = [
            name
            for name, piece in speech.sheet.pieces.items()
            if piece.letter in letters and set(betza.parse(piece.movement)) == diagonal
        ]
        text = speech.sentence("start.shuffle.chess960", count=count, bishops=speech.all_of(bishops))
    return speech.item(
        text, speech.sentence("start.shuffle.mirrored" if start.mirrored else "start.shuffle.apart"), topic="start"
    )


def _setup(speech: Speech) -> Item:
    """The players place what they have in hand."""
    white, black = (Counter(speech.game.begin.hand), Counter(speech.game.begin.hand.swapcase()))
    sentences = []
    if white == black:
        sentences.append(_hand(speech, "start.hand", white))
    else:
        sentences += [_hand(speech, f"start.hand.{word}", hand) for word, hand in (("white", white), ("black", black))]
    sentences = [sentence for sentence in sentences if sentence]
    ranks = set(speech.sheet.start.setup_ranks)
    home = speech.say(f"start.setup.rank{'s' if len(ranks) > 1 else ''}", ranks_list=speech.ranks(ranks))
    sentences.append(speech.sentence("start.setup", home=home))
    sentences += turns.barred(speech)
    if speech.checks:
        sentences.append(speech.sentence("start.setup.check"))
    sentences.append(speech.sentence("start.setup.goals"))
    return speech.item(*sentences, topic="drop" if speech.game.clause("drop") else "start")


def _hand(speech: Speech, key: str, hand: Counter[str]) -> str:
    """What a side holds at first; `hand` has its letters in upper case, and those of the opponent."""
    entries = [
        speech.say("start.hand.entry", count=hand[piece.letter], name=speech.counted(hand[piece.letter], name))
        for name, piece in speech.sheet.pieces.items()
        if hand[piece.letter]
    ]
    return speech.sentence(key, list=speech.listing(entries)) if entries else ""
