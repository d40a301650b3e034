"""The options of Axedrez as a UCI engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from axedrez.core.errors import TextError

Value = int | bool | str


class Option(NamedTuple):
    """An option: `kind` is `spin`, `check`, `combo`, `string` or `button`; `least` and `most` bound a spin."""

    name: str
    kind: str
    default: Value = ""
    least: int = 0
    most: int = 0
    choices: tuple[str, ...] = ()

    def __str__(self) -> str:
        default = str(self.default).lower() if self.kind == "check" else self.default
        said = "" if self.kind == "button" else f" default {default}"
        if self.kind == "spin":
            said += f" min {self.least} max {self.most}"
        said += "".join(f" var {choice}" for choice in self.choices)
        return f"option name {self.name} type {self.kind}{said}"

    def read(self, text: str) -> Value:
        """Parse a value. Raises `TextError`."""
        if self.kind == "check" and text.lower() in ("true", "false"):
            return text.lower() == "true"
        if self.kind == "spin" and text.isascii() and text.isdigit() and self.least <= int(text[:12]) <= self.most:
            return int(text[:12])
        if self.kind == "combo" and text in self.choices:
            return text
        if self.kind in ("button", "string"):
            return text
        raise TextError("uci_value", name=self.name, value=text[:60], valid=self._valid())

    def _valid(self) -> str:
        if self.kind == "spin":
            return f"{self.least}..{self.most}"
        return "true, false" if self.kind == "check" else ", ".join(self.choices)


class Options:
    """Options with their values."""

    def __init__(self, offered: Sequence[Option]) -> None:
        self.offered = {option.name.lower(): option for option in offered}
        self._values = {option.name: option.default for option in offered}

    def set(self, name: str, text: str) -> str:
        """Set an option by its name in lower case; returns its name as offered. Raises `TextError`."""
        option = self.offered.get(name)
        if option is None:
            raise TextError("uci_option", name=name[:60], valid=", ".join(self._values))
        self._values[option.name] = option.read(text)
        return option.name

    def number(self, name: str) -> int:
        """The value of a spin or check."""
        return int(self._values[name])

    def text(self, name: str) -> str:
        """The value of another option."""
        return str(self._values[name])
