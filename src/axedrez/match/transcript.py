"""A game of this program as a record for files: the moves that were not taken back, the offers, the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from axedrez.core import Side
from axedrez.core.game_record import Answered, Entry, GameRecord, MatchPlace, Offered, Played
from axedrez.match import events as e
from axedrez.match.record import Record


def transcript(record: Record, log: Iterable[e.Event], headers: dict[str, str]) -> GameRecord:
    """The game of a record and its log, with those offers that files know, once they were answered."""
    entries = list(_answered(_entries(record, log)))
    if record.roll is not None:
        entries.append(Played(record.position.side, None, record.roll.roll))
    return GameRecord(record.begun, tuple(entries), record.outcome, headers, _place(record))


def _entries(record: Record, log: Iterable[e.Event]) -> list[Entry]:
    entries: list[Entry] = []
    played = 0
    for event in log:
        match event:
            case e.Moved() if event.by is not None:
                # The number of the move is known after removing the moves that were taken back.
                entries.append(Played(Side.from_word(event.by), None))
            case e.Undone(data=data):
                for _ in range(data.plies):
                    while not isinstance(entries.pop(), Played):
                        pass
            case e.Offered(data=e.OfferData(offer="double" | "resignation" as offer, value=int(value))) if event.by:
                entries.append(Offered(Side.from_word(event.by), offer, value))
            case e.Accepted(data=e.OfferData(offer="double", value=int(value))) if event.by is not None:
                side = Side.from_word(event.by)
                _answer(entries, "double", side, True)
                if _doubled_to(entries) not in (None, value):  # a beaver: files know it as another double
                    entries += [Offered(side, "double", value), Answered(side.opponent, True)]
            case e.Accepted() | e.Declined() if event.by is not None:
                _answer(entries, event.data.offer, Side.from_word(event.by), isinstance(event, e.Accepted))
            case e.Ended(data=e.EndedData(reason="passed")) if event.by is not None:
                _answer(entries, "double", Side.from_word(event.by), False)
            case _:
                pass
    for index, entry in enumerate(entries):
        if isinstance(entry, Played):
            move = record.moves[played]
            entries[index] = Played(entry.side, move.move, move.roll.roll if move.roll else "")
            played += 1
    return entries


def _doubled_to(entries: list[Entry]) -> int | None:
    """What the cube shows after the double that was answered last."""
    match entries[-2:]:
        case [Offered(_, "double", value), Answered()]:
            return value
    return None


def _answer(entries: list[Entry], offer: str, side: Side, accepted: bool) -> None:
    """Insert an answer after its offer: turns may have been played in between."""
    for index in reversed(range(len(entries))):
        entry = entries[index]
        if isinstance(entry, Offered) and (entry.offer, entry.side) == (offer, side.opponent):
            entries.insert(index + 1, Answered(side, accepted))
            return


def _answered(entries: list[Entry]) -> Iterator[Entry]:
    """The entries without offers that lapsed or ended the game."""
    for entry, after in zip(entries, [*entries, None][1:], strict=True):
        if not isinstance(entry, Offered) or isinstance(after, Answered):
            yield entry


def _place(record: Record) -> MatchPlace | None:
    if record.game.conduct.length == 1:
        return None
    match = record.setup.match
    score = (match.black, match.white) if record.swapped else (match.white, match.black)
    return MatchPlace(
        record.game.conduct.length,
        match.game,
        score,
        crawford_played=match.crawford_played,
        drawn=match.drawn,
    )
