"""Ways that something hidden flows to where it is seen, each with a twin that tells nothing: part four."""

from __future__ import annotations

PAIRS = {
    "set: a menu for all at once": (
        """
play:
    each player secretly chooses one:
        take(c in hand of left(player)):  #! R0612
            move c to open
        wait: do nothing
""",
        """
play:
    each player secretly chooses one:
        take(c in hand of player):
            move c to open
        wait: do nothing
""",
    ),
    "set: several in a secret round": (
        """
play:
    each player secretly chooses up to 2 taken from hand of left(player)  #! R0612
    for each p in players:
        move taken of p to open
""",
        """
play:
    each player secretly chooses up to 2 taken from hand of player
    for each p in players:
        move taken of p to open
""",
    ),
    "set: a secret roll": (
        """
play:
    turns from first of players:
        roll secretly cube as thrown
        choose n from 0 to thrown by left(you)  #! R0612
        set shown to n
""",
        """
play:
    turns from first of players:
        roll secretly cube as thrown
        choose n from 0 to thrown
        set shown to n
""",
    ),
    "a secret roll in a hidden track": (
        """
play:
    turns from first of players:
        roll cube as thrown
        set your plan to thrown  #! R0615
""",
        """
play:
    turns from first of players:
        roll secretly cube as thrown
        set your plan to thrown
""",
    ),
    "set: what was exchanged": (
        """
play:
    turns from first of players:
        reveal hand of left(you)
        swap first of hand of left(you) with first of queue
        choose c from hand of left(you)  #! R0612
        move c to open
""",
        """
play:
    turns from first of players:
        reveal hand of left(you)
        swap first of hand of left(you) with first of open
        choose c from hand of left(you)
        move c to open
""",
    ),
    "set: the next card": (
        """
play:
    turns from first of players:
        look at top of deck
        move top of deck to open
        choose n from 0 to size_of(top of deck)  #! R0612
        set shown to n
value size_of(c: stone or none): (if c is none then 0 else c.size)
""",
        """
play:
    turns from first of players:
        move top of deck to open
        look at top of deck
        choose n from 0 to size_of(top of deck)
        set shown to n
value size_of(c: stone or none): (if c is none then 0 else c.size)
""",
    ),
    "set: forgotten in a rule": (
        """
play:
    turns from first of players:
        look at hand of left(you)
        do refill(left(you))
        choose c from hand of left(you)  #! R0612
        move c to open
rule refill(player):
    move top of deck to hand of player
""",
        """
play:
    turns from first of players:
        look at hand of left(you)
        do refill(left(you))
        choose c from hand of left(you)
        move c to open
rule refill(player):
    move first of open to hand of player
""",
    ),
    "asked: behind a pick": (
        """
play:
    as seat(1):
        pick c at random from deck where good  #! R0612
        choose n from 1 to 3
        set shown to n
""",
        """
play:
    as seat(1):
        pick c at random from deck where good
        move c to open
        choose n from 1 to 3
        set shown to n
""",
    ),
    "asked: again until": (
        """
play:
    as seat(1):
        repeat until fate > 3:  #! R0612
            choose n from 1 to 3
            set fate to fate + n
""",
        """
play:
    as seat(1):
        repeat until shown > 3:
            choose n from 1 to 3
            set shown to shown + n
""",
    ),
}
