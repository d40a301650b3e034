"""A game that is no board game, to prove that match, storage and server know no rules.

Stones lie in a heap; a turn takes one, two or three of them; who takes the last one wins. A text is `stones/turn`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from axedrez.core import (
    AxedrezError,
    Claim,
    Conduct,
    Effect,
    Game,
    GridScene,
    History,
    IllegalMove,
    NotAllowed,
    Outcome,
    Refusal,
    Scene,
    Side,
    Step,
    Steps,
    TextError,
)
from axedrez.core.contract import ReadPosition
from axedrez.core.manual import Brief, Manual
from axedrez.core.outcome import Points
from axedrez.messages import LANGUAGES

TURNS = "wb"


class Words(msgspec.Struct, frozen=True):
    es: str
    en: str


class Play(msgspec.Struct, frozen=True):
    illegal_moves: str = "prevent"


class TakeawaySheet(msgspec.Struct, frozen=True, tag_field="family", tag="takeaway"):
    id: str = "takeaway"
    names: Words = Words("Montón", "Heap")
    summary: Words | None = None
    same_law_as: str | None = None
    guide: tuple[Any, ...] = ()
    pieces: dict[str, Any] = {}
    play: Play = Play()
    stones: int = 21
    draws: bool = True
    claim_after: int = 6


class Take(NamedTuple):
    stones: int

    def __str__(self) -> str:
        return f"take{self.stones}"


class TakeawayGame:
    def __init__(self, sheet: TakeawaySheet) -> None:
        self.sheet = sheet
        self.name, self.family = sheet.id, "takeaway"
        self.derived: dict[Any, Any] = {}
        self.hash = hashlib.sha256(msgspec.json.encode(sheet)).hexdigest()

    @property
    def conduct(self) -> Conduct:
        return Conduct("warn" if self.sheet.play.illegal_moves == "warn" else "prevent")

    def start(self) -> TakeawayPosition:
        return TakeawayPosition(self, self.sheet.stones, Side.WHITE)

    def parse(self, text: str) -> TakeawayPosition:
        stones, _, turn = text.partition("/")
        if not (stones.isascii() and stones.isdigit() and len(stones) < 4 and turn in ("w", "b")):
            raise TextError("request_malformed", field=text)
        return TakeawayPosition(self, int(stones), Side(TURNS.index(turn)))

    def read(self, text: str) -> ReadPosition[TakeawayPosition]:
        return ReadPosition(self.parse(text))


class TakeawayPosition:
    def __init__(self, game: TakeawayGame, stones: int, turn: Side) -> None:
        self.game = game
        self.stones = stones
        self.turn = self.side = turn
        self.hash = 2 * stones + turn

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TakeawayPosition) and (self.game.hash, self.hash) == (other.game.hash, other.hash)

    def __hash__(self) -> int:
        return self.hash

    def legal_moves(self) -> Sequence[Take]:
        return [Take(count) for count in (1, 2, 3) if count <= self.stones]

    def forget(self) -> None:
        """Nothing is kept."""

    def parse_move(self, text: str, lang: str = "en") -> Take:
        verb = {"en": "take", "es": "quito"}[lang]
        for word in (verb, "take"):
            if text in (f"{word}1", f"{word}2", f"{word}3"):
                move = Take(int(text[-1]))
                if move not in self.legal_moves():
                    raise IllegalMove("nothing_to_undo", clause="H-2", places=("heap",))
                return move
        raise TextError("request_malformed", field=text)

    def play(self, move: Take | str) -> TakeawayPosition:
        return self.play_unchecked(self.parse_move(str(move)))

    def play_unchecked(self, move: Take) -> TakeawayPosition:
        return TakeawayPosition(self.game, self.stones - move.stones, self.turn.opponent)

    def notate(self, move: Take, lang: str = "en") -> str:
        return f"{'quito' if lang == 'es' else 'take'}{move.stones}"

    def outcome(self, history: History | None = None) -> Outcome | None:
        return self._won(self.turn.opponent, "extinction") if self.stones == 0 else None

    def claims(self, history: History | None = None) -> tuple[Claim, ...]:
        late = len(history or ()) >= self.game.sheet.claim_after and self.stones > 0
        return (Claim("move_limit", "H-5"),) if late else ()

    def verdict(self, act: str, side: Side | None = None) -> Outcome:
        if act in ("resignation", "time", "left"):
            assert side is not None
            return self._won(side.opponent, act)
        if act in ("agreement", "move_limit"):
            if not self.game.sheet.draws:
                raise NotAllowed("no_such_claim", clause="H-4")
            return Outcome("1/2-1/2", act, "H-4", Points(0.5, 0.5))
        if act == "abandoned" and self.game.sheet.draws:
            raise NotAllowed("no_such_claim", clause="H-6")
        return Outcome("*", act, None, None)

    def _won(self, winner: Side, reason: str) -> Outcome:
        white = winner is Side.WHITE
        return Outcome("1-0" if white else "0-1", reason, "H-1", Points(1, 0) if white else Points(0, 1))

    def stakes(self, loser: Side) -> tuple[int, ...]:
        return ()

    def steps(self, prefix: Sequence[str] = ()) -> Steps:
        if prefix:
            self.parse_move(prefix[0])
            if len(prefix) > 1:
                raise IllegalMove("one_move", clause="H-1")
            return Steps((), True, ())
        fewer = Effect("heap", str(self.stones), "fewer")
        options = tuple(
            Step(str(move), {lang: self.notate(move, lang) for lang in LANGUAGES}, "heap", "heap", "", (fewer,))
            for move in self.legal_moves()
        )
        refused = tuple(
            Refusal(f"take{count}", "heap", "heap", "nothing_to_undo", "H-2", ("heap",))
            for count in (1, 2, 3)
            if count > self.stones
        )
        return Steps(options, False, refused)

    def taken(self, move: Take) -> tuple[Step, ...]:
        return tuple(step for step in self.steps().options if step.token == str(move))

    def chance_outcomes(self) -> Sequence[tuple[Take, float]]:
        return ()

    def text(self) -> str:
        return f"{self.stones}/{TURNS[self.turn]}"

    @property
    def ply(self) -> int:
        return int(self.turn)

    def scene(self) -> Scene:
        nothing: dict[str, Any] = dict.fromkeys(
            ("check", "captured", "hands", "checks_left", "moves_left", "dice_kinds")
        )
        return GridScene(
            files=1, ranks=1, holes=(), pieces={"heap": str(self.stones)}, promoted=(), dice=None, region=(), **nothing
        )

    def svg(
        self,
        *,
        size: int = 400,
        flipped: bool = False,
        marks: Collection[str] = (),
        shapes: Collection[str] = (),
        own_numbers: bool = False,
    ) -> str:
        return f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}"><text>{self.text()}</text></svg>'


class TakeawayRulebooks:
    """Where a server finds takeaway: one rulebook that prevents wrong tries and one that records them."""

    def __init__(self) -> None:
        self.sheets = {
            "takeaway": TakeawaySheet(),
            "takeaway-warn": TakeawaySheet(id="takeaway-warn", play=Play("warn"), draws=False),
        }

    def ids(self) -> list[str]:
        return list(self.sheets)

    def gallery(self) -> list[str]:
        return []

    def sheet(self, rulebook: str) -> TakeawaySheet:
        return self.sheets[rulebook]

    def load(self, rulebook: str, options: Mapping[str, Any] | None = None) -> Game:
        sheet = self.sheets[rulebook]
        if unknown := set(options or {}) - {"stones"}:
            raise AxedrezError("request_malformed", field=str(unknown))
        return TakeawayGame(msgspec.structs.replace(sheet, **dict(options or {})))

    def freeze(self, game: Game) -> str:
        return msgspec.json.encode(game.sheet).decode()

    def thaw(self, sheet: str) -> Game:
        return TakeawayGame(msgspec.json.decode(sheet, type=TakeawaySheet))

    def rules(self, game: Game, lang: str) -> Manual:
        return Manual(title=getattr(game.sheet.names, lang), sections=())

    def brief(self, game: Game, lang: str) -> Brief:
        return Brief(goal={"es": "Gana quien se lleva la última piedra.", "en": "Who takes the last stone wins."}[lang])
