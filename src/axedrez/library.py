"""Finding rulebooks by name or path and loading them as games."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from axedrez.chess.family import ChessFamily
from axedrez.core.contract import Game
from axedrez.core.diagram import Diagram, Reach
from axedrez.core.errors import SheetError, TextError
from axedrez.core.manual import Brief, Manual
from axedrez.core.movement import Atom, Click, MovementDesign
from axedrez.core.picture import Picture, Theme
from axedrez.core.sides import Side
from axedrez.family import Family
from axedrez.rulesheet import guide as guides
from axedrez.rulesheet import idle
from axedrez.rulesheet.interchange import Exported, Imported, Interchange
from axedrez.rulesheet.limits import MAX_BYTES, check_data
from axedrez.rulesheet.reading import read_toml, resolve, set_option
from axedrez.rulesheet.schema import Field, fields
from axedrez.rulesheet.sheet import GuideStep, Section, family_name
from axedrez.rulesheet.validation import fault, to_sheet
from axedrez.rulesheet.writing import write_toml
from axedrez.tables.family import TablesFamily

RULEBOOKS = Path(__file__).with_name("rulebooks")
GALLERY = RULEBOOKS / "gallery"
GUIDES = RULEBOOKS / "guides"
FAMILIES: dict[str, Family] = {family.name: family for family in (ChessFamily(), TablesFamily())}
"""The families of games, by the `family` of their sheets."""


@cache
def rulebooks() -> tuple[str, ...]:
    """The names of the main rulebooks: chess, then games with dice. `gallery` has the variants.

    >>> rulebooks()[0]
    'clasico'
    """
    return tuple((RULEBOOKS / "order.txt").read_text(encoding="utf-8").split())


@cache
def gallery() -> tuple[str, ...]:
    """The names of the shipped variants of chess (M-1 … M-13), such as `atomic` and `crazyhouse`.

    >>> "crazyhouse" in gallery()
    True
    """
    return tuple(sorted(path.stem for path in GALLERY.glob("*.toml")))


def _shipped(name: str) -> dict[str, Any]:
    if name not in (known := (*rulebooks(), *gallery())):
        raise TextError("rulebook_unknown", name=name[:80], valid=", ".join(known))
    place = GALLERY if name in gallery() else RULEBOOKS
    return read_toml((place / f"{name}.toml").read_text(encoding="utf-8"), name)


def _read(name: str) -> dict[str, Any]:
    """The text of a shipped name or of a path to a sheet."""
    if not (name.endswith(".toml") or "/" in name):
        return _shipped(name)
    try:
        with open(name, encoding="utf-8") as file:
            return read_toml(file.read(MAX_BYTES + 1), name)
    except (OSError, ValueError) as problem:
        if isinstance(problem, TextError):
            raise
        raise TextError("sheet_unreadable", name=name[:200]) from None


def _options(given: Mapping[str, Any] | None) -> tuple[tuple[str, Any], ...]:
    """The options in the order of their names. Raises `TextError` for what is no table, or has names that are none."""
    if given is None:
        return ()
    if not isinstance(given, Mapping):
        raise TextError("options_table", value=_shown(given))
    for name in given:
        if not isinstance(name, str):
            raise TextError("options_name", name=_shown(name))
    return tuple(sorted(given.items(), key=lambda option: option[0]))


def _shown(value: object) -> str:
    """A shortened `repr` of a value of an unexpected type."""
    text = repr(value) if isinstance(value, int | list | tuple | dict | bytes | None) else type(value).__name__
    return text if len(text) <= 60 else text[:57] + "..."


def load(name: str | os.PathLike[str], options: Mapping[str, Any] | None = None) -> Game:
    """Load a rulebook: a shipped one by its name, one of your own by the path of its sheet (`….toml`).

    `options`: values of the sheet to change, each by its path, or by the last part of it where that is unique; a text
    is read as on the command line.
    Raises `TextError` for an unknown name, an unreadable file or a wrong option, `SheetError` for a faulty sheet.

    >>> load("clasico", {"goal.stalemate": "loss"}).sheet.goal.stalemate
    'loss'
    """
    if isinstance(name, os.PathLike):
        name = os.fspath(name)
    if not isinstance(name, str):
        raise TextError("rulebook_unknown", name=_shown(name), valid=", ".join((*rulebooks(), *gallery())))
    given = _options(options)
    if name in rulebooks() or name in gallery():
        try:
            return _with_options(name, given) if given else _as_it_stands(name)
        except TypeError:  # an option whose value cannot be hashed
            pass
    return _new(_read(name), name, given, _shipped)


@cache
def _as_it_stands(name: str) -> Game:
    return _new(_shipped(name), name, (), _shipped)


@lru_cache(maxsize=32)
def _with_options(name: str, options: tuple[tuple[str, Any], ...]) -> Game:
    return _new(_shipped(name), name, options, _shipped)


def from_data(
    data: dict[str, Any],
    options: Mapping[str, Any] | None = None,
    parents: Mapping[str, dict[str, Any]] | None = None,
    is_stored: bool = False,
) -> Game:
    """The game of a sheet given as data (its JSON or TOML form); `options` and what it raises as in `load`.

    `parents`: sheets by name that it may extend beside the shipped ones. `is_stored`: the sheet was let in some day, by
    what was known then, and may have fields that nothing reads.
    """
    name = _shown(data) if not isinstance(data, Mapping) else str(data.get("id", "?"))[:80]
    data = check_data(data, name)
    known = {parent: check_data(sheet, parent) for parent, sheet in (parents or {}).items()}

    def find(name: str) -> dict[str, Any]:
        return known[name] if name in known else _shipped(name)

    return _new(data, name, _options(options), find, is_stored)


def toml(game: Game) -> str:
    """The resolved sheet of a game as a TOML text that `load` reads as the same rules."""
    family = FAMILIES.get(game.family)
    return write_toml(idle.read_data(game.sheet, family.idle(game.sheet) if family else ()))


def sections(text: str) -> tuple[str, ...]:
    """The names of the sections of a `variants.ini`; raises `TextError` for another text."""
    return _interchange().names(text)


def imported(text: str, section: str | None = None) -> tuple[Imported, ...]:
    """The sections of a `variants.ini`, or the one of that name, as sheets.

    Raises `TextError` for another text, and for a section that it does not have.
    """
    return _interchange().imported(text, _shipped, section)


def exported(game: Game) -> Exported:
    """A game as a section of `variants.ini`; raises `TextError` for a family that the format does not know."""
    interchange = family_of(game).interchange()
    if interchange is None:
        raise TextError("ini_family", name=game.name)
    return interchange.exported(game)


def _interchange() -> Interchange:
    return next(found for family in FAMILIES.values() if (found := family.interchange()) is not None)


def family_of(game: Game) -> Family:
    """The family of a game. Raises `TypeError` for a game of none of them."""
    try:
        return FAMILIES[game.family]
    except KeyError:
        raise TypeError(f"{game.name} is of no family of games: {game.family}") from None


def picture(sheet: Any) -> Picture | None:
    """The start position of a sheet, for menus; None for one of no family."""
    family = FAMILIES.get(family_name(sheet))
    return family.picture(sheet) if family else None


def theme(sheet: Any) -> Theme:
    """What a sheet that modifies a well-known game is about."""
    family = FAMILIES.get(family_name(sheet))
    return family.theme(sheet) if family else "other"


def rules(game: Game, lang: str = "en") -> Manual:
    """The complete rules of a game in words, in `lang` (`es` or `en`); raises `KeyError` for another language."""
    return family_of(game).manual().rules(game, lang)


def brief(game: Game, lang: str = "en") -> Brief:
    """What one has to know of a game the first time that one plays it; raises `KeyError` like `rules`."""
    return family_of(game).manual().brief(game, lang)


class _GuideFile(Section, frozen=True):
    """The first game of a shipped rulebook, beside its sheet: what the sheet says keeps its hash."""

    guide: tuple[GuideStep, ...]


def guide(game: Game) -> tuple[GuideStep, ...]:
    """The first game that teaches a rulebook: that of its sheet, else that of a shipped one; () if there is none."""
    return guide_of(game.sheet)


def guide_of(sheet: Any) -> tuple[GuideStep, ...]:
    """The same of a sheet, without the game."""
    own: tuple[GuideStep, ...] = sheet.guide
    return own or (_guide(sheet.id) if _is_shipped(sheet) else ())


def _is_shipped(other: Any) -> bool:
    """Whether a sheet is a shipped one as it stands: another of the same name may be played otherwise."""
    return other.id in (*rulebooks(), *gallery()) and other == sheet(other.id)


@cache
def _guide(name: str) -> tuple[GuideStep, ...]:
    steps = _guide_data(name)
    if not steps and (law := sheet(name).same_law_as) is not None:
        steps = _guide_data(law)
    return to_sheet({"guide": steps}, _GuideFile, f"guides/{name}").guide


@cache
def _guide_data(name: str) -> list[Any]:
    """The steps of a shipped guide; `like = "clasico.2"` stands for the second step of another one."""
    place = GUIDES / f"{name}.toml"
    if not place.exists():
        return []
    steps: list[dict[str, Any]] = read_toml(place.read_text(encoding="utf-8"), place.name)["guide"]
    found: list[Any] = []
    for step in steps:
        other, _, number = str(step.get("like", "")).partition(".")
        found.append(_guide_data(other)[int(number) - 1] if other else step)
    return found


@cache
def schema(family: str) -> tuple[Field, ...]:
    """The fields of a family's sheets (`chess`, `tables`). Raises `KeyError` for no family."""
    return fields(FAMILIES[family].sheet_type())


def diagrams(game: Game) -> list[Diagram]:
    """Where each kind of piece goes on the empty board; nothing in families whose pieces all go along points."""
    family = FAMILIES.get(game.family)
    drawing = family.diagrams() if family else None
    return drawing.of(game.sheet) if drawing else []


def movement(
    given: str | list[Atom],
    click: Click | None = None,
    files: int = 8,
    names: dict[str, str] | None = None,
    glyph: str = "",
) -> MovementDesign:
    """A movement of a piece on squares in every form, after a click on its diagram.

    `names` are those of the piece by language; its `glyph` tells their gender.

    Raises `TextError` for what is no movement.
    """
    movements = FAMILIES["chess"].movements()
    assert movements is not None
    return movements.of(given, click, files, names, glyph)


def reach(game: Game, side: Side) -> Reach:
    """Where the pieces of a side could go if nothing stood in their way; nothing in families that cannot say so."""
    family = FAMILIES.get(game.family)
    reaches = family.reach() if family else None
    return reaches.of(game, side) if reaches else Reach()


def _new(
    data: dict[str, Any],
    name: str,
    options: tuple[tuple[str, Any], ...],
    find: Callable[[str], dict[str, Any]],
    is_stored: bool = False,
) -> Game:
    """The game of a sheet. Something reads each of its changes to its parent, and each of the options."""
    whole = resolve(data, find)
    game = _build(whole, name, options)
    if is_stored and not options:
        return game
    family = family_of(game)
    before = whole if options else resolve({key: data[key] for key in ("extends",) if key in data}, find)
    if faults := list(idle.faults(game.sheet, family.upgraded(before), family.idle(game.sheet))):
        raise SheetError(name, faults)
    return game


def _build(data: dict[str, Any], name: str, options: tuple[tuple[str, Any], ...]) -> Game:
    family = FAMILIES.get(str(data.get("family")))
    if family is None:
        raise SheetError(name, [fault("family", data.get("family"), " | ".join(FAMILIES))])
    data, kind = family.upgraded(data), family.sheet_type()
    if options:
        # A first game teaches the rulebook as it stands: other rules may have other positions.
        data = {key: value for key, value in data.items() if key != "guide"}
    for path, value in options:
        data = set_option(data, kind, path, value)
    game = family.game(to_sheet(data, kind, name))
    if faults := list(guides.faults(game, game.sheet.guide)):
        raise SheetError(name, faults)
    return _living.setdefault(game.hash, game)


_living: WeakValueDictionary[str, Game] = WeakValueDictionary()
"""All games that somebody has, by their hash: whoever loads the same rules gets the same game."""


@cache
def sheet(name: str) -> Any:
    """The sheet of a shipped rulebook as it stands, without the game: what it is called costs no kernel."""
    data = resolve(_shipped(name), _shipped)
    return to_sheet(data, FAMILIES[data["family"]].sheet_type(), name)
