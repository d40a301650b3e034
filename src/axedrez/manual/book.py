"""Chapters: the words of a rulebook between the passages about it, with anchors and words to be explained."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec

from axedrez import library
from axedrez.core.contract import Game
from axedrez.core.derived import once_a_game
from axedrez.core.manual import Item, Manual, Section
from axedrez.manual import terms
from axedrez.manual.namesakes import namesakes
from axedrez.manual.passages import passages
from axedrez.messages import say


class Chapter(NamedTuple):
    """A rulebook's part of the book: its id and its words."""

    id: str
    manual: Manual


def chapter(game: Game, lang: str, rules: Callable[[Game, str], Manual] = library.rules) -> Manual:
    """The chapter of a game in `lang`: `rules` with the passages, an anchor for every part, and the glossary's words.

    Anchors: a clause's number for its first item (`C-12`, then `C-12-2` …), `section-3-2` for an item without one,
    `goal-2` in the first section. The chapter begins with what a first game needs, then the passages on playing; where
    the game comes from closes it.
    """
    return _chapter(game, lang, rules)


@once_a_game
def _chapter(game: Game, lang: str, rules: Callable[[Game, str], Manual]) -> Manual:
    manual = rules(game, lang)
    origin, playing = passages(game.name, lang)[:1], passages(game.name, lang)[1:]
    sections = (*manual.sections[:1], *playing, *manual.sections[1:], *origin)
    known = terms.known(lang, game.family)
    apart = namesakes(game.sheet, lang)
    linked = tuple(_linked(known, apart, section) for section in _anchored(sections))
    return msgspec.structs.replace(manual, sections=linked)


def decision(item: Item | dict[str, object], lang: str) -> str:
    """Why something was decided, and how it may be set, as one text. `item` is one, or its JSON form."""
    decided = item if isinstance(item, Item) else msgspec.convert(item, Item)
    why = say("rules.decision", lang, why=decided.why)
    if not decided.settings:
        return f"{why} {say('rules.decision.fixed', lang)}"
    listed = (
        say(
            "rules.decision.setting_or" if setting.others else "rules.decision.setting",
            lang,
            name=setting.name,
            path=setting.path,
            value=setting.value,
            others=", ".join(setting.others),
        )
        for setting in decided.settings
    )
    return f"{why} {say('rules.decision.settings', lang, list='; '.join(listed))}"


def _anchored(sections: tuple[Section, ...]) -> Iterator[Section]:
    seen = Counter[str]()
    numbers = {True: 0, False: 0}
    for section in sections:
        anchor = section.anchor
        if not anchor:
            numbers[section.prose] += 1
            anchor = f"{'passage' if section.prose else 'section'}-{numbers[section.prose]}"
        items = []
        for index, item in enumerate(section.items, start=1):
            name = item.clause or f"{anchor}-{index}"
            seen[name] += 1
            name = name if seen[name] == 1 else f"{name}-{seen[name]}"
            items.append(msgspec.structs.replace(item, anchor=name))
        yield msgspec.structs.replace(section, anchor=anchor, items=tuple(items))


def _linked(known: terms.Known, others: frozenset[str], section: Section) -> Section:
    """The section with the glossary's words marked where they first occur in it, but for `others`."""
    seen = set[str]()
    items = []
    for item in section.items:
        found = []
        for term in known.find(item.text):
            if term.id not in seen | others:
                seen.add(term.id)
                found.append(term)
        items.append(msgspec.structs.replace(item, terms=tuple(found)))
    return msgspec.structs.replace(section, items=tuple(items))
