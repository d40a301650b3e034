"""Which games a server has to open."""

from __future__ import annotations

import msgspec

from axedrez.core.sides import Side
from axedrez.match import TimeControl
from axedrez.tournaments import arena, mini_matches, simul
from axedrez.tournaments.state import Tournament


class WantedGame(msgspec.Struct, frozen=True):
    """A game that is to be played now.

    `board`: in an arena the number of the game. `replays`: how many games were played on this board before.
    `white_entry`, `black_entry`: the entries by their numbers that never change. `stage`: `extra` for a game that
    breaks a tie; in `armageddon` a draw counts for Black. `at`: when the players have agreed to play.
    """

    round: int
    board: int
    replays: int
    white_entry: int
    black_entry: int
    clock: TimeControl | None
    stage: mini_matches.Stage = "game"
    at: int | None = None


def wanted_games(state: Tournament) -> list[WantedGame]:
    """The games that a server opens unless it has done so already: none where results are entered by hand."""
    return [] if state.set.over_the_board else open_games(state)


def open_games(state: Tournament) -> list[WantedGame]:
    """The games that are played now, one for each board of the last round that has no result."""
    if state.phase != "running":
        return []
    entries = {each.number: each.entry for each in state.entries.values()}
    if state.set.format == "arena":
        return [_of_arena(state, game, entries) for game in arena.going_on(state.arena_games)]
    if state.last is None:
        return []
    found = []
    for board, pairing in enumerate(state.last.round.pairings, 1):
        if pairing.result is not None:
            continue
        replays = state.last.replays.get(board, 0)
        is_knockout = state.set.format == "knockout"
        clock = mini_matches.clock(state.set, replays) if is_knockout else state.set.clock
        stage = mini_matches.stage(state.set, replays) if is_knockout else "game"
        if state.set.format == "simul" and clock is not None and pairing.black == simul.HOST:
            clock = clock.swapped()
        white, black = entries[pairing.white], entries[pairing.black]
        time = state.times.get((len(state.rounds), board))
        at = time.agreed if time is not None else None
        found.append(WantedGame(len(state.rounds), board, replays, white, black, clock, stage, at))
    return found


def _of_arena(state: Tournament, game: arena.ArenaGame, entries: dict[int, int]) -> WantedGame:
    clock = state.set.clock
    for number in game.berserk:
        clock = clock and clock.halved(Side.WHITE if number == game.white else Side.BLACK)
    return WantedGame(1, game.game, 0, entries[game.white], entries[game.black], clock)
