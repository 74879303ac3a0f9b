"""Scenarios as plain data: what the interpreter plays and checks, with the line each part came from."""

from __future__ import annotations

from typing import Any

from attrs import frozen

Site = tuple[str, int, int]


@frozen
class Step:
    """One line of a scenario. `verb` says what it is; the parts are words, numbers and names.

    head:  ("covers", numbers) ("players", n) ("seed", n) ("variants", names) ("set", name, value)
           ("forced", word) ("at", rule, player) ("setup", what, values) ("as_in", title) ("refused",)
    given: ("zone", zone, owner, cards) ("top", zone, owner, cards) ("bottom", …) ("fill", zone, owner, n)
           ("rest", zone, owner) ("cell", zone, owner, column, row, card) ("track", name, owner, value)
           ("next", what, values)
    when:  ("answer", player, text) ("cannot", player, text)
    then:  ("check", value, value to be shown) ("set_is", value, members) ("zone_is", zone, owner, cards)
           ("zone_exactly", zone, owner, cards) ("zone_top", zone, owner, cards) ("zone_bottom", …)
           ("cell_is", zone, owner, column, row, card) ("decides", player, rule) ("not_asked", player)
           ("nobody_decides",) ("options", player, keys) ("may", player, keys) ("may_not", player, keys)
           ("knows", player, card) ("knows_not", player, card) ("sees", player, track, owner)
           ("sees_not", player, track, owner) ("over",) ("goes_on",) ("wins", players, reason)
           ("itself", decision, player, option) ("not_itself", …) ("skipped", decision, player)
           ("in_order", steps of these verbs:)
           ("chose", player, text) ("came", card, zone, owner) ("became", track, owner, value)
           ("rolled", face) ("began", rule) ("turn", player) ("shuffled", zone, owner) ("said", message)
           ("ended",)

    Players count from 0. An empty place of a grid is the card "empty".
    """

    verb: str
    parts: tuple[Any, ...]
    text: str
    site: Site


GIVEN = frozenset(("zone", "top", "bottom", "fill", "rest", "cell", "track", "next"))


@frozen
class Scenario:
    title: str
    site: Site
    covers: tuple[str, ...]
    players: int | None
    seed: int
    variants: tuple[str, ...]
    settings: tuple[tuple[str, str], ...]
    forced: str
    at: str  # the rule whose decision is pending; "" for the first decision
    by: int | None
    steps: tuple[Step, ...]
    head: tuple[Step, ...] = ()  # its lines, for their places

    @property
    def refused(self) -> bool:
        """Whether it shows that the game refuses to start like this."""
        return any(step.verb == "refused" for step in self.head)

    @property
    def setup(self) -> tuple[Step, ...]:
        """What chance gives before the scenario begins."""
        return tuple(step for step in self.head if step.verb == "setup")

    def line(self, verb: str, site: Site | None = None) -> Site:
        """Where the head says this; where the scenario starts if it does not."""
        return next((step.site for step in self.head if step.verb == verb), site or self.site)
