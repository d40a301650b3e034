"""Positions made by hand for every clause: what was written for the slow twin must hold for the kernel too.

The tests are those of `naive/test_tables_naive*.py` with the kernel in the twin's place; their names say the clauses.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from types import ModuleType
from typing import Any
from unittest import mock

import pytest

from tables import readings

MODULES = ("test_tables_naive", "test_tables_naive_kings", "test_tables_naive_progress")

pytest.register_assert_rewrite(*(f"naive.{name}" for name in MODULES))

from naive import test_tables_naive, test_tables_naive_kings, test_tables_naive_progress  # noqa: E402

TWINS_OWN = ("ends", "results", "start", "winner", "points", "drawn")
"""What the tests ask of the twin: names that `readings` has as well."""


def _of_kernel(module: ModuleType, test: Callable[..., None]) -> Callable[..., None]:
    """The same test of the kernel, marked with the clauses of its name."""

    @functools.wraps(test)
    def kernel_test(*args: Any, **named: Any) -> None:
        changed = {name: getattr(readings, name) for name in TWINS_OWN if hasattr(module, name)}
        with mock.patch.multiple(module, **changed):
            test(*args, **named)

    return pytest.mark.clause(*_clauses(test.__name__))(kernel_test)


def _clauses(name: str) -> list[str]:
    return [f"G-{number}" for number in re.findall(r"_g(\d+)", name)]


for _module in (test_tables_naive, test_tables_naive_kings, test_tables_naive_progress):
    for _name, _test in list(vars(_module).items()):
        if re.match(r"test_g\d", _name):
            assert _name not in globals()
            globals()[_name] = _of_kernel(_module, _test)
del _module, _name, _test
