"""Ways that something hidden flows to where it is seen, each with a twin that tells nothing: part one."""

from __future__ import annotations

PAIRS = {
    "set: slot": (
        """
play:
    turns from first of players:
        let cards be hand of left(you)
        choose c from cards  #! R0612
        move c to open
""",
        """
play:
    turns from first of players:
        let cards be your hand
        choose c from cards
        move c to open
""",
    ),
    "set: value": (
        """
play:
    turns from first of players:
        choose c from playable(left(you))  #! R0612
        move c to open
value playable(player): hand of player where good
""",
        """
play:
    turns from first of players:
        choose c from playable(you)
        move c to open
value playable(player): hand of player where good
""",
    ),
    "set: value of a value with a let": (
        """
play:
    turns from first of players:
        choose n from 0 to most(left(you))  #! R0612
        set shown to n
value most(player):
    let cards be hand of player
    when cards is empty: 0
    otherwise: best(cards)
value best(cards: set of stone): highest(c.size for each c in cards)
""",
        """
play:
    turns from first of players:
        choose n from 0 to most(left(you))
        set shown to n
value most(player):
    let cards be hand of player
    when cards is empty: 0
    otherwise: best(cards)
value best(cards: set of stone): lowest([9, count(cards)])
""",
    ),
    "set: parameter": (
        """
play:
    turns from first of players:
        do take(hand of left(you))
rule take(cards: set of stone):
    choose c from cards  #! R0612
    move c to open
""",
        """
play:
    turns from first of players:
        do take(your hand)
        do take(open)
rule take(cards: set of stone):
    choose c from cards
    move c to open
""",
    ),
    "set: parameter of a rule of a rule": (
        """
play:
    turns from first of players:
        do pass_on(left(you))
rule pass_on(who: player):
    do take(who)
rule take(player):
    choose c from hand of player  #! R0612
    move c to open
""",
        """
play:
    turns from first of players:
        do pass_on(left(you))
rule pass_on(who: player):
    as who: do take(who)
rule take(player):
    choose c from hand of player
    move c to open
""",
    ),
    "set: track of another": (
        """
play:
    turns from first of players:
        choose n from 0 to plan of left(you)  #! R0612
        set shown to n
        set your plan to n
""",
        """
play:
    turns from first of players:
        choose n from 0 to your plan
        set shown to n
        set your plan to n
""",
    ),
    "set: field of a hidden card": (
        """
play:
    turns from first of players:
        let next be top of deck
        if next is none: end game
        choose n from 0 to next.size  #! R0612
        set shown to n
        move next to open
""",
        """
play:
    turns from first of players:
        let next be top of deck
        if next is none: end game
        move next to open
        choose n from 0 to next.size
        set shown to n
""",
    ),
    "set: changing field of a hidden card": (
        """
play:
    turns from first of players:
        choose n from 0 to (if any c in hand of left(you) where c.marked then 1 else 2)  #! R0612
        set shown to n
        for each c in your hand: set c.marked to yes
""",
        """
play:
    turns from first of players:
        choose n from 0 to (if any c in your hand where c.marked then 1 else 2)
        set shown to n
        for each c in your hand: set c.marked to yes
""",
    ),
    "set: loop": (
        """
play:
    turns from first of players:
        for each c in hand of left(you):
            choose n from 0 to c.size  #! R0612
            set shown to n
""",
        """
play:
    turns from first of players:
        for each c in your hand:
            choose n from 0 to c.size
            set shown to n
""",
    ),
    "set: forgotten in a loop": (
        """
play:
    turns from first of players:
        let foe be left(you)
        reveal hand of foe to you
        repeat 2 times:
            choose c from hand of foe  #! R0612
            move c to open
            move top of deck to hand of foe
""",
        """
play:
    turns from first of players:
        let foe be left(you)
        reveal hand of foe to you
        repeat 2 times:
            choose c from hand of foe
            move c to open
""",
    ),
    "set: another chooses": (
        """
play:
    turns from first of players:
        choose c from your hand by left(you)  #! R0612
        move c to open
""",
        """
play:
    turns from first of players:
        choose c from hand of left(you) by left(you)
        move c to open
""",
    ),
    "set: named components and where they lie": (
        """
play:
    turns from first of players:
        choose c from every stone where it in hand of left(you)  #! R0612
        move c to open
""",
        """
play:
    turns from first of players:
        choose c from every stone where it in open
        move c to deck
""",
    ),
    "set: order of a pile": (
        """
play:
    turns from first of players:
        choose n from 0 to position of one  #! R0612
        set shown to n
""",
        """
play:
    turns from first of players:
        choose n from 0 to count(deck)
        set shown to n
""",
    ),
    "set: below the top": (
        """
play:
    turns from first of players:
        move top of deck to heap
        choose c from heap  #! R0612
        move c to open
""",
        """
play:
    turns from first of players:
        move top of deck to heap
        choose c from [top of heap]
        move c to open
""",
    ),
    "set: looked at": (
        """
play:
    turns from first of players:
        look at top 2 of deck
        shuffle deck
        choose c from top 2 of deck  #! R0612
        move c to your hand
""",
        """
play:
    turns from first of players:
        look at top 2 of deck
        choose c from top 2 of deck
        move c to your hand
""",
    ),
    "set: looked at by somebody else": (
        """
play:
    turns from first of players:
        as left(you): look at top 2 of deck
        choose c from top 2 of deck  #! R0612
        move c to your hand
""",
        """
play:
    turns from first of players:
        as left(you):
            look at top 2 of deck
            choose c from top 2 of deck
            move c to your hand
""",
    ),
    "set: revealed on one way only": (
        """
play:
    turns from first of players:
        if shown is 0:
            reveal hand of left(you) to you
        choose c from hand of left(you)  #! R0612
        move c to open
""",
        """
play:
    turns from first of players:
        if shown is 0:
            reveal hand of left(you) to you
        else:
            reveal hand of left(you)
        choose c from hand of left(you)
        move c to open
""",
    ),
    "set: revealed by a rule": (
        """
play:
    turns from first of players:
        do peek(left(you))
        choose c from hand of left(you)  #! R0612
        move c to open
rule peek(foe: player):
    if shown > 3: end rule
    reveal hand of foe to you
""",
        """
play:
    turns from first of players:
        do peek(left(you))
        choose c from hand of left(you)
        move c to open
rule peek(foe: player):
    reveal hand of foe to you
""",
    ),
    "set: covered again": (
        """
play:
    turns from first of players:
        look at hand of left(you)
        cover hand of left(you)
        choose c from hand of left(you)  #! R0612
        move c to open
""",
        """
play:
    turns from first of players:
        cover hand of left(you)
        look at hand of left(you)
        choose c from hand of left(you)
        move c to open
""",
    ),
    "set: all hands are laid open": (
        """
play:
    for each p in players where it is not foe_of_all: reveal hand of p
    turns from first of players:
        choose c from hand of left(you)  #! R0612
        move c to open
""",
        """
play:
    for each p in players: reveal hand of p
    turns from first of players:
        choose c from hand of left(you)
        move c to open
""",
    ),
    "set: a hidden grid": (
        """
play:
    turns from first of players:
        choose s from those s in places(board) where s is not empty and good_at(s)  #! R0612
        move board at s to open
value good_at(s: place in board): any c in [board at s] where c is not none and c.good
""",
        """
play:
    turns from first of players:
        choose s from those s in places(board) where s is not empty
        move board at s to open
""",
    ),
}
