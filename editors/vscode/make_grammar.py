"""Writes the TextMate grammars from the grammar of the language. Run it from the root of the checkout."""

import json
from pathlib import Path

from rulelang.editor.textmate import rules_grammar, scenario_grammar

FOLDER = Path(__file__).parent / "syntaxes"

if __name__ == "__main__":
    for name, grammar in (("rulelang", rules_grammar()), ("rulelang-scenario", scenario_grammar())):
        text = json.dumps(grammar, indent=2, ensure_ascii=False)
        (FOLDER / f"{name}.tmLanguage.json").write_text(f"{text}\n", encoding="utf-8")
