"""One whole game of each variant as a transcript that people read: a change of the rules shows up in it.

`pytest tests/games/test_transcripts.py --update-transcripts` writes them anew; read the difference.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.main import main
from rulelang.loader import variant_names
from tests.helpers import GAMES, all_definitions

FOLDER = Path(__file__).parent / "transcripts"
CASES = [(game.name, "") for game in sorted(GAMES.iterdir()) if (game / "game.rules").exists()]
CASES += [(game, variant) for game, _ in CASES for variant in variant_names(GAMES / game)]


@pytest.mark.parametrize(("game", "variant"), CASES)
def test_a_game_goes_as_it_is_written(
    game: str, variant: str, capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest
) -> None:
    words = ["play", game, "--seed", "4", "--plain", *(["--variant", variant] if variant else [])]
    least, most = all_definitions()[game].players
    players = {"teams": 4}.get(variant, min(max(3, least), most))
    seats = ",".join(["random"] * players)
    with pytest.raises(SystemExit) as ended:
        main([*words, "--players", str(players), "--seats", seats])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    file = FOLDER / f"{game}{'-' if variant else ''}{variant}.txt"
    if request.config.getoption("--update-transcripts", default=False):
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")
