"""What the head of the page says about an address: to search engines, and to the previews of links in talks."""

from __future__ import annotations

import asyncio
import logging
import re
from html import escape
from typing import Any, NamedTuple
from urllib.parse import unquote
from uuid import UUID

import msgspec

from axedrez.match import Player
from axedrez.messages import Texts, legible, say
from axedrez.server.play.games import Games

log = logging.getLogger("axedrez.server")

NAME = "Axedrez"
LOCALES = {"es": "es_ES", "en": "en_GB"}
MAX_TITLE_LENGTH, MAX_DESCRIPTION_LENGTH = 140, 300
PATIENCE_S = 1.0
"""A page is not kept waiting by a database that is away."""

_RULEBOOK = re.compile(r"^/(new|manual|analysis|modificado)/([^/]{1,200})/?$")
_GAME = re.compile(r"^/game/([0-9a-fA-F-]{32,36})/?$")
_DOCUMENT, _TITLE = '<html lang="es">', f"<title>{NAME}</title>"
"""What stands in the built documents."""


class Preview(NamedTuple):
    """A title and a sentence about an address, as plain text."""

    title: str
    description: str


async def preview_of(address: str, lang: str, games: Games) -> Preview:
    """What is told of an address, in `lang`; that of the menu where nothing is there, or the database is away."""
    try:
        found = await asyncio.wait_for(_find(address, lang, games), PATIENCE_S)
    except Exception as fault:
        log.warning("no preview: %r", fault)
        found = None
    title, description = found or preview_of_menu(lang)
    return Preview(legible(title, MAX_TITLE_LENGTH), legible(description, MAX_DESCRIPTION_LENGTH))


def preview_of_menu(lang: str) -> Preview:
    """What is told of the program as a whole."""
    return Preview(NAME, say("preview.menu", lang))


def with_head(document: str, lang: str, preview: Preview, links: str = "") -> str:
    """The page's document in `lang`, with a head that tells what is there, and `links` of ours.

    The texts of the preview may be those of users.
    """
    title, description = escape(preview.title), escape(preview.description)
    properties = {
        "og:type": "website",
        "og:site_name": NAME,
        "og:locale": LOCALES[lang],
        "og:title": title,
        "og:description": description,
    }
    shown = title if preview.title == NAME else f"{title} · {NAME}"
    head = f'<title>{shown}</title><meta name="description" content="{description}" />' + "".join(
        f'<meta property="{name}" content="{value}" />' for name, value in properties.items()
    )
    return document.replace(_DOCUMENT, f'<html lang="{lang}">', 1).replace(_TITLE, head + links, 1)


async def _find(address: str, lang: str, games: Games) -> Preview | None:
    if match := _GAME.match(address):
        return await _game(match[1], lang, games)
    if match := _RULEBOOK.match(address):
        screen, name = match[1], unquote(match[2])
        return await _rulebook(screen, name, lang, games)
    return None


async def _game(text: str, lang: str, games: Games) -> Preview | None:
    try:
        header = await games.store.header(UUID(text))
    except ValueError:
        return None
    if header is None:
        return None
    players = header.setup.players
    names = [_name(player, side, lang) for player, side in ((players.white, "white"), (players.black, "black"))]
    return Preview(" – ".join(names), say("preview.game", lang, name=_word(header.names, lang)))


async def _rulebook(screen: str, name: str, lang: str, games: Games) -> Preview | None:
    rulebooks = games.rulebooks
    if name in rulebooks.shipped():
        sheet = rulebooks.source.sheet(name)
        names, summary = _texts(sheet.names), _texts(sheet.summary)
    else:
        saved = await games.store.sheet(name)
        if saved is None:
            return None
        names, summary = saved.names, msgspec.json.decode(saved.text).get("summary")
    called = _word(names, lang)
    title = say("preview.rules", lang, name=called) if screen == "manual" else called
    return Preview(title, _word(summary, lang) or say("preview.sheet", lang))


def _name(player: Player, side: str, lang: str) -> str:
    """As the page calls a player."""
    if player.kind == "computer":
        level = player.level or 1
        name = player.engine or say(f"ui.level.{level}", lang)
        return say("ui.player.engine" if player.engine else "ui.player.computer", lang, name=name, level=level)
    return player.name or say("ui.player.guest" if player.person is not None else f"ui.side.{side}", lang)


def _texts(words: Any) -> Texts | None:
    return None if words is None else {"es": words.es, "en": words.en}


def _word(words: Any, lang: str) -> str:
    return str(words.get(lang, "")) if isinstance(words, dict) else ""
