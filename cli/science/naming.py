"""What people call the things, questions, answers and rules of a definition, for pages about many games.

In: a program; or the names that a document keeps, in English. Out: the names; or a `Naming`, which puts keys
into words. A key that has no name is made readable, so a document without names is told as well.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from attrs import field, frozen

from interpreter.words import Words
from rulelang.ir import instructions as do
from rulelang.ir.nodes import Program

_TAKEN_WITH = re.compile(r"(\w+)\((.*)\)")  # `walk_to(hill_1)`
# What no definition names: places of a grid and players, as they are called at the table.
_PLACE, _PLAYER = re.compile(r"c(\d+)r(\d+)"), re.compile(r"player(\d+)")
_WHENEVER = re.compile(r"whenever (\w+) (enters|changes)")  # an ability that waits for cards or for a track
_HOWS = {"instead": "instead of", "change": "change of"}  # an ability, and the rule that it is about
BASE = "the base game"


def names_of(program: Program) -> dict[str, str]:
    """What people call the game, its variants, things and words, its questions, options and rules in English,
    where that is not their name made readable."""
    words = Words(program, "en")
    found = {}

    def keep(key: str, name: str) -> None:
        text = words.text(key)
        if text not in (readable(name), readable(key.rpartition(".")[2])):
            found[key] = text

    keep("game.name", program.name)
    for variant in program.variants:
        keep(f"variant.{variant}", variant)
    for record in program.records:
        for name in dict.fromkeys(record.names) if record.physical else ():
            keep(f"{record.name}.{name}", name)
    for kind in program.kinds:
        for name in kind.words:
            keep(f"{kind.name.partition(' ')[0]}.{name}", name)
    for rule in program.rules:
        keep(f"rule.{rule.name}", rule.name)
    for key, text in dict(program.strings).get("en", ()):
        if key.startswith("reason."):
            found[key] = text
    for body in program.bodies:
        for instr in body.code:
            match instr:
                case do.Choose(prompt=name) | do.May(name=name) | do.Secret(prompt=name):
                    keep(f"ask.{body.name}.{name}", name)
                case do.Menu(entries=entries) | do.SecretMenu(entries=entries):
                    keep(f"ask.{body.name}", body.name)
                    for entry in entries:
                        text = words.action(body.name, entry.name)
                        if text != readable(entry.name):
                            found[f"option.{body.name}.{entry.name}"] = text
    return found


def readable(name: str) -> str:
    return name.replace("_", " ").replace(".", ", ")


@frozen
class Naming:
    """Puts keys into words, by the names of a document."""

    names: Mapping[str, str]
    _things: dict[str, str] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        """A thing or word that is called in one way, whatever it belongs to, is called so everywhere."""
        several = set()
        for key, text in self.names.items():
            sort, _, name = key.partition(".")
            if sort in ("ask", "option", "rule", "reason", "game", "variant"):
                continue
            if self._things.setdefault(name, text) != text:
                several.add(name)
        for name in several:
            del self._things[name]

    def component(self, type_: str, name: str) -> str:
        return self.names.get(f"{type_}.{name}") or readable(name)

    def thing(self, name: str) -> str:
        """A component or word by its key alone, a place or a player."""
        if found := self._things.get(name):
            return found
        if place := _PLACE.fullmatch(name):
            return f"column {place[1]}, row {place[2]}"
        player = _PLAYER.fullmatch(name)
        return f"player {player[1]}" if player else readable(name)

    def variants(self, names: Sequence[str]) -> str:
        """How a game with these variants is called beside others."""
        called = [self.names.get(f"variant.{name}") or readable(name) for name in names]
        return " + ".join(called) or BASE

    def question(self, asked: str) -> str:
        if found := self.names.get(f"ask.{asked}"):
            return found
        rule, dot, name = asked.partition(".")
        return f"{self.rule(rule)}, {readable(name)}" if dot else self.rule(rule)

    def answer(self, asked: str, key: str) -> str:
        """One answer to a question, or several with `+` between them."""
        return " + ".join(self._one(asked.partition(".")[0], part) for part in key.split(" + "))

    def _one(self, rule: str, key: str) -> str:
        found = _TAKEN_WITH.fullmatch(key)
        name, parts = (found[1], found[2].split(", ")) if found else ("", key.split(", "))
        told = [self.thing(part) for part in parts]
        if not name:
            return self.names.get(f"option.{rule}.{key}") or ", ".join(told)
        action = self.names.get(f"option.{rule}.{name}") or readable(name)
        gaps = action.split("…")
        if len(gaps) == len(told) + 1:
            return "".join(text for pair in zip(gaps, [*told, ""], strict=True) for text in pair)
        return f"{action}: {', '.join(told)}"

    def both(self, asked: str, key: str) -> str:
        """A question and an answer to it, on one line."""
        question = self.question(asked)
        return f"{question}{'' if question[-1:] in '?!:.' else ':'} {self.answer(asked, key)}"

    def reason(self, name: str) -> str:
        return self.names.get(f"reason.{name}") or readable(name)

    def rule(self, name: str) -> str:
        """A rule, or the ability of a thing: `guard: instead gain_bonus`, `effect for sword`."""
        owner, colon, rest = name.partition(": ")
        if found := _WHENEVER.fullmatch(rest if colon else name):
            place, event = readable(found[1]), found[2]
            told = f"something enters {place}" if event == "enters" else f"{place} changes"
            return f"{self.thing(owner)}: whenever {told}" if colon else f"whenever {told}"
        if colon:
            when, space, rule = rest.partition(" ")
            return f"{self.thing(owner)}: {_HOWS.get(when, when)}{space}{self.rule(rule) if rule else ''}"
        rule, case, value = name.partition(" for ")
        told = self.names.get(f"rule.{rule}") or readable(rule)
        thing = self.thing(value)
        return f"{told} for {f'“{thing}”' if ',' in thing else thing}" if case else told
