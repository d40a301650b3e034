"""What chance decides in chess: the dice of dice chess (M-12) and the arrangement of the first rank (M-3)."""

from __future__ import annotations

from collections.abc import Sequence

from axedrez.chess.kernel import layout
from axedrez.chess.position.castling_rights import partner_of
from axedrez.chess.position.rules import ChessRules, State
from axedrez.chess.position.setup import to_state
from axedrez.chess.sheet.arrangements import Arrangement, places
from axedrez.core.dice import ROLLS, Roll
from axedrez.core.errors import TextError

_DICE, _ARRANGE, _OVER = (int(word) for word in (layout.DICE, layout.ARRANGE, layout.OVER))


Outcome = Roll | Arrangement


def is_due(state: State, game: ChessRules) -> bool:
    """Whether chance acts in a position."""
    rolled = game.sheet.dice.mode == "none" or state[_DICE]
    return not state[_OVER] and bool(state[_ARRANGE] or not rolled)


def outcomes(state: State, game: ChessRules) -> Sequence[tuple[Outcome, float]]:
    """What can happen, with probabilities; nothing where a player is to move."""
    if not is_due(state, game):
        return ()
    if state[_ARRANGE]:
        return [(row, 1 / len(game.arrangements)) for row in game.arrangements]
    return ROLLS


def parse(text: str, state: State, game: ChessRules) -> Outcome:
    """Read the outcome that is due, `52` or `RNBQKBNR`. Raises `TextError`."""
    if not state[_ARRANGE]:
        return Roll.parse(text)
    row = Arrangement(text)
    if row not in game.arrangements:
        raise TextError("arrangement", value=text[:20], example=game.arrangements[0])
    return row


def after(state: State, game: ChessRules, outcome: Outcome) -> State:
    """The state after an outcome that is possible there."""
    if isinstance(outcome, Roll):
        result = state.copy()
        result[_DICE] = outcome.high << 4 | outcome.low
        game.kernel.settle(result, game.compiled)
        return result
    pending = int(state[_ARRANGE])
    sides = [0, 1] if game.sheet.start.mirrored else [0 if pending & 1 else 1]
    pieces = game.pieces_of(state)
    for side in sides:
        pending &= ~(1 << side)
        pieces |= zip(
            places(game.sheet, game.begin.pieces, side), outcome.row.lower() if side else outcome.row, strict=True
        )
    # Nothing else has happened yet.
    rights = game.begin.rights
    if not pending:
        rights = "".join(right for right in rights if partner_of(right, pieces, game) is not None)
    return to_state(game.begin._replace(pieces=pieces, rights=rights, arrange=pending), game)
