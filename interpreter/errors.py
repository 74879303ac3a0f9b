"""What can go wrong in play, in words: never a traceback for a player or an author."""

from __future__ import annotations


class PlayError(Exception):
    """Something that a caller asked for and that cannot be done; the game is as it was before."""


class IllegalAnswer(PlayError):
    """An answer that the pending request does not allow."""


class SaveError(PlayError):
    """A save that is corrupt, or of another game."""


class RuleError(Exception):
    """A definition that went wrong in play: it names the rule and the line."""

    def __init__(self, message: str, site: tuple[str, int, int] | None = None, rule: str = "") -> None:
        self.message, self.site, self.rule = message, site, rule
        where = f"{site[0]}:{site[1]}:{site[2]}: " if site else ""
        inside = f" (in `{rule}`)" if rule else ""
        super().__init__(f"{where}{message}{inside}")


class NeedChance(Exception):
    """Raised inside a rule when nature has to decide and is played by the caller."""

    def __init__(self, what: str, outcomes: tuple[object, ...]) -> None:
        super().__init__(what)
        self.what, self.outcomes = what, outcomes
