"""Turns at the tables for the slow twin: every position a roll may lead to, found by trying all orders of all dice.

The side to move is always looked at as White (`Position.mirrored` turns Black's board round), so that a point's number
is its distance to the mover. Written from the clauses alone; "Reading (G-…)" marks what a clause leaves open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from tests.naive.tables_text import ORDER, Options, Position, drawn, opponent, ordered, still_after, winner

CASTLE = 6
EDGE = 24


class Play(NamedTuple):
    """One die played by one piece. `path` holds the points it stood on, 25 being the bar and 0 the outside."""

    piece: str
    path: tuple[int, ...]
    die: int
    ability: str
    effects: tuple[str, ...]


class State(NamedTuple):
    """The middle of a turn, seen by the mover as White.

    A point is a string of tokens: a letter, for own pieces followed by a mark for each ability spent this turn.
    In `waiting` points an own piece stands beside a lone enemy until a second one completes the capture (G-24).
    """

    points: tuple[str, ...]
    bar: str
    enemy_bar: str
    off: str
    home: bool
    enemy_home: bool
    waiting: frozenset[int]
    king_moves: int
    dice: tuple[int, ...]


# Points as strings of tokens ("KN+Nk"): cached, since few different ones occur.


@lru_cache(maxsize=1 << 16)
def tokens(point: str) -> tuple[str, ...]:
    return tuple(re.findall("[A-Za-z][^A-Za-z]*", point))


@lru_cache(maxsize=1 << 16)
def own(point: str) -> tuple[str, ...]:
    """The different own tokens on a point."""
    return tuple(dict.fromkeys(token for token in tokens(point) if token[0].isupper()))


@lru_cache(maxsize=1 << 16)
def enemies(point: str) -> str:
    return "".join(token for token in tokens(point) if token.islower())


@lru_cache(maxsize=1 << 16)
def with_token(point: str, token: str) -> str:
    return "".join(sorted((*tokens(point), token), key=lambda each: (ORDER.index(each[0]), each)))


@lru_cache(maxsize=1 << 16)
def without(point: str, token: str) -> str:
    rest = list(tokens(point))
    rest.remove(token)
    return "".join(rest)


@lru_cache(maxsize=1 << 16)
def unmarked(point: str) -> str:
    return "".join(token[0] for token in tokens(point))


def replaced(points: tuple[str, ...], index: int, point: str) -> tuple[str, ...]:
    return (*points[:index], point, *points[index + 1 :])


# Captures


def captures_alone(piece: str, victim: str, options: Options) -> bool:
    """Whether one piece landing on a lone enemy captures it at once."""
    if victim in "pnb":  # G-21
        return True
    if victim == "q":  # G-22
        return piece in "QK"
    if victim == "r":  # G-25
        return options.rook_capture == "non-pawn-or-two-pawns" and piece not in "PK"
    return False  # G-23


def may_take_part(piece: str, victim: str, options: Options) -> bool:
    """Whether a piece may be one of the two of a joint capture."""
    if victim == "q":  # G-22: any two, be the second one a piece that could have done it alone
        return True
    if victim == "k":  # G-23, G-30
        return piece != "K"
    if victim == "r":  # G-25
        # Reading (G-25): under "non-pawn-or-two-pawns" the joint capture is the two pawns' alone; a knight that could
        # take the rook by itself does not land beside a waiting pawn.
        return piece == "P" or (options.rook_capture == "two-any" and piece != "K")
    return False


def push(state: State, target: int) -> tuple[State, tuple[str, ...]]:
    """G-26, G-27: the king is about to stand on `target`: its pawns are captured or go back with the other pieces."""
    block = enemies(state.points[target])
    rooks, pawns = block.count("r"), block.count("p")
    protected = min(pawns, 2 * rooks)
    pushed = block.replace("p", "") + "p" * protected
    captured = "p" * (pawns - protected)
    points = replaced(state.points, target, "")
    effects: tuple[str, ...] = ()
    if pushed:
        # The enemy started at 1: behind him are the lower points, the nearest first.
        refuge = next((point for point in range(target - 1, 0, -1) if not points[point]), None)
        if refuge is None:
            captured += pushed
        else:
            points = replaced(points, refuge, ordered(pushed))
            effects = (f"pushes {pushed} to {refuge}",)
    if captured:
        effects = (*effects, f"captures {captured}")
    return state._replace(points=points, enemy_bar=ordered(state.enemy_bar + captured)), effects


def land(
    state: State, token: str, target: int, entering: bool, options: Options
) -> tuple[State, tuple[str, ...]] | None:
    """Put a piece that has been lifted on `target`, with what that does to the enemies there; None where it may not."""
    here = state.points[target]
    victims = enemies(here)
    piece = token[0]
    effects: tuple[str, ...] = ()
    if not victims:
        pass
    elif target in state.waiting:
        if not may_take_part(piece, victims, options):
            return None
        here, state, effects = without(here, victims), capture(state, victims), (f"captures {victims} jointly",)
        state = state._replace(waiting=state.waiting - {target})
    elif own(here):
        return None  # G-29: both kings stand here
    elif piece == "K" and "k" in victims:
        # G-28: he joins the enemy king. G-32: not when entering.
        if entering:
            return None
        effects = ("joins the enemy king",)
    elif piece == "K" and (len(victims) > 1 or (victims == "r" and options.king_pushes_lone_rook)):
        if entering:
            return None
        state, effects = push(state, target)
        here = ""
    elif len(victims) > 1:
        return None
    elif captures_alone(piece, victims, options):
        here, state, effects = "", capture(state, victims), (f"captures {victims}",)
    elif may_take_part(piece, victims, options):
        state, effects = state._replace(waiting=state.waiting | {target}), ("waits",)
    else:
        return None
    return state._replace(points=replaced(state.points, target, with_token(here, token))), effects


def capture(state: State, victim: str) -> State:
    """Send a piece to the bar; a king has then left his start point for good (G-17)."""
    return state._replace(enemy_bar=ordered(state.enemy_bar + victim), enemy_home=state.enemy_home and victim != "k")


# Moves


def ways(token: str, die: int, options: Options) -> Iterator[tuple[int, str]]:
    """(points, ability spent) a piece on the board may make of a die, the queen's double use apart."""
    piece, spent = token[0], token[1:]
    if piece == "K":  # G-16, G-51
        yield (die if options.berserker_king else 1), ""
        return
    yield die, ""
    killer = piece == "Q" and options.killer_queen  # G-50
    if (piece == "N" or killer) and "+" not in spent:  # G-12
        yield die + 1, "+"
    if (piece == "B" or killer) and "-" not in spent and die > 1:  # G-13
        yield die - 1, "-"


def spend(token: str, ability: str) -> str:
    return token[0] + "".join(sorted(token[1:] + ability))


def plays(state: State, king_limit: int, options: Options) -> Iterator[tuple[State, Play]]:
    """Every way of playing one of the dice left."""
    for die in sorted(set(state.dice)):
        rest = list(state.dice)
        rest.remove(die)
        now = state._replace(dice=tuple(rest))
        if state.bar:  # G-31
            yield from entries(now, die, king_limit, options)
        else:
            yield from board_plays(now, die, king_limit, options)


def entries(state: State, die: int, king_limit: int, options: Options) -> Iterator[tuple[State, Play]]:
    """G-31, G-32: a piece enters with the bare die; the king one point deep, unless the options say otherwise."""
    for piece in sorted(set(state.bar)):
        target = EDGE + 1 - die
        king_moves = state.king_moves
        if piece == "K":
            if king_moves == king_limit:
                continue
            king_moves += 1
            if not options.berserker_king and options.king_entry == "one-point":
                target = EDGE
        lifted = state._replace(bar=state.bar.replace(piece, "", 1), king_moves=king_moves)
        landed = land(lifted, piece, target, True, options)
        if landed:
            yield landed[0], Play(piece, (EDGE + 1, target), die, "", landed[1])


def board_plays(state: State, die: int, king_limit: int, options: Options) -> Iterator[tuple[State, Play]]:
    """Every move of a piece on the board with `die`, which is no longer among the state's dice."""
    # G-40: a waiting piece stands on the board like any other.
    all_in_castle = not any(own(point) for point in state.points[CASTLE + 1 :])
    for origin in range(1, EDGE + 1):
        if origin in state.waiting:  # G-24
            continue
        for token in own(state.points[origin]):
            piece = token[0]
            lifted = state._replace(points=replaced(state.points, origin, without(state.points[origin], token)))
            if piece == "K":
                shared = "k" in state.points[origin] and len(own(state.points[origin])) > 1  # G-29
                if state.king_moves == king_limit or shared:
                    continue
                lifted = lifted._replace(home=False, king_moves=state.king_moves + 1)
            for steps, ability in ways(token, die, options):
                spent = spend(token, ability)
                for target in (origin - steps, origin + steps):
                    if target > EDGE or (target > origin and piece in "PK") or target < 1:  # G-10, G-11, G-16
                        continue
                    landed = land(lifted, spent, target, False, options)
                    if landed:
                        yield landed[0], Play(piece, (origin, target), die, ability, landed[1])
                if all_in_castle and leaves(state, piece, origin, steps, options):
                    yield lifted._replace(off=ordered(lifted.off + piece)), Play(piece, (origin, 0), die, ability, ())
            if piece == "Q" and "2" not in token:
                yield from doubles(lifted, token, origin, die, options)


def doubles(state: State, token: str, origin: int, die: int, options: Options) -> Iterator[tuple[State, Play]]:
    """G-15, G-18: the queen, lifted from `origin`, uses the die twice, landing in between; no other ability on it."""
    spent = spend(token, "2")
    for first in (-die, die):
        stop = origin + first
        landed = land(state, spent, stop, False, options) if 1 <= stop <= EDGE else None
        if landed is None or stop in landed[0].waiting:  # having opened a joint capture she stays
            continue
        middle, effects = landed
        lifted = middle._replace(points=replaced(middle.points, stop, without(middle.points[stop], spent)))
        for second in (-die, die) if options.queen_double == "either" else (first,):
            target = stop + second
            again = land(lifted, spent, target, False, options) if 1 <= target <= EDGE else None
            if again:
                yield again[0], Play("Q", (origin, stop, target), die, "2", effects + again[1])


def leaves(state: State, piece: str, origin: int, steps: int, options: Options) -> bool:
    """Whether a piece may be borne off, all pieces being in the castle; officers but the king never (G-4)."""
    if piece not in "KP":
        return False
    if options.game == "backgammon" and steps > origin:
        return not any(own(point) for point in state.points[origin + 1 :])
    return steps == origin  # G-41: exactly; the king's one point a die is in `steps`


# Turns

PlayLine = tuple[Play, ...]


def legal_ends(start: State, king_limit: int, departing: bool, options: Options) -> Iterator[tuple[State, PlayLine]]:
    """G-6 in one mode of play: the ends of all turns that use as many dice as can be used, with a line to each."""
    goal = options.goal
    layer: dict[State, PlayLine] = {start: ()}
    won: dict[State, PlayLine] = {}
    best: dict[State, PlayLine] = {}
    for _ in start.dice:
        following: dict[State, PlayLine] = {}
        for state, line in layer.items():
            for raw, play in plays(state, king_limit, options):
                reached = raw if raw.dice else forgotten(raw)
                if len(reached.off) == goal:
                    # G-42: over at once and counted as all dice; with a piece waiting it would be no legal end.
                    if not reached.waiting:
                        won.setdefault(forgotten(reached), (*line, play))
                elif reached not in following:
                    following[reached] = (*line, play)
        layer = following
        ends = {state: line for state, line in layer.items() if not state.waiting and not (departing and state.home)}
        best = ends or best
        if not layer:
            break
    first, second = start.dice[0], start.dice[1]
    if options.game == "backgammon":  # G-42 is Chessgammon's: here both dice where both can be played, won or not
        best |= won
        fewest = min((len(state.dice) for state in best), default=0)
        best = {state: line for state, line in best.items() if len(state.dice) == fewest}
        won = {}
    if won:
        best = won | {state: line for state, line in best.items() if not state.dice}
    elif first != second and all(len(state.dice) == 1 for state in best):
        # Only one of two unequal dice can be played: the larger face where it can (G-6).
        larger = {state: line for state, line in best.items() if state.dice[0] == min(first, second)}
        best = larger or best
    yield from best.items()


def forgotten(state: State) -> State:
    """The state with no memory of abilities and of the king's moves, which matter no more."""
    return state._replace(points=tuple(map(unmarked, state.points)), king_moves=0)


def single_entry(start: State, king_limit: int, options: Options) -> Iterator[tuple[State, PlayLine]]:
    """G-33: one piece on the bar, unequal dice: one die enters it; the other only completes a joint capture there."""
    for entered, play in plays(start, king_limit, options):
        if not entered.waiting:
            yield entered, (play,)
            continue
        # Reading (G-33): the partner's die may carry an ability, and a queen may come with either leg of a double use,
        # or take the second leg once the first has completed the capture.
        for completed, partner in plays(entered, king_limit, options):
            if not completed.waiting:
                yield completed, (play, partner)


def all_ends(start: State, options: Options) -> Iterator[tuple[State, PlayLine]]:
    """The ends of every legal turn, in each mode of play the player may choose (G-17)."""
    first, second = start.dice
    double = first == second
    waits_for_departure = start.home and not options.berserker_king  # G-51
    if not double and len(start.bar) == 1 and options.entry_forfeits_die:
        yield from single_entry(start, 0 if waits_for_departure else 1, options)
        return
    limit = 2 if double else 1  # G-16
    four = start._replace(dice=start.dice * 2) if double else start  # G-7
    yield from legal_ends(four, 0 if waits_for_departure else limit, False, options)
    if double and waits_for_departure:
        yield from legal_ends(start, limit, True, options)


@lru_cache(maxsize=8)
def _lines(position: Position, dice: tuple[int, int]) -> dict[str, PlayLine]:
    if winner(position) or drawn(position):
        return {}  # Reading (G-42): no turn is left in a finished game, not even a pass.
    seen = position if position.turn == "w" else position.mirrored()
    bar = "".join(letter for letter in seen.bar if letter.isupper())
    off = "".join(letter for letter in seen.off if letter.isupper())
    enemy_bar, enemy_off = seen.bar[len(bar) :], seen.off[len(off) :]
    start = State(("", *seen.points), bar, enemy_bar, off, "K" in seen.home, "k" in seen.home, frozenset(), 0, dice)
    texts: dict[str, PlayLine] = {}
    for state, line in all_ends(start, position.options):
        reached = Position(
            position.options,
            tuple(map(unmarked, state.points[1:])),
            state.bar + state.enemy_bar,
            state.off + enemy_off,
            "b",
            "K" * state.home + "k" * state.enemy_home,
        )
        after = reached if position.turn == "w" else reached.mirrored()
        texts.setdefault(replace(after, still=still_after(position, after)).text(), line)
    if not texts:  # the pass
        passed = Position(
            position.options, position.points, position.bar, position.off, opponent(position.turn), position.home
        )
        texts[replace(passed, still=still_after(position, passed)).text()] = ()
    return texts


def results(position: Position, dice: tuple[int, int]) -> set[str]:
    """Texts of all the roll may end in: only the pass where nothing can be played, none in a finished game."""
    return set(_lines(position, dice))


def turns(
    position: Position, dice: tuple[int, int]
) -> dict[str, list[tuple[str, str, str, int, str, tuple[str, ...]]]]:
    """One way of playing to each result: (piece, from, to, die, ability, effects) for each die.

    Points are named for both players alike; a queen's double use is `from` – `via` – `to` with the ability `2`.
    Points in effects are counted as the mover's distance.
    """
    black = position.turn == "b"

    def named(point: int) -> str:
        return {0: "off", EDGE + 1: "bar"}.get(point) or f"{25 - point if black else point:02}"

    return {
        text: [
            (
                play.piece,
                named(play.path[0]),
                "–".join(map(named, play.path[1:])),
                play.die,
                play.ability,
                play.effects,
            )
            for play in line
        ]
        for text, line in _lines(position, dice).items()
    }
