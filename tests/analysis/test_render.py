"""An analysis in words, as comments of a game, and what is threatened."""

from __future__ import annotations

import io

import chess.pgn
import pytest

from axedrez import gamefiles, write_game
from axedrez.analysis import Standing, review
from axedrez.analysis.render import annotate, render, written_score
from axedrez.chess.analyst import passed, written
from tests import sheets
from tests.analysis.examples import evaluations, line_of, read


@pytest.mark.parametrize("lang", ["es", "en"])
def test_the_blunder_in_words(lang: str) -> None:
    line = line_of(read())
    report = render(line, review(line, evaluations(line)), lang)
    blunder = report.moves[5]
    assert blunder.move == {"es": "3… Cf6??", "en": "3… Nf6??"}[lang]
    assert {"es": "Error grave.", "en": "Blunder."}[lang] in blunder.text
    assert {"es": "mate en 1: 4. Dxf7#.", "en": "mate in 1: 4. Qxf7#."}[lang] in blunder.text
    assert blunder.reply is not None
    assert (blunder.reply.origin, blunder.reply.target) == ("h5", "f7")
    assert report.moves[-1].standing.score == "1-0"
    assert report.players[0].accuracy is not None
    assert str(round(report.players[0].accuracy)) in report.players[0].text


@pytest.mark.parametrize(
    ("standing", "english", "spanish"),
    [
        (Standing(35, None, 0.5), "+0.35", "+0,35"),
        (Standing(-1234, None, 0.0), "−12.34", "−12,34"),
        (Standing(0, None, 0.5), "+0.00", "+0,00"),
        (Standing(None, 3, 1.0), "#3", "#3"),
        (Standing(None, -2, 0.0), "#−2", "#−2"),
        (Standing(None, 0, 1.0), "1-0", "1-0"),
    ],
)
def test_scores_as_they_are_written(standing: Standing, english: str, spanish: str) -> None:
    assert (written_score(standing, "en"), written_score(standing, "es")) == (english, spanish)


def test_lines_as_they_are_written() -> None:
    start = sheets.chess("clasico").start()
    assert written(start, ["e2e4", "e7e5", "g1f3"], "es") == "1. e4 e5 2. Cf3"
    assert written(start.play("e4"), ["g8f6", "e4e5"], "en") == "1… Nf6 2. e5"
    several = sheets.chess("marseillais").start()
    assert written(several, ["e2e4", "d2d4", "e7e5"], "en") == "1. e4 d4 e5"


def test_the_comments_of_a_game_are_read_back() -> None:
    game = read()
    line = line_of(game)
    analysis = review(line, evaluations(line))
    commented = gamefiles.annotated(game, annotate(line, analysis, render(line, analysis, "es")))
    text = write_game(commented)
    again = read(text)
    assert again.moves() == game.moves()
    assert again.notes == commented.notes
    assert write_game(again) == text
    said = {note.ply: note for note in gamefiles.notes(again, "es")}
    assert "tempting" in said[5].text
    assert "is usual" in said[3].text, "what the file said is kept"
    assert (said[6].signs, "Error grave" in said[6].text) == ("??", True)
    twice = gamefiles.annotated(again, annotate(line, analysis, render(line, analysis, "es")))
    assert twice.notes == again.notes, "nothing is said twice"
    other = chess.pgn.read_game(io.StringIO(text))
    assert other is not None
    assert other.errors == []
    nodes = list(other.mainline())
    assert [node.move.uci() for node in nodes] == [str(move) for move in game.moves()]
    assert nodes[5].nags == {chess.pgn.NAG_BLUNDER}
    assert "Error grave" in nodes[5].comment
    assert nodes[5].eval() == chess.engine.PovScore(chess.engine.Mate(1), chess.WHITE)
    assert nodes[5].parent is not None
    assert len(nodes[5].parent.variations) == 2


def test_what_the_other_side_would_do() -> None:
    game = sheets.chess("clasico")
    threat = passed(game.parse("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3"))
    assert threat is not None
    assert any(threat.play(move).outcome() is not None for move in threat.legal_moves())
    assert passed(game.parse("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")) is None, "in check"
    assert passed(game.parse("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")) is None, "the game is over"
    assert passed(sheets.chess("marseillais").start()) is None
