"""`axedrez play`: a game in the terminal, between two people or against the computer."""

from __future__ import annotations

import sys
import time
from typing import Any, Literal
from uuid import uuid4

from rich.console import Console
from rich.text import Text

from axedrez.cli import board
from axedrez.cli.failures import words
from axedrez.cli.output import outcome_json, print_json
from axedrez.core import AxedrezError, IllegalMove, Position, Side
from axedrez.match import Command, Event, Player, Players, Record, Setup
from axedrez.match import commands as c
from axedrez.match import events as e
from axedrez.messages import say

# What may be typed instead of a move, in both languages.
WORDS = {
    "help": ("help", "ayuda", "?"),
    "moves": ("moves", "jugadas"),
    "flip": ("flip", "girar"),
    "draw": ("draw", "tablas"),
    "abandon": ("abandon", "dejar"),
    "claim": ("claim", "reclamar"),
    "resign": ("resign", "rendirse", "abandonar"),
    "undo": ("undo", "deshacer"),
    "quit": ("quit", "exit", "salir"),
}
YES = ("yes", "y", "si", "sí", "s")
RESULTS = {"1-0": "ui.result.white", "0-1": "ui.result.black", "1/2-1/2": "ui.result.draw", "*": "ui.result.none"}


class Leave(Exception):
    """The player goes away."""


class Table:
    """A game being played in the terminal. `computer` says where it sits: none, white, black or both."""

    def __init__(self, start: Position, computer: str, level: int, lang: Literal["es", "en"]) -> None:
        seats = [
            Player("computer", level=level) if computer in (side.word, "both") else Player()
            for side in (Side.WHITE, Side.BLACK)
        ]
        self.record = Record(start.game, Setup(start.text(), Players(*seats)))
        self.record.extend(self.record.opening((), _now()))
        self.lang = lang
        self.flipped = computer == "white"
        self.symbols = board.symbols(start.game)
        self.console = Console(highlight=False)
        self._shown: tuple[Position, bool] | None = None

    def play(self) -> None:
        """Play until the game ends or nobody types any more."""
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")
        self._say("cli.play.words")
        try:
            while self.record.outcome is None:
                self._show()
                if (side := self.record.computer_awaited) is not None:
                    self._think(side)
                else:
                    self._listen()
        except (Leave, EOFError, KeyboardInterrupt):
            self.console.print()
            self._say("cli.play.left")
            return
        self._show()
        self._tell_end()

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
        self.console.print(board.draw(self.record.position.scene(), self.symbols, self.flipped))
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

    def _ask(self, side: Side, question: str = "") -> str:
        if None in (sys.stdin, sys.stdout, sys.stderr):
            raise EOFError
        return input(f"{self._side(side)}{question}> ").strip()

    def _listen(self) -> None:
        """Read a line and do what it says."""
        turn = self.record.position.turn
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
            case "help":
                self._say("cli.play.words")
            case "moves":
                position = self.record.position
                moves = " ".join(position.notate(move, self.lang) for move in position.legal_moves())
                self.console.print(Text(moves))
            case "flip":
                self.flipped = not self.flipped
            case "draw" | "abandon":
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

    def _head(self) -> dict[str, Any]:
        """What every command begins with."""
        return {"id": uuid4(), "expected_seq": self.record.seq}

    def _give(self, command: Command, seat: Literal["human", "computer"] = "human") -> None:
        log = self.record.decide(command, _now(), seat)
        self.record.extend(log)
        for event in log:
            self._tell(event)

    def _tell(self, event: Event) -> None:
        """Say what a board does not show: a try that was refused, an offer that was declined."""
        if isinstance(event, e.Refused):
            data = event.data
            raise IllegalMove(data.reason, clause=data.clause, places=tuple(data.places), **data.details)
        if isinstance(event, e.Declined):
            self._say("cli.play.declined")

    def _await_answer(self, offer: c.OfferWord, by: Side) -> None:
        """Let a person answer an offer at once; the computer does in its turn."""
        other = by.opponent
        if not self.record.offered(offer, by) or self.record.setup.players.at(other).kind == "computer":
            return
        kind = c.Accept if self._ask(other, say(f"cli.play.{offer}", self.lang)).lower() in YES else c.Decline
        self._give(kind(**self._head(), offer=offer, side=_word(other)))

    def _think(self, side: Side) -> None:
        """Let the computer do what the game waits for: answer an offer, claim or move."""
        from axedrez import search

        position, history = self.record.position, self.record.history
        level = self.record.setup.players.at(side).level or 1
        head = self._head()
        asked = next((offer.offer for offer in self.record.offers if offer.by is side.opponent), None)
        if asked is not None:
            kind = c.Accept if search.accepts_draw(position, history, side=side, level=level) else c.Decline
            self._give(kind(**head, offer=asked, side=_word(side)), "computer")
        elif search.wants_claim(position, history, level=level):
            self._give(c.MakeClaim(**head, reason=position.claims(history)[0].reason), "computer")
        else:
            move = search.choose(position, history, level=level)
            self._give(c.PlayMove(**head, move=str(move)), "computer")


def _word(side: Side) -> c.SideWord:
    return "white" if side is Side.WHITE else "black"


def _now() -> int:
    return int(time.time() * 1000)
