"""Small games with what no definition that is shipped has.

In: nothing. Out: `UNUSUAL`, definitions without their heads: mistakes in what they need are noticed in them.
"""

from __future__ import annotations

UNUSUAL = {
    "more may be chosen than there is": """
track shown: number 0 to 99 starting 0
play:
    repeat 4 times:
        as seat(1):
            choose up to 4 ns from 1 to 3
            set shown to count(ns)
""",
    "copies in two lines": """
card stone:
    size: number 1 to 9
stone one, 6 copies:
    size: 1
zone first_line: line of stone, public
zone second_line: line of stone, public
zone away: line of stone, public
zone unused: set of stone, public
setup:
    move every stone to unused
    repeat 3 times:
        move first 1 of (every stone where it in unused) to start of second_line
        move first 1 of (every stone where it in unused) to start of first_line
play:
    repeat 4 times:
        as seat(1):
            choose c from every stone where it in first_line or it in second_line
            move c to end of away
""",
}
