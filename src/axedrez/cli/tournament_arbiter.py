"""`axedrez tournament appeal`, `answer`, `arrange`, `expire` and `log`: what an arbiter decides, and why."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec

from axedrez.cli import tournament_file
from axedrez.cli.output import print_json
from axedrez.cli.tournament_acts import shown_result, time_text
from axedrez.cli.tournament_file import found
from axedrez.cli.tournament_place import Place
from axedrez.core.errors import NotAllowed
from axedrez.messages import say
from axedrez.tournaments import commands as c
from axedrez.tournaments import events as e
from axedrez.tournaments.arbiter import ArbiterNote, arbiter_log


def _text(text: str) -> str:
    try:
        return msgspec.convert(text.strip(), e.Reason)
    except msgspec.ValidationError:
        raise NotAllowed("tournament_text") from None


def appeal(place: Place, who: str, text: str, round_number: int | None, lang: str) -> None:
    """Note an appeal of a player about their board in a round. Raises `AxedrezError`."""
    with place.changing() as log:
        entry = found(log.state, who)
        index = round_number or len(log.state.rounds)
        if not 0 < index <= len(log.state.rounds):
            raise NotAllowed("tournament_no_round")
        pairings = log.state.rounds[index - 1].round.pairings
        board = next((board for board, each in enumerate(pairings, 1) if entry.number in each), None)
        if board is None:
            raise NotAllowed("tournament_not_yours", round=index, board="–")
        log.do(c.Appeal(round=index, board=board, text=_text(text), entry=entry.entry))
        print(say("cli.tournament.appeal", lang, appeal=log.state.seq, name=entry.name, round=index, board=board))


def answer(place: Place, number: int, text: str, upheld: bool, lang: str) -> None:
    """Answer an appeal. Raises `AxedrezError`."""
    with place.changing() as log:
        log.do(c.AnswerAppeal(appeal=number, upheld=upheld, text=_text(text)))
        print(say("cli.tournament.upheld" if upheld else "cli.tournament.rejected", lang, appeal=number))


def arrange(place: Place, board: int, text: str, lang: str) -> None:
    """Note when a board of the last round is played. Raises `AxedrezError`."""
    try:
        time = datetime.fromisoformat(text.strip())
    except ValueError:
        raise NotAllowed("tournament_date", text=text[:40]) from None
    with place.changing() as log:
        at = round((time if time.tzinfo is not None else time.replace(tzinfo=UTC)).timestamp() * 1000)
        log.do(c.Arrange(round=len(log.state.rounds), board=board, at=max(0, at)))
        print(say("cli.tournament.arranged", lang, board=board, time=time_text(at)))


def expire(file: str, lang: str) -> None:
    """Forfeit what was not played in the time of the round. Raises `AxedrezError`."""
    with tournament_file.changing(file) as log:
        seq = log.state.seq
        log.do(c.Expire())
        print(say("cli.tournament.expired", lang, count=log.state.seq - seq))


def show(place: Place, lang: str, as_json: bool) -> None:
    """Print what was corrected, and the appeals. Raises `AxedrezError`."""
    notes = arbiter_log(place.read().log)
    if as_json:
        print_json({"log": [msgspec.to_builtins(note) for note in notes]})
        return
    for note in notes:
        print(f"{time_text(note.at)}  {_line(note, lang)}: {note.text}")


def _line(note: ArbiterNote, lang: str) -> str:
    where = {"round": note.round, "board": note.board or ""}
    match note.kind:
        case "result":
            before, after = (shown_result(each) or "–" for each in (note.before, note.after))
            return say("cli.tournament.corrected", lang, **where, before=before, after=after)
        case "pairings":
            return say("cli.tournament.re_paired", lang, **where)
        case "undone":
            return say("cli.tournament.undone", lang, round=note.round).removesuffix(".")
        case "appeal":
            return say("cli.tournament.appealed", lang, **where, appeal=note.appeal or 0)
        case "answer":
            key = "cli.tournament.upheld" if note.upheld else "cli.tournament.rejected"
            return say(key, lang, appeal=note.appeal or 0).removesuffix(".")
