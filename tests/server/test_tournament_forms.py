"""What the forms of a tournament ask a real server for: teams, brackets, agreed times, organizers."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from axedrez.server import create_app
from axedrez.server.access.throttle import Rates
from tests.server.serving import serving
from tests.server.test_tournaments import FISCHER, do, make, until
from tests.server.visiting import PASSWORD, Visitor, account

DAY_MS = 86_400_000


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("forms")
    with serving(create_app(f"sqlite:///{folder / 'games.db'}", rates=Rates())) as found:
        yield found


def test_teams_have_line_ups_standings_and_cards(address: str) -> None:
    eva = account(address, "eva")
    points = {"win": 20, "draw": 10, "forfeit_win": 20, "pairing_bye": 20, "full_bye": 20, "half_bye": 10}
    club = make(eva, boards=2, table=points, tie_breaks=["DE"], rounds=1)
    do(eva, club, "add", 422, entrants=[{"name": "Ana"}])
    names = [("Ana", "North", 2000), ("Bea", "South", 1900), ("Cid", "North", 1800), ("Doa", "South", 1700)]
    view = do(eva, club, "add", entrants=[{"name": name, "team": team, "rating": elo} for name, team, elo in names])
    entry = {each["name"]: each["entry"] for each in view["entries"]}
    assert [(each["name"], len(each["line_up"])) for each in view["teams"]] == [("North", 2), ("South", 2)]
    view = do(eva, club, "line_up", team="North", order=[entry["Cid"], entry["Ana"]])
    assert view["teams"][0]["line_up"] == [entry["Cid"], entry["Ana"]]
    do(eva, club, "line_up", 422, team="North", order=[entry["Bea"]])
    do(eva, club, "start")
    do(eva, club, "pair")
    drawn = eva.ask("GET", f"/api/tournaments/{club}/rounds/1")
    assert drawn["matches"][0]["numbers"] == [1, 2]
    assert [each["white"]["name"] for each in drawn["pairings"]] == ["Cid", "Doa"]
    do(eva, club, "set_result", round=1, board=1, result="1-0")
    do(eva, club, "set_result", round=1, board=2, result="1/2-1/2")
    table = eva.ask("GET", f"/api/tournaments/{club}/standings")
    on_boards = [
        {"code": "GPTS", "value": value, "terms": [{"round": 1, "opponent": other, "value": value, "cut": False}]}
        for value, other in (("1.5", 2), ("0.5", 1))
    ]
    assert [(row["name"], row["points"], row["board_points"]) for row in table["rows"]] == [
        ("North", 20, on_boards[0]),
        ("South", 0, on_boards[1]),
    ]
    assert [(line["board"], line["place"], line["name"], line["points"]) for line in table["boards"]] == [
        (1, 1, "Cid", 10),
        (1, 2, "Bea", 0),
        (2, 1, "Ana", 5),
        (2, 1, "Doa", 5),
    ]
    card = eva.ask("GET", f"/api/tournaments/{club}/teams/2")
    assert (card["name"], card["place"], card["points"], card["board_points"]) == ("South", 2, 0, on_boards[1])
    assert [each["name"] for each in card["players"]] == ["Bea", "Doa"]
    assert card["meetings"] == [{"round": 1, "opponent": 1, "name": "North", "points": [5, 15], "bye": None}]
    eva.ask("GET", f"/api/tournaments/{club}/teams/3", 404)


def test_the_groups_of_a_class_are_its_teams(address: str) -> None:
    teacher = account(address, "maestra")
    school = teacher.ask("POST", "/api/classes", 201, id=str(uuid4()), name="5.º B")["id"]
    names = "Luis\nMarta\nNoa"
    coded = teacher.ask("POST", f"/api/classes/{school}/pupils", 201, id=str(uuid4()), names=names)
    for pupil, part in zip(coded, ("Rojos", "Azules", ""), strict=True):
        teacher.http.patch(f"/api/classes/{school}/pupils/{pupil['person']}", json={"part": part})
    body = {"id": str(uuid4()), "settings": {"title": "5.º B", "rulebook": "clasico", "boards": 1}}
    made = teacher.ask("POST", f"/api/classes/{school}/tournaments", 201, **body)
    assert {each["name"]: each["team"] for each in made["entries"]} == {"Luis": "Rojos", "Marta": "Azules", "Noa": ""}
    do(teacher, made["id"], "start", 422)
    noa = next(each["entry"] for each in made["entries"] if each["name"] == "Noa")
    do(teacher, made["id"], "set_team", team="Rojos", entries=[noa])
    assert do(teacher, made["id"], "start")["phase"] == "running"


def test_a_bracket_shows_byes_winners_and_open_places(address: str) -> None:
    eva = account(address, "eva")
    club = make(eva, format="knockout", third_place=True, games_per_pairing=2)
    do(eva, club, "add", entrants=[{"name": name, "rating": 2000 - at} for at, name in enumerate("ABCDE")])
    eva.ask("GET", f"/api/tournaments/{club}/bracket", 422)
    do(eva, club, "start")
    do(eva, club, "pair")

    def seen() -> list[list[tuple[str, str, int, bool]]]:
        rounds = eva.ask("GET", f"/api/tournaments/{club}/bracket")["rounds"]
        return [
            [(each["places"][0]["name"], each["places"][1]["name"], each["winner"], each["is_bye"]) for each in column]
            for column in rounds
        ]

    assert seen() == [
        [("A", "", 1, True), ("D", "E", 0, False), ("B", "", 2, True), ("C", "", 3, True)],
        [("A", "", 0, False), ("B", "C", 0, False)],
        [("", "", 0, False)],
    ]
    do(eva, club, "set_result", round=1, board=1, result="1-0", of="game")
    first = eva.ask("GET", f"/api/tournaments/{club}/bracket")["rounds"][0][1]
    assert (first["board"], sorted(place["points"] for place in first["places"])) == (1, [0, 10])
    do(eva, club, "set_result", round=1, board=1, result="0-1", of="game")
    for number in (2, 3):
        do(eva, club, "pair")
        for board in range(1, 3):
            do(eva, club, "set_result", round=number, board=board, result="1-0")
    found = eva.ask("GET", f"/api/tournaments/{club}/bracket")
    assert found["third"]["winner"] > 0
    last = eva.ask("GET", f"/api/tournaments/{club}/standings")["rows"]
    assert last[0]["number"] == found["rounds"][2][0]["winner"]
    assert next(row for row in last if row["place"] == 3)["number"] == found["third"]["winner"]


def test_a_time_is_proposed_and_agreed_on(address: str) -> None:
    eva, ana, leo = (account(address, name) for name in ("eva", "ana", "leo"))
    clock = {"kind": "fischer", "initial_ms": 300_000, "increment_ms": 0}
    days = {"over_the_board": False, "entry": "open", "clock": clock, "round_minutes": 3 * 24 * 60}
    club = make(eva, **days, rounds=1)
    for each in (ana, leo):
        do(each, club, "enter")
    do(eva, club, "start")
    view = do(eva, club, "pair")
    assert view["round_ends_at"] > int(time.time() * 1000) + 2 * DAY_MS
    at = int(time.time() * 1000) + DAY_MS
    do(ana, club, "arrange", 422, round=1, board=1, at=at + 3 * DAY_MS)
    mine = do(ana, club, "arrange", round=1, board=1, at=at)["mine"]
    number = {each["name"]: each["number"] for each in view["entries"]}
    assert mine["time"] == {"agreed": None, "proposed": at, "by": number["ana"]}
    assert do(leo, club, "arrange", round=1, board=1, at=at)["mine"]["time"]["agreed"] == at


def test_organizers_are_found_by_login(address: str) -> None:
    eva, ana = account(address, "eva"), account(address, "ana")
    club = make(eva)
    assert do(ana, club, "add_organizer", 422, login="leo")["error"]["reason"] == "tournament_organizer"
    assert do(eva, club, "add_organizer", 404, login="nobody-at-all")["error"]["reason"] == "unknown_login"
    assert do(eva, club, "add_organizer", 422)["error"]["reason"] == "tournament_organizer_who"
    added = do(eva, club, "add_organizer", login=ana.me()["login"].upper())
    assert [each["person"] for each in added["organizers"]] == [ana.me()["id"]]
    assert do(eva, club, "add_organizer", 422, login=ana.me()["login"])["error"]["reason"] == "tournament_organizes"
    wrong = do(eva, club, "configure", 422, settings={"title": "Club", "rulebook": "clasico", "forbidden": [[1, 1]]})
    assert wrong["error"]["reason"] == "tournament_forbidden_self"
    do(Visitor(address, "guest"), club, "leave", 422)


def test_a_tournament_begins_by_itself_once_after_a_restart_and_with_two_servers(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'games.db'}"
    soon = int(time.time() * 1000) + 3000
    with serving(create_app(database, rates=Rates())) as first:
        eva = account(first, "eva")
        club = make(eva, start_at=soon)
        lonely, login = make(eva, start_at=soon), eva.me()["login"]
        assert eva.ask("GET", f"/api/tournaments/{club}")["next_at"] == soon
        do(eva, club, "add", entrants=[{"name": "Ana"}, {"name": "Bea"}, {"name": "Cid"}])
        do(eva, lonely, "add", entrants=[{"name": "Ana"}])
    with serving(create_app(database, rates=Rates())) as one, serving(create_app(database, rates=Rates())) as other:
        eva, again = (Visitor(each) for each in (one, other))
        eva.ask("POST", "/api/sessions", 201, login=login, password=PASSWORD)
        until(lambda: again.ask("GET", f"/api/tournaments/{club}")["rounds"])
        told = [each["act"]["type"] for each in again.ask("GET", f"/api/tournaments/{club}/log")]
        assert (told.count("started"), told.count("paired")) == (1, 1)
        assert again.ask("GET", f"/api/tournaments/{club}")["started_at"] >= soon
        assert again.ask("GET", f"/api/tournaments/{lonely}")["phase"] == "entry"
        do(eva, lonely, "add", entrants=[{"name": "Bea"}])
        until(lambda: again.ask("GET", f"/api/tournaments/{lonely}")["rounds"])


def test_the_host_of_a_display_is_led_through_all_boards(address: str) -> None:
    host, guests = account(address, "host-of-many"), [account(address, f"guest-of-{at}") for at in range(3)]
    show = make(host, format="simul", over_the_board=False, entry="open", clock=FISCHER)
    for each in (host, *guests):
        do(each, show, "enter")
    do(host, show, "start")
    do(host, show, "pair")
    boards = until(lambda: (found := host.ask("GET", f"/api/tournaments/{show}/boards")) and len(found) == 3 and found)
    assert all(each["waits"] for each in boards)
    first = boards[0]
    game = f"/api/games/{first['game']}"
    assert host.ask("GET", f"{game}/tournament")["many"] is True
    host.act(first["game"], "move", move="e2e4")
    boards = host.ask("GET", f"/api/tournaments/{show}/boards")
    assert [each["waits"] for each in boards] == [True, True, False]
    assert boards[-1]["game"] == first["game"]
    (own,) = guests[first["board"] - 1].ask("GET", f"/api/tournaments/{show}/boards")
    assert (own["waits"], own["opponent"]) == (True, "host-of-many")
    assert Visitor(address).ask("GET", f"/api/tournaments/{show}/boards") == []


def test_a_tournament_that_is_handed_over_has_another_owner(address: str) -> None:
    eva, ana = account(address, "eva-gives"), account(address, "ana-takes")
    club = make(eva)
    person = do(eva, club, "add_organizer", login=ana.me()["login"])["organizers"][0]["person"]
    do(ana, club, "hand_over", 422, person=person)
    told = do(eva, club, "hand_over", person=person)
    assert (told["owner"], [each["name"] for each in told["organizers"]]) == (person, ["eva-gives"])
    assert club in [each["id"] for each in ana.http.get("/api/tournaments?mine=true").json()]
    do(ana, club, "remove_organizer", person=told["organizers"][0]["person"])
    do(eva, club, "pause", 422)
    assert do(ana, club, "pause")["paused"] is True


def test_people_get_what_is_kept_of_them_in_tournaments_and_classes(address: str) -> None:
    eva, ana = account(address, "eva-keeps"), account(address, "ana-asks")
    club = make(eva, over_the_board=False, entry="open", clock=FISCHER)
    do(ana, club, "enter")
    entry = do(eva, club, "enter")["entries"][0]["entry"]
    do(eva, club, "set_person", entry=entry, known={"birth": "2012/05/17"})
    school = eva.ask("POST", "/api/classes", 201, id=str(uuid4()), name="5.º B")["id"]
    kept = ana.ask("GET", "/api/me/data")
    assert [each["id"] for each in kept["tournaments"]] == [club]
    assert {each["act"]["type"] for each in kept["tournament_acts"]} == {"entered", "person_set"}
    assert "2012/05/17" in str(kept["tournament_acts"])
    assert "secret" not in kept["tournaments"][0]
    theirs = eva.ask("GET", "/api/me/data")
    assert [each["id"] for each in theirs["classes"]] == [school]
    assert "invitation" not in theirs["classes"][0]
    assert {each["act"]["type"] for each in theirs["tournament_acts"]} == {"configured", "entered", "person_set"}
