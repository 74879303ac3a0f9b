"""What goes wrong in play, in words, with the line of the rules it happened on.

In: an exception that came out of written code. Out: a `RuleError`. The line is found from the line of Python:
each of them came from one instruction, and each function from one declaration.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Mapping, Sequence

from interpreter.errors import RuleError
from interpreter.python.state import State
from rulelang.ir.nodes import Program, Site

MISTAKES = (RuleError, TypeError, ArithmeticError, IndexError, ValueError, RecursionError)
Origin = Mapping[str, Sequence[int]]  # by the name of a written file: for each line its instruction
_FILE = re.compile(r"<([a-z]+?)(\d*)>")
_BODY = re.compile(r"<body(\d+)>")


def explained(
    error: BaseException, program: Program, origin: Origin, state: State | None = None
) -> RuleError:
    """`state` is where the rules were when it happened, if they were running."""
    if isinstance(error, RuleError):
        if error.site is not None:
            return error
        message = error.message
    elif isinstance(error, TypeError):
        message = "the rules use something that is not there (none)"
    elif isinstance(error, RecursionError):
        message = "values use each other more deeply than can be followed"
    else:
        message = f"the rules ask for something impossible ({error})"
    return RuleError(message, *_place(error, program, origin, state))


def cause(error: BaseException) -> BaseException | None:
    """What is kept behind the explanation: a mistake that the rules did not foresee."""
    return None if isinstance(error, RuleError) else error


def _place(
    error: BaseException, program: Program, origin: Origin, state: State | None
) -> tuple[Site | None, str]:
    entries = traceback.extract_tb(error.__traceback__)
    for entry in reversed(entries):
        found = _BODY.fullmatch(entry.filename)
        if found and entry.lineno and origin.get(entry.filename):
            body = program.bodies[int(found[1])]
            return body.sites[origin[entry.filename][entry.lineno - 1]], body.name
    if state is not None and state.frames and state.frames[-1][0] < len(program.bodies):
        number, pc = state.frames[-1][:2]
        body = program.bodies[number]
        return body.sites[min(pc, len(body.sites) - 1)], body.name
    for entry in entries:
        if entry.filename in origin:
            return declared(entry.filename, program)
    # A state without rules under way has run to its end, and the ranking is asked.
    return declared("<rank>" if state is not None else "", program)


def declared(file: str, program: Program) -> tuple[Site | None, str]:
    """Where something stands that is no rule, by the name of the file that was written for it."""
    found = _FILE.fullmatch(file)
    word, number = (found[1], int(found[2] or 0)) if found else ("", 0)
    match word:
        case "v":
            return program.values[number].site, program.values[number].name
        case "start":
            return program.tracks[number].site, program.tracks[number].name
        case "must":
            return program.must_hold_sites[number], "must hold"
        case "when" | "value":
            return program.hooks[number].site, program.hooks[number].target
        case "key":
            return program.rules[number].site, program.rules[number].name
        case "rank" | "eligible" if program.ranking is not None:
            return program.ranking.site, "ranking"
        case "score":
            return program.score_site, "score"
        case "payoff":
            return program.payoff_site, "payoff"
        case "outlook":
            return program.outlook_site, "outlook"
    return None, ""
