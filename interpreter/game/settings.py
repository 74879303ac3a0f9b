"""The settings of a definition, as somebody chose them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.errors import PlayError
from rulelang.ir.nodes import Program


def check_settings(program: Program, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Settings by name, as words or values, checked against what the definition declares."""
    known = {setting.name: setting for setting in program.settings}
    chosen = {}
    for name, value in settings.items():
        setting = known.get(name)
        if setting is None:
            names = ", ".join(known) or "none"
            raise PlayError(f"{program.name} has no setting `{name}`; its settings are: {names}")
        if setting.words:
            if isinstance(value, str) and value in setting.words:
                value = setting.choices[setting.words.index(value)]
            if value not in setting.choices or not isinstance(value, bool | int):
                raise PlayError(f"`{name}` is one of {', '.join(setting.words)}, not {value!r}")
        else:
            low, high = setting.choices
            try:
                value = int(value)
            except (TypeError, ValueError):
                raise PlayError(f"`{name}` is a number from {low} to {high}, not {value!r}") from None
            if not low <= value <= high:
                raise PlayError(f"`{name}` is a number from {low} to {high}, not {value}")
        chosen[name] = value
    return chosen
