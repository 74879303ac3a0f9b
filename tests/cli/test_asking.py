"""`?`, `rules`, `score` and `why` answer about everything, in words of the game."""

from __future__ import annotations

import io
import random
import sys
from pathlib import Path

import pytest

from cli.phrases import Phrases
from cli.playing.rulebook import Rulebook
from cli.playing.session import Session
from cli.screen.terminal import Terminal
from interpreter.bots import make_bot
from interpreter.game import Game
from interpreter.scene import happened, scene_of, stage_of
from tests.helpers import GAMES, definition, definition_folders, random_answer

NAMES = tuple(definition_folders())
FIVE = ("barracuda", "dead_mans_draw", "dead_men_tell_no_tales", "malacca", "sea_salt_and_paper")


def answers(
    name: str, typed: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
    lang: str = "en", seed: int = 5,
) -> list[str]:  # fmt: skip
    """What comes back for each line that is typed at the first question."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    game = Game.new(definition(name), seed=seed, language=lang)
    bots = [None] + [make_bot("random", 1)] * (game.setup.players - 1)
    notes = {"path": str(GAMES / name)}
    with pytest.raises(EOFError):
        Session(game, bots, Terminal(), None, notes, say=Phrases(lang)).run()
    return capsys.readouterr().out.split("\n> \n")[1:]


@pytest.mark.parametrize("name", NAMES)
def test_everything_on_the_table_has_an_answer(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game.new(definition(name), seed=5)
    stage = stage_of(game)
    wanted = [info.name for info in (*stage.zones.values(), *stage.tracks.values()) if info.shown]
    wanted += [seat.name for seat in scene_of(game, 0).seats]
    for record in game.program.records:
        if record.physical:
            wanted += [game.words.text(f"{record.name}.{key}") for key in dict.fromkeys(record.names)][:12]
    request = game.request()
    assert request is not None
    lines = {option.parts[0] for option in request.options}  # a long menu is shown by its actions
    wanted += [str(number + 1) for number in range(min(4, len(request), len(lines)))]
    wanted = list(dict.fromkeys(wanted))
    found = answers(name, [f"? {thing}" for thing in wanted], capsys, monkeypatch)
    for thing, told in zip(wanted, found, strict=False):
        assert told.strip() and "I don't know" not in told, thing


def test_a_thing_comes_before_an_option(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = ["1", "? draw", "? bank", "? oracle", "? debt", "? player 2", "? nonsense"]
    told = answers("dead_mans_draw", typed, capsys, monkeypatch)[1:]
    assert told[0].startswith("draw pile\n  ") and "draw pile: 49 cards, hidden\nreveal a card\n" in told[0]
    assert told[1].startswith("bank\n  ") and "\n  bank of player 1: empty" in told[1]
    assert told[2].startswith("Oracle\n") and told[3].startswith("cards owed to the kraken\n")
    assert told[4].startswith("player 2\n  character")
    assert "I don't know" in told[5]


def test_what_the_rulebook_says_is_found_by_its_words(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = ["1", "rules bust", "rules xyzzy", "? uppermost", "rules", "rules all"]
    bust, none, _, now, whole = answers("dead_mans_draw", typed, capsys, monkeypatch)[1:6]
    assert "R12  If its suit lies in the row already, you are bust." in bust
    assert "no numbered rule has `xyzzy` in it" in none
    assert now.startswith("Turn over loot cards one by one") and "  Q3  " in now
    assert now.count("\n") < 40 and now.rstrip().endswith("`rules all` shows the whole rulebook")
    assert "R1 Two, three or four pirates" in whole and "Q3 " in whole


def test_a_game_without_a_rulebook_has_one_all_the_same(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now, whole = answers("tic_tac_toe", ["rules", "rules all"], capsys, monkeypatch)[:2]
    assert "`rules all` shows the whole rulebook" in now
    assert "Tic-Tac-Toe" in whole and "Setup" in whole and "**" not in whole and "](" not in whole


def test_why_gives_the_sentence_of_the_rulebook_before_file_and_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (told,) = [
        t
        for t in answers("sea_salt_and_paper", ["1", "1", "1", "why"], capsys, monkeypatch)
        if ".rules:" in t
    ]
    lines = told.splitlines()
    at = next(
        number
        for number, line in enumerate(lines)
        if line.strip()[:1] in "RQ" and line.strip()[1:2].isdigit()
    )
    assert ".rules:" in lines[at + 1] or ".rules:" in lines[at + 2]


@pytest.mark.parametrize("name", FIVE)
def test_what_happens_and_what_is_asked_has_its_sentence_in_the_rulebook(name: str) -> None:
    """In random games: an author who adds a rule without its number is told here."""
    book = Rulebook(GAMES / name)
    silent: set[str] = set()
    known = 0
    for seed in range(2):
        game, rng = Game.new(definition(name), 3, seed), random.Random(seed)
        for _ in range(60):
            if game.over:
                break
            request = game.request()
            assert request is not None
            known += bool(book.numbers_at(request.site))
            silent |= set() if book.numbers_at(request.site) else {request.rule}
            answer, player = random_answer(game, rng)
            game.apply(answer, player)
        for sentence in (s for chapter in happened(game, 0, 0) for s in chapter.sentences):
            known += bool(book.numbers_at(sentence.site))
            silent |= set() if book.numbers_at(sentence.site) else {sentence.rule}
    assert known > 50 and not silent


def test_the_score_is_told_on_the_way(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = answers("dead_mans_draw", ["1", "score", "2", "score"], capsys, monkeypatch)
    assert told[1].startswith("  player 1: 0\n  player 2: 0")
    assert "player 1: " in told[3] and "(" in told[3], "with what it is made of"


def test_the_rulebook_is_read_with_its_numbers() -> None:
    book = Rulebook(GAMES / "dead_mans_draw")
    assert book.sentences["R26"] == "With equal scores, the larger bank wins."
    site = next(r.site for r in definition("dead_mans_draw").rules if r.name == "draw_or_loot")
    assert book.numbers_at(site) == ["R11", "R18", "Q3", "Q35"]
    assert book.chapter_of("R12")[0] == "The turn" and book.chapter_of("R999") == []
    assert Rulebook(Path("/nowhere")).sentences == {}
    assert Rulebook(GAMES / "tic_tac_toe").numbers_at(("game.rules", 5, 1)) == []


def test_players_have_names(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    done = run(
        "play",
        "lantern_walk",
        "--seats",
        "random,random",
        "--names",
        "Ann,Ben",
        "--seed",
        "4",
        "--save",
        "n.json",
    )
    assert "turn of Ann" in done.out and "player 1" not in done.out
    assert "turn of Ben" in run("replay", "n.json").out
    some = run("play", "lantern_walk", "--seats", "random,random", "--names", ",Ben", "--seed", "4")
    assert "turn of player 1" in some.out and "turn of Ben" in some.out
    assert run("play", "lantern_walk", "--names", "Ann,Ann").code == 2


def test_an_option_is_found_by_its_words_without_the_signs_between_them() -> None:
    from cli.screen.answers import Choices, Unclear

    game = Game.new(definition("dead_men_tell_no_tales"), seed=1)
    while (request := game.request()) is not None and request.rule != "act":
        game.apply(0)
    assert request is not None
    choices = Choices(request, Phrases("en"), game)
    walk = next(option for option in request.options if option.label.startswith("Walk: "))
    assert choices.understand(walk.label.replace(":", "")) == walk.index
    with pytest.raises(Unclear):
        choices.understand("0 1")


SHOP = """
game shop for 2 players
card ware
ware rope
zone shelf: line of ware, public
track money of each player: number 0 to 9 starting 2
track left_over: number 0 to 9 starting 9
value can_pay(p: player): money of p >= 5 and shelf is not empty
play:
    turns from first of players until left_over is 0:
        choose one:
            buy when can_pay(you): set left_over to 0
            wait: subtract 1 from left_over
            rest: subtract 1 from left_over
        do pause
rule pause:
    choose one:
        nap: subtract 0 from left_over
        nod: subtract 0 from left_over
ranking of p: highest money of p
"""


def test_why_not_goes_down_to_the_facts_with_their_numbers(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "shop.rules").write_text(SHOP)
    typed = "why buy\nwhy nap\nwhy wait\n"
    done = run("play", tmp_path / "shop.rules", "--seats", "human,random", "--no-save", typed=typed)
    why_buy, why_nap, why_wait = done.out.split("\n> \n")[1:4]
    first, second, third = why_buy.splitlines()
    assert first == "`buy` is not allowed now: your money is less than 5 (your money: 2)"
    assert second == "`buy` is not allowed now: the shelf is empty"
    assert third.startswith("`buy` is allowed only when: ")
    assert why_nap == "`nap` is not asked now; it is an option of: choose"
    assert why_wait == "`wait` is allowed; type 1"
