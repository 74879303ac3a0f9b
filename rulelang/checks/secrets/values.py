"""Where bodies begin: the parameters of rules, values and abilities, and what a value tells.

In: a typed `Value` or `Ability`. Out: its label in terms of its parameters, or the scene that it starts in.
"""

from __future__ import annotations

from rulelang.checks.secrets.keys import key_of
from rulelang.checks.secrets.labels import (
    NOTHING,
    OPEN,
    YOU,
    Key,
    Label,
    Seen,
    argument,
    argument_key,
    argument_size,
    few,
)
from rulelang.checks.secrets.looking import PLACED, look, told
from rulelang.checks.secrets.scene import Scene
from rulelang.checks.secrets.summaries import Knowledge, Summary
from rulelang.typed import expressions as typed
from rulelang.typed.definition import Ability, Value
from rulelang.typed.symbols import Local
from rulelang.types import Opt, Seq


def look_at_value(value: Value, whole: Knowledge) -> Seen:
    """What a value tells, in terms of its parameters, with all that abilities make of it."""
    content: Label = NOTHING if value.symbol.key_type is None else frozenset((argument(0),))
    size = content
    for body in value.bodies:
        scene = Scene(whole, Summary())
        enter(body.params, scene)
        for local, expr in body.lets:
            scene.slots[local] = look(expr, scene)
            if isinstance(expr, typed.LocalRef | typed.You | typed.Active):
                scene.keys[local] = key_of(expr, scene)
        for result in body.results:
            if result.condition is not None:
                condition = told(result.condition, scene) - PLACED
                content, size = content | condition, size | condition
            seen = look(result.value, scene)
            content, size = content | seen[0], size | seen[1]
    for ability in whole.hooks.get(value.symbol, ()):
        scene = scene_of(ability, ability.params, whole)
        if ability.result is not None:
            scene.slots[ability.result] = (content, size)
        when = NOTHING if ability.when is None else told(ability.when, scene) - PLACED
        seen = OPEN if ability.value is None else look(ability.value, scene)
        content, size = content | when | seen[0], size | when | seen[1]
    return few(content), few(size)


def enter(params: tuple[Local | None, ...], scene: Scene) -> None:
    """Gives the parameters of a body the atoms and keys that stand for arguments."""
    for number, local in enumerate(params):
        if local is None:
            continue
        has_size = isinstance(local.type, Opt | Seq)
        size = frozenset((argument_size(number),)) if has_size else NOTHING
        scene.slots[local] = (frozenset((argument(number),)), size)
        scene.keys[local] = argument_key(number)


def scene_of(ability: Ability, params: tuple[Local | None, ...], whole: Knowledge) -> Scene:
    """Where an ability begins: `actor` is the caller's `you`, and `you` is who holds it."""
    scene = Scene(whole, Summary())
    enter(params, scene)
    for actor in (ability.actor, ability.when_actor):
        scene.keys[actor] = YOU
    if ability.holder is not None:
        scene.you = ("holder", id(ability))
        if ability.when is not None:
            scene.you = _same_as_you(ability.when, scene) or scene.you
    return scene


def _same_as_you(when: typed.Expr, scene: Scene) -> Key | None:
    """Who the holder is, where the condition says it: `when player is you`, `when your turn`."""
    match when:
        case typed.Logic(op="and", left=left, right=right):
            return _same_as_you(left, scene) or _same_as_you(right, scene)
        case typed.YourTurn():
            return scene.active
        case typed.Comparison(op="is", left=left, right=typed.You()):
            return key_of(left, scene)
        case typed.Comparison(op="is", left=typed.You(), right=right):
            return key_of(right, scene)
    return None
