"""Sea Salt & Paper as plain Python, written by hand: what the interpreter is measured against.

It plays the same games as `gamedefs/sea_salt_and_paper`: chance comes from the same generator and is used in
the same order, so equal seeds and equal choices give equal games. It is an ordinary program: a game runs from
beginning to end in one call, and cannot be stopped, copied, saved or looked at on the way. Nobody's knowledge
is kept, and nothing is told.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from interpreter.rng import advance, below, seed_state

Choose = Callable[[Sequence[Any]], int]  # gets the options, gives the index of one

DARK_BLUE, LIGHT_BLUE, LIGHT_ORANGE = "dark blue", "light blue", "light orange"


class Card(NamedTuple):
    number: int  # its place in the table: hands are kept in this order
    shape: str
    colour: str


class Result(NamedTuple):
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: int


COLOURS = {
    "crab": (DARK_BLUE, DARK_BLUE, LIGHT_BLUE, LIGHT_BLUE, "black", "yellow", "yellow", "green", "grey"),
    "boat": (DARK_BLUE, DARK_BLUE, LIGHT_BLUE, LIGHT_BLUE, "black", "black", "yellow", "yellow"),
    "fish": (DARK_BLUE, DARK_BLUE, LIGHT_BLUE, "black", "black", "yellow", "green"),
    "swimmer": (DARK_BLUE, LIGHT_BLUE, "black", "yellow", LIGHT_ORANGE),
    "shark": (DARK_BLUE, LIGHT_BLUE, "black", "green", "purple"),
    "shell": (DARK_BLUE, LIGHT_BLUE, "black", "yellow", "green", "grey"),
    "octopus": (LIGHT_BLUE, "yellow", "green", "purple", "grey"),
    "penguin": ("purple", LIGHT_ORANGE, "pink"),
    "anchor": ("pink", "orange"),
    "lighthouse": ("purple",),
    "shoal": ("grey",),
    "penguin family": ("green",),
    "captain": (LIGHT_ORANGE,),
    "mermaid": ("white",) * 4,
}
CARDS = tuple(
    Card(number, shape, colour)
    for number, (shape, colour) in enumerate((s, c) for s, colours in COLOURS.items() for c in colours)
)
PAIRS = {"crab": "crab", "boat": "boat", "fish": "fish", "swimmer": "shark"}
COLLECTIONS = {
    "shell": (0, 0, 2, 4, 6, 8, 10),
    "octopus": (0, 0, 3, 6, 9, 12),
    "penguin": (0, 1, 3, 5),
    "anchor": (0, 0, 5),
}
BONUSES = {
    "lighthouse": ("boat", 1),
    "shoal": ("fish", 1),
    "penguin family": ("penguin", 2),
    "captain": ("anchor", 3),
}
TARGETS = {2: 40, 3: 35, 4: 30}
TO_CLOSE = 7


class Mermaids(Exception):
    """A player holds all four."""


class ExtraTurn(Exception):
    """The rest of this turn falls away for a new one."""


class Closed(Exception):
    """The active player has closed the round."""


def pairs_in(shapes: Counter[str], shape: str, partner: str) -> int:
    return shapes[shape] // 2 if shape == partner else min(shapes[shape], shapes[partner])


def points_of(cards: Iterable[Card]) -> int:
    cards = list(cards)
    shapes = Counter(card.shape for card in cards)
    points = sum(pairs_in(shapes, shape, partner) for shape, partner in PAIRS.items())
    points += sum(table[shapes[shape]] for shape, table in COLLECTIONS.items())
    points += sum(by * shapes[other] for shape, (other, by) in BONUSES.items() if shapes[shape])
    if shapes["mermaid"]:
        colours = Counter(card.colour for card in cards)
        points += sum(amount for _, amount in colours.most_common(shapes["mermaid"]))
    return points


def longest_colour(cards: Iterable[Card]) -> int:
    return max(Counter(card.colour for card in cards).values(), default=0)


def without_twins(cards: Iterable[Card]) -> list[Card]:
    """Cards that look the same are offered once."""
    return list({(card.shape, card.colour): card for card in reversed(list(cards))}.values())[::-1]


class SeaSalt:
    def __init__(
        self, players: int, seed: int, choose: Choose, target: int = 0, one_round: bool = False
    ) -> None:
        self.players = players
        self.choose = choose
        self.random = seed_state(seed)
        self.target = target or TARGETS[players]
        self.one_round = one_round
        self.totals = [0] * players
        self.gained = [0] * players
        self.decisions = 0

    # ------------------------------------------------------------ the match
    def play(self) -> Result:
        starter = self.chance(self.players)
        while True:
            try:
                starter = self.play_round(starter)
            except Mermaids as won:
                return Result(tuple(self.totals), won.args, self.decisions)
            if self.one_round or max(self.totals) >= self.target:
                break
        ranks = list(zip(self.totals, self.gained, strict=True))
        best = max(ranks)
        winners = tuple(p for p, rank in enumerate(ranks) if rank == best and rank[0] > 0)
        return Result(tuple(self.totals), winners, self.decisions)

    def play_round(self, starter: int) -> int:
        """Gives who starts the next round."""
        self.deck = list(CARDS)
        self.piles = [[self.draw()], [self.draw()]]
        self.hands: list[list[Card]] = [[] for _ in range(self.players)]
        self.tables: list[list[Card]] = [[] for _ in range(self.players)]
        self.closed = False
        player = starter
        try:
            while True:
                self.take_turns(player)
                player = (player + 1) % self.players
                if not self.deck:
                    self.gained = [0] * self.players
                    return player
        except Closed:
            pass
        next_starter = (player + 1) % self.players
        if bet := self.ask(("stop", "last chance")) == "last chance":
            self.lay_open(player)
            for step in range(1, self.players):
                other = (player + step) % self.players
                self.take_turns(other)
                self.lay_open(other)
        self.score(player, bet)
        return next_starter

    def lay_open(self, player: int) -> None:
        self.tables[player] += self.hands[player]
        self.hands[player] = []

    def score(self, closer: int, bet: bool) -> None:
        cards = [hand + table for hand, table in zip(self.hands, self.tables, strict=True)]
        points = [points_of(own) for own in cards]
        if bet:
            won = max(points) == points[closer]
            for player, own in enumerate(cards):
                bonus = longest_colour(own)
                if player == closer:
                    points[player] = points[player] + bonus if won else bonus
                elif won:
                    points[player] = bonus
        self.gained = points
        self.totals = [total + gained for total, gained in zip(self.totals, points, strict=True)]

    # ------------------------------------------------------------ a turn
    def take_turns(self, player: int) -> None:
        """One turn, and those that boats give."""
        while True:
            try:
                self.gain_card(player)
                self.lay_pairs(player)
                return
            except ExtraTurn:
                pass

    def gain_card(self, player: int) -> None:
        options: list[Any] = ["deck"] if self.deck else []
        options += [pile for pile in self.piles if pile]
        if not options:
            return
        chosen = self.ask(options)
        if chosen == "deck":
            self.draw_two(player)
        else:
            self.take(player, chosen.pop())

    def draw_two(self, player: int) -> None:
        drawn = sorted(self.draw() for _ in range(min(2, len(self.deck))))
        kept = self.ask(without_twins(drawn))
        drawn.remove(kept)
        self.take(player, kept)
        if drawn:
            empty = [pile for pile in self.piles if not pile]
            pile = self.ask(empty[:1] or self.piles)
            pile += drawn

    def lay_pairs(self, player: int) -> None:
        while True:
            hand = self.hands[player]
            shapes = Counter(card.shape for card in hand)
            options = [shape for shape, partner in PAIRS.items() if pairs_in(shapes, shape, partner)]
            if not self.closed and points_of(hand + self.tables[player]) >= TO_CLOSE:
                options.append("close")
            options.append("done")
            chosen = self.ask(options)
            if chosen == "done":
                return
            if chosen == "close":
                self.closed = True
                raise Closed
            self.lay_pair(player, chosen)

    def lay_pair(self, player: int, shape: str) -> None:
        hand = self.hands[player]
        ways = [
            (one, other)
            for one, other in combinations(hand, 2)
            if one.shape == shape and other.shape == PAIRS[shape]
        ]
        looks = {(one[1:], other[1:]): (one, other) for one, other in reversed(ways)}
        for card in self.ask(list(looks.values())[::-1]):
            hand.remove(card)
            self.tables[player].append(card)
        if shape == "crab":
            self.search_pile(player)
        elif shape == "boat":
            if self.deck or any(self.piles):
                raise ExtraTurn
        elif shape == "fish":
            if self.deck:
                self.take(player, self.draw())
        else:
            self.steal(player)

    def search_pile(self, player: int) -> None:
        piles = [pile for pile in self.piles if pile]
        if piles:
            pile = self.ask(piles)
            card = self.ask(pile)
            pile.remove(card)
            self.take(player, card)

    def steal(self, player: int) -> None:
        others = [(player + step) % self.players for step in range(1, self.players)]
        victims = [other for other in others if self.hands[other]]
        if victims:
            hand = self.hands[self.ask(victims)]
            self.take(player, hand.pop(self.chance(len(hand))))

    def take(self, player: int, card: Card) -> None:
        hand = self.hands[player]
        insort(hand, card)
        if card.shape == "mermaid" and sum(own.shape == "mermaid" for own in hand) == 4:
            raise Mermaids(player)

    # ------------------------------------------------------------ choices and chance
    def ask(self, options: Sequence[Any]) -> Any:
        """Asks if there is something to choose."""
        if len(options) == 1:
            return options[0]
        self.decisions += 1
        return options[self.choose(options)]

    def draw(self) -> Card:
        """The order of the deck is decided card by card, when it is drawn."""
        return self.deck.pop(self.chance(len(self.deck)))

    def chance(self, outcomes: int) -> int:
        """A random number below `outcomes`. One outcome is no chance."""
        if outcomes == 1:
            return 0
        self.random = advance(self.random)
        return below(self.random, outcomes)


def play(players: int, seed: int, choose: Choose, target: int = 0, one_round: bool = False) -> Result:
    """Plays one game to its end."""
    return SeaSalt(players, seed, choose, target, one_round).play()
