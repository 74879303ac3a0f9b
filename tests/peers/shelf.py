"""Which of our definitions is which game of OpenSpiel, and the mistakes that have to be noticed."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import permutations

from interpreter.game import Game
from interpreter.game.requests import NATURE
from tests.peers.bridge import Asked, Peer

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def cells(asked: Asked) -> list[str]:
    return cells_of(asked.numbers)


@cache
def cells_of(found: tuple[int, ...]) -> list[str]:
    """The places of an option as a1, b2 …"""
    return [f"{LETTERS[column - 1]}{row}" for column, row in zip(found[::2], found[1::2], strict=True)]


def one_cell(asked: Asked) -> str:
    return cells(asked)[0]


AMAZONS = {"play.start": "From", "play.goal": "To", "play.target": "Shoot:"}
POINTS = """
a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1
""".split()  # noqa: SIM905, as they stand on the board


def line_of_action(asked: Asked) -> str:
    start, goal = cells(asked)
    return f"{start}-{goal}" if place_is_empty(asked.there.lines, goal) else f"{start}x{goal}"


def place_is_empty(lines: list[str], cell: str) -> bool:
    """On a board that is shown as lines `8.xx` with letters below."""
    line = next(line for line in lines if line.startswith(cell[1:]))
    return line[len(cell[1:]) + LETTERS.index(cell[0])] == "."


def on_points(asked: Asked) -> str:
    found = [POINTS.index(word) for word in re.findall(r"[a-g][1-7]", asked.key)]
    return f"Point {found[0]}" if len(found) == 1 else f"Move {found[0]} -> {found[1]}"


def edge(asked: Asked) -> str:
    """A line goes across or up from a dot."""
    column, row = asked.numbers
    return f"P{asked.player + 1}({'h' if asked.key.startswith('across') else 'v'},{row - 1},{column - 1})"


TURNS = {"upper_left": "st", "upper_right": "uv", "lower_right": "wx", "lower_left": "yz"}


def laid_and_turned(asked: Asked) -> str:
    return laid(asked.key)


@cache
def laid(key: str) -> str:
    column, row, part, way = re.findall(r"c(\d)r(\d), (\w+), (\w+)", key)[0]
    return f"{LETTERS[int(column) - 1]}{7 - int(row)}{TURNS[part][way == 'clockwise']}"


WAYS = {(0, 1): "down", (0, -1): "up", (1, 0): "right", (-1, 0): "left", (1, 1): "diag", (-1, -1): "diag"}
ORDERS = list(permutations("123456"))


def cube(asked: Asked) -> str:
    if asked.player == NATURE:
        return f"roll {asked.key}"
    piece, *goal = re.findall(r"(\w+), c(\d)r(\d)", asked.key)[0]
    board = next(zone for zone in asked.game.view(asked.player).zones if zone.name == "board")
    places = dict(zip(board.cards, board.places, strict=True))
    (column, row), (to_column, to_row) = places[piece], map(int, goal)
    taken = "*" if (to_column, to_row) in board.places else ""
    return f"{piece[0].upper()}{piece[-1]}-{WAYS[to_column - column, to_row - row]}{taken}"


def cubes_dealt(keys: list[str]) -> int:
    """Which of all orders: the last cube is the one that is left."""
    drawn = [key[-1] for key in keys]
    return ORDERS.index((*drawn, *(number for number in "123456" if number not in drawn)))


def havannah(asked: Asked) -> str:
    size = asked.game.setup.settings[0][1]
    return f"{LETTERS[2 * size - 1 - asked.numbers[0]]}{asked.numbers[1]}"


def hanabi(asked: Asked) -> str:
    if asked.player == NATURE:
        return "d1" if asked.key.startswith("high") else "d0"
    return f"p{asked.player}a{asked.numbers[0] - 1}"


CATEGORIES = (
    "Ones Twos Threes Fours Fives Sixes Chance Four_of_a_Kind Full_House Small_Straight Large_Straight Yacht"
)
DICE = ["first", "second", "third", "fourth", "fifth"]


def yacht(asked: Asked) -> str:
    if asked.player == NATURE:
        return f"Roll: {asked.key}"
    if asked.question.endswith("again"):
        chosen = ",".join(str(DICE.index(word)) for word in asked.key.split(", ") if word)
        return f"Reroll dice: {chosen}" if chosen else "Keep all (proceed to scoring)"
    name = next(name for name in CATEGORIES.split() if name.lower() == asked.key)
    return f"Score in {name.replace('_', ' ')}"


def dice_rolled(keys: list[str]) -> int:
    return sum((int(face) - 1) * 6**place for place, face in enumerate(keys))


def card(asked: Asked) -> str:
    if "_" not in asked.key:
        return str(int(asked.numbers[0]) - (1 if asked.key.startswith("player") else 0))
    suit, rank = asked.key.split("_")
    return suit[0].upper() + ("T" if rank == "10" else rank[0].upper())


def amazon(asked: Asked) -> str:
    size = len(asked.there.lines)
    column, row = asked.numbers
    return f"{'XO'[asked.player]} {AMAZONS[asked.question]} ({size + 1 - row}, {column})"


def bid(asked: Asked) -> str:
    return f"[P{asked.player}]Bid: {asked.key}"


def house(asked: Asked) -> str:
    letter = asked.key[len("sow(")]
    return letter.upper() if asked.player == 0 else letter


def in_a_row(asked: Asked) -> str:
    return f"{asked.numbers[1] - 1},{asked.numbers[0] - 1}"


def kuhn(asked: Asked) -> str:
    if asked.player == NATURE:
        return f"Deal:{('jack', 'queen', 'king').index(asked.key)}"
    return "Bet" if asked.key in ("bet", "call") else "Pass"


def marked(asked: Asked) -> str:
    column, row = asked.numbers
    return f"{'xo'[asked.player]}({3 - row},{column - 1})"


MEN = {"general": "G", "advisor": "A", "elephant": "E", "chariot": "R", "horse": "H", "cannon": "C",
       "soldier": "S"}  # fmt: skip


def man(key: str) -> str:
    """A man by its letter: large ones are red."""
    colour, sort = key.partition("#")[0].split("_")
    return MEN[sort] if colour == "red" else MEN[sort].lower()


def men_face_down(game: Game) -> Counter[str]:
    """All men but those that everybody sees."""
    seen = [key for zone in game.view(0).zones for key in zone.cards if key is not None]
    found = Counter(f"Reveal:{man(key)}" for key in MEN_OF_BANQI)
    found.subtract(f"Reveal:{man(key)}" for key in seen)
    return +found


MEN_OF_BANQI = [
    f"{colour}_{sort}" for colour in ("red", "black") for sort in MEN
    for _ in range({"general": 1, "soldier": 5}.get(sort, 2))
]  # fmt: skip


def turned_or_moved(asked: Asked) -> str:
    """Rows count from above over there, and everything from 0."""
    spots = [(4 - row, column - 1) for column, row in zip(*[iter(asked.numbers)] * 2, strict=True)]
    said = [f"({row},{column})" for row, column in spots]
    if len(spots) == 1:
        return f"Flip{said[0]}"
    lines = [line.split() for line in asked.there.lines]
    (row, column), (to_row, to_column) = spots
    taking = "-" if lines[to_row][to_column] == "." else "x"
    return f"{lines[row][column]}{said[0]}{taking}{said[1]}"


RANKS = {"ace": "A", "10": "T", "jack": "J", "queen": "Q", "king": "K"}


def cards_of_cribbage(asked: Asked) -> str:
    if asked.key == "pass":
        return "Pass"
    return f"{'Deal' if asked.player == NATURE else 'Choose'} {cards_named(asked.key)}"


@cache
def cards_named(key: str) -> str:
    """Two cards for the crib stand there by rank and then suit."""
    found = re.findall(r"(clubs|diamonds|hearts|spades)_(\w+)", key)
    named = [f"{RANKS.get(rank, rank)}{suit[0].upper()}" for suit, rank in found]
    named.sort(key=lambda each: ("A23456789TJQK".index(each[0]), "CDHS".index(each[1])))
    return " ".join(named)


# fmt: off
PEERS = [
    Peer("hex", "hex(board_size=5)", one_cell, {"size": 5}, wrong=(
        ("is 1) and", "is 2) and"), ("row(spot) else column(spot)", "column(spot) else row(spot)"))),
    Peer("hex", "hex(board_size=2)", one_cell, {"size": 2}, whole=True),
    Peer("clobber", "clobber(rows=5,columns=6)", lambda a: "".join(cells(a)), wrong=(
        ("neighbours(start)", "around(start)"), ("lose [you]", "win [you]"))),
    Peer("clobber", "clobber(rows=2,columns=4)", lambda a: "".join(cells(a)),
         {"wide": 4, "high": 2}, whole=True),
    Peer("gomoku", "gomoku(size=7,connect=4)", in_a_row, {"size": 7, "in_a_row": 4}, wrong=(
        (">= in_a_row", "> in_a_row"), ("opposite(line)", "line"))),
    Peer("gomoku", "gomoku(size=5,connect=4,anti=true)", in_a_row, {"size": 5, "in_a_row": 4}, ("misere",)),
    Peer("amazons", "amazons", amazon, wrong=(
        ("and not burnt of it", ""), ("every heading", "every direction"))),
    Peer("amazons", "amazons(board_size=6)", amazon, variants=("small_board",)),
    Peer("lines_of_action", "lines_of_action", line_of_action, wrong=(
        ("where own(s, left(player))", "where own(s, player)"),
        ("repeats(seen) > 0", "repeats(seen) > 1"))),
    Peer("nine_mens_morris", "nine_mens_morris", on_points, wrong=(
        ("is player) is 6", "is player) is 5"),
        ("not in_mill(it, foe)", "in_mill(it, foe)"))),
    Peer("dots_and_boxes", "dots_and_boxes(num_rows=2,num_cols=3)", edge,
         {"dots_across": 4, "dots_up": 3}, wrong=(
        ("extra turn", "do nothing"), ("highest boxes", "lowest boxes"))),
    Peer("dots_and_boxes", "dots_and_boxes(num_rows=1,num_cols=1)", edge,
         {"dots_across": 2, "dots_up": 2}, whole=True),
    Peer("oware", "oware", house, scores=r"score = (\d+)", wrong=(
        ("in [2, 3]", "in [1, 2, 3]"), ("if h is start", "if h is none"), ("> 6 - it.number", "> 0"))),
    Peer("pentago", "pentago", laid_and_turned, wrong=(
        (">= 4", ">= 3"), ("4 - column(t)) else", "column(t)) else"))),
    Peer("einstein_wurfelt_nicht", "einstein_wurfelt_nicht", cube, dealt=cubes_dealt, wrong=(
        ("where number <= thrown", "where number < thrown"),
        ("then place(board, 5, 5)", "then place(board, 5, 4)"))),
    Peer("y", "y(board_size=7)", one_cell, {"size": 7}, wrong=(("row(s) is 1", "row(s) is 2"),)),
    Peer("havannah", "havannah(board_size=4)", havannah, {"size": 4}, wrong=(
        ("it in ends) > 1", "it in ends) > 0"), (">= 3", ">= 4"), ("sides(it)) is 2", "sides(it)) > 0"),
        ("player)) is 5", "player)) is 6"))),
    Peer("tiny_hanabi", "tiny_hanabi", hanabi, whole=True, wrong=(
        ("* 3 +", "+ 2 *"), ("seen by owner", "public"))),
    Peer("oshi_zumo", "turn_based_simultaneous_game(game=oshi_zumo(coins=20,size=3))", bid,
         {"purse": 20}, wrong=(
        ("> ring", ">= ring"), ("subtract bid of p", "subtract least_bid"))),
    Peer("oshi_zumo", "turn_based_simultaneous_game(game=oshi_zumo(coins=9,size=2,alesia=true))", bid,
         {"purse": 9, "ring": 2}, ("alesia",)),
    Peer("oshi_zumo", "turn_based_simultaneous_game(game=oshi_zumo(coins=4,size=1,min_bid=1))", bid,
         {"purse": 4, "ring": 1, "least_bid": 1}, whole=True),
    Peer("yacht", "yacht", yacht, players=2, dealt=dice_rolled, scores=r"total: (\d+)", wrong=(
        ("any_alike(3) and pair_beside", "any_alike(3)"), ("6 * alike(6)", "6 * alike(5)"),
        ("highest sum", "lowest sum"))),
    Peer("oh_hell", "oh_hell(players=3)", card, players=3, wrong=(
        ("you is dealer and", "you is not dealer and"), ("20 + c.rank", "c.rank"), ("then 10", "then 5"))),
    Peer("oh_hell", "oh_hell(players=4,off_bid_penalty=true)", card, {}, ("penalty",), players=4),
    Peer("oh_hell", "oh_hell(players=3,num_suits=2,num_cards_per_suit=2)", card, players=3, whole=True,
         patch="variant four of oh_hell\nremove every card where suit in [spades, hearts] or rank > 3\n",
         wrong=(("set of card, seen by owner", "set of card, public"),)),
    Peer("banqi", "banqi", turned_or_moved, hidden=men_face_down, wrong=(
        ("other.sort is not soldier", "yes"), ("in [soldier, general]", "is soldier"),
        ("last 1 of first 2", "last 1 of first 3"), ("side is red then black", "side is red then red"),
        ("set quiet to 0\n    move board", "move board"), ("lose [you]", "win [you]"))),
    Peer("cribbage", "cribbage(winner_bonus_reward=0.0)", cards_of_cribbage,
         patch="variant for_points of cribbage\npayoff of p: points of p\n",
         scores=r"(?m)(?:(?<=^Scores: )|(?<=^Scores: \d )|(?<=^Scores: \d\d )|(?<=^Scores: \d{3} ))\d+",
         wrong=(
        ("in [15, 31]", "is 15"), ("alike * (alike - 1)", "alike"), ("length < 3", "length < 4"),
        ("passes is 2", "passes is 1"), ("n - 1, left_over - (", "n - 1, left_over - 1 - ("),
        ("then 5 else 4", "then 5 else 0"), ("dealer, 2", "left(dealer), 2"))),
    Peer("kuhn_poker", "kuhn_poker", kuhn, whole=True, wrong=(
        ("rank_of(player) > rank", "rank_of(player) < rank"), ("seen by owner", "public"))),
    Peer("tic_tac_toe", "tic_tac_toe", marked, wrong=(("win [you]", "lose [you]"),)),
]
# fmt: on
