"""Texts that two people changed at once: nothing that either wrote is lost."""

from __future__ import annotations

import random

import pytest

from axedrez.studies.merging import MAX_COMPARED, merged

WORDS = ["uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho"]


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "both"),
    [
        ("", "hola", "adiós", "hola adiós"),
        ("uno dos", "uno dos", "uno tres", "uno tres"),
        ("uno dos", "uno tres", "uno dos", "uno tres"),
        ("uno dos", "uno tres", "uno tres", "uno tres"),
        ("el zorro rápido", "el zorro rojo rápido", "un zorro rápido", "un zorro rojo rápido"),
        ("uno dos tres", "uno dos", "uno dos tres cuatro", "uno dos tres cuatro"),
        ("uno dos tres", "uno DOS tres", "uno ¡dos! tres", "uno DOS ¡dos! tres"),
        ("uno\n\ndos", "uno\n\ndos\n\ntres", "cero uno\n\ndos", "cero uno\n\ndos\n\ntres"),
    ],
)
def test_what_both_changed_is_kept(base: str, ours: str, theirs: str, both: str) -> None:
    assert merged(base, ours, theirs) == both


def test_no_word_that_somebody_added_is_lost() -> None:
    rng = random.Random(1)
    for _ in range(3000):
        base = rng.sample(WORDS, rng.randint(0, 8))
        texts = [_changed(base, mark, rng) for mark in "ab"]
        found = merged(" ".join(base), *(" ".join(text) for text in texts)).split()
        for text in texts:
            assert {word for word in text if word[0] in "ab"} <= set(found)
        # What neither touched is there, and nothing that neither wrote.
        assert set(found) <= {word for text in (base, *texts) for word in text}
        kept = [word for word in base if all(word in text for text in texts)]
        assert set(kept) <= set(found)


def _changed(base: list[str], mark: str, rng: random.Random) -> list[str]:
    text = list(base)
    for number in range(rng.randint(0, 3)):
        place = rng.randint(0, len(text))
        text[place : place + rng.randint(0, 2)] = [f"{mark}{number}"]
    return text


def test_texts_made_to_be_slow_are_kept_whole() -> None:
    ours, theirs = "b " + "a " * 5000, "a " * 5000 + "c"
    found = merged("a " * 5000, ours, theirs)
    assert ours in found
    assert theirs in found
    assert merged("a " * MAX_COMPARED, "b " + "a " * (MAX_COMPARED - 2), "a " * (MAX_COMPARED - 2) + "c")
