"""Dead Men Tell No Tales in the eyes of one pirate: what a bot can see and foresee.

In: the view of a player, and what things are worth. Out: what can be reached and at what price, what the
next cards may do, and what it is worth to prevent it.
"""

from __future__ import annotations

import heapq
from collections import Counter
from typing import Any

from attrs import frozen

from interpreter.knowledge.views import View
from tests.games.dead_men import SIDES, STEPS, Ship, printed, table

HEAT_LIMIT: list[int] = table("dials")["fatigue_dial"]["closed_from"]
RARE = 0.3  # cards of a kind when none is left: they may be shuffled in again


@frozen
class Taste:
    """What things are worth, in actions."""

    explosion: float = 15.0
    keg: float = 10.0
    chain: float = 1.3  # many explosions at once are worse than one by one
    end: float = 10.0  # explosions that would end the game, in explosions
    door: float = 6.0  # the last way out
    pirate: float = 1.0
    prize: float = 1.0
    anger: float = 0.125  # how much more it counts with every explosion that was
    patience: float = 0.2  # how fast a danger fades that is some cards away
    deckhand: float = 0.7
    spread: float = 3.0
    guard: float = 24.0
    crew: float = 3.0
    treasure: float = 30.0
    cutlass: float = 6.0
    grog: float = 1.5
    home: float = 4.0
    training: float = 0.5
    passing_on: float = 0.35
    far: float = 2.0  # a new room: each step from the way out
    joined: float = 0.7  # … each door that meets a door
    open_doors: int = 4  # … so many places for more rooms are enough
    risk: int = 2  # what the die may have to show in a fight
    weary: float = 12.0  # too tired to look for fights


def row(name: str, key: str) -> dict[str, Any]:
    """What is printed on a component; its copies have the same."""
    return table(name)[key.partition("#")[0]]


def strength(token: str) -> int:
    return int(row("tokens", token)["strength"])


def is_treasure(token: str) -> bool:
    """Also while it is guarded."""
    return token.startswith("guard")


class Outlook(Ship):
    """The ship in the eyes of one pirate: what can be done, and what may happen with the next cards."""

    def __init__(self, view: View, player: int, taste: Taste) -> None:
        super().__init__(view)
        self.taste = taste
        self.me = f"player{player + 1}"
        self.here = self.where(self.me)
        self.fatigue = self.number("fatigue", self.me)
        self.might = self.number("might", self.me)
        self.board = self.zones["board", self.me]
        self.looting = any(map(is_treasure, self.board))
        (self.who,) = self.zones["persona", self.me]
        self.item = "".join(self.zones["kit", self.me])  # none while somebody else takes it
        self.fresh = self.tracks.get(("item.used", self.item)) == "no"
        self.fire = {room: self.number("room.fire", room) for room in self.standing}
        self.hands = {room: len(self.zones["hands", room]) for room in self.standing}
        self.saved = len(self.zones["dinghy", ""])
        self.carried = sum(is_treasure(token) for p in self.players for token in self.zones["board", p])
        self.explosions = self.number("explosions")
        self._count_cards()
        self._see_blasts()

    def foes(self, room: str) -> list[str]:
        return [token for token in self.lying(room) if "trapdoor" not in token and not self.beaten(token)]

    def lying(self, room: str) -> tuple[str, ...]:
        return self.zones["lying", room]

    def beaten(self, token: str) -> bool:
        return self.flag("counter.beaten", token)

    def has_trapdoor(self, room: str) -> bool:
        return bool(printed()[room].get("trapdoor")) or any("trapdoor" in token for token in self.lying(room))

    def tires(self, room: str, heat: int) -> int:
        """What it costs to enter a room from one with this heat."""
        if self.looting and self.who != "cobalt_kallen":
            heat = 0
        rise = max(0, self.fire[room] - heat)
        return max(0, rise - 1) if self.who == "whitebeard" else rise

    def routes(self) -> dict[str, tuple[float, tuple[str, ...]]]:
        """For every room that can be reached, the price of the way and the rooms on it. Two of fatigue are a
        rest, so they cost an action. A way may end at an enemy, but none leads past one."""
        found: dict[str, tuple[float, tuple[str, ...]]] = {}
        heap: list[tuple[float, int, tuple[str, ...]]] = [(0.0, 0, ())]
        entries = 0
        while heap:
            price, _, path = heapq.heappop(heap)
            room = path[-1] if path else self.here
            if room in found:
                continue
            if room:
                found[room] = price, path
            if room and path and self.foes(room):
                continue
            for other in self.exits[room] if room else self.ways_out():
                if other in found or self.fire[other] >= HEAT_LIMIT[self.fatigue] or self.hands[other] >= 3:
                    continue
                entries += 1  # of two ways with the same price the one that was found first
                tired = self.tires(other, self.fire[room] if room else 0)
                heapq.heappush(heap, (price + 1 + 0.5 * tired, entries, (*path, other)))
        return found

    # ------------------------------------------------------------ the next cards

    def _count_cards(self) -> None:
        """How likely each fire rises, and deckhands spread, with the next card."""
        left = Counter({name: int(facts.get("copies", 1)) for name, facts in table("revenge").items()})
        left -= Counter(
            key.partition("#")[0] for zone in ("resolved", "drawn") for key in self.zones[zone, ""]
        )
        # Titian may hold the last two in his hands.
        cards = [table("revenge")[name] for name in left.elements()] or list(table("revenge").values())
        self.rises = {
            (colour, level): max(
                RARE, sum(card["level"] == level and card.get(colour, False) for card in cards)
            )
            / len(cards)
            for colour in ("red", "yellow")
            for level in range(6)
        }
        self.spreads = sum(card["then"] == "deckhands_spread" for card in cards) / len(cards)

    def likely(self, room: str, level: int, top: int) -> float:
        """How near this fire is to that level."""
        chance = 1.0
        for step in range(level, top):
            rise = self.rises[printed()[room]["colour"], step]
            chance *= rise / (rise + self.taste.patience)
        return chance

    def _see_blasts(self) -> None:
        """What it costs if a room explodes, and what each room adds to the blasts of others."""
        taste = self.taste
        self.cost: dict[str, float] = {}
        self.share = dict.fromkeys(self.standing, 0.0)
        for room in self.standing:
            gone, kegs = self.blast(room)
            count = len(gone) + len(kegs)
            cost = count**taste.chain
            cost += taste.end * (self.explosions + count >= 7) + taste.door * (set(self.ways_out()) <= gone)
            cost += taste.prize * sum(is_treasure(token) for other in gone for token in self.lying(other))
            cost += taste.pirate * sum(self.where(player) in gone for player in self.players)
            self.cost[room] = cost
            for other in (gone | kegs) - {room}:
                self.share[other] += self.likely(room, self.fire[room], 6) * cost / count

    def blast(self, room: str) -> tuple[set[str], set[str]]:
        """The rooms that explode with this one, and the kegs that go off."""
        fire = {**self.fire, room: 5}
        gone: set[str] = set()
        kegs: set[str] = set()
        rising = [room]
        while rising:
            tile = rising.pop()
            if tile in gone:
                continue
            fire[tile] += 1
            if fire[tile] == 6:
                gone.add(tile)
                rising += self.exits[tile]
            elif self._keg(tile) == fire[tile] and tile not in kegs:
                kegs.add(tile)
                rising += self._behind_keg(tile)
        return gone, kegs

    def _keg(self, room: str) -> int:
        """The fire that the keg here goes off at; 0 without one."""
        return 0 if self.flag("room.keg_used", room) else int(printed()[room].get("keg", 0))

    def _behind_keg(self, room: str) -> list[str]:
        column, line = self.cells[room]
        side = SIDES.index(printed()[room]["keg_door"]) + self.number("room.turned", room)
        around = [STEPS[(side + turn) % 4] for turn in range(4)]
        others = [self.at.get((column + across, line + up)) for across, up in around]
        return [other for other in others if other in self.exits[room]][:1]

    def danger(self, room: str, level: int) -> float:
        """What is to be feared from a room if its fire were at this level."""
        taste = self.taste
        total = taste.explosion * self.likely(room, level, 6) * self.cost[room]
        if level >= self.fire[room]:
            total += taste.explosion * self.share[room]
        if self._keg(room) > level:
            total += taste.keg * self.likely(room, level, self._keg(room))
        return total * (1 + taste.anger * self.explosions)

    def relief(self, room: str, amount: int) -> float:
        """What it is worth to lower a fire."""
        level = self.fire[room]
        return self.danger(room, level) - self.danger(room, max(0, level - amount))

    def clearing(self, room: str) -> float:
        """What it is worth to remove a deckhand."""
        supply, many = len(self.zones["supply", ""]), self.hands[room]
        pressure = 1 if supply > 18 else 2 if supply > 10 else 4 if supply > 5 else 8
        fewer = 1.0
        if self.has_trapdoor(room):
            fed = [other for other in self.exits[room] if self.hands[other] == many - 1]
            fewer += self.taste.spread * self.spreads * sum(not self.has_trapdoor(other) for other in fed)
        value = self.taste.deckhand * pressure * fewer
        value += 1.5 * (many >= 3) + 3 * (many == 2 and any(map(is_treasure, self.lying(room))))
        value *= 1.7 if self.who == "jade" else 1.0
        return value + 3 * (self.item == "dagger" and self.fresh)
