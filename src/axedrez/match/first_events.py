"""The first events of a game that begins with moves, or was imported."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from axedrez.core import NotAllowed, Side, game_record
from axedrez.core.game_record import Entry, GameRecord
from axedrez.match import decisions
from axedrez.match import events as e
from axedrez.match.decisions import answer_events, end_event, move_events, offer_event
from axedrez.match.dice import Seeds
from axedrez.match.dice_events import completed
from axedrez.match.record import Record


def opening(
    record: Record, moves: Sequence[str], now: int, lang: str = "en", seeds: Seeds | None = None
) -> list[e.Event]:
    """The first events of a game that begins with `moves`, which cost no time.

    With dice, `moves` includes the rolls.

    Raises `IllegalMove` or `TextError` like `Position.play`, `NotAllowed` for moves after the end.
    """
    draft = Record(record.game, record.setup)
    log: list[e.Event] = []
    if (outcome := draft.position.outcome(draft.history)) is not None:
        log.append(end_event(draft, outcome, now))
    draft.extend(log)
    for text in moves:
        if draft.outcome is not None:
            raise NotAllowed("game_over")
        batch = move_events(draft, text, lang, now)
        draft.extend(batch)
        log += batch
    return log + completed(draft, [], now, seeds)


def imported_opening(record: Record, game: GameRecord, now: int, seeds: Seeds | None = None) -> list[e.Event]:
    """The first events of a game that was played elsewhere, without times.

    The end by the rules prevails over the given one, unless the players went on after it, as many do after a draw by
    repetition. Raises like `opening`.
    """
    draft = Record(record.game, record.setup)
    log: list[e.Event] = []
    for left, entry in zip(range(len(game.entries))[::-1], game.entries, strict=True):
        went_on = left > 0 and isinstance(entry, game_record.Played)
        for event in _entry_events(draft, entry, now):
            if went_on and isinstance(event, e.Ended):
                continue
            draft.apply(event)
            log.append(event)
        if len(draft.moves) > decisions.MAX_PLIES or draft.seq > decisions.MAX_EVENTS:
            raise NotAllowed("game_full", plies=decisions.MAX_PLIES, events=decisions.MAX_EVENTS)
    if draft.outcome is None and game.outcome is not None:
        winner = game.outcome.winner
        loser = winner.opponent if winner is not None else None
        log.append(end_event(draft, game.outcome, now, loser, factor=1))
        draft.apply(log[-1])
    return log + completed(draft, [], now, seeds)


def _entry_events(record: Record, entry: Entry, now: int) -> Iterator[e.Event]:
    if record.outcome is not None:
        raise NotAllowed("game_over")
    match entry:
        case game_record.Played(move=move, roll=roll):
            if roll and record.position.turn is Side.CHANCE:
                yield from move_events(record, roll, "en", now)
            if move is not None:
                yield from move_events(record, str(move), "en", now)
        case game_record.Offered(side, offer, value):
            if offer == "double" and not record.may_double(side):
                raise NotAllowed("no_double_now")
            yield offer_event(record, side, now, offer, value)
        case game_record.Answered(side, accepted):
            if not record.offers:
                raise NotAllowed("no_offer")
            yield from answer_events(record, record.offers[-1], side, now, accepted)
