"""A talk with our UCI engine inside the process."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from axedrez.chess.position.game import ChessGame
from axedrez.uci.session import Session

PATIENCE_S = 280
"""A first search may have to compile kernels."""


class Talk:
    """What goes to the engine, and what it answers."""

    def __init__(self, into: int, said: queue.SimpleQueue[str]) -> None:
        self._into, self._said = into, said

    def say(self, *lines: str) -> None:
        self.raw("".join(f"{line}\n" for line in lines).encode())

    def raw(self, text: bytes) -> None:
        os.write(self._into, text)

    def until(self, beginning: str) -> list[str]:
        """The lines up to the first that begins so, and that one."""
        heard = [self._said.get(timeout=PATIENCE_S)]
        while not heard[-1].startswith(beginning):
            heard.append(self._said.get(timeout=PATIENCE_S))
        return heard

    def answer(self, line: str, beginning: str) -> str:
        """The first line that begins so after `line` was said."""
        self.say(line)
        return self.until(beginning)[-1]

    def best(self, *lines: str) -> str:
        """The move that the engine plays after these lines."""
        self.say(*lines)
        return self.until("bestmove")[-1].split()[1]

    def silent(self) -> bool:
        """Whether nothing has been said that was not heard."""
        return self._said.empty()


@contextmanager
def talking(game: ChessGame | None = None, lang: str = "en") -> Iterator[Talk]:
    """Talk with a session; it ends with its input."""
    out, into = os.pipe()
    said: queue.SimpleQueue[str] = queue.SimpleQueue()
    with os.fdopen(out, "rb") as stream:
        session = threading.Thread(target=Session(said.put, lang, game).run, args=(stream,))
        session.start()
        try:
            yield Talk(into, said)
        finally:
            os.close(into)
            session.join(PATIENCE_S)
            assert not session.is_alive()
