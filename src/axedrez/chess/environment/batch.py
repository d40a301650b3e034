"""A batch of games of the chess family."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from axedrez.batches import Batch, Limits, Options
from axedrez.chess.compile.goals import REASONS
from axedrez.chess.compile.move_bound import most_moves
from axedrez.chess.environment.actions import actions, chances
from axedrez.chess.environment.kernel import layout
from axedrez.chess.environment.planes import planes
from axedrez.chess.kernel import layout as rows
from axedrez.chess.position.game import ChessGame, ChessPosition
from axedrez.core.arrays import aligned
from axedrez.core.contract import Game, Position
from axedrez.core.errors import NotAllowed

_ROW, _MAX_MOVES, _ROLLS = int(rows.ROW), int(rows.MAX_MOVES), 21


class ChessBatch(Batch):
    """See `Batch`."""

    reason_names = (
        "",
        *REASONS.values(),
        "checkmate",
        "stalemate",
        "repetition",
        "insufficient_material",
        "move_limit",
    )

    def __init__(self, game: ChessGame, n: int, seed: int, options: Options) -> None:
        super().__init__(game, n, seed, options)
        self.actions, lookup = actions(game)
        self.planes, places = planes(game)
        n_chances = len(chances(game)) if options.chance == "given" else 0
        played = sum(not action.chance for action in self.actions)
        self.actions = self.actions[: played + n_chances]
        self.n_actions = len(self.actions)
        self.limits = _limits(game, options)
        self._kernel = _path(game)
        board = game.sheet.board
        cells = board.files * board.ranks
        kind = np.dtype(options.observation or "int8")
        shown = options.observation is not None
        self.observations = aligned((n, len(self.planes), board.ranks, board.files) if shown else (n, 0), kind)
        self.mask = aligned((n, self.n_actions if options.masks else 0), np.int8)
        width = max(most_moves(game.sheet, game.compiled), n_chances)
        self._rules = _rules(game, options, lookup, places, played, self._scales(kind), cells)
        room = _room(game, options) if self._rules.settings[layout.COUNTS] else 1
        self._over = np.zeros(n, np.bool_)
        self._games = layout.Games(
            states=np.zeros(n * _ROW, np.uint64),
            keys=np.zeros(n * room, np.uint64),
            n_keys=np.zeros(n, np.int64),
            seen=np.ones(n, np.uint64),
            random=self.random,
            codes=np.zeros(n * width, np.uint32),
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
        )
        self._legal = self._games.legal.reshape(n, width)
        self._scratch = [
            layout.Scratch(np.zeros(_ROW, np.uint64), np.zeros(_MAX_MOVES, np.uint64)) for _ in self.slices
        ]
        self.reset()

    def _scales(self, kind: np.dtype[Any]) -> npt.NDArray[np.float32]:
        most = np.array([plane.most for plane in self.planes], np.float32)
        return (1 / most).astype(np.float32) if kind == np.float32 else np.ones_like(most)

    def _do(self, kernel: Callable[..., Any], *arguments: Any) -> None:
        """Call a kernel for each slice of the games, and write what is then seen."""
        from axedrez.chess.environment.kernel.planes import write_planes

        shown = self.observations.reshape(-1)

        def work(number: int, begin: int, end: int) -> None:
            kernel(self._games, self._rules, self._scratch[number], *arguments, begin, end)
            if len(shown):
                write_planes(shown, self._games, self._rules, begin, end)

        self._each_slice(work)

    def reset(self, seed: int | None = None, which: Any = None) -> None:
        """See `Batch`."""
        if seed is not None:
            self.seed(seed)
        self._do(self._kernel.set_up, self._named(which))

    def step(self, actions: Any, which: Any = None) -> None:
        """See `Batch`."""
        from axedrez.chess.environment.kernel.games import find

        wanted = self._chosen(actions)
        chosen = np.empty(self.n, np.int64)
        wrong = find(self._games, wanted, self._named(which), chosen)
        if wrong >= 0:
            raise NotAllowed("batch_illegal", index=int(wrong), action=int(wanted[wrong]))
        self._do(self._kernel.step, chosen)

    def _put(self, positions: Sequence[Position]) -> None:
        states = self._games.states.reshape(self.n, _ROW)
        for state, position in zip(states, positions, strict=True):
            state[:] = cast("ChessPosition", position).raw
        self._do(self._kernel.enter)

    def legal(self, index: int) -> npt.NDArray[np.int32]:
        """See `Batch`."""
        return self._legal[index, : self.counts[index]]

    def sample(self) -> npt.NDArray[np.int64]:
        """See `Batch`."""
        from axedrez.chess.environment.kernel.games import sample

        found = np.empty(self.n, np.int64)
        sample(self._games, found, _ROLLS)
        return found

    def position(self, index: int) -> ChessPosition:
        """See `Batch`."""
        state = self._games.states[index * _ROW : (index + 1) * _ROW].copy()
        return cast("ChessGame", self.game).position(state)

    def text(self, index: int) -> str:
        """See `Batch`."""
        seen, ending = int(self._games.seen[index]), self._ending(index)
        parts = (self.position(index).text(), f"seen {seen} times" if seen > 1 else "", ending)
        return ", ".join(filter(None, parts))

    def _stored(self) -> list[npt.NDArray[Any]]:
        told = (self.rewards, self.terminated, self.truncated, self.reasons, self.plies, self._over)
        return [self._games.states, self._games.keys, self._games.n_keys, self.random, *told]

    def _restored(self) -> None:
        self._do(self._kernel.observe)


def _limits(game: ChessGame, options: Options) -> Limits:
    """A roll may come before every move and after the last one; chance arranges one side after the other."""
    start, scoring = game.sheet.start, game.sheet.scoring
    arrangements = 0 if start.shuffle == "none" else 1 if start.mirrored else 2
    chances = arrangements + (options.max_plies + 1 if game.conduct.dice else 0)
    win, draw, loss = (1, 0, -1) if options.rewards == "sign" else (scoring.win, scoring.draw, scoring.loss)
    least, most = (
        float(limit(win, draw, loss, 0)) for limit in (min, max)
    )  # nobody gets anything for a truncated game
    return Limits(least, most, win + loss == 0 == draw, True, options.max_plies, chances)


def _path(game: ChessGame) -> Any:
    """The module of the kernel path that plays a game."""
    if game.fast:
        from axedrez.chess.environment.kernel import fast

        return fast
    from axedrez.chess.environment.kernel import general

    return general


def _forgets(game: ChessGame) -> bool:
    """Whether no position comes back after a capture or a move of a pawn.

    Captured pieces must stay away, and pawns must only go ahead; then every such move lowers the number of pieces, that
    of pawns, or the way that pawns still have.
    """
    sheet = game.sheet
    revived = any(sheet.pawn.piece in rule.into for rule in sheet.promotion.values())
    return not (sheet.capture.hand or sheet.pawn.sideways or revived)


def _room(game: ChessGame, options: Options) -> int:
    """How many positions of a game may have to be kept to tell repetitions.

    Every move adds one, and a roll before it another; the arrangements of the start add two. A game has no more than
    `max_plies` moves. Where captures and pawn moves forget, there are never more than the move limit lets pass; a last
    move (M-5) may come after it.
    """
    limit = game.sheet.draws.move_limit
    moves = options.max_plies
    if _forgets(game) and (limit.mode == "automatic" or (limit.mode == "claim" and options.claims)):
        moves = min(moves, 2 * limit.moves + 1)
    return 2 * (moves + 1) + 2 if game.conduct.dice else moves + 2


def _rules(
    game: ChessGame,
    options: Options,
    lookup: npt.NDArray[np.int32],
    places: npt.NDArray[np.int64],
    played: int,
    scales: npt.NDArray[np.float32],
    size: int,
) -> layout.Rules:
    sheet, draws = game.sheet, game.sheet.draws
    count, limit = draws.repetition.count, 2 * draws.move_limit.moves
    claims = options.claims
    shuffled = sheet.start.shuffle != "none"
    settings = np.zeros(int(layout.N_SETTINGS), np.uint64)
    for place, value in {
        layout.REPETITION: count * (draws.repetition.mode == "automatic"),
        layout.LIMIT: limit * (draws.move_limit.mode == "automatic"),
        layout.CLAIMED_REPETITION: count * (claims and draws.repetition.mode == "claim"),
        layout.CLAIMED_LIMIT: limit * (claims and draws.move_limit.mode == "claim"),
        layout.COUNTS: draws.repetition.mode == "automatic"
        or (draws.repetition.mode == "claim" and (claims or options.observation is not None)),
        layout.FORGETS: _forgets(game),
        layout.STRIDE: 2 if game.fast else 1,
        layout.MAX_PLIES: options.max_plies,
        layout.DRAWN: options.chance == "drawn",
        layout.N_ACTIONS: played,
        layout.AUTO_RESET: options.auto_reset,
        layout.N_ARRANGEMENTS: len(game.arrangements) if shuffled else 0,
        layout.MIRRORED: sheet.start.mirrored,
        layout.MASKED: options.masks,
    }.items():
        settings[place] = int(value)
    between, arranged = _arranged(game) if shuffled else (np.zeros(_ROW, np.uint64), np.zeros(_ROW, np.uint64))
    cells = [(square >> 3) * sheet.board.files + (square & 7) for square in range(64)]
    win, draw, loss = sheet.scoring.win, sheet.scoring.draw, sheet.scoring.loss
    if options.rewards == "sign":
        win, draw, loss = 1, 0, -1
    return layout.Rules(
        tables=game.compiled,
        settings=settings,
        lookup=lookup,
        begin=game.start().raw.copy(),
        between=between,
        arranged=arranged,
        cells=np.array([*cells, size], np.int64),
        places=places,
        scales=scales,
        points=np.array([win, loss, loss, win, draw, draw], np.float32),
    )


def _arranged(game: ChessGame) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
    """The rows after chance has arranged one side, and after both have the same arrangement."""
    between, arranged = [], []
    for row in game.arrangements:
        position = game.start().play_unchecked(row)
        between.append(position.raw)
        arranged.append(position.raw if game.sheet.start.mirrored else position.play_unchecked(row).raw)
    return np.concatenate(between), np.concatenate(arranged)


def batch(game: Game, n: int, seed: int, options: Options) -> ChessBatch:
    """A batch of games. Raises `NotAllowed` for sizes that make no sense."""
    return ChessBatch(cast("ChessGame", game), n, seed, options)
