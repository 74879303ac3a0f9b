"""Ways that something hidden flows to where it is seen, each with a twin that tells nothing: part three."""

from __future__ import annotations

PAIRS = {
    "said: field of a card in a slot": (
        """
play:
    turns from first of players:
        choose c from your hand
        let n be c.size + 1
        move c to deck
        say plays with you, n  #! R0611
""",
        """
play:
    turns from first of players:
        choose c from your hand
        let n be c.size + 1
        move c to open
        say plays with you, n
""",
    ),
    "said: hidden track": (
        """
play:
    turns from first of players:
        say plans with you, your plan  #! R0611
        choose n from 0 to 3
        set your plan to n
""",
        """
play:
    turns from first of players:
        set shown to your plan
        say plans with you, your plan
        choose n from 0 to 3
        set your plan to n
""",
    ),
    "said: value": (
        """
play:
    turns from first of players:
        may boast: say strong with strength(you)  #! R0611
value strength(player): sum(c.size for each c in hand of player)
""",
        """
play:
    turns from first of players:
        may boast:
            move your hand to open
            say strong with strength(you)
value strength(player): sum(c.size for each c in hand of player)
""",
    ),
    "said: parameter": (
        """
play:
    turns from first of players:
        let next be top of deck
        do show_it(next)
rule show_it(card: stone):
    say next_is with card  #! R0611
    move card to open
""",
        """
play:
    turns from first of players:
        let next be top of deck
        do show_it(next)
rule show_it(card: stone):
    move card to open
    say next_is with card
""",
    ),
    "said: the one who has it": (
        """
play:
    turns from first of players:
        may ask: say has_it with owner(one)  #! R0611
""",
        """
play:
    turns from first of players:
        may ask: say has_it with owner(first of open)
""",
    ),
    "said: card of a secret round": (
        """
play:
    rounds:
        each player secretly chooses card from your hand
        for each p in players:
            say plays with p, card of p  #! R0611
            move card of p to deck
""",
        """
play:
    rounds:
        each player secretly chooses card from your hand
        for each p in players:
            move card of p to open
            say plays with p, card of p
""",
    ),
    "said: bid of a secret round": (
        """
play:
    rounds:
        each player secretly chooses bid from 0 to 5
        for each p in players:
            say bids with p, bid of p, plan of p  #! R0611
            set plan of p to bid of p
""",
        """
play:
    rounds:
        each player secretly chooses bid from 0 to 5
        for each p in players:
            say bids with p, bid of p
            set plan of p to bid of p
        if any p in players where plan of p is 5: end game
""",
    ),
    "rolled: slot and parameter": (
        """
play:
    turns from first of players:
        roll cube as pips
        let more be pips + 1
        do note(more)
        may go_on: set shown to your plan
rule note(n: number 0 to 9):
    set your plan to n  #! R0615
""",
        """
play:
    turns from first of players:
        pick pips at random from [1, 2, 3, 4, 5, 6]
        let more be pips + 1
        do note(more)
        may go_on: set shown to your plan
rule note(n: number 0 to 9):
    set your plan to n
""",
    ),
    "ability: hook": (
        """
play:
    turns from first of players:
        do draw
rule draw:
    move top of deck to your hand
after draw when any c in hand of left(actor) where c.good:  #! R0612
    may rob by actor: win [actor]
""",
        """
play:
    turns from first of players:
        do draw
rule draw:
    move top of deck to your hand
after draw when any c in hand of actor where c.good:
    may rob by actor: win [actor]
""",
    ),
    "ability: change of a value": (
        """
card power active in powers
zone powers of each player: set of power, public
power spying:
    change limit(player) when player is you: plan of left(you)
play:
    move every power to powers of seat(1)
    turns from first of players:
        choose n from 0 to limit(you)  #! R0612
        set your plan to n
value limit(player): 3
""",
        """
card power active in powers
zone powers of each player: set of power, public
power planning:
    change limit(player) when player is you: your plan
play:
    move every power to powers of seat(1)
    turns from first of players:
        choose n from 0 to limit(you)
        set your plan to n
value limit(player): 3
""",
    ),
    "ability: when something enters": (
        """
play:
    turns from first of players:
        move top of deck to your hand
whenever c enters hand of p when c.good:  #! R0612
    may envy by left(p): win [left(p)]
""",
        """
play:
    turns from first of players:
        move top of deck to your hand
whenever c enters hand of p when c.good:
    may boast by p: win [p]
""",
    ),
    "circle of rules": (
        """
play:
    turns from first of players:
        do go_on(left(you), 3)
rule go_on(foe: player, n: number 0 to 3):
    choose c from hand of foe  #! R0612
    move c to open
    if n > 0: do go_on(foe, n - 1)
""",
        """
play:
    turns from first of players:
        do go_on(you, 3)
rule go_on(foe: player, n: number 0 to 3):
    choose c from hand of foe
    move c to open
    if n > 0: do go_on(foe, n - 1)
""",
    ),
    "set: put onto a grid": (
        """
play:
    turns from first of players:
        choose c from your hand
        choose s from places(board) where it is empty
        move c to board at s
        say puts with c, s  #! R0611
""",
        """
play:
    turns from first of players:
        choose c from your hand
        choose s from places(table_top) where it is empty
        move c to table_top at s
        say puts with c, s
""",
    ),
    "rolled: paid": (
        """
play:
    turns from first of players:
        roll cube as pips
        pay pips from shown to your plan  #! R0615
        may go_on: set shown to 9
""",
        """
play:
    turns from first of players:
        roll cube as pips
        pay pips from shown to other
        may go_on: set shown to 9
track other: number 0 to 99 starting 0
""",
    ),
    "said: picked": (
        """
play:
    turns from first of players:
        pick c at random from hand of left(you)
        say takes with you, c  #! R0611
        move c to your hand
""",
        """
play:
    turns from first of players:
        pick c at random from hand of left(you)
        move c to open
        say takes with you, c
""",
    ),
    "set: the game ends on the other way": (
        """
play:
    turns from first of players:
        if shown is 0: set shown to 1
        else: reveal hand of left(you) to you
        choose c from hand of left(you)  #! R0612
        move c to open
""",
        """
play:
    turns from first of players:
        if shown is 0: win [you]
        else: reveal hand of left(you) to you
        choose c from hand of left(you)
        move c to open
""",
    ),
    "set: the answer of a rule": (
        """
play:
    turns from first of players:
        let most be do best_of(left(you))
        choose n from 0 to most  #! R0612
        set shown to n
rule best_of(player):
    answer highest(c.size for each c in hand of player)
""",
        """
play:
    turns from first of players:
        let most be do best_of(you)
        choose n from 0 to most
        set shown to n
rule best_of(player):
    answer highest(c.size for each c in hand of player)
""",
    ),
    "set: the condition of an answer": (
        """
play:
    turns from first of players:
        if do has_one(left(you)):  #! R0612
            choose n from 0 to 3
            set shown to n
rule has_one(player):
    if any c in hand of player where c is one:
        answer yes
    answer no
""",
        """
play:
    turns from first of players:
        if do has_one(you):
            choose n from 0 to 3
            set shown to n
rule has_one(player):
    if any c in hand of player where c is one:
        answer yes
    answer no
""",
    ),
    "set: a name that changes": (
        """
play:
    turns from first of players:
        let best be 0
        for each c in hand of left(you):
            set best to c.size
        choose n from 0 to best  #! R0612
        set shown to n
""",
        """
play:
    turns from first of players:
        let best be 0
        for each c in your hand:
            set best to c.size
        choose n from 0 to best
        set shown to n
""",
    ),
}
