"""Network lag that is given back: as much as the server has measured, within a quota."""

from __future__ import annotations

import msgspec

START_MS = 2000
GAIN_MS = 1000
MOST_MS = 5000


class LagQuota(msgspec.Struct, frozen=True):
    """What may still be given back to a side, and what was for its last move (ms).

    Each move makes the quota larger by `GAIN_MS`, up to `MOST_MS`: who pretends to a slow line wins little by it.
    """

    quota_ms: int = START_MS
    last_ms: int = 0

    def given(self, measured_ms: int) -> int:
        """What is given back of a measured lag."""
        return max(0, min(measured_ms, self.quota_ms))

    @property
    def expected_ms(self) -> int:
        """What is likely to be given back for the next move: so long nobody else calls the flag."""
        return self.given(self.last_ms)

    def after(self, given_ms: int) -> LagQuota:
        """The quota after a move for which `given_ms` were given back."""
        return LagQuota(min(MOST_MS, self.quota_ms - given_ms + GAIN_MS), given_ms)
