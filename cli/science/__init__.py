"""Simulation as science: games between bots, counted, compared, spread over machines and told.

In: a game and what to try. Out: results, for programs and notebooks; the commands `simulate`, `tournament`,
`merge` and `report` do the same. The rooms, in the order of the work: `plans` what is played, `match` one
game (`counting` and `observing` watch it), `tally` many, `experiment` several ways on the same seeds,
`engines` and `cluster` where, `figures` and `intervals` what it says, `document` and `tables` written down,
`listing` and `report` for people.

    from rulelang.science import simulate
    found = simulate("my_game", games=300)
    found.write("page.html")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

from cli.science.document import Results, merge, read

__all__ = ["Found", "load", "simulate"]


@frozen
class Found:
    """What was found out. A notebook shows the report when it is the last line of a cell."""

    results: Results

    @property
    def data(self) -> dict[str, Any]:
        """The document that `--json` writes."""
        return self.results.to_data()

    @property
    def rows(self) -> list[dict[str, Any]]:
        """One row for each game and seat, as for `pandas.DataFrame(found.rows)`."""
        from cli.science.tables import header, table

        names = header(self.results)
        return [dict(zip(names, row, strict=True)) for row in table(self.results)]

    @property
    def sentences(self) -> list[str]:
        from cli.science.report.sentences import sentences

        return sentences(self.results)

    def write(self, file: str | Path) -> None:
        """The report as .html, everything counted as .json, the rows as .csv or .parquet."""
        from cli.errors import Misuse
        from cli.science.report.page import page
        from cli.science.tables import check_parquet, to_csv, write_parquet

        path = Path(file)
        match path.suffix:
            case ".html":
                path.write_text(page(self.results), encoding="utf-8")
            case ".json":
                path.write_text(self.results.to_json() + "\n", encoding="utf-8")
            case ".csv":
                path.write_text(to_csv(self.results), encoding="utf-8", newline="")
            case ".parquet":
                for first, last in self.results.part.seeds or [(0, 0)]:
                    check_parquet(first, last - first)
                write_parquet(self.results, path)
            case _:
                raise Misuse(f"{path}: the name says what is written: .html, .json, .csv or .parquet")

    def merged(self, *others: Any) -> Found:
        for other in others:
            if not isinstance(other, Found):
                from cli.errors import Misuse

                raise Misuse(f"what is merged is what `simulate` or `load` gave, not {other!r}")
        named = [(f"number {n}", found.results) for n, found in enumerate((self, *others), 1)]
        return Found(merge(named))

    def __repr__(self) -> str:
        labels = ", ".join(label for label in self.results.labels if label) or "one condition"
        return f"<Found: {self.results.conditions[0]['game']}, {self.results.part.played} seeds, {labels}>"

    def _repr_html_(self) -> str:
        from cli.science.report.page import part

        return part(self.results)


def simulate(
    game: str | Path,
    games: int = 100,
    *,
    seats: str | Sequence[str] | None = None,
    players: int | None = None,
    variants: str | Sequence[str] = (),
    settings: Mapping[str, Any] | None = None,
    seed: int = 0,
    sweep: str | Sequence[str] = (),
    against: Mapping[str, Any] | None = None,
    rotate: bool = True,
    watch: str = "all",
    jobs: int = 1,
    engine: str | None = None,
    within: float | None = None,
) -> Found:
    """Plays and counts, as the command does. `against` has other `variants`, `settings` or `seats`."""
    from cli.errors import Misuse
    from cli.science import plans
    from cli.science.document import results
    from cli.science.engines import choose, run
    from cli.science.experiment import Experiment
    from cli.science.match import WATCHES

    if not isinstance(game, str | Path):
        raise Misuse(f"a game is chosen by its name or path, not by {game!r}")
    if watch not in WATCHES:
        raise Misuse(f"watch is one of {', '.join(WATCHES)}, not {watch!r}")
    if type(games) is not int or games < 1:
        raise Misuse(f"games is a whole number from 1 up, not {games!r}")
    plan = plans.Plan(
        game, _listed(seats), players, _several(variants), settings or {}, rotate=rotate, watch=watch
    )
    if sweep:
        conditions = plans.swept(plan, _several(sweep))
    elif against:
        other: dict[str, Any] = {"variants": (), "settings": {}, "seats": None}
        if unknown := against.keys() - other.keys():
            raise Misuse(f"against has {', '.join(other)}, not {', '.join(sorted(unknown))}")
        other |= against
        conditions = plans.against(
            plan, _several(other["variants"]), other["settings"], _listed(other["seats"])
        )
    else:
        conditions = plans.one(plan)
    experiment = Experiment(conditions, keep=True)
    share = None if within is None else within / 100
    outcome = run(experiment, seed, games, choose(engine, None if engine else jobs, games), within=share)
    return Found(results(experiment, outcome.part, outcome.stopped))


def _several(names: str | Sequence[str]) -> tuple[str, ...]:
    """One name alone stands for a list of it."""
    return (names,) if isinstance(names, str) else tuple(names)


def _listed(seats: str | Sequence[str] | None) -> str | None:
    """Bots as on the command line, with commas between them."""
    return seats if seats is None or isinstance(seats, str) else ",".join(seats)


def load(file: str | Path) -> Found:
    """What `--json` or `write` has written."""
    return Found(read(Path(file)))
