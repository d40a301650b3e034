"""Publish and subscribe: inside a server, and over Redis between the servers of a database."""

from __future__ import annotations

from axedrez.server.pubsub.local import Handler, PubSub

__all__ = ["Handler", "PubSub", "open_pubsub"]


def open_pubsub(url: str | None) -> PubSub:
    """Over Redis at `url`; without one for a single server. Raises AxedrezError (`channels_url`)."""
    if url is None:
        return PubSub()
    from axedrez.server.pubsub.redis import RedisPubSub  # its client is an extra

    return RedisPubSub(url)
