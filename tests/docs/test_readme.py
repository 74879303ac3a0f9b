"""What the README shows is true: its variant plays, its games, commands and rules are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.main import app, main
from cli.screen.table import Table
from interpreter.game import Game
from interpreter.scene import scene_of
from tests.helpers import GAMES, ROOT, definition

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def test_the_variant_plays_with_the_command_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    variant = next(block for block in BLOCKS if block.startswith("variant "))
    command = next(block for block in BLOCKS if block.startswith("rulelang play")).split()
    (tmp_path / command[-1]).write_text(variant, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        main([*command[1:], "--seats", "random,random", "--seed", "3"])
    assert ended.value.code == 0
    assert "result:" in capsys.readouterr().out


def test_the_still_is_what_the_terminal_draws() -> None:
    game = Game.new(definition("barracuda"), 3, seed=8)
    for number in range(45):
        request = game.request()
        assert request is not None
        game.apply(number * 7 % len(request))
    still = next(block for block in BLOCKS if block.startswith("  ocean floor"))
    assert still.rstrip() in "\n".join(Table(scene_of(game, 0), game.words, 79).text())


def test_the_two_commands_are_targets_of_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    commands = next(block for block in BLOCKS if block.startswith("make play"))
    for line in commands.splitlines():
        assert f"\n{line.split()[1]}:" in makefile


def test_the_games_named_are_those_that_are_shipped() -> None:
    named = set(re.findall(r"^\| (`\w+`(?:, `\w+`)*) \|", README, re.MULTILINE))
    games = {name.strip("`") for names in named for name in names.split(", ")}
    assert games == {folder.name for folder in GAMES.iterdir() if (folder / "game.rules").exists()}


def test_the_commands_named_are_there() -> None:
    named = set(re.findall(r"^\| `rulelang (\w+)", README, re.MULTILINE))
    assert named <= {command.name for command in app.registered_commands}


def test_the_rules_shown_stand_in_the_game() -> None:
    rules = "\n".join(path.read_text("utf-8") for path in (GAMES / "dead_mans_draw").rglob("*.rules"))
    rules = re.sub(r"  # R[\d, R]+$", "", rules, flags=re.MULTILINE)  # where they stand in the rulebook
    shown = [block for block in BLOCKS if block.startswith(("rule ", "character "))]
    assert len(shown) == 2
    for block in shown:
        for declaration in re.split(r"\n\n", block.strip()):
            assert declaration in rules
