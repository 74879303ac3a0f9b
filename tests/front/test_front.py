"""What `import rulelang` offers, and what games do as Python objects."""

from __future__ import annotations

import copy
import pickle
import random
import re
import subprocess
import sys

import pytest
from attrs import evolve

import rulelang
from interpreter.game import Game
from tests.helpers import definition, definition_folders, random_play, small

every_definition = pytest.mark.parametrize("name", definition_folders())


def begun(name: str, seed: int, steps: int) -> Game:
    program = definition(name)
    game = Game.new(program, random.Random(seed).randint(*program.players), seed)
    random_play(game, random.Random(seed), steps)
    return game


def test_the_door_opens_only_when_somebody_knocks() -> None:
    quiet = "import rulelang, sys; print({'interpreter', 'lark', 'attrs', 'typer'} & set(sys.modules))"
    found = subprocess.run([sys.executable, "-c", quiet], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "set()"


def test_all_names_are_there() -> None:
    assert all(hasattr(rulelang, name) for name in rulelang.__all__)
    assert set(rulelang.__all__) <= set(dir(rulelang)) and rulelang.Game is Game
    with pytest.raises(AttributeError, match=r"has no attribute 'laod'; it has .*load"):
        _ = rulelang.laod


def test_a_program_starts_games() -> None:
    assert set(rulelang.games()) >= set(definition_folders())
    program = rulelang.load("lantern_walk")
    game = program.start(3, seed=5)
    assert game.setup.players == 3 and game.setup.seed == 5 and not game.over
    assert list(program.players) == [2, 3, 4, 5, 6]
    assert program.resume(game.save()).freeze() == game.freeze()


def test_settings_and_variants_are_those_of_the_program() -> None:
    program = rulelang.load("barracuda", variants="ten_coins", settings={"last_card": "at_end_of_round"})
    assert program.variants == ("ten_coins",) and program.settings["last_card"] == "at_end_of_round"
    assert "ten_coins" in repr(program)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (("latern_walk",), "UnknownGame", "did you mean `lantern_walk`"),
        (("./nowhere",), "UnknownGame", "no file or folder"),
        (("barracuda", "eleven"), "RulesError", "no variant `eleven`"),
        (("barracuda", (), {"last_card": "never"}), "PlayError", "is one of"),
        ((3,), "PlayError", "by its name or path, not by 3"),
        (("barracuda", 3), "PlayError", "variants are a list of names or paths, not 3"),
        (("barracuda", (), ["last_card"]), "PlayError", "settings are a dict from names to values"),
        (("hex", (), {"size": 3.5}), "PlayError", r"`size` is a number from 2 to 19, not 3\.5"),
    ],
)
def test_what_cannot_be_loaded_is_said(arguments: tuple[object, ...], error: str, message: str) -> None:
    with pytest.raises(getattr(rulelang, error), match=message) as raised:
        rulelang.load(*arguments)
    assert f"{type(raised.value).__module__}.{type(raised.value).__name__}" == f"rulelang.{error}"
    again = pickle.loads(pickle.dumps(raised.value))
    assert type(again) is type(raised.value) and str(again) == str(raised.value)


def test_wrong_values_get_sentences() -> None:
    """An unknown bot was told by its name alone, a seat that is not there got a deal; else tracebacks."""
    game = rulelang.load("kuhn_poker").start(seed=1)
    for seat in (2, -1, "x", None, 0.0):
        for ask in (game.sample, game.deal):
            with pytest.raises(rulelang.PlayError, match="players are numbered from 0 to 1"):
                ask(seat, 1)
    with pytest.raises(rulelang.PlayError, match="there is no 'x'"):
        game.view("x")
    with pytest.raises(rulelang.SaveError, match="not a save file"):
        rulelang.load("kuhn_poker").resume(None)
    with pytest.raises(rulelang.PlayError, match="`load` takes its name or path"):
        rulelang.text(rulelang.load("kuhn_poker"))
    for name, seed, message in (
        ("genius", 1, "no bot called `genius`; there are: random, greedy"),
        (None, 1, "a bot is chosen by its name"),
        ("random", "x", "a seed is a whole number"),
    ):
        with pytest.raises(rulelang.PlayError, match=message):
            rulelang.make_bot(name, seed)
    assert issubclass(rulelang.UnknownBot, rulelang.PlayError)


def test_a_game_from_text() -> None:
    program = rulelang.text("game g for 1 player\nplay:\n    choose n from 1 to 3 by seat(1)\n")
    assert [option.key for option in program.start().request().options] == ["1", "2", "3"]


@every_definition
def test_games_pickle_and_copy_and_go_on_alike(name: str) -> None:
    for steps in (0, 9, 5000):
        game = begun(name, 7, steps)
        for twin in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game), copy.copy(game)):
            assert twin.freeze() == game.freeze() and twin.answers == game.answers
            assert twin.events() == game.events() and twin.setup == game.setup
            before = game.freeze()
            random_play(twin, random.Random(1), 10)
            assert game.freeze() == before
            other = game.copy()
            random_play(other, random.Random(1), 10)
            assert other.freeze() == twin.freeze()


@every_definition
def test_views_pickle_with_what_is_seen_and_nothing_behind_it(name: str) -> None:
    """They did not pickle at all."""
    game = begun(name, 5, 9)
    for seat in range(game.setup.players):
        view = game.view(seat)
        sent = pickle.loads(pickle.dumps(view))
        assert sent == view and hash(sent) == hash(view) and repr(sent) == repr(view)
        for zone in view.zones:
            assert sent.zone(zone.name, zone.owner) == zone
        for track in view.tracks:
            assert sent.track(track.name, track.owner) == track
        with pytest.raises(KeyError, match="there is no zone `nowhere`"):
            sent.zone("nowhere")
        # Another game that looks the same to this seat sends the same.
        assert sent.__dict__ == view.__getstate__() == game.sample(seat, 3).view(seat).__getstate__()


def test_a_long_game_pickles() -> None:
    """Histories are chains: thousands of links deep."""
    often = "play:\n    repeat 9000 times:\n        as seat(1):\n            may go: set trace to 1\n"
    game = Game.new(small(often))
    for _ in range(9000):
        game.apply(0)
    assert len(pickle.loads(pickle.dumps(game)).answers) == 9000


OFTEN = """
track n: number 0 to 1 starting 0
memory seen: n
play:
    repeat 400 times:
        remember seen
        set n to 1 - n
        as seat(1):
            may go: set trace to repeats(seen)
"""


def test_what_a_game_remembers_goes_on_in_another_process() -> None:
    """`None` has another hash there, and positions are found by theirs."""
    game = Game.new(small(OFTEN))
    for _ in range(300):
        game.apply(0)
    there = (
        "import pickle, sys; game = pickle.load(sys.stdin.buffer); game.apply(0); game.apply(0);"
        "print(game.view(0).track('trace').value)"
    )
    found = subprocess.run([sys.executable, "-c", there], input=pickle.dumps(game), capture_output=True)
    game.apply(0)
    game.apply(0)
    assert int(found.stdout) == game.view(0).track("trace").value > 100, found.stderr.decode()[-500:]


@every_definition
def test_what_is_printed_is_short(name: str) -> None:
    game = begun(name, 2, 12)
    view = game.view(0)
    for thing in (rulelang.load(name), game, view, *view.zones, *view.tracks, game.program):
        assert len(repr(thing)) < 300 and "\n" not in repr(thing)


SNEAKY = """
card spy:
    rank: number 1 to 9
spy ace:
    rank: 1
spy king:
    rank: 2
zone hand of each player: set of spy, seen by owner
play:
    move ace to hand of seat(1)
    move king to hand of seat(2)
    as seat(2):
        may go: end game
"""


def test_the_page_of_a_game_shows_what_one_seat_sees() -> None:
    page = Game.new(small(SNEAKY))._repr_html_()
    assert ">king<" in page and ">ace<" not in page and "1 face down" in page


def test_a_board_in_the_page_is_a_table_and_equal_things_are_counted() -> None:
    """Thirty times `black stone` was the table of hex, and its board nowhere."""
    game = rulelang.load("hex", settings={"size": 3}).start()
    game.apply("c2r3")
    page = game._repr_html_()
    assert re.search(r"\d+ × black stone", page) and "black stone, black stone" not in page
    for row, shift, places in ((2, 1, 3), (1, 0, 3)):
        (line,) = re.findall(rf"<tr><th style='color:#888'>{row}</th>(.*?)</tr>", page)
        assert line.count("·") == places and (f"<td colspan='{shift}'></td>" in line) == bool(shift)
    assert "<th style='color:#888'>3</th><td colspan='2'></td>" in page
    assert page.index("black stone</td>") < page.index(">2</th>")
    page = rulelang.load("dead_men_tell_no_tales").start(seed=2)._repr_html_()
    assert ">-<" not in page and "deckhands of hatch<" in page and "entrance</td>" in page
    assert not re.search(r" of (r\d|hatch_room)", page)


def test_texts_in_the_page_are_escaped() -> None:
    program = small(SNEAKY)
    texts = (("en", (("spy.king", "<script>"), ("ask.play.go", "a & b"))),)
    page = Game.new(evolve(program, strings=texts))._repr_html_()
    assert "<script>" not in page and "&lt;script&gt;" in page and "a &amp; b" in page


TYPED = """
kind colour: red, blue
card spy:
    rank: number 1 to 9
spy ace:
    rank: 1
zone board: grid 3 by 3 of spy, public
track gold: number 0 to 99 starting 7
track lit: yes or no starting yes
track mood: colour starting blue
track boss: player or none starting none
track chief: player starting seat(2)
track best: spy starting ace
play:
    as seat(1):
        may go: end game
"""


def test_values_in_views_have_types() -> None:
    view = Game.new(small(TYPED)).view(0)
    values = {track.name: track.value for track in view.tracks}
    assert values == {
        "trace": 0, "gold": 7, "lit": True, "mood": "blue", "boss": None, "chief": 1, "best": "ace",
    }  # fmt: skip
    assert type(values["gold"]) is int and values["lit"] is True
    assert view.track("gold").key == "7" and not view.track("boss").hidden


def test_a_view_keeps_what_was_seen() -> None:
    game = begun("lantern_walk", 3, 0)
    view, again = game.view(0), game.view(0)
    random_play(game, random.Random(1), 30)
    assert view == again and hash(view) == hash(again) and view != game.view(0)


@pytest.mark.parametrize("call", ["view(0).zone('hnd')", "view(0).track('gold')", "view(5)"])
def test_what_is_not_there_is_said(call: str) -> None:
    game = begun("lantern_walk", 3, 0)
    with pytest.raises((KeyError, rulelang.PlayError), match=r"there is no|there are|numbered from"):
        eval(f"game.{call}", {"game": game})


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"seed": "x"}, "a seed is a whole number, not 'x'"),
        ({"seed": None}, "a seed is a whole number, not None"),
        ({"seed": 1.5}, "a seed is a whole number, not 1.5"),
        ({"players": "two"}, "a number of players is a whole number, not 'two'"),
        ({"players": 2.0}, "a number of players is a whole number, not 2.0"),
    ],
)
def test_what_is_no_number_gets_a_sentence(how: dict[str, object], said: str) -> None:
    with pytest.raises(rulelang.PlayError, match=said):
        rulelang.load("lantern_walk").start(**how)  # type: ignore[arg-type]
