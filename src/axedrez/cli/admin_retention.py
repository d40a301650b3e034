"""What a database keeps for how long, and deleting what is due."""

from __future__ import annotations

import asyncio
import os

from axedrez.cli.output import print_json
from axedrez.messages import say, say_counted
from axedrez.server.play.live_game import now_ms
from axedrez.storage import Store, default_url
from axedrez.storage.retention import Due, RetentionStore, times


def retention(url: str | None, apply: bool, lang: str, as_json: bool) -> None:
    """Show the rules with the number of rows that are due, or delete these. Raises AxedrezError (`retention_days`)."""
    days = times(os.environ)

    async def run() -> list[Due]:
        store = await Store.open(url or default_url())
        try:
            kept = RetentionStore(store.engine, store.writer, days)
            return await (kept.clean(now_ms()) if apply else kept.due(now_ms()))
        finally:
            await store.close()

    found = asyncio.run(run())
    if as_json:
        print_json(
            [
                {"name": each.rule.name, "variable": each.rule.variable, "days": each.days, "rows": each.rows}
                for each in found
            ]
        )
        return
    key = "cli.retention.deleted" if apply else "cli.retention.due"
    for each in found:
        what = say(f"cli.retention.{each.rule.name}", lang)
        kept = each.days
        time = say("cli.retention.forever", lang) if kept is None else say_counted("cli.retention.days", kept, lang)
        print(f"{what}: {time} ({each.rule.variable}); {say_counted(key, each.rows, lang)}")
