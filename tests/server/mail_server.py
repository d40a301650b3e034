"""A mail server on this machine that keeps what it is handed."""

from __future__ import annotations

import email
import email.policy
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage


class MailServer:
    """The mails that came, each with its receiver; `answers` are given to receivers first, then 250."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.mails: list[tuple[str, EmailMessage]] = []
        self.answers: list[str] = []

    def to(self, address: str) -> list[EmailMessage]:
        return [mail for receiver, mail in self.mails if receiver == address]


@contextmanager
def mail_server() -> Iterator[MailServer]:
    class Handler(socketserver.StreamRequestHandler):
        def say(self, line: str) -> None:
            self.wfile.write(f"{line}\r\n".encode())

        def handle(self) -> None:
            receiver = ""
            self.say("220 here")
            for raw in self.rfile:
                line = raw.decode().strip()
                word = line.partition(" ")[0].upper()
                if word in ("EHLO", "HELO"):
                    self.say("250 here")
                elif word == "RCPT":
                    receiver = line.partition("<")[2].partition(">")[0]
                    self.say(server.answers.pop(0) if server.answers else "250 fine")
                elif word == "DATA":
                    self.say("354 go on")
                    lines = []
                    while (data := self.rfile.readline()) not in (b".\r\n", b""):
                        lines.append(data[1:] if data.startswith(b".") else data)
                    mail = email.message_from_bytes(b"".join(lines), policy=email.policy.default)
                    assert isinstance(mail, EmailMessage)
                    server.mails.append((receiver, mail))
                    self.say("250 taken")
                elif word == "QUIT":
                    self.say("221 bye")
                    return
                else:
                    self.say("250 fine")

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True

    with Server(("127.0.0.1", 0), Handler) as listening:
        server = MailServer(f"smtp://127.0.0.1:{listening.server_address[1]}")
        thread = threading.Thread(target=listening.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            listening.shutdown()
            thread.join()
