"""Definitions that try to take all the time or all the memory, each with what has to be said about it.

Each is a folder's files, a command, and a piece of the message. `check` lets those in `IN_PLAY` pass:
what they do can only be seen in play.
"""

from __future__ import annotations

from attrs import field, frozen

PLAY = ("play", ".", "--seats", "random,random", "--seed", "1", "--no-save")
CHECK = ("check", ".")
TEST = ("test", ".")
CARDS = 'card loot from "loot.yaml":\n    worth: number 0 to 9\n'


@frozen
class Hostile:
    name: str
    says: str
    rules: str
    command: tuple[str, ...] = PLAY
    files: dict[str, str] = field(factory=dict)
    line: int | None = None  # of game.rules, that the message has to name

    def __str__(self) -> str:
        return self.name


def loot(amount: int) -> dict[str, str]:
    """So many cards, in rows of at most a thousand copies."""
    rows = [(number, min(1000, amount - 1000 * number)) for number in range((amount + 999) // 1000)]
    return {"loot.yaml": "".join(f"c{number}: {{worth: 1, copies: {copies}}}\n" for number, copies in rows)}


def game(body: str, head: str = "") -> str:
    """A definition whose `play` has this body; `t` is a track to count in."""
    return (
        "game hostile for 2 players\n"
        "track t: number 0 to 1000000 starting 0 capped\n"
        f"{head}"
        f"play:\n{body}\n"
        "ranking of p: highest t\n"
    )


STEPS = "steps here without asking anybody anything"
NUMBERS = "value numbers: gather([n] for each n in 1 to 5000)\n"  # how many is not seen before play
MORE = NUMBERS + "value more(a: number 0 to 900): gather([a * 10000 + n] for each n in numbers)\n"
FANNED = "value v0: t + 1\n" + "".join(f"value v{n + 1}: v{n} + v{n}\n" for n in range(22))
DOUBLED = "value d0: t + 1000000000\n" + "".join(f"value d{n + 1}: d{n} + d{n}\n" for n in range(21))
LINKS = f"""kind node: {", ".join(f"n{n}" for n in range(40))}
token link from "links.yaml":
    one: node
    other: node
value ends(e: link): [e.one, e.other]
"""

TIME = [
    Hostile(
        "a product of two ranges", "a decision has at most 50,000 options", line=4, command=CHECK,
        rules=game("    choose a from 1 to 1000, b from 1 to 1000 by seat(1)\n    set t to a + b"),
    ),
    Hostile(
        "a product that is known in play only", "more than 50,000 options at once", line=6,
        rules=game(
            "    set n to 4000\n    choose a from 1 to n, b from 1 to n by seat(1)\n    set t to a + b",
            "track n: number 0 to 4500\n",
        ),
    ),
    Hostile(
        "a product in a menu", "more than 50,000 options at once", line=7,
        rules=game(
            "    set n to 4000\n    as seat(1):\n        choose one:\n"
            "            take(a in 1 to n, b in 1 to n): set t to a + b\n            rest: set t to 1",
            "track n: number 0 to 4500\n",
        ),
    ),
    Hostile(
        "a product in which nothing fits", STEPS, line=6,
        rules=game(
            "    repeat:\n        choose a from numbers, b from numbers such that a + b is 0 by seat(1)\n"
            "        set t to a",
            NUMBERS.replace("5000", "2000"),
        ),
    ),
    Hostile(
        "what is chosen in secret from too much", "more than 50,000 elements would be gathered", line=6,
        rules=game(
            "    each player secretly chooses offer from gather(more(n) for each n in 1 to 20)\n"
            "    set t to 1\n    if offer of seat(1) is 3: set t to 2",
            MORE,
        ),
    ),
    Hostile(
        "gather of gather", "more than 50,000 elements would be gathered", line=6,
        rules=game(
            "    if count(gather(gather(more(a + b) for each a in 1 to 9) for each b in 1 to 9)) is 3:\n"
            "        set t to 2",
            MORE,
        ),
    ),
    Hostile(
        "gather of gather, the same again and again", STEPS, line=5,
        rules=game(
            "    if count(gather(gather(numbers for each a in 1 to 3) for each b in 1 to 9000)) is 3:\n"
            "        set t to 2",
            NUMBERS,
        ),
    ),
    Hostile(
        "a loop that does nothing", STEPS, line=4,
        rules=game("    while t is 0:\n        do nothing"),
    ),
    Hostile(
        "dear steps in a loop", STEPS, line=6,
        rules=game(
            "    while t is 0:\n"
            "        if (any a in numbers where a is count(those b in numbers where b is a)): set t to 0",
            NUMBERS.replace("5000", "1000"),
        ),
    ),
    Hostile(
        "values that fan out", STEPS, line=28,
        rules=game("    while t is 0:\n        if v22 is 3: set t to 0", FANNED),
    ),
    Hostile(
        "a value that uses itself twice", STEPS, line=8,
        rules=game(
            "    while t is 0:\n        if twice(90) is 3: set t to 1",
            "value twice(n: number 0 to 99):\n    when n is 0: 1\n"
            "    otherwise: (twice(n - 1) + twice(n - 1)) mod 1000\n",
        ),
    ),
    Hostile(
        "a value that uses itself for each", STEPS,
        rules=game(
            "    if count(within(90)) is 3: set t to 1",
            "value within(n: number 0 to 99):\n    when n is 0: [1]\n"
            "    otherwise: gather(within(n - 1) for each m in 1 to 3)\n",
        ),
    ),
    Hostile(
        "everything reachable from everything", STEPS, line=12, files=loot(5000),
        rules=game(
            "    let c be first of deck\n    while t is 0:\n"
            "        if (reachable from c by all_of_them) is empty: set t to 1",
            f"{CARDS}zone deck: pile of loot, public\nvalue all_of_them(c: loot): every loot\n"
            "setup:\n    move every loot to deck\n",
        ),
    ),
    Hostile(
        "distances between everything", STEPS, line=12, files=loot(300),
        rules=game(
            "    let d be last of deck\n    while t is 0:\n"
            "        if (any c in deck where (distance from c to d by all_of_them) is 7): set t to 1",
            f"{CARDS}zone deck: pile of loot, public\nvalue all_of_them(c: loot): every loot\n"
            "setup:\n    move every loot to deck\n",
        ),
    ),
    Hostile(
        "the longest way through everything", STEPS, line=9, files={
            "links.yaml": "".join(
                f"e{a}_{b}: {{one: n{a}, other: n{b}}}\n" for a in range(40) for b in range(a)
            ),
        },
        rules=game("    set t to longest way in every link by ends", LINKS),
    ),
    Hostile(
        "hundreds of links between two places", STEPS, line=9,
        files={"links.yaml": "e: {one: n0, other: n1, copies: 700}\n"},
        rules=game("    set t to longest way in every link by ends", LINKS),
    ),
    Hostile(
        "too many things picked at once", "at most 1,000 are picked at once", line=5, command=CHECK,
        rules=game("    pick 5000 found at random from numbers\n    set t to count(found)", NUMBERS),
    ),
    Hostile(
        "too many things picked at once, known in play", "5,000 things are picked at once", line=6,
        rules=game(
            "    set t to 5000\n    pick t found at random from numbers\n    set t to count(found)", NUMBERS
        ),
    ),
    Hostile(
        "too many dice", "at most 1,000 are rolled at once", line=5, command=CHECK,
        rules=game("    roll 5000 d6 as thrown\n    set t to sum(thrown)", "die d6: 1, 2, 3, 4, 5, 6\n"),
    ),
    Hostile(
        "a thousand abilities on one rule", STEPS, line=None,
        rules=game(
            "    while t is 0:\n        do act",
            "rule act: set t to 0\n"
            + "".join(f"before act when t > {n}: set t to {n}\n" for n in range(1000)),
        ),
    ),
    Hostile(
        "moving a thousand cards for ever", STEPS, files=loot(5000),
        rules=game(
            "    while t is 0:\n        move deck where worth > 0 to away\n        move away to deck",
            f"{CARDS}zone deck: set of loot, hidden\nzone away: set of loot, hidden\n"
            "setup:\n    move every loot to deck\n",
        ),
    ),
    Hostile(
        "a score that takes for ever", "steps", command=("simulate", ".", "-n", "1", "-j", "1"), line=9,
        rules="game hostile for 2 players\ntrack t: number 0 to 9\n" + NUMBERS
        + "play:\n    choose n from 1 to 3 by seat(1)\n    set t to n\n"
        "ranking of p: highest t\n\n"
        "score of p: count(those a in numbers where a is count(those b in numbers where b is a))\n",
    ),
    Hostile(
        "what must hold takes for ever", STEPS, line=4,
        rules=game(
            "    set t to 1",
            NUMBERS + "must hold: no a in numbers where a is count(those b in numbers where b is a)\n",
        ),
    ),
    Hostile(
        "a slow start, three hundred times", "a search ends after 200,000,000 steps", command=TEST,
        rules=game(
            "    for each a in 1 to 20:\n"
            "        if (any b in numbers where b is count(those c in numbers where c is 0)): do nothing\n"
            "    choose n from 1 to 3 by seat(1)\n    set t to n\n    if t is 9: do never",
            NUMBERS.replace("5000", "400") + "rule never:\n    choose n from 1 to 3 by seat(2)\n",
        ),
        files={"scenarios/a.scenario": "scenario never\n    at never\n    then:\n        t is 0\n"},
    ),
]  # fmt: skip

MEMORY = [
    Hostile(
        "events without end", STEPS, line=4,
        rules=game("    while t < 1000000:\n        set t to 1 - t"),
    ),
    Hostile(
        "messages without end", STEPS,
        rules=game("    while t is 0:\n        say again with numbers", NUMBERS),
    ),
    Hostile(
        "zones times owners", "a game has at most 10,000 zones", command=CHECK, line=7, files=loot(5000),
        rules=game(
            "    set t to 1",
            CARDS + "".join(f"zone z{n} of each loot: set of loot, public\n" for n in range(300)),
        ),
    ),
    Hostile(
        "tracks times owners", "a game has at most 100,000 tracks", command=CHECK, line=24, files=loot(5000),
        rules=game(
            "    set t to 1",
            CARDS + "".join(f"track x{n} of each loot: number 0 to 3\n" for n in range(300)),
        ),
    ),
    Hostile(
        "grids without end", "a game has at most 100,000 places on grids", command=CHECK,
        rules=game(
            "    set t to 1",
            "tile room\n" + "".join(f"zone g{n}: grid 70 by 70 of room, public\n" for n in range(300)),
        ),
    ),
    Hostile(
        "components of many types", "a game has at most 20,000 components", command=CHECK, files=loot(4000),
        rules=game(
            "    set t to 1",
            "".join(f'card c{n} from "loot.yaml":\n    worth: number 0 to 9\n' for n in range(30)),
        ),
    ),
    Hostile(
        "sets that start large", STEPS, line=5, files=loot(5000),
        rules=game(
            "    set t to 1", f"{CARDS}track friends of each loot: set of loot starting every loot\n"
        ),
    ),
    Hostile(
        "sets that grow large", STEPS, files=loot(5000),
        rules=game(
            "    for each c in every loot:\n        set friends of c to every loot\n    set t to 1",
            f"{CARDS}track friends of each loot: set of loot\n",
        ),
    ),
    Hostile(
        "sets on every floor of a deep tower", STEPS,
        rules=game(
            "    do climb(1900)",
            f"{NUMBERS}rule climb(n: number 0 to 2000):\n    let own be numbers where it > 0\n"
            "    if n > 0: do climb(n - 1)\n    set t to count(own)\n",
        ),
    ),
    Hostile(
        "positions without end", STEPS, line=10,
        rules=game(
            "    while t is 0:\n        move first of deck to deck\n        remember seen",
            "token wood, 1000 copies\nzone deck: line of wood, public\nmemory seen: deck\n"
            "setup: move every wood to deck\n",
        ),
    ),
    Hostile(
        "a large position asked for without end", STEPS,
        rules=game(
            "    for each n in 1 to 590: remember seen\n"
            "    while t is 0:\n        if repeats(seen) is 0: set t to 1",
            "token wood, 800 copies\nzone deck: line of wood, public\nmemory seen: deck\n"
            "setup: move every wood to deck\n",
        ),
    ),
    Hostile(
        "positions with fields without end", STEPS,
        rules=game(
            "    while t is 0:\n        set burnt of first of deck to 1 - burnt of first of deck\n"
            "        remember seen",
            "card wood:\n    burnt: number 0 to 9 starting 0\nwood log, 1000 copies\n"
            "zone deck: line of wood, public\nmemory seen: deck\nsetup: move every wood to deck\n",
        ),
    ),
    Hostile(
        "a tower without end", "more than 2,000 rules are under way inside each other",
        rules=game("    do climb", "rule climb:\n    do climb\n    set t to 1\n"),
    ),
    Hostile(
        "extra turns without end", STEPS,
        rules=game("    turns from seat(1):\n        extra turn\n        set t to 1"),
    ),
    Hostile(
        "numbers that double", "numbers stay below 1,000,000,000,000,000", line=26,
        rules=game("    if d21 is 3: set t to 2", DOUBLED),
    ),
    Hostile(
        "a set that is too large", "a set has at most 50,000 elements", command=CHECK, line=4,
        rules=game("    if count(1 to 900000000) is 3: set t to 2"),
    ),
    Hostile(
        "a set that is too large, known in play", "the range 1 to 1000000 is too long", line=5,
        rules=game("    set t to 1000000\n    choose n from 1 to t by seat(1)\n    set t to n"),
    ),
    Hostile(
        "a text that repeats its part", "result:", files={
            **loot(1000),
            "strings/en.yaml": f"say: {{loud: \"{'{1}' * 300}\"}}\nloot: {{c0: {'x' * 900}}}\n",
        },
        rules=game(
            "    for each n in 1 to 300: say loud with every loot\n    set t to 1",
            f"{CARDS}zone deck: set of loot, public\nsetup:\n    move every loot to deck\n",
        ),
    ),
    Hostile(
        "a text that is a book", "this text has 400,000 characters; at most 1,000 are possible",
        command=CHECK, files={**loot(1000), "strings/en.yaml": f"loot: {{c0: {'x' * 400_000}}}\n"},
        rules=game("    set t to 1", CARDS),
    ),
]  # fmt: skip

DEPTH = [
    Hostile(
        "250 conditions in a row", "more than 100 things are joined in a row", command=CHECK, line=4,
        rules=game(f"    if {' and '.join(['t is 0'] * 250)}: set t to 1"),
    ),
    Hostile(
        "205 terms of a sum", "more than 100 things are joined in a row", command=CHECK, line=4,
        rules=game(f"    set t to {' + '.join(['t'] * 205)}"),
    ),
    Hostile(
        "90 conditions in a row", "result:",
        rules=game(f"    if {' and '.join(['t is 0'] * 90)}: set t to 1"),
    ),
    Hostile("90 terms of a sum", "result:", rules=game(f"    set t to {' + '.join(['t'] * 90)}")),
    Hostile(
        "80 brackets", "expressions are nested more than 90 deep", command=CHECK, line=4,
        rules=game(f"    set t to {'highest([t, ' * 40}1{'])' * 40}"),
    ),
    Hostile("50 brackets", "result:", rules=game(f"    set t to {'highest([t, ' * 25}1{'])' * 25}")),
    Hostile(
        "a rule with 900 cases", "result:",
        rules=game(
            "    do act(w0)\n    do act(w899)",
            f"kind word: {', '.join(f'w{n}' for n in range(900))}\n"
            + "".join(f"rule act(what: word) for w{n}: set t to {n}\n" for n in range(900)),
        ),
    ),
    Hostile(
        "a value with 900 conditions", "result:",
        rules=game(
            "    set t to much",
            "value much:\n"
            + "".join(f"    when t is {n + 1}: {n}\n" for n in range(900))
            + "    otherwise: 3\n",
        ),
    ),
]  # fmt: skip
