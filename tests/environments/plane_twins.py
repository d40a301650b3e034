"""What each plane of an observation must be, worked out slowly: from its description, position texts and what was seen.

A twin gives the numbers of a plane before they are cut at 127 and scaled.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import numpy as np
import numpy.typing as npt

from axedrez.batches import Plane
from axedrez.tables.kernel import layout

Numbers = npt.NDArray[np.float64]


class ChessTwin:
    """The planes of one game of the chess family: `look` after every step, then ask."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.seen: Counter[str] = Counter()

    def look(self, games: Any, index: int) -> None:
        """Read the position of a game of a batch."""
        fields = games.position(index).text().split(" ")
        self.said = dict(field.split("=") for field in fields if "=" in field)
        fields = [field for field in fields if "=" not in field]
        board, self.side, self.rights, self.en_passant = fields[:4]
        self.checks = [int(each) for each in fields[4].split("+")] if len(fields) == 7 else [0, 0]
        self.clock = int(fields[-2])
        board, _, hands = board.partition("[")
        self.hands = Counter(hands.rstrip("]"))
        self.pieces: dict[tuple[int, int], str] = {}
        self.promoted: set[tuple[int, int]] = set()
        rows = board.split("/")
        for rank, row in enumerate(reversed(rows)):
            file = 0
            for sign in row:
                if sign == "~":
                    self.promoted.add((rank, file - 1))
                elif sign.isdigit():
                    file += int(sign)
                else:
                    self.pieces[rank, file] = sign
                    file += 1
        self.ranks = len(rows)
        self.position = " ".join([*fields[:-2], *map("=".join, sorted(self.said.items()))])
        self.seen[self.position] += 1
        if games.options.chance == "drawn" and self.said.get("dice", "-") != "-":  # it stood there before the roll
            self.seen[self.position.replace(f"dice={self.said['dice']}", "dice=-")] += 1

    def plane(self, plane: Plane) -> Any:
        """The numbers of a plane."""
        return getattr(self, f"_{plane.name}")(plane)

    def _marked(self, squares: Any) -> Numbers:
        shown = np.zeros((self.ranks, self.game.sheet.board.files))
        for rank, file in squares:
            shown[rank, file] = 1
        return shown

    def _sign(self, plane: Plane) -> str:
        """How a kind of piece is written whose owner a plane names."""
        return plane.piece.upper() if self._is_white(plane) else plane.piece.lower()

    def _is_white(self, plane: Plane) -> bool:
        return bool((self.side == "w") == (plane.owner == "own"))

    def _piece(self, plane: Plane) -> Numbers:
        return self._marked(square for square, sign in self.pieces.items() if sign == self._sign(plane))

    def _castling(self, plane: Plane) -> Numbers:
        return self._marked(self._partner(right) for right in self.rights if right != "-")

    def _partner(self, right: str) -> tuple[int, int]:
        """Where the partner stands of a right to castle."""
        sheet = self.game.sheet
        if sheet.castling.mode == "classic":
            square = self.game.castlings[right].rook_from
            return square // 8, square % 8
        rank = 0 if right.isupper() else self.ranks - 1
        first = {file: sign for (at, file), sign in self.pieces.items() if at == rank}
        rook = sheet.pieces[sheet.castling.partner].letter
        mine = [file for file, sign in first.items() if sign == (rook if right.isupper() else rook.lower())]
        king = sheet.pieces[sheet.goal.royal].letter if hasattr(sheet.goal, "royal") else "K"
        royal = next(file for file, sign in first.items() if sign == (king if right.isupper() else king.lower()))
        if right in "Kk":
            return rank, max(file for file in mine if file > royal)
        if right in "Qq":
            return rank, min(file for file in mine if file < royal)
        return rank, "abcdefgh".index(right.lower())

    def _en_passant(self, plane: Plane) -> Numbers:
        place = self.en_passant
        return self._marked([] if place == "-" else [(int(place[1:]) - 1, "abcdefgh".index(place[0]))])

    def _black_to_play(self, plane: Plane) -> int:
        return int(self.side == "b")

    def _plies_without_progress(self, plane: Plane) -> int:
        return self.clock

    def _repetitions(self, plane: Plane) -> int:
        return self.seen[self.position] - 1

    def _hand(self, plane: Plane) -> int:
        return self.hands[self._sign(plane)]

    def _promoted(self, plane: Plane) -> Numbers:
        return self._marked(self.promoted)

    def _checks_to_give(self, plane: Plane) -> int:
        return self.checks[0 if self._is_white(plane) else 1]

    def _moves_left(self, plane: Plane) -> int:
        return int(self.said["moves"])

    def _larger_die(self, plane: Plane) -> int:
        return int(self.said["dice"].replace("-", "00")[0])

    def _smaller_die(self, plane: Plane) -> int:
        return int(self.said["dice"].replace("-", "00")[1])


class TablesTwin:
    """The planes of one game of dice. In the middle of a turn the row of the kernel says where the pieces stand."""

    def __init__(self, game: Any) -> None:
        self.game = game

    def look(self, games: Any, index: int) -> None:
        """Read the position of a game of a batch."""
        self.match = games.match(index)
        self.legal = {games.actions[each].text for each in games.legal(index)}
        fields: list[str] = games.position(index).text().split(" ")
        points, bar, off, side, self.home, dice, still = fields + ["-", "0"][len(fields) - 5 :]
        self.still = int(still)
        self.dice = Counter("" if dice == "-" else dice * 2 if dice[0] == dice[1] else dice)
        self.tokens = games.prefix(index)
        for token in self.tokens:
            self.dice[token.rpartition(":")[2]] -= 1
        self.points: list[str] = []
        for part in points.split("/"):
            self.points += [""] * int(part) if part.isdigit() else [part]
        self.bar, self.off = bar, off
        self.row = games._games.rows[index * layout.WIDTH : (index + 1) * layout.WIDTH].copy()
        self.plays = bool(games.counts[index])  # it is not over
        if self.tokens:
            self._read_row(side == "w")
        self.is_white = (side == "w") != ("take" in self.legal)

    def _kind(self, index: int) -> str:
        return str(list(self.game.ruleset.pieces)[int(self.game.ruleset.compiled[layout.TYPE_OF + index])])

    def _own(self) -> list[tuple[int, str, int]]:
        """The distance of each piece of the mover, its kind and what it has done in this turn."""
        count = int(self.game.ruleset.compiled[layout.N_PIECES])
        return [(int(self.row[layout.OWN + i]), self._kind(i), int(self.row[layout.FLAGS + i])) for i in range(count)]

    def _read_row(self, white: bool) -> None:
        """Where the pieces stand in the middle of a turn; `white`: who moves."""
        self.points, self.bar, self.off = [""] * 24, "", ""
        for mine in (True, False):
            for number in range(int(self.game.ruleset.compiled[layout.N_PIECES])):
                distance = int(self.row[(layout.OWN if mine else layout.ENEMY) + number])
                is_white = white == mine
                letter = self._kind(number)
                letter = letter if is_white else letter.lower()
                if distance == layout.BAR:
                    self.bar += letter
                elif distance == layout.OFF:
                    self.off += letter
                else:
                    self.points[(distance if is_white else 25 - distance) - 1] += letter
        home = int(self.row[layout.HOME])
        self.home = "".join(
            letter for letter, bit in (("K", 1 if white else 2), ("k", 2 if white else 1)) if home & bit
        )

    def plane(self, plane: Plane) -> Any:
        """The numbers of a plane."""
        name = "_used" if plane.name.startswith("used_") else f"_{plane.name}"
        return getattr(self, name)(plane)

    def _sign(self, plane: Plane) -> str:
        white = self.is_white == (plane.owner == "own")
        return plane.piece if white else plane.piece.lower()

    def _seen(self, points: list[Any]) -> Numbers:
        """Numbers of the points 1 … 24, as who is to play counts them."""
        return np.array(points if self.is_white else points[::-1], float)

    def _piece(self, plane: Plane) -> Numbers:
        counts = [each.count(self._sign(plane)) for each in self.points]
        if plane.least == 4:
            return self._seen([max(0, count - 3) for count in counts])
        return self._seen([int(count >= plane.least) for count in counts])

    def _bar(self, plane: Plane) -> int:
        return self.bar.count(self._sign(plane))

    def _borne_off(self, plane: Plane) -> int:
        return self.off.count(self._sign(plane))

    def _flagged(self, flag: int, kinds: str) -> Numbers:
        shown = np.zeros(24)
        for distance, kind, flags in self._own() if self.plays else ():
            if flags & flag and kind in kinds and 1 <= distance <= 24:
                shown[distance - 1] = 1
        return shown

    def _used(self, plane: Plane) -> Numbers:
        flags = {"plus-one": layout.PLUS, "minus-one": layout.MINUS, "twice": layout.TWICE}
        return self._flagged(flags[plane.name.removeprefix("used_")], plane.piece)

    def _waits_for_partner(self, plane: Plane) -> Numbers:
        return self._flagged(layout.WAITING, "".join(self.game.ruleset.pieces))

    def _king_moves(self, plane: Plane) -> int:
        return sum(token.startswith(self.game.ruleset.king) for token in self.tokens)

    def _king_at_home(self, plane: Plane) -> int:
        return int(("K" if self.is_white == (plane.owner == "own") else "k") in self.home)

    def _dice_left(self, plane: Plane) -> int:
        return self.dice[plane.piece] if self.plays else 0

    def _turns_without_progress(self, plane: Plane) -> int:
        return self.still

    def _doublings(self, plane: Plane) -> int:
        return int(self.match.cube).bit_length() - 1

    def _mine(self, plane: Plane) -> int:
        """The side, White's 0, that a plane is about."""
        return int(self.is_white != (plane.owner == "own"))

    def _cube(self, plane: Plane) -> int:
        return int(self.match.owner is not None and int(self.match.owner) == self._mine(plane))

    def _double_offered(self, plane: Plane) -> int:
        return int("take" in self.legal)

    def _before_roll(self, plane: Plane) -> int:
        return int("roll" in self.legal)

    def _points_lacking(self, plane: Plane) -> int:
        return max(0, int(self.match.length - self.match.score[self._mine(plane)]))

    def _crawford(self, plane: Plane) -> int:
        return int(self.match.is_crawford)


def difference(twin: Any, batches: Any, index: int) -> str:
    """The first plane of a game, in batches that play alike, that is not what its twin says; nothing where all are."""
    for number, plane in enumerate(batches[0].planes):
        expected = np.minimum(twin.plane(plane), 127)
        for games in batches:
            shown = games.observations[index, number]
            wanted = expected / np.float32(plane.most) if shown.dtype == np.float32 else expected
            if (np.abs(shown - wanted) > 1e-5).any():
                return f"{plane}: {shown.tolist()} instead of {wanted} in {games.text(index)}"
    return ""


def undoing(text: str) -> str:
    """The move back, of a move of chess."""
    found = re.fullmatch("([a-h][1-8])([a-h][1-8])", text)
    return "".join(reversed(found.groups())) if found else ""
