"""The description of the sockets: complete, and true of the messages of a game that is played."""

from __future__ import annotations

import json
import threading
from contextlib import ExitStack
from typing import Any
from uuid import uuid4

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from axedrez.server.app.app import HANDLERS
from tests.patience import until
from tests.server.serving import Client
from tests.server.visiting import Visitor, account


def validator(schema: dict[str, Any]) -> Any:
    """A validator of the drafts that AsyncAPI uses; its module takes long to load, so not when tests are collected."""
    from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

    return Draft202012Validator(schema)


class Described:
    """The served description."""

    def __init__(self, client: Client) -> None:
        self.document: dict[str, Any] = client.http.get("/api/asyncapi.json").json()

    def at(self, pointer: str) -> Any:
        """What a reference leads to."""
        found: Any = self.document
        for part in pointer.removeprefix("#/").split("/"):
            found = found[part]
        return found

    def check(self, channel: str, action: str, frame: dict[str, Any]) -> None:
        """Raises for a frame that is none of the messages of the channel with its name."""
        messages = self.document["operations"][f"{action}-{channel}"]["messages"]
        named = [self.at(self.at(each["$ref"])["$ref"]) for each in messages]
        schemas = [each["payload"]["schema"] for each in named if each["name"] == frame["type"]]
        assert schemas, (channel, frame)
        rooted = [{**each, "components": self.document["components"]} for each in schemas]
        faults = [list(validator(each).iter_errors(frame)) for each in rooted]
        assert not all(faults), (channel, frame, faults)


class Listener:
    """Collects the frames of a socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.frames: list[dict[str, Any]] = []
        self.socket = socket
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        try:
            for text in self.socket:
                self.frames.append(json.loads(text))
        except ConnectionClosed:
            pass

    def kinds(self) -> set[str]:
        return {frame["type"] for frame in self.frames}

    def wait(self, *kinds: str) -> None:
        until(lambda: set(kinds) <= self.kinds(), f"{kinds} do not come: {self.kinds()}")


def test_every_socket_is_described(client: Client) -> None:
    described = Described(client)
    document = described.document
    assert document["asyncapi"] == "3.0.0"
    real = {path for each in HANDLERS if not hasattr(each, "http_methods") for path in each.paths}
    shown = {channel["address"] for channel in document["channels"].values()}
    assert {path.count("/") for path in real} == {path.count("/") for path in shown}
    assert len(shown) == len(real)
    for operation in document["operations"].values():
        for each in operation["messages"]:
            message = described.at(described.at(each["$ref"])["$ref"])
            assert message["summary"]
            schema = described.at(message["payload"]["schema"]["$ref"])
            assert schema["properties"]["type"]["enum"] == [message["name"]]
            validator(schema).check_schema(schema)


def test_the_messages_of_a_game_are_as_described(client: Client) -> None:
    described = Described(client)
    ana, eva = account(client.address, "Ana"), account(client.address, "Eva")
    listeners: dict[str, Listener] = {}
    with ExitStack() as stack:

        def listen(name: str, channel: str, path: str, visitor: Visitor = ana) -> Listener:
            cookies = "; ".join(f"{key}={value}" for key, value in visitor.http.cookies.items())
            address = f"ws://{client.address}{path}"
            socket = stack.enter_context(connect(address, additional_headers={"cookie": cookies}))
            listeners[f"{channel} {name}"] = Listener(socket)
            return listeners[f"{channel} {name}"]

        listen("of a person", "person", "/api/me/socket")
        lobby = listen("all", "lobby", "/api/lobby/socket")
        challenge = eva.invite(to=ana.me()["id"], colour="white")
        game = ana.accept(challenge)["id"]
        eva.accept(ana.invite())
        views = listen("views", "game", f"/api/games/{game}/socket", eva)
        updates = listen("updates", "game", f"/api/games/{game}/socket?protocol=2")
        events = listen("events", "game", f"/api/games/{game}/socket?frames=events&after=0", eva)
        study = ana.ask("POST", "/api/studies", 201, id=str(uuid4()), title="S", chapters={"rulebook": "takeaway"})
        edits = listen("edits", "study", f"/api/studies/{study['study']}/socket?after=0")
        settings = {"title": "Evening", "rulebook": "takeaway"}
        evening = ana.ask("POST", "/api/tournaments", 201, id=str(uuid4()), settings=settings)
        news = listen("news", "tournament", f"/api/tournaments/{evening['id']}/socket")

        def say(listener: Listener, **frame: Any) -> None:
            described.check("game", "receive", frame)
            listener.socket.send(json.dumps(frame))

        def command(seq: int, kind: str, **fields: Any) -> dict[str, Any]:
            return {"id": str(uuid4()), "expected_seq": seq, "type": kind, **fields}

        say(events, type="command", command=command(0, "move", move="take1"))
        events.wait("ack")
        say(updates, type="steps", id=str(uuid4()), prefix=[])
        say(updates, type="command", command=command(0, "move", move="take1"))
        say(updates, type="pong", n=0)
        updates.wait("steps", "error", "update")
        seq = eva.act(game, "offer", offer="takeback", side="white")["seq"]
        listeners["person of a person"].wait("offer")
        say(updates, type="command", command=command(seq, "accept", offer="takeback", side="black"))
        updates.wait("ack", "view")
        ana.ask("POST", f"/api/games/{game}/chat", 201, id=str(uuid4()), room="players", preset="hello")
        eva.act(game, "resign", side="white")
        listeners["person of a person"].wait("game_start", "turn", "game_end", "invitation", "heartbeat")
        views.wait("view", "events", "chat", "company", "ping")
        lobby.wait("lobby", "accepted")
        edits.wait("edits")
        news.wait("news")
        for name, listener in listeners.items():
            assert listener.frames
            for frame in list(listener.frames):
                described.check(name.split()[0], "send", frame)


def test_what_is_no_message_is_noticed(client: Client) -> None:
    described = Described(client)
    described.check("game", "send", {"type": "heartbeat", "seq": 3})
    for wrong in ({"type": "heartbeat"}, {"type": "heartbeat", "seq": "3"}, {"type": "tick"}):
        try:
            described.check("game", "send", wrong)
        except AssertionError:
            continue
        raise ValueError(wrong)
