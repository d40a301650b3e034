"""Names of pieces in sentences: plurals, and articles in the gender of the piece."""

from __future__ import annotations

from axedrez.messages import catalogue

_UNACCENTED = str.maketrans("áéíóú", "aeiou")


def plural(word: str, lang: str) -> str:
    """The plural of a regular noun: `peón` → `peones`, `torre` → `torres`, `pawn` → `pawns`."""
    if lang == "en":
        return f"{word}es" if word.endswith(("s", "x", "ch", "sh")) else f"{word}s"
    if word[-1] in "aeioué":
        return f"{word}s"
    if word[-1] in "sx":
        return word
    if word.endswith("z"):
        return f"{word[:-1]}ces"
    return f"{word[:-2]}{word[-2:].translate(_UNACCENTED)}es"


def forms(role: str, name: str, glyph: str, lang: str) -> dict[str, str]:
    """A name with its articles, as placeholders: `{king}`, `{kings}`, `{the_king}`, `{a_king}`, `{of_king}`."""
    if lang == "en":
        the, of = f"the {name}", f"of the {name}"
        one = f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"
    elif _feminine(name, glyph):
        the, of, one = f"la {name}", f"de la {name}", f"una {name}"
    else:
        the, of, one = f"el {name}", f"del {name}", f"un {name}"
    return {role: name, f"{role}s": plural(name, lang), f"the_{role}": the, f"of_{role}": of, f"a_{role}": one}


def _feminine(name: str, glyph: str) -> bool:
    """The Spanish gender goes with the glyph; a piece without a known one is taken by its ending."""
    return catalogue("es").get(f"piece.gender.{glyph}", "f" if name.endswith("a") else "m") == "f"
