"""Studies as people use them: two people at two servers, one of which is killed in between; files; sharing."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import PATIENCE_MS, SERVE, Server
from tests.server.channels import REDIS

LONGEST_MS = 120_000
PGN = "1. e4 {centro [%csl Ge4]} (1. d4 d5) 1... e5 $1 2. Nf3 *"


@pytest.fixture
def servers(tmp_path: Path, postgres_url: str) -> Iterator[list[Server]]:
    """Two servers over one PostgreSQL and one Redis, each a process of its own."""
    found = []
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        server = Server(folder, (*SERVE, "--channels", REDIS))
        server.database_url = postgres_url
        found.append(server)
    for server in found:
        server.start()
    yield found
    for server in found:
        server.kill()
        assert "Traceback" not in server.output(), server.output()


def moves(page: Page) -> list[str]:
    """The moves of the tree as they are written, without what each page has found of their worth."""
    return [re.sub(r"\s|[+−]?\d+,\d+", "", text) for text in page.locator("[data-node]").all_inner_texts()]


def looked_into(page: Page) -> None:
    """Wait until the position has arrived, and its worth."""
    expect(page.locator("[data-findings]")).to_have_attribute("data-findings", "there", timeout=LONGEST_MS)


def typed(page: Page, move: str) -> None:
    """Type a move, and see it in the tree."""
    looked_into(page)
    field = page.get_by_label("Jugada escrita")
    field.fill(move)
    field.press("Enter")
    expect(page.locator("[data-node][aria-current=step]")).to_contain_text(move)


def say(page: Page, text: str) -> None:
    """Write about the move that is shown."""
    field = page.get_by_role("textbox", name=re.compile("^Comentario"))
    field.fill(text)
    field.press("Control+Enter")


def saved(page: Page, is_so: bool = True) -> None:
    """Whether the server has everything."""
    expect(page.locator("[data-saved]")).to_have_attribute("data-saved", str(is_so).lower(), timeout=LONGEST_MS)


@pytest.mark.timeout(300)
def test_two_people_in_one_study_and_a_server_is_killed(servers: list[Server], browser: Browser) -> None:
    """Nothing that either wrote is lost, and both see the same in the end."""
    one, two = servers
    contexts = [browser.new_context(base_url=each.url, locale="es") for each in servers]
    for context in contexts:
        context.set_default_timeout(PATIENCE_MS)
    ana, eva = (context.new_page() for context in contexts)
    try:
        ana.goto("/studies")
        ana.get_by_label("Título del estudio").fill("Aperturas")
        ana.get_by_role("combobox", name=re.compile("^Reglas")).select_option("clasico")
        ana.get_by_role("button", name="Hacer el estudio").click()
        expect(ana.get_by_role("heading", name="Aperturas")).to_be_visible(timeout=LONGEST_MS)
        typed(ana, "e4")
        saved(ana)
        ana.get_by_text("Compartir, copiar, guardar en un archivo").click()
        ana.get_by_label("Hay un enlace para quienes escriben").check()
        link = ana.get_by_label("Enlace para escribir", exact=True)
        expect(link).to_have_value(re.compile("key="))

        eva.goto(link.input_value().replace(one.url, two.url))
        expect(eva.get_by_role("heading", name="Aperturas")).to_be_visible(timeout=LONGEST_MS)
        eva.locator("[data-node]").first.click()
        typed(eva, "c5")
        expect(ana.locator("[data-node]", has_text="c5")).to_be_visible()
        # Both rename the study: who is second is told, and overwrites nothing.
        eva.get_by_text("Compartir, copiar, guardar en un archivo").click()
        titles = [page.get_by_label("Título del estudio") for page in (ana, eva)]
        titles[0].fill("Aperturas de Ana")
        titles[1].fill("Defensas")
        titles[1].press("Enter")
        expect(ana.get_by_role("heading", name="Defensas")).to_be_visible()
        expect(titles[0]).to_have_value("Aperturas de Ana")
        titles[0].press("Enter")
        expect(ana.get_by_role("alert")).to_contain_text(re.compile("Defensas.*Aperturas de Ana"))
        expect(titles[0]).to_have_value("Defensas")
        for page in (ana, eva):
            expect(page.get_by_role("heading", name="Defensas")).to_be_visible()
        # Ana's server is killed. She goes on, and so does Eva at the other one; both write about the same move.
        one.kill()
        ana.locator("[data-node]").first.click()
        eva.locator("[data-node]").first.click()
        say(ana, "centro")
        say(eva, "espacio")
        saved(ana, is_so=False)
        saved(eva)
        typed(eva, "e5")
        one.start()
        saved(ana)
        for page in (ana, eva):
            expect(page.get_by_text(re.compile("espacio.*centro|centro.*espacio")).first).to_be_visible(
                timeout=LONGEST_MS
            )
            expect(page.locator("[data-node]")).to_have_count(3)
        assert moves(ana) == moves(eva)
        for page in (ana, eva):
            page.reload()
            expect(page.locator("[data-node]")).to_have_count(3, timeout=LONGEST_MS)
            looked_into(page)
        assert moves(ana) == moves(eva)
    finally:
        for context in contexts:
            context.close()


@pytest.mark.timeout(300)
def test_a_study_from_a_text_is_read_by_others_and_written_to_files(
    page: Page, browser: Browser, presentable: Callable[[str], None]
) -> None:
    page.goto("/")
    page.get_by_role("link", name="Estudios", exact=True).click()
    page.get_by_label("Título del estudio").fill("Lección")
    page.get_by_text("Traer jugadas de un texto").click()
    page.get_by_role("textbox", name=re.compile("^PGN, .mat")).fill(PGN)
    page.get_by_role("button", name="Hacer el estudio").click()
    expect(page.get_by_role("heading", name="Lección")).to_be_visible(timeout=LONGEST_MS)
    expect(page.locator("[data-node]")).to_have_count(5)
    presentable("a study")
    # A second chapter of another game, which is renamed.
    page.get_by_text("Añadir un capítulo").first.click()
    page.get_by_role("combobox", name=re.compile("^Reglas")).select_option("chessgammon")
    page.get_by_role("button", name="Añadir un capítulo").click()
    expect(page.get_by_role("grid", name=re.compile("Chessgammon"))).to_be_visible(timeout=LONGEST_MS)
    page.get_by_text("Compartir, copiar, guardar en un archivo").click()
    page.get_by_label("Título del capítulo").fill("Dados")
    page.get_by_label("Título del capítulo").press("Enter")
    chapters = page.get_by_role("navigation", name="Capítulos")
    expect(chapters).to_contain_text("Dados")
    presentable("a chapter of a game of dice")
    # Removed by keyboard, it is brought back, and opened again.
    page.get_by_role("button", name="Quitar el capítulo").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Se quitó el capítulo «Dados».")).to_be_visible(timeout=LONGEST_MS)
    expect(chapters.get_by_role("link")).to_have_count(1)
    expect(page.get_by_role("button", name="Deshacer", exact=True)).to_be_focused()
    presentable("a chapter that was removed")
    page.keyboard.press("Enter")
    expect(chapters.locator("[aria-current=page]")).to_contain_text("Dados")
    expect(page.get_by_role("grid", name=re.compile("Chessgammon"))).to_be_visible(timeout=LONGEST_MS)
    chapters.get_by_role("link").first.click()
    expect(page.locator("[data-node]")).to_have_count(5)
    with page.expect_download() as download:
        page.get_by_role("link", name="Guardar como PGN").click()
    text = Path(download.value.path()).read_text(encoding="utf-8")
    assert "1. e4 {[%csl Ge4] centro} (1. d4 d5) 1... e5 $1 2. Nf3" in " ".join(text.split())
    # The picture is of the position that is shown.
    page.locator("[data-node]").first.click()
    picture = page.get_by_role("link", name="Dibujo del tablero (SVG)")
    expect(picture).to_have_attribute("href", re.compile("&node="))
    drawn = page.request.get(picture.get_attribute("href") or "").text()
    assert "rnbqkbnr/pppppppp/8/8/4P3/" in drawn
    assert "<circle" in drawn
    # All moves come on paper, without what is done on the page.
    page.emulate_media(media="print")
    listed = page.get_by_role("list", name="Jugadas", exact=True)
    assert (
        listed.evaluate(
            "list => [getComputedStyle(list), getComputedStyle(list.parentElement)].map("
            "({ maxHeight, overflow }) => [maxHeight, overflow])"
        )
        == [["none", "visible"]] * 2
    )
    expect(page.get_by_label("Jugada escrita")).to_be_hidden()
    page.emulate_media(media="screen")
    # The moves are guessed: a wrong one goes away again, the other side answers a right one.
    page.get_by_role("button", name="Adivinar las jugadas").click()
    expect(page.locator("[data-node]")).to_have_count(0)
    field = page.get_by_label("Jugada escrita")
    for move, said in (("d4", "wrong"), ("e4", "right")):
        expect(page.locator("[data-study-status]")).to_contain_text("Juegan las blancas")
        field.fill(move)
        field.press("Enter")
        expect(page.locator("[data-guess]")).to_have_attribute("data-guess", said)
    expect(page.locator("[data-node]")).to_have_count(2)
    expect(page.get_by_role("meter")).to_have_count(0)
    presentable("guessing moves")
    page.get_by_role("button", name="Volver al capítulo").click()
    expect(page.locator("[data-node]")).to_have_count(5)
    # Whoever has the link reads, tries moves that are not kept, and may make a copy.
    page.get_by_label("Quien tenga el enlace puede leerlo").check()
    link = page.get_by_label("Enlace para leer", exact=True)
    expect(link).to_have_value(re.compile("/study/"))
    context = browser.new_context(base_url=page.url, locale="es", viewport={"width": 360, "height": 740})
    try:
        reader = context.new_page()
        reader.goto(link.input_value())
        expect(reader.locator("[data-node]")).to_have_count(5, timeout=LONGEST_MS)
        expect(reader.get_by_role("textbox", name=re.compile("^Comentario"))).to_have_count(0)
        assert reader.evaluate("document.documentElement.scrollWidth") <= 360
        reader.get_by_text("Compartir, copiar, guardar en un archivo").click()
        reader.get_by_role("button", name="Hacer una copia").click()
        expect(reader.get_by_role("textbox", name=re.compile("^Comentario"))).to_be_visible(timeout=LONGEST_MS)
        reader.goto("/studies")
        expect(reader.get_by_role("link", name="Lección")).to_be_visible()
    finally:
        context.close()


@pytest.mark.timeout(200)
def test_who_played_and_what_is_said_before_a_move_are_seen_by_others_as_they_are_written(
    page: Page, browser: Browser, presentable: Callable[[str], None]
) -> None:
    page.goto("/studies")
    page.get_by_label("Título del estudio").fill("Con datos")
    page.get_by_text("Traer jugadas de un texto").click()
    page.get_by_role("textbox", name=re.compile("^PGN, .mat")).fill(
        '[White "Ana"]\n[ECO "C20"]\n\n1. e4 (1. d4 d5) e5 *'
    )
    page.get_by_role("button", name="Hacer el estudio").click()
    expect(page.locator("[data-node]")).to_have_count(4, timeout=LONGEST_MS)
    page.get_by_text("Compartir, copiar, guardar en un archivo").click()
    page.get_by_label("Quien tenga el enlace puede leerlo").check()
    link = page.get_by_label("Enlace para leer", exact=True)
    expect(link).to_have_value(re.compile("/study/"))
    page.get_by_text("Datos de la partida").click()
    expect(page.get_by_label("ECO", exact=True)).to_have_value("C20")
    context = browser.new_context(base_url=page.url, locale="es", viewport={"width": 360, "height": 740})
    try:
        reader = context.new_page()
        reader.goto(link.input_value())
        reader.get_by_text("Datos de la partida").click()
        facts = reader.locator("[data-headers] dd")
        expect(facts).to_have_text(["Ana", "C20"])
        page.get_by_label("Negras", exact=True).fill("Eva")
        page.get_by_label("Negras", exact=True).press("Enter")
        page.get_by_label("ECO", exact=True).fill("")
        for name in ("mi dato", "FEN", "Opening"):
            page.get_by_label("Otro dato: nombre").fill(name)
            page.get_by_label("Otro dato: texto").fill("Peón de rey")
            page.get_by_role("button", name="Añadir el dato").click()
            if name != "Opening":
                expect(page.get_by_role("alert")).to_have_text(re.compile(name if name == "FEN" else "40 como mucho"))
        expect(facts).to_have_text(["Ana", "Eva", "Peón de rey"])
        expect(page.get_by_label("Opening", exact=True)).to_have_value("Peón de rey")
        expect(page.get_by_label("FEN", exact=True)).to_have_count(0)
        # What is said before all, and before a move inside a variation.
        page.get_by_text("Introducción", exact=True).click()
        page.get_by_label("Texto antes de todo").fill("Lección primera")
        page.get_by_label("Texto antes de todo").press("Control+Enter")
        page.locator("[data-variation]").last.click()
        expect(page.locator("[data-before] summary")).to_have_text("Antes de la jugada")
        page.get_by_label(re.compile("^Texto antes de .*d5")).fill("La respuesta")
        page.get_by_label(re.compile("^Texto antes de")).press("Control+Enter")
        for each in (page, reader):
            listed = each.get_by_role("list", name="Jugadas", exact=True)
            expect(listed).to_contain_text(re.compile(r"^\s*Lección primera"))
            expect(listed.get_by_role("list")).to_contain_text(re.compile(r"d4.*La respuesta.*d5", re.DOTALL))
        saved(page)
        presentable("the facts of a chapter")
        assert reader.evaluate("document.documentElement.scrollWidth") <= 360
    finally:
        context.close()
    page.reload()
    expect(page.get_by_label(re.compile("^Texto antes de todo"))).to_have_value("Lección primera", timeout=LONGEST_MS)
    text = page.request.get(
        page.get_by_role("link", name="Guardar como PGN", include_hidden=True).get_attribute("href") or ""
    ).text()
    assert '[Black "Eva"]' in text
    assert "ECO" not in text
    assert "{Lección primera} 1. e4 (1. d4 {La respuesta} 1... d5) 1... e5" in " ".join(text.split())


@pytest.mark.parametrize(
    ("visitor", "said"),
    [
        ("page", "No hay un estudio con esa dirección, o no se comparte con usted."),
        ("english", "There is no study at this address, or it is not shared with you."),
    ],
    ids=["Spanish", "English"],
)
def test_a_study_that_is_not_ours_is_told_in_a_sentence(
    visitor: str, said: str, request: pytest.FixtureRequest
) -> None:
    page: Page = request.getfixturevalue(visitor)
    page.goto(f"/study/{os.urandom(16).hex()[:8]}-0000-4000-8000-000000000000")
    expect(page.get_by_role("alert")).to_have_text(said)
