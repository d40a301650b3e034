"""`axedrez tournament import`, `heading` and `player`: what reports of FIDE's format bring, and what they need."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from axedrez import library
from axedrez.cli import tournament_file
from axedrez.cli.tournament_file import found
from axedrez.cli.tournament_place import Place
from axedrez.core import AxedrezError
from axedrez.core.errors import NotAllowed
from axedrez.messages import say
from axedrez.tournaments import commands as c
from axedrez.tournaments import imports
from axedrez.tournaments.format_names import ImportedFormat
from axedrez.tournaments.heading import Heading, Person
from axedrez.tournaments.trf.reading import MAX_SIZE

Told = TypeVar("Told", Heading, Person)


def import_report(file: str, report: str, rulebook: str, title: str, kind: ImportedFormat | None, lang: str) -> None:
    """Make a tournament of a report, in a file that is not there yet. Raises `AxedrezError`."""
    library.load(rulebook)
    told = imports.read(_text(report))
    settings = imports.settings_of(told, rulebook, title, kind)
    made = tournament_file.create_as(
        file, lambda state: imports.log(told, settings, state, time.time_ns() // 1_000_000)
    )
    print(say("cli.tournament.made", lang, title=made.state.set.title, file=file))
    print(say("cli.tournament.imported", lang, players=len(made.state.entries), rounds=len(made.state.rounds)))
    if left_out := imports.tie_breaks_left_out(told):
        print(say("cli.tournament.left_out", lang, codes=", ".join(left_out)))


def set_heading(place: Place, given: dict[str, Any], lang: str) -> None:
    """Change what is given of the heading of reports. Raises `AxedrezError`."""
    with place.changing() as log:
        base = log.state.heading
        heading = _converted({**msgspec.structs.asdict(base), **_known(given)}, Heading)
        log.do(c.SetHeading(heading=heading, base=base))
        print(say("cli.tournament.heading", lang))


def set_person(place: Place, who: str, given: dict[str, Any], lang: str) -> None:
    """Change what is given of what a federation knows of a player. Raises `AxedrezError`."""
    with place.changing() as log:
        entry = found(log.state, who)
        before = {name: getattr(entry, name) for name in Person.__struct_fields__}
        log.do(c.SetPerson(entry=entry.entry, known=_converted({**before, **_known(given)}, Person)))
        print(say("cli.tournament.person", lang, name=entry.name))


def _known(given: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in given.items() if value is not None}


def _converted(given: dict[str, Any], kind: type[Told]) -> Told:
    """What is given, field by field, so that the one that cannot be is named."""
    for name, value in given.items():
        try:
            msgspec.convert({name: value}, kind)
        except msgspec.ValidationError:
            raise NotAllowed("tournament_field", field=f"--{name.replace('_', '-')}", text=str(value)[:40]) from None
    return msgspec.convert(given, kind)


def _text(name: str) -> str:
    """The text of a report; older programs write Latin letters in one byte each. Raises `AxedrezError`."""
    try:
        path = Path(name)
        if path.stat().st_size > 4 * MAX_SIZE:
            raise AxedrezError("trf_too_long", most=MAX_SIZE)
        data = path.read_bytes()
    except (OSError, ValueError):
        raise AxedrezError("cli_file", name=name) from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")
