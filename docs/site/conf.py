"""Sphinx reads the pages that build.py has written; this says how they become the site."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import axedrez

sys.path.insert(0, str(Path(__file__).parent))

project = "Axedrez"
author = "the authors of Axedrez"
copyright = "the authors of Axedrez; GPL, version 3 or later"
version = release = axedrez.__version__
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc", "site_pages"]
root_doc = "index"
default_role = "named"
# Without it every name in single quotes that is no public one would be a fault; links between pages are checked anyway.
nitpicky = False

myst_enable_extensions = ["attrs_inline"]
myst_heading_anchors = 6
# Asking the domains of other languages takes a third of the time of a build.
myst_ref_domains = ["std", "py"]

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
autodoc_class_signature = "mixed"
python_display_short_literal_types = True
add_module_names = False

html_theme = "furo"
html_title = f"Axedrez {version}"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_search_language = "folded"
# Excerpts of what was found would have to be fetched, which a browser refuses for files on a disk.
html_show_search_summary = False
html_theme_options: dict[str, Any] = {"navigation_with_keys": False}
# Shapes of answers are written as JSON with alternatives, which is none.
suppress_warnings = ["misc.highlighting_failure"]
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"
# Two hyphens are an option of a command.
smartquotes = False
linkcheck_timeout = 20
linkcheck_retries = 2
