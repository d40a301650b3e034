"""The words of UCI: what each line does, and what is refused."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from random import Random

import pytest

from axedrez import Side
from axedrez.uci import variants
from axedrez.uci.board import start
from tests import sheets
from tests.talks import Talk, talking

MATED = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"
STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
MATE_IN_TWO = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"


@pytest.fixture
def talk() -> Iterator[Talk]:
    with talking() as talk:
        talk.answer("isready", "readyok")
        yield talk


def field(line: str, name: str) -> str:
    words = line.split()
    return words[words.index(name) + 1]


def test_it_introduces_itself() -> None:
    with talking() as talk:
        talk.say("uci")
        lines = talk.until("uciok")
    assert lines[0].startswith("id name Axedrez")
    assert any(line.startswith("id author ") for line in lines)
    combo = next(line for line in lines if line.startswith("option name UCI_Variant type combo default chess"))
    offered = combo.split(" var ")[1:]
    assert {"chess", "clasico", "crazyhouse", "3check", "three-check", "kingofthehill"} <= set(offered)
    assert len(offered) == len(set(offered))
    assert set(variants.rulebooks()) <= set(offered)
    assert any(line.startswith("option name Hash type spin default 16 min 1 max ") for line in lines)


def test_the_garbage_collector_does_not_hold_up_a_search() -> None:
    """A full look at everything that is loaded takes 0.1 s, more than a fast move."""
    gc.unfreeze()
    with talking() as talk:
        talk.answer("isready", "readyok")
        kept = gc.get_freeze_count()
    assert kept > 10 * len(gc.get_objects())


def test_an_iteration_tells_all_that_it_should(talk: Talk) -> None:
    talk.say("position startpos moves e2e4 e7e5", "go depth 3")
    *infos, best = talk.until("bestmove")
    depths = [int(field(line, "depth")) for line in infos]
    assert depths == sorted(depths)
    assert depths[-1] == 3
    for line in infos:
        for name in ("seldepth", "multipv", "nodes", "nps", "time", "hashfull"):
            assert int(field(line, name)) >= 0, line
        assert field(line, "score") in ("cp", "mate")
    position = sheets.from_start("e2e4 e7e5")[0]
    assert best.split()[1] in sheets.ucis(position)
    assert field(infos[-1], "pv") == best.split()[1]


def test_several_lines_are_numbered_and_differ(talk: Talk) -> None:
    talk.say("setoption name MultiPV value 3", "position startpos", "go depth 3")
    last = [line for line in talk.until("bestmove")[:-1] if field(line, "depth") == "3"][-3:]
    assert [field(line, "multipv") for line in last] == ["1", "2", "3"]
    assert len({field(line, "pv") for line in last}) == 3
    scores = [int(field(line, "cp")) for line in last]
    assert scores == sorted(scores, reverse=True)


def test_only_the_moves_that_were_named_are_searched(talk: Talk) -> None:
    assert talk.best("position startpos", "go depth 3 searchmoves a2a3 h2h4") in ("a2a3", "h2h4")
    assert talk.best("go searchmoves a2a3 depth 2") == "a2a3"
    assert talk.best("go depth 3 searchmoves e2e5 a2a3") == "a2a3", "one that is illegal is passed over"


def test_a_mate_is_found_and_counted_in_moves(talk: Talk) -> None:
    talk.say(f"position fen {MATE_IN_TWO}", "go mate 2")
    *infos, best = talk.until("bestmove")
    assert best.split()[1] == "a1a6"
    assert field(infos[-1], "mate") == "2"


@pytest.mark.parametrize(("fen", "score"), [(MATED, "mate 0"), (STALEMATE, "cp 0")])
def test_a_game_that_is_over_has_no_best_move(talk: Talk, fen: str, score: str) -> None:
    talk.say(f"position fen {fen}", "go depth 3")
    info, best = talk.until("bestmove")
    assert info.endswith(f"score {score}")
    assert best == "bestmove (none)"


def test_an_endless_search_answers_and_ends_when_it_is_told_to(talk: Talk) -> None:
    talk.say("position startpos", "go infinite")
    talk.until("info depth 2")
    assert "bestmove" not in talk.answer("isready", "readyok")
    talk.say("stop")
    assert talk.until("bestmove")[-1].split()[1] in sheets.ucis(sheets.from_start("")[0])


def test_an_endless_search_with_nothing_left_to_find_keeps_its_move(talk: Talk) -> None:
    talk.say(f"position fen {MATE_IN_TWO}", "go infinite")
    while "mate 2" not in talk.until("info")[-1]:
        pass
    talk.say("isready")
    assert not any(line.startswith("bestmove") for line in talk.until("readyok"))
    assert talk.best("stop") == "a1a6"


def test_pondering_becomes_thinking_when_the_move_is_played(talk: Talk) -> None:
    talk.say("position startpos moves e2e4", "go ponder wtime 300 btime 300")
    talk.until("info depth 2")
    talk.answer("isready", "readyok")
    assert talk.best("ponderhit") in sheets.ucis(sheets.from_start("e2e4")[0])
    talk.say("position startpos moves e2e4", "go ponder movetime 100")
    assert talk.best("stop")  # another move was played
    assert talk.silent()


def test_lines_that_come_during_a_search_wait_for_its_end(talk: Talk) -> None:
    talk.say("position startpos", "go infinite", "position startpos moves e2e4", "go depth 1", "stop")
    first, second = (talk.until("bestmove")[-1].split()[1] for _ in range(2))
    assert first in sheets.ucis(sheets.from_start("")[0])
    assert second in sheets.ucis(sheets.from_start("e2e4")[0])


def test_a_clock_is_kept(talk: Talk) -> None:
    for go in ("wtime 200 btime 200", "wtime 1 btime 1 winc 0 movestogo 1", "wtime -50 btime -50", "movetime 20"):
        assert talk.best("position startpos", f"go {go}") in sheets.ucis(sheets.from_start("")[0])


def test_a_level_below_the_best_plays_too(talk: Talk) -> None:
    talk.say("setoption name Skill Level value 1", "position startpos", "go movetime 50")
    assert talk.until("bestmove")[-1].split()[1] in sheets.ucis(sheets.from_start("")[0])


def test_there_are_eight_levels_and_the_best_is_usual(talk: Talk) -> None:
    talk.say("uci")
    assert "option name Skill Level type spin default 8 min 1 max 8" in talk.until("uciok")
    talk.say("setoption name Skill Level value 9")
    assert "1..8" in talk.until("info string")[-1]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("joho debug on", "no command “joho”"),
        ("go wtime many", "wtime is followed by a whole number"),
        ("go depth", "depth is followed by a whole number"),
        ("go depth -1", "depth is followed"),
        ("go depth 1 depth 2", "depth is said twice"),
        ("go west", "go knows no “west”"),
        ("go searchmoves e7e4", "cannot go to e4"),
        ("position", "position is followed by startpos"),
        ("position fen", "position is followed by startpos"),
        ("position startpos e2e4", "not by “startpos e2e4”"),
        ("position startpos moves e2e5", "cannot go to e5"),
        ("position startpos moves Nf3", "“Nf3” is no move as UCI writes it"),
        ("position startpos moves e2e4 e2e4", "no piece on e2"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", ""),
        ("position fen rnbqkbnr w", ""),
        ("setoption", "setoption is followed by name"),
        ("setoption name Nonsense value 1", "no option “nonsense”"),
        ("setoption name Hash value big", "Hash cannot be “big”"),
        ("setoption name Hash value 0", "1..16384"),
        ("setoption name Ponder value maybe", "true, false"),
        ("setoption name UCI_Variant value ludo", "UCI_Variant cannot be “ludo”"),
        ("debug perhaps", "debug is on or off"),
        ("\x00\x1b[2J", "no command"),
    ],
)
def test_a_malformed_line_is_one_sentence_and_changes_nothing(talk: Talk, line: str, said: str) -> None:
    talk.say("position startpos moves e2e4")
    talk.say(line)
    answer = talk.until("info string")[-1]
    assert said in answer
    assert answer.isprintable()
    if line.startswith("go"):  # every go has its bestmove
        assert talk.until("bestmove")[-1] == "bestmove (none)"
    if line.startswith("position"):  # nobody gets an answer about the position before
        assert talk.best("go depth 1") == "(none)"
        talk.say("position startpos moves e2e4")
    assert talk.best("go depth 1") in sheets.ucis(sheets.from_start("e2e4")[0])


def test_refusals_are_in_the_language_that_was_asked_for() -> None:
    with talking(lang="es") as talk:
        assert "No existe la orden" in talk.answer("hola", "info string")


def test_junk_never_ends_the_talk(talk: Talk) -> None:
    random = Random(5)
    words = "go position fen startpos moves e2e4 setoption name value Hash depth 1 -7 stop ponderhit debug on é 9"
    for _ in range(300):
        line = " ".join(random.choices(words.split(), k=random.randrange(1, 7)))
        # What would search for long, or without end, is not junk.
        if line.startswith("go") and "depth 1" not in line:
            line = f"x{line}"
        talk.say(line)
    talk.raw(bytes(random.randrange(256) for _ in range(5000)).replace(b"\n", b" ") + b"\n")
    talk.raw(b"a" * 500_000 + b"\n")
    talk.say("position startpos", "isready")
    talk.until("readyok")
    assert talk.best("go depth 1") in sheets.ucis(sheets.from_start("")[0])


@pytest.mark.parametrize("name", variants.rulebooks())
def test_it_plays_every_rulebook_for_twenty_plies(name: str) -> None:
    random = Random(name)
    game = sheets.chess(name)
    position = start(game)
    moves: list[str] = []
    with talking() as talk:
        talk.say(f"setoption name UCI_Variant value {name}")
        talk.answer("isready", "readyok")
        for ply in range(20):
            if position.turn is Side.CHANCE:
                text = str(random.choice(position.chance_outcomes())[0])
            elif not position.legal_moves():
                assert talk.best(f"position startpos moves {' '.join(moves)}", "go nodes 50") == "(none)"
                break
            elif ply % 3 == 2:  # so that not all games are alike
                text = str(random.choice(position.legal_moves()))
            else:
                said = " moves " + " ".join(moves) if moves else ""
                text = talk.best(f"position startpos{said}", "go nodes 200")
                assert text in sheets.ucis(position), position.text()
            moves.append(text)
            position = position.play(text)


def test_a_roll_is_awaited_not_thought_about() -> None:
    with talking() as talk:
        talk.say("setoption name UCI_Variant value dice-chess", "position startpos", "go depth 2")
        lines = talk.until("bestmove")
    assert "chance" in lines[-2]
    assert lines[-1] == "bestmove (none)"


def test_a_rulebook_of_ones_own_can_be_played() -> None:
    with talking(sheets.chess("amazon6")) as talk:
        assert "default amazon6 var amazon6 " in talk.answer("uci", "option name UCI_Variant")
        assert talk.best("position startpos", "go nodes 200") in sheets.ucis(sheets.chess("amazon6").start())


def test_perft_is_counted_by_move(talk: Talk) -> None:
    talk.say("position startpos", "go perft 3")
    lines = talk.until("Nodes searched")
    assert lines[-1] == "Nodes searched: 8902"
    assert "e2e4: 600" in lines
