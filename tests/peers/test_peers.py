"""Every classic is the game that a public engine plays: the same actions, players, chances and returns.

Small games are compared in full, the others in 300 games by chance each, and in 3,000 more in `make fuzz`.
Mistakes that are planted in the rules have to be noticed.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

pytest.importorskip("pyspiel", reason="open_spiel is not installed here: pip install open_spiel")

from cli.games import load_program
from interpreter.errors import RuleError
from tests.helpers import definition, definition_folders
from tests.peers.bridge import Different, Peer, compare, lock_step, program_of, start, tree
from tests.peers.shelf import PEERS

SMALL = [peer for peer in PEERS if peer.whole]
LARGE = [peer for peer in PEERS if not peer.whole]
PLANTED = [(peer, wrong) for peer in PEERS for wrong in peer.wrong]
MANY = 300


def texts_of(game: str) -> dict[str, dict[str, str]]:
    return {language: dict(pairs) for language, pairs in definition(game).strings}


CLASSICS = sorted(
    name for name in definition_folders() if texts_of(name)["en"].get("game.group") == "Classics"
)


@pytest.mark.parametrize("peer", SMALL, ids=str)
def test_whole_trees_are_the_same(peer: Peer) -> None:
    found = tree(peer, program_of(peer))
    histories, value = alone(start(peer, program_of(peer))[1])
    assert found.histories == histories > 20
    assert float(found.value) == pytest.approx(value, abs=1e-12)
    assert found.sets > 0


def alone(state: Any) -> tuple[int, float]:
    """The histories of the other game, and what playing by chance is worth to its first player."""
    if state.is_terminal():
        return 1, state.returns()[0]
    outcomes = state.chance_outcomes() if state.is_chance_node() else []
    shares = dict(outcomes) or dict.fromkeys(state.legal_actions(), 1 / len(state.legal_actions()))
    below = [(share, alone(state.child(action))) for action, share in shares.items()]
    return sum(count for _, (count, _) in below), sum(share * value for share, (_, value) in below)


@pytest.mark.parametrize("peer", LARGE, ids=str)
def test_games_by_chance_are_the_same(peer: Peer) -> None:
    assert lock_step(peer, program_of(peer), MANY) > MANY


@pytest.mark.fuzz
@pytest.mark.parametrize("peer", LARGE, ids=str)
def test_thousands_of_games_are_the_same(peer: Peer) -> None:
    lock_step(peer, program_of(peer), 10 * MANY, seed=1)


@pytest.mark.parametrize(
    ("peer", "mistake"), PLANTED, ids=lambda value: "" if isinstance(value, tuple) else str(value)
)
def test_a_planted_mistake_is_noticed(peer: Peer, mistake: tuple[str, str]) -> None:
    wrong = program_of(peer, mistake)
    with pytest.raises((Different, RuleError)):
        compare(peer, wrong, MANY)


@pytest.mark.parametrize("game", CLASSICS)
def test_each_classic_has_a_peer_with_mistakes_planted(game: str) -> None:
    assert [wrong for peer in PEERS if peer.game == game for wrong in peer.wrong]


@pytest.mark.parametrize("game", CLASSICS)
def test_a_classic_is_short_and_says_what_it_is_about(game: str) -> None:
    texts = texts_of(game)
    assert texts.keys() == {"en", "cs", "pl"}
    for own in texts.values():
        assert own["game.name"] and own["game.group"] and len(own["help.game"]) > 60
    folder, program = definition_folders()[game], definition(game)
    lines = sum(len(file.read_text("utf-8").splitlines()) for file in folder.glob("*.rules"))
    assert 20 <= lines <= 120
    assert program.outlook is not None
    assert list((folder / "scenarios").glob("*.scenario"))


@pytest.mark.parametrize("game", CLASSICS)
def test_the_variants_of_a_classic_have_names_and_say_what_they_are_about(game: str) -> None:
    folder = definition_folders()[game]
    aims = {language: own["help.game"] for language, own in texts_of(game).items()}
    for file in (folder / "variants").glob("*.rules"):
        program = load_program(folder, [file.stem])
        for language, pairs in program.strings:
            own = dict(pairs)
            assert own[f"variant.{file.stem}"]
            if turns_the_aim(file.read_text("utf-8")):
                assert own["help.game"] != aims[language], f"{file.stem} in {language}"


def turns_the_aim(rules: str) -> bool:
    """Whether a variant says who wins."""
    return bool(re.search(r"^\s+(?:win|lose) \[you\]|^replace ranking", rules, re.MULTILINE))
