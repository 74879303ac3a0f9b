"""What a seat knows and remembers, as text: observation and information-state strings.

In: a table and a seat. Out: a string that is the same for two histories if and only if the seat cannot tell
them apart: what it did and what it was told, in order, then what it sees now. All of it comes from
`interpreter/knowledge`: views, and events as the seat may know them.
"""

from __future__ import annotations

from typing import Any

from interpreter.adapters.asking import Table
from interpreter.knowledge.events import entries_of, told


def observation(table: Table, player: int) -> str:
    """What this seat sees now, and what it is asked."""
    view = table.game.view(player)
    lines = [f"player {player}, turn {view.active}, deciding {view.deciding}"]
    for zone in view.zones:
        if zone.count:
            cards = ["?" if card is None else card for card in zone.cards]
            if zone.places:
                cards = [f"{card}@{x},{y}" for card, (x, y) in zip(cards, zone.places, strict=True)]
            lines.append(f"{zone.name} {zone.owner}: {' '.join(cards)}")
    lines += [f"{track.name} {track.owner}: {track.key or '?'}" for track in view.tracks]
    question = table.question(player)
    if question is not None:
        lines.append(f"asked {question.name} {table.path(player)}: {table.legal(player)}")
    result = table.game.result
    if result is not None:
        lines.append(f"over: {result.winners} {result.reason}")
    return "\n".join(lines)


class Recall:
    """What each seat did and was told. What is told between two of its own steps is one stretch, so that the
    text does not depend on when somebody asked for it."""

    def __init__(self, players: int) -> None:
        self.past: list[Any] = [()] * players  # chains of lines, newest first
        self.heard = [0] * players  # how many events there were at the seat's last step

    def copy(self) -> Recall:
        new = Recall(0)
        new.past, new.heard = self.past[:], self.heard[:]
        return new

    def __deepcopy__(self, memo: object) -> Recall:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, ([_lines(chain) for chain in self.past], self.heard)

    def acted(self, table: Table, player: int, number: int) -> None:
        """To be called before the step is taken."""
        past = self.past[player]
        for line in (*self._news(table, player), f"> {table.actions.name(number)}"):
            past = (line, past)
        self.past[player], self.heard[player] = past, table.game.event_count

    def _news(self, table: Table, player: int) -> list[str]:
        game = table.game
        raw = entries_of(game.state.log)[self.heard[player] :]
        return [event.text for event in told(game.machine, game.words, raw, player)]

    def information_state(self, table: Table, player: int) -> str:
        lines = _lines(self.past[player])
        return "\n".join([*lines, *self._news(table, player), "--", observation(table, player)])


def _lines(chain: Any) -> list[str]:
    found = []
    while chain:
        found.append(chain[0])
        chain = chain[1]
    return found[::-1]


def _restored(pasts: list[list[str]], heard: list[int]) -> Recall:
    new = Recall(len(pasts))
    new.heard = heard
    for player, lines in enumerate(pasts):
        for line in lines:
            new.past[player] = (line, new.past[player])
    return new
