"""The comparison with OpenSpiel measures every classic, by every backend."""

import pytest

pytest.importorskip("pyspiel", reason="open_spiel is not installed here: pip install open_spiel")

from benchmarks import peers, playing
from tests.helpers import definition, definition_folders


def test_every_classic_is_measured() -> None:
    groups = {
        name: dict(dict(definition(name).strings)["en"]).get("game.group") for name in definition_folders()
    }
    assert set(peers.SAME) == {name for name, group in groups.items() if group == "Classics"}


@pytest.mark.parametrize("name", peers.SAME)
def test_both_sides_play_games_of_about_the_same_length(name: str) -> None:
    """A game of another size would be another measure."""
    all_of_them = {
        "python": peers.by_facade(playing.compiled(playing.bundle_of(name)), "python"),
        "OpenSpiel": peers.by_openspiel(name),
    }
    games = 2 if name == "lines_of_action" else 6
    long = {who: sum(map(play_one, range(games))) for who, play_one in all_of_them.items()}
    assert 1 / 3 < long["python"] / long["OpenSpiel"] < 3


def test_what_is_promised_is_judged() -> None:
    found = list(peers.verdicts({"a": {"python": 0.06, "native": 4.0}, "b": {"python": 0.04, "native": 2.5}}))
    assert found == [
        "python, the slowest: 0.040 times as fast, at least 0.05: MISSED b",
        "native, the slowest: 2.500 times as fast, at least 1: holds",
        "native, the median: 3.250 times as fast, at least 1: holds",
    ]
