"""Opening the database of a server, which waits for one that is not there yet, as after a restart of the machine."""

from __future__ import annotations

import asyncio
import logging

from axedrez.core import AxedrezError
from axedrez.storage import Store, comes_back

log = logging.getLogger("axedrez.server")

AGAIN_S = 1.0


async def opened_store(url: str) -> Store:
    """The database; where its server cannot be reached now, it is tried again until it can.

    Raises AxedrezError where that will not help: for a file, a name that nobody has, a wrong password.
    """
    is_told = False
    while True:
        try:
            return await Store.open(url)
        except AxedrezError as fault:
            if not (url.startswith("postgresql") and comes_back(fault)):
                raise
            if not is_told:
                log.warning("waiting for the database: %s", fault.details.get("cause", fault.reason))
            is_told = True
        await asyncio.sleep(AGAIN_S)
