"""Planted mistakes in the runtime: each has to be noticed by playing programs on both backends.

In: the number of a mistake. Out: exit code 0 if playing noticed it, 1 if nothing did. A process of its own: a
mistake in C may do anything.
"""

from __future__ import annotations

import resource
import sys

from interpreter.native import unit
from interpreter.native.unit import RUNTIME
from tests.helpers import ROOT, all_definitions, compile_folder, small
from tests.native.answered import ANSWERED
from tests.native.lockstep import compare
from tests.native.test_deals import compare as compare_deals
from tests.native.unusual import UNUSUAL

Mistake = tuple[str, str, str]  # a file of the runtime, what stands there, what is put there instead
PLANTED: list[Mistake] = [
    ("base.h", "return s * 6364136223846793005ull", "return s * 6364136223846793007ull"),
    ("base.h", "return (I)(((s >> 24) * (u64)n) >> 40);", "return (I)(((s >> 24) * (u64)(n - 1)) >> 40);"),
    ("base.h", "? q - 1 : q; }", "? q : q; }"),
    ("base.h", "first = w == width || a[w] < b[w];", "first = w != width && a[w] < b[w];"),
    ("verbs.h", "if (n == 1) return 0;\n", "if (n <= 2) return 0;\n"),
    ("verbs.h", "S->zn[z] = n - 1;", "S->zn[z] = n - (i > 0);"),
    ("verbs.h", "while (n > 0 && a[n - 1] > item)", "while (n > 1 && a[n - 1] > item)"),
    ("verbs.h", "memmove(a + 1, a, n * sizeof(i16)); a[0] = item;", "a[n] = item;"),
    ("verbs.h", "S->bag_low[z]++; S->bag_high[z]++;", "S->bag_high[z]++;"),
    ("verbs.h", "S->known[a[n - 2]] = 0; }", "; }"),
    ("verbs.h", "if (seen == EVERYONE || ORD[source] == BOX)", "if (seen == EVERYONE)"),
    ("verbs.h", "S->known[item] |= seen;", "S->known[item] = seen;"),
    ("verbs.h", "S->known[item] &= sighted;", ";"),
    ("verbs.h", "ORD[z] != GRID && S->zn[z] == 1; }", "ORD[z] != GRID; }"),
    ("verbs.h", "S->loc[item] = z; S->at[item] = (i16)place;", "S->loc[item] = z;"),
    ("verbs.h", "for (I i = 0; i < n; i++) S->known[items[i]] |= mask;", ";"),
    ("verbs.h", "for (int i = 0; i < n; i++) S->known[a[i]] = SEES[z];", ";"),
    ("verbs.h", "if (settled >= amount) return 0;", "if (settled > amount) return 0;"),
    ("verbs.h", "from_top ? S->zn[z] - high : low;", "from_top ? S->zn[z] - low : low;"),
    ("verbs.h", "while (n > 0 && taken[n - 1] > place)", "while (0)"),
    ("verbs.h", "vacate(S, z, S->at[item]); return;", "return;"),
    ("verbs.h", "if (cells[p] >= 0 || seen[p] || !there[p])", "if (seen[p] || !there[p])"),
    ("rules.h", "for (I i = 0; i < n; i++) F[i] = NONE;", ";"),
    ("rules.h", "S->left -= BODY_PRICE[body];", "S->left -= 1;"),
    ("rules.h", "F[PC] = all ? b->leave : b->over;", "F[PC] = b->over;"),
    ("rules.h", "z >= hook->low && z < hook->high", "z >= hook->low"),
    ("rules.h", "HOOKS[number].how == H_INSTEAD && applies", "applies"),
    ("rules.h", "out[k++].holder = OWNER[z] < 0 ? actor : OWNER[z];", "out[k++].holder = actor;"),
    ("play.h", "high = high > E->options ? E->options : high;", ";"),
    ("play.h", "return E->options == 1 ? 1 : -1;", "return -1;"),
    ("play.h", "return (I)S->loc[item] * 100000 + lies_at", "return lies_at"),
    ("play.h", "if (S->waits[i] != S->pwho) S->waits[w++]", "if (i) S->waits[w++]"),
    ("play.h", "if (!QUESTIONS[q].ordered) sort_numbers(sorted, n);", ";"),
    ("play.h", "if (!QUESTIONS[q].secret) S->left -= 100 * n;", ";"),
    ("play.h", "F[PC] = QUESTIONS[q].pc + 1;", "F[PC] = QUESTIONS[q].pc;"),
    ("play.h", "F[YOU] = player; LISTS[q](S, F); F[YOU] = you;", "LISTS[q](S, F);"),
    ("play.h", "S->rng = seed_state(seed); S->serial = 0;", "S->serial = 0;"),
    ("play.h", "unheard && engine->opened == way", "unheard && engine->opened"),
    ("play.h", "S->pk != K_CHANCE && S->rng == seed_state(seed)", "S->pk != K_CHANCE"),
    ("play.h", "pay(W, (NC_REAL + NT + NZ) / 4);", ";"),
    ("deals.h", "for (I last = n - 1; last > 0; last--)", "for (I last = n - 1; last > 1; last--)"),
    ("deals.h", "S->known[now] = R->known[old];", ";"),
    ("deals.h", "if (ORD[z] == SET) sort_cards(a, n);", ";"),
    ("deals.h", "{ I *cell = S->st + *p++; *cell = to[*cell]; }", "p++;"),
    ("deals.h", "S->rng = advance(own);", "S->rng = own;"),
    ("deals.h", "return S->pn == plan[P_OPTIONS] && (", "return 1 || ("),
    ("deals.h", "fits = !fixed[k] || row[first + k] == old[k];", "fits = 1;"),
    ("deals.h", "fitting[drawn(rng, n)]", "fitting[drawn(rng, n + 1) % n]"),
    ("deals.h", "I k = drawn(rng, many);", "I k = drawn(rng, many + 1) % many;"),
    ("deals.h", "if (!cards || are_there(mine + lists, n, E->opt, E->options)) deal_some", "deal_some"),
]  # fmt: skip
# These change nothing that the programs below show; programs that do are still to be written.
NOT_YET: list[Mistake] = [
    ("verbs.h", "int low = S->bag_low[z] - (i < S->bag_low[z]), high", "int low = S->bag_low[z], high"),
    ("verbs.h", "if (!goes[a[k]]) return 0;", ";"),
    ("verbs.h", "S->bag_high[z] = n > 1 ? n : 0;", "S->bag_high[z] = n;"),
    ("rules.h", "if (b->name != name) continue;", ";"),
    ("rules.h", "S->extras = 0;\n", "\n"),
    ("rules.h", "while (j > 0 && key_of(S, out[j - 1]) > key)", "while (0)"),
    ("rules.h", "if (!found) continue;", ";"),
]  # fmt: skip
DEFINITIONS = ("kuhn_poker", "oshi_zumo", "lantern_walk", "sea_salt_and_paper", "dead_mans_draw", "malacca",
               "barracuda", "amazons", "oware", "yacht", "dead_men_tell_no_tales", "cribbage")  # fmt: skip


def is_noticed(mistake: Mistake) -> str:
    """The first program that shows it; "" if none does."""
    name, old, new = mistake
    texts = {path.name: path.read_text("utf-8") for path in RUNTIME.iterdir()}
    assert old in texts[name], f"{name} does not say {old!r} any more"
    texts[name] = texts[name].replace(old, new)
    unit.runtime = texts.__getitem__  # type: ignore[assignment]
    folders = sorted(path for path in (ROOT / "docs" / "cookbook").iterdir() if path.is_dir())
    programs = [all_definitions()[definition] for definition in DEFINITIONS]
    if name == "deals.h":
        programs = [*(small(text) for text in ANSWERED.values()), *programs]
    programs = [*(small(text) for text in UNUSUAL.values()), *programs]
    for program in [*programs, *(compile_folder(folder) for folder in folders)]:
        try:
            found = compare(program, program.players[0], {}, range(5))
            if name == "deals.h":
                compare_deals(program, program.players[0])
        except Exception:
            return program.name
        if found.ways_out:
            return program.name
    return ""


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))  # one that never ends is noticed too
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    shown = is_noticed(PLANTED[int(sys.argv[1])])
    print(shown or "nothing noticed it")
    sys.exit(0 if shown else 1)
