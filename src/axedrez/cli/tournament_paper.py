"""`axedrez tournament print` and `certificates`: a tournament in a file, on paper."""

from __future__ import annotations

import datetime
import unicodedata
from collections.abc import Sequence
from pathlib import Path

from axedrez import library
from axedrez.cli import tournament_file
from axedrez.core import AxedrezError
from axedrez.messages import say
from axedrez.tournaments import sheets
from axedrez.tournaments.certificates import certificates, placed
from axedrez.tournaments.tournament import Tournament


def write_sheet(file: str, what: str, out: Path, round_number: int | None, fonts: Sequence[Path], lang: str) -> None:
    """Write the pairings or slips of a round (the last by default), the standings or the crosstable.

    Raises `AxedrezError`.
    """
    state = tournament_file.read(file).state
    date, index = last_day(state), round_number or len(state.rounds)
    match what:
        case "pairings":
            made, lacking = sheets.pairings(state, index, lang, date, fonts)
        case "slips":
            made, lacking = sheets.slips(state, index, lang, date, fonts)
        case "standings":
            made, lacking = sheets.standings(state, lang, date, fonts)
        case _:
            made, lacking = sheets.crosstable(state, lang, date, fonts)
    write_file(out, made)
    tell(out, lacking, lang)


def write_certificates(
    file: str,
    out: Path,
    first: int | None,
    organizer: str,
    date: datetime.date | None,
    fonts: Sequence[Path],
    lang: str,
) -> None:
    """Write certificates for the first places, or for everybody: into one PDF, or each into one of its own in a folder.

    Raises `AxedrezError`.
    """
    state = tournament_file.read(file).state
    found = placed(state, first)
    is_one = out.suffix.casefold() == ".pdf"
    unprintable: set[str] = set()
    for number, group in enumerate([found] if is_one else [[each] for each in found], 1):
        made, lacking = certificates(
            state.set.title,
            rulebook_title(state.set.rulebook, lang),
            date or last_day(state),
            group,
            organizer,
            lang,
            players=len(state.entries),
            fonts=fonts,
        )
        unprintable |= lacking
        target = out if is_one else out / f"{number:03}{_plain(group[0].name)}.pdf"
        write_file(target, made)
    tell(out, unprintable, lang)


def last_day(state: Tournament) -> datetime.date:
    """The day, here, of the last thing that happened in a tournament."""
    return datetime.datetime.fromtimestamp(state.at / 1000).date()


def rulebook_title(name: str, lang: str) -> str:
    """The title of a rulebook, or its name where it is not found any more."""
    try:
        return str(library.load(name).sheet.names.in_lang(lang))
    except AxedrezError:
        return name


def _plain(name: str) -> str:
    """A name as a part of the name of a file: `-ana-iniguez`, or nothing."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().casefold()
    words = "".join(sign if sign.isalnum() else " " for sign in letters).split()
    return "".join(f"-{word}" for word in words)[:60]


def write_file(path: Path, data: bytes) -> None:
    """Write a file, and the folder that it lies in. Raises `AxedrezError` (`cli_unwritable`)."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    except (OSError, ValueError):
        raise AxedrezError("cli_unwritable", file=str(path)[:200]) from None


def tell(path: Path, unprintable: set[str], lang: str) -> None:
    """Say what was written, and which signs no font had."""
    print(say("cli.tournament.written", lang, path=path))
    if unprintable:
        print(say("cli.tournament.unprintable", lang, signs=" ".join(sorted(unprintable))))
