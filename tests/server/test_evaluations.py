"""The analysis board over HTTP: the user's own positions, played on and evaluated at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.serving import Client
from tests.server.test_analyses import refused
from tests.server.test_engines import engaged, strange
from tests.server.visiting import Visitor

MATE_IN_ONE = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with engaged(tmp_path_factory.mktemp("looks"), odd=strange("plays"), ill=strange("dies")) as client:
        yield client


def ask(client: Client, lang: str = "en", **fields: Any) -> dict[str, Any]:
    answer = client.http.post(f"/api/evaluations?lang={lang}", json={"rulebook": "clasico", "nodes": 1000, **fields})
    assert answer.status_code == 200, answer.text
    view: dict[str, Any] = answer.json()
    return view


def test_the_best_lines_of_a_position(real: Client) -> None:
    view = ask(real, position=MATE_IN_ONE)
    assert view["standing"]["score"] == "#1"
    first, second = view["lines"]
    assert (first["line"]["move"], first["line"]["text"]) == ("a1a8", "1. Ra8#")
    assert (first["line"]["origin"], first["line"]["target"]) == ("a1", "a8")
    assert second["standing"]["expected"] < first["standing"]["expected"]
    assert ask(real, "es", position=MATE_IN_ONE)["lines"][0]["line"]["text"] == "1. Ta8#"


def test_moves_are_played_on_and_those_before_count(real: Client) -> None:
    assert ask(real, moves=["f3", "e5", "g4"])["lines"][0]["line"]["text"] == "2… Qh4#"
    ended = ask(real, moves=["f3", "e5", "g4", "Qh4#"])
    assert (ended["lines"], ended["standing"]["score"]) == ([], "0-1")
    there_and_back = ["Nf3", "Nf6", "Ng1", "Ng8"] * 4
    assert ask(real, moves=there_and_back)["lines"] == []  # a draw by repetition
    assert ask(real, moves=there_and_back[:6])["lines"]


def test_what_is_threatened(real: Client) -> None:
    threat = ask(real, position=MATE_IN_ONE.replace(" w ", " b "), threat=True)
    assert threat["text"] == "If it were its move, the other side would play 1. Ra8#."
    assert [seen["line"]["move"] for seen in threat["lines"]] == ["a1a8"]
    check = ask(real, position="4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", threat=True)
    assert check["lines"] == []
    assert check["text"]


def test_every_sheet_of_chess_is_looked_into_and_chance_is_left_to_itself(real: Client) -> None:
    assert ask(real, rulebook="marseillais")["lines"]
    position = real.http.post("/api/positions", json={"rulebook": "dice-chess", "position": start(real, "dice-chess")})
    due = position.json()
    assert "65" in due["chances"]
    assert ask(real, rulebook="dice-chess")["lines"] == []
    rolled = real.http.post(
        "/api/positions", json={"rulebook": "dice-chess", "position": due["position"], "moves": ["65"]}
    ).json()
    assert rolled["chances"] == []
    words = {"by": None, "move": "65", "san": {"es": "65", "en": "65"}, "origin": "", "target": ""}
    assert rolled["played"] == [words | {"position": rolled["position"]}]


def start(client: Client, rulebook: str) -> str:
    return str(client.http.get(f"/api/rulebooks/{rulebook}").json()["start"])


def test_positions_tell_how_their_moves_are_written(real: Client) -> None:
    fields = {"rulebook": "clasico", "position": start(real, "clasico"), "moves": ["e2e4", "g8f6"]}
    played = real.http.post("/api/positions", json=fields).json()["played"]
    assert played[1] == {
        "by": "black",
        "move": "g8f6",
        "san": {"es": "Cf6", "en": "Nf6"},
        "origin": "g8",
        "target": "f6",
        "position": "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2",
    }


def test_the_last_move_of_a_position_may_be_typed_in_the_letters_of_a_language(real: Client) -> None:
    fields = {"rulebook": "clasico", "position": start(real, "clasico"), "moves": ["e2e4", "g8f6", "Cc3"]}
    assert real.http.post("/api/positions", json=fields).json()["error"]["reason"]
    assert real.http.post("/api/positions", json=fields | {"typed": "es"}).json()["played"][2]["move"] == "b1c3"
    earlier = {**fields, "typed": "es", "moves": ["e2e4", "Cf6", "Cc3"]}
    assert real.http.post("/api/positions", json=earlier).json()["error"]["reason"]


def test_a_line_names_its_moves_one_by_one(real: Client) -> None:
    line = ask(real, position=start(real, "clasico"), moves=["e2e4"])["lines"][0]["line"]
    assert line["moves"][0] == line["move"]
    assert len(line["words"]) == len(line["moves"])
    fields = {"rulebook": "clasico", "position": start(real, "clasico"), "moves": ["e2e4", *line["moves"]]}
    played = real.http.post("/api/positions", json=fields).json()["played"]
    assert [each["san"]["en"] for each in played[1:]] == line["words"]


def test_an_engine_looks_in_place_of_ours(real: Client) -> None:
    assert ask(real, position=MATE_IN_ONE, engine="odd")["lines"][0]["line"]["move"] == "a1a2"
    assert ask(real, position=MATE_IN_ONE)["lines"][0]["line"]["move"] == "a1a8"
    failed = refused(real, "/api/evaluations", {"rulebook": "clasico", "engine": "ill"})
    assert failed == (422, "engine_failed")


@pytest.mark.parametrize(
    ("fields", "status", "reason"),
    [
        ({"rulebook": "backgammon"}, 422, "analysis_family"),
        ({"rulebook": "nada"}, 404, "unknown_rulebook"),
        ({"rulebook": "clasico", "position": "x"}, 422, "fen_fields"),
        ({"rulebook": "clasico", "nodes": 10_000_000}, 422, "request_malformed"),
        ({"rulebook": "clasico", "engine": "nobody"}, 422, "engine_not_here"),
        ({"rulebook": "atomic", "engine": "odd"}, 422, "engine_rulebook"),
    ],
)
def test_what_cannot_be_looked_into(real: Client, fields: dict[str, Any], status: int, reason: str) -> None:
    assert refused(real, "/api/evaluations", fields) == (status, reason)


def test_nobody_looks_into_positions_while_playing_another_person(real: Client) -> None:
    ana, eva = Visitor(real.address, "Ana"), Visitor(real.address, "Eva")
    game = eva.accept(ana.invite(rulebook="clasico", colour="white"))["id"]
    assert eva.refused("POST", "/api/evaluations", 422, rulebook="clasico") == "analysis_playing"
    ana.act(game, "resign", side="white")
    assert eva.ask("POST", "/api/evaluations", rulebook="clasico", nodes=1000)["lines"]


def test_a_position_may_be_given_by_an_id(real: Client) -> None:
    def read(text: str, status: int = 200, rulebook: str = "backgammon") -> Any:
        answer = real.http.post("/api/positions?lang=en", json={"rulebook": rulebook, "position": text})
        assert answer.status_code == status, answer.text
        return answer.json()

    found = read("4HPwATDgc/ABMA:cAkAAAAAAAAE")
    assert found["position"] == start(real, "backgammon")
    assert not found["notes"]
    assert len(read("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:3:1:0:0:10")["notes"]) == 1
    assert read("4HPwATDgc/ABM", 422)["error"]["reason"] == "tables_id_gnubg"
    assert read("4HPwATDgc/ABMA", 422, "chessgammon")["error"]["reason"] == "tables_id_rules"
