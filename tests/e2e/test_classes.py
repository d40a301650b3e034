"""A lesson: from a list of names to a pupil's homework, done and seen in the teacher's table; and a display."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.hands import Hands, arrive
from tests.e2e.meeting import Visit, account
from tests.e2e.test_exercises import asked, solve

GUIDE = {"kind": "guide", "rulebook": "clasico"}


@pytest.mark.journey
def test_a_lesson(page: Page, visit: Visit, presentable: Callable[[str], None]) -> None:
    account(page, "Maestra")
    page.goto("/")
    page.get_by_role("navigation", name="Menú principal").get_by_role("link", name="Clases").click()
    page.get_by_label("Nombre de la clase").fill("5.º B")
    page.get_by_role("button", name="Crear clase").click()
    expect(page.get_by_role("heading", name="5.º B", level=1)).to_be_visible()

    # Pupils, a group, and a code.
    page.get_by_label(re.compile("^Nombres")).fill("Ana\n\nEva")
    page.get_by_role("button", name="Añadir alumnos").click()
    ana_code = page.locator('[data-code="Ana"]')
    expect(ana_code.get_by_role("img")).to_have_accessible_name(re.compile(r"/class/join#\w{5}-\w{5}$"))
    code = ana_code.locator("code").inner_text()
    page.get_by_label("Grupo de Ana").fill("Torre")
    page.get_by_label("Grupo de Ana").press("Enter")
    homework = page.locator("section[aria-labelledby=homework]")
    homework.get_by_role("combobox", name=re.compile("^Para")).select_option("Torre")
    homework.get_by_role("combobox", name=re.compile("^Qué")).select_option("guide")
    homework.get_by_role("combobox", name=re.compile("^Reglamento")).select_option("clasico")
    page.get_by_role("button", name="Poner deberes").click()
    table = page.locator("[data-homework]")
    expect(table.get_by_role("row", name="Ana")).to_contain_text("0 de 1")
    expect(table.get_by_role("row", name="Eva")).to_contain_text("—")
    presentable("a class of a teacher")
    page.emulate_media(media="print")
    expect(ana_code).to_be_visible()
    expect(page.get_by_role("button", name="Añadir alumnos")).to_be_hidden()
    page.emulate_media(media="screen")

    # The pupil: a wrong code, then the link of the right one.
    pupil = visit(360, 740)
    pupil.goto("/class/join")
    pupil.get_by_label("Código").fill("AAAAA-AAAAA")
    pupil.get_by_role("button", name="Entrar").click()
    expect(pupil.get_by_role("alert")).to_contain_text("Ese código no vale")
    pupil.goto("about:blank")
    pupil.goto(f"/class/join#{code}")
    expect(pupil.get_by_label("Código")).to_have_value(code)
    pupil.get_by_role("button", name="Entrar").click()
    expect(pupil.get_by_text("Hola, Ana")).to_be_visible()
    task = pupil.locator("[data-task=guide]")
    expect(task).to_contain_text("0 de 1")
    assert pupil.evaluate("document.documentElement.scrollWidth") <= 360
    task.get_by_role("link").click()
    arrive(pupil, "**/learn/clasico")
    steps = pupil.request.get("/api/rulebooks/clasico/guide").json()
    for _ in steps[1:]:
        pupil.locator("[data-next]").click()
    with pupil.expect_response(re.compile("/api/class/guides/clasico")):
        pupil.locator("[data-next]").click()
    pupil.get_by_role("button", name="Volver", exact=True).click()
    expect(task).to_contain_text("1 de 1")
    page.get_by_role("button", name="Actualizar").click()
    expect(table.get_by_role("row", name="Ana")).to_contain_text("1 de 1")

    # A display: whose move it is, and a comment that the pupil reads beside the board.
    page.get_by_role("checkbox", name="Ana").check()
    page.get_by_role("button", name="Abrir los tableros").click()
    board = page.locator('[data-board="Ana"]')
    expect(board).to_contain_text("le espera")
    board.get_by_text("Comentario para el alumno").click()
    board.get_by_role("textbox").fill("Mire el centro")
    board.get_by_role("button", name="Enviar").click()
    expect(board.get_by_role("status")).to_have_text("Mire el centro")
    pupil.reload()
    pupil.get_by_role("link", name="Su partida con su docente").click()
    expect(pupil.locator("[data-teacher-says]")).to_contain_text("Mire el centro")
    board.get_by_role("link", name="Ana").click()
    Hands(page).type("e4")
    page.get_by_role("button", name="Volver", exact=True).click()
    expect(page.locator('[data-board="Ana"]')).to_contain_text("juega el alumno")

    # A tournament in two clicks: the pupils are in it.
    page.get_by_role("button", name="Torneo de la clase").click()
    arrive(page, "**/tournament/*")
    expect(page.get_by_role("rowheader", name="Ana")).to_be_visible()
    expect(page.get_by_role("heading", name="Participantes: 2")).to_be_visible()
    page.get_by_role("button", name="Volver", exact=True).click()

    # The same in English, and the end: nothing is erased before it was asked again.
    page.get_by_role("button", name="English").click()
    expect(page.locator("[data-homework]")).to_contain_text("Guided first game")
    page.get_by_role("button", name="Erase the class").click()
    page.get_by_role("dialog").get_by_role("button", name="Erase", exact=True).click()
    expect(page.get_by_text("You have no classes yet.")).to_be_visible()
    pupil.goto("/class")
    expect(pupil.get_by_text("Nobody has come in").or_(pupil.get_by_text("no ha entrado nadie"))).to_be_visible()


def test_homework_of_exercises(page: Page, visit: Visit) -> None:
    account(page, "Maestra")
    task = {"kind": "exercises", "rulebook": "clasico", "theme": "mate-2", "count": 1}
    school, [code] = new_class(page, "Ana", task=task)
    pupil = visit()
    pupil.goto(f"/class/join#{code}")
    pupil.get_by_role("button", name="Entrar").click()
    mine = pupil.locator("[data-task=exercises]")
    expect(mine).to_contain_text("0 de 1")
    solve(pupil, asked(pupil, mine.get_by_role("link").click))
    expect(pupil.locator("[data-solution]")).to_contain_text("Mate en 2")
    pupil.goto("/class")
    expect(mine).to_contain_text("1 de 1")
    page.goto(f"/class/{school}")
    expect(page.locator("[data-homework]").get_by_role("row", name="Ana")).to_contain_text("1 de 1")


def new_class(teacher: Page, *names: str, task: Mapping[str, object] = GUIDE) -> tuple[str, list[str]]:
    """A class with pupils and a task: its id, and the pupils' codes."""
    made = teacher.request.post("/api/classes", data={"id": str(uuid4()), "name": "5.º B"})
    assert made.ok, made.text()
    school: str = made.json()["id"]
    data = {"id": str(uuid4()), "names": "\n".join(names)}
    codes = teacher.request.post(f"/api/classes/{school}/pupils", data=data).json()
    assert teacher.request.post(f"/api/classes/{school}/tasks", data={"id": str(uuid4()), **task}).ok
    return school, [each["code"] for each in codes]


def test_the_other_screens_of_classes_are_presentable(page: Page, presentable: Callable[[str], None]) -> None:
    account(page, "maestra")
    _, codes = new_class(page, "Ana", "x" * 40)
    page.goto("/classes#a-code")
    expect(page.get_by_role("link", name="5.º B")).to_be_visible()
    expect(page.get_by_role("button", name="Enseñar en esta clase")).to_be_visible()
    presentable("the classes of a teacher")
    page.context.clear_cookies()
    page.goto("/class")
    expect(page.get_by_text("no ha entrado nadie")).to_be_visible()
    presentable("nobody's class")
    page.goto("/class/join")
    page.get_by_label("Código").fill("AAAAA-AAAAA")
    page.get_by_role("button", name="Entrar").click()
    expect(page.get_by_role("alert")).to_contain_text("Ese código no vale")
    presentable("signing in with a code")
    page.get_by_label("Código").fill(codes[1])
    page.get_by_role("button", name="Entrar").click()
    expect(page.locator("[data-task=guide]")).to_be_visible()
    presentable("the class of a pupil")


def test_two_teachers_and_from_board_to_board(page: Page, visit: Visit, presentable: Callable[[str], None]) -> None:
    other = visit()
    for each, name in ((page, "Marta"), (other, "Blas")):
        account(each, name)
    school, _ = new_class(page, "Ana", "Eva", "Leo")
    page.goto(f"/class/{school}")
    page.get_by_role("button", name="Enlace para otro docente").click()
    other.goto(page.locator("[data-teacher-link]").inner_text())
    other.get_by_role("button", name="Enseñar en esta clase").click()
    arrive(other, f"**/class/{school}")
    expect(other.get_by_label("Nombre de Leo")).to_be_visible()
    expect(other.get_by_role("button", name="Borrar la clase")).to_have_count(0)

    # The boards of a display, one after the other and round again.
    other.get_by_role("button", name="Abrir los tableros").click()
    board = other.locator("li[data-board]").first
    board.get_by_role("link").click()
    arrive(other, "**/game/*")
    first = urlsplit(other.url).path
    onward, back = (other.get_by_role("link", name=f"Tablero {way}") for way in ("siguiente", "anterior"))
    seen = []
    for _ in range(3):
        seen.append(onward.get_attribute("href"))
        other.keyboard.press("n")
        expect(onward).not_to_have_attribute("href", seen[-1] or "")
    assert len(set(seen)) == 3
    assert seen[-1] == first == urlsplit(other.url).path
    back.click()
    expect(onward).to_have_attribute("href", first)
    other.keyboard.press("p")
    expect(onward).to_have_attribute("href", seen[1] or "")
    other.get_by_role("button", name="Teclas").click()
    expect(other.get_by_role("dialog")).to_contain_text("Tablero siguiente")
    other.keyboard.press("Escape")
    other.get_by_role("button", name="Volver", exact=True).click()
    arrive(other, f"**/class/{school}")

    # The maker sees the other one, and lets them go.
    page.get_by_role("button", name="Actualizar").click()
    expect(page.locator("li[data-board]")).to_have_count(3)
    expect(page.get_by_text("Blas", exact=True)).to_be_visible()
    presentable("a class of two teachers")
    page.get_by_role("button", name="Quitar a Blas").click()
    expect(page.get_by_text("Blas", exact=True)).to_have_count(0)
    other.reload()
    expect(other.get_by_role("alert")).to_be_visible()
    expect(other.get_by_label("Nombre de Leo")).to_have_count(0)
