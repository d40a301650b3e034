"""What a batch of games does: rolls, turns, the cube, ends, matches."""

from __future__ import annotations

from typing import Any

import numpy as np

from axedrez.jit import inlined, kernel
from axedrez.jit_types import Flag, Number, Numbers, Words
from axedrez.tables.environment.kernel.layout import (
    AUTO_RESET,
    BEAVER,
    BEAVERS,
    CHANCE,
    CHANCES,
    CONFIRM,
    CRAWFORD,
    CRAWFORD_PLAYED,
    CUBE,
    DOUBLE,
    DOUBLED,
    DRAWN,
    DRAWN_GAMES,
    DROP,
    FINISHED,
    FIRST_HIGH,
    FIRST_LOW,
    FIRST_SIDE,
    GAME,
    HIGH,
    JACOBY,
    LENGTH,
    LOW,
    MASKED,
    MAX_CUBE,
    MAX_PLIES,
    N_FIELDS,
    N_ROLLS,
    NO_PROGRESS,
    OPENING,
    OWNER,
    PASS,
    PASSED,
    PHASE,
    PLAY,
    ROLL,
    SCORE,
    SIDE,
    SIGN,
    SINGLE,
    SWAPPED,
    TAKE,
    TURN_OR_DOUBLE,
    WITH_CUBE,
    Games,
    Rules,
    Scratch,
)
from axedrez.tables.environment.kernel.submoves import may_end, play, write_submoves
from axedrez.tables.kernel.layout import DICE, ENEMY, OWN, WIDTH
from axedrez.tables.kernel.playout import lost_as
from axedrez.tables.kernel.rolls import has_borne_off
from axedrez.tables.kernel.space import ROOM_IS_SHORT
from axedrez.tables.kernel.turns import is_drawn, pass_turn

MAX_DRAWN = 3  # after so many drawn games in a row a match is drawn (G-45)
_MULTIPLIER, _INCREMENT, _HALF = np.uint64(6364136223846793005), np.uint64(1442695040888963407), np.uint64(32)
_NOBODY = 2


@inlined
def _drawn(random: Words, g: Number, n: Number) -> Number:
    """A number below `n` by a game's stream."""
    random[g] = random[g] * _MULTIPLIER + _INCREMENT
    return np.int64(((random[g] >> _HALF) * np.uint64(n)) >> _HALF)


@inlined
def _width(games: Games) -> Number:
    return len(games.legal) // len(games.counts)


@inlined
def _player(games: Games, g: Number) -> Number:
    """Who plays the side whose turn it is."""
    return np.int64(games.fields[g * N_FIELDS + SIDE] ^ games.fields[g * N_FIELDS + SWAPPED])


@kernel
def _clear(games: Games, rules: Rules, g: Number) -> None:
    """Nothing is legal in a game."""
    first, size = g * _width(games), len(games.mask) // len(games.counts)
    if rules.settings[MASKED] != 0:
        for i in range(games.counts[g]):
            games.mask[g * size + games.legal[first + i]] = 0
    games.counts[g] = 0


@kernel
def _allow(games: Games, rules: Rules, g: Number, action: Number) -> None:
    """An action is legal in a game."""
    games.legal[g * _width(games) + games.counts[g]] = action
    games.counts[g] += 1
    if rules.settings[MASKED] != 0:
        games.mask[g * (len(games.mask) // len(games.counts)) + action] = 1


@kernel
def _begin_turn(games: Games, g: Number, high: Number, low: Number) -> None:
    """The dice have been rolled."""
    at = g * N_FIELDS
    games.fields[at + PHASE] = PLAY
    games.fields[at + HIGH] = high
    games.fields[at + LOW] = low
    for i in range(WIDTH):
        games.starts[g * WIDTH + i] = games.rows[g * WIDTH + i]


@kernel
def _open(games: Games, g: Number, one: Number, two: Number) -> None:
    """The opening roll: who has rolled more plays White (G-5), in the first game always the first player."""
    at = g * N_FIELDS
    games.fields[at + SWAPPED] = 1 if two > one and games.fields[at + GAME] > 0 else 0
    _begin_turn(games, g, max(one, two), min(one, two))


@kernel
def _roll(games: Games, g: Number, opening: Flag) -> None:
    """Roll the dice."""
    one, two = 1 + _drawn(games.random, g, 6), 1 + _drawn(games.random, g, 6)
    if not opening:
        _begin_turn(games, g, max(one, two), min(one, two))
        return
    while one == two:
        one, two = 1 + _drawn(games.random, g, 6), 1 + _drawn(games.random, g, 6)
    _open(games, g, one, two)


@kernel
def _begin_game(games: Games, rules: Rules, g: Number) -> None:
    """Set up the next game of a match, or the only one."""
    settings, fields, at = rules.settings, games.fields, g * N_FIELDS
    for i in range(WIDTH):
        games.rows[g * WIDTH + i] = rules.begin[i]
    fields[at + SIDE] = settings[FIRST_SIDE]
    fields[at + SWAPPED] = 0
    fields[at + CUBE] = 1
    fields[at + OWNER] = 0
    fields[at + PHASE] = OPENING
    if settings[FIRST_HIGH] != 0:
        _begin_turn(games, g, settings[FIRST_HIGH], settings[FIRST_LOW])


@kernel
def _begin_match(games: Games, rules: Rules, g: Number) -> None:
    for field in range(N_FIELDS):
        games.fields[g * N_FIELDS + field] = 0
    games.plies[g] = 0
    games.over[g] = 0
    games.due[g] = 1
    _begin_game(games, rules, g)


@kernel
def _end_match(games: Games, rules: Rules, g: Number) -> None:
    """Set a finished or truncated game up again, or leave it."""
    if rules.settings[AUTO_RESET] != 0:
        _begin_match(games, rules, g)
    else:
        _clear(games, rules, g)
        games.over[g] = 1
        games.due[g] = 0
        games.to_play[g] = _player(games, g)


@kernel
def is_crawford(games: Games, rules: Rules, g: Number) -> Number:
    """Whether (0 or 1) this is the game of its match that is played without the cube (G-43)."""
    settings, fields, at = rules.settings, games.fields, g * N_FIELDS
    most = max(fields[at + SCORE], fields[at + SCORE + 1])
    lacking_one = most == settings[LENGTH] - 1 and most > 0
    return 1 if settings[CRAWFORD] != 0 and lacking_one and fields[at + CRAWFORD_PLAYED] == 0 else 0


@kernel
def _end_game(games: Games, rules: Rules, g: Number, winner: Number, points: Number, reason: Number) -> None:
    """A game ends; `winner`: a player, or nobody. `points` do not count the cube."""
    settings, fields, at = rules.settings, games.fields, g * N_FIELDS
    length = settings[LENGTH]
    games.reasons[g] = reason
    over: Any = length == 1
    if winner == _NOBODY:
        fields[at + DRAWN_GAMES] += 1
        over |= fields[at + DRAWN_GAMES] >= MAX_DRAWN
    else:
        if settings[JACOBY] != 0 and fields[at + OWNER] == 0:
            points = settings[SINGLE]
        points *= fields[at + CUBE]
        if is_crawford(games, rules, g) == 1:
            fields[at + CRAWFORD_PLAYED] = 1
        fields[at + DRAWN_GAMES] = 0
        fields[at + SCORE + winner] += points
        over |= fields[at + SCORE + winner] >= length
        if settings[SIGN] == 0 or over:
            worth = np.float32(1 if settings[SIGN] != 0 else points)
            games.rewards[2 * g + winner] = worth
            games.rewards[2 * g + 1 - winner] = -worth
    if over:
        games.terminated[g] = 1
        _end_match(games, rules, g)
    elif games.plies[g] >= settings[MAX_PLIES]:
        games.truncated[g] = 1
        _end_match(games, rules, g)
    else:
        fields[at + GAME] += 1
        _begin_game(games, rules, g)


@kernel
def _end_turn(games: Games, rules: Rules, scratch: Scratch, g: Number) -> None:
    """The turn passes to the other side, if the game goes on."""
    settings, fields, tables, at = rules.settings, games.fields, rules.tables, g * N_FIELDS
    begin, end = g * WIDTH, (g + 1) * WIDTH
    mover = _player(games, g)
    pass_turn(games.starts[begin:end], games.rows[begin:end], scratch.row, tables)
    for i in range(WIDTH):
        games.rows[begin + i] = scratch.row[i]
    fields[at + SIDE] ^= 1
    games.plies[g] += 1
    if has_borne_off(scratch.row, ENEMY, tables):
        points = settings[SINGLE + lost_as(scratch.row, OWN, tables)]
        _end_game(games, rules, g, mover, points, FINISHED)
    elif is_drawn(scratch.row.view(np.uint64), 0, tables):
        _end_game(games, rules, g, _NOBODY, 0, NO_PROGRESS)
    elif games.plies[g] >= settings[MAX_PLIES]:
        games.truncated[g] = 1
        _end_match(games, rules, g)
    else:
        fields[at + PHASE] = TURN_OR_DOUBLE if _may_double(games, rules, g) else CHANCE


@kernel
def _may_double(games: Games, rules: Rules, g: Number) -> Flag:
    """Whether the side about to roll may double (G-43)."""
    if rules.settings[WITH_CUBE] == 0 or is_crawford(games, rules, g) == 1:
        return False
    fields, at = games.fields, g * N_FIELDS
    owner = fields[at + OWNER]
    return (owner == 0 or owner == 1 + _player(games, g)) and fields[at + CUBE] < MAX_CUBE


@kernel
def _allow_chances(games: Games, rules: Rules, g: Number, opening: Flag) -> None:
    """Write the rolls that may come."""
    first = rules.settings[CHANCES]
    later = games.fields[g * N_FIELDS + GAME] > 0
    roll: Any = 0
    unequal: Any = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            if not opening or high != low:
                _allow(games, rules, g, first + roll)
            if opening and later and high != low:
                _allow(games, rules, g, first + N_ROLLS + unequal)
            roll += 1
            unequal += 1 if high != low else 0


@kernel
def _happen(games: Games, rules: Rules, g: Number, action: Number) -> None:
    """Let a roll happen that is given."""
    number = action - rules.settings[CHANCES]
    roll: Any = 0
    unequal: Any = N_ROLLS
    for high in range(1, 7):
        for low in range(1, high + 1):
            if number == unequal and high != low:
                _open(games, g, low, high)
            elif number == roll and games.fields[g * N_FIELDS + PHASE] == OPENING:
                _open(games, g, high, low)
            elif number == roll:
                _begin_turn(games, g, high, low)
            roll += 1
            unequal += 1 if high != low else 0


@kernel
def _settle(games: Games, rules: Rules, scratch: Scratch, g: Number) -> Number:
    """Go on until somebody decides: write what is legal. Returns 0, or `ROOM_IS_SHORT`; then it may be called again."""
    settings, fields, at = rules.settings, games.fields, g * N_FIELDS
    _clear(games, rules, g)
    while games.over[g] == 0:
        phase = fields[at + PHASE]
        if phase in (OPENING, CHANCE):
            if settings[DRAWN] != 0:
                _roll(games, g, phase == OPENING)
                continue
            _allow_chances(games, rules, g, phase == OPENING)
            games.to_play[g] = 2
        elif phase == TURN_OR_DOUBLE:
            _allow(games, rules, g, settings[ROLL])
            _allow(games, rules, g, settings[DOUBLE])
            games.to_play[g] = _player(games, g)
        elif phase == DOUBLED:
            _allow(games, rules, g, settings[TAKE])
            _allow(games, rules, g, settings[DROP])
            if settings[BEAVERS] != 0 and 4 * fields[at + CUBE] <= MAX_CUBE:
                _allow(games, rules, g, settings[BEAVER])
            games.to_play[g] = 1 - _player(games, g)
        else:
            count = write_submoves(games, rules, scratch, g, np.int64(fields[at + HIGH]), np.int64(fields[at + LOW]))
            if count == ROOM_IS_SHORT:
                return ROOM_IS_SHORT
            row = games.rows[g * WIDTH : (g + 1) * WIDTH]
            ends = may_end(row, rules.tables, scratch.space.rule)
            if count == 0 and row[DICE] > 0:
                _end_turn(games, rules, scratch, g)
                continue
            for i in range(count):
                _allow(games, rules, g, scratch.ids[i])
            if ends:
                _allow(games, rules, g, settings[PASS] if row[DICE] == 0 else settings[CONFIRM])
            games.to_play[g] = _player(games, g)
        games.due[g] = 0
        return 0
    return 0


@kernel
def _act(games: Games, rules: Rules, scratch: Scratch, g: Number, action: Number) -> None:
    """Play one legal action."""
    settings, fields, at = rules.settings, games.fields, g * N_FIELDS
    phase = fields[at + PHASE]
    mover = _player(games, g)
    if games.to_play[g] == 2:
        _happen(games, rules, g, action)
    elif phase == TURN_OR_DOUBLE:
        fields[at + PHASE] = DOUBLED if action == settings[DOUBLE] else CHANCE
    elif phase == DOUBLED:
        if action == settings[DROP]:
            _end_game(games, rules, g, mover, settings[SINGLE], PASSED)
        else:
            fields[at + CUBE] *= 4 if action == settings[BEAVER] else 2
            fields[at + OWNER] = 1 + (1 - mover)
            fields[at + PHASE] = CHANCE
    elif action == settings[PASS] or action == settings[CONFIRM]:
        _end_turn(games, rules, scratch, g)
    else:
        play(games, rules, scratch, g, np.int64(fields[at + HIGH]), np.int64(fields[at + LOW]), action)


@kernel
def _forget_last(games: Games, g: Number) -> None:
    games.terminated[g] = 0
    games.truncated[g] = 0
    games.reasons[g] = 0
    games.rewards[2 * g] = 0
    games.rewards[2 * g + 1] = 0


@kernel
def set_up(games: Games, rules: Rules, which: Numbers) -> None:
    """Set up the games that `which` names; `settle` must follow."""
    for g in range(len(which)):
        if which[g] != 0:
            _forget_last(games, g)
            _begin_match(games, rules, g)


@kernel
def enter(games: Games, rules: Rules) -> None:
    """Begin with the positions that were put into the games, before or after their rolls; `settle` must follow."""
    fields = games.fields
    for g in range(len(games.counts)):
        at, begin = g * N_FIELDS, g * WIDTH
        _forget_last(games, g)
        games.plies[g] = 0
        games.over[g] = 0
        games.due[g] = 1
        fields[at + CUBE] = 1
        fields[at + PHASE] = CHANCE
        if fields[at + HIGH] != 0:
            _begin_turn(games, g, np.int64(fields[at + HIGH]), np.int64(fields[at + LOW]))
        row = games.rows[begin : begin + WIDTH]
        if has_borne_off(row, ENEMY, rules.tables):
            points = rules.settings[SINGLE + lost_as(row, OWN, rules.tables)]
            _end_game(games, rules, g, 1 - _player(games, g), points, FINISHED)
        elif is_drawn(row.view(np.uint64), 0, rules.tables):
            _end_game(games, rules, g, _NOBODY, 0, NO_PROGRESS)


@kernel
def settle(games: Games, rules: Rules, scratch: Scratch, begin: Number, end: Number) -> Number:
    """Work out what follows in all games of a slice that are due; the first one for which the room is short, or -1."""
    for g in range(begin, end):
        if games.due[g] != 0 and _settle(games, rules, scratch, g) == ROOM_IS_SHORT:
            return g
    return -1


@kernel
def act(games: Games, rules: Rules, scratch: Scratch, actions: Numbers, begin: Number, end: Number) -> None:
    """Play a legal action in each game of a slice, none where it is negative; `settle` must follow."""
    for g in range(begin, end):
        _forget_last(games, g)
        if games.over[g] == 0 and actions[g] >= 0:
            games.due[g] = 1
            _act(games, rules, scratch, g, actions[g])


@kernel
def find(games: Games, actions: Numbers, which: Numbers) -> Number:
    """The first of the games that `which` names whose action is not legal, or -1."""
    width = _width(games)
    for g in range(len(actions)):
        found: Any = games.over[g] != 0 or which[g] == 0
        for i in range(games.counts[g]):
            found |= games.legal[g * width + i] == actions[g]
        if not found:
            return g
    return -1


@kernel
def sample(games: Games, actions: Numbers) -> None:
    """Write a random legal action of each game; rolls of two unequal dice are twice as likely."""
    width = _width(games)
    for g in range(len(actions)):
        count = np.int64(games.counts[g])
        number: Any = 0
        if games.to_play[g] == 2 and games.fields[g * N_FIELDS + PHASE] == CHANCE:
            one, two = 1 + _drawn(games.random, g, 6), 1 + _drawn(games.random, g, 6)
            high, low = max(one, two), min(one, two)
            number = high * (high - 1) // 2 + low - 1
        elif count > 0:
            number = _drawn(games.random, g, count)
        actions[g] = games.legal[g * width + number] if count > 0 else 0
