"""What a single word of PGN move text is: programs and people have written them in many ways."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from axedrez.chess.position.san import SHORT
from axedrez.chess.position.san import plain as plain_text
from axedrez.core import nags

WordKind = Literal["move", "null", "nag", "remark", "strange"]


class Word(NamedTuple):
    """A word: what it is, what it says, and the annotations that are stuck to it, as numbers."""

    kind: WordKind
    text: str
    nags: tuple[str, ...] = ()


SUFFIXES = {nags.SIGNS[nag]: str(nag) for nag in nags.SUFFIXES} | {"!!!": "3", "???": "4"}
"""The suffixes of moves and the numeric annotations they stand for."""

SYMBOLS = {
    **{sign: str(nag) for nag, sign in nags.SIGNS.items() if nag not in nags.SUFFIXES},
    "==": "10",
    "~": "13",
    **dict.fromkeys(("+/=", "⩲"), "14"),
    **dict.fromkeys(("=/+", "⩱"), "15"),
    "+/-": "16",
    "-/+": "17",
    "+--": "18",
    "--+": "19",
    "=/∞": "44",
    "⇄": "132",
    "Δ": "140",
    "TN": "146",
}
"""The signs of chess books and the numeric annotations they stand for."""

_NULL = frozenset(("--", "Z0", "z0", "0000", "@@@@", "null", "<>"))
_REMARK = re.compile(
    r"(?:[+#x]+|e?p|(?:dbl|double|dis|disc|disco)?-?(?:ch|check|mate|checkmate|m)?|jaque|mat|matt|schach|scacco)", re.I
)
_MOVE = re.compile(
    rf"[^a-h]{{0,2}}?[a-h]?[1-8]?[x:-]?[a-h][1-8]|[Oo0]-?[Oo0](?:-?[Oo0])?(?![a-z])|[PNBRQKpnbrqk]?@[a-h][1-8]|"
    rf"{SHORT}(?![a-z])|pass\b|pasa\b"
)
_STUCK = re.compile(
    rf"(?<=[1-8QRBNKOo0+#])({'|'.join(re.escape(s) for s in sorted(SYMBOLS, key=len, reverse=True) if len(s) < 5)})$"
)
_PIECE = re.compile(r"[KQRBN♔-♟].*[a-h][1-8][+#]?N$")


def word(text: str) -> Word:
    """What a word is; `text` of a move is in plain signs."""
    plain = plain_text(text)
    if plain in _NULL:
        return Word("null", plain)
    if text in SYMBOLS or plain in SYMBOLS:
        return Word("nag", SYMBOLS.get(text) or SYMBOLS[plain])
    nags: tuple[str, ...] = ()
    stuck = _STUCK.search(plain)
    # A promotion may be written e8N, and a plus may be a check.
    if stuck and (stuck[1] not in ("N", "D", "TN") or _PIECE.match(plain)) and _MOVE.match(plain[: stuck.start()]):
        nags, plain = (SYMBOLS[stuck[1]],), plain[: stuck.start()]
    if _MOVE.match(plain):
        return Word("move", plain, nags)
    return Word("remark" if _REMARK.fullmatch(plain) else "strange", plain)
