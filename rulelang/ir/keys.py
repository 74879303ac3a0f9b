"""The keys of the texts that a definition can show.

In: a `Program`. Out: every key that somebody may ask for, and those that a translation needs; the checker
finds missing and misspelt keys with them.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.ir import instructions as do
from rulelang.ir.nodes import Program

# The program has words of its own for these; a definition may have others.
GENERAL = frozenset(
    (
        *("yes", "no", "none", "nothing", "nobody", "hidden", "place", "choose", "chance", "player"),
        *("zone.box", "chance.draw", "chance.roll", "chance.pick"),
        *("event.turn", "event.moved", "event.placed", "event.shuffled", "event.seen", "event.rolled"),
        "event.rolled_secretly",
        *("event.set", "event.chosen", "event.answered", "event.over", "event.owned"),
        *("result.won", "result.nobody", "result.draw", "result.because"),
        *(f"scene.{word}" for word in ("setup", "round", "after", "you", "yours", "came", "went", "placed")),
        *(
            f"scene.{word}"
            for word in ("the", "of_player", "of_person", "of_thing", "of_kind", "each", "within")
        ),
        *(f"scene.{word}" for word in ("by", "by_each", "now", "is", "shown", "more", "times", "because")),
        *("scene.says", "scene.whole"),
    )
)
# How a rulebook speaks of a thing of a type: itself, several, a known one, and what belongs to it.
NOUNS = ("noun", "nouns", "that", "that_owns", "owns", "plain_owns")
# `text.zone.deck` tells what the deck is. Sentences are no things that one could tell about.
TEXT = "text."
# A sentence that stands in the rulebook instead of the generated ones: `instead.value.colour_of`.
INSTEAD = "instead."
SAID = ("ask.", "say.", "reason.", "event.", "result.", "chance.", "scene.", *(f"{part}." for part in NOUNS))
# Names and texts about the game as a whole, and the names that a rulebook has for what rules name.
FREE = (
    "game.",
    "player.",
    "rule.",
    "variant.",
    "help.",
    "name.",
    "your.",
    "field.",
    "forms.",
    f"{TEXT}variant.",
)


def ability_name(how: str, target: str, holder: str) -> str:
    """What the code of an ability is called, and what its sentence stands under: `miser: after lay`."""
    name = f"whenever {target} {how}" if how in ("enters", "changes") else f"{how} {target}"
    return f"{holder}: {name}" if holder else name


def needed_keys(program: Program) -> frozenset[str]:
    """What a translation has to have: everything that people see in play."""
    return frozenset(_needed(program))


def known_keys(program: Program, needed: frozenset[str] | None = None) -> frozenset[str]:
    """What may stand in a table of texts; `needed` are the keys that it has to have, if they are known."""
    named = (needed_keys(program) if needed is None else needed) | GENERAL | frozenset(_prompts(program))
    return named | frozenset(_told(program, named))


def is_known(key: str, known: frozenset[str]) -> bool:
    """A rulebook may have other words than the table: `rulebook.zone.deck` is known as `zone.deck` is."""
    plain = key.removeprefix("rulebook.")
    return plain in known or plain.startswith(FREE)


def parts_of_messages(program: Program) -> dict[str, int]:
    """For each message, how many gaps are filled wherever it is said."""
    found: dict[str, int] = {}
    for body in program.bodies:
        for instr in body.code:
            if isinstance(instr, do.Say):
                key = f"say.{instr.message}"
                found[key] = min(found.get(key, len(instr.parts)), len(instr.parts))
    return found


def _needed(program: Program) -> Iterator[str]:
    for record in program.records:
        yield from (f"{record.name}.{name}" for name in record.names)
    for kind in program.kinds:
        if (
            kind.name not in ("direction", "heading") and " " not in kind.name
        ):  # names of components have texts
            yield from (f"{kind.name}.{word}" for word in kind.words)
    yield from (f"zone.{zone.name}" for zone in program.zones)
    yield from (f"track.{track.name}" for track in program.tracks)
    yield from (f"setting.{setting.name}" for setting in program.settings)
    for body in program.bodies:
        for instr in body.code:
            match instr:
                case do.Menu(entries=entries) | do.SecretMenu(entries=entries):
                    yield from (f"option.{entry.name}" for entry in entries)
                case do.May(name=name):
                    yield f"option.{name}"
                case do.Say(message=message):
                    yield f"say.{message}"
                case do.Roll(die=die):
                    yield f"die.{die}"
                case do.Finish(reason=reason) if reason:
                    yield f"reason.{reason}"


def _told(program: Program, named: frozenset[str]) -> Iterator[str]:
    """Texts about what a player may wonder about: everything with a name, and every rule."""
    yield from (f"{TEXT}{key}" for key in named if "." in key and not key.startswith(SAID))
    yield from (f"{TEXT}rule.{rule.name}" for rule in program.rules)
    yield from (f"{INSTEAD}rule.{rule.name}" for rule in program.rules)
    yield from (f"{INSTEAD}value.{value.name}" for value in program.values)
    for hook in program.hooks:
        yield f"{INSTEAD}ability.{ability_name(hook.how, hook.target, hook.owner)}"


def _prompts(program: Program) -> Iterator[str]:
    yield from (f"direction.{word}" for word in ("north", "east", "south", "west"))
    yield from (
        f"{part}.{record.name}" for record in program.records for part in ("type", "types", "card", *NOUNS)
    )
    yield from (f"{part}.{kind.name}" for kind in program.kinds for part in ("kind", "kinds", *NOUNS))
    yield from (f"{part}.{value.name}" for value in program.values for part in ("value", "not"))
    yield from (f"which.{name}" for value in program.values for name in (value.name, f"not.{value.name}"))
    yield from (f"{part}.{track.name}" for track in program.tracks for part in ("known", "unknown"))
    yield "reason.draw"
    yield from (f"memory.{memory.name}" for memory in program.memories)
    for record in program.records:
        yield from (f"mark.{record.name}.{column.name}" for column in record.columns)
    for body in program.bodies:
        yield from (f"ask.{body.name}", f"tell.{body.name}")
        for instr in body.code:
            match instr:
                case do.Menu(entries=entries) | do.SecretMenu(entries=entries):
                    for entry in entries:
                        yield from (f"option.{body.name}.{entry.name}", f"tell.{body.name}.{entry.name}")
                case do.Choose(prompt=prompt, how=how) | do.Secret(prompt=prompt, how=how):
                    yield from (f"ask.{body.name}.{prompt}", f"tell.{body.name}.{prompt}")
                    yield f"option.{body.name}.{how}"
                case do.May(name=name):
                    yield from (f"{part}.{body.name}.{name}" for part in ("ask", "option", "tell"))
