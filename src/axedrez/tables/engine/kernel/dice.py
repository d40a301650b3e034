"""The rolls that the kernels of the engine go through."""

from __future__ import annotations

import numpy as np

N_ROLLS = 21
HIGH = np.array([high for high in range(1, 7) for low in range(1, high + 1)])
LOW = np.array([low for high in range(1, 7) for low in range(1, high + 1)])
SHARE = np.where(HIGH == LOW, 1, 2) / 36
"""The dice of each roll (11, 21, 22 …) and its probability."""
