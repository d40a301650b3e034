"""Notices on the account page, and the page without network."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

pytest.importorskip("cryptography", reason="a locked requirement: run script/setup")

from tests.e2e.conftest import SCREENSHOTS, SERVE, Server
from tests.e2e.hands import until_told
from tests.e2e.meeting import Visit
from tests.e2e.serving import told_at_once
from tests.patience import until
from tests.server.mail_server import MailServer, mail_server
from tests.server.push_service import PushService, Reader, push_service

PASSWORD = "ein Turm auf g1"
PUBLIC = "http://127.0.0.1:9"
STUB = """
([endpoint, keys]) => {
  Object.defineProperty(Notification, 'permission', { get: () => 'default' })
  Notification.requestPermission = async () => 'granted'
  PushManager.prototype.subscribe = async () => ({ toJSON: () => ({ endpoint, keys }) })
  PushManager.prototype.getSubscription = async () => null
}
"""

ARE_KEPT = """
async (wanted) => {
  const kept = []
  for (const name of await caches.keys()) {
    if (name.startsWith('data-')) kept.push(...(await (await caches.open(name)).keys()))
  }
  return wanted.every((each) => kept.some(({ url }) => url.includes(each)))
}
"""


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as found:
        yield found


@pytest.fixture
def mails() -> Iterator[MailServer]:
    with mail_server() as found:
        yield found


@pytest.fixture
def telling(tmp_path: Path, mails: MailServer) -> Iterator[Server]:
    """A server that tells people what waits for them."""
    words = (*SERVE, "--public-url", PUBLIC, "--push-loopback", "--smtp", mails.url, "--mail-from", "a@example.org")
    server = Server(tmp_path, words)
    server.change = told_at_once
    server.start()
    yield server
    server.kill()
    assert "Traceback" not in server.output(), server.output()


@pytest.fixture
def server(telling: Server) -> Server:
    return telling


def ask(page: Page, method: str, path: str, **body: Any) -> Any:
    answer = page.request.fetch(path, method=method, data=body or None, timeout=90_000)
    assert answer.ok, answer.text()
    return answer.json() if answer.text() else None


def signed_in(page: Page, name: str) -> None:
    ask(page, "GET", "/api/me")
    ask(page, "PATCH", "/api/me", name=name)
    ask(page, "POST", "/api/accounts", login=name.lower(), password=PASSWORD)


def moved(page: Page, other: Page) -> str:
    """A game in which `other` has just moved."""
    invitation = ask(other, "POST", "/api/invitations", id=str(uuid4()), rulebook="clasico", colour="white")["id"]
    game: str = ask(page, "POST", f"/api/invitations/{invitation}/accept")["id"]
    command = {"id": str(uuid4()), "type": "move", "move": "e2e4"}
    seq = ask(other, "GET", f"/api/games/{game}")["seq"]
    ask(other, "POST", f"/api/games/{game}/commands", expected_seq=seq, **command)
    return game


def test_an_account_chooses_where_it_is_told(
    server: Server,
    page: Page,
    visit: Visit,
    service: PushService,
    mails: MailServer,
    presentable: Callable[[str], None],
) -> None:
    reader = Reader()
    page.add_init_script(f"({STUB})({json.dumps([service.endpoint(), reader.keys])})")
    page.goto("/")
    signed_in(page, "Ana")
    page.goto("/account")
    notices = page.get_by_role("region", name="Avisos")
    expect(notices.get_by_role("heading", name="En este navegador")).to_be_visible()
    presentable("account without notices")
    notices.get_by_role("button", name="Avisar en este navegador").click()
    expect(notices.get_by_text("Le avisaremos en este navegador.")).to_be_visible()
    expect(notices.get_by_role("button", name="Dejar de avisar aquí")).to_be_visible()
    offers = notices.get_by_role("checkbox", name="Propuestas del rival e invitaciones").first
    expect(offers).to_be_checked()
    offers.focus()
    page.keyboard.press("Space")
    until(lambda: not ask(page, "GET", "/api/me/notices")["browsers"][0]["offers"])
    page.goto("/")
    eva = visit()
    ask(eva, "GET", "/api/me")
    ask(eva, "PATCH", "/api/me", name="Eva")
    game = moved(page, eva)
    until(lambda: service.posted, "nothing was pushed")
    told = json.loads(reader.open(service.posted[0][2]))
    assert (told["title"], told["url"]) == ("Le toca jugar", f"/game/{game}")

    page.goto("/account")
    notices.get_by_label("Dirección de correo").fill("ana@example.org")
    notices.get_by_label("Una vez al día, las partidas que esperan").check()
    notices.get_by_role("button", name="Guardar").click()
    expect(notices.get_by_text("Le hemos mandado un enlace: ábralo")).to_be_visible()
    expect(notices.locator("[data-mailbox]")).to_contain_text("está por confirmar")
    presentable("account with notices")
    SCREENSHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SCREENSHOTS / "notices.png", full_page=True)
    until(lambda: mails.mails, "no mail comes")
    text = str(mails.mails[0][1].get_content())
    links = [line.removeprefix(PUBLIC) for line in text.split() if line.startswith(PUBLIC)]
    verify, off = links
    page.goto(verify)
    presentable("the link that verifies")
    assert not ask(page, "GET", "/api/me/notices")["mailbox"]["verified"]
    page.get_by_role("button", name="Confirmar").click()
    expect(page.get_by_text("La dirección ana@example.org está confirmada.")).to_be_visible()
    page.goto("/account")
    expect(notices.locator("[data-mailbox]")).to_have_text("ana@example.org está confirmada.")
    page.goto(off)
    presentable("the way out")
    page.get_by_role("button", name="No mandar más").click()
    expect(page.get_by_text("Ya no le mandaremos correo, y su dirección está borrada.")).to_be_visible()
    page.goto("/account")
    notices.get_by_role("button", name="Dejar de avisar aquí").click()
    expect(notices.get_by_role("button", name="Avisar en este navegador")).to_be_visible()
    assert ask(page, "GET", "/api/me/notices") | {"push_key": ""} == {
        "push_key": "",
        "mail": True,
        "browsers": [],
        "mailbox": None,
    }


def test_a_browser_without_notices_is_told_so(page: Page, server: Server) -> None:
    page.add_init_script("delete window.PushManager")
    page.goto("/")
    signed_in(page, "Ana")
    page.goto("/account")
    expect(page.get_by_text("Este navegador no admite avisos, o la página no está abierta con https.")).to_be_visible()


def with_copy(page: Page) -> None:
    """Opens the page and waits for its copy; an old one is there before."""
    page.add_init_script("localStorage.setItem('axedrez.offline', 'true')")
    page.goto("/")
    page.evaluate("caches.open('shell-old')")
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.wait_for_function("caches.keys().then(names => !names.includes('shell-old'))")


@pytest.mark.journey
def test_the_page_opens_without_network(
    page: Page, server: Server, axe: Callable[[Page], list[str]], presentable: Callable[[str], None]
) -> None:
    with_copy(page)
    assert page.evaluate("caches.keys().then(names => names.filter(each => each.startsWith('shell-')).length)") == 1
    page.goto("/manual")
    expect(page.locator('a[href="/manual/clasico"]').first).to_be_visible()
    page.goto("/manual/clasico")
    expect(page.locator("#C-22")).to_be_visible()
    game = ask(page, "POST", "/api/games", id=str(uuid4()), rulebook="clasico")["id"]
    page.goto(f"/game/{game}")
    expect(page.get_by_role("grid")).to_be_visible()
    page.goto("/games")
    expect(page.locator(f'a[href^="/game/{game}"]').first).to_be_visible()
    expect(page.locator("[data-offline]")).to_have_count(0)
    page.wait_for_function(ARE_KEPT, arg=["/api/rulebooks/clasico/rules", f"/api/games/{game}?", "/api/games?"])

    server.kill()
    page.context.set_offline(True)
    page.goto("/")
    expect(page.get_by_role("heading", name="Axedrez").first).to_be_visible()
    expect(page.locator("[data-offline]")).to_contain_text("hace falta la red")
    presentable("the start without network")
    page.goto("/manual/clasico")
    expect(page.locator("#C-22")).to_be_visible()
    page.goto(f"/game/{game}")
    expect(page.get_by_role("grid")).to_be_visible()
    expect(page.locator("[data-offline]")).to_contain_text("hace falta la red")
    assert axe(page) == []
    page.goto("/manual/backgammon")  # not opened before
    expect(page.get_by_text("El servidor no responde.").first).to_be_visible()

    page.context.set_offline(False)
    server.start()
    page.goto("/manual/backgammon")
    expect(page.locator("[data-offline]")).to_have_count(0)


def test_another_person_at_the_browser_finds_nothing_kept(page: Page, server: Server) -> None:
    with_copy(page)
    signed_in(page, "Ana")
    page.goto("/account")
    page.wait_for_function("caches.match('/api/me?lang=es').then(Boolean)")
    page.get_by_role("button", name="Salir de la cuenta").click()
    expect(page.get_by_text("La sesión está cerrada.")).to_be_visible()
    page.wait_for_function("caches.match('/api/me?lang=es').then(found => !found)")


def test_the_service_worker_shows_what_it_receives(page: Page, server: Server) -> None:
    with_copy(page)
    (worker,) = page.context.service_workers
    # A private window shows none.
    worker.evaluate("self.registration.showNotification = async (...shown) => { self.shown = shown }")
    session = page.context.new_cdp_session(page)
    registered: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registered.extend(each["registrationId"] for each in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    until_told(page, lambda: registered)
    data = json.dumps({"title": "Le toca jugar", "body": "x", "url": "/game/1", "tag": "turn 1", "lang": "es"})
    session.send(
        "ServiceWorker.deliverPushMessage", {"origin": server.url, "registrationId": registered[0], "data": data}
    )
    until_told(page, lambda: worker.evaluate("'shown' in self"))
    title, shown = worker.evaluate("self.shown")
    assert title == "Le toca jugar"
    assert (shown["body"], shown["tag"], shown["data"]) == ("x", "turn 1", {"url": "/game/1"})
