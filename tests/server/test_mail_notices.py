"""Mails: only to addresses that were verified, each with its way out, in the person's language; and the digest."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import httpx
import pytest

from axedrez.core import AxedrezError
from axedrez.server import create_app
from axedrez.server.notices import NoticeOptions, notifier
from axedrez.server.notices.options import SmtpServer
from axedrez.storage import Delays, channels
from tests.match.takeaway import TakeawayRulebooks
from tests.patience import until
from tests.server.mail_server import MailServer, mail_server
from tests.server.rounds import tournament_of
from tests.server.serving import RandomPlayer, serving
from tests.server.visiting import Visitor

PASSWORD = "ein Turm auf g1"
PUBLIC = "https://juegos.example.org"
QUIET_S = 0.8
ANA = "ana@example.org"


@pytest.fixture(autouse=True)
def _prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notifier, "DELAYS", Delays(0, 0))
    monkeypatch.setattr(notifier, "SEARCH_MS", 50)
    monkeypatch.setattr(notifier, "POLL_S", 0.05)
    monkeypatch.setattr(notifier, "TRIES_S", (0, 0, 0))


@pytest.fixture
def mails() -> Iterator[MailServer]:
    with mail_server() as found:
        yield found


@contextmanager
def server(folder: Path, mails: MailServer) -> Iterator[str]:
    url = f"sqlite:///{folder / 'games.db'}"
    options = NoticeOptions.parse(PUBLIC, mails.url, "axedrez@example.org")
    app = create_app(url, rulebooks=TakeawayRulebooks(), player=RandomPlayer, notices=options)
    with serving(app) as address:
        yield address


def account(address: str, name: str) -> Visitor:
    found = Visitor(address, name)
    found.ask("POST", "/api/accounts", 201, login=name.lower(), password=PASSWORD)
    return found


def text(mail: EmailMessage) -> str:
    return str(mail.get_content()).replace("\r\n", "\n")


def shown(mail: EmailMessage, path: str) -> str:
    found = re.search(rf"{PUBLIC}{path}/([A-Za-z0-9_-]+)", text(mail))
    assert found is not None, text(mail)
    return found[1]


def nth(mails: MailServer, number: int, address: str = ANA) -> EmailMessage:
    until(lambda: len(mails.to(address)) > number, f"mail {number} does not come")
    return mails.to(address)[number]


def quiet(mails: MailServer, number: int) -> None:
    time.sleep(QUIET_S)
    assert [str(mail["subject"]) for _, mail in mails.mails][number:] == []


def verified(visitor: Visitor, mails: MailServer, address: str = ANA, **wanted: Any) -> str:
    """Lets a person have mails; what the way out shows."""
    before = len(mails.to(address))
    assert visitor.ask("PUT", "/api/me/mail", address=address, **wanted)["verified"] is False
    mail = nth(mails, before, address)
    assert visitor.ask("POST", "/api/mail/verify", shown=shown(mail, "/mail/verify"))["verified"] is True
    return shown(mail, "/mail/off")


def game_of(white: Visitor, black: Visitor, **terms: Any) -> str:
    game: str = black.accept(white.invite(colour="white", **terms))["id"]
    return game


def test_an_address_is_verified_before_anything_else_is_sent_there(tmp_path: Path, mails: MailServer) -> None:
    with server(tmp_path, mails) as address:
        ana, eva = account(address, "Ana"), account(address, "Eva")
        ana.ask("PUT", "/api/me/mail", address=ANA)
        link = nth(mails, 0)
        assert (link["subject"], link["to"], link["from"]) == (
            "Confirm your mail address",
            ANA,
            "Axedrez <axedrez@example.org>",
        )
        game = game_of(ana, eva)
        quiet(mails, 1)
        proof = shown(link, "/mail/verify")
        stranger = Visitor(address)
        for wrong in (proof[:-1] + ("A" if proof[-1] != "A" else "B"), shown(link, "/mail/off")):
            assert stranger.refused("POST", "/api/mail/verify", 422, shown=wrong) == "mail_link"
        assert stranger.ask("POST", "/api/mail/verify", shown=proof)["address"] == ANA  # on a telephone, perhaps
        assert ana.ask("GET", "/api/me/notices")["mailbox"]["verified"] is True
        ana.act(game, "move", move="take1")
        eva.act(game, "move", move="take2")
        mail = nth(mails, 1)
        assert mail["subject"] == "It is your turn: Heap, against Eva"
        assert f"{PUBLIC}/game/{game}\n" in text(mail)
        # Another address is another mailbox.
        ana.ask("PUT", "/api/me/mail", address="ana@example.com")
        assert ana.ask("GET", "/api/me/notices")["mailbox"] == {
            "address": "ana@example.com",
            "verified": False,
            "turn": True,
            "offers": True,
            "rounds": True,
            "digest": False,
        }
        nth(mails, 0, "ana@example.com")
        ana.act(game, "move", move="take1")
        eva.act(game, "move", move="take2")
        quiet(mails, 3)


def test_a_round_that_was_paired_is_mailed_to_who_wants_it(tmp_path: Path, mails: MailServer) -> None:
    with server(tmp_path, mails) as address:
        ana, eva = account(address, "Ana"), account(address, "Eva")
        verified(ana, mails)
        verified(eva, mails, "eva@example.org", rounds=False)
        club = tournament_of(ana, eva)
        mail = nth(mails, 1)
        assert mail["subject"].startswith("Round 1 is paired: Club: board 1, with ")
        assert "against Eva" in text(mail)
        assert f"{PUBLIC}/tournament/{club}\n" in text(mail)
        quiet(mails, 3)  # a link to each of them, and this one


def test_every_mail_has_its_way_out(tmp_path: Path, mails: MailServer) -> None:
    with server(tmp_path, mails) as address:
        ana, eva = account(address, "Ana"), account(address, "Eva")
        ana.ask("PATCH", "/api/me", settings={"language": "es"})
        way_out = verified(ana, mails)
        game = game_of(ana, eva)
        mail = nth(mails, 1)
        assert mail["subject"] == "Le toca jugar: Montón, contra Eva"
        assert mail["list-unsubscribe"] == f"<{PUBLIC}/mail/off/{way_out}>"
        assert mail["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
        assert mail["auto-submitted"] == "auto-generated"
        assert mail["content-language"] == "es"
        said = f"juegos.example.org. Para no recibir ninguno más:\n{PUBLIC}/mail/off/{way_out}"
        assert text(mail).rstrip().endswith(said)
        assert len(way_out) == 32
        browser = httpx.Client(base_url=f"http://{address}")
        for path in (f"/mail/off/{way_out}", "/mail/verify/nonsense"):  # they ask: who only follows links does nothing
            answer = browser.get(path)
            assert (answer.status_code, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
        assert ana.ask("GET", "/api/me/notices")["mailbox"] is not None
        assert browser.post("/mail/off/nonsense", data={"List-Unsubscribe": "One-Click"}).status_code == 200
        assert ana.ask("GET", "/api/me/notices")["mailbox"] is not None
        assert browser.post(f"/mail/off/{way_out}", data={"List-Unsubscribe": "One-Click"}).status_code == 200
        assert ana.ask("GET", "/api/me/notices")["mailbox"] is None
        ana.act(game, "move", move="take1")
        eva.act(game, "move", move="take1")
        quiet(mails, 2)
        other = verified(ana, mails)  # another one, if she wants mails again
        assert other != way_out
        Visitor(address).ask("POST", "/api/mail/off", 204, shown=other)
        Visitor(address).ask("POST", "/api/mail/off", 204, shown=other)
        assert ana.ask("GET", "/api/me/notices")["mailbox"] is None


def test_games_with_a_short_clock_and_what_is_not_wanted_send_no_mail(tmp_path: Path, mails: MailServer) -> None:
    with server(tmp_path, mails) as address:
        ana, eva = account(address, "Ana"), account(address, "Eva")
        verified(ana, mails)
        game_of(ana, eva, clock={"kind": "fischer", "initial_ms": 300_000, "increment_ms": 0})
        quiet(mails, 1)
        game_of(ana, eva, clock={"kind": "correspondence", "days": 3})
        nth(mails, 1)
        ana.ask("PUT", "/api/me/mail", address=ANA, turn=False, offers=True)
        game_of(ana, eva)
        quiet(mails, 2)
        eva.invite(to=ana.me()["id"])
        assert nth(mails, 2)["subject"] == "You are invited to a game: Heap, against Eva"


def test_the_digest_comes_once_a_day_and_only_if_something_waits(tmp_path: Path, mails: MailServer) -> None:
    days = iter(range(1, 9))

    def another_day() -> None:
        with sqlite3.connect(tmp_path / "games.db", timeout=30) as connection:
            connection.execute("UPDATE mailboxes SET digest_at = digest_at - ?", (channels.DAY_MS + next(days),))
        connection.close()

    with server(tmp_path, mails) as address:
        ana, eva, oto = account(address, "Ana"), account(address, "Eva"), account(address, "Oto")
        verified(ana, mails, turn=False, offers=False, digest=True)
        another_day()
        quiet(mails, 1)  # no game waits
        games = [game_of(ana, eva), game_of(oto, ana), game_of(ana, oto, clock={"kind": "correspondence", "days": 2})]
        game_of(ana, oto, clock={"kind": "fischer", "initial_ms": 300_000, "increment_ms": 0})
        another_day()
        mail = nth(mails, 1)
        assert mail["subject"] == "2 games wait for you"
        lines = text(mail)
        assert "Heap, against Eva\nHeap, against Oto\n" in lines
        assert f"{PUBLIC}/games" in lines
        quiet(mails, 2)  # a day is not over
        oto.act(games[1], "move", move="take1")
        another_day()
        assert nth(mails, 2)["subject"] == "3 games wait for you"
        ana.ask("PUT", "/api/me/mail", address=ANA, turn=False, offers=False, digest=False)
        another_day()
        quiet(mails, 3)


def test_a_busy_mail_server_is_tried_again_and_a_refusal_is_final(tmp_path: Path, mails: MailServer) -> None:
    with server(tmp_path, mails) as address:
        ana, eva = account(address, "Ana"), account(address, "Eva")
        mails.answers = ["451 later", "421 busy"]
        verified(ana, mails)
        mails.answers = ["550 nobody here"]
        game = game_of(ana, eva)
        quiet(mails, 1)
        ana.act(game, "move", move="take1")
        eva.act(game, "move", move="take1")
        nth(mails, 1)
        quiet(mails, 2)


def test_nobody_is_flooded_with_links(tmp_path: Path, mails: MailServer) -> None:
    with server(tmp_path, mails) as address:
        ana, eva = account(address, "Ana"), account(address, "Eva")
        ana.ask("PUT", "/api/me/mail", address=ANA)
        ana.ask("POST", "/api/me/mail/proof", 204)
        ana.ask("DELETE", "/api/me/mail", 204)
        ana.ask("PUT", "/api/me/mail", address=ANA.upper().lower())
        assert ana.refused("POST", "/api/me/mail/proof", 429) == "too_many_proofs"
        assert ana.refused("PUT", "/api/me/mail", 429, address="else@example.org") == "too_many_proofs"
        assert eva.refused("PUT", "/api/me/mail", 429, address=ANA.title()) == "too_many_proofs"
        ana.ask("DELETE", "/api/me", password=PASSWORD)
        assert account(address, "Ana").refused("PUT", "/api/me/mail", 429, address=ANA) == "too_many_proofs"


def test_an_earlier_link_ends_with_the_next_one_and_with_its_time(
    tmp_path: Path, mails: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server(tmp_path, mails) as address:
        ana = account(address, "Ana")
        ana.ask("PUT", "/api/me/mail", address=ANA)
        first = shown(nth(mails, 0), "/mail/verify")
        monkeypatch.setattr(channels, "PROOF_MS", 0)
        ana.ask("POST", "/api/me/mail/proof", 204)
        second = shown(nth(mails, 1), "/mail/verify")
        for old in (first, second):
            assert ana.refused("POST", "/api/mail/verify", 422, shown=old) == "mail_link"


@pytest.mark.parametrize(
    "address",
    ["", "ana", "ana@", "@example.org", "ana@localhost", "a b@example.org", "ana@example.org\nBcc: x@example.org",
     "ana@example.org, eva@example.org", "<ana@example.org>", '"ana"@example.org', "ana@exämple.org", "ana@-.",
     "x" * 65 + "@example.org"],
)  # fmt: skip
def test_what_is_no_address_is_refused(address: str, tmp_path: Path, mails: MailServer) -> None:
    with server(tmp_path, mails) as place:
        ana, guest = account(place, "Ana"), Visitor(place, "Guest")
        assert ana.refused("PUT", "/api/me/mail", 422, address=address) == "mail_address"
        assert guest.refused("PUT", "/api/me/mail", 401, address=ANA) == "account_needed"
        assert ana.refused("POST", "/api/me/mail/proof", 422) == "nothing_to_verify"


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("games.example.org", None, None), "public_url"),
        (("ftp://games.example.org", None, None), "public_url"),
        (("https://games.example.org/chess", None, None), "public_url"),
        (("https://games.example.org:x", None, None), "public_url"),
        (("https://games.example.org", "smtp://mail.example.org", None), "mail_alone"),
        ((None, "smtp://mail.example.org", "a@example.org"), "mail_alone"),
        (("https://games.example.org", "mail.example.org", "a@example.org"), "smtp_url"),
        (("https://games.example.org", "smtp://mail.example.org:port", "a@example.org"), "smtp_url"),
        (("https://games.example.org", None, "Axedrez <a@example.org>"), "mail_from"),
    ],
)
def test_options_that_are_wrong_are_told(options: tuple[str | None, str | None, str | None], reason: str) -> None:
    with pytest.raises(AxedrezError) as told:
        NoticeOptions.parse(*options)
    assert told.value.reason == reason


def test_the_mail_server_is_read_from_its_address() -> None:
    assert SmtpServer.parse("smtp://ana%40x:pa%3Ass@mail.example.org") == SmtpServer(
        "mail.example.org", 587, False, "ana@x", "pa:ss"
    )
    assert SmtpServer.parse("smtps://mail.example.org:2465")[:3] == ("mail.example.org", 2465, True)
    assert (
        NoticeOptions.parse("https://games.example.org/", None, None).link("/games")
        == "https://games.example.org/games"
    )


def test_a_mail_server_elsewhere_must_encrypt(mails: MailServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ours knows no STARTTLS: on this machine that is well, elsewhere nothing is handed over."""
    from axedrez.server.notices import mail, options

    made = EmailMessage()
    made["From"], made["To"] = "a@example.org", ANA
    made.set_content("x")
    mail.deliver(SmtpServer.parse(mails.url), made)
    assert len(mails.mails) == 1
    monkeypatch.setattr(options, "LOOPBACK", ())
    with pytest.raises(OSError, match="STARTTLS"):
        mail.deliver(SmtpServer.parse(mails.url), made)
    assert len(mails.mails) == 1
