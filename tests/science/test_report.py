"""Reports: true sentences, pictures that are drawn, a page that nothing in a definition can steer."""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cli.science import Found, load, simulate
from cli.science.naming import Naming
from cli.science.report import pictures
from cli.science.report.facts import facts_of, standing_out
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
    assert "No option that was offered 30 times or more stands out by never being taken." in told


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


def words_in(page: str) -> list[str]:
    """What is written in pictures: letters are curves there, with the text beside them as a comment."""
    return re.findall(r"<!-- (.*?) -->", page, re.S)


def test_the_picture_of_options_shows_what_the_sentence_speaks_of() -> None:
    """Options of a choice among forty, offered ten times, were twenty empty bars."""
    (facts,) = facts_of(simulate("dead_mans_draw", games=40).results)
    picture = pictures._taken(facts)
    assert picture is not None
    written = words_in(picture.svg)
    offered = {facts.naming.both(o["asked"], o["option"]): o["offered"] for o in facts.watched["options"]}
    shown = [name for name in offered if name.partition("? ")[2] in written]
    assert shown and min(offered.values()) < 30
    often = {option.name for option in facts.options()}
    keys = {facts.naming.answer(o["asked"], o["option"]): o["option"] for o in facts.watched["options"]}
    assert {keys[name] for name in written if name in keys} <= often
    assert any(name.startswith("Cannon: which card do you hit?") for name in written)


def test_the_picture_of_shares_shows_what_the_sentence_speaks_of() -> None:
    """The cards that go with more wins were named, and the picture showed twenty others."""
    (facts,) = facts_of(simulate("dead_mans_draw", games=200).results)
    lines = facts.kept()
    named = [line.name for line in standing_out(lines, facts.even)][:6]
    often = {line.name for line in sorted(lines, key=lambda line: -line.games)[: pictures.MOST_ROWS]}
    assert named and not often.issuperset(named)
    picture = pictures._dots("Wins by what a player holds at the end", [facts], type(facts).kept, facts.even)
    assert picture is not None and set(named) <= set(words_in(picture.svg))
    assert "those that stand out" in picture.says


LONG = "the very long name of a thing that somebody has thought of on a rainy afternoon number"


def test_no_label_is_cut_off(tmp_path) -> None:
    """Twenty rows of the picture of options began with the same question, and ended there."""
    folder = tmp_path / "made"
    (folder / "strings").mkdir(parents=True)
    (folder / "cards.yaml").write_text("a: {}\nb: {}\nc: {}\n")
    (folder / "strings" / "en.yaml").write_text(
        "".join(f'card.{key}: "{LONG} {key}"\n' for key in "abc")
        + f'ask.play.x: "Which of all these cards is the one that you take, {LONG} zero?"\n'
    )
    rules = """\
game made for 2 players
card card from "cards.yaml"
zone market: set of card, public
zone hand of each player: set of card, public
setup:
    move every card to market
play:
    turns from first of players until market is empty:
        choose x from market
        move x to your hand
ranking of p: highest count(hand of p), then share
"""
    written = words_in(of_rules(tmp_path, rules, games=40)._repr_html_())
    whole = " ".join(written)  # one comment for each line
    assert all(f"{LONG} {key} " in whole for key in "abc") and "…" not in whole
    assert f"Which of all these cards is the one that you take, {LONG} zero?" in whole


def test_what_chance_leaves_is_not_called_never_taken(tmp_path) -> None:
    """A card that was offered 45 times among forty others was told as one that nobody takes."""
    rules = """\
game made for 1 player
card card from "cards.yaml"
zone market: set of card, public
setup:
    move every card to market
play:
    as seat(1):
        choose x from market
score of p: 1
ranking of p: highest 1
"""
    (tmp_path / "made").mkdir()
    (tmp_path / "made" / "cards.yaml").write_text("".join(f"c{n}: {{}}\n" for n in range(60)))
    found = of_rules(tmp_path, rules, games=60)
    (facts,) = facts_of(found.results)
    assert any(not option.taken for option in facts.options()) and not facts.never_taken()
    assert any("stands out by never being taken" in text for text in found.sentences)


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


def test_a_file_has_its_games_already(run) -> None:
    """`-n 5` was read in vain."""
    assert run("simulate", GAME, "-n", 4, "-j", 1, "--json", "out.json").code == 0
    done = run("report", "out.json", "-n", 5, "--players", 2, "-o", "a.html")
    assert done.code == 2 and "out.json has its games already" in done.err
    assert "-n, --players has no use" in done.err
    done = run("report", "out.json", "-o", "a.html")
    assert done.code == 0 and "The games were not watched closely (`--watch all`)" in done.out
    assert "watched closely" not in run("report", GAME, "-n", 2, "-j", 1, "-o", "a.html").out


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


def test_conditions_places_and_players_are_called_as_at_the_table() -> None:
    """`sudden_death`, `base`, `c3r4` and `player2` stood on pages."""
    found = simulate("hex", games=4, settings={"size": 3}, against={"variants": ["misere"]})
    page = found._repr_html_()
    called = found.data["conditions"][1]["names"]["variant.misere"]
    assert any(text.startswith(f"With {called}, compared with the base game") for text in found.sentences)
    assert f">{called}, compared with the base game<" in page
    assert {called, "the base game"} <= set(words_in(page))
    assert any(re.fullmatch(r"column \d, row \d", text) for text in words_in(page))
    assert not re.search(r"\bc\dr\d|\bmisere\b|>base<", page)
    assert Naming({}).answer("play.x", "player2 + c2r13") == "player 2 + column 2, row 13"
    swept = simulate("hex", games=2, sweep=["variant=base,misere", "size=3,4"])
    labels = [facts.label for facts in facts_of(swept.results)]
    assert labels == [f"{one}, size={size}" for one in ("the base game", called) for size in (3, 4)]


def test_scores_that_are_all_the_same_have_no_picture() -> None:
    """One point in a hundred games was two empty lines."""
    (facts,) = facts_of(simulate("dead_men_tell_no_tales", games=30).results)
    assert pictures._scores([facts]) is None
