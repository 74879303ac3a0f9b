"""`rulelang show GAME --rulebook`: the command, and what it says when it is used wrongly."""

from __future__ import annotations

import pytest

from cli.main import main
from tests.helpers import GAMES


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    out, err = capsys.readouterr()
    return int(ended.value.code or 0), out, err


def test_a_rulebook_in_the_language_of_the_environment(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "cs_CZ.UTF-8")
    code, out, _ = run(capsys, "show", "malacca", "--rulebook")
    assert code == 0 and "## Průběh hry" in out and "## Course of the game" not in out


@pytest.mark.parametrize(
    ("language", "heading"),
    [("en", "## Course of the game"), ("cs", "## Průběh hry"), ("pl", "## Przebieg gry")],
)
def test_a_rulebook_in_a_language(capsys: pytest.CaptureFixture[str], language: str, heading: str) -> None:
    code, out, err = run(capsys, "show", "lantern_walk", "--rulebook", "--lang", language)
    assert code == 0 and not err and heading in out


def test_variants_and_settings_are_in_it(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(
        capsys, "show", "dead_mans_draw", "--rulebook", "--lang", "en", "--variant", "party", "--set",
        "anchor_combo=yes",
    )  # fmt: skip
    assert code == 0
    assert "For 2 to 8 players. With these variants: Pirate Party Game." in out
    assert "| bonus for a key and a chest saved by an anchor | yes or no | yes |" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show", "malacca", "--rulebook", "--lang", "xx"], "speaks `xx`"),
        (["show", "malacca", "--lang", "cs"], "--lang is for --rulebook"),
        (["show", "malacc", "--rulebook"], "malacca"),
        (["show", "malacca", "--rulebook", "--variant", "nothing"], "nothing"),
    ],
)
def test_a_mistake_is_explained(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    code, out, err = run(capsys, *arguments)
    assert code in (1, 2) and message in err and not out and "Traceback" not in err


def test_a_bad_language_is_a_misuse(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "show", "malacca", "--rulebook", "--lang", "xx")[0] == 2
    assert run(capsys, "show", "malacca", "--lang", "cs")[0] == 2


def test_a_definition_with_a_mistake_has_no_rulebook(
    capsys: pytest.CaptureFixture[str], tmp_path: object
) -> None:
    path = f"{tmp_path}/game.rules"
    with open(path, "w", encoding="utf-8") as file:
        file.write("game odd for 2 players\nplay:\n    do something\n")
    code, out, err = run(capsys, "show", path, "--rulebook")
    assert code == 1 and "R0246" in err and not out


def test_a_rulebook_of_a_path(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "show", str(GAMES / "kuhn_poker"), "--rulebook")
    assert code == 0 and out.startswith("# Kuhn Poker\n")
