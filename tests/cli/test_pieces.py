"""Pieces of a screen: lists of things, cut and broken to fit, and what a terminal may get."""

from hypothesis import given
from hypothesis import strategies as st

from cli.phrases import Phrases
from cli.screen.answers import folded
from cli.screen.escaping import for_terminal
from cli.screen.listing import Listing, shortened
from cli.screen.pieces import Piece, fitted, listed, plain, wrapped_pieces
from cli.screen.widths import width_of
from interpreter.scene.data import Area, Component


def coins(*names: str, ordering: str) -> Area:
    found = [Component(n or "?", "coin", known=bool(n)) for n in names]
    return Area("deck", "deck", "deck", "", ordering, "card", len(names), tuple(found))


def in_words(area: Area) -> str:
    return plain(next(wrapped_pieces(Listing(Phrases("en")).pieces(area), 200)))


def test_unknown_cards_in_order_are_counted():
    assert in_words(coins("", "gold", "", "copper", ordering="pile")) == (
        "4 cards, from the top: copper, 1 hidden, gold"
    )
    assert in_words(coins("gold", "", "tin", ordering="line")) == "gold, 1 hidden, tin"
    assert in_words(coins("", "", "tin", ordering="pile")) == "3 cards, on top tin"


def test_names_with_commas_are_separated_otherwise():
    texts = [[piece.text for piece in listed([Piece(a), Piece("four")])] for a in ("two, three", "two")]
    assert texts == [["two, three;", "four"], ["two,", "four"]]


def test_a_heap_is_cut_to_a_few_lines_and_says_how_much_more_there_is():
    pieces = listed([Piece(f"card{number}") for number in range(10, 40)])
    shown = shortened(pieces, 40, 2, Phrases("en"))
    assert len(list(wrapped_pieces(shown, 40))) <= 2
    assert shown[-1].text.replace("\xa0", " ") == f"and {30 - len(shown) + 1} more"
    assert shortened(pieces[:4], 40, 2, Phrases("en")) == pieces[:4]


def test_a_line_is_cut_to_a_width():
    pieces = [Piece("seven"), Piece(" dwarfs"), Piece(" and more")]
    assert plain(fitted(pieces, 40)) == "seven dwarfs and more"
    assert [plain(fitted(pieces, width)) for width in (20, 12, 8)] == [
        "seven dwarfs and mo…", "seven dwarf…", "seven d…",
    ]  # fmt: skip


@given(st.lists(st.text("ab ž猫\xa0", min_size=1, max_size=30), max_size=9), st.integers(8, 40))
def test_pieces_fit_every_width_and_none_is_lost(texts, width):
    lines = list(
        map(plain, wrapped_pieces([Piece(text, ("x",)) for text in texts], width, (Piece("  "),), 4))
    )
    assert all(width_of(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join("".join(texts).split())


def test_letters_that_a_keyboard_may_not_have_are_folded():
    assert folded("Żółta_Łódź") == "zolta lodz" and folded("KŘIŠŤÁL") == "kristal"


def test_control_characters_are_not_printed():
    assert for_terminal("a\x1b[2Jb\u202ec\x9bd") == "a [2Jb c d"
    assert for_terminal("žluťoučký → 5") == "žluťoučký → 5"
