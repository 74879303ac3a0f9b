"""Small definitions that tell something hidden, each with a twin that does not.

A case is a name and the lines of a game behind one beginning. A line that ends with `#!` and a code has to be
warned about, with this code; no other line has to be.
"""

from __future__ import annotations

from tests.check import (
    secret_pairs_four,
    secret_pairs_imagined,
    secret_pairs_one,
    secret_pairs_three,
    secret_pairs_two,
)

BEGINNING = """\
game small for 2 to 3 players

card stone:
    size: number 1 to 9
    good: yes or no
    marked: yes or no starting no
stone one:
    size: 1
    good: yes
stone two:
    size: 2
    good: no
stone three:
    size: 3
    good: no

stone four, 2 copies:
    size: 4
    good: no

kind side: here, there
die cube: 1, 2, 3, 4, 5, 6

zone deck: pile of stone, hidden
zone hand of each player: set of stone, seen by owner
zone open: line of stone, public
zone heap: pile of stone, top public
zone board: grid 2 by 2 of stone, hidden
zone table_top: grid 2 by 2 of stone, public
zone queue: line of stone, hidden

track plan of each player: number 0 to 9 starting 0 seen by owner
track fate: number 0 to 9 starting 0 hidden
track shown: number 0 to 9 starting 0
track foe_of_all: player starting seat(1)
track mark of each player and side: number 0 to 9 starting 0 seen by owner

memory hidden_past: fate
memory open_past: shown

setup:
    move every stone to deck
    shuffle deck
    move top of deck to hand of seat(1)
    move top of deck to hand of seat(2)
"""

# ------------------------------------------------------------ what was seen in findings, probe by probe

PROBES = {
    "choose from a hidden pile": """
play:
    turns from first of players:
        choose c from deck  #! R0612
        move c to open
""",
    "choose from a hand of another": """
play:
    turns from first of players:
        choose c from hand of left(you)  #! R0612
        move c to your hand
""",
    "an option from a hand of another": """
play:
    turns from first of players:
        choose one:
            rob(c in hand of left(you) where size is 1):  #! R0612
                move c to your hand
            stop: end game
""",
    "a slot in a condition": """
play:
    turns from first of players:
        let has_it be any c in hand of left(you) where c.size is 1
        choose one:
            boast when has_it: win [you]  #! R0612
            stop: end game
""",
    "a roll into a hidden track": """
play:
    turns from first of players:
        roll cube as pips
        set your plan to pips  #! R0615
        may go_on:
            set shown to your plan
""",
    "after it was revealed to the player": """
play:
    turns from first of players:
        reveal hand of left(you) to you
        choose c from hand of left(you)
        move c to your hand
""",
    "a sentence that counts": """
play:
    turns from first of players:
        let drawn be top 2 of deck
        say draws with you, count(drawn), count(your hand), deck is empty
        move drawn to your hand
""",
    "a sentence without anything": """
play:
    turns from first of players:
        let drawn be top of deck
        say draws with you
        move drawn to your hand
""",
}

# ---------------------------------------------------------- each way of flow, to each place where it is seen

PAIRS: dict[str, tuple[str, str]] = {
    **secret_pairs_one.PAIRS,
    **secret_pairs_two.PAIRS,
    **secret_pairs_three.PAIRS,
    **secret_pairs_four.PAIRS,
    **secret_pairs_imagined.PAIRS,
}

# ----------------------------------------------------- each form of expression, as a number that is offered

OFFER = """
play:
    turns from first of players:
        choose n from 0 to {}
        set shown to n
value next_side(s: side): (if fate > 3 then [here] else [s])
value other_side(s: side): (if s is here then [there] else [here])
value both_sides(s: side): [here, there]
value secret_length(s: side): fate
value open_length(s: side): shown
rule add_one:
    set shown to 1
"""

NUMBERS = {
    "is": (
        "(if any c in hand of left(you) where c is four then 1 else 2)",
        "(if any c in open where c is four then 1 else 2)",
    ),
    "opponents": (
        "(if you in opponents of first of (those p in players with highest plan of p) then 1 else 2)",
        "(if you in opponents of first of players then 1 else 2)",
    ),
    "minus": ("9 + (-(plan of left(you)))", "9 + (-(your plan))"),
    "not": ("(if not (fate > 3) then 1 else 2)", "(if not (shown > 3) then 1 else 2)"),
    "empty": (
        "(if (hand of left(you) where good) is empty then 1 else 2)",
        "(if hand of left(you) is empty then 1 else 2)",
    ),
    "none": (
        "(if first of (deck where good) is none then 1 else 2)",
        "(if top of deck is none then 1 else 2)",
    ),
    "joined": (
        "count((hand of left(you) where good) joined with open)",
        "count(hand of left(you) joined with open)",
    ),
    "without": ("count(every stone without hand of left(you))", "count(every stone without your hand)"),
    "extremes": (
        "count(those c in hand of left(you) with highest size)",
        "count(those c in your hand with highest size)",
    ),
    "sorted": (
        "size of first of (hand of left(you) sorted by size)",
        "size of first of (your hand sorted by size)",
    ),
    "sorted by a secret": (
        "size of first of (open sorted by it.size * fate)",
        "count(open sorted by it.size * fate)",
    ),
    "largest": (
        "sum(largest(2, c.size for each c in hand of left(you)))",
        "sum(largest(2, c.size for each c in your hand))",
    ),
    "gather": (
        "count(gather(hand of p where good for each p in opponents))",
        "count(gather(hand of p for each p in opponents))",
    ),
    "before": ("count(queue before one)", "count(open before one)"),
    "at": ("([1, 2, 3] at lowest([2, fate]))", "([1, 2, 3] at lowest([2, shown]))"),
    "path": ("count(reachable from here by next_side)", "count(reachable from here by other_side)"),
    "count of a part": ("count(deck where good)", "count(top 2 of deck)"),
    "listing": (
        "sum([c.size for each c in hand of left(you)])",
        "sum([c.size for each c in your hand])",
    ),
    "leading": ("count(queue while size < 3)", "count(open while size < 3)"),
    "different": ("count(different hand of left(you))", "count(different your hand)"),
    "two owners": ("mark(left(you), here)", "your mark(here)"),
    "a secret owner": (
        "(if mark(you, (if fate > 3 then here else there)) > 3 then 1 else 2)",
        "(if mark(you, (if shown > 3 then here else there)) > 3 then 1 else 2)",
    ),
    "holding": (
        "(if player holding one is you then 1 else 2)",
        "(if player holding first of open is you then 1 else 2)",
    ),
    "repeats": ("repeats(hidden_past)", "repeats(open_past)"),
    "what if": ("(fate after add_one)", "(shown after add_one)"),
    "longest way": (
        "longest way in (every side) by both_sides adding secret_length",
        "longest way in (every side) by both_sides adding open_length",
    ),
    "owner": ("(if owner(one) is you then 1 else 2)", "(if owner(first of open) is you then 1 else 2)"),
}  # fmt: skip

PAIRS |= {
    f"number: {name}": (OFFER.format(f"{tells}  #! R0612"), OFFER.format(twin))
    for name, (tells, twin) in NUMBERS.items()
}

# A sentence is all that reaches the others if nothing else is seen to happen under its condition.
SILENT = {
    "with a hidden track": (
        """
    if fate > 3:
        set fate to 1
        say lucky  #! R0611
""",
        """
    if fate > 3:
        set shown to 1
        say lucky
""",
    ),
    "with a name": (
        """
    if fate > 3:
        let n be fate
        say lucky  #! R0611
        set fate to n - 1
""",
        """
    if shown > 3:
        let n be fate
        say lucky
        set fate to n
""",
    ),
    "in a loop over hidden things": (
        """
    for each c in deck where good:
        say lucky  #! R0611
""",
        """
    for each c in deck:
        say lucky
""",
    ),
    "in a loop so many times": (
        """
    repeat fate times:
        say lucky  #! R0611
""",
        """
    repeat fate times:
        add 1 to shown
        say lucky
""",
    ),
    "in a loop while": (
        """
    while fate > 3:
        subtract 1 from fate
        say lucky  #! R0611
""",
        """
    while fate > 3:
        subtract 1 from fate
        move top of deck to open
        say lucky
""",
    ),
    "in a rule": (
        """
    if fate > 3: do cheer
rule cheer:
    say lucky  #! R0611
""",
        """
    if fate > 3: do cheer
rule cheer:
    say lucky
    add 1 to shown
""",
    ),
    "in the ability of a rule": (
        """
    do cheer
rule cheer: set fate to 1
before cheer when fate > 3:
    say lucky  #! R0611
""",
        """
    do cheer
rule cheer: set fate to 1
before cheer when fate > 3:
    set shown to 1
    say lucky
""",
    ),
    "beside a track that changes itself": (
        """
    if fate > 3:
        set fate to 1
        say lucky  #! R0611
whenever fate changes when fate < 3: set fate to 4
""",
        """
    if fate > 3:
        set fate to 1
        say lucky
whenever fate changes when fate < 3:
    set fate to 4
    set shown to 1
""",
    ),
    "behind a line that leaves": (
        """
    do cheer
rule cheer:
    if fate > 3: end rule
    say lucky  #! R0611
""",
        """
    do cheer
rule cheer:
    if shown > 3: end rule
    say lucky
""",
    ),
    "behind a pick": (
        """
    pick c at random from deck where good
    say lucky  #! R0611
""",
        """
    pick c at random from deck
    say lucky
""",
    ),
    "behind a pick that is shown": (
        """
    pick c at random from deck where good
    say lucky  #! R0611
    set fate to c.size
""",
        """
    pick c at random from deck where good
    move c to open
    say lucky
""",
    ),
}
PAIRS |= {f"silent: {name}": (f"\nplay:{tells}", f"\nplay:{twin}") for name, (tells, twin) in SILENT.items()}
