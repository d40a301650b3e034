"""Game logs in a database: the only writer of events."""

from axedrez.storage.database import default_url
from axedrez.storage.store import ConflictError, Header, Listed, RepeatedError, Store

__all__ = ["ConflictError", "Header", "Listed", "RepeatedError", "Store", "default_url"]
