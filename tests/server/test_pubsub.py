"""Publish and subscribe over a real Redis: subscribers survive whatever happens to its connections."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from uuid import uuid4

import pytest
from redis import Redis

from axedrez.core import AxedrezError
from axedrez.server.pubsub import PubSub, open_pubsub
from axedrez.server.pubsub import redis as redis_pubsub
from tests.patience import in_loop_until
from tests.server.channels import REDIS, cut


class Ear:
    """Remembers what it hears; None is a doubt."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.doubts = 0

    def __call__(self, message: bytes | None) -> None:
        if message is None:
            self.doubts += 1
        else:
            self.heard.append(message)

    def has_doubted_since(self, doubts: int) -> bool:
        return self.doubts > doubts

    def has_heard(self, message: bytes) -> bool:
        return message in self.heard


def with_two(test: Callable[[PubSub, PubSub], Awaitable[None]]) -> None:
    async def run() -> None:
        one, other = open_pubsub(REDIS), open_pubsub(REDIS)
        await one.start()
        await other.start()
        try:
            await test(one, other)
        finally:
            await one.close()
            await other.close()

    asyncio.run(run())


def test_who_listens_to_a_topic_hears_it_and_nothing_else() -> None:
    async def test() -> None:
        pubsub, ear, other = open_pubsub(None), Ear(), Ear()
        with pubsub.subscribed("a", ear), pubsub.subscribed("a", other):
            pubsub.publish("a", b"1")
            pubsub.publish("b", b"2")
        pubsub.publish("a", b"3")
        assert ear.heard == other.heard == [b"1"]

    asyncio.run(test())


def test_servers_hear_each_other_once_and_themselves_at_once(redis: Redis) -> None:
    async def test(one: PubSub, other: PubSub) -> None:
        topic, near, far = uuid4().hex, Ear(), Ear()
        with one.subscribed(topic, near), other.subscribed(topic, far):
            await in_loop_until(lambda: near.doubts > 0 and far.doubts > 0)
            for number in range(300):
                one.publish(topic, b"%d" % number)
                assert len(near.heard) == number + 1
            other.publish(topic, b"end")
            await in_loop_until(lambda: near.heard[-1] == b"end" and len(far.heard) == 301)
            assert near.heard == [b"%d" % number for number in range(300)] + [b"end"]
            assert sorted(far.heard) == sorted(near.heard)
            assert [message for message in far.heard if message != b"end"] == near.heard[:-1]

    with_two(test)


def test_after_the_end_of_the_block_nothing_is_heard_and_redis_is_told(redis: Redis) -> None:
    async def test(one: PubSub, _: PubSub) -> None:
        topic, ear = uuid4().hex, Ear()
        with one.subscribed(topic, ear):
            await in_loop_until(lambda: ear.doubts > 0)
            assert redis.pubsub_numsub(redis_pubsub.PREFIX + topic)[0][1] == 1
        await in_loop_until(lambda: redis.pubsub_numsub(redis_pubsub.PREFIX + topic)[0][1] == 0)

    with_two(test)


@pytest.mark.parametrize("kind", ["pubsub", "normal"])
def test_cut_connections_are_opened_again_and_the_listener_is_told_of_a_gap(
    redis: Redis, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_pubsub, "RETRY_S", 0.05)

    async def test(one: PubSub, other: PubSub) -> None:
        topic, ear = uuid4().hex, Ear()
        with other.subscribed(topic, ear):
            await in_loop_until(lambda: ear.doubts > 0)
            for number in range(5):
                before = ear.doubts
                cut(redis, (one, other), kind)
                one.publish(topic, b"%d" % number)  # may fall into the gap
                if kind == "pubsub":
                    await in_loop_until(partial(ear.has_doubted_since, before))
                one.publish(topic, b"after %d" % number)
                await in_loop_until(partial(ear.has_heard, b"after %d" % number))

    with_two(test)


def test_what_is_published_without_a_connection_is_sent_when_there_is_one(redis: Redis) -> None:
    async def test(one: PubSub, other: PubSub) -> None:
        topic, ear = uuid4().hex, Ear()
        with other.subscribed(topic, ear):
            await in_loop_until(lambda: ear.doubts > 0)
            one.publish(topic, b"first")
            await in_loop_until(lambda: bool(ear.heard))
            cut(redis, (one,), "normal")
            for number in range(20):
                one.publish(topic, b"%d" % number)
            await in_loop_until(lambda: set(ear.heard) == {b"first", *(b"%d" % number for number in range(20))})

    with_two(test)


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("redis://nowhere.invalid:6379", "channels_unavailable"),
        ("http://127.0.0.1:6379", "channels_url"),
        ("nonsense", "channels_url"),
    ],
)
def test_a_redis_that_can_never_be_reached_is_refused_at_the_start(url: str, reason: str) -> None:
    async def test() -> None:
        pubsub = open_pubsub(url)
        await pubsub.start()

    with pytest.raises(AxedrezError) as refusal:
        asyncio.run(test())
    assert refusal.value.reason == reason


def test_a_redis_that_is_not_there_yet_is_waited_for(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        pubsub = open_pubsub("redis://127.0.0.1:1")
        ear = Ear()
        pubsub.subscribe("topic", ear)
        await pubsub.start()
        pubsub.publish("topic", b"here")
        await in_loop_until(lambda: b"here" in ear.heard)
        await pubsub.close()

    asyncio.run(test())
    assert "Redis does not answer yet" in caplog.text
