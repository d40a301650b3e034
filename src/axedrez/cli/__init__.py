"""The `axedrez` command. Importing it is cheap: each subcommand imports what it needs when it runs."""

from __future__ import annotations

import sys


def main() -> None:
    """Entry point of the console script."""
    from axedrez.cli.app import run

    sys.exit(run(sys.argv[1:]))
