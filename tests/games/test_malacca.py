"""Malacca: every coin is accounted for, every pay-out is checked against a slow second opinion."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from attrs import define, field
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.errors import PlayError
from interpreter.game import Game
from rulelang.compile import compile_bundle
from rulelang.diagnostics import Report
from rulelang.ir.nodes import Program
from rulelang.loader import load, load_variants
from rulelang.types import Rec
from tests.helpers import definition, definition_folders, random_play

COINS = ("money", "bet", "pot", "bank")
AT_THE_BANK = {"take_from_bank", "pay_to_bank", "load_ship", "unload_ship"}
OPTIONS = [{"characters": c, "equipment": e} for c in ("no", "yes") for e in ("no", "yes")]
ROUNDS = 12
SEEDS = st.integers(0, 2**32 - 1)


@cache
def with_secret_waits() -> Program:
    folder, report = definition_folders()["malacca"], Report()
    bundle = load(folder, report)
    assert bundle is not None
    program = compile_bundle(bundle, report, load_variants(folder, ["secret_waits"], report))
    assert program is not None and not report.errors
    return program


def played(program: Program, players: int, seed: int, options: dict[str, str]) -> Game:
    game = Game.new(program, players, seed, options)
    random_play(game, random.Random(seed), 10_000)
    assert game.over
    return game


def history(game: Game) -> list[tuple[Any, ...]]:
    found, link = [], game.state.log
    while link:
        found.append(link[0])
        link = link[1]
    return found[::-1]


# ---------------------------------------------------------------- every coin


@pytest.mark.fuzz
@given(seed=SEEDS, players=st.integers(2, 8), options=st.sampled_from(OPTIONS))
def test_every_coin_is_accounted_for(seed: int, players: int, options: dict[str, str]) -> None:
    """Each coin that appears somewhere has left another place in the same line of the rules; it
    comes from the bank or goes there only in the rules that are named for it."""
    game = played(definition("malacca"), players, seed, options)
    layout, program = game.machine.layout, game.program
    given_away: tuple[Any, int] | None = None
    total = 0
    for kind, (body, pc), *data in history(game):
        if kind != "set":
            continue
        index, old, new = data
        name = program.tracks[layout.track_names[index][0]].name
        line = program.bodies[body].sites[pc]
        if name not in COINS:
            continue
        if name == "bank":
            assert program.bodies[body].name in AT_THE_BANK
        if given_away is None:
            assert new < old
            given_away = line, new - old
        else:
            assert given_away == (line, old - new)
            given_away = None
        total += new - old
    assert given_away is None and total == 0
    assert sum(game.scores or ()) == -int(game.view(0).track("bank").key or 0)


def test_money_is_only_ever_paid() -> None:
    """In the text of the game no coin is added, subtracted or set: it can only be paid."""
    made = re.compile(rf"^ *(add|subtract) |^ *set (your )?({'|'.join(COINS)})\b")
    at_the_bank, rule = set(), ""
    for file in sorted(definition_folders()["malacca"].rglob("*.rules")):
        for line in file.read_text(encoding="utf-8").splitlines():
            assert not made.search(line)
            if line.startswith("rule "):
                rule = re.split(r"\W", line)[1]
            if re.search(r"\bpay .*\bbank\b", line):
                at_the_bank.add(rule)
    assert at_the_bank == AT_THE_BANK


# ---------------------------------------------------------------- a second opinion on every pay-out


@define
class Table:
    """What lies on the table, followed event by event."""

    game: Game
    tracks: dict[tuple[str, int | None], Any] = field(factory=dict)
    where: dict[int, tuple[str, int | None]] = field(factory=dict)

    def see(self, kind: str, data: list[Any]) -> str:
        """Follows an event; gives back the name of the track that has changed."""
        layout, program = self.game.machine.layout, self.game.program
        if kind == "set":
            number, owner = layout.track_names[data[0]]
            self.tracks[program.tracks[number].name, owner] = data[2]
            return program.tracks[number].name
        if kind == "move":
            number, owner = layout.zone_names[data[2]]
            self.where[data[0]] = program.zones[number].name, owner
        return ""

    def get(self, name: str, player: int | None = None) -> Any:
        return self.tracks.get((name, player), 0)

    def names(self, zone: str, player: int | None = None) -> list[str]:
        key = self.game.words.key
        kinds = {"persona": "character", "kit": "gear"}
        type_ = Rec(kinds.get(zone, "action"))
        return [key(type_, card).split("#")[0] for card, at in self.where.items() if at == (zone, player)]

    def specials(self, player: int) -> int:
        return sum(not name.endswith("_1") for name in self.names("hand", player))


def seats(table: Table) -> list[int]:
    count, captain = table.game.setup.players, table.get("captain") or 0
    return [(captain + step) % count for step in range(count)]


def deal_out(pot: int, crew: list[int], money: dict[int, int]) -> None:
    for coin in range(pot):
        money[crew[coin % len(crew)]] += 1


def settled(table: Table) -> tuple[dict[int, int], dict[int, tuple[int, int]], bool]:
    """How much each has at the end of the round, how many special cards each may gain, and if captured."""
    line = seats(table)
    deeds = dict(enumerate(table.game.program.kind("deed").words))
    deed = {p: deeds[table.get("chosen", p)] for p in line}
    card = {p: table.names("played", p)[0] for p in line}
    bet = {p: table.get("bet", p) for p in line}
    money = {p: table.get("money", p) for p in line}
    does = {d: [p for p in line if deed[p] == d] for d in deeds.values()}
    attack, defence = (
        sum(2 if card[p].endswith("_2") else 1 for p in does[d]) for d in ("attack", "defence")
    )
    gains = dict.fromkeys(line, (0, 0))
    captured = attack > defence
    left = len(table.names("specials"))
    if captured:
        deal_out(table.get("pot") + sum(bet[p] for p in line if deed[p] != "attack"), does["attack"], money)
        winners = does["attack"]
        if len(does["defence"]) == 1 and not does["trade"]:
            gains[does["defence"][0]] = (0, min(1, left))
    else:
        winners = does["trade"] + (does["defence"] if does["attack"] else [])
        for p in does["attack"]:
            money[p] -= money[p] // 2
        if does["attack"]:
            deal_out(sum(bet[p] for p in does["attack"]), does["defence"], money)
            for p in does["defence"]:
                gains[p] = (1, 1) if left > 0 else (0, 0)
                left -= 1
        for p in does["trade"]:
            money[p] += 2 if table.get("broke", p) else bet[p] * (2 if card[p] == "trade_2" else 1)
    for p in line:
        if deed[p] == "attack" if captured else deed[p] != "attack":
            money[p] += bet[p]
        won = deed[p] if p in winners else ""
        money[p] += bonus(table, p, won, bet[p], len(set(deed.values())) == 1)
    return money, gains, captured


def bonus(table: Table, player: int, won: str, bet: int, all_the_same: bool) -> int:
    who = [*table.names("persona", player), ""][0]
    kit = table.names("kit", player)
    coins = {"henry_morgan": "defence", "ingrid_hammar": "attack", "zheng_he": "trade"}
    total = 3 if won and coins.get(who) == won else 0
    total += 1 if who == "pierre_le_picard" else 0
    total += table.game.setup.players if who == "black_caesar" and all_the_same else 0
    total += 3 * kit.count("better_attack") if won == "attack" else 0
    total += 4 * kit.count("better_defence") if won == "defence" else 0
    total += 5 * kit.count("better_trade") if won == "trade" and bet else 0
    return total


def rounds(game: Game) -> Iterator[tuple[Table, str]]:
    """The table at each pay-out and at each end of a round."""
    table = Table(game)
    started = False
    for kind, _, *data in history(game):
        if kind == "say":
            started = True
            yield table, str(data[0])
        if table.see(kind, data) == "captain" and started:
            yield table, "end"


def check_rounds(game: Game) -> int:
    ends = 0
    expected: dict[int, int] = {}
    gains: dict[int, tuple[int, int]] = {}
    held: dict[int, int] = {}
    for table, moment in rounds(game):
        players = range(game.setup.players)
        if moment == "end":
            assert {p: table.get("money", p) for p in players} == expected
            for p in players:
                assert gains[p][0] <= table.specials(p) - held[p] <= gains[p][1]
                assert sorted(n for n in table.names("hand", p) if n.endswith("_1")) == [
                    "attack_1", "defence_1", "trade_1",
                ]  # fmt: skip
            ends += 1
        else:
            expected, gains, captured = settled(table)
            assert captured == (moment == "captured")
            held = {p: table.specials(p) for p in players}
    return ends


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize(
    "options", OPTIONS, ids=lambda o: "-".join(k for k, v in o.items() if v == "yes") or "plain"
)
def test_games_for_every_number_of_players(players: int, options: dict[str, str]) -> None:
    for seed in range(3):
        game = played(definition("malacca"), players, seed, options)
        assert check_rounds(game) == ROUNDS
        assert len(game.view(0).zone("passed").cards) == ROUNDS
        held = [card for zone in game.state.z for card in zone if card is not None]
        assert sorted(held) == list(range(game.program.components))
        assert game.result is not None and game.result.scores is not None
        best = max(game.result.scores)
        assert game.result.winners == tuple(p for p, s in enumerate(game.result.scores) if s == best)


@pytest.mark.fuzz
@given(seed=SEEDS, players=st.integers(2, 8), options=st.sampled_from(OPTIONS), secret=st.booleans())
@settings(max_examples=30 if settings.get_current_profile_name() == "default" else 2000)
def test_pay_outs_agree_with_counting_coin_by_coin(
    seed: int, players: int, options: dict[str, str], secret: bool
) -> None:
    game = played(with_secret_waits() if secret else definition("malacca"), players, seed, options)
    assert check_rounds(game) == ROUNDS


# ---------------------------------------------------------------- what players see


def shown_so_far(game: Game) -> set[str]:
    """Cards that lay open once. Whoever follows them under the deck and up again knows who draws them."""
    items = {item for kind, _, *data in history(game) if kind == "reveal" for item in data[0]}
    return {game.words.key(Rec("action"), item) for item in items}


@pytest.mark.parametrize("seed", range(6))
def test_cards_are_hidden_and_bets_are_open_until_all_have_laid(seed: int) -> None:
    rng = random.Random(seed)
    options = OPTIONS[seed % 4]
    game = Game.new(definition("malacca"), 2 + seed, seed, options)
    players = range(game.setup.players)
    while not game.over:
        request = game.request()
        assert request is not None
        views = [game.view(p) for p in players]
        laying = request.rule == "lay_and_bet"
        shown = shown_so_far(game)
        for owner in (f"player{p + 1}" for p in players):
            assert len({view.track("bet", owner).key for view in views} | {None}) == 2
            for p, view in enumerate(views):
                cards = view.zone("played", owner).cards
                seen = owner == f"player{p + 1}" or not laying
                assert all((card is not None) == seen for card in cards)
                if owner != f"player{p + 1}":
                    # Copies are numbered for each seat by itself, so they count by their names.
                    known = {card.partition("#")[0] for card in view.zone("hand", owner).cards if card}
                    assert known <= {card.partition("#")[0] for card in shown}
        game.apply(rng.randrange(len(request)), request.player)


# ---------------------------------------------------------------- whole games of a kind


def all_trade(players: int, seed: int, bet: str, **options: str) -> Game:
    """Everybody trades in every round, and bets all or nothing."""
    game = Game.new(definition("malacca"), players, seed, options)
    while not game.over:
        request = game.request()
        assert request is not None
        if request.name == "lay_and_bet.card":
            game.apply(next(o.key for o in request.options if o.key.startswith("trade_1")))
        else:
            game.apply(len(request) - 1 if bet == "all" else 0)
    return game


def test_picard_gets_twelve_coins_in_twelve_rounds() -> None:
    for seed in range(30):
        game = all_trade(2, seed, "nothing", characters="yes")
        for player in range(2):
            if game.view(0).zone("persona", f"player{player + 1}").cards == ("pierre_le_picard",):
                assert game.scores is not None and game.scores[player] == 3 + 12
                return
    pytest.fail("nobody was Picard")


def test_the_richest_game_there_can_be_is_played_to_its_end() -> None:
    """Everything doubled each round: the largest bets that there can be."""
    for players in (2, 8):
        game = all_trade(players, 1, "all")
        assert game.scores == (5 * 2**12,) * players
        all_trade(players, 1, "all", characters="yes")


def test_the_same_lots_and_the_same_answers_give_the_same_game() -> None:
    """R40: after the shuffles and the lot there is no chance."""
    game = played(definition("malacca"), 4, 11, {"characters": "yes", "equipment": "yes"})
    assert game.replay().freeze() == game.freeze()


def test_only_two_to_eight_can_play() -> None:
    """Q1."""
    for players in (1, 9):
        with pytest.raises(PlayError):
            Game.new(definition("malacca"), players)
