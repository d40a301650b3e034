"""Rule sheets drawn at random from the whole schema of modified chess (M-1 … M-12), as plain data.

Most are sound, since what does not go together is avoided most of the time; the rest must be refused by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")
Data = dict[str, Any]

MOVEMENTS = (
    *("Q", "R", "B", "N", "K", "RN", "BN", "QN", "W", "F", "WD", "FA", "WF", "NN", "C", "Z", "ND", "KAD"),
    *("R4", "B2", "W3", "mRcB", "mNcB", "mBcN", "cKmA", "fsW", "WfF", "FfW", "fRbB", "fNbF", "vWF", "frlF"),
    *("nN", "nA", "nD", "mRcpR", "pR", "pB", "gQ", "gR", "mBcpB", "nAW", "fmWcF", "sRvW", "H", "G"),
)
NAMES = ("rook", "bishop", "knight", "queen", "minister", "guard", "elephant", "cannon")
LETTERS = "RBNQMGEC"
WORDS = {"es": "pieza", "en": "piece"}


def draw(seed: int) -> Data:
    """A sheet, the same for the same seed."""
    return _Drawing(Random(seed)).sheet(seed)


def drawn(seed: int, count: int) -> Iterator[Data]:
    """So many sheets."""
    return (draw(1_000_003 * seed + number) for number in range(count))


class _Drawing:
    """One sheet in the making."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.files, self.ranks = self.size()
        self.kinds = NAMES[: random.randint(2, 7)]
        self.has_pawn = self.rarely_not()
        self.holes = self.some(self.squares(), 2) if self.often_not() is False else []

    # Chances

    def rarely_not(self) -> bool:
        return self.random.random() < 0.85

    def often_not(self) -> bool:
        return self.random.random() < 0.8

    def sometimes(self, share: float = 0.25) -> bool:
        return self.random.random() < share

    def one(self, values: Sequence[T]) -> T:
        return self.random.choice(values)

    def some(self, values: Sequence[T], most: int) -> list[T]:
        return self.random.sample(list(values), min(len(values), self.random.randint(1, most)))

    # Parts

    def size(self) -> tuple[int, int]:
        if self.sometimes(0.5):
            return 8, 8
        return self.random.randint(4, 8), self.random.randint(5, 8)

    def squares(self) -> list[str]:
        """The names of the squares that no start position needs."""
        return [f"{'abcdefgh'[file]}{rank + 1}" for file in range(self.files) for rank in range(2, self.ranks - 2)]

    def sheet(self, seed: int) -> Data:
        sheet: Data = {
            "family": "chess",
            "id": f"drawn-{seed}",
            "names": {"es": "Sorteado", "en": "Drawn"},
            "board": {"files": self.files, "ranks": self.ranks, "holes": self.holes},
            "pieces": self.pieces(),
        }
        sheet["royal"] = royal = self.royal()
        sheet["goal"] = self.goal(royal)
        sheet["dice"] = self.dice(royal)
        sheet["turn"] = self.turn(sheet)
        sheet["capture"] = self.capture()
        sheet["pawn"] = self.pawn()
        sheet["promotion"] = self.promotion(sheet)
        sheet["castling"] = self.castling(royal)
        sheet["start"] = self.start(sheet)
        sheet["draws"] = self.draws(sheet)
        sheet["clock"] = {"flag_without_mating_material": "loss"}
        return sheet

    def pieces(self) -> Data:
        orthodox = {"rook": "R", "bishop": "B", "knight": "N", "queen": "Q"}
        pieces: Data = {"king": self.piece("K", "K" if self.often_not() else self.one(MOVEMENTS))}
        for name, letter in zip(self.kinds, LETTERS, strict=False):
            usual = orthodox.get(name) if self.sometimes(0.6) else None
            pieces[name] = self.piece(letter, usual or self.one(MOVEMENTS))
        if self.has_pawn:
            pieces["pawn"] = self.piece("P", "fmWfcF")
        return pieces

    def piece(self, letter: str, movement: str) -> Data:
        value = {"value": self.random.randint(1, 9)} if self.sometimes(0.5) else {}
        return {"letter": letter, "movement": movement, "names": WORDS, **value}

    def royal(self) -> Data:
        if self.sometimes(0.1):
            return {"pieces": [], "parry": False}
        kinds = ["king", *self.some(self.kinds, 1)] if self.sometimes(0.1) else ["king"]
        parry = self.sometimes(0.75)
        return {"pieces": kinds, "parry": parry, "give_check": not (parry and self.sometimes(0.1))}

    def goal(self, royal: Data) -> Data:
        goals = ["piece-reaches", "extinction", "lose-all"]
        if royal["pieces"]:
            goals += ["royal-reaches", "bare-royal"]
            goals += ["checks"] if royal["parry"] else ["capture-royal"] * 3
        win = ["checkmate"] if royal["parry"] else []
        win += self.some(goals, 2) if not win or self.sometimes(0.5) else []
        return {
            "win": sorted(set(win)),
            "checks": self.random.randint(1, 4),
            "region": self.some(self.squares(), 4) if "royal-reaches" in win else [],
            "last_move": "royal-reaches" in win and self.sometimes(0.5),
            "last_move_only_to_level": royal["parry"] and "royal-reaches" in win and self.sometimes(0.5),
            "runners": self.some([*self.kinds, *(["pawn"] if self.has_pawn else [])], 2)
            if "piece-reaches" in win
            else [],
            "runner_region": self.some(self.squares(), 4) if "piece-reaches" in win and self.sometimes(0.4) else [],
            "extinct": self.some(self.kinds, 2) if "extinction" in win and self.sometimes(0.7) else [],
            "stalemate": self.one(["draw", "loss", "win"]),
        }

    def dice(self, royal: Data) -> Data:
        if royal["parry"] or self.sometimes(0.6):
            return {"mode": "none"}
        kinds = ["king", *self.kinds, *(["pawn"] if self.has_pawn else [])]
        return {"mode": "kinds", "faces": [self.one(kinds) for _ in range(6)]}

    def turn(self, sheet: Data) -> Data:
        if sheet["dice"]["mode"] != "none" or sheet["goal"]["last_move"]:
            return {}
        return {
            "moves": self.one([2, "1-2", "progressive"]) if self.sometimes() else 1,
            "check_ends_turn": self.sometimes(0.6),
            "passing": self.one(["allowed", "when-stalemated"]) if self.sometimes() else "never",
        }

    def capture(self) -> Data:
        kinds = [*self.kinds, *(["pawn"] if self.has_pawn else [])]
        return {
            "mandatory": self.sometimes(0.15),
            "own": self.sometimes(0.15),
            "explosion": self.sometimes(0.15),
            "blast_proof": self.some(kinds, 2),
            "hand": self.sometimes(0.2),
            "no_drop_ranks": {self.one(kinds): self.some(range(1, self.ranks + 1), 3)} if self.sometimes(0.5) else {},
        }

    def pawn(self) -> Data:
        if not self.has_pawn:
            return {"piece": "", "double_step_ranks": [], "en_passant": False}
        answered = self.some([2, 3], 2) if self.sometimes() else None
        doubles = [2] if self.sometimes(0.6) else sorted(self.some(range(1, self.ranks - 1), 4))
        return {
            "double_step_ranks": doubles,
            "en_passant": self.rarely_not(),
            "sideways": self.sometimes(0.15),
            **({"en_passant_ranks": answered} if answered else {}),
        }

    def promotion(self, sheet: Data) -> Data:
        rules: Data = {}
        if self.has_pawn:
            into = self.some(self.kinds, 4)
            if not sheet["royal"]["parry"] and self.sometimes():
                into.append("king")
            zone = {"ranks": [self.ranks - 1, self.ranks]} if self.sometimes(0.2) else {}
            rules["pawn"] = {"into": into, "demotes": self.rarely_not(), **zone}
        royals = sheet["royal"]["pieces"]
        if self.sometimes() and (able := [kind for kind in self.kinds if kind not in royals]):
            name = self.one(able)
            into = [kind for kind in able if kind != name][:2]
            zone = {"ranks": self.some(range(2, self.ranks + 1), 3)} if self.sometimes(0.5) else {}
            condition = {"without": self.one(into)} if into and self.sometimes() else {}
            if into:
                optional = self.sometimes(0.7)
                rules[name] = {"into": into, "optional": optional, "demotes": False, **zone, **condition}
        return rules

    def castling(self, royal: Data) -> Data:
        if self.files < 6 or royal["pieces"] != ["king"] or self.sometimes(0.4):
            return {"mode": "off"}
        mode = self.one(["classic", "960"])
        low = self.random.randint(1, self.files - 3)
        files = ["abcdefgh"[low], "abcdefgh"[self.random.randint(low, self.files - 2)]]
        return {"mode": mode, "partner": self.one(self.kinds), **({"files": files} if mode == "960" else {})}

    def start(self, sheet: Data) -> Data:
        row = [self.one(LETTERS[: len(self.kinds)]) for _ in range(self.files)]
        king = self.random.randrange(1, self.files - 1)
        row[king] = "K"
        castles = sheet["castling"]["mode"] != "off"
        if castles:
            partner = sheet["pieces"][sheet["castling"]["partner"]]["letter"]
            row[0] = row[-1] = partner
            if sheet["castling"]["mode"] == "classic":
                row[self.files // 2] = "K"
                row[king] = row[king] if king == self.files // 2 else LETTERS[0]
        other = "P" if self.has_pawn else self.one(LETTERS[: len(self.kinds)])
        second = [other if self.sometimes(0.85) else "." for _ in range(self.files)]
        setup = not castles and not sheet["capture"]["hand"] and self.sometimes(0.12)
        shuffle = not setup and self.sometimes(0.1)
        ranks = [row if not setup else ["."] * self.files, second, *[["."] * self.files] * (self.ranks - 4)]
        rows = [[sign.lower() for sign in rank] for rank in ranks[:2]] + ranks[2:] + [ranks[1], ranks[0]]
        placement = "/".join(_packed("".join(rank)) for rank in rows)
        if setup:
            placement += f"[{''.join(row)}{''.join(row).lower()}]"
        turn = "w" if self.rarely_not() else "b"
        start: Data = {"fen": f"{placement} {turn} {'KQkq' if castles else '-'} - 0 1"}
        if setup:
            start |= {"setup": True, "setup_ranks": [1, 2]}
        if shuffle:
            start |= {"shuffle": "free", "mirrored": self.sometimes(0.5)}
        return start

    def draws(self, sheet: Data) -> Data:
        plain = (
            sheet["goal"]["win"] == ["checkmate"] and not sheet["capture"]["hand"] and not sheet["start"].get("setup")
        )
        levels = ["listed", "dead-position", "cannot-force", "off"] if plain else ["off"]
        return {
            "insufficient_material": self.one(levels),
            "repetition": {"count": self.random.randint(2, 4), "mode": "automatic"},
            "move_limit": {"moves": self.random.randint(5, 50), "mode": "automatic"},
        }


def _packed(row: str) -> str:
    """A row of a FEN."""
    for length in range(8, 0, -1):
        row = row.replace("." * length, str(length))
    return row
