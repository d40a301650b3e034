"""The commands that serve, and those about the data of servers."""

from __future__ import annotations

from typing import Annotated

import typer

from axedrez.cli.commands.root import app
from axedrez.cli.parameters import Accepted, DatabaseUrl, InputFile, Json, Lang, Language, Port


@app.command("serve")
def serve_command(
    host: Annotated[str, typer.Option("--host")] = "127.0.0.1",
    port: Port = 8000,
    database_url: DatabaseUrl = None,
    channels_url: Annotated[str | None, typer.Option("--channels", metavar="URL", envvar="AXEDREZ_CHANNELS")] = None,
    trusted_proxies: Annotated[
        str | None, typer.Option("--trusted-proxies", metavar="ADDRESSES", envvar="AXEDREZ_TRUSTED_PROXIES")
    ] = None,
    metrics_for: Annotated[
        str | None, typer.Option("--metrics-for", metavar="ADDRESSES", envvar="AXEDREZ_METRICS_FOR")
    ] = None,
    engine: Annotated[list[str] | None, typer.Option("--engine", metavar="NAME")] = None,
    workers: Annotated[int, typer.Option("--workers", min=1, max=256)] = 1,
    public_url: Annotated[str | None, typer.Option("--public-url", metavar="URL", envvar="AXEDREZ_PUBLIC_URL")] = None,
    smtp: Annotated[str | None, typer.Option("--smtp", metavar="URL", envvar="AXEDREZ_SMTP")] = None,
    mail_from: Annotated[str | None, typer.Option("--mail-from", metavar="ADDRESS", envvar="AXEDREZ_MAIL_FROM")] = None,
    push_loopback: Annotated[bool, typer.Option("--push-loopback", show_default=False)] = False,
    lang: Language = Lang.en,
) -> None:
    """Serve the page and the HTTP interface."""
    from axedrez.server.app.run import serve

    serve(
        host,
        port,
        database_url,
        channels_url,
        lang=lang.value,
        trusted_proxies=trusted_proxies,
        metrics_for=metrics_for,
        engines=engine or [],
        workers=workers,
        public_url=public_url,
        smtp=smtp,
        mail_from=mail_from,
        push_loopback=push_loopback,
    )


@app.command("classroom")
def classroom_command(
    port: Port = 8000,
    database_url: DatabaseUrl = None,
    lang: Language = Lang.en,
) -> None:
    """Serve everybody in the local network, without chat."""
    from axedrez.cli import classroom

    classroom.serve_class(port, database_url, lang.value)


@app.command("bot")
def bot_command(
    server: Annotated[str, typer.Option("--server", metavar="URL")],
    token: Annotated[str, typer.Option("--token", envvar="AXEDREZ_TOKEN", show_envvar=True)],
    engine: Annotated[str, typer.Option("--engine", metavar="COMMAND")],
    option: Annotated[list[str] | None, typer.Option("--option", metavar="NAME=VALUE")] = None,
    rulebook: Annotated[list[str] | None, typer.Option("--rulebook", metavar="RULEBOOK")] = None,
    accept: Annotated[Accepted, typer.Option("--accept")] = Accepted.everybody,
    games: Annotated[int, typer.Option("--games", min=1, max=64)] = 1,
    movetime: Annotated[int | None, typer.Option("--movetime", metavar="MS", min=1, max=600_000)] = None,
    lang: Language = Lang.en,
) -> None:
    """Let a UCI engine play at a server."""
    from axedrez.bridge import Terms
    from axedrez.cli import bot
    from axedrez.library import rulebooks

    played = rulebook or rulebooks()[:1]
    bot.run(
        server,
        token,
        engine,
        option or [],
        list(played),
        Terms(accept.value, games, movetime),
        lang.value,
    )


@app.command("backup")
def backup_command(
    file: InputFile,
    database_url: DatabaseUrl = None,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> None:
    """Write the whole database to a file."""
    from axedrez.cli import backup

    backup.back_up(database_url, file, lang.value, as_json)


@app.command("restore")
def restore_command(
    file: InputFile,
    database_url: DatabaseUrl = None,
    replace: Annotated[bool, typer.Option("--replace", show_default=False)] = False,
    lang: Language = Lang.en,
    as_json: Json = False,
) -> None:
    """Fill a database from such a file."""
    from axedrez.cli import backup

    backup.restore(database_url, file, replace, lang.value, as_json)


@app.command("warm")
def warm_command(lang: Language = Lang.en) -> int:
    """Compile all kernels now."""
    from axedrez.cli import warm

    return warm.warm(lang.value)
