"""Sheets from and to variants.ini over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from axedrez.server import create_app
from tests.server.serving import Client, RandomPlayer, serving

TEXT = """# a variant that a sheet can say, one that it cannot, one with a fault
[small:losalamos]
stalemateValue = loss

[facing:chess]
flyingGeneral = true

[wide:chess]
maxRank = 99
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("variants")
    with serving(create_app(f"sqlite:///{folder / 'games.db'}", player=RandomPlayer)) as address:
        client = Client(address)
        client.http.timeout = 300  # the first sheet of its kind may have to be compiled
        yield client


def read(server: Client, section: str | None = None) -> dict[str, Any]:
    where = {} if section is None else {"section": section}
    answer = server.http.post("/api/sheets/variants", params={"lang": "en", **where}, content=TEXT)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    assert found["sections"] == ["small", "facing", "wide"]
    chosen: dict[str, Any] = found["chosen"]
    return chosen


def test_a_section_is_a_sheet(server: Client) -> None:
    small = read(server)
    assert (small["name"], small["line"], small["uncovered"], small["faults"]) == ("small", 2, [], [])
    checked = server.http.post("/api/sheets/check", json={"sheet": small["sheet"]}).json()
    assert (checked["valid"], checked["parent"]["id"]) == (True, "los-alamos")
    assert checked["sheet"]["goal"]["stalemate"] == "loss"


def test_what_a_sheet_cannot_say_is_named(server: Client) -> None:
    assert read(server, "facing")["uncovered"] == [{"option": "flyingGeneral", "value": "true", "line": 6}]
    (fault,) = read(server, "wide")["faults"]
    assert "Line 9" in fault


@pytest.mark.parametrize(
    ("query", "text", "reason"),
    [("", "", "ini_empty"), ("", 'id = "x"\n[goal]\n', "ini_outside"), ("?section=none", TEXT, "ini_section")],
)
def test_another_text_is_refused(server: Client, query: str, text: str, reason: str) -> None:
    answer = server.http.post(f"/api/sheets/variants{query}", content=text)
    assert (answer.status_code, answer.json()["error"]["reason"]) == (422, reason)


def test_a_rulebook_is_written_and_read_again(server: Client) -> None:
    mine = {"extends": "crazyhouse", "id": "mine", "names": {"es": "Mía", "en": "Mine"}, "goal": {"stalemate": "win"}}
    content_hash = server.http.post("/api/sheets", json={"sheet": mine}).json()["hash"]
    written = server.http.get(f"/api/rulebooks/{content_hash}/variants").json()
    assert (written["file"], written["unsaid"]) == ("mine.ini", [])
    again = server.http.post("/api/sheets/variants", content=written["text"]).json()["chosen"]
    assert (again["uncovered"], again["faults"], again["sheet"]["goal"]["stalemate"]) == ([], [], "win")


def test_what_the_format_cannot_say_is_named(server: Client) -> None:
    (unsaid,) = server.http.get("/api/rulebooks/marseillais/variants?lang=es").json()["unsaid"]
    assert unsaid == {"path": "turn.moves", "text": "Jugadas por turno: dos"}
    tables = server.http.get("/api/rulebooks/backgammon/variants?lang=en")
    assert (tables.status_code, tables.json()["error"]["reason"]) == (422, "ini_family")
