"""Random games of chess, and a writer of PGN in the manners of sites, programs and people: clocks, letters, slips.

The games are played and spelled by python-chess, so what is read is held against what somebody else wrote.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

import chess

from axedrez import gamefiles
from axedrez.chess.gamefiles.pgn.letters import TONGUES
from axedrez.core.game_record import FileFault

TO_AND_FRO = (("g1f3", "g8f6", "f3g1", "f6g8"), ("b1c3", "b8c6", "c3b1", "c6b8"))
FIGURES = dict(zip("KQRBN", "♔♕♖♗♘", strict=True))
SIGNS = ("!", "?", "!!", "??", "!?", "?!", " $1", " $14", " +=", " ±")
NAMES = ("Ana", "Peña, José", "García-López", "Søren Ø.", "Anonymous", "?")
RESULTS = {
    "1-0": ("1-0", "1‑0", "1–0", "1-0 (Black lost on time)", "1-0 {Black resigns}"),
    "0-1": ("0-1", "0–1", "0-1 {White forfeits on time}"),
    "1/2-1/2": ("1/2-1/2", "½-½", "0,5-0,5", "1/2-1/2 {Game drawn by repetition}"),
    "*": ("*",),
}
"""How results are written."""


class Written(NamedTuple):
    """A game as it was played: moves in UCI and in SAN, the result, and the names of the players."""

    moves: tuple[str, ...]
    spelled: tuple[str, ...]
    result: str
    white: str
    black: str


def games(rng: random.Random) -> Iterator[Written]:
    """Games without end. Some go on after a position has come three times or more, as games between people do."""
    while True:
        board, moves, spelled = chess.Board(), list[str](), list[str]()
        for uci in rng.choice(TO_AND_FRO) * rng.choice((0, 0, 0, 0, 2, 4)):
            moves.append(uci)
            spelled.append(board.san(chess.Move.from_uci(uci)))
            board.push_uci(uci)
        for _ in range(rng.randrange(1, 140)):
            legal = sorted(board.legal_moves, key=str)
            if not legal:
                break
            # Captures, castling, promotions and checks more often than by chance.
            telling = [
                m for m in legal if board.is_capture(m) or m.promotion or board.is_castling(m) or rng.random() < 0.1
            ]
            move = rng.choice(telling if telling and rng.random() < 0.4 else legal)
            moves.append(move.uci())
            spelled.append(board.san(move))
            board.push(move)
        over = board.outcome(claim_draw=False)
        # Where the last position is drawn by our rules, these prevail over what is written.
        drawn = board.is_repetition(3) or board.halfmove_clock >= 100
        result = over.result() if over else "1/2-1/2" if drawn else rng.choice(("1-0", "0-1", "1/2-1/2", "*"))
        yield Written(tuple(moves), tuple(spelled), result, rng.choice(NAMES), rng.choice(NAMES))


class Manner(NamedTuple):
    """How somebody writes: letters of a language, and how often each habit or slip comes."""

    letters: dict[str, str]
    clocks: bool
    numbers: str
    tags: str
    slips: float


def manner(rng: random.Random, *, english: bool) -> Manner:
    """The manner of a file."""
    tongue = rng.choice(sorted(TONGUES)) if not english else ""
    return Manner(
        letters={} if english else tongue_of(tongue),
        clocks=rng.random() < 0.3,
        numbers=rng.choice(("1. ", "1.", "", "each")),
        tags=rng.choice(("seven", "seven", "late", "none")),
        slips=rng.choice((0.0, 0.0, 0.03, 0.15)),
    )


def tongue_of(name: str) -> dict[str, str]:
    """The letters of a language by the English ones."""
    return dict(zip("KQRBN", TONGUES[name], strict=True))


def written(game: Written, how: Manner, rng: random.Random) -> str:
    """A game as somebody writes it."""
    words: list[str] = []
    board = chess.Board()
    for ply, (uci, san) in enumerate(zip(game.moves, game.spelled, strict=True)):
        number = ply // 2 + 1
        if how.numbers == "each" or (how.numbers and ply % 2 == 0):
            dots = "." if ply % 2 == 0 else "..."
            words.append(f"{number}{dots}{'' if how.numbers == '1.' else ' '}")
        words.append(_spelled(board, chess.Move.from_uci(uci), san, how, rng) + " ")
        board.push_uci(uci)
        if how.clocks:
            words.append(
                f"{{ [%eval {rng.uniform(-3, 3):.2f}] [%clk 0:{rng.randrange(60):02}:{rng.randrange(60):02}] }} "
            )
        if rng.random() < how.slips:
            words.append(_aside(board, rng) + " ")
    ending = rng.choice(RESULTS[game.result]) if rng.random() < max(how.slips, 0.1) else game.result
    movetext = _wrapped("".join(words) + ending, rng)
    return f"{_tags(game, how)}{movetext}\n\n"


def _tags(game: Written, how: Manner) -> str:
    tags = {"Event": "Some Open", "Site": "?", "Date": "2026.01.31", "Round": "1", "White": game.white}
    tags |= {"Black": game.black, "Result": game.result}
    if how.tags == "none":
        return ""
    if how.tags == "late":
        tags = {"Annotator": "somebody", **tags}
    return "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + "\n"


def _spelled(board: chess.Board, move: chess.Move, san: str, how: Manner, rng: random.Random) -> str:
    text = "".join(how.letters.get(sign, sign) for sign in san)
    if rng.random() >= how.slips:
        return text
    if board.is_castling(move):
        return text.replace("O", "0") if rng.random() < 0.5 else text.replace("-", "–")
    if board.is_en_passant(move):
        return text + rng.choice(("e.p.", " e.p.", " ep"))
    if move.promotion:
        return text.replace("=", rng.choice(("", "="))) if not how.letters else text
    return rng.choice(
        (
            text.rstrip("+#"),
            text + rng.choice(SIGNS),
            "".join(FIGURES.get(sign, sign) for sign in san),
            move.uci() if not how.letters else text,
            text.replace("x", ""),
            text.replace("x", ":"),
        )
    )


def _aside(board: chess.Board, rng: random.Random) -> str:
    """What stands between two moves and changes nothing."""
    legal = sorted(board.legal_moves, key=str)
    other = board.san(rng.choice(legal)) if legal else "--"
    number = f"{board.fullmove_number}{'.' if board.turn else '...'}"
    board.push(chess.Move.null())
    threat = next((board.san(move) for move in board.legal_moves), "")
    board.pop()
    return rng.choice(
        (
            "{a fine move}",
            '{\n[Date "2020"]\n}',
            "{with {nested} braces}",
            f"({number} {other})",
            f"({number} {other} {{better}} $6)",
            f"({number} Qz9)",
            f"({number} -- {threat})",
            ")",
            ";aside\n",
        )
    )


def _wrapped(text: str, rng: random.Random) -> str:
    """In lines of at most 80 signs, or in one."""
    if rng.random() < 0.3:
        return text
    lines: list[str] = []
    for line in text.split("\n"):
        lines.append("")
        for word in line.split(" "):
            if len(lines[-1]) + len(word) >= 79:
                lines.append("")
            lines[-1] += f" {word}" if lines[-1] else word
    return "\n".join(lines)


def encoded(text: str, rng: random.Random) -> bytes:
    """A file in one of the encodings of the world."""
    encoding = rng.choice(("utf-8", "utf-8", "utf-8-sig", "utf-16", "cp1252"))
    if rng.random() < 0.3:
        text = text.replace("\n", "\r\n")
    try:
        return text.encode(encoding)
    except UnicodeEncodeError:
        return text.encode()


class Count(NamedTuple):
    """What came of files: games read right, refused, and what was read otherwise than it was written."""

    right: int
    refused: list[str]
    wrong: list[str]


def compared(body: bytes, played: list[Written], how: Manner) -> Count:
    """Read a file and hold it against what was played."""
    read = list(gamefiles.GameFile(gamefiles.decoded(body)))
    right, refused, wrong = 0, list[str](), list[str]()
    if len(read) != len(played):
        wrong.append(f"{len(played)} games, {len(read)} read")
    for number, (found, game) in enumerate(zip(read, played, strict=False), start=1):
        if isinstance(found, FileFault):
            refused.append(f"game {number}, line {found.line}, column {found.column}: {found.error}")
            continue
        moves = tuple(str(move) for move in found.moves())
        result = found.outcome.result if found.outcome else "*"
        names = (found.headers.get("White"), found.headers.get("Black"))
        if moves != game.moves:
            place = next((n for n, (a, b) in enumerate(zip(moves, game.moves, strict=False)) if a != b), len(moves))
            wrong.append(f"game {number}: ply {place}: {moves[place : place + 1]} for {game.moves[place : place + 1]}")
        elif result != game.result:
            wrong.append(f"game {number}: {result} for {game.result}")
        elif how.tags != "none" and names != tuple(None if name == "?" else name for name in (game.white, game.black)):
            wrong.append(f"game {number}: {names} for {(game.white, game.black)}")
        else:
            right += 1
    return Count(right, refused, wrong)


def file(rng: random.Random, source: Iterator[Written]) -> tuple[bytes, list[Written], Manner]:
    """A file of a few games by the same hand."""
    is_english = rng.random() < 0.7
    # A few moves in other letters may be other moves in English.
    played = list(islice((game for game in source if is_english or len(game.moves) > 60), rng.choice((1, 2, 5))))
    how = manner(rng, english=is_english)
    return encoded("".join(written(game, how, rng) for game in played), rng), played, how
