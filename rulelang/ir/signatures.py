"""The operators of expressions and the verbs of instructions, with the shapes of their operands.

`EXPRESSIONS` and `INSTRUCTIONS` name everything that the checker may emit and that an interpreter has to
know; `validate` checks programs against them and `show` writes them. A shape is one of these words:

    expr        an expression                   *expr       any number of expressions, at the end
    expr?       an expression or None           exprs       a tuple of expressions
    int bool text                               faces       a tuple of ints
    slot        a slot of the body's frame      slots       a tuple of slots that follow each other
    loc         a name that is read             bind        a name for each element of the set that
                                                            follows, which the operands after it may read
    target      an instruction of the body      target?     one, or -1 for the next
    zone grid track setting rule value          a number of that table (a grid is a zone)
    tag tags    what the ints of a value mean (`number`, `bool`, `player`, `kind:…`, `record:…`, …)
    domain      two operands: `kind` or `record`, and its name
    column      two operands: a record and the name of one of its printed columns
    loops       a tuple of pairs (bind, expr): each, and what follows, may read the ones before
    parts       a tuple of pairs (expr, tag)
    entries     the options of a menu: tuples (text, ways, slots, tags, target)
    ways        an expression with the operator `ways`
    function    a name of `FUNCTIONS`, whose operands follow

or one of the closed lists of words in `WORDS`.
"""

from __future__ import annotations

from typing import Final

Shape = tuple[str, ...]

WORDS: Final[dict[str, tuple[str, ...]]] = {
    "end": ("first", "last"),
    "extreme": ("highest", "lowest"),
    "where": ("start", "end"),
    "block": ("turn", "round"),
    "how": ("one", "several", "order"),
}

# How many operands a function has in the IR; a leading `("n", zone)` names the grid it is about.
FUNCTIONS: Final[dict[str, int]] = {
    "left": 1, "right": 1, "seat": 1, "clockwise": 1, "owner": 1, "turn": 2, "opposite": 1, "step": 3,
    "neighbours": 2, "place": 3, "places": 1, "open_places": 1, "place_of": 2, "column": 2, "row": 2,
}  # fmt: skip
GRID_FUNCTIONS: Final = ("step", "neighbours", "place", "places", "open_places", "place_of", "column", "row")

INFIX: Final[dict[str, str]] = {
    "add": "+", "sub": "-", "mul": "*", "mod": "mod", "eq": "is", "ne": "is not", "lt": "<", "le": "<=",
    "gt": ">", "ge": ">=", "and": "and", "or": "or", "in": "in", "not_in": "not in", "before": "before",
    "after": "after", "at": "at", "union": "joined with", "without": "without",
}  # fmt: skip

EXPRESSIONS: Final[dict[str, Shape]] = {
    # leaves
    "n": ("int",),
    "b": ("bool",),
    "none": (),
    "slot": ("slot",),
    "loc": ("loc",),
    "you": (),
    "active": (),
    "players": (),
    "opponents": ("expr",),
    "setting": ("setting",),
    "every": ("domain",),
    # the state
    "track": ("track", "expr?"),
    "zone": ("zone", "expr?"),
    "field": ("column", "expr"),
    "by_player": ("expr", "expr"),
    "call": ("value", "*expr"),
    # numbers and logic
    **dict.fromkeys(INFIX, ("expr", "expr")),
    "div_up": ("expr", "expr"),
    "div_down": ("expr", "expr"),
    "within": ("expr", "int", "int", "text"),
    "not": ("expr",),
    "if": ("expr", "expr", "expr"),
    # sets
    "empty": ("expr",),
    "not_empty": ("expr",),
    "list": ("*expr",),
    "one": ("expr",),
    "freeze": ("expr",),
    "range": ("expr", "expr"),
    "filter": ("bind", "expr", "expr"),
    "map": ("bind", "expr", "expr"),
    "gather": ("bind", "expr", "expr"),
    "any": ("bind", "expr", "expr"),
    "all": ("bind", "expr", "expr"),
    "count": ("expr",),
    "sum": ("expr",),
    "highest": ("expr",),
    "lowest": ("expr",),
    "largest": ("expr", "expr"),
    "extremes": ("extreme", "bind", "expr", "expr"),
    "sort": ("bind", "expr", "exprs"),
    "end_of": ("end", "expr"),
    "ends_of": ("end", "expr", "expr"),
    "position": ("expr",),
    "ways": ("loops", "expr?"),
    # grids, ways, functions
    "cell": ("grid", "expr"),
    "cell_empty": ("grid", "expr"),
    "cell_full": ("grid", "expr"),
    "reachable": ("value", "expr"),
    "distance": ("value", "expr", "expr"),
    "steps": ("value", "expr", "expr"),
    "nearest": ("value", "expr", "expr"),
    "fn": ("function", "*expr"),
}

INSTRUCTIONS: Final[dict[str, Shape]] = {
    # the state
    "let": ("slot", "expr"),
    "set": ("track", "expr?", "expr", "bool"),
    "move": ("expr", "zone", "expr?", "where"),
    "put": ("expr", "grid", "expr"),
    "shuffle": ("zone", "expr?"),
    "settle": ("zone", "expr?", "expr", "bool"),
    "reveal": ("expr", "expr?"),
    "cover": ("expr",),
    "roll": ("slot", "faces", "text", "expr?"),
    "pick": ("slot", "expr", "expr?", "target?"),
    "say": ("text", "parts"),
    # control
    "jump": ("target",),
    "unless": ("expr", "target"),
    "next": ("slot", "slot", "slot", "target"),
    "call": ("rule", "exprs"),
    "proceed": (),
    "return": (),
    "become": ("expr",),
    "begin": ("block", "target", "target"),
    "leave": (),
    "turn_of": ("expr",),
    "extra_turn": ("expr",),
    "next_extra": ("slot", "target"),
    "turns_done": ("expr",),
    "end": ("block", "bool"),
    "finish": ("bool", "expr", "text"),
    "game_over": (),
    # decisions
    "choose": ("how", "text", "expr", "ways", "slots", "tags", "expr", "expr", "target"),
    "menu": ("expr", "entries", "target"),
    "may": ("text", "expr", "target"),
    "secret": ("text", "expr", "expr", "slot", "tag"),
}

ENDINGS: Final = ("return", "jump")  # how a body's code ends
