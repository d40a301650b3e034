"""How two people meet, each in a browser of their own, as the browser tests need it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import urlsplit
from uuid import uuid4

from playwright.sync_api import Page, expect

from tests.e2e.hands import ONLINE, Hands, arrive, choose_opponent

Visit = Callable[..., Page]


class Account(NamedTuple):
    """An account that a test has made."""

    id: str
    login: str
    password: str


def known(page: Page) -> str:
    """Who the visitor is: their id. To be asked before anything is shown: a page that asks at the same time would
    become somebody else, and of the two cookies the later one stays."""
    assert page.url == "about:blank", "the page may be asking who it is"
    return str(page.request.get("/api/me").json()["id"])


def account(page: Page, name: str) -> Account:
    """Make an account of a visitor to whom nothing has been shown yet; `name` is what others see."""
    found = Account(known(page), f"{name.lower()}{uuid4().hex[:8]}", "a long enough secret")
    made = page.request.post("/api/accounts", data={"login": found.login, "password": found.password})
    assert made.ok, made.text()
    assert page.request.patch("/api/me", data={"name": name}).ok
    return found


def invited(
    host: Page, name: str = "Ana", rulebook: str = "clasico", clock: tuple[str, ...] | None = None, delay: str = ""
) -> str:
    """Invite by a link, with White: the path of the invitation.

    `clock`: minutes, seconds for each move, and the minutes of Black if those are others.
    """
    host.goto(f"/new/{rulebook}")
    choose_opponent(host, ONLINE)
    if clock is not None:
        host.get_by_text("Otro reloj").click()
        host.get_by_text("Fischer").click()
        host.get_by_label("Minutos por jugador").fill(clock[0])
        host.get_by_label("Segundos por jugada").fill(clock[1])
        if len(clock) > 2:
            host.get_by_label("Las negras tienen otro tiempo").check()
            host.get_by_label("Negras: minutos por jugador").fill(clock[2])
    if delay:
        host.get_by_text("Más", exact=True).click()
        host.get_by_text(delay).click()
    host.get_by_label("Su nombre").fill(name)
    host.get_by_role("button", name="Invitar con un enlace").click()
    arrive(host, "**/invitation/*")
    link = host.get_by_label("Enlace para la otra persona").input_value()
    expect(host.get_by_role("img", name="Código QR")).to_be_visible()
    return urlsplit(link).path


def together(host: Page, guest: Page, **invitation: object) -> tuple[Hands, Hands]:
    """Play by a link: the hands of the host, who has White, and of the guest."""
    link = invited(host, **invitation)  # type: ignore[arg-type]
    guest.goto(link)
    guest.get_by_label("Su nombre").fill("Eva")
    guest.get_by_role("button", name="Aceptar y jugar").click()
    for page in (host, guest):
        arrive(page, "**/game/*")
        expect(page.get_by_role("grid").first).to_be_visible()
    return Hands(host), Hands(guest)
