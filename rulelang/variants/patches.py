"""Variants: patches of a definition.

In: the declarations of a base and of the variants played with it. Out: one list of declarations. Variants
are applied in an order that depends only on what they declare, so that the order in which a player names
them does not matter; two that touch the same thing are refused unless one comes `after` the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import define, evolve, field, frozen

from rulelang.diagnostics import Diagnostic, Guess, Label, Report
from rulelang.source import Span
from rulelang.suggest import did_you_mean
from rulelang.syntax import ast
from rulelang.variants.morewords import kinds_in, with_more_words

Key = tuple[str, ...]


@frozen
class Patch:
    """One variant: its header and everything else in its files."""

    header: ast.Variant
    declarations: tuple[ast.Node, ...]
    texts: frozenset[str] = frozenset()  # the paths of its own texts

    @property
    def name(self) -> str:
        return self.header.name.text

    def names(self, how: str) -> list[ast.Ident]:
        nodes = [d for d in self.declarations if isinstance(d, ast.Requirement) and d.how == how]
        return [name for node in nodes for name in node.names]


def find_patch(declarations: Sequence[ast.Node], path_span: Span, report: Report) -> Patch | None:
    headers = [node for node in declarations if isinstance(node, ast.Variant)]
    if not headers and any(lost.sort == "variant" for lost in report.lost):
        return None  # its first line is reported
    if len(headers) != 1:
        report.error(
            "R0400",
            "a variant starts with one line like `variant my_variant of some_game`",
            headers[1].span if headers else path_span,
        )
        return None
    rest = tuple(node for node in declarations if not isinstance(node, ast.Variant))
    return Patch(headers[0], rest)


def apply_variants(base: Sequence[ast.Node], patches: Sequence[Patch], report: Report) -> list[ast.Node]:
    game = next((node for node in base if isinstance(node, ast.Game)), None)
    if game is None:
        return list(base)
    if not _compatible(game.name.text, patches, report):
        return list(base)
    patcher = _Patcher(list(base), report, _all_before(patches))
    for patch in ordered(patches):
        patcher.apply(patch)
    # What two variants quarrel about is all there is to say: half a patch would only bring more findings.
    return list(base) if patcher.conflicts else patcher.declarations


def ordered(patches: Sequence[Patch]) -> list[Patch]:
    """By name, but after those that a variant builds on or says it comes after."""
    names = {patch.name for patch in patches}
    left = sorted(patches, key=lambda patch: patch.name)
    done: list[Patch] = []
    while left:
        finished = {patch.name for patch in done}
        free = [patch for patch in left if follows(patch) & names <= finished]
        done.append((free or left)[0])
        left.remove(done[-1])
    return done


def follows(patch: Patch) -> set[str]:
    return {name.text for name in patch.names("after")} | {patch.header.base.text}


def _all_before(patches: Sequence[Patch]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for patch in ordered(patches):
        direct = follows(patch)
        found[patch.name] = direct.union(*(found.get(name, set()) for name in direct))
    return found


def _compatible(game: str, patches: Sequence[Patch], report: Report) -> bool:
    known = {patch.name: patch for patch in patches}
    fine = True
    done = ordered(patches)
    for index, patch in enumerate(done):
        late = follows(patch) & {other.name for other in done[index + 1 :]}
        if late:
            title = f"`{patch.name}` and `{min(late)}` each come after the other"
            also = [Label(known[min(late)].header.span, "the other one")]
            report.error("R0409", title, patch.header.span, also=also)
            fine = False
    for patch in patches:
        if known[patch.name] is not patch:
            title = f"two variants are called `{patch.name}`"
            also = [Label(known[patch.name].header.name.span, "the other one")]
            report.error("R0402", title, patch.header.name.span, also=also, hint="give one another name")
            fine = False
        if patch.header.base.text not in (game, *known):
            base = patch.header.base
            title = f"`{patch.name}` is a variant of `{base}`, not of `{game}`"
            report.error("R0406", title, base.span, hint=did_you_mean(base.text, [game, *known]))
            fine = False
        for name in patch.names("requires"):
            if name.text not in known:
                report.error("R0407", f"`{patch.name}` needs `{name}` to be played too", name.span)
                fine = False
        for name in patch.names("excludes"):
            if name.text in known:
                title = f"`{patch.name}` cannot be played together with `{name}`"
                also = [Label(known[name.text].header.span, "the other one")]
                report.error("R0408", title, name.span, also=also)
                fine = False
    return fine


@define
class _Patcher:
    declarations: list[ast.Node]
    report: Report
    before: dict[str, set[str]]  # those that a variant comes after, also by way of others
    touched: dict[Key, tuple[Span, Patch]] = field(factory=dict)
    grown: dict[Key, tuple[Span, Patch]] = field(factory=dict)  # kinds that got more words
    conflicts: int = 0

    def apply(self, patch: Patch) -> None:
        if patch.header.players is not None:
            self._players(patch)
        for node in patch.declarations:
            if isinstance(node, ast.Requirement):
                continue
            if isinstance(node, ast.Replacement):
                self._replace(node, patch)
            elif isinstance(node, ast.Removal):
                self._remove(node, patch)
            elif isinstance(node, ast.Preset):
                self._preset(node, patch)
            elif isinstance(node, ast.MoreWords):
                self._more_words(node, patch)
            else:
                self._add(node, patch)

    def _players(self, patch: Patch) -> None:
        assert patch.header.players is not None
        self._touch([("players",)], patch.header.players.span, patch)
        self.declarations = [
            evolve(node, players=patch.header.players) if isinstance(node, ast.Game) else node
            for node in self.declarations
        ]

    def _touch(self, keys: Iterable[Key], span: Span, patch: Patch) -> bool:
        """Whether nobody else has changed this, or we may do so after them."""
        if self._disputed(keys, span, patch):
            return False
        self.touched |= dict.fromkeys(keys, (span, patch))
        return True

    def _disputed(self, keys: Iterable[Key], span: Span, patch: Patch) -> bool:
        """Whether another variant has changed one of these, and we do not come after it."""
        for key in keys:
            first = self.touched.get(key) or self.grown.get(key)
            if first is not None and not self._may_follow(patch, first[1]):
                self._conflict(key, span, patch, first)
                return True
        return False

    def _conflict(self, key: Key, span: Span, patch: Patch, first: tuple[Span, Patch]) -> None:
        what = f"the {key[0]} `{' for '.join(key[1:])}`" if len(key) > 1 else f"the {key[0]}"
        self.conflicts += 1
        self.report.error(
            "R0401",
            f"`{first[1].name}` and `{patch.name}` both change {what}",
            span,
            f"changed by `{patch.name}` here",
            also=[Label(first[0], f"and by `{first[1].name}` here")],
            hint=f"if one is meant to win, let it say `after {first[1].name}`",
        )

    def _add(self, node: ast.Node, patch: Patch) -> None:
        keys = keys_of(node)
        here = [n for n in self.declarations if any(key in keys_of(n) for key in keys)]
        if here and not any(key in self.touched for key in keys):
            self.report.error(
                "R0402",
                f"{_what(keys[0])} is already there",
                node.span,
                also=[Label(here[0].span, "it is declared here")],
                hint="write `replace` before it to put it in the place of the other",
            )
            return
        if self._touch(keys, node.span, patch):
            self._drop(keys)
            self.declarations.append(node)

    def _replace(self, node: ast.Replacement, patch: Patch) -> None:
        keys = keys_of(node.declaration)
        if not keys:
            self.report.error(
                "R0403", "an ability is added, never replaced", node.span, hint="leave `replace` out"
            )
            return
        if self._disputed(keys, node.span, patch):
            return
        for key in keys:
            if not self._exists(key):
                known = [k[-1] for n in self.declarations for k in keys_of(n) if k[0] == key[0]]
                hint = did_you_mean(key[-1], known)
                title = f"there is no {_what(key)[4:]} to replace"
                self.report.error("R0403", title, node.span, hint=hint, unknown=key[-1])
                return
        if self._touch(keys, node.span, patch):
            at = self._drop(keys)
            self.declarations.insert(at, node.declaration)

    def _remove(self, node: ast.Removal, patch: Patch) -> None:
        base: Key = ("type" if node.what == "table" else node.what, node.name.text)
        keys: list[Key] = [(*base, case.text) for case in node.cases]
        if not keys:  # without a case: all of them
            here = {k for n in self.declarations for k in keys_of(n)}
            keys = sorted(k for k in here | set(self.touched) if k[:2] == base) or [base]
        if self._disputed(keys, node.span, patch):
            return
        keys = [key for key in keys if node.cases or self._exists(key)] or keys[:1]
        for key in keys:
            if not self._exists(key):
                known = [k[1] for n in self.declarations for k in keys_of(n) if k[0] == key[0]]
                hint = did_you_mean(node.name.text, known)
                title = f"there is no {_what(key)[4:]} to remove"
                self.report.error("R0403", title, node.span, hint=hint, unknown=key[-1])
                return
        if self._touch(keys, node.span, patch):
            self._drop(keys)

    def _preset(self, node: ast.Preset, patch: Patch) -> None:
        key = ("setting", node.name.text)
        if self._disputed([key], node.span, patch):
            return
        for index, old in enumerate(self.declarations):
            if isinstance(old, ast.Setting) and old.name.text == node.name.text:
                if self._touch([key], node.span, patch):
                    self.declarations[index] = evolve(old, default=node.value)
                return
        known = [n.name.text for n in self.declarations if isinstance(n, ast.Setting)]
        title = f"there is no setting `{node.name}`"
        hint = did_you_mean(node.name.text, known)
        guess = Guess("=", node.name.text, written(node.value), in_block=False)
        self.report.add(
            Diagnostic(
                "R0403", title, (Label(node.name.span),), hint=hint, unknown=node.name.text, guess=guess
            )
        )

    def _more_words(self, node: ast.MoreWords, patch: Patch) -> None:
        """Several variants may give a kind more words; one that puts another kind in its place may not."""
        for index, old in enumerate(self.declarations):
            grown = with_more_words(old, node.name.text, node.names)
            if grown is not None:
                words = [("word", f"{node.name}.{name}") for name in node.names]
                changed = next((self.touched[key] for key in keys_of(old) if key in self.touched), None)
                if changed is not None and not self._may_follow(patch, changed[1]):
                    self._conflict(("kind", node.name.text), node.span, patch, changed)
                elif self._touch(words, node.span, patch):
                    self.grown |= dict.fromkeys(keys_of(old), (node.span, patch))
                    self.declarations[index] = grown
                return
        known = [name for node in self.declarations for name in kinds_in(node)]
        title = f"there is no kind `{node.name}`"
        hint = did_you_mean(node.name.text, known)
        self.report.error("R0403", title, node.name.span, hint=hint, unknown=node.name.text)

    def _may_follow(self, patch: Patch, first: Patch) -> bool:
        return first is patch or first.name in self.before[patch.name]

    def _exists(self, key: Key) -> bool:
        return any(key in keys_of(node) for node in self.declarations)

    def _drop(self, keys: Sequence[Key]) -> int:
        """Takes things out; of a body with several cases only those that are named."""
        at = len(self.declarations)
        kept: list[ast.Node] = []
        for node in self.declarations:
            own = keys_of(node)
            if not any(key in keys for key in own):
                kept.append(node)
                continue
            at = min(at, len(kept))
            if isinstance(node, ast.Rule | ast.Value) and node.cases:
                rest = tuple(case for case in node.cases if (*own[0][:2], case.text) not in keys)
                if rest:
                    kept.append(evolve(node, cases=rest))
        self.declarations = kept
        return min(at, len(kept))


def written(node: ast.Literal) -> str:
    """A literal as it is typed."""
    match node:
        case ast.LiteralInt(value=value):
            return str(value)
        case ast.LiteralName(name=name):
            return name.text
        case ast.LiteralList(items=items):
            return f"[{', '.join(written(item) for item in items)}]"
    return {ast.LiteralYes: "yes", ast.LiteralNo: "no"}.get(type(node), "none")


def _what(key: Key) -> str:
    return f"the {key[0]} `{' for '.join(key[1:])}`" if len(key) > 1 else f"the `{key[0]}` block"


def keys_of(node: ast.Node) -> list[Key]:
    """What a declaration declares, as keys by which it can be replaced or removed."""
    match node:
        case ast.Rule() | ast.Value():
            word = "rule" if isinstance(node, ast.Rule) else "value"
            cases = [(word, node.name.text, case.text) for case in node.cases]
            return list(cases) or [(word, node.name.text)]
        case ast.Zone() | ast.Track() | ast.Kind() | ast.Die() | ast.Setting():
            return [(type(node).__name__.lower(), node.name.text)]
        case ast.Table() | ast.Component():
            return [("type", node.name.text)]
        case ast.Instance():
            return [(node.type.text, node.name.text)]
        case ast.Setup() | ast.Play() | ast.Ranking() | ast.Score() | ast.Payoff() | ast.Outlook():
            return [(type(node).__name__.lower(),)]
    return []
