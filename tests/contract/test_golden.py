"""Each game plays its golden game: the moves of the file, replayed as texts, give what the file says."""

from __future__ import annotations

import pytest

from axedrez import History
from tests import sheets
from tests.contract.golden import HERE, record
from tests.sheets.playing import choices


@pytest.mark.parametrize("name", sheets.NAMES)
def test_golden_game(name: str) -> None:
    lines = (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    position, history = sheets.load(name).start(), History()
    for line in lines[:-1]:
        text, _, played = line.partition(" | ")
        count, key, move = played.split(" ")[:3]
        assert position.text() == text
        assert (len(choices(position)), f"{position.hash:016x}") == (int(count), key)
        history = history.after(position)
        position = position.play(move.replace("_", " "))
    text, _, end = lines[-1].partition(" | ")
    assert position.text() == text
    ended = position.outcome(history)
    assert (f"{ended.result} {ended.reason} {ended.clause}" if ended else "*") == end


@pytest.mark.parametrize("name", sheets.NAMES)
def test_recording_again_gives_the_same_file(name: str) -> None:
    """Order of moves, hashes and notation are the same on every machine."""
    recorded = list(record(sheets.load(name)))
    assert recorded == (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def test_there_is_one_for_each_game() -> None:
    assert {file.stem for file in HERE.glob("*.txt")} == set(sheets.NAMES)
