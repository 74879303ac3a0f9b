"""The validator accepts what the compiler makes and finds what is broken.

Besides faults that are written out, every operand of every node of a program that uses all of them is broken
in every way that its role allows: each must be found, and nothing may crash.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve

from rulelang.ir import expressions as ir
from rulelang.ir import instructions as do
from rulelang.ir.nodes import Column, Program, SlotDef, Step
from rulelang.ir.validate import validate
from rulelang.types import BOOL, NUM, PLAYER, Kind, Num, Opt, Pair, Place, Player, Rec, Seq
from tests.helpers import definition, definition_folders, small

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
    do more_of_it
rule act(n: number 0 to 9):
    add worth(n) to your coins
value worth(n: number 0 to 9):
    let double be n * 2
    when hard: double
    otherwise: distance from x to y by roads
ranking of p: highest coins of p, then share
score of p: coins of p
token cube of each player, 2 copies
zone cubes of each player and town: set of cube, public
zone hive: hexagonal grid size_of_it by 3 of cube, public
track sick of each town and letter: number 0 to 9
memory seen: everything but trace
must hold: count(every letter) is 2
value beside(s: place in hive, far: number 0 to 9): around(s) where row(it) > far
value ends(letter): [x, y]
value long(letter): letter.size
payoff of p: coins of p / 2
rule try_it(n: number 0 to 9):
    if n > 3: answer n
    add 1 to sick(x, a)
rule more_of_it:
    let best: number 0 to 9 be 0
    for each l in different every letter: set best to highest([best, l.size])
    let tried be do try_it(best)
    if sick(x, a) after try_it(3) is 3 and tried is 2: do note(2)
    remember seen
    swap a with b
    move first of every cube to cubes(first of players, x)
    if town holding (first of every cube) is x and repeats(seen) is 1: do note(3)
    let ray be along(place(board, 1, 1), north_east) up to it is not empty
    do note(count(groups in places(hive) by beside(1)) + sum([l.size for each l in every letter]))
    do note(longest way in (every letter) by ends adding long)
    move first of every cube to hive at place(hive, 1, 1)
"""
Change = Callable[[Program], Program]


def program() -> Program:
    return small(RULES)


@pytest.mark.parametrize("name", list(definition_folders()))
def test_what_the_compiler_makes_is_valid(name: str) -> None:
    assert validate(definition(name)) == []


def test_the_small_definition_is_valid() -> None:
    assert validate(program()) == []


# ---------------------------------------------------------------- one fault each


def item(table: str, index: int, **changes: Any) -> Change:
    def change(p: Program) -> Program:
        items = list(getattr(p, table))
        items[index] = evolve(items[index], **changes)
        return evolve(p, **{table: tuple(items)})

    return change


def named(table: str, name: str, **changes: Any) -> Change:
    def change(p: Program) -> Program:
        index = next(i for i, thing in enumerate(getattr(p, table)) if thing.name == name)
        return item(table, index, **changes)(p)

    return change


def code(verb: type, edit: Callable[[Any], Any]) -> Change:
    """Edits the first instruction of this class."""

    def change(p: Program) -> Program:
        for index, body in enumerate(p.bodies):
            for pc, instr in enumerate(body.code):
                if isinstance(instr, verb):
                    changed = (*body.code[:pc], edit(instr), *body.code[pc + 1 :])
                    return item("bodies", index, code=changed)(p)
        raise AssertionError(f"no {verb}")

    return change


def at(verb: type, **changes: Any) -> Change:
    return code(verb, lambda instr: evolve(instr, **changes))


def columns(size: Any, colour: Any) -> Change:
    both = (Column("size", Num(0, 9), size), Column("colour", Kind("colour"), colour))
    return named("records", "letter", columns=both)


def turn_of(expr: Any) -> Change:
    return at(do.TurnOf, player=expr)


def number_of(table: Any, name: str) -> int:
    return next(number for number, thing in enumerate(table) if thing.name == name)


X0 = ir.Loc(Rec("letter"), 0)
LETTERS = ir.Every(Seq(Rec("letter"), 2))
PLACES = ir.ListOf(Seq(Place("hive"), 1), (ir.Number(Place("hive"), 0),))
FIRST = ir.EndOf(Opt(Rec("letter")), "first", LETTERS)
FAULTS: dict[str, tuple[Change, str]] = {
    "version": (lambda p: evolve(p, version=99), "version"),
    "players": (lambda p: evolve(p, players=(3, 2)), "range of players"),
    "players that are text": (lambda p: evolve(p, players=("2", 2)), "not int"),
    "no such play": (lambda p: evolve(p, play=99), "the play is rule 99"),
    "setup with parameters": (lambda p: evolve(p, setup=0), "the setup is rule 0"),
    "component ids with a gap": (named("records", "letter", base=1), "its ids start at 1"),
    "a short column": (columns((1,), (0, 1)), "1 cells for 2 rows"),
    "a cell of another type": (columns((1, True), (0, 1)), "no number"),
    "a cell that is text": (columns((1, "2"), (0, 1)), "is '2'"),
    "a cell out of range": (columns((1, 10), (0, 1)), "no number 0 to 9"),
    "a word out of range": (columns((1, 2), (0, 2)), "no kind:colour"),
    "an unknown ordering": (named("zones", "hand", ordering="heap"), "unknown ordering"),
    "an unknown visibility": (named("zones", "hand", sees="some"), "unknown visibility"),
    "a zone of nothing": (named("zones", "hand", item="town"), "no component"),
    "a zone of an unknown owner": (named("zones", "hand", owner=Kind("nothing")), "no kind `nothing`"),
    "a zone of numbers": (named("zones", "hand", owner=NUM), "cannot own"),
    "a grid without places": (named("zones", "board", width=0), "without places"),
    "a grid of text": (named("zones", "board", width="2"), "not int"),
    "an empty range": (named("tracks", "coins", type=Num(10, 9)), "is empty"),
    "a range of text": (named("tracks", "coins", type=Num("print(1)", 9)), "not int"),  # type: ignore[arg-type]
    "a start that reads a slot": (named("tracks", "coins", start=ir.Slot(NUM, 0)), "where a slot is needed"),
    "a default outside the choices": (named("settings", "hard", default=7), "none of the choices"),
    "a default outside the range": (named("settings", "size_of_it", default=7), "outside the range"),
    "a rule without its body": (named("rules", "act", default=99), "body 99"),
    "a rule with a body of other parameters": (
        lambda p: named("rules", "play", default=next(r.default for r in p.rules if r.name == "act"))(p),
        "does not take 0 parameters",
    ),
    "cases without a key": (named("rules", "act", cases=((0, 0),)), "nothing to tell them apart"),
    "a case that is text": (named("rules", "act", cases=(("0): evil(", 0),)), "not int"),
    "a foreign hook": (named("rules", "play", hooks=(0,)), "not one of its own"),
    "a hook out of range": (named("rules", "act", hooks=(0, 9)), "no hook 9"),
    "a hook that is not listed": (named("rules", "act", hooks=()), "is not listed"),
    "a change that is not listed": (named("values", "worth", changes=()), "is not listed"),
    "a value without a result": (
        named("values", "roads", default=(Step(None, ir.Truth(BOOL, True), LETTERS),)),
        "do not end",
    ),
    "a value without a default": (named("values", "roads", default=()), "do not end"),
    "a value with another result": (
        named("values", "worth", default=(Step(None, None, ir.Number(Num(0, 10**9), 10**9)),)),
        "not in its result",
    ),
    "a value that reads an unbound name": (
        named("values", "roads", default=(Step(None, None, ir.Loc(Seq(Kind("town")), 7)),)),
        "name 7 is not known",
    ),
    "a hook of nothing": (item("hooks", 0, target="nothing"), "hooks nothing"),
    "a hook of an unknown sort": (item("hooks", 0, how="during"), "hooks nothing"),
    "a hook of a component that does not exist": (item("hooks", 0, components=(7,)), "no component 7"),
    "a hook that works nowhere": (item("hooks", 0, zone=None), "works in no zone"),
    "a hook without a body": (item("hooks", 0, body=None), "body None"),
    "a change without a value": (item("hooks", 1, value=None), "no value"),
    "too few sites": (named("bodies", "act", sites=()), "0 sites"),
    "too few slots": (named("bodies", "act", slots=()), "slot"),
    "a slot of another type": (named("bodies", "act", slots=(SlotDef("n", PLAYER),)), "another parameter"),
    "more parameters than slots": (named("bodies", "act", params=9), "slots"),
    "code that runs out": (named("bodies", "act", code=(do.Leave(),), sites=(("", 0, 0),)), "does not end"),
    "no code": (named("bodies", "act", code=(), sites=()), "does not end"),
    "an unknown verb": (code(do.Call, lambda i: "dance"), "not Instr"),
    "a jump out of the code": (at(do.Jump, target=999), "where a target"),
    "a jump that is no number": (at(do.Jump, target=True), "not int"),
    "a slot out of the frame": (at(do.Let, slot=999), "where a slot"),
    "an unknown rule": (at(do.Call, rule=99), "where a rule"),
    "a call with other arguments": (at(do.Call, args=()), "takes 1 operands"),
    "a call beyond a range": (at(do.Call, args=(ir.Number(Num(10, 10), 10),)), "an argument is"),
    "an unknown block": (at(do.Begin, block="season"), "none of turn"),
    "an unknown track": (at(do.Set, track=99), "where a track"),
    "an unchecked value beyond its track": (at(do.Set, safe=True), "unchecked"),
    "an owner of what has none": (at(do.Set, owner=ir.You(PLAYER)), "none to name"),
    "a put on something that is no grid": (at(do.Put, grid=0), "where a grid"),
    "a choice with slots that do not follow each other": (at(do.Choose, slots=(0, 2)), "for one choice"),
    "a choice with too few slots": (at(do.Choose, slots=(4,)), "for one choice"),
    "a choice of an unknown sort": (at(do.Choose, how="some"), "none of one"),
    "a menu entry of another shape": (at(do.Menu, entries=("pass",)), "not Entry"),
    "proceed outside of instead": (code(do.Call, lambda i: do.Proceed()), "`proceed` outside"),
    "no expression": (turn_of(("dance", 1)), "not Expr"),
    "an expression that is its own class": (turn_of(ir.Expr(PLAYER)), "not Expr"),
    "a number that is a boolean": (turn_of(ir.Number(NUM, True)), "not int"),
    "a number beyond its type": (turn_of(ir.Number(Num(0, 1), 2)), "no number 0 to 1"),
    "a turn of a number": (turn_of(ir.Number(Num(0, 1), 1)), "not player"),
    "an unknown zone": (turn_of(ir.Zone(Seq(Rec("letter")), 99, None)), "where a zone"),
    "an unknown setting": (turn_of(ir.Setting(BOOL, 9)), "where a setting"),
    "an unknown column": (turn_of(ir.Field(NUM, "weight", FIRST)), "no column"),
    "an unknown kind": (turn_of(ir.Every(Seq(Kind("nothing"), 9))), "no kind"),
    "an unknown type": (turn_of(ir.You("player")), "not Type"),  # type: ignore[arg-type]
    "a type that is the class of types": (turn_of(ir.You(type(Player()).__mro__[1]())), "not Type"),
    "an unknown value": (turn_of(ir.Call(NUM, 99, ())), "where a value"),
    "a value with other arguments": (turn_of(ir.Call(Seq(Kind("town")), 0, ())), "0 operands for 1"),
    "an unknown function": (turn_of(ir.Function(PLAYER, "dance", None, None, ())), "no function"),
    "a function of a grid that is none": (
        turn_of(ir.Function(Seq(PLAYER), "places", 0, None, ())),
        "where a grid",
    ),
    "a set that is larger than its type": (turn_of(ir.Every(Seq(Rec("letter"), 1))), "beyond its type"),
    "an element that its own set reads": (
        turn_of(ir.Filter(Seq(Rec("letter"), 2), 0, ir.One(Seq(Rec("letter"), 1), X0), ir.Truth(BOOL, True))),
        "name 0 is not known",
    ),
    "a name that is bound twice": (
        turn_of(
            ir.Filter(
                LETTERS.type, 0, LETTERS,
                ir.NotEmpty(BOOL, ir.Filter(LETTERS.type, 0, LETTERS, ir.Truth(BOOL, True))),
            )
        ),
        "name 0 is taken",
    ),
    "a way by a value of numbers": (
        turn_of(ir.Reachable(Seq(Kind("town"), 2), 1, (), ir.Number(Kind("town"), 0))),
        "does not lead",
    ),
    "a way with too few arguments": (
        lambda p: turn_of(ir.Groups(Seq(Place("hive")), number_of(p.values, "beside"), (), PLACES))(p),
        "`beside` does not lead from place:hive",
    ),
    "a way of letters by a value of places": (
        lambda p: turn_of(
            ir.Groups(Seq(Rec("letter")), number_of(p.values, "beside"), (ir.Number(Num(1, 1), 1),), LETTERS)
        )(p),
        "does not lead",
    ),
    "links whose ends are no set": (
        lambda p: turn_of(ir.LongestWay(NUM, "way", LETTERS, number_of(p.values, "long"), None))(p),
        "ends",
    ),
    "an unknown memory": (at(do.Remember, memory=99), "where a memory"),
    "a memory of an unknown zone": (named("memories", "seen", zones=(99,)), "does not exist"),
    "a memory of an unknown track": (named("memories", "seen", tracks=(-1,)), "does not exist"),
    "a grid with the size of an unknown setting": (named("zones", "hive", width_setting=99), "setting"),
    "a grid with the size of a flag": (named("zones", "hive", width_setting=0), "setting"),
    "a grid that a setting makes larger than it is": (named("zones", "hive", width=2), "setting"),
    "a grid that is hexagonal by a word": (named("zones", "hive", hexagonal="yes"), "not bool"),
    "a condition that is a number": (lambda p: evolve(p, must_hold=(ir.Number(NUM, 1),)), "is no bool"),
    "a condition without a place": (lambda p: evolve(p, must_hold_sites=()), "sites"),
    "a payoff divided by a flag": (lambda p: evolve(p, payoff_divisor=ir.Truth(BOOL, True)), "no number"),
    "an answer of another type": (at(do.Answer, value=ir.Truth(BOOL, True)), "answer"),
    "an answer of a rule that has none": (named("rules", "try_it", answer=None), "answer"),
    "a what-if with other arguments": (
        lambda p: turn_of(ir.WhatIf(PLAYER, ir.You(PLAYER), number_of(p.rules, "try_it"), ()))(p),
        "operands",
    ),
    "a what-if of another type": (
        lambda p: turn_of(
            ir.WhatIf(
                PLAYER, ir.Number(Num(0, 1), 1), number_of(p.rules, "try_it"), (ir.Number(Num(1, 1), 1),)
            )
        )(p),
        "beyond its type",
    ),
    "two owners of which one is of another type": (
        lambda p: turn_of(
            ir.Zone(
                Seq(Rec("cube")), number_of(p.zones, "cubes"),
                ir.PairOf(Pair(PLAYER, Kind("town")), ir.You(PLAYER), ir.You(PLAYER)),
            )
        )(p),
        "kind:town",
    ),
    "one owner where two are needed": (
        lambda p: turn_of(ir.Zone(Seq(Rec("cube")), number_of(p.zones, "cubes"), ir.You(PLAYER)))(p),
        "not pair player kind:town",
    ),
    "a swap of numbers": (at(do.Swap, left=ir.Number(NUM, 1)), "components are needed"),
    "a swap of two kinds of components": (
        at(do.Swap, left=ir.EndOf(Opt(Rec("cube")), "first", ir.Every(Seq(Rec("cube"), 4)))),
        "different types",
    ),
    "what is unlike of numbers": (
        turn_of(ir.Different(Seq(NUM), ir.ListOf(Seq(NUM, 1), (ir.Number(Num(1, 1), 1),)))),
        "components are needed",
    ),
    "the holder of a player": (turn_of(ir.Holder(Opt(PLAYER), ir.You(PLAYER))), "not Rec"),
    "an unknown order": (
        lambda p: evolve(p, ranking=evolve(p.ranking, keys=(("tallest", p.score),))),
        "unknown order",
    ),
    "a tie of an unknown sort": (
        lambda p: evolve(p, ranking=evolve(p.ranking, ties="fight")),
        "end of a tie",
    ),
    "a score that reads an unbound name": (lambda p: evolve(p, score=ir.Loc(NUM, 3)), "name 3 is not known"),
    "an outlook that reads an unbound name": (
        lambda p: evolve(p, outlook=ir.Loc(NUM, 3)),
        "name 3 is not known",
    ),
    "an outlook that is no number": (lambda p: evolve(p, outlook=ir.Truth(BOOL, True)), "no number"),
    "an outlook of an unknown zone": (
        lambda p: evolve(p, outlook=ir.Count(NUM, ir.Zone(Seq(Rec("cube")), 99, None))),
        "where a zone is needed",
    ),
    "a score that is no number": (lambda p: evolve(p, score=ir.Truth(BOOL, True)), "no number"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_found(fault: str) -> None:
    change, expected = FAULTS[fault]
    found = validate(change(program()))
    assert any(expected in sentence for sentence in found), found


def test_deep_expressions_are_found_and_do_not_crash() -> None:
    deep: ir.Expr = ir.Truth(BOOL, True)
    for _ in range(5_000):
        deep = ir.Not(BOOL, deep)
    assert any("too deeply" in sentence for sentence in validate(turn_of(deep)(program())))
