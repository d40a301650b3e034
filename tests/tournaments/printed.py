"""What stands on the pages of a PDF, as another program reads it."""

from __future__ import annotations

import shutil
import subprocess

import pytest


def pages(pdf: bytes) -> list[str]:
    """The text of each page."""
    if shutil.which("pdftotext") is None:
        pytest.skip("no pdftotext")
    command = ["pdftotext", "-layout", "-", "-"]
    told = subprocess.run(command, input=pdf, capture_output=True, check=True).stdout.decode()
    return told.split("\f")[:-1]
