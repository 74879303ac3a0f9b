"""A small game, and what becomes of scenarios of it."""

from __future__ import annotations

from interpreter.scenarios.playing import Outcome, run
from rulelang.compile import Bundle
from rulelang.diagnostics import Report
from rulelang.render import render
from rulelang.source import Source
from rulelang.suite import Suite, suite_of

GAME = """\
game market for 2 to 4 players

card good from "goods.yaml":
    worth: number 1 to 9

die luck: 1, 2, 3

zone store: pile of good, hidden
zone stall: line of good, public
zone hand of each player: set of good, seen by owner
zone spoilt: set of good, public
zone board: grid 3 by 2 of good, public

track money of each player: number 0 to 20 starting 3 seen by owner
track noise: number 0 to 9 starting 0 capped
track boss: player or none starting none

setup:
    move every good to store
    shuffle store
    for each p in players: move top 2 of store to hand of p

play:
    pick starter at random from players
    set boss to starter
    turns from starter until noise is 9:
        do act

rule act:
    choose one:
        buy(g in stall) when your money is at least g.worth:
            subtract g.worth from your money
            move g to your hand
        sell when your hand is not empty: do sell_one
        throw: do throw_away
        shout: do make_noise
        give_up: lose you because shame
        spend: subtract 30 from your money
        clap: do clap_hands

rule sell_one:
    choose sold from your hand
    move sold to end of stall
    add 1 to your money

rule clap_hands:
    choose times from 1 to 3
    add times to noise

rule throw_away:
    choose exactly 2 rubbish from your hand
    move rubbish to spoilt

rule make_noise:
    roll luck as drum
    add drum to noise
    pick victim at random from opponents
    subtract 1 from money of victim
    say heard with victim
    for each p in opponents:
        as p: do answer

rule answer:
    choose gift from your hand where worth is 9
    move gift to spoilt

value dear: every good where worth is at least 5
value after_noise(player): money of player - noise

score of p: money of p
ranking of p: highest money of p, then share
"""
GOODS = """\
apple: {worth: 1, copies: 5}
pear: {worth: 2, copies: 3}
melon: {worth: 5, copies: 2}
truffle: {worth: 9}
"""
HEAD = "scenario one\n    at act by player 1\n"


def suite(text: str, report: Report | None = None) -> Suite:
    bundle = Bundle((Source("game.rules", GAME),), {"goods.yaml": Source("goods.yaml", GOODS)})
    return suite_of(bundle, [Source("one.scenario", text)], Report() if report is None else report)


def outcome(text: str) -> Outcome:
    report = Report()
    found = suite(text, report)
    assert len(found.pairs) == 1 and not found.broken, render(report)
    return run(*found.pairs[0])


def holds(*lines: str, head: str = HEAD) -> Outcome:
    """The outcome of a scenario with these lines: `given: a is b`, `when: …`, `then: …`."""
    return outcome(written(*lines, head=head))


def written(*lines: str, head: str = HEAD) -> str:
    text, section = head, ""
    for line in lines:
        word, _, rest = line.partition(" ")
        if word in ("given:", "when:", "then:"):
            text += f"    {word}\n" if word != section else ""
            section, line = word, rest
        text += f"        {line}\n"
    return text


def problem(*lines: str, head: str = HEAD) -> str:
    """The finding of a scenario that cannot be run."""
    report = Report()
    found = suite(written(*lines, head=head), report)
    assert len(found.broken) == 1 and not found.pairs
    (first, *more) = report.errors
    assert not more, render(report)
    return f"{first.code} {first.span.line}:{first.span.column} {first.title}"
