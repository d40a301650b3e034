"""The manual over HTTP: contents, chapters, search, glossary; and the positions behind its figures."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any, cast

import pytest

from axedrez import library
from axedrez.messages import LANGUAGES
from axedrez.server import create_app
from axedrez.server.base.errors import Preparing
from axedrez.server.rulebooks.manual_book import ManualBook
from axedrez.server.rulebooks.store import RulebookStore
from tests.server.serving import Client, serving

START = library.load("chessgammon").start().text()


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("manual")
    for name in (*library.rulebooks(), *library.gallery()):  # the server in this process finds them read
        for lang in LANGUAGES:
            library.rules(library.load(name), lang)
    with serving(create_app(f"sqlite:///{folder / 'games.db'}")) as address:
        yield Client(address)


def ask(reader: Client, address: str) -> Any:
    answer = reader.http.get(address)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.clause("P-2")
def test_contents_list_every_rulebook_once_with_its_sections(reader: Client) -> None:
    parts = ask(reader, "/api/manual?lang=es")["parts"]
    assert [part["title"] for part in parts] == ["Ajedrez", "Juegos con dados", "Galería: ajedrez modificado"]
    chapters = [chapter for part in parts for chapter in part["chapters"]]
    assert [chapter["id"] for chapter in chapters] == [*library.rulebooks(), *library.gallery()]
    for chapter in chapters[: len(library.rulebooks())]:
        rules = ask(reader, f"/api/rulebooks/{chapter['id']}/rules?lang=es")
        assert [(section["anchor"], section["title"]) for section in rules["sections"]] == [
            (section["anchor"], section["title"]) for section in chapter["sections"]
        ]
    assert not any(chapter["sections"] for chapter in parts[-1]["chapters"])  # the gallery's are read in their chapters
    assert ask(reader, "/api/manual?lang=en")["parts"][0]["title"] == "Chess"


def test_a_chapter_has_decisions_with_settings_and_terms(reader: Client) -> None:
    rules = ask(reader, "/api/rulebooks/clasico/rules?lang=en")
    items = [item for section in rules["sections"] for item in section["items"]]
    decided = next(item for item in items if item["clause"] == "C-23")
    assert decided["why"].startswith("the source of Classic asks")
    assert decided["settings"][0]["path"] == "draws.insufficient_material"
    assert len(decided["settings"][0]["others"]) == 3
    castling = next(item for item in items if item["anchor"] == "C-14")
    term = next(term for term in castling["terms"] if term["id"] == "castling")
    assert castling["text"][term["start"] : term["end"]] == "Castling"


def test_search(reader: Client) -> None:
    found = ask(reader, "/api/manual/search?lang=es&q=enroqué")
    assert [entry["id"] for entry in found["terms"]] == ["castling"]
    assert found["total"] == len(found["hits"]) > 3
    for hit in found["hits"]:
        assert all(hit["excerpt"][low:high].lower().startswith("enro") for low, high in hit["marks"])
        assert hit["places"]
    assert ask(reader, "/api/manual/search?lang=es&q=%20") == {"terms": [], "hits": [], "total": 0}
    many = ask(reader, "/api/manual/search?lang=es&q=e")
    assert len(many["hits"]) < many["total"]
    assert reader.http.get("/api/manual/search").status_code == 422
    assert reader.http.get(f"/api/manual/search?q={'x' * 201}").status_code == 422


def test_whoever_opens_the_book_finds_its_search_under_way(reader: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []
    monkeypatch.setattr(ManualBook, "begin", lambda self, lang: begun.append(lang))
    ask(reader, "/api/manual?lang=en")
    assert begun == ["en"]


def test_a_book_that_could_not_be_written_yet_is_begun_again() -> None:
    async def read() -> None:
        ready = threading.Event()
        rulebooks = RulebookStore(cast(Any, None), is_ready=lambda game: ready.is_set())
        book = ManualBook(rulebooks)
        with pytest.raises(Preparing):
            await book.whole("es")
        ready.set()
        reading = asyncio.create_task(book.whole("es"))
        await asyncio.sleep(0)
        reading.cancel()  # who leaves takes the book from nobody
        whole = await book.whole("es")
        assert [chapter.id for chapter in whole] == rulebooks.shipped()
        assert await book.whole("es") is whole

    asyncio.run(read())


def test_search_finds_what_the_gallery_says(reader: Client) -> None:
    found = ask(reader, "/api/manual/search?lang=es&q=saltamontes")
    assert {place["rulebook"] for hit in found["hits"] for place in hit["places"]} == {"grasshoppers"}
    (place, *_) = found["hits"][0]["places"]
    rules = ask(reader, f"/api/rulebooks/{place['rulebook']}/rules?lang=es")
    assert place["anchor"] in {item["anchor"] for section in rules["sections"] for item in section["items"]}
    # The rulebooks of the menu come first.
    first = ask(reader, "/api/manual/search?lang=es&q=peón")["hits"][0]["places"][0]
    assert first["rulebook"] in library.rulebooks()


def test_glossary(reader: Client) -> None:
    spanish, english = (ask(reader, f"/api/glossary?lang={lang}") for lang in ("es", "en"))
    assert {entry["id"] for entry in spanish} == {entry["id"] for entry in english}
    bar = next(entry for entry in spanish if entry["id"] == "bar")
    assert bar["term"] == "barra"
    bishop = next(entry for entry in spanish if entry["id"] == "bishop")
    assert bishop["elsewhere"] == [{"rulebook": "shatranj", "title": "Shatranj"}]
    assert {place["rulebook"] for place in bar["places"]} == {"chessgammon", "backgammon"}
    known = {
        book: {item["anchor"] for section in rules["sections"] for item in section["items"]}
        for book in library.rulebooks()
        for rules in [ask(reader, f"/api/rulebooks/{book}/rules?lang=es")]
    }
    assert all(place["anchor"] in known[place["rulebook"]] for entry in spanish for place in entry["places"])


def read(reader: Client, **asked: Any) -> Any:
    return reader.http.post("/api/positions", json=asked)


def test_moves_are_played_from_a_position(reader: Client) -> None:
    start = library.load("clasico").start().text()
    answer = read(reader, rulebook="clasico", position=start, moves=["e2e4", "Nc6"]).json()
    assert answer["position"] == library.load("clasico").start().play("e2e4").play("b8c6").text()
    assert answer["turn"] == "white"
    assert len(answer["steps"]["options"]) == 30
    refused = read(reader, rulebook="clasico", position=start, moves=["e2e4", "e2e4"])
    assert refused.status_code == 422
    assert read(reader, rulebook="clasico", position=start, moves=["e2e4"] * 201).status_code == 422


def test_a_roll_is_a_move_and_a_prefix_follows_it(reader: Client) -> None:
    rolled = read(reader, rulebook="chessgammon", position=START, moves=["52"]).json()
    assert rolled["scene"]["dice"] == [5, 2]
    token = rolled["steps"]["options"][0]["token"]
    further = read(reader, rulebook="chessgammon", position=START, moves=["52"], prefix=[token]).json()
    assert further["scene"] == rolled["scene"]
    assert further["steps"] != rolled["steps"]
    assert read(reader, rulebook="chessgammon", position=START, moves=["77"]).status_code == 422


def arrows_and_steps(reader: Client, rulebook: str, figure: dict[str, Any]) -> list[tuple[str, str]]:
    """The steps that may be taken first in a figure."""
    steps = read(reader, rulebook=rulebook, position=figure["position"]).json()["steps"]
    return [(step["origin"], step["target"]) for step in steps["options"]]


@pytest.mark.parametrize("rulebook", library.rulebooks())
def test_every_figure_can_be_tried(reader: Client, rulebook: str) -> None:
    rules = ask(reader, f"/api/rulebooks/{rulebook}/rules?lang=es")
    figures = [item["figure"] for section in rules["sections"] for item in section["items"] if item["figure"]]
    shown = 0
    for figure in figures:
        possible = arrows_and_steps(reader, rulebook, figure)
        shown += any(tuple(arrow) in possible for arrow in figure["arrows"])
    assert shown >= 3
