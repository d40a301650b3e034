"""What is valid in a sheet, from the notation of faults into words for those who fill in a form."""

from __future__ import annotations

import re
from collections.abc import Mapping

from axedrez.messages import say
from axedrez.rulesheet.differences import called
from axedrez.rulesheet.schema import Field, in_words

_SIGNS = re.compile(
    r"(?P<board>(?P<files>\d)x(?P<ranks>\d) FEN \((?P<letters>[A-Z]*)\))"
    r"|(?P<hand>\"\.\.\.\[[^\"]*\")"
    r"|(?P<rows>\"rnbq(?:(?!\.\.\.)[^\"])*+\.\.\.[^\"]*+\")"
    r"|(?<!\d)(?P<times>\d++) x (?=\()"
    r"|(?P<some>\[\.\.\.\]|\{into = \[\.\.\.\]\})"
    r"|(?<![a-z_])(?P<path>[a-z_]++(?:\.[a-z0-9_-]++)++)(?P<says> = | )?"
    r"|(?<!\d)(?P<least>\d++)\.\.(?P<most>\d++)"
    r"|(?P<other> \| |; )"
    r"|(?P<unlike>!= )"
    r"|(?P<word>\"[a-z0-9_-]+\"|'[a-z0-9_-]+'|\b[a-z][a-z0-9_-]*\b)"
    r"|(?P<more>, \.\.\.)"
    r"|(?P<comma>,(?=\S))"
    r"|(?P<bracket>[\[\]{}])"
)


class Plain:
    """Puts the notation of one sheet's faults into words: fields by their names, values and pieces by theirs.

    `parts` are the fields of the sheet, `pieces` the names of its kinds in `lang`, as far as they are known.
    """

    def __init__(self, parts: tuple[Field, ...], pieces: Mapping[str, str], lang: str) -> None:
        self.parts = parts
        self.pieces = pieces
        self.lang = lang

    def words(self, notation: str, path: str) -> str:
        """A value of the field at `path`, or what is valid there, in words."""
        known = path

        def said(found: re.Match[str]) -> str:
            nonlocal known
            if found["board"]:
                details = {name: found[name] for name in ("files", "ranks", "letters")}
                return say("sheet.plain.board", self.lang, **{**details, "letters": ", ".join(found["letters"])})
            if found["some"]:
                return say("sheet.plain.some", self.lang)
            if found["hand"] or found["rows"]:
                return say(f"sheet.plain.{'hand' if found['hand'] else 'rows'}", self.lang)
            if found["times"]:
                return say("sheet.plain.times", self.lang, count=found["times"])
            if found["path"]:
                name = called(self.parts, found["path"], self.pieces, self.lang)
                if name == found["path"]:
                    return found[0]
                known = found["path"]
                return f"«{name}»" + (": " if found["says"] == " = " else found["says"] or "")
            if found["least"]:
                return say("sheet.plain.range", self.lang, least=found["least"], most=found["most"])
            if found["other"]:
                return say("sheet.plain.or", self.lang)
            if found["unlike"]:
                return say("sheet.plain.unlike", self.lang)
            if found["more"]:
                return say("sheet.plain.more", self.lang)
            if found["word"]:
                return self._word(found["word"], known)
            return ", " if found["comma"] else ""

        return _SIGNS.sub(said, notation).strip() or say("field.value.empty", self.lang)

    def _word(self, word: str, path: str) -> str:
        bare = word.strip("\"'")
        if bare in self.pieces:
            return self.pieces[bare]
        if bare in ("true", "false"):
            return say("field.value.yes" if bare == "true" else "field.value.no", self.lang)
        worded = in_words(path, bare, self.lang) if bare != word else None
        return worded or word
