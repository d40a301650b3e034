"""The external engines that the user of this machine has configured, in a file."""

from __future__ import annotations

import os
import re
from pathlib import Path

import msgspec
import tomli_w

from axedrez import library, places
from axedrez.core.contract import Game
from axedrez.core.errors import AxedrezError, TextError
from axedrez.rulesheet.reading import read_toml
from axedrez.uci.external_engine import EngineConfig, ExternalEngine
from axedrez.uci.program import Program
from axedrez.uci.trust import Agreed, Difference, agreed
from axedrez.uci.variants import rulebooks

_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}")


class Known(msgspec.Struct, forbid_unknown_fields=True):
    """How an engine plays a rulebook, and the hash of the rules that it was compared with."""

    hash: str
    variant: str = ""
    chess960: bool = False


class Engine(msgspec.Struct, forbid_unknown_fields=True):
    """A named engine: its command, options, and the rulebooks that it was found to play by our rules."""

    command: list[str]
    options: dict[str, str] = {}
    rulebooks: dict[str, Known] = {}


def place() -> Path:
    """The file: `AXEDREZ_ENGINES`, or `axedrez/engines.toml` in the user's configuration folder."""
    if named := os.environ.get("AXEDREZ_ENGINES"):
        return Path(named)
    return places.settings() / "engines.toml"


def read() -> dict[str, Engine]:
    """The engines by name; none without a file. Raises `TextError` for an invalid file."""
    try:
        text = place().read_text(encoding="utf-8")
        return msgspec.convert(read_toml(text, place().name), dict[str, Engine])
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as fault:
        raise TextError("engines_file", file=place(), fault=str(fault)[:200]) from None


def write(engines: dict[str, Engine]) -> None:
    """Write the engines into the file, which only this user can read."""
    path = place()
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.new")
    with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        tomli_w.dump(msgspec.to_builtins(engines), file)
    fresh.replace(path)


def named(name: str) -> Engine:
    """The engine of a name. Raises `AxedrezError` for an unknown name."""
    engines = read()
    if name not in engines:
        if not engines:
            raise AxedrezError("engine_none", name=name[:60])
        raise AxedrezError("engine_unknown", name=name[:60], valid=", ".join(sorted(engines)))
    return engines[name]


def named_well(name: str) -> str:
    """Check a name for an engine. Raises `TextError`."""
    if not _NAME.fullmatch(name):
        raise TextError("engine_name", name=name[:60])
    return name


def examine(engine: Engine) -> tuple[str, dict[str, Difference]]:
    """Find out which rulebooks an engine plays by our rules, and store them in `engine`.

    Returns its own name, and by rulebook where its legal moves differ. Raises `EngineFault`.
    """
    engine.rulebooks, apart = {}, {}
    program = Program(engine.command, engine.options)
    try:
        for rulebook in rulebooks():
            found = agreed(program, rulebook)
            if isinstance(found, Agreed):
                known = Known(library.load(rulebook).hash, found.variant, found.chess960)
                engine.rulebooks[rulebook] = known
            elif found is not None:
                apart[rulebook] = found
    finally:
        program.close()
    return program.name, apart


def config_of(name: str, engine: Engine, game: Game) -> EngineConfig:
    """How to run an engine for a game that it was found to play. Raises `AxedrezError` for any other."""
    for known in engine.rulebooks.values():
        if known.hash == game.hash:
            return EngineConfig(tuple(engine.command), engine.options, known.variant, known.chess960)
    if game.name in engine.rulebooks:
        raise AxedrezError("engine_changed", name=name, rulebook=game.name)
    raise AxedrezError("engine_rulebook", name=name, rulebook=game.name, valid=", ".join(engine.rulebooks) or "-")


def external_engine(name: str, game: Game) -> ExternalEngine:
    """The engine of a name, for a game that it was found to play. Raises `AxedrezError` for any other."""
    return ExternalEngine(config_of(name, named(name), game))
