"""Options of the command line that only some analysts have the capability for."""

from __future__ import annotations

from collections.abc import Mapping

from axedrez.analysis.analyst import AnyAnalyst, Capability
from axedrez.core import AxedrezError


def check_options(analyst: AnyAnalyst, name: str, given: Mapping[str, tuple[Capability, bool]]) -> None:
    """Refuse options that were given though the analyst of the rulebook `name` lacks their capability.

    Raises `AxedrezError` with the reason `analysis_option`.
    """
    for option, (capability, is_given) in given.items():
        if is_given and capability not in analyst.capabilities:
            raise AxedrezError("analysis_option", option=option, name=name)
