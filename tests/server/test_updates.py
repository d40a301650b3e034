"""Sockets tell what is new: put onto the view that was known it gives the view as it is now, and it is small."""

from __future__ import annotations

import json
from contextlib import ExitStack
from random import Random
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest
from websockets.sync.client import ClientConnection, connect

import axedrez
from axedrez.core import Side
from axedrez.library import gallery
from axedrez.match import (
    Command,
    DecisionContext,
    DiceSetup,
    Event,
    Fischer,
    GameSetup,
    Record,
    Seeds,
    decide,
    opening,
    seats_of,
)
from axedrez.match.dice import SEED_BYTES, commitment
from axedrez.server.play.presenters import game_view
from axedrez.server.play.updates import game_update, is_appended
from axedrez.storage import GameHeader
from tests.patience import LONG_S
from tests.server.serving import Client, received
from tests.server.visiting import Visitor

PLIES = 14
EMPTY: dict[str, Any] = {
    "turn": None,
    "late": False,
    "offers": [],
    "answer": None,
    "claims": [],
    "can": [],
    "thinking": False,
    "dice": None,
    "cube": None,
    "match": None,
    "stakes": {"white": [], "black": []},
    "last_refusal": None,
    "outcome": None,
}
EMPTY_SCENES: dict[str, dict[str, Any]] = {
    "grid": {
        **dict.fromkeys(("check", "captured", "hands", "checks_left", "moves_left", "dice", "dice_kinds")),
        **{name: [] for name in ("holes", "promoted", "region")},
    },
    "points": {"dice": None, "still": None, "protected": []},
}
PLAIN_MOVE: dict[str, Any] = {
    "check": None, "told": [], "roll": None, "number": None, "cube": 1, "stood_in": False, "steps": []
}  # fmt: skip
NO_STEPS = {"options": [], "confirmable": False, "refused": [], "protected": [], "lost": []}


def as_json(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


def updated(view: dict[str, Any], update: dict[str, Any]) -> dict[str, Any]:
    """The view after an update, as docs/api.md describes it."""
    assert update["after"] <= view["seq"]
    ply = update["ply"]
    merged = {
        **view,
        **EMPTY,
        **{name: update[name] for name in ("seq", "position", "scene", *EMPTY) if name in update},
    }
    merged["scene"] = scene = {**EMPTY_SCENES.get(update["scene"]["kind"], {}), **update["scene"]}
    merged["moves"] = view["moves"][:ply] + [{**PLAIN_MOVE, **move} for move in update.get("moves", [])]
    merged["position"] = update.get("position") or merged["moves"][-1]["position"]
    if view["facts"]:
        of_scene = [{name: scene[name] for name in ("captured", "checks_left")}] * len(update.get("moves", []))
        merged["facts"] = view["facts"][: ply + 1] + update.get("facts", of_scene)
    merged["clock"] = view["clock"] and {**view["clock"], **update["clock"]}
    merged["steps"] = expanded(update["steps"], scene) if "steps" in update else NO_STEPS
    return merged


def expanded(steps: dict[str, Any], scene: dict[str, Any]) -> dict[str, Any]:
    pieces = scene.get("pieces", {})

    def option(origin: str, target: str, label: str, spanish: str | None = None, more: Any = None) -> dict[str, Any]:
        effects = [[origin, pieces.get(origin, ""), ""], [target, pieces.get(target, ""), pieces.get(origin, "")]]
        step: dict[str, Any] = {
            "token": origin + target,
            "label": label,
            "labels": {"es": spanish or label, "en": label},
        }
        return {
            **step,
            "origin": origin,
            "target": target,
            "choice": "",
            "effects": effects,
            "told": [],
            **(more or {}),
        }

    refused = []
    for group in steps.get("refused", []):
        why = {name: group[name] for name in ("reason", "clause", "places", "message")}
        for origin, targets in group["steps"].items():
            for each in targets:
                target, token = each if isinstance(each, list) else (each, origin + each)
                refused.append({**why, "token": token, "origin": origin, "target": target})
    return {
        "options": [option(origin, *each) for origin, some in steps.get("options", {}).items() for each in some],
        "confirmable": steps.get("confirmable", False),
        "refused": refused,
        "protected": steps.get("protected", []),
        "lost": steps.get("lost", []),
    }


def normal(view: dict[str, Any]) -> dict[str, Any]:
    """A view whose steps are in no particular order: a page does not rely on it."""

    def in_order(steps: list[Any]) -> list[Any]:
        return sorted(steps, key=lambda step: json.dumps(step, sort_keys=True))

    steps = {**view["steps"], **{name: in_order(view["steps"][name]) for name in ("options", "refused")}}
    return {**view, "steps": steps}


class Game:
    """A game at one screen, with the clock running, without a server."""

    def __init__(self, rulebook: str, seed: int = 7) -> None:
        self.game = axedrez.load(rulebook)
        self.random = Random(seed)
        secret = self.random.randbytes(SEED_BYTES)
        dice = DiceSetup(commitment(secret)) if self.game.conduct.dice else None
        setup = GameSetup(self.game.start().text(), clock=Fischer(300_000, 3000), dice=dice)
        names = {"es": self.game.sheet.names.es, "en": self.game.sheet.names.en}
        self.header = GameHeader(UUID(int=1), rulebook, names, "", self.game.hash, 1, setup, 0, secret.hex())
        self.seeds = Seeds(str(UUID(int=1)), secret)
        self.record = Record(self.game, setup)
        self.now = 1_700_000_000_000
        self.take(opening(self.record, (), 0, seeds=self.seeds))

    def take(self, log: list[Event]) -> list[Event]:
        record = self.record.copy()
        record.extend(log)
        self.record = record
        return log

    def do(self, kind: str, **fields: Any) -> list[Event]:
        asked = {"id": str(uuid4()), "expected_seq": self.record.seq, "type": kind, **fields}
        self.now += 1000
        return self.take(
            decide(
                self.record,
                msgspec.convert(asked, Command),
                DecisionContext(self.now, seats_of(self.record.players, None), seeds=self.seeds),
            )
        )

    def move(self) -> list[Event]:
        """A random move; a side that may double rolls instead."""
        if self.record.position.turn is Side.CHANCE:
            return self.do("roll")
        return self.do("move", move=str(self.random.choice(list(self.record.position.legal_moves()))))

    @property
    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = as_json(game_view(self.header, self.record, self.now))
        return view

    def update(self, log: list[Event], *, steps: bool = True) -> bytes:
        return msgspec.json.encode(game_update(self.record, log, self.now, None, late=False, steps=steps))


@pytest.mark.parametrize("rulebook", [*axedrez.rulebooks(), *gallery()])
def test_what_is_new_put_onto_what_was_known_is_the_whole(rulebook: str) -> None:
    game = Game(rulebook)
    known, missed = game.view, []
    for ply in range(PLIES):
        if game.record.outcome is not None:
            break
        before = game.view
        log = game.move()
        missed += log
        for view, news in ((before, log), (known, missed), (before, missed)):  # one who knows more already, too
            assert is_appended(news)
            assert normal(updated(view, json.loads(game.update(news)))) == normal(game.view)
        if ply % 4 == 3:
            known, missed = game.view, []


def test_everything_that_may_happen_in_a_game_is_told() -> None:
    game = Game("clasico")
    view = game.view
    for kind, fields in (
        ("move", {"move": "e2e4"}),
        ("offer", {"offer": "draw", "side": "white"}),
        ("decline", {"offer": "draw", "side": "black"}),
        ("move", {"move": "e7e5"}),
        ("resign", {"side": "white"}),
    ):
        view = updated(view, json.loads(game.update(game.do(kind, **fields))))
        assert normal(view) == normal(game.view)
    assert view["outcome"]["reason"] == "resignation"


def test_moves_taken_back_are_no_news_that_are_appended() -> None:
    game = Game("clasico")
    log = game.do("move", move="e2e4")
    assert not is_appended([*log, *game.do("undo")])


def test_who_goes_berserk_changes_what_only_the_whole_tells(client: Client) -> None:
    clock = {"kind": "fischer", "initial_ms": 60_000, "increment_ms": 2000, "berserk": True}
    game = client.new(clock=clock)["id"]
    with opened(client, game, "?protocol=2") as socket:
        assert "berserk" in received(socket, "view")["view"]["can"]
        client.send(game, 0, "berserk", side="black")
        view = received(socket, "view")["view"]
        assert (view["berserk"], view["clock"]["white_ms"], view["clock"]["black_ms"]) == (["black"], 60_000, 30_000)
        assert view["clock"]["spec"]["black"] == {"initial_ms": 30_000, "increment_ms": 1000}
        client.send(game, 1, "move", move="take1")
        news = received(socket, "update")
        assert updated(view, news)["berserk"] == client.view(game)["berserk"] == ["black"]
        assert "berserk" not in news["can"]  # one has moved, the other plays so already
        client.send(game, 2, "undo")
        assert (view := received(socket, "view")["view"])["clock"]["black_ms"] == 30_000
        assert "berserk" in view["can"]


def test_a_frame_at_ply_160_has_less_than_2_kb() -> None:
    game = Game("clasico", seed=3)
    while len(game.record.moves) < 160:
        log = game.move()
    assert len(msgspec.json.encode(game.view)) > 40_000
    assert len(game.update(log)) < 2000
    assert len(game.update(log, steps=False)) < 1200


def opened(client: Client | Visitor, game: str, query: str = "", **options: Any) -> ClientConnection:
    socket: ClientConnection = connect(f"ws://{client.address}/api/games/{game}/socket{query}", **options)
    return socket


def test_a_page_that_asks_for_it_gets_news_and_the_whole_where_moves_are_taken_back(client: Client) -> None:
    game = client.new(moves=["take1"])["id"]
    with opened(client, game, "?protocol=2") as socket, opened(client, game, "?protocol=2&after=0") as behind:
        first = received(socket, "view")
        assert (first["protocol"], first["view"]["seq"]) == (2, 1)
        news = received(behind, "update")  # it knew the start: no view of the whole game
        assert (news["seq"], news["after"], news["ply"], len(news["moves"])) == (1, 0, 0, 1)
        client.send(game, 1, "move", move="take2")
        update = received(socket, "update")
        assert [move["move"] for move in update["moves"]] == ["take2"]
        assert normal(updated(first["view"], update)) == normal(client.view(game))
        client.send(game, 2, "undo")
        again = received(socket, "view")
        assert (again["view"]["seq"], len(again["view"]["moves"])) == (3, 1)


@pytest.mark.parametrize("protocol", ["", "?protocol=1", "?protocol=x", "?protocol=-2"])
def test_a_page_of_before_gets_what_it_understands(client: Client, protocol: str) -> None:
    game = client.new()["id"]
    with opened(client, game, protocol) as socket:
        received(socket, "view")
        client.send(game, 0, "move", move="take2")
        news = received(socket, "events")
        assert (len(news["events"]), news["view"]["seq"]) == (1, 1)


def test_a_page_of_tomorrow_gets_what_this_server_can(client: Client) -> None:
    game = client.new()["id"]
    with opened(client, game, "?protocol=3") as socket:
        assert received(socket, "view")["protocol"] == 2


def test_steps_are_told_to_whoever_may_move_and_to_nobody_else(client: Client) -> None:
    ana, eva, leo = (Visitor(client.address, name) for name in ("Ana", "Eva", "Leo"))
    game = eva.accept(ana.invite(colour="white"))["id"]
    cookies = [{"cookie": f"axedrez={who.http.cookies['axedrez']}"} for who in (ana, eva, leo)]
    with ExitStack() as stack:
        sockets = [
            stack.enter_context(opened(client, game, "?protocol=2", additional_headers=cookie)) for cookie in cookies
        ]
        for socket in sockets:
            heard(socket, "view")
        for who, mover in ((ana, 1), (eva, 0)):
            who.act(game, "move", move="take1")
            told = ["steps" in heard(socket, "update") for socket in sockets]
            assert told == [place == mover for place in range(3)]


def heard(socket: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        found: dict[str, Any] = json.loads(socket.recv(timeout=LONG_S))
        if found["type"] == kind:
            return found


def test_the_answer_to_a_command_says_where_the_game_is_and_the_view_only_if_it_is_wanted(client: Client) -> None:
    game = client.new()["id"]
    command = {"id": str(uuid4()), "expected_seq": 0, "type": "move", "move": "take2"}
    short = client.http.post(f"/api/games/{game}/commands?view=false", json=command).json()
    assert (short["seq"], short["view"], len(short["events"])) == (1, None, 1)
    whole = client.http.post(f"/api/games/{game}/commands", json=command).json()  # the same again: the first answer
    assert (whole["seq"], whole["events"], whole["view"]["seq"]) == (1, short["events"], 1)
