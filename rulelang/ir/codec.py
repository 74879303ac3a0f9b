"""The IR as JSON and back, and the digest that names a definition.

In: a `Program`. Out: canonical text; equal programs give equal text, so its hash identifies them. Expressions
and instructions are lists that begin with their name; a type is one line.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import Any

import attrs

from rulelang import types
from rulelang.ir import nodes
from rulelang.ir.expressions import EXPRESSIONS, Expr, Loop
from rulelang.ir.instructions import INSTRUCTIONS, Entry, Instr, SecretEntry

_DEFS = {
    cls.__name__: cls
    for cls in (
        nodes.Program, nodes.KindDef, nodes.RecordDef, nodes.Column, nodes.ZoneDef, nodes.TrackDef,
        nodes.SettingDef, nodes.SlotDef, nodes.Body, nodes.RuleDef, nodes.Step, nodes.ValueDef,
        nodes.HookDef, nodes.Ranking, nodes.MemoryDef,
    )
}  # fmt: skip
_LISTED: dict[str, Any] = {
    **{f"={name}": cls for name, cls in EXPRESSIONS.items()},
    **{f"!{name}": cls for name, cls in INSTRUCTIONS.items()},
    "=Loop": Loop,
    "!Entry": Entry,
    "!SecretEntry": SecretEntry,
}
_MARKS = {cls: name for name, cls in _LISTED.items()}


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
    """Names what is played: texts that people see, places in files and what bots ask do not change it."""
    plain = _plain(program)
    plain.pop("strings")
    for body in plain["bodies"]:
        body.pop("sites")
    ranking = [plain["ranking"]] if plain["ranking"] is not None else []
    for part in [*plain["hooks"], *plain["values"], *plain["rules"], *plain["tracks"], *ranking]:
        part.pop("site")
    plain.pop("score_site")
    plain.pop("payoff_site")
    plain.pop("outlook")
    plain.pop("outlook_site")
    plain.pop("must_hold_sites")
    text = json.dumps(plain, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:24]


@cache
def _names(cls: Any) -> tuple[str, ...]:
    return tuple(field.name for field in attrs.fields(cls))


def _plain(value: Any) -> Any:
    cls: Any = type(value)
    if isinstance(value, Expr | Instr | Loop | Entry | SecretEntry):
        return [_MARKS[cls], *(_plain(getattr(value, name)) for name in _names(cls))]
    if isinstance(value, types.Type):
        return f"type {types.text(value)}"
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if attrs.has(cls):
        return {"": cls.__name__, **{name: _plain(getattr(value, name)) for name in _names(cls)}}
    return value


_TYPED = ("type", "owner", "result", "params", "answer")  # fields that hold types, besides those of nodes


def _rebuild(value: Any, typed: bool = False) -> Any:
    if isinstance(value, dict):
        cls = _DEFS[value.pop("")]
        return cls(**{name: _rebuild(item, name in _TYPED) for name, item in value.items()})
    if isinstance(value, list):
        if value and isinstance(value[0], str) and value[0] in _LISTED:
            return _node(_LISTED[value[0]], value[1:])
        return tuple(_rebuild(item, typed) for item in value)
    if typed and isinstance(value, str) and value.startswith("type "):
        return types.parse(value.removeprefix("type "))
    return value


def _node(cls: Any, parts: list[Any]) -> Any:
    names = _names(cls)
    if len(parts) != len(names):
        raise ValueError(f"{cls.__name__} has {len(names)} parts, not {len(parts)}")
    return cls(*(_rebuild(part, name == "type") for name, part in zip(names, parts, strict=True)))
