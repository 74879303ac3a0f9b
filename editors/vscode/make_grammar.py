"""Writes the TextMate grammars from the grammar of the language. Run it from the root of the checkout.

Editors read them as JSON, but Sublime Text only as a property list.
"""

import json
import plistlib
from pathlib import Path

from rulelang.editor.textmate import rules_grammar, scenario_grammar

FOLDER = Path(__file__).parent / "syntaxes"
SUBLIME = Path(__file__).parents[1] / "sublime"

if __name__ == "__main__":
    for name, grammar in (("rulelang", rules_grammar()), ("rulelang-scenario", scenario_grammar())):
        text = json.dumps(grammar, indent=2, ensure_ascii=False)
        (FOLDER / f"{name}.tmLanguage.json").write_text(f"{text}\n", encoding="utf-8")
        (SUBLIME / f"{name}.tmLanguage").write_bytes(plistlib.dumps(grammar, sort_keys=False))
