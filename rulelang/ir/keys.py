"""The keys of the texts that a definition can show.

In: a `Program`. Out: every key that somebody may ask for, and those that a translation needs; the checker
finds missing and misspelt keys with them.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.ir.nodes import Program

# The program has words of its own for these; a definition may have others.
GENERAL = frozenset(
    (
        *("yes", "no", "none", "nothing", "nobody", "hidden", "place", "choose", "chance", "player"),
        *("zone.box", "chance.draw", "chance.roll", "chance.pick"),
        *("event.turn", "event.moved", "event.placed", "event.shuffled", "event.seen", "event.rolled"),
        *("event.set", "event.chosen", "event.answered", "event.over", "event.owned"),
        *("result.won", "result.nobody", "result.draw", "result.because"),
        *(f"scene.{word}" for word in ("setup", "round", "after", "you", "yours", "came", "went", "placed")),
        *(f"scene.{word}" for word in ("by", "by_each", "now", "is", "shown", "more", "times", "because")),
        "scene.says",
    )
)
# How a rulebook speaks of a thing of a type: itself, several, a known one, and what belongs to it.
NOUNS = ("noun", "nouns", "that", "that_owns", "owns", "plain_owns")
# Names and texts about the game as a whole, and the names that a rulebook has for what rules name.
FREE = ("game.", "player.", "rule.", "variant.", "help.", "name.", "your.", "field.")


def needed_keys(program: Program) -> frozenset[str]:
    """What a translation has to have: everything that people see in play."""
    return frozenset(_needed(program))


def known_keys(program: Program) -> frozenset[str]:
    """What may stand in a table of texts."""
    return needed_keys(program) | GENERAL | frozenset(_prompts(program))


def is_known(key: str, known: frozenset[str]) -> bool:
    """A rulebook may have other words than the table: `rulebook.zone.deck` is known as `zone.deck` is."""
    plain = key.removeprefix("rulebook.")
    return plain in known or plain.startswith(FREE)


def _needed(program: Program) -> Iterator[str]:
    for record in program.records:
        yield from (f"{record.name}.{name}" for name in record.names)
    for kind in program.kinds:
        if kind.name != "direction":
            yield from (f"{kind.name}.{word}" for word in kind.words)
    yield from (f"zone.{zone.name}" for zone in program.zones)
    yield from (f"track.{track.name}" for track in program.tracks)
    yield from (f"setting.{setting.name}" for setting in program.settings)
    for body in program.bodies:
        for instr in body.code:
            if instr[0] == "menu":
                yield from (f"option.{entry[0]}" for entry in instr[2])
            elif instr[0] == "may":
                yield f"option.{instr[1]}"
            elif instr[0] == "say":
                yield f"say.{instr[1]}"
            elif instr[0] == "roll":
                yield f"die.{instr[3]}"
            elif instr[0] == "finish" and instr[3]:
                yield f"reason.{instr[3]}"


def _prompts(program: Program) -> Iterator[str]:
    yield from (f"direction.{word}" for word in ("north", "east", "south", "west"))
    yield from (
        f"{part}.{record.name}" for record in program.records for part in ("type", "types", "card", *NOUNS)
    )
    yield from (f"{part}.{kind.name}" for kind in program.kinds for part in ("kind", "kinds", *NOUNS))
    yield from (f"{part}.{value.name}" for value in program.values for part in ("value", "not"))
    yield "reason.draw"
    yield from (f"mark.{record.name}.{name}" for record in program.records for name, _, _ in record.columns)
    for body in program.bodies:
        yield from (f"ask.{body.name}", f"tell.{body.name}")
        for instr in body.code:
            if instr[0] == "menu":
                yield from (f"option.{body.name}.{entry[0]}" for entry in instr[2])
            elif instr[0] in ("choose", "may", "secret"):
                yield f"ask.{body.name}.{instr[2] if instr[0] == 'choose' else instr[1]}"
                yield f"option.{body.name}.{instr[1]}"
