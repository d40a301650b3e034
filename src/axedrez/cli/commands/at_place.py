"""Commands about a tournament that is in a file or at a server."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from inspect import Parameter
from typing import TYPE_CHECKING, Annotated, Any, Concatenate, ParamSpec, get_type_hints

import typer

from axedrez.cli.parameters import InputFile

if TYPE_CHECKING:
    from axedrez.cli.tournament_place import Place

Given = ParamSpec("Given")
Server = Annotated[str | None, typer.Option("--server", metavar="URL", show_default=False)]
Token = Annotated[str | None, typer.Option("--token", envvar="AXEDREZ_TOKEN", show_envvar=True, show_default=False)]


def at_place(command: Callable[Concatenate[Place, Given], None]) -> Callable[..., None]:
    """Lets FILE, --server and --token say at which `Place` a command works; it has a parameter `lang` besides."""

    @functools.wraps(command)
    def placed(*, file: str, server: str | None = None, token: str | None = None, **given: Any) -> None:
        from axedrez.cli.tournament_place import place

        command(place(file, server, token, given["lang"].value), **given)  # type: ignore[call-arg]

    # Typer reads the signature: that of the command, where three parameters stand for the place.
    place_of, *own = inspect.signature(command).parameters.values()
    file, *where, _ = inspect.signature(placed, follow_wrapped=False).parameters.values()
    kinds = {**command.__annotations__, "file": InputFile, "server": Server, "token": Token}
    placed.__annotations__ = {name: kind for name, kind in kinds.items() if name != place_of.name}
    known = get_type_hints(placed, include_extras=True)
    parameters = [each.replace(kind=Parameter.KEYWORD_ONLY) for each in (file, *own, *where)]
    told = [each.replace(annotation=known[each.name]) for each in parameters]
    placed.__signature__ = inspect.Signature(told)  # type: ignore[attr-defined]
    return placed
