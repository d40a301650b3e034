"""SAN, the notation for people, with the piece letters of English or Spanish; tolerant reading, exact writing."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from axedrez.chess import refusals
from axedrez.chess.geometry import FILES, square_name, square_number, squares
from axedrez.chess.kernel import layout
from axedrez.chess.moves import PASS_TEXT, ChessMove
from axedrez.core.errors import IllegalMove, TextError

if TYPE_CHECKING:
    from axedrez.chess.game import ChessGame
    from axedrez.chess.position import ChessPosition

MAX_LENGTH = 40
_TYPES = int(layout.TYPES)
_MOVE = re.compile(
    r"(?P<piece>[A-Z])?(?P<file>[a-h])?(?P<rank>[1-8])?(?P<how>[x:-])?(?P<target>[a-h][1-8])"
    r"(?:[=/]?\(?(?P<becomes>[A-Z])\)?)?"
)
_DROP = re.compile(r"(?P<piece>[A-Z])?@(?P<target>[a-h][1-8])")
_PASSING = re.compile(r"--|0000|(?i:pass|pasa)")
PASS = "--"
_CASTLING = re.compile(r"(?P<mark>[O0])-(?P=mark)(?P<long>-(?P=mark))?")
_REMARKS = re.compile(r"\s*(e\.?p\.?)?\s*(\+\+?|#)?\s*(e\.?p\.?)?\s*[!?]{0,2}")


def letters(game: ChessGame, lang: str) -> dict[str, str]:
    """The letter of each kind of piece in `lang` (`es` or `en`), by its letter in FEN."""
    return game.spanish if lang == "es" else game.english


def write(position: ChessPosition, move: ChessMove, lang: str = "en") -> str:
    """A legal move in SAN, no longer than needed to tell it from the others; a drop is `N@f3`, a pass `--`."""
    piece, way, becomes, sign = _parts(position, move)
    written = letters(position.game, lang)
    promotion = f"={written[becomes]}" if becomes else ""
    return f"{written[piece] if piece else ''}{way}{promotion}{sign}"


@lru_cache(maxsize=64)  # one language after another is asked for
def _parts(position: ChessPosition, move: ChessMove) -> tuple[str, str, str, str]:
    """The letter of the piece, the way it goes, what it becomes, and check or mate; letters as in FEN, or nothing."""
    after = position.play_unchecked(move)
    sign = ("+" if after.legal_moves() or after.is_chance() else "#") if after.checkers() else ""
    if move.passes:
        return "", PASS, "", sign
    if move.castles:
        return "", "O-O" if move.target > move.origin else "O-O-O", "", sign
    name, becomes = square_name(move.target), move.becomes.upper()
    if move.drops:
        return move.drops, f"@{name}", "", sign
    letter = _letter_at(position, move.origin)
    if letter == _pawn(position.game):
        if not (move.origin ^ move.target) >> 3:  # to the side
            return "", f"{square_name(move.origin)}{name}", becomes, sign
        captures = f"{FILES[move.origin & 7]}x" if (move.origin ^ move.target) & 7 else ""
        return "", f"{captures}{name}", becomes, sign
    captures = "x" if int(position.state[0] | position.state[1]) >> move.target & 1 else ""
    return letter, f"{_origin(position, move, letter)}{captures}{name}", becomes, sign


def _origin(position: ChessPosition, move: ChessMove, letter: str) -> str:
    """What tells the piece from its fellows: nothing, the file, the rank or both, the first that is enough."""
    others = {
        other.origin
        for other in position.legal_moves()
        if other.target == move.target and other.origin != move.origin and not other.special
    }
    others = {origin for origin in others if _letter_at(position, origin) == letter}
    name = square_name(move.origin)
    if not others:
        return ""
    if all((origin ^ move.origin) & 7 for origin in others):
        return name[0]
    if all((origin ^ move.origin) >> 3 for origin in others):
        return name[1]
    return name


def parse(position: ChessPosition, text: str, lang: str = "en") -> ChessMove:
    """The legal move that a SAN text in the letters of `lang` means.

    Missing or needless `x`, `+`, `=` and origins are forgiven. Raises `IllegalMove` for a move that the rules refuse
    or that could be several, `TextError` for what is no move in that language.
    """
    unreadable = TextError("move_text", value=text[:MAX_LENGTH])
    if len(text) > MAX_LENGTH:
        raise unreadable
    text = text.strip()
    castling, drop, passing = (form.match(text) for form in (_CASTLING, _DROP, _PASSING))
    match = castling or drop or passing or _MOVE.match(text)
    if match is None or not _REMARKS.fullmatch(text, match.end()):
        raise unreadable
    if castling:
        return _castling(position, bool(castling["long"]))
    if passing:
        return _exactly(position, PASS_TEXT)
    game = position.game
    kinds = {written: letter for letter, written in letters(game, lang).items()}
    if drop:
        dropped = kinds.get(drop["piece"]) if drop["piece"] else _pawn(game)
        if not dropped or not game.board >> square_number(drop["target"]) & 1:
            raise unreadable
        return _exactly(position, f"{dropped}@{drop['target']}")
    letter = kinds.get(match["piece"]) if match["piece"] else _pawn(game)
    becomes = kinds.get(match["becomes"]) if match["becomes"] else ""
    target = square_number(match["target"])
    if not letter or becomes is None or not game.board >> target & 1:
        raise unreadable

    def meant(origin: int) -> bool:
        name = square_name(origin)
        return (match["file"] or name[0]) == name[0] and (match["rank"] or name[1]) == name[1]

    own = int(position.state[_TYPES + game.types[letter]] & position.state[int(position.side)])
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
    raise _refusal(position, origins, target, letter, becomes, found)


def _exactly(position: ChessPosition, uci: str) -> ChessMove:
    """The legal move of this text, or why it is none."""
    for move in position.legal_moves():
        if move.uci == uci:
            return move
    raise refusals.explain(position, uci)


def _castling(position: ChessPosition, long: bool) -> ChessMove:
    """Castling (T-6: it is a move of the king), or why it cannot be done."""
    for move in position.legal_moves():
        if move.castles and (move.target < move.origin) == long:
            return move
    raise refusals.castling(position, long)


def _refusal(
    position: ChessPosition, origins: list[int], target: int, letter: str, becomes: str, legal: list[ChessMove]
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
        return refusals.explain(position, f"{square_name(origin)}{square}{becomes.lower()}")
    return IllegalMove("piece_cannot", clause=clause, piece=letter, square=square)


def _letter_at(position: ChessPosition, square: int) -> str:
    """The kind of the piece on an occupied square."""
    return position.game.piece_at(position.state.tolist(), square).upper()


def _pawn(game: ChessGame) -> str:
    """The letter that is not written: the pawn's; nothing in a game without pawns."""
    return game.sheet.pieces[game.sheet.pawn.piece].letter if game.sheet.pawn.piece else ""
