"""`axedrez analyse`: words, JSON, comments, and what is wrong."""

from __future__ import annotations

import json
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest

import axedrez
from axedrez import GameRecord, gamefiles
from tests.analysis import dice_examples
from tests.analysis.examples import SCHOLAR, read
from tests.cli.conftest import Run

MATCH = Path(__file__).parents[1] / "tables" / "gnubg" / "match1.mat"
DICE = MATCH.read_text(encoding="utf-8").partition(" Game 2")[0]


@pytest.fixture
def run(run: Run) -> Run:
    """`axedrez analyse`, quickly."""
    return lambda *arguments: run("analyse", *arguments, "--nodes", "2000", "--processes", "1")


@pytest.fixture
def scholar(tmp_path: Path) -> str:
    file = tmp_path / "games.pgn"
    file.write_text(SCHOLAR + "\n" + SCHOLAR.replace("Ana", "Eva"))
    return str(file)


def test_a_limit_of_nodes_holds_beside_a_depth(run: Run, scholar: str) -> None:
    assert run(scholar, "--game", "1", "--depth", "60").stdout == run(scholar, "--game", "1").stdout


def test_a_game_in_words_and_commented(run: Run, scholar: str, tmp_path: Path) -> None:
    done = run(scholar, "--game", "1", "--lang", "es")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Ana – Luis, 1-0" in done.stdout
    assert "Eva" not in done.stdout
    assert "3… Cf6??" in done.stdout
    assert "Blancas: precisión del" in done.stdout
    out = tmp_path / "out.pgn"
    exercises = tmp_path / "puzzles.pgn"
    done = run(scholar, "--game", "2", "--pgn", str(out), "--puzzles", str(exercises))
    assert (done.returncode, done.stdout) == (0, f"Written: {out}\nWritten: {exercises}\n")
    assert '[White "Eva"]' in exercises.read_text(encoding="utf-8")
    commented = read(out.read_text(encoding="utf-8"))
    assert commented.headers["White"] == "Eva"
    note = next(note for note in gamefiles.notes(commented, "en") if note.ply == 6)
    assert note.signs == "??"
    assert "Blunder." in note.text


def test_games_as_json(run: Run, scholar: str) -> None:
    done = run(scholar, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    first, second = map(json.loads, done.stdout.splitlines())
    assert (first["headers"]["White"], second["headers"]["White"]) == ("Ana", "Eva")
    assert first["verdicts"] == second["verdicts"]
    assert first["verdicts"][5]["grade"] == "blunder"
    assert [(each["ply"], each["line"][0]) for each in first["puzzles"]][-1] == (7, "h5f7")


def test_a_game_that_cannot_be_read_is_told_and_the_others_are_analysed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    file.write_text("\n".join([SCHOLAR, SCHOLAR.replace("Qxf7#", "Ke3"), SCHOLAR.replace("Ana", "Eva")]))
    done = run(str(file), "--json")
    assert done.returncode == 1
    assert [json.loads(line)["headers"]["White"] for line in done.stdout.splitlines()] == ["Ana", "Eva"]
    assert "game 2" in done.stderr.lower()
    assert done.stderr.count("\n") == 1
    for name, text in (("none.pgn", ""), ("bad.pgn", SCHOLAR.replace("Qxf7#", "Ke3"))):
        (tmp_path / name).write_text(text)
        done = run(str(tmp_path / name))
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)


@pytest.mark.parametrize(
    ("text", "arguments", "sentence"),
    [
        (None, [], "cannot be read"),
        (SCHOLAR, ["--game", "2"], "The file has no game 2: it has 1."),
        ("", ["--game", "2"], "The file has no game 2: it has 0."),
        (DICE, ["--game", "2"], "The file has no game 2: it has 1."),
        (DICE, ["--pgn", "out.pgn"], "--pgn is not for games of “backgammon”"),
        (DICE, ["--depth", "3"], "--depth is not for games of “backgammon”"),
        (SCHOLAR, ["--ply", "1"], "--ply is not for games of “clasico”"),
        (SCHOLAR, ["--ply", "9"], "--ply"),
        (SCHOLAR, ["--pgn", "/nowhere/at/all.pgn"], "/nowhere/at/all.pgn"),
        (SCHOLAR, ["--depth", "-1"], "--depth"),
    ],
)
def test_what_is_wrong_is_one_sentence(
    run: Run, tmp_path: Path, text: str | None, arguments: list[str], sentence: str
) -> None:
    file = tmp_path / "game.pgn"
    if text is not None:
        file.write_text(text)
    done = run(str(file), *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence.lower() in done.stderr.lower()
    assert done.stderr.count("\n") == 1


@pytest.mark.long
def test_a_match_of_backgammon_in_words(run: Run, tmp_path: Path) -> None:
    """Two games with their figures, then those of both players over the whole match; the same into a file."""
    file = tmp_path / "match.mat"
    text = MATCH.read_text(encoding="utf-8")
    file.write_text(text[: text.index(" Game 3")])
    done = run(str(file), "--ply", "0")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Ana – Berta, 1-0" in done.stdout
    # What the library gives for the same game, whatever network ships.
    _, second = axedrez.read_games(file.read_text(encoding="utf-8"))
    assert isinstance(second, GameRecord)
    verdict = axedrez.analyse(second, ply=0).verdicts[20]
    found = re.search(r"^21\. W 52 +8/3 3/1\S+ .* (\d\.\d{3}) .* 9/4 8/6", done.stdout, re.MULTILINE)
    assert found is not None
    assert float(found[1]) == pytest.approx(verdict.loss, abs=6e-4)
    # A reason, Black counting from its end.
    reason = r"36\. B 44 +20/16 16/12 12/8 8/4\S+ .{30,90}\. With 20 of the 36 rolls "
    assert re.search(reason, done.stdout)
    assert "Black: pass, rightly." in done.stdout
    assert done.stdout.count("Result for White: ") == 2
    assert done.stdout.count("PR ") == 3
    assert "All games" in done.stdout
    assert "Turns were judged 0-ply" in done.stdout
    out = tmp_path / "out.txt"
    again = run(str(file), "--ply", "0", "--out", str(out))
    assert (again.returncode, again.stdout) == (0, f"Written: {out}\n")
    assert out.read_text(encoding="utf-8") == done.stdout
    file.write_text(text[: text.index("\n  6)")])
    spanish = run(str(file), "--lang", "es")
    assert "Suerte" in spanish.stdout
    assert "Jugadas valoradas a 2-ply" in spanish.stdout
    assert "Todas las partidas" not in spanish.stdout


class Seen(HTMLParser):
    """Counts the elements of a page, and the anchors that its links and sections have."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.links, self.anchors = set[str](), set[str]()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        given = dict(attrs)
        if tag == "a":
            self.links.add(str(given["href"]))
        if tag == "section":
            self.anchors.add(f"#{given['id']}")


def test_a_page_of_a_match_has_the_turns_as_its_file_does(run: Run, tmp_path: Path) -> None:
    """Each marked turn and decision has its section with a diagram; Black counts from its own end, as in the file."""
    file, out = tmp_path / "match.mat", tmp_path / "match.html"
    text = MATCH.read_text(encoding="utf-8")
    file.write_text(text[: text.index(" Game 2")])
    done = run(str(file), "--ply", "0", "--out", str(out), "--lang", "es")
    assert (done.returncode, done.stdout) == (0, f"Escrito: {out}\n")
    page = out.read_text(encoding="utf-8")
    seen = Seen(page)
    assert seen.tags["section"] == seen.tags["svg"] >= 2
    assert seen.links == seen.anchors
    [record] = axedrez.read_games(file.read_text(encoding="utf-8"))
    assert isinstance(record, GameRecord)
    written = re.findall(r"\d\d: ((?:\d+/\S+ ?)+)", DICE)
    shown = re.findall(r'<td>(?:<a href="#g1p\d+">)?((?:\w+/[\w*]+ ?)+)<', page)
    turns = {tuple(sorted(each.replace("barra/", "25/").split())) for each in shown}
    assert len(written) > 15
    # A piece that goes on may land elsewhere on its way: that is the same turn.
    assert sum(tuple(sorted(turn.split())) in turns for turn in written) >= len(written) - 4
    assert "Puntos por recorrer: blancas" in page
    assert "XGID=" in page
    assert "src=" not in page


def test_a_page_of_a_game_of_chess(run: Run, tmp_path: Path) -> None:
    file, out = tmp_path / "game.pgn", tmp_path / "game.html"
    file.write_text('[White "A <b>"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n')
    done = run(str(file), "--nodes", "2000", "--out", str(out))
    assert (done.returncode, done.stderr) == (0, "")
    page = out.read_text(encoding="utf-8")
    seen = Seen(page)
    assert seen.tags["section"] == seen.tags["svg"] >= 1
    assert seen.links == seen.anchors
    assert "A &lt;b&gt; – " in page
    assert "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq" in page


@pytest.mark.parametrize("option", ["--out", "--pgn", "--puzzles"])
def test_where_the_analysis_goes_is_looked_at_before_the_work(run: Run, tmp_path: Path, option: str) -> None:
    for place in (tmp_path / "none" / "out.txt", tmp_path):
        done = run(str(tmp_path / "no games.pgn"), option, str(place))
        assert (done.returncode, done.stdout) == (2, "")
        assert str(place) in done.stderr
        assert done.stderr.count("\n") == 1


def test_games_of_dice_as_json(run: Run, tmp_path: Path) -> None:
    """What the library gives too; a game that cannot be read is told."""
    file = tmp_path / "match.mat"
    text = MATCH.read_text(encoding="utf-8")
    file.write_text(text[: text.index(" Game 4")].replace("63: 24/18 18/15", "63: 24/18 18/14", 1))
    done = run(str(file), "--json", "--ply", "1")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each["headers"]["White"] for each in found] == ["Ana", "Berta"]
    assert all(each["ply"] == 1 for each in found)
    assert sum(verdict["loss"] for verdict in found[0]["verdicts"] if verdict["side"] == "white") == pytest.approx(
        found[0]["white"]["loss"]
    )
    record = next(each for each in axedrez.read_games(file) if isinstance(each, GameRecord))
    analysis = axedrez.analyse(record, ply=1)
    assert json.loads(msgspec.json.encode(analysis))["verdicts"] == found[0]["verdicts"]


def test_a_game_of_chessgammon(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(axedrez.write_game(dice_examples.played("chessgammon", 3, 1)))
    done = run(str(file))
    assert (done.returncode, done.stderr) == (0, "")
    assert len(re.findall(r"^\d\. [WB] \d\d ", done.stdout, re.MULTILINE)) == 3
    assert "The game has no result in points." in done.stdout
