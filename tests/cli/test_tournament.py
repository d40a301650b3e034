"""`axedrez tournament` on a file: an evening of a club, and what is refused."""

from __future__ import annotations

import csv
import json
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from axedrez.cli import tournament_file
from axedrez.tournaments import trf
from axedrez.tournaments.commands import AddEntrants, NewEntrant
from tests.cli.conftest import Run
from tests.tournaments.printed import pages

LIST = "Ana;1800\nLuis\nEva;1500\nÍñigo;1650;;ESP\n\n=Pablo;;CM\n"


@pytest.fixture
def axedrez(run: Run) -> Run:
    return lambda *arguments: run("tournament", *arguments)


@pytest.fixture
def evening(axedrez: Run, tmp_path: Path) -> str:
    """A tournament of five, with the points of T-5, that has not begun."""
    file, listed = str(tmp_path / "club.json"), tmp_path / "players.txt"
    listed.write_text(LIST, encoding="utf-8")
    made = ("create", file, "--title", "Club", "--rulebook", "tradicional", "--rounds", "3", "--points", "2/1/0")
    assert axedrez(*made)[0] == 0
    assert axedrez("enter", file, "--list", str(listed), "--lang", "es")[1] == "Jugadores: 5.\n"
    return file


def test_an_evening_from_the_list_to_the_report(axedrez: Run, evening: str, tmp_path: Path) -> None:
    for index in (1, 2, 3):
        status, out, _ = axedrez("pair", evening)
        assert (status, out.splitlines()[0]) == (0, f"Round {index} of 3")
        told = json.loads(axedrez("show", evening, "--json")[1])
        assert len(told["pairings"]) == 2
        for board in (1, 2):
            assert axedrez("result", evening, str(board), "1-0" if board == 1 else "=")[0] == 0
    told = json.loads(axedrez("show", evening, "--json")[1])
    assert told["phase"] == "ended"
    # Six decisive or drawn games and three free rounds of two points each.
    assert sum(each["points"] for each in told["standings"]) == 6 * 2 + 3 * 2
    assert [each["place"] for each in told["standings"]] == sorted(each["place"] for each in told["standings"])

    report, table = tmp_path / "club.trf", tmp_path / "club.csv"
    status, out, _ = axedrez("export", evening, "--trf", str(report), "--csv", str(table), "--crosstable")
    assert status == 0
    assert len([line for line in out.splitlines() if "bye" in line]) == 3
    read = trf.read(report.read_text(encoding="utf-8")).file
    points = {each["number"]: 10 * each["points"] for each in told["standings"]}
    assert {entrant.number: read.field.tenths(entrant.number) for entrant in read.field.entrants} == points
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    assert [float(row["points"]) for row in rows] == [each["points"] for each in told["standings"]]
    assert "'=Pablo" in [row["name"] for row in rows]  # no formula for a sheet
    assert "BH/C1 = " in axedrez("show", evening, "--sums")[1]


def test_withdrawals_byes_corrections_and_a_round_taken_back(axedrez: Run, evening: str) -> None:
    axedrez("bye", evening, "eva", "1")
    _, out, _ = axedrez("pair", evening, "--lang", "es")
    assert "Eva: no juega, medio punto" in out
    axedrez("withdraw", evening, "Luis")
    axedrez("result", evening, "1", "0-1")
    status, _, err = axedrez("result", evening, "1", "1-0", "--lang", "es")
    assert (status, "corrige" in err) == (2, True)
    assert axedrez("result", evening, "1", "1-0", "--reason", "mistyped")[0] == 0
    axedrez("result", evening, "2", "-+")
    axedrez("pair", evening)
    told = json.loads(axedrez("show", evening, "--json")[1])
    playing = {number for each in told["pairings"] for number in (each["white"], each["black"])}
    gone = next(each["number"] for each in told["players"] if each["name"] == "Luis")
    assert gone not in playing
    assert axedrez("undo", evening, "wrong colours")[0] == 0
    assert json.loads(axedrez("show", evening, "--json")[1])["round"] == 1


def test_the_arbiter_s_log_tells_of_corrections_and_appeals(axedrez: Run, evening: str) -> None:
    axedrez("pair", evening)
    axedrez("result", evening, "1", "0-1")
    axedrez("result", evening, "1", "1-0", "--reason", "mistyped")
    number = str(json.loads(axedrez("show", evening, "--json")[1])["pairings"][0]["white"])
    status, out, _ = axedrez("appeal", evening, number, "touched a piece")
    appeal = out.split()[1]
    assert (status, out.endswith("round 1, board 1.\n")) == (0, True)
    assert axedrez("answer", evening, appeal, "he moved it", "--upheld")[0] == 0
    assert axedrez("answer", evening, appeal, "again")[0] == 2
    lines = axedrez("log", evening)[1].splitlines()
    assert [line.split("  ", 1)[1] for line in lines] == [
        "Round 1, board 1: 1-0 in place of 0-1: mistyped",
        f"Appeal {appeal}, round 1, board 1: touched a piece",
        f"Appeal {appeal} upheld: he moved it",
    ]
    assert [note["kind"] for note in json.loads(axedrez("log", evening, "--json")[1])["log"]] == [
        "result",
        "appeal",
        "answer",
    ]


def test_a_knockout_with_matches_and_armageddon(axedrez: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "cup.json")
    made = ("create", file, "--title", "Cup", "--rulebook", "clasico", "--format", "knockout", "--seeding", "entered")
    more = ("--games", "2", "--extra-clocks", "3+2", "--armageddon", "5/4+0")
    assert axedrez(*made, *more)[0] == 0
    axedrez("enter", file, "Ana", "Eva")
    assert axedrez("pair", file)[1].splitlines()[1].split() == ["1", "Ana", "–", "Eva"]
    assert axedrez("result", file, "1", "1-0")[1] == "1.1  Ana – Eva  1-0  (1–0; game 2 is next)\n"
    axedrez("result", file, "1", "1-0")
    assert "(1–1; game 3 is next, to break the tie 3+2)" in axedrez("show", file)[1]
    axedrez("result", file, "1", "=")
    assert "Armageddon is next: a draw is enough for Black 5/4+0" in axedrez("show", file)[1]
    out = axedrez("result", file, "1", "=")[1]
    assert out.splitlines() == ["1.1  Eva – Ana  ½-½  (2–2)", "The tournament is over."]
    assert json.loads(axedrez("show", file, "--json")[1])["standings"][0]["name"] == "Ana"
    status, _, err = axedrez(*made, "--armageddon", "5;4")
    assert (status, "is no clock" in err) == (2, True)


def test_a_simultaneous_display(axedrez: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "simul.json")
    made = ("create", file, "--title", "Simul", "--rulebook", "clasico", "--format", "simul")
    assert axedrez(*made, "--host", "Ana;2400", "--host-colour", "alternating")[0] == 0
    axedrez("enter", file, "Luis", "Eva", "Leo")
    assert len(axedrez("pair", file)[1].splitlines()) == 4
    for board, result in (("1", "1-0"), ("2", "="), ("3", "0-1")):
        axedrez("result", file, board, result)
    told = json.loads(axedrez("show", file, "--json")[1])
    assert [(each["place"], each["points"]) for each in told["standings"]] == [(0, 1.5), (1, 1.0), (2, 0.5), (3, 0.0)]
    assert axedrez("export", file, "--crosstable")[0] == 2
    assert axedrez("export", file, "--csv", str(tmp_path / "table.csv"))[0] == 0


def test_an_arena_in_a_file_and_a_simulated_one(axedrez: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "arena.json")
    axedrez("create", file, "--title", "Arena", "--rulebook", "clasico", "--format", "arena", "--minutes", "30")
    axedrez("enter", file, "Ana", "Eva", "Leo")
    assert axedrez("pair", file)[1].split() == ["1", "Ana", "–", "Eva"]
    assert axedrez("result", file, "1", "1-0")[1] == "1.1  Ana – Eva  1-0\n"
    axedrez("pair", file)
    assert "Leo" in axedrez("show", file)[1].splitlines()[2]
    assert "PTS = 2 = 2" in axedrez("show", file, "--sums")[1]
    assert [each["result"] for each in json.loads(axedrez("show", file, "--json")[1])["games"]] == ["1-0", None]
    assert axedrez("export", file, "--trf", str(tmp_path / "arena.trf"))[0] == 2
    assert axedrez("end", file)[0] == 0
    assert axedrez("pair", file)[0] == 2
    simulated = ("simulate", "--format", "arena", "--players", "6", "--minutes", "20", "--seed", "4")
    lines = axedrez(*simulated)[1].splitlines()
    assert len(lines) == 7
    for line in lines[1:]:
        points, _, terms = line.partition(" = ")
        assert int(points.split()[2]) == sum(map(int, terms.split(" + ")))
    assert len(json.loads(axedrez(*simulated, "--json")[1])["standings"]) == 6
    assert axedrez(*simulated, "--trf", str(tmp_path / "arena.trf"))[0] == 2


@pytest.mark.parametrize(
    ("options", "rounds", "ranked"),
    [
        (("--format", "knockout", "--players", "11", "--games", "2", "--third-place"), 4, 11),
        (("--boards", "3", "--players", "14", "--rounds", "3"), 3, 4),
        (("--format", "double-round-robin", "--boards", "2", "--players", "6"), 6, 3),
    ],
)
def test_every_format_that_a_report_can_tell_is_simulated(
    axedrez: Run, tmp_path: Path, options: tuple[str, ...], rounds: int, ranked: int
) -> None:
    report = tmp_path / "simulated.trf"
    simulated = ("simulate", *options, "--seed", "3", "--json", "--trf", str(report))
    status, out, _ = axedrez(*simulated)
    told, first = json.loads(out), report.read_text(encoding="utf-8")
    assert (status, told["rounds"], told["stopped"], len(told["standings"])) == (0, rounds, "", ranked)
    read = trf.read(first)
    assert (read.faults, len(read.file.field.rounds)) == ((), rounds)
    assert len(read.file.teams) == (ranked if "--boards" in options else 0)
    if "knockout" in options:
        assert read.file.field.all_tenths() == {each["number"]: each["tenths"] for each in told["standings"]}
        assert len(read.file.field.rounds[-1].pairings) == 2  # the final, and the match for third place
    assert (axedrez(*simulated)[1], report.read_text(encoding="utf-8")) == (out, first)
    assert axedrez(*simulated[:-5], "--seed", "4", "--json")[1] != out


def test_a_simulated_display_and_what_cannot_be_simulated(axedrez: Run, tmp_path: Path) -> None:
    simulated = ("simulate", "--format", "simul", "--players", "9", "--seed", "2")
    standings = json.loads(axedrez(*simulated, "--json")[1])["standings"]
    assert [each["place"] for each in standings][:2] == [0, 1]
    assert sum(each["tenths"] for each in standings) == 8 * 10
    for refused in (
        (*simulated, "--trf", str(tmp_path / "simul.trf")),
        (*simulated, "--boards", "2"),
        ("simulate", "--boards", "4", "--players", "7"),
        ("simulate", "--format", "knockout", "--players", "501"),
    ):
        status, out, err = axedrez(*refused)
        assert (status, out, err.count("\n")) == (2, "", 1)
    assert list(tmp_path.iterdir()) == []


def test_acceleration_and_pairs_that_never_meet(axedrez: Run, tmp_path: Path) -> None:
    file, report = str(tmp_path / "swiss.json"), tmp_path / "swiss.trf"
    axedrez("create", file, "--title", "Open", "--rulebook", "clasico", "--accelerated")
    axedrez("enter", file, *(f"P{number}" for number in range(8)))
    assert axedrez("apart", file, "P0", "P4")[1] == "P0 and P4 will not be paired.\n"
    assert axedrez("apart", file, "P0", "P0")[0] == 2
    axedrez("pair", file)
    assert axedrez("apart", file, "P1", "P2")[0] == 2
    axedrez("export", file, "--trf", str(report))
    lines = report.read_text(encoding="utf-8").splitlines()
    assert [line[:3] for line in lines if line[:3] in ("250", "260")] == ["250", "250", "250", "260"]


def test_a_slow_round(axedrez: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "slow.json")
    axedrez(
        "create", file, "--title", "League", "--rulebook", "clasico", "--format", "round-robin", "--round-days", "30"
    )
    axedrez("enter", file, "Ana", "Eva")
    axedrez("pair", file)
    time = datetime.now(UTC) + timedelta(days=3)
    assert axedrez("arrange", file, "1", time.isoformat())[1] == f"Board 1: {time:%Y-%m-%d %H:%M} UTC.\n"
    assert f"{time:%Y-%m-%d %H:%M}" in axedrez("show", file)[1].splitlines()[3]
    assert axedrez("arrange", file, "1", (time + timedelta(days=60)).isoformat())[0] == 2
    assert "is no date" in axedrez("arrange", file, "1", "tomorrow")[2]
    assert axedrez("expire", file)[0] == 2
    with tournament_file.changing(file) as log:
        log.log[-2] = msgspec.structs.replace(log.log[-2], at=0)
    assert axedrez("expire", file)[1] == "Games forfeited since they were not played in time: 1.\n"


def test_an_evening_of_teams(axedrez: Run, tmp_path: Path) -> None:
    file, report = str(tmp_path / "teams.json"), tmp_path / "teams.trf"
    made = ("create", file, "--title", "League", "--rulebook", "clasico", "--format", "round-robin")
    assert axedrez(*made, "--boards", "2", "--points", "2/1/0", "--tie-breaks", "DE")[0] == 0
    assert axedrez("enter", file, "Ana")[0] == 2
    axedrez("enter", file, "Ana", "Eva", "--team", "Norte")
    axedrez("enter", file, "Leo;1800;;;Sur", "Luis;1700;;;sur")
    assert axedrez("lineup", file, "Eva")[1] == "Norte: Eva, Ana.\n"
    out = axedrez("pair", file)[1].splitlines()
    assert out[1].split(" – ") == ["Sur", "Norte"]
    assert [line.split()[1:] for line in out[2:]] == [["Leo", "–", "Eva"], ["Ana", "–", "Luis"]]
    axedrez("result", file, "1", "1-0")
    axedrez("result", file, "2", "=")
    shown = axedrez("show", file)[1]
    assert "Sur – Norte  1.5–0.5" in shown
    assert "  1. Leo (Sur)  1/1" in shown
    assert "GPTS = 1.5 = 1.5" in axedrez("show", file, "--sums")[1]
    told = json.loads(axedrez("show", file, "--json")[1])
    assert [(each["name"], each["points"]) for each in told["standings"]] == [("Sur", 2.0), ("Norte", 0.0)]
    assert (len(told["teams"]), len(told["boards"]), told["matches"][0]["result"]) == (2, 4, "1-0")
    assert axedrez("export", file, "--trf", str(report), "--crosstable", "--csv", str(tmp_path / "teams.csv"))[0] == 0
    assert sum(line.startswith("310") for line in report.read_text(encoding="utf-8").splitlines()) == 2


def test_what_is_refused_changes_nothing(axedrez: Run, evening: str, tmp_path: Path) -> None:
    before = Path(evening).read_bytes()
    bad = tmp_path / "bad.txt"
    bad.write_text("Ana\nJorge;x\n", encoding="utf-8")
    broken = tmp_path / "broken.json"
    broken.write_text('{"axedrez": "tournament", "version": 1, "log": [{"seq": 2}]}', encoding="utf-8")
    new = ("create", str(tmp_path / "a.json"), "--title", "X", "--rulebook", "clasico")
    refused = {
        ("enter", evening, "--list", str(bad)): "Line 2 is no player",
        ("result", evening, "1", "1-0"): "No round has been paired yet",
        ("result", evening, "1", "won"): "is no result",
        ("withdraw", evening, "Nobody"): "fits 0 players",
        ("export", evening): "--trf FILE",
        ("show", str(broken)): "holds no tournament",
        ("show", str(tmp_path / "none.json")): "cannot be read",
        ("create", evening, "--title", "X", "--rulebook", "clasico"): "is there already",
        (*new, "--points", "0/1/2"): "worse result",
        (*new, "--points", "many"): "no points",
        (*new, "--tie-breaks", "XX"): "XX",
        (*new, "--third-place"): "--third-place only counts with --format knockout.",
        (*new, "--format", "arena", "--rounds", "7"): "--rounds only counts with --format swiss.",
        (*new, "--lot-seed", "text"): "--lot-seed only counts with --seeding lot.",
        (*new, "--board-points", "2/1/0"): "--board-points only counts with --boards.",
    }
    for arguments, sentence in refused.items():
        status, _, err = axedrez(*arguments)
        assert (status, err.count("\n"), sentence in err) == (2, 1, True), (arguments, err)
    assert Path(evening).read_bytes() == before
    assert not (tmp_path / "a.json").exists()


def test_two_who_write_at_once_lose_nothing(evening: str) -> None:
    def enter(index: int) -> None:
        with tournament_file.changing(evening) as log:
            log.do(AddEntrants(entrants=[NewEntrant(f"Player {index}")]))

    threads = [threading.Thread(target=enter, args=(index,)) for index in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(tournament_file.read(evening).state.entries) == 5 + 12


def test_certificates_in_one_file_or_one_each(axedrez: Run, evening: str, tmp_path: Path) -> None:
    one, folder = tmp_path / "all.pdf", tmp_path / "made" / "each"
    status, _, err = axedrez("certificates", evening, "--out", str(one))
    assert (status, err) == (2, "No round has been paired yet.\n")
    axedrez("pair", evening)
    for board in ("1", "2"):
        axedrez("result", evening, board, "=")
    date = ("--date", "2026-03-07", "--organizer", "Club Alfil", "--lang", "es")
    assert axedrez("certificates", evening, "--out", str(one), "--all", *date) == (0, f"Escrito: {one}\n", "")
    printed = pages(one.read_bytes())
    assert len(printed) == 5
    assert all("7 de marzo de 2026" in page and "Club Alfil" in page for page in printed)
    assert sum("compartido" in page for page in printed) >= 2
    axedrez("enter", evening, "王")
    axedrez("certificates", evening, "--out", str(folder), "--first", "1")
    winners = [page for page in printed if "Primer puesto" in page]
    names = sorted(file.name for file in folder.iterdir())
    assert len(names) == len(winners)
    assert names[0].startswith("001-")
    assert names[0] == names[0].encode("ascii").decode()
    assert "First place" in pages((folder / names[0]).read_bytes())[0]
    out = axedrez("certificates", evening, "--out", str(one), "--all")[1]
    assert "No font has these signs: 王." in out
    wrongs = [
        ("--out", f"{evening}/x.pdf"),
        ("--out", str(one), "--date", "never"),
        ("--out", str(one), "--first", "0"),
    ]
    for wrong in (*wrongs, ("--out", str(folder), "--font", evening)):
        status, out, err = axedrez("certificates", evening, *wrong)
        assert (status, out, err.count("\n")) == (2, "", 1)


def test_sheets_for_the_wall_and_the_tables(axedrez: Run, evening: str, tmp_path: Path) -> None:
    out = str(tmp_path / "sheet.pdf")
    assert axedrez("print", evening, "--what", "slips", "--out", out)[0] == 2, "nothing is paired yet"
    axedrez("pair", evening)
    heads = {
        "pairings": "Ronda 1 de 3",
        "slips": "Tablero 2",
        "standings": "Clasificación",
        "crosstable": "Cuadro cruzado",
    }
    for what, head in heads.items():
        assert axedrez("print", evening, "--what", what, "--out", out, "--lang", "es") == (0, f"Escrito: {out}\n", "")
        assert head in pages(Path(out).read_bytes())[0]
    for wrong in (
        ("--what", "posters", "--out", out),
        ("--what", "slips"),
        ("--what", "slips", "--out", out, "--round", "2"),
    ):
        assert axedrez("print", evening, *wrong)[0] == 2


def test_a_report_becomes_a_tournament_that_goes_on(axedrez: Run, evening: str, tmp_path: Path) -> None:
    heading = ("--city", "Oviedo", "--federation", "ESP", "--start", "2026/10/01", "--chief-arbiter", "Pérez, Ana")
    assert axedrez("heading", evening, *heading, "--deputies", "Gil, Eva", "--deputies", "Ruiz, Luis")[0] == 0
    assert axedrez("player", evening, "Ana", "--fide-id", "2200001", "--birth", "2012/05/17", "--sex", "w")[0] == 0
    status, _, err = axedrez("heading", evening, "--end", "tomorrow", "--lang", "es")
    assert (status, "--end: «tomorrow»" in err) == (2, True)
    axedrez("pair", evening)
    axedrez("result", evening, "1", "1-0")
    first, second, again = (str(tmp_path / name) for name in ("one.trf", "two.trf", "again.json"))
    for version in ("16", "26"):
        Path(again).unlink(missing_ok=True)
        axedrez("export", evening, "--trf", first, "--trf-version", version)
        status, out, _ = axedrez("import", again, first, "--rulebook", "tradicional")
        assert (status, out.splitlines()[1]) == (0, "Players: 5. Rounds: 1.")
        axedrez("export", again, "--trf", second, "--trf-version", version)
        text = Path(first).read_text(encoding="utf-8")
        assert Path(second).read_text(encoding="utf-8") == text
        for part in (
            "022 Oviedo",
            "032 ESP",
            "042 2026/10/01",
            "102 Pérez, Ana",
            "112 Ruiz, Luis",
            "2012/05/17",
            "2200001",
        ):
            assert part in text
    assert axedrez("result", again, "2", "=")[0] == 0
    assert axedrez("pair", again)[1].splitlines()[0] == "Round 2 of 3"


def test_reports_that_cannot_be_read(axedrez: Run, tmp_path: Path) -> None:
    file, report = str(tmp_path / "new.json"), tmp_path / "bad.trf"
    for text, sign in ((b"\xff\xfe\0", "001"), (b"001    1\n001    1\n", "2 (")):
        report.write_bytes(text)
        for lang in ("en", "es"):
            status, _, err = axedrez("import", file, str(report), "--rulebook", "clasico", "--lang", lang)
            assert (status, err.count("\n"), sign in err) == (2, 1, True)
    assert axedrez("import", file, str(tmp_path / "none.trf"), "--rulebook", "clasico")[0] == 2
    assert not Path(file).exists()
