"""Publish and subscribe inside one server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

Handler = Callable[[bytes | None], None]
"""Is called with each message. None: messages may have been lost, or the subscription has only now taken effect."""


class PubSub:
    """Delivers messages inside one server.

    Publishing never fails and never waits. Messages may be lost: subscribers find that by comparing with the log.
    """

    def __init__(self) -> None:
        self._handlers: dict[str, list[Handler]] = {}

    async def start(self) -> None:
        """Connect. Raises AxedrezError (`channels_unavailable`) where that can never be possible."""

    async def close(self) -> None:
        """Disconnect."""

    def publish(self, topic: str, message: bytes) -> None:
        """Deliver `message` to all subscribers of `topic`."""
        self._deliver(topic, message)

    def subscribe(self, topic: str, handler: Handler) -> None:
        """Call `handler` with the messages of `topic` from now on."""
        handlers = self._handlers.setdefault(topic, [])
        handlers.append(handler)
        if len(handlers) == 1:
            self._topics_changed()

    def unsubscribe(self, topic: str, handler: Handler) -> None:
        """End a subscription."""
        handlers = self._handlers[topic]
        handlers.remove(handler)
        if not handlers:
            del self._handlers[topic]
            self._topics_changed()

    @contextmanager
    def subscribed(self, topic: str, handler: Handler) -> Iterator[None]:
        """Be subscribed until the end of the block."""
        self.subscribe(topic, handler)
        try:
            yield
        finally:
            self.unsubscribe(topic, handler)

    def _deliver(self, topic: str, message: bytes | None) -> None:
        for handler in tuple(self._handlers.get(topic, ())):
            handler(message)

    def _topics_changed(self) -> None:
        pass
