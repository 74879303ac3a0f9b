"""Reports: true sentences, pictures that are drawn, a page that nothing in a definition can steer."""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cli.science import Found, load, simulate
from cli.science.report import pictures
from cli.science.report.facts import facts_of
from cli.science.report.sentences import sentences
from tests.helpers import definition_folders

GAME = "lantern_walk"


class Page(HTMLParser):
    """Tags, and what stands outside of pictures."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)


@pytest.mark.parametrize("name", definition_folders())
def test_every_game_has_a_report(run, tmp_path, name: str) -> None:
    done = run("report", name, "-n", 3, "-j", 1, "-o", "page.html")
    assert done.code == 0, done.err
    assert "written to page.html" in done.out
    page = (tmp_path / "page.html").read_text()
    tags = Page(page).tags
    assert tags.index("p") < tags.index("svg") < tags.index("table")
    assert not re.search(r"(src|href)=\"(?!#)", page.replace('xlink:href="#', ""))  # it needs nothing else
    for svg in re.findall(r"<svg.*?</svg>", page, re.S):
        ElementTree.fromstring(svg)
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_the_same_page_from_the_same_games(run, tmp_path) -> None:
    words = ["-n", 8, "-j", 1, "--against-set", "lanterns=no", "--json", "out.json"]
    first = run("report", GAME, "-o", "a.html", *words)
    again = run("report", "out.json", "-o", "b.html")
    assert first.code == again.code == 0
    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes()
    found = load(tmp_path / "out.json")
    assert isinstance(found, Found) and found._repr_html_() in (tmp_path / "a.html").read_text()
    assert "What changes in wins" in found._repr_html_()
    assert run("report", "out.json", "-o", "-").out == (tmp_path / "a.html").read_text() + "\n"


def of_rules(tmp_path: Path, rules: str, **more) -> Found:
    folder = tmp_path / "made"
    folder.mkdir(exist_ok=True)
    (folder / "game.rules").write_text(rules)
    return simulate(folder, **more)


FIRST_WINS = """\
game made for 2 players

track luck of each player: number 0 to 100 starting 0
die d: 1, 2, 3, 4, 5, 6

rule never_done:
    end game

play:
    turns from first of players until luck of seat(1) + luck of seat(2) > 60:
        choose one:
            throw:
                roll d as n
                add n to your luck
            sit:
                say sat
    if luck of seat(1) > 0:
        add 20 to luck of seat(1)

score of p: luck of p
ranking of p: highest luck of p, then share
"""


def test_the_sentences_are_true(tmp_path) -> None:
    found = of_rules(tmp_path, FIRST_WINS, games=80)
    told = "\n".join(found.sentences)
    (condition,) = found.data["conditions"]
    wins = [line["wins"] for line in condition["figures"]["seats"]]
    assert wins[0] > 65
    low, high = re.search(r"The first seat wins (\d+) to (\d+) points of a hundred more often", told).groups()
    assert int(low) <= 100 * (wins[0] - wins[1]) / 80 <= int(high)
    assert "These rules never began: never done." in told
    assert "Look at other settings, variants and numbers of players before" in told
    assert "2 options on average" in told.replace("2.0", "2")
    assert "Every option that was offered 30 times or more was taken" in told


def test_nothing_is_said_that_may_be_chance(tmp_path) -> None:
    """Of two equal seats one is called better about once in twenty times, not more."""
    rules = FIRST_WINS.replace("        add 20 to luck of seat(1)", "        say done")
    wrong = 0
    for seed in range(0, 1200, 40):
        told = of_rules(tmp_path, rules, games=40, seed=seed).sentences
        wrong += any("more often than the other" in text for text in told)
    assert wrong <= 7


def test_options_that_nobody_takes(tmp_path) -> None:
    rules = """\
game made for 1 player
track n: number 0 to 99
play:
    repeat 20 times:
        as seat(1):
            choose one:
                good:
                    add 1 to n
                bad:
                    say nothing_done
score of p: n
ranking of p: highest n
"""
    told = of_rules(tmp_path, rules, games=5, seats="greedy").sentences
    assert "Offered and never taken: play: bad (offered 100 times)." in told


def test_what_happened_is_never_nought_percent() -> None:
    """One shared victory in 200 games, and one reason among many, were told as `0 %`."""
    told = " ".join(simulate("malacca", games=200).sentences)
    assert "Less than 1 % of the games are won by several" in told
    assert not re.search(r"(^|[ (])0 % (of the games|are won)|\(0 %\)", told)


def test_the_picture_of_options_shows_what_the_sentence_speaks_of(monkeypatch) -> None:
    """Options of a choice among forty, offered ten times, were twenty empty bars."""
    shown: list[str] = []

    class Axes:  # letters are curves in the page, so the names are read before they are drawn
        def set_yticks(self, at: object, names: list[str]) -> None:
            shown.extend(names)

        def __getattr__(self, name: str) -> object:
            return lambda *_, **__: None

    (facts,) = facts_of(simulate("dead_mans_draw", games=40).results)
    monkeypatch.setattr(pictures, "_drawn", lambda title, says, height, draw: draw(Axes()))
    pictures._taken(facts)
    offered = {_option(line): line["offered"] for line in facts.watched["options"]}
    assert shown and min(offered.values()) < 30
    assert min(offered[name] for name in shown) >= 30


def _option(line: dict[str, str]) -> str:
    return f"{line['asked']}: {line['option']}".replace("_", " ")


def test_games_that_are_won_together() -> None:
    told = simulate("dead_men_tell_no_tales", games=2).sentences
    assert any(text.startswith("Everybody wins together or nobody does: they won") for text in told)


def test_no_game_came_to_its_end(run, tmp_path) -> None:
    done = run("report", GAME, "-n", 3, "-j", 1, "--limit", 2, "-o", "page.html")
    assert done.code == 1 and "No game came to its end" in done.out
    page = (tmp_path / "page.html").read_text()
    assert "had not ended after 2 decisions" in page and "<svg" not in page


def test_interrupted(run, tmp_path, monkeypatch) -> None:
    from cli.science.experiment import Experiment

    played = Experiment.play

    def play(self, start, stop):
        if start >= 8:
            raise KeyboardInterrupt
        return played(self, start, stop)

    monkeypatch.setattr(Experiment, "play", play)
    done = run("report", GAME, "-n", 16, "-j", 1, "-o", "page.html")
    assert done.code == 130 and "interrupted after 8 of 16 games" in done.err
    assert "The run was interrupted" in (tmp_path / "page.html").read_text()
    monkeypatch.setattr(Experiment, "play", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    done = run("report", GAME, "-n", 16, "-j", 1, "-o", "page.html")
    assert done.code == 130 and "No game came to its end" in done.out


EVIL = "<script>alert(1)</script> $\\frac{ \u202e \x1b[31m"


def test_a_definition_cannot_steer_a_page(tmp_path) -> None:
    folder = tmp_path / "made"
    (folder / "strings").mkdir(parents=True)
    (folder / "cards.yaml").write_text("a: {}\nb: {}\n")
    (folder / "strings" / "en.yaml").write_text(
        'card.a: "<script>alert(1)</script> $\\\\frac{ \\u202e \\x1b[31m"\n', encoding="utf-8"
    )
    rules = """\
game made for 2 players
card card from "cards.yaml"
zone hand of each player: set of card, public
zone deck: pile of card, hidden
setup:
    move every card to deck
    shuffle deck
    for each p in players:
        move top of deck to hand of p
play:
    turns from first of players until yes:
        choose x from 1 to 2
ranking of p: highest count(hand of p), then share
"""
    found = of_rules(tmp_path, rules, games=20)
    page = found._repr_html_()
    assert "<script" not in page and "\u202e" not in page and "\x1b" not in page
    assert "&lt;script&gt;" in page
    found.write(tmp_path / "page.html")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nothing_like_this", "-o", "a.html"], "I don't know a game"),
        ([GAME, "-o", "/nowhere/at/all.html"], "No such file"),
        ([GAME], "Missing option"),
        ([GAME, "-o", "-", "--json", "-"], "only one of"),
    ],
)
def test_mistakes(run, words, said) -> None:
    done = run("report", *words, "-n", 2, "-j", 1)
    assert done.code in (1, 2) and said in done.err and "mistake in rulelang" not in done.err


def test_without_matplotlib(run, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    done = run("report", GAME, "-n", 2, "-j", 1, "-o", "a.html")
    assert done.code == 2 and "pip install 'rulelang[report]'" in done.err


def test_sentences_need_no_matplotlib(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert sentences(simulate(GAME, games=2).results)


def test_what_never_moves(tmp_path) -> None:
    (tmp_path / "made").mkdir()
    (tmp_path / "made" / "cards.yaml").write_text("dealt: {}\nplayed: {}\nleft_over: {}\n")
    rules = """\
game made for 1 player
card card from "cards.yaml"
zone hand of each player: set of card, public
zone deck: pile of card, hidden
zone table: set of card, public
setup:
    move every card to deck
    move every card where name of it is dealt to hand of seat(1)
play:
    as seat(1):
        choose x from 1 to 2
    move every card where name of it is played to table
ranking of p: highest count(hand of p)
"""
    told = of_rules(tmp_path, rules, games=3).sentences
    assert "These components never left the place where the setup put them: left over." in told


def test_the_title_is_what_people_call_the_game() -> None:
    from cli.science import simulate
    from cli.science.report.page import title_of

    found = simulate("dead_mans_draw", games=1, variants=["sudden_death"])
    assert title_of(found.results) == "Dead Man's Draw, Sudden Death"
    assert title_of(simulate("kuhn_poker", games=1).results).lower() == "kuhn poker"
