"""Sheets near what the kernel can hold, and guards behind everything that it writes to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

from axedrez import AxedrezError, History, library
from axedrez.chess.compile.move_bound import most_moves
from axedrez.chess.engine.kernel import layout
from axedrez.chess.engine.searcher import Search, TranspositionTable
from axedrez.chess.kernel import layout as board
from axedrez.chess.position.game import ChessGame, ChessPosition
from tests.sheets import drawing
from tests.sheets.drawing import Data

MOST, ROW = int(board.MAX_MOVES), int(board.ROW)
_GUARD, _CANARY = 4096, np.uint64(0xC0FFEE_5AFE_BEEF)
_STRONG = ("QN", "QNCZ", "QNCZHGDA", "QNNCCZZ", "QNNAADDHHGG", "gQpRmN", "RBNCmZ", "mQcNN", "QpRpBgQ")
_LETTERS = "ABCDEFGHIJLMO"


def draw(seed: int) -> Data:
    """A sheet drawn at random; each third one is made as full of moves as the kernel just holds, or a little more."""
    data = drawing.draw(seed)
    return _filled(data, Random(seed)) if seed % 3 == 0 else data


def _filled(data: Data, random: Random) -> Data:
    """Many strong pieces, many promotions, hands and captures of one's own."""
    ways = random.sample(_STRONG, random.randint(1, 4))
    kinds = {
        f"kind{number}": {"letter": letter, "movement": random.choice(ways), "names": drawing.WORDS}
        for number, letter in enumerate(_LETTERS[: random.randint(2, 11)])
    }
    king = {"letter": "K", "movement": "K", "names": drawing.WORDS}
    files = ranks = random.choice([6, 7, 8, 8, 8])
    squares = [(file, rank) for file in range(files) for rank in range(ranks)]
    armies = random.randint(4, files * ranks // 2 - 1)
    places = random.sample(squares, 2 * armies)
    rows = [["1"] * files for _ in range(ranks)]
    for number, (file, rank) in enumerate(places):
        letter = "K" if number < 2 else random.choice(_LETTERS[: len(kinds)])
        rows[rank][file] = letter if number % 2 else letter.lower()
    hand = "".join(random.choice(_LETTERS[: len(kinds)]) for _ in range(random.randint(0, 60)))
    hands = random.random() < 0.3
    text = re.sub("1+", lambda empty: str(len(empty[0])), "/".join("".join(row) for row in rows))
    text += f"[{hand}]" if hands else ""
    promotion: Data = {}
    for name in random.sample(list(kinds), random.randint(0, len(kinds) // 2)):
        into = [other for other in kinds if other != name]
        promotion[name] = {
            "into": random.sample(into, random.randint(1, len(into))),
            "ranks": sorted(random.sample(range(1, ranks + 1), random.randint(1, ranks))),
            "optional": random.random() < 0.7,
            "demotes": False,
        }
    return {
        **{key: data[key] for key in ("family", "id", "names")},
        "board": {"files": files, "ranks": ranks},
        "pieces": {"king": king, **kinds},
        "royal": {"parry": False},
        "goal": {"win": ["capture-royal"]},
        "pawn": {"piece": "", "double_step_ranks": []},
        "promotion": promotion,
        "castling": {"mode": "off"},
        "capture": {"hand": hands, "own": random.random() < 0.3, "blast_proof": []},
        "turn": {"moves": random.choice([1, 1, 2, "progressive"]), "passing": random.choice(["never", "allowed"])},
        "start": {"fen": f"{text} w - - 0 1"},
    }


def guarded(size: int, align: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Room for `size` words between canaries: all of it, and the part to be written to."""
    whole = np.full(size + 2 * _GUARD, _CANARY, np.uint64)
    begin = _GUARD + -(whole.ctypes.data // 8 + _GUARD) % align
    room = whole[begin : begin + size]
    room[:] = 0
    return whole, room


def is_intact(whole: np.ndarray, room: np.ndarray) -> bool:
    """Whether nothing was written beside the room."""
    begin = (room.ctypes.data - whole.ctypes.data) // 8
    return bool((whole[:begin] == _CANARY).all() and (whole[begin + len(room) :] == _CANARY).all())


def positions(game: ChessGame, random: Random, count: int) -> Iterator[ChessPosition]:
    """Positions of a random game, and of armies that are as strong as a position's text may make them."""
    position = game.start()
    for _ in range(count):
        yield position
        outcomes = [outcome for outcome, _ in position.chance_outcomes()]
        choices: list[Any] = outcomes or list(position.legal_moves())
        if not choices:
            break
        position = position.play_unchecked(random.choice(choices))
    kings = {letter for letters in game.royals for letter in (letters, letters.lower())}
    others = [letter for letter in game.types if letter not in kings and letter != game.pawn]
    for _ in range(count if others else 0):
        strong = random.choice(others)
        text = game.start().text()
        rows, rest = text.split(" ", 1)
        changed = "".join(
            sign if not sign.isalpha() or sign in kings else strong if sign.isupper() else strong.lower()
            for sign in rows.replace("~", "")
        )
        try:
            yield game.parse(f"{changed} {rest}")
        except AxedrezError:
            continue


def faults(data: Data, seed: int, search: bool) -> tuple[list[str], int, int] | None:
    """What was written outside of its room while a sheet was played; the most moves met, and the bound of the sheet.

    None for a sheet that is refused.
    """
    try:
        game = library.from_data(data, is_stored=True)
    except AxedrezError:
        return None
    assert isinstance(game, ChessGame)
    random, found, most = Random(seed), list[str](), 0
    bound = most_moves(game.sheet, game.compiled)
    whole, room = guarded(MOST)
    every = list(positions(game, random, 5))
    for position in every:
        if position.is_chance():
            continue
        for ask in (game.kernel.legal_moves, game.kernel.pseudo_legal_moves):
            count = int(ask(position.raw, game.compiled, room))
            most = max(most, count)
            if count > bound:
                found.append(f"{position.text()}: {count} moves, at most {bound} expected")
        legal = int(game.kernel.legal_moves(position.raw, game.compiled, room))
        moves = room[: min(legal, 40)].copy()
        after, words = guarded(ROW), guarded(65 * len(moves))
        game.kernel.changes(position.raw, game.compiled, moves, len(moves), after[1], room, words[1])
        if not (is_intact(whole, room) and is_intact(*after) and is_intact(*words)):
            found.append(f"{position.text()}: written outside of a list")
            whole, room = guarded(MOST)
    if search:
        thought = next((p for p in reversed(every) if p.legal_moves() and p.outcome() is None), None)
        if thought is not None and not _searched(game, thought):
            found.append(f"{thought.text()}: written outside of the memory of a search")
    return found, most, bound


def _searched(game: ChessGame, position: ChessPosition) -> bool:
    """Whether a search writes nowhere but where it may."""
    table = TranspositionTable(256)
    entries, table._words = guarded(len(table._words), align=8)
    table.address = table._words.ctypes.data
    search = Search(game, table)
    whole, room = guarded(len(search.memory))
    room[:] = search.memory
    moved = room.ctypes.data - search.memory.ctypes.data
    for place in (layout.CONTINUATIONS_AT, layout.SUMS_AT):
        if room[int(place)]:
            room[int(place)] = int(room[int(place)]) + moved
    # Behind each list of moves there are words that nobody writes to.
    lists = [part[: int(layout.MAX_PLY * layout.LIST)].reshape(-1, int(layout.LIST))[:, MOST:] for part in _lists(room)]
    for each in lists:
        each[:] = _CANARY
    search.memory, search.numbers = room, room.view(np.int64)
    search.begin(position, History(), nodes=300)
    for depth in range(1, 5):
        search.iterate(depth)
        if search.aborted:
            break
    return (
        is_intact(whole, room) and is_intact(entries, table._words) and all((part == _CANARY).all() for part in lists)
    )


def _lists(room: np.ndarray) -> list[np.ndarray]:
    return [room[int(layout.MOVES) :], room[int(layout.ORDERS) :]]
