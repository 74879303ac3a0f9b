"""A rule language for tabletop games.

From Python: `games()` names the games, `load(name)` compiles one, its `start()` begins a `Game`.

>>> import rulelang
>>> program = rulelang.load(rulelang.games()[0])
>>> game = program.start(seed=1)
>>> game.over
False

The package itself goes from the text of a game to its checked, linked IR. Pure: no printing, no clock, no
chance. What plays is another room, and is imported when one of the names below is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # for type checkers and editors; at run time `__getattr__` finds them
    from rulelang.front import (
        NATURE,
        Game,
        IllegalAnswer,
        PlayError,
        Program,
        Result,
        RuleError,
        RulesError,
        SaveError,
        UnknownBot,
        UnknownGame,
        games,
        load,
        make_bot,
        text,
    )

    __version__: str

__all__ = [
    "NATURE",
    "Game",
    "IllegalAnswer",
    "PlayError",
    "Program",
    "Result",
    "RuleError",
    "RulesError",
    "SaveError",
    "UnknownBot",
    "UnknownGame",
    "__version__",
    "games",
    "load",
    "make_bot",
    "text",
]


def __getattr__(name: str) -> Any:
    """The front door, opened on the first knock: the compiler alone must not load what plays."""
    if name == "__version__":
        from importlib.metadata import version

        return version("rulelang")
    if name in __all__:
        from rulelang.rooms import expect_ours

        expect_ours("interpreter")
        from rulelang import front

        globals().update({known: vars(front)[known] for known in front.__all__})
        return globals()[name]
    raise AttributeError(f"module 'rulelang' has no attribute '{name}'; it has {', '.join(__all__)}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
