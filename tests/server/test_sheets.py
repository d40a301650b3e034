"""Sheets that people make: checked, saved, shared, played."""

from __future__ import annotations

import copy
import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import httpx
import pytest

from axedrez import library
from axedrez.core import Game
from axedrez.rulesheet.schema import Field, fields
from axedrez.server import create_app
from tests.server.serving import Client, RandomPlayer, serving

MINE: dict[str, Any] = {
    "extends": "clasico",
    "id": "my-game",
    "names": {"es": "Mi juego", "en": "My game"},
    "goal": {"win": ["checkmate", "checks"]},
    "castling": {"mode": "off"},
    "pieces": {"knight": {"movement": "NC"}},
}


@pytest.fixture(scope="module")
def sheets(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("sheets")
    with serving(create_app(f"sqlite:///{folder / 'games.db'}", player=RandomPlayer)) as address:
        client = Client(address)
        client.http.timeout = 300  # the first sheet of its kind may have to be compiled
        yield client


def check(client: Client, sheet: Any, lang: str = "en") -> dict[str, Any]:
    answer = client.http.post(f"/api/sheets/check?lang={lang}", json={"sheet": sheet})
    assert answer.status_code == 200, answer.text
    checked: dict[str, Any] = answer.json()
    return checked


def test_the_schema_is_told_for_each_family(sheets: Client) -> None:
    chess = sheets.http.get("/api/sheets/schema").json()
    assert chess["family"] == "chess"
    assert {"board", "pieces", "goal", "dice"} <= {field["path"] for field in chess["fields"]}
    tables = sheets.http.get("/api/sheets/schema?family=tables").json()
    assert "options" in {field["path"] for field in tables["fields"]}
    assert sheets.http.get("/api/sheets/schema?family=go").status_code == 422


def test_a_sound_sheet_is_told_what_it_means(sheets: Client) -> None:
    checked = check(sheets, MINE)
    assert (checked["valid"], checked["faults"]) == (True, [])
    assert checked["hash"] == library.from_data(MINE).hash
    assert checked["parent"] == {"id": "clasico", "names": {"es": "Clásico", "en": "Classic"}}
    assert [difference["path"] for difference in checked["differences"]] == [
        "pieces.knight.movement",
        "goal.win",
        "castling.mode",
    ]
    knight = next(diagram for diagram in checked["diagrams"] if diagram["piece"] == "knight")
    assert "e7" in knight["moves"]
    assert checked["rulebook"]["id"] == checked["hash"]
    assert checked["rulebook"]["scene"]["checks_left"] == {"white": 3, "black": 3}
    assert checked["rules"] is None or checked["rules"]["title"] == "My game"
    assert checked["sheet"]["goal"]["checks"] == 3


def test_every_fault_stands_by_its_field(sheets: Client) -> None:
    faults = check(sheets, {**MINE, "board": {"files": 20}, "goal": {"win": ["luck"]}, "colour": "red"})["faults"]
    assert {fault["field"] for fault in faults} == {"board.files", "goal.win", "colour"}
    assert all(fault["message"] and "\n" not in fault["message"] for fault in faults)
    pieces = {"x": {"letter": "ñ", "names": {"es": "Dragón", "en": "Dragon"}, "movement": "N-1", "glyph": "knight"}}
    worded = {fault["field"]: fault["message"] for fault in check(sheets, {**MINE, "pieces": pieces}, "es")["faults"]}
    assert worded["pieces.x.letter"].startswith("El campo «Dragón · Letra»")
    for message in worded.values():  # what a form says is no code
        assert "pieces." not in message
        assert "/^" not in message
    movement = check(sheets, {**MINE, "pieces": {"knight": {"movement": "NX"}}}, "es")["faults"]
    assert [fault["field"] for fault in movement] == ["pieces.knight.movement"]
    assert "NX" in movement[0]["message"]
    # A position that is none is explained at the same field.
    start = check(sheets, {**MINE, "start": {"fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x - - 0 1"}})["faults"]
    assert {fault["field"] for fault in start} == {"start.fen"}
    assert [f["field"] for f in check(sheets, {**MINE, "extends": "nothing"})["faults"]] == ["extends"]
    taken = check(sheets, {**MINE, "id": "clasico"})["faults"]
    assert [(fault["field"], fault["reason"]) for fault in taken] == [("id", "sheet_id_taken")]
    assert [f["field"] for f in check(sheets, {"extends": "clasico", "family": "go"})["faults"]] == ["family"]
    long = check(sheets, {**MINE, "clauses": {str(n): "x" * 390 for n in range(300)}})["faults"]
    assert [fault["reason"] for fault in long] == ["sheet_too_long"]


def test_of_many_faults_the_first_are_told_and_the_number_of_the_others(
    sheets: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stranger's 64 KB of nonsense cost no more than the reading: the schema is not derived for each fault."""
    derived: list[object] = []

    def counted(kind: object) -> tuple[Field, ...]:
        derived.append(kind)
        return fields(kind)

    monkeypatch.setattr(library, "fields", counted)
    count = 4000
    for lang, words in (("en", f"({count - 20})"), ("es", f"({count - 20})")):
        faults = check(sheets, {**MINE, **{f"a{number}": 1 for number in range(count)}}, lang)["faults"]
        assert [fault["reason"] for fault in faults] == ["sheet_field"] * 20 + ["sheet_more_faults"]
        assert (faults[-1]["field"], words in faults[-1]["message"]) == ("", True)
    assert len(derived) <= 1


def test_a_saved_sheet_is_a_rulebook_under_its_hash(sheets: Client) -> None:
    saved = sheets.http.post("/api/sheets", json={"sheet": MINE})
    assert saved.status_code == 201
    content_hash = saved.json()["hash"]
    assert saved.json()["parent"] == "clasico"
    again = sheets.http.post("/api/sheets", json={"sheet": MINE})
    assert again.json() == saved.json()
    assert [sheet["hash"] for sheet in sheets.http.get("/api/sheets").json()].count(content_hash) == 1

    whole = sheets.http.get(f"/api/sheets/{content_hash}?lang=es").json()
    assert whole["sheet"]["castling"]["mode"] == "off"
    assert whole["origin"]["id"] == "clasico"
    assert len(whole["differences"]) == 3
    book = sheets.http.get(f"/api/rulebooks/{content_hash}").json()
    assert (book["id"], book["hash"], book["group"]) == (content_hash, content_hash, "own")
    position = {"rulebook": content_hash, "position": book["start"], "moves": ["b1c4"]}
    assert sheets.http.post("/api/positions", json=position).status_code == 200
    missing = "0" * 64
    for address in (f"/api/sheets/{missing}", f"/api/rulebooks/{missing}", f"/api/rulebooks/{missing}/toml"):
        assert sheets.http.get(address).status_code == 404
    assert sheets.http.post("/api/sheets", json={"sheet": {**MINE, "id": "?"}}).status_code == 422


def test_what_is_passed_over_in_a_position_is_told(sheets: Client) -> None:
    asked = {"rulebook": "clasico", "position": "4k3/8/8/8/8/8/8/4K3 w K - 0 1"}
    read = sheets.http.post("/api/positions?lang=es", json=asked).json()
    assert read["position"] == "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    assert len(read["notes"]) == 1
    assert "«K»" in read["notes"][0]
    assert sheets.http.post("/api/positions", json={**asked, "position": read["position"]}).json()["notes"] == []


def test_sheets_are_compiled_one_at_a_time(sheets: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A flood of them keeps nobody from short work."""
    running: list[int] = []
    most: list[int] = []
    build = library.from_data

    def counted(*arguments: Any) -> Game:
        running.append(1)
        most.append(len(running))
        time.sleep(0.05)
        running.pop()
        return build(*arguments)

    monkeypatch.setattr(library, "from_data", counted)
    with ThreadPoolExecutor(8) as pool:
        sent = [pool.submit(sheets.http.post, "/api/sheets/check", json={"sheet": MINE}) for _ in range(8)]
        assert {each.result().status_code for each in sent} == {200}
    assert most == [1] * 8


def test_a_sheet_goes_through_toml_and_back(sheets: Client) -> None:
    content_hash = sheets.http.post("/api/sheets", json={"sheet": MINE}).json()["hash"]
    file = sheets.http.get(f"/api/rulebooks/{content_hash}/toml")
    assert file.headers["content-type"].startswith("application/toml")
    assert "my-game.toml" in file.headers["content-disposition"]
    headers = {"content-type": "application/toml"}
    read = sheets.http.post("/api/sheets/toml", content=file.content, headers=headers).json()
    assert (read["valid"], read["hash"]) == (True, content_hash)
    broken = sheets.http.post("/api/sheets/toml?lang=en", content=b"goal = = 3", headers=headers).json()
    assert [(fault["field"], fault["reason"]) for fault in broken["faults"]] == [("", "sheet_syntax")]
    dated = sheets.http.post("/api/sheets/toml", content=b"extends = 1979-05-27\nid = 07:32:00", headers=headers)
    assert dated.json()["valid"] is False


def test_a_sheet_made_from_a_saved_one(sheets: Client) -> None:
    parent = sheets.http.post("/api/sheets", json={"sheet": MINE}).json()["hash"]
    child = {"extends": parent, "id": "child", "names": {"es": "Hijo", "en": "Child"}, "goal": {"checks": 5}}
    checked = check(sheets, child)
    assert checked["parent"]["id"] == parent
    assert [difference["path"] for difference in checked["differences"]] == ["goal.checks"]
    assert checked["sheet"]["castling"]["mode"] == "off"


def test_games_are_played_by_saved_and_by_sent_sheets(sheets: Client) -> None:
    content_hash = sheets.http.post("/api/sheets", json={"sheet": MINE}).json()["hash"]
    for sheet in (content_hash, MINE):
        answer = sheets.http.post("/api/games", json={"id": str(uuid4()), "sheet": sheet, "moves": ["b1c4"]})
        assert answer.status_code == 201, answer.text
        view = answer.json()
        assert (view["rulebook"]["id"], view["rulebook"]["hash"]) == (content_hash, content_hash)
        assert view["rulebook"]["names"]["es"] == "Mi juego"
    again = sheets.http.post(f"/api/games/{view['id']}/rematch", json={"id": str(uuid4())}).json()
    assert again["rulebook"]["id"] == content_hash
    for both in ({}, {"rulebook": "clasico", "sheet": content_hash}):
        assert sheets.http.post("/api/games", json={"id": str(uuid4()), **both}).status_code == 422
    with_options = {"id": str(uuid4()), "sheet": content_hash, "options": {"goal.checks": 1}}
    options = sheets.http.post("/api/games", json=with_options).json()
    assert options["scene"]["checks_left"] == {"white": 1, "black": 1}
    assert options["rulebook"]["hash"] != content_hash


def test_ones_own_games_are_found_by_ones_own_sheet(sheets: Client) -> None:
    visitor = httpx.Client(base_url=f"http://{sheets.address}", timeout=300)
    visitor.get("/api/me")
    game = {"id": str(uuid4()), "sheet": MINE}
    made = visitor.post("/api/games", json=game).json()
    by_sheet = made["rulebook"]["id"]
    read = visitor.post("/api/files", content="1. e4 e5 *", headers={"content-type": "text/plain"}).json()
    assert [each["rulebook"] for each in read["games"]] == ["clasico"]
    played = {known["rulebook"]: known["names"]["en"] for known in visitor.get("/api/me/rulebooks").json()}
    assert played == {by_sheet: "My game", "clasico": "Classic"}
    for rulebook, expected in ((by_sheet, made["id"]), ("clasico", read["games"][0]["id"])):
        found = visitor.get("/api/games", params={"mine": True, "rulebook": rulebook}).json()["games"]
        assert [each["id"] for each in found] == [expected]


def test_a_drop_goes_from_the_hand_to_the_board(sheets: Client) -> None:
    moves = ["e2e4", "d7d5", "e4d5", "d8d5"]
    view = sheets.new("crazyhouse", moves=moves)
    assert view["scene"]["hands"] == {"white": {"P": 1}, "black": {"p": 1}}
    drops = [step for step in view["steps"]["options"] if step["origin"] == "P@"]
    assert {"P@e4"} <= {step["token"] for step in drops}
    assert next(step for step in drops if step["token"] == "P@e4")["effects"] == [["e4", "", "P"]]
    view = sheets.do(view, "move", move="P@e4")
    assert view["scene"]["hands"]["white"] == {}
    assert view["scene"]["pieces"]["e4"] == "P"


def test_no_sheet_however_odd_breaks_the_server(sheets: Client) -> None:
    """Values of every kind at every place of a sound sheet: a sentence for each fault, never a crash."""
    chance = random.Random(4)
    sound = sheets.http.get("/api/rulebooks/crazyhouse/sheet").json()
    junk: list[Any] = [None, True, -1, 10**30, 1.5, "", "x" * 500, "király", [], [[]], {}, {"a": {}}]
    junk += [["king", "king"], "king", 8]

    def places(data: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
        if isinstance(data, dict):
            for key, value in data.items():
                yield (*path, key)
                yield from places(value, (*path, key))

    everywhere = list(places(sound))
    for path in chance.sample(everywhere, 60):
        odd = copy.deepcopy(sound)
        inner = odd
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = chance.choice(junk)
        checked = check(sheets, odd)
        assert checked["valid"] == (not checked["faults"]), (path, inner[path[-1]])
        assert all(fault["message"] for fault in checked["faults"])


def test_a_movement_is_designed(sheets: Client) -> None:
    def design(**given: Any) -> dict[str, Any]:
        answer = sheets.http.post("/api/sheets/movement", json=given)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    knight = design(movement="N", names={"es": "yegua", "en": "mare"})
    assert knight["words"]["es"].startswith("La yegua se mueve en L")
    assert knight["words"]["en"].startswith("The mare moves in an L")
    assert len(knight["atoms"]) == len(knight["targets"]) == 8
    assert design(atoms=knight["atoms"])["movement"] == "N"
    assert design(movement="N", click={"files": 0, "ranks": 3})["movement"] == "NH"
    assert design()["targets"] == []
    refused = sheets.http.post("/api/sheets/movement?lang=es", json={"movement": "NX"})
    assert (refused.status_code, refused.json()["error"]["reason"]) == (422, "betza")
    for wrong in ({"files": 9, "ranks": 0}, {"files": 0, "ranks": 1, "gait": "fly"}):
        assert sheets.http.post("/api/sheets/movement", json={"click": wrong}).status_code in (400, 422)


FAULTY: list[tuple[dict[str, Any], str, str]] = [
    ({"board": {"files": 9}}, "Columnas", "de 3 a 8"),
    ({"board": {"ranks": 6}}, "Texto de la posición", "una posición de 8 columnas y 6 filas"),
    ({"goal": {"win": ["royal-reaches"]}}, "Se gana con", "«Casillas de llegada»: al menos una"),
    ({"goal": {"win": []}}, "«ninguna»", "jaque mate"),
    ({"royal": {"pieces": ["queen", "foo"]}}, "Piezas reales", "rey, dama, torre, alfil, caballo, peón"),
    ({"pieces": {"knight": {"letter": "R"}}}, "caballo · Letra", "algo distinto de «torre · Letra»"),
    ({"capture": {"explosion": True}}, "«sí»", "«Hay que parar el jaque»: no"),
    ({"dice": {"faces": ["king"]}}, "Caras del dado", "6, cada una de estas: (rey"),
]


@pytest.mark.parametrize(("part", "field", "valid"), FAULTY)
def test_faults_are_said_without_notation(sheets: Client, part: dict[str, Any], field: str, valid: str) -> None:
    given = {"extends": "clasico", "id": "my-game", "names": MINE["names"], **part}
    messages = [fault["message"] for fault in check(sheets, given, "es")["faults"]]
    assert any(field in message and valid in message for message in messages), messages
    for message in messages:
        assert not any(sign in message for sign in ("..", "[", "{", " | ", "true", "false", "goal.", "royal."))


GUIDED: dict[str, Any] = {
    "extends": "clasico",
    "id": "guided",
    "names": {"es": "Con guía", "en": "With a guide"},
    "guide": [
        {
            "title": {"es": "La meta", "en": "The goal"},
            "text": {"es": "Dé mate con la torre.", "en": "Mate with the rook."},
            "position": "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
            "arrows": [["d1", "d8"]],
            "task": "play",
            "done": {"es": "Mate.", "en": "Mate."},
        }
    ],
}


def test_a_sheet_with_a_first_game_is_saved_and_teaches(sheets: Client) -> None:
    saved = sheets.http.post("/api/sheets", json={"sheet": GUIDED})
    assert saved.status_code == 201, saved.text
    content_hash = saved.json()["hash"]
    assert sheets.http.get(f"/api/rulebooks/{content_hash}").json()["guide"] is True
    (step,) = sheets.http.get(f"/api/rulebooks/{content_hash}/guide").json()
    assert step == {**GUIDED["guide"][0], "marks": [], "line": ["d1d8"]}
    # As TOML too, and whatever is made from it has a first game of its own or none.
    toml = sheets.http.get(f"/api/rulebooks/{content_hash}/toml").text
    read = sheets.http.post("/api/sheets/toml", content=toml.encode()).json()
    assert (read["valid"], read["hash"]) == (True, content_hash)
    child = check(sheets, {"extends": content_hash, "id": "child", "names": GUIDED["names"]})
    assert child["rulebook"]["guide"] is False


def test_a_first_game_that_cannot_be_played_is_told_by_its_field(sheets: Client) -> None:
    step = {**GUIDED["guide"][0], "arrows": [["d1", "e8"]]}
    (fault,) = check(sheets, {**GUIDED, "guide": [GUIDED["guide"][0], step]}, "es")["faults"]
    assert (fault["field"], fault["reason"]) == ("guide.2.arrows", "guide_arrows")
    assert fault["message"].startswith("Las flechas de «2 · Flechas del paso»")
    assert sheets.http.post("/api/sheets", json={"sheet": {**GUIDED, "guide": [step]}}).status_code == 422


def test_the_first_games_of_the_shipped_rulebooks(sheets: Client) -> None:
    books = {book["id"]: book["guide"] for book in sheets.http.get("/api/rulebooks").json()}
    assert {book for book in ("clasico", "chessgammon", "crazyhouse", "horde") if books[book]} == {
        "clasico",
        "chessgammon",
        "crazyhouse",
    }
    steps = sheets.http.get("/api/rulebooks/chessgammon/guide").json()
    assert len(steps) == 12
    assert steps[2]["line"] == ["P8/5:3", "P6/5:1"]
    assert steps[0]["title"]["en"] == "The goal: bear off the king and the pawns"
    assert sheets.http.get("/api/rulebooks/horde/guide").json() == []
    assert sheets.http.get("/api/rulebooks/nothing/guide").status_code == 404
