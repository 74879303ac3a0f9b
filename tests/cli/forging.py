"""Saves that somebody changed by hand, with a sum that fits."""

import json

from interpreter.game.saves import _sum


def forged(text: str, **changes: object) -> str:
    data = json.loads(text)
    body = {key: value for key, value in {**data, **changes}.items() if key not in ("rulelang", "sum")}
    return json.dumps({"rulelang": data["rulelang"], "sum": _sum(body), **body})
