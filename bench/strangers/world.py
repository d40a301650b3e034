"""A server with something of everything, so that every route has something to do."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import httpx

from bench.strangers.shapes import TO_AND_FRO, pgn, played, strong_sheet


class World:
    """An account and what it owns; `known`: ids by the names that routes have for them."""

    def __init__(self, server: str) -> None:
        self.http = httpx.Client(base_url=f"http://{server}", timeout=120, trust_env=False)
        self.known: dict[str, list[str]] = {}

    def _ask(self, method: str, path: str, **body: Any) -> Any:
        answer = self.http.request(method, path, json=body or None)
        if answer.is_error:
            raise ValueError(f"{method} {path}: {answer.text[:300]}")
        return answer.json() if answer.content else None

    def _new(self, path: str, **fields: Any) -> Any:
        return self._ask("POST", path, id=str(uuid4()), **fields)

    def fill(self) -> None:
        """Make everything."""
        login = f"owner{uuid4().hex[:8]}"
        self._ask("POST", "/api/accounts", login=login, password="a long enough secret")
        me = self._ask("GET", "/api/me")
        games = [
            self._new("/api/games", rulebook="clasico", moves=played(300)),
            self._new("/api/games", rulebook="clasico", moves=TO_AND_FRO * 2),
            self._new("/api/games", rulebook="chessgammon"),
        ]
        sheet = self._ask("POST", "/api/sheets", sheet=strong_sheet())
        school = self._new("/api/classes", name="5.º B")
        pupils = self._ask(
            "POST", f"/api/classes/{school['id']}/pupils", id=str(uuid4()), names="\n".join(f"n{n}" for n in range(60))
        )
        club = self._new("/api/clubs", name="Club")
        study = self._new("/api/studies", title="Study", chapters={"text": pgn(30_000, long=True)})
        self.known = {
            "game_id": [game["id"] for game in games],
            "game": [game["id"] for game in games],
            "rulebook": ["clasico", "chessgammon", sheet["hash"]],
            "sheet_hash": [sheet["hash"]],
            "class_id": [school["id"]],
            "person": [pupils[0]["person"], str(me.get("id", uuid4()))],
            "club_id": [club["id"]],
            "study_id": [study["study"]],
            "study": [study["study"]],
            "chapter": study["chapters"][:2],
            "format_name": ["pgn", "text", "svg", "pdf"],
            "number": ["1"],
        }
