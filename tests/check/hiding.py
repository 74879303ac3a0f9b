"""Small definitions by chance, in which seat 2 and the game keep secrets from seat 1.

In: a number. Out: the text of a definition; and what seat 1 hears and is asked, for a seed. All that chance
decides is hidden from seat 1, so for two seeds it is the same, unless the definition tells something.
"""

from __future__ import annotations

import random

from interpreter.game import Game
from rulelang.ir.nodes import Program

HEAD = """\
game small for 2 players
card stone:
    size: number 1 to 9
    good: yes or no
    marked: number 0 to 9 starting 0
stone one:
    size: 1
    good: yes
stone two:
    size: 2
    good: no
stone three:
    size: 3
    good: yes
stone four, 2 copies:
    size: 4
    good: no
zone deck: pile of stone, hidden
zone hand of each player: set of stone, seen by owner
zone queue: line of stone, hidden
track plan of each player: number 0 to 9 starting 0 seen by owner
track fate: number 0 to 9 starting 0 hidden
track flag: yes or no starting no hidden
track lord: player starting seat(2) hidden
track shown: number 0 to 9 starting 0 capped
memory past: fate
setup:
    move every stone to deck
    shuffle deck
    move top 2 of deck to hand of seat(2)
    move top of deck to queue
"""
MOST_ANSWERS = 60
Names = dict[str, list[str]]
NOBODY: Names = {"number": [], "set": [], "truth": [], "stone": [], "changing": [], "value": [], "rule": []}


class Author:
    """Writes one definition. A name is used more often than anything else that could stand there."""

    def __init__(self, number: int) -> None:
        self.chance = random.Random(number)
        self.names = 0

    def new(self, first: str) -> str:
        self.names += 1
        return f"{first}{self.names}"

    # ------------------------------------------------------------ expressions
    def number(self, deep: int, own: Names) -> str:
        pick = self.chance.choice
        if deep == 0 or self.chance.random() < 0.25:
            return pick(["1", "2", "fate", "shown", "plan of seat(2)", "count(queue)", *own["number"] * 3])
        inner = deep - 1
        ways = [
            lambda: f"({self.number(inner, own)} + {self.number(inner, own)})",
            lambda: f"count({self.set(inner, own)})",
            lambda: f"sum(c.size for each c in {self.set(inner, own)})",
            lambda: f"highest(c.size for each c in {self.set(inner, own)})",
            lambda: f"(if {self.truth(inner, own)} then {self.number(inner, own)} else 2)",
            lambda: f"({self.number(inner, own)} mod 3)",
            lambda: f"lowest([{self.number(inner, own)}, {self.number(inner, own)}])",
            lambda: "repeats(past)",
        ]
        if own["stone"]:
            ways += [lambda: f"size of {pick(own['stone'])}", lambda: f"marked of {pick(own['stone'])}"]
        if own["value"]:
            ways += [lambda: f"reckoned({self.number(inner, own)})"] * 2
        return pick(ways)()

    def set(self, deep: int, own: Names) -> str:
        pick = self.chance.choice
        if deep == 0 or self.chance.random() < 0.3:
            return pick(["hand of seat(2)", "deck", "queue", "every stone", *own["set"] * 3])
        inner = self.set(deep - 1, own)
        return pick([
            f"({inner} where size > {self.number(deep - 1, own)})",
            f"({inner} where marked is {self.number(deep - 1, own)})",
            f"({inner} joined with {self.set(deep - 1, own)})",
            f"({inner} without {self.set(deep - 1, own)})",
            f"(first 2 of {inner})",
            f"(those c in {inner} with highest c.size)",
            f"({inner} sorted by size)",
            f"different ({inner})",
        ])  # fmt: skip

    def truth(self, deep: int, own: Names) -> str:
        pick = self.chance.choice
        if deep == 0 or self.chance.random() < 0.2:
            return pick(["flag", "fate > 1", "shown is 0", "lord is seat(1)", *own["truth"] * 3])
        inner = deep - 1
        return pick([
            f"({self.number(inner, own)} > {self.number(inner, own)})",
            f"({self.set(inner, own)} is empty)",
            f"(any c in {self.set(inner, own)} where c.good)",
            f"({self.truth(inner, own)} and {self.truth(inner, own)})",
            f"(not {self.truth(inner, own)})",
            f"(all c in {self.set(inner, own)} satisfy c.size > {self.number(inner, own)})",
        ])  # fmt: skip

    # ------------------------------------------------------------ lines
    def block(self, indent: int, deep: int, own: Names, lines: int = 0, inside: str = "") -> list[str]:
        own = {sort: list(names) for sort, names in own.items()}
        amount = lines or self.chance.randint(1, 3)
        return [line for _ in range(amount) for line in self.lines(indent, deep, own, inside)]

    def asks(self, indent: int, own: Names) -> list[str]:
        """Something that reaches seat 1."""
        s, name = " " * indent, self.new("q")
        what = self.chance.choice(["may", "choose", "menu", "say", "say"])
        tells = self.chance.random() < 0.4
        if what == "may":
            return [f"{s}may {name} by seat(1): do nothing"]
        if what == "choose":
            return [f"{s}choose {name} from 0 to {self.number(1, own) if tells else 3} by seat(1)"]
        if what == "menu":
            when = f" when {self.truth(1, own)}" if tells else ""
            options = [f"a_{name}{when}", f"b_{name}", f"c_{name}"]
            lines = [f"{s}        {option}: do nothing" for option in options]
            return [f"{s}as seat(1):", f"{s}    choose one:", *lines]
        return [f"{s}say {name}" + (f" with {self.number(1, own)}" if tells else "")]

    def lines(self, indent: int, deep: int, own: Names, inside: str) -> list[str]:
        s, pick = " " * indent, self.chance.choice
        if self.chance.random() < 0.25:
            return self.asks(indent, own)
        simple = [
            f"set fate to {self.number(2, own)} mod 10",
            f"set flag to {self.truth(2, own)}",
            f"set plan of seat(2) to {self.number(2, own)} mod 10",
            f"set lord to (if {self.truth(1, own)} then seat(1) else seat(2))",
            "remember past",
        ]
        if own["stone"]:
            simple.append(f"set marked of {pick(own['stone'])} to {self.number(1, own)} mod 10")
        if own["changing"]:
            simple.append(
                f"if {self.truth(1, own)}: set {pick(own['changing'])} to {self.number(1, own)} mod 10"
            )
        if own["rule"]:
            simple.append(f"do act({self.number(1, own)})")
        if inside:
            simple.append(f"if {self.truth(1, own)}: end {inside}")
        if self.chance.random() < 0.35:
            return [s + pick(simple)]
        if self.chance.random() < 0.5 or deep == 0:
            return [s + self.named(own)]
        inner = self.block(indent + 4, deep - 1, own, inside=inside)
        condition = self.truth(2, own)
        if (way := self.chance.randrange(5)) == 0:
            return [f"{s}if {condition}:", *inner, f"{s}else:", *self.block(indent + 4, deep - 1, own)]
        if way == 1:
            name = self.new("e")
            body = self.block(indent + 4, deep - 1, {**own, "stone": [*own["stone"], name]}, inside="loop")
            return [f"{s}for each {name} in {self.set(1, own)}:", *body]
        if way == 2:
            return [f"{s}repeat {self.number(1, own)} mod 3 times:", *inner]
        if way == 3:
            count = self.new("w")
            head = [f"{s}let {count}: number 0 to 9 be 0", f"{s}while {count} < 2 and {condition}:"]
            return [*head, f"{s}    add 1 to {count}", *inner]
        return [f"{s}if {condition}:", *inner]

    def named(self, own: Names) -> str:
        """A line that gives a name to something."""
        sort = self.chance.choice(["number", "set", "truth", "stone", "changing"])
        name = self.new(sort[0])
        line = {
            "number": lambda: f"let {name} be {self.number(2, own)}",
            "set": lambda: f"let {name} be {self.set(2, own)}",
            "truth": lambda: f"let {name} be {self.truth(2, own)}",
            "stone": lambda: f"pick {name} at random from {self.set(1, own)}",
            "changing": lambda: f"let {name}: number 0 to 9 be 0",
        }[sort]()
        own[sort].append(name)
        if sort == "changing":
            own["number"].append(name)
        return line

    def definition(self) -> str:
        own = {sort: list(names) for sort, names in NOBODY.items()}
        given = {**own, "number": ["x"]}
        lines = [
            "value reckoned(x: number 0 to 999):",
            f"    when {self.truth(1, given)}: {self.number(1, given)}",
        ]
        lines += [f"    otherwise: {self.number(1, given)}"]
        own["value"], own["rule"] = ["reckoned"], ["act"]
        lines += ["rule act(x: number 0 to 999):", *self.block(4, 1, given, 3, inside="rule")]
        if self.chance.random() < 0.4:
            how = self.chance.choice(["before", "after", "instead of"])
            lines += [f"{how} act(x) when {self.truth(1, given)}:", *self.block(4, 1, given)]
        if self.chance.random() < 0.3:
            lines += [f"whenever fate changes when {self.truth(1, given | {'number': []})}:"]
            lines += self.block(4, 1, {**given, "number": []})
        lines += ["play:", *self.block(4, 2, own, 4), "    may end_it by seat(1): do nothing"]
        return HEAD + "\n".join(lines) + "\n"


def reaches(program: Program, seed: int) -> list[tuple[object, ...]]:
    """What seat 1 hears and is asked, and what it sees of the game: who is asked, and that it is over."""
    game, heard, found = Game.new(program, 2, seed), 0, []
    for _ in range(MOST_ANSWERS):
        found += [(event.kind, event.text) for event in game.events(heard, player=0)]
        heard = game.event_count
        if game.over:
            return [*found, ("over",)]
        found.append(("asked", game.deciding))
        request = game.request(game.deciding[0])
        assert request is not None
        found.append(("offered", request.name, tuple(option.key for option in request.options)))
        game.apply(0)
    return found


def difference(one: list[tuple[object, ...]], other: list[tuple[object, ...]]) -> tuple[object, ...]:
    """Where two games begin to differ for seat 1; nothing where all is the same."""
    return next(((a, b) for a, b in zip(one, other, strict=False) if a != b), ())
