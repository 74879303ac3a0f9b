"""Decisions in words: what is asked, what may be answered, and what each answer does.

In: typed `choose`, `may`, `choose one` and `secretly`. Out: steps, and in the speaker an `Asked` for each
place in the files where something is asked, for whoever explains a question in play.
"""

from __future__ import annotations

from rulelang.prose.facts import facts, picked_facts
from rulelang.prose.naming import SHORT, bind, bind_lettered, introduced, own_local, presented, unnamed
from rulelang.prose.sets import where_from
from rulelang.prose.speaker import LETTERED, NAMED, PLAIN, Named, Speaker, ToSteps, clause, group, steps, the
from rulelang.prose.statements import around, branch, decider
from rulelang.prose.steps import Answer, Asked, Step
from rulelang.prose.texts import Phrase, with_gaps
from rulelang.typed import expressions as typed
from rulelang.typed import statements as stmts
from rulelang.types import item_of

STYLES = {PLAIN: "_plain", LETTERED: "_letter", NAMED: ""}  # how the name of what is chosen is said
MOST_PARTS = 9  # of the name of an option


def _remember(speaker: Speaker, node: stmts.Stmt, question: Step) -> Asked:
    site = node.span.path, node.span.line, node.span.column
    found = speaker.asked[site] = Asked(question)
    return found


def _bind_pick(speaker: Speaker, pick: stmts.Binding, picks: tuple[stmts.Binding, ...]) -> Named:
    """What is chosen; two things of one type that are chosen together get letters."""
    speaker.aliases[pick.element] = pick.local
    item = item_of(pick.items.type)
    alike = [other for other in picks if item_of(other.items.type) == item]
    short = all(len(other.local.name) <= SHORT for other in alike)
    if len(alike) > 1 and short and own_local(speaker, pick.local.name) is None:
        return bind_lettered(speaker, pick.local)
    return bind(speaker, pick.local)


def _offered(items: typed.Expr) -> typed.Expr:
    """What one thing is chosen from: that things alike are offered once does not matter at a table."""
    return items.items if isinstance(items, typed.Different) else items


def _heard(speaker: Speaker, text: str, hearing: str) -> str:
    """A question whose answer only the one who gives it knows, or that everybody hears."""
    if hearing == "usual":
        return text
    return speaker.say("step.secretly" if hearing == "secretly" else "step.openly", text)


# ---------------------------------------------------------------- choose


def _choose(speaker: Speaker, node: stmts.Choose) -> list[Step]:
    who = decider(speaker, node.by)
    picks = []
    for pick in node.picks:
        items = (
            where_from(speaker, _offered(pick.items)).the
            if node.how == "one"
            else group(speaker, pick.items).all
        )
        named = _bind_pick(speaker, pick, node.picks)
        key, amount = f"choose.from{STYLES[named.style]}", ""
        if node.how != "one":
            key = f"choose.{node.how}"
        if node.amount is not None:
            amount = the(speaker, node.amount)
            key += "" if isinstance(node.amount, typed.Number) else "_many"
        picks.append(speaker.say(key, introduced(speaker, named), items, amount))
    text = speaker.say("choose.what", who, speaker.texts.listed(picks))
    if node.condition is not None:
        text = speaker.say("choose.such_that", text, clause(speaker, node.condition))
    found = [Step(_heard(speaker, text, node.hearing))]
    _remember(speaker, node, found[0])
    if node.otherwise is not None:
        found.append(branch(speaker, speaker.say("choose.nothing"), steps(speaker, node.otherwise)))
    return found


# ---------------------------------------------------------------- may


def _may(speaker: Speaker, node: stmts.May) -> list[Step]:
    who = decider(speaker, node.by)
    title = option_name(speaker, speaker.body_name, node.name, [])
    body = steps(speaker, node.body)
    refused = () if node.otherwise is None else steps(speaker, node.otherwise)
    asking = speaker.say("may.ask", who, speaker.ink.strong(_inside(title)))
    question = _heard(speaker, asking, node.hearing)
    asked = _remember(speaker, node, Step(question))
    asked.answers["yes"] = Answer(speaker.say("may.yes", title), "", body)
    asked.answers["no"] = Answer(speaker.say("may.no", title), "", refused)
    found = [around(speaker, question, body)]
    if refused:
        found.append(branch(speaker, speaker.say("may.refused", who), refused))
    return found


def _inside(title: str) -> str:
    """The name of an option within a sentence: `you may make the enemy flee`; not `STOP`."""
    return title[:1].lower() + title[1:] if title[1:2].islower() else title


# ---------------------------------------------------------------- choose one


def _menu(speaker: Speaker, node: stmts.Menu) -> list[Step]:
    question = _heard(speaker, speaker.say("menu.ask", decider(speaker, node.by)), node.hearing)
    asked = _remember(speaker, node, Step(question))
    options = []
    for option in node.options:
        asked.answers[option.name], step = _option(speaker, option)
        options.append(step)
    found = [Step(asked.question.text, tuple(options))]
    if node.otherwise is not None:
        found.append(branch(speaker, speaker.say("menu.none"), steps(speaker, node.otherwise)))
    return found


def _option(speaker: Speaker, node: stmts.MenuOption) -> tuple[Answer, Step]:
    with speaker.block():
        picks, names = [], []
        for pick in node.picks:
            items = group(speaker, _offered(pick.items))
            named = _bind_pick(speaker, pick, node.picks)
            names.append(named.phrase.the)
            key = f"menu.pick{STYLES[named.style]}"
            picks.append(speaker.say(key, introduced(speaker, named), items.one, items.all))
        condition = "" if node.condition is None else clause(speaker, node.condition)
        parts = facts(speaker, node.condition, tuple(names))
        body = steps(speaker, node.body)
        for number, pick in enumerate(node.picks if speaker.explains else ()):
            parts = (*parts, *picked_facts(speaker, number, _offered(pick.items), pick.local, len(names)))
    title = option_name(speaker, speaker.body_name, node.name, names)
    notes = [*picks, *([speaker.say("menu.only_if", condition)] if condition else [])]
    answer = Answer(title, condition, tuple(Step(pick) for pick in picks) + body, parts)
    head = speaker.ink.strong(title)
    if notes:
        head = speaker.say("menu.option", head, speaker.say("menu.notes").join(notes))
    if all(isinstance(step, stmts.Nothing) for step in node.body):
        return answer, Step(head)
    return answer, around(speaker, head, body)


def option_name(speaker: Speaker, body: str, name: str, parts: list[str]) -> str:
    text = speaker.texts.own_name(f"option.{body}.{name}", f"option.{name}")
    if not with_gaps(text):
        return text
    return speaker.texts.filled(text, parts or ["…"] * MOST_PARTS)


# ---------------------------------------------------------------- secretly


def _secret(speaker: Speaker, node: stmts.Secret) -> Step:
    with speaker.block():
        who = _who_chooses(speaker, node)
        found = []
        for pick in node.picks:
            items = (
                where_from(speaker, pick.items).the if node.how == "one" else group(speaker, pick.items).all
            )
            amount = None if node.amount is None else the(speaker, node.amount)
            found.append((pick, items, amount))
        speaker.somebody = None
    picks = []
    for pick, items, amount in found:
        chosen = unnamed(item_of(pick.items.type), pick.local.name, "choice")
        speaker.aliases[pick.local] = speaker.aliases[pick.element] = chosen  # like what one of them chooses
        named = bind(speaker, chosen)
        if len(found) == 1 and node.how == "one" and node.condition is None:
            key = "secret.choose_plain" if named.style == PLAIN else "secret.choose"
            step = Step(speaker.say(key, who, introduced(speaker, named), items))
            _remember(speaker, node, step)
            return step
        key = f"choose.{'from' + STYLES[named.style] if node.how == 'one' else node.how}"
        if amount is not None and not isinstance(node.amount, typed.Number):
            key += "_many"
        picks.append(speaker.say(key, introduced(speaker, named), items, amount or ""))
    text = speaker.say("secret.what", who, speaker.texts.listed(picks))
    if node.condition is not None:
        text = speaker.say("choose.such_that", text, clause(speaker, node.condition))
    step = Step(text)
    _remember(speaker, node, step)
    return step


def _who_chooses(speaker: Speaker, node: stmts.Secret | stmts.SecretMenu) -> str:
    """Those who choose at once; from here on one of them is spoken of."""
    if node.players is None:
        who = speaker.say("secret.everybody")
    else:
        who = group(speaker, node.players).one
        who = speaker.say("secret.each", presented(speaker, who, bind(speaker, node.player)))
    own = speaker.say("secret.you")
    speaker.somebody = Phrase(own, own)
    return who


def _secret_menu(speaker: Speaker, node: stmts.SecretMenu) -> list[Step]:
    with speaker.block():
        who = _who_chooses(speaker, node)
        asked = _remember(speaker, node, Step(speaker.say("secret.menu", who)))
        options = []
        for option in node.options:
            asked.answers[option.name], step = _option(speaker, option)
            options.append(step)
        found = [Step(asked.question.text, tuple(options))]
        if node.otherwise is not None:
            found.append(branch(speaker, speaker.say("menu.none"), steps(speaker, node.otherwise)))
        speaker.somebody = None
    return found


STATEMENTS: dict[type, ToSteps] = {
    stmts.Choose: _choose, stmts.May: _may, stmts.Menu: _menu, stmts.Secret: _secret,
    stmts.SecretMenu: _secret_menu,
}  # fmt: skip
