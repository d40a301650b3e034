"""Attacks by strangers: taking another person's seat in a game, or using ended credentials."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from uuid import UUID, uuid4, uuid5

import pytest
from redis import Redis
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from axedrez.server import create_app
from axedrez.server.access.accounts import Accounts
from axedrez.server.access.sessions import CLOSE_ENDED
from axedrez.server.play.live_game import now_ms
from axedrez.storage import People, Store
from tests.match.takeaway import TakeawayRulebooks
from tests.patience import LONG_S
from tests.server.channels import REDIS
from tests.server.serving import RandomPlayer, serving
from tests.server.visiting import Visitor

PASSWORD = "caballo-2"
NEW_PASSWORD = "alfil-y-torre"
MATCH: dict[str, Any] = {"rulebook": "backgammon", "options": {"match.length": 9, "match.cube": True}}


@pytest.fixture
def address(database: str) -> Iterator[str]:
    with serving(create_app(database, rulebooks=TakeawayRulebooks(), player=RandomPlayer)) as address:
        yield address


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(
        create_app(f"sqlite:///{tmp_path_factory.mktemp('strangers') / 'games.db'}", player=RandomPlayer)
    ) as address:
        yield address


@contextmanager
def both(database: str, channels_url: str | None) -> Iterator[tuple[str, str]]:
    """Two servers over one database."""
    with ExitStack() as stack:
        apps = [
            create_app(database, rulebooks=TakeawayRulebooks(), player=RandomPlayer, channels_url=channels_url)
            for _ in range(2)
        ]
        one, other = (stack.enter_context(serving(app)) for app in apps)
        yield one, other


def foreseen(known: str, word: str) -> str:
    """The id that a game had once, for whoever knows what it follows from."""
    return str(uuid5(UUID(known), word))


def test_nobody_makes_the_game_of_an_invitation_beforehand(address: str) -> None:
    ana, eva, eve = (Visitor(address, name) for name in ("Ana", "Eva", "Eve"))
    request = str(uuid4())
    invitation = ana.invite(id=request, public=True, colour="white")
    assert invitation["id"] != request
    planted = {
        eve.ask("POST", "/api/games", 201, id=id, rulebook="takeaway")["id"]
        for id in (foreseen(invitation["id"], "game"), foreseen(request, "game"), invitation["id"], request)
    }
    assert not planted & {foreseen(invitation["id"], "game"), invitation["id"], request}
    game = eva.accept(invitation)
    assert game["id"] not in planted
    assert {player["person"] for player in game["players"].values()} == {ana.me()["id"], eva.me()["id"]}
    assert ana.ask("GET", f"/api/invitations/{invitation['id']}")["game"] == game["id"]
    assert eve.act(game["id"], "move", 422, move="take1")["error"]["reason"] == "not_your_seat"


def test_what_one_sender_asks_for_is_not_what_another_does(address: str) -> None:
    ana, eve = Visitor(address, "Ana"), Visitor(address, "Eve")
    request = str(uuid4())
    made = [who.ask("POST", "/api/games", 201, id=request, rulebook="takeaway")["id"] for who in (eve, ana, eve, ana)]
    assert (made[0], made[1]) == (made[2], made[3])
    assert made[0] != made[1]
    asked = [who.invite(id=request)["id"] for who in (eve, ana)]
    again = [who.ask("POST", f"/api/games/{made[0]}/rematch", 201, id=request)["id"] for who in (eve, ana)]
    said = [
        who.ask("POST", f"/api/games/{made[0]}/chat", 201, id=request, room="spectators", text=who.me()["name"])
        for who in (eve, ana)
    ]
    assert said[0]["id"] != said[1]["id"]
    lines = ana.http.get(f"/api/games/{made[0]}/chat?room=spectators").json()["lines"]
    assert [line["text"] for line in lines] == ["Eve", "Ana"]
    assert len({*made, *asked, *again}) == 6


def test_two_servers_make_the_same_game_of_a_repeated_request(database: str) -> None:
    with both(database, None) as (one, other):
        ana = Visitor(one, "Ana")
        there = Visitor(other, headers={"cookie": f"axedrez={ana.http.cookies['axedrez']}"})
        request = {"id": str(uuid4()), "rulebook": "takeaway"}
        assert len({who.ask("POST", "/api/games", 201, **request)["id"] for who in (ana, there)}) == 1


def test_nobody_makes_the_next_game_of_a_match_beforehand(tables: str) -> None:
    ana, eva, eve = (Visitor(tables, name) for name in ("Ana", "Eva", "Eve"))
    game = eva.accept(ana.invite(**MATCH))
    planted = eve.ask("POST", "/api/games", 201, id=foreseen(game["id"], "next"), **MATCH)
    assert planted["id"] != foreseen(game["id"], "next")
    assert eve.ask("GET", f"/api/games/{game['id']}")["match"]["next"] is None, "not told before it is needed"
    ana.act(game["id"], "resign", side="white" if game["players"]["white"]["person"] == ana.me()["id"] else "black")
    following = eva.ask("POST", f"/api/games/{game['id']}/next", 201)
    assert following["id"] not in (planted["id"], foreseen(game["id"], "next"))
    assert ana.ask("POST", f"/api/games/{game['id']}/next", 201)["id"] == following["id"]
    assert following["match"]["game"] == 2
    assert {player["person"] for player in following["players"].values()} == {ana.me()["id"], eva.me()["id"]}


def test_a_match_is_not_rolled_again_by_aborting(tables: str) -> None:
    ana, eva = Visitor(tables, "Ana"), Visitor(tables, "Eva")
    game = eva.accept(ana.invite(**MATCH))
    assert game["dice"]["roll"], "the dice are known"
    for player in (ana, eva):
        assert "abort" not in player.ask("GET", f"/api/games/{game['id']}")["can"]
        assert player.act(game["id"], "abort", 422)["error"]["reason"] == "too_late_to_abort"
    assert ana.refused("POST", f"/api/games/{game['id']}/next", 422) == "no_next_game"


def test_aborting_does_not_lift_crawfords_rule(tables: str) -> None:
    one = Visitor(tables, "Ana")
    view = one.ask("POST", "/api/games", 201, id=str(uuid4()), **MATCH)
    leader = "white"
    while view["match"]["score"][leader] < 8:  # the other one resigns a game after the other
        loser = "black" if leader == "white" else "white"
        points = min(2, 8 - view["match"]["score"][leader])
        view = one.act(view["id"], "resign", side=loser, points=points)["view"]
        view = one.act(view["id"], "accept", side=leader, offer="resignation")["view"]
        before = view["match"]["score"][leader]
        view = one.ask("POST", f"/api/games/{view['id']}/next", 201)
        leader = next(side for side in ("white", "black") if view["match"]["score"][side] == before)
    for _ in range(2):
        assert view["match"]["crawford"]
        one.act(view["id"], "abort")
        view = one.ask("POST", f"/api/games/{view['id']}/next", 201)
    assert view["match"]["crawford"]


def test_the_inviter_does_not_choose_the_lot(address: str) -> None:
    ana, eva = Visitor(address, "Ana"), Visitor(address, "Eva")
    white = []
    for _ in range(12):
        invitation = ana.invite(colour="lot")
        white.append(eva.accept(invitation)["players"]["white"]["name"])
        assert ana.ask("GET", f"/api/invitations/{invitation['id']}")["colour"] in ("white", "black")
    assert set(white) == {"Ana", "Eva"}  # fails once in 2048 times


def guest_and_account(address: str) -> tuple[str, Visitor]:
    """A guest's cookie, kept by somebody else, and the account that the guest has become."""
    owner = Visitor(address, "Ana")
    kept = owner.http.cookies["axedrez"]
    token = owner.ask("POST", "/api/me/tokens", 201, label="a guest's")["token"]
    owner.ask("POST", "/api/accounts", 201, login=f"ana-{uuid4().hex[:8]}", password=PASSWORD)
    assert Visitor(address, headers={"authorization": f"Bearer {token}"}).refused("GET", "/api/me", 401)
    return kept, owner


def with_cookie(address: str, cookie: str) -> Visitor:
    return Visitor(address, headers={"cookie": f"axedrez={cookie}"})


def test_the_guests_cookie_ends_with_the_guest(address: str) -> None:
    kept, owner = guest_and_account(address)
    account = owner.me()
    login = account["login"]
    opponent = Visitor(address, "Eva")
    game = opponent.accept(owner.invite(colour="white"))["id"]

    def stranger_is_nobody() -> None:
        stranger = with_cookie(address, kept)
        assert stranger.me()["id"] != account["id"]
        assert stranger.act(game, "resign", 422, side="white")["error"]["reason"] == "not_your_seat"
        for method, path, body in (
            ("PATCH", "/api/me", {"name": "Eve"}),
            ("POST", "/api/me/tokens", {"label": "bot"}),
            ("PUT", "/api/me/password", {"old": PASSWORD, "new": NEW_PASSWORD}),
            ("DELETE", "/api/sessions", {}),
        ):
            assert stranger.refused(method, path, 401, **body) == "nobody"

    stranger_is_nobody()
    owner.ask("DELETE", "/api/sessions/current")
    stranger_is_nobody()
    owner.ask("POST", "/api/sessions", 201, login=login, password=PASSWORD)
    owner.ask("PUT", "/api/me/password", old=PASSWORD, new=NEW_PASSWORD)
    stranger_is_nobody()
    owner.ask("DELETE", "/api/me", password=NEW_PASSWORD)
    stranger_is_nobody()
    assert opponent.act(game, "move", 422, move="take1")["error"]["reason"] == "not_your_seat", "nothing was played"


def test_a_guest_who_signs_out_is_gone(address: str) -> None:
    guest = Visitor(address, "Ana")
    token = guest.ask("POST", "/api/me/tokens", 201, label="bot")["token"]
    kept, person = guest.http.cookies["axedrez"], guest.me()["id"]
    assert guest.ask("DELETE", "/api/sessions/current")["id"] != person
    assert with_cookie(address, kept).me()["id"] != person
    assert Visitor(address, headers={"authorization": f"Bearer {token}"}).refused("GET", "/api/me", 401)


def test_a_key_opens_only_what_it_was_made_for(address: str) -> None:
    """The text of a session's cookie is no token, and a token is no cookie."""
    _, owner = guest_and_account(address)
    token = owner.ask("POST", "/api/me/tokens", 201, label="bot")["token"]
    session = owner.http.cookies["axedrez"].removeprefix("s.")
    assert Visitor(address, headers={"authorization": f"Bearer {token}"}).me()["kind"] == "account"
    assert Visitor(address, headers={"authorization": f"Bearer {session}"}).refused("GET", "/api/me", 401)
    assert with_cookie(address, f"s.{token}").me()["kind"] == "guest"


@pytest.mark.parametrize("how", ["everywhere", "password", "recovery", "deletion"])
def test_all_that_opens_an_account_ends(address: str, database: str, how: str) -> None:
    _, owner = guest_and_account(address)
    login = owner.me()["login"]
    other = Visitor(address)
    other.ask("POST", "/api/sessions", 201, login=login, password=PASSWORD)
    token = owner.ask("POST", "/api/me/tokens", 201, label="bot")["token"]
    bot = Visitor(address, headers={"authorization": f"Bearer {token}"})
    assert bot.refused("DELETE", "/api/sessions", 401) == "account_needed", "a program does not sign its owner out"
    kept = owner.http.cookies["axedrez"]
    if how == "everywhere":
        assert owner.ask("DELETE", "/api/sessions")["kind"] == "guest"
    elif how == "password":
        owner.ask("PUT", "/api/me/password", old=PASSWORD, new=NEW_PASSWORD)
        assert owner.me()["kind"] == "account"
    elif how == "recovery":
        code = asyncio.run(recovery_code(database, login))
        Visitor(address).ask("POST", "/api/sessions/recover", 201, login=login, code=code, password=NEW_PASSWORD)
    else:
        owner.ask("DELETE", "/api/me", password=PASSWORD)
    assert other.me()["kind"] == "guest"
    assert with_cookie(address, kept).me()["kind"] == "guest"
    assert bot.refused("GET", "/api/me", 401) == "token_unknown"


async def recovery_code(database: str, login: str) -> str:
    store = await Store.open(database)
    try:
        return await Accounts(People(store.engine), now_ms).recovery_code(login)
    finally:
        await store.close()


def listening(address: str, path: str, **headers: str) -> ClientConnection:
    return connect(f"ws://{address}/api{path}", additional_headers=headers)


def closed_by(socket: ClientConnection) -> int | None:
    """The code with which a socket is closed."""
    try:
        while True:
            socket.recv(timeout=LONG_S)
    except ConnectionClosed as end:
        return end.rcvd.code if end.rcvd is not None else None


def test_sockets_end_with_their_session_on_all_servers(database: str, redis: Redis) -> None:
    with both(database, REDIS) as (one, other):
        kept, owner = guest_and_account(one)
        game = Visitor(one, "Eva").accept(owner.invite())["id"]
        token = owner.ask("POST", "/api/me/tokens", 201, label="bot")["token"]
        path = f"/games/{game}/socket"
        neighbour = Visitor(other, "Leo")
        with (
            listening(other, path, cookie=f"axedrez={owner.http.cookies['axedrez']}") as session,
            listening(other, "/lobby/socket", cookie=f"axedrez={owner.http.cookies['axedrez']}") as lobby,
            listening(other, path, authorization=f"Bearer {token}") as program,
            listening(other, path, cookie=f"axedrez={neighbour.http.cookies['axedrez']}") as stays,
        ):
            for socket in (session, lobby, program, stays):
                socket.recv(timeout=LONG_S)
            owner.ask("PUT", "/api/me/password", old=PASSWORD, new=NEW_PASSWORD)
            assert [closed_by(socket) for socket in (session, lobby, program)] == [CLOSE_ENDED] * 3
            stays.send('{"type": "pong", "n": 0}')
            stays.ping().wait(LONG_S)
        with listening(other, path, cookie=f"axedrez={kept}") as nobody:
            nobody.recv(timeout=LONG_S)  # whoever shows what is over may watch, as anybody may


def test_a_guests_sockets_end_when_the_guest_becomes_an_account(address: str) -> None:
    guest = Visitor(address, "Ana")
    game = Visitor(address, "Eva").accept(guest.invite())["id"]
    with listening(address, f"/games/{game}/socket", cookie=f"axedrez={guest.http.cookies['axedrez']}") as socket:
        socket.recv(timeout=LONG_S)
        guest.ask("POST", "/api/accounts", 201, login=f"ana-{uuid4().hex[:8]}", password=PASSWORD)
        assert closed_by(socket) == CLOSE_ENDED
    assert guest.act(game, "resign", side="white" if _is_white(guest, game) else "black")["view"]["outcome"]


def _is_white(visitor: Visitor, game: str) -> bool:
    white: str = visitor.ask("GET", f"/api/games/{game}")["players"]["white"]["person"]
    return bool(white == visitor.me()["id"])
