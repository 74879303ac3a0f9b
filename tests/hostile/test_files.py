"""A definition reads the files of its own folder, and nothing else: no device, no pipe, no link, no path out.

What somebody typed as a path is trusted as a path; what stands in a text or in a save is not.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from cli.playing.saving import read_save
from cli.playing.vouching import is_vouched, vouched
from rulelang import files
from rulelang.diagnostics import Report
from rulelang.loader import load
from rulelang.source import LARGEST_FILE
from tests.cli.forging import forged
from tests.hostile.conftest import SMALL

SECRET = "the_password_is_swordfish"
SCENARIO = "scenario the end\n    then:\n        the game is over\n"
posix = pytest.mark.skipif(os.name != "posix", reason="there are no links and pipes of this sort")


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    file = tmp_path / "elsewhere" / "secret.rules"
    file.parent.mkdir()
    file.write_text(f"{SECRET}\n")
    return file


def write(file: Path, text: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def told(done) -> str:
    return done.out + done.err


# ------------------------------------------------------------ names in texts


@pytest.mark.parametrize("name", ["{secret}", "../elsewhere/secret.rules", "x/../../elsewhere/secret.rules"])
@pytest.mark.parametrize("command", ["check", "test", "show", "play"])
def test_no_table_is_a_file_outside(run, game: Path, secret: Path, name: str, command: str) -> None:
    table = f'card coin from "{name.format(secret=secret)}":\n    worth: number 0 to 9\n'
    write(game / "game.rules", SMALL + table)
    done = run(command, game)
    assert done.code in (1, 2) and SECRET not in told(done) and "mistake in rulelang" not in told(done)


BILLION = "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12))


@pytest.mark.parametrize(
    "text",
    [f"a0: &a0 [lol]\n{BILLION}", "a: &a [*a]\n", "a: !!python/object/apply:os.system ['touch harm']\n",
     "a: {worth: !!python/name:os.system }\n", "<<: {worth: 1}\na: {worth: 1}\n"],
)  # fmt: skip
@pytest.mark.parametrize("file", ["coins.yaml", "strings/en.yaml"])
def test_names_and_tags_of_yaml_do_nothing(run, game: Path, text: str, file: str) -> None:
    write(game / "coins.yaml", "cent: {worth: 1}\n")
    write(game / "game.rules", SMALL + 'card coin from "coins.yaml":\n    worth: number 0 to 9\n')
    write(game / file, text)
    done = run("check", game)
    assert f"{file}:" in told(done) and "mistake in rulelang" not in told(done)
    assert done.code == 1 or (done.code == 0 and "warning[" in done.out)  # a text of nothing is a warning
    if "*" in text:
        assert "error[R0301]: `*` has a meaning of its own in YAML" in done.out
    assert not list(game.parent.rglob("harm")) and not Path("harm").exists()


@posix
@pytest.mark.parametrize(
    "name",
    ["{secret}", "../elsewhere/secret.rules", "../elsewhere/secret", "variants/../../elsewhere/secret"],
)
@pytest.mark.parametrize("command", ["check", "test"])
def test_no_scenario_names_a_file_outside(run, game: Path, secret: Path, name: str, command: str) -> None:
    name = name.format(secret=secret)
    write(game / "variants" / "long.rules", "variant long of small\n")
    write(game / "scenarios" / "a.scenario", SCENARIO.replace("    then", f"    variants {name}\n    then"))
    done = run(command, game)
    assert done.code == 1
    assert SECRET not in told(done) and "there is no variant" in done.out


@posix
@pytest.mark.parametrize("name", ["/dev/zero", "/dev/tty", "{pipe}"])
@pytest.mark.parametrize("command", ["check", "test"])
def test_no_scenario_names_what_has_no_end(
    limited, game: Path, tmp_path: Path, name: str, command: str
) -> None:
    os.mkfifo(tmp_path / "pipe")
    name = name.format(pipe=tmp_path / "pipe")
    write(game / "scenarios" / "a.scenario", SCENARIO.replace("    then", f"    variants {name}\n    then"))
    done = limited(command, game)
    assert done.code == 1 and "there is no variant" in done.out


def test_a_scenario_still_names_what_lies_in_the_folder(run, game: Path) -> None:
    write(game / "variants" / "long.rules", "variant long of small\n")
    for name in ("long", "variants/long", "variants/long.rules"):
        write(
            game / "scenarios" / "a.scenario", SCENARIO.replace("    then", f"    variants {name}\n    then")
        )
        assert run("test", game).out == "1 passed, 0 failed\n", name


# ------------------------------------------------------------ names in saves


@pytest.fixture
def save(run, game: Path, tmp_path: Path) -> Path:
    run("play", "tic_tac_toe", "--seats", "human,human", "--save", "a.json", typed="\nc1r1\n")
    return tmp_path / "a.json"


@pytest.mark.parametrize("command", ["resume", "replay"])
def test_no_save_names_a_variant_outside(run, save: Path, secret: Path, command: str) -> None:
    notes = {**json.loads(save.read_text())["notes"], "variants": json.dumps([str(secret)])}
    save.write_text(forged(save.read_text(), notes=notes))
    done = run(command, save)
    assert done.code == 1 and SECRET not in told(done)
    assert "was not written here" in done.err and "--variant" in done.err


@pytest.mark.parametrize("command", ["resume", "replay"])
def test_no_save_names_rules_outside(run, save: Path, secret: Path, command: str) -> None:
    for game in ("tic_tac_toe", "unheard_of"):
        notes = {"path": str(secret), "seats": "human,human"}
        save.write_text(forged(save.read_text(), game=game, notes=notes))
        done = run(command, save, typed="")
        assert SECRET not in told(done)
        assert "Tic-Tac-Toe" in done.out if game == "tic_tac_toe" else "--game PATH" in done.err


def test_what_we_noted_ourselves_is_found_again(run, game: Path, secret: Path, monkeypatch) -> None:
    write(
        game / "game.rules",
        "game small for 2 players\nplay:\n    as first of players:\n        may go: end game\n",
    )
    secret.write_text("variant longer of small\n")
    run("play", "./small", "--seats", "human,human", "--variant", secret, "--save", "b.json", typed="")
    assert "with longer" in run("resume", "b.json", typed="").out
    monkeypatch.setenv("XDG_DATA_HOME", str(game.parent / "somebody else"))
    foreign = run("resume", "b.json", typed="")
    assert foreign.code == 2 and str(game) in foreign.err and "--game" in foreign.err
    foreign = run("resume", "b.json", "--game", "./small", typed="")
    assert foreign.code == 1 and "--variant" in foreign.err
    foreign = run("resume", "b.json", "--game", "./small", "--variant", secret, typed="")
    assert "the input ended" in foreign.err


def test_the_mark_of_a_save_fits_its_places_only() -> None:
    notes = vouched({"path": "/a", "variants": "[]", "language": "en"})
    assert is_vouched(notes) and is_vouched({**notes, "language": "cs"})
    assert not is_vouched({**notes, "path": "/b"}) and not is_vouched({**notes, "variants": '["/b"]'})
    assert not is_vouched({"path": "/a"}) and not is_vouched({"path": "/a", "mark": 3})
    assert not is_vouched({**notes, "mark": "é"})


@posix
@pytest.mark.parametrize("command", ["resume", "replay"])
def test_a_pipe_is_no_save(limited, tmp_path: Path, command: str) -> None:
    os.mkfifo(tmp_path / "a.json")
    done = limited(command, "a.json")
    assert done.code == 1 and "not a regular file" in done.err
    with pytest.raises(OSError, match="not a regular file"):
        read_save(tmp_path / "a.json")


# ------------------------------------------------------------ links

LINKS = {
    "rules": ("more.rules", None),
    "a table": ("coins.yaml", None),
    "texts": ("strings/en.yaml", None),
    "a scenario": ("scenarios/a.scenario", None),
    "a variant": ("variants/long.rules", None),
    "a file of a variant": ("variants/long/more.rules", "variants/long/long.rules"),
    "a table of a variant": ("variants/long/coins.yaml", "variants/long/long.rules"),
    "all scenarios": ("scenarios", None),
    "all variants": ("variants", None),
    "all texts": ("strings", None),
    "a variant in a folder": ("variants/long", None),
}


@posix
@pytest.mark.parametrize("place", LINKS)
@pytest.mark.parametrize("command", ["check", "test", "fmt"])
def test_no_link_leads_out(run, game: Path, secret: Path, place: str, command: str) -> None:
    name, beside = LINKS[place]
    if beside is not None:
        write(game / beside, "variant long of small\n")
    (game / name).parent.mkdir(parents=True, exist_ok=True)
    whole_folder = "." not in name
    for file in ("a.scenario", "en.yaml", "long.rules"):
        write(secret.parent / file, f"{SECRET}\n")
    (game / name).symlink_to(secret.parent if whole_folder else secret)
    write(game / "rulebook.md", "- **R1** a rule\n") if command == "test" else None
    done = run(command, game)
    assert SECRET not in told(done)
    if command == "check":
        assert done.code == 1 and "R0003" in done.out and "link that leads out of `small`" in done.out
    assert secret.read_text() == f"{SECRET}\n"


@posix
def test_no_rulebook_is_a_link(run, game: Path, secret: Path) -> None:
    write(game / "scenarios" / "a.scenario", SCENARIO)
    secret.write_text(f"- **R1** {SECRET}\n")
    (game / "rulebook.md").symlink_to(secret)
    done = run("test", "--coverage", game)
    assert done.code == 1 and SECRET not in told(done) and "leads out of `small`" in done.err


@posix
def test_links_inside_and_a_typed_link_are_followed(run, game: Path, tmp_path: Path) -> None:
    write(game / "shared" / "tests" / "a.scenario", SCENARIO)
    write(game / "shared" / "long.text", "variant long of small\n")
    (game / "scenarios").symlink_to(game / "shared" / "tests")
    (game / "variants").mkdir()
    (game / "variants" / "long.rules").symlink_to("../shared/long.text")
    (tmp_path / "link").symlink_to(game)
    (tmp_path / "file.rules").symlink_to(game / "game.rules")
    for typed in (game, "./link", "./file.rules"):
        assert run("check", typed).code == 0, told(run("check", typed))
    assert run("test", "./link").out == "1 passed, 0 failed\n"


@posix
def test_a_circle_of_links_ends(limited, game: Path) -> None:
    for name in ("scenarios", "variants", "strings", "deeper"):
        (game / name).symlink_to(game)
    assert limited("check", game).code in (0, 1)


# ------------------------------------------------------------ what is not a file


@posix
@pytest.mark.parametrize(
    "name",
    [
        "game.rules",
        "more.rules",
        "coins.yaml",
        "strings/en.yaml",
        "variants/long.rules",
        "scenarios/a.scenario",
    ],
)
@pytest.mark.parametrize("command", ["check", "test", "show"])
def test_a_pipe_is_not_waited_for(limited, game: Path, name: str, command: str) -> None:
    (game / name).parent.mkdir(exist_ok=True)
    (game / name).unlink(missing_ok=True)
    os.mkfifo(game / name)
    done = limited(command, game)
    if command == "check":
        assert done.code in (1, 2)
        assert "not a regular file" in told(done) or "no .rules file" in told(done), told(done)


@posix
def test_a_pipe_is_no_rulebook(limited, game: Path) -> None:
    write(game / "scenarios" / "a.scenario", SCENARIO)
    os.mkfifo(game / "rulebook.md")
    assert limited("test", "--coverage", game).code == 0


@posix
@pytest.mark.parametrize("name", ["more.rules", "coins.yaml", "scenarios/a.scenario", "variants/long.rules"])
def test_the_size_is_asked_before_a_file_is_read(limited, game: Path, name: str) -> None:
    file = write(game / name, "")
    os.truncate(file, 3_000_000_000)
    done = limited("check", game)
    assert done.code == 1 and ("too big" in done.out or "R0006" in done.out)


def test_a_file_of_the_largest_size_is_read(game: Path) -> None:
    most = files.MOST_BYTES
    (game / "game.rules").write_text(SMALL + "#" * (most - len(SMALL)))
    report = Report()
    assert load(game, report) is not None and not report.found
    (game / "game.rules").write_text(SMALL + "#" * (most - len(SMALL) + 1))
    load(game, report)
    assert [found.code for found in report] == ["R0006"]
    (game / "rulebook.md").write_text("x" * (LARGEST_FILE + 1))
    report = Report()
    files.read(game / "rulebook.md", report, game)
    assert [found.code for found in report] == ["R0003"]


# ------------------------------------------------------------ too many, too much


@pytest.mark.parametrize("suffix", ["rules", "yaml", "scenario"])
def test_too_many_files_are_told(run, game: Path, suffix: str) -> None:
    folder = game / ("scenarios" if suffix == "scenario" else "more")
    folder.mkdir()
    for number in range(files.MOST_FILES + 1):
        (folder / f"f{number}.{suffix}").write_text("" if suffix != "scenario" else SCENARIO)
    done = run("check", game)
    assert done.code == 1 and "R0006" in done.out
    assert f"more than {files.MOST_FILES} files lie in this folder" in done.out


@pytest.mark.parametrize("suffix", ["rules", "yaml", "scenario"])
def test_too_much_text_is_told(run, game: Path, suffix: str) -> None:
    folder = game / ("scenarios" if suffix == "scenario" else "strings" if suffix == "yaml" else "more")
    folder.mkdir()
    (folder / f"one.{suffix}").write_text("# more\n")
    most = files.MOST_BYTES
    for number in range(10):
        (folder / f"f{number}.{suffix}").write_text("#" * (most // 10))
    done = run("check", game)
    assert done.code == 1 and "R0006" in done.out and f"at most {most} are read" in done.out


def test_too_many_variants_are_told(run, game: Path, monkeypatch) -> None:
    monkeypatch.setattr("cli.reports.findings.MOST_WORK", 5000)
    monkeypatch.setattr("rulelang.suite.MOST_WORK", 9000)
    (game / "variants").mkdir()
    for number in range(9):
        (game / "variants" / f"v{number}.rules").write_text(f"variant v{number} of small\n")
    done = run("check", game)
    assert done.code == 1 and "it takes too long to check 9 variants, from `v4` on" in done.out
    (game / "scenarios").mkdir()
    lines = [f"scenario s{n}\n    variants v{n}\n    then:\n        the game is over\n" for n in range(9)]
    (game / "scenarios" / "a.scenario").write_text("".join(lines))
    done = run("test", game)
    assert done.code == 1 and "9 sets of variants in these scenarios" in done.out
    assert "4 passed, 0 failed, 5 could not be run" in done.out


# ------------------------------------------------------------ answers that were kept


def test_no_stale_answer_for_what_a_variant_outside_builds_on(run, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    game = write(
        tmp_path / "games" / "small" / "game.rules", SMALL + "value bonus: 1\nscore of p: bonus\n"
    ).parent
    monkeypatch.setenv("RULELANG_PATH", str(game.parent))
    base = write(tmp_path / "out" / "poor.rules", "variant poor of small\n")
    top = write(tmp_path / "out" / "poorer.rules", "variant poorer of poor\nreplace value bonus: 2\n")
    assert run("check", top).code == run("check", base).code == 0
    base.write_text("variant poor of small\nremove value bonus\n")
    assert run("check", top).code == run("check", top, "--fresh").code == 1
    base.write_text("variant poor of small\n")
    assert run("check", top).code == 0


def test_no_stale_answer_for_a_variant_in_a_folder_outside(run, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    game = write(
        tmp_path / "games" / "small" / "game.rules", SMALL + "value bonus: 1\nscore of p: bonus\n"
    ).parent
    monkeypatch.setenv("RULELANG_PATH", str(game.parent))
    main = write(tmp_path / "rich" / "rich.rules", "variant rich of small\n")
    more = write(tmp_path / "rich" / "more.rules", "replace value bonus: 2\n")
    assert run("check", main).code == run("check", tmp_path / "rich").code == 0
    more.write_text("replace value bonus: two\n")
    assert run("check", main).code == run("check", tmp_path / "rich").code == 1
    more.unlink()
    assert run("check", main).code == run("check", tmp_path / "rich").code == 0
    more.write_text("replace value bonus: two\n")
    assert run("check", main).code == run("check", tmp_path / "rich").code == 1
