"""What the sections of `variants.ini` make of a variant: pieces and values, with whatever it is derived from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from axedrez.chess.variants_ini.terms import (
    ALIASES,
    ALL,
    BUILTINS,
    FILES,
    NEUTRAL,
    OPTIONS,
    PIECES,
    RANKS,
    SILENT,
    Squares,
)
from axedrez.chess.variants_ini.text import Section
from axedrez.core.errors import TextError
from axedrez.rulesheet.interchange import Said


class Variant:
    """A variant as far as it has been told.

    `letters`, `movements`: by kind of piece (the option that names it); `values`: by option of `OPTIONS`, one for each
    side where they may differ; `said`: the last line about each option; `strange`: what we cannot say at all;
    `faults`: values that mean nothing; `rulebook`: ours, from which it can be derived.
    """

    def __init__(self) -> None:
        self.letters: dict[str, str] = {}
        self.movements: dict[str, str] = {}
        self.values: dict[str, Any] = {option: default for option, (_, default) in OPTIONS.items()}
        self.said: dict[str, Said] = {}
        self.strange: dict[str, Said] = {}
        self.faults: list[TextError] = []
        self.rulebook = "clasico"

    def copy(self) -> Variant:
        """Another one that can be told more."""
        other = Variant()
        other.letters, other.movements, other.values = dict(self.letters), dict(self.movements), dict(self.values)
        other.said, other.strange, other.faults = dict(self.said), dict(self.strange), list(self.faults)
        other.rulebook = self.rulebook
        return other

    def tell(self, said: Mapping[str, Said]) -> None:
        """Take over what a section says: first its pieces, since the other options name them by their letters."""
        for kind in PIECES:
            if kind in said:
                self._guarded(self._piece, kind, said[kind])
        for option, parts in ALIASES.items():
            for target in (f"{part}{side}" for part in parts for side in ("White", "Black")):
                if option in said:
                    self._guarded(self._option, target, said[option])
        for option in OPTIONS:
            if option in said:
                self._guarded(self._option, option, said[option])
        for option, line in said.items():
            if option in NEUTRAL and NEUTRAL[option] == line.value:
                self.strange.pop(option, None)
            elif not (option in PIECES or option in ALIASES or option in OPTIONS or option in SILENT):
                self.strange[option] = line

    def _guarded(self, tell: Callable[[str, Said], None], option: str, said: Said) -> None:
        try:
            tell(option, said)
        except TextError as fault:
            if fault.details not in [known.details for known in self.faults]:
                self.faults.append(fault)

    def _piece(self, kind: str, said: Said) -> None:
        letter, colon, movement = (part.strip() for part in said.value.partition(":"))
        custom = not PIECES[kind].id
        if letter == "-" and not colon:
            self.letters.pop(kind, None)
            return
        valid = "a:BN" if custom else "k, k:KN" if kind == "king" else "a, -"
        sound = len(letter) == 1 and letter.isascii() and letter.isalpha() and bool(movement) == bool(colon)
        if not sound or (custom and not movement) or (movement and not custom and kind != "king"):
            raise _wrong(said, valid)
        self.letters = {k: known for k, known in self.letters.items() if known != letter.upper()}
        self.letters[kind] = letter.upper()
        self.movements[kind] = movement or PIECES[kind].movement
        self.said[kind] = said

    def _option(self, option: str, said: Said) -> None:
        self.values[option] = _READ[OPTIONS[option][0]](said, self)
        self.said[option] = said

    def kinds(self, said: Said) -> frozenset[str]:
        """The kinds of piece that letters mean."""
        if said.value == "-":
            return frozenset()
        found = set()
        for sign in said.value.replace(" ", ""):
            kind = "*" if sign == "*" else next((k for k, letter in self.letters.items() if letter == sign.upper()), "")
            if not kind:
                raise _wrong(said, "".join(self.letters.values()).lower() + ", *, -")
            found.add(kind)
        return ALL if "*" in found else frozenset(found)


def variants(sections: tuple[Section, ...]) -> list[tuple[Section, Variant]]:
    """What each section makes of the variant that it is derived from: a section before it, or a built-in one."""
    known: dict[str, Variant] = {}
    found = []
    for section in sections:
        if section.parent in known:
            variant = known[section.parent].copy()
        elif section.parent:
            variant = builtin(section.parent) or Variant()
            if section.parent not in BUILTINS:
                valid = ", ".join((*BUILTINS, *known))
                variant.faults.append(
                    TextError("ini_parent", line=section.line, value=section.parent[:60], valid=valid)
                )
        else:
            variant = Variant()
        variant.tell({said.option: said for said in section.said})
        known[section.name] = variant
        found.append((section, variant))
    return found


def builtin(name: str) -> Variant | None:
    """A built-in variant, if it is one of those that we know."""
    if name not in BUILTINS:
        return None
    parent, said, rulebook = BUILTINS[name]
    variant = builtin(parent) or Variant()
    variant.tell({option: Said(option, value, 0) for option, value in said.items()})
    variant.rulebook = rulebook
    return variant


def _wrong(said: Said, valid: str) -> TextError:
    return TextError("ini_value", line=said.line, option=said.option[:60], value=said.value[:60], valid=valid)


def _bool(said: Said, variant: Variant) -> bool:
    if said.value not in ("true", "false"):
        raise _wrong(said, "true, false")
    return said.value == "true"


def _number(said: Said, variant: Variant) -> int:
    if not (said.value.isascii() and said.value.isdigit() and len(said.value) < 6):
        raise _wrong(said, "0, 1, 2, 3 ...")
    return int(said.value)


def _rank(said: Said, variant: Variant) -> int:
    if not (said.value.isascii() and said.value.isdigit() and len(said.value) < 3 and 1 <= int(said.value) <= RANKS):
        raise _wrong(said, f"1..{RANKS}")
    return int(said.value)


def _file(said: Said, variant: Variant) -> int:
    value, letters = said.value.lower(), "abcdefghijkl"[:FILES]
    if len(value) == 1 and value in letters:
        return letters.index(value) + 1
    if not (value.isascii() and value.isdigit() and len(value) < 3 and 1 <= int(value) <= FILES):
        raise _wrong(said, f"1..{FILES}, a..{letters[-1]}")
    return int(value)


def _result(said: Said, variant: Variant) -> str:
    if said.value not in ("win", "loss", "draw", "none"):
        raise _wrong(said, "win, loss, draw")
    return said.value


def _text(said: Said, variant: Variant) -> str:
    return said.value


def _squares(said: Said, variant: Variant) -> Squares:
    found: set[tuple[int, int]] = set()
    for sign in [] if said.value == "-" else said.value.split():
        file, rank = sign[:1].lower(), sign[1:]
        files = range(FILES) if file == "*" else [index for index in range(FILES) if "abcdefghijkl"[index] == file]
        known = rank.isascii() and rank.isdigit() and len(rank) < 3 and 1 <= int(rank) <= RANKS
        ranks = range(RANKS) if rank == "*" and file != "*" else [int(rank) - 1] if known else []
        if not (files and ranks):
            raise _wrong(said, "d4 e5, *8, e*")
        found |= {(f, r) for f in files for r in ranks}
    return frozenset(found)


def _kinds(said: Said, variant: Variant) -> frozenset[str]:
    return variant.kinds(said)


_READ: dict[str, Callable[[Said, Variant], Any]] = {
    "bool": _bool,
    "number": _number,
    "rank": _rank,
    "file": _file,
    "result": _result,
    "text": _text,
    "squares": _squares,
    "kinds": _kinds,
}
