"""The shipped rulebooks and the shipped computer player behind the server; game files."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import chess.pgn
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from axedrez.server import create_app
from axedrez.server.shelf import LibraryShelf
from server.serving import Client, serving

MATE = ["f2f3", "e7e5", "g2g4", "d8h4"]


@pytest.fixture(scope="module")
def chess_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("chess")
    with serving(create_app(f"sqlite:///{folder / 'games.db'}")) as address:
        yield Client(address)


def test_all_rulebooks_are_offered(chess_client: Client) -> None:
    books = {book["id"]: book for book in chess_client.http.get("/api/rulebooks").json()}
    assert {"clasico", "reglamento", "chess2d", "tradicional"} <= set(books)
    assert books["reglamento"]["same_law_as"] == "clasico"
    queen = chess_client.http.get("/api/rulebooks/tradicional").json()["pieces"][1]
    assert (queen["letters"]["es"], queen["names"]["es"], queen["symbols"]["white"]) == ("D", "reina", "♕")
    for book in books:
        for lang in ("es", "en"):
            rules = chess_client.http.get(f"/api/rulebooks/{book}/rules?lang={lang}").json()
            assert len(rules["sections"]) > 3


OTHER_RULES = {"chess": [{"draws.repetition.count": 5}, {"goal.stalemate": "win"}], "tables": [{"match.length": 5}]}
SHEETS = [
    (rulebook, options)
    for rulebook in LibraryShelf().ids()
    for options in ({}, *OTHER_RULES[type(LibraryShelf().load(rulebook).sheet).__struct_config__.tag])
]


@pytest.mark.parametrize(("rulebook", "options"), SHEETS)
def test_a_stored_sheet_is_the_same_game(rulebook: str, options: dict[str, Any]) -> None:
    shelf = LibraryShelf()
    game = shelf.load(rulebook, options)
    assert (game.hash == shelf.load(rulebook).hash) is (not options)
    thawed = shelf.thaw(shelf.freeze(game))
    assert (thawed.hash, thawed.name, thawed.sheet) == (game.hash, game.name, game.sheet)


@pytest.mark.clause("D-1")
def test_the_offer_of_a_draw_is_refused_in_words(chess_client: Client) -> None:
    view = chess_client.new("chess2d")
    assert view["rulebook"]["offers"] == ["abandon"]
    assert "offer_draw" not in view["can"]
    refused = chess_client.send(view["id"], 0, "offer", offer="draw", side="white").json()["error"]
    assert (refused["reason"], refused["clause"]) == ("no_agreement", "D-1")
    assert refused["message"].endswith("(D-1)")


@pytest.mark.clause("T-3")
def test_the_traditional_game_explains_a_refused_try(chess_client: Client) -> None:
    view = chess_client.new("tradicional", moves=["e2e4", "f7f6", "d1h5"])
    assert view["moves"][2]["check"] == "e8"
    assert view["scene"]["check"] == {"place": "e8", "by": ["h5"], "announce": True}
    tries = {step["token"]: step for step in view["steps"]["refused"]}
    assert tries["b8c6"]["places"] == ["h5"]
    view = chess_client.do(view, "move", move="Cc6", lang="es")
    assert view["turn"] == "black"
    assert (view["last_refusal"]["clause"], view["last_refusal"]["places"]) == ("T-3", ["h5"])
    assert "h5" in view["last_refusal"]["message"]["es"]
    assert [option["labels"]["es"] for option in view["steps"]["options"]] == ["g6"]


@pytest.mark.parametrize("rulebook", ["clasico", "chess2d", "tradicional"])
@pytest.mark.parametrize("level", [1, 3])
def test_the_shipped_computer_player_answers(chess_client: Client, rulebook: str, level: int) -> None:
    view = chess_client.new(rulebook, players={"black": {"kind": "computer", "level": level}})
    view = chess_client.do(view, "move", move="e4")
    view = chess_client.wait(view["id"], 2)
    assert view["turn"] == "white"
    assert view["moves"][1]["by"] == "black"


def test_a_game_is_written_as_pgn_that_others_read(chess_client: Client) -> None:
    view = chess_client.new("clasico", moves=MATE, players={"white": {"name": "Ana"}, "black": {"name": 'Ññ "B"'}})
    answer = chess_client.http.get(f"/api/games/{view['id']}/pgn")
    assert answer.headers["content-type"].startswith("application/x-chess-pgn")
    game = chess.pgn.read_game(io.StringIO(answer.text))
    assert game is not None
    assert [move.uci() for move in game.mainline_moves()] == MATE
    assert (game.headers["Result"], game.headers["White"]) == ("0-1", "Ana")
    assert chess_client.http.get(f"/api/games/{view['id'].replace(view['id'][:4], '0000')}/pgn").status_code == 404


FILE = """[White "Ana"]
[Black "Blas"]
[Result "1-0"]

1. e4 e5 2. Nf3 1-0

[White "Carla"]

1. e4 e5 2. Ke3 Nc6 *

[Event "?"]
[White "Dora"]
[Variant "chess2d"]
[SetUp "1"]
[FEN "7k/8/8/8/8/1Q6/8/K7 w - - 0 1"]

1. Qb4 {quiet} (1. Qb7 Kg8) Kg8 *

[Termination "time forfeit"]
[Result "0-1"]

1. e4 e5 0-1

[Result "1/2-1/2"]

1. d4 d5 1/2-1/2
"""


def imported(client: Client, text: str | bytes) -> Any:
    body = text.encode() if isinstance(text, str) else text
    answer = client.http.post("/api/pgn?lang=en", content=body, headers={"content-type": "text/plain"})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_files_are_read_game_by_game(chess_client: Client) -> None:
    read = imported(chess_client, FILE)
    assert [(game["white"], game["result"], game["plies"]) for game in read["games"]] == [
        ("Ana", "1-0", 3),
        ("Dora", "*", 2),
        ("", "0-1", 2),
        ("", "1/2-1/2", 2),
    ]
    (fault,) = read["faults"]
    assert (fault["game"], fault["line"], fault["column"]) == (2, 9, 13)
    assert fault["message"]
    ana, dora, flagged, drawn = (chess_client.view(game["id"]) for game in read["games"])
    assert (ana["outcome"]["reason"], ana["outcome"]["result"]) == ("resignation", "1-0")
    assert (flagged["outcome"]["reason"], drawn["outcome"]["reason"]) == ("time", "agreement")
    assert (dora["rulebook"]["id"], dora["outcome"]) == ("chess2d", None)
    dora = chess_client.do(dora, "move", move="Qb5")  # and is continued
    assert len(dora["moves"]) == 3


def test_a_game_that_goes_on_after_its_end_is_told_with_its_place(chess_client: Client) -> None:
    there_and_back = " ".join(["Nf3 Nf6 Ng1 Ng8"] * 3)
    read = imported(chess_client, f'[Event "a"]\n\n{there_and_back} *\n\n[Event "b"]\n\n1. e4 *\n')
    assert [game["plies"] for game in read["games"]] == [1]
    (fault,) = read["faults"]
    assert (fault["game"], fault["line"]) == (1, 3)


def test_variants_of_files_are_never_paths(chess_client: Client) -> None:
    read = imported(chess_client, '[Variant "../../etc/passwd"]\n\n1. e4 *\n')
    assert (read["games"], len(read["faults"])) == ([], 1)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    st.one_of(
        st.binary(max_size=200),
        st.lists(
            st.sampled_from(['[Event "x"]', "1. e4", "e5", "(", ")", "{", "}", "*", "1-0", "$5", "[", "\n", "O-O", ";"])
        ).map(" ".join),
    )
)
def test_no_file_is_too_strange(chess_client: Client, body: bytes | str) -> None:
    read = imported(chess_client, body)
    assert all(fault["message"] and fault["line"] > 0 for fault in read["faults"])
