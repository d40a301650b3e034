"""The real Redis of the tests, shared with others: only connections of our own are cut."""

from __future__ import annotations

import os
from collections.abc import Iterable

from redis import Redis

from axedrez.server.pubsub import Wire
from axedrez.server.redis_pubsub import RedisWire

REDIS = os.environ.get("AXEDREZ_TEST_REDIS", "redis://127.0.0.1:6379")


def cut(redis: Redis, wires: Iterable[Wire], kind: str) -> None:
    """End the connections of these wires that listen (`pubsub`), or the others (`normal`)."""
    names = {wire.name for wire in wires if isinstance(wire, RedisWire)}
    for client in redis.client_list(_type=kind):
        if client["name"] in names:
            redis.client_kill_filter(_id=client["id"])
