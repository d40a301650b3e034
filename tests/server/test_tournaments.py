"""Tournaments on a real server: who may do what, games that open by themselves, results, files, and who has gone."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from websockets.sync.client import connect

from axedrez.server import create_app
from axedrez.server.access.throttle import Rates
from tests.server.serving import serving
from tests.server.visiting import PASSWORD, Visitor, account

PATIENCE_S = 30.0
FISCHER = {"kind": "fischer", "initial_ms": 300_000, "increment_ms": 0}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("tournaments")
    with serving(create_app(f"sqlite:///{folder / 'games.db'}", rates=Rates())) as found:
        yield found


def make(organizer: Visitor, **settings: Any) -> str:
    body = {"title": "Club", "rulebook": "clasico", "over_the_board": True, "entry": "list", "rounds": 3, **settings}
    found: str = organizer.ask("POST", "/api/tournaments", 201, id=str(uuid4()), settings=body)["id"]
    return found


def do(who: Visitor, tournament: str, kind: str, status: int = 200, **command: Any) -> Any:
    path = f"/api/tournaments/{tournament}/commands"
    return who.ask("POST", path, status, id=str(uuid4()), command={"type": kind, **command})


def text(who: Visitor, path: str) -> str:
    answer = who.http.get(path)
    assert answer.status_code == 200, answer.text
    return answer.text


def until(find: Callable[[], Any]) -> Any:
    """What is there at last."""
    end = time.monotonic() + PATIENCE_S
    while not (found := find()):
        assert time.monotonic() < end, "it has not come about"
        time.sleep(0.05)
    return found


def test_an_evening_of_wooden_boards(address: str) -> None:
    eva, stranger = account(address, "eva"), account(address, "leo")
    club = make(eva, tie_breaks=["DE", "BH"])
    listed = "Ana;1900\nBea;1800;WF;ESP\n\nCid;1700\nDoa"
    read = eva.ask("POST", "/api/tournaments/names", text=listed)
    assert [each["name"] for each in read] == ["Ana", "Bea", "Cid", "Doa"]
    assert eva.refused("POST", "/api/tournaments/names", 422, text="Ana\nBea;many") == "tournament_line"
    do(stranger, club, "add", 422, entrants=read)
    do(stranger, club, "enter", 422)
    do(eva, club, "add", entrants=read)
    assert do(eva, club, "start")["phase"] == "running"
    for number in (1, 2, 3):
        do(eva, club, "pair")
        do(eva, club, "pair", 422)  # results are missing
        boards = eva.ask("GET", f"/api/tournaments/{club}/rounds/{number}")["pairings"]
        assert len(boards) == 2
        assert all(each["game"] is None for each in boards)
        for each in boards:
            better = "1-0" if each["white"]["number"] < each["black"]["number"] else "0-1"
            do(eva, club, "set_result", round=number, board=each["board"], result=better)
    do(eva, club, "set_result", 422, round=3, board=1, result="1/2-1/2")  # a correction needs its reason
    do(eva, club, "set_result", round=3, board=1, result="1/2-1/2", reason="both sheets say so")
    do(stranger, club, "undo_round", 422, reason="no")
    assert do(eva, club, "end")["phase"] == "ended"
    table = stranger.ask("GET", f"/api/tournaments/{club}/standings")
    assert [each["place"] for each in table["rows"]] == sorted(each["place"] for each in table["rows"])
    assert sum(each["points"] for each in table["rows"]) == 60
    assert table["tie_breaks"] == ["DE", "BH"]
    assert table["rows"][0]["values"][1]["terms"]
    first = stranger.http.get(f"/api/tournaments/{club}/standings?round=1").json()
    assert sorted(each["points"] for each in first["rows"]) == [0, 0, 10, 10]
    cross = stranger.ask("GET", f"/api/tournaments/{club}/crosstable")
    assert all(len(row["cells"]) == 3 for row in cross)
    card = stranger.ask("GET", f"/api/tournaments/{club}/entrants/1")
    assert card["entrant"]["name"] == "Ana"
    assert len(card["meetings"]) == 3
    log = stranger.ask("GET", f"/api/tournaments/{club}/log")
    assert [each["act"]["reason"] for each in log if each["act"].get("reason")] == ["both sheets say so"]
    assert {each["by"] for each in log} == {"eva"}
    report = text(stranger, f"/api/tournaments/{club}/files/trf26")
    assert report.startswith("012 Club")
    assert "Bea" in report
    assert text(stranger, f"/api/tournaments/{club}/files/csv").startswith('"place"')
    stranger.ask("GET", f"/api/tournaments/{club}/files/games", 404)
    for what in ("pairings", "slips", "standings", "crosstable", "certificates?first=1"):
        paper = stranger.http.get(f"/api/tournaments/{club}/papers/{what}")
        assert paper.headers["content-type"] == "application/pdf"
        assert paper.content.startswith(b"%PDF-")
    stranger.ask("GET", f"/api/tournaments/{club}/rounds/4", 404)
    stranger.ask("GET", f"/api/tournaments/{uuid4()}", 404)


def test_bad_settings_are_refused_in_a_sentence(address: str) -> None:
    eva = account(address, "eva")
    for wrong in (
        {"rulebook": "nothing-like-it"},
        {"tie_breaks": ["XYZ"]},
        {"position": "nonsense"},
        {"table": {"win": 0, "draw": 5}},
        {"entry": "code"},
        {"title": "\u202eClub"},
        {"options": {"no.such": 1}},
        {"rounds": 31},
        {"unknown": 1},
    ):
        settings = {"title": "Club", "rulebook": "clasico", **wrong}
        answer = eva.http.post("/api/tournaments?lang=en", json={"id": str(uuid4()), "settings": settings})
        assert answer.status_code in (404, 422), wrong
        assert answer.json()["error"]["message"], wrong
    Visitor(address).ask(
        "POST", "/api/tournaments", 401, id=str(uuid4()), settings={"title": "x", "rulebook": "clasico"}
    )


def test_two_play_here_and_rounds_follow_by_themselves(address: str) -> None:
    eva, ana, leo = (account(address, name) for name in ("eva", "ana", "leo"))
    code = {"entry": "code", "code": "lunes", "over_the_board": False, "rounds": 2, "format": "double-round-robin"}
    club = make(eva, **code, clock=FISCHER, next_after=0)
    do(ana, club, "enter", 422, code="martes")
    for each in (ana, leo):
        assert do(each, club, "enter", code="lunes")["role"] == "entrant"
    assert ana.ask("GET", f"/api/tournaments/{club}")["settings"]["code"] == ""
    assert eva.ask("GET", f"/api/tournaments/{club}")["settings"]["code"] == "lunes"
    do(eva, club, "start")

    def game(number: int) -> Any:
        view = ana.ask("GET", f"/api/tournaments/{club}")
        mine = view["mine"]
        return mine if mine and mine["round"] == number and mine["game"] else None

    for number in (1, 2):
        mine = until(lambda: game(number))  # noqa: B023
        view = ana.ask("GET", f"/api/games/{mine['game']}")
        assert view["players"]["white"]["name"] == mine["white"]["name"]
        assert view["clock"]["spec"]["first_move_s"] == 180
        assert ana.ask("GET", f"/api/games/{mine['game']}/tournament")["title"] == "Club"
        white, black = (ana, leo) if mine["white"]["name"] == "ana" else (leo, ana)
        for who, move in ((white, "e2e4"), (black, "e7e5")):
            who.act(mine["game"], "move", move=move)
        leo.act(mine["game"], "resign", side="white" if white is leo else "black")
    until(lambda: ana.ask("GET", f"/api/tournaments/{club}")["phase"] == "ended")
    rows = ana.ask("GET", f"/api/tournaments/{club}/standings")["rows"]
    assert [(each["name"], each["points"]) for each in rows] == [("ana", 20), ("leo", 0)]
    games = text(ana, f"/api/tournaments/{club}/files/games")
    assert games.count('[Event "Club"]') == 2
    assert '[Round "2.1"]' in games
    mine = ana.http.get("/api/tournaments?mine=true").json()
    assert [(each["id"], each["is_mine"]) for each in mine] == [(club, True)]


def test_who_aborts_loses_and_who_is_undone_plays_no_further(address: str) -> None:
    eva, ana, leo = (account(address, name) for name in ("eva", "ana", "leo"))
    club = make(eva, over_the_board=False, entry="open", rounds=1, clock=FISCHER)
    for each in (ana, leo):
        do(each, club, "enter")
    do(eva, club, "start")
    do(eva, club, "pair")

    def game() -> Any:
        mine = ana.ask("GET", f"/api/tournaments/{club}")["mine"]
        return mine["game"] if mine else None

    first = until(game)
    do(eva, club, "undo_round", reason="by mistake")
    until(lambda: ana.ask("GET", f"/api/games/{first}")["outcome"])
    do(eva, club, "pair")
    second = until(lambda: (found := game()) != first and found)
    mine = ana.ask("GET", f"/api/tournaments/{club}")["mine"]
    black = leo if mine["black"]["name"] == "leo" else ana  # White is to move, and is not to lose by what Black does
    black.act(second, "abort")
    result = until(lambda: ana.ask("GET", f"/api/tournaments/{club}/rounds/1")["pairings"][0]["result"])
    assert result == "+--"


def test_entering_at_once_and_twice(address: str) -> None:
    eva = account(address, "eva")
    club = make(eva, over_the_board=False, entry="open", limit=20)
    people = [Visitor(address, f"p{number}") for number in range(24)]
    start = Barrier(len(people))

    def enter(who: Visitor) -> int:
        start.wait()
        path = f"/api/tournaments/{club}/commands"
        body = {"id": str(uuid4()), "command": {"type": "enter"}}
        codes = [who.http.post(path, json=body).status_code for _ in range(2)]  # a double click
        assert codes[0] == codes[1]
        return codes[0]

    with ThreadPoolExecutor(len(people)) as pool:
        codes = list(pool.map(enter, people))
    assert codes.count(200) == 20
    assert codes.count(422) == 4
    view = eva.ask("GET", f"/api/tournaments/{club}")
    assert len({each["person"] for each in view["entries"]}) == 20


def test_who_deletes_their_account_leaves_no_name(address: str) -> None:
    eva, gone = account(address, "eva"), account(address, "zoraida")
    club = make(gone, over_the_board=False, entry="open")
    do(gone, club, "enter")
    do(gone, club, "add_organizer", person=eva.ask("GET", "/api/me")["id"])
    gone.ask("DELETE", "/api/me", password=PASSWORD)
    view = until(
        lambda: (found := eva.ask("GET", f"/api/tournaments/{club}")) and found["entries"][0]["name"] == "—" and found
    )
    assert view["entries"][0]["person"] is None
    assert view["role"] == "organizer"
    assert "zoraida" not in str(eva.ask("GET", f"/api/tournaments/{club}/log"))
    do(eva, club, "add", entrants=[{"name": "Ana"}])
    assert do(eva, club, "start")["phase"] == "running"


@contextmanager
def looking(address: str, tournament: str, people: list[Visitor]) -> Iterator[None]:
    """These people look at a tournament."""
    with ExitStack() as open_pages:
        for each in people:
            cookie = {"cookie": "; ".join(f"{name}={value}" for name, value in each.http.cookies.items())}
            address_of_socket = f"ws://{address}/api/tournaments/{tournament}/socket"
            socket = open_pages.enter_context(connect(address_of_socket, additional_headers=cookie))
            assert json.loads(socket.recv(timeout=PATIENCE_S))["type"] == "news"
        yield


def in_an_arena(eva: Visitor, people: list[Visitor], **settings: Any) -> str:
    club = make(eva, format="arena", over_the_board=False, entry="open", clock=FISCHER, minutes=5, **settings)
    for each in people:
        do(each, club, "enter")
    assert do(eva, club, "start")["ends_at"] is not None
    return club


def arena_game(who: Visitor, tournament: str) -> Any:
    def game() -> Any:
        mine = who.ask("GET", f"/api/tournaments/{tournament}")["mine"]
        return mine if mine and mine["game"] else None

    return until(game)


def test_an_arena_pairs_those_who_look_at_it(address: str) -> None:
    eva, ana, leo = (account(address, name) for name in ("eva", "ana", "leo"))
    club = in_an_arena(eva, [ana, leo])
    with looking(address, club, [ana, leo]):
        mine = arena_game(ana, club)
        leo_has = "white" if mine["white"]["name"] == "leo" else "black"
        white, black = (leo, ana) if leo_has == "white" else (ana, leo)
        white.act(mine["game"], "move", move="e2e4")
        black.act(mine["game"], "move", move="e7e5")
        leo.act(mine["game"], "resign", side=leo_has)
        until(lambda: ana.ask("GET", f"/api/tournaments/{club}/standings")["rows"][0]["points"] == 20)
    assert ana.ask("GET", f"/api/tournaments/{club}/standings")["rows"][0]["name"] == "ana"
    [shown] = ana.ask("GET", f"/api/tournaments/{club}/rounds/1")["pairings"]
    assert shown["result"] == ("0-1" if leo_has == "white" else "1-0")


def refused_berserk(who: Visitor, view: Any, side: str) -> str:
    path, seq = f"/api/games/{view['id']}/commands", view["seq"]
    return who.refused("POST", path, 422, id=str(uuid4()), expected_seq=seq, type="berserk", side=side)


def test_a_win_with_half_the_time_in_seven_moves_is_worth_a_point_more(address: str) -> None:
    eva, ana, leo = (account(address, name) for name in ("eva", "ana", "leo"))
    club = in_an_arena(eva, [ana, leo])
    with looking(address, club, [ana, leo]):
        mine = arena_game(ana, club)
        game, ana_has = mine["game"], "white" if mine["white"]["name"] == "ana" else "black"
        leo_has = "black" if ana_has == "white" else "white"
        fresh = ana.ask("GET", f"/api/games/{game}")
        assert "berserk" in fresh["can"]
        assert fresh["clock"]["spec"]["first_move_s"] == 180
        assert refused_berserk(ana, fresh, leo_has) == "not_your_seat"
        view = ana.act(game, "berserk", side=ana_has)["view"]
        assert (view["berserk"], view["clock"][f"{ana_has}_ms"]) == ([ana_has], 150_000)
        assert view["clock"][f"{leo_has}_ms"] == 300_000
        assert refused_berserk(ana, view, ana_has) == "berserk_already"
        white, black = (ana, leo) if ana_has == "white" else (leo, ana)
        for file in "abcdefg":
            white.act(game, "move", move=f"{file}2{file}3")
            black.act(game, "move", move=f"{file}7{file}6")
        late = leo.ask("GET", f"/api/games/{game}")
        assert "berserk" not in late["can"]
        assert refused_berserk(leo, late, leo_has) == "berserk_late"
        leo.act(game, "resign", side=leo_has)
        until(lambda: ana.ask("GET", f"/api/tournaments/{club}/standings")["rows"][0]["points"] > 0)
    rows = ana.ask("GET", f"/api/tournaments/{club}/standings")["rows"]
    assert [(each["name"], each["points"]) for each in rows] == [("ana", 30), ("leo", 0)]
    acts = [each["act"] for each in eva.ask("GET", f"/api/tournaments/{club}/log")]
    assert [each["type"] for each in acts][-2:] == ["berserked", "arena_result"]


def test_a_knockout_goes_on_to_armageddon(address: str) -> None:
    eva, ana, leo = (account(address, name) for name in ("eva", "ana", "leo"))
    armageddon = {"kind": "fischer", "initial_ms": 300_000, "increment_ms": 0, "black": {"initial_ms": 240_000}}
    club = make(eva, format="knockout", over_the_board=False, entry="open", clock=FISCHER, armageddon=armageddon)
    for each in (ana, leo):
        do(each, club, "enter")
    do(eva, club, "start")
    do(eva, club, "pair")
    stages: list[str] = []
    for _ in range(2):
        mine = until(
            lambda: (
                (found := ana.ask("GET", f"/api/tournaments/{club}")["mine"])
                and found["game"]
                and found["replays"] == len(stages)
                and found
            )
        )
        stages.append(mine["stage"])
        white, black = (ana, leo) if mine["white"]["name"] == "ana" else (leo, ana)
        white.act(mine["game"], "move", move="e2e4")
        black.act(mine["game"], "move", move="e7e5")
        white.act(mine["game"], "offer", offer="draw", side="white")
        black.act(mine["game"], "accept", offer="draw", side="black")
    assert stages == ["game", "armageddon"]
    result = until(lambda: ana.ask("GET", f"/api/tournaments/{club}/rounds/1")["pairings"][0]["result"])
    assert result == "0-1"  # the draw counts for Black
    clock = ana.ask("GET", f"/api/games/{mine['game']}")["clock"]["spec"]
    assert (clock["initial_ms"], clock["black"]["initial_ms"]) == (300_000, 240_000)


def test_a_tournament_of_a_class_is_for_its_pupils_alone(address: str) -> None:
    teacher, stranger = account(address, "maestra"), account(address, "leo")
    school = teacher.ask("POST", "/api/classes", 201, id=str(uuid4()), name="5.º B")["id"]
    names = "\n".join(f"Pupil {number}" for number in range(4))
    coded = teacher.ask("POST", f"/api/classes/{school}/pupils", 201, id=str(uuid4()), names=names)
    body = {"id": str(uuid4()), "settings": {"title": "5.º B", "rulebook": "chessgammon", "rounds": 2}}
    stranger.ask("POST", f"/api/classes/{school}/tournaments", 404, **body)
    made = teacher.ask("POST", f"/api/classes/{school}/tournaments", 201, **body)
    again = teacher.ask("POST", f"/api/classes/{school}/tournaments", 201, **body)
    assert again["id"] == made["id"]
    assert {each["person"] for each in again["entries"]} == {each["person"] for each in coded}
    assert made["id"] not in {each["id"] for each in stranger.ask("GET", "/api/tournaments")}
    pupil = Visitor(address)
    pupil.ask("POST", "/api/class/join", code=coded[0]["code"])
    assert made["id"] in {each["id"] for each in pupil.http.get("/api/tournaments?mine=true").json()}
    do(teacher, made["id"], "start")
    do(teacher, made["id"], "pair")
    assert until(lambda: pupil.ask("GET", f"/api/tournaments/{made['id']}")["mine"]["game"])
    teacher.ask("DELETE", f"/api/classes/{school}/pupils/{coded[0]['person']}", 204)
    until(lambda: "Pupil 0" not in str(teacher.ask("GET", f"/api/tournaments/{made['id']}")))


def test_a_rated_tournament_is_for_accounts_and_changes_their_ratings(address: str) -> None:
    eva, ana, leo = (account(address, name) for name in ("eva", "ana", "leo"))
    guest = Visitor(address, "guest")
    with pytest.raises(AssertionError, match="rated_by_hand"):
        make(eva, rated=True, clock=FISCHER)
    club = make(eva, rated=True, clock=FISCHER, over_the_board=False, entry="open", rounds=1)
    do(guest, club, "enter", 422)
    for each in (ana, leo):
        do(each, club, "enter")
    do(eva, club, "start")
    do(eva, club, "pair")
    mine = until(lambda: (found := ana.ask("GET", f"/api/tournaments/{club}")["mine"]) and found["game"] and found)
    white, black = (ana, leo) if mine["white"]["name"] == "ana" else (leo, ana)
    white.act(mine["game"], "move", move="e2e4")
    black.act(mine["game"], "move", move="e7e5")
    white.act(mine["game"], "resign", side="white")
    person = black.me()["id"]
    until(lambda: ana.ask("GET", f"/api/people/{person}")["ratings"])


def test_a_report_becomes_a_tournament(address: str) -> None:
    eva, stranger = account(address, "eva-trf"), account(address, "leo-trf")
    club = make(eva)
    players = [{"name": "Ana", "fide_id": 2200001, "birth": "2012/05/17", "sex": "w"}, {"name": "Bea"}]
    do(eva, club, "add", entrants=players)
    do(eva, club, "start")
    do(eva, club, "pair")
    do(eva, club, "set_result", round=1, board=1, result="1-0")
    heading = {"city": "Oviedo", "federation": "ESP", "deputies": ["Gil, Eva"], "start": "2026/10/01"}
    do(stranger, club, "set_heading", 422, heading=heading)
    assert do(eva, club, "set_heading", heading=heading)["heading"]["city"] == "Oviedo"
    late = {"heading": {**heading, "city": "Avilés"}, "base": {"city": "Gijón"}}
    assert (
        eva.refused(
            "POST", f"/api/tournaments/{club}/commands", 422, id=str(uuid4()), command={"type": "set_heading", **late}
        )
        == "tournament_meanwhile"
    )
    second = next(
        each["entry"] for each in eva.ask("GET", f"/api/tournaments/{club}")["entries"] if each["name"] == "Bea"
    )
    do(eva, club, "set_person", entry=second, known={"birth": "2011", "federation": "FRA"})
    for version in ("trf16", "trf26"):
        report = text(eva, f"/api/tournaments/{club}/files/{version}")
        for part in ("022 Oviedo", "032 ESP", "112 Gil, Eva", "042 2026/10/01", "2012/05/17", "FRA"):
            assert part in report
        # Days of birth are for organizers.
        assert "2012/05/17" not in text(stranger, f"/api/tournaments/{club}/files/{version}")
        told = eva.ask("POST", "/api/tournaments/import", 201, id=str(uuid4()), text=report, rulebook="clasico")
        assert (told["role"], told["phase"], len(told["rounds"]), told["settings"]["title"]) == (
            "organizer",
            "running",
            1,
            "Club",
        )
        assert text(eva, f"/api/tournaments/{told['id']}/files/{version}") == report
        do(eva, told["id"], "undo_round", reason="the end is near")
    for path in ("", "/log"):
        assert "2012/05/17" in text(eva, f"/api/tournaments/{club}{path}")
        assert "2012/05/17" not in text(stranger, f"/api/tournaments/{club}{path}")
    once = {"id": str(uuid4()), "text": report, "rulebook": "clasico"}
    assert len({eva.ask("POST", "/api/tournaments/import", 201, **once)["id"] for _ in range(2)}) == 1
    path = "/api/tournaments/import"
    assert (
        eva.refused("POST", path, 422, id=str(uuid4()), text=report.replace(" 1.0", " 9.0"), rulebook="clasico")
        == "trf_points"
    )
    assert eva.refused("POST", path, 422, id=str(uuid4()), text="001", rulebook="clasico") == "trf_line"
    assert eva.refused("POST", path, 404, id=str(uuid4()), text=report, rulebook="nothing") == "unknown_rulebook"
