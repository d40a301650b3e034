"""`axedrez bot`: a UCI engine that plays at a server."""

from __future__ import annotations

import shlex
import signal
from collections.abc import Sequence
from types import FrameType
from typing import Any

from axedrez.bridge import Bot, Terms, compared
from axedrez.cli.engines import setting
from axedrez.client import Client, Refusal
from axedrez.core import AxedrezError, TextError
from axedrez.messages import say, sentence


def run(
    server: str, token: str, engine: str, options: Sequence[str], rulebooks: Sequence[str], terms: Terms, lang: str
) -> None:
    """Play until Ctrl+C. Raises AxedrezError."""
    try:
        words = shlex.split(engine)
    except ValueError:
        words = []
    if not words:
        raise TextError("engine_command", command=engine[:200])
    try:
        client = Client(server, token, lang=lang, patience_s=None)
    except ValueError:
        raise AxedrezError("bot_server", server=server[:200]) from None

    def tell(key: str, **details: Any) -> None:
        if "why" in details:
            details["why"] = say(f"cli.bot.declined.{details['why']}", lang)
        if isinstance(fault := details.get("text"), AxedrezError):
            details["text"] = sentence(fault, lang)
        print(say(key, lang, **details), flush=True)

    def stop(_signal: int, _frame: FrameType | None) -> None:
        client.stop.set()

    settings = dict(map(setting, options))
    configs = compared(words, settings, rulebooks)
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, stop)
    try:
        Bot(client, configs, terms, tell).run()
    except Refusal as refusal:
        raise AxedrezError("bot_refused", text=str(refusal)) from None
