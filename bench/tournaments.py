"""Simulated Swiss tournaments: pairings and colours checked by bbpPairings, tie-breaks by gacrux; both read reports.

    python -m bench.tournaments --bbp /path/to/bbpPairings.exe --first 0 --count 5000
    python -m bench.tournaments --bbp /path/to/bbpPairings.exe --first 0 --count 40 --large

Every tournament follows from its number, so a run can be continued by `--first`, and a discrepancy repeated.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from axedrez.tournaments.field import Field, Pairing, PointTable, Round
from axedrez.tournaments.simulation import Course, Simulation, simulated
from axedrez.tournaments.swiss import as_gacrux
from axedrez.tournaments.tiebreaks import ranked
from axedrez.tournaments.trf import TournamentFile, read, written

TABLES = (
    PointTable(),
    PointTable(win=20, draw=10, forfeit_win=20, pairing_bye=20, full_bye=20, half_bye=10),
    PointTable(win=30, draw=10, forfeit_win=30, pairing_bye=30, full_bye=30, half_bye=10),
)
TIE_BREAKS = (
    *(
        "DE",
        "BH/C1",
        "BH",
        "BH/C2",
        "BH/M1",
        "BH/M2",
        "BH/P",
        "SB",
        "SB/C1",
        "SB/P",
        "DE/P",
        "PS",
        "PS/C1",
        "WIN",
        "WON",
    ),
    *("BPG", "BWG", "REP", "AOB", "KS", "KS/L60", "ARO", "ARO/C1", "ARO/M1/U1400", "TPR", "PTP", "APRO", "APPO"),
    "FB",  # the last one: what gacrux computes after it is no longer the same
)


class Checked(NamedTuple):
    """A tournament after its checks."""

    seed: int
    players: int
    rounds: int
    stopped: str
    faults: list[str]


def made(seed: int, large: bool) -> Simulation:
    chance = random.Random(f"tournament {seed} {large}")
    players = chance.randint(41, 200) if large else chance.randint(5, 40)
    rounds = chance.randint(5, 11) if large else chance.randint(3, min(11, players - 1))
    course = Course(
        forfeit=chance.choice((0.0, 0.01, 0.05)),
        both_forfeit=chance.choice((0.0, 0.01)),
        withdrawal=chance.choice((0.0, 0.02, 0.05)),
        half_bye=chance.choice((0.0, 0.02, 0.06)),
        late=chance.choice((0.0, 0.03, 0.1)),
        unrated=chance.choice((0.0, 0.0, 0.1)),
    )
    return simulated(
        "swiss",
        players,
        rounds,
        seed,
        table=chance.choice(TABLES),
        course=course,
        accelerated=chance.random() < 0.1,
        forbidden=chance.choice((0, 0, 0, 2)),
    )


def checked(seed: int, large: bool, bbp: Path | None) -> Checked:
    found = made(seed, large)
    field = found.field
    faults: list[str] = []
    version: Any = random.Random(seed).choice(("16", "26"))
    text = written(TournamentFile(field), version)
    if bbp is not None:
        faults += by_bbp(text, len(field.rounds), bbp)
    reading = read(text)
    if reading.faults or reading.file.field != without_order(field):
        faults.append(f"TRF{version} read again is not what was written")
    faults += read_by_gacrux(written(TournamentFile(field), "26")) + by_gacrux(field)
    return Checked(seed, len(field.entrants), len(field.rounds), found.stopped, faults)


def without_order(field: Field) -> Field:
    """A field whose pairings and byes are in the order in which a report names them."""
    rounds = tuple(
        msgspec.structs.replace(
            each,
            pairings=tuple(sorted(each.pairings, key=lambda pairing: pairing.white)),
            byes=tuple(sorted(each.byes, key=lambda bye: bye.number)),
        )
        for each in field.rounds
    )
    return msgspec.structs.replace(field, rounds=rounds)


def by_bbp(text: str, rounds: int, bbp: Path) -> list[str]:
    """What bbpPairings would have paired otherwise: it names every round, and below it the pairs that differ."""
    with tempfile.NamedTemporaryFile("w", suffix=".trf", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        done = subprocess.run([bbp, "--dutch", file.name, "-c"], capture_output=True, text=True, check=False)
    if done.returncode:
        return [f"bbpPairings: {done.stderr.strip() or done.stdout.strip()}"]
    lines = [line for line in done.stdout.splitlines() if line.strip()]
    named = [line for line in lines if ": Round #" in line]
    others = [line for line in lines if ": Round #" not in line and not line.startswith("BBP Pairings")]
    faults = [] if len(named) == rounds else [f"bbpPairings checked {len(named)} rounds of {rounds}"]
    return faults + (["bbpPairings: " + " | ".join(others)] if others else [])


def read_by_gacrux(text: str) -> list[str]:
    """What gacrux says against a report of TRF26; it does not read what bbpPairings added to TRF16."""
    from gacrux.gacruxexeptions import GacruxInputError
    from gacrux.trf2json import trf2json

    theirs = trf2json()
    try:
        theirs.parse_file(text, False)
    except GacruxInputError as fault:
        return [f"gacrux reads: {fault}"]
    told = theirs.chessjson["status"]
    return [f"gacrux reads: {told}"] if told["code"] or told["error"] else []


def by_gacrux(field: Field, order: tuple[str, ...] = TIE_BREAKS, is_round_robin: bool = False) -> list[str]:
    """Tie-breaks and places that gacrux finds otherwise."""
    from gacrux.tiebreak import tiebreak

    given = as_gacrux(field)
    for game in given["gameList"]:
        for side in ("white", "black"):
            if game[side]:
                game[side].pop("score")  # with it, gacrux computes performances from the points of the tournament
    kind = {"pre_determined": is_round_robin, "swiss": not is_round_robin, "unrated": None}
    theirs = tiebreak(given, len(field.rounds), kind)
    theirs.compute_tiebreaks(given, {"tiebreak": ["PTS", *order], "check": False})
    faults = []
    for standing in ranked(field, order, is_round_robin):
        other = theirs.cmps[standing.number]
        if other["rank"] != standing.place:
            faults.append(f"place of {standing.number}: {standing.place}, gacrux {other['rank']}")
        for code, shown, value in zip(order, standing.shown, other["tiebreakScore"][1:], strict=True):
            if shown.value != (None if value is None else Decimal(value)):
                faults.append(f"{code} of {standing.number}: {shown.value}, gacrux {value}")
    return faults


def finds_a_reversed_colour(bbp: Path) -> bool:
    """Whether the check by bbpPairings can fail: a first round with one colour reversed is not what it pairs."""
    field = simulated("swiss", 10, 5, 1).field
    first = field.rounds[0].pairings[0]
    reversed_pairing = Pairing(first.black, first.white, "1/2-1/2")
    rounds = (Round((reversed_pairing, *field.rounds[0].pairings[1:]), field.rounds[0].byes),)
    return bool(by_bbp(written(TournamentFile(msgspec.structs.replace(field, rounds=rounds))), 1, bbp))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bbp", type=Path, help="the program bbpPairings; without it, pairings are not checked")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--large", action="store_true", help="41 to 200 players instead of 5 to 40")
    options = parser.parse_args()
    if options.bbp is not None and not finds_a_reversed_colour(options.bbp):
        print("bbpPairings does not find a colour that was reversed: its check proves nothing")
        return 1
    began = time.monotonic()
    wrong = rounds = stopped = 0
    for done, seed in enumerate(range(options.first, options.first + options.count), 1):
        each = checked(seed, options.large, options.bbp)
        rounds += each.rounds
        stopped += bool(each.stopped)
        if each.faults:
            wrong += 1
            print(f"tournament {seed} ({each.players} players, {each.rounds} rounds):", *each.faults[:5], sep="\n  ")
        if done % (5 if options.large else 100) == 0 or done == options.count:
            rate = done / (time.monotonic() - began)
            print(f"{done} tournaments from {options.first}, {rounds} rounds, {stopped} ended early: ", end="")
            print(f"{wrong} with discrepancies; {rate:.1f} a second", flush=True)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
