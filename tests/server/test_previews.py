"""What the document says before any script runs: its language, and the head that previews of links show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from axedrez.messages import legible
from axedrez.server import create_app
from axedrez.server.play import previews
from axedrez.server.play.previews import Preview, with_head
from tests.server.serving import Client, RandomPlayer, serving

DOCUMENT = (
    '<!doctype html>\n<html lang="es">\n<head><title>Axedrez</title></head><body><div id="app"></div></body></html>'
)
HOSTILE = '"><script>alert(1)</script>&amp;\\g<0>'


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A client of a server with the shipped rulebooks and a small document."""
    folder = tmp_path_factory.mktemp("previews")
    (folder / "index.html").write_text(DOCUMENT)
    (folder / "embed.html").write_text(DOCUMENT)
    with serving(create_app(f"sqlite:///{folder / 'games.db'}", folder, player=RandomPlayer)) as address:
        client = Client(address)
        client.http.timeout = 300
        yield client


def head(site: Client, address: str, lang: str = "es") -> dict[str, str]:
    """The properties of the head of an address, with `title` and `lang`."""
    answer = site.http.get(address, headers={"accept-language": lang})
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    text = answer.text
    found = dict(re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)" />', text))
    titles = re.findall(r"<title>(.*?)</title>", text)
    languages = re.findall(r'<html lang="(\w+)">', text)
    assert len(titles) == len(languages) == 1
    return {name: unescape(value) for name, value in {**found, "title": titles[0], "lang": languages[0]}.items()}


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("en-GB,en;q=0.9,es;q=0.5", "en"),
        ("es-MX,es;q=0.9,en;q=0.8", "es"),
        ("fr;q=0.9, en;q=0.4", "en"),
        ("fr, de", "es"),
        ("", "es"),
    ],
)
@pytest.mark.parametrize("address", ["/", "/manual/clasico", "/embed/9dc495ad-e56d-4ae9-90fe-b51d07a7f818"])
def test_the_document_speaks_the_language_of_the_browser(site: Client, address: str, header: str, lang: str) -> None:
    answer = site.http.get(address, headers={"accept-language": header})
    assert f'<html lang="{lang}">' in answer.text
    assert "accept-language" in answer.headers["vary"].lower()


def test_each_language_has_its_own_tag(site: Client) -> None:
    tags = {lang: site.http.get("/", headers={"accept-language": lang}).headers["etag"] for lang in ("es", "en")}
    assert tags["es"] != tags["en"]
    again = site.http.get("/", headers={"accept-language": "en", "if-none-match": tags["es"]})
    assert (again.status_code, 'lang="en"' in again.text) == (200, True)


def test_the_menu_and_whatever_is_not_there_are_told_of_as_the_program(site: Client) -> None:
    menu = head(site, "/")
    assert (menu["title"], menu["og:title"], menu["og:locale"]) == ("Axedrez", "Axedrez", "es_ES")
    assert menu["og:description"] == menu["description"] != ""
    for address in (f"/game/{uuid4()}", "/game/x", "/manual/go", "/new/%00", "/modificado/" + "0" * 64, "/lobby"):
        assert head(site, address) == menu, address


@pytest.mark.parametrize(("lang", "title"), [("es", "Las reglas de Tres jaques"), ("en", "The rules of Three-check")])
def test_a_rulebook_is_told_of_by_its_name_and_what_is_different(site: Client, lang: str, title: str) -> None:
    manual, new = head(site, "/manual/three-check", lang), head(site, "/new/three-check", lang)
    assert (manual["title"], manual["og:title"]) == (f"{title} · Axedrez", title)
    assert new["og:title"] == title.split(" of " if lang == "en" else " de ")[-1]
    book = next(each for each in site.http.get("/api/rulebooks").json() if each["id"] == "three-check")
    assert manual["og:description"] == new["og:description"] == book["summary"][lang]


def test_a_game_is_told_of_by_its_players(site: Client) -> None:
    players = {"white": {"kind": "human", "name": "Ana"}, "black": {"kind": "computer", "level": 2}}
    game = site.new("clasico", players=players)["id"]
    spanish, english = head(site, f"/game/{game}"), head(site, f"/game/{game}", "en")
    assert spanish["og:title"].startswith("Ana – Ordenador")
    assert english["og:title"].startswith("Ana – Computer")
    assert "Clásico" in spanish["description"]
    assert "Classic" in english["description"]


def test_names_of_users_cannot_break_out_of_the_head(site: Client) -> None:
    players: dict[str, Any] = {"white": {"kind": "human", "name": HOSTILE}, "black": {"kind": "human"}}
    game = site.new("clasico", players=players)["id"]
    sheet = {"extends": "clasico", "id": "mine", "names": {"es": HOSTILE, "en": HOSTILE}}
    saved = site.http.post("/api/sheets", json={"sheet": sheet}).json()["hash"]
    for address in (f"/game/{game}", f"/modificado/{saved}", f"/manual/{saved}"):
        text = site.http.get(address).text
        assert "<script" not in text, address
        assert HOSTILE in head(site, address)["og:title"], address
        assert HOSTILE in head(site, address)["title"], address


def test_signs_that_cannot_be_seen_are_shown_and_long_texts_cut() -> None:
    """Old games may hold what is refused today."""
    shown = legible("a\u202eb\nc" + "x" * 500, previews.MAX_TITLE_LENGTH)
    assert "\u202e" not in shown
    assert "\n" not in shown
    assert len(shown) == previews.MAX_TITLE_LENGTH
    assert with_head(DOCUMENT, "en", Preview(r"\1", r"\g<title>")).count(r"\1") == 2


def test_a_database_that_is_away_keeps_nobody_waiting(site: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: Any) -> None:
        raise ConnectionError

    monkeypatch.setattr(previews, "_game", broken)
    assert head(site, f"/game/{uuid4()}") == head(site, "/")


def test_what_a_first_visit_needs_is_asked_for_early(site: Client, tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    for name in ("es-Ab1_x.js", "en-Cd2.js", "es-Ab1_x.js.br", "essay-1.js"):
        (tmp_path / "assets" / name).write_text("")
    (tmp_path / "index.html").write_text(DOCUMENT)
    with serving(create_app(f"sqlite:///{tmp_path / 'games.db'}", tmp_path, player=RandomPlayer)) as address:
        client = Client(address)
        for lang, name in (("es", "es-Ab1_x.js"), ("en", "en-Cd2.js")):
            menu = client.http.get("/", headers={"accept-language": lang}).text
            assert re.findall(r'<link rel="modulepreload"[^>]*href="([^"]*)"', menu) == [f"/assets/{name}"]
            assert f'<link rel="preload" as="fetch" crossorigin href="/api/rulebooks?lang={lang}" />' in menu
        assert 'as="fetch"' not in client.http.get("/manual").text
    assert "modulepreload" not in site.http.get("/").text, "where nothing is built there is nothing to ask for"
