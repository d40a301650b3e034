"""A game of the chess family and its slow twin, move by move: everything that they do not agree on, in words."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from axedrez import History
from axedrez.chess.position.game import ChessGame, ChessPosition
from tests import sheets
from tests.naive import variants
from tests.naive.variants import Rules
from tests.naive.variants.position import Position

# Whether material suffices is compared for the orthodox game only: it is about its pieces (C-23).
LEFT_OUT = ("insufficient_material",)


def rules_of(game: ChessGame) -> Rules:
    """The slow twin's reading of a loaded game's sheet."""
    return variants.rules_of(game.sheet)


def chances(position: ChessPosition) -> set[str]:
    """The outcomes of chance as texts."""
    return {str(outcome) for outcome, _ in position.chance_outcomes()}


def differences(position: ChessPosition, twin: Position, after: int = 1000) -> Iterator[str]:
    """What differs in a position, and in the text and end after some of its moves."""
    text = variants.write(twin)
    if text_of(position) != text:
        yield f"text: kernel {position.text()}, twin {text}"
    elif twin.end is None and position.game.parse(text) != position:
        yield f"read again: {position.game.parse(text).text()}"
    legal, moves = sheets.ucis(position), {move.uci: move for move in twin.legal_moves()}
    expected = set(moves)
    if legal != expected:
        yield f"moves: only kernel {sorted(legal - expected)}, only twin {sorted(expected - legal)}"
    rolls, wanted = chances(position), set(twin.chance())
    if rolls != wanted:
        yield f"chance: only kernel {sorted(rolls - wanted)[:9]}, only twin {sorted(wanted - rolls)[:9]}"
    for move in sorted(legal & expected | rolls & wanted)[:: 1 + len(legal | rolls) // after]:
        later, twins = position.play(move), twin.after(moves[move]) if move in moves else twin.play(move)
        if text_of(later) != variants.write(twins):
            yield f"after {move}: kernel {later.text()}, twin {variants.write(twins)}"
        ended, due = end(later), twins.outcome()
        if ended != due and LEFT_OUT[0] not in ((ended or due or "")[1], (due or ended or "")[1]):
            yield f"end after {move}: kernel {ended}, twin {due}"


def text_of(position: ChessPosition) -> str:
    """The text without the winner, which the twin does not write."""
    text, _, winner = position.text().partition(" over=")
    assert not winner or not position.legal_moves()
    return text


def end(position: ChessPosition, history: History | None = None) -> tuple[str, str] | None:
    """The result and reason of the end that came by itself."""
    ended = position.outcome(history)
    return (ended.result, ended.reason) if ended else None


def games(game: ChessGame, random: Random, plies: int) -> Iterator[tuple[ChessPosition, Position, str]]:
    """The positions of a random game with their twins, and how both say it has ended; it stops when they differ."""
    position, twin, history = game.start(), variants.start(rules_of(game)), History()
    keys: list[tuple[object, ...]] = []
    for _ in range(plies):
        ended, due = end(position, history), twin.outcome(keys)
        apart = f"end: kernel {ended}, twin {due}" if ended != due and LEFT_OUT[0] not in str((ended, due)) else ""
        yield position, twin, apart
        if ended or due:
            return
        moves = {move.uci: move for move in twin.legal_moves()}
        choices = sorted(sheets.ucis(position) & moves.keys() or chances(position) & set(twin.chance()))
        if not choices:
            return
        captures = [text for text in choices if text in moves and twin.is_capture(moves[text])]
        text = random.choice(captures if captures and random.random() < 0.3 else choices)
        history = history.after(position)
        keys.append(twin.key())
        position, twin = position.play(text), twin.after(moves[text]) if text in moves else twin.play(text)


def faults(game: ChessGame, seed: int | str, plies: int = 200, compared: int = 20, after: int = 12) -> Iterator[str]:
    """What the game and its twin do not agree on in a random game; about `compared` positions are looked into."""
    random = Random(seed)
    for position, twin, apart in games(game, random, plies):
        if apart:
            yield f"{position.text()}: {apart}"
        if random.random() < compared / plies * 3:
            yield from (f"{position.text()}: {difference}" for difference in differences(position, twin, after))
