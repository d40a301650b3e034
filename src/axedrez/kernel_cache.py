"""Where compiled kernels are kept on disk, and what makes a stored one stale.

Numba notices an edit only in the file of the function itself, so an edited helper would leave stale machine code in
its callers. Here the directory is named by a hash of every source that a kernel folder can reach. It does not depend
on where the package lies: two checkouts of the same version share one cache.
"""

from __future__ import annotations

import hashlib
import os
import re
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator

_PACKAGE = Path(__file__).parent
_KERNEL_IMPORT = re.compile(r"^from (axedrez\.[\w.]*?kernel)\b", re.MULTILINE)


def cache_home() -> Path:
    """The directory that holds every kernel cache of this user."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "axedrez"


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


class _Locator(UserProvidedCacheLocator):  # type: ignore[misc]
    def __init__(self, function: Any, source: str) -> None:
        path = Path(source)
        folder = _kernel_folder(path)
        if folder is None:
            raise ValueError(f"{source} is not in a kernel folder")
        self._py_file = source
        self._lineno = function.__code__.co_firstlineno
        self._cache_path = str(cache_dir(folder).joinpath(*path.relative_to(folder).parent.parts))

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> _Locator | None:
        self = cls(py_func, py_file)
        try:
            self.ensure_cache_path()
        except OSError:  # a home that cannot be written to
            return None
        return self


class _CacheImpl(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_Locator,)


class KernelCache(FunctionCache):  # type: ignore[misc]
    """Numba's cache of one function, in our directories."""

    _impl_class = _CacheImpl
