"""The validator accepts what the checker makes and finds what is broken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve

from rulelang.ir.nodes import Instr, Program
from rulelang.ir.validate import validate
from tests.helpers import GAMES, compile_folder, definition, definition_folders, small

RULES = """
card letter active in hand:
    size: number 0 to 9
    colour: one of red, green
letter a:
    size: 3
    colour: red
    instead of act(n): proceed
letter b:
    size: 4
    colour: green
    change worth(n): result + 1
kind town: x, y
value roads(town): every town
zone hand of each player: set of letter, seen by owner
zone board: grid 2 by 2 of letter, public
track coins of each player: number 0 to 9 starting 2
setting hard: yes or no default no
setting size_of_it: number 1 to 3 default 2
play:
    turns of players:
        do act(4)
        choose c from hand of you, n from 1 to 2 such that n < 2
        choose one:
            eat(d in hand of you):
                move d to board at (first of places(board))
            pass: end turn
rule act(n: number 0 to 9):
    add worth(n) to your coins
value worth(n: number 0 to 9):
    let double be n * 2
    when hard: double
    otherwise: distance from x to y by roads
ranking of p: highest coins of p, then share
score of p: coins of p
"""


def program() -> Program:
    return small(RULES)


@pytest.mark.parametrize("name", list(definition_folders()))
def test_what_the_checker_makes_is_valid(name: str) -> None:
    assert validate(definition(name)) == []


def test_the_small_definition_and_the_hardest_page_are_valid() -> None:
    assert validate(program()) == []
    assert validate(compile_folder(GAMES / "dead_men_tell_no_tales")) == []


# ---------------------------------------------------------------- one fault each


def item(table: str, index: int, **changes: Any) -> Callable[[Program], Program]:
    def change(p: Program) -> Program:
        items = list(getattr(p, table))
        items[index] = evolve(items[index], **changes)
        return evolve(p, **{table: tuple(items)})

    return change


def named(table: str, name: str, **changes: Any) -> Callable[[Program], Program]:
    def change(p: Program) -> Program:
        index = next(i for i, thing in enumerate(getattr(p, table)) if thing.name == name)
        return item(table, index, **changes)(p)

    return change


def code(verb: str, edit: Callable[[Instr], Instr]) -> Callable[[Program], Program]:
    """Edits the first instruction with this verb."""

    def change(p: Program) -> Program:
        for index, body in enumerate(p.bodies):
            for pc, instr in enumerate(body.code):
                if instr[0] == verb:
                    changed = (*body.code[:pc], edit(instr), *body.code[pc + 1 :])
                    return item("bodies", index, code=changed)(p)
        raise AssertionError(f"no {verb}")

    return change


def at(verb: str, place: int, value: Any) -> Callable[[Program], Program]:
    return code(verb, lambda instr: (*instr[:place], value, *instr[place + 1 :]))


def body_of_act(**changes: Any) -> Callable[[Program], Program]:
    return named("bodies", "act", **changes)


FAULTS: dict[str, tuple[Callable[[Program], Program], str]] = {
    "version": (lambda p: evolve(p, version=99), "version"),
    "players": (lambda p: evolve(p, players=(3, 2)), "range of players"),
    "no such play": (lambda p: evolve(p, play=99), "the play is rule 99"),
    "setup with parameters": (lambda p: evolve(p, setup=0), "the setup is rule 0"),
    "component ids with a gap": (named("records", "letter", base=1), "its ids start at 1"),
    "a short column": (
        named("records", "letter", columns=(("size", "number", (1,)), ("colour", "kind:colour", (0, 1)))),
        "1 cells for 2 rows",
    ),
    "a cell of another type": (
        named(
            "records", "letter", columns=(("size", "number", (1, True)), ("colour", "kind:colour", (0, 1)))
        ),
        "no number",
    ),
    "a word out of range": (
        named("records", "letter", columns=(("size", "number", (1, 2)), ("colour", "kind:colour", (0, 2)))),
        "no kind:colour",
    ),
    "an unknown ordering": (named("zones", "hand", ordering="heap"), "unknown ordering"),
    "an unknown visibility": (named("zones", "hand", sees="some"), "unknown visibility"),
    "a zone of nothing": (named("zones", "hand", item="town"), "no component"),
    "a zone of an unknown owner": (named("zones", "hand", owner="kind:nothing"), "says nothing"),
    "a grid without places": (named("zones", "board", width=0), "without places"),
    "an empty range": (named("tracks", "coins", low=10), "is empty"),
    "half a range": (named("tracks", "coins", low=None), "one end"),
    "a start that reads a slot": (named("tracks", "coins", start=("slot", 0)), "where a slot is needed"),
    "a default outside the choices": (named("settings", "hard", default=7), "none of the choices"),
    "a default outside the range": (named("settings", "size_of_it", default=7), "outside the range"),
    "a rule without its body": (named("rules", "act", default=99), "body 99"),
    "a rule with a body of other parameters": (
        lambda p: named("rules", "play", default=next(r.default for r in p.rules if r.name == "act"))(p),
        "does not take 0 parameters",
    ),
    "cases without a key": (named("rules", "act", cases=((0, 0),)), "nothing to tell them apart"),
    "a foreign hook": (named("rules", "play", hooks=(0,)), "not one of its own"),
    "a hook out of range": (named("rules", "act", hooks=(0, 9)), "no hook 9"),
    "a hook that is not listed": (named("rules", "act", hooks=()), "is not listed"),
    "a change that is not listed": (named("values", "worth", changes=()), "is not listed"),
    "a value without a result": (
        named("values", "roads", default=(("when", ("b", True), ("n", 1)),)),
        "do not end",
    ),
    "a value without a default": (named("values", "roads", default=None), "no default"),
    "an unknown step": (named("values", "roads", default=(("maybe",),)), "unknown step"),
    "a value that reads an unbound name": (
        named("values", "roads", default=(("else", ("loc", 7)),)),
        "where a loc",
    ),
    "a hook of nothing": (item("hooks", 0, target="nothing"), "hooks nothing"),
    "a hook of an unknown sort": (item("hooks", 0, how="during"), "hooks nothing"),
    "a hook of a component that does not exist": (item("hooks", 0, components=(7,)), "no component 7"),
    "a hook that works nowhere": (item("hooks", 0, zone=None), "works in no zone"),
    "a hook without a body": (item("hooks", 0, body=None), "body None"),
    "a change without a value": (item("hooks", 1, value=None), "no value"),
    "too few sites": (body_of_act(sites=()), "0 sites"),
    "too few tags": (body_of_act(tags=()), "0 tags"),
    "more parameters than slots": (body_of_act(params=9), "slots"),
    "code that runs out": (body_of_act(code=(("leave",),), sites=(("", 0, 0),)), "does not end"),
    "no code": (body_of_act(code=(), sites=()), "does not end"),
    "an unknown verb": (code("call", lambda i: ("dance", *i[1:])), "unknown verb"),
    "a verb with too few operands": (code("call", lambda i: i[:2]), "too few operands"),
    "a verb with too many operands": (code("leave", lambda i: ("leave", 1)), "too many"),
    "a jump out of the code": (at("jump", 1, 999), "where a target"),
    "a jump that is no number": (at("jump", 1, True), "where a target"),
    "a slot out of the frame": (at("let", 1, 999), "where a slot"),
    "an unknown rule": (at("call", 1, 99), "where a rule"),
    "a call with other arguments": (at("call", 2, ()), "takes 1 operands"),
    "an unknown block": (at("begin", 1, "season"), "none of turn"),
    "an unknown track": (at("set", 1, 99), "where a track"),
    "a put on something that is no grid": (at("put", 2, 0), "where a grid"),
    "a choice with slots that do not follow each other": (at("choose", 5, (0, 5)), "where a slots"),
    "a choice with too few tags": (at("choose", 6, ("number",)), "1 tags for one choice"),
    "a choice of an unknown sort": (at("choose", 1, "some"), "none of one"),
    "a menu entry of another shape": (at("menu", 2, (("pass",),)), "where entries"),
    "proceed outside of instead": (code("call", lambda i: ("proceed",)), "`proceed` outside"),
    "an unknown operator": (at("turn_of", 1, ("dance", 1)), "no expression"),
    "no operator": (at("turn_of", 1, ()), "no expression"),
    "an operator with too few operands": (at("turn_of", 1, ("add", ("n", 1))), "too few operands"),
    "an operator with too many operands": (at("turn_of", 1, ("not", ("n", 1), ("n", 1))), "too many"),
    "a number that is a boolean": (at("turn_of", 1, ("n", True)), "where a int"),
    "an unknown zone": (at("turn_of", 1, ("zone", 99, None)), "where a zone"),
    "an unknown setting": (at("turn_of", 1, ("setting", 9)), "where a setting"),
    "an unknown column": (at("turn_of", 1, ("field", "letter", "weight", ("n", 0))), "no column"),
    "an unknown kind": (at("turn_of", 1, ("every", "kind", "nothing")), "no kind"),
    "an unknown value": (at("turn_of", 1, ("call", 99)), "where a value"),
    "a value with other arguments": (at("turn_of", 1, ("call", 0)), "takes 1 operands"),
    "an unknown function": (at("turn_of", 1, ("fn", "dance")), "no function"),
    "a function of a grid that is none": (
        at("turn_of", 1, ("fn", "places", ("n", 0))),
        "a grid that does not exist",
    ),
    "an element that its own set reads": (
        at("turn_of", 1, ("filter", 0, ("loc", 0), ("b", True))),
        "where a loc",
    ),
    "a name that is bound twice": (
        at(
            "turn_of",
            1,
            ("filter", 0, ("filter", 0, ("players",), ("b", True)), ("any", 0, ("players",), ("b", True))),
        ),
        "is taken",
    ),
    "a way by a value of two": (at("turn_of", 1, ("reachable", 99, ("n", 0))), "where a value"),
    "an unknown order": (
        lambda p: evolve(p, ranking=evolve(p.ranking, keys=(("middle", ("n", 1)),))),
        "unknown order",
    ),
    "an unknown tie": (lambda p: evolve(p, ranking=evolve(p.ranking, ties="fight")), "unknown end of a tie"),
    "a score that reads an unbound name": (lambda p: evolve(p, score=("loc", 3)), "where a loc"),
    "a name given twice": (lambda p: evolve(p, zones=(*p.zones, p.zones[0])), "given twice"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_found(fault: str) -> None:
    change, sentence = FAULTS[fault]
    found = validate(change(program()))
    assert any(sentence in text for text in found), found


def test_deep_expressions_are_found_and_do_not_crash() -> None:
    deep: Any = ("n", 1)
    for _ in range(5000):
        deep = ("not", deep)
    assert any("too deeply" in text for text in validate(evolve(program(), score=deep)))
