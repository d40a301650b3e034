"""What `axedrez` itself exports is the public contract."""

from __future__ import annotations

import doctest
import inspect
import io
import random
import subprocess
import sys
import typing
from pathlib import Path

import pytest

import axedrez
from axedrez import AxedrezError, FileFault, GameRecord, IllegalMove, NotAllowed, Side, TextError
from axedrez.core.game_record import Played

FUNCTIONS = {"analyse", "choose", "gallery", "load", "read_games", "rulebooks", "sentence", "write_game"}
FUNCTIONS |= {"read_trees", "write_trees"}
MATE = ["f3", "e5", "g4", "Qh4"]
OWN = 'extends = "clasico"\nid = "my-game"\n[names]\nes = "Mío"\nen = "Mine"\n[goal]\nstalemate = "loss"\n'


def test_the_names_of_the_contract() -> None:
    values = {"Claim", "FileFault", "Game", "GameRecord", "History", "Move", "Outcome", "Position", "Side"}
    values |= {"GameTree", "TreeGame"}
    errors = {"AxedrezError", "IllegalMove", "NotAllowed", "SheetError", "TextError"}
    assert set(axedrez.__all__) == values | errors | FUNCTIONS | {"__version__"}
    assert all(issubclass(getattr(axedrez, name), AxedrezError) for name in errors)


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_every_function_has_types_and_an_example_that_runs(name: str) -> None:
    function = inspect.unwrap(getattr(axedrez, name))  # some are cached
    assert set(typing.get_type_hints(function)) == {*inspect.signature(function).parameters, "return"}
    examples = doctest.DocTestFinder(recurse=False).find(function, name)
    assert [example for test in examples for example in test.examples]
    report: list[str] = []
    for test in examples:
        doctest.DocTestRunner().run(test, out=report.append)
    assert not report, "".join(report)


def test_importing_the_library_loads_no_kernels() -> None:
    program = (
        "import sys\n"
        "before = set(sys.modules)  # a coverage tool has its own\n"
        "import axedrez\n"
        "axedrez.rulebooks(), axedrez.gallery()\n"
        "print(*{'numba', 'numpy', 'asyncio', 'multiprocessing'} & (set(sys.modules) - before))"
    )
    assert subprocess.check_output([sys.executable, "-c", program], text=True).split() == []


def record(name: str, plies: int, seed: int = 1) -> GameRecord:
    """A random game that has not ended."""
    rng, moves = random.Random(seed), list[axedrez.Move]()
    start = position = axedrez.load(name).start()
    while len(moves) < plies:
        rolls = [move for move, _ in position.chance_outcomes()]
        moves.append(rng.choice(rolls or list(position.legal_moves())))
        position = position.play(moves[-1])
    made = GameRecord.from_moves(start, moves, {"White": "Ana", "Black": "Eva"})
    assert made.moves() == moves
    assert made.last() == position
    return made


@pytest.mark.parametrize("name", ["clasico", "crazyhouse", "chessgammon", "backgammon"])
def test_a_game_is_written_and_read_again(name: str, tmp_path: Path) -> None:
    made = record(name, 20)
    text = axedrez.write_game(made)
    file = tmp_path / "game"
    file.write_text(text, encoding="utf-8")
    for source in (text, file, io.StringIO(text)):
        [found] = axedrez.read_games(source)
        assert isinstance(found, GameRecord)
        assert (found.start, found.moves(), found.outcome) == (made.start, made.moves(), None)
        assert found.headers.items() >= made.headers.items()


def test_a_roll_that_is_not_played_yet_ends_the_record() -> None:
    made = record("backgammon", 5)
    assert made.entries[-1] == Played(Side.WHITE, None, str(made.moves()[-1]))
    [found] = axedrez.read_games(axedrez.write_game(made))
    assert isinstance(found, GameRecord)
    assert found.moves() == made.moves()


def test_a_record_from_a_position_with_dice_repeats_no_roll() -> None:
    start = axedrez.load("backgammon").start().play("31")
    made = GameRecord.from_moves(start, ["8/5 6/5"])
    [found] = axedrez.read_games(axedrez.write_game(made))
    assert isinstance(found, GameRecord)
    assert (found.moves(), found.last()) == (made.moves(), made.last())
    assert [str(move) for move in found.moves()] == ["8/5 6/5"]


def test_the_end_of_a_record() -> None:
    start = axedrez.load("clasico").start()
    mate = GameRecord.from_moves(start, MATE)
    assert mate.outcome is not None
    assert (mate.outcome.result, mate.outcome.reason) == ("0-1", "checkmate")
    resigned = GameRecord.from_moves(start, MATE[:2], outcome=start.verdict("resignation", Side.WHITE))
    assert axedrez.write_game(resigned).split()[-1] == "0-1"
    assert axedrez.write_game(GameRecord.from_moves(start, MATE[:2])).split()[-1] == "*"


def test_records_of_repetitions_know_the_positions_before() -> None:
    there_and_back = ["Nf3", "Nf6", "Ng1", "Ng8"]
    start = axedrez.load("clasico").start()
    assert GameRecord.from_moves(start, there_and_back).outcome is None
    ended = GameRecord.from_moves(start, there_and_back * 2).outcome
    assert ended is not None
    assert ended.reason == "repetition"


def test_moves_that_are_none_are_refused() -> None:
    start = axedrez.load("clasico").start()
    with pytest.raises(IllegalMove):
        GameRecord.from_moves(start, ["e4", "Ke6"])
    with pytest.raises(IllegalMove):
        GameRecord.from_moves(start, [axedrez.load("clasico").start().play("e4").parse_move("e5")])
    with pytest.raises(TextError):
        GameRecord.from_moves(start, ["castle"])


def test_a_broken_game_gives_a_fault_and_the_next_one_is_read() -> None:
    text = '[White "Ana"]\n\n1. e4 Ke6 *\n\n[White "Eva"]\n\n1. d4 *\n'
    fault, game = axedrez.read_games(text)
    assert isinstance(fault, FileFault)
    assert (fault.game, fault.line, fault.column) == (1, 3, 7)
    assert axedrez.sentence(fault.error, "en") != axedrez.sentence(fault.error, "es")
    assert isinstance(game, GameRecord)
    assert game.headers["White"] == "Eva"


def test_files_of_other_encodings_and_of_any_length(tmp_path: Path) -> None:
    file = tmp_path / "many.pgn"
    file.write_bytes('[White "Begoña"]\n\n1. e4 *\n\n'.encode("cp1252") * 600)
    games = list(axedrez.read_games(file))
    assert len(games) == 600
    assert all(isinstance(game, GameRecord) and game.headers["White"] == "Begoña" for game in games)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        list(axedrez.read_games(tmp_path / "none.pgn"))


def test_a_rulebook_of_ones_own_travels_in_the_file_or_is_found(tmp_path: Path) -> None:
    sheet = tmp_path / "mine.toml"
    sheet.write_text(OWN, encoding="utf-8")
    mine = axedrez.load(sheet)

    def find(name: str, options: object = None) -> axedrez.Game:
        return mine if name == "my-game" else axedrez.load(name)

    made = GameRecord.from_moves(mine.start(), MATE[:2])
    carried, named = axedrez.write_game(made), axedrez.write_game(made, find=find)
    assert len(named) < len(carried)
    for text in (carried, named):
        [found] = axedrez.read_games(text, find)
        assert isinstance(found, GameRecord)
        assert found.start.game == mine
    [found] = axedrez.read_games(carried)
    assert isinstance(found, GameRecord)
    assert found.start.game == mine


def test_a_format_that_does_not_hold_the_game_is_refused() -> None:
    made = record("backgammon", 4)
    assert axedrez.write_game(made, "mat") != axedrez.write_game(made)
    for format in ("pgn", "gif"):
        with pytest.raises(NotAllowed):
            axedrez.write_game(made, format)


def test_the_computer_plays_every_family_without_a_history() -> None:
    for name in ("clasico", "crazyhouse"):
        position = axedrez.load(name).start()
        move = axedrez.choose(position, level=2, nodes=200, seed=1)
        assert move == axedrez.choose(position, axedrez.History(), level=2, nodes=200, seed=1)
        position.play(move)
    rolled = axedrez.load("backgammon").start().play("31")
    assert str(axedrez.choose(rolled, level=8)) in {str(move) for move in rolled.legal_moves()}
    with pytest.raises(ValueError, match="level 9"):
        axedrez.choose(rolled, level=9)
