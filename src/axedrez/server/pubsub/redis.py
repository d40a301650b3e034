"""Publish and subscribe between the servers of a database, over Redis."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from uuid import uuid4

from redis.asyncio import Redis
from redis.asyncio.client import PubSub as RedisClientPubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import BusyLoadingError, RedisError

from axedrez.core import AxedrezError
from axedrez.server.base.background_task import BackgroundTask
from axedrez.server.pubsub.local import PubSub
from axedrez.storage import comes_back

log = logging.getLogger("axedrez.server")

RETRY_S = 0.5
CHECK_S = 5
UNSENT = 10_000
"""At most so many messages wait for a lost connection; after that the oldest are dropped."""
AT_ONCE = 100
PREFIX = "axedrez:"


class RedisPubSub(PubSub):
    """Delivers messages between servers too, over Redis; `name` is the client name of its connections.

    Inside this server messages do not wait for Redis. A lost connection is opened again until it works; a message that
    was being sent meanwhile may arrive twice.
    """

    def __init__(self, url: str) -> None:
        super().__init__()
        me = uuid4()
        self.name = f"axedrez-{me.hex}"
        try:
            # No retries of the client's own: a lost connection is handled here. No timeout for sending either: the
            # client's may swallow a cancellation (`asyncio.wait_for` does until Python 3.12).
            self._redis = Redis.from_url(
                url,
                retry=Retry(NoBackoff(), 0),
                socket_timeout=None,
                socket_connect_timeout=CHECK_S,
                client_name=self.name,
            )
        except ValueError as fault:
            raise AxedrezError("channels_url") from fault
        self._me = me.bytes
        self._unsent: deque[tuple[str, bytes]] = deque(maxlen=UNSENT)
        self._to_send = asyncio.Event()
        self._to_subscribe = asyncio.Event()
        self._sending = BackgroundTask("channels, sending", self._send, RETRY_S)
        self._listening = BackgroundTask("channels, listening", self._listen, RETRY_S)

    async def start(self) -> None:
        """Connect. A Redis that is not there yet is waited for in the background: without it everything works.

        Raises AxedrezError (`channels_unavailable`) where that will not help.
        """
        try:
            await self._redis.ping()
        except (RedisError, OSError) as fault:
            if not comes_back(fault) and not isinstance(fault, BusyLoadingError):
                await self._redis.aclose()
                raise AxedrezError("channels_unavailable", cause=str(fault)) from fault
            log.warning("Redis does not answer yet: %s", fault)
        self._sending.start()
        self._listening.start()

    async def close(self) -> None:
        """Disconnect."""
        await self._sending.close()
        await self._listening.close()
        await self._redis.aclose()

    def publish(self, topic: str, message: bytes) -> None:
        """See `PubSub`."""
        super().publish(topic, message)
        self._unsent.append((PREFIX + topic, self._me + message))
        self._to_send.set()

    def _topics_changed(self) -> None:
        self._to_subscribe.set()

    async def _send(self) -> float:
        await self._to_send.wait()
        batch = [self._unsent.popleft() for _ in range(min(AT_ONCE, len(self._unsent)))]
        try:
            async with asyncio.timeout(CHECK_S), self._redis.pipeline(transaction=False) as pipeline:
                for topic, message in batch:
                    pipeline.publish(topic, message)
                await pipeline.execute()
        except BaseException:
            self._unsent.extendleft(reversed(batch))
            raise
        if not self._unsent:
            self._to_send.clear()
        return 0.0

    async def _listen(self) -> float:
        async with self._redis.pubsub() as pubsub, asyncio.TaskGroup() as group:
            await pubsub.subscribe(PREFIX)  # without any subscription it cannot be read from
            self._listening.is_well()
            group.create_task(self._subscribe(pubsub))
            group.create_task(self._receive(pubsub))
        return 0.0

    async def _subscribe(self, pubsub: RedisClientPubSub) -> None:
        known: set[str] = set()
        while True:
            self._to_subscribe.clear()
            wanted = set(self._handlers)
            if new := wanted - known:
                await pubsub.subscribe(*(PREFIX + topic for topic in new))
            if old := known - wanted:
                await pubsub.unsubscribe(*(PREFIX + topic for topic in old))
            known = wanted
            await self._to_subscribe.wait()

    async def _receive(self, pubsub: RedisClientPubSub) -> None:
        silent = 0
        while True:
            message = await pubsub.get_message(timeout=CHECK_S)
            if message is None:
                silent += 1
                if silent > 1:
                    raise ConnectionError("Redis does not answer")
                await pubsub.ping()
                continue
            silent = 0
            match message:
                case {"type": "subscribe", "channel": channel}:
                    self._deliver(channel.decode().removeprefix(PREFIX), None)
                case {"type": "message", "channel": channel, "data": data} if not data.startswith(self._me):
                    self._deliver(channel.decode().removeprefix(PREFIX), data[len(self._me) :])
