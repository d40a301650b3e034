"""Game files for the tests of collections."""

from __future__ import annotations

import random

from axedrez import load
from axedrez.chess.position.game import ChessPosition
from axedrez.core import History, Move, Outcome, Points, Position
from axedrez.core.game_record import GameRecord
from axedrez.core.outcome import Result
from axedrez.gamefiles import write_game

POINTS: dict[Result, Points] = {"1-0": Points(1, 0), "0-1": Points(0, 1), "1/2-1/2": Points(0.5, 0.5)}
PLAYERS = ("Núñez, Ana", "Berg, Bo", "Cruz, Caro", "Dahl, Dag")


def _game(tags: str, moves: str) -> str:
    """A game with an event of its own, and further tags as `Name value`, divided by `|`."""
    named = [each.partition(" ")[::2] for each in tags.split("|")]
    return "".join(f'[{name} "{value}"]\n' for name, value in named) + f"\n{moves}\n\n"


ODD = (
    # Comments, variations in variations, annotations, numbers for Black, an ending in mate.
    _game(
        "Event A|White X|Black Y|Result *",
        "1. e4 {a ( comment} (1. d4 d5 (1... Nf6 2. c4) 2. c4) 1... e5 $1 "
        "2. Qh5!? Nc6 ; to the end 1-0\n3. Bc4 Nf6?? 4. Qxf7# 1-0",
    ),
    _game("Event B", "1. b4 a5 2. b5 a4 3. b6 a3 4. bxc7 axb2 5. cxb8=Q bxa1=N 6.Qxa8 Nxc2+ 1/2-1/2"),
    # A pawn is pinned, so that one knight alone can go there.
    _game("Event C", "1. d4 e6 2. Nc3 Bb4 3. e4 d5 4. Ne2 dxe4 5. a3 Bxc3+ 6. Nxc3 Nf6 7. Bg5 O-O 0-1"),
    # Words that only the usual reader understands.
    _game("Event D|Result 1-0", "1. e2-e4 e7e5 2. Cf3 Cc6 3. Ab5 1-0"),
    _game("Event E", "1. e4 e5 2. 0-0 1-0"),
    _game("Event F", "1. e4 e5 2. Nf3 {never closed") + _game("Event G", "1. d4 d5 0-1"),
    _game("Event H|FEN 8/8/8/4k3/8/8/4K2R/8 w - - 0 1|SetUp 1", "1. Rh5+ Kd4 1-0"),
    _game("Event I|Variant Crazyhouse", "1. e4 d5 2. exd5 Qxd5 3. P@e4 1-0"),
    _game("Event J|Variant Standard", "1. e4 *"),
    # White has lost on time against a bare king.
    _game("Event K|FEN 8/8/8/4k3/8/8/4K2R/8 b - - 0 1|Termination time forfeit", "1... Kf6 0-1"),
    _game("Event L|Termination Time forfeit", "1. e4 e5 0-1"),
    # The game goes on after three repetitions; at the end it stands there for the third time.
    _game("Event M", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1-0"),
    _game("Event N|Result 1-0", ""),
    _game('Event O \\"quoted\\" \\\\|Site two  blanks', "1. e4 1-0"),
    _game("Event P|Event P", "1. e4 1-0 1. d4"),
    _game("Event Q", "1. e4 e5 2. Ke2 Ke7 3. Ke3 {[%clk 0:01:00]} Ke6 4. Kf4 1-0"),
)


def random_game(source: random.Random, rulebook: str = "clasico", most: int = 60, **headers: str) -> GameRecord:
    """A game of random moves, with favourites in the opening, so that positions come again."""
    position: Position = load(rulebook).start()
    start, moves, history = position, list[Move](), History()
    while len(moves) < most and position.outcome(history) is None:
        found = [move for move, _ in position.chance_outcomes()] or list(position.legal_moves())
        weight = 4 if len(moves) < 6 else 1
        if isinstance(position, ChessPosition) and source.random() < 0.6:  # few men are left at the end
            men = position.letters()
            found = [move for move in found if getattr(move, "target", None) in men] or found
        move = found[int(source.random() ** weight * len(found))]
        history = history.after(position)
        moves.append(move)
        position = position.play_unchecked(move)
    result = source.choice(sorted(POINTS))
    told = Outcome(result, "told", None, POINTS[result]) if start.game.family == "chess" else None
    return GameRecord.from_moves(start, moves, headers, told)


def random_file(count: int, seed: int) -> str:
    """Games of some players, with ratings and years, some of them unknown."""
    source = random.Random(seed)
    games = []
    for number in range(count):
        white, black = source.sample(PLAYERS, 2)
        year = source.choice(("1999.05.01", "2004.??.??", "2010.12.31", "????.??.??"))
        elo, other = str(source.randint(1800, 2600)), source.choice(("", "2250", "2400"))
        event = f"Open {number % 3}"
        games.append(
            random_game(source, White=white, Black=black, Date=year, Event=event, WhiteElo=elo, BlackElo=other)
        )
    return "".join(map(write_game, games))
