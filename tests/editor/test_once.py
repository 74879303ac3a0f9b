"""What an edit cannot touch is not worked out again: the game while a scenario is typed, and so on."""

import gc
from pathlib import Path

import pytest

from cli.editor.games import Games
from cli.reports import findings as checked
from rulelang import suite
from rulelang.compile import Bundle
from rulelang.diagnostics import Report
from rulelang.ir import tracing
from tests.editor.long import from_nothing, said

GAME = "cribbage"  # with variants and scenarios


def one(game: Path, pattern: str) -> Path:
    return sorted(game.glob(pattern))[0]


@pytest.mark.parametrize(
    ("file", "again"),
    [
        ("*.rules", {"game": 1, "variants": True, "scenarios": 0}),
        ("strings/en.yaml", {"game": 1, "variants": True, "scenarios": 0}),
        ("variants/*.rules", {"game": 0, "variants": True, "scenarios": 0}),
        ("scenarios/*.scenario", {"game": 0, "variants": False, "scenarios": 1}),
    ],
)
def test_what_an_edit_cannot_touch(
    file: str, again: dict[str, int], copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games, path = Games(), one(copied / GAME, file)
    text, done = path.read_text(encoding="utf-8"), {"game": 0, "variants": 0, "scenarios": 0}
    games.all_findings(path)

    def counted(module: object, name: str, what: str) -> None:
        real = getattr(module, name)

        def run(*args: object, **named: object) -> object:
            done[what] += 1
            return real(*args, **named)

        monkeypatch.setattr(module, name, run)

    counted(checked, "compile_bundle", "game")
    counted(checked, "read_bundle", "variants")
    counted(suite, "parse_scenarios", "scenarios")
    games.put(path, f"{text}\n# one more line\n")
    games.quickly(path)
    games.all_findings(path)
    assert done["game"] == again["game"] and done["scenarios"] == again["scenarios"]
    assert bool(done["variants"]) == again["variants"]
    path.write_text(f"{text}\n# one more line\n", encoding="utf-8")
    assert said(games.all_findings(path)) == from_nothing(copied / GAME)


def test_what_was_remembered_is_as_it_was(copied: Path) -> None:
    """Whoever adds to a report does not add to what is remembered."""
    path = one(copied / GAME, "*.rules")
    games = Games()
    games.put(path, path.read_text(encoding="utf-8").replace("move ", "moov ", 1))
    first = said(games.all_findings(path))
    assert first and [said(games.all_findings(path)) for _ in range(2)] == [first, first]
    own = Report()
    checked._alone(checked._Way(_bundle(path)), own)
    own.error("R0000", "one more", next(iter(own.sources.values())).line_span(1))
    again = Report()
    checked._alone(checked._Way(_bundle(path)), again)
    assert len(again) == len(own) - 1


def _bundle(path: Path) -> Bundle:
    bundle = checked.load(path.parent, Report())
    assert bundle is not None
    return bundle


def test_programs_that_are_gone_are_not_kept(copied: Path) -> None:
    """Each keystroke may make one: an editor that keeps them grows by a megabyte each time."""

    def kept_programs() -> int:
        gc.collect()
        return sum(kept() is not None and kept().name == GAME for kept, _ in tracing._found.values())

    before = kept_programs()  # of other tests
    games, path = Games(), one(copied / GAME, "*.rules")
    text = path.read_text(encoding="utf-8")
    for number in range(12):
        games.put(path, f"{text}\n# {number}\n")
        games.quickly(path)
    assert kept_programs() - before <= 6
