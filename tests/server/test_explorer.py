"""The explorer over HTTP: the server's games, one's own, collections; who may ask, and what is refused."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from axedrez.explorer import shelf
from axedrez.explorer.importing import import_file
from axedrez.gamefiles import write_game
from axedrez.server import create_app
from axedrez.server.access.rate_limits import Quota, Rate
from axedrez.server.access.throttle import Rates
from axedrez.server.analysis import explorer
from axedrez.server.routes import explorer as routes
from axedrez.server.tournaments import ratings
from tests.explorer.pgn_texts import random_file, random_game
from tests.patience import until
from tests.server.serving import serving
from tests.server.visiting import Visitor, account

MATE = ("f3", "e5", "g4", "Qh4#")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("explorer")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(shelf.HOME, str(folder / "collections"))
        patch.setattr(explorer, "POLL_S", 0.05)
        patch.setattr(ratings, "POLL_S", 0.05)
        (folder / "made.pgn").write_text(random_file(40, seed=21))
        take(folder / "made.pgn")
        with serving(create_app(f"sqlite:///{folder / 'games.db'}", rates=Rates())) as address:
            yield address


def take(file: Path) -> None:
    import_file(file, shelf.home() / file.stem, 1, threading.Event(), lambda _: None, lambda _: None)


@pytest.fixture
def ana(address: str) -> Visitor:
    return Visitor(address, "Ana")


def ask(visitor: Visitor, status: int = 200, **fields: Any) -> Any:
    return visitor.ask("POST", "/api/explorer", status, **{"rulebook": "clasico", **fields})


def played(visitor: Visitor, *moves: str, rulebook: str = "clasico") -> str:
    """A game at one screen."""
    game = visitor.ask("POST", "/api/games", 201, id=str(uuid4()), rulebook=rulebook, moves=list(moves))
    return str(game["id"])


def met(white: Visitor, black: Visitor) -> str:
    """A game of two people that is under way."""
    invitation = white.invite(rulebook="clasico", colour="white", to=black.me()["id"])
    return str(black.accept(invitation)["id"])


def count(visitor: Visitor, **fields: Any) -> int:
    found: int = ask(visitor, **fields)["games"]
    return found


def test_games_count_as_they_end_and_lead_to_themselves(ana: Visitor) -> None:
    before, mine = count(ana), count(ana, source="mine")
    game = played(ana, *MATE)
    until(lambda: count(ana, source="mine") == mine + 1)
    assert count(ana) == before + 1
    found = ask(ana, moves=["f3", "e5"], source="mine")
    assert [(move["move"], move["notation"], move["black"]) for move in found["moves"]] == [("g2g4", "g4", 1)]
    assert found["examples"][0]["game"] == game
    assert found["examples"][0]["white"] == "", "a visitor"
    assert ask(ana, position=found["position"], source="mine") == found
    assert count(ana, moves=["f3", "e5"], source="mine", result="1-0") == 0
    assert count(ana, moves=["f3", "e5"], source="mine", year_to=2000) == 0
    assert count(Visitor(ana.address, "Bo"), source="mine") == 0


def test_people_may_say_no(address: str, ana: Visitor) -> None:
    bo = Visitor(address, "Bo")
    before = count(ana)
    game = met(ana, bo)
    for visitor, move in zip((ana, bo, ana, bo), MATE, strict=True):
        visitor.act(game, "move", move=move)
    until(lambda: count(ana) == before + 1)
    bo.ask("PATCH", "/api/me", settings={"explorer": False})
    assert count(ana) == before
    assert count(bo, source="mine") == count(ana, source="mine") == 1
    bo.ask("PATCH", "/api/me", settings={"explorer": True})
    assert count(ana) == before + 1


def test_rated_games_tell_how_strong_the_players_were(address: str) -> None:
    ana, eva = account(address, "Ana"), account(address, "Eva")
    clock = {"kind": "fischer", "initial_ms": 180_000, "increment_ms": 2000}
    for number in (1, 2):
        game = str(eva.accept(ana.invite(rulebook="clasico", colour="white", clock=clock, rated=True))["id"])
        ana.act(game, "move", move="a4")
        eva.act(game, "move", move="h5")
        eva.act(game, "resign", side="black")
        until(lambda: count(ana, source="mine") == number)  # noqa: B023
        profile = f"/api/people/{ana.me()['id']}"
        until(lambda: [each["games"] for each in ana.ask("GET", profile)["ratings"]] == [number])  # noqa: B023
    by_white, by_black = (ask(ana, source="mine", moves=moves)["moves"] for moves in ([], ["a4"]))
    assert [(each["move"], each["games"]) for each in (*by_white, *by_black)] == [("a2a4", 2), ("h7h5", 2)]
    # Of the first game none is known: the mean is that of the second one.
    assert by_white[0]["rating"] > 1500 > by_black[0]["rating"]
    latest, first = ask(ana, source="mine")["examples"]
    assert (latest["white_rating"], latest["black_rating"]) == (by_white[0]["rating"], by_black[0]["rating"])
    assert (first["white_rating"], first["black_rating"]) == (None, None)
    strong = ask(ana)["moves"]
    assert next(each["rating"] for each in strong if each["move"] == "a2a4") == by_white[0]["rating"]
    eva.ask("PATCH", "/api/me", settings={"ratings": "hidden"})
    assert ask(ana, source="mine")["moves"][0]["rating"] is None


def test_imported_games_are_only_for_their_owner(ana: Visitor) -> None:
    before = count(ana)
    answer = ana.http.post("/api/files", content=b'[Event "X"]\n\n1. a3 a6 2. b3 b6 1-0\n\n')
    assert answer.status_code == 200
    until(lambda: count(ana, source="mine") == 1)
    assert count(ana) == before


def test_games_with_dice(ana: Visitor) -> None:
    record = random_game(random.Random(3), "backgammon", 14, White="A", Black="B")
    file = shelf.home().parent / "dice.txt"
    file.write_text(write_game(record))
    take(file)
    roll, turn, *_ = record.moves()
    source: dict[str, Any] = {"source": "collection", "collection": "dice"}
    rolls = ask(ana, rulebook="backgammon", **source)
    assert [move["move"] for move in rolls["moves"]] == [str(roll)]
    turns = ask(ana, rulebook="backgammon", moves=[str(roll)], **source)
    assert [move["move"] for move in turns["moves"]] == [str(turn)]
    assert turns["moves"][0]["notation"] == record.start.play(roll).notate(turn)
    assert turns["opening"] is None


def test_a_collection_answers(ana: Visitor) -> None:
    listed = ana.ask("GET", "/api/explorer/collections")
    assert {"name": "made", "games": 40} in listed
    found = ask(ana, source="collection", collection="made")
    assert found["games"] == 40 == found["white"] + found["draws"] + found["black"]
    assert count(ana, source="collection", collection="made", player="Núñez", colour="black") < 40
    assert count(ana, source="collection", collection="made", rating_from=2200, rating_to=2400, year_from=2004) < 40
    assert count(ana, source="collection", collection="made", material="KQQQk") == 0
    berg: dict[str, Any] = {"source": "collection", "collection": "made", "player": "berg"}
    somewhere = ask(ana, **berg, anywhere=True)
    assert somewhere["games"] == count(ana, **berg) > 0, "all of them begin at the start"
    assert (somewhere["moves"], len(somewhere["examples"])) == ([], min(8, somewhere["games"]))
    assert ask(ana, **berg, anywhere=True, moves=["a3", "a6", "h3", "h6"])["games"] == somewhere["games"]
    assert count(ana, **berg, anywhere=True, colour="black") < somewhere["games"]
    number = found["examples"][0]["number"]
    game = ana.http.get(f"/api/explorer/collections/made/games/{number}")
    assert (game.status_code, game.headers["content-type"]) == (200, "text/plain; charset=utf-8")
    assert f'[White "{found["examples"][0]["white"]}"]' in game.text


def test_a_collection_that_is_replaced_or_deleted(ana: Visitor) -> None:
    file, asked = shelf.home().parent / "changing.pgn", {"source": "collection", "collection": "changing"}
    for games in (3, 2):
        file.write_text(random_file(games, seed=games))
        take(file)
        assert count(ana, **asked) == games
        shelf.remove("changing")
        assert ask(ana, 404, **asked)["error"]["reason"] == "collection_unknown"


@pytest.mark.parametrize(
    ("fields", "status", "reason"),
    [
        ({"source": "collection"}, 422, "request_malformed"),
        ({"collection": "made"}, 422, "request_malformed"),
        ({"player": "x"}, 422, "request_malformed"),
        ({"rating_from": 2000}, 422, "request_malformed"),
        ({"material": "KRk"}, 422, "request_malformed"),
        ({"anywhere": True}, 422, "request_malformed"),
        ({"source": "collection", "collection": "made", "anywhere": True}, 422, "request_malformed"),
        ({"source": "collection", "collection": "made", "colour": "white"}, 422, "request_malformed"),
        ({"source": "collection", "collection": "none"}, 404, "collection_unknown"),
        ({"source": "collection", "collection": "../made"}, 404, "collection_unknown"),
        ({"source": "collection", "collection": "made", "material": "KXk"}, 422, "endgame_letter"),
        ({"moves": ["e5"]}, 422, "piece_cannot"),
        ({"position": "nonsense"}, 422, "fen_fields"),
        ({"rulebook": "none"}, 404, "unknown_rulebook"),
        ({"year_from": 10_000}, 422, "request_malformed"),
    ],
)
def test_what_is_refused(ana: Visitor, fields: dict[str, Any], status: int, reason: str) -> None:
    assert ask(ana, status, **fields)["error"]["reason"] == reason


def test_games_of_collections_that_are_not_there(ana: Visitor) -> None:
    for path in ("made/games/40", "none/games/0", "made/games/99999999999"):
        answer = ana.http.get(f"/api/explorer/collections/{path}")
        assert answer.status_code in (404, 422)


def test_nobody_asks_in_the_middle_of_a_game(address: str, ana: Visitor) -> None:
    bo = Visitor(address, "Bo")
    game = met(ana, bo)
    assert ask(ana, 422)["error"]["reason"] == "analysis_playing"
    assert ask(bo, 422, source="mine")["error"]["reason"] == "analysis_playing"
    ana.act(game, "resign", side="white")
    assert ask(ana)


def test_there_is_a_limit(ana: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    ask(ana)
    monkeypatch.setattr(routes, "QUESTIONS", Quota(Rate(burst=3, a_second=0.001), routes.QUESTIONS.address))
    answers = [ana.http.post("/api/explorer", json={"rulebook": "clasico"}) for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200] * 3 + [429] * 2
    assert int(answers[-1].headers["retry-after"]) > 1
