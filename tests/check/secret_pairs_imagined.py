"""What would be after a rule tells what the rule would bring to light, with twins that tell nothing."""

from __future__ import annotations

PAIRS = {
    "what if: a hidden card into an open track": (
        """
rule grab(p: player):
    let taken be first of hand of p
    set shown to size of taken
play:
    as seat(1):
        choose one:
            take when shown after grab(left(you)) > 1: do grab(left(you))  #! R0612
            wait: do nothing
""",
        """
rule grab(p: player):
    let taken be first of hand of p
    set shown to size of taken
play:
    as seat(1):
        choose one:
            take when shown after grab(you) > 1: do grab(you)
            wait: do nothing
""",
    ),
    "what if: shown in the imagination only": (
        """
rule open_up:
    reveal hand of left(you)
    set shown to lowest([9, sum(c.size for each c in hand of left(you))])
play:
    as seat(1):
        choose one:
            take when shown after open_up > 1: do nothing  #! R0612
            wait: do nothing
""",
        """
rule open_up:
    reveal hand of left(you)
    set shown to lowest([9, sum(c.size for each c in hand of left(you))])
play:
    as seat(1):
        do open_up
        choose one:
            take when shown > 1: do nothing
            wait: do nothing
""",
    ),
    "what if: through a value, a second rule and a condition": (
        """
value points: shown + 1
rule count_up: set shown to 3
rule dare:
    if fate > 3: do count_up
play:
    as seat(1):
        choose one:
            take when points after dare > 2: do nothing  #! R0612
            wait: do nothing
""",
        """
value points: shown + 1
rule count_up: set shown to 3
rule dare:
    if count(open) > 3: do count_up
play:
    as seat(1):
        choose one:
            take when points after dare > 2: do nothing
            wait: do nothing
""",
    ),
    "what if: which card lies open": (
        """
rule turn_up: move hand of left(you) to open
play:
    as seat(1):
        choose one:
            take when (any c in open where good of c) after turn_up: do nothing  #! R0612
            wait: do nothing
""",
        """
rule turn_up: move hand of left(you) to open
play:
    as seat(1):
        choose one:
            take when count(open) after turn_up > 2: do nothing
            wait: do nothing
""",
    ),
    "what if: an ability does it": (
        """
rule touch: do nothing
after touch: set shown to fate
play:
    as seat(1):
        choose one:
            take when shown after touch > 2: do nothing  #! R0612
            wait: do nothing
""",
        """
rule touch: do nothing
after touch: set shown to count(open)
play:
    as seat(1):
        choose one:
            take when shown after touch > 2: do nothing
            wait: do nothing
""",
    ),
    "what if: it touches something else": (
        """
rule touch: set shown to fate
play:
    as seat(1):
        choose one:
            take when shown after touch > 2: do nothing  #! R0612
            wait: do nothing
""",
        """
rule touch: set shown to fate
play:
    as seat(1):
        choose one:
            take when count(open) after touch > 2: do nothing
            wait: do nothing
""",
    ),
}
