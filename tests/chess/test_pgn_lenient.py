"""PGN as other programs and people write it: what harms no game is read or passed over, and told with its place."""

from __future__ import annotations

import io
from random import Random

import chess
import chess.pgn
import chess.variant
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import axedrez
from axedrez.chess.gamefiles.pgn import variants
from axedrez.chess.gamefiles.pgn.letters import FEN, TONGUES
from axedrez.chess.gamefiles.pgn.reading import MAX_DEPTH, MAX_TOLD, PgnGame, read_games
from axedrez.chess.gamefiles.pgn.writing import write_game
from axedrez.core.game_record import FileFault
from axedrez.library import gallery
from axedrez.messages import sentence


def read(text: str) -> list[PgnGame | FileFault]:
    return list(read_games(io.StringIO(text, newline=None), axedrez.load))


def one(text: str) -> PgnGame:
    (game,) = read(text)
    assert isinstance(game, PgnGame), sentence(game.error)
    return game


def moves(text: str) -> str:
    return " ".join(map(str, one(text).moves()))


def passed_over(game: PgnGame) -> list[tuple[int, int, str]]:
    for passed in game.passed:
        assert sentence(passed.error, "es") != sentence(passed.error, "en")
    return [(passed.line, passed.column, passed.error.reason) for passed in game.passed]


EN_PASSANT = "1. e4 a6 2. e5 d5 3. exd6"
PROMOTION = '[FEN "7k/P7/8/8/8/8/8/K7 w - - 0 1"]\n\n1. '
MATE = "1. f3 e5 2. g4 Qh4"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *(
            (f"{EN_PASSANT}{sign} cxd6 *", "e2e4 a7a6 e4e5 d7d5 e5d6 c7d6")
            for sign in ("e.p.", " e.p.", "ep", " ep", "e.p")
        ),
        *(
            (f"{PROMOTION}{move} *", "a7a8q")
            for move in ("a8=q", "a8q", "a8Q", "a8(Q)", "a8/Q", "a8=(Q)", "a8=Q!", "a7a8q")
        ),
        *(
            (f"{MATE}{sign} 0-1", "f2f3 e7e5 g2g4 d8h4")
            for sign in (
                "mate",
                " mate",
                "#",
                "++",
                "+",
                " ++",
                "#!!",
                "ch",
                " ch",
                " dbl ch",
                "†",
                "‡",
                "+ (1. e4)",
                "!!?",
            )
        ),
        *(
            (f"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. {castling} *", "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1")
            for castling in ("O-O", "0-0", "O–O", "o-o", "OO", "О-О", "e1g1", "Ke1-g1", "O-O!?")
        ),
        *(
            (f"1. {first} e5 2. {second} *", "e2e4 e7e5 g1f3")
            for first, second in (
                ("e2-e4", "Ng1-f3"),
                ("e2–e4", "Ng1–f3"),
                ("Pe4", "Ng1f3"),
                ("♙e4", "♘f3"),
                ("e2e4", "g1f3"),
                ("e4!", "Nf3!?"),
                ("e4!?+=", "Nf3±"),
                ("e4 ⩲", "Nf3N"),
                ("e4,", "Nf3,"),
            )
        ),
        ("1.e4 e5 2.Nf3*", "e2e4 e7e5 g1f3"),
        ("1 . e4 1... e5 2 Nf3", "e2e4 e7e5 g1f3"),
        ("1. e4 1… e5 2.Nf3", "e2e4 e7e5 g1f3"),
        ("1 e4 e5\r2 Nf3\r", "e2e4 e7e5 g1f3"),
        ("1. e4 d5 2. ed Qd5 *", "e2e4 d7d5 e4d5 d8d5"),
        ("1. e4 d5 2. e4:d5 Q×d5 *", "e2e4 d7d5 e4d5 d8d5"),
        ("% escaped\n1. e4 ; said\n% escaped\ne5 *", "e2e4 e7e5"),
        ("1. e4 {[%clk 0:03:00]} e5 {[%clk 0:02:59]} *", "e2e4 e7e5"),
    ],
)
def test_harmless_spellings_are_read(text: str, expected: str) -> None:
    assert moves(text) == expected


@pytest.mark.parametrize(
    ("text", "result"),
    [
        *((f"1. e4 {sign}", "1/2-1/2") for sign in ("½-½", "½–½", "1/2-1/2", "1/2–1/2", "1/2", "½")),
        *((f"1. e4 {sign}", "1-0") for sign in ("1–0", "1-0", "1 - 0", "1:0", "1—0")),
        *((f'[Result "{sign}"]\n\n1. e4', "0-1") for sign in ("0–1", "0-1", "0:1", "0 - 1")),
        ("1. e4 ?-?", "*"),
    ],
)
def test_results_are_read_with_any_dash(text: str, result: str) -> None:
    assert one(text).result == result


@pytest.mark.parametrize(
    ("text", "expected", "passed"),
    [
        ("1. e4 e5) 2. Nf3 *", "e2e4 e7e5 g1f3", [(1, 9, "pgn_close")]),
        ("1. e4 e5 2. Nf3 (2. d4 (2. c3) *", "e2e4 e7e5 g1f3", [(1, 17, "pgn_open")]),
        ("(1. d4) 1. e4 *", "e2e4", [(1, 1, "pgn_variation")]),
        ("1. e4 @ e5 *", "e2e4 e7e5", [(1, 7, "pgn_word")]),
        (
            "1. e4 $1234 e5 $ $$ *",
            "e2e4 e7e5",
            [(1, 7, "pgn_nag"), (1, 16, "pgn_nag"), (1, 18, "pgn_nag"), (1, 19, "pgn_nag")],
        ),
        ("1. e4 hello e5 2. Nf3 *", "e2e4 e7e5 g1f3", [(1, 7, "pgn_word")]),
        ("1. e4 {never closed\n", "e2e4", [(1, 7, "pgn_comment")]),
        (
            "1. e4 e5 (1... Ke7 2. d4 (2. c4)) (1... Kd5 (1... c5)) 2. Nf3 *",
            "e2e4 e7e5 g1f3",
            [(1, 44 - 4, "pgn_line_cut")],
        ),
        ("1. e4 (1. d4 -- 2. c4) 1... e5 *", "e2e4 e7e5", [(1, 14, "pgn_null")]),
        ("1. e4 e5 2. -- Nc6 (2... d5) 3. d4 1-0", "e2e4 e7e5", [(1, 13, "pgn_null")]),
        ("1. e4 e5 [%emt 3] 2. d4 *", "e2e4 e7e5 d2d4", [(1, 10, "pgn_tag")]),
        ('[Event "x"]\n[White "A"]\n[White "B"]\n\n1. e4 *', "e2e4", [(3, 1, "pgn_tag_again")]),
        ('[Event "x"]\n[]\n\n1. e4 *', "e2e4", [(2, 1, "pgn_tag")]),
        (
            '[FEN "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 0"]\n\n1. O-O *',
            "e1g1",
            [(1, 1, "fen_number_one")] + [(1, 1, "fen_right_dropped")] * 3,
        ),
        ('[Variant "Chess960"]\n\n1. e4 *', "e2e4", [(1, 1, "pgn_shuffle")]),
        ("1. e4 {" + "word\n" * 30_000 + "} *", "e2e4", [(1, 7, "pgn_comment_long")]),
    ],
)
def test_what_is_passed_over_is_told_with_its_place(
    text: str, expected: str, passed: list[tuple[int, int, str]]
) -> None:
    game = one(text)
    assert " ".join(map(str, game.moves())) == expected
    if "Ke7 2. d4" not in text:
        assert passed_over(game) == passed


def test_an_illegal_variation_is_cut_and_the_main_line_kept() -> None:
    game = one("1. e4 e5 (1... c5 2. Ke8 d6 (2... e6) 3. d4) (1... Kd5 (1... d5)) (1... d6) 2. Nf3 *")
    assert " ".join(map(str, game.moves())) == "e2e4 e7e5 g1f3"
    assert [[str(m.move) for m in line.moves] for line in game.line.moves[1].variations] == [["c7c5"], ["d7d6"]]
    assert passed_over(game) == [(1, 22, "pgn_line_cut"), (1, 52, "pgn_line_cut")]
    assert "Ke8" in sentence(game.passed[0].error, "es")


@pytest.mark.parametrize("null", ["--", "Z0", "0000", "@@@@", "null", "––"])
def test_null_moves_end_their_line_only(null: str) -> None:
    game = one(f"1. e4 (1. d4 {null} (1... d5) 2. c4) 1... e5 2. Nf3 1-0")
    assert " ".join(map(str, game.moves())) == "e2e4 e7e5 g1f3"
    assert [reason for *_, reason in passed_over(game)] == ["pgn_null"]
    assert game.result == "1-0"
    first, second = read(f"1. e4 {null} 2. d4 (2. c4 1-0) 0-1\n\n1. c4 *")
    assert isinstance(first, PgnGame)
    assert isinstance(second, PgnGame)
    assert ([str(move) for move in first.moves()], first.result) == (["e2e4"], "0-1")
    assert str(second.moves()[0]) == "c2c4"


def test_a_pass_that_the_rules_know_is_played() -> None:
    start = axedrez.load("clasico", {"turn.passing": "allowed"}).start()
    text = write_game(PgnGame.of(start, [], None), axedrez.load)
    (found,) = read(text.rstrip().removesuffix("*") + "1. e4 -- 2. Z0 e5 *")
    assert isinstance(found, PgnGame)
    assert len(found.moves()) == 4
    assert found.passed == []


def test_the_files_of_the_examination() -> None:
    game = one('[Site "Lima"]\n[Event "Copa"]\n[White "Ana"]\n\n1. e4 e5 1-0\n')
    assert game.headers == {"Site": "Lima", "Event": "Copa", "White": "Ana"}
    fault, good = read('[White "A"]\n\n1. Ke5 *\n\n[White "B"]\n\n1. e4 *\n')
    assert isinstance(fault, FileFault)
    assert isinstance(good, PgnGame)
    assert (fault.game, fault.line, fault.column) == (1, 3, 4)
    assert moves('[Event "x"]\n\n1. e4 e5 ( 1... -- 2. d4) 2. Nf3 *') == "e2e4 e7e5 g1f3"


def test_games_without_moves_are_told_apart_by_their_tags() -> None:
    first, second, third = read('[Event "a"]\n[White "A"]\n\n[Event "b"]\n\n[Site "x"]\n[Event "c"]\n\n1. e4 *')[:3]
    assert all(isinstance(game, PgnGame) for game in (first, second, third))
    names = [
        game.headers.get("White") for game in read('[White "A"]\n\n[White "B"]\n\n1. d4 *') if isinstance(game, PgnGame)
    ]
    assert names == ["A", "B"]


def test_tags_are_read_as_people_write_them() -> None:
    game = one('[Event x]\n[White=Ana]\n[Black "A \\"b\\" c]\n[Site  "S" ]\n[Annotator "A "q" B"]\n\n1. e4 *')
    assert game.headers["Event"] == "x"
    assert game.headers["White"] == "Ana"
    assert game.headers["Site"] == "S"
    assert game.headers["Annotator"] == 'A "q" B'


def test_comments_before_and_behind_the_moves_are_kept() -> None:
    assert one("{opening} 1. e4 *").line.comment == "opening"
    assert one('{of the file}\n[Event "x"]\n{of the game} 1. e4 *').line.comment == "of the file of the game"
    first, second = read("1. e4 1-0 {behind}\n{before} 1. d4 *")
    assert isinstance(first, PgnGame)
    assert isinstance(second, PgnGame)
    assert (first.line.moves[0].comment, second.line.comment) == ("behind", "before")


def test_nested_braces() -> None:
    assert one("1. e4 {a {b} c} e5 *").line.moves[0].comment == "a {b } c"
    assert one("1. e4 {a {b c} e5 {d} *").line.moves[0].comment == "a {b c"
    text = write_game(one("1. e4 {a {b} c} e5 *"), axedrez.load)
    assert one(text).line.moves[0].comment == "a {b } c"


@pytest.mark.parametrize(
    "line",
    [
        "1. e4 e5 2. Cf3 Cc6 3. Ab5 a6 4. Axc6 dxc6 5. Re2 Dd4 6. Cxd4 Rd7 *",  # Spanish, Italian
        "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lxc6 dxc6 5. Ke2 Dd4 6. Sxd4 Kd7 *",  # German
        "1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fxc6 dxc6 5. Re2 Dd4 6. Cxd4 Rd7 *",  # French
        "1. e4 e5 2. Sf3 Sc6 3. Gb5 a6 4. Gxc6 dxc6 5. Ke2 Hd4 6. Sxd4 Kd7 *",  # Polish
        "1. e4 e5 2. Jf3 Jc6 3. Sb5 a6 4. Sxc6 dxc6 5. Ke2 Dd4 6. Jxd4 Kd7 *",  # Czech
    ],
)
def test_letters_of_other_languages(line: str) -> None:
    game = one(line)
    assert " ".join(map(str, game.moves())) == ("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1e2 d8d4 f3d4 e8d7")
    assert [reason for *_, reason in passed_over(game)] == ["pgn_tongue"]
    english = write_game(game, axedrez.load)
    assert "Nf3" in english
    assert one(english).passed == []


OPENINGS = """
e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7
e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6
e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6
e4 e6 d4 d5 Nc3 Bb4 e5 c5 a3 Bxc3+
e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5 Ng3 Bg6
e4 d6 d4 Nf6 Nc3 g6 f4 Bg7 Nf3 O-O
e4 Nf6 e5 Nd5 d4 d6 Nf3 Bg4 Be2 e6
e4 d5 exd5 Qxd5 Nc3 Qa5 d4 Nf6 Nf3 Bf5
e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4 Qe2 Qe7
e4 e5 f4 exf4 Nf3 g5 Bc4 Bg7 O-O d6
e4 e5 Nc3 Nf6 f4 d5 fxe5 Nxe4 Qf3 Nc6
d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O
d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4 a4 Bf5
d4 d5 c4 dxc4 Nf3 Nf6 e3 e6 Bxc4 c5
d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O
d4 Nf6 c4 e6 Nc3 Bb4 Qc2 O-O a3 Bxc3+
d4 Nf6 c4 e6 Nf3 b6 g3 Bb7 Bg2 Be7
d4 f5 g3 Nf6 Bg2 g6 Nf3 Bg7 O-O O-O
c4 e5 Nc3 Nf6 Nf3 Nc6 g3 Bb4 Bg2 O-O
Nf3 d5 g3 Nf6 Bg2 c6 O-O Bg4 d3 Nbd7
""".strip().splitlines()


def in_tongue(san: str, tongue: str) -> str:
    """SAN with the letters of a language."""
    return san.translate(str.maketrans(FEN, TONGUES[tongue]))


def numbered(moves: list[str]) -> str:
    pairs = (moves[at : at + 2] for at in range(0, len(moves), 2))
    return " ".join(f"{number}. {' '.join(pair)}" for number, pair in enumerate(pairs, 1))


@pytest.mark.parametrize("tongue", TONGUES)
def test_openings_in_every_language(tongue: str) -> None:
    for line in OPENINGS:
        expected = [str(move) for move in one(f"{numbered(line.split())} *").moves()]
        game = one(f"{numbered(in_tongue(line, tongue).split())} *")
        assert [str(move) for move in game.moves()] == expected, line


@pytest.mark.parametrize("tongue", TONGUES)
def test_whole_games_in_every_language(tongue: str) -> None:
    for seed in range(5):
        board, lots, moves = chess.Board(), Random(seed), list[str]()
        while not board.is_game_over() and len(moves) < 160:
            move = lots.choice(list(board.legal_moves))
            moves.append(board.san(move))
            board.push(move)
        game = one(f"{numbered([in_tongue(move, tongue) for move in moves])} *")
        assert [str(move) for move in game.moves()] == [move.uci() for move in board.move_stack]
        assert [reason for *_, reason in passed_over(game)] in ([], ["pgn_tongue"])


def test_a_language_is_judged_by_the_whole_game_and_by_those_before() -> None:
    doubtful = "1. e4 e5 2. Hf3 *"  # a knight in Hungarian, the queen in Polish
    assert isinstance(read(doubtful)[0], FileFault)
    first, second = read(f'[Event "a"]\n\n1. e4 e5 2. Hf3 Hc6 3. Fb5 *\n\n[Event "b"]\n\n{doubtful}\n')
    assert isinstance(first, PgnGame)
    assert isinstance(second, PgnGame)
    assert [str(game.moves()[2]) for game in (first, second)] == ["g1f3", "g1f3"]
    # What was said of a move stays with it when it turns out to be another one.
    told = one("1. e4 e5 2. Hf3 $1 {so} (2. Hc3 Hc6) Hc6 3. Fb5 *").line.moves[2]
    assert (str(told.move), told.nags, told.comment) == ("g1f3", [1], "so")


def test_letters_are_not_guessed() -> None:
    """A letter that two languages read differently, and English that has begun, are refused."""
    assert isinstance(read("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Re2 *")[0], FileFault)
    assert isinstance(read("1. Nf3 Nf6 2. Nc3 e5 3. Nb1 Tg8 4. Rg1 *")[0], FileFault)
    assert isinstance(read("1. e4 e5 2. Xf3 *")[0], FileFault)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("1. e4 e5 0,5-0,5", "1/2-1/2"),
        ("1. e4 e5 0.5 - 0.5", "1/2-1/2"),
        ('[Result "0,5-0,5"]\n\n1. e4 e5', "1/2-1/2"),
        ("1. e4 e5 1\u20110", "1-0"),
        ("1. e4 e5 0\u20101", "0-1"),
        ('[Result "1\u20110"]\n\n1. e4 e5', "1-0"),
        ("1. e4 e5 1/2\u20111/2", "1/2-1/2"),
        ("1. e4 e5 1-0 (Black lost on time)", "1-0"),
        ("1. e4 e5 1-0 (Black (with 1:02 left) lost 1. d4) {so}", "1-0"),
    ],
)
def test_results_as_people_write_them(text: str, result: str) -> None:
    game = one(text)
    assert (game.result, len(game.moves())) == (result, 2)


def test_games_without_tags_are_told_apart_by_their_numbers() -> None:
    games = read("1. e4 e5 2. Nf3 Nc6\n\n1. a4 a5 2. h4 h5\n1. d4 d5")
    assert [len(game.moves()) for game in games if isinstance(game, PgnGame)] == [4, 4, 2]
    assert len(read("1. e4 1... e5 2. Nf3")) == 1
    assert len(read("1. e4 (1. d4 d5 2. c4) e5 2. Nf3")) == 1


def test_a_comment_may_quote_a_tag_and_one_that_is_not_closed_ends_at_the_next_game() -> None:
    game = one('[Event "A"]\n\n1. e4 c5 2. Nf3 d6 {\n[Date "2020"]\n} 3. d4 cxd4 *')
    assert (len(game.moves()), game.line.moves[3].comment) == (6, '[Date "2020"]')
    first, second = read('[Event "A"]\n\n1. e4 {open\n\n[Event "B"]\n[Site "C"]\n\n1. d4 {closed} d5 *')
    assert isinstance(first, PgnGame)
    assert isinstance(second, PgnGame)
    assert (len(first.moves()), len(second.moves())) == (1, 2)
    assert [reason for *_, reason in passed_over(first)] == ["pgn_comment"]


NAMES = {
    "clasico": "Standard|standard|Chess|Classical|Normal|normal|From Position|fromPosition|Regular",
    "chess960": "Chess960|Chess 960|chess960|fischerandom|Fischerandom|Fischer Random|fischerrandom|wild/fr|FRC",
    "three-check": "Three-check|threeCheck|threecheck|3check|3-check|3 check|Three check chess|Threecheck",
    "king-of-the-hill": "King of the Hill|kingOfTheHill|kingofthehill|KOTH|king-of-the-hill",
    "racing-kings": "Racing Kings|racingKings|racingkings|Racing|Race",
    "antichess": "Antichess|Giveaway|giveaway|Giveaway chess|Anti chess|Give away|Anti",
    "crazyhouse": "Crazyhouse|crazyhouse|Crazy House|House|ZH",
    "atomic": "Atomic|Atom|Atomic chess",
    "horde": "Horde|Horde chess",
    "los-alamos": "losalamos|Los Alamos",
    "no-castling": "nocastle|No Castling",
    "grasshoppers": "grasshopper",
    "knightmate": "knightmate|Knightmate",
    "extinction": "extinction",
    "placement": "placement",
    "torpedo": "Torpedo",
}


@pytest.mark.parametrize("name", NAMES)
def test_names_of_other_programs(name: str) -> None:
    for written in NAMES[name].split("|"):
        game = one(f'[Variant "{written}"]\n\n*\n')
        assert game.start.game.name == name, written


def test_the_names_of_python_chess_mean_the_same_games() -> None:
    ours = {"clasico", *gallery()}
    for board in chess.variant.VARIANTS:
        if board.uci_variant in ("suicide", "bughouse"):  # stalemate is judged otherwise; four players
            assert variants.known(board.aliases[0]) is None
            continue
        found = {variants.known(alias) for alias in board.aliases if alias != "Illegal"}
        assert len(found) == 1, board.aliases
        (known,) = found
        assert known is not None
        assert known.rulebook in ours


def test_five_checks() -> None:
    game = one('[Variant "5check"]\n\n1. e4 *')
    assert "5+5" in game.start.text()


def test_a_chess960_game_of_python_chess_comes_back() -> None:
    random = Random(5)
    for number in (0, 100, 518, 959):
        board = chess.Board.from_chess960_pos(number)
        start = board.copy()
        for _ in range(60):
            legal = list(board.legal_moves)
            if not legal:
                break
            board.push(max(legal, key=lambda move: (board.is_castling(move), random.random())))
        theirs = chess.pgn.Game.from_board(board)
        assert theirs.headers["Variant"] == "Chess960"
        game = one(str(theirs))
        assert game.start.game.name == "chess960"
        assert len(game.moves()) == len(board.move_stack)
        again = chess.pgn.read_game(io.StringIO(write_game(game, axedrez.load)))
        assert again is not None
        assert not again.errors
        assert list(again.mainline_moves()) == board.move_stack
        assert again.board().fen() == start.fen()


@pytest.mark.parametrize(
    "name", ["clasico", "antichess", "atomic", "crazyhouse", "horde", "king-of-the-hill", "racing-kings", "three-check"]
)
def test_python_chess_reads_what_we_write(name: str) -> None:
    random = Random(name)
    for _ in range(3):
        position = axedrez.load(name).start()
        start, played = position, []
        for _ in range(80):
            legal = list(position.legal_moves())
            if not legal or position.outcome() is not None:
                break
            played.append(random.choice(legal))
            position = position.play_unchecked(played[-1])
        game = PgnGame.of(start, played, position.outcome(), White='A "q" \\ B', Event="x\ny] [")
        game.line.moves[0].comment = "}" + "long " * 40 + '[Event "x"] % ; {'
        game.line.moves[0].nags = [1, 255]
        text = write_game(game, axedrez.load)
        theirs = chess.pgn.read_game(io.StringIO(text))
        assert theirs is not None
        assert not theirs.errors
        assert [move.uci() for move in theirs.mainline_moves()] == [str(move) for move in played]
        assert chess.pgn.read_game(io.StringIO(text.split("\n\n", 2)[2])) is None


def test_notes_are_bounded() -> None:
    game = one("1. e4 " + "@ " * 5000 + "e5 *")
    assert len(game.passed) == MAX_TOLD + 1
    assert game.passed[-1].error.reason == "pgn_more"
    deep = one("1. e4 " + "(1. d4 " * 5000 + ")" * 5000 + " *")
    assert {reason for *_, reason in passed_over(deep)} == {"pgn_deep"}
    depth, line = 0, deep.line
    while line.moves[0].variations:
        depth, line = depth + 1, line.moves[0].variations[0]
    assert depth == MAX_DEPTH


HOSTILE = {
    "comments": "1. e4 " + "{a}" * 100_000,
    "nested": "1. e4 " + "{{}" * 60_000,
    "nested to the end": "1. e4 " + "{{}" * 60_000 + "}",
    "spaces in a tag": "[a" + " " * 290_000 + '"',
    "quotes in a tag": "[a " + '" ' * 140_000,
    "brackets": "[" * 290_000,
    "tags in a line": '[a "b" ' * 40_000,
    "one word": "1. " + "N" * 290_000,
    "dashes": "1. " + "-" * 290_000,
    "digits": "1" * 290_000 + "-",
    "parentheses": "1. e4 " + "(" * 290_000,
    "closing": "1. e4 " + ")" * 290_000,
    "promotions": "1. a8" + "(Q)" * 90_000,
    "suffixes": "1. e4 " + "!" * 290_000,
    "annotations": "1. e4 " + "$1" * 140_000,
    "en passant": "1. " + "e.p" * 90_000,
    "equal tags": '[White "x"]\n' * 100_000,
    "games": '[Event "x"]\n\n' * 20_000,
    "numbers": "1. " * 200_000,
    "remarks": "1. e4 " + "ch " * 100_000,
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_files_take_no_longer_than_their_length(kind: str) -> None:
    for game in read(HOSTILE[kind]):
        assert isinstance(game, FileFault) or len(game.passed) <= MAX_TOLD + 1


WORDS = "1. e4 e5 2. Nf3 ( ) { } ; [ ] * 1-0 ½-½ -- Z0 Cf3 Sf3 ♘f3 0–0 exd6e.p. a8=q mate += !? $5 $$ %"
LINES = (
    '[Event "x"]',
    "[White Ana]",
    '[Variant "3check"]',
    '[Variant "Chess960"]',
    '[FEN "4k3/8/8/8/8/8/8/4K2R w HKq e3 0 0"]',
)
SIGNS = [*WORDS.split(), *(f"{line}\n" for line in LINES), "\n", "\0", "\r", "\x1a", "\ufeff"]


@settings(max_examples=80)
@given(st.lists(st.tuples(st.sampled_from(SIGNS), st.sampled_from(" \n")).map("".join), max_size=120))
def test_fuzz(signs: list[str]) -> None:
    """Whatever is read is written so that it is read back without a note, here and by python-chess."""
    for item in read("".join(signs)):
        if isinstance(item, FileFault):
            assert sentence(item.error, "es")
            continue
        written = write_game(item, axedrez.load)
        for again in read(written):
            assert isinstance(again, PgnGame)
            assert again == item
            assert again.passed == []
