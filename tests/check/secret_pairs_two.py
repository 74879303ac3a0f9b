"""Ways that something hidden flows to where it is seen, each with a twin that tells nothing: part two."""

from __future__ import annotations

PAIRS = {
    "set: secret round": (
        """
play:
    rounds:
        each player secretly chooses n from 0 to plan of left(you)  #! R0612
        for each p in players: set plan of p to n of p
""",
        """
play:
    rounds:
        each player secretly chooses n from 0 to your plan
        for each p in players: set plan of p to n of p
""",
    ),
    "set: what another chose in secret": (
        """
play:
    rounds:
        each player secretly chooses bid from 0 to 5
        for each p in players:
            as p:
                choose n from 0 to bid of left(you)  #! R0612
                set shown to n
""",
        """
play:
    rounds:
        each player secretly chooses bid from 0 to 5
        for each p in players:
            as p:
                choose n from 0 to your bid
                set shown to n
""",
    ),
    "set: what was chosen in secret and then told": (
        """
play:
    rounds:
        each player secretly chooses bid from 0 to 5
        for each p in players where it is not foe_of_all: set shown to bid of p
        for each p in players:
            as p:
                choose n from 0 to bid of left(you)  #! R0612
                set shown to n
""",
        """
play:
    rounds:
        each player secretly chooses bid from 0 to 5
        for each p in players: set shown to bid of p
        for each p in players:
            as p:
                choose n from 0 to bid of left(you)
                set shown to n
""",
    ),
    "set: what was chosen in secret and then said": (
        """
play:
    rounds:
        each player secretly chooses bid from 0 to 5
        for each p in players: say has_bid with p
        as first of players:
            choose n from 0 to bid of left(you)  #! R0612
            set shown to n
""",
        """
play:
    rounds:
        each player secretly chooses bid from 0 to 5
        for each p in players: say has_bid with p, bid of p
        as first of players:
            choose n from 0 to bid of left(you)
            set shown to n
""",
    ),
    "amount": (
        """
play:
    turns from first of players:
        let most be plan of left(you)
        choose up to most cards from your hand  #! R0612
        move cards to open
        set your plan to count(cards)
""",
        """
play:
    turns from first of players:
        let most be your plan
        choose up to most cards from your hand
        move cards to open
        set your plan to count(cards)
""",
    ),
    "such that": (
        """
play:
    turns from first of players:
        choose c from your hand, n from 1 to 3 such that n is plan of left(you) or c.size is n  #! R0612
        set your plan to n
        move c to open
""",
        """
play:
    turns from first of players:
        choose c from your hand, n from 1 to 3 such that n is your plan or c.size is n
        set your plan to n
        move c to open
""",
    ),
    "option: when": (
        """
play:
    turns from first of players:
        choose one:
            lucky when fate > 3: win [you]  #! R0612
            wait: set fate to 9
""",
        """
play:
    turns from first of players:
        choose one:
            lucky when shown > 3: win [you]
            wait: set shown to 9
""",
    ),
    "option: value and parameter": (
        """
play:
    turns from first of players:
        do offer(left(you))
rule offer(foe: player):
    choose one:
        call when weak(foe): win [you]  #! R0612
        fold: end game
value weak(player): no c in hand of player where c.size > 1
""",
        """
play:
    turns from first of players:
        do offer(you)
rule offer(foe: player):
    choose one:
        call when weak(foe): win [you]
        fold: end game
value weak(player): no c in hand of player where c.size > 1
""",
    ),
    "asked: if": (
        """
play:
    turns from first of players:
        if any c in hand of left(you) where c.good:  #! R0612
            may rob: win [you]
""",
        """
play:
    turns from first of players:
        if any c in your hand where c.good:
            may rob: win [you]
""",
    ),
    "asked: in a rule": (
        """
play:
    turns from first of players:
        if hand_is_good(left(you)): do offer  #! R0612
value hand_is_good(player): any c in hand of player where c.good
rule offer:
    do really_offer
rule really_offer:
    choose one:
        rob: win [you]
        leave: end game
""",
        """
play:
    turns from first of players:
        if hand_is_good(left(you)): do offer
value hand_is_good(player): any c in hand of player where c.good
rule offer:
    reveal hand of left(you)
    do really_offer
rule really_offer:
    choose one:
        rob: win [you]
        leave: end game
""",
    ),
    "asked: rest of the rule": (
        """
play:
    turns from first of players:
        do offer
rule offer:
    let next be top of deck
    if next is none: end rule
    if next.size > 2: end rule  #! R0612
    may rob: win [you]
""",
        """
play:
    turns from first of players:
        do offer
rule offer:
    let next be top of deck
    if next is none: end rule
    look at next
    if next.size > 2: end rule
    may rob: win [you]
""",
    ),
    "asked: while": (
        """
play:
    turns from first of players:
        while fate < 3:  #! R0612
            choose n from 0 to 3
            set fate to n
""",
        """
play:
    turns from first of players:
        while shown < 3:
            choose n from 0 to 3
            set shown to n
            set fate to n
        if fate is 3: end game
""",
    ),
    "asked: for each": (
        """
play:
    turns from first of players:
        for each c in hand of left(you) where good:  #! R0612
            may rob: win [you]
""",
        """
play:
    turns from first of players:
        for each c in hand of left(you):
            may rob: win [you]
""",
    ),
    "asked: the one who has it": (
        """
play:
    rounds:
        for each p in players where any c in hand of it where c.good:  #! R0612
            may use_it by left(p): win [p]
""",
        """
play:
    rounds:
        for each p in players where any c in hand of it where c.good:
            may use_it by p: win [p]
""",
    ),
    "asked: case of a rule": (
        """
card animal:
    sort: one of cat, dog
animal tom:
    sort: cat
animal rex:
    sort: dog
zone cage: pile of animal, hidden
play:
    move every animal to cage
    shuffle cage
    turns from first of players:
        let next be top of cage
        do meet(next)
rule meet(a: animal) for cat:  #! R0612
    may stroke: win [you]
""",
        """
card animal:
    sort: one of cat, dog
animal tom:
    sort: cat
animal rex:
    sort: dog
zone cage: pile of animal, hidden
play:
    move every animal to cage
    shuffle cage
    turns from first of players:
        let next be top of cage
        reveal next
        do meet(next)
rule meet(a: animal) for cat:
    may stroke: win [you]
""",
    ),
    "said: under a condition": (
        """
play:
    turns from first of players:
        if fate > 3: say doomed with you  #! R0611
        may wait: set fate to 3
        pick n at random from [1, 9]
        set fate to n
""",
        """
play:
    turns from first of players:
        if fate > 3:
            say doomed with you
            set shown to 9
        may wait: set fate to 3
        pick n at random from [1, 9]
        set fate to n
""",
    ),
    "said: a word that a player names": (
        """
play:
    turns from first of players:
        choose n from sizes(you)
        say asks_for with you, n
        let found be hand of left(you) where size is n
        say has_so_many with left(you), count(found)  #! R0611
value sizes(player): those n in [1, 2, 3] where has(player, n)
value has(player, n: number 1 to 9): any c in hand of player where c.size is n
""",
        """
play:
    turns from first of players:
        choose n from sizes(you)
        say asks_for with you, n
        let found be hand of left(you) where size is n
        reveal found
        say has_so_many with left(you), found
        move found to open
value sizes(player): those n in [1, 2, 3] where has(player, n)
value has(player, n: number 1 to 9): any c in hand of player where c.size is n
""",
    ),
    "said: card": (
        """
play:
    turns from first of players:
        choose c from your hand
        say plays with you, c  #! R0611
        move c to open
""",
        """
play:
    turns from first of players:
        choose c from your hand
        move c to open
        say plays with you, c
""",
    ),
}
