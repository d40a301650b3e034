"""Accounts that programs play for: marked once and for good, shown as such, and kept apart where people did not ask."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from tests.server.serving import Client
from tests.server.visiting import Visitor, account

FAST = {"kind": "fischer", "initial_ms": 300_000, "increment_ms": 0}


def bot(client: Client, name: str = "Robot") -> Visitor:
    found = account(client.address, name)
    assert found.ask("PUT", "/api/me/bot")["bot"] is True
    return found


def person(visitor: Visitor) -> str:
    text: str = visitor.me()["id"]
    return text


def test_an_account_becomes_a_bot_once_and_for_good(client: Client) -> None:
    robot = account(client.address, "Robot")
    assert robot.me()["bot"] is False
    waiting = robot.invite(public=True)
    assert robot.ask("PUT", "/api/me/bot")["bot"] is True
    assert robot.ask("PUT", "/api/me/bot")["bot"] is True, "again it changes nothing"
    assert robot.me()["bot"] is True
    assert robot.ask("GET", f"/api/invitations/{waiting['id']}")["withdrawn"] is True, "it was made by a person"
    assert robot.refused("PATCH", "/api/me", 422, bot=False) == "request_malformed"


def test_neither_guests_nor_programs_mark_an_account(client: Client) -> None:
    guest, owner = Visitor(client.address, "Ana"), account(client.address, "Eva")
    assert guest.refused("PUT", "/api/me/bot", 401) == "account_needed"
    token = owner.ask("POST", "/api/me/tokens", 201, label="program")["token"]
    program = Visitor(client.address, headers={"authorization": f"Bearer {token}"})
    assert program.refused("PUT", "/api/me/bot", 401) == "account_needed"
    assert program.refused("PUT", "/api/me/password", 401, old="x", new="a new long secret") == "account_needed"
    assert owner.me()["bot"] is False


def test_who_has_played_with_people_becomes_no_bot(client: Client) -> None:
    ana, eva = account(client.address, "Ana"), Visitor(client.address, "Eva")
    eva.accept(ana.invite())
    assert ana.refused("PUT", "/api/me/bot", 422) == "bot_played"
    assert ana.me()["bot"] is False


def test_bots_are_shown_as_such(client: Client) -> None:
    robot, eva = bot(client), Visitor(client.address, "Eva")
    offered = robot.invite(public=True, colour="white")
    assert offered["by_bot"] is True
    shown = {each["id"]: each["by_bot"] for each in eva.ask("GET", "/api/lobby")["invitations"]}
    assert shown[offered["id"]] is True
    view = eva.accept(offered)
    assert (view["players"]["white"]["bot"], view["players"]["black"]["bot"]) == (True, False)
    listed = next(each for each in eva.ask("GET", "/api/games")["games"] if each["id"] == view["id"])
    assert listed["players"]["white"]["bot"] is True
    assert eva.ask("GET", f"/api/people/{person(robot)}")["bot"] is True
    fan = account(client.address, "Fan")
    fan.ask("PUT", f"/api/me/following/{person(robot)}", 204)
    assert [each["bot"] for each in fan.ask("GET", "/api/me/following")] == [True]


def test_nobody_claims_a_bot_at_their_own_screen(client: Client) -> None:
    fields: dict[str, Any] = {"id": str(uuid4()), "rulebook": "takeaway", "players": {"white": {"bot": True}}}
    assert Visitor(client.address, "Ana").refused("POST", "/api/games", 422, **fields) == "request_malformed"


def test_bots_answer_the_lobby_only_where_they_may(client: Client) -> None:
    robot, ana = bot(client), Visitor(client.address, "Ana")
    offered = ana.invite(public=True)
    refusal = robot.ask("POST", f"/api/invitations/{offered['id']}/accept", 422)["error"]
    assert (refusal["reason"], "Ana" in refusal["message"]) == ("bot_uninvited", True)
    ana.ask("PATCH", "/api/me", settings={"bots": True})
    assert robot.accept(offered)["id"]
    assert robot.accept(Visitor(client.address, "Eva").invite())["id"], "who sends a link chooses whom"


def test_nobody_meets_a_bot_by_chance(client: Client) -> None:
    robot, ana = bot(client), Visitor(client.address, "Ana")
    terms = {"rulebook": "takeaway", "clock": {**FAST, "initial_ms": 77_000}}
    robot.invite(public=True, clock=terms["clock"])
    assert robot.refused("POST", "/api/lobby/any", 422, id=str(uuid4()), **terms) == "bot_seek"
    met = ana.ask("POST", "/api/lobby/any", 201, id=str(uuid4()), **terms)
    assert (met["game"], met["invitation"]["open"]) == (None, True)


def test_people_and_bots_do_not_rate_each_other(client: Client) -> None:
    robot, other, ana = bot(client), bot(client, "Other"), account(client.address, "Ana")
    asked: dict[str, Any] = {"rated": True, "clock": FAST}
    assert robot.ask("POST", "/api/invitations", 422, id=str(uuid4()), rulebook="takeaway", to=person(ana), **asked)[
        "error"
    ]["reason"] == ("rated_bot")
    link = ana.invite(**asked)
    assert robot.refused("POST", f"/api/invitations/{link['id']}/accept", 422) == "rated_bot"
    assert other.accept(robot.invite(**asked))["rated"] is True


def test_people_say_who_may_challenge_them(client: Client) -> None:
    ana, eva, leo = (account(client.address, name) for name in ("Ana", "Eva", "Leo"))
    ana.ask("PATCH", "/api/me", settings={"challenges": "followed"})
    ana.ask("PUT", f"/api/me/following/{person(eva)}", 204)
    assert eva.invite(to=person(ana))["open"] is True
    assert leo.invite(422, to=person(ana))["error"]["reason"] == "challenges_closed"
    ana.ask("PATCH", "/api/me", settings={"challenges": "nobody"})
    assert eva.invite(422, to=person(ana))["error"]["reason"] == "challenges_closed"


def test_three_invitations_to_one_person_are_enough(client: Client) -> None:
    ana, eva, leo = (account(client.address, name) for name in ("Ana", "Eva", "Leo"))
    first, *_ = [eva.invite(to=person(ana)) for _ in range(3)]
    assert eva.invite(429, to=person(ana))["error"]["reason"] == "too_many_invitations"
    assert eva.invite(to=person(leo))["open"] is True
    ana.ask("DELETE", f"/api/invitations/{first['id']}")
    assert eva.invite(to=person(ana))["open"] is True


def test_bots_enter_a_tournament_whose_organizer_admits_them(client: Client) -> None:
    robot, host = bot(client), account(client.address, "Host")
    settings: dict[str, Any] = {"title": "Evening", "rulebook": "takeaway", "clock": FAST}

    def tournament(status: int = 201, **more: Any) -> Any:
        return host.ask("POST", "/api/tournaments", status, id=str(uuid4()), settings={**settings, **more})

    def enter(which: str, status: int) -> Any:
        path = f"/api/tournaments/{which}/commands"
        return robot.ask("POST", path, status, id=str(uuid4()), command={"type": "enter"})

    assert enter(tournament()["id"], 422)["error"]["reason"] == "tournament_bots"
    assert [(each["name"], each["bot"]) for each in enter(tournament(bots=True)["id"], 200)["entries"]] == [
        ("Robot", True)
    ]
    assert tournament(422, bots=True, rated=True)["error"]["reason"] == "tournament_bots_rated"


def test_wherever_a_tournament_names_a_bot_it_says_so(client: Client) -> None:
    robot, host, eva = bot(client), account(client.address, "Host"), account(client.address, "Eva")
    settings = {"title": "Evening", "rulebook": "takeaway", "clock": FAST, "bots": True, "rounds": 3}
    made = host.ask("POST", "/api/tournaments", 201, id=str(uuid4()), settings=settings)
    path = f"/api/tournaments/{made['id']}"

    def act(who: Visitor, **command: Any) -> None:
        who.ask("POST", f"{path}/commands", id=str(uuid4()), command=command)

    for each in (robot, host, eva):
        act(each, type="enter")
    act(host, type="start")
    act(host, type="pair")
    for number in (1, 2, 3):
        drawn = host.ask("GET", f"{path}/rounds/{number}")
        (pairing,) = drawn["pairings"]
        (bye,) = drawn["byes"]
        names = {each["name"]: each["bot"] for each in (pairing["white"], pairing["black"], bye)}
        assert names == {"Robot": True, "Host": False, "Eva": False}
        if bye["bot"]:
            break
        act(host, type="set_result", round=number, board=1, result="1-0")
        act(host, type="pair")
    else:
        pytest.fail("the bot has had no bye")
    rows = host.ask("GET", f"{path}/crosstable")
    assert {each["name"]: each["bot"] for each in rows} == {"Robot": True, "Host": False, "Eva": False}
