"""What is written: the schema in docs, merging to the byte, tidy rows, and files that are wrong."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.helpers import ROOT

GAME = "lantern_walk"
SCHEMA = json.loads((ROOT / "docs" / "simulation.schema.json").read_text())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def read(file: Path) -> dict[str, Any]:
    data = json.loads(file.read_text())
    VALIDATOR.validate(data)
    return data


@pytest.mark.parametrize(
    "words",
    [
        ["simulate", GAME, "-n", 6],
        ["simulate", GAME, "-n", 6, "--watch", "all", "--seats", "random,greedy"],
        ["simulate", GAME, "-n", 1, "--watch", "nothing"],
        ["simulate", GAME, "-n", 3, "--limit", 4],
        ["simulate", "dead_mans_draw", "-n", 3, "--watch", "all", "--against-variant", "party"],
        ["simulate", "sea_salt_and_paper", "-n", 2, "--sweep", "target=20..21", "--set", "one_round=yes"],
        ["simulate", GAME, "-n", 3, "--sweep", "players=2..4"],
        ["tournament", "tic_tac_toe", "-n", 4, "--bots", "random,greedy"],
        ["tournament", GAME, "-n", 4, "--bots", "random,greedy", "--sweep", "lanterns=yes,no"],
    ],
)
def test_everything_written_is_as_the_schema_says(run, tmp_path, words) -> None:
    done = run(*words, "-j", 1, "--json", "out.json")
    assert done.code in (0, 1) and "mistake in rulelang" not in done.err
    data = read(tmp_path / "out.json")
    # It says no more than there is either: every part that is required is there, and a wrong one is found.
    data["conditions"][0]["figures"]["games"]["played"] = -1
    assert not VALIDATOR.is_valid(data)


def test_merged_is_as_played_at_once(run, tmp_path) -> None:
    words = ["simulate", GAME, "-j", 1, "--seats", "random,greedy,random", "--watch", "all",
             "--against-set", "lanterns=no"]  # fmt: skip
    assert run(*words, "-n", 20, "--json", "whole.json").code == 0
    for number, (seed, games) in enumerate([(13, 7), (0, 5), (5, 8)]):
        assert run(*words, "-n", games, "--seed", seed, "--json", f"{number}.json").code == 0
    done = run("merge", "0.json", "1.json", "2.json", "-o", "merged.json")
    assert done.code == 0 and "seed 0 to 19" in done.out, done.err
    assert (tmp_path / "merged.json").read_bytes() == (tmp_path / "whole.json").read_bytes()
    twice = run("merge", "0.json", "whole.json")
    assert twice.code == 2 and "seeds 13 to 19 are there twice" in twice.err
    run("simulate", GAME, "-j", 1, "-n", 2, "--seed", 50, "--json", "other.json")
    unlike = run("merge", "0.json", "other.json")
    assert unlike.code == 2 and "it compares 1 ways to play, and not 2" in unlike.err
    out = run("merge", "0.json", "1.json", "-o", "-")
    assert json.loads(out.out)["seeds"] == [[0, 5], [13, 20]] and GAME in out.err


def test_merged_tournaments(run, tmp_path) -> None:
    words = ["tournament", "tic_tac_toe", "-j", 1, "--bots", "random,greedy"]
    run(*words, "-n", 8, "--json", "whole.json")
    run(*words, "-n", 5, "--json", "a.json")
    run(*words, "-n", 3, "--seed", 5, "--json", "b.json")
    assert "rating" in run("merge", "a.json", "b.json", "-o", "c.json").out
    assert (tmp_path / "c.json").read_bytes() == (tmp_path / "whole.json").read_bytes()


def test_rows_are_tidy(run, tmp_path) -> None:
    import pyarrow.parquet

    words = ["simulate", GAME, "-n", 6, "-j", 1, "--sweep", "lanterns=yes,no", "--seats", "random,greedy"]
    assert run(*words, "--csv", "a.csv", "--parquet", "a.parquet", "--json", "a.json").code == 0
    with (tmp_path / "a.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 2 * 6 * 2
    assert rows[0]["setting.lanterns"] == "yes" and rows[-1]["condition"] == "lanterns=no"
    for condition in read(tmp_path / "a.json")["conditions"]:
        for line in condition["figures"]["seats"]:
            mine = [
                r for r in rows if r["condition"] == condition["label"] and int(r["seat"]) == line["seat"]
            ]
            assert sum(int(row["won"]) for row in mine) == line["wins"] and len(mine) == line["games"]
            assert sum(int(row["score"]) for row in mine) / len(mine) == pytest.approx(line["score"]["mean"])
    table = pyarrow.parquet.read_table(tmp_path / "a.parquet").to_pylist()
    as_text = [{k: "" if v is None else str(v) for k, v in row.items()} for row in table]
    assert as_text == rows


def changed(data: Any, path: list[Any], value: Any) -> str:
    copy = json.loads(json.dumps(data))
    place = copy
    for key in path[:-1]:
        place = place[key]
    if value is None:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return json.dumps(copy)


@pytest.mark.parametrize("command", [["merge"], ["report", "-o", "page.html"]])
def test_files_that_are_wrong(run, tmp_path, command) -> None:
    run("simulate", GAME, "-n", 4, "-j", 1, "--watch", "all", "--json", "good.json")
    good = json.loads((tmp_path / "good.json").read_text())
    bad = {
        "": "no JSON", "[1]": "no results", "{": "no JSON", "[" * 9999: "no JSON",
        '{"format": "x"}': "no results",
        changed(good, ["version"], 2): "version 2",
        changed(good, ["conditions"], None): "damaged", changed(good, ["conditions"], []): "damaged",
        changed(good, ["seeds"], [[0, 3]]): "damaged", changed(good, ["seeds"], [[0, 4], [2, 4]]): "damaged",
        changed(good, ["conditions", 0, "tally", "counts", "seat", 0, 2], -4): "damaged",
        changed(good, ["conditions", 0, "tally", "counts", "seat", 0, 2], "x"): "damaged",
        changed(good, ["conditions", 0, "tally", "counts", "rule"], None): "damaged",
        changed(good, ["conditions", 0, "tally", "counts", "length", 0], [[], 4]): "damaged",
        changed(good, ["conditions", 0, "names"], {"a": 1}): "damaged",
        changed(good, ["conditions", 0, "bots"], "random"): "damaged",
        changed(good, ["kind"], "dance"): "damaged",
    }  # fmt: skip
    for text, said in bad.items():
        (tmp_path / "bad.json").write_text(text)
        done = run(command[0], "bad.json", *command[1:])
        assert done.code == 2 and said in done.err, (text[:80], done)
        assert "mistake in rulelang" not in done.err and not (tmp_path / "page.html").exists()
    (tmp_path / "bad.json").write_bytes(b"\xff\xfe\x00")
    assert "no JSON" in run(command[0], "bad.json", *command[1:]).err
    gone = run(command[0], "gone.json", *command[1:])
    assert gone.code == 1 and "No such file" in gone.err
