"""Builds the site of the documentation: pages for Sphinx are written to OUT/source, the site to OUT/html.

The documents of the repository become pages without being copied in the source tree; the reference, the schema of rule
sheets, the HTTP interface and the manual are written from the program itself. Nothing is fetched from the network, but
by `--external`, which asks whether the links that lead elsewhere still do.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from pathlib import Path

from sphinx.cmd.build import build_main

import book
import documents
import http_interface
import links
import reference
import sheets
from pages import Pages

HERE = Path(__file__).parent
JOBS = "auto"


def main() -> int:
    """The exit status: 0, or 1 after a warning of Sphinx or a link that leads nowhere."""
    parser = argparse.ArgumentParser(prog="script/docs", description="Builds the site of the documentation.")
    parser.add_argument("out", nargs="?", default="build/docs", type=Path, help="the folder to build in (build/docs)")
    parser.add_argument("--external", action="store_true", help="ask for every external link, too")
    parser.add_argument("--manual", nargs="+", metavar="RULEBOOK", help="the manual of these rulebooks only")
    options = parser.parse_args()
    out: Path = options.out.absolute()
    gc.set_threshold(200_000, 50, 100)  # trees of many small nodes: looking for garbage all the time takes a tenth
    began = time.monotonic()
    pages = Pages(out / "source")
    for part in (reference, sheets, http_interface, documents):
        part.write(pages)
    book.write(pages, options.manual)
    pages.finish()
    written = time.monotonic()
    kinds = ("html", "linkcheck") if options.external else ("html",)
    for kind in kinds:
        words = ["-b", kind, "-c", str(HERE), "-d", str(out / "doctrees"), "-W", "--keep-going", "-q", "-j", JOBS]
        if build_main([*words, str(pages.folder), str(out / kind)]):
            return 1
    faults = links.faults(out / "html")
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{out / 'html' / 'index.html'}: pages {written - began:.1f} s, site {time.monotonic() - written:.1f} s")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
