"""Game files behind the server: written in every format, found out and read again."""

from __future__ import annotations

import io
import itertools
import random
import re
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from uuid import uuid4

import chess.pgn
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from axedrez import gamefiles
from axedrez.core.game_record import FileFault, GameRecord
from axedrez.server import create_app
from tests.patience import LONG_S, until
from tests.server.serving import Client, posted, serving
from tests.tables import xg_files

MATE = ["f2f3", "e7e5", "g2g4", "d8h4"]
GNUBG = Path(__file__).parents[1] / "tables" / "gnubg"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("files")
    with serving(create_app(f"sqlite:///{folder / 'games.db'}")) as address:
        client = Client(address)
        client.http.timeout = 120  # the kernels may have to be compiled
        yield client


def test_a_game_is_written_as_pgn_that_others_read(files: Client) -> None:
    view = files.new("clasico", moves=MATE, players={"white": {"name": "Ana"}, "black": {"name": 'Ññ "B"'}})
    answer = files.http.get(f"/api/games/{view['id']}/files/pgn")
    assert answer.headers["content-type"].startswith("application/x-chess-pgn")
    game = chess.pgn.read_game(io.StringIO(answer.text))
    assert game is not None
    assert [move.uci() for move in game.mainline_moves()] == MATE
    assert (game.headers["Result"], game.headers["White"]) == ("0-1", "Ana")
    assert files.http.get(f"/api/games/{view['id'].replace(view['id'][:4], '0000')}/files/pgn").status_code == 404


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
    answer = client.http.post("/api/files?lang=en", content=body, headers={"content-type": "text/plain"})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_files_are_read_game_by_game(files: Client) -> None:
    read = imported(files, FILE)
    assert [(game["white"], game["result"], game["plies"]) for game in read["games"]] == [
        ("Ana", "1-0", 3),
        ("Dora", "*", 2),
        ("", "0-1", 2),
        ("", "1/2-1/2", 2),
    ]
    (fault,) = read["faults"]
    assert (fault["game"], fault["line"], fault["column"]) == (2, 9, 13)
    assert fault["message"]
    ana, dora, flagged, drawn = (files.view(game["id"]) for game in read["games"])
    assert {game["rulebook"] for game in read["games"]} == {"clasico", "chess2d"}
    assert (ana["outcome"]["reason"], ana["outcome"]["result"]) == ("told", "1-0")
    assert (flagged["outcome"]["reason"], drawn["outcome"]["reason"]) == ("time", "told")
    assert (dora["rulebook"]["id"], dora["outcome"]) == ("chess2d", None)
    dora = files.do(dora, "move", move="Qb5")  # and is continued
    assert len(dora["moves"]) == 3


def test_what_is_passed_over_is_told(files: Client) -> None:
    text = '[Site "Lima"]\n[Event "ñ"]\n\n1. e4 @ e5 (1... Ke6) 2. Nf3 (2. -- d6) Nc6 1–0\n'
    for body in (text.encode("utf-16"), text.replace("\n", "\r").encode(), text.encode()):
        read = imported(files, body)
        assert read["faults"] == []
        assert [game["result"] for game in read["games"]] == ["1-0"]
        assert [(told["game"], told["line"], told["column"]) for told in read["passed"]] == [
            (1, 4, 7),
            (1, 4, 18),
            (1, 4, 34),
        ]
        assert all(told["message"] for told in read["passed"])


ANNOTATED = """[Event "Spring"]
[Site "?"]
[Date "1901.??.??"]
[Round "?"]
[White "Ana"]
[Black "Blas"]
[Result "1-0"]
[WhiteElo "2100"]

{Before all} 1. e4 $1 {[%clk 0:01:00] Best by test} 1... e5 (1... c5 $5 {sharp}
2. Nf3 (2. c3)) 2. Nf3 $10 ; a } brace
2... Nc6 1-0
"""


def written_again(client: Client, game: str) -> str:
    answer = client.http.get(f"/api/games/{game}/files/pgn")
    assert answer.status_code == 200, answer.text
    return str(answer.text)


def test_what_a_file_says_about_a_game_is_saved_again(files: Client) -> None:
    (game,) = imported(files, ANNOTATED)["games"]
    text = written_again(files, game["id"])
    tags, moves = text.split("\n\n", 1)
    assert moves.strip() == ANNOTATED.split("\n\n", 1)[1].strip()
    assert set(tags.split("\n")) - {'[Termination "normal"]'} == set(ANNOTATED.split("\n\n")[0].split("\n"))
    read = chess.pgn.read_game(io.StringIO(text))
    assert read is not None
    assert not read.errors
    assert read.variations[0].nags == {1}
    assert [node.move.uci() for node in read.variations[0].variations] == ["e7e5", "c7c5"]
    notes = files.http.get(f"/api/games/{game['id']}/notes?lang=es").json()
    assert notes == [
        {"ply": 0, "signs": "", "text": "Before all"},
        {"ply": 1, "signs": "!", "text": "Best by test"},
        {"ply": 2, "signs": "", "text": "(1… c5!? sharp 2. Cf3 (2. c3))"},
        {"ply": 3, "signs": "=", "text": "a } brace"},
    ]
    # The same again, however often it is read and saved.
    (again,) = imported(files, text)["games"]
    assert written_again(files, again["id"]) == text


def test_what_a_file_says_is_kept_as_far_as_the_moves_are_the_same(files: Client) -> None:
    (game,) = imported(files, "{Start} 1. e4 {King} 1... e5 {Too} (1... c5) 2. Nf3 $1 *")["games"]
    view = files.view(game["id"])
    assert view["imported"]
    view = files.do(files.do(view, "undo"), "undo")
    view = files.do(files.do(view, "move", move="e7e6"), "move", move="g1f3")
    assert written_again(files, game["id"]).split("\n\n", 1)[1].split() == [
        *("{Start}", "1.", "e4", "{King}", "1...", "e6", "2.", "Nf3", "*")
    ]
    assert not files.new("clasico")["imported"]


@pytest.mark.parametrize("more", ["", "1. e4 {a\0b} *"])
def test_notes_of_a_file_have_their_limit(files: Client, more: str) -> None:
    long = " ".join("{" + "long " * 3_000 + "}" for _ in range(2))
    text = more or f"1. e4 {long} e5 {long} 2. Nf3 {long} Nc6 {long} *"
    read = imported(files, text)
    (game,) = read["games"]
    comments = chess.pgn.read_game(io.StringIO(written_again(files, game["id"])))
    assert comments is not None
    assert comments.variations[0].comment == ("ab" if more else "")
    assert [told["message"][:30] for told in read["passed"] if "left out" in told["message"]] == (
        [] if more else ["What the file says about the m"]
    )


FORTH_AND_BACK = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8"


@pytest.mark.clause("C-22")
@pytest.mark.parametrize(
    ("text", "end", "plies"),
    [
        (f"{FORTH_AND_BACK} 5. e4 e5 6. Qh5 Nc6 7. Bc4 Nf6 8. Qxf7# 1-0", ("1-0", "checkmate"), 15),
        (f"{FORTH_AND_BACK} 5. e4 e5 *", None, 10),
        (f"{FORTH_AND_BACK} 5. e4 e5 0-1", ("0-1", "told"), 10),
        (f"{FORTH_AND_BACK} 5. Nf3 Nf6 6. Ng1 1/2-1/2", ("1/2-1/2", "repetition"), 11),
        (
            '[SetUp "1"]\n[FEN "8/8/4k3/8/8/4K3/8/8 w - - 0 1"]\n\n1. Kd3 Kd5 1/2-1/2',
            ("1/2-1/2", "insufficient_material"),
            2,
        ),
        (
            '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/R7/4K3 w - - 99 90"]\n\n90. Ra3 Kd7 91. Ra7+ 1-0',
            ("1/2-1/2", "move_limit"),
            3,
        ),
    ],
)
def test_a_game_that_went_on_after_a_draw_is_read_to_its_end(
    files: Client, text: str, end: tuple[str, str] | None, plies: int
) -> None:
    (game,) = imported(files, text)["games"]
    view = files.http.get(f"/api/games/{game['id']}").json()
    assert len(view["moves"]) == plies
    outcome = view["outcome"]
    assert (outcome and (outcome["result"], outcome["reason"])) == end
    assert written_again(files, game["id"]).count("Nf") == text.count("Nf")


def test_variants_of_files_are_never_paths(files: Client) -> None:
    read = imported(files, '[Variant "../../etc/passwd"]\n\n1. e4 *\n')
    assert (read["games"], len(read["faults"])) == ([], 1)


OWN = {
    "extends": "clasico",
    "id": "mine",
    "names": {"es": "Mío", "en": "Mine"},
    "pieces": {"knight": {"movement": "NN"}},
}


def test_who_hangs_up_ends_the_reading(files: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, stopped = threading.Event(), threading.Event()
    read = gamefiles.GameFile.__iter__

    def endless(file: gamefiles.GameFile) -> Iterator[GameRecord | FileFault]:
        game = next(read(file))
        try:
            while True:
                yield game
                begun.set()
        finally:
            stopped.set()

    monkeypatch.setattr(gamefiles.GameFile, "__iter__", endless)
    with posted(files.address, "/api/files", "text/plain", b"1. e4 e5 2. Nf3 *"):
        assert begun.wait(LONG_S)
        assert not stopped.is_set()
    assert stopped.wait(LONG_S), "games are stored for nobody"


def test_one_long_file_is_read_at_a_time_and_a_short_one_beside_it(
    files: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    read = gamefiles.GameFile.__iter__

    def endless(file: gamefiles.GameFile) -> Iterator[GameRecord | FileFault]:
        games = list(read(file))
        if len(games) == 1:
            yield games[0]
            return
        told.append(f"{len(games)} begins")
        try:
            yield from itertools.cycle(games)
        finally:
            told.append(f"{len(games)} ends")

    def long(games: int) -> bytes:
        return b"1. e4 e5 {" + b"a long story " * 2000 + b"} *\n\n" + b"1. d4 *\n\n" * (games - 1)

    monkeypatch.setattr(gamefiles.GameFile, "__iter__", endless)
    with ExitStack() as first, ExitStack() as second:
        first.enter_context(posted(files.address, "/api/files", "text/plain", long(2)))
        until(lambda: told == ["2 begins"])
        second.enter_context(posted(files.address, "/api/files", "text/plain", long(3)))
        assert len(imported(files, "1. c4 *")["games"]) == 1
        told.append("the first one hangs up")
        first.close()
        until(lambda: "3 begins" in told)
        second.close()
        until(lambda: {"2 ends", "3 ends"} <= set(told))
    assert told.index("the first one hangs up") < told.index("3 begins")


def test_a_game_by_a_sheet_of_ones_own_takes_its_rules_along(files: Client, tmp_path: Path) -> None:
    answer = files.http.post("/api/games", json={"id": str(uuid4()), "sheet": OWN, "moves": ["g1f3"]})
    view = answer.json()
    address = f"/api/games/{view['id']}/files"
    assert files.http.get(address).json() == [{"format": "pgn", "name": f"mine-{view['id'][:8]}.pgn"}]
    text = files.http.get(f"{address}/pgn").text
    (here,) = imported(files, text)["games"]
    assert here["rulebook"] == view["rulebook"]["id"]
    with serving(create_app(f"sqlite:///{tmp_path / 'other.db'}")) as there:
        other = Client(there)
        other.http.timeout = 120
        # Nobody has heard of the sheet there: it is kept, and the game goes on by it.
        (game,) = imported(other, text)["games"]
        again = other.view(game["id"])
        assert (again["rulebook"], again["position"]) == (view["rulebook"], view["position"])
        assert other.http.get(f"/api/sheets/{again['rulebook']['id']}").json()["sheet"]["id"] == "mine"
        assert len(other.do(again, "move", move="b8a6")["moves"]) == 2
    # Where the sheet is known its hash is enough.
    short = re.sub(r".*RulesSheet.*\n", "", text)
    (game,) = imported(files, short)["games"]
    assert game["rulebook"] == view["rulebook"]["id"]
    (fault,) = imported(files, text.replace('RulesHash "', 'RulesHash "0'))["faults"]
    assert (fault["line"], "damaged" in fault["message"]) == (text[: text.index("[RulesHash")].count("\n") + 1, True)


@pytest.mark.parametrize(("rulebook", "options"), [("clasico", {"goal.stalemate": "loss"}), ("crazyhouse", {})])
def test_options_and_the_gallery_come_back(files: Client, rulebook: str, options: dict[str, Any]) -> None:
    view = files.new(rulebook, options=options, moves=["e2e4"])
    (game,) = imported(files, files.http.get(f"/api/games/{view['id']}/files/pgn").text)["games"]
    assert files.view(game["id"])["rulebook"] == view["rulebook"]


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    st.one_of(
        st.binary(max_size=200),
        st.lists(
            st.sampled_from(['[Event "x"]', "1. e4", "e5", "(", ")", "{", "}", "*", "1-0", "$5", "[", "\n", "O-O", ";"])
        ).map(" ".join),
    )
)
def test_no_file_is_too_strange(files: Client, body: bytes | str) -> None:
    read = imported(files, body)
    assert all(fault["message"] and fault["line"] > 0 for fault in read["faults"])


# Games with dice.


def turn(client: Client, view: dict[str, Any], lots: random.Random) -> dict[str, Any]:
    """Play a turn, rolling first where that is left to the player."""
    if "roll" in view["can"]:
        view = client.do(view, "roll")
    tokens: list[str] = []
    steps = view["steps"]
    while steps["options"]:
        tokens.append(lots.choice(steps["options"])["token"])
        steps = client.http.get(f"/api/games/{view['id']}/steps", params={"prefix": tokens}).json()["steps"]
    return client.do(view, "move", move=" ".join(tokens) or "pass")


def written(client: Client, view: dict[str, Any], name: str) -> str:
    answer = client.http.get(f"/api/games/{view['id']}/files/{name}")
    assert answer.status_code == 200, answer.text
    assert view["rulebook"]["id"] in answer.headers["content-disposition"]
    return answer.text


KEPT = ("position", "turn", "moves", "cube", "outcome")


def like(view: dict[str, Any]) -> dict[str, Any]:
    """What a file keeps of a game: not the times and not the numbers of the rolls."""
    kept = {name: view[name] for name in KEPT}
    kept["moves"] = [(move["move"], move["roll"], move["by"]) for move in view["moves"]]
    kept["names"] = [view["players"][side]["name"] for side in ("white", "black")]
    kept["match"] = view["match"] and {**view["match"], "next": None}
    kept["roll"] = view["dice"]["roll"]
    return kept


@pytest.mark.parametrize("options", [{}, {"match.length": 5, "match.cube": True}, {"killer_queen": True}])
def test_a_game_of_chessgammon_comes_back_from_its_file(files: Client, options: dict[str, Any]) -> None:
    lots = random.Random(8)
    view = files.new("chessgammon", options=options, players={"white": {"name": "Ana"}, "black": {"name": "Ñuño"}})
    assert files.http.get(f"/api/games/{view['id']}/files").json() == [
        {"format": "text", "name": f"chessgammon-{view['id'][:8]}.txt"}
    ]
    for _ in range(4):
        view = turn(files, view, lots)
    view = files.do(view, "undo")
    view = files.do(view, "resign", side="black", points=1)
    view = files.do(view, "decline", offer="resignation", side="white")
    if "roll" in view["can"]:
        view = files.do(view, "offer", offer="double", side=view["turn"])
        view = files.do(view, "accept", offer="double", side="white" if view["turn"] == "black" else "black")
        assert view["cube"]["value"] == 2
        view = files.do(view, "roll") if "roll" in view["can"] else view
    text = written(files, view, "text")
    assert ("[Option" in text) == bool(options)
    assert "b resigns 1" in text
    assert "w refuses" in text
    assert view["dice"]["roll"]
    read = imported(files, text)
    assert (read["format"], read["faults"]) == ("text", [])
    again = files.view(read["games"][0]["id"])
    assert like(again) == like(view)
    # Both go on, and end alike.
    for game in (view, again):
        ended = files.do(turn(files, game, lots), "resign", side="white")
        assert ended["outcome"]["reason"] == "resignation"
        assert f"0-1 resignation {int(ended['outcome']['points']['black'])}" in written(files, ended, "text")


def test_a_match_of_gnu_backgammon_becomes_a_chain_of_games(files: Client) -> None:
    read = imported(files, (GNUBG / "match1.mat").read_bytes())
    assert (read["format"], read["faults"], len(read["games"])) == ("mat", [], 6)
    views = [files.view(game["id"]) for game in read["games"]]
    for before, after in itertools.pairwise(views):
        assert before["match"]["next"] == after["id"]
        told = sorted((before["players"][side]["name"], before["match"]["score"][side]) for side in ("white", "black"))
        begun = files.http.get(f"/api/games/{after['id']}").json()
        own = {begun["players"][side]["name"]: side for side in ("white", "black")}
        won = begun["outcome"]["points"]
        score = sorted((name, begun["match"]["score"][side] - int(won[side])) for name, side in own.items())
        assert score == told
    assert [view["match"]["crawford"] for view in views] == [False] * 5 + [True]
    last = views[-1]
    assert last["match"]["winner"] == ("white" if last["players"]["white"]["name"] == "Berta" else "black")
    assert "Wins 1 point and the match" in written(files, last, "mat")


def test_a_match_of_extreme_gammon_is_that_of_its_mat_file(files: Client) -> None:
    body = (GNUBG / "match1.mat").read_bytes()
    match = [each for each in gamefiles.GameFile(body) if isinstance(each, GameRecord)]
    read, matched = imported(files, xg_files.written(match)), imported(files, body)
    assert (read["format"], read["faults"]) == ("xg", [])
    for one, other in zip(read["games"], matched["games"], strict=True):
        assert {**one, "id": ""} == {**other, "id": ""}
        assert written(files, files.view(one["id"]), "mat") == written(files, files.view(other["id"]), "mat")
    [fault] = imported(files, xg_files.written(match)[:-1])["faults"]
    assert fault == {"game": 1, "line": 1, "column": 1, "message": "This eXtreme Gammon file is damaged or cut off."}


@pytest.mark.parametrize("act", ["pass", "match", "abandon", "abort", "time"])
def test_every_end_is_kept(files: Client, act: str) -> None:
    options = {"match.length": 5, "match.cube": True}
    clock = {"kind": "fischer", "initial_ms": 1000, "increment_ms": 0} if act == "time" else None
    view = files.new("backgammon", options=options, clock=clock)
    if act != "abort":
        view = turn(files, view, random.Random(1))
    if act == "pass":
        view = files.do(view, "offer", offer="double", side="black")
        view = files.do(view, "decline", offer="double", side="white")
    elif act == "match":
        view = files.do(view, "resign", side="white", match=True)
    elif act == "abandon":
        view = files.do(view, "offer", offer="abandon", side="white")
        view = files.do(view, "accept", offer="abandon", side="black")
    elif act == "abort":
        view = files.do(view, "abort")
    else:
        until(lambda: files.view(view["id"])["outcome"] is not None, "no flag falls")
        view = files.view(view["id"])
    reason = {"pass": "passed", "match": "resignation", "abandon": "abandoned", "abort": "aborted", "time": "time"}[act]
    assert view["outcome"]["reason"] == reason
    for name in ("text", "mat") if act in ("pass", "match") else ("text",):
        (game,) = imported(files, written(files, view, name))["games"]
        again = files.view(game["id"])
        assert again["outcome"] == view["outcome"], name
        assert len(again["moves"]) == len(view["moves"])


def test_the_description_of_the_interface_names_the_kinds_of_files(files: Client) -> None:
    paths = files.http.get("/api/schema").json()["paths"]
    kinds = {"application/x-chess-pgn", "text/plain"}
    assert set(paths["/api/files"]["post"]["requestBody"]["content"]) == kinds | {"application/octet-stream"}
    answers = paths["/api/games/{game_id}/files/{format_name}"]["get"]["responses"]
    assert set(answers["200"]["content"]) == kinds


def test_formats_that_do_not_hold_a_game_are_refused(files: Client) -> None:
    chess = files.new("clasico")
    gammon = files.new("chessgammon")
    for view, name in ((chess, "text"), (chess, "mat"), (gammon, "pgn"), (gammon, "mat"), (gammon, "nothing")):
        answer = files.http.get(f"/api/games/{view['id']}/files/{name}?lang=en")
        assert (answer.status_code, answer.json()["error"]["reason"]) == (404, "file_format")
    assert files.http.post("/api/files", content=b"[" * (2 * 1024 * 1024)).status_code == 413
    (fault,) = imported(files, "")["faults"]
    assert fault["message"] == "There is no game in the file."
