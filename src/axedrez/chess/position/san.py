"""SAN, the notation for people, with the piece letters of English or Spanish; tolerant reading, exact writing."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from axedrez.chess.kernel import layout
from axedrez.chess.position import refusals, results
from axedrez.chess.position.base_position import BasePosition
from axedrez.chess.position.moves import PASS_TEXT, ChessMove
from axedrez.chess.position.results import Result
from axedrez.chess.position.rules import ChessRules
from axedrez.chess.sheet.geometry import FILES, square_name, square_number, squares
from axedrez.core.errors import IllegalMove, TextError

MAX_LENGTH = 40
_TYPES = int(layout.TYPES)
_MOVE = re.compile(
    r"(?P<piece>[A-Z♔-♟])?(?P<file>[a-h])?(?P<rank>[1-8])?(?P<how>[x:-])?(?P<target>[a-h][1-8])"
    r"(?:[=/]\(?(?P<told>[A-Za-z♔-♟])\)?|\(?(?P<upper>[A-Z♔-♟])\)?|(?P<lower>[qrbn])(?![a-z]))?"
)
_DROP = re.compile(r"(?P<piece>[A-Z♔-♟])?@(?P<target>[a-h][1-8])")
_PASSING = re.compile(r"--|0000|(?i:pass|pasa)")
PASS = "--"
_CASTLING = re.compile(r"(?P<mark>[Oo0])-?(?P=mark)(?P<long>-?(?P=mark))?(?![0-9])")
SHORT = "(?:a[x:]?b|b[x:]?[ac]|c[x:]?[bd]|d[x:]?[ce]|e[x:]?[df]|f[x:]?[eg]|g[x:]?[fh]|h[x:]?g)"
_SHORT = re.compile(rf"(?P<files>{SHORT})(?:=?\(?(?P<becomes>[A-Z♔-♟])\)?)?")
_REMARKS = re.compile(
    r"\s*+(?:(?:e\.?\s?p\.?|\++|#|(?:(?:dbl|double|disc?)[.\s]*+)?(?:ch(?:eck)?\.?|(?:check)?mate))\s*+)*+[!?]{0,3}\s*+"
)
_FIGURINES = {**dict(zip("♔♕♖♗♘♙", "KQRBNP", strict=True)), **dict(zip("♚♛♜♝♞♟", "KQRBNP", strict=True))}
_PLAIN = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–—―−－", "-"),
        **dict.fromkeys("×✕хХ", "x"),  # the sign of multiplication, and the Cyrillic letter
        **dict.fromkeys("ОоΟ", "O"),
        **dict.fromkeys("†‡", "+"),
        "＋": "+",
        "＝": "=",
        "＃": "#",
        "\ufe0e": None,
        "\ufe0f": None,
    }
)


def plain(text: str) -> str:
    """A text with plain signs for those that look like them."""
    return text.translate(_PLAIN)


def letters(game: ChessRules, lang: str) -> dict[str, str]:
    """The letter of each kind of piece in `lang` (`es` or `en`), by its letter in FEN."""
    return game.spanish if lang == "es" else game.english


class Spelling(NamedTuple):
    """A move as it is written: the letter of the piece, its way, what it becomes, and the sign; letters as in FEN."""

    piece: str
    way: str
    becomes: str
    sign: str

    def text(self, letters: Mapping[str, str]) -> str:
        """The SAN in the letters of a language."""
        piece, becomes = self.piece and letters[self.piece], self.becomes and f"={letters[self.becomes]}"
        return f"{piece}{self.way}{becomes}{self.sign}"


def write(position: BasePosition, move: ChessMove, lang: str = "en") -> str:
    """A legal move in SAN, no longer than needed to tell it from the others; a drop is `N@f3`, a pass `--`."""
    found = results.of(position, [move, *rivals(position, move)])
    return spellings(position, found)[0].text(letters(position.game, lang))


def rivals(position: BasePosition, move: ChessMove) -> list[ChessMove]:
    """The other moves to the same square, from which notation must tell a move."""
    target = move.target
    return [other for other in position.legal_moves() if other.target == target and other is not move]


def spellings(position: BasePosition, found: Sequence[Result]) -> list[Spelling]:
    """How moves are written; `found` holds their rivals too."""
    origins: dict[tuple[int, str], set[int]] = {}
    for move, letter, _, _ in found:
        if not move.special:
            origins.setdefault((move.target, letter), set()).add(move.origin)
    pawn, occupied = _pawn(position.game), int(position.raw[0] | position.raw[1])
    written = []
    for move, letter, sign, _ in found:
        name, becomes = square_name(move.target), move.becomes.upper()
        if move.passes:
            spelling = Spelling("", PASS, "", sign)
        elif move.castles:
            spelling = Spelling("", "O-O" if move.target > move.origin else "O-O-O", "", sign)
        elif move.drops:
            spelling = Spelling(move.drops, f"@{name}", "", sign)
        elif letter == pawn:
            spelling = Spelling("", _pawn_way(move, name), becomes, sign)
        else:
            fellows = origins[move.target, letter]
            origin = _origin(move.origin, fellows) if len(fellows) > 1 else ""
            captures = "x" if occupied >> move.target & 1 else ""
            spelling = Spelling(letter, f"{origin}{captures}{name}", becomes, sign)
        written.append(spelling)
    return written


def _pawn_way(move: ChessMove, name: str) -> str:
    if not (move.origin ^ move.target) >> 3:  # to the side
        return f"{square_name(move.origin)}{name}"
    return f"{FILES[move.origin & 7]}x{name}" if (move.origin ^ move.target) & 7 else name


def _origin(square: int, fellows: set[int]) -> str:
    """What tells a piece from its fellows: the file, the rank or both, the first that is enough."""
    name, others = square_name(square), fellows - {square}
    if all((other ^ square) & 7 for other in others):
        return name[0]
    if all((other ^ square) >> 3 for other in others):
        return name[1]
    return name


def parse(position: BasePosition, text: str, lang: str = "en", kinds: Mapping[str, str] | None = None) -> ChessMove:
    """The legal move that a SAN text in the letters of `lang` means, or where given in those of `kinds`.

    Missing or needless `x`, `+`, `=` and origins are forgiven, figurines and long forms are read. `kinds` gives the
    letters of FEN by the written ones. Raises `IllegalMove` for a move that the rules refuse or that could be several,
    `TextError` for what is no move in that language.
    """
    unreadable = TextError("move_text", value=text[:MAX_LENGTH])
    if len(text) > MAX_LENGTH:
        raise unreadable
    text = plain(text).strip()
    castling, drop, passing = (form.match(text) for form in (_CASTLING, _DROP, _PASSING))
    match = passing or castling or drop or _MOVE.match(text)
    game = position.game
    if kinds is None:
        kinds = {written: letter for letter, written in letters(game, lang).items()}
    if match is None or not _REMARKS.fullmatch(text, match.end()):
        if (short := _SHORT.match(text)) and _REMARKS.fullmatch(text, short.end()):
            return _short(position, short, _kind(short["becomes"], kinds, game) or "", unreadable)
        raise unreadable
    if passing:
        return _exactly(position, PASS_TEXT)
    if castling:
        return _castling(position, bool(castling["long"]))
    if drop:
        dropped = _kind(drop["piece"], kinds, game) if drop["piece"] else _pawn(game)
        if not dropped or not game.board >> square_number(drop["target"]) & 1:
            raise unreadable
        return _exactly(position, f"{dropped}@{drop['target']}")
    letter = _kind(match["piece"], kinds, game) if match["piece"] else _pawn(game)
    promoted = match["told"] or match["upper"] or match["lower"]
    becomes = _kind(promoted.upper(), kinds, game) if promoted else ""
    target = square_number(match["target"])
    if not letter or becomes is None or not game.board >> target & 1:
        raise unreadable

    def meant(origin: int) -> bool:
        name = square_name(origin)
        return (match["file"] or name[0]) == name[0] and (match["rank"] or name[1]) == name[1]

    own = int(position.raw[int(position.side)])
    if match["piece"] or not (match["file"] and match["rank"]):  # `c1-b2` says all by itself
        own &= int(position.raw[_TYPES + game.types[letter]])
    origins = [origin for origin in squares(own) if meant(origin)]
    steps = [move for move in position.legal_moves() if move.target == target and not move.special]
    found = [move for move in steps if move.origin in origins]
    exact = [move for move in found if move.becomes.upper() == becomes]
    if letter == _pawn(game) and not match["rank"]:
        # A step to the side is written with its origin.
        exact = [move for move in exact if (move.origin ^ move.target) >> 3] or exact
    if len(exact) == 1:
        return exact[0]
    if exact:
        names = ", ".join(square_name(move.origin) for move in exact)
        raise IllegalMove("move_ambiguous", square=match["target"], origins=names)
    if (letter in game.royals or not match["piece"]) and match["file"] and match["rank"]:
        for move in position.legal_moves():
            if move.castles and move.origin in origins and move.target == target:
                return move
    raise _refusal(position, origins, target, letter, becomes, found)


def _kind(written: str | None, kinds: Mapping[str, str], game: ChessRules) -> str | None:
    """The letter in FEN of a piece as it is written: by a letter, or by a figure."""
    if written in _FIGURINES:
        return _FIGURINES[written] if _FIGURINES[written] in game.pieces else None
    return kinds.get(written or "")


def _short(position: BasePosition, match: re.Match[str], becomes: str, unreadable: TextError) -> ChessMove:
    """A capture of the pawn by its files alone: `exd`, `ed`."""
    pawn = position.game.types.get(_pawn(position.game))
    own = int(position.raw[_TYPES + pawn]) if pawn else 0
    files = match["files"]
    found = [
        move
        for move in position.legal_moves()
        if not move.special
        and own >> move.origin & 1
        and FILES[move.origin & 7] + FILES[move.target & 7] == files[0] + files[-1]
        and move.becomes.upper() == becomes
    ]
    if len(found) != 1:
        raise unreadable
    return found[0]


def _exactly(position: BasePosition, uci: str) -> ChessMove:
    """The legal move of this text, or why it is none."""
    for move in position.legal_moves():
        if move.uci == uci:
            return move
    raise refusals.explain(position, uci)


def _castling(position: BasePosition, long: bool) -> ChessMove:
    """Castling (T-6: it is a move of the king), or why it cannot be done."""
    for move in position.legal_moves():
        if move.castles and (move.target < move.origin) == long:
            return move
    raise refusals.castling(position, long)


def _refusal(
    position: BasePosition, origins: list[int], target: int, letter: str, becomes: str, legal: list[ChessMove]
) -> IllegalMove:
    """Why none of the pieces at `origins` goes to `target`; `legal` are their moves there with another promotion."""
    clause = position.game.pieces[letter].clause
    square = square_name(target)
    if not origins:
        return IllegalMove("no_such_piece", clause=position.game.clause("own_piece"), piece=letter, square=square)
    reaching = {move.origin for move in legal}
    reaching = reaching or {
        move.origin for move in refusals.pseudo_legal(position) if move.target == target and not move.special
    }
    candidates = [origin for origin in origins if origin in reaching]
    if candidates or len(origins) == 1:
        origin = (candidates or origins)[0]
        for move in position.legal_moves():
            if move.castles and (move.origin, move.target) == (origin, target):
                castling = "O-O" if target > origin else "O-O-O"
                return IllegalMove("write_castling", clause=position.game.sheet.castling.clause, castling=castling)
        return refusals.explain(position, f"{square_name(origin)}{square}{becomes.lower()}")
    return IllegalMove("piece_cannot", clause=clause, piece=letter, square=square)


def _pawn(game: ChessRules) -> str:
    """The letter that is not written: the pawn's; nothing in a game without pawns."""
    return game.sheet.pieces[game.sheet.pawn.piece].letter if game.sheet.pawn.piece else ""
