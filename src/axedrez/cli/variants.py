"""`axedrez import-variants` and `export-variants`: Fairy-Stockfish's variants.ini as rule sheets, and back."""

from __future__ import annotations

from pathlib import Path

from axedrez import library
from axedrez.cli import failures
from axedrez.cli.loading import MAX_BYTES
from axedrez.cli.output import print_json
from axedrez.core import AxedrezError, TextError
from axedrez.messages import say, sentence
from axedrez.rulesheet.interchange import Imported
from axedrez.rulesheet.writing import write_toml


def take_over(file: str, section: str | None, out: str | None, ignore: bool, lang: str, as_json: bool) -> int:
    """Print the sheets of a file or write them into a directory; an error line for each section that is refused.

    Raises `AxedrezError` for an invalid file, or if it has no such section.
    """
    chosen = library.imported(_text(file), section)
    if as_json:
        print_json([_json(one, lang) for one in chosen])
        return 0
    status = 0
    for one in chosen:
        for said in one.outdone:
            failures.tell(say("cli.ini_outdone", lang, line=said.line, option=said.option[:60], name=one.name))
        refusal = _refusal(one, ignore, lang)
        if refusal:
            status = failures.tell(refusal)
        else:
            _put(one, out, lang)
    return status


def write(rulebook: str, ignore: bool, as_json: bool) -> int:
    """Print a rulebook as a section. Raises `AxedrezError` if it cannot be expressed, unless that is to be ignored."""
    exported = library.exported(library.load(rulebook))
    unsaid = [{"field": field, "value": str(value)} for field, value in exported.unsaid]
    if as_json:
        print_json({"text": exported.text, "unsaid": unsaid})
        return 0
    if unsaid and not ignore:
        raise AxedrezError("ini_unsayable", name=rulebook[:80], fields=", ".join(one["field"] for one in unsaid))
    print(exported.text, end="")
    return 0


def _text(file: str) -> str:
    try:
        with open(file, encoding="utf-8") as stream:
            return stream.read(MAX_BYTES)
    except (OSError, ValueError):
        raise TextError("ini_unreadable", name=file[:200]) from None


def _refusal(one: Imported, ignore: bool, lang: str) -> str:
    """Why a section is refused; "" if it is not."""
    reasons = []
    if one.uncovered and not ignore:
        options = ", ".join(f"{said.option} = {said.value}" if said.value else said.option for said in one.uncovered)
        reasons.append(say("error.ini_uncovered", lang, name=one.name, options=options))
    if one.faults:
        reasons.append(say("error.ini_faults", lang, name=one.name, count=len(one.faults)))
        reasons += [sentence(fault, lang) for fault in one.faults]
    if reasons and one.refused_parent:
        reasons.append(say("error.ini_parent_refused", lang, value=one.refused_parent))
    return " ".join(reasons)


def _put(one: Imported, out: str | None, lang: str) -> None:
    text = write_toml(one.sheet)
    if out is None:
        print(text)
        return
    path = Path(out, f"{one.sheet['id']}.toml")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    print(say("cli.ini_written", lang, name=one.name, file=path))


def _json(one: Imported, lang: str) -> dict[str, object]:
    return {
        "name": one.name,
        "line": one.line,
        "sheet": one.sheet,
        "uncovered": [said._asdict() for said in one.uncovered],
        "faults": [sentence(fault, lang) for fault in one.faults],
        "outdone": [said._asdict() for said in one.outdone],
        "refused_parent": one.refused_parent,
    }
