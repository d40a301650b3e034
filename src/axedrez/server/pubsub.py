"""News inside a server and between the servers of a database: who listens to a topic hears what is published on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

Handler = Callable[[bytes | None], None]
"""Takes a message, at once; None: messages may have been lost, or the topic is only heard from now on."""


class PubSub:
    """Carries messages inside one server.

    Nothing here fails or is waited for. What is lost on the way is found by whoever compares with the log.
    """

    def __init__(self) -> None:
        self._ears: dict[str, list[Handler]] = {}

    async def start(self) -> None:
        """Begin. Raises AxedrezError (`channels_unavailable`) if that is not possible."""

    async def close(self) -> None:
        """End."""

    def publish(self, topic: str, message: bytes) -> None:
        """Let all who listen to `topic` hear `message`."""
        self._say(topic, message)

    def listen(self, topic: str, hear: Handler) -> None:
        """Hear what is published on `topic` from now on."""
        ears = self._ears.setdefault(topic, [])
        ears.append(hear)
        if len(ears) == 1:
            self._topics_changed()

    def leave(self, topic: str, hear: Handler) -> None:
        """Hear no more of it."""
        ears = self._ears[topic]
        ears.remove(hear)
        if not ears:
            del self._ears[topic]
            self._topics_changed()

    @contextmanager
    def listening(self, topic: str, hear: Handler) -> Iterator[None]:
        """Hear what is published on `topic` until the end of the block."""
        self.listen(topic, hear)
        try:
            yield
        finally:
            self.leave(topic, hear)

    def _say(self, topic: str, message: bytes | None) -> None:
        for hear in tuple(self._ears.get(topic, ())):
            hear(message)

    def _topics_changed(self) -> None:
        pass


def open_pubsub(url: str | None) -> PubSub:
    """The wire for a URL of Redis; without one, that of a server which is alone. Raises AxedrezError."""
    if url is None:
        return PubSub()
    from axedrez.server.redis_pubsub import RedisPubSub  # its client is an extra

    return RedisPubSub(url)
