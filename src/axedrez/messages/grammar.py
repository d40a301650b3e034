"""Names of pieces in sentences: plurals, articles in the gender of the piece, lists."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal, Protocol, TypeAlias

from axedrez.messages import catalogue, say

Link: TypeAlias = Literal["and", "or"]


class _Words(Protocol):
    def in_lang(self, lang: str) -> str: ...


class _Named(Protocol):
    """What a piece is called, and the drawing that its gender goes with."""

    @property
    def names(self) -> _Words: ...
    @property
    def glyph(self) -> str: ...


_UNACCENTED = str.maketrans("áéíóú", "aeiou")
_STRESSED_A = re.compile(r"h?á|h?a[^aeiouáéíóú]+a\b")
_LIKE_AND = re.compile(r"h?i(?!e)|y(?=[^aeiouáéíóú])")
_LIKE_OR = re.compile(r"h?[oó]|8|11")
_PREPOSITIONS = ("de", "del", "con", "en", "a", "al", "sin", "por", "para")


def plural(name: str, lang: str) -> str:
    """The plural of a regular noun: `peón` → `peones`, `caballo chino` → `caballos chinos`, `pawn` → `pawns`."""
    if lang == "en":
        return _english_plural(name)
    words = name.split(" ")
    end = next((place for place, word in enumerate(words) if place and word in _PREPOSITIONS), len(words))
    return " ".join([*map(_spanish_plural, words[:end]), *words[end:]])


def _english_plural(word: str) -> str:
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(("s", "x", "z", "ch", "sh")) else f"{word}s"


def _spanish_plural(word: str) -> str:
    if not word or word[-1] in "aeiouáéíóú":
        return f"{word}s"
    if word[-1] in "sx" and word[-2:-1] not in tuple("áéíóú"):
        return word
    if word.endswith("z"):
        return f"{word[:-1]}ces"
    return f"{word[:-2]}{word[-2:].translate(_UNACCENTED)}es"


def forms(role: str, name: str, glyph: str, lang: str) -> dict[str, str]:
    """A name with its articles, as placeholders.

    `{king}`, `{kings}`, `{the_king}`, `{the_kings}`, `{a_king}`, `{of_king}`, `{to_king}`.
    """
    names = plural(name, lang)
    if lang == "en":
        the, of, to, every = f"the {name}", f"of the {name}", f"to the {name}", f"the {names}"
        one = f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"
    elif _feminine(name, glyph):
        # `El águila`, `un arma`: before a stressed a the articles are those of masculine nouns.
        the, of, to, one = f"la {name}", f"de la {name}", f"a la {name}", f"una {name}"
        if _STRESSED_A.match(name.lower()):
            the, of, to, one = f"el {name}", f"del {name}", f"al {name}", f"un {name}"
        every = f"las {names}"
    else:
        the, of, to, one, every = f"el {name}", f"del {name}", f"al {name}", f"un {name}", f"los {names}"
    return {
        role: name,
        f"{role}s": names,
        f"the_{role}": the,
        f"the_{role}s": every,
        f"of_{role}": of,
        f"to_{role}": to,
        f"a_{role}": one,
    }


def owned(letters: str, kinds: Mapping[str, _Named], owner: str, lang: str) -> str:
    """Pieces as somebody's: `your rook and 2 of your pawns`. `owner`: `you`, `computer`, `white` or `black`."""
    whose = owner if owner in ("you", "computer") else "colour"
    phrases = []
    for letter, count in Counter(letters.upper()).items():
        kind = kinds[letter]
        name, gender = kind.names.in_lang(lang), "f" if _feminine(kind.names.in_lang("es"), kind.glyph) else "m"
        number, suffix = (gender, gender) if count == 1 else ("plural", f"{gender}.plural")
        details = {"piece": name} if count == 1 else {"count": str(count), "pieces": plural(name, lang)}
        if whose == "colour":
            details["colour"] = say(f"piece.colour.{owner}.{suffix}", lang)
        phrases.append(say(f"whose.{whose}.{number}", lang, **details))
    return listing(phrases, lang)


def listing(words: Iterable[str], lang: str, link: Link = "and") -> str:
    """`a, b and c`, or with `link` = `or`; Spanish `y` and `o` give way before their like: `e infante`, `7 u 8`."""
    *first, last = words
    if not first:
        return last
    like = _LIKE_AND if link == "and" else _LIKE_OR
    key = f"rules.list.{link}{'_like' if like.match(last.lower()) else ''}"
    return f"{', '.join(first)}{say(key, lang)}{last}"


def _feminine(name: str, glyph: str) -> bool:
    """The Spanish gender: by a plain ending, else by what is drawn (`la torre`)."""
    noun = name.split(" ")[0]
    if noun.endswith(("a", "o")):
        return noun.endswith("a")
    return catalogue("es").get(f"piece.gender.{glyph}", "m") == "f"
