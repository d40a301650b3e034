"""Whether an engine plays a rulebook by our rules: compares its legal moves with ours in positions of random games."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import NamedTuple

from axedrez import library
from axedrez.chess.kernel import layout
from axedrez.chess.position.game import ChessGame, ChessPosition
from axedrez.chess.position.moves import PASS_TEXT
from axedrez.core.history import History
from axedrez.uci import variants
from axedrez.uci.board import NO_MOVE, start
from axedrez.uci.program import COUNTED_S, EngineFault, Program

GAMES = 12
_PLIES = 160
_EVERY = 6
_OF_A_KIND = 3
_ASKED_ONE_BY_ONE = 60
_EN_PASSANT = int(layout.EP)
_COUNT = re.compile(r"(\S{4,6}): (\d+)")


class Agreed(NamedTuple):
    """An engine plays a rulebook as `variant` ("" if it has no variants); `chess960`: with castling as in Chess960."""

    variant: str
    chess960: bool


class Difference(NamedTuple):
    """Where the legal moves of an engine differ: the position, the moves only of ours, and those only of the engine."""

    position: str
    ours: tuple[str, ...]
    theirs: tuple[str, ...]


def agreed(program: Program, rulebook: str) -> Agreed | Difference | None:
    """How an engine plays a shipped rulebook; else the first difference; None if it has no such game."""
    game = library.load(rulebook)
    assert isinstance(game, ChessGame)
    chess960 = game.sheet.castling.mode == "960"
    if chess960 and "uci_chess960" not in program.options:
        return None
    first: Difference | None = None
    chooses = "uci_variant" in program.options
    for variant in (name for name in variants.known_as(rulebook) if name in program.variants):
        if chooses:
            program.set("UCI_Variant", variant)
        if "uci_chess960" in program.options:
            program.set("UCI_Chess960", str(chess960).lower())
        program.say("ucinewgame")
        program.ready()
        difference = next(_differences(program, game), None)
        if difference is None:
            return Agreed(variant if chooses else "", chess960)
        first = first or difference
    return first


def positions(game: ChessGame) -> Iterator[ChessPosition]:
    """Positions of random games in which a player is to move, or the game is over. Deterministic.

    Every `_EVERY`-th position, and all with kinds of moves that have occurred fewer than `_OF_A_KIND` times.
    """
    random = Random(f"trust {game.name}")
    met: Counter[str] = Counter()
    for number in range(GAMES):
        position, history = start(game), History()
        for ply in range(_PLIES):
            chances = position.chance_outcomes()
            if chances:
                position = position.play_unchecked(random.choice(chances)[0])
                continue
            ended = position.outcome(history)
            kinds = _kinds(position)
            # Draws are declared by the host: an engine may play on.
            if (ended is None or not position.legal_moves()) and (
                (ply + number) % _EVERY == 0 or any(met[kind] < _OF_A_KIND for kind in kinds)
            ):
                met.update(kinds)
                yield position
            if ended is not None:
                break
            history = history.after(position)
            position = position.play_unchecked(random.choice(position.legal_moves()))


def _kinds(position: ChessPosition) -> set[str]:
    """The rare kinds of legal moves: castling, promotions, drops, passes, en passant; or the end."""
    moves = position.legal_moves()
    kinds = {move.uci if move.castles else f"{move.drops}@{move.becomes}{move.passes}" for move in moves}
    return kinds | ({"en passant"} if int(position.raw[_EN_PASSANT]) else set()) or {"over"}


def _differences(program: Program, game: ChessGame) -> Iterator[Difference]:
    ask, most = (_counted, None) if program.counts_moves else (_accepted, _ASKED_ONE_BY_ONE)
    for position in islice(positions(game), most):
        ours = {str(move) for move in position.legal_moves()}
        program.say(f"position fen {position.text()}")
        theirs = ask(program, position)
        if ours != theirs:
            yield Difference(position.text(), tuple(sorted(ours - theirs)), tuple(sorted(theirs - ours)))


def _counted(program: Program, _position: ChessPosition) -> set[str]:
    """The moves in its `go perft` output."""
    program.say("go perft 1")
    found = (_COUNT.fullmatch(line.strip()) for line in program.until("Nodes", COUNTED_S))
    return {_ours(match[1]) for match in found if match}


def _accepted(program: Program, position: ChessPosition) -> set[str]:
    """Those of our moves that it accepts as legal; if we have none, the move that it plays."""
    moves = [str(move) for move in position.legal_moves()]
    if not moves:
        played = _best(program, "go depth 1")
        return set() if played in NO_MOVE else {_ours(played)}
    return {move for move in moves if _ours(_best(program, f"go depth 1 searchmoves {move}")) == move}


def _best(program: Program, go: str) -> str:
    program.say(go)
    words = program.until("bestmove")[-1].split()
    if len(words) < 2:
        raise EngineFault("engine_silent", name=program.name, seconds=0)
    return words[1]


def _ours(text: str) -> str:
    """A move in our notation: other engines often write a pass as a null move of a piece."""
    return PASS_TEXT if len(text) == 4 and text[:2] == text[2:] else text
