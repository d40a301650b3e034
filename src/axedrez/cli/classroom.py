"""Serving a classroom: for everybody in the local network, without accounts and chat."""

from __future__ import annotations

import io

import segno

from axedrez.messages import say
from axedrez.server.app.run import serve
from axedrez.server.base.local_network import local_address


def serve_class(port: int, database_url: str | None, lang: str) -> None:
    """Serve until interrupted. Prints the address in the local network, as a text and as a QR code, and the board's."""

    def announce(url: str) -> str:
        return "\n".join(
            [say("cli.classroom", lang, url=url), say("cli.classroom.board", lang, url=url), "", qr_code(url)]
        )

    serve("0.0.0.0", port, database_url, lang=lang, classroom=local_address(), announce=announce)


def qr_code(text: str) -> str:
    """A QR code in characters."""
    drawing = io.StringIO()
    segno.make(text, micro=False).terminal(drawing, compact=True)
    return drawing.getvalue().rstrip("\n")
