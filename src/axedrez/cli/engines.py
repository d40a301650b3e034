"""`axedrez engines`: external engines of this machine. `axedrez uci`: our engine for other programs."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Sequence

from axedrez.cli.output import print_json
from axedrez.core import Game, TextError
from axedrez.messages import say
from axedrez.preparation import Preparation
from axedrez.uci import engines
from axedrez.uci.engines import Engine
from axedrez.uci.session import Session
from axedrez.warm import stage_of


def add(name: str, command: str, options: Sequence[str], lang: str, as_json: bool) -> None:
    """Add or replace an engine. Raises `AxedrezError`; then nothing has changed."""
    known = engines.read()
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    if not words:
        raise TextError("engine_command", command=command[:200])
    engine = Engine(words, dict(map(setting, options)))
    _examine(engines.named_well(name), engine, lang, as_json)
    engines.write({**known, name: engine})


def test(name: str, lang: str, as_json: bool) -> None:
    """Find out again which rulebooks an engine plays. Raises `AxedrezError`."""
    engine = engines.named(name)
    _examine(name, engine, lang, as_json)
    engines.write({**engines.read(), name: engine})


def show(lang: str, as_json: bool) -> None:
    """Print the engines, their commands and rulebooks."""
    known = engines.read()
    if as_json:
        print_json({name: _json(engine) for name, engine in sorted(known.items())})
        return
    for name, engine in sorted(known.items()):
        print(say("cli.engine", lang, name=name, command=shlex.join(engine.command), rulebooks=_rulebooks(engine)))
    if not known:
        print(say("cli.engine.none", lang))


def remove(name: str, lang: str) -> None:
    """Remove an engine. Raises `AxedrezError`."""
    engines.named(name)
    engines.write({other: engine for other, engine in engines.read().items() if other != name})
    print(say("cli.engine.removed", lang, name=name))


def talk(load: Callable[[], Game] | None, lang: str) -> None:
    """Run a UCI session on standard input and output. Raises `AxedrezError` for a game of another family than chess."""
    with Preparation(("chess", "modified")) as preparation:
        game = load() if load is not None else None

        def prepared(game: Game, wait_s: float) -> bool:
            return preparation.wait(stage_of(game), wait_s)

        session = Session(_write_line, lang, game, prepared)
        if sys.stdin is not None and sys.stdout is not None:
            session.run(sys.stdin.buffer)


def _examine(name: str, engine: Engine, lang: str, as_json: bool) -> None:
    title, apart = engines.examine(engine)
    if as_json:
        differing = {rulebook: difference._asdict() for rulebook, difference in apart.items()}
        print_json({name: {"title": title, **_json(engine), "differs": differing}})
        return
    print(say("cli.engine.plays", lang, name=name, title=title, rulebooks=_rulebooks(engine)))
    for rulebook, difference in apart.items():
        ours, theirs = (" ".join(moves[:8]) or "-" for moves in (difference.ours, difference.theirs))
        position = difference.position
        print(say("cli.engine.differs", lang, rulebook=rulebook, position=position, ours=ours, theirs=theirs))


def setting(text: str) -> tuple[str, str]:
    """An option of an engine, `NAME=VALUE`. Raises `TextError`."""
    name, sign, value = text.partition("=")
    if not sign or not name.strip():
        raise TextError("cli_option", value=text[:80])
    return name.strip(), value.strip()


def _rulebooks(engine: Engine) -> str:
    return ", ".join(engine.rulebooks) or "-"


def _json(engine: Engine) -> dict[str, object]:
    return {"command": engine.command, "options": engine.options, "rulebooks": list(engine.rulebooks)}


def _write_line(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
