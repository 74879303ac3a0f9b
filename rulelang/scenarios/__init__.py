"""Scenario files: examples like those in a rulebook, as text.

In: the text of a `.scenario` file. Out: `Scenario`s as plain data, and for each expression in a `then`
a value declaration, so that the checker and the interpreter treat it like any other expression. `lines`
cuts the text, `reading` finds the scenarios and their heads, `phrases` understands what is given, answered
and claimed, `sharing` takes over positions, and `names` looks up every word in the compiled game.
"""

from rulelang.scenarios.reading import ScenarioFile, parse_scenarios

__all__ = ["ScenarioFile", "parse_scenarios"]
