"""The dearest request of every route: all routes in all shapes, one by one, on a server that has nothing else to do.

`script/bench worst-shapes [--out FILE] [WORD …]`: a public server of its own over SQLite with games, a study, a class,
a club and a sheet; each request comes from an address of its own, so that no quota spares the server. The table tells
what each route takes at most, and in which shape; `script/bench worst-requests --found FILE` sends those by many.
"""

from __future__ import annotations

import argparse
import json
import random
import threading
import time
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

import httpx

from bench.strangers.requests import Request, Requests, Route
from bench.strangers.server import serving
from bench.strangers.world import World

SHOWN = 40


class Found(NamedTuple):
    """What a request took: milliseconds until its answer, and of the server's processors; how it was answered.

    `lag_ms`: how long `/livez`, which needs nothing but the event loop, had to wait meanwhile at most.
    """

    route: str
    shape: str
    ms: float
    cpu_ms: float
    lag_ms: float
    status: int


class Pulse:
    """Asks for `/livez` all the time; `worst` is the longest answer (ms) since it was read last."""

    def __init__(self, server: str) -> None:
        self._http = httpx.Client(base_url=f"http://{server}", timeout=120, trust_env=False)
        self._worst, self._beats, self._ends = 0.0, 0, False
        self._thread = threading.Thread(target=self._beat, daemon=True)
        self._thread.start()

    def _beat(self) -> None:
        while not self._ends:
            began = time.perf_counter()
            self._http.get("/livez")
            self._worst = max(self._worst, (time.perf_counter() - began) * 1000)
            self._beats += 1
            time.sleep(0.002)

    def worst(self) -> float:
        """The longest answer since the last call; waits for one that has begun before."""
        beats = self._beats
        while self._beats < beats + 1:
            time.sleep(0.001)
        found, self._worst = self._worst, 0.0
        return found

    def close(self) -> None:
        """End."""
        self._ends = True
        self._thread.join()


def ask(http: httpx.Client, request: Request, address: str) -> httpx.Response | None:
    """Send a request from an address; None where no answer comes."""
    headers = {"X-Forwarded-For": address} | ({"content-type": request.kind} if request.kind else {})
    try:
        return http.request(request.method, request.url, content=request.content, headers=headers)
    except (httpx.TransportError, httpx.InvalidURL):
        return None


def searched(
    server: str, spent: Callable[[], float], requests: Requests, cookies: httpx.Cookies, words: list[str]
) -> list[Found]:
    """Every route in every shape, as a stranger and, where that is refused, as the owner of everything."""
    found, lots, pulse = list[Found](), random.Random(1), Pulse(server)
    stranger = httpx.Client(base_url=f"http://{server}", timeout=60, trust_env=False)
    owner = httpx.Client(base_url=f"http://{server}", timeout=60, trust_env=False, cookies=cookies)
    for route in requests.routes():
        if words and not any(word in str(route) for word in words):
            continue
        here = of_route(route, requests, (stranger, owner), spent, pulse, lots)
        dearest, slowest = (max(here, key=attrgetter(name)) for name in ("cpu_ms", "lag_ms"))
        told = f"{dearest.cpu_ms:6.0f} {dearest.shape:12} {slowest.lag_ms:6.0f} {slowest.shape:12}"
        print(f"{told} {route}", flush=True)
        found += here
    pulse.close()
    return found


def of_route(
    route: Route,
    requests: Requests,
    clients: tuple[httpx.Client, httpx.Client],
    spent: Callable[[], float],
    pulse: Pulse,
    lots: random.Random,
) -> list[Found]:
    """What a route takes in each shape."""
    found = list[Found]()
    for shape in requests.shapes(route):
        request = requests.make(route, shape, lots)
        for client in clients:
            if client is clients[0]:
                client.cookies.clear()
            address = f"100.{lots.randrange(64, 127)}.{lots.randrange(256)}.{lots.randrange(256)}"
            pulse.worst()
            before, began = spent(), time.perf_counter()
            answer = ask(client, request, address)
            ms, cpu = (time.perf_counter() - began) * 1000, (spent() - before) * 1000
            status = answer.status_code if answer is not None else 0
            found.append(Found(str(route), shape, ms, cpu, pulse.worst(), status))
            if answer is not None and answer.status_code not in (401, 403, 404):
                break
    return found


def main() -> None:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", metavar="WORD", help="only routes with one of these in their path")
    parser.add_argument("--out", type=Path, help="write what was found there as JSON")
    given = parser.parse_args()
    with serving() as (server, spent):
        world = World(server)
        world.fill()
        description = world.http.get("/api/schema/openapi.json").json()
        requests = Requests(description, world.known)
        found = searched(server, spent, requests, world.http.cookies, given.words)
    faults = [each for each in found if each.status == 0 or each.status >= 500]
    print(f"\n{len(found)} requests of {len({each.route for each in found})} routes; 5xx or no answer: {len(faults)}")
    for each in faults[:SHOWN]:
        print(f"  {each.status} {each.shape:12} {each.route}")
    dearest = {each.route: each for each in sorted(found, key=lambda each: each.cpu_ms)}
    slowest = {each.route: each for each in sorted(found, key=lambda each: each.lag_ms)}
    print("| route | processor ms | shape | `/livez` waits ms | shape |\n| --- | ---: | --- | ---: | --- |")
    for route in sorted(dearest, key=lambda route: -max(dearest[route].cpu_ms, slowest[route].lag_ms))[:SHOWN]:
        one, other = dearest[route], slowest[route]
        print(f"| {route} | {one.cpu_ms:.0f} | {one.shape} | {other.lag_ms:.0f} | {other.shape} |")
    if given.out:
        rows = [each._asdict() for each in {*dearest.values(), *slowest.values()}]
        told = {"rows": rows, "description": description, "known": world.known}
        given.out.write_text(json.dumps(told, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
