"""A writer of `.xg` files for tests, after the published description: games as records, and records in a container."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Sequence
from typing import Any

from axedrez.core import Side
from axedrez.core.dice import Roll
from axedrez.core.game_record import Answered, GameRecord, MatchPlace, Offered, Played
from axedrez.tables.kernel import layout
from axedrez.tables.position.moves import SubMove, Turn

SIZE = 2560
START = (0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0)
"""The start as both players see it."""
MATCH_HEADER, GAME_HEADER, CUBE, MOVE, GAME_FOOTER, MATCH_FOOTER = range(6)


def record(kind: int, fields: dict[int, tuple[str, Any]]) -> bytes:
    """A record with fields at their places: a format of `struct` and the value or values."""
    whole = bytearray(SIZE)
    whole[8] = kind
    for place, (form, value) in fields.items():
        values = value if isinstance(value, (tuple, list)) else (value,)
        struct.pack_into(f"<{form}", whole, place, *values)
    return bytes(whole)


def match_header(length: int, *, version: int = 30, magic: int = 0x494C4D44, **rules: Any) -> bytes:
    """The first record; `rules` are `crawford`, `jacoby`, `beavers`, `variation`, and texts by their names."""
    texts = [rules.get(name, "") for name in ("event", "first", "second", "site", "round")]
    fields: dict[int, tuple[str, Any]] = {
        92: ("ii", (length, rules.get("variation", 0))),
        100: ("???", tuple(rules.get(name, name == "crawford") for name in ("crawford", "jacoby", "beavers"))),
        128: ("d", rules.get("date", 0.0)),
        552: ("ii", (version, magic)),
    }
    for place, text in zip((136, 9, 50, 283, 417), texts, strict=True):
        short = text.encode("cp1252", "replace")[:40]
        fields[place] = (f"B{len(short)}s", (len(short), short))
    for number, text in enumerate(texts if version >= 24 else ()):
        wide = text.encode("utf-16-le")[:256]
        fields[622 + 258 * number] = (f"{len(wide)}s", wide)
    return record(MATCH_HEADER, fields)


def game_header(score: Sequence[int] = (0, 0), number: int = 1, **more: Any) -> bytes:
    """The beginning of a game; `more`: `crawford`, `board`, `automatic`."""
    return record(
        GAME_HEADER,
        {
            12: ("ii", tuple(score)),
            20: ("?", more.get("crawford", False)),
            21: ("26b", more.get("board", START)),
            48: ("i", number),
            64: ("i", more.get("automatic", 0)),
        },
    )


def cube(player: int, board: Sequence[int], doubled: int, taken: int, exponent: int = 0, beaver: int = 0) -> bytes:
    """A decision about the cube; the board as player 1 sees it."""
    fields = {12: ("6i", (_sign(player), doubled, taken, beaver, 0, exponent)), 36: ("26b", tuple(board))}
    return record(CUBE, fields)


def move(
    player: int, board: Sequence[int], after: Sequence[int], steps: Sequence[tuple[int, int]], dice: Sequence[int]
) -> bytes:
    """A turn; `board` as player 1 sees it, `after` as the mover does, steps from 0 with the bar as 24."""
    flat = [place for step in steps for place in step]
    flat += [-1] * (8 - len(flat))
    fields: dict[int, tuple[str, Any]] = {
        9: ("26b", tuple(board)),
        35: ("26b", tuple(after)),
        64: ("i", _sign(player)),
        68: ("8i", flat),
        100: ("ii", tuple(dice)),
        2308: ("?", bool(steps)),
    }
    return record(MOVE, fields)


def game_footer(winner: int, points: int, termination: int = 1) -> bytes:
    """The end of a game."""
    return record(GAME_FOOTER, {24: ("iii", (_sign(winner), points, termination))})


def _sign(player: int) -> int:
    return {1: 1, 2: -1}.get(player, 0)


def container(
    records: Iterable[bytes], *, thumbnail: bytes = b"", name: str = "temp.xg", stored: bool = False
) -> bytes:
    """A whole file, as eXtreme Gammon orders its archive."""
    match = b"".join(records)
    return archive([(name, match), ("temp.xgi", match[:SIZE] + match[-SIZE:])], thumbnail=thumbnail, stored=stored)


def archive(members: Sequence[tuple[str, bytes]], *, thumbnail: bytes = b"", stored: bool = False) -> bytes:
    """Files in an archive, in a container."""
    body, index = b"", b""
    for name, content in members:
        packed = content if stored else zlib.compress(content)
        index += entry(name, len(content), len(packed), len(body), zlib.crc32(content), stored=stored)
        body += packed
    return wrapped(body, index, len(members), thumbnail=thumbnail)


def entry(name: str, size: int, packed: int, place: int, checksum: int, *, stored: bool = False) -> bytes:
    """A file in the index of an archive."""
    text = name.encode()
    return struct.pack("<B255s256xiiiIBB2x", len(text), text, size, packed, place, checksum, stored, 2)


def wrapped(body: bytes, index: bytes, count: int, *, thumbnail: bytes = b"") -> bytes:
    """An archive from its files and its index, in a container."""
    packed = zlib.compress(index)
    head = struct.pack("<4sIIqI16x8192x", b"RGMH", 1, 8232, 0, len(thumbnail))
    tail = struct.pack("<IiiiiI12x", zlib.crc32(body + packed), count, 1, len(packed), len(body), 1)
    return head + thumbnail + body + packed + tail


# --- games -----------------------------------------------------------------------------------------------------------


def board_of(row: Iterable[int]) -> list[int]:
    """The men of a kernel's row as the player sees them who moves."""
    board, places = [0] * 26, list(map(int, row))
    for distance in places[layout.OWN : layout.OWN + 15]:
        board[distance] += distance != layout.OFF
    for distance in places[layout.ENEMY : layout.ENEMY + 15]:
        board[layout.BAR - distance] -= distance != layout.OFF
    return board


def turned(board: Sequence[int]) -> list[int]:
    """A board as the other player sees it."""
    return [-count for count in reversed(board)]


def written(games: Sequence[GameRecord], **rules: Any) -> bytes:
    """A match as a `.xg` file; player 1 is the first player of the match."""
    first = games[0]
    place = first.match or MatchPlace(0)
    conduct = first.start.game.conduct
    colours = ("White", "Black") if place.first is Side.WHITE else ("Black", "White")
    names = {"first": first.headers.get(colours[0], ""), "second": first.headers.get(colours[1], "")}
    told = {"crawford": conduct.crawford, "jacoby": conduct.jacoby, "beavers": conduct.beavers} | names | rules
    whole = [match_header(place.length or 99_999, **told)]
    for game in games:
        whole += records_of(game)
    return container(whole)


def records_of(game: GameRecord) -> list[bytes]:
    """The records of a game."""
    place = game.match or MatchPlace(0)
    score = (place.score[place.first], place.score[place.first.opponent])
    crawford = bool(place.length) and max(score) == place.length - 1 and not place.crawford_played
    whole = [game_header(score, place.game, crawford=crawford)]
    position: Any = game.start
    entries, exponent = list(game.entries), 0
    while entries:
        at = entries.pop(0)
        player = 1 if at.side is place.first else 2
        board = board_of(position.raw)
        seen = board if position.side is place.first else turned(board)
        match at:
            case Played(move=Turn() as turn, roll=roll):
                dice = Roll.parse(roll)
                whole.append(cube(player, seen, 0, -1, exponent))
                whole.append(move(player, seen, board_of(turn.row), steps_of(turn), (dice.low, dice.high)))
                position = position.play(dice).play_unchecked(turn)
            case Played(roll=roll):
                dice = Roll.parse(roll)
                whole.append(move(player, seen, board, [], (dice.high, dice.low)))
            case Offered(offer="double"):
                answers = entries[:3]
                taken, beaver = -1, 0
                match answers:
                    case [Answered(accepted=True), Offered(side=by, offer="double"), *_] if by is not at.side:
                        taken = 2
                        beaver = int(len(answers) > 2)
                        del entries[: 2 + beaver]
                    case [Answered(accepted=accepted), *_]:
                        taken = int(accepted)
                        del entries[0]
                whole.append(cube(player, seen, 1, taken, exponent, beaver))
                exponent = (-1 if player == 1 else 1) * (abs(exponent) + 1 + (taken == 2))
            case Offered():
                entries = entries[1:]  # a resignation is told by the end
    outcome = game.outcome
    if outcome is not None and outcome.points is not None and outcome.winner is not None:
        winner = 1 if outcome.winner is place.first else 2
        kind = {"resignation": 101, "passed": 0}.get(outcome.reason, 1)
        whole.append(game_footer(winner, int(max(outcome.points)), kind))
    return whole


def steps_of(turn: Turn) -> list[tuple[int, int]]:
    """The parts of a turn as eXtreme Gammon counts them."""
    moves = (SubMove.unpack(code) for code in turn.codes)
    return [(each.origin - 1, each.target - 1 if each.target != layout.OFF else -2) for each in moves]
