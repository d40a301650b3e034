"""A line to a program that can be cut: nothing but the test's own servers is disturbed."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from tests.ports import free_port


class Cut:
    """Passes bytes on from `port` to another port of this machine, as long as it is up."""

    def __init__(self, target: int) -> None:
        self.port = free_port()
        self._target = target
        self._loop = asyncio.new_event_loop()
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.StreamWriter] = set()

    def cut(self) -> None:
        """Close all connections, and stop listening."""
        self._run(self._close())

    def restore(self) -> None:
        """Listen again."""
        self._run(self._listen())

    def _run(self, work: object) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(10)  # type: ignore[arg-type]

    async def _listen(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)

    async def _close(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None
        for writer in self._open:
            writer.transport.abort()
        self._open.clear()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._target)
        self._open |= {writer, far_writer}
        await asyncio.gather(_pass(reader, far_writer), _pass(far_reader, writer))
        self._open -= {writer, far_writer}


async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(2**16):
            writer.write(data)
            await writer.drain()
    writer.close()


@contextmanager
def cutting(target: int) -> Iterator[Cut]:
    """A line to the port `target` of this machine."""
    line = Cut(target)
    thread = threading.Thread(target=line._loop.run_forever, daemon=True)
    thread.start()
    line.restore()
    try:
        yield line
    finally:
        line.cut()
        line._loop.call_soon_threadsafe(line._loop.stop)
        thread.join(10)
