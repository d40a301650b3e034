"""The schema of rule sheets, written from the types that read them: pages in both languages, and JSON Schema."""

from __future__ import annotations

import json
from collections.abc import Iterator

import msgspec

from axedrez import library
from axedrez.rulesheet.schema import Field
from pages import LANGUAGES, Pages, code, escaped, table

MAX_TEXT = 40
"""A default that is longer is the whole of a table, whose fields are listed."""
WORDS = {
    "en": {
        "title": "Schema of rule sheets",
        "text": "Every field, from the program's own types. [Rule sheets](../rule-sheets.md) explains them.",
        "file": "JSON Schema, for editors",
        "family": "Sheets of the family",
        "heads": ("field", "value", "meaning"),
        "default": "default:",
        "needed": "*needed*",
        "kinds": {},
        "other": "[En español](sheets.es.md)",
    },
    "es": {
        "title": "Esquema de los reglamentos",
        "text": "Todos los campos de un reglamento, según los tipos del programa.",
        "file": "JSON Schema, para editores",
        "family": "Reglamentos de la familia",
        "heads": ("campo", "valor", "qué dice"),
        "default": "si falta:",
        "needed": "*obligatorio*",
        "kinds": {
            "boolean": "sí o no", "choice": "una de", "number": "número", "text": "texto",
            "words": "texto en los dos idiomas", "list": "lista", "map": "mapa", "table": "tabla", "data": "datos",
        },
        "other": "[In English](sheets.md)",
    },
}  # fmt: skip


def write(pages: Pages) -> None:
    """A page for each language, and a JSON Schema for each family."""
    for name, family in library.FAMILIES.items():
        schema = msgspec.json.schema(family.sheet_type())
        pages.put(f"files/{name}.schema.json", json.dumps(schema, indent=1, ensure_ascii=False) + "\n")
    for lang in LANGUAGES:
        words = WORDS[lang]
        parts = [f"# {words['title']}", f"{words['text']} {words['other']}."]
        for name in library.FAMILIES:
            fields = [_row(field, lang) for top in library.schema(name) for field in _every(top)]
            parts += [f"## {words['family']} `{name}`", f"[{words['file']}](../files/{name}.schema.json)"]
            parts.append(f"```{{container}} fields\n{table(tuple(words['heads']), fields)}```")
        pages.put(f"reference/sheets{'' if lang == 'en' else '.es'}.md", "\n\n".join(parts))


def _every(field: Field) -> Iterator[Field]:
    """A field and those inside of it; an entry of a list or map that is simple is told with the whole."""
    yield field
    for inner in field.fields:
        yield from _every(inner)
    for inner in field.item.fields if field.item else ():
        yield from _every(inner)


def _row(field: Field, lang: str) -> tuple[str, ...]:
    words = WORDS[lang]
    value = _kind(field, lang)
    if field.required:
        value += f"<br>{words['needed']}"
    elif field.default not in (None, "") and len(default := json.dumps(field.default, ensure_ascii=False)) <= MAX_TEXT:
        value += f"<br>{words['default']} {code(default)}"
    return (
        code(field.path.replace(".*", ".<name>")),
        value,
        f"**{escaped(field.names[lang])}.** {escaped(field.help[lang])}",
    )


def _kind(field: Field, lang: str) -> str:
    shown: str = WORDS[lang]["kinds"].get(field.kind, field.kind)
    if field.kind == "choice":
        return ", ".join(f"{code(json.dumps(option.value))} {escaped(option.names[lang])}" for option in field.options)
    if field.min is not None or field.max is not None:
        least, most = ("…" if each is None else f"{each:g}" for each in (field.min, field.max))
        shown += f" {least} – {most}"
    if field.kind in ("list", "map") and field.item is not None and not field.item.fields:
        shown += f": {_kind(field.item, lang)}"
    return shown if not field.format else f"{shown} ({field.format})"
