"""Arrays that do not change, and arrays that begin where a cache line does."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

_LINE = 64


def frozen(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The same numbers, for reading only."""
    view = array.view()
    view.flags.writeable = False
    return view


def aligned(shape: int | tuple[int, ...], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """An array of zeros whose address is a multiple of 64.

    Vector instructions read it twice as fast, and XLA copies others instead of reading them where they are.
    """
    kind = np.dtype(dtype)
    size = int(np.prod(shape)) * kind.itemsize
    memory = np.zeros(size + _LINE, np.uint8)
    begin = -memory.ctypes.data % _LINE
    return memory[begin : begin + size].view(kind).reshape(shape)


def aligned_copy(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """A copy of an array, as `aligned` makes them."""
    copied = aligned(array.shape, array.dtype)
    copied[...] = array
    return copied
