"""What strangers have tried, and no other test proves to be in vain (`tests/attacks.toml` has them all)."""

from __future__ import annotations

import asyncio
import socket
import threading
import tomllib
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from argon2 import PasswordHasher
from websockets.sync.client import connect

from axedrez import library, rolling_out
from axedrez.analysis.equity import RolloutOptions
from axedrez.chess.engine import network
from axedrez.chess.position.game import ChessPosition
from axedrez.server import create_app
from axedrez.server.access import accounts
from axedrez.server.analysis import rollouts
from axedrez.server.routes import lobby as lobby_routes
from axedrez.server.routes import sheets as sheet_routes
from axedrez.storage import Store
from axedrez.storage.invitations import Invitations
from tests.match.takeaway import TakeawayPosition, TakeawayRulebooks
from tests.patience import LONG_S, until
from tests.server.serving import Client, RandomPlayer, serving
from tests.server.visiting import PASSWORD, Visitor

CLOCK = {"kind": "fischer", "initial_ms": 600_000, "increment_ms": 0}


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A server that plays takeaway."""
    app = create_app(f"sqlite:///{tmp_path / 'games.db'}", rulebooks=TakeawayRulebooks(), player=RandomPlayer)
    with serving(app) as found:
        yield found


@pytest.fixture(scope="module")
def chess(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with our rulebooks."""
    with serving(
        create_app(f"sqlite:///{tmp_path_factory.mktemp('chess') / 'games.db'}", player=RandomPlayer)
    ) as found:
        yield found


class Places:
    """Where a function was called: on an event loop, or in a thread without one."""

    def __init__(self) -> None:
        self.on_loop: list[bool] = []

    def of(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, watched."""

        def watched(*args: Any, **named: Any) -> Any:
            try:
                asyncio.get_running_loop()
                self.on_loop.append(True)
            except RuntimeError:
                self.on_loop.append(False)
            return function(*args, **named)

        return watched


# People


@pytest.mark.parametrize("drawn", ["white", "black"])
def test_the_lot_does_not_follow_from_the_invitation(address: str, drawn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("axedrez.storage.invitations.secrets", SimpleNamespace(choice=lambda _: drawn))
    ana, eva = Visitor(address, "Ana"), Visitor(address, "Eva")
    for _ in range(4):
        assert eva.accept(ana.invite(colour="lot"))["players"][drawn]["name"] == "Ana"


def test_a_token_does_not_make_its_guest_an_account(address: str) -> None:
    guest = Visitor(address, "Ana")
    token = guest.ask("POST", "/api/me/tokens", 201, label="a guest's")["token"]
    thief = Visitor(address, headers={"authorization": f"Bearer {token}"})
    assert thief.refused("POST", "/api/accounts", 401, login="thief", password=PASSWORD) == "token_not_enough"
    assert guest.me()["kind"] == "guest"
    guest.ask("POST", "/api/accounts", 201, login="ana-herself", password=PASSWORD)


@pytest.mark.parametrize("login", ["admin", "root", "soporte"])
def test_nobody_passes_for_who_runs_the_server(address: str, login: str) -> None:
    assert (
        Visitor(address, "Ana").refused("POST", "/api/accounts", 422, login=login, password=PASSWORD) == "login_taken"
    )


@pytest.mark.parametrize("password", ["drowssap", "drowssap1"])
def test_a_common_word_backwards_is_no_password(address: str, password: str) -> None:
    visitor = Visitor(address, "Ana")
    assert visitor.refused("POST", "/api/accounts", 422, login="somebody", password=password) == "weak_password"


def test_sign_ins_share_two_threads_of_their_own(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lock, going, most, held = threading.Lock(), 0, 0, threading.Event()
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)

    def verify(*_: str) -> bool:
        nonlocal going, most
        with lock:
            going += 1
            most = max(most, going)
        held.wait(LONG_S)
        with lock:
            going -= 1
        return False

    monkeypatch.setattr(accounts, "_HASHER", SimpleNamespace(verify=verify, hash=cheap.hash))

    def sign_in(number: int) -> int:
        body = {"login": f"somebody{number}", "password": PASSWORD}
        status: int = Client(address).http.post("/api/sessions", json=body).status_code
        return status

    with ThreadPoolExecutor(8) as people:
        answers = [people.submit(sign_in, number) for number in range(8)]
        until(lambda: going == 2)
        assert Client(address).new()["position"]  # others go on meanwhile
        held.set()
        assert {answer.result(LONG_S) for answer in answers} <= {401, 429}
    assert most == 2


# Requests


def test_what_the_interface_says_is_kept_nowhere(address: str) -> None:
    http = Client(address).http
    game = Client(address).new()["id"]
    for path in ("/api/health", "/api/me", f"/api/games/{game}", "/api/overview", "/api/nothing"):
        headers = http.get(path).headers
        assert headers["cache-control"] == "no-store", path
        assert {"accept-language", "authorization", "cookie"} <= set(headers["vary"].lower().split(", ")), path


def test_a_body_of_two_lengths_is_refused(address: str) -> None:
    host, _, port = address.rpartition(":")
    with socket.create_connection((host, int(port)), timeout=LONG_S) as line:
        head = f"POST /api/games HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nConnection: close\r\n"
        line.sendall(f"{head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n".encode())
        said = line.recv(4096).decode()
    assert said.startswith("HTTP/1.1 4"), said


# Games


def test_an_offer_that_stands_cannot_be_made(address: str) -> None:
    ana, eva = Visitor(address, "Ana"), Visitor(address, "Eva")
    game = eva.accept(ana.invite(colour="white"))["id"]

    def can(visitor: Visitor) -> set[str]:
        return {what for what in visitor.ask("GET", f"/api/games/{game}")["can"] if what.startswith("offer")}

    ana.act(game, "move", move="take1")
    assert can(ana) == can(eva) == {"offer_draw", "offer_takeback"}
    for offer, left in (("takeback", {"offer_draw"}), ("draw", set[str]())):
        ana.act(game, "offer", offer=offer, side="white")
        assert can(ana) == can(eva) == left
        ana.act(game, "offer", 422, offer=offer, side="white")
    eva.act(game, "decline", offer="takeback", side="black")
    assert can(eva) == {"offer_takeback"}


# Work


def test_faults_of_a_sheet_are_told_off_the_event_loop(chess: str, monkeypatch: pytest.MonkeyPatch) -> None:
    places = Places()
    monkeypatch.setattr(sheet_routes, "_faults", places.of(sheet_routes._faults))
    pieces = {f"p{number}": {"letter": 3} for number in range(50)}
    answer = Client(chess).http.post("/api/sheets/check", json={"sheet": {"extends": "clasico", "pieces": pieces}})
    assert answer.json()["valid"] is False
    assert places.on_loop == [False]


@pytest.mark.parametrize("face", ["balance", "toml"])
def test_sheets_are_built_off_the_event_loop(chess: str, face: str, monkeypatch: pytest.MonkeyPatch) -> None:
    places = Places()
    monkeypatch.setattr(library, "from_data", places.of(library.from_data))
    monkeypatch.setattr("axedrez.rulesheet.reading.tomllib.loads", places.of(tomllib.loads))
    sheet = {"extends": "clasico", "id": f"own-{face}", "names": {"es": "Propio", "en": "Own"}}
    http = Client(chess).http
    if face == "balance":
        body = {"sheets": [{"sheet": sheet}, {"rulebook": "clasico"}], "game_count": 1}
        assert http.post("/api/balance", json=body).status_code in (200, 201, 202)
    else:
        text = 'extends = "clasico"\nid = "own-toml"\nnames = {es = "Propio", en = "Own"}\n'
        answer = http.post("/api/sheets/toml", content=text.encode(), headers={"content-type": "application/toml"})
        assert answer.json()["valid"] is True, answer.text
    assert places.on_loop
    assert not any(places.on_loop)


def test_long_games_are_replayed_off_the_event_loop(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = Places()
    monkeypatch.setattr("axedrez.server.play.games.FEW_PLIES", 4)
    monkeypatch.setattr(TakeawayPosition, "play_unchecked", places.of(TakeawayPosition.play_unchecked))
    client = Client(address)
    moves = ["take1"] * 12
    game = client.new(moves=moves)["id"]
    assert len(client.view(game)["moves"]) == len(moves)
    database = f"sqlite:///{tmp_path / 'games.db'}"
    with serving(create_app(database, rulebooks=TakeawayRulebooks(), player=RandomPlayer)) as other:
        assert len(Client(other).view(game)["moves"]) == len(moves)
    assert len(places.on_loop) >= 2 * len(moves)
    assert not any(places.on_loop)


def test_a_file_of_long_games_is_read_off_the_event_loop(chess: str, monkeypatch: pytest.MonkeyPatch) -> None:
    places = Places()
    monkeypatch.setattr("axedrez.server.play.games.FEW_PLIES", 4)
    monkeypatch.setattr(ChessPosition, "play_unchecked", places.of(ChessPosition.play_unchecked))
    moves = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nc3 Nc6 4. Nb1 Nb8 5. e4 e5 *"
    answer = Client(chess).http.post("/api/files", content=f"{moves}\n\n{moves}\n".encode())
    assert answer.status_code in (200, 201), answer.text
    assert len(places.on_loop) >= 20
    assert not any(places.on_loop)


def test_a_change_in_the_lobby_is_read_and_written_once(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read, written = [0], [0]
    public, encode = Invitations.public, lobby_routes._of_page

    async def counted(self: Invitations, *args: Any) -> Any:
        read[0] += 1
        return await public(self, *args)

    def made(*args: Any) -> Any:
        written[0] += 1
        return encode(*args)

    monkeypatch.setattr(Invitations, "public", counted)
    monkeypatch.setattr(lobby_routes, "_of_page", made)
    ana = Visitor(address, "Ana")
    with ExitStack() as open_sockets:
        sockets = [open_sockets.enter_context(connect(f"ws://{address}/api/lobby/socket")) for _ in range(20)]
        for each in sockets:
            each.recv(timeout=LONG_S)
        read[0] = written[0] = 0
        invitation = ana.invite(public=True, clock=CLOCK)["id"]
        for each in sockets:
            while invitation not in str(each.recv(timeout=LONG_S)):
                pass
    assert read[0] < 8, "one for all, and a few for who came between"
    assert written[0] < 8


def test_a_rollout_is_shorter_where_others_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    class Workers:
        def __init__(self, *_: Any) -> None: ...

        def map(self, _play: Any, tasks: Any, _stop: Any, *, in_order: bool) -> Iterator[Any]:
            assert in_order
            for task in tasks:
                yield task, SimpleNamespace(trials=12)

        def close(self) -> None: ...

    def both(one: Any, other: Any) -> Any:
        return SimpleNamespace(trials=one.trials + other.trials)

    monkeypatch.setattr(rolling_out, "Pool", Workers)
    monkeypatch.setattr(rolling_out, "pooled", both)
    monkeypatch.setattr(rollouts, "CROWDED_S", -1.0)
    start = library.load("backgammon").start()
    done = {}
    for is_crowded in (False, True):
        options = RolloutOptions(trials=120)
        rollout = rollouts.Rollout("key", start, [None], options)
        rollout.is_crowded = lambda crowded=is_crowded: crowded  # type: ignore[misc]
        rollout.work()
        done[is_crowded] = rollout.done
    assert done == {False: 120, True: 12}


def test_the_dice_of_all_games_are_counted_once_for_all(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read, rolls = [0], Store.rolls

    async def counted(self: Store, most: int) -> Any:
        read[0] += 1
        return await rolls(self, most)

    monkeypatch.setattr(Store, "rolls", counted)
    with ThreadPoolExecutor(6) as people:
        answers = list(people.map(lambda _: Client(address).http.get("/api/dice").status_code, range(12)))
    assert set(answers) == {200}
    assert read[0] == 1


def test_computers_think_in_turn_with_a_clock_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("axedrez.server.work.fair_queue.spare_processes", lambda: 2)
    player = RandomPlayer(pause_s=300)
    app = create_app(f"sqlite:///{tmp_path / 'games.db'}", rulebooks=TakeawayRulebooks(), player=lambda: player)
    with serving(app) as found:
        client = Client(found)
        for number in range(6):
            clock = {**CLOCK, "initial_ms": 60_000} if number % 2 else None
            client.new(players={"white": {"kind": "computer", "level": 1}}, clock=clock)
        until(lambda: len(player.asked) >= 2)
        client.new()  # the others have had their time to pass the queue
        assert len(player.asked) <= 3, "two places, and one for whoever is played by somebody who waits"


def test_a_network_of_zeros_does_not_inflate() -> None:
    head = msgspec.json.encode(network.shipped().record) + b"\n"
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(bytes(2**20)) for _ in range(256)) + packer.flush()
    tracemalloc.start()
    with pytest.raises(ValueError, match="network"):
        network.read(network._MARK + head + packed)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 32 * 2**20
