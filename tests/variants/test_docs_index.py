"""The index of the documentation leads everywhere, and nowhere that is not there."""

from __future__ import annotations

import re

from tests.helpers import ROOT

INDEX = ROOT / "docs" / "README.md"
LINKS = re.findall(r"\]\(([^)#]+)[^)]*\)", INDEX.read_text(encoding="utf-8"))


def test_every_link_leads_somewhere() -> None:
    assert [link for link in LINKS if not (INDEX.parent / link).exists()] == []


def test_every_page_is_listed() -> None:
    pages = {path.name for path in INDEX.parent.glob("*.md")} - {"README.md"}
    assert pages <= set(LINKS)
