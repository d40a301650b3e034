"""Whether the tests would notice: faults are planted in a copy, one at a time (`script/bench mutations [NAME …]`).

For each fault the tests of its part run first and stop at the first failure; if none fails, all that `script/test` runs
without `--all` must find it. What has failed must pass without the fault. A fault that nobody finds is said to have
escaped, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ("src", "tests", "web", "docs", "script", "bench", "deploy", "examples", "requirements")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "node_modules", ".mypy_cache")


class Mutation(NamedTuple):
    """A fault: in `file` the text `before`, which occurs once, becomes `after`. `tests` are those of its part."""

    name: str
    file: str
    before: str
    after: str
    tests: tuple[str, ...]


WEB = ("web",)
CHESS = ("tests/chess", "tests/perft", "tests/naive")
TABLES = ("tests/tables", "tests/naive", "tests/oracles")
MUTATIONS = (
    Mutation(
        "en passant leaves the pawn on the board",
        "src/axedrez/chess/kernel/make.py",
        "taken_bit = forward(to_bit, other)",
        "taken_bit = to_bit",
        CHESS,
    ),
    Mutation(
        "on the general path a king that has moved may castle",
        "src/axedrez/chess/kernel/general/castle.py",
        "rights &= ~(U1 << tables[base + U1])\n    return rights",
        "rights &= rights\n    return rights",
        CHESS,
    ),
    Mutation(
        "a king departs with any double of any sheet",
        "src/axedrez/tables/kernel/turns.py",
        "departs = doubles and tables[HOME_RULE] != 0 and",
        "departs = doubles and",
        TABLES,
    ),
    Mutation(
        "a piece is borne off while one stands further away",
        "src/axedrez/tables/kernel/plain.py",
        "if not exact and places >> die == _NONE:",
        "if not exact:",
        TABLES,
    ),
    Mutation(
        "the rank of an origin in SAN is not looked at",
        "src/axedrez/chess/position/san.py",
        '(match["file"] or name[0]) == name[0] and (match["rank"] or name[1]) == name[1]',
        '(match["file"] or name[0]) == name[0]',
        ("tests/chess",),
    ),
    Mutation(
        "a FEN with a rank too short is read",
        "src/axedrez/chess/position/fen.py",
        "if file != size.files:",
        "if file > size.files:",
        ("tests/chess",),
    ),
    Mutation(
        "a .mat file with a match that is over is read",
        "src/axedrez/tables/gamefiles/mat/reading.py",
        "max(self._score) >= self._length",
        "max(self._score) > self._length",
        ("tests/tables",),
    ),
    Mutation(
        "network lag is not given back",
        "src/axedrez/match/clock.py",
        "min(self._elapsed(now) - given_ms, self._most(side))",
        "min(self._elapsed(now), self._most(side))",
        ("tests/match",),
    ),
    Mutation(
        "the cube is offered in Crawford's game",
        "src/axedrez/match/record.py",
        "            and not self.is_crawford\n",
        "",
        ("tests/match",),
    ),
    Mutation(
        "a command that was answered before is a conflict",
        "src/axedrez/storage/store.py",
        "raise RepeatedError if again else ConflictError",
        "raise ConflictError",
        ("tests/storage", "tests/server"),
    ),
    Mutation(
        "PostgreSQL appends whatever was appended meanwhile",
        "src/axedrez/storage/writers/postgres.py",
        "ON game.id = own.id AND game.seq = own.seq",
        "ON game.id = own.id",
        ("tests/storage",),
    ),
    Mutation(
        "one address may try the passwords of any number of accounts",
        "src/axedrez/server/access/throttle.py",
        'self._spend("doors", requester.address, requester, self._rates.doors)',
        "pass",
        ("tests/server/test_throttle.py", "tests/server"),
    ),
    Mutation(
        "one more than the limit waits in a queue",
        "src/axedrez/server/work/fair_queue.py",
        "self._waiting[requester.sender] >= self._most.sender",
        "self._waiting[requester.sender] > self._most.sender",
        ("tests/server/test_fair_queue.py", "tests/server"),
    ),
    Mutation(
        "a login written backwards is a password",
        "src/axedrez/server/access/accounts.py",
        "plain in (login, login[::-1])",
        "plain == login",
        ("tests/server/test_strong.py", "tests/server"),
    ),
    Mutation(
        "the key of a session is a token, and the other way round",
        "src/axedrez/server/access/authentication.py",
        "found is not None and found.kind == kind",
        "found is not None",
        ("tests/server/test_strangers.py", "tests/server"),
    ),
    Mutation(
        "the page counts a delay as time spent",
        "web/src/lib/game/clock.ts",
        "own.kind === 'delay' ? own.increment_ms : 0",
        "own.kind === 'delay' ? 0 : 0",
        WEB,
    ),
    Mutation(
        "the page draws no stack of five piece by piece",
        "web/src/lib/tables/stack.ts",
        "if (singles.length <= TALLEST)",
        "if (singles.length < TALLEST)",
        WEB,
    ),
    Mutation(
        "the page sends a prepared move that is no move any more",
        "web/src/lib/game/premove-fate.ts",
        "return moves.length >= ply ? 'play' : 'gone'",
        "return 'play'",
        WEB,
    ),
    Mutation(
        "the manual is searched with capitals",
        "src/axedrez/manual/folding.py",
        "[0].lower()[0]",
        "[0][0]",
        ("tests/manual",),
    ),
    Mutation(
        "a suite of perft that differs is a success",
        "src/axedrez/cli/perft.py",
        'return tell(say("error.cli_suite_differs", lang, **place), status=1)',
        'return tell(say("error.cli_suite_differs", lang, **place), status=0)',
        ("tests/cli",),
    ),
)


def plant(mutation: Mutation, folder: Path) -> None:
    """Plant a fault. Raises ValueError unless its text occurs once."""
    path = folder / mutation.file
    text = path.read_text(encoding="utf-8")
    if text.count(mutation.before) != 1:
        raise ValueError(f"{mutation.file} has {text.count(mutation.before)} times: {mutation.before}")
    path.write_text(text.replace(mutation.before, mutation.after), encoding="utf-8")


def copied(folder: Path) -> None:
    """A copy of this checkout that uses the packages which are installed here."""
    for name in SOURCES:
        shutil.copytree(ROOT / name, folder / name, ignore=LEFT_OUT)
    for path in ROOT.iterdir():
        if path.is_file():
            shutil.copy2(path, folder)
    (folder / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")


def finds(folder: Path, tests: tuple[str, ...]) -> str:
    """What fails first in a copy; "" if nothing does. No tests are all tests."""
    if tests == WEB:
        command = ["npm", "--prefix", str(folder / "web"), "run", "--silent", "test", "--", "--bail", "1"]
    else:
        command = [sys.executable, "-m", "pytest", "-x", "-q", "--without-long", *tests]
        if not tests:
            command += ["--numprocesses", "3", "--dist", "loadfile", "--no-loadscope-reorder"]
    environment = {**os.environ, "PYTHONPATH": str(folder / "src")}
    done = subprocess.run(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=-1, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode == 0:
        return ""
    told = re.search(
        r"^\s*(?:FAILED|ERROR|FAIL) +(.*?)(?: - .*)?$", re.sub(r"\x1b\[[\d;]*m", "", done.stdout), re.MULTILINE
    )
    return told[1] if told else f"exit status {done.returncode}"


def found_in(folder: Path, whole: Path, mutation: Mutation) -> str:
    """The test that fails in the copy with the fault, in a file that passes in the `whole` one; "" if there is none."""
    # One after another: pytest itself would run a file in its place among those of its folder.
    for tests in [*((path,) for path in mutation.tests), *([] if mutation.tests == WEB else [()])]:
        if found := finds(folder, tests):
            # By its file: a name with a FEN in it cannot be told from what pytest says of it.
            return "" if finds(whole, WEB if tests == WEB else (found.split("::")[0],)) else found
    return ""


def main() -> int:
    """Plant each fault, or those whose names contain one of the words of the command line."""
    parser = argparse.ArgumentParser(prog="script/bench mutations", description=__doc__)
    parser.add_argument("words", nargs="*", help="only faults whose names contain one of these")
    words = parser.parse_args().words
    chosen = [each for each in MUTATIONS if not words or any(word in each.name for word in words)]
    escaped = []
    for mutation in chosen:
        began = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="axedrez-mutation-") as name:
            folder = Path(name) / "copy"
            folder.mkdir()
            copied(folder)
            plant(mutation, folder)
            found = found_in(folder, ROOT, mutation)
        if not found:
            escaped.append(mutation.name)
        print(f"{time.monotonic() - began:5.0f} s  {mutation.name}: {found or 'ESCAPED'}", flush=True)
    print(f"{len(chosen) - len(escaped)} of {len(chosen)} were found")
    return 1 if escaped else 0


if __name__ == "__main__":
    sys.exit(main())
