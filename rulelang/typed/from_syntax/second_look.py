"""A second look at what the parser found, once all names are known.

In: findings about lines that seem to do something with a name (`debt = 3`, `refill`), and the `World` that
knows the name, or does not. Out: the same findings, with the words that fit what the name is.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from attrs import evolve

from rulelang.diagnostics import Diagnostic, Guess, Report
from rulelang.suggest import did_you_mean
from rulelang.typed.symbols import CallableSymbol, TrackSymbol, World


def second_look(world: World, variants: Collection[str], report: Report) -> None:
    """`variants` are the paths of the files that belong to variants."""
    report.found = [_looked_at(found, world, variants, report) for found in report.found]


def _looked_at(found: Diagnostic, world: World, variants: Collection[str], report: Report) -> Diagnostic:
    guess = found.guess
    if guess is None:
        return found
    if guess.verb == "call":
        return _call(found, guess, world)
    if guess.verb in ("change", "instead of", "before", "after"):
        return _ability(found, guess, world)
    if guess.in_block:
        hint = _in_a_rule(guess, world, _has_let(found, guess.name, report))
    elif found.span.path in variants:
        hint = _in_a_variant(guess, world, report)
    else:
        hint = _in_a_game(guess, world, report)
    return evolve(found, hint=hint) if hint else found


# ---------------------------------------------------------------- a line that is only a name


def _call(found: Diagnostic, guess: Guess, world: World) -> Diagnostic:
    written = f"{guess.name}{guess.rest}"
    if guess.name in world.rules:
        title = f"`{guess.name}` is a rule, and a rule is carried out with `do`"
        return evolve(found, title=title, why="", hint=f"write `do {written}`")
    if guess.name in world.values:
        title = f"`{guess.name}` is a value: it computes something, but does nothing"
        hint = f"use it in a line that does something: `let n be {written}`"
        return evolve(found, title=title, why="", hint=hint)
    if guess.name in world.zones:
        hint = f"`{guess.name}` is a zone; say what happens to it: `move … to {guess.name}`"
        return evolve(found, why="", hint=hint)
    close = did_you_mean(guess.name, [f"do {name}" for name in world.rules if name not in ("setup", "play")])
    return evolve(found, why="", hint=close) if close else found


def _ability(found: Diagnostic, guess: Guess, world: World) -> Diagnostic:
    if guess.verb == "change" and guess.name in world.rules:
        title = f"`{guess.name}` is a rule, and `change` alters a value"
        call = _call_of(world.rules[guess.name])
        hint = f"write `instead of {call}:`, or the same with before or after, and below it what happens"
        return evolve(found, title=title, hint=hint)
    if guess.name in world.values:
        title = found.title
        if guess.verb != "change":
            title = f"`{guess.name}` is a value, and `{guess.verb}` is for rules"
        new = guess.rest if re.match(r"-?\d+$", guess.rest) else "result + 1"
        call = _call_of(world.values[guess.name])
        return evolve(found, title=title, hint=f"write `change {call}: {new}`; `result` is what it was")
    return found


# ---------------------------------------------------------------- a name and a sign


def how_to_change(name: str, world: World) -> str:
    """Why a thing cannot be given a value in a rule, and what could."""
    if name in world.settings:
        return f"`{name}` is a setting: it is chosen before the game; what changes in play is a `track`"
    if name in world.values:
        call = _call_of(world.values[name])
        return f"`{name}` is a value: it is computed; an ability alters it with `change {call}: …`"
    if name in world.zones:
        return f"`{name}` is a zone: components are moved into it with `move … to {name}`"
    return ""


def _in_a_rule(guess: Guess, world: World, has_let: bool) -> str:
    name = re.sub(r"^your | of .*|\..*", "", guess.name)
    if has_let:
        return f"write `{_change(guess, name)}`"
    track = world.tracks.get(name)
    if track is not None and track.owner is not None and name == guess.name:
        whose = "your " if str(track.owner) == "a player" else ""
        of = "" if whose else " of …"
        return f"write `{_change(guess, f'{whose}{name}{of}')}`"
    return "" if track is not None else how_to_change(name, world) or _declare(name, guess, world)


def _change(guess: Guess, name: str) -> str:
    step = re.match(rf"{re.escape(name)} ?([+-]) ?(.+)$", guess.rest)  # `k = k + 1`
    if step is not None and guess.verb[0] not in "+-":
        return f"add {step[2]} to {name}" if step[1] == "+" else f"subtract {step[2]} from {name}"
    if guess.verb[0] in "+-":
        return f"add {guess.rest} to {name}" if guess.verb[0] == "+" else f"subtract {guess.rest} from {name}"
    return f"set {name} to {guess.rest}"


def _declare(name: str, guess: Guess, world: World) -> str:
    fields = [field for record in world.records.values() for field in record.fields]
    if name != guess.name and name in fields:
        return ""
    close = did_you_mean(name, [*world.tracks, *fields])
    return close or f"declare `track {name}: number 0 to 9`, and write `{_change(guess, guess.name)}`"


def _in_a_game(guess: Guess, world: World, report: Report) -> str:
    known = {**world.values, **world.tracks, **world.settings, **world.zones, **world.rules, **world.dice}
    symbol = known.get(guess.name)
    if symbol is not None and symbol.span is not None:
        return f"`{guess.name}` is declared in line {symbol.span.line} of {symbol.span.path}: change it there"
    close = did_you_mean(guess.name, known)
    return close or (
        f"a fixed number is a value: `value {guess.name}: {guess.rest}`; what changes in play is a `track`"
    )


def _in_a_variant(guess: Guess, world: World, report: Report) -> str:
    """How a variant gives another value to a thing of its game."""
    name, new = guess.name, guess.rest
    if name in world.settings:
        return f"`{name}` is a setting: write `set {name} to {new}`"
    if name in world.values:
        call = _call_of(world.values[name])
        if guess.verb[0] in "+-":
            return f"`{name}` is a value: write `change {call}: result {guess.verb[0]} {new}`"
        return (
            f"`{name}` is a value: write `replace value {_head_of(world.values[name], report)}: {new}`, "
            f"or alter what it gives: `change {call}: {new}`"
        )
    if name in world.tracks:
        return f"`{name}` is a track: write `replace {_track(world.tracks[name], new, report)}`"
    if name in world.rules:
        head = _head_of(world.rules[name], report)
        return f"`{name}` is a rule: write `replace rule {head}:` and its lines below"
    if name in world.dice:
        return f"`{name}` is a die: write `replace die {name}: 1, 2, 3`, with all its faces"
    if name in world.kinds:
        return f"`{name}` is a list of words: write `more {name}: …`, or `replace kind {name}: …`"
    if name in world.zones:
        return f"`{name}` is a zone: write `replace zone {name}…`"
    for record in world.records.values():
        if name in record.rows:
            return (
                f"`{name}` is a {record.name}, and its columns stand in a table; take it out with "
                f"`remove {record.name} {name}` and give another with `more {record.name} from …`"
            )
    known = [*world.settings, *world.values, *world.tracks]
    return did_you_mean(name, known, "what can be changed here is") or (
        f"the game has no `{name}`; a new fixed number is a value: `value {name}: {new}`"
    )


def _call_of(symbol: CallableSymbol) -> str:
    names = ", ".join(name for name, _ in symbol.params)
    return f"{symbol.name}({names})" if names else symbol.name


def _head_of(symbol: CallableSymbol, report: Report) -> str:
    """The name with its parameters, as the declaration has them."""
    source = report.sources.get(symbol.span.path)
    line = source.lines[symbol.span.line - 1] if source is not None else ""
    written = re.search(rf"\b{symbol.name}\([^()]*\)", line)
    return written[0] if written else symbol.name


def _track(track: TrackSymbol, new: str, report: Report) -> str:
    source = report.sources.get(track.span.path)
    line = source.lines[track.span.line - 1].split("#")[0].strip() if source is not None else ""
    if not line.startswith("track "):
        return f"track {track.name}: … starting {new}"
    if " starting " in line:
        return re.sub(r" starting \S+", f" starting {new}", line)
    return f"{line} starting {new}"


def _has_let(found: Diagnostic, name: str, report: Report) -> bool:
    """Whether the declaration around a finding gives this name with `let`."""
    source = report.sources.get(found.span.path)
    if source is None:
        return False
    for line in reversed(source.lines[: found.span.line - 1]):
        if re.match(rf"\s+let {re.escape(name)} be\b", line):
            return True
        if line[:1].isalpha():
            return False
    return False
