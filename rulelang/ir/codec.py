"""The IR as JSON and back, and the digest that names a definition.

In: a `Program`. Out: canonical text; equal programs give equal text, so its hash identifies them.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

import attrs

from rulelang.ir import nodes

_CLASSES = {
    cls.__name__: cls
    for cls in (
        nodes.Program, nodes.KindDef, nodes.RecordDef, nodes.ZoneDef, nodes.TrackDef, nodes.SettingDef,
        nodes.Body, nodes.RuleDef, nodes.ValueDef, nodes.HookDef, nodes.Ranking,
    )
}  # fmt: skip


class CodecError(Exception):
    """Text that is not a program."""


def encode(program: nodes.Program) -> str:
    return json.dumps(_plain(program), ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def decode(text: str) -> nodes.Program:
    try:
        program = _rebuild(json.loads(text))
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise CodecError(f"this is not a compiled definition ({error})") from error
    if not isinstance(program, nodes.Program):
        raise CodecError("this is not a compiled definition")
    if program.version != nodes.VERSION:
        raise CodecError(f"compiled by another version ({program.version}, this is {nodes.VERSION})")
    return program


def digest(program: nodes.Program) -> str:
    """Names what is played: texts that people see and places in files do not change it."""
    plain = _plain(program)
    plain.pop("strings")
    for body in plain["bodies"]:
        body.pop("sites")
    for part in [*plain["hooks"], *plain["values"], *plain["rules"]]:
        part.pop("site")
    text = json.dumps(plain, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def _plain(value: Any) -> Any:
    if attrs.has(type(value)):
        out = {a.name: _plain(getattr(value, a.name)) for a in attrs.fields(type(value))}
        return {"": type(value).__name__, **out}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return value


def _rebuild(value: Any) -> Any:
    if isinstance(value, dict):
        cls = _CLASSES[value.pop("")]
        return cls(**{name: _rebuild(item) for name, item in value.items()})
    if isinstance(value, list):
        return tuple(_rebuild(item) for item in value)
    return value
