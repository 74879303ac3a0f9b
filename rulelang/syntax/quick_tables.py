"""The tables of `quick.py`, made of those of Lark.

In: a `Lark` of our grammar. Out: plain data that can be kept as JSON. How parts become a node is worked out
as Lark's own tree builder does: which of them are kept, which are inlined, where a None stands for what is
left out.
"""

from __future__ import annotations

from typing import Any

from lark import Lark
from lark.grammar import Rule
from lark.lexer import PatternStr
from lark.parsers.lalr_analysis import Shift

ONE_LINE = "simple"  # the rule of the grammar for statements of one line
# They can have a colon of their own, or are followed by the name of a rule: no option is called like them.
NEVER_OPTIONS = frozenset(("LET", "DO"))


def plain_tables(built: Lark) -> dict[str, Any]:
    """JSON has no numbers as keys: states are written in the order of their numbers."""
    inner: Any = built.parser.parser
    table = inner._parse_table
    rules: dict[Rule, int] = {rule: number for number, rule in enumerate(built.rules)}
    numbers = {state: number for number, state in enumerate(table.states)}
    rows = [
        {
            symbol: numbers[what] if action is Shift else -1 - rules[what]
            for symbol, (action, what) in row.items()
        }
        for row in table.states.values()
    ]
    fixed = {t.pattern.value: t.name for t in built.terminals if isinstance(t.pattern, PatternStr)}
    return {
        "rows": rows,
        "rules": [_reduction(rule) for rule in built.rules],
        "start": numbers[table.start_states["start"]],
        "end": numbers[table.end_states["start"]],
        "words": {text: name for text, name in fixed.items() if text[0].isalpha()},
        "signs": {text: name for text, name in fixed.items() if not text[0].isalpha()},
        "verbs": sorted(verbs_of_one_line(built)),
    }


def verbs_of_one_line(built: Lark) -> frozenset[str]:
    """The terminals that such statements begin with."""
    found, waiting = set[str](), [ONE_LINE]
    seen = set(waiting)
    while waiting:
        origin = waiting.pop()
        for rule in built.rules:
            if rule.origin.name == origin and rule.expansion:
                first = rule.expansion[0]
                if first.is_term:
                    found.add(first.name)
                elif first.name not in seen:
                    seen.add(first.name)
                    waiting.append(first.name)
    return frozenset(found) - NEVER_OPTIONS


def _reduction(rule: Rule) -> list[Any]:
    name = rule.alias or rule.origin.name
    kept, after = _kept(rule)
    return [
        rule.origin.name,
        len(rule.expansion),
        name,
        bool(rule.options.expand1 and not rule.alias),
        rule.origin.name.startswith("_"),
        kept,
        after,
    ]


def _kept(rule: Rule) -> tuple[list[list[Any]] | None, int]:
    """The parts that are kept, and how many Nones stand before each and behind the last one."""
    left_out = rule.options.empty_indices
    nones = [len(ones) for ones in "".join(str(int(one)) for one in left_out).split("0")] if left_out else []
    nones = nones or [0] * (len(rule.expansion) + 1)
    kept, before = [], 0
    for number, symbol in enumerate(rule.expansion):
        before += nones[number]
        if rule.options.keep_all_tokens or not (symbol.is_term and symbol.filter_out):  # type: ignore[attr-defined]
            kept.append([number, not symbol.is_term and symbol.name.startswith("_"), before])
            before = 0
    after = before + nones[len(rule.expansion)]
    as_it_is = len(kept) == len(rule.expansion) and not any(inlined or none for _, inlined, none in kept)
    return (None, 0) if as_it_is and not after else (kept, after)
