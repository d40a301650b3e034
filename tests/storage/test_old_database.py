"""A database of the version before the renovation (old_database/README.md) opens, and everything in it still works."""

from __future__ import annotations

import asyncio
import hashlib
import json
import lzma
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest

from axedrez.match import Record, proof
from axedrez.server import create_app
from axedrez.server.access.authentication import COOKIE
from axedrez.server.rulebooks.store import ShippedRulebooks
from axedrez.storage import Store
from tests.server.serving import RandomPlayer, serving
from tests.server.visiting import Visitor

FOLDER = Path(__file__).parent / "old_database"
EXPECTED: dict[str, Any] = json.loads((FOLDER / "expected.json").read_text())
GAMES: dict[str, dict[str, Any]] = EXPECTED["games"]
UNFINISHED = [name for name, game in GAMES.items() if game["outcome"] is None]


def unpacked(folder: Path) -> str:
    """The URL of a fresh copy, in which the week of the invitations and the year of the sessions are not over."""
    file = folder / "games.db"
    file.write_bytes(lzma.decompress((FOLDER / "games.db.xz").read_bytes()))
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE invitations SET expires_at = 4102444800000")
        connection.execute("UPDATE keys SET expires_at = 4102444800000 WHERE expires_at IS NOT NULL")
    connection.close()
    return f"sqlite:///{file}"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server over a copy; its computer players move at random."""
    with serving(create_app(unpacked(tmp_path_factory.mktemp("old")), player=RandomPlayer)) as address:
        yield address


def known(server: str, name: str) -> Visitor:
    """A person with their earlier cookie."""
    return Visitor(server, cookies={COOKIE: EXPECTED["people"][name]["cookie"]})


def digest(positions: list[str]) -> str:
    """As expected.json has it."""
    return hashlib.sha256("\n".join(positions).encode()).hexdigest()


def test_every_log_replays_to_the_same_positions(tmp_path: Path) -> None:
    async def test() -> None:
        url = unpacked(tmp_path)
        store = await Store.open(url)
        rulebooks = ShippedRulebooks()
        for name, expected in GAMES.items():
            game_id = UUID(expected["id"])
            header = await store.header(game_id)
            assert header is not None, name
            game = rulebooks.thaw(header.sheet)
            assert game.hash == header.sheet_hash, name
            record = Record.replay(game, header.setup, await store.events(game_id), header.created_at)
            count = len(expected["moves"])
            assert [str(played.move) for played in record.moves[:count]] == expected["moves"], name
            assert digest([played.after.text() for played in record.moves[:count]]) == expected["positions"], name
            if not expected["late"]:
                assert record.position.text() == expected["position"], name
                assert record.seq == expected["seq"], name
                outcome = record.outcome
                result = (outcome.result, outcome.reason) if outcome else None
                told = expected["outcome"]
                assert result == ((told["result"], told["reason"]) if told else None), name
        listed = await store.page(100)
        assert {str(line.id) for line in listed} == {game["id"] for game in GAMES.values()}
        await store.close()

    asyncio.run(test())


@pytest.mark.parametrize("name", GAMES)
def test_the_link_to_a_game_shows_it_to_a_stranger(server: str, name: str) -> None:
    expected, stranger = GAMES[name], Visitor(server)
    path = f"/api/games/{expected['id']}"
    view = stranger.ask("GET", path)
    assert view["rulebook"]["id"] == expected["rulebook"]
    assert [move["move"] for move in view["moves"]][: len(expected["moves"])] == expected["moves"]
    log = stranger.ask("GET", f"{path}/events")["events"]
    assert [event["seq"] for event in log] == list(range(1, view["seq"] + 1))
    for file in stranger.ask("GET", f"{path}/files"):
        text = stranger.http.get(f"{path}/files/{file['format']}")
        assert text.status_code == 200
        assert text.text


def test_people_are_who_they_were(server: str) -> None:
    people = EXPECTED["people"]
    for name in ("Ana", "Ben", "Cleo"):
        me = known(server, name).me()
        assert (me["id"], me["name"]) == (people[name]["id"], name)
    assert known(server, "Ben").me()["settings"] == {"theme": "dark"}
    blocked = known(server, "Ben").ask("GET", "/api/me/blocked")
    assert [each["person"] for each in blocked] == [people["Cleo"]["id"]]
    program = Visitor(server, headers={"authorization": f"Bearer {people['Ana']['token']}"})
    assert program.me()["id"] == people["Ana"]["id"]
    browser = Visitor(server)
    signed_in = browser.ask("POST", "/api/sessions", 201, login="ana", password=EXPECTED["password"])
    assert (signed_in["id"], signed_in["kind"]) == (people["Ana"]["id"], "account")


def test_own_games_chat_and_notes_are_still_there(server: str) -> None:
    ana, ben = known(server, "Ana"), known(server, "Ben")
    mine = {line["id"] for line in ana.http.get("/api/games", params={"mine": "true"}).json()["games"]}
    assert {GAMES[name]["id"] for name in ("resigned", "drawn", "clock", "chessgammon with seeds")} <= mine
    chat = ben.ask("GET", f"/api/games/{GAMES['resigned']['id']}/chat")["lines"]
    assert [(line["name"], line["text"], line["preset"]) for line in chat] == [
        ("Ana", "Good luck, Ben!", None),
        ("Ben", "", "good_game"),
    ]
    notes = ana.ask("GET", f"/api/games/{GAMES['imported']['id']}/notes")
    assert {note["ply"]: note["text"] for note in notes}[0] == "An opening trap."


def test_invitations_still_lead_where_they_led(server: str) -> None:
    invitations = {name: f"/api/invitations/{key}" for name, key in EXPECTED["invitations"].items()}
    newcomer = Visitor(server, "Dora")
    accepted = newcomer.ask("GET", invitations["accepted"])
    assert (accepted["open"], accepted["game"]) == (False, GAMES["resigned"]["id"])
    assert newcomer.ask("GET", invitations["withdrawn"])["withdrawn"]
    assert newcomer.refused("POST", f"{invitations['withdrawn']}/accept", 422)
    for name in ("open", "own sheet", "lobby"):
        assert newcomer.ask("GET", invitations[name])["open"], name
        game = newcomer.ask("POST", f"{invitations[name]}/accept", 201)
        assert str(newcomer.me()["id"]) in {player["person"] for player in game["players"].values()}
    rematch = known(server, "Ben").ask("POST", f"{invitations['rematch']}/accept", 201)
    assert rematch["rulebook"]["id"] == "clasico"


@pytest.mark.parametrize("name", UNFINISHED)
def test_an_unfinished_game_is_played_on(server: str, name: str) -> None:
    path = f"/api/games/{GAMES[name]['id']}"
    people = {EXPECTED["people"][person]["id"]: known(server, person) for person in ("Ana", "Ben", "Cleo")}
    # Seen by a player: whoever only watches may be told of it later.
    whole = max((person.ask("GET", path) for person in people.values()), key=lambda view: int(view["seq"]))
    mover = people.get(whole["players"][whole["turn"]]["person"], people[EXPECTED["people"]["Cleo"]["id"]])
    if "roll" in whole["can"]:
        mover.act(GAMES[name]["id"], "roll")
    prefix: list[str] = []
    while True:
        steps = mover.http.get(f"{path}/steps", params={"prefix": prefix}).json()["steps"]
        if steps["confirmable"]:
            break
        prefix.append(steps["options"][0]["token"])
    view = mover.act(GAMES[name]["id"], "move", move=" ".join(prefix) or "pass")["view"]
    assert len(view["moves"]) == len(whole["moves"]) + 1


def test_a_match_goes_on_and_dice_still_prove_themselves(server: str) -> None:
    visitor = Visitor(server)
    first = GAMES["match 1"]["id"]
    assert visitor.ask("POST", f"/api/games/{first}/next", 201)["id"] == GAMES["match 2"]["id"]
    for name in ("backgammon", "match 1", "chessgammon resigned"):
        file = visitor.http.get(f"/api/games/{GAMES[name]['id']}/dice").content
        checked = proof.verify(proof.read(file))
        assert checked.derived >= len(GAMES[name]["moves"]), name


def test_a_saved_sheet_is_still_a_rulebook(server: str) -> None:
    visitor = Visitor(server)
    assert visitor.ask("GET", f"/api/sheets/{EXPECTED['sheet']}")["sheet"]["goal"]["checks"] == 3
    new = visitor.ask("POST", "/api/games", 201, id=str(uuid4()), sheet=EXPECTED["sheet"])
    assert new["rulebook"]["id"] == EXPECTED["sheet"]
