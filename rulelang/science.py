"""The front door for simulations: many games between bots, counted and told, for programs and notebooks.

In: a game and what to try. Out: `simulate` plays and gives a `Found`, `load` reads what `--json` wrote. Below
them are `Experiment`, `Condition` and `Match`, for those who spread the work themselves. What cannot be done
raises `Misuse`, with a sentence.

    from rulelang.science import simulate
    found = simulate("my_game", games=300)
    found.write("page.html")
"""

from __future__ import annotations

from rulelang.rooms import expect_ours

expect_ours("cli", "interpreter")

from cli.errors import Misuse  # noqa: E402
from cli.science import Found, load, simulate  # noqa: E402
from cli.science.experiment import Condition, Experiment  # noqa: E402
from cli.science.match import Match  # noqa: E402

__all__ = ["Condition", "Experiment", "Found", "Match", "Misuse", "load", "simulate"]
