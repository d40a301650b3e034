"""Which faults mean that the database is unavailable: stopped, cut off, out of connections or of disk."""

from __future__ import annotations

import socket
import sqlite3

from sqlalchemy import Engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

try:
    import asyncpg
except ImportError:  # an extra: without it there is no PostgreSQL
    CUT: tuple[type[BaseException], ...] = (ConnectionError,)
    AWAY: tuple[type[BaseException], ...] = (*CUT, PoolTimeoutError)
    UNSTORABLE: tuple[type[BaseException], ...] = ()
    STARTING: tuple[type[BaseException], ...] = ()
else:
    CUT = (asyncpg.PostgresConnectionError, asyncpg.InterfaceError, asyncpg.AdminShutdownError, ConnectionError)
    AWAY = (
        *CUT,
        asyncpg.exceptions.OperatorInterventionError,
        asyncpg.exceptions.InsufficientResourcesError,
        asyncpg.exceptions.PostgresSystemError,
        asyncpg.exceptions.ReadOnlySQLTransactionError,  # after a failover to a standby
        asyncpg.InvalidAuthorizationSpecificationError,
        asyncpg.InvalidCatalogNameError,
        PoolTimeoutError,
    )
    STARTING = (asyncpg.CannotConnectNowError, asyncpg.TooManyConnectionsError)
    UNSTORABLE = (asyncpg.CharacterNotInRepertoireError, asyncpg.UntranslatableCharacterError)

UNUSABLE = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_READONLY,
}
"""SQLite's codes for a file that cannot be used: full disk, locked by another program, …"""


CONNECT_S = 5
"""Timeout of a connection (seconds): a machine that is down does not close its connections."""


class DatabaseAway(Exception):
    """The database cannot be used for now. A write in progress may or may not have been carried out."""


def is_cut(fault: BaseException) -> bool:
    """Whether a fault only means that a connection was cut, as by a restart: a new one may work."""
    if isinstance(fault, DBAPIError):
        return fault.connection_invalidated or isinstance(_cause(fault), CUT)
    return isinstance(fault, CUT)


def is_away(fault: BaseException) -> bool:
    """Whether a fault means that the database cannot be used for now."""
    if isinstance(fault, DBAPIError):
        code = getattr(fault.orig, "sqlite_errorcode", sqlite3.SQLITE_OK)
        return is_cut(fault) or code & 0xFF in UNUSABLE or isinstance(_cause(fault), AWAY)
    return isinstance(fault, (DatabaseAway, *AWAY))


def comes_back(fault: BaseException | None) -> bool:
    """Whether a server that could not be connected to may answer in a moment: its address itself is not wrong."""
    chain: list[BaseException] = []
    while fault is not None:
        chain.append(fault)
        fault = fault.__cause__ or fault.__context__
    if any(isinstance(each, socket.gaierror) for each in chain):  # no such name
        return False
    return any(isinstance(each, (OSError, TimeoutError, *STARTING)) for each in chain)


def is_unstorable(fault: BaseException) -> bool:
    """Whether a fault means that a text contains NUL, which PostgreSQL cannot store."""
    return isinstance(fault, DBAPIError) and isinstance(_cause(fault), UNSTORABLE)


def tell_apart(engine: Engine) -> None:
    """Make `engine` raise `DatabaseAway` where it cannot connect, for whatever reason.

    Otherwise an OSError of a connection could not be told from others, and a changed password would look like a bug.
    """

    @event.listens_for(engine, "do_connect")
    def connect(dialect, _record, arguments, options):  # type: ignore[no-untyped-def]
        try:
            return dialect.connect(*arguments, **options)
        except Exception as fault:
            raise DatabaseAway(str(fault) or type(fault).__name__) from fault


def cause(fault: BaseException) -> str:
    """The cause of a fault in one line, for the log."""
    if isinstance(fault, DBAPIError):
        fault = _cause(fault) or fault.orig or fault
    return f"{type(fault).__name__}: {str(fault).partition(chr(10))[0]}"


def _cause(fault: DBAPIError) -> BaseException | None:
    return fault.orig.__cause__ if fault.orig is not None else None
