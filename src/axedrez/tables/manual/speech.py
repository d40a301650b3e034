"""Speaking about a tables sheet: its names with articles and plurals, and rules as items of the manual."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

from axedrez.rulesheet import speech
from axedrez.rulesheet.sheet import Id
from axedrez.tables.position.game import TablesGame


class Speech(speech.Speech):
    """The words for one game in one language. `sheet` holds what the options have made of it."""

    ROOM = "rules.tables"
    OPTIONS: ClassVar = {
        "start": ("start.position",),
        "twice": ("options.queen_double",),
        "departure": ("royal.departure",),
        "capture.rook": ("options.rook_capture", "options.king_pushes_lone_rook"),
        "entering": ("options.king_entry",),
        "forfeit": ("options.entry_forfeits_die",),
        "points": ("scoring",),
        "no_progress": ("end.no_progress",),
        "match": ("match.length", "match.cube", "match.crawford", "match.jacoby", "match.beavers"),
        "killer_queen": ("options.killer_queen",),
        "berserker_king": ("options.berserker_king",),
    }

    def __init__(self, game: TablesGame, lang: str) -> None:
        super().__init__(game, game.ruleset.rules, lang)
        self.game = game
        self._known |= self.forms("pawn", self.sheet.pawn)
        if self.sheet.royal.piece:
            self._known |= self.forms("king", self.sheet.royal.piece)

    def letter(self, piece: Id) -> str:
        """The letter of a kind of piece in the notation of the language."""
        kind = self.sheet.pieces[piece]
        return (kind.letter_es or kind.letter) if self.lang == "es" else kind.letter

    def counted(self, letters: str) -> str:
        """The pieces of a text of letters: `1 king and 8 pawns`."""
        counts = Counter(letters.upper())
        return self.listing(
            self.say("counted", count=counts[kind.letter], name=self.name(name) if one else self.names(name))
            for name, kind in self.sheet.pieces.items()
            if counts[kind.letter]
            for one in (counts[kind.letter] == 1,)
        )
