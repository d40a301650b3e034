"""The HTTP interface, played with a game that is no board game."""

from __future__ import annotations

import gc
import json
import logging
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import httpx
import pytest
from uvicorn.protocols.http.h11_impl import RequestResponseCycle

from axedrez.server.base.requests import MAX_BODY
from axedrez.server.work import typed_request
from axedrez.server.work.priced_work import READ_KIB_MS
from tests.patience import until
from tests.server.serving import Client


def error(answer: httpx.Response, status: int) -> dict[str, Any]:
    assert answer.status_code == status, answer.text
    body: dict[str, Any] = answer.json()["error"]
    assert body["message"]
    assert "\n" not in body["message"]
    return body


def test_rulebooks_are_listed_described_and_put_into_words(client: Client) -> None:
    listed = client.http.get("/api/rulebooks").json()
    assert [book["id"] for book in listed] == ["takeaway", "takeaway-warn"]
    book = client.http.get("/api/rulebooks/takeaway").json()
    assert (book["family"], book["start"], book["offers"]) == ("takeaway", "21/w", ["draw"])
    assert client.http.get("/api/rulebooks/takeaway-warn").json()["offers"] == ["abandon"]
    rules = client.http.get("/api/rulebooks/takeaway/rules?lang=en").json()
    assert rules["title"] == "Heap"
    assert error(client.http.get("/api/rulebooks/go"), 404)["reason"] == "unknown_rulebook"
    assert error(client.http.get("/api/rulebooks/go/rules"), 404)["reason"] == "unknown_rulebook"


def test_positions_are_read_or_refused(client: Client) -> None:
    read = client.http.post("/api/positions", json={"rulebook": "takeaway", "position": "2/b"}).json()
    assert (read["turn"], read["outcome"]) == ("black", None)
    assert [option["token"] for option in read["steps"]["options"]] == ["take1", "take2"]
    (refused,) = read["steps"]["refused"]
    assert (refused["clause"], set(refused["message"])) == ("H-2", {"es", "en"})
    over = client.http.post("/api/positions", json={"rulebook": "takeaway", "position": "0/b"}).json()
    assert (over["turn"], over["outcome"]["result"]) == (None, "1-0")
    error(client.http.post("/api/positions", json={"rulebook": "takeaway", "position": "many/b"}), 422)


def test_a_whole_game(client: Client) -> None:
    view = client.new(options={"stones": 4}, players={"white": {"name": "Ana"}})
    assert (view["seq"], view["turn"], view["players"]["white"]["name"]) == (0, "white", "Ana")
    assert view["can"] == ["move", "offer_draw", "resign", "abort"]
    view = client.do(view, "move", move="quito3", lang="es")
    assert view["moves"][0] | {"at": 0} == {
        "ply": 1,
        "by": "white",
        "move": "take3",
        "san": {"es": "quito3", "en": "take3"},
        "origin": "heap",
        "target": "heap",
        "position": "1/b",
        "check": None,
        "at": 0,
        "roll": None,
        "number": None,
        "cube": 1,
        "told": [],
        "stood_in": False,
        "steps": [],
    }
    view = client.do(view, "offer", offer="draw", side="black")
    assert view["offers"] == [{"offer": "draw", "by": "black", "value": None}]
    view = client.do(view, "move", move="take1")
    assert view["outcome"] == {
        "result": "0-1",
        "reason": "extinction",
        "clause": "H-1",
        "points": {"white": 0.0, "black": 1.0},
    }
    assert (view["turn"], view["steps"]["options"], view["can"], view["offers"]) == (None, [], [], [])
    assert error(client.send(view["id"], view["seq"], "move", move="take1"), 422)["reason"] == "game_over"
    log = client.http.get(f"/api/games/{view['id']}/events?after=1").json()["events"]
    assert [(event["seq"], event["type"]) for event in log] == [(2, "offered"), (3, "moved"), (4, "ended")]


def test_the_same_request_is_the_same_game(client: Client) -> None:
    request = str(uuid4())
    view = client.new(id=request)
    assert view["id"] != request, "the server makes the ids of games"
    client.do(view, "move", move="take1")
    again = client.http.post("/api/games", json={"id": request, "rulebook": "takeaway"})
    assert (again.status_code, again.json()["id"], again.json()["seq"]) == (201, view["id"], 1)
    assert client.new(id=view["id"])["seq"] == 0, "the id of a game that is there is a request like any other"


def test_a_repeated_command_gets_the_first_answer_and_a_late_one_the_view(client: Client) -> None:
    view = client.new()
    command = {"id": str(uuid4()), "expected_seq": 0, "type": "move", "move": "take1"}
    address = f"/api/games/{view['id']}/commands"
    first = client.http.post(address, json=command).json()
    second = client.http.post(address, json=command).json()
    assert second["events"] == first["events"]
    assert second["view"]["seq"] == 1
    late = client.http.post(address, json={**command, "id": str(uuid4())})
    assert error(late, 409)["reason"] == "stale"
    assert late.json()["view"]["seq"] == 1


def test_of_many_senders_at_once_one_moves(client: Client) -> None:
    view = client.new()
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda n: client.send(view["id"], 0, "move", move=f"take{n % 3 + 1}"), range(8)))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
    assert client.view(view["id"])["seq"] == 1


def test_refused_tries_are_recorded_where_the_rulebook_says_so(client: Client) -> None:
    view = client.new("takeaway-warn", position="2/w")
    view = client.do(view, "move", move="take3")
    assert view["turn"] == "white"
    assert view["last_refusal"]["places"] == ["heap"]
    assert view["last_refusal"]["message"]["es"].startswith("No hay jugadas")
    strict = client.new(position="2/w")
    body = error(client.send(strict["id"], 0, "move", move="take3"), 422)
    assert (body["clause"], body["places"]) == ("H-2", ["heap"])
    assert client.view(strict["id"])["seq"] == 0


def test_moves_may_be_played_at_the_start(client: Client) -> None:
    view = client.new(moves=["take1", "take2"], clock={"kind": "fischer", "initial_ms": 60_000})
    assert (view["seq"], view["position"], view["clock"]["running"]) == (2, "18/w", None)
    bad = {"id": str(uuid4()), "rulebook": "takeaway", "moves": ["take1", "take9"]}
    error(client.http.post("/api/games", json=bad), 422)
    assert error(client.http.get(f"/api/games/{bad['id']}"), 404)["reason"] == "unknown_game"


def test_a_flag_that_has_not_fallen_cannot_be_claimed(client: Client) -> None:
    view = client.new(clock={"kind": "delay", "initial_ms": 600_000, "increment_ms": 0})
    view = client.do(view, "move", move="take1")
    assert view["clock"]["running"] == "black"
    assert view["clock"]["now"] >= view["clock"]["at"]
    early = client.send(view["id"], view["seq"], "flag")
    assert error(early, 422)["reason"] == "flag_not_fallen"


def test_a_rematch_changes_the_colours(client: Client) -> None:
    view = client.new(
        options={"stones": 9},
        players={"white": {"name": "Ana"}, "black": {"name": "Blas"}},
        clock={"kind": "bronstein", "initial_ms": 60_000, "increment_ms": 2_000},
    )
    new = str(uuid4())
    again = client.http.post(f"/api/games/{view['id']}/rematch", json={"id": new})
    assert again.status_code == 201
    assert again.json()["id"] not in (new, view["id"])
    assert again.json()["start"] == "9/w"
    repeated = client.http.post(f"/api/games/{view['id']}/rematch", json={"id": new})
    assert repeated.json()["id"] == again.json()["id"]
    assert again.json()["players"]["white"]["name"] == "Blas"
    assert again.json()["clock"]["kind"] == "bronstein"
    assert again.json()["rulebook"]["hash"] == view["rulebook"]["hash"]


@pytest.mark.parametrize(
    ("clock", "white_ms", "black_ms"),
    [
        ({"kind": "byoyomi", "initial_ms": 60_000, "periods": 2, "period_ms": 10_000}, 80_000, 80_000),
        ({"kind": "correspondence", "days": 2}, 172_800_000, 172_800_000),
        ({"kind": "delay", "initial_ms": 60_000, "increment_ms": 2_000, "black": {"initial_ms": 9_000}}, 60_000, 9_000),
    ],
)
def test_every_clock_is_told_and_goes_with_the_players(
    client: Client, clock: Any, white_ms: int, black_ms: int
) -> None:
    view = client.new(clock=clock)
    told = client.view(view["id"])["clock"]
    assert (told["kind"], told["white_ms"], told["black_ms"]) == (clock["kind"], white_ms, black_ms)
    assert clock.items() <= told["spec"].items() or told["spec"]["black"] == {"initial_ms": 9_000, "increment_ms": 0}
    again = client.http.post(f"/api/games/{view['id']}/rematch", json={"id": str(uuid4())}).json()["clock"]
    assert (again["white_ms"], again["black_ms"]) == (black_ms, white_ms)


def test_games_are_listed_in_pages(client: Client) -> None:
    made = [client.new()["id"] for _ in range(5)]
    found: dict[str, int] = {}
    cursor = ""
    while not found.keys() >= set(made):  # games of other tests may go on meanwhile
        page = client.http.get(f"/api/games?limit=2{cursor}").json()
        assert len(page["games"]) == 2
        assert not found.keys() & {game["id"] for game in page["games"]}
        found |= {game["id"]: game["updated_at"] for game in page["games"]}
        cursor = f"&before={page['next']}"
    assert len(found) < 25
    times = list(found.values())
    assert times == sorted(times, reverse=True)
    assert [found[game] for game in made] == sorted(found[game] for game in made)
    assert error(client.http.get("/api/games?before=yesterday"), 422)["reason"] == "request_malformed"


@pytest.mark.parametrize(
    ("query", "header", "lang"),
    [
        ("", None, "es"),
        ("?lang=en", None, "en"),
        ("?lang=es", "en", "es"),
        ("", "en-GB,en;q=0.9", "en"),
        ("", "de, es;q=0.4, en;q=0.6", "en"),
        ("", "fr;q=x, *", "es"),
    ],
)
def test_errors_speak_the_users_language(client: Client, query: str, header: str | None, lang: str) -> None:
    headers = {"accept-language": header} if header is not None else {}
    body = error(client.http.get(f"/api/games/{uuid4()}{query}", headers=headers), 404)
    assert body["message"] == {"es": "Esa partida no existe.", "en": "There is no such game."}[lang]


MALFORMED: list[tuple[str, Any, str]] = [
    ("/api/games", b"", "–"),
    ("/api/games", b"{", "–"),
    ("/api/games", b"\xff\xfe", "–"),
    ("/api/games", b"[" * 100_000, "–"),
    ("/api/games", {"id": "x", "rulebook": "takeaway"}, "id"),
    ("/api/games", {"id": str(uuid4()), "rulebook": "takeaway", "surprise": 1}, "surprise"),
    ("/api/games", {"id": str(uuid4()), "rulebook": "../../etc/passwd"}, "rulebook"),
    ("/api/games", {"id": str(uuid4()), "rulebook": "takeaway", "position": "1\x002/w"}, "position"),
    ("/api/games", {"id": str(uuid4()), "rulebook": "takeaway", "moves": ["e"] * 3000}, "moves"),
    ("/api/games", {"id": str(uuid4()), "rulebook": "takeaway", "clock": {"kind": "sand", "initial_ms": 1}}, "kind"),
    ("/api/games", {"id": str(uuid4()), "rulebook": "takeaway", "players": {"white": {"level": 9}}}, "level"),
    (
        "/api/games",
        {"id": str(uuid4()), "rulebook": "takeaway", "players": {"black": {"person": str(uuid4())}}},
        "players",
    ),
    ("/api/games", {"id": str(uuid4()), "rulebook": "takeaway", "clock": {"kind": "correspondence"}}, "clock"),
    ("/api/positions", {"rulebook": "takeaway"}, "position"),
]


@pytest.mark.parametrize(("address", "body", "field"), MALFORMED)
def test_malformed_requests_get_one_sentence(client: Client, address: str, body: Any, field: str) -> None:
    sent = {"content": body} if isinstance(body, bytes) else {"json": body}
    refused = error(client.http.post(address, **sent), 422)
    assert refused["reason"] == "request_malformed"
    assert field in refused["message"]


def test_a_body_is_refused_at_its_first_fault(client: Client) -> None:
    """It is not read as any JSON before it is read as what it should be: that takes ten times longer."""
    sent = b'{"surprise": 1, ' + b"[" * 5000
    assert "surprise" in error(client.http.post("/api/games", content=sent), 422)["message"]
    nested = b'{"players": {"white": {"surprise": 1}}, ' + b"[" * 5000
    assert "players.white.surprise" in error(client.http.post("/api/games", content=nested), 422)["message"]


def test_a_long_body_is_read_in_turn(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    prices: list[float] = []

    async def work(price_ms: float, function: Callable[..., Any], *args: Any) -> Any:
        prices.append(price_ms)
        return function(*args)

    monkeypatch.setattr(typed_request, "work", work)
    for count in (10, 900):
        body = {"rulebook": "takeaway", "position": "10/w", "moves": ["1" * 20] * count}
        client.http.post("/api/positions", json=body)
    (price,) = prices
    assert price == pytest.approx(len(json.dumps(body, separators=(",", ":"))) / 1024 * READ_KIB_MS, rel=0.2)


def test_only_who_needs_them_gets_long_bodies(client: Client) -> None:
    long = b'{"surprise": "' + b"a" * MAX_BODY + b'"}'
    assert error(client.http.post("/api/games", content=long), 413)["reason"] == "request_too_large"
    assert "surprise" in error(client.http.post("/api/studies", content=long), 422)["message"]


def test_too_large_bodies_are_not_read(client: Client) -> None:
    answer = client.http.post("/api/games", content=b" " * (2**20 + 1))
    assert error(answer, 413)["reason"] == "request_too_large"


@pytest.mark.parametrize(("path", "status"), [("rulebooks", 200), ("rulebooks/none", 404), ("nothing", 404)])
def test_what_has_been_answered_is_kept_by_nothing(client: Client, path: str, status: int) -> None:
    def kept() -> int:
        return sum(type(each) is RequestResponseCycle for each in gc.get_objects())

    gc.collect()
    gc.disable()
    try:
        before = kept()
        for _ in range(60):  # on one connection, which stays open
            assert client.http.get(f"/api/{path}").status_code == status
        assert kept() < before + 10
    finally:
        gc.enable()


def test_who_hangs_up_half_way_is_no_fault_of_ours(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    internal = 'axedrez_refusals_total{reason="internal"}'
    before = [line for line in client.http.get("/metrics").text.splitlines() if line.startswith(internal)]
    host, port = client.address.split(":")
    with caplog.at_level(logging.INFO, "axedrez.server"):
        with socket.create_connection((host, int(port)), timeout=10) as line:
            line.sendall(
                b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                b'Content-Length: 1000\r\n\r\n{"id": "'
            )
        until(lambda: "POST /api/games: its sender hung up" in caplog.text, "nobody noticed")
    assert max(record.levelno for record in caplog.records) == logging.INFO
    after = [line for line in client.http.get("/metrics").text.splitlines() if line.startswith(internal)]
    assert after == before


def test_unknown_addresses_and_methods(client: Client) -> None:
    assert error(client.http.get("/api/nothing"), 404)["reason"] == "not_found"
    assert error(client.http.get("/api/games/no-uuid"), 404)["reason"] == "not_found"
    answer = client.http.delete("/api/health")
    assert error(answer, 405)["reason"] == "method_not_allowed"
    assert "GET" in answer.headers["allow"]


def test_the_page_is_served_with_its_own_addresses(client: Client) -> None:
    for address in (
        "/",
        "/partida/123",
        "/manual",
        "/%00",
        "/" + "x" * 300,
    ):
        answer = client.http.get(address)
        assert (answer.status_code, answer.text) == (200, "<!doctype html><title>page</title>")
        assert answer.headers["cache-control"] == "no-cache"
    for address in (
        "/..%2fsecret.txt",
        "/assets/../../secret.txt",
        "/assets/app-0000.js",
        "/assets",
        "/assets/",
        "/sw.js",
        "/favicon.ico",
        "/robots.txt",
        "/manifest.webmanifest",
        "/wp-login.php",
        "/.env",
        "/.well-known/security",
        "/api/nothing",
        "/api",
    ):
        assert error(client.http.get(address), 404)["reason"] == "not_found", address
    script = client.http.get("/assets/app-1a2b.js")
    assert "javascript" in script.headers["content-type"]
    assert "immutable" in script.headers["cache-control"]


def test_every_answer_carries_the_security_headers(client: Client) -> None:
    for address in ("/", "/api/health", "/api/nothing", "/api/schema"):
        headers = client.http.get(address).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1", "http://["]
)
def test_pages_of_other_servers_cannot_write(client: Client, origin: str) -> None:
    body = {"id": str(uuid4()), "rulebook": "takeaway"}
    answer = client.http.post("/api/games", json=body, headers={"origin": origin})
    assert error(answer, 403)["reason"] == "forbidden"
    error(client.http.get(f"/api/games/{body['id']}"), 404)
    own = client.http.post("/api/games", json=body, headers={"origin": f"http://{client.address}"})
    assert own.status_code == 201


def test_a_body_that_is_no_text_is_refused(client: Client) -> None:
    headers = {"Content-Type": "application/json"}
    answer = client.http.post("/api/positions", content=b'"f\xa3:\xff"', headers=headers)
    assert error(answer, 422)["reason"] == "request_malformed"
