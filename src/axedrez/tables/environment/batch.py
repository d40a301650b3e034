"""A batch of games of the tables family."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from axedrez.batches import Batch, Limits, Options
from axedrez.core.arrays import aligned
from axedrez.core.contract import Game, Position
from axedrez.core.dice import Roll
from axedrez.core.errors import NotAllowed
from axedrez.core.match_state import MAX_CUBE, MatchState
from axedrez.core.sides import Side
from axedrez.tables.environment.actions import actions
from axedrez.tables.environment.kernel import layout
from axedrez.tables.environment.planes import planes
from axedrez.tables.kernel.layout import DICE, FAR, WIDTH
from axedrez.tables.kernel.space import FIRST_ROOM, MAX_ROOM, MAX_SUBMOVES, make_space
from axedrez.tables.position.game import TablesGame
from axedrez.tables.position.moves import SubMove, write_submove
from axedrez.tables.position.position import TablesPosition

_MAX_CHILDREN = 4 * MAX_SUBMOVES
"""Two dice, two modes."""

_DUE = {layout.OPENING: "opening roll", layout.TURN_OR_DOUBLE: "roll or double", layout.DOUBLED: "doubled"}
"""What a position text does not tell of what is due."""


class TablesBatch(Batch):
    """See `Batch`.

    An action is a sub-move; a turn ends by itself when nothing may follow, else by `confirm`; `pass` where nothing can
    be played. In a match `to_play` and `rewards` tell of players: player 0 has White in the first game.
    """

    reason_names = ("", "borne_off", "no_progress", "passed")

    def __init__(self, game: TablesGame, n: int, seed: int, options: Options) -> None:
        super().__init__(game, n, seed, options)
        known = actions(game, options.chance == "given")
        self.actions, self.n_actions = known.all, len(known.all)
        self.limits = _limits(game, options)
        self.planes, places = planes(game)
        kind = np.dtype(options.observation or "int8")
        shown = options.observation is not None
        self.observations = aligned((n, len(self.planes), FAR) if shown else (n, 0), kind)
        self.mask = aligned((n, self.n_actions if options.masks else 0), np.int8)
        width = min(_MAX_CHILDREN, self.n_actions) + 1
        most = np.array([plane.most for plane in self.planes], np.float32)
        self._over = np.zeros(n, np.bool_)
        self._rules = layout.Rules(
            tables=game.ruleset.compiled,
            keys=game.ruleset.keys,
            settings=_settings(game, options, known.settings),
            lookup=known.lookup,
            begin=game.start().raw.copy(),
            places=places,
            scales=(1 / most).astype(np.float32) if kind == np.float32 else np.ones_like(most),
        )
        self._games = layout.Games(
            rows=np.zeros(n * WIDTH, np.int8),
            starts=np.zeros(n * WIDTH, np.int8),
            turn_rules=np.zeros(n * 4, np.int64),
            fields=np.zeros(n * layout.N_FIELDS, np.int32),
            played=np.zeros(n * 4, np.int64),
            random=self.random,
            legal=np.zeros(n * width, np.int32),
            counts=self.counts,
            mask=self.mask.reshape(-1),
            to_play=self.to_play,
            rewards=self.rewards.reshape(-1),
            terminated=self.terminated.view(np.uint8),
            truncated=self.truncated.view(np.uint8),
            reasons=self.reasons,
            plies=self.plies,
            over=self._over.view(np.uint8),
            due=np.zeros(n, np.uint8),
        )
        self._legal = self._games.legal.reshape(n, width)
        self._fields = self._games.fields.reshape(n, layout.N_FIELDS)
        self._scratch = [_scratch(FIRST_ROOM) for _ in self.slices]
        self.reset()

    def _play(self, actions: npt.NDArray[np.int64] | None = None) -> None:
        """Play actions and work out what follows. Where the memory is too small for a turn, it goes on with more."""
        from axedrez.tables.environment.kernel.games import act, settle
        from axedrez.tables.environment.kernel.planes import write_planes

        shown = self.observations.reshape(-1)

        def work(number: int, begin: int, end: int) -> None:
            if actions is not None:
                act(self._games, self._rules, self._scratch[number], actions, begin, end)
            short = settle(self._games, self._rules, self._scratch[number], begin, end)
            while short >= 0:
                room = 2 * len(self._scratch[number].space.ends)
                if room > MAX_ROOM:
                    raise NotAllowed("tables_turn_too_large", most=MAX_ROOM)
                self._scratch[number] = _scratch(room)
                short = settle(self._games, self._rules, self._scratch[number], int(short), end)
            if len(shown):
                write_planes(shown, self._games, self._rules, self._scratch[number], begin, end)

        self._each_slice(work)

    def reset(self, seed: int | None = None, which: Any = None) -> None:
        """See `Batch`."""
        from axedrez.tables.environment.kernel.games import set_up

        if seed is not None:
            self.seed(seed)
        set_up(self._games, self._rules, self._named(which))
        self._play()

    def step(self, actions: Any, which: Any = None) -> None:
        """See `Batch`."""
        from axedrez.tables.environment.kernel.games import find

        wanted = self._chosen(actions)
        named = self._named(which)
        wrong = find(self._games, wanted, named)
        if wrong >= 0:
            raise NotAllowed("batch_illegal", index=int(wrong), action=int(wanted[wrong]))
        self._play(np.where(named, wanted, -1))

    def _put(self, positions: Sequence[Position]) -> None:
        from axedrez.tables.environment.kernel.games import enter

        self._fields[:] = 0
        rows = self._games.rows.reshape(self.n, WIDTH)
        for row, fields, position in zip(rows, self._fields, positions, strict=True):
            placed = cast("TablesPosition", position)
            row[:] = placed.raw
            fields[layout.SIDE] = int(placed.side)
            fields[[layout.HIGH, layout.LOW]] = placed.dice or (0, 0)
        enter(self._games, self._rules)
        self._play()

    def legal(self, index: int) -> npt.NDArray[np.int32]:
        """See `Batch`."""
        return self._legal[index, : self.counts[index]]

    def sample(self) -> npt.NDArray[np.int64]:
        """See `Batch`."""
        from axedrez.tables.environment.kernel.games import sample

        found = np.empty(self.n, np.int64)
        sample(self._games, found)
        return found

    def position(self, index: int) -> TablesPosition:
        """One game as a `Position`, at the beginning of the turn; `prefix` tells what has been played of it."""
        game, fields = cast("TablesGame", self.game), self._fields[index]
        under_way = fields[layout.PHASE] == layout.PLAY and not self._over[index]
        rows = self._games.starts if under_way else self._games.rows
        dice = Roll(int(fields[layout.HIGH]), int(fields[layout.LOW])) if under_way else None
        row = rows[index * WIDTH : (index + 1) * WIDTH].copy()
        return TablesPosition(game, game.ruleset, row, Side(int(fields[layout.SIDE])), dice)

    def prefix(self, index: int) -> tuple[str, ...]:
        """The sub-moves of the turn under way, as `Position.steps` takes them."""
        if self._fields[index, layout.PHASE] != layout.PLAY or self._over[index]:
            return ()
        count = int(self._games.rows[index * WIDTH + DICE])
        codes = self._games.played[4 * index : 4 * index + count].tolist()
        ruleset, side = self.game.ruleset, Side(int(self._fields[index, layout.SIDE]))
        return tuple(f"{write_submove(code, ruleset, side)}:{SubMove.unpack(code).face}" for code in codes)

    def match(self, index: int) -> MatchState:
        """The cube of one game, and how its match stands; sides are colours."""
        conduct, fields = self.game.conduct, self._fields[index].tolist()
        swapped, owner = fields[layout.SWAPPED], fields[layout.OWNER]
        score = fields[layout.SCORE + swapped], fields[layout.SCORE + 1 - swapped]
        return MatchState(
            conduct.length, score, fields[layout.CUBE], Side((owner - 1) ^ swapped) if owner else None,
            MAX_CUBE if conduct.cube else 1, conduct.crawford, bool(fields[layout.CRAWFORD_PLAYED]),
            conduct.jacoby, conduct.beavers,
        )  # fmt: skip

    def text(self, index: int) -> str:
        """See `Batch`."""
        due = "" if self._over[index] else _DUE.get(int(self._fields[index, layout.PHASE]), "")
        parts = [self.position(index).text(), due]
        parts += [" ".join(self.prefix(index)), self._match_text(index), self._ending(index)]
        return ", ".join(filter(None, parts))

    def _match_text(self, index: int) -> str:
        """The cube and the score, by player."""
        conduct, fields = self.game.conduct, self._fields[index].tolist()
        told = []
        if conduct.cube:
            owner = fields[layout.OWNER]
            told.append(f"cube {fields[layout.CUBE]}" + (f" of player {owner - 1}" if owner else ""))
        if conduct.length > 1:
            told.append(f"{fields[layout.SCORE]}:{fields[layout.SCORE + 1]} of {conduct.length}")
            told += ["player 1 has White"] * fields[layout.SWAPPED]
            told += ["after Crawford"] * fields[layout.CRAWFORD_PLAYED]
            told += [f"{fields[layout.DRAWN_GAMES]} drawn"] * (fields[layout.DRAWN_GAMES] > 0)
        return ", ".join(told)

    def _stored(self) -> list[npt.NDArray[Any]]:
        games = self._games
        told = (self.rewards, self.terminated, self.truncated, self.reasons, self.plies, self._over)
        return [games.rows, games.starts, games.turn_rules, games.fields, games.played, self.random, *told]

    def _restored(self) -> None:
        self._games.due[:] = ~self._over
        self._play()


def _scratch(room: int) -> layout.Scratch:
    return layout.Scratch(
        space=make_space(room),
        children=np.zeros(_MAX_CHILDREN * WIDTH, np.int8),
        ids=np.zeros(_MAX_CHILDREN, np.int64),
        reach=np.zeros(_MAX_CHILDREN, np.int64),
        steps=np.zeros(layout.SEARCH_WORDS, np.uint64),
        found=np.zeros(1, np.int64),
        row=np.zeros(WIDTH, np.int8),
        tally=np.zeros(32, np.int64),
    )


def _limits(game: TablesGame, options: Options) -> Limits:
    """A turn has four sub-moves at most, and with a cube a double and its answer; drops end games without a turn."""
    conduct, scoring = game.conduct, game.ruleset.rules.scoring
    most = max(scoring.single, scoring.gammon, scoring.backgammon) * (MAX_CUBE if conduct.cube else 1)
    if conduct.length > 1:
        most += conduct.length - 1
    if options.rewards == "sign":
        most = 1
    dropped = 2 * (2 * conduct.length - 1) if conduct.cube else 0
    decisions = (6 if conduct.cube else 4) * options.max_plies + dropped
    at_end = options.rewards == "sign" or conduct.length == 1
    return Limits(-float(most), float(most), True, at_end, decisions, options.max_plies)


def _settings(game: TablesGame, options: Options, ids: dict[int, int]) -> npt.NDArray[np.int64]:
    conduct, scoring, start = game.conduct, game.ruleset.rules.scoring, game.start()
    high, low = start.dice or (0, 0)
    found = np.zeros(layout.N_SETTINGS, np.int64)
    for place, value in {
        layout.MAX_PLIES: options.max_plies,
        layout.DRAWN: options.chance == "drawn",
        layout.AUTO_RESET: options.auto_reset,
        layout.MASKED: options.masks,
        layout.SIGN: options.rewards == "sign",
        layout.LENGTH: conduct.length,
        layout.WITH_CUBE: conduct.cube,
        layout.CRAWFORD: conduct.crawford,
        layout.JACOBY: conduct.jacoby,
        layout.BEAVERS: conduct.beavers,
        layout.SINGLE: scoring.single,
        layout.GAMMON: scoring.gammon,
        layout.BACKGAMMON: scoring.backgammon,
        layout.FIRST_SIDE: start.side,
        layout.FIRST_HIGH: high,
        layout.FIRST_LOW: low,
        **ids,
    }.items():
        found[place] = int(value)
    return found


def batch(game: Game, n: int, seed: int, options: Options) -> TablesBatch:
    """A batch of games. Raises `NotAllowed` for sizes that make no sense."""
    return TablesBatch(cast("TablesGame", game), n, seed, options)
