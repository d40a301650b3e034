"""A club: made, joined by its link, led, with a tournament of its own, and left."""

from __future__ import annotations

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.meeting import Visit, account, known


@pytest.mark.journey
def test_a_club(page: Page, visit: Visit, presentable: Callable[[str], None]) -> None:
    account(page, "Eva")
    page.goto("/lobby")
    page.get_by_role("link", name="Clubes").click()
    name = f"Torre {uuid4().hex[:8]}"
    page.get_by_label("Nombre del club").fill(name)
    page.get_by_label("Lo que conviene saber").fill("Los viernes,\na las ocho.")
    page.get_by_text("Quien tenga el enlace").click()
    presentable("the clubs")
    page.get_by_role("button", name="Crear el club").click()
    expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()
    expect(page.get_by_role("img", name="Código QR del enlace para entrar")).to_be_visible()
    link = page.get_by_role("textbox", name="Enlace para entrar").input_value()
    club = re.search(r"/club/([\w-]+)#[\w-]{22}$", link)
    assert club is not None, link

    # A guest is told what it needs; an account comes in by the link, and not without it.
    ana = visit(360, 740)
    known(ana)
    ana.goto(link)
    expect(ana.get_by_text("Hace falta una cuenta.")).to_be_visible()
    ana.goto("about:blank")
    account(ana, "Ana")
    ana.goto(f"/club/{club[1]}")
    expect(ana.get_by_text("Quién puede entrar: Quien tenga el enlace")).to_be_visible()
    expect(ana.get_by_text("Solo los miembros ven quién está en él.")).to_be_visible()
    expect(ana.get_by_role("button", name="Entrar en el club")).to_be_hidden()
    ana.goto("about:blank")
    ana.goto(link)
    ana.get_by_role("button", name="Entrar en el club").click()
    expect(ana.locator("[data-member=Ana]")).to_be_visible()
    expect(ana.get_by_role("heading", name="Cambiar el club")).to_be_hidden()

    # A tournament of the club, a leader, and another text.
    settings = {"title": "Copa de la torre", "rulebook": "clasico", "over_the_board": True, "entry": "open"}
    made = page.request.post(
        f"/api/clubs/{club[1]}/tournaments", data={"id": str(uuid4()), "settings": settings, "members_only": True}
    )
    assert made.ok, made.text()
    page.reload()
    expect(page.get_by_role("link", name="Copa de la torre")).to_have_attribute(
        "href", f"/tournament/{made.json()['id']}"
    )
    expect(page.get_by_role("link", name="Nuevo torneo del club")).to_have_attribute(
        "href", f"/tournaments/new?club={club[1]}"
    )
    page.get_by_role("button", name="Hacer responsable a Ana").click()
    expect(page.locator("[data-member=Ana]")).to_contain_text("responsable")
    page.get_by_label("Lo que conviene saber").fill("Los sábados.")
    page.get_by_role("button", name="Guardar").click()
    expect(page.get_by_role("status").filter(has_text="Guardado.")).to_be_visible()
    expect(page.locator(".text")).to_have_text("Los sábados.")
    presentable("a club")

    # The owner goes: the club is Ana's. In English, too.
    page.get_by_role("button", name="Salir del club").click()
    page.get_by_role("dialog").get_by_role("button", name="Salir", exact=True).click()
    expect(page.get_by_text("Todavía no está en ningún club.")).to_be_visible()
    ana.reload()
    expect(ana.locator("[data-member=Ana]")).to_contain_text("propietario")
    assert ana.evaluate("document.documentElement.scrollWidth") <= 360
    ana.get_by_role("button", name="Borrar el club").click()
    ana.get_by_role("dialog").get_by_role("button", name="Borrar", exact=True).click()
    expect(ana.get_by_text("Todavía no está en ningún club.")).to_be_visible()
    page.get_by_role("button", name="English").click()
    expect(page.get_by_text("You are in no club yet.")).to_be_visible()
