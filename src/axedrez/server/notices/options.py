"""What the operator has set up for notices."""

from __future__ import annotations

import re
from importlib.util import find_spec
from typing import Any, NamedTuple, Self
from urllib.parse import unquote, urlsplit

from axedrez.core import AxedrezError

ADDRESS = r"[^\s@<>()\[\],;:\\\"\x00-\x20\x7f-\uffff]{1,64}@[A-Za-z0-9-]{1,63}+(?:\.[A-Za-z0-9-]{1,63}+)++"
"""Mail addresses that we write to: those that need no quoting."""

LOOPBACK = ("localhost", "127.0.0.1", "::1")
PORTS = {"smtp": 587, "smtps": 465}


class SmtpServer(NamedTuple):
    """The mail server that takes our mails; `tls`: from the start, otherwise by STARTTLS, except on this machine."""

    host: str
    port: int
    tls: bool
    user: str | None
    password: str | None

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `smtp://USER:PASSWORD@HOST:PORT`, or `smtps://…`. Raises AxedrezError (`smtp_url`)."""
        try:
            parts = urlsplit(text)
            host, port = parts.hostname, parts.port
        except ValueError:
            raise AxedrezError("smtp_url") from None
        if parts.scheme not in PORTS or not host or parts.path not in ("", "/") or parts.query or parts.fragment:
            raise AxedrezError("smtp_url")
        user, password = (unquote(part) if part else None for part in (parts.username, parts.password))
        return cls(host, port or PORTS[parts.scheme], parts.scheme == "smtps", user, password)

    @property
    def is_here(self) -> bool:
        """Whether it runs on this machine, so that nobody can listen between."""
        return self.host in LOOPBACK


class NoticeOptions(NamedTuple):
    """Notices of a server.

    `public_url` is where people find the page, without a slash at the end: links begin with it. Without it nobody is
    told anything. Mails need `smtp` and the address `mail_from` too. `push_loopback`, for tests only: browsers may
    also be told through addresses of this machine.
    """

    public_url: str | None = None
    smtp: SmtpServer | None = None
    mail_from: str | None = None
    push_loopback: bool = False

    @classmethod
    def parse(
        cls, public_url: str | None, smtp: str | None, mail_from: str | None, push_loopback: bool = False
    ) -> Self:
        """Read the options of the command line.

        Raises AxedrezError (`public_url`, `smtp_url`, `mail_from`, `mail_alone`).
        """
        if public_url is not None:
            public_url = public_url.rstrip("/")
            parts = _split(public_url)
            if parts is None or parts.scheme not in ("http", "https") or not parts.hostname or parts.path:
                raise AxedrezError("public_url")
        if mail_from is not None and not re.fullmatch(ADDRESS, mail_from):
            raise AxedrezError("mail_from")
        if smtp is not None and (mail_from is None or public_url is None):
            raise AxedrezError("mail_alone")
        server = SmtpServer.parse(smtp) if smtp is not None else None
        return cls(public_url, server, mail_from, push_loopback)

    @property
    def pushes(self) -> bool:
        """Whether browsers can be told."""
        return self.public_url is not None and find_spec("cryptography") is not None

    @property
    def mails(self) -> bool:
        """Whether mails can be sent."""
        return self.public_url is not None and self.smtp is not None and self.mail_from is not None

    @property
    def contact(self) -> str:
        """Whom the operators of push services may turn to (RFC 8292)."""
        return f"mailto:{self.mail_from}" if self.mail_from is not None else self.public_url or ""

    def link(self, path: str) -> str:
        """The address of a screen."""
        return f"{self.public_url}{path}"


def _split(address: str) -> Any:
    try:
        parts = urlsplit(address)
        _ = parts.port
    except ValueError:
        return None
    return None if parts.query or parts.fragment or parts.username or not address.isprintable() else parts
