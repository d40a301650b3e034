"""`axedrez` itself: what it does without a command, and what holds for all commands."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from axedrez.cli.parameters import Lang, Language

app = typer.Typer(rich_markup_mode=None, context_settings={"help_option_names": ["--help", "-h"]})


def _print_version(requested: bool) -> None:
    if requested:
        import axedrez

        print(f"axedrez {axedrez.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def alone(
    context: typer.Context,
    lang: Language = Lang.en,
    version: Annotated[bool, typer.Option("--version", is_eager=True, callback=_print_version)] = False,
) -> None:
    """Start the server on a free local port and open the browser."""
    context.default_map = _spoken(app, lang)
    if context.invoked_subcommand is None:
        from axedrez.server.app.run import serve

        serve(open_browser=True, lang=lang.value)


def _spoken(group: typer.Typer, lang: Lang) -> dict[str, Any]:
    """Set the language of a command line as the default of all its commands."""
    spoken: dict[str, Any] = {str(command.name): {"lang": lang.value} for command in group.registered_commands}
    for inner in group.registered_groups:
        if inner.typer_instance is not None:
            spoken[str(inner.name)] = _spoken(inner.typer_instance, lang)
    return spoken
