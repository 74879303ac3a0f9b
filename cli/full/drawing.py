"""What the panes of the full screen show beside the table: pure functions of what there is to be drawn.

In: a `Stand`, what was typed, sizes. Out: lines, references to light up, and the stand after a key moved the
highlight. `app.py` puts it on the screen.
"""

from __future__ import annotations

from attrs import evolve

from cli.full.layout import Plan, Stand
from cli.full.options import OptionLines, about, is_range
from cli.screen.pieces import Line, Piece, fitted, line, width_of_line
from cli.screen.widths import cut, width_of, wrapped
from interpreter.scene.data import Component, components_of

WIDEST_TEXT = 70  # columns of a panel


def rule_lines(plan: Plan) -> tuple[Line, ...]:
    """Titles and bars, which lie behind all the panes."""
    rows: list[list[Piece]] = [[] for _ in range(plan.height)]
    for area in plan.rules:
        for number, each in enumerate(area.lines):
            row = rows[area.y + number]
            row.append(Piece(" " * (area.x - width_of_line(row))))
            row.extend(each)
    return tuple(map(tuple, rows))


def asked_lines(asked: str, width: int, height: int) -> list[Line]:
    """Nothing but what is asked: the table is for somebody else's eyes."""
    lines: list[Line] = [()] * (height // 3)
    for text in wrapped(asked, max(10, width - 8)):
        lines.append((Piece(" " * max(0, (width - width_of(text)) // 2)), Piece(text, style="title")))
    return lines


def entry_line(stand: Stand | None, asked: str, entry: str, status: str, waits: bool, width: int) -> Line:
    """What is typed, what was wrong with it, and the keys."""
    prompt = f"{asked} " if asked and stand is not None else "> "
    typed = Piece(f" {prompt}{entry}" if waits else " ")
    parts = [typed, Piece(" ", style="here") if waits else Piece(" "), Piece("  ")]
    room = width - width_of_line(parts) - 1
    if status:
        parts.append(Piece(cut(status, room), style="wrong"))
    elif stand is not None and not entry and waits and not asked:
        keys = stand.say("full.keys").split(" · ")
        while keys and width_of(" · ".join(keys)) > room:
            keys.pop()
        parts.append(Piece(" · ".join(keys), style="quiet"))
    return fitted(parts, width)


def lit(stand: Stand | None, waits: bool) -> tuple[frozenset[str], frozenset[str]]:
    """What can be pointed at, and what the highlighted line is about."""
    if stand is None or stand.choices is None or not waits:
        return frozenset(), frozenset()
    choices, at = stand.choices, stand.picked.at
    ways = choices.menu.level.ways
    offered = frozenset(ref for way in ways for ref in choices.options[way.index].about)
    is_there = at is not None and at < len(choices.menu.items)
    return offered, frozenset(about(choices, at)) if is_there and at is not None else frozenset()


def moved(stand: Stand, key: str, width: int) -> Stand | None:
    """The highlight, through the columns of the options; nothing where there is none to move."""
    if stand.choices is None or is_range(stand.choices):
        return None
    count = len(stand.choices.menu.items)
    rows = OptionLines(stand.choices, stand.picked, width, stand.painter).rows
    at = stand.picked.at
    step = {"up": -1, "down": 1, "tab": 1, "left": -rows, "right": rows}.get(key, 0)
    if key in ("home", "end"):
        at = 0 if key == "home" else count - 1
    elif at is None:
        at = 0 if step > 0 else count - 1
    elif key in ("left", "right"):
        at = at + step if 0 <= at + step < count else at
    else:
        at = (at + step) % count
    return evolve(stand, picked=evolve(stand.picked, at=at))


def pointed_component(stand: Stand, refs: tuple[str, ...]) -> Component | None:
    return next((each for each in components_of(stand.scene) if not set(each.ids).isdisjoint(refs)), None)


def told_lines(stand: Stand, component: Component, width: int) -> tuple[Line, ...]:
    """What the definition tells about a component; nothing if it tells nothing."""
    texts = dict(stand.scene.texts)
    told = [texts[key] for key in component.texts]
    parts = [line(part) for text in told for part in wrapped(text, min(WIDEST_TEXT, width))]
    return (line(component.name, "title"), *parts) if told else ()
