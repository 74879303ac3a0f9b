"""A scene as JSON.

In: a scene. Out: dicts, lists, strings, numbers, booleans and None, by the names of docs/scene.md.
"""

from __future__ import annotations

from typing import Any

from attrs import fields, has

from interpreter.scene.data import Scene


def to_plain(scene: Scene) -> dict[str, Any]:
    plain: dict[str, Any] = _plain(scene)
    return {**plain, "texts": dict(scene.texts)}


def _plain(value: Any) -> Any:
    if has(type(value)):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(type(value))}
    return [_plain(part) for part in value] if isinstance(value, tuple) else value
