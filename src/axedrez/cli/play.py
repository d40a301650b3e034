"""`axedrez play`: a game in the terminal, between two people or against the computer."""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal
from uuid import uuid4

from rich.console import Console
from rich.text import Text

from axedrez import analysts, players
from axedrez.analysis.equity_text import cube_text
from axedrez.cli import board
from axedrez.cli.failures import words
from axedrez.cli.output import outcome_json, print_json
from axedrez.core import AxedrezError, Game, IllegalMove, Move, Position, Side
from axedrez.engine.player import ComputerPlayer
from axedrez.match import (
    Command,
    DecisionContext,
    Event,
    GameSetup,
    Player,
    Players,
    Record,
    Sender,
    decide,
    opening,
    seats_of,
)
from axedrez.match import commands as c
from axedrez.match import events as e
from axedrez.match.computer import answer
from axedrez.match.dice import SEED_BYTES, Seeds
from axedrez.messages import say

if TYPE_CHECKING:
    from axedrez.uci.opponent import Opponent

# Commands that may be typed instead of a move, in both languages.
WORDS = {
    "help": ("help", "ayuda", "?"),
    "hint": ("hint", "pista"),
    "moves": ("moves", "jugadas"),
    "flip": ("flip", "girar"),
    "roll": ("roll", "tirar"),
    "double": ("double", "doblar"),
    "draw": ("draw", "tablas"),
    "abandon": ("abandon", "dejar"),
    "claim": ("claim", "reclamar"),
    "resign": ("resign", "rendirse", "abandonar"),
    "undo": ("undo", "deshacer"),
    "quit": ("quit", "exit", "salir"),
}
YES = ("yes", "y", "si", "sí", "s")
BEAVER = ("beaver", "castor")
HINT_PLY = 1
"""So many rolls a hint about the cube looks ahead."""
RESULTS = {"1-0": "ui.result.white", "0-1": "ui.result.black", "1/2-1/2": "ui.result.draw", "*": "ui.result.none"}


@contextmanager
def opponent(name: str | None, game: Game) -> Iterator[Opponent | None]:
    """The engine of a name, running while the game is played. Raises `AxedrezError` if it does not play that game."""
    if name is None:
        yield None
        return
    from axedrez.uci import engines
    from axedrez.uci.opponent import Opponent

    with engines.external_engine(name, game) as engine:
        yield Opponent(engine)


class Leave(Exception):
    """The player quits."""


class TerminalGame:
    """A game in the terminal. `computer`: its sides (none, white, black or both).

    `engine`, if given, plays in its place.
    """

    def __init__(
        self, start: Position, computer: str, level: int, lang: Literal["es", "en"], engine: Opponent | None = None
    ) -> None:
        seats = [
            Player("computer", level=level) if computer in (side.word, "both") else Player()
            for side in (Side.WHITE, Side.BLACK)
        ]
        self.lang = lang
        self.player: ComputerPlayer = players
        if engine is not None:
            engine.played, self.player = self._played, engine
        self.symbols = board.symbols(start.game)
        self.console = Console(highlight=False)
        self._begin(start.game, GameSetup(start.text(), Players(*seats)))

    def _begin(self, game: Game, setup: GameSetup) -> None:
        self.record = Record(game, setup)
        # One process is server and player, so commitments to seeds would prove nothing.
        self._seeds = Seeds("", secrets.token_bytes(SEED_BYTES))
        self._shown: tuple[Position, bool] | None = None
        log = opening(self.record, (), _now(), seeds=self._seeds)
        self.record.extend(log)
        seats = self.record.players
        self.flipped = seats.white.kind == "computer" and seats.black.kind == "human"
        for event in log:
            self._tell(event)

    def play(self) -> None:
        """Play until the game or the input ends."""
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")
        self._help()
        try:
            self._play_game()
            while (progress := self.record.next_progress) is not None:
                record = self.record
                self._say("ui.match.game", game=progress.game, length=record.game.conduct.length)
                self._begin(record.game, GameSetup(record.game.start().text(), record.players, match=progress))
                self._play_game()
        except (Leave, EOFError, KeyboardInterrupt):
            self.console.print()
            self._say("cli.play.left")
            return
        if (winner := self.record.match_winner) is not None and self.record.game.conduct.length > 1:
            self._say(f"ui.match.won.{winner.word}")
        elif self.record.match_drawn:
            self._say("ui.match.drawn")

    def _play_game(self) -> None:
        while self.record.outcome is None:
            self._show()
            if (side := self.record.computer_awaited) is not None:
                self._think(side)
            else:
                self._listen()
        self._show()
        self._tell_end()

    def _help(self) -> None:
        game = self.record.game
        if game.conduct.composed:
            turn = "13/8 6/4" if len(game.sheet.pieces) == 1 else say("cli.play.turn", self.lang)
            self._say("cli.play.words_dice", turn=turn)
        else:
            self._say("cli.play.words")

    def print_json(self) -> None:
        """Print the game as one JSON object."""
        record = self.record
        moves = [str(played.move) for played in record.moves]
        print_json({"position": record.position.text(), "moves": moves, "outcome": outcome_json(record.outcome)})

    def _say(self, key: str, **details: object) -> None:
        self.console.print(Text(say(key, self.lang, **details)))

    def _side(self, side: Side) -> str:
        return say(f"ui.side.{side.word}", self.lang)

    def _show(self) -> None:
        """Draw the board, unless it is the one drawn last."""
        if (self.record.position, self.flipped) == self._shown:
            return
        self._shown = (self.record.position, self.flipped)
        self.console.print()
        scene = self.record.position.scene()
        self.console.print(board.draw(scene, self.symbols, self.flipped))
        for line in board.below(scene, self.lang):
            self.console.print(Text(line))
        if self.record.moves:
            last = self.record.moves[-1]
            move = last.before.notate(last.move, self.lang)
            self._say("cli.play.moved", side=self._side(last.before.turn), move=move)

    def _tell_end(self) -> None:
        outcome = self.record.outcome
        assert outcome is not None
        sentence = say(RESULTS[outcome.result], self.lang, reason=say(f"reason.{outcome.reason}", self.lang))
        clause = f" ({outcome.clause})" if outcome.clause else ""
        self.console.print(Text(f"{outcome.result}  {sentence}{clause}", "bold"))
        if self.record.game.conduct.composed and outcome.points is not None:
            count = int(max(outcome.points))
            self._say("ui.points.one" if count == 1 else "ui.points.many", count=count)

    def _ask(self, side: Side, question: str = "") -> str:
        if None in (sys.stdin, sys.stdout, sys.stderr):
            raise EOFError
        return input(f"{self._side(side)}{question}> ").strip()

    def _listen(self) -> None:
        """Read a line and execute it."""
        if self.record.doubled is not None:
            self._await_answer("double", self.record.doubled.by)
            return
        turn = self.record.turn
        assert turn is not None
        text = self._ask(turn)
        word = next((word for word, spellings in WORDS.items() if text.lower() in spellings), "move" if text else "")
        try:
            self._act(word, text, turn)
        except AxedrezError as fault:
            self.console.print(Text(words(fault, self.lang)))

    def _act(self, word: str, text: str, turn: Side) -> None:
        head = self._head()
        match word:
            case "move":
                self._give(c.PlayMove(**head, move=text, lang=self.lang))
            case "roll":
                self._give(c.Roll(**head))
            case "help":
                self._help()
            case "hint":
                self._hint(turn)
            case "moves":
                position = self.record.position
                between = "; " if position.game.conduct.composed else " "
                moves = between.join(position.notate(move, self.lang) for move in position.legal_moves())
                self.console.print(Text(moves))
            case "flip":
                self.flipped = not self.flipped
            case "draw" | "abandon" | "double":
                self._give(c.Offer(**head, offer=word, side=_word(turn)))
                self._await_answer(word, turn)
            case "claim":
                claims = self.record.position.claims(self.record.history)
                self._give(c.MakeClaim(**head, reason=claims[0].reason if claims else "none"))
            case "resign":
                self._give(c.Resign(**head, side=_word(turn)))
            case "undo":
                self._give(c.Undo(**head))
            case "quit":
                raise Leave

    def _hint(self, turn: Side) -> None:
        """Say the best move, or before a roll what to do with the cube."""
        record, position = self.record, self.record.position
        analyst = analysts.analyst_of(position.game)
        if position.turn is not Side.CHANCE:
            move = analyst.best(position, record.history, None, record.match_state)
            self._say("analysis.hint.move", move=analyst.written(position, [move], self.lang))
        elif record.may_double(turn) and analyst.equities is not None:
            verdict = analyst.equities.cube(position, record.match_state, HINT_PLY)
            self.console.print(Text(cube_text(verdict, self.lang)))
        else:
            self._say("cli.play.hint_roll")

    def _head(self) -> dict[str, Any]:
        """The common fields of commands."""
        return {"id": uuid4(), "expected_seq": self.record.seq}

    def _give(self, command: Command, sender: Sender = None) -> None:
        log = decide(self.record, command, DecisionContext(_now(), seats_of(self.record.players, sender), self._seeds))
        self.record.extend(log)
        for event in log:
            self._tell(event)

    def _tell(self, event: Event) -> None:
        """Print what the board does not show: a refused attempt, a declined offer, a roll."""
        if isinstance(event, e.Refused):
            data = event.data
            raise IllegalMove(data.reason, clause=data.clause, places=tuple(data.places), **data.details)
        if isinstance(event, e.Declined):
            self._say("cli.play.declined")
        if isinstance(event, e.Accepted):
            side = self._side(Side.from_word(event.by or "white"))
            self._say("ui.answer.double.accepted", side=side, value=event.data.value)
        if isinstance(event, e.Opened):
            rolls = ", ".join(f"{first}-{second}" for first, second in event.data.rolls)
            self._say("ui.tables.opening", rolls=rolls)
        if isinstance(event, e.Rolled) and event.by is None:
            self._say("cli.play.arranged", row=event.data.roll)
        if isinstance(event, e.Rolled) and event.by is not None:
            self._shown = None
            self._show()
            self._say("ui.tables.rolled", side=self._side(Side.from_word(event.by)), roll=event.data.roll)

    def _await_answer(self, offer: c.OfferWord, by: Side) -> None:
        """Let a person answer an offer at once; the computer answers in its turn."""
        other = by.opponent
        if not self.record.offered(offer, by) or self.record.players.at(other).kind == "computer":
            return
        beaver = offer == "double" and self.record.may_beaver
        said = self._ask(other, say("cli.play.beaver" if beaver else f"cli.play.{offer}", self.lang)).lower()
        if beaver and said in BEAVER:
            self._give(c.Accept(**self._head(), offer=offer, side=_word(other), beaver=True))
            return
        kind = c.Accept if said in YES else c.Decline
        self._give(kind(**self._head(), offer=offer, side=_word(other)))

    def _think(self, side: Side) -> None:
        """Let the computer do what the game waits for: answer an offer, claim or move."""
        self._give(answer(self.record, side, self.player), "computer")

    def _played(self) -> tuple[Position, list[Move]]:
        """The start of the game, and its moves."""
        moves = self.record.moves
        return moves[0].before if moves else self.record.position, [played.move for played in moves]


def _word(side: Side) -> c.SideWord:
    return "white" if side is Side.WHITE else "black"


def _now() -> int:
    return int(time.time() * 1000)
