"""The analysis of a game of dice as a job of the server; what was judged is cached."""

from __future__ import annotations

import zlib
from contextlib import closing
from uuid import UUID

import msgspec

from axedrez import analysts
from axedrez.analysis.dice import DiceAnalysis, DiceLine, TurnAnswer, TurnQuestion, review
from axedrez.analysis.dice.render import DiceReport, render
from axedrez.analysis.dice.review import result_of
from axedrez.processes import frozen, spare_processes
from axedrez.server.caches import RecentCache
from axedrez.server.jobs import Job, key_of

MAX_ANSWERS = 4_000
"""So many turns that were judged are cached; each takes about 5 KB."""

VERSION = 1
"""Counts the changes after which the same evaluations give another analysis, or it is stored otherwise."""

AnswerCache = RecentCache[str, TurnAnswer]


class DiceAnalysisJob(Job):
    """An analysis of a game of dice that is queued, running or done. `data`: the finished one, compressed."""

    def __init__(self, line: DiceLine, ply: int, cache: AnswerCache, game: UUID | None = None) -> None:
        """`game`: the game of the server that is analysed, if it is one."""
        self.game = game
        self.line = line
        self.ply = ply
        self.questions = line.questions()
        self.data: bytes | None = None
        self._cache = cache
        super().__init__(dice_key(line, ply), len(self.questions))

    def work(self) -> None:
        """Judge what is not cached, and review the game; raises like `Pool.map`."""
        version = self.line.analyst.version(self.line.game)
        keys = {asked: asked.key(self.line.game, self.ply, version) for asked in self.questions}
        found: dict[TurnQuestion, TurnAnswer] = {}
        for asked, key in keys.items():
            if (cached := self._cache.get(key)) is not None:
                found[asked] = cached
        self.done = len(found)
        todo = [asked for asked in self.questions if asked not in found]
        if todo:
            with closing(analysts.pool(min(spare_processes(), len(todo)))) as workers:
                for asked, each in analysts.turn_answers(workers, frozen(self.line.game), todo, self.ply, self.stop):
                    found[asked] = each
                    self._cache.put(keys[asked], each)
                    self.done += 1
        if len(found) < self.total:
            self.state = "cancelled"
            return
        self.data = zlib.compress(msgspec.json.encode(review(self.line, found, self.ply)))
        self.state = "done"

    def restore(self, data: bytes) -> None:
        """Be done, with the analysis that was stored. Raises `ValueError` for data that cannot be read."""
        _analysis(data)
        self.data, self.done, self.state = data, self.total, "done"

    def report(self, lang: str) -> DiceReport | None:
        """The report of the analysis in a language; None before it is done."""
        return None if self.data is None else render(self.line, _analysis(self.data), lang)


def _analysis(data: bytes) -> DiceAnalysis:
    try:
        return msgspec.json.decode(zlib.decompress(data), type=DiceAnalysis)
    except (zlib.error, msgspec.MsgspecError) as fault:
        raise ValueError("unreadable") from fault


def dice_key(line: DiceLine, ply: int) -> str:
    """The key of the analysis of a line: a hash of all that it depends on."""
    turns = [(turn.dice, str(turn.move), turn.state) for turn in line.turns]
    events = [(event.turn, event.side, event.act) for event in line.cube]
    version = line.analyst.version(line.game)
    outcome = None if line.outcome is None else (line.outcome.result, result_of(line.outcome))  # points: 1 or 1.0
    inputs = (VERSION, line.game.hash, version, line.start.text(), turns, events, line.state, outcome, ply)
    return key_of(inputs)
