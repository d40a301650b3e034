"""The reference: every name of `docs/public-names.toml`, described by its docstring."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent
from typing import NamedTuple, get_origin

from sphinx.pycode import ModuleAnalyzer

import axedrez
from pages import Pages

LIST = Path(__file__).parents[1] / "public-names.toml"
KINDS = {
    "stable": ("Public contract", "What programs may rely on."),
    "values": ("Values", "What the names of the public contract take and give."),
    "described": ("Further modules", "Useful, but free to change in any version."),
}


class Public(NamedTuple):
    """A module with the names that are public in it; `kind` is one of `KINDS`."""

    kind: str
    module: str
    names: tuple[str, ...]


def modules() -> Iterator[Public]:
    """The modules of the list, in its order."""
    for kind, listed in tomllib.loads(LIST.read_text(encoding="utf-8")).items():
        for module, names in listed.items():
            found = importlib.import_module(module).__all__ if names == "all" else names
            yield Public(kind, module, tuple(name for name in found if not name.startswith("__")))


def is_data(value: object) -> bool:
    """Whether a public value is a constant or an alias of a type, which has no docstring of its own."""
    return not inspect.isclass(value) and (not callable(value) or get_origin(value) is not None)


def said_of_data(module: str, name: str) -> str:
    """What stands below a constant or an alias in the module that makes it; "" where nothing does."""
    if found := ModuleAnalyzer.for_module(module).find_attr_docs().get(("", name)):
        return "\n".join(found).strip()
    for node in ast.walk(ast.parse(inspect.getsource(importlib.import_module(module)))):
        if isinstance(node, ast.ImportFrom) and node.module and name in {each.name for each in node.names}:
            return said_of_data(node.module, name)
    return ""


def is_indexed(module: str, name: str) -> bool:
    """Whether links lead to a name; where `axedrez` has another one that is called so, they mean that one."""
    value = getattr(importlib.import_module(module), name)
    return getattr(axedrez, name, value) is value


def write(pages: Pages) -> None:
    """A page for each module, and one that lists them."""
    listed = dict.fromkeys(KINDS, "")
    for public in modules():
        pages.put(f"reference/{public.module}.rst", _page(public))
        listed[public.kind] += f"   {public.module}\n"
    parts = ["Reference", "=========", "", "Every public name, from its docstring.", ""]
    for kind, (title, text) in KINDS.items():
        parts += [title, "-" * len(title), "", text, "", ".. toctree::", "   :maxdepth: 1", "", listed[kind]]
    pages.put("reference/index.rst", "\n".join(parts))


def _page(public: Public) -> str:
    module = importlib.import_module(public.module)
    lines = [public.module, "=" * len(public.module), "", f".. py:module:: {public.module}", ""]
    lines += [inspect.getdoc(module) or "", ""]
    for name in public.names:
        value = getattr(module, name)
        hidden = ["   :no-index:"] * (not is_indexed(public.module, name))
        if is_data(value):
            lines += [f".. py:data:: {name}", f"   :value: {_brief(value)}", *hidden, ""]
            lines += [indent(said_of_data(public.module, name), "   "), ""]
        elif inspect.isclass(value):
            lines += [f".. autoclass:: {public.module}.{name}", "   :members:"]
            lines += ["   :show-inheritance:"] * issubclass(value, Exception)
            lines += [*hidden, ""]
        else:
            lines += [f".. autofunction:: {public.module}.{name}", ""]
    return "\n".join(lines)


def _brief(value: object) -> str:
    """A value, or a type without the modules of its parts."""
    return re.sub(r"\b(?:[a-z_]+\.)+(?=[A-Z])", "", repr(value))
