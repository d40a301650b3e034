"""`python -m axedrez`: the `axedrez` command where its folder is not on the path."""

from __future__ import annotations

from axedrez.cli import main

if __name__ == "__main__":
    main()
