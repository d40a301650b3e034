"""PGN: read as a stream, written and read back, faults with their place."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from random import Random
from typing import get_args

import chess
import chess.pgn
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import axedrez
from axedrez.chess.gamefiles.pgn.reading import MAX_TAGS, PgnGame, PgnLine, PgnMove, read_games
from axedrez.chess.gamefiles.pgn.writing import write_game
from axedrez.core import Result, Side
from axedrez.core.dice import Roll
from axedrez.core.game_record import FileFault
from axedrez.messages import sentence
from tests import sheets
from tests.sheets.playing import random_game


def write(game: PgnGame) -> str:
    return write_game(game, sheets.load)


def read(text: str, find: Callable[[str], axedrez.Game] = axedrez.load) -> list[PgnGame | FileFault]:
    return list(read_games(io.StringIO(text), find))


def one(text: str) -> PgnGame:
    (game,) = read(text)
    assert isinstance(game, PgnGame), sentence(game.error)
    return game


def fault(text: str) -> FileFault:
    (found,) = read(text)
    assert isinstance(found, FileFault)
    assert sentence(found.error, "es") != sentence(found.error, "en")
    return found


def texts(game: PgnGame) -> list[str]:
    return [str(move) for move in game.moves()]


def theirs(random: Random, plies: int) -> chess.pgn.Game:
    """A random game of python-chess with variations, comments and annotations."""
    game = chess.pgn.Game()
    game.headers.update({"White": 'Ana "la torre"', "Black": "B\\b"})
    node: chess.pgn.GameNode = game
    for _ in range(plies):
        moves = list(node.board().legal_moves)
        if not moves:
            break
        random.shuffle(moves)
        following = node.add_variation(moves[0])
        if random.random() < 0.2:
            following.comment = "a long remark " * random.randint(1, 20)
        if random.random() < 0.2:
            following.nags.add(random.randint(1, 139))
        for other in moves[1 : 1 + random.choice((0, 0, 0, 1, 2))]:
            side = node.add_variation(other, comment="%cal [x]")
            for move in list(side.board().legal_moves)[:1]:
                side.add_variation(move)
        node = following
    game.headers["Result"] = game.end().board().result()
    return game


def same(line: PgnLine, node: chess.pgn.GameNode) -> None:
    """Both trees hold the same."""
    for played in line.moves:
        following = node.variations[0]
        assert str(played.move) == following.uci()
        assert played.comment == " ".join(following.comment.split())
        assert set(played.nags) == following.nags
        assert len(played.variations) == len(node.variations) - 1
        for variation, other in zip(played.variations, node.variations[1:], strict=True):
            head, *tail = variation.moves
            assert str(head.move) == other.uci()
            assert head.comment == other.comment
            same(PgnLine("", tail), other)
        node = following
    assert not node.variations


def test_games_of_python_chess_are_read_and_ours_are_read_by_it() -> None:
    random = Random(4)
    written = [theirs(random, 60) for _ in range(25)]
    games = read("\n\n".join(map(str, written)))
    assert len(games) == len(written)
    stream = io.StringIO("".join(write(game) for game in games if isinstance(game, PgnGame)))
    for game, source in zip(games, written, strict=True):
        assert isinstance(game, PgnGame)
        assert game.headers == {"White": 'Ana "la torre"', "Black": "B\\b"}
        assert game.result == source.headers["Result"]
        same(game.line, source)
        again = chess.pgn.read_game(stream)
        assert again is not None
        assert not again.errors
        same(game.line, again)


def trees(random: Random, position: axedrez.Position, plies: int, depth: int, remarks: list[str]) -> PgnLine:
    line = PgnLine(random.choice(remarks))
    for _ in range(plies):
        if not (moves := list(position.legal_moves())):
            break
        move = random.choice(moves)
        played = PgnMove(position, move, random.sample(range(256), random.choice((0, 0, 1, 3))), random.choice(remarks))
        for _ in range(random.choice((0, 0, 0, 1, 2)) if depth else 0):
            other = trees(random, position, random.randint(1, 4), depth - 1, remarks)
            if other.moves:
                played.variations.append(other)
        line.moves.append(played)
        position = position.play_unchecked(move)
    return line


words = st.text(st.characters(codec="utf-8"), max_size=120).map(lambda text: " ".join(text.split()))
tricky = st.sampled_from(["", "", "}", "; x", '[Event "x"] ' * 8, "% a " * 30, "1-0 {", "(", '"', "w" * 100]).map(
    str.strip
)


@settings(max_examples=60)
@given(
    st.randoms(use_true_random=False), st.sampled_from(sheets.CHESS), st.lists(words | tricky, min_size=1), st.data()
)
def test_what_is_written_is_read_back(random: Random, name: str, remarks: list[str], data: st.DataObject) -> None:
    start = sheets.chess(name).start()
    for _ in range(random.choice((0, 0, 7))):
        start = start.play_unchecked(random.choice(start.legal_moves()))
    headers = {tag: text for tag in ("White", "Site", "Annotator") if (text := data.draw(words)) not in ("", "?")}
    game = PgnGame(start, trees(random, start, 12, 2, remarks), headers, random.choice(get_args(Result)))
    assert read(write(game), sheets.load) == [game]


@pytest.mark.parametrize("remark", ["( 0", "a ) b", "(", ")", "( ) }", "; ( x"])
def test_parentheses_in_comments_keep_their_spaces(remark: str) -> None:
    game = one(f"1. a3 ; {remark}\n (1. b3 ; {remark}\n) (1. c3 {{x}} c6) *")
    assert game.line.moves[0].comment == game.line.moves[0].variations[0].moves[0].comment == remark
    assert read(write(game)) == [game]


def test_text_is_wrapped_at_eighty() -> None:
    position, _ = sheets.from_start("e2e4 e7e5")
    game = one("1. e4 {" + "word " * 100 + "} e5 " + "2. Nf3 Nf6 3. Ng1 Ng8 " * 40 + "*")
    lines = write(game).splitlines()
    assert max(map(len, lines)) <= 80
    assert game.moves()[:2] == [position.game.start().parse_move("e4"), *one("1. e4 e5 *").moves()[1:]]


def test_headers() -> None:
    text = write(one('[White "A \\"b\\" \\\\c"]\n[Annotator "me"]\n\n1. e4 1-0\n'))
    assert text.splitlines()[:8] == [
        '[Event "?"]',
        '[Site "?"]',
        '[Date "????.??.??"]',
        '[Round "?"]',
        '[White "A \\"b\\" \\\\c"]',
        '[Black "?"]',
        '[Result "1-0"]',
        '[Annotator "me"]',
    ]
    assert text.endswith("\n\n1. e4 1-0\n\n")


def test_start_and_rulebook_are_in_the_tags() -> None:
    position = sheets.read("7k/8/8/8/8/8/8/R3K3 w - - 3 40", "tradicional")
    game = PgnGame.of(position, [position.parse_move("Ra8=Q")], None, White="Ana")
    text = write(game)
    assert '[Variant "tradicional"]\n' in text
    assert '[SetUp "1"]\n[FEN "7k/8/8/8/8/8/8/R3K3 w - - 3 40"]\n' in text
    assert "\n40. Ra8=Q+ *\n" in text
    assert "Variant" not in write(one("1. e4 *"))
    assert one(text) == game
    for variant in ("Standard", "standard", "From Position", "Chess", "clasico", ""):
        assert one(f'[Variant "{variant}"]\n\n1. e4 *').start.game.name == "clasico"
    assert one('[Variant "Chess2D"]\n\n1. e4 *').start.game.name == "chess2d"


@pytest.mark.parametrize(
    ("act", "side", "result", "termination"),
    [
        ("resignation", axedrez.Side.WHITE, "0-1", "normal"),
        ("time", axedrez.Side.BLACK, "1-0", "time forfeit"),
        ("left", axedrez.Side.BLACK, "1-0", "abandoned"),
        ("aborted", None, "*", "abandoned"),
        ("no_show", None, "*", "abandoned"),
        ("cap", None, "*", "unterminated"),
    ],
)
def test_termination(act: str, side: axedrez.Side | None, result: str, termination: str) -> None:
    start = sheets.chess("clasico").start()
    game = PgnGame.of(start, [start.parse_move("e4")], start.verdict(act, side))
    assert (game.result, game.headers["Termination"]) == (result, termination)
    assert one(write(game)) == game


def test_black_begins() -> None:
    position = sheets.read("4k3/8/8/8/8/8/8/4K3 b - - 0 12")
    game = PgnGame.of(position, [position.parse_move("Kd7")], None)
    assert "\n12... Kd7 *" in write(game)


def test_reading_forgives() -> None:
    game = one(
        '\ufeff[Event "x"] [White "Ana"]\r\n[Result "0-1"]\r\n\r\n% an escaped line 1. d4\n'
        "{before  it} 1.e4! {a\nb}{c} e5?? $1 ; to the end } of the line\n 2 . Nf3 (2. Bc4 {c}) (;\n2. d4!?) 2... Nc6"
        "\n3. Bb5 () Nf6 4.0-0 Nxe4 1-0 {nothing more} $5"
    )
    assert texts(game) == ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "g8f6", "e1g1", "f6e4"]
    assert (game.headers, game.result) == ({"Event": "x", "White": "Ana"}, "1-0")
    first, second, third, *rest = game.line.moves
    assert game.line.comment == "before it"
    assert (first.comment, first.nags) == ("a b c", [1])
    assert (second.comment, second.nags) == ("to the end } of the line", [4, 1])
    assert [[str(played.move) for played in line.moves] for line in third.variations] == [["f1c4"], ["d2d4"]]
    assert third.variations[1].moves[0].nags == [5]
    *rest, last = rest
    assert (last.comment, last.nags) == ("nothing more", [5])  # behind the result, as python-chess reads it too
    assert not any(played.variations or played.comment or played.nags for played in rest)


def test_a_game_without_its_end() -> None:
    first, second = read('[Result "1/2-1/2"]\n\n1. e4 e5\n\n[Event "b"]\n\n1. d4 (1. c4 1-0) d5')
    assert isinstance(first, PgnGame)
    assert isinstance(second, PgnGame)
    assert (first.result, second.result) == ("1/2-1/2", "*")
    assert texts(second) == ["d2d4", "d7d5"]


def test_games_without_tags() -> None:
    assert [texts(game) for game in read("1. e4 1-0 1. d4 *\n\n1. c4") if isinstance(game, PgnGame)] == [
        ["e2e4"],
        ["d2d4"],
        ["c2c4"],
    ]
    assert read("") == read("\n \n*\n{x}") == []


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ("1. e4 e5 2. Ke3 *", 1, 13, "piece_cannot"),
        ("1. e4\ne5 2. Xf3", 2, 7, "move_text"),
        ("1. e4 Xyz 2. d4 *", 1, 14, "piece_cannot"),
        ("1. e4 e5 2. Xyz 3. d4 *", 1, 13, "move_text"),
        ('[Event "x"]\n[FEN "8/8 w"]\n\n1. e4 *', 2, 1, "fen_ranks"),
        ('[Event "x"]\n[Variant "Seven Kings"]\n\n1. e4 *', 2, 1, "rulebook_unknown"),
        ('[Variant "../../etc/x.toml"]\n\n1. e4 *', 1, 1, "file_rulebook"),
        ("1. e4 {" + "w" * 400_000 + "} *", 1, 1, "pgn_line"),
        ("Nf3 Nf6 Ng1 Ng8\n" * 5_001 + "*", 5_001, 1, "pgn_long"),
        ("\n".join(f'[T{n} "x"]' for n in range(MAX_TAGS + 9)), MAX_TAGS + 1, 1, "pgn_long"),
        ("Only a text without a game.", 1, 1, "pgn_word"),
    ],
)
def test_faults_have_their_place(text: str, line: int, column: int, reason: str) -> None:
    found = fault(text)
    assert (found.game, found.line, found.column, found.error.reason) == (1, line, column, reason)


@pytest.mark.parametrize(
    "broken",
    [
        '[Event "x"]\n\n1. e4 e5 2. Ke3 Nc6 3. junk ( 1-0 {\n\n}\n',
        '[Event "x"]\n[FEN "junk"]\n',
        '[Event "x"]\n\n1. e4 e4 ((( *\n',
        '[Event "x"]\n\n1. e4 e4 { never closed\n',
        "1. e4 e4 { never closed\n",
        "@@@@\n",
        "1. e4 e4 2. d4\n",
    ],
)
def test_the_rest_is_still_read(broken: str) -> None:
    good = '[Event "good"]\n\n1. d4 d5 *\n\n'
    games = read(good + broken + good + broken + good)
    assert [isinstance(game, FileFault) for game in games] == [False, True, False, True, False]
    assert [game.game for game in games if isinstance(game, FileFault)] == [2, 4]
    assert all(texts(game) == ["d2d4", "d7d5"] for game in games if isinstance(game, PgnGame))


def test_an_endless_file_is_read_piece_by_piece() -> None:
    class Endless(io.TextIOBase):
        lines = 0

        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
            self.lines += 1
            return '[Event "x"]\n' if self.lines % 3 == 1 else "1. e4 *\n" if self.lines % 3 == 0 else "\n"

    stream = Endless()
    games: Iterator[PgnGame | FileFault] = read_games(stream, axedrez.load)  # type: ignore[arg-type]
    for _ in range(50):
        assert texts(next(games)) == ["e2e4"]  # type: ignore[arg-type]
    assert stream.lines < 160


SIGNS = ("1. e4", "e5 ", "2.", " Nf3", "(", ")", "{", "}", ";", "\n", '[Event "x"]\n', '[FEN "', '"]', "[", "*", "1-0")
MORE_SIGNS = ("$1", "!?", "%", "\\", "0-0", "e.p.", "--", "\0", "\r", "Ü", "@", "½-½", "–", "♘f3", "Cf3", "+=", "mate")


@given(st.text(max_size=200) | st.lists(st.sampled_from(SIGNS + MORE_SIGNS), max_size=60).map("".join))
def test_any_text_gives_games_and_faults(text: str) -> None:
    for game in read(text):
        if isinstance(game, FileFault):
            sentence(game.error, "es")
            assert game.line >= 1
            assert game.column >= 1
        else:
            assert read(write(game)) in ([game], [])
            assert all(
                passed.line >= 1 and passed.column >= 1 and sentence(passed.error, "es") for passed in game.passed
            )
            theirs = chess.pgn.read_game(io.StringIO(write(game)))
            assert theirs is not None
            assert not theirs.errors
            assert [move.uci() for move in theirs.mainline_moves()] == texts(game)


@pytest.mark.clause("M-4", "M-7", "M-12")
@pytest.mark.parametrize("name", ["crazyhouse", "chess960", "marseillais", "progressive", "dice-chess", "placement"])
def test_games_of_modified_rulebooks_come_back(name: str) -> None:
    board = sheets.load(name)
    for seed in range(4):
        plies = list(random_game(board, f"{name}{seed}", 60))
        start, moves = plies[0].position, [ply.move for ply in plies if ply.move is not None]
        while start.turn is Side.CHANCE and not isinstance(moves[0], Roll):
            start = start.play(moves.pop(0))
        game = PgnGame.of(start, moves, None)
        text = write(game)
        assert f'[RulesHash "{board.hash}"]' in text
        assert read(text, sheets.load) == [game]


@pytest.mark.clause("M-4")
def test_the_moves_of_a_turn_stand_under_one_number() -> None:
    start = sheets.load("marseillais").start()
    moves, position = [], start
    for san in ["e4", "d4", "e6", "d6", "Nf3", "Nc3"]:
        moves.append(position.parse_move(san))
        position = position.play(moves[-1])
    text = write(PgnGame.of(start, moves, None))
    assert '[Variant "marseillais"]' in text or '[Variant "Marseillais"]' in text
    assert "\n1. e4 d4 e6 d6 2. Nf3 Nc3 *" in text


@pytest.mark.clause("M-12")
def test_rolls_are_comments_that_others_pass_over() -> None:
    start = sheets.load("dice-chess").start()
    position = start.play("21")
    move = position.parse_move("Nf3")
    game = PgnGame.of(start, [start.parse_move("21"), move], None)
    assert "\n{[%roll 21]} 1. Nf3 *" in write(game)
