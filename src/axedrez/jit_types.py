"""Types for the signatures of kernels: what each argument is, and how wide.

They are NumPy's own types, so mypy finds a signed number where a word belongs. Numba ignores annotations and takes the
types of the arguments that it is called with.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

U8: TypeAlias = np.uint8
U32: TypeAlias = np.uint32
U64: TypeAlias = np.uint64
"""A word: a bitboard, a square, a packed move, a key, an index."""
Index: TypeAlias = np.uint64 | int
"""A word that a loop counts: what `range` gives is a word in machine code, an int to mypy."""
I16: TypeAlias = np.int16
I64: TypeAlias = np.int64
"""A signed number: a score, a depth, a weight."""
Number: TypeAlias = np.int64 | int
"""A signed number that Python may hand in, or a loop count: an `int64` in machine code."""
F32: TypeAlias = np.float32
F64: TypeAlias = np.float64
Flag: TypeAlias = bool | np.bool_

Words: TypeAlias = NDArray[np.uint64]
"""A state, a compiled sheet, a list of moves, or a block of memory that holds such."""
Numbers: TypeAlias = NDArray[np.int64]
Bytes: TypeAlias = NDArray[np.uint8]
SignedBytes: TypeAlias = NDArray[np.int8]
"""Rows of the tables family."""
Shorts: TypeAlias = NDArray[np.int16]
UShorts: TypeAlias = NDArray[np.uint16]
"""Values of endgame tables."""
Flags: TypeAlias = NDArray[np.bool_]
Floats: TypeAlias = NDArray[np.float32]
Doubles: TypeAlias = NDArray[np.float64]
