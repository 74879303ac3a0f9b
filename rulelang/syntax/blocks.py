"""What the indentation means, for whoever reads it: how deep blocks go, and which lines have one."""

from __future__ import annotations

DEEPEST = 60  # blocks inside blocks


def heads_a_block(text: str, start: int) -> bool:
    """Whether there is a colon in the rest of the line, outside of brackets and comments."""
    depth = 0
    end = text.find("\n", start)
    for sign in text[start : len(text) if end < 0 else end].partition("#")[0]:
        depth += (sign in "([") - (sign in ")]")
        if sign == ":" and depth == 0:
            return True
    return False
