"""`replay --story`: a saved game that reads well, in three languages, and tells nobody what is hidden."""

import random
import re
import shlex
from pathlib import Path
from textwrap import dedent

import pytest

from cli.phrases import Phrases
from cli.stories.story import Story, guarded, plain, sentence
from interpreter.game import Game
from interpreter.knowledge.events import entries_of
from interpreter.knowledge.seeing import EVERYBODY
from rulelang.compile import compile_text
from tests.helpers import definition, random_play

NAMES = ("cone", "clam", "conch", "whelk", "limpet")
SHELLS = {"shells.yaml": "".join(f"{name}: {{worth: 1}}\n" for name in NAMES)}
TALE = """\
game tale for 2 players

card shell from "shells.yaml":
    worth: number 1 to 3

kind sign: rock, paper
die coin: 3

zone deck: pile of shell, hidden
zone table: line of shell, public
zone hand of each player: set of shell, seen by owner
zone spent: set of shell, public

track bank: number 0 to 20 starting 10
track purse of each player: number 0 to 20 starting 0
track heat: number 0 to 9 starting 0
track leader: player or none starting none
track hot: yes or no starting no

setup:
    move every shell to deck
    shuffle deck
    for each p in players:
        pay 2 from bank to purse of p

play:
    rounds 2 times:
        each player secretly chooses sign from every sign
        turns of players:
            do take_turn
        add 1 to bank
        set leader to none
        set hot to no

rule take_turn:
    choose one:
        draw:
            move top 2 of deck to your hand
            add 1 to heat
            add 1 to heat
            set leader to you
            set hot to yes
        rest:
            pay 1 from bank to your purse
            pay 1 from bank to your purse
    may throw_coin:
        roll coin as face
        add face to heat
    if your hand is not empty:
        choose card from your hand
        move card to table
        move card to spent

score of p: purse of p
ranking of p: highest purse of p
"""
TOLD = """\
# tale

- Players: player 1 (human), player 2 (greedy)
- Seed: 1

## Setup

Shuffled: deck. 2 go from bank to purse of player 1 and player 2 each (now 2).

## Round 1

*Sign* Player 1: **rock**. Player 2: **paper**.

### Turn 1: player 1

Player 1 chooses: **draw**. FIRST and SECOND go from deck to hand of player 1. Heat: up from 0 to 2. \
Leader: now player 1. Hot: yes.

*Throw coin* Player 1: **no**.

*Card* Player 1: **LAID**. Laid goes from hand of player 1 to spent.

### Turn 2: player 2

Player 2 chooses: **rest**. 2 go from bank to purse of player 2 (now 4).

*Throw coin* Player 2: **yes**. Coin shows 3. Heat: up from 2 to 5.

### After the turns

Bank: up from 4 to 5.

## The end

The game is not over yet: 7 decisions were made so far.

## The same game again

The first command starts the same game, the second one shows this one again:

```
rulelang play tale
```
"""


def tale(*answers: object) -> Game:
    game = Game.new(compile_text(TALE, SHELLS), seed=1)
    for answer in answers:
        player, answer = answer if isinstance(answer, tuple) else (None, answer)
        game.apply(answer, player)
    return game


@pytest.fixture
def begun() -> Game:
    return tale((0, "rock"), (1, "paper"), "draw", "no", 0, "rest", "yes")


def names(text: str) -> set[str]:
    return {name for name in NAMES if name in text.lower()}


def story_of(game: Game, player: int | None, language: str = "en") -> str:
    seats = ["human", *["greedy"] * (game.setup.players - 1)]
    return "\n".join(Story(game, Phrases(language), player).lines(seats, ["rulelang play tale"])) + "\n"


def test_noise_is_joined_and_every_choice_is_told(begun):
    moves = [entry[2] for entry in entries_of(begun.state.log) if entry[0] == "move"][len(NAMES) :]
    first, second, laid = (begun.words.component(item) for item in moves[:3])
    wanted = TOLD.replace("FIRST and SECOND", f"{first.capitalize()} and {second}")
    assert story_of(begun, None) == wanted.replace("LAID", laid).replace("Laid", laid.capitalize())


def test_the_story_of_an_unfinished_game_keeps_its_secrets(begun):
    common = story_of(begun, EVERYBODY)
    assert "as everybody at the table may know it" in common
    assert "2 cards go from deck to hand of player 1" in common and "Player 1 chooses: **draw**." in common
    assert len(names(common)) == 1, "the card that was laid openly"
    assert "rock" not in common and "paper" not in common
    own, other = story_of(begun, 0), story_of(begun, 1)
    assert "Told as player 1 saw it" in own and len(names(own)) == 2
    assert "**rock**" in own and "paper" not in own
    assert len(names(other)) == 1 and "**paper**" in other and "rock" not in other


def test_czech_and_polish_have_their_own_words(begun):
    czech, polish = (story_of(begun, None, language) for language in ("cs", "pl"))
    assert "## Kolo 1" in czech and "### Tah 2: player 2" in czech and "zatím padlo 7 rozhodnutí" in czech
    assert "## Runda 1" in polish and "### Tura 2: player 2" in polish and "dotąd padło 7 decyzji" in polish


def test_markdown_and_terminals_are_not_steered_by_a_definition():
    assert plain("a *b* _c_ <d> [e](f) `g` \\ |") == r"a \*b\* \_c\_ \<d\> \[e\](f) \`g\` \\ \|"
    assert sentence("red_1\x1b[2J: 3") == r"Red\_1 \[2J: 3."
    assert [sentence(text) for text in ("why?", " it is. ", "…")] == ["Why?", "It is.", "…"]
    assert [guarded(line) for line in ("# a", "1. a", "- a", "+1 for a", "12 a")] == [
        r"\# a", r"1\. a", r"\- a", r"\+1 for a", "12 a"
    ]  # fmt: skip


# ------------------------------------------------------------ the five games

FIVE = ["barracuda", "dead_mans_draw", "dead_men_tell_no_tales", "malacca", "sea_salt_and_paper"]
LANGUAGES = [(name, "en") for name in FIVE]
LANGUAGES += [(name, "pl" if name == "dead_men_tell_no_tales" else "cs") for name in FIVE]


def played(name: str, language: str, players: int, seed: int) -> Game:
    game = Game.new(definition(name), players, seed, language=language)
    random_play(game, random.Random(seed), 100_000)
    return game


@pytest.mark.parametrize(("name", "language"), LANGUAGES)
def test_the_story_of_each_game_is_whole(name, language):
    for players, seed in ((2, 1), (3, 2)):
        game = played(name, language, players, seed)
        say = Phrases(language)
        text = story_of(game, None, language)
        kinds = [entry[0] for entry in entries_of(game.state.log)]
        turn, round_ = (re.escape(say(f"story.{kind}", 0, "")).split("0")[0] for kind in ("turn", "round"))
        assert len(re.findall(rf"^#+ {turn}", text, re.M)) == kinds.count("turn")
        assert len(re.findall(rf"^#+ {round_}", text, re.M)) == kinds.count("round")
        assert text.count("**") == 2 * (len(game.answers) + 1), "each choice and the result in bold"
        verdict = game.words.verdict(game.result.winners, game.result.reason)
        assert sentence(verdict) in text and f"{say('story.seed', seed)}" in text
        assert not re.search(r"\{\d|  |\.\.|None|\*\*\*\*|^[ \t]|: \.", text, re.M), "no gaps, no holes"
        assert "→" not in text
        paragraphs = [line for line in text.splitlines() if line and line[0] not in "#-`*"]
        assert all(
            line.endswith((".", "!", "?", "…", ":")) for line in paragraphs if not line.startswith("rulelang")
        )


def test_what_is_seen_is_told_with_its_place_once():
    text = story_of(played("malacca", "en", 2, 1), None)
    seen = re.findall(r"Everybody sees [^.]* in played action card of player (\d)", text)
    # Twelve ships, and for each the card of each player, if the others could not know it before.
    assert all(8 <= seen.count(player) <= 12 for player in "12")


def never_known(game: Game, player: int) -> set[str]:
    """The names of components that the player did not know in any moment of the game."""
    known, seen = set(), game.restarted()
    for who, answer in [*game.answers, (None, None)]:
        known |= {item for item, mask in enumerate(seen.state.known) if mask >> player & 1}
        if answer is not None:
            seen.apply(answer, who)
    for kind, _, *data in entries_of(game.state.log):
        items, mask = data[:2] if kind == "reveal" else ((), 0)
        if kind == "move" and data[1] != game.machine.layout.box:  # in the box everything is known
            items, mask = (data[0],), data[3]
        known |= set(items) if mask >> player & 1 else set()
    every = range(game.program.components)
    return {game.words.component(item) for item in every} - {game.words.component(item) for item in known}


@pytest.mark.parametrize("name", ["kuhn_poker", "sea_salt_and_paper", "malacca", "dead_mans_draw"])
def test_a_story_for_one_player_names_nothing_that_the_player_never_saw(name):
    found = 0
    for seed in range(4):
        game = Game.new(definition(name), 2, seed)
        random_play(game, random.Random(seed), 12)
        for player in (0, 1):
            own = story_of(game, player)
            for unknown in never_known(game, player):
                assert not re.search(rf"\b{re.escape(unknown)}(?!\w)", own, re.I), (unknown, own)
                found += bool(re.search(rf"\b{re.escape(unknown)}(?!\w)", story_of(game, None), re.I))
    assert found or name == "dead_mans_draw", "nothing was hidden, so nothing was proved"


# ------------------------------------------------------------ the command


def test_a_story_goes_to_a_new_file_or_to_the_output(run):
    run("play", "lantern_walk", "--players", 3, "--set", "lanterns=no", "--seed", 6, "--save", "l.json")
    shown = run("replay", "l.json", "--story")
    assert shown.code == 0 and shown.out.startswith("# Lantern Walk\n")
    written = run("replay", "l.json", "--story", "tale.md")
    assert written.code == 0 and written.out == "" and Path("tale.md").read_text() == shown.out
    again = run("replay", "l.json", "--story", "tale.md")
    assert again.code == 1 and "tale.md: there is a file of this name already" in again.err
    nowhere = run("replay", "l.json", "--story", "no/such/tale.md")
    assert nowhere.code == 1 and "No such file" in nowhere.err


def test_the_story_tells_how_to_have_the_same_game_again(run, tmp_path):
    options = [
        "--variant",
        "party",
        "--set",
        "characters=left_out",
        "--seats",
        "greedy,random,random,random,random",
    ]
    run("play", "dead_mans_draw", *options, "--seed", 6, "--save", "d.json", "--forced", "ask")
    story = run("replay", "d.json", "--story").out
    assert "- Variants: Pirate Party Game" in story and "- characters: left out" in story
    commands = story.rpartition("```\n")[0].rpartition("```\n")[2].splitlines()
    assert [shlex.split(command)[1] for command in commands] == ["play", "replay"]
    first, second = (run(*shlex.split(command)[1:]) for command in commands)
    assert first.code == 0 and second.code == 0
    assert first.out.splitlines()[-2:] == second.out.splitlines()[-2:], "it ends in the same way"


def test_a_game_of_ones_own_is_named_by_its_path(run, tmp_path):
    rules = tmp_path / "my rules" / "own.rules"
    rules.parent.mkdir()
    rules.write_text(
        dedent("""\
            game own for 1 player
            track a: number 0 to 9 starting 0
            play:
                as first of players:
                    choose n from 1 to 3
                    add n to a
            ranking of p: highest a
        """)
    )
    run("play", rules, "--save", "own save.json")
    story = run("replay", "own save.json", "--story").out
    assert (
        f"rulelang play '{rules}' --seats random --seed " in story
        and "rulelang replay 'own save.json'" in story
    )
