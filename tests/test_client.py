"""`axedrez.client` at a real server: its document runs, and it is patient but not without end."""

from __future__ import annotations

import doctest
import threading
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from axedrez.client import Away, Client, GameEnd, Refusal, Stale
from axedrez.server import create_app
from tests.ports import free_port
from tests.server.serving import serving
from tests.server.visiting import PASSWORD, Visitor

DOCUMENT = Path(__file__).parents[1] / "docs" / "client.md"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(create_app(f"sqlite:///{tmp_path_factory.mktemp('client') / 'games.db'}")) as found:
        yield found


def token(address: str, name: str) -> str:
    visitor = Visitor(address, name)
    visitor.ask("POST", "/api/accounts", 201, login=f"{name}{uuid4().hex[:8]}", password=PASSWORD)
    text: str = visitor.ask("POST", "/api/me/tokens", 201, label="client")["token"]
    return text


def test_the_document_does_what_it_says(address: str) -> None:
    names = {
        "SERVER": f"http://{address}",
        "TOKEN": token(address, "roberta"),
        "opponent": Client(address, token(address, "opponent")),
    }
    test = doctest.DocTestParser().get_doctest(DOCUMENT.read_text(encoding="utf-8"), names, "client.md", None, 0)
    assert len(test.examples) > 12
    told: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=told.append)
    assert not told, "".join(told)


def test_a_command_that_comes_too_late_brings_the_game(address: str) -> None:
    client = Client(address, token(address, "ana"))
    game = client.create_game("clasico")
    client.move(game, "e2e4")
    with pytest.raises(Stale) as stale:
        client.move(game, "d2d4")
    assert stale.value.game is not None
    assert (stale.value.reason, stale.value.game.seq) == ("stale", 1)


def test_refusals_speak_the_language_of_the_client(address: str) -> None:
    for lang, text in (("en", "There is no such game."), ("es", "Esa partida no existe.")):
        with pytest.raises(Refusal) as refusal:
            Client(address, token(address, "eva"), lang=lang).game(str(uuid4()))
        assert (refusal.value.reason, refusal.value.status, str(refusal.value)) == ("unknown_game", 404, text)
    with pytest.raises(Refusal) as refusal:
        Client(address, "axt_none").me()
    assert refusal.value.reason == "token_unknown"
    with pytest.raises(Refusal):
        next(Client(address, "axt_none").events())


def test_the_end_of_a_game_is_told_and_following_ends(address: str) -> None:
    ana, eva = Client(address, token(address, "ana")), Client(address, token(address, "eva"))
    game = eva.accept(ana.invite("clasico", colour="white").id)
    ana.command(game.id, "resign", game.seq, side="white")
    assert [event.type for events in eva.follow(game.id) for event in events] == ["ended"]
    bob = eva.accept(ana.invite("clasico", colour="white").id)
    news = eva.events()
    threading.Timer(0.5, lambda: ana.command(bob.id, "resign", bob.seq, side="white")).start()
    assert next(each for each in news if isinstance(each, GameEnd)).result == "0-1"


def test_patience_ends_and_so_does_waiting() -> None:
    nowhere = f"localhost:{free_port()}"
    with pytest.raises(Away, match="localhost"):
        Client(nowhere, "axt_x", patience_s=0.2).me()
    endless = Client(nowhere, "axt_x", patience_s=None)
    threading.Timer(0.3, endless.stop.set).start()
    with pytest.raises(Away):
        endless.me()
    assert list(endless.events()) == []
    with pytest.raises(ValueError, match="not the address"):
        Client("ftp://somewhere", "axt_x")
