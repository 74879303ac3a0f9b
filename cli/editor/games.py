"""The games that are open in an editor, and what is known of them.

In: texts as they are being typed. Out: findings, indexes and studies, each worked out once for one state
of the texts. Nothing here knows the protocol of editors.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from attrs import define, field

from cli.games import all_games
from cli.reports.findings import Target, in_steps, target_of
from rulelang.compile import Bundle, Study
from rulelang.diagnostics import Report, RulesError
from rulelang.editor.family import Family, family_in_steps
from rulelang.editor.here import Here, here
from rulelang.editor.index import Index, index_in_steps
from rulelang.editor.nearby import linked
from rulelang.files import shown, with_unsaved
from rulelang.loader import load, load_with_required, variant_names
from rulelang.rulebook import numbered_rules
from rulelang.source import Source

Step = TypeVar("Step")


@define
class Games:
    texts: dict[str, str] = field(factory=dict)  # what is open, by its real path
    changes: int = 0  # how often a text has changed
    elsewhere: int = 0  # how often something has changed that is not open
    _targets: dict[str, tuple[tuple[str, ...], Target]] = field(factory=dict)
    _families: dict[tuple[Path, tuple[Path, ...]], tuple[int, Family, Index]] = field(factory=dict)
    _results: dict[tuple[str, int], tuple[int, str]] = field(factory=dict)  # of scenarios that were run
    _studies: dict[Path, tuple[int, Study]] = field(factory=dict)
    _bundles: dict[Path, tuple[int, Bundle | None, list[tuple[set[str], list[Bundle]]]]] = field(factory=dict)

    # ------------------------------------------------------------ texts
    def put(self, path: Path, text: str) -> None:
        self.texts[os.path.realpath(path)] = text.replace("\r\n", "\n").replace("\r", "\n")
        self.changes += 1

    def drop(self, path: Path) -> None:
        self.texts.pop(os.path.realpath(path), None)
        self.look_again()

    def source(self, path: Path) -> Source:
        text = self.texts.get(os.path.realpath(path))
        if text is None:
            try:
                text = path.read_text(encoding="utf-8-sig", errors="replace")
            except OSError:
                text = ""
        return Source(shown(path), text)

    # ------------------------------------------------------------ findings
    def target(self, path: Path) -> Target:
        """The whole game that a file belongs to."""
        own = self._own_target(path)
        beside = own.variants is not None and any(isinstance(name, Path) for name in own.variants)
        return own if beside else Target(own.definition)

    def _own_target(self, path: Path) -> Target:
        """What a path means, which only its first lines and new files can change."""
        text = self.texts.get(os.path.realpath(path), "")
        heads, key = tuple(re.findall(r"^(?:game|variant)\s.*", text, re.MULTILINE)), str(path)
        if key not in self._targets or self._targets[key][0] != heads:
            with with_unsaved(self.texts):
                self._targets[key] = heads, target_of(path, all_games())
        return self._targets[key][1]

    def knows(self, path: Path) -> bool:
        """Whether a file is of a game: editors send all tables that are open, also those of others."""
        return path.suffix not in (".yaml", ".yml") or self._own_target(path).definition != path

    def look_again(self) -> None:
        """Files have come or gone, or were changed by others."""
        self._targets.clear()
        self.changes += 1
        self.elsewhere += 1

    def quickly(self, path: Path) -> Report:
        """What is wrong at first sight: with the game alone, or with the variant or scenarios of one file."""
        own = self._own_target(path)
        with with_unsaved(self.texts):
            *_, report = in_steps(Target(own.definition, (), ()) if own.whole else own)
        return report

    def thoroughly(self, path: Path) -> Iterator[Report]:
        """All that `rulelang check` says, in steps. Between them other questions can be answered."""
        steps = in_steps(self.target(path))
        while (report := self._next(steps)) is not None:
            yield report

    def all_findings(self, path: Path) -> Report:
        *_, report = self.thoroughly(path)
        return report

    # ------------------------------------------------------------ beside the rules
    def ran(self, path: Path, line: int, said: str) -> None:
        self._results[os.path.realpath(path), line] = self.changes, said

    def result(self, path: Path, line: int) -> str:
        """How a scenario went, as long as nothing has changed since; nothing if it was not run."""
        changes, said = self._results.get((os.path.realpath(path), line), (-1, ""))
        return said if changes == self.changes else ""

    def rulebook(self, path: Path) -> dict[str, str]:
        """The numbered rules of the game."""
        try:
            with with_unsaved(self.texts):
                return {rule.number: rule.text for rule in numbered_rules(self.target(path).definition)}
        except RulesError:  # it cannot be read; `rulelang check` says so
            return {}

    def with_texts(self, texts: Mapping[str, str]) -> Games:
        """The same games with other texts, to see what would be."""
        changed = {os.path.realpath(path): text for path, text in texts.items()}
        return Games(self.texts | changed)

    # ------------------------------------------------------------ names
    def family(self, path: Path) -> tuple[Family, Index]:
        """Every name of the game that a file belongs to, with all its places."""
        for _ in self.family_in_steps(path):
            pass
        _, family, index = self._families[self._family_key(path)]
        return family, index

    def family_in_steps(self, path: Path) -> Iterator[None]:
        """The same is found out in steps: this takes long, and whoever types must not wait for it."""
        key, changes = self._family_key(path), self.changes
        if key in self._families and self._families[key][0] == changes:
            return
        steps: Iterator[Family] = family_in_steps(*key)
        family: Family | None = None
        while (step := self._next(steps)) is not None:
            family = step
            yield
        assert family is not None
        for index in index_in_steps(family):
            if index is not None:
                self._families[key] = (changes, family, index)
            yield

    def _family_key(self, path: Path) -> tuple[Path, tuple[Path, ...]]:
        target = self.target(path)
        return target.definition, tuple(name for name in target.variants or () if isinstance(name, Path))

    def _next(self, steps: Iterator[Step]) -> Step | None:
        """One step, with the texts as they are being typed."""
        with with_unsaved(self.texts):
            return next(steps, None)

    def studied(self, path: Path) -> Study | None:
        """What the game alone declares; soon enough to be asked at every keystroke."""
        definition = self.target(path).definition
        known = self._studies.get(definition)
        # Scenarios declare nothing for others: while one of them is typed, all stays as it is.
        read = hash(frozenset((p, text) for p, text in self.texts.items() if not p.endswith(".scenario")))
        if known is None or known[0] != read + self.elsewhere:
            with with_unsaved(self.texts):
                bundle = load(definition, Report())
                if bundle is None:
                    return None
                known = self._studies[definition] = (read + self.elsewhere, linked(bundle, []))
        return known[1]

    def here(self, path: Path, source: Source, offset: int) -> tuple[Here, Sequence[Source]]:
        """What a place in a file of rules wants, and the texts of the game around it."""
        bundle, variants = self._bundle(path, source)
        if bundle is None:
            bundle = Bundle((source,))
        others = [rules for each in (bundle, *variants) for rules in each.rules]
        return here(bundle, variants, source, offset), others

    def rules(self, path: Path, source: Source) -> list[Source]:
        """The rules of the game that a table, a text or a scenario belongs to, with those of all variants."""
        bundle, _ = self._bundle(path, source)
        ways = [each for _, way in self._bundles[self.target(path).definition][2] for each in way]
        found = {rules.path: rules for each in (*ways, *([bundle] if bundle else [])) for rules in each.rules}
        return list(found.values())

    def _bundle(self, path: Path, source: Source) -> tuple[Bundle | None, list[Bundle]]:
        definition = self.target(path).definition
        known = self._bundles.get(definition)
        others = hash(frozenset((p, text) for p, text in self.texts.items() if p != os.path.realpath(path)))
        if known is None or known[0] != others + self.elsewhere:
            report = Report()
            with with_unsaved(self.texts):
                bundle = load(definition, report)
                ways = [load_with_required(definition, name, report) for name in variant_names(definition)]
            named = [({rules.path for rules in way[0].rules}, way) for way in ways if way]
            known = self._bundles[definition] = (others + self.elsewhere, bundle, named)
        way = next((way for paths, way in known[2] if source.path in paths), [])
        return known[1], way
