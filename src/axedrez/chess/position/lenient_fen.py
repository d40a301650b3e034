"""Lenient reading of positions from other programs: harmless faults in the text are repaired and reported.

All position texts are read here (`ChessRules.read`); positions are always written as `fen` does.
"""

from __future__ import annotations

import re

from axedrez.chess.position import fen
from axedrez.chess.position.rules import ChessRules, State
from axedrez.chess.position.san import plain
from axedrez.chess.position.setup import to_state
from axedrez.chess.sheet import geometry
from axedrez.core.errors import TextError

_CHECKS = re.compile(r"\+?[0-9]\+[0-9]")
_COUNTED = re.compile("([0-9]{1,2})([A-Za-z])")
_MISSING = ("w", "-", "-", "0", "1")
_MAX_MENDED = 24  # more than there are rights, squares and counters


def read(text: str, game: ChessRules) -> tuple[State, tuple[TextError, ...]]:
    """The kernel's row of a text, and the parts of the text that were ignored. Raises `TextError`."""
    try:
        return to_state(fen.parse(text, game), game), ()
    except TextError as fault:
        fields = _fields(text) if len(text) <= fen.MAX_LENGTH else []
        if not fields:
            raise fault from None
    ignored: list[TextError] = []
    for _ in range(_MAX_MENDED):
        try:
            return to_state(fen.parse(" ".join(fields), game), game), tuple(ignored)
        except TextError as fault:
            if not _mend(fields, fault, game, ignored):
                raise
    raise TextError("fen_fields", count=len(fields), limit=fen.MAX_LENGTH)


def _fields(text: str) -> list[str]:
    """The fields, with single spaces and those that are missing; whatever the rulebook adds comes last as it came."""
    if not any(sign.isspace() for sign in text):
        text = text.replace("_", " ")
    fields = plain(text).split()
    extras = [field for field in fields if "=" in field or _CHECKS.fullmatch(field)]
    fields = [field for field in fields if field not in extras]
    if not fields or "/" not in fields[0] or len(fields) > 1 + len(_MISSING):
        return []
    fields += _MISSING[len(fields) - 1 :]
    board, bracket, hand = fields[0].replace("[-]", "[]").partition("[")
    # Some programs count the pieces of a kind: `[N3P]`.
    fields[0] = board + bracket + _COUNTED.sub(lambda found: found[2] * int(found[1]), hand)
    fields[1], fields[3] = fields[1].lower(), fields[3].lower()
    fields[4:6] = (default if field == "-" else field for field, default in zip(fields[4:6], ("0", "1"), strict=True))
    checks = [field for field in extras if "=" not in field]
    given = [field for field in checks if field.startswith("+")]
    left = [field for field in checks if field not in given]
    return [*fields[:4], *left, *fields[4:], *given, *(field for field in extras if "=" in field)]


def _mend(fields: list[str], fault: TextError, game: ChessRules, ignored: list[TextError]) -> bool:
    """Remove the part that a fault names, if the position is the same without it."""
    match fault.reason:
        case "fen_castling":
            return _rights(fields, game, ignored)
        case "position_castling":
            right = str(fault.details["right"])
            ignored.append(TextError("fen_right_dropped", right=right))
            fields[2] = fields[2].replace(right, "") or "-"
            return True
        case "position_en_passant":
            ignored.append(TextError("fen_passant_dropped", square=fields[3]))
            fields[3] = "-"
            return True
        case "fen_counter":
            last = max(index for index, field in enumerate(fields) if field.isdigit() or index < 5)
            if not fields[last].strip("0"):
                ignored.append(TextError("fen_number_one", value=fields[last][:20]))
                fields[last] = "1"
                return True
        case "fen_no_hand":
            if fields[0].endswith("[]"):
                fields[0] = fields[0].removesuffix("[]")
                return True
    return False


def _rights(fields: list[str], game: ChessRules, ignored: list[TextError]) -> bool:
    """Castling rights in any order, and with the files of the rooks where the rulebook knows only two rooks."""
    written = "" if fields[2] == "-" else fields[2]
    if len(written) > 16 or not re.fullmatch("[KQkqA-Ha-h]+", written):
        return False
    known = {}
    for right, castling in game.castlings.items():
        file = geometry.FILES[castling.rook_from & 7]
        known[file.upper() if right.isupper() else file] = right
    found: set[str] = set()
    for sign in written:
        if sign in "KQkq" or game.sheet.castling.mode == "960":
            found.add(sign)
        elif sign in known:
            found.add(known[sign])
        elif not any(fault.details.get("right") == sign for fault in ignored):
            ignored.append(TextError("fen_right_dropped", right=sign))
    fields[2] = "".join(sign for sign in "KQABCDEFGHkqabcdefgh" if sign in found) or "-"
    return fields[2] != written
