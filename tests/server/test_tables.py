"""Games with dice behind the server: turns step by step, matches, dice that prove themselves, restarts."""

from __future__ import annotations

import json
import os
import random
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.sync.client import connect

from axedrez.cli import app
from axedrez.core import History, Move, Position, Side
from axedrez.core.match_state import MatchState
from axedrez.match.dice import commitment
from axedrez.messages import LANGUAGES, say
from axedrez.server import create_app
from axedrez.server.routes import dice
from axedrez.server.rulebooks.store import ShippedRulebooks
from tests.server.serving import Client, RandomPlayer, received, serving
from tests.server.test_durability import server

COMPUTER = {"kind": "computer", "level": 1}


class Watchful(RandomPlayer):
    """Draws lots, and remembers everything that it was given."""

    def __init__(self) -> None:
        super().__init__()
        self.given: list[Any] = []

    def choose(self, position: Position, history: History, **given: Any) -> Move:
        self.given.append((position, history, *given.values()))
        return super().choose(position, history, **given)

    def doubles(self, position: Position, state: MatchState, *, side: Side) -> bool:
        assert type(state) is MatchState
        return super().doubles(position, state, side=side)


@pytest.fixture(scope="module")
def player() -> Watchful:
    return Watchful()


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory, player: Watchful) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("tables")
    with serving(create_app(f"sqlite:///{folder / 'games.db'}", player=lambda: player)) as address:
        client = Client(address)
        client.http.timeout = 120  # the kernels may have to be compiled
        yield client


def after(client: Client, view: dict[str, Any], prefix: list[str]) -> dict[str, Any]:
    answer = client.http.get(f"/api/games/{view['id']}/steps", params={"prefix": prefix})
    assert answer.status_code == 200, answer.text
    page: dict[str, Any] = answer.json()
    assert (page["seq"], page["prefix"]) == (view["seq"], prefix)
    steps: dict[str, Any] = page["steps"]
    return steps


def turn(client: Client, view: dict[str, Any], lots: random.Random) -> dict[str, Any]:
    """Compose a turn step by step and send it; checks the effects against the position that comes out."""
    prefix: list[str] = []
    scene, steps = view["scene"], view["steps"]
    board = {str(point): there for point, there in enumerate(scene["points"], 1)}
    board |= {"bar": scene["bar"], "off": scene["off"]}
    while not steps["confirmable"]:
        step = lots.choice(steps["options"])
        for place, before, there in step["effects"]:
            assert board[place] == before
            board[place] = there
        prefix.append(step["token"])
        steps = after(client, view, prefix)
    moved = client.do(view, "move", move=" ".join(prefix) or "pass")
    scene = moved["scene"]
    assert [board[str(point)] for point in range(1, 25)] == scene["points"]
    assert (board["bar"], board["off"]) == (scene["bar"], scene["off"])
    return moved


@pytest.mark.parametrize("rulebook", ["chessgammon", "backgammon"])
def test_turns_are_composed_step_by_step(tables: Client, rulebook: str) -> None:
    lots = random.Random(rulebook)
    view = tables.new(rulebook)
    numbers = [view["dice"]["number"]]
    for _ in range(12):
        assert view["dice"]["by"] == view["turn"] == view["scene"]["mover"]
        assert view["dice"]["roll"] == "".join(map(str, view["scene"]["dice"]))
        roll = view["dice"]["roll"]
        view = turn(tables, view, lots)
        assert (view["moves"][-1]["roll"], view["moves"][-1]["number"]) == (roll, numbers[-1])
        numbers.append(view["dice"]["number"])
    assert numbers == list(range(numbers[0], numbers[0] + 13))


def test_steps_speak_both_languages(tables: Client) -> None:
    view = tables.new("chessgammon", moves=["52"])
    knight = next(step for step in view["steps"]["options"] if step["label"] == "N13/8")
    assert knight["labels"] == {"es": "C13/8", "en": "N13/8"}
    assert (knight["token"], knight["origin"], knight["target"], knight["choice"]) == ("N13/8:5", "13", "8", "5")
    # That knight leaves a die; its turn cannot be confirmed yet.
    steps = after(tables, view, ["N13/8:5"])
    assert steps["options"]
    assert not steps["confirmable"]
    assert not any(step["choice"].startswith("5") for step in steps["options"])


def test_steps_that_cannot_be_are_refused(tables: Client) -> None:
    view = tables.new("chessgammon", moves=["52"])
    path = f"/api/games/{view['id']}/steps"
    for prefix in (["N13/7:6"], ["x"], ["N13/8:5", "N13/8:5"], ["R1/2:1"] * 5):
        refused = tables.http.get(path, params={"prefix": prefix})
        assert refused.status_code == 422, prefix
        assert refused.json()["error"]["message"]
    assert tables.http.get(path, params={"prefix": ["a"] * 17}).status_code == 422
    assert tables.http.get(f"/api/games/{uuid4()}/steps").status_code == 404
    over = tables.do(view, "resign", side="white")
    assert tables.http.get(f"/api/games/{over['id']}/steps").json()["error"]["reason"] == "not_your_seat"


SIGNS = st.text(st.sampled_from("KQRBNP0123456789/barof*&>=+-: pasñ♞"), min_size=1, max_size=40)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(tokens=st.lists(SIGNS, min_size=1, max_size=5), dice=st.sampled_from(["52", "66", "31"]))
def test_no_text_of_a_turn_breaks_anything(tables: Client, tokens: list[str], dice: str) -> None:
    view = tables.new("chessgammon", moves=[dice])
    steps = tables.http.get(f"/api/games/{view['id']}/steps", params={"prefix": tokens})
    played = tables.send(view["id"], view["seq"], "move", move=" ".join(tokens), lang="es")
    for answer in (steps, played):
        assert answer.status_code in (200, 422), answer.text
        assert answer.status_code == 200 or answer.json()["error"]["message"]
    assert played.status_code == 200 or tables.view(view["id"])["seq"] == view["seq"]


def test_steps_are_asked_over_the_socket_too(tables: Client) -> None:
    view = tables.new("chessgammon", moves=["52"])
    with connect(f"ws://{tables.address}/api/games/{view['id']}/socket") as socket:
        received(socket, "view")
        frame = {"type": "steps", "id": str(uuid4()), "prefix": ["N13/8:5"]}
        socket.send(json.dumps(frame))
        answer = received(socket, "steps")
        assert answer == frame | {"seq": view["seq"], "turn": view["turn"], "steps": after(tables, view, ["N13/8:5"])}
        socket.send(json.dumps(frame | {"prefix": ["nonsense"]}))
        assert received(socket, "error")["id"] == frame["id"]
        socket.send(json.dumps(frame | {"prefix": "N13/8:5"}))
        assert received(socket, "error")["error"]["reason"] == "request_malformed"
    assert tables.view(view["id"])["seq"] == view["seq"]


def test_a_position_answers_for_a_prefix_and_options(tables: Client) -> None:
    start = "kq/4/RPPPP/1/BNP/3/bnppp/BNPPP/3/bnp/1/rpppp/4/KQ - - w Kk 52"
    body = {"rulebook": "chessgammon", "position": start, "options": {"defective_rook": True}, "prefix": ["N13/8:5"]}
    read = tables.http.post("/api/positions", json=body)
    assert read.status_code == 200, read.text
    assert read.json()["position"] == start
    assert {step["choice"][0] for step in read.json()["steps"]["options"]} == {"2"}
    refused = tables.http.post("/api/positions", json=body | {"options": {}})
    assert refused.status_code == 422
    assert refused.json()["error"]["message"]


def test_a_rulebook_says_what_may_be_chosen(tables: Client) -> None:
    book = tables.http.get("/api/rulebooks/chessgammon").json()
    assert (book["dice"], book["composed"]) == (True, True)
    assert book["match"] == {"length": 1, "cube": False, "crawford": True}
    options = {option["path"]: option for option in book["options"]}
    assert options["options.rook_capture"]["values"] == ["two-pawns", "non-pawn-or-two-pawns", "two-any"]
    length = options["match.length"]
    assert (length["kind"], length["min"], length["max"], length["default"]) == ("number", 1, 99, 1)
    for option in options.values():
        assert len(option["labels"]) == len(option["values"])
        for words in (option["names"], option["help"], *option["labels"]):
            assert set(words) == set(LANGUAGES)
        needed = {
            need["path"]: bool(need["least"]) if options[need["path"]]["kind"] == "boolean" else need["least"]
            for need in option["needs"]
        }
        plain = tables.new("chessgammon", options=needed)["rulebook"]["hash"]
        assert (plain == book["hash"]) is (not needed)
        for value in option["values"] or [option["min"] + 1]:
            view = tables.new("chessgammon", options={**needed, option["path"]: value})
            assert (view["rulebook"]["hash"] == plain) is (value == option["default"])
            if needed and value not in (False, option["default"]):
                body = {"id": str(uuid4()), "rulebook": "chessgammon", "options": {option["path"]: value}}
                assert "match.cube" in tables.http.post("/api/games", json=body).json()["error"]["message"]
    paths = [option["path"] for option in tables.http.get("/api/rulebooks/backgammon").json()["options"]]
    assert paths == ["match.length", "match.cube", "match.crawford", "match.jacoby", "match.beavers"]
    chess = tables.http.get("/api/rulebooks/clasico").json()
    assert (chess["dice"], chess["composed"], chess["options"]) == (False, False, [])


# Dice.


def everything(client: Client, view: dict[str, Any]) -> str:
    """Whatever the server tells of a game."""
    paths = ("", "/events", "/dice", "/steps")
    return "".join(client.http.get(f"/api/games/{view['id']}{path}").text for path in paths)


def test_the_seed_is_told_when_the_game_is_over_and_not_before(tables: Client) -> None:
    view = tables.new("backgammon")
    lots = random.Random(1)
    told = everything(tables, view)
    for _ in range(3):
        view = turn(tables, view, lots)
        told += everything(tables, view)
    assert view["dice"]["server_seed"] is None
    promised = view["dice"]["commitment"]
    assert promised in told
    view = tables.do(view, "resign", side="white")
    secret = view["dice"]["server_seed"]
    assert commitment(bytes.fromhex(secret)) == promised
    assert secret not in told
    assert secret in everything(tables, view)


def test_two_games_have_different_seeds(tables: Client) -> None:
    assert len({tables.new("backgammon")["dice"]["commitment"] for _ in range(5)}) == 5


def test_the_computer_never_receives_the_seed(tables: Client, player: Watchful) -> None:
    view = tables.new("backgammon", players={"white": COMPUTER}, options={"match.cube": True})
    while view["thinking"] or len(player.given) < 3:
        if view["thinking"]:
            view = tables.wait(view["id"], view["seq"] + 1)
        else:
            view = tables.do(view, "roll") if "roll" in view["can"] else turn(tables, view, random.Random(7))
    view = tables.do(view, "resign", side="white" if view["players"]["white"]["kind"] == "human" else "black")
    assert view["dice"]["server_seed"]
    assert player.given
    for position, history, *others in player.given:
        assert [type(other) for other in others] == [int, type(None), threading.Event, MatchState]
        for thing in (position, history, *vars(position.game).values()):
            assert not hasattr(thing, "server")
            assert not hasattr(thing, "seeds")


def test_taking_back_gives_the_same_dice_again(tables: Client) -> None:
    lots = random.Random(2)
    view = tables.new("backgammon")
    seen = [view["dice"]]
    for _ in range(4):
        view = turn(tables, view, lots)
        seen.append(view["dice"])
    view = tables.do(view, "undo", plies=3)
    assert view["dice"] == seen[1]
    for number in (2, 3, 4):
        view = turn(tables, view, lots)
        assert view["dice"] == seen[number]


def test_players_bring_seeds(tables: Client) -> None:
    view = tables.new("backgammon", seeds=["white", "black"])
    assert (view["turn"], view["dice"]["opening"], view["seq"]) == (None, None, 0)
    assert "commit_seed" in view["can"]
    seeds = {"white": b"\1" * 32, "black": b"\2" * 32}
    for side, own in seeds.items():
        view = tables.do(view, "commit_seed", side=side, commitment=commitment(own))
    assert "reveal_seed" in view["can"]
    assert "commit_seed" not in view["can"]
    assert view["dice"]["seeds"][1] == {"side": "black", "commitment": commitment(seeds["black"]), "seed": None}
    for side, own in seeds.items():
        view = tables.do(view, "reveal_seed", side=side, seed=own.hex())
    assert view["turn"] == "white"
    assert view["dice"]["opening"]
    for bad in ({"seeds": ["white", "white"]}, {"seeds": ["white"], "players": {"white": COMPUTER}}, {"seeds": ["x"]}):
        refused = tables.http.post("/api/games", json={"id": str(uuid4()), "rulebook": "backgammon", **bad})
        assert refused.status_code == 422, bad


def test_the_record_of_the_dice_is_checked_by_the_command(
    tables: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lots = random.Random(3)
    view = tables.new("backgammon")
    for _ in range(3):
        view = turn(tables, view, lots)
    path = tmp_path / "dice.json"

    def verify(*options: str) -> tuple[int, str, str]:
        status = app.run(["verify-dice", str(path), *options])
        said = capsys.readouterr()
        return status, said.out, said.err

    path.write_text(tables.http.get(f"/api/games/{view['id']}/dice").text)
    assert verify("--lang", "es") == (2, "", say("error.dice_not_revealed", "es") + "\n")
    view = tables.do(view, "resign", side="white")
    file = tables.http.get(f"/api/games/{view['id']}/dice").json()
    path.write_text(json.dumps(file))
    status, said, _ = verify("--json")
    assert (status, json.loads(said)["derived"]) == (0, file["statistics"]["total"])
    assert json.loads(said)["statistics"] == file["statistics"]
    assert verify()[:2][0] == 0
    rolled = [event for event in file["events"] if event["type"] == "rolled"][1]
    rolled["data"]["roll"] = "66" if rolled["data"]["roll"] != "66" else "55"
    path.write_text(json.dumps(file))
    status, said, fault = verify()
    assert (status, said, str(rolled["seq"]) in fault) == (2, "", True)
    path.unlink()
    assert verify()[0] == 2


def test_dice_are_counted(tables: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dice, "KEPT_MS", 0)
    before = tables.http.get("/api/dice").json()["statistics"]
    view = tables.new("backgammon")
    view = turn(tables, view, random.Random(4))
    own = tables.http.get(f"/api/games/{view['id']}/dice").json()["statistics"]
    assert own["total"] == len(view["dice"]["opening"]) + 1
    assert sum(own["faces"]["counts"].values()) == 2 * own["total"]
    after_all = tables.http.get("/api/dice").json()["statistics"]
    assert after_all["total"] == before["total"] + own["total"]
    assert 0 <= after_all["faces"]["p_value"] <= 1
    chess = tables.new("clasico")
    assert chess["dice"] is chess["cube"] is chess["match"] is None
    assert tables.http.get(f"/api/games/{chess['id']}/dice").status_code == 404


# Matches.


@pytest.mark.clause("G-43")
def test_a_match_goes_from_game_to_game(tables: Client) -> None:
    view = tables.new("backgammon", options={"match.length": 3, "match.cube": True}, players={"white": {"name": "Ana"}})
    names = {view["players"][side]["name"]: side for side in ("white", "black")}
    assert view["match"] | {"score": None} == {
        "length": 3, "game": 1, "score": None, "crawford": False, "winner": None, "drawn": False, "next": None
    }  # fmt: skip
    assert view["cube"] == {"value": 1, "owner": None}
    assert tables.http.post(f"/api/games/{view['id']}/next").json()["error"]["reason"] == "no_next_game"
    view = turn(tables, view, random.Random(5))
    assert view["can"][:2] == ["roll", "offer_abandon"]
    assert "offer_double" in view["can"]
    assert view["dice"]["roll"] is None
    doubler = view["turn"]
    other = "white" if doubler == "black" else "black"
    view = tables.do(view, "offer", offer="double", side=doubler)
    assert view["offers"] == [{"offer": "double", "by": doubler, "value": 2}]
    assert "move" not in view["can"]
    assert "roll" not in view["can"]
    view = tables.do(view, "accept", offer="double", side=other)
    assert view["cube"] == {"value": 2, "owner": other}
    assert view["dice"]["by"] == doubler
    assert view["stakes"] == {"white": [1, 2, 3], "black": [1, 2, 3]}
    view = tables.do(view, "resign", side=names["Ana"], points=1)
    loser, winner = names["Ana"], names[""]
    view = tables.do(view, "accept", offer="resignation", side=winner)
    assert view["match"]["score"] == {winner: 2, loser: 0}
    assert (view["can"], view["match"]["winner"]) == (["next"], None)
    second = tables.http.post(f"/api/games/{view['id']}/next")
    again = tables.http.post(f"/api/games/{view['id']}/next")
    assert second.status_code == again.status_code == 201
    assert second.json()["id"] == again.json()["id"] == view["match"]["next"]
    assert second.json()["dice"] == again.json()["dice"]
    view = second.json()
    ana = next(side for side in ("white", "black") if view["players"][side]["name"] == "Ana")
    assert view["match"]["score"][ana] == 0
    assert (view["match"]["game"], view["match"]["crawford"], view["cube"]) == (2, True, None)
    view = tables.do(view, "resign", side=ana, match=True)
    assert view["match"]["winner"] == ("white" if ana == "black" else "black")
    assert (view["can"], view["match"]["next"]) == ([], None)
    assert view["outcome"]["points"][view["match"]["winner"]] == 1


def test_a_rematch_begins_a_new_match_and_asks_the_same_players_for_seeds(tables: Client) -> None:
    seats = {"white": {"name": "Ana"}, "black": {"name": "Luis"}}
    view = tables.new("backgammon", players=seats, seeds=["white"], options={"match.length": 3})
    own = b"\5" * 32
    view = tables.do(view, "commit_seed", side="white", commitment=commitment(own))
    view = tables.do(view, "reveal_seed", side="white", seed=own.hex())
    view = tables.do(view, "resign", side="white", points=3)
    again = tables.http.post(f"/api/games/{view['id']}/rematch", json={"id": str(uuid4())}).json()
    assert (again["match"]["game"], again["match"]["score"]) == (1, {"white": 0, "black": 0})
    (asked,) = again["dice"]["seeds"]
    assert again["players"][asked["side"]]["name"] == "Ana"
    assert again["dice"]["commitment"] != view["dice"]["commitment"]


def test_a_computer_rolls_and_answers_as_it_judges(tables: Client) -> None:
    seats = {"white": COMPUTER, "black": {"name": "Ana"}}
    for _ in range(60):  # until Ana does not begin
        view = tables.new("backgammon", options={"match.length": 5, "match.cube": True}, players=seats)
        view = tables.wait(view["id"], 3 if view["players"]["white"]["kind"] == "computer" else 2)
        if view["players"]["white"]["kind"] == "computer":
            break
    assert (view["turn"], view["dice"]["roll"]) == ("black", None)
    view = tables.do(view, "offer", offer="double", side="black")
    view = tables.wait(view["id"], view["seq"] + 2)
    assert view["cube"] == {"value": 2, "owner": "white"}
    view = tables.do(view, "resign", side="black", points=1)
    view = tables.wait(view["id"], view["seq"] + 1)
    assert (view["offers"], view["outcome"]) == ([], None)
    seq = view["seq"]
    tables.do(view, "move", move=first_turn(tables, view))
    view = tables.wait(view["id"], seq + 3)
    assert [event["type"] for event in tables.http.get(f"/api/games/{view['id']}/events?after={seq}").json()["events"]][
        :3
    ] == ["moved", "rolled", "moved"]


def first_turn(client: Client, view: dict[str, Any]) -> str:
    prefix: list[str] = []
    steps = view["steps"]
    while not steps["confirmable"]:
        prefix.append(steps["options"][0]["token"])
        steps = after(client, view, prefix)
    return " ".join(prefix) or "pass"


def test_a_rulebook_does_not_depend_on_the_order_of_its_pieces() -> None:
    rulebooks = ShippedRulebooks()
    game = rulebooks.load("chessgammon", {"killer_queen": True, "match.length": 5})
    thawed = rulebooks.thaw(rulebooks.freeze(game))
    assert thawed.conduct == game.conduct
    here, there = (of.start().play("66") for of in (game, thawed))
    assert [str(turn) for turn in here.legal_moves()] == [str(turn) for turn in there.legal_moves()]
    assert here == there
    assert here.hash == there.hash


def test_lists_name_the_players_by_the_colours_they_play(tables: Client) -> None:
    for _ in range(60):
        view = tables.new("backgammon", players={"white": {"name": "Ana"}, "black": {"name": "Luis"}})
        (line, *_) = [game for game in tables.http.get("/api/games").json()["games"] if game["id"] == view["id"]]
        assert line["players"] == view["players"]
        if view["swapped"]:
            assert view["players"]["white"]["name"] == "Luis"
            return
    raise AssertionError("the second player never rolled the higher die")


# The end of the process.


def test_a_roll_that_was_shown_is_never_rolled_again(tmp_path: Path) -> None:
    lots = random.Random(6)
    shown: list[dict[str, Any]] = []
    game = ""
    for _ in range(2):
        with server(tmp_path) as (process, client):
            client.http.timeout = 120
            view = client.view(game) if game else client.new("chessgammon")
            game = view["id"]
            if shown:
                assert view["dice"] == shown[-1]
            for _ in range(2):
                view = turn(client, view, lots)
                shown.append(view["dice"])
            os.kill(process.pid, signal.SIGKILL)  # between the roll and its turn
            process.wait(60)
    with server(tmp_path) as (_, client):
        client.http.timeout = 120
        view = client.view(game)
        assert view["dice"] == shown[-1]
        # Whoever hopes for better dice by taking back after the restart gets the same ones.
        view = client.do(view, "undo", plies=1)
        assert turn(client, view, lots)["dice"] == shown[-1]
        view = client.do(client.view(game), "resign", side="white")
        numbers = [
            event["data"]["number"]
            for event in client.http.get(f"/api/games/{game}/events").json()["events"]
            if event["type"] == "rolled"
        ]
        assert numbers == sorted(numbers)
        assert len(set(numbers)) == len(numbers) - 1  # one was taken back
