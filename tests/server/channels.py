"""The Redis of the tests, which all of them share: only connections of a test's own are cut."""

from __future__ import annotations

from collections.abc import Iterable

from redis import Redis

from axedrez.server.pubsub import PubSub
from axedrez.server.pubsub.redis import RedisPubSub
from tests.services import redis_url

REDIS = redis_url()


def cut(redis: Redis, wires: Iterable[PubSub], kind: str) -> None:
    """End the connections of these wires that listen (`pubsub`), or the others (`normal`)."""
    names = {pubsub.name for pubsub in wires if isinstance(pubsub, RedisPubSub)}
    for client in redis.client_list(_type=kind):
        if client["name"] in names:
            redis.client_kill_filter(_id=client["id"])
