"""Small games that hide a lot, for the tests that ask whether anything of it reaches a seat.

In: nothing. Out: `INVENTED`, the bodies of definitions by their names, to stand behind `CARDS`.
"""

from __future__ import annotations

# Secrets in zones, tracks, slots, choices and rolls, of owners, others and two owners together.
CARDS = """
card stone:
    size: number 1 to 9
    marked: yes or no starting no
stone one, 3 copies:
    size: 1
stone two, 2 copies:
    size: 2
stone three:
    size: 3
die cube: 1, 2, 3, 4, 5, 6
kind side: left_one, right_one
zone deck: pile of stone, hidden
zone open: line of stone, public
zone heap: pile of stone, top public
track plan of each player: number 0 to 9 starting 0 seen by owner
track fate: number 0 to 9 starting 0 hidden
track shown: number 0 to 9 starting 0
"""
DEALT = """
setup:
    move every stone to deck
    shuffle deck
    for each p in players: move top 2 of deck to hand of p
"""
OWN = "zone hand of each player: set of stone, seen by owner\n"
INVENTED = {
    "numbers": """
play:
    repeat 2 times:
        as seat(1):
            choose n from 1 to 9
            set your plan to n
            as seat(2):
                choose guess from 1 to 9
                pick m at random from [1, 2, 3]
                set fate to m
                may look_up: set shown to guess
            may tell: set shown to n
""",
    "rolls": """
play:
    turns from first of players until shown is 9:
        choose one:
            in_secret:
                roll cube as face
                set your plan to face
            stop: set shown to 9
""",
    "marked cards": f"""{OWN}{DEALT}
play:
    repeat 3 times:
        as seat(1):
            choose c from your hand
            set marked of c to yes
            may lay: move c to open
        as seat(2):
            choose d from your hand
            may lay_too: move d to heap
        move heap to deck
        shuffle deck
        move every stone to deck
        shuffle deck
        for each p in players: move top 2 of deck to hand of p
""",
    "tracks of cards": f"""{OWN}{DEALT}
track hint of each stone: number 0 to 9 starting 0 seen by owner
track scratch of each stone: number 0 to 9 starting 0
play:
    repeat 3 times:
        for each p in players:
            as p:
                choose c from your hand, n from 1 to 3
                set hint of c to n
                set scratch of c to n
                may give_back: move c to deck
        shuffle deck
        for each p in players: move top of deck to hand of p
""",
    "secret rounds": f"""{OWN}{DEALT}
play:
    repeat 2 times:
        each player secretly chooses c from your hand
        each player secretly chooses n from 1 to 3
        as seat(1):
            choose guess from 1 to 3
            may lay: move your c to open
""",
    "seen by others": f"""
zone hand of each player: line of stone, seen by others
{DEALT}
play:
    turns from first of players until deck is empty:
        choose n from 1 to count(your hand)
        move first of your hand to open
        move top of deck to your hand
""",
    "two owners": f"""
zone hand of each player: set of stone, seen by owner
zone store of each player and side: set of stone, seen by owner
track tally of each player and side: number 0 to 9 starting 0 seen by owner
{DEALT}
play:
    repeat 2 times:
        for each p in players:
            as p:
                choose s from every side
                choose c from your hand
                move c to store(you, s)
                set tally(you, s) to size of c
        as seat(1):
            may go_on: set shown to 1
""",
    "a grid": f"""
zone board: grid 2 by 2 of stone, hidden
{OWN}{DEALT}
play:
    repeat 2 times:
        as seat(1):
            choose c from your hand
            choose spot from open_places(board)
            move c to board at spot
        as seat(2):
            may go_on: set shown to 2
""",
    "secret menus": f"""{OWN}{DEALT}
play:
    repeat 3 times:
        each player secretly chooses one:
            lay(c in your hand): set your plan to size of c
            name(n in 1 to 4, c in your hand): set your plan to n
            pass: do nothing
        each player secretly chooses up to 1 cs from your hand
        each player secretly chooses c from your hand, n from 1 to 3 such that size of c is not n
        as seat(1):
            may show_it: set shown to your plan
""",
    "kept from others": f"""{OWN}{DEALT}
play:
    repeat 3 times:
        as seat(1):
            choose secretly one:
                plot(n in 1 to 4): set your plan to n
                mark(c in your hand): set your plan to size of c
                wait: do nothing
            may secretly double: set your plan to 8
            roll secretly cube as face
            set fate to face
        as seat(2):
            choose guess from 1 to 3
            may go_on: set shown to guess
""",
    "windows": f"""{OWN}{DEALT}
rule lay(c: stone):
    move c to open
after lay(c) offered to players where it is not actor:
    choose d from your hand
    set your plan to size of d
    may answer_it: move d to heap
play:
    turns from first of players until count(open) > 2 or count(open) + count(heap) > 4:
        choose c from your hand
        do lay(c)
        move top of deck to your hand
""",
    "what would be": f"""{OWN}{DEALT}
memory before: hand, plan, open
rule lay_down(c: stone):
    move c to open
play:
    repeat 3 times:
        for each p in players:
            as p:
                choose one:
                    lay(c in your hand) when (sum(d.size for each d in your hand) > 1) after lay_down(c):
                        do lay_down(c)
                    plan_it(n in 1 to 3) when (bigger(you) > 1) after mark_all(you): set your plan to n
                    pass: do nothing
                remember before
rule mark_all(p: player):
    for each c in hand of p: set marked of c to yes
value bigger(p: player): count(hand of p where marked)
""",
    "a hexagonal board": f"""
zone board: hexagonal grid up to 3 by 3 of stone, public
{OWN}{DEALT}
value taken: those s in places(board) where s is not empty
value beside(spot: place in board): around(spot) where it is not empty
play:
    repeat 3 times:
        for each p in players:
            as p:
                choose c from your hand, spot from places(board) where it is empty
                move c to board at spot
                cover c
                set shown to count(groups in taken by beside)
                let other be first of deck
                may peek:
                    look at other
""",
    "what is asked": f"""{OWN}{DEALT}
play:
    for each p in players:
        as p:
            choose c from your hand where size is 1
            move c to open
        as p:
            choose one:
                lay(c in your hand where size is 2): move c to open
                pass: do nothing
""",
}
