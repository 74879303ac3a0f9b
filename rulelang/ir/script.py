"""Scenarios as plain data: what the interpreter plays and checks, with the line each part came from."""

from __future__ import annotations

from typing import Any

from attrs import frozen

Site = tuple[str, int, int]


@frozen
class Step:
    """One line of a scenario. `verb` says what it is; the parts are words, numbers and names.

    given: ("zone", zone, owner, cards) ("top", zone, owner, cards) ("bottom", …) ("fill", zone, owner, n)
           ("rest", zone, owner) ("cell", zone, column, row, card) ("track", name, owner, value)
           ("next", what, values)
    when:  ("answer", player, text) ("refused", player, text)
    then:  ("check", value, value to be shown) ("zone_is", zone, owner, cards) ("decides", player, rule)
           ("nobody_decides",) ("options", player, keys) ("may", player, keys) ("may_not", player, keys)
           ("knows", player, card) ("knows_not", player, card) ("over",) ("goes_on",)
           ("wins", players, reason)
    """

    verb: str
    parts: tuple[Any, ...]
    text: str
    site: Site


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
