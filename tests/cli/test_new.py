"""`rulelang new`: what it makes checks clean, is formatted, passes its scenarios and plays at once."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted(path.parent.name for path in (ROOT / "gamedefs").glob("*/game.rules"))


def works(run, path: str, *play: object) -> None:
    checked = run("check", "--strict", path)
    assert checked.code == 0, checked.out
    tested = run("test", path)
    assert tested.code == 0 and "0 failed" in tested.out and not tested.out.startswith("0 passed"), tested.out
    formatted = run("fmt", "--check", path)
    assert formatted.code == 0, formatted.out
    played = run("play", *play, "--seed", "2")
    assert played.code == 0 and "result:" in played.out, played.err


def test_a_game(run, tmp_path):
    made = run("new", "game", "my_game")
    assert made.code == 0 and "rulelang play ./my_game" in made.out
    works(run, "my_game", "./my_game")
    covered = run("test", "my_game", "--coverage", "--all-rules")
    assert covered.code == 0 and "numbered rules: 5 of 5 have a scenario" in covered.out
    assert "did not reach" not in covered.out.replace("play: did not reach", "")
    assert run("play", "./my_game", "--set", "row_size=5", "--players", "4").code == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_variant_of_every_game(run, game):
    assert run("new", "variant", "house_rule", "--of", game).code == 0
    works(run, "house_rule", game, "--variant", "./house_rule")


@pytest.mark.parametrize(
    ("game", "type_"),
    [("dead_mans_draw", ""), ("malacca", ""), ("malacca", "gear"), ("dead_men_tell_no_tales", "item")],
)
def test_a_character_of_games_with_abilities(run, game, type_):
    made = run("new", "character", "old_salt", "--of", game, *(["--type", type_] if type_ else []))
    assert made.code == 0, made.err
    works(run, "old_salt", game, "--variant", "./old_salt")
    assert f"\n{type_ or 'character'} old_salt:\n" in Path("old_salt/old_salt.rules").read_text()
    shown = run("show", game, "--variant", "./old_salt").out
    assert "old_salt" in shown
    told = run("diff", game, "--variant", "./old_salt").out
    assert f"new: {type_ or 'character'} `old_salt`" in told


def test_a_character_and_a_variant_can_be_played_together(run):
    run("new", "character", "old_salt", "--of", "dead_mans_draw")
    run("new", "variant", "house_rule", "--of", "dead_mans_draw")
    done = run(
        "play", "dead_mans_draw", "--variant", "./old_salt", "--variant", "./house_rule", "--seed", "1"
    )
    assert done.code == 0 and "with house rule, old salt" in done.out


def test_it_goes_where_it_is_told(run, tmp_path):
    assert run("new", "variant", "house_rule", "--of", "kuhn_poker", "--dir", "mine/deep").code == 0
    assert sorted(p.name for p in (tmp_path / "mine" / "deep").iterdir()) == ["house_rule"]
    assert (tmp_path / "mine/deep/house_rule/scenarios/house_rule.scenario").is_file()


def test_nothing_is_ever_overwritten(run, tmp_path):
    (tmp_path / "my_game").mkdir()
    (tmp_path / "my_game" / "game.rules").write_text("mine\n")
    done = run("new", "game", "my_game")
    assert done.code == 1 and "already" in done.err
    assert (tmp_path / "my_game" / "game.rules").read_text() == "mine\n"
    assert len(list(tmp_path.rglob("*"))) == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("game", "My Game"), "try `my_game`"),
        (("game", "../up"), "try `up`"),
        (("game", "x", "--of", "malacca"), "rulelang new variant"),
        (("variant", "x"), "--of GAME"),
        (("variant", "x", "--of", "malaca"), "malacca"),
        (("character", "x", "--of", "tic_tac_toe"), "no component"),
        (("character", "x", "--of", "malacca", "--type", "geer"), "gear"),
        (("monster", "x"), "monster"),
    ],
)
def test_what_cannot_be_made_is_explained_and_leaves_nothing(run, tmp_path, arguments, words):
    done = run("new", *arguments)
    assert done.code == 2 and words in done.err
    assert list(tmp_path.iterdir()) == []


def test_templates_are_files_of_the_package():
    templates = ROOT / "cli" / "commands" / "templates"
    assert {path.name for path in templates.iterdir()} >= {"game", "variant"}
    for path in templates.rglob("*"):
        assert path.is_dir() or path.read_text(encoding="utf-8").endswith("\n")
