"""`list`, `check`, `show` and `ir`: what the commands say about definitions."""

import json
from pathlib import Path

import pytest

from tests.helpers import definition

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted(path.parent.name for path in (ROOT / "gamedefs").glob("*/game.rules"))

SMALL = """\
game small for 1 to 3 players

setting length: number 1 to 5 default 2
setting kind_of_end: yes or no default no

card coin:
    worth: number 0 to 5
    turned: yes or no starting no

zone purse of each player: set of coin, seen by owner
zone pile: pile of coin, hidden

track marks: number 0 to 9 starting 0

play:
    do mark

rule mark:
    add 1 to marks

value bonus(player): 2

after mark:
    if marks is 1: add 1 to marks

score of p: marks + bonus(p)
ranking of p: highest bonus(p), then share
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    folder = tmp_path / "small"
    (folder / "variants").mkdir(parents=True)
    (folder / "game.rules").write_text(SMALL.replace("card coin:", 'card coin from "coins.yaml":'))
    (folder / "coins.yaml").write_text("copper: {worth: 1, copies: 3}\nsilver: {worth: 5}\n")
    (folder / "variants" / "long.rules").write_text("# later\n")
    return folder


def test_list_names_every_packaged_game_with_its_players(run):
    done = run("list")
    assert done.code == 0
    rows = {
        line.split()[0]: line.split() for line in done.out.splitlines() if line and line.split()[0] in GAMES
    }
    assert sorted(rows) == GAMES
    assert rows["tic_tac_toe"][1:3] == ["2", "0"]
    assert rows["lantern_walk"][1] == "2-6"
    assert "lanterns" in rows["lantern_walk"]


def test_list_counts_the_variants_of_games_on_the_search_path(run, small, monkeypatch):
    monkeypatch.setenv("RULELANG_PATH", str(small.parent))
    line = next(line for line in run("list").out.splitlines() if line.startswith("small"))
    assert line.split() == ["small", "1-3", "1", "length,", "kind_of_end"]


def test_check_without_a_path_checks_every_game(run):
    done = run("check")
    assert (done.code, done.out) == (0, f"{len(GAMES)} definitions checked, nothing wrong\n")


def test_check_of_a_folder_of_games_checks_each(run):
    done = run("check", ROOT / "gamedefs")
    assert done.code == 0, done.out
    assert done.out.startswith(f"{len(GAMES)} definitions checked")


def test_check_shows_each_mistake_with_its_line(run, small):
    (small / "game.rules").write_text(
        SMALL.replace("highest bonus(p)", "highest bonsu(p)").replace("marks is 1", "nix is 1")
    )
    done = run("check", small, "tic_tac_toe")
    assert done.code == 1
    assert "bonsu" in done.out and "nix" in done.out and "-->" in done.out
    assert done.out.splitlines()[-1].startswith("2 definitions checked: ")
    assert "0 errors" not in done.out


def test_what_a_definition_says_cannot_steer_the_terminal(run, small):
    (small / "game.rules").write_text(SMALL.replace("do mark", "do ma\x1b[2Jrk"))
    done = run("check", small)
    assert done.code == 1 and "\x1b" not in done.out


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_show_fits_80_columns_unless_a_name_is_longer(run, game):
    done = run("show", game)
    assert done.code == 0, done.err
    assert ("zones" in done.out) is bool(definition(game).zones)
    assert "rules" in done.out and "the end" in done.out
    assert [line for line in done.out.splitlines() if len(line) > 80 and len(line.split()) > 2] == []


def test_show_tells_what_is_in_a_game(run, small):
    text = " ".join(run("show", small).out.split())
    assert "small, 1-3 players" in text
    assert "card coin (4, 2 different) worth: number 1 to 5 turned: yes or no, changes in play" in text
    assert "copper x3, silver" in text
    assert "purse of each player: set of coin, seen by its owner" in text
    assert "pile: pile of coin, hidden" in text
    assert "marks: number 0 to 9, starting 0" in text
    assert "length: number 1 to 5, default 2" in text
    assert "kind_of_end: no or yes, default no" in text
    assert "score of p: marks + bonus(p)" in text
    assert "ranking of p: highest bonus(p), then share" in text


def test_show_lists_the_hooks_on_each_rule(run, small):
    lines = run("show", small / "game.rules").out.splitlines()
    place = next(i for i, line in enumerate(lines) if line.startswith("  mark "))
    assert "<- the game: after" in lines[place + 1]
    assert "game.rules:23" in lines[place + 1] + lines[place + 2]


@pytest.mark.parametrize("game", GAMES)
def test_ir_as_json_is_the_program(run, game):
    done = run("ir", game, "--json")
    assert done.code == 0
    assert json.loads(done.out)["name"] == game


@pytest.mark.parametrize("game", GAMES)
def test_ir_for_people(run, game):
    pytest.importorskip("rulelang.ir.show")
    done = run("ir", game)
    assert done.code == 0
    assert done.out.startswith(f"# {game}, digest ") and len(done.out.splitlines()) > 10


TOLD = """\
game told for 2 players
card hero active in faces
hero brave:
    after rest: add 1 to your luck
hero calm:
    after rest: add 2 to your luck
zone faces of each player: set of hero, public
track luck of each player: number 0 to 9 starting 0
rule rest: add 1 to your luck
setup:
    move brave to faces of first of players
    move calm to faces of last of players
play:
    turns of players: do rest
ranking of p: highest luck of p
"""


def test_check_notes_texts_for_nobody_and_abilities_without_a_text_with_variants_too(run, tmp_path):
    folder = tmp_path / "told"
    (folder / "strings").mkdir(parents=True)
    (folder / "variants").mkdir()
    (folder / "game.rules").write_text(TOLD)
    (folder / "variants" / "windy.rules").write_text("variant windy of told\n\ntrack wind: number 0 to 3\n")
    texts = folder / "strings" / "en.yaml"
    both = 'text:\n  hero: {brave: "Gains 2.", calm: "Gains 3."}\n'
    texts.write_text(both + "track: {wind: breeze}\n")
    assert "nobody asks for" not in run("check", folder).out, "the variant has a wind"
    texts.write_text(both + '  rule: {dance: "Nobody does."}\n')
    assert "nobody asks for the text `text.rule.dance`" in run("check", folder).out
    texts.write_text('text:\n  hero: {brave: "Gains 2."}\n')
    assert "`en` lacks `text.hero.calm`" in run("check", folder).out
    texts.write_text("hero: {brave: Brave}\n")
    assert "lacks" not in run("check", folder).out, "who tells nothing about heroes has no gap"


def test_one_file_is_one_file(run, tmp_path):
    (tmp_path / "game.rules").write_text("game small for 2 players\n\nplay: end game\n")
    assert run("fmt", "game.rules").out.splitlines()[-1] == "1 file, 0 changed, 0 left alone"
    (tmp_path / "other.rules").write_text("variant other of small\n")
    assert run("fmt", "--check", ".").out.splitlines()[-1].startswith("2 files, ")
