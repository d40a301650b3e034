"""One movement in words, of a piece that no sheet has yet: for those who are making one."""

from __future__ import annotations

from types import SimpleNamespace

from axedrez.chess.manual import moves
from axedrez.chess.manual.speech import TERMS, Speech
from axedrez.chess.sheet import betza
from axedrez.chess.sheet import betza_writing as writing
from axedrez.chess.sheet import movement_designer as designer
from axedrez.chess.sheet.schema import Board, Capture
from axedrez.core.movement import REACH, Atom, Click, MovementDesign
from axedrez.messages import LANGUAGES, grammar, say


class _PieceSpeech(Speech):
    """The words for one piece on a board that is so many files wide."""

    def __init__(self, files: int, lang: str) -> None:
        self.lang = lang
        self.sheet = SimpleNamespace(board=Board(files=files), capture=Capture())
        self._known = {term: say(f"rules.term.{term}", lang) for term in TERMS}


def of(
    movement: str | list[Atom],
    click: Click | None = None,
    files: int = 8,
    names: dict[str, str] | None = None,
    glyph: str = "",
) -> MovementDesign:
    """A movement, after a click on its diagram if there is one, in every form.

    `names` are those of the piece by language; its `glyph` tells their gender.

    Raises `TextError` for what is no movement, and for a click that the
    notation cannot say.
    """
    text = movement if isinstance(movement, str) else designer.text(movement)
    if click is not None:
        text = designer.clicked(text, click)
    ways = betza.parse(text)
    words, beyond = {}, {}
    kept = designer.beyond(text)
    for lang in LANGUAGES:
        speech = _PieceSpeech(files, lang)
        words[lang] = _told(speech, ways, (names or {}).get(lang, ""), glyph)
        if kept:
            beyond[lang] = say("movement.beyond", lang, part=kept)
    return MovementDesign(
        writing.normal(text), REACH, designer.atoms(text), designer.targets(text), words, beyond or None
    )


def _told(speech: _PieceSpeech, ways: tuple[betza.Way, ...], name: str, glyph: str) -> str:
    if not ways:
        return say("movement.none", speech.lang)
    if not name:
        name, glyph = say("rules.term.piece", speech.lang), ""
    return moves.movement(speech, grammar.forms("it", name, glyph, speech.lang), ways)
