"""Every attack of the examinations is in vain, and stays so: the tests of `attacks.toml` exist."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parent
ATTACKS = tomllib.loads((TESTS / "attacks.toml").read_text(encoding="utf-8"))
LEAST = {"1": 40, "2": 20}
"""So many attacks of each examination are known."""


@cache
def names_in(file: str) -> set[str]:
    """The names of the tests of a file."""
    return set(re.findall(r"^(?:async )?def (test_\w+)", (TESTS / file).read_text(encoding="utf-8"), re.MULTILINE))


def test_every_attack_has_its_tests() -> None:
    counts: Counter[str] = Counter()
    for name, attack in ATTACKS.items():
        counts[name.partition(" ")[0]] += bool(attack["tests"])
        assert bool(attack["tests"]) != ("lacks" in attack), name
        for test in attack["tests"]:
            file, _, function = test.partition("::")
            assert function.partition("[")[0] in names_in(file), (name, test)
    assert all(counts[number] >= least for number, least in LEAST.items()), counts
