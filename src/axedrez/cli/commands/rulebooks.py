"""The commands about rulebooks."""

from __future__ import annotations

from typing import Annotated

import typer

from axedrez.cli.commands.root import app
from axedrez.cli.companions import check_rivals
from axedrez.cli.parameters import (
    MAX_NODES,
    Cluster,
    IgnoreUnknown,
    InputFile,
    Json,
    Lang,
    Language,
    Level,
    Options,
    Processes,
    Rulebook,
    Seed,
)
from axedrez.engine.levels import WEAKEST


@app.command("rules")
def rules_command(
    rulebook: Rulebook,
    option: Options = None,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> None:
    """Print the rules of a rulebook."""
    from axedrez.cli import rules
    from axedrez.cli.loading import load
    from axedrez.preparation import brief

    with brief():
        rules.show(load(rulebook, option), lang.value, as_json)


@app.command("manual")
def manual_command(
    rulebook: Rulebook,
    pdf: Annotated[str, typer.Option("--pdf", metavar="FILE")],
    option: Options = None,
    lang: Language = Lang.en,
) -> None:
    """Print the chapter of a rulebook as PDF."""
    from axedrez.cli import pdf as printed
    from axedrez.cli.loading import load

    printed.to_pdf(load(rulebook, option), pdf, lang.value)


@app.command("balance")
def balance_command(
    context: typer.Context,
    rulebook: Rulebook,
    other: Annotated[str | None, typer.Argument(metavar="OTHER")] = None,
    games: Annotated[int, typer.Option("--games", min=1, max=100_000)] = 100,
    level: Level = WEAKEST,
    nodes: Annotated[int, typer.Option("--nodes", min=1, max=MAX_NODES)] = 20_000,
    seed: Seed = 0,
    processes: Processes = None,
    cluster: Cluster = False,
    option: Options = None,
    out: Annotated[str | None, typer.Option("--out", metavar="FILE.html")] = None,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> int:
    """Report how balanced a rulebook is."""
    from axedrez.balance import Settings
    from axedrez.cli import balance
    from axedrez.cli.loading import load

    check_rivals(context, {"--processes": "--cluster"})
    # The options apply to the last sheet, so that a rulebook can be compared with a variant of itself.
    sheets = [load(rulebook, option)] if other is None else [load(rulebook, None), load(other, option)]
    settings = Settings(games=games, level=level, nodes=nodes, seed=seed)
    return balance.balance(sheets, balance.BalanceOptions(settings, processes, cluster, as_json, out, lang.value))


@app.command("import-variants")
def import_variants_command(
    file: InputFile,
    section: Annotated[str | None, typer.Option("--section", metavar="NAME")] = None,
    out: Annotated[str | None, typer.Option("--out", metavar="DIR")] = None,
    ignore_unknown: IgnoreUnknown = False,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> int:
    """Turn sections of a variants.ini file into rule sheets."""
    from axedrez.cli import variants as ini

    return ini.take_over(file, section, out, ignore_unknown, lang.value, as_json)


@app.command("export-variants")
def export_variants_command(
    rulebook: Rulebook,
    ignore_unknown: IgnoreUnknown = False,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> int:
    """Write a rulebook as a section of variants.ini."""
    from axedrez.cli import variants as ini

    return ini.write(rulebook, ignore_unknown, as_json)
