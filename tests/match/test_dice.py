"""Dice from seeds: the documented arithmetic, and how they fall."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections import Counter
from pathlib import Path

import pytest

from axedrez.match import proof
from axedrez.match.dice import DicePair, Seeds, commitment, statistics
from tests.match.dicing import GAME_ID, seed

DOCUMENT = Path(__file__).parents[2] / "docs" / "dice.md"
FIXTURE = Path(__file__).parents[2] / "web" / "src" / "lib" / "tables" / "proof.fixture.json"


def written_anew(key: bytes, white: str, black: str, game: str, number: int) -> tuple[int, int]:
    """An independent computation of the roll, from docs/dice.md only."""
    dice: list[int] = []
    block = 0
    while len(dice) < 2:
        message = ":".join([white, black, game, str(number), str(block)])
        for byte in hmac.new(key, message.encode(), hashlib.sha256).digest():
            if byte < 252:
                dice.append(byte % 6 + 1)
        block += 1
    return dice[0], dice[1]


def test_rolls_are_those_of_the_document() -> None:
    rows = re.findall(r"^\| (\d+) \| `(\S+)` \| `([0-9a-f ]+)` \| (\d) (\d) \|$", DOCUMENT.read_text(), re.MULTILINE)
    assert len(rows) == 4
    rejected = 0
    for number, message, digest, first, second in rows:
        key = bytes(range(32))
        assert Seeds(GAME_ID, key).roll(int(number)) == (int(first), int(second))
        assert hmac.digest(key, message.encode(), "sha256").startswith(bytes.fromhex(digest))
        rejected += max(bytes.fromhex(digest)[:2]) >= 252
    assert rejected == 1


def test_the_page_is_tested_with_rolls_and_a_game_that_are_right() -> None:
    fixture = json.loads(FIXTURE.read_text(encoding="utf-8"))
    for vector in fixture["vectors"]:
        number, expected = vector.pop("number"), tuple(vector.pop("roll"))
        assert Seeds(**{**vector, "server": bytes.fromhex(vector["server"])}).roll(number) == expected
    assert len(fixture["vectors"]) == 7
    checked = proof.verify(proof.read(json.dumps(fixture["file"])))
    assert (checked.derived, checked.given) == (fixture["file"]["events"][-3]["data"]["number"], 0)


def test_any_verifier_finds_the_same_rolls() -> None:
    white, black = seed(7).hex(), seed(8).hex()
    for number in range(1, 500):
        seeds = Seeds(GAME_ID, seed(number), white if number % 2 else "", black if number % 3 else "")
        expected = written_anew(seed(number), seeds.white, seeds.black, GAME_ID, number)
        assert seeds.roll(number) == expected


def test_rolls_depend_on_every_seed_the_game_and_the_number() -> None:
    here = Seeds(GAME_ID, seed(1), seed(2).hex(), seed(3).hex())
    others = [
        here._replace(server=seed(9)),
        here._replace(white=seed(9).hex()),
        here._replace(black=seed(9).hex()),
        here._replace(white=here.black, black=here.white),
        here._replace(game=GAME_ID.replace("1", "2")),
    ]
    rolls = [[seeds.roll(number) for number in range(1, 40)] for seeds in (here, *others)]
    assert len({tuple(line) for line in rolls}) == len(rolls)
    assert len(set(rolls[0])) > 10
    assert rolls[0] == [here.roll(number) for number in range(1, 40)]


def test_a_digest_without_two_fair_bytes_is_followed_by_the_next_block(monkeypatch: pytest.MonkeyPatch) -> None:
    messages = []

    def digest(key: bytes, message: bytes, kind: str) -> bytes:
        messages.append(message.decode())
        return bytes([255] * 31 + [6]) if message.endswith(b":0") else bytes([252, 251] + [0] * 30)

    monkeypatch.setattr("axedrez.match.dice.hmac.digest", digest)
    assert Seeds("g", b"").roll(5) == (1, 6)
    assert messages == ["::g:5:0", "::g:5:1"]


def test_the_dice_are_fair() -> None:
    seeds = Seeds(GAME_ID, seed(4))
    found = statistics(seeds.roll(number) for number in range(1, 20_001))
    assert found.total == 20_000
    assert sum(found.faces.counts.values()) == 40_000
    assert found.faces.p_value > 0.001
    assert found.rolls.p_value > 0.001


def test_loaded_dice_are_noticed() -> None:
    found = statistics([DicePair(6, 6)] * 12 + [DicePair(1, 2)] * 4)
    assert found.faces.counts == {"1": 4, "2": 4, "3": 0, "4": 0, "5": 0, "6": 24}
    # By hand: 32 / 6 expected of each face.
    expected = 32 / 6
    by_hand = 2 * (4 - expected) ** 2 / expected + 3 * expected + (24 - expected) ** 2 / expected
    assert found.faces.chi_square == pytest.approx(by_hand)
    assert found.faces.p_value < 1e-12
    assert found.rolls.counts["66"] == 12
    assert found.rolls.counts["21"] == 4
    assert found.rolls.p_value < 1e-12


def test_p_values_are_those_of_the_tables() -> None:
    from axedrez.match.dice import _tail

    for chi_square, freedom, tail in [(11.0705, 5, 0.05), (0.8312, 5, 0.975), (31.4104, 20, 0.05), (37.5662, 20, 0.01)]:
        assert _tail(chi_square, freedom) == pytest.approx(tail, rel=1e-4)
    assert _tail(0, 5) == 1 == _tail(0, 20)
    assert statistics([]).faces.p_value == 1


def test_a_commitment_is_the_sha256_of_the_bytes() -> None:
    assert commitment(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_one_of_many_is_drawn_as_the_page_says() -> None:
    seeds = Seeds("00000000-0000-4000-8000-000000000001", bytes(range(32)))
    assert seeds.draw(1, 960) == 627
    assert all(seeds.draw(number, 1) == 0 for number in range(1, 50))
    drawn = Counter(seeds.draw(number, 6) for number in range(1, 6001))
    assert set(drawn) == set(range(6))
    assert all(900 < times < 1100 for times in drawn.values())
