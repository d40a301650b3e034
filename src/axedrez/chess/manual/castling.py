"""Castling in words (C-14, T-6, M-10)."""

from __future__ import annotations

from collections.abc import Iterator

from axedrez.chess import geometry
from axedrez.chess.kernel.compile import Castling
from axedrez.chess.manual.figures import Figures
from axedrez.chess.manual.grammar import Speech
from axedrez.core.manual import Item
from axedrez.core.sides import Side


def castling(speech: Speech, figures: Figures) -> Iterator[Item]:
    """What castling is, what it needs, what ends it; or that there is none."""
    rules = speech.sheet.castling
    clause = speech.game.clause("castling") or rules.clause
    if not can_castle(speech):
        yield speech.item(speech.sentence("castling.none"), clause=clause)
        return
    anywhere = rules.mode == "960"
    last_file = geometry.FILES[speech.sheet.board.files - 1]
    sentences = [_to_files(speech) if anywhere else _places(speech)]
    if not anywhere and speech.sheet.start.shuffle != "none":
        sentences.append(speech.sentence("castling.shuffled"))
    scenes = figures.castlings()
    figure = scenes[0].figure(speech.sentence("castling.before")) if scenes else None
    yield speech.item(*sentences, clause=clause, figure=figure)
    needs = [speech.sentence("castling.needs_960" if anywhere else "castling.needs")]
    needs.append(speech.sentence("castling.safe" if speech.checks else "castling.unsafe"))
    lost = [speech.sentence("castling.lost")]
    if speech.sheet.capture.hand:
        lost.append(speech.sentence("castling.lost_hand"))
    yield speech.item(*needs, *lost, clause=clause)
    key = "castling.king_move_960" if anywhere else "castling.king_move"
    yield speech.item(speech.sentence(key, last_file=last_file), clause=clause)
    for scene in scenes[1:]:
        san = scene.san(speech.lang)
        text, caption = (speech.sentence(key, san=san) for key in ("castling.result", "castling.after"))
        yield speech.item(text, clause=clause, figure=scene.figure(caption))


def can_castle(speech: Speech) -> bool:
    """Whether anybody has a right to castle at the start."""
    return speech.sheet.castling.mode != "off" and bool(speech.game.begin.rights)


def _places(speech: Speech) -> str:
    """Castling from fixed squares."""
    sides = []
    for side, key in ((Side.WHITE, "castling.white"), (Side.BLACK, "castling.black")):
        entries = [
            _entry(speech, right, castling)
            for right, castling in speech.game.castlings.items()
            if castling.side == side
        ]
        if entries:
            sides.append(speech.say(key, list=speech.listing(entries, "or")))
    return speech.sentence("castling", list=". ".join(sides))


def _entry(speech: Speech, right: str, castling: Castling) -> str:
    squares = {field: geometry.square_name(getattr(castling, field)) for field in ("king_from", "king_to")}
    squares |= {
        "partner_from": geometry.square_name(castling.rook_from),
        "partner_to": geometry.square_name(castling.rook_to),
    }
    return speech.say("castling.entry", sign="O-O" if right in "Kk" else "O-O-O", **squares)


def _to_files(speech: Speech) -> str:
    """Castling from anywhere to fixed files."""
    left, right = speech.sheet.castling.files
    files = geometry.FILES
    return speech.sentence(
        "castling.960",
        last_file=files[speech.sheet.board.files - 1],
        left=left,
        left_partner=files[files.index(left) + 1],
        right=right,
        right_partner=files[files.index(right) - 1],
    )
