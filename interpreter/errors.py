"""What can go wrong in play, in words: never a traceback for a player or an author."""

from __future__ import annotations

PUBLIC = "rulelang"  # where callers find these errors; tracebacks and pickles name them by it
BROKEN_START = "this must hold once the game is set up, but it does not"


class PlayError(Exception):
    """Something that a caller asked for and that cannot be done; the game is as it was before."""

    __module__ = PUBLIC


class IllegalAnswer(PlayError):
    """An answer that the pending request does not allow."""

    __module__ = PUBLIC


class SaveError(PlayError):
    """A save that is corrupt, or of another game."""

    __module__ = PUBLIC


class RuleError(Exception):
    """A definition that went wrong in play: it names the rule and the line."""

    __module__ = PUBLIC

    def __init__(self, message: str, site: tuple[str, int, int] | None = None, rule: str = "") -> None:
        self.message, self.site, self.rule = message, site, rule
        where = f"{site[0]}:{site[1]}:{site[2]}: " if site else ""
        inside = f" (in `{rule}`)" if rule else ""
        super().__init__(f"{where}{message}{inside}")

    def __reduce__(self) -> tuple[object, ...]:
        return RuleError, (self.message, self.site, self.rule)


class NeedChance(Exception):
    """Raised inside a rule when nature has to decide and is played by the caller."""

    def __init__(self, what: str, outcomes: tuple[object, ...]) -> None:
        super().__init__(what)
        self.what, self.outcomes = what, outcomes
