"""Classes: who may see what, codes, homework found by the server, displays, and erasure that leaves nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from typer.testing import CliRunner

from axedrez.cli.commands import app as cli
from axedrez.core import AxedrezError
from axedrez.exercises import sets
from axedrez.library import load
from axedrez.server import create_app
from axedrez.server.access.throttle import Rates
from axedrez.server.community.classes import SIGNS
from tests.server.serving import serving
from tests.server.visiting import Visitor

NAMES = ("Zoraida Quintero", "Ñusta", "El Rayo 7")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def address(file: Path) -> Iterator[str]:
    with serving(create_app(f"sqlite:///{file}", rates=Rates())) as found:
        yield found


@pytest.fixture
def teacher(address: str) -> Visitor:
    return account(address, "maestra")


def account(address: str, login: str) -> Visitor:
    found = Visitor(address, login)
    found.ask("POST", "/api/accounts", 201, login=login, password="a long enough secret")
    return found


def new_class(teacher: Visitor, name: str = "5.º B") -> str:
    found: str = teacher.ask("POST", "/api/classes", 201, id=str(uuid4()), name=name)["id"]
    return found


def enter(teacher: Visitor, school: str, names: tuple[str, ...] = NAMES) -> list[dict[str, Any]]:
    body = {"id": str(uuid4()), "names": "\n".join(names)}
    found: list[dict[str, Any]] = teacher.ask("POST", f"/api/classes/{school}/pupils", 201, **body)
    return found


def join(address: str, code: str) -> Visitor:
    pupil = Visitor(address)
    assert pupil.ask("POST", "/api/class/join", code=code)["kind"] == "pupil"
    return pupil


def done(teacher: Visitor, school: str) -> list[list[int | None]]:
    return [row["done"] for row in teacher.ask("GET", f"/api/classes/{school}")["progress"]]


def rows_with(file: Path, words: list[str]) -> list[str]:
    """The tables in which one of these words stands, in any column."""
    with sqlite3.connect(file) as base:
        tables = [row[0] for row in base.execute("select name from sqlite_master where type = 'table'")]
        return [
            f"{table}: {word}"
            for table in tables
            for row in base.execute(f'select * from "{table}"')
            for word in words
            if any(word.casefold() in str(value).casefold() for value in row)
        ]


def test_only_an_account_makes_a_class_and_only_its_teacher_sees_it(address: str, teacher: Visitor) -> None:
    assert Visitor(address, "Ana").refused("POST", "/api/classes", 401, id=str(uuid4()), name="x") == "account_needed"
    school = new_class(teacher)
    codes = enter(teacher, school)
    assert [each["name"] for each in codes] == list(NAMES)
    pupil, other = join(address, codes[0]["code"]), account(address, "otro")
    person = codes[1]["person"]
    for stranger in (pupil, other):
        assert stranger.ask("GET", "/api/classes") == []
        for method, path, body in (
            ("GET", "", {}),
            ("PATCH", "", {"chat": True}),
            ("DELETE", "", {}),
            ("POST", "/pupils", {"id": str(uuid4()), "names": "Eva"}),
            ("POST", "/codes", {"pupils": [person]}),
            ("PATCH", f"/pupils/{person}", {"name": "Eva"}),
            ("DELETE", f"/pupils/{person}", {}),
            ("POST", "/tasks", {"id": str(uuid4()), "kind": "guide", "rulebook": "clasico"}),
            ("DELETE", f"/tasks/{uuid4()}", {}),
            ("GET", "/homework.csv", {}),
            ("POST", "/displays", {"id": str(uuid4()), "rulebook": "clasico"}),
            ("POST", "/teachers", {}),
            ("DELETE", f"/teachers/{person}", {}),
        ):
            assert stranger.refused(method, f"/api/classes/{school}{path}", 404, **body) == "unknown_class", path
    assert other.refused("GET", "/api/class", 404) == "unknown_class"
    assert len(teacher.ask("GET", f"/api/classes/{school}")["pupils"]) == 3
    # Another teacher's own class is no way to these pupils.
    theirs = new_class(other)
    assert other.refused("POST", f"/api/classes/{theirs}/codes", 404, pupils=[person]) == "unknown_pupil"
    assert other.refused("DELETE", f"/api/classes/{theirs}/pupils/{person}", 404) == "unknown_pupil"


def invited(teacher: Visitor, school: str) -> str:
    """The code of a link for another teacher."""
    link: str = teacher.ask("POST", f"/api/classes/{school}/teachers", 201)["link"]
    address, _, code = link.partition("#")
    assert address.endswith("/classes")
    return code


def test_another_teacher_comes_by_a_link_and_goes_again(address: str, file: Path, teacher: Visitor) -> None:
    school = new_class(teacher)
    codes = enter(teacher, school)
    person, other = codes[0]["person"], account(address, "otro")
    old, code = invited(teacher, school), invited(teacher, school)
    assert rows_with(file, [old, code]) == [], "only hashes are stored"
    for wrong in (old, "", "x" * 40):
        assert other.refused("POST", "/api/class/teaching", 401, code=wrong) == "wrong_teacher_link"
    assert Visitor(address, "Ana").refused("POST", "/api/class/teaching", 401, code=code) == "account_needed"
    assert join(address, codes[1]["code"]).refused("POST", "/api/class/teaching", 422, code=code) == "pupil_only"
    assert teacher.ask("POST", "/api/class/teaching", code=code)["id"] == school, "who made it changes nothing"
    assert other.ask("POST", "/api/class/teaching", code=code) == {"id": school, "name": "5.º B", "pupils": 3}
    assert account(address, "third").refused("POST", "/api/class/teaching", 401, code=code) == "wrong_teacher_link"

    # Both see and do all, but for what is the maker's alone.
    assert [each["id"] for each in other.ask("GET", "/api/classes")] == [school]
    seen, own = (each.ask("GET", f"/api/classes/{school}") for each in (other, teacher))
    assert (seen["maker"], own["maker"]) == (False, True)
    assert seen["teachers"] == own["teachers"] == [{"person": other.me()["id"], "name": "otro"}]
    assert seen["pupils"] == own["pupils"]
    other.ask("PATCH", f"/api/classes/{school}/pupils/{person}", name="Zoe")
    body = {"id": str(uuid4()), "rulebook": "clasico", "pupils": [person]}
    (board,) = other.ask("POST", f"/api/classes/{school}/displays", 201, **body)
    for each in (other, teacher):
        each.ask("POST", f"/api/class/games/{board['game']}/comments", 201, id=str(uuid4()), text="Bien")
    assert len(join(address, codes[0]["code"]).ask("GET", f"/api/class/games/{board['game']}")["comments"]) == 2
    for method, path in (("DELETE", ""), ("POST", "/teachers"), ("DELETE", f"/teachers/{teacher.me()['id']}")):
        assert other.refused(method, f"/api/classes/{school}{path}", 422) == "class_maker_only"

    # Whoever was let go sees nothing any more, and a link lets them in again; they may also go by themselves.
    for by in (teacher, other):
        by.ask("DELETE", f"/api/classes/{school}/teachers/{other.me()['id']}", 204)
        assert other.refused("GET", f"/api/classes/{school}", 404) == "unknown_class"
        assert other.ask("GET", "/api/classes") == []
        other.ask("POST", "/api/class/teaching", code=invited(teacher, school))
    assert len(teacher.ask("GET", f"/api/classes/{school}")["teachers"]) == 1


def test_teachers_go_with_the_class_and_with_their_account(address: str, file: Path, teacher: Visitor) -> None:
    school, kept = new_class(teacher), new_class(teacher, "6.º A")
    enter(teacher, school)
    one, two = account(address, "uno"), account(address, "dos")
    for each, where in ((one, school), (two, school), (one, kept)):
        each.ask("POST", "/api/class/teaching", code=invited(teacher, where))
    person = one.me()["id"]
    one.ask("DELETE", "/api/me", 200, password="a long enough secret")
    assert rows_with(file, [person]) == [f"ended_guests: {person}"]
    assert len(teacher.ask("GET", f"/api/classes/{school}")["pupils"]) == 3, "the class is not that teacher's to take"
    teacher.ask("DELETE", f"/api/classes/{school}", 204)
    assert two.ask("GET", "/api/classes") == []
    with sqlite3.connect(file) as base:
        assert base.execute("select count(*) from class_teachers").fetchone() == (0,)


def test_a_link_for_many_at_once_lets_one_in(address: str, teacher: Visitor) -> None:
    school = new_class(teacher)
    others = [account(address, f"docente{number}") for number in range(5)]
    code, begin = invited(teacher, school), Barrier(len(others))

    def accept(other: Visitor) -> int:
        begin.wait()
        return other.http.post("/api/class/teaching", json={"code": code}).status_code

    with ThreadPoolExecutor(len(others)) as pool:
        assert sorted(pool.map(accept, others)) == [200, *[401] * 4]


def test_a_class_has_so_many_teachers(address: str, teacher: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("axedrez.server.community.classes.MAX_TEACHERS", 1)
    school = new_class(teacher)
    one, two = account(address, "uno"), account(address, "dos")
    one.ask("POST", "/api/class/teaching", code=invited(teacher, school))
    code = invited(teacher, school)
    assert one.ask("POST", "/api/class/teaching", code=code)["id"] == school, "who is there already costs nothing"
    assert two.refused("POST", "/api/class/teaching", 422, code=code) == "too_many_teachers"


def test_lists_of_names_are_read_with_care(address: str, teacher: Visitor) -> None:
    school = new_class(teacher)
    said = teacher.ask(
        "POST", f"/api/classes/{school}/pupils", 422, id=str(uuid4()), names="Ana\n\n<b>\nEva\n" + "x" * 41
    )
    assert said["error"]["reason"] == "bad_lines"
    assert "3, 5" in said["error"]["message"]
    body = {"id": str(uuid4()), "names": "Ana\n\nEva"}
    first = teacher.ask("POST", f"/api/classes/{school}/pupils", 201, **body)
    again = teacher.ask("POST", f"/api/classes/{school}/pupils", 201, **body)  # a repetition adds nobody
    assert [each["person"] for each in first] == [each["person"] for each in again]
    assert [each["name"] for each in teacher.ask("GET", f"/api/classes/{school}")["pupils"]] == ["Ana", "Eva"]
    many = {"id": str(uuid4()), "names": "\n".join(f"n{number}" for number in range(59))}
    assert teacher.refused("POST", f"/api/classes/{school}/pupils", 422, **many) == "too_many_pupils"
    signs = first[0]["code"].replace("-", "")
    assert len(signs) == 10
    assert set(signs) <= set(SIGNS)
    assert not set(SIGNS) & set("0O1I")
    assert first[0]["link"].endswith(f"/class/join#{first[0]['code']}")
    assert first[0]["qr"].startswith("<svg")


def test_a_new_code_ends_the_sessions_of_the_old_one(address: str, file: Path, teacher: Visitor) -> None:
    school = new_class(teacher)
    codes = enter(teacher, school)
    pupil, other = join(address, codes[0]["code"].lower()), join(address, codes[1]["code"])
    assert pupil.ask("GET", "/api/class")["pupil"] == NAMES[0]
    assert rows_with(file, [codes[0]["code"], codes[0]["code"].replace("-", "")]) == []  # only hashes are stored
    (new,) = teacher.ask("POST", f"/api/classes/{school}/codes", pupils=[codes[0]["person"]])
    assert pupil.refused("GET", "/api/class", 401) == "nobody"
    assert Visitor(address).refused("POST", "/api/class/join", 401, code=codes[0]["code"]) == "wrong_class_code"
    assert other.ask("GET", "/api/class")["pupil"] == NAMES[1]
    assert join(address, new["code"]).me()["id"] == codes[0]["person"]
    guesser = Visitor(address)
    answers = [guesser.http.post("/api/class/join", json={"code": "AAAAA-AAAAA"}).status_code for _ in range(31)]
    assert 401 in answers
    assert answers[-1] == 429


def test_a_pupil_has_no_account(address: str, teacher: Visitor) -> None:
    school = new_class(teacher)
    codes = enter(teacher, school)
    pupil = join(address, codes[0]["code"])
    assert pupil.refused("PATCH", "/api/me", 422, name="Batman") == "pupil_only"
    assert pupil.refused("POST", "/api/accounts", 422, login="batman", password="a long secret") == "pupil_only"
    assert pupil.refused("POST", "/api/me/tokens", 422, label="x") == "pupil_only"
    assert pupil.refused("POST", "/api/classes", 422, id=str(uuid4()), name="mine") == "pupil_only"
    person = codes[0]["person"]
    teacher.ask("PATCH", f"/api/classes/{school}/pupils/{person}", name="Zoe", part="A")
    assert pupil.me()["name"] == "Zoe"
    assert teacher.ask("GET", f"/api/classes/{school}")["pupils"][0] == {"person": person, "name": "Zoe", "part": "A"}


def test_homework_is_found_by_the_server(address: str, teacher: Visitor) -> None:
    school = new_class(teacher)
    codes = enter(teacher, school, ("=Ana", "Eva"))
    ana = join(address, codes[0]["code"])
    teacher.ask("PATCH", f"/api/classes/{school}/pupils/{codes[1]['person']}", part="B")
    path = f"/api/classes/{school}/tasks"
    task = {"id": str(uuid4()), "kind": "exercises", "rulebook": "clasico", "count": 2, "due_at": 2_000_000_000_000}
    teacher.ask("POST", path, 201, **task)
    teacher.ask("POST", path, 201, **task)  # a repetition sets nothing
    teacher.ask("POST", path, 201, id=str(uuid4()), kind="guide", rulebook="clasico", part="B")
    teacher.ask("POST", path, 201, id=str(uuid4()), kind="game", rulebook="clasico", level=1)
    teacher.ask("POST", path, 201, id=str(uuid4()), kind="game", rulebook="clasico", level=1, won=True)
    assert teacher.refused("POST", path, 404, id=str(uuid4()), kind="guide", rulebook="nothing") == "unknown_rulebook"
    assert done(teacher, school) == [[0, None, 0, 0], [0, 0, 0, 0]]
    asked = ana.ask("POST", "/api/exercises/next", rulebook="clasico")
    exercise = sets.index(load("clasico"))[asked["id"]]
    moves: list[str] = []
    for _ in range(asked["moves"]):
        move = exercise.line[len(moves)]
        body = {"rulebook": "clasico", "exercise": asked["id"], "act": "move", "moves": moves, "move": move}
        said = ana.ask("POST", "/api/exercises/answer", **body)
        moves = [*moves, said["move"], *said["replies"]]
    ana.ask("POST", "/api/class/guides/clasico")
    join(address, codes[1]["code"]).ask("POST", "/api/class/guides/clasico")
    players = {"white": {"kind": "human"}, "black": {"kind": "computer", "level": 1}}
    game = ana.ask("POST", "/api/games", 201, id=str(uuid4()), rulebook="clasico", players=players)["id"]
    assert done(teacher, school)[0] == [1, None, 0, 0]
    ana.act(game, "resign", side="white")
    assert done(teacher, school) == [[1, None, 1, 0], [0, 1, 0, 0]]  # finished, but not won
    own = ana.ask("GET", "/api/class")
    assert [(each["task"]["terms"]["kind"], each["done"]) for each in own["tasks"]] == [
        ("exercises", 1), ("game", 1), ("game", 0),
    ]  # fmt: skip
    table = teacher.http.get(f"/api/classes/{school}/homework.csv")
    assert table.headers["content-type"].startswith("text/csv")
    assert '"\'=Ana","","1","","1","0"' in table.text


def test_a_display_and_comments_where_chat_is_off(address: str, teacher: Visitor) -> None:
    school = new_class(teacher)
    codes = enter(teacher, school)
    ana, eva = (join(address, each["code"]) for each in codes[:2])
    body = {"id": str(uuid4()), "rulebook": "clasico", "pupils": [each["person"] for each in codes[:2]]}
    boards = teacher.ask("POST", f"/api/classes/{school}/displays", 201, **body)
    assert teacher.ask("POST", f"/api/classes/{school}/displays", 201, **body) == boards
    assert [each["turn"] for each in boards] == ["white", "white"]
    game = next(each["game"] for each in boards if each["pupil"] == codes[0]["person"])
    teacher.act(game, "move", move="e2e4")
    teacher.ask("POST", f"/api/class/games/{game}/comments", 201, id=str(uuid4()), text="Mira el centro")
    seen = ana.ask("GET", f"/api/class/games/{game}")
    assert [each["text"] for each in seen["comments"]] == ["Mira el centro"]
    assert (seen["teacher"], seen["boards"]) == (False, [])
    assert eva.refused("GET", f"/api/class/games/{game}", 404) == "unknown_class"
    comment = {"id": str(uuid4()), "text": "x"}
    assert ana.refused("POST", f"/api/class/games/{game}/comments", 404, **comment) == "unknown_class"
    line = {"id": str(uuid4()), "room": "players", "text": "hola"}
    assert ana.refused("POST", f"/api/games/{game}/chat", 422, **line) == "chat_off"
    teacher.ask("POST", f"/api/games/{game}/chat", 201, **line)  # nobody reads it there
    assert ana.http.get(f"/api/games/{game}/chat?room=players").status_code == 422
    teacher.ask("PATCH", f"/api/classes/{school}", chat=True)
    ana.ask("POST", f"/api/games/{game}/chat", 201, **{**line, "id": str(uuid4())})
    ana.act(game, "resign", side="black")
    beside = teacher.ask("GET", f"/api/class/games/{game}")["boards"]
    assert {each["game"]: each["result"] for each in beside}[game] == "1-0"


@pytest.mark.parametrize("way", ["button", "command"])
def test_erasure_leaves_nothing(address: str, file: Path, teacher: Visitor, way: str) -> None:
    school, kept = new_class(teacher), new_class(teacher, "6.º A")
    codes = enter(teacher, school)
    (other,) = enter(teacher, kept, ("Otilia",))
    ana = join(address, codes[0]["code"])
    teacher.ask("PATCH", f"/api/classes/{school}", chat=True)
    teacher.ask("PATCH", f"/api/classes/{school}/pupils/{codes[0]['person']}", part="Grupo Lila")
    body = {"id": str(uuid4()), "rulebook": "clasico"}
    boards = teacher.ask("POST", f"/api/classes/{school}/displays", 201, **body)
    game = next(each["game"] for each in boards if each["pupil"] == codes[0]["person"])
    teacher.act(game, "move", move="e2e4")
    teacher.ask("POST", f"/api/class/games/{game}/comments", 201, id=str(uuid4()), text="Bien, Zoraida")
    ana.ask("POST", f"/api/games/{game}/chat", 201, id=str(uuid4()), room="players", text="soy Zoraida")
    players = {"white": {"name": NAMES[0]}, "black": {"kind": "computer", "level": 1}}
    ana.ask("POST", "/api/games", 201, id=str(uuid4()), rulebook="clasico", players=players)
    ana.ask("POST", "/api/invitations", 201, id=str(uuid4()), rulebook="clasico")
    ana.ask("POST", "/api/class/guides/clasico")
    ana.ask("POST", "/api/exercises/answer", rulebook="clasico", act="solution",
            exercise=ana.ask("POST", "/api/exercises/next", rulebook="clasico")["id"])  # fmt: skip
    teacher.ask("POST", f"/api/classes/{school}/tasks", 201, id=str(uuid4()), kind="guide", rulebook="clasico")
    words = ["Zoraida", "Ñusta", "El Rayo 7", "Grupo Lila", school]
    assert len(rows_with(file, words)) > 8
    if way == "button":
        teacher.ask("DELETE", f"/api/classes/{school}", 204)
    else:
        url = f"sqlite:///{file}"
        command = ["admin", "class", "erase", "5.º B", "--database-url", url]
        assert isinstance(CliRunner().invoke(cli, command).exception, AxedrezError)  # nobody can be asked
        assert rows_with(file, words)
        said = CliRunner().invoke(cli, [*command, "--yes"])
        assert "with its 3 pupils" in said.output
    assert rows_with(file, words) == []
    persons = [each["person"] for each in codes]
    assert {row.split(":")[0] for row in rows_with(file, persons)} <= {"games", "ended_guests"}
    assert ana.http.get("/api/class").status_code == 401
    assert teacher.ask("GET", f"/api/games/{game}")["moves"]  # the teacher keeps the moves
    assert rows_with(file, ["Otilia"])
    assert join(address, other["code"]).ask("GET", "/api/class")["name"] == "6.º A"


def test_on_a_server_for_a_class_whoever_comes_first_is_the_teacher(tmp_path: Path) -> None:
    app = create_app(f"sqlite:///{tmp_path / 'games.db'}", classroom="http://192.0.2.7:8000")
    with serving(app) as address:
        first, second = Visitor(address, "Maestra"), Visitor(address, "Ana")
        school = new_class(first)
        new_class(first)
        assert second.refused("POST", "/api/classes", 401, id=str(uuid4()), name="x") == "account_needed"
        (code,) = enter(first, school, ("Eva",))
        assert code["link"].startswith("http://192.0.2.7:8000/class/join#")


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("localhost", "http://192.0.2.7:8000"),
        ("127.0.0.1", "http://192.0.2.7:8000"),
        ("axedrez.example", "http://axedrez.example:8000"),
    ],
)
def test_links_of_a_class_begin_with_an_address_that_others_reach(tmp_path: Path, host: str, expected: str) -> None:
    with serving(create_app(f"sqlite:///{tmp_path / 'games.db'}", addresses=["http://192.0.2.7:8000"])) as address:
        teacher = account(address, "maestra")
        school = new_class(teacher)
        teacher.http.headers["host"] = f"{host}:8000"
        (code,) = enter(teacher, school, ("Eva",))
        (again,) = teacher.ask("POST", f"/api/classes/{school}/codes", pupils=[code["person"]])
        link = teacher.ask("POST", f"/api/classes/{school}/teachers", 201)["link"]
        assert code["link"].startswith(f"{expected}/class/join#")
        assert again["link"].startswith(f"{expected}/class/join#")
        assert link.startswith(f"{expected}/classes#")


def test_of_guests_who_begin_at_the_same_moment_one_is_the_teacher(tmp_path: Path) -> None:
    app = create_app(f"sqlite:///{tmp_path / 'games.db'}", classroom="http://192.0.2.7:8000")
    with serving(app) as address:
        guests = [Visitor(address, f"G{number}") for number in range(6)]
        begin = Barrier(len(guests))

        def open_class(guest: Visitor) -> int:
            begin.wait()
            return guest.http.post("/api/classes", json={"id": str(uuid4()), "name": "x"}).status_code

        with ThreadPoolExecutor(len(guests)) as pool:
            assert sorted(pool.map(open_class, guests)) == [201, *[401] * 5]
