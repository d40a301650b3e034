"""Games with dice on the command line."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from axedrez import gamefiles, library, read_games
from axedrez.cli.app import run
from axedrez.core.game_record import GameRecord
from tests.tables import xg_files

START = "kqr/4/RPPPP/1/BNP/3/bnppp/BNPPP/3/bnp/1/rpppp/4/KQR - - w Kk"
GNUBG = Path(__file__).parents[1] / "tables" / "gnubg" / "match1.mat"
END = f"PP/22/p - {'P' * 13}{'p' * 14} w -"


class Command:
    """Runs command lines; gives status, output and error output."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys, self.monkeypatch = capsys, monkeypatch

    def __call__(self, *arguments: str, stdin: str = "") -> tuple[int, str, str]:
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8"))
        status = run(arguments)
        return (status, *self.capsys.readouterr())

    def json(self, *arguments: str, stdin: str = "") -> Any:
        status, out, err = self(*arguments, stdin=stdin)
        assert (status, err) == (0, "")
        return json.loads(out)


@pytest.fixture
def axedrez(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    return Command(capsys, monkeypatch)


def test_moves(axedrez: Command) -> None:
    found = axedrez.json("moves", "chessgammon", "--position", START, "--dice", "52")["moves"]
    game = library.load("chessgammon")
    expected = {game.start().play("52").play_unchecked(turn).text() for turn in game.start().play("52").legal_moves()}
    assert {entry["position"] for entry in found} == expected
    assert len(found) == len(expected)
    assert set(found[0]) == {"move", "position"}
    assert axedrez.json("moves", "chessgammon", "--position", f"{START} 52")["moves"] == found
    assert axedrez.json("moves", "chessgammon", "--dice", "52")["moves"] == found
    spanish = axedrez.json("moves", "chessgammon", "--dice", "52", "--lang", "es")["moves"]
    assert [entry["position"] for entry in spanish] == [entry["position"] for entry in found]
    assert spanish != found
    more = axedrez.json("moves", "chessgammon", "--dice", "52", "--option", "killer_queen=true")["moves"]
    assert len(more) > len(found)


def test_positions_are_given_by_their_ids(axedrez: Command) -> None:
    expected = axedrez.json("moves", "backgammon", "--dice", "52")["moves"]
    for text in ("4HPwATDgc/ABMA:QYkqASAAIAAA", "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:7:10"):
        assert axedrez.json("moves", "backgammon", "--position", text)["moves"] == expected
    own = library.load("chessgammon").start().play("52").ids()["axedrez"]  # type: ignore[attr-defined]
    played = axedrez.json("moves", "chessgammon", "--position", own)["moves"]
    assert played == axedrez.json("moves", "chessgammon", "--dice", "52")["moves"]
    status, _, err = axedrez("moves", "chessgammon", "--position", own[:-1])
    assert status
    assert "mistyped" in err
    session = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:3:1:0:0:10"
    assert "score 3-1" in axedrez("moves", "backgammon", "--position", session, "--dice", "25")[2]


@pytest.mark.clause("G-6")
def test_a_lost_turn_is_one_entry(axedrez: Command) -> None:
    blocked = "PP/PP/PP/PP/PP/PP/18 p PPPpppppppppppppp b -"
    (lost,) = axedrez.json("moves", "backgammon", "--position", blocked, "--dice", "66")["moves"]
    assert lost == {"move": "pass", "position": blocked.replace(" b ", " w ")}
    assert axedrez.json("perft", "backgammon", "1", "--position", blocked)["nodes"] == 21


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chessgammon"], "The roll is missing"),
        (["chessgammon", "--position", f"{START} 52", "--dice", "52"], "No dice are rolled here"),
        (["clasico", "--dice", "52"], "No dice are rolled here"),
        (["chessgammon", "--dice", "72"], "the larger first"),
        (["chessgammon", "--dice", "52", "--position", "nonsense"], "five fields"),
        (["chessgammon", "--dice", "52", "--batch"], "no --position or --dice"),
    ],
)
def test_one_clear_error(axedrez: Command, arguments: list[str], message: str) -> None:
    status, out, err = axedrez("moves", *arguments)
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_batch(axedrez: Command) -> None:
    lines = [{"position": START, "dice": "52"}, {"position": f"{START} 31"}, {"position": START}, {"dice": "77"}]
    status, out, _ = axedrez("moves", "chessgammon", "--batch", stdin="".join(f"{json.dumps(x)}\n" for x in lines))
    first, second, third, fourth = map(json.loads, out.splitlines())
    assert status == 0
    assert len(first["moves"]) > 100
    assert len(second["moves"]) > 100
    assert third["error"]["reason"] == "cli_dice_missing"
    assert fourth["error"]["reason"] == "tables_dice"


def paths(position: Any, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for roll, _ in position.chance_outcomes():
        rolled = position.play(roll)
        total += sum(paths(rolled.play_unchecked(turn), depth - 1) for turn in rolled.legal_moves())
    return total


def test_perft(axedrez: Command) -> None:
    counted = axedrez.json("perft", "chessgammon", "1")
    assert set(counted) == {"nodes", "seconds"}
    assert counted["nodes"] == paths(library.load("chessgammon").start(), 1)
    assert axedrez.json("perft", "chessgammon", "0")["nodes"] == 1
    # A game may end on the way.
    position = f"P/3/P/13/p/4/p - {'P' * 13}{'p' * 13} w -"
    expected = paths(library.load("backgammon").parse(position), 3)
    assert axedrez.json("perft", "backgammon", "3", "--position", position)["nodes"] == expected
    for more in (["--divide"], ["--divide", "--threads", "2"]):
        divided = axedrez.json("perft", "backgammon", "3", "--position", position, *more)
        assert divided["nodes"] == expected == sum(divided["divide"].values())
        assert len(divided["divide"]) == 21
    rolled = axedrez.json("perft", "backgammon", "2", "--position", f"{position} 21", "--divide")
    assert rolled["nodes"] == sum(rolled["divide"].values()) < expected
    over = f"23/p - {'P' * 15}{'p' * 14} b -"
    assert axedrez.json("perft", "backgammon", "2", "--position", over)["nodes"] == 0


def test_replay(axedrez: Command) -> None:
    answer = axedrez.json("replay", "chessgammon", "52", "N13/8 P6/4", "31")
    assert answer["position"].endswith(" b Kk 31")
    assert answer["outcome"] is None
    answer = axedrez.json("replay", "chessgammon", "52", "C13/8 P6/4", "--lang", "es")
    assert answer["position"].endswith(" b Kk")
    answer = axedrez.json("replay", "backgammon", "--position", END, "21", "1/off 1/off")
    assert answer["outcome"]["result"] == "1-0"
    for wrong in (["N13/8"], ["52", "52"], ["52", "N13/7 P6/4"]):
        status, _, err = axedrez("replay", "chessgammon", *wrong)
        assert status == 2
        assert f"Move {len(wrong)}" in err


def test_play_to_the_end(axedrez: Command) -> None:
    status, out, _ = axedrez(
        "play", "backgammon", "--position", f"{END} 21", "--lang", "es", stdin="ayuda\njugadas\n1/fuera 1/fuera\n"
    )
    assert status == 0
    assert out.count("Escriba un turno") == 2
    assert "1-0  Blancas ganan por haber sacado todo lo necesario" in out


@pytest.mark.clause("G-5")
def test_play_a_match_between_computers(axedrez: Command) -> None:
    options = ["--option", "match.length=3", "--option", "match.cube=true"]
    status, out, _ = axedrez("play", "backgammon", "--computer", "both", "--level", "1", *options)
    assert status == 0
    assert "The higher plays White." in out
    assert "wins the match" in out


@pytest.mark.clause("G-43")
def test_play_with_the_cube(axedrez: Command) -> None:
    options = ["--option", "match.length=3", "--option", "match.cube=true", "--position", END]
    status, out, _ = axedrez("play", "backgammon", *options, stdin="double\nno\nquit\n")
    assert status == 0
    assert "do you take the double?" in out
    assert "1-0  White wins by a refused double" in out
    assert "game 2, to 3 points" in out
    _, out, _ = axedrez("play", "backgammon", *options, stdin="roll\nundo\nmoves\nquit\n")
    assert "White: dice" in out


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("name", ["chessgammon", "backgammon"])
def test_rules(axedrez: Command, name: str, lang: str) -> None:
    status, out, _ = axedrez("rules", name, "--lang", lang)
    assert status == 0
    assert "bar: " in out
    assert axedrez.json("rules", name, "--json", "--lang", lang)["sections"]


def test_replay_of_a_file(axedrez: Command, tmp_path: Path) -> None:
    status, out, err = axedrez("replay", str(GNUBG))
    assert (status, err) == (0, "")
    games = [json.loads(line) for line in out.splitlines()]
    assert [game["match"]["score"] for game in games] == [[0, 0], [0, 1], [1, 2], [3, 1], [3, 2], [4, 3]]
    assert games[-1]["outcome"]["points"] == {"white": 1, "black": 0}
    assert games[0]["rulebook"] == "backgammon"
    pgn = tmp_path / "game.pgn"
    pgn.write_text('[White "Ana"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n', encoding="utf-8")
    (line,) = axedrez("replay", str(pgn))[1].splitlines()
    assert json.loads(line)["outcome"]["reason"] == "checkmate"
    assert json.loads(line)["turns"] == 4


def test_files_of_extreme_gammon(axedrez: Command, tmp_path: Path) -> None:
    matched = [each for each in read_games(GNUBG) if isinstance(each, GameRecord)]
    whole, damaged = tmp_path / "match.xg", tmp_path / "damaged.xg"
    whole.write_bytes(xg_files.written(matched))
    damaged.write_bytes(whole.read_bytes()[:-1])
    found, others = (
        [json.loads(line) for line in axedrez("replay", str(file))[1].splitlines()] for file in (whole, GNUBG)
    )
    assert [{**each, "headers": {}} for each in found] == [{**each, "headers": {}} for each in others]
    for command in ("replay", "analyse"):
        for lang, said in (("en", "damaged or cut off."), ("es", "dañado o incompleto.")):
            status, out, err = axedrez(command, str(damaged), "--lang", lang)
            assert status
            assert out == ""
            assert err.rstrip().endswith(said)
            assert err.count("\n") == 1


@pytest.mark.parametrize("family", ["clasico", "chessgammon"])
def test_replay_of_a_file_with_a_sheet_of_ones_own(axedrez: Command, tmp_path: Path, family: str) -> None:
    own = {"extends": family, "id": "own", "names": {"es": "Propio", "en": "Own"}}
    rules = {"goal": {"stalemate": "loss"}} if family == "clasico" else {"race": {"castle": 5}}
    start = library.from_data({**own, **rules}).start()
    file = tmp_path / "game"
    form = "pgn" if family == "clasico" else "text"
    file.write_text(gamefiles.write([GameRecord(start, (), None, {})], form), encoding="utf-8")
    (line,) = axedrez("replay", str(file))[1].splitlines()
    assert json.loads(line)["rulebook"] == "own"
    file.write_text(file.read_text(encoding="utf-8").replace('RulesHash "', 'RulesHash "0'), encoding="utf-8")
    status, out, err = axedrez("replay", str(file), "--lang", "es")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "La hoja de reglas del archivo está dañada" in err


@pytest.mark.parametrize("command", ["replay", "verify-dice"])
def test_files_that_cannot_be_read(
    axedrez: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    broken = tmp_path / "broken.txt"
    for body in (b"", b"\x00\xff" * 500, b"[" * 5000, b'[Rulebook "chessgammon"]\n1. w 52: N13/7\n'):
        broken.write_bytes(body)
        status, out, err = axedrez(command, str(broken), "--lang", "es")
        assert (status, out, err.count("\n")) == (2, "", 1)
    if command == "replay":
        assert "Partida 1, línea 2" in err
        assert axedrez("replay", str(broken), "52")[0] == 2
    else:
        monkeypatch.setattr("axedrez.cli.loading.MAX_BYTES", 10)
        assert "MiB" in axedrez(command, str(broken))[2]
    assert axedrez("verify-dice", str(tmp_path))[0] == 2


def test_what_cannot_be_read_is_told_and_the_other_games_are_still_read(axedrez: Command, tmp_path: Path) -> None:
    file = tmp_path / "two.pgn"
    file.write_text('[White "A"]\n\n1. Ke5 *\n\n[White "B"]\n\n1. e4 @ e5 (1... Ke6) *\n\n[White "C"]\n\n1. d4 *\n')
    status, out, err = axedrez("replay", str(file), "--lang", "es")
    assert status == 2
    assert err.startswith("Partida 1, línea 3, columna 4:")
    assert err.count("\n") == 1
    second, third = map(json.loads, out.splitlines())
    assert [second["game"], third["game"]] == [2, 3]
    assert [(fault["line"], fault["column"]) for fault in second["passed"]] == [(7, 7), (7, 18)]
    assert "«Ke6»" in second["passed"][1]["message"]
    assert third["passed"] == []


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_files_are_read_in_any_usual_encoding(axedrez: Command, tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "game.pgn"
    file.write_bytes('[White "Ñuño Pérez"]\r[Black "Ö"]\r\r1. e4 ½–½\r'.encode(encoding))
    (line,) = axedrez("replay", str(file))[1].splitlines()
    assert json.loads(line)["headers"] == {"White": "Ñuño Pérez", "Black": "Ö"}


def test_one_bad_byte_spoils_nothing_else(axedrez: Command, tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    file.write_bytes('[White "Ñuño"]\n[Black "'.encode() + b"P\xe9rez" + ' Ñandú"]\n\n1. e4 *\n'.encode())
    (line,) = axedrez("replay", str(file))[1].splitlines()
    assert json.loads(line)["headers"] == {"White": "Ñuño", "Black": "Pérez Ñandú"}


def test_a_file_of_many_games_is_read_to_its_end(axedrez: Command, tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    file.write_text('[Event "x"]\n\n1. e4 *\n\n' * 600)
    status, out, err = axedrez("replay", str(file))
    assert (status, out.count("\n"), err) == (0, 600, "")
