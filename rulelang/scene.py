"""The front door for faces: what one seat may see at one moment, as plain data (docs/scene.md).

In: a game and a seat. Out: `scene_of` gives a scene, `to_plain` makes it ready for JSON.
"""

from __future__ import annotations

from rulelang.rooms import expect_ours

expect_ours("interpreter")

from interpreter.scene import scene_of, to_plain  # noqa: E402

__all__ = ["scene_of", "to_plain"]
