"""Hostile definitions in the newer words of the language, and for commands other than `play`.

In: as in `definitions`. What is nothing but large ends well here: it has to end soon, and in words.
"""

from __future__ import annotations

from tests.hostile.definitions import CARDS, CHECK, LINKS, PLAY, STEPS, Hostile, game, loot

WHILE = "    while t is 0:\n"
EACH_THREE = "all a in every loot satisfy all b in every loot satisfy all c in every loot satisfy a.worth > 0"
CHAIN = "".join(f"rule r{n}:\n    if t > {n}: do r{(n + 1) % 3000}\n    add 1 to t\n" for n in range(3000))
DEEP = "".join(f"value w{n}: (if t is {n} then w{n + 1} else w{n + 1} + 1)\n" for n in range(90))
FAILS = game("    while t is 0:\n        do nothing")
ALL_LINKS = "".join(f"e{a}_{b}: {{one: n{a}, other: n{b}}}\n" for a in range(40) for b in range(a + 1, 40))
HEXAGONS = CARDS + "zone board: hexagonal grid up to 70 by 70 of loot, public\n"
WINDOWS = (
    "zone a: line of loot, public\nzone b: line of loot, public\n"
    "whenever c enters a offered to players:\n    move c to b\n"
    "whenever c enters b offered to players:\n    move c to a\n"
)

NEWER = [
    Hostile(
        "what must hold looks at too much", STEPS, line=5, files=loot(5000),
        rules=game("    set t to 1", f"{CARDS}must hold: {EACH_THREE}\n"),
    ),
    Hostile(
        "what must hold looks at too much, checked", "cannot be found out once the game is set up",
        line=5, files=loot(5000), command=CHECK,
        rules=game("    set t to 1", f"{CARDS}must hold: {EACH_THREE}\n"),
    ),
    Hostile(
        "much that must hold, for each number of players and setting", "checked", command=CHECK,
        rules=game(
            "    set t to 1",
            "".join(f"setting s{n}: number 1 to 1000 default 2\n" for n in range(3))
            + "".join(f"must hold: t * t + {n} * t - t is t * t + s1 * 0\n" for n in range(3000)),
        ).replace("for 2 players", "for 1 to 16 players"),
    ),
    Hostile(
        "what would be, of what would be", STEPS, line=10,
        rules=game(
            WHILE + "        if deep(90): set t to 1",
            "track n: number 0 to 1000000\nrule bump: add 1 to n\nvalue deep(k: number 0 to 99):\n"
            "    when k is 0: yes\n    otherwise: (deep(k - 1) after bump) and (deep(k - 1) after bump)\n",
        ),
    ),
    Hostile(
        "what would be, for each of many options", STEPS, files=loot(200),
        rules=game(
            "    as seat(1):\n        choose one:\n"
            "            take(c in every loot, d in every loot) when (t is 7) after bump(c): set t to 1\n"
            "            rest: set t to 1",
            f"{CARDS}zone a: set of loot, public\nsetup:\n    move every loot to a\n"
            "zone b: set of loot, public\nrule bump(c: loot): move c to b\n",
        ),
    ),
    Hostile(
        "the longest path of all", STEPS, files={"links.yaml": ALL_LINKS},
        rules=game(WHILE + "        if (longest path in every link by ends) is 7: set t to 1", LINKS),
    ),
    Hostile(
        "lines of sight over a board without an edge", STEPS, files=loot(2),
        rules=game(
            WHILE + "        if count(gather(gather(along(s, h) for each h in every heading)"
            " for each s in places(board))) is 3: set t to 1",
            HEXAGONS,
        ),
    ),
    Hostile(
        "groups in which everything hangs together", STEPS, files=loot(3000),
        rules=game(
            WHILE + "        if count(groups in every loot by all_of_them) is 7: set t to 1",
            f"{CARDS}value all_of_them(c: loot): every loot\n",
        ),
    ),
    Hostile(
        "windows that open windows", "rules are under way inside each other", files=loot(500),
        rules=game("    as seat(1): move every loot to a", CARDS + WINDOWS),
    ),
    Hostile(
        "a track of each two cards", "a game has at most 100,000 tracks", command=CHECK, files=loot(5000),
        rules=game("    set t to 1", f"{CARDS}track u of each loot and loot: number 0 to 9\n"),
    ),
    Hostile(
        "a secret menu from too much", "more than 50,000 options at once", line=5,
        rules=game(
            "    each player secretly chooses one:\n"
            "        take(a in 1 to n, b in 1 to n): set t to 1\n        rest: set t to 1",
            "track n: number 0 to 4500 starting 4000\n",
        ),
    ),
]  # fmt: skip

COMMANDS = [
    *(
        Hostile(f"3,000 rules in a row, {command[0]}", says, rules=game("    do r0", CHAIN), command=command)
        for command, says in (
            (("rulebook", ".", "-o", "a.html"), "a.html"),
            (("show", ".", "--rulebook"), "r2999"),
            (PLAY, "result:"),
        )
    ),
    *(
        Hostile(
            f"values on values on values, {command[0]}", says, command=command,
            rules=game("    set t to w0 mod 9", f"{DEEP}value w90: t\n"),
        )
        for command, says in (
            (PLAY, "result:"),
            (("ir", ".", "--c"), "}"),
            (("simulate", ".", "-n", "1", "-j", "1"), "1 game"),
        )
    ),
    Hostile(
        "games that never end, tournament", STEPS, line=4, rules=FAILS,
        command=("tournament", ".", "--bots", "random,greedy", "-n", "2", "-j", "1"),
    ),
    Hostile(
        "games that never end, report", "No game came to its end", rules=FAILS,
        command=("report", ".", "-o", "a.html", "-n", "2", "-j", "1"),
    ),
    Hostile(
        "more cards than anybody prints", "at most 400 are made", command=("print", ".", "-o", "a.html"),
        files=loot(5000), rules=game("    set t to 1", CARDS),
    ),
]  # fmt: skip
