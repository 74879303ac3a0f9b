"""Hidden information that a definition would tell: the flow of information through the whole program.

In: a typed `Definition`. Out: warnings about messages that tell everybody what only some may know (R0611),
about questions that depend on what the one who is asked may not know (R0612), about dice that go where
they are meant to be hidden (R0615), and about an outlook that looks at what its player may not know (R0616).

`labels` are what something depends on. `looking` finds the labels of expressions, `values` those of values;
`running` and `changing` follow the lines of a rule through a `scene`, `calling` puts rules together,
`imagining` asks what would be after one, `summaries` keeps what was found, `telling` says it.
"""

from __future__ import annotations

from functools import partial

from rulelang.checks.secrets.calling import call
from rulelang.checks.secrets.imagining import look_at_what_if
from rulelang.checks.secrets.labels import NOTHING, argument, zone_atom
from rulelang.checks.secrets.looking import told
from rulelang.checks.secrets.running import run
from rulelang.checks.secrets.scene import Scene, joined, under, unknown
from rulelang.checks.secrets.silence import is_silent, seen_symbols
from rulelang.checks.secrets.summaries import Knowledge, Leak, Summary
from rulelang.checks.secrets.telling import tell
from rulelang.checks.secrets.values import enter, look_at_value, scene_of
from rulelang.diagnostics import Report
from rulelang.typed import statements as stmts
from rulelang.typed.definition import Ability, Definition, Rule
from rulelang.typed.symbols import TrackSymbol, ZoneSymbol

ROUNDS = 6  # circles of rules are looked at so often at most


def check_secrets(definition: Definition, report: Report) -> None:
    world = definition.world
    hidden: list[ZoneSymbol | TrackSymbol] = [zone for zone in world.zones.values() if zone.sees != "all"]
    hidden += [track for track in world.tracks.values() if track.sees != "all"]
    if hidden or any(isinstance(found, stmts.Secret) for block in definition.statements for found in block):
        tell(leaks(definition, frozenset(hidden)), report)


def leaks(definition: Definition, hidden: frozenset[ZoneSymbol | TrackSymbol]) -> dict[Leak, None]:
    """Everything that somebody is told who should not know it."""
    functions = look_at_value, _look_at_rule, _look_at_ability, look_at_what_if
    whole = Knowledge(definition, *functions, hidden=hidden)
    whole.rules |= {rule.symbol: rule for rule in definition.rules}
    whole.values |= {value.symbol: value for value in definition.values}
    for ability in definition.abilities:
        whole.hooks.setdefault(ability.target, []).append(ability)
    whole.seen = seen_symbols(whole)
    found: dict[Leak, None] = {}
    for _ in range(ROUNDS):
        found = {}
        whole.look(partial(_all, whole, found))
        if not whole.again():
            break
    return found


def _all(whole: Knowledge, found: dict[Leak, None]) -> None:
    """The game from its beginning, what happens when something enters or changes, what is never called."""
    game = Scene(whole, Summary())
    for name in ("setup", "play"):
        rule = whole.definition.world.rules.get(name)
        if rule is not None and rule.span is not None:
            call(rule, (), rule.span, game)
    found |= game.summary.leaks
    for ability in whole.definition.abilities:
        summary = whole.ability(ability) if ability.how in ("enters", "changes") else None
        found |= {} if summary is None else summary.leaks
    for rule in whole.rules:
        if rule not in whole.found:
            whole.alone.add(rule)
        summary = whole.rule(rule) if rule in whole.alone else None
        found |= {} if summary is None else summary.leaks
    found |= _outlook(whole)


def _outlook(whole: Knowledge) -> dict[Leak, None]:
    """A bot that plays from deals asks for it where hidden things are guessed: it would learn its guesses."""
    outlook = whole.definition.outlook
    if outlook is None:
        return {}
    scene = Scene(whole, Summary())
    seat = scene.keys[outlook.player] = ("slot", outlook.player)
    secret = unknown(told(outlook.value, scene), seat, scene)
    return {Leak("outlook", outlook.value.span, seat, atom): None for atom in secret}


def _look_at_rule(rule: Rule, whole: Knowledge) -> Summary:
    summary = Summary()
    for number, body in enumerate(rule.bodies):
        scene = Scene(whole, summary)
        enter(body.params, scene)
        if rule.symbol.key_type is not None:  # which case it is tells something of the first argument
            scene.reasons = ()
            under(frozenset((argument(0),)), body.span, is_silent(body.block, whole), scene)
        _run_to_the_end(body.block, scene)
        summary.gives = joined(summary.gives, scene.known) if number else scene.known
    return summary


def _run_to_the_end(block: stmts.Block, scene: Scene) -> None:
    if run(block, scene):
        scene.exits.append(scene.known)
    scene.known = scene.exits[0] if scene.exits else {}
    for known in scene.exits[1:]:
        scene.known = joined(scene.known, known)


def _look_at_ability(ability: Ability, whole: Knowledge) -> Summary:
    """What a component does, or the game itself, when something happens."""
    scene = scene_of(ability, ability.params, whole)
    if isinstance(ability.target, ZoneSymbol):
        _entered(ability, ability.target, scene)
    if ability.when is not None:
        when = told(ability.when, scene)
        scene.reasons = ()
        under(when, ability.when.span, is_silent(ability.block, whole), scene)
    enter(ability.body_params, scene)
    if isinstance(ability.target, ZoneSymbol):
        _entered(ability, ability.target, scene)
    if ability.block is not None:
        _run_to_the_end(ability.block, scene)
    scene.summary.gives = scene.known
    return scene.summary


def _entered(ability: Ability, zone: ZoneSymbol, scene: Scene) -> None:
    """A component that enters a zone is known to those who see the zone."""
    for params in (ability.params, ability.body_params):
        component = params[0] if params else None
        if component is not None and zone.sees != "all":
            owner = params[1] if len(params) > 1 else None
            key = scene.keys.get(owner, ("slot", owner)) if owner is not None else ("none",)
            scene.slots[component] = (frozenset((zone_atom(zone, key),)), NOTHING)
