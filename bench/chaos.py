"""Plays many games through the public interface while servers, Redis and PostgreSQL are killed; then reads every log.

`python -m bench.chaos [--short] [--postgres] [--games 200] [--kills 20]`: two server processes over a new SQLite file,
or over a PostgreSQL of their own, with a Redis of their own. The two players of a game sit at different servers. Every
so often a server is killed with SIGKILL and started again, sometimes both at once for several seconds; Redis is killed
too, and PostgreSQL crashes (SIGQUIT: its processes end at once, and it recovers from its log). Afterwards:

- every acknowledged move is in the log once, and nothing else is;
- every log has no gap, and replays legally to the position that both players and both servers show;
- no game is stuck: each came to its end;
- nobody's clock ran while everything was down.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

import axedrez
from axedrez.core import Position

SERVE = (
    "from axedrez.server import serve; serve(port={port}, database_url={url!r}, channels_url={channels!r}, lang='en')"
)
CLOCK = {"kind": "fischer", "initial_ms": 3_600_000, "increment_ms": 0}
RULEBOOKS = ("clasico", "chessgammon")
ANSWER_S = 20.0
LONG_DOWN_S = 5.0
FLOW_MOVES, FLOW_S = 20, 10.0
"""Before everything goes down so many moves are waited for, for so long: clocks must run, also after a restart."""
SLACK_MS = 250
"""A server begins to count a little after it was started, and ends with its last beat."""


class Fault(Exception):
    """Something was lost."""


class Span(NamedTuple):
    """A time in which no server ran, in ms since the epoch."""

    began: int
    until: int


def now_ms() -> int:
    """Milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


def free_port() -> int:
    """A port that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def opens(port: int) -> None:
    """Wait until a server listens."""
    for _ in range(1200):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.1)
        else:
            writer.close()
            return
    raise Fault(f"nobody listens at port {port}")


class Program:
    """A process with a port, to be killed and started again."""

    def __init__(
        self, command: list[str], port: int, user: str | None = None, end: signal.Signals = signal.SIGKILL
    ) -> None:
        self.port = port
        self._end = end
        self._command = command
        self._user = user
        self._process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        """Start, and wait until it listens."""
        self._process = subprocess.Popen(
            self._command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, user=self._user
        )
        await opens(self.port)

    def kill(self) -> None:
        """End it without any order."""
        if self._process is not None:
            self._process.send_signal(self._end)
            self._process.wait()


def redis(folder: Path) -> Program:
    """A private Redis without persistence."""
    port = free_port()
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    return Program(command, port)


def postgres(folder: Path) -> tuple[Program, str]:
    """A private PostgreSQL, and the URL of its database."""
    tools = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]
    user = "postgres" if os.getuid() == 0 else None
    folder.chmod(0o755)
    data = folder / "data"
    data.mkdir()
    if user is not None:
        shutil.chown(data, user)
    initdb = [str(tools / "initdb"), "-A", "trust", "-U", "postgres", "-D", str(data)]
    subprocess.run(initdb, check=True, user=user, stdout=subprocess.DEVNULL)
    port = free_port()
    options = ["-D", str(data), "-p", str(port), "-h", "127.0.0.1", "-k", str(data)]
    crash = signal.SIGQUIT
    return Program(
        [str(tools / "postgres"), *options], port, user, crash
    ), f"postgresql://postgres@127.0.0.1:{port}/postgres"


class World:
    """The servers and what they stand on, and how often each was killed."""

    def __init__(self, nodes: list[Program], others: dict[str, Program]) -> None:
        self.nodes = nodes
        self.others = others
        self.killed = {"server": 0, **dict.fromkeys(others, 0)}
        self.down: list[Span] = []
        self.moves = 0
        self.over = False
        self.raging: asyncio.Task[None]

    async def rage(self, kills: int, pause_s: float, moves: int) -> None:
        """Kill and start again, until servers were killed and moves were made often enough."""
        turn = 0
        while self.killed["server"] < kills:
            await asyncio.sleep(random.uniform(0.3, 1.0) * pause_s)
            turn += 1
            if turn % 5 == 3:
                await self._kill_all()
            elif turn % 5 == 2:
                await asyncio.gather(*(self._restart(name) for name in self.others))
            else:
                await self._kill_one(random.choice(self.nodes))
        await asyncio.sleep(pause_s)
        while self.moves < moves:
            await asyncio.sleep(0.1)
        self.over = True

    async def _kill_one(self, node: Program) -> None:
        node.kill()
        self.killed["server"] += 1
        await asyncio.sleep(random.uniform(0, 1))
        await node.start()

    async def _kill_all(self) -> None:
        moves, latest = self.moves + FLOW_MOVES, time.monotonic() + FLOW_S
        while self.moves < moves and time.monotonic() < latest:
            await asyncio.sleep(0.05)
        for node in self.nodes:
            node.kill()
            self.killed["server"] += 1
        began = now_ms()
        await asyncio.sleep(LONG_DOWN_S)
        self.down.append(Span(began, now_ms()))
        await asyncio.gather(*(node.start() for node in self.nodes))

    async def _restart(self, name: str) -> None:
        self.others[name].kill()
        self.killed[name] += 1
        await asyncio.sleep(random.uniform(0, 1))
        await self.others[name].start()


class Player:
    """A guest. Sits at `home`, and goes to the other server when that one does not answer."""

    def __init__(self, world: World, http: httpx.AsyncClient, home: int) -> None:
        self.world = world
        self._http = http
        self._at = home
        self._cookie = ""

    @property
    def address(self) -> str:
        """The server where the player is."""
        return f"127.0.0.1:{self.world.nodes[self._at].port}"

    def elsewhere(self) -> None:
        """Go to another server."""
        self._at = (self._at + 1) % len(self.world.nodes)

    async def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """What a server answers; as often as need be, wherever one answers."""
        while True:
            try:
                headers = {"cookie": self._cookie} if self._cookie else {}
                answer = await self._http.request(method, f"http://{self.address}{path}", json=body, headers=headers)
                if answer.status_code < 500:
                    if answer.status_code >= 400:
                        raise Fault(f"{method} {path}: {answer.text}")
                    if cookie := answer.cookies.get("axedrez"):
                        self._cookie = f"axedrez={cookie}"
                    return answer.json()
            except httpx.TransportError:
                pass
            self.elsewhere()
            await asyncio.sleep(random.uniform(0.1, 0.5))

    def line(self, game: str, seq: int) -> connect:
        """A socket at a game that brings what follows event `seq`."""
        path = f"ws://{self.address}/api/games/{game}/socket?frames=events&after={seq}&lang=en"
        return connect(path, additional_headers={"cookie": self._cookie}, open_timeout=ANSWER_S, proxy=None)


class Seat:
    """A player in one game."""

    def __init__(self, player: Player, game: str, view: dict[str, Any], me: str, pace_s: float, plies: int) -> None:
        self.player = player
        self.game = game
        self.side = next(side for side in ("white", "black") if view["players"][side]["person"] == me)
        self.seq: int = view["seq"]
        self.position = axedrez.load(view["rulebook"]["id"]).parse(view["position"])
        self.acked: list[dict[str, Any]] = []
        self.latencies: list[float] = []
        self.ended = False
        self._plies = plies
        self._pace_s = pace_s
        self._pending: dict[str, Any] | None = None

    async def play(self) -> None:
        """Play to the end, over as many lines as it takes."""
        while not self.ended or self._pending is not None:
            try:
                async with self.player.line(self.game, self.seq) as line:
                    await self._follow(line)
            except (OSError, WebSocketException, TimeoutError):
                self.player.elsewhere()
                await asyncio.sleep(random.uniform(0.1, 0.5))

    async def _follow(self, line: ClientConnection) -> None:
        if self._pending is not None:  # whether it was carried out is not known: the same command once more
            await self._send(line)
        while not self.ended or self._pending is not None:
            frame = json.loads(await asyncio.wait_for(line.recv(), ANSWER_S))
            match frame["type"]:
                case "events":
                    for event in frame["events"]:
                        self._take(event)
                case "ack":
                    self._confirm(frame)
                case "error" if self._pending is not None and frame["id"] == self._pending["id"]:
                    await self._refused(line, frame["error"]["reason"])
            await self._act(line)

    def _take(self, event: dict[str, Any]) -> None:
        if event["seq"] != self.seq + 1:
            raise Fault(f"game {self.game}: {event['seq']} follows {self.seq}")
        self.seq = event["seq"]
        self.position = after(self.position, event)
        self.ended |= event["type"] == "ended"

    async def _act(self, line: ClientConnection) -> None:
        if self._pending is not None or self.ended or self.position.turn != self._mine():
            return
        if self.player.world.over and self.seq > self._plies:
            command = {"type": "resign", "side": self.side}
        else:
            command = {"type": "move", "move": any_move(self.position)}
            await asyncio.sleep(random.uniform(0, 2 * self._pace_s))
        self._pending = {"id": str(uuid4()), "expected_seq": self.seq, **command}
        await self._send(line)

    def _mine(self) -> int:
        return 0 if self.side == "white" else 1

    async def _send(self, line: ClientConnection) -> None:
        self._sent = time.perf_counter()
        await line.send(json.dumps({"type": "command", "command": self._pending}))

    def _confirm(self, frame: dict[str, Any]) -> None:
        if self._pending is not None and frame["id"] == self._pending["id"]:
            self.latencies.append(time.perf_counter() - self._sent)
            self.acked.append({**self._pending, "seq": frame["seq"]})
            self.player.world.moves += self._pending["type"] == "move"
            self._pending = None

    async def _refused(self, line: ClientConnection, reason: str) -> None:
        if reason == "database_away":
            await asyncio.sleep(0.5)
            await self._send(line)
        elif reason in ("stale", "game_over"):  # the event that was missed is on its way
            self._pending = None
        else:
            raise Fault(f"game {self.game}: {self._pending} was refused: {reason}")


def after(position: Position, event: dict[str, Any]) -> Position:
    """The position after an event. Raises what the rules refuse."""
    if event["type"] == "moved":
        return position.play(event["data"]["move"])
    if event["type"] == "rolled":
        return position.play(event["data"]["roll"])
    return position


def any_move(position: Position) -> str:
    """A turn, put together from any steps."""
    prefix: list[str] = []
    while True:
        steps = position.steps(prefix)
        if steps.confirmable and (prefix or not steps.options):
            return " ".join(prefix) or "pass"
        prefix.append(random.choice(steps.options).token)


class FinishedGame(NamedTuple):
    """A game that was played, by those at its seats."""

    game: str
    rulebook: str
    seats: list[Seat]


async def pair(world: World, http: httpx.AsyncClient, number: int, pace_s: float, plies: int) -> list[FinishedGame]:
    """Two players who play one game after another until the world is quiet again."""
    rulebook = RULEBOOKS[number % 2]
    players = [Player(world, http, (number + seat) % len(world.nodes)) for seat in range(2)]
    ids = [(await player.ask("GET", "/api/me"))["id"] for player in players]
    played: list[FinishedGame] = []
    while not played or not world.over:
        wish = {"id": str(uuid4()), "rulebook": rulebook, "clock": CLOCK}
        invitation = await players[0].ask("POST", "/api/invitations", wish)
        view = await players[1].ask("POST", f"/api/invitations/{invitation['id']}/accept")
        seats = [Seat(player, view["id"], view, me, pace_s, plies) for player, me in zip(players, ids, strict=True)]
        await asyncio.gather(*(seat.play() for seat in seats))
        played.append(FinishedGame(view["id"], rulebook, seats))
    return played


async def check(world: World, http: httpx.AsyncClient, played: FinishedGame) -> dict[str, int]:
    """Read the log of a game, and compare it with everything that was acknowledged. Raises `Fault`."""
    asker = Player(world, http, 0)
    events = (await asker.ask("GET", f"/api/games/{played.game}/events"))["events"]
    views = []
    for _ in world.nodes:
        views.append(await asker.ask("GET", f"/api/games/{played.game}"))
        asker.elsewhere()
    if [event["seq"] for event in events] != list(range(1, len(events) + 1)):
        raise Fault(f"game {played.game}: a gap in the log")
    position = start = axedrez.load(played.rulebook).parse(views[0]["start"])
    for event in events:
        position = after(position, event)
    shown = {(view["seq"], view["position"]) for view in views}
    shown |= {(seat.seq, seat.position.text()) for seat in played.seats}
    if shown != {(len(events), position.text())}:
        raise Fault(f"game {played.game}: the log leads to {position.text()}, shown are {shown}")
    if any(view["outcome"] is None for view in views):
        raise Fault(f"game {played.game} has no end")
    compare(played, start, events)
    check_clocks(world, played.game, events)
    moves = sum(event["type"] == "moved" for event in events)
    credited = sum(event["type"] == "credited" for event in events)
    return {"games": 1, "moves": moves, "games_credited": credited > 0, views[0]["outcome"]["reason"]: 1}


def compare(played: FinishedGame, start: Position, events: list[dict[str, Any]]) -> None:
    """Each move of the log answers one command that was acknowledged, and the other way round. Raises `Fault`."""
    acked = {
        (seat.side, seq): command["move"]
        for seat in played.seats
        for command in seat.acked
        if command["type"] == "move"
        for seq in range(command["expected_seq"] + 1, command["seq"] + 1)
        if events[seq - 1]["type"] == "moved"
    }
    position, logged = start, {}
    for event in events:
        if event["type"] == "moved":
            key = (event["by"], event["seq"])
            if key in acked and str(position.parse_move(acked[key])) == event["data"]["move"]:
                logged[key] = acked[key]
        position = after(position, event)
    in_log = sum(event["type"] == "moved" for event in events)
    acknowledged = sum(command["type"] == "move" for seat in played.seats for command in seat.acked)
    if not len(logged) == len(acked) == in_log == acknowledged:
        moves = f"{acknowledged} moves were acknowledged, {in_log} are in the log, {len(logged)} fit"
        raise Fault(f"game {played.game}: {moves}")


def check_clocks(world: World, game: str, events: list[dict[str, Any]]) -> None:
    """Check that clocks ran only while a server ran. Raises `Fault`."""
    left = {"white": CLOCK["initial_ms"], "black": CLOCK["initial_ms"]}
    began: int | None = None
    for event in events:
        clock = event["data"].get("clock") if event["type"] == "moved" else None
        if clock is None:
            continue
        side = event["by"]
        charged = left[side] - clock[f"{side}_ms"]
        if began is not None:
            down = sum(max(0, min(span.until, event["at"]) - max(span.began, began)) for span in world.down)
            if charged > event["at"] - began - down + SLACK_MS:
                raise Fault(
                    f"game {game}: {side} was charged {charged} ms of {event['at'] - began}, {down} of them down"
                )
        left, began = {"white": clock["white_ms"], "black": clock["black_ms"]}, event["at"]


@asynccontextmanager
async def raging_world(
    args: argparse.Namespace, folder: Path, moves: int
) -> AsyncIterator[tuple[World, httpx.AsyncClient]]:
    """Two servers and what they stand on, which are killed and started again until `raging` is cancelled.

    The players share the client. `moves`: see `World.rage`.
    """
    others = {"redis": redis(folder)}
    url = f"sqlite:///{folder / 'games.db'}"
    if args.postgres:
        others["postgresql"], url = postgres(folder)
    channels = f"redis://127.0.0.1:{others['redis'].port}/0"
    nodes = []
    for _ in range(2):
        port = free_port()
        nodes.append(Program([sys.executable, "-c", SERVE.format(port=port, url=url, channels=channels)], port))
    world = World(nodes, others)
    try:
        for program in (*others.values(), *nodes):  # one after another: the first one makes the tables
            await program.start()
        limits = httpx.Limits(max_connections=100)
        jar = CookieJar(DefaultCookiePolicy(allowed_domains=[]))  # the players share the client, not their cookies
        async with httpx.AsyncClient(timeout=ANSWER_S, limits=limits, trust_env=False, cookies=jar) as http:
            world.raging = asyncio.create_task(world.rage(args.kills, args.pause, moves))
            try:
                yield world, http
            finally:
                world.raging.cancel()
    finally:
        for program in (*nodes, *others.values()):
            program.kill()


async def chaos(args: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Let it happen, and check everything."""
    began = time.monotonic()
    async with raging_world(args, folder, args.moves) as (world, http):
        pairs = (pair(world, http, number, args.pace, args.plies) for number in range(args.games))
        played = [game for games in await asyncio.gather(*pairs) for game in games]
        world.raging.cancel()
        counts = await each(played, lambda game: check(world, http, game))
    took = sorted(latency for game in played for seat in game.seats for latency in seat.latencies)
    return {
        "simultaneous": args.games,
        **sum(map(Counter, counts), Counter()),
        "killed": world.killed,
        "all_down": len(world.down),
        "acknowledged_in_ms": {f"p{part}": round(took[len(took) * part // 100] * 1000) for part in (50, 99)},
        "seconds": round(time.monotonic() - began),
    }


async def each(
    played: list[FinishedGame], work: Callable[[FinishedGame], Awaitable[dict[str, int]]]
) -> list[dict[str, int]]:
    """Do something with each game, a few at once."""
    few = asyncio.Semaphore(8)

    async def one(game: FinishedGame) -> dict[str, int]:
        async with few:
            return await work(game)

    return await asyncio.gather(*(one(game) for game in played))


def main() -> None:
    """Print what happened, as JSON; a fault ends the program with its words."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--short", action="store_true", help="20 games and 3 kills")
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--moves", type=int, default=0, help="goes on until so many were acknowledged")
    parser.add_argument("--pause", type=float, default=8.0, help="seconds between kills, at most")
    parser.add_argument("--pace", type=float, default=1.0, help="seconds of thought for a move, on average")
    parser.add_argument("--plies", type=int, default=40, help="events of a game before it may be given up")
    args = parser.parse_args()
    if args.short:
        args.games, args.kills, args.pause, args.pace, args.plies, args.moves = 20, 3, 3.0, 0.2, 10, 250
    with tempfile.TemporaryDirectory() as folder:
        try:
            print(json.dumps(asyncio.run(chaos(args, Path(folder)))))
        except Fault as fault:
            sys.exit(str(fault))


if __name__ == "__main__":
    main()
