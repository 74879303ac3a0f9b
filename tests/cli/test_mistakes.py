"""Everything that can be typed wrongly: a clear message, a non-zero exit, never a traceback."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

CASES = [
    (["play", "tic_tac_toe", "--players", "3"], 2, "tic_tac_toe is for 2 players, not 3"),
    (["play", "lantern_walk", "--players", "7"], 2, "lantern_walk is for 2 to 6 players, not 7"),
    (["play", "tic_tac_toe", "--players", "two"], 2, "--players"),
    (["play", "tic_tac_to"], 2, "did you mean `tic_tac_toe`?"),
    (["show", "latern_walk"], 2, "did you mean `lantern_walk`?"),
    (["ir", "zzz"], 2, "the games are: "),
    (["check", "kuhn"], 2, "did you mean `kuhn_poker`?"),
    (["play", "no/such/path"], 2, "there is no file or folder `no/such/path`"),
    (["check", "nothing.rules"], 2, "there is no file or folder `nothing.rules`"),
    (["check", "bare"], 2, "there is no .rules file in `bare`"),
    (["play", "bare"], 2, "there is no .rules file in `bare`"),
    (
        ["play", "lantern_walk", "--set", "lantern=no"],
        2,
        "has no setting `lantern`; its settings are: lanterns",
    ),
    (["play", "lantern_walk", "--set", "lanterns=maybe"], 2, "`lanterns` is one of no, yes"),
    (["play", "lantern_walk", "--set", "lanterns"], 2, "--set takes NAME=VALUE"),
    (["play", "lantern_walk", "--set", "lanterns=no", "--set", "lanterns=yes"], 2, "twice"),
    (["play", "tic_tac_toe", "--seats", "human,rando"], 2, "did you mean `random`?"),
    (["play", "tic_tac_toe", "--seats", "random"], 2, "is for 2 players, not 1"),
    (["play", "lantern_walk", "--players", "3", "--seats", "random,random"], 2, "2 seats, but there are 3"),
    (["play", "tic_tac_toe", "--forced", "perhaps"], 2, "forced is `safe`, `take` or `ask`"),
    (["play", "tic_tac_toe", "--save", "no/such/folder/a.save"], 1, "cannot save here: No such file"),
    (["play", "tic_tac_toe", "--save", "bare"], 1, "already"),
    (["resume", "none.save"], 1, "none.save: No such file"),
    (["resume", "bare"], 1, "bare: Is a directory"),
    (["resume", "letter.txt"], 1, "not a save file"),
    (["resume", "bytes.bin"], 1, "not a save file"),
    (["play", "broken.rules"], 1, "error[R"),
    (["check", "broken.rules"], 1, "error[R"),
    (["show", "broken.rules"], 1, "broken.rules:1"),
    (["check", "bytes.bin"], 1, "error[R0004]"),
    (["play", "bytes.bin"], 1, "error[R0004]"),
    (["dance"], 2, "dance"),
    (["play", "x" * 5000], 2, "I don't know a game"),
]


OWN = """\
game own for 1 player
track a: number 0 to 9 starting 0
play:
    as first of players:
        choose n from 1 to 3
        add n to a
ranking of p: highest a
"""


@pytest.fixture(autouse=True)
def files(tmp_path: Path) -> None:
    (tmp_path / "bare").mkdir()
    (tmp_path / "letter.txt").write_text("dear mother")
    (tmp_path / "bytes.bin").write_bytes(bytes(range(256)))
    (tmp_path / "broken.rules").write_text("game for nobody:\n    what?\n")


@pytest.mark.parametrize(
    ("arguments", "code", "message"), CASES, ids=lambda v: " ".join(v)[:60] if isinstance(v, list) else None
)
def test_a_mistake_gets_a_clear_message(run, arguments, code, message):
    done = run(*arguments)
    assert (done.code, message.lower() in (done.out + done.err).lower()) == (code, True), done
    assert "Traceback" not in done.out + done.err


@pytest.fixture
def saved(run, tmp_path: Path) -> Path:
    run("play", "lantern_walk", "--seed", 1, "--save", "good.save")
    return tmp_path / "good.save"


def test_a_cut_or_edited_save_is_refused(run, saved):
    text = saved.read_text()
    saved.write_text(text[: len(text) // 2])
    assert "damaged" in run("resume", saved).err
    saved.write_text(text.replace('"seed": 1', '"seed": 2'))
    done = run("resume", saved)
    assert done.code == 1 and "checksum" in done.err and "Traceback" not in done.err
    assert saved.read_text() != text, "the file is left as it was found"


def test_a_save_of_another_game_is_refused(run, saved):
    done = run("resume", saved, "--game", "tic_tac_toe")
    assert done.code == 1 and "a save of lantern_walk, not of tic_tac_toe" in done.err


def test_a_save_of_changed_rules_is_refused(run, saved, tmp_path):
    source = ROOT / "gamedefs" / "lantern_walk"
    mine = tmp_path / "mine" / "lantern_walk"
    mine.mkdir(parents=True)
    for file in ("game.rules", "finds.yaml"):
        (mine / file).write_text((source / file).read_text().replace("copies: 8", "copies: 9"))
    done = run("resume", saved, "--game", mine)
    assert done.code == 1 and "have changed since this game was saved" in done.err


def test_a_save_of_a_game_that_is_not_found_asks_for_its_path(run, tmp_path):
    (tmp_path / "far").mkdir()
    rules = tmp_path / "far" / "own.rules"
    rules.write_text(OWN)
    assert run("play", rules, "--save", "own.save").code == 0
    assert run("resume", "own.save").code == 0, "a save knows where its rules were"
    rules = rules.rename(tmp_path / "far" / "moved.rules")
    lost = run("resume", "own.save")
    assert lost.code == 2 and "--game PATH" in lost.err
    assert run("resume", "own.save", "--game", rules).code == 0


def test_a_forged_save_is_refused(run, saved):
    from interpreter.game.saves import _sum

    data = json.loads(saved.read_text())
    for change in ({"players": 99}, {"answers": [[None, 999]]}, {"answers": 7}, {"game": 5}, {"seed": "one"}):
        body = {key: value for key, value in {**data, **change}.items() if key not in ("rulelang", "sum")}
        saved.write_text(json.dumps({"rulelang": data["rulelang"], "sum": _sum(body), **body}))
        done = run("resume", saved)
        assert done.code in (1, 2) and done.err and "Traceback" not in done.err, change


FAILS = """\
game fails for 1 player
track a: number 0 to 3 starting 0
play:
    as first of players:
        repeat:
            choose n from 1 to 9
            add n to a
            if a is 3: end game
ranking of p: highest a
"""


def test_rules_that_fail_in_play_name_the_line_and_the_saved_game(run, tmp_path):
    rules = tmp_path / "fails.rules"
    rules.write_text(FAILS.replace("from 1 to 9", "from 1 to 2").replace("add n", "add 2"))
    done = run("play", rules, "--save", "f.save", "--seed", 1)
    assert done.code == 1 and "fails.rules:7" in done.err and "rulelang resume f.save" in done.err
    assert "Traceback" not in done.err
    assert len(json.loads(Path("f.save").read_text())["answers"]) == 1, "the last good decision is kept"


def test_a_person_whose_move_makes_the_rules_fail_can_choose_again(run, tmp_path):
    rules = tmp_path / "fails.rules"
    rules.write_text(FAILS)
    done = run("play", rules, "--seats", "human", typed="2\n9\n1\n")
    assert done.code == 0, done.out + done.err
    assert "this cannot be done: " in done.out and "a +1 (3)" in done.out


def test_a_question_to_nobody_is_a_mistake_of_the_rules(run, tmp_path):
    rules = tmp_path / "nobody.rules"
    rules.write_text(FAILS.replace("as first of players:", "if a is 0:"))
    done = run("play", rules)
    assert done.code == 1 and "Traceback" not in done.err


def test_a_mistake_of_ours_is_told_in_words_and_kept_in_a_file(run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("nobody thought of this")

    monkeypatch.setattr("cli.games.load_program", broken)
    done = run("show", "tic_tac_toe")
    said = done.err
    assert done.code == 70 and "Traceback" not in said
    assert (
        "a mistake in rulelang itself, not in your files (ZeroDivisionError: nobody thought of this)" in said
    )
    report = Path(re.findall(r"is in (\S+): please", said)[0])
    assert "Traceback" in report.read_text(encoding="utf-8")
    report.unlink()
