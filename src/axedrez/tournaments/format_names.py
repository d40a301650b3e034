"""The names of the formats. The command line offers them, so nothing else is imported here."""

from __future__ import annotations

from typing import Literal

ImportedFormat = Literal["swiss", "round-robin", "double-round-robin", "knockout"]
"""The formats that a report can tell of."""

Format = Literal[ImportedFormat, "simul", "arena"]
