"""Plays a Swiss tournament through the public interface while servers, Redis and PostgreSQL are killed; recounts it.

`python -m bench.tournament_chaos [--short] [--postgres] [--players 200] [--rounds 9] [--kills 20]`: two servers, as in
bench/chaos.py. Everybody enters by themselves; rounds follow by themselves; programs play the games over HTTP, a
few moves each, and one of them resigns, as a lot decides. Afterwards:

- everybody who was told that they take part does, and nobody twice;
- every round was paired once, after all results of the one before, and is that which the log until then leads to;
- the result of every game is the one that its own log ends with, and what was acknowledged to those who resigned;
- places, points and tie-breaks shown by both servers are those of a recount from the log.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import httpx
import msgspec

from axedrez.server.tournaments.standings_views import standings_view
from axedrez.tournaments.events import Act, Paired, ResultSet, TournamentEvent
from axedrez.tournaments.formats import draw
from axedrez.tournaments.state import Tournament, recount
from bench.chaos import Fault, Player, World, raging_world

CLOCK = {"kind": "fischer", "initial_ms": 3_600_000, "increment_ms": 0}
OPENING = ("e2e4", "e7e5", "g1f3", "b8c6")
POLL_S = 1.0


class Entrant:
    """Somebody who takes part: asks for their game, makes a few moves, and resigns where the lot says so."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.person = ""
        self.resigned: dict[str, str] = {}
        self.moves = 0

    async def enter(self, tournament: str) -> None:
        """Enter by a command whose id stays the same however often it is sent."""
        self.person = (await self.player.ask("GET", "/api/me"))["id"]
        body = {"id": str(uuid4()), "command": {"type": "enter"}}
        view = await self.player.ask("POST", f"/api/tournaments/{tournament}/commands", body)
        if view["entry"] is None:
            raise Fault("who has entered does not take part")

    async def play(self, tournament: str) -> None:
        """Play whatever game waits, until the tournament is over."""
        done = set[str]()
        while True:
            view = await self.player.ask("GET", f"/api/tournaments/{tournament}")
            if view["phase"] == "ended":
                return
            mine = view["mine"]
            if mine is not None and mine["game"] is not None and mine["game"] not in done:
                await self._game(mine["game"])
                done.add(mine["game"])
            await asyncio.sleep(random.uniform(0.5, 1.5) * POLL_S)

    async def _game(self, game: str) -> None:
        loser = ("white", "black")[UUID(game).int % 2]
        while True:
            view = await self.player.ask("GET", f"/api/games/{game}")
            if view["outcome"] is not None:
                return
            side = next(side for side in ("white", "black") if view["players"][side]["person"] == self.person)
            count = len(view["moves"])
            if count < len(OPENING):
                if view["turn"] == side:
                    await self._command(game, view["seq"], {"type": "move", "move": OPENING[count]})
                    self.moves += 1
            elif side == loser and await self._command(game, view["seq"], {"type": "resign", "side": side}):
                self.resigned[game] = "0-1" if side == "white" else "1-0"
            await asyncio.sleep(random.uniform(0.1, 0.6) * POLL_S)

    async def _command(self, game: str, seq: int, command: dict[str, Any]) -> bool:
        body = {"id": str(uuid4()), "expected_seq": seq, **command}
        try:
            await self.player.ask("POST", f"/api/games/{game}/commands", body)
        except Fault as fault:
            if not any(word in str(fault) for word in ('"stale"', '"game_over"')):
                raise
            return False
        return True


async def hold(
    world: World, http: httpx.AsyncClient, players: int, rounds: int
) -> tuple[str, list[Entrant], dict[str, float]]:
    """Make the tournament, let everybody enter, and play it to its end."""
    organizer = Player(world, http, 0)
    await organizer.ask("GET", "/api/me")
    settings = {
        "title": "Chaos", "rulebook": "clasico", "rounds": rounds, "clock": CLOCK, "limit": players,
        "next_after": 0, "forfeit_after": 600,
    }  # fmt: skip
    tournament = (await organizer.ask("POST", "/api/tournaments", {"id": str(uuid4()), "settings": settings}))["id"]
    entrants = [Entrant(Player(world, http, number % 2)) for number in range(players)]
    began = time.monotonic()
    await asyncio.gather(*(each.enter(tournament) for each in entrants))
    entered = time.monotonic()
    await organizer.ask(
        "POST", f"/api/tournaments/{tournament}/commands", {"id": str(uuid4()), "command": {"type": "start"}}
    )
    await asyncio.gather(*(each.play(tournament) for each in entrants))
    return tournament, entrants, {"entering": entered - began, "playing": time.monotonic() - entered}


async def check(
    world: World, http: httpx.AsyncClient, tournament: str, entrants: list[Entrant], rounds: int
) -> dict[str, Any]:
    """Recount the tournament from its log. Raises `Fault`."""
    asker = Player(world, http, 0)
    lines = await asker.ask("GET", f"/api/tournaments/{tournament}/log")
    log = [TournamentEvent(each["seq"], each["at"], None, msgspec.convert(each["act"], Act)) for each in lines]
    if [each.seq for each in log] != list(range(1, len(log) + 1)):
        raise Fault("a gap in the log")
    state = recount(None, log)
    people = Counter(str(each.person) for each in state.entries.values())
    if people != Counter(each.person for each in entrants):
        raise Fault("who was told that they take part is not who does")
    _rounds(log, rounds)
    results = {result for each in entrants for result in each.resigned.items()}
    seen = await _games(asker, tournament, state, dict(results))
    shown = []
    for _ in world.nodes:
        shown.append(await asker.ask("GET", f"/api/tournaments/{tournament}/standings"))
        asker.elsewhere()
    told = msgspec.to_builtins(standings_view(state, state.standings(), len(state.rounds)))
    if any(each != told for each in shown):
        raise Fault("the standings are not those of a recount")
    return {"players": len(people), "rounds": len(state.rounds), "events": len(log), **seen}


def _rounds(log: list[TournamentEvent], rounds: int) -> None:
    """Every round was paired once, when nothing was open, as the log until then has it."""
    state, paired = Tournament(None), Counter[int]()
    for event in log:
        if isinstance(event.act, Paired):
            paired[event.act.round] += 1
            found = draw(state.drawing())
            if (found.pairings, found.byes) != (event.act.pairings, event.act.byes):
                raise Fault(f"round {event.act.round} is not what the log until then leads to")
        elif isinstance(event.act, ResultSet) and state.result(event.act.round, event.act.board) is not None:
            raise Fault(f"board {event.act.board} of round {event.act.round} has got two results")
        state.apply(event)
    if paired != Counter(range(1, rounds + 1)):
        raise Fault(f"rounds were paired so often: {paired}")


async def _games(asker: Player, tournament: str, state: Tournament, resigned: dict[str, str]) -> dict[str, int]:
    """Every result is that of its game, and of what was acknowledged to who resigned."""
    games = set[str]()
    for number in range(1, len(state.rounds) + 1):
        for each in (await asker.ask("GET", f"/api/tournaments/{tournament}/rounds/{number}"))["pairings"]:
            view = await asker.ask("GET", f"/api/games/{each['game']}")
            if each["game"] in games or view["outcome"]["result"] != each["result"]:
                raise Fault(f"game {each['game']} ended with {view['outcome']}, told is {each['result']}")
            if resigned.get(each["game"], each["result"]) != each["result"]:
                raise Fault(f"game {each['game']}: the resignation that was acknowledged is lost")
            games.add(each["game"])
    if missing := resigned.keys() - games:
        raise Fault(f"games that nobody counts: {missing}")
    return {"games": len(games), "acknowledged": len(resigned)}


async def chaos(args: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Let it happen, and check everything."""
    async with raging_world(args, folder, 0) as (world, http):
        tournament, entrants, seconds = await hold(world, http, args.players, args.rounds)
        killed = dict(world.killed)
        world.raging.cancel()
        await asyncio.gather(world.raging, return_exceptions=True)
        for node in world.nodes:  # one may have been killed just now
            node.kill()
            await node.start()
        seen = await check(world, http, tournament, entrants, args.rounds)
    return {**seen, "killed": killed, "seconds": {name: round(value) for name, value in seconds.items()}}


def main() -> None:
    """Print what happened, as JSON; a fault ends the program with its words."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--short", action="store_true", help="8 players, 3 rounds")
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--pause", type=float, default=8.0, help="seconds between kills, at most")
    args = parser.parse_args()
    if args.short:
        args.players, args.rounds, args.kills, args.pause = 8, 3, 3, 3.0
    with tempfile.TemporaryDirectory() as folder:
        try:
            print(json.dumps(asyncio.run(chaos(args, Path(folder)))))
        except Fault as fault:
            sys.exit(str(fault))


if __name__ == "__main__":
    main()
