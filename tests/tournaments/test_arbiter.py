"""What arbiters decide: results told twice, appeals, and the log of corrections."""

from __future__ import annotations

from uuid import uuid4

from axedrez.tournaments import commands as c
from axedrez.tournaments.arbiter import arbiter_log
from axedrez.tournaments.tournament import Who

from .evenings import OWNER, Evening


def test_a_result_that_is_told_twice_changes_nothing() -> None:
    evening = Evening(over_the_board=False)
    evening.add(2)
    evening.do(c.Start())
    evening.do(c.Pair())
    evening.do(c.GameResult(1, 1, "1-0"))
    seq = evening.state.seq
    evening.do(c.GameResult(1, 1, "0-1"))
    assert evening.refused(c.GameResult(1, 2, "0-1")) == "tournament_no_board"
    evening.do(c.End())
    evening.do(c.GameResult(1, 1, "1-0"))
    assert evening.state.seq == seq + 1


def test_a_drawn_game_that_is_told_twice_is_replayed_once() -> None:
    evening = Evening(format="knockout", over_the_board=False)
    evening.add(2)
    evening.do(c.Start())
    evening.do(c.Pair())
    for _ in range(2):
        evening.do(c.GameResult(1, 1, "1/2-1/2", replays=0))
    assert evening.state.rounds[0].replays == {1: 1}


def test_appeals_are_of_the_players_and_answered_by_an_organizer() -> None:
    evening, ana, leo, eva = Evening(), *(Who(uuid4(), name) for name in ("Ana", "Leo", "Eva"))
    for who in (ana, leo, eva):
        evening.do(c.Enter(), who)
    evening.do(c.Start())
    evening.do(c.Pair())
    board = evening.state.rounds[0].round.pairings[0]
    here = (board.white, board.black)
    player = next(who for who in (ana, leo, eva) if (mine := evening.state.of(who.person)) and mine.number in here)
    other = next(who for who in (ana, leo, eva) if (mine := evening.state.of(who.person)) and mine.number not in here)
    asked = c.Appeal(round=1, board=1, text="Tocó una pieza")
    assert evening.refused(asked, other) == "tournament_not_yours"
    assert evening.refused(asked, OWNER) == "tournament_not_entered"
    evening.do(asked, player)
    assert evening.refused(asked, player) == "tournament_appeal_open"
    (case,) = evening.state.appeals.values()
    answer = c.AnswerAppeal(appeal=case.appeal, upheld=True, text="La jugó con ella")
    assert evening.refused(answer, player) == "tournament_organizer"
    evening.finish()
    evening.do(c.End())
    evening.do(answer)
    assert evening.refused(answer) == "tournament_appeal_answered"
    evening.do(asked, player)  # after the end, and about the same board again
    assert evening.refused(c.AnswerAppeal(appeal=999, upheld=True, text="x")) == "tournament_no_appeal"
    again = evening.recounted().appeals
    assert [each.upheld for each in again.values()] == [True, None]


def test_the_log_names_every_correction() -> None:
    evening = Evening()
    evening.add(4)
    evening.do(c.Start())
    evening.do(c.Pair())
    first, second = evening.state.rounds[0].round.pairings
    evening.do(c.RePair(pairs=[(first.black, first.white), (second.white, second.black)], reason="Colores"))
    evening.do(c.SetResult(round=1, board=1, result="1-0"))
    evening.do(c.SetResult(round=1, board=1, result="1/2-1/2", reason="Mal leído"))
    evening.do(c.Appeal(round=1, board=1, text="No", entry=evening.state.by_number(first.white).entry))
    evening.do(c.AnswerAppeal(appeal=evening.state.seq, upheld=False, text="Sí"))
    evening.do(c.UndoRound(reason="Faltaba Leo"))
    notes = arbiter_log(evening.log)
    assert [(each.kind, each.board, each.text) for each in notes] == [
        ("pairings", None, "Colores"),
        ("result", 1, "Mal leído"),
        ("appeal", 1, "No"),
        ("answer", 1, "Sí"),
        ("undone", None, "Faltaba Leo"),
    ]
    assert (notes[1].before, notes[1].after, notes[3].upheld) == ("1-0", "1/2-1/2", False)
