"""A bot for Dead Men Tell No Tales that plays by rules of thumb, and wins now and then.

In: a game, of which it asks what its player may know: the request, the view, and games dealt from them.
Out: the number of an option.

Each turn it weighs what there is to do: put out fires, clear rooms of deckhands, beat enemies, take things,
go home. Every such job has a gain and a price in actions, with the way there and the fatigue it costs. The
first step of the job with the best rate is what it does.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from interpreter.game import Game
from interpreter.knowledge.views import View
from tests.games.dead_men import SIDES, STEPS, printed, turned_doors
from tests.games.dead_men_outlook import Outlook, Taste, is_treasure, row, strength

EASE = (0.2, 0.2, 0.3, 0.4, 0.5, 0.8, 0.8, 0.8, 0.8, 1.2, 1.2, 1.2, 2.5, 2.5, 5, 6, 9)  # a rest, by fatigue
ITEMS = ("sword", "blanket", "rum", "compass", "pistol", "bucket", "dagger")  # the best one first
FIRST, HIGH = 100.0, 40.0  # what comes before all other jobs, and what is done whenever it is possible
DEALS = 3  # games that are dealt to see what a blow does


class Jobs:
    """What a pirate could do now: for the key of every option that leads to a job, the best rate."""

    def __init__(self, look: Outlook, goal: int) -> None:
        self.look, self.taste = look, look.taste
        self.rates: dict[str, float] = {"finish": self.taste.passing_on}
        self.routes = look.routes()
        self.enough = look.saved + look.carried >= goal
        self._refresh()
        if look.looting or (self.enough and look.here):
            self._go_home(FIRST if look.looting or look.saved >= goal else self.taste.home)
        if look.looting or (self.enough and not look.here):
            return
        for room, (price, path) in self.routes.items():
            if path and look.foes(room):
                self._fight(room, price, path)
            else:
                self._put_out_fires(room, price, path)
                self._clear(room, price, path)
                self._collect(room, price, path)
        if look.might < 4:
            self._offer("train", self.taste.training * (4 - look.might) / 4)
        if not look.here and look.item in ITEMS[4:] and not look.explosions:
            for item in ITEMS[:3]:
                self._offer(f"swap({item})", 1.0)

    def _offer(self, key: str, rate: float) -> None:
        self.rates[key] = max(rate, self.rates.get(key, 0.0))

    def _job(self, path: tuple[str, ...], key: str, rate: float) -> None:
        self._offer(f"walk({path[0]})" if path else key, rate)

    def _refresh(self) -> None:
        look = self.look
        if look.item == "rum" and look.fresh:
            self._offer("rest", HIGH)
        elif look.fatigue >= 2:
            self._offer("rest", EASE[look.fatigue])
        if look.fatigue >= 8:
            for token in look.board:
                self._offer(f"drink({token})", HIGH)
        at_exit, tokens = look.here in look.ways_out(), look.number("actions", look.me)
        if at_exit and look.fatigue >= 6 and tokens + look.number("lent", look.me) <= 1:
            self._offer("leave", 0.25 * look.fatigue)

    def _go_home(self, value: float) -> None:
        look = self.look
        ways = [self.routes[room] for room in look.ways_out() if room in self.routes]
        price, path = min(ways, default=(0.0, ("",)))
        if not path:
            self._offer("leave", value)
        elif path[0] and look.here and look.fatigue + look.tires(path[0], look.fire[look.here]) <= 12:
            self._offer(f"walk({path[0]})", value if value == FIRST else value / price)
        else:
            self._offer("rest", value)

    def _put_out_fires(self, room: str, price: float, path: tuple[str, ...]) -> None:
        look = self.look
        blanket = look.item == "blanket" and look.fresh and look.fire[room] > 1
        for amount in range(1, look.fire[room] + 1):
            key = f"smother({room})" if blanket else f"fight_fire({room})"
            self._job(path, key, look.relief(room, amount) / (price + amount))
        for other in look.exits[room]:
            if look.who == "crimson_flynn":
                self._job(path, f"fight_fire({other})", look.relief(other, 1) / (price + 1))
            if look.item == "bucket" and look.fresh:
                self._job(path, f"douse({other})", look.relief(other, 1) / (price + 1))

    def _clear(self, room: str, price: float, path: tuple[str, ...]) -> None:
        for other in (room, *self.look.exits[room]):
            if self.look.hands[other]:
                self._job(path, f"remove_deckhand({other})", self.look.clearing(other) / (price + 1))

    def _collect(self, room: str, price: float, path: tuple[str, ...]) -> None:
        if self.look.hands[room] >= 2:
            return
        for token in filter(self.look.beaten, self.look.lying(room)):
            if is_treasure(token) and not self.enough:
                self._job(path, f"pick_up({token})", self.taste.treasure / (price + 2))
            elif "cutlass" in token:
                self._job(path, f"pick_up({token})", self.taste.cutlass / (price + 1))
            elif "grog" in token:
                self._job(path, f"pick_up({token})", self.taste.grog / (price + 1))

    def _fight(self, room: str, price: float, path: tuple[str, ...]) -> None:
        """Train first, then go there and fight; or shoot from next door."""
        look, taste = self.look, self.taste
        gain, train, harm = 0.0, 0, 0.0
        for foe in look.foes(room):
            worth = (0.0 if self.enough else taste.guard) if is_treasure(foe) else taste.crew
            needed = strength(foe) - look.might - (look.item == "sword")
            lacking = min(max(0, needed - taste.risk), 4 - look.might)
            gain, train, harm = gain + worth, train + lacking, harm + max(0, needed - lacking - 1)
            if look.item == "pistol" and look.here and len(path) == 1:
                self._offer(f"shoot({foe})", worth * min(6, max(0, 7 - strength(foe) + look.might)) / 6)
        if look.fatigue + 0.5 * price + harm <= taste.weary:
            self._offer("train" if train else f"walk({path[0]})", gain / (price + train + 0.5 * harm))


class Seat:
    """All that a fair bot may ask of a game."""

    def __init__(self, game: Game) -> None:
        self.request = game.request
        self.view = game.view
        self.deal = game.deal


class Sailor:
    """The bot."""

    name = "sailor"

    def __init__(self, goal: int, taste: Taste | None = None) -> None:
        self.goal = goal
        self.taste = taste or Taste()

    def choose(self, game: Seat, player: int) -> int:
        request = game.request(player)
        assert request is not None
        if request.name == "consider_might.use_might":
            return 0 if self._might_is_needed(game, player) else 1
        look = Outlook(game.view(player), player, self.taste)
        judge = self._judge(request.name, look)
        scores = [judge(option.key) for option in request.options]
        return scores.index(max(scores))

    def _judge(self, question: str, look: Outlook) -> Callable[[str], float]:
        """How good an option of this question is, by its key."""
        if question == "act":
            rates = self.rates(look)
            return lambda key: rates.get(key, -1.0)
        manned = look.manned()
        judges: dict[str, Callable[[str], float]] = {
            "lay_room.spot_turns": lambda key: self._spot(look, key),
            "withstand": lambda key: self._after_defeat(look, key),
            "suffer for free_choice": lambda key: self._after_defeat(look, key),
            "suffer for pirate_flees.there": lambda room: -look.fire[room] - 3 * len(look.foes(room)),
            "titian: instead draw_revenge.card": lambda card: -self._harm(look, card),
            "swap_items.other": lambda item: -ITEMS.index(item),
            "remove_deckhands.other": lambda room: look.hands[room] + 2 * look.has_trapdoor(room),
            "brawl.fighter": lambda p: look.number("might", p) - look.number("fatigue", p) / 3,
            "brawl.foe": lambda foe: -strength(foe),
            "drive_off.there": lambda room: -(room in manned),
            "black_gus: instead clash.scare_away": lambda key: (key == "yes") == (look.fatigue >= 9),
        }
        return judges.get(question, lambda key: 0.0)

    def rates(self, look: Outlook) -> dict[str, float]:
        return Jobs(look, self.goal).rates

    def _might_is_needed(self, game: Seat, player: int) -> bool:
        return not self._falls(game, player, "no") and self._falls(game, player, "yes")

    def _falls(self, game: Seat, player: int, answer: str) -> bool:
        """Does the enemy fall? The die lies there for all to see, so it is the same in every deal; what comes
        after the blow is not."""

        def beaten(view: View) -> int:
            return sum(track.key == "yes" for track in view.tracks if track.name == "counter.beaten")

        deals = [game.deal(player, seed) for seed in range(DEALS)]
        for dealt in deals:
            if dealt is not None:
                dealt.apply(answer, player)
                if beaten(dealt.view(player)) <= beaten(game.view(player)):
                    return False
        return True

    def _after_defeat(self, look: Outlook, key: str) -> float:
        if key == "fight_again":
            return 1 if look.fatigue <= 10 else -5
        if key == "drive_off":
            return 0
        room = key.removeprefix("flee(").removesuffix(")")
        return -look.fire[room] / 2 - 3 * len(look.foes(room))

    def _harm(self, look: Outlook, key: str) -> float:
        card = row("revenge", key)
        hit = [
            room
            for room in look.standing
            if look.fire[room] == card["level"] and card.get(printed()[room]["colour"])
        ]
        total = sum(
            look.danger(room, look.fire[room] + 1) - look.danger(room, look.fire[room]) for room in hit
        )
        hatches = [room for room in look.standing if look.has_trapdoor(room)]
        if card["then"] == "deckhands_appear":
            total += len(hatches)
        elif card["then"] == "deckhands_spread":
            total += sum(
                look.hands[other] < look.hands[room] for room in hatches for other in look.exits[room]
            )
        return total

    def _spot(self, look: Outlook, key: str) -> float:
        """Near the way out, with many ways, and room for more."""
        (tile,) = look.zones["found", ""]
        column, line, turned = map(int, re.findall(r"\d+", key))
        doors = turned_doors(tile, turned)
        beside = [
            (column + across, line + up)
            for side, (across, up) in zip(SIDES, STEPS, strict=True)
            if side in doors and line + up >= 1
        ]
        joined = [look.at[place] for place in beside if look.at.get(place) in look.standing]
        away = look.distances(*look.ways_out())
        free = {place for place in beside if place not in look.at}
        more = (look.front_of_doors() | free) - {(column, line)}
        score = self.taste.joined * len(joined) + min(len(more), self.taste.open_doors)
        score -= self.taste.far * (1 + min(away.get(room, 20) for room in joined))
        return score + 5 * (not look.zones["rooms", ""] and bool(free))


class Daredevil(Sailor):
    """Plays well until enough treasures are saved or carried. Then it stays aboard, and when all are saved it
    runs about and never rests."""

    name = "daredevil"

    def rates(self, look: Outlook) -> dict[str, float]:
        if look.looting or look.saved + look.carried < self.goal:
            return super().rates(look)
        near = look.exits[look.here] if look.here else look.ways_out()
        if look.here and look.saved < self.goal:
            return {"finish": 1.0}
        return {f"run({room}, {other})": 1.0 for room in near for other in look.exits[room]}
