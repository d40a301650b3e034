"""The forms of the command line, run in this process."""

from __future__ import annotations

import io
import json
import re
import sys
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
import typer
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from axedrez.cli.app import app, run
from axedrez.cli.help import parameter_key
from axedrez.messages import catalogue
from tests import sheets

SUITES = Path(__file__).parents[1] / "perft"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


class Answer:
    """What a command line gave back."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def json(self) -> Any:
        """The single line of the output, read."""
        assert self.status == 0, self.err
        return json.loads(self.out)


class Command:
    """Runs command lines and keeps what they print."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys, self.monkeypatch = capsys, monkeypatch

    def __call__(self, *arguments: str, stdin: bytes = b"") -> Answer:
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        status = run(arguments)
        return Answer(status, *self.capsys.readouterr())


@pytest.fixture
def axedrez(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    return Command(capsys, monkeypatch)


def test_what_is_passed_over_in_a_position_is_told(axedrez: Command) -> None:
    answer = axedrez("moves", "clasico", "--position", "4k3/8/8/8/8/8/8/4K3 w K - 0 1", "--lang", "en")
    assert len(answer.json["moves"]) == 5
    assert answer.err == "The castling right “K” has no king and rook at home and was passed over.\n"


def test_perft(axedrez: Command) -> None:
    answer = axedrez("perft", "clasico", "4").json
    assert answer["nodes"] == 197281
    assert 0 < answer["seconds"] < 10
    assert set(answer) == {"nodes", "seconds"}
    assert axedrez("perft", "clasico", "0", "--json").json["nodes"] == 1
    assert axedrez("perft", "clasico", "2", "--position", "4k3/8/8/8/8/8/8/4K3 w - - 0 1").json["nodes"] == 25


@pytest.mark.parametrize("threads", ["1", "3"])
def test_perft_divide_and_threads(axedrez: Command, threads: str) -> None:
    answer = axedrez("perft", "clasico", "3", "--divide", "--threads", threads).json
    assert answer["nodes"] == sum(answer["divide"].values()) == 8902
    assert (len(answer["divide"]), answer["divide"]["e2e4"], answer["divide"]["b1a3"]) == (20, 600, 400)
    assert axedrez("perft", "clasico", "3", "--threads", threads).json["nodes"] == 8902
    mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
    assert axedrez("perft", "clasico", "3", "--threads", threads, "--position", mate).json["nodes"] == 0


def test_draws_do_not_stop_the_count(axedrez: Command) -> None:
    """The fifty-move count is full, and neither side can mate."""
    assert axedrez("perft", "clasico", "1", "--position", "4k3/8/8/8/8/8/8/4K3 w - - 120 90").json["nodes"] == 5


def test_suite(axedrez: Command, tmp_path: Path) -> None:
    suite = tmp_path / "few.epd"
    suite.write_text(f"# remark\n\n{START} ;D1 20 ;D2 400 ;D3 8902\n{START};D1 20\n", encoding="utf-8")
    answer = axedrez("perft", "clasico", "--suite", str(suite)).json
    assert (answer["nodes"], answer["lines"]) == (20 + 400 + 8902 + 20, 2)


def test_suite_names_the_first_line_that_differs(axedrez: Command, tmp_path: Path) -> None:
    suite = tmp_path / "wrong.epd"
    suite.write_text(f"{START} ;D1 20\n{START} ;D1 20 ;D2 401\n{START} ;D1 21\n", encoding="utf-8")
    answer = axedrez("perft", "clasico", "--suite", str(suite))
    assert answer.status == 1
    assert answer.err == "Line 2: 401 expected at depth 2, 400 counted.\n"
    assert json.loads(answer.out)["differs"] == {"line": 2, "depth": 2, "expected": 401, "nodes": 400}


@pytest.mark.parametrize("line", ["junk ;D1 20", f"{START} ;D1", f"{START} ;X1 20", f"{START} ;D1 ²", "\0 ;D1 1"])
def test_suite_with_a_line_that_cannot_be_read(axedrez: Command, tmp_path: Path, line: str) -> None:
    suite = tmp_path / "bad.epd"
    suite.write_text(f"{START} ;D1 20\n{line}\n", encoding="utf-8")
    answer = axedrez("perft", "clasico", "--suite", str(suite), "--lang", "es")
    assert (answer.status, answer.err.startswith("Línea 2: "), answer.err.count("\n")) == (2, True, 1)


def test_the_sheets_of_the_tests_run(axedrez: Command) -> None:
    assert axedrez("perft", str(sheets.HERE / "amazon6.toml"), "3").json["nodes"] == 2260


@pytest.mark.clause("M-7", "M-12")
@pytest.mark.parametrize("threads", ["1", "3"])
def test_modified_rulebooks_run(axedrez: Command, threads: str) -> None:
    for name, depth, nodes in (("knightmate", 3, 6765), ("crazyhouse", 3, 8902), ("dice-chess", 1, 21)):
        assert axedrez("perft", name, str(depth), "--threads", threads).json["nodes"] == nodes


@pytest.mark.clause("M-3", "M-12")
def test_perft_sums_over_what_chance_does(axedrez: Command) -> None:
    divided = axedrez("perft", "dice-chess", "2", "--divide").json
    assert divided["nodes"] == axedrez("perft", "dice-chess", "2").json["nodes"] == sum(divided["divide"].values())
    # Pawns and knights alone can move at first: one, the other or both, or neither, which is a pass.
    assert (divided["divide"]["11"], divided["divide"]["21"], divided["divide"]["63"]) == (16, 20, 1)
    assert axedrez("perft", "chess960", "1").json["nodes"] == 960


@pytest.mark.clause("M-7")
def test_a_drop_on_the_command_line(axedrez: Command) -> None:
    position = "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1"
    moves = {move["san"] for move in axedrez("moves", "crazyhouse", "--position", position).json["moves"]}
    assert {"N@f3", "N@f6+"} <= moves
    played = axedrez("replay", "crazyhouse", "e4", "d5", "exd5", "Qxd5", "P@d4").json
    assert played["position"].split(" ")[0].endswith("[p]")
    assert axedrez("moves", "crazyhouse", "--position", "4k3/8/8/8/8/8/8/4K3[X] w - - 0 1").status == 2


def test_moves(axedrez: Command) -> None:
    moves = {move["san"]: move for move in axedrez("moves", "clasico").json["moves"]}
    assert len(moves) == 20
    assert moves["Nf3"]["move"] == "g1f3"
    assert moves["e4"]["position"] == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    assert {move["san"] for move in axedrez("moves", "clasico", "--lang", "es").json["moves"]} > {"Cf3", "Cc3"}


@pytest.mark.clause("T-4")
def test_moves_of_a_rook_that_arrives(axedrez: Command) -> None:
    answer = axedrez("moves", "tradicional", "--position", "7k/8/8/8/8/8/8/R3K3 w - - 0 1", "--lang", "es").json
    assert {(move["move"], move["san"]) for move in answer["moves"]} > {("a1a8", "Ta8+"), ("a1a8q", "Ta8=D+")}


def test_pieces_that_chance_has_still_to_arrange(axedrez: Command) -> None:
    for name in ("chess960", "free-shuffle"):
        refused = axedrez("moves", name)
        assert (refused.status, refused.out, refused.err.count("\n")) == (2, "", 1)
        command = re.search("“axedrez (.*)”", refused.err)
        assert command is not None, refused.err
        arranged = axedrez(*command[1].split()).json["position"]
        assert len(axedrez("moves", name, "--position", arranged).json["moves"]) > 15


def test_options(axedrez: Command) -> None:
    stalemate = ("--position", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    results = {
        value: axedrez("replay", "clasico", *stalemate, "--option", f"goal.stalemate={value}").json["outcome"]["result"]
        for value in ("draw", "loss", "win")
    }
    assert results == {"draw": "1/2-1/2", "loss": "1-0", "win": "0-1"}
    assert axedrez("moves", "clasico", "--option", "agreement=false", "--option", "count=5").status == 0


def test_batch(axedrez: Command) -> None:
    lines = [
        b'{"position": "4k3/8/8/8/8/8/8/4K3 w - - 0 1"}',
        b'{"position": "junk"}',
        b"\xff\xfe",
        b"[" * 50_000,
        b"",
        b"null",
        b'{"position": 3}',
        b'{"other": 3}',
        b'{"position": "' + b"x" * 300_000 + b'"}',
        b'{"position": null}',
        b"{}",
    ]
    answer = axedrez("moves", "clasico", "--batch", stdin=b"\n".join(lines))
    answers = [json.loads(line) for line in answer.out.splitlines()]
    assert answer.status == 0
    assert [len(answer["moves"]) if "moves" in answer else "error" for answer in answers] == [5, *["error"] * 8, 20, 20]
    assert answers[1]["error"]["reason"] == "fen_fields"


TAKING_A_RULEBOOK = {
    "endgames": ("--pieces", "Kk"),
    "exercises": [],
    "perft": ["1"],
    "moves": [],
    "replay": ["a3"],
    "uci": [],
    "play": [],
    "rules": [],
    "balance": ["--games", "1", "--nodes", "20", "--processes", "1"],
    "export-variants": ["--ignore-unknown"],
    "manual": ["--pdf", "missing/folder.pdf"],
    "learn": ["--out", "missing.network", "--minutes", "0"],
    "evaluate": [],
}
REFUSED = {
    "exercises": ("no exercises",),
    "manual": ("missing/folder.pdf", "needs the browser"),  # with a browser, and without
    "learn": ("No network could play",),
}
"""What is said of this sheet, which has been read, by commands that can do nothing with it here."""


def test_whatever_takes_a_rulebook_takes_the_path_of_a_sheet(axedrez: Command) -> None:
    taking = {
        command.name
        for command in app.registered_commands
        if command.callback and "rulebook" in signature(command.callback).parameters
    }
    assert taking == {*TAKING_A_RULEBOOK, "bot"}  # which plays those of a server
    sheet = str(sheets.HERE / "amazon6.toml")
    for command, arguments in TAKING_A_RULEBOOK.items():
        answer = axedrez(command, sheet, *arguments, stdin=b"quit\n")
        said = REFUSED.get(command)
        right = any(words in answer.err for words in said) if said else answer.status == 0
        assert right, (command, answer.err)


def test_replay(axedrez: Command) -> None:
    mate = axedrez("replay", "clasico", "f3", "e7e5", "g4", "Qh4#").json
    assert mate == {
        "position": "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
        "outcome": {"result": "0-1", "reason": "checkmate", "points": {"white": 0, "black": 1}, "clause": "C-16"},
        "claims": [],
    }
    assert axedrez("replay", "clasico").json == {"position": START, "outcome": None, "claims": []}
    assert axedrez("replay", "clasico", "--lang", "es", "Cf3", "Cf6").json["outcome"] is None


REPEATED = ("Nf3", "Nf6", "Ng1", "Ng8") * 2


@pytest.mark.clause("C-22", "T-8", "D-1")
def test_replay_repetition_in_each_rulebook(axedrez: Command) -> None:
    draw = {"result": "1/2-1/2", "reason": "repetition", "points": {"white": 0.5, "black": 0.5}, "clause": "C-22"}
    answer = axedrez("replay", "clasico", *REPEATED).json
    assert (answer["outcome"], answer["claims"]) == (draw, [])
    answer = axedrez("replay", "tradicional", *REPEATED).json
    assert (answer["outcome"], answer["claims"]) == (None, [{"reason": "repetition", "clause": "T-8"}])
    answer = axedrez("replay", "chess2d", *REPEATED).json
    assert (answer["outcome"], answer["claims"]) == (None, [])
    over = axedrez("replay", "clasico", *REPEATED, "e4")
    assert (over.status, over.err) == (2, "Move 9 (“e4”): The game is over. (C-22)\n")


def test_rules(axedrez: Command) -> None:
    for lang, word in (("es", "Enroque"), ("en", "Castling")):
        answer = axedrez("rules", "clasico", "--lang", lang)
        assert answer.status == 0
        assert word in answer.out
        assert "♔" in answer.out
    assert {"title", "sections"} <= axedrez("rules", "tradicional", "--json").json.keys()


def test_help_is_there_in_both_languages(axedrez: Command) -> None:
    for command in ("", "serve", "perft", "moves", "replay", "play", "rules", "balance"):
        english, spanish = (axedrez(*command.split(), "--help", "--lang", lang).out for lang in ("en", "es"))
        assert english != spanish
        assert "Usage: axedrez" in english


def test_every_command_and_parameter_has_its_help() -> None:
    used = set()

    def look(command: Any, path: str) -> None:
        used.add(f"cli.command.{path or 'axedrez'}")
        used.update(parameter_key(path, parameter.name) for parameter in command.params)
        for name, inner in getattr(command, "commands", {}).items():
            look(inner, f"{path}.{name}".removeprefix("."))

    look(typer.main.get_command(app), "")
    assert used == {key for key in catalogue("en") if key.startswith(("cli.command.", "cli.parameter."))}


@pytest.mark.parametrize(
    ("line", "valid"),
    [
        ("perft clasico 41", "0..40"),
        ("play clasico --computer grey", "none | white | black | both"),
        ("learn clasico --out x --minutes -1", "0..1000000"),
        ("tournament answer x.json 0 no", "1.."),
        ("tournament create x.json --title T --rulebook clasico --format ladder", "swiss | round-robin"),
        ("library show mine --result 2-0", "1-0 | 0-1 | 1/2-1/2"),
    ],
)
def test_a_wrong_value_is_answered_with_the_valid_ones(axedrez: Command, line: str, valid: str) -> None:
    answer = axedrez(*line.split())
    assert answer.status == 2
    assert f"valid: {valid}" in answer.err


def test_the_help_names_the_levels(axedrez: Command) -> None:
    for lang, names in (("en", ("1 First steps", "8 Full strength")), ("es", ("1 Primeros pasos", "8 Plena fuerza"))):
        said = " ".join(axedrez("play", "--help", "--lang", lang).out.replace("│", " ").split())
        assert all(name in said for name in names)


@pytest.mark.parametrize(
    "arguments",
    [
        "frobnicate",
        "perft",
        "perft clasico",
        "perft clasico x",
        "perft clasico -1",
        "perft clasico 41",
        "perft clasico 99999999999999999999",
        "perft clasico 3 4",
        "perft clasico 3 --threads 0",
        "perft clasico 3 --threads",
        "perft clasico 3 --frob",
        "perft clasico 3 --suite x.epd",
        "perft clasico --suite missing.epd",
        "perft clasico --suite .",
        "perft nada 3",
        "perft missing.toml 3",
        "perft ./ 3",
        "perft /dev/null 3",
        "moves clasico --position x",
        "moves clasico --option x",
        "moves clasico --option =x",
        "moves clasico --option frob=1",
        "moves clasico --option mode=off",
        "moves clasico --option draws.repetition.count=many",
        "moves clasico --option board.files=99",
        "moves clasico --position \0",
        "moves \0",
        "moves \0.toml",
        "replay clasico e5",
        "replay clasico e4 e5 Xf3",
        "replay clasico \udcff",
        "play clasico --level 9",
        "play clasico --computer red",
        "rules nada",
        "serve --port 99999",
        "serve --port x",
        "serve --host 999.9.9.9",
        "serve --port 0 --database sqlite://",
        "serve --port 0 --database nonsense",
    ],
)
def test_errors_are_one_line_and_status_two(axedrez: Command, arguments: str) -> None:
    told = {}
    for lang in ("en", "es"):
        answer = axedrez(*arguments.split(" "), "--lang", lang)
        assert (answer.status, answer.out) == (2, "")
        assert answer.err.count("\n") == 1
        assert answer.err.endswith("\n")
        assert "Traceback" not in answer.err
        told[lang] = answer.err
    assert told["en"] != told["es"]


def test_a_faulty_sheet_is_told_in_one_line(axedrez: Command, tmp_path: Path) -> None:
    sheet = tmp_path / "bad.toml"
    sheet.write_text('extends = "clasico"\nid = "bad"\n[goal]\nstalemate = "no"\n[turn]\nmoves = 3\n', encoding="utf-8")
    answer = axedrez("moves", str(sheet))
    assert answer.status == 2
    assert answer.err.count("\n") == 1
    assert "goal.stalemate" in answer.err
    assert "turn.moves" in answer.err


WORDS = st.sampled_from(["perft", "moves", "replay", "rules", "clasico", "2", "--lang", "es", "--batch", "--position"])
ODD = st.text(max_size=20) | st.sampled_from(
    ["--", "-", "--option", "=", "a=b", START, "--divide", "--json", "e4", "\0"]
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(WORDS | ODD, max_size=7), st.binary(max_size=60))
def test_any_words_end_in_a_status(axedrez: Command, words: list[str], stdin: bytes) -> None:
    """Words that do not start a server (`serve`, none at all) nor count for long."""
    answer = axedrez("moves", *words, stdin=stdin)
    assert answer.status in (0, 2)
    assert (answer.err == "") == (answer.status == 0)
