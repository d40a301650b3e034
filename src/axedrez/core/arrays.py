"""Arrays of values that do not change."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt


def frozen(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The same numbers, for reading only."""
    view = array.view()
    view.flags.writeable = False
    return view
