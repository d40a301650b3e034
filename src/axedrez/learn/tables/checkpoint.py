"""What a training goes on from, in one file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from axedrez.core.structs import prepared

VERSION = 2
ENDING = ".checkpoint"
_MARK = b"axedrez-tables-checkpoint\n"


class Progress(msgspec.Struct, kw_only=True):
    """How far a training is.

    `rules`: fingerprint of the rules; `recipe`: the recipe as data; `games`, `positions`, `rounds`: done so far;
    `capped`, `draws`: games among them left at the cap, and drawn; `playing_s`, `training_s`: seconds (wall clock);
    `meaning`: of scores of the evaluation made by hand (`by_hand.Meaning`), once it is known; `curve`: by round number
    (some of them) the mean loss; `starts`: the positions from which games begin (`Starts`).
    """

    version: int = VERSION
    rulebook: str
    rules: str
    recipe: dict[str, Any]
    seed: int
    games: int = 0
    positions: int = 0
    rounds: int = 0
    capped: int = 0
    draws: int = 0
    playing_s: float = 0.0
    training_s: float = 0.0
    meaning: tuple[float, float, float] | None = None
    curve: list[tuple[int, float]] = []
    starts: bytes = b""


prepared(Progress)


def write(path: Path, progress: Progress, trained: bytes) -> None:
    """Write a checkpoint; the file is there whole or not at all. `trained`: `Trainer.dump`."""
    draft = path.with_name(path.name + ".draft")
    draft.write_bytes(_MARK + msgspec.json.encode(progress) + b"\n" + trained)
    draft.replace(path)


def read(path: Path) -> tuple[Progress, bytes]:
    """A checkpoint. Raises `ValueError` if the file is none, `OSError` if it cannot be read."""
    data = path.read_bytes()
    head, _, trained = data.removeprefix(_MARK).partition(b"\n")
    try:
        progress = msgspec.json.decode(head, type=Progress)
    except msgspec.MsgspecError as fault:
        raise ValueError("no checkpoint") from fault
    if not data.startswith(_MARK) or not 1 <= progress.version <= VERSION:
        raise ValueError("no checkpoint")
    if progress.version == 1:
        progress.recipe = _renamed(progress.recipe)
        progress.version = VERSION
    return progress, trained


def _renamed(recipe: dict[str, Any]) -> dict[str, Any]:
    """A recipe of version 1, which had other words, in those of today."""
    words = {"passes": "epochs", "step": "learning_rate", "mean": "ema"}
    stage_words = {"trace": "td_lambda", "taught": "scored", "looked_at": "max_candidates"}
    stages = list[dict[str, Any]]()
    for stage in recipe.get("stages", ()):
        found = {stage_words.get(word, word): value for word, value in stage.items()}
        if "sharper" in found:
            found["temperature"] = 1 / found.pop("sharper")
        stages.append(found)
    return {**{words.get(word, word): value for word, value in recipe.items()}, "stages": stages}
