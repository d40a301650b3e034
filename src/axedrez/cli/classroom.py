"""Serving a classroom: for everybody in the local network, without accounts and chat."""

from __future__ import annotations

import io
import socket

import segno

from axedrez.messages import say
from axedrez.server.run import serve

SOMEWHERE = ("192.0.2.1", 9)  # a documentation address: nothing is sent there


def serve_class(port: int, database_url: str | None, lang: str) -> None:
    """Serve until interrupted. Prints the address in the local network, as a text and as a QR code, and the board's."""

    def announce(url: str) -> str:
        return "\n".join(
            [say("cli.classroom", lang, url=url), say("cli.classroom.board", lang, url=url), "", qr_code(url)]
        )

    serve("0.0.0.0", port, database_url, lang=lang, classroom=local_address(), announce=announce)


def local_address() -> str:
    """The address of this machine in the local network; the loopback address if there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE)  # UDP: this only selects a route
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def qr_code(text: str) -> str:
    """A QR code in characters."""
    drawing = io.StringIO()
    segno.make(text, micro=False).terminal(drawing, compact=True)
    return drawing.getvalue().rstrip("\n")
