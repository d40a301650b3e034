"""Where compiled kernels are kept on disk, and what makes a stored one stale.

Numba notices an edit only in the file of the function itself, so an edited helper would leave stale machine code in
its callers. Here the directory is named by a hash of every source that a kernel folder can reach. It does not depend
on where the package lies: two checkouts of the same version share one cache. What nobody has used for long is removed.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import shutil
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile, UserProvidedCacheLocator
from numba.core.registry import cpu_target

from axedrez import locks, places

UNUSED_S = 14 * 86_400
"""After so long without use a cache directory is removed: it belongs to another version."""

_USED = "used"
_DAY_S = 86_400
_PACKAGE = Path(__file__).parent
_KERNEL_IMPORT = re.compile(r"^from (axedrez\.[\w.]*?kernel)\b", re.MULTILINE)


def cache_home() -> Path:
    """The directory that holds every kernel cache of this user."""
    return places.cache()


@cache
def _read(folder: Path) -> tuple[bytes, frozenset[Path]]:
    """A hash of a kernel folder's sources, and the other kernel folders that they import from."""
    digest = hashlib.sha256()
    imported: set[str] = set()
    for source in sorted(folder.rglob("*.py")):
        text = source.read_bytes()
        digest.update(text)
        imported.update(_KERNEL_IMPORT.findall(text.decode()))
    folders = {_PACKAGE.joinpath(*name.split(".")[1:]) for name in imported}
    return digest.digest(), frozenset(folders - {folder})


@cache
def cache_dir(folder: Path) -> Path:
    """The directory for machine code compiled from a kernel folder: another one after any edit that it can see."""
    seen: set[Path] = set()
    waiting = {folder}
    while waiting:
        current = waiting.pop()
        seen.add(current)
        waiting |= _read(current)[1] - seen
    digest = hashlib.sha256(numba.__version__.encode())
    digest.update((_PACKAGE / "jit.py").read_bytes())
    for each in sorted(seen):
        digest.update(_read(each)[0])
    name = "-".join(folder.relative_to(_PACKAGE).parts[:-1])
    return cache_home() / f"kernels-{name}-{digest.hexdigest()[:16]}"


def _kernel_folder(source: Path) -> Path | None:
    """The outermost folder named `kernel` above a source of this package."""
    if not source.is_relative_to(_PACKAGE):
        return None
    parts = source.relative_to(_PACKAGE).parts
    return _PACKAGE.joinpath(*parts[: parts.index("kernel") + 1]) if "kernel" in parts else None


@cache
def _touch(directory: Path) -> None:
    """Note that a cache directory is used: once in a process, and once a day."""
    stamp = directory / _USED
    with contextlib.suppress(OSError):
        if not stamp.exists() or time.time() - stamp.stat().st_mtime > _DAY_S:
            stamp.touch()


def _last_used(directory: Path) -> float:
    stamp = directory / _USED
    return (stamp if stamp.exists() else directory).stat().st_mtime


def remove_unused() -> list[Path]:
    """Remove the cache directories that nobody has used for long; returns them. Whoever needs one makes it anew."""
    removed = []
    with contextlib.suppress(OSError):
        for directory in cache_home().glob("kernels-*"):
            with contextlib.suppress(OSError):
                if time.time() - _last_used(directory) > UNUSED_S:
                    shutil.rmtree(directory)
                    removed.append(directory)
    return removed


def _complete(stage: str) -> Path:
    """The file that says that all kernels of a stage are compiled, by this version and for this processor."""
    digest = hashlib.sha256(repr(cpu_target.target_context.codegen().magic_tuple()).encode())
    folders = sorted(path for path in _PACKAGE.rglob("kernel") if path.is_dir())
    digest.update("".join(cache_dir(folder).name for folder in folders).encode())
    home = cache_dir(_PACKAGE / "chess" / "kernel")
    return home / f"complete-{stage}-{digest.hexdigest()[:16]}"


def is_complete(stage: str) -> bool:
    """Whether everything that a stage of `axedrez.warm` needs has been compiled and is on disk."""
    return _complete(stage).exists()


def mark_complete(stage: str) -> None:
    """Remember that a stage has been compiled. Raises `OSError` where nothing can be written."""
    _complete(stage).touch()


@contextlib.contextmanager
def compiling(stage: str) -> Iterator[None]:
    """One process at a time compiles a stage; another waits until it has ended. Raises `OSError` on a full disk."""
    cache_home().mkdir(parents=True, exist_ok=True)
    with (cache_home() / f"lock-{stage}").open("w") as file:
        locks.wait_for(file.fileno())
        yield


class _Locator(UserProvidedCacheLocator):  # type: ignore[misc]
    def __init__(self, function: Any, source: str) -> None:
        path = Path(source)
        folder = _kernel_folder(path)
        if folder is None:
            raise ValueError(f"{source} is not in a kernel folder")
        self._py_file = source
        self._lineno = function.__code__.co_firstlineno
        self._directory = cache_dir(folder)
        self._cache_path = str(self._directory.joinpath(*path.relative_to(folder).parent.parts))

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> _Locator | None:
        self = cls(py_func, py_file)
        try:
            self.ensure_cache_path()
        except OSError:  # a home that cannot be written to
            return None
        _touch(self._directory)
        return self

    def get_source_stamp(self) -> str:
        """What makes a stored index stale: nothing. The directory's name says what it was compiled from."""
        return self._directory.name


class _CacheFile(IndexDataCacheFile):  # type: ignore[misc]
    """An index whose entries are named by what they are: two processes that write at once cannot swap them."""

    def save(self, key: Any, data: Any) -> None:
        try:
            overloads = self._load_index()
        except Exception:  # cut short by a crash
            overloads = {}
        overloads[key] = f"{Path(self._index_name).stem}.{hashlib.sha256(repr(key).encode()).hexdigest()[:12]}.nbc"
        self._save_data(overloads[key], data)
        self._save_index(overloads)


class _CacheImpl(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_Locator,)


class KernelCache(FunctionCache):  # type: ignore[misc]
    """Numba's cache of one function, in our directories. A file that cannot be read or written costs time only."""

    _impl_class = _CacheImpl

    def __init__(self, py_func: Any) -> None:
        super().__init__(py_func)
        self._cache_file.__class__ = _CacheFile

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        """What tells apart the stored machine code of this function.

        Numba would take the identities of other functions in the closure, which differ in each process; here functions
        made from one source have different qualified names.
        """
        if self._py_func.__closure__ is None:
            return super()._index_key(sig, codegen)
        return sig, codegen.magic_tuple(), self._py_func.__qualname__

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The stored machine code for a signature; None where there is none that can be used."""
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # cut short by a crash, or written by something else: whatever unpickling may raise
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Store machine code, if the disk takes it."""
        with contextlib.suppress(OSError):
            super().save_overload(sig, data)
