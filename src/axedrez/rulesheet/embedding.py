"""The rules of a game inside its file, in tags (or headers) `RulesHash`, `RulesSheet1`, `RulesSheet2` and so on.

A file names a rulebook, which its reader may not have, or have with other rules. So the hash of the sheet stands beside
the name and, where the name alone would not give that sheet, the sheet itself: what it says beyond the defaults as
JSON, deflated, in the letters of base64url. It is resolved: a parent that says something else one day changes nothing.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from axedrez.core.contract import Game
from axedrez.core.errors import AxedrezError, SheetError, TextError
from axedrez.rulesheet.limits import MAX_BYTES, check_data
from axedrez.rulesheet.writing import to_data

HASH = "RulesHash"
PIECE = "RulesSheet"
MAX_PIECE_LENGTH = 230  # letters of a piece: a string of PGN, and a line of it, have at most 255
_TAG = re.compile(rf"{HASH}|{PIECE}[1-9][0-9]{{0,3}}", re.ASCII)
_WHOLE = re.compile("[0-9a-f]{64}", re.ASCII)


def is_tag(name: str) -> bool:
    """Whether a tag is one of these."""
    return _TAG.fullmatch(name) is not None


def tags(game: Game, named: Callable[[], Game]) -> dict[str, str]:
    """What a file says of the rules, by tag; `named` gives what readers find by all that it says elsewhere."""
    given = {HASH: game.hash}
    try:
        known = named().hash == game.hash
    except AxedrezError:
        known = False
    if not known:
        given |= {f"{PIECE}{number}": piece for number, piece in enumerate(_pieces(packed(game.sheet)), start=1)}
    return given


def rules(
    given: Mapping[str, str], named: Callable[[], Game], find: Callable[[str], Game], build: Callable[[str], Game]
) -> Game:
    """The game that a file tells: the one that is `named` if it has the hash, else the file's own sheet.

    `build` makes a game of a packed sheet. Where the file has none, `find` may know the hash; if it does not, the game
    is the one that is named. Raises `TextError` for a sheet that is damaged or has another hash, or like `named`.
    """
    wanted = given.get(HASH, "")
    text = "".join(given.get(f"{PIECE}{number}", "") for number in range(1, len(given) + 1))
    refusal, plain = None, None
    try:
        plain = named()
    except AxedrezError as fault:
        refusal = fault
    if plain is not None and plain.hash == wanted:
        return plain
    if text:
        return _checked(text, wanted, build)
    if _WHOLE.fullmatch(wanted):
        try:
            return find(wanted)
        except AxedrezError:
            pass
    if plain is None:
        assert refusal is not None
        raise refusal
    return plain


def _checked(text: str, wanted: str, build: Callable[[str], Game]) -> Game:
    try:
        game = build(text)
    except SheetError:
        raise TextError("file_sheet") from None
    if game.hash != wanted:
        raise TextError("file_sheet")
    return game


def packed(sheet: msgspec.Struct) -> str:
    """A sheet in letters."""
    deflate = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    body = deflate.compress(msgspec.json.encode(to_data(sheet))) + deflate.flush()
    return base64.urlsafe_b64encode(body).decode().rstrip("=")


def unpacked(text: str) -> dict[str, Any]:
    """The sheet of such letters, as data that nobody has checked. Raises `TextError`."""
    try:
        body = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        # One byte more than there may be tells what is too long.
        plain = zlib.decompressobj(wbits=-zlib.MAX_WBITS).decompress(body, MAX_BYTES + 1)
        if len(plain) <= MAX_BYTES:
            return check_data(msgspec.json.decode(plain, type=dict[str, Any]), HASH)
    except (binascii.Error, ValueError, zlib.error, RecursionError):  # msgspec's faults are values that are none
        pass
    raise TextError("file_sheet")


def _pieces(text: str) -> Iterator[str]:
    return (text[begin : begin + MAX_PIECE_LENGTH] for begin in range(0, len(text), MAX_PIECE_LENGTH))
