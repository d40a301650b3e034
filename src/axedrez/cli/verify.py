"""Checking the dice of a game from its record."""

from __future__ import annotations

from axedrez.cli.output import print_json
from axedrez.cli.reading import read_file
from axedrez.match import proof
from axedrez.messages import say


def check(name: str, lang: str, as_json: bool) -> None:
    """Derive the dice of the file anew and say so. Raises `AxedrezError` for whatever is wrong with it."""
    checked = proof.verify(proof.read(read_file(name)))
    faces = checked.statistics.faces
    if as_json:
        print_json({"derived": checked.derived, "given": checked.given, "statistics": _plain(checked.statistics)})
        return
    print(say("cli.dice_checked", lang, derived=checked.derived, given=checked.given))
    counts = ", ".join(f"{face}: {times}" for face, times in faces.counts.items())
    print(
        say("cli.dice_faces", lang, counts=counts, chi_square=f"{faces.chi_square:.2f}", p_value=f"{faces.p_value:.3f}")
    )


def _plain(value: object) -> object:
    """Named tuples as objects."""
    if hasattr(value, "_asdict"):
        return {name: _plain(field) for name, field in value._asdict().items()}
    return value
