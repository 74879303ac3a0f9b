"""The syntax tree: what an author wrote, with the place of each part.

Made by `build.py` from Lark's tree, read by `typed/from_syntax`. Frozen; spans do not take part in
comparisons, so two texts that mean the same have equal trees.
"""

from rulelang.syntax.ast.base import *  # noqa: F403
from rulelang.syntax.ast.declarations import *  # noqa: F403
from rulelang.syntax.ast.expressions import *  # noqa: F403
from rulelang.syntax.ast.statements import *  # noqa: F403
