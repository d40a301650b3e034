"""Clubs on a real server: who may do what, links for joining, tournaments for members alone, accounts that go."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest

from axedrez.messages import LANGUAGES
from axedrez.server import create_app
from axedrez.server.access.throttle import Rates
from axedrez.server.community.clubs import MAX_CLUBS
from tests.server.serving import serving
from tests.server.visiting import PASSWORD, Visitor, account


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("clubs")
    with serving(create_app(f"sqlite:///{folder / 'games.db'}", rates=Rates())) as found:
        yield found


def new_club(owner: Visitor, **fields: Any) -> str:
    found: str = owner.ask("POST", "/api/clubs", 201, id=str(uuid4()), **{"name": "La Torre", **fields})["id"]
    return found


def roles(who: Visitor, club: str) -> dict[str, str]:
    return {each["name"]: each["role"] for each in who.ask("GET", f"/api/clubs/{club}")["members"]}


def join(who: Visitor, club: str, status: int = 200, key: str = "") -> Any:
    return who.ask("POST", f"/api/clubs/{club}/join", status, key=key)


def member(who: Visitor, club: str) -> str:
    return f"/api/clubs/{club}/members/{who.me()['id']}"


def settings(**more: Any) -> dict[str, Any]:
    return {"title": "Copa", "rulebook": "clasico", "over_the_board": True, "entry": "open", "rounds": 3, **more}


def test_a_club_from_its_making_to_its_end(address: str) -> None:
    eva, ana, guest = account(address, "eva"), account(address, "ana"), Visitor(address, "Leo")
    body = {"id": str(uuid4()), "name": "  Peón y torre ", "text": "Los viernes.\nA las ocho."}
    assert guest.refused("POST", "/api/clubs", 401, **body) == "account_needed"
    made = eva.ask("POST", "/api/clubs", 201, **body)
    assert eva.ask("POST", "/api/clubs", 201, **body) == made  # a repetition
    assert (made["name"], made["text"], made["role"], made["count"]) == ("Peón y torre", body["text"], "leader", 1)
    club = f"/api/clubs/{made['id']}"
    assert guest.refused("POST", f"{club}/join", 401, key="") == "account_needed"
    assert join(ana, made["id"])["role"] == "member"
    assert join(ana, made["id"])["count"] == 2
    assert roles(guest, made["id"]) == {"eva": "leader", "ana": "member"}
    found = guest.http.get("/api/clubs", params={"words": "ón y tor"}).json()
    assert [(each["id"], each["members"], each["role"]) for each in found] == [(made["id"], 2, None)]
    assert [each["role"] for each in ana.http.get("/api/clubs", params={"mine": True}).json()] == ["member"]
    assert guest.http.get("/api/clubs", params={"mine": True}).json() == []
    assert eva.ask("PATCH", club, name="Alfil", join="closed")["text"] == body["text"]
    assert guest.http.get("/api/clubs", params={"words": "Alfil"}).json() == []
    shown = guest.ask("GET", club)
    assert (shown["members"], shown["owner"], shown["key"], shown["count"]) == ([], None, None, 2)
    assert ana.refused("DELETE", club, 422) == "club_owner"
    eva.ask("DELETE", club, 204)
    assert eva.refused("GET", club, 404) == "unknown_club"


def test_who_may_do_what(address: str) -> None:
    eva, ana, leo, cid = (account(address, name) for name in ("eva", "ana", "leo", "cid"))
    club = new_club(eva)
    path = f"/api/clubs/{club}"
    for each in (ana, leo):
        join(each, club)
    tournament = {"id": str(uuid4()), "settings": settings()}
    for who in (ana, cid, Visitor(address, "Doa")):
        assert who.ask("GET", path)["key"] is None
        assert who.refused("PATCH", path, 422, name="x") == "club_leader"
        assert who.refused("DELETE", member(leo, club), 422) == "club_leader"
        assert who.refused("PATCH", member(leo, club), 422, role="leader") == "club_owner"
        assert who.refused("POST", f"{path}/tournaments", 422, **tournament) == "club_leader"
    assert eva.refused("PATCH", member(cid, club), 404, role="leader") == "unknown_member"
    assert eva.refused("PATCH", member(eva, club), 404, role="member") == "unknown_member"  # the owner stays a leader
    eva.ask("PATCH", member(ana, club), role="leader")
    assert ana.refused("PATCH", member(leo, club), 422, role="leader") == "club_owner"
    assert ana.refused("DELETE", member(eva, club), 422) == "club_owner"
    ana.ask("DELETE", member(leo, club), 204)
    assert ana.refused("DELETE", member(leo, club), 404) == "unknown_member"
    assert leo.refused("DELETE", member(leo, club), 404) == "unknown_member"
    eva.ask("PATCH", member(ana, club), role="member")
    assert ana.refused("PATCH", path, 422, name="x") == "club_leader"
    join(leo, club)
    eva.ask("PATCH", member(leo, club), role="leader")
    eva.ask("DELETE", member(eva, club), 204)  # the only owner leaves: the leader follows, not the longest member
    assert leo.ask("GET", path)["owner"] == leo.me()["id"]
    leo.ask("DELETE", "/api/me", password=PASSWORD)
    assert roles(ana, club) == {"ana": "leader"}
    ana.ask("DELETE", member(ana, club), 204)
    assert ana.refused("GET", path, 404) == "unknown_club"


def test_the_link_lets_in_until_there_is_another(address: str) -> None:
    eva, ana, leo = (account(address, name) for name in ("eva", "ana", "leo"))
    club = new_club(eva, join="link")
    key = eva.ask("GET", f"/api/clubs/{club}")["key"]
    for wrong in ("", "x", key[:-1], f"{key} "):
        assert join(ana, club, 422, wrong)["error"]["reason"] == "club_link"
    join(ana, club, key=key)
    assert roles(ana, club) == {"eva": "leader", "ana": "member"}
    other = eva.ask("PATCH", f"/api/clubs/{club}", new_key=True)["key"]
    assert other != key
    assert join(leo, club, 422, key)["error"]["reason"] == "club_link"
    eva.ask("PATCH", f"/api/clubs/{club}", join="closed")
    assert join(leo, club, 422, other)["error"]["reason"] == "club_closed"


def test_tournaments_for_members_alone(address: str) -> None:
    eva, ana, leo = (account(address, name) for name in ("eva", "ana", "leo"))
    club = new_club(eva, name="Los del viernes")
    join(ana, club)
    body = {"id": str(uuid4()), "settings": settings(), "members_only": True}
    made = eva.ask("POST", f"/api/clubs/{club}/tournaments", 201, **body)["id"]
    assert eva.ask("POST", f"/api/clubs/{club}/tournaments", 201, **body)["id"] == made
    everybody = {"id": str(uuid4()), "settings": settings(title="Abierto")}
    free = eva.ask("POST", f"/api/clubs/{club}/tournaments", 201, **everybody)["id"]
    bad = {"id": str(uuid4()), "settings": settings(rulebook="nothing-like-it")}
    eva.ask("POST", f"/api/clubs/{club}/tournaments", 404, **bad)
    listed = leo.http.get("/api/tournaments", params={"club": club}).json()
    assert {each["id"] for each in listed} == {made, free}
    assert {made, free} <= {each["id"] for each in leo.http.get("/api/tournaments").json()}

    def enter(who: Visitor, tournament: str, status: int = 200) -> Any:
        command = {"id": str(uuid4()), "command": {"type": "enter"}}
        return who.ask("POST", f"/api/tournaments/{tournament}/commands", status, **command)

    said = enter(leo, made, 422)["error"]
    assert said["reason"] == "club_members_only"
    assert "Los del viernes" in said["message"]
    enter(leo, free)
    enter(ana, made)
    join(leo, club)
    assert len(enter(leo, made)["entries"]) == 2
    eva.ask("DELETE", f"/api/clubs/{club}", 204)
    enter(account(address, "cid"), made)  # it stays, for everybody


def test_two_at_once(address: str) -> None:
    eva, ana = account(address, "eva"), account(address, "ana")
    club = new_club(eva)

    def together(*work: Any) -> list[Any]:
        barrier = Barrier(len(work))

        def begin(act: Any) -> Any:
            barrier.wait()
            return act()

        with ThreadPoolExecutor(len(work)) as pool:
            return [each.result() for each in [pool.submit(begin, act) for act in work]]

    key = {"key": ""}
    done = together(*[lambda: ana.http.post(f"/api/clubs/{club}/join", json=key).status_code] * 2)
    assert done == [200, 200]
    assert roles(eva, club) == {"eva": "leader", "ana": "member"}
    mine, hers = member(eva, club), member(ana, club)
    done = together(lambda: eva.http.delete(mine).status_code, lambda: ana.http.delete(hers).status_code)
    assert done == [204, 204]
    assert eva.refused("GET", f"/api/clubs/{club}", 404) == "unknown_club"


def test_hostile_texts_and_limits(address: str) -> None:
    eva = account(address, "eva")
    for wrong in (
        {"name": ""},
        {"name": "   "},
        {"name": "x" * 41},
        {"name": "<b>"},
        {"name": "a\x00b"},
        {"name": "Tor‮re"},
        {"name": "\U0001d160" * 20},  # three signs each, once composed as it is stored
        {"text": "x" * 1001},
        {"text": "\U0001d160" * 400},
        {"text": "a⁦b"},
        {"join": "all"},
        {"owner": str(uuid4())},
        {"name": 7},
    ):
        eva.refused("POST", "/api/clubs", 422, **{"id": str(uuid4()), "name": "Torre", **wrong})
    for query in ({"words": "x" * 41}, {"skip": -1}, {"skip": 10_001}, {"words": "a\nb"}):
        assert eva.http.get("/api/clubs", params=query).status_code == 422
    assert eva.http.get("/api/clubs", params={"words": "%_\\'"}).json() == []
    club = new_club(eva)
    assert join(account(address, "ana"), club, 422, "x" * 33)["error"]["reason"] == "request_malformed"
    for lang in LANGUAGES:
        said = eva.http.get(f"/api/clubs/{uuid4()}", params={"lang": lang}).json()["error"]["message"]
        assert said != "unknown_club"
    assert eva.http.patch(f"/api/clubs/{club}", json={"text": "t" * 1000}).status_code == 200
    tried = [eva.http.post("/api/clubs", json={"id": str(uuid4()), "name": "x"}).status_code for _ in range(12)]
    assert 429 in tried
    assert tried.count(201) < MAX_CLUBS
