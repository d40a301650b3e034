"""The definitions of all commands, by subject: names, parameters and what they do in a line.

Their implementations are in `axedrez.cli`, imported when a command runs. The help texts are in the catalogue: see
`axedrez.cli.help`.
"""

from axedrez.cli.commands import analysing, playing, rulebooks, serving, tournament_printing, tournament_reports
from axedrez.cli.commands.admin import admin
from axedrez.cli.commands.engines import engines
from axedrez.cli.commands.library import collections
from axedrez.cli.commands.root import app
from axedrez.cli.commands.tournament import tournaments

__all__ = ["analysing", "app", "playing", "rulebooks", "serving", "tournament_printing", "tournament_reports"]

app.add_typer(admin, name="admin")
app.add_typer(engines, name="engines")
app.add_typer(collections, name="library")
app.add_typer(tournaments, name="tournament")
