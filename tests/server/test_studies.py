"""Studies over the interface: made, shared, edited by several people at several servers, and written to files."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
from websockets.sync.client import connect

from axedrez import gamefiles
from axedrez.core.game_record import GameRecord
from axedrez.library import load
from axedrez.messages import LANGUAGES, say
from axedrez.server import create_app
from tests.patience import LONG_S
from tests.server.serving import serving
from tests.server.visiting import Visitor
from tests.tables import xg_files

GNUBG = Path(__file__).parents[1] / "tables" / "gnubg"
PGN = """[Event "Lección"]
[White "Ana"]
[Black "Eva"]
[Result "1-0"]

{Se empieza [%csl Ge4]} 1. e4 $1 {[%cal Ge4e5] [%clk 0:05:00] centro} (1. d4 d5 (1... Nf6)) 1... e5 {[%eval 0.20]}
2. Qh5 ({mejor} 2. Nf3) 2... Ke7 $4 3. Qxe5# 1-0
"""

MAT = """ 3 point match

 Game 1
 Ana : 0                             Eva : 0
  1) 31: 8/5 6/5                     52: 13/8 6/4
"""


class Author(Visitor):
    """Somebody who works on studies."""

    def make(self, title: str = "Mates", **source: Any) -> str:
        """A new study: its id."""
        chapters = source or {"rulebook": "clasico"}
        made = self.ask("POST", "/api/studies", 201, id=str(uuid4()), title=title, chapters=chapters)
        return str(made["study"])

    def edit(self, study: str, *edits: dict[str, Any], status: int = 200, command: str | None = None) -> Any:
        """Send edits as one command."""
        return self.ask("POST", f"/api/studies/{study}/edits", status, id=command or str(uuid4()), edits=list(edits))

    def chapter(self, study: str, number: int = 0) -> dict[str, Any]:
        """A chapter with its moves."""
        head = self.ask("GET", f"/api/studies/{study}")["chapters"][number]
        found: dict[str, Any] = self.ask("GET", f"/api/studies/{study}/chapters/{head['id']}")
        return found

    def file(self, study: str, name: str) -> str:
        """The study in a format."""
        answer = self.http.get(f"/api/studies/{study}/files/{name}")
        assert answer.status_code == 200, answer.text
        return answer.text

    def share(self, study: str) -> str:
        """Share it to be read and written: the key of the link for writers."""
        self.ask("POST", f"/api/studies/{study}/sharing", open=True, writable=True)
        return str(self.ask("GET", f"/api/studies/{study}")["key"])


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    database = f"sqlite:///{tmp_path_factory.mktemp('studies') / 'games.db'}"
    with serving(create_app(database)) as address:
        yield address


@pytest.fixture
def ana(address: str) -> Author:
    return Author(address, "Ana")


@pytest.fixture
def eva(address: str) -> Author:
    return Author(address, "Eva")


def test_chapters_are_made_from_a_file_that_is_no_text(ana: Author) -> None:
    body = (GNUBG / "match1.mat").read_bytes()
    match = [each for each in gamefiles.GameFile(body) if isinstance(each, GameRecord)]
    study = ana.make(file=b64encode(xg_files.written(match)).decode())
    text = "".join(line for line in body.decode().splitlines(keepends=True) if "EventDate" not in line)
    assert ana.file(study, "mat") == ana.file(ana.make(text=text), "mat")


def test_a_tree_grows_and_nothing_is_lost(ana: Author) -> None:
    study = ana.make()
    chapter = ana.chapter(study)
    here = {"chapter": chapter["id"]}
    ana.edit(
        study,
        {"type": "add", "node": "a", "parent": "", "move": "e4", **here},
        {"type": "add", "node": "b", "parent": "a", "move": "e5", **here},
        {"type": "add", "node": "c", "parent": "a", "move": "c5", **here},
        {"type": "comment", "node": "c", "text": "Siciliana", **here},
        {"type": "nag", "node": "c", "nag": 1, "on": True, **here},
        {"type": "shape", "node": "c", "shape": "Gc5>d4", "on": True, **here},
    )
    ana.edit(study, {"type": "promote", "node": "c", **here})
    nodes = ana.chapter(study)["nodes"]
    assert [(node["id"], node["parent"], node["san"]["es"]) for node in nodes] == [
        ("a", None, "e4"), ("c", "a", "c5"), ("b", "a", "e5"),
    ]  # fmt: skip
    assert nodes[1]["remarks"] == {"comment": "Siciliana", "nags": [1], "shapes": ["Gc5>d4"]}
    ana.edit(study, {"type": "remove", "node": "c", **here})
    assert [node["id"] for node in ana.chapter(study)["nodes"]] == ["a", "b"]
    back = ana.edit(study, {"type": "restore", "node": "c", **here})
    assert [node["id"] for node in back["events"][0]["nodes"]] == ["c"]
    assert [node["id"] for node in ana.chapter(study)["nodes"]] == ["a", "c", "b"]
    # The same move again is the same node, under both names.
    again = ana.edit(study, {"type": "add", "node": "d", "parent": "a", "move": "c7c5", **here})
    assert [node["id"] for node in again["events"][0]["nodes"]] == ["c"]
    ana.edit(study, {"type": "add", "node": "e", "parent": "d", "move": "Nf3", **here})
    assert [(node["id"], node["parent"]) for node in ana.chapter(study)["nodes"]][2] == ("e", "c")


def test_what_is_wrong_changes_nothing(ana: Author) -> None:
    study = ana.make()
    chapter = ana.chapter(study)
    here = {"chapter": chapter["id"]}
    good = {"type": "add", "node": "a", "parent": "", "move": "e4", **here}
    for bad in (
        {"type": "add", "node": "b", "parent": "a", "move": "e4", **here},
        {"type": "add", "node": "b", "parent": "zz", "move": "e5", **here},
        {"type": "comment", "node": "zz", "text": "hola", **here},
        {"type": "comment", "node": "a", "text": "a\u202eb", **here},
        {"type": "remove", "node": "a", "chapter": "zz"},
        {"type": "remove_chapter", **here},
        {"type": "shape", "node": "a", "shape": "<script>", "on": True, **here},
        {"type": "add_chapter", **here},
    ):
        said = ana.edit(study, good, bad, status=422)["error"]
        assert said["message"]
        assert ana.chapter(study)["nodes"] == []
    assert ana.ask("GET", f"/api/studies/{study}")["seq"] == 2
    ana.refused("POST", "/api/studies", 422, id=str(uuid4()), title="x", chapters={})
    ana.refused("POST", "/api/studies", 422, id=str(uuid4()), title="x", chapters={"file": "no base64!"})
    ana.refused("POST", "/api/studies", 422, id=str(uuid4()), title="x", chapters={"file": "UkdNSA=="})
    assert ana.refused("POST", "/api/studies", 422, id=str(uuid4()), title="x", chapters={"text": "1. e5"})
    assert ana.refused("GET", f"/api/studies/{uuid4()}", 404) == "unknown_study"


def test_a_command_sent_twice_is_carried_out_once(ana: Author) -> None:
    study = ana.make()
    chapter = ana.chapter(study)["id"]
    command, edit = str(uuid4()), {"type": "add", "node": "a", "parent": "", "move": "e4", "chapter": chapter}
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: ana.edit(study, edit, command=command), range(4)))
    assert all(answer == answers[0] for answer in answers)
    assert ana.ask("GET", f"/api/studies/{study}")["seq"] == 3
    made = str(uuid4())
    body = {"id": made, "title": "Uno", "chapters": {"rulebook": "clasico"}}
    assert len({ana.ask("POST", "/api/studies", 201, **body)["study"] for _ in range(3)}) == 1


def test_who_may_read_and_write(ana: Author, eva: Author) -> None:
    study = ana.make()
    path = f"/api/studies/{study}"
    chapter = ana.chapter(study)["id"]
    edit = {"type": "add", "node": "a", "parent": "", "move": "e4", "chapter": chapter}
    for _ in ("read", "written"):
        assert eva.refused("GET", path, 404) == "unknown_study"
    assert eva.edit(study, edit, status=404)["error"]["reason"] == "unknown_study"
    key = ana.share(study)
    assert eva.ask("GET", path)["role"] == "reader"
    assert eva.ask("GET", path)["key"] is None
    assert eva.edit(study, edit, status=422)["error"]["reason"] == "study_reader"
    for wrong in ("x" * 32, "ñ" * 8):
        assert eva.refused("POST", f"{path}/writers", 404, key=wrong) == "unknown_study"
    assert eva.refused("POST", f"{path}/sharing", 422, open=True, writable=True) == "study_owner"
    assert eva.refused("DELETE", path, 422) == "study_owner"
    eva.ask("POST", f"{path}/writers", 204, key=key)
    assert eva.ask("GET", path)["role"] == "writer"
    eva.edit(study, edit)
    assert [each["id"] for each in eva.ask("GET", "/api/studies")] == [study]
    ana.ask("POST", f"{path}/sharing", open=False, writable=True, fresh=True)
    assert Author(ana.address, "Leo").refused("POST", f"{path}/writers", 404, key=key) == "unknown_study"
    ana.ask("DELETE", f"{path}/writers/{eva.me()['id']}", 204)
    assert eva.refused("GET", path, 404) == "unknown_study"
    ana.ask("DELETE", path, 204)
    assert ana.refused("GET", path, 404) == "unknown_study"


def test_studies_go_with_their_owner(ana: Author, eva: Author) -> None:
    ana.ask("POST", "/api/accounts", 201, login="ana-que-estudia", password="caballo blanco")
    study, other = ana.make("Suyo"), eva.make("Otro")
    eva.ask("POST", f"/api/studies/{study}/writers", 204, key=ana.share(study))
    ana.ask("POST", f"/api/studies/{other}/writers", 204, key=eva.share(other))
    assert {each["title"] for each in ana.ask("GET", "/api/me/data")["studies"]} == {"Suyo", "Otro"}
    ana.ask("DELETE", "/api/me", password="caballo blanco")
    assert eva.refused("GET", f"/api/studies/{study}", 404) == "unknown_study"
    assert eva.ask("GET", f"/api/studies/{other}")["writers"] == []


def test_files_in_and_out(ana: Author, eva: Author) -> None:
    study = ana.make(text=PGN)
    chapter = ana.chapter(study)
    assert (chapter["title"], chapter["headers"]["White"], chapter["result"]) == ("Ana – Eva", "Ana", "1-0")
    assert chapter["root"] == {"comment": "Se empieza", "shapes": ["Ge4"]}
    first = chapter["nodes"][0]["remarks"]
    assert first == {"comment": "centro", "nags": [1], "shapes": ["Ge4>e5"], "clock": "0:05:00"}
    written = ana.file(study, "pgn")
    copy = ana.make(text=written)
    assert ana.file(copy, "pgn") == written
    for word in ("[%csl Ge4]", "(1. d4 d5 (1... Nf6))", "{mejor}", "[%eval 0.20]", "$4"):
        assert word in " ".join(written.split())
    start = ana.file(study, "svg")
    assert 'stroke="#17691d"' in start
    assert "<circle" in start
    assert "<line" not in start
    node = f"svg?chapter={chapter['id']}&node={chapter['nodes'][0]['id']}"
    assert "rnbqkbnr/pppppppp/8/8/4P3/" in ana.file(study, node)
    assert "<line" in ana.file(study, node)
    ana.share(study)
    copied = eva.make(study=study)
    assert eva.file(copied, "pgn") == written
    assert ana.refused("GET", f"/api/studies/{study}/files/mat", 404) == "file_format"
    printed = ana.http.get(f"/api/studies/{study}/files/pdf?lang=en")
    assert (printed.status_code, printed.headers["content-type"]) == (200, "application/pdf")
    assert printed.content.startswith(b"%PDF")


def test_the_description_of_the_interface_names_the_kinds_of_files(ana: Author) -> None:
    paths = ana.ask("GET", "/api/schema")["paths"]
    kinds = {
        name: paths[f"/api/studies/{{study_id}}/files/{name}"]["get"]["responses"]["200"]["content"]
        for name in ("pdf", "svg", "{format_name}")
    }
    assert set(kinds["pdf"]) == {"application/pdf"}
    assert set(kinds["svg"]) == {"image/svg+xml"}
    assert set(kinds["{format_name}"]) == {each.media_type for each in gamefiles.FORMATS if not each.is_binary}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_format_that_is_written_has_a_name_on_its_button(lang: str) -> None:
    found = {
        each.name for name in ("clasico", "backgammon", "chessgammon") for each in gamefiles.formats(load(name).start())
    }
    assert {"pgn", "mat", "sgf", "text"} <= found
    for name in found:
        assert say(f"ui.studies.file.{name}", lang)


def test_a_game_of_a_file_keeps_its_variations(ana: Author) -> None:
    answer = ana.http.post("/api/files", content=PGN.encode())
    game = answer.json()["games"][0]["id"]
    tree = ana.ask("GET", f"/api/games/{game}/tree")
    assert tree["root"]["comment"] == "Se empieza"
    assert [node["move"] for node in tree["nodes"] if node["parent"] is None] == ["e2e4", "d2d4"]
    study = ana.make(game=game)
    said = ana.chapter(study)
    assert [node["move"] for node in said["nodes"]] == [node["move"] for node in tree["nodes"]]
    assert "(1. d4 d5 (1... Nf6))" in " ".join(ana.file(study, "pgn").split())


def test_a_game_of_dice(ana: Author) -> None:
    study = ana.make(rulebook="chessgammon", options={"options.killer_queen": True})
    chapter = ana.chapter(study)
    assert (chapter["rulebook"], chapter["options"]) == ("chessgammon", {"options.killer_queen": True})
    here = {"chapter": chapter["id"]}
    rolled = ana.edit(study, {"type": "add", "node": "r", "parent": "", "move": "52", **here})["events"][0]["nodes"][0]
    assert (rolled["move"], rolled["by"]) == ("52", None)
    asked = {"rulebook": "chessgammon", "options": chapter["options"], "position": chapter["start"], "moves": ["52"]}
    steps = ana.ask("POST", "/api/equities", **asked)
    best, second = (turn["move"] for turn in steps["turns"][:2])
    ana.edit(
        study,
        {"type": "add", "node": "t", "parent": "r", "move": best, **here},
        {"type": "add", "node": "u", "parent": "r", "move": second, **here},
        {"type": "comment", "node": "u", "text": "también\nvale", **here},
        {"type": "add", "node": "s", "parent": "", "move": "31", **here},
    )
    written = ana.file(study, "text")
    copy = ana.make(text=written)
    assert ana.file(copy, "text") == written
    assert len(ana.chapter(copy)["nodes"]) == 4
    assert ana.refused("GET", f"/api/studies/{study}/files/mat", 404) == "file_format"
    backgammon = ana.make(text=MAT)
    assert MAT.split()[-2:] == ana.file(backgammon, "mat").split()[-2:]
    assert [node["move"] for node in ana.chapter(backgammon)["nodes"]] == ["31", "8/5 6/5", "52", "12/17 19/21"]


def test_two_people_at_two_servers(database: str) -> None:
    """Everything that either writes is there in the end, at both, whatever came at the same time."""
    with ExitStack() as stack:
        one, other = (stack.enter_context(serving(create_app(database))) for _ in range(2))
        ana, eva = Author(one, "Ana"), Author(other, "Eva")
        study = ana.make()
        chapter = ana.chapter(study)["id"]
        eva.ask("POST", f"/api/studies/{study}/writers", 204, key=ana.share(study))
        cookie = "; ".join(f"{name}={value}" for name, value in eva.http.cookies.items())
        socket = stack.enter_context(
            connect(f"ws://{other}/api/studies/{study}/socket?after=0", additional_headers={"cookie": cookie})
        )
        here = {"chapter": chapter}

        def work(author: Author, mark: str, first: list[str]) -> None:
            for number, move in enumerate(first):
                node = f"{mark}{number}"
                author.edit(study, {"type": "add", "node": node, "parent": "", "move": move, **here})
                author.edit(study, {"type": "comment", "node": node, "text": f"{mark} {move}", **here})
            author.edit(study, {"type": "comment", "node": "", "base": "", "text": f"dice {mark}", **here})

        with ThreadPoolExecutor(2) as pool:
            done = [
                pool.submit(work, ana, "ana", ["e4", "d4", "c4", "Nf3"]),
                pool.submit(work, eva, "eva", ["e4", "d4", "f4", "b3"]),
            ]
            for each in done:
                each.result()
        chapters = [author.chapter(study) for author in (ana, eva)]
        assert chapters[0] == chapters[1]
        nodes = {node["move"]: node["remarks"]["comment"] for node in chapters[0]["nodes"]}
        assert sorted(nodes) == ["b2b3", "c2c4", "d2d4", "e2e4", "f2f4", "g1f3"]
        for move in ("e2e4", "d2d4"):  # both wrote about the same move, neither having seen the other's words
            assert all(name in nodes[move] for name in ("ana", "eva"))
        assert all(name in chapters[0]["root"]["comment"] for name in ("ana", "eva"))
        heard: list[int] = []
        while not heard or heard[-1] < chapters[0]["seq"]:
            frame = json.loads(socket.recv(timeout=LONG_S))
            heard += [event["seq"] for event in frame.get("events", [])]
        assert heard == list(range(1, chapters[0]["seq"] + 1))


def test_nobody_else_hears_a_study(ana: Author) -> None:
    study = ana.make()
    with connect(f"ws://{ana.address}/api/studies/{study}/socket") as socket:
        assert json.loads(socket.recv(timeout=LONG_S))["error"]["reason"] == "unknown_study"
    answer = httpx.get(f"http://{ana.address}/api/studies/{study}/chapters/x")
    assert answer.status_code == 404
