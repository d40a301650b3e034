"""Options of the command line that only count beside others, or instead of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import typer

from axedrez.core import AxedrezError


def given(context: typer.Context) -> set[str]:
    """The options that stand on the command line, such as `--level`."""
    return {
        max(parameter.opts, key=len)
        for parameter in context.command.params
        if parameter.name is not None
        and (source := context.get_parameter_source(parameter.name)) is not None
        and source.name == "COMMANDLINE"
    }


def check_companions(context: typer.Context, needed: Mapping[str, Collection[str]]) -> None:
    """Refuse an option that was given though none of those was that it counts with.

    Raises `AxedrezError` with the reason `cli_option_alone`.
    """
    found = given(context)
    for option, others in needed.items():
        if option in found and found.isdisjoint(others):
            raise AxedrezError("cli_option_alone", option=option, needed=" / ".join(others))


def check_rivals(context: typer.Context, rivals: Mapping[str, str]) -> None:
    """Refuse an option that another one given makes meaningless.

    Raises `AxedrezError` with the reason `cli_option_beside`.
    """
    found = given(context)
    for option, other in rivals.items():
        if {option, other} <= found:
            raise AxedrezError("cli_option_beside", option=option, other=other)


def check_values(context: typer.Context, chosen: tuple[str, str], needed: Mapping[str, Collection[str]]) -> None:
    """Refuse an option that was given though `chosen`, an option with its value, has none of the values that it needs.

    Raises `AxedrezError` with the reason `cli_option_alone`.
    """
    found = given(context)
    other, value = chosen
    for option, values in needed.items():
        if option in found and value not in values:
            raise AxedrezError("cli_option_alone", option=option, needed=f"{other} {' | '.join(values)}")
