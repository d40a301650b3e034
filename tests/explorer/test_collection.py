"""Collections: what is imported, and what they answer, counted again the simple way."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import BinaryIO

import numpy as np
import pytest

from axedrez import gamefiles, load
from axedrez.core import AxedrezError, Position, Side
from axedrez.core.game_record import FileFault, GameRecord
from axedrez.explorer import importing, positions
from axedrez.explorer.chunks import Part, parts
from axedrez.explorer.collection import Collection
from axedrez.explorer.importing import Progress, Report, import_file
from axedrez.explorer.query import Filter, Found, by_material, by_player, explore
from axedrez.explorer.store import folded
from axedrez.explorer.traces import key_of, options
from tests.explorer.pgn_texts import ODD, random_file, random_game
from tests.tables import xg_files

GAMES = 120
KEYS = (8328915586653879004, 7895740019088280812)
"""Of the start positions of clasico and of backgammon."""
MATCHES = Path(__file__).parents[1] / "tables" / "gnubg"


def take(
    text: str | bytes, folder: Path, name: str = "games.pgn", processes: int = 1
) -> tuple[Report, list[FileFault]]:
    """Import a text."""
    file = folder.parent / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    faults: list[FileFault] = []
    return import_file(file, folder, processes, threading.Event(), lambda _: None, faults.append), faults


@pytest.fixture(scope="module")
def text() -> str:
    return random_file(GAMES, seed=7)


@pytest.fixture(scope="module")
def records(text: str) -> list[GameRecord]:
    found = list(gamefiles.GameFile(text, limit=None))
    assert all(isinstance(each, GameRecord) for each in found)
    return [each for each in found if isinstance(each, GameRecord)]


@pytest.fixture(scope="module")
def collection(text: str, tmp_path_factory: pytest.TempPathFactory) -> Collection:
    folder = tmp_path_factory.mktemp("collections") / "made"
    report, faults = take(text, folder)
    assert (report, faults) == (Report(GAMES, 0, 0, 0, False, True), [])
    return Collection(folder)


def walk(record: GameRecord) -> list[tuple[Position, str | None]]:
    """The positions of a game, each the first time, with the move that was made there."""
    position, found, seen = record.start, [], set()
    for move in [*record.moves(), None]:
        if key_of(position) not in seen:
            seen.add(key_of(position))
            found.append((position, str(move) if move is not None else None))
        if move is not None:
            position = position.play_unchecked(move)
    return found


def rating(record: GameRecord, colour: str) -> int:
    return int(record.headers.get(f"{colour}Elo") or 0)


def mean(record: GameRecord) -> int:
    known = [each for each in (rating(record, "White"), rating(record, "Black")) if each]
    return sum(known) // len(known) if known else 0


def year(record: GameRecord) -> int:
    date = record.headers.get("Date", "")[:4]
    return int(date) if date.isdigit() else 0


def passes(record: GameRecord, wanted: Filter) -> bool:
    """Whether a filter lets a game through."""
    names = {"white": record.headers["White"], "black": record.headers["Black"]}
    sides = [wanted.colour] if wanted.colour else list(names)
    (low, high), (first, last) = wanted.rating, wanted.years
    result = record.outcome.result if record.outcome else "*"
    return (
        (not wanted.player or any(folded(wanted.player) in folded(names[side]) for side in sides))
        and (wanted.result is None or wanted.result == result)
        and ((low is None and high is None) or (low or 1) <= mean(record) <= (high or 9999))
        and ((first is None and last is None) or (first or 1) <= year(record) <= (last or 9999))
    )


FILTERS = [
    Filter(),
    Filter(player="nunez"),
    Filter(player="NÚÑEZ", colour="black", result="1-0"),
    Filter(rating=(2200, 2400)),
    Filter(years=(2000, None)),
    Filter(rating=(None, 2300), years=(None, 2004), result="1/2-1/2"),
    Filter(player="nobody"),
]


@pytest.mark.parametrize("wanted", FILTERS)
def test_the_counts_are_those_of_the_games(collection: Collection, records: list[GameRecord], wanted: Filter) -> None:
    expected: dict[int, list[tuple[GameRecord, str | None]]] = {}
    known: dict[int, Position] = {}
    for record in records:
        for position, move in walk(record):
            known.setdefault(key_of(position), position)
            if passes(record, wanted):
                expected.setdefault(key_of(position), []).append((record, move))
    common = sorted(known, key=lambda key: -len(expected.get(key, ())))
    for key in [*common[:25], *random.Random(1).sample(sorted(known), 25)]:
        check(explore(collection, known[key], wanted, "en"), known[key], expected.get(key, []))


def check(found: Found, position: Position, expected: list[tuple[GameRecord, str | None]]) -> None:
    results = Counter(record.outcome.result if record.outcome else "*" for record, _ in expected)
    assert found.counts == (results["1-0"], results["1/2-1/2"], results["0-1"], results["*"])
    assert [move.counts.games for move in found.moves] == sorted((m.counts.games for m in found.moves), reverse=True)
    colour = "Black" if position.side is Side.BLACK else "White"
    moves = {move for _, move in expected if move is not None}
    assert {move.move for move in found.moves} == moves
    for move in found.moves:
        own = [record for record, played in expected if played == move.move]
        ratings = [each for record in own if (each := rating(record, colour))]
        assert move.counts.games == len(own)
        assert move.rating == (round(sum(ratings) / len(ratings)) if ratings else None)
        assert move.last_year == (max(map(year, own)) or None)
        assert move.notation == position.notate(position.parse_move(move.move), "en")
    assert len(found.games) == min(8, len(expected))
    assert {game.white for game in found.games} <= {record.headers["White"] for record, _ in expected}


def test_transpositions_are_one_position(tmp_path: Path) -> None:
    lines = ("1. d4 Nf6 2. c4 e6 1-0", "1. c4 e6 2. d4 Nf6 0-1", "1. d4 e6 2. c4 Nf6 1/2-1/2", "1. d4 e6 *")
    take(
        "".join(f'[Event "E"]\n[White "{n}"]\n[Result "*"]\n\n{line}\n\n' for n, line in enumerate(lines)),
        tmp_path / "c",
    )
    position = load("clasico").start()
    for move in ("c4", "Nf6", "d4", "e6"):
        position = position.play(move)
    with closing(Collection(tmp_path / "c")) as collection:
        assert explore(collection, position, Filter(), "en").counts == (1, 1, 1, 0)


def test_material_is_found_as_it_comes_up(collection: Collection, records: list[GameRecord]) -> None:
    rules = load("clasico")
    expected: dict[str, dict[int, int]] = {}
    for number, record in enumerate(records):
        position = record.start
        for ply, move in enumerate([*record.moves(), None]):
            men = "".join(sorted(letter for letter in position.text().split()[0] if letter.isalpha()))
            if len(men) <= 16:
                expected.setdefault(men, {}).setdefault(number, ply)
            if move is not None:
                position = position.play_unchecked(move)
    assert len(expected) > 10
    for men in sorted(expected, key=lambda each: -len(expected[each]))[:10]:
        found = by_material(collection, rules, men, Filter(), examples=1000)
        assert {game.number: game.ply for game in found.games} == expected[men]
        assert found.counts.games == len(expected[men])
    assert by_material(collection, rules, "KQQQQQkq", Filter()).counts.games == 0
    with pytest.raises(AxedrezError, match="piece of this game"):
        by_material(collection, rules, "KXk", Filter())
    with pytest.raises(AxedrezError, match="too many"):
        by_material(collection, rules, "K" * 17, Filter())
    with pytest.raises(AxedrezError, match="not found by material"):
        by_material(collection, load("backgammon"), "KRk", Filter())


def test_games_of_a_player(collection: Collection, records: list[GameRecord]) -> None:
    found = by_player(collection, Filter(player="berg", years=(2004, 2010)), examples=1000)
    expected = [n for n, each in enumerate(records) if passes(each, Filter(player="berg", years=(2004, 2010)))]
    assert sorted(game.number for game in found.games) == expected


def test_a_game_can_be_opened_again(collection: Collection, records: list[GameRecord]) -> None:
    for number in (0, 17, GAMES - 1):
        again, record = collection.game(number), records[number]
        assert again.moves() == record.moves()
        assert again.outcome is not None
        assert record.outcome is not None
        assert again.outcome.result == record.outcome.result
        told = {name: value for name, value in record.headers.items() if value}
        assert {name: value for name, value in again.headers.items() if value} == told
    for number in (GAMES, 2**32 - 1):
        with pytest.raises(AxedrezError, match="There is no game"):
            collection.game(number)


def test_what_was_imported_is_not_imported_again(tmp_path: Path, text: str) -> None:
    folder = tmp_path / "c"
    assert take(text, folder)[0].kept == GAMES
    assert take(text, folder)[0] == Report(0, GAMES, 0, 0, False, True)
    # Another file has the same games, the names written otherwise, and one more.
    other = text.replace("Núñez", "NÚÑEZ") + '[Event "X"]\n[White "New"]\n[Result "1-0"]\n\n1. h4 1-0\n\n'
    assert take(other, folder, "other.pgn")[0] == Report(1, GAMES, 0, 0, False, True)
    with closing(Collection(folder)) as collection:
        assert collection.totals().games == GAMES + 1
        assert explore(collection, load("clasico").start(), Filter(), "en").counts.games == GAMES + 1


def test_broken_games_are_told_with_their_line_and_passed_over(tmp_path: Path) -> None:
    text = random_file(3, seed=3) + '[Event "X"]\n[Result "1-0"]\n\n1. e4 e5 2. Ke3 1-0\n\n' + random_file(2, seed=4)
    report, faults = take(text, tmp_path / "c")
    assert (report.kept, report.faults) == (5, 1)
    line = text[: text.index("2. Ke3")].count("\n") + 1
    assert [(fault.line, fault.error.reason) for fault in faults] == [(line, "piece_cannot")]


def test_any_rulebook_and_every_format(tmp_path: Path) -> None:
    folder, source = tmp_path / "c", random.Random(5)
    assert take("".join(ODD), folder)[0].kept >= 12
    dice = [
        random_game(source, name, 20, White="A", Black="B") for name in ("chessgammon", "chessgammon", "backgammon")
    ]
    text = "".join(gamefiles.write_game(each) for each in dice)
    assert take(text, folder, "dice.txt")[0] == Report(3, 0, 0, 0, False, True)
    matches = gamefiles.write([each for each in dice if each.start.game.name == "backgammon"], "mat")
    assert take(matches, folder, "match.mat")[0].kept + take(matches, folder, "match.mat")[0].duplicates >= 1
    assert take((MATCHES / "match1.mat").read_bytes(), folder, "match1.mat")[0].kept == 6
    match = [each for each in gamefiles.GameFile((MATCHES / "match1.mat").read_bytes()) if isinstance(each, GameRecord)]
    assert take(xg_files.written(match), folder, "match1.xg")[0] == Report(0, 6, 0, 0, False, True)
    variant = random_game(source, "crazyhouse", 40, White="A", Black="B")
    assert take(gamefiles.write_game(variant), folder, "zh.pgn")[0].kept == 1
    assert take(gamefiles.write_game(variant).encode("utf-16"), folder, "16.pgn")[0].duplicates == 1
    with closing(Collection(folder)) as collection:
        assert set(collection.totals().rulebooks) >= {"clasico", "crazyhouse", "chessgammon", "backgammon"}
        for record in (*dice, variant):
            found = explore(collection, record.start, Filter(), "es")
            assert found.counts.games >= 1
            assert str(record.moves()[0]) in {move.move for move in found.moves}
            rolled = record.start.play_unchecked(record.moves()[0])
            assert str(record.moves()[1]) in {move.move for move in explore(collection, rolled, Filter(), "es").moves}
        again = [collection.game(number) for number in range(collection.totals().games)]
        assert [each.moves() for each in again if each.start.game.name == "chessgammon"] == [
            each.moves() for each in dice if each.start.game.name == "chessgammon"
        ]
        # Equal boards of other rules are other positions.
        assert explore(collection, load("no-castling").start(), Filter(), "en").counts.games == 0


def test_an_import_that_is_stopped_goes_on(tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "parts", small_parts)
    monkeypatch.setattr(importing, "RUN", 1000)
    file, folder, stop = tmp_path / "games.pgn", tmp_path / "c", threading.Event()
    file.write_text(text + '[Event "X"]\n\n1. e4 e5 2. Ke3 1-0\n\n')

    def told(progress: Progress) -> None:
        assert progress.total == file.stat().st_size
        if progress.games > 30:
            stop.set()

    first = import_file(file, folder, 1, stop, told, lambda _: None)
    assert 30 < first.kept < GAMES
    assert not first.complete
    with closing(Collection(folder)) as collection:
        assert collection.totals().unfinished == ("games.pgn",)
        assert explore(collection, load("clasico").start(), Filter(), "en").counts.games == first.kept
    faults: list[FileFault] = []
    second = import_file(file, folder, 1, threading.Event(), lambda _: None, faults.append)
    assert second == Report(GAMES, 0, 1, 0, True, True)
    assert [fault.line for fault in faults] == [text.count("\n") + 3]
    with closing(Collection(folder)) as collection:
        assert collection.totals().unfinished == ()
        assert explore(collection, load("clasico").start(), Filter(), "en").counts.games == GAMES
        assert len(list((folder / "positions").iterdir())) == 1


def small_parts(file: BinaryIO, place: int, line: int) -> Iterator[Part]:
    return parts(file, place, line, size=3000)


KILLED = """
import sys, threading, time
from pathlib import Path
from axedrez.explorer import importing
from axedrez.explorer.chunks import parts
importing.RUN = 1000
importing.parts = lambda file, place, line: parts(file, place, line, size=3000)
def told(progress):
    print(progress.games, flush=True)
    time.sleep(0.05)
importing.import_file(Path(sys.argv[1]), Path(sys.argv[2]), 1, threading.Event(), told, print)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no such signal")
def test_an_import_that_is_killed_leaves_a_collection_and_goes_on(tmp_path: Path, text: str) -> None:
    file, folder = tmp_path / "games.pgn", tmp_path / "c"
    file.write_text(text)
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(file), str(folder)], stdout=subprocess.PIPE, env=os.environ, text=True
    )
    assert process.stdout is not None
    for line in process.stdout:
        if int(line) > 40:
            break
    process.kill()
    process.wait()
    with closing(Collection(folder)) as collection:
        kept = collection.totals().games
        assert 0 < kept < GAMES
        assert explore(collection, load("clasico").start(), Filter(), "en").counts.games == kept
    (folder / "positions" / "999").mkdir()  # a run that was being written
    report = import_file(file, folder, 1, threading.Event(), lambda _: None, lambda _: None)
    assert report == Report(GAMES, 0, 0, 0, True, True)
    assert not (folder / "positions" / "999").exists()


def test_several_processes_read_a_large_file_in_order(
    tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "SMALL", 0)
    monkeypatch.setattr(importing, "parts", small_parts)
    folder = tmp_path / "c"
    assert take(text, folder, processes=2)[0].kept == GAMES
    with closing(Collection(folder)) as collection:
        names = [collection.game(number).headers["White"] for number in range(GAMES)]
    expected = [each.headers["White"] for each in gamefiles.GameFile(text, limit=None) if isinstance(each, GameRecord)]
    assert names == expected


def test_merging_gives_the_sum_of_the_runs(tmp_path: Path) -> None:
    source = np.random.default_rng(3)
    every = []
    for number in range(3):
        keys = source.integers(0, 2**64, 500, np.uint64) >> np.uint64(54) << np.uint64(54)  # many of them equal
        games = np.sort(source.integers(1000 * number, 1000 * (number + 1), 500)).astype(np.uint32)
        choices = source.integers(0, 40, 500).astype(np.uint16)
        run = positions.ordered(positions.Postings(keys, games, choices))
        assert len({(int(key), int(game)) for key, game in zip(run.key, run.game, strict=True)}) == run.total
        positions.write_run(tmp_path / str(number), run)
        every += list(zip(run.key.tolist(), run.game.tolist(), run.choice.tolist(), strict=True))
    positions.merge_runs([tmp_path / str(number) for number in range(3)], tmp_path / "all")
    merged = positions.open_run(tmp_path / "all")
    found = list(zip(merged.key.tolist(), merged.game.tolist(), merged.choice.tolist(), strict=True))
    assert found == sorted(every, key=lambda each: each[:2])
    games, _ = positions.found([merged], every[0][0])
    assert games.tolist() == sorted(game for key, game, _ in every if key == every[0][0])


def test_one_import_at_a_time_and_files_that_are_none(tmp_path: Path, text: str) -> None:
    folder = tmp_path / "c"
    take(text, folder)
    with closing(sqlite3.connect(folder / "lock.db", isolation_level=None)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        with pytest.raises(AxedrezError, match="Another import"):
            take(text, folder)
    with pytest.raises(AxedrezError, match="cannot be read"):
        import_file(tmp_path / "none.pgn", folder, 1, threading.Event(), lambda _: None, lambda _: None)
    with pytest.raises(AxedrezError, match="There is no collection"):
        Collection(tmp_path / "other")
    assert take(b"\0\1\2", tmp_path / "junk")[0].kept == 0
    with closing(sqlite3.connect(folder / "games.db")) as connection:
        connection.execute("PRAGMA user_version=99")
        connection.commit()
    with pytest.raises(AxedrezError, match="another version"):
        Collection(folder)
    with pytest.raises(AxedrezError, match="another version"):
        take(text, folder)


def test_missing_files_are_told(tmp_path: Path, text: str) -> None:
    folder = tmp_path / "c"
    take(text, folder)
    for file in (folder / "positions").rglob("*.npy"):
        file.unlink()
    with closing(Collection(folder)) as collection, pytest.raises(AxedrezError, match="missing or damaged"):
        explore(collection, load("clasico").start(), Filter(), "en")


def test_a_reader_sees_what_is_imported_meanwhile(tmp_path: Path, text: str) -> None:
    folder, start = tmp_path / "c", load("clasico").start()
    take(text, folder)
    with closing(Collection(folder)) as collection:
        assert explore(collection, start, Filter(), "en").counts.games == GAMES
        take('[Event "X"]\n[White "New"]\n[Result "1-0"]\n\n1. h4 1-0\n\n', folder, "more.pgn")
        assert explore(collection, start, Filter(), "en").counts.games == GAMES + 1


def test_the_format_on_the_disk_stays() -> None:
    """Collections hold hashes of positions and numbers of moves: other ones need another `store.FORMAT`."""
    start = load("clasico").start()
    assert [str(move) for move in options(start)][:6] == ["b1a3", "b1c3", "g1f3", "g1h3", "a2a3", "b2b3"]
    roll = load("backgammon").start()
    assert [str(each) for each in options(roll)][:4] == ["11", "21", "22", "31"]
    assert (key_of(start), key_of(roll)) == KEYS
