"""People at a server: each with a browser, or a program, of their own."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import httpx

from tests.patience import LONG_S

TRIES = 3


class Visitor:
    """A browser, or a program, at the server."""

    def __init__(self, address: str, name: str = "", **options: Any) -> None:
        self.address = address
        self.http = httpx.Client(
            base_url=f"http://{address}", timeout=LONG_S, verify=False, **options
        )  # loading certificates takes longer than a request
        if name:
            self.me()
            self.ask("PATCH", "/api/me", name=name)

    def ask(self, method: str, path: str, status: int = 200, **body: Any) -> Any:
        """What the server answers, if it does so with this status."""
        answer = self.http.request(method, f"{path}?lang=en", json=body or None)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    def refused(self, method: str, path: str, status: int, **body: Any) -> str:
        """The reason of a refusal."""
        reason: str = self.ask(method, path, status, **body)["error"]["reason"]
        return reason

    def me(self) -> dict[str, Any]:
        """Who one is."""
        found: dict[str, Any] = self.ask("GET", "/api/me")
        return found

    def invite(self, status: int = 201, **fields: Any) -> Any:
        """Invite to a game of takeaway."""
        return self.ask("POST", "/api/invitations", status, **{"id": str(uuid4()), "rulebook": "takeaway", **fields})

    def accept(self, invitation: dict[str, Any], status: int = 201) -> Any:
        """Accept an invitation: the game."""
        return self.ask("POST", f"/api/invitations/{invitation['id']}/accept", status)

    def act(self, game: str, kind: str, status: int = 200, **fields: Any) -> Any:
        """Send a command that knows the last event; again where an event of the server came between."""
        for _ in range(TRIES):
            seq = self.ask("GET", f"/api/games/{game}")["seq"]
            command = {"id": str(uuid4()), "expected_seq": seq, "type": kind, **fields}
            answer = self.http.post(f"/api/games/{game}/commands?lang=en", json=command)
            if answer.status_code == status or answer.status_code != 409:
                break
        assert answer.status_code == status, answer.text
        return answer.json()


PASSWORD = "a long enough secret"


def account(address: str, name: str) -> Visitor:
    """A visitor with an account of a login that nobody else has."""
    found = Visitor(address, name)
    found.ask("POST", "/api/accounts", 201, login=f"{name.lower()}{uuid4().hex[:8]}", password=PASSWORD)
    return found
