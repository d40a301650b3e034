"""The real Redis of the tests, shared with others: only connections of our own are cut."""

from __future__ import annotations

import os
from collections.abc import Iterable

from redis import Redis

from axedrez.server.pubsub import PubSub
from axedrez.server.pubsub.redis import RedisPubSub

REDIS = os.environ.get("AXEDREZ_TEST_REDIS", "redis://127.0.0.1:6379")


def cut(redis: Redis, wires: Iterable[PubSub], kind: str) -> None:
    """End the connections of these wires that listen (`pubsub`), or the others (`normal`)."""
    names = {pubsub.name for pubsub in wires if isinstance(pubsub, RedisPubSub)}
    for client in redis.client_list(_type=kind):
        if client["name"] in names:
            redis.client_kill_filter(_id=client["id"])
