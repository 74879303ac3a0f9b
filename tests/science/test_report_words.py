"""What reports call things, and what their tables leave out: names and figures that can be told apart."""

from __future__ import annotations

from cli.science.naming import Naming
from cli.science.report import page, sentences
from cli.science.report.facts import Line


def test_abilities_that_wait_are_told_as_sentences() -> None:
    """`whenever hand enters` is how they are called inside."""
    naming = Naming({"hero.ann": "Ann of the Hill"})
    assert naming.rule("whenever hand enters") == "whenever something enters hand"
    assert naming.rule("ann: whenever coins_left changes") == "Ann of the Hill: whenever coins left changes"
    assert naming.rule("ann: before pay_out") == "Ann of the Hill: before pay out"
    assert naming.rule("ann: instead pay_out") == "Ann of the Hill: instead of pay out"
    assert naming.rule("ann: change worth") == "Ann of the Hill: change of worth"
    assert Naming({"card.x": "this, or that"}).rule("perform for x") == "perform for “this, or that”"


def test_a_name_that_ends_in_a_number_stands_apart_from_its_share() -> None:
    """It said "Map 7 74 %"."""
    told = sentences._named([Line("Map 7", 200, 148)])
    assert told.startswith("Map 7 with 74 % (")


def test_what_came_seldom_does_not_bury_what_came_often() -> None:
    """Each place of a large board is an opening: a page had 200 lines with one game each."""
    lines = [Line(f"place {n}", 1 + n % 7, n % 2) for n in range(300)]
    table = page._shares("Wins by opening choice", lines)
    assert table.count("<tr>") == 1 + page.MOST_SHARES and "… and 240 more that came less often." in table
    assert 'class="n">7</td>' in table and 'class="n">1</td>\n' not in table
    assert page._shares("Wins", [Line("place", 300, 0)]) == ""  # nobody won: there is nothing to compare
