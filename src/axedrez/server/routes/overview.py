"""All games that go on, for whoever looks at many at once: a teacher, a projector."""

from __future__ import annotations

from litestar import get
from litestar.di import NamedDependency

from axedrez.server.overview import Glances, Overview
from axedrez.server.responses import COMMON


@get("/api/overview", responses=COMMON, summary="All games that go on")
async def read_overview(overview: NamedDependency[Overview]) -> Glances:
    """The games that go on, and those that have just ended, as somebody sees them who only watches."""
    return await overview.glances()


HANDLERS = [read_overview]
