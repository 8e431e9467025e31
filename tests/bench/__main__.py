"""`make bench`: run every benchmark, print the figures beside their baselines, keep nothing.

Behind each stands how busy the machine was: a figure in ms of a busy run says more about the other programs.
"""

import importlib
import sys

from rich.console import Console
from rich.table import Table

from tests.bench.machine import Watch

BENCHMARKS = (
    "budgets",
    *("latency", "stroke_rulings", "undoing", "boot", "heap", "digits", "paper", "scan", "appends"),
    *("ingest", "strangers", "mosquitto", "catch_up", "recovery", "pages", "viewers", "draws", "score_cards"),
)


def main(names: list[str]) -> None:
    """Run the benchmarks in `names`, all of them when it is empty."""
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        sys.exit(f"There is no benchmark {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}.")
    out = Console(highlight=False, width=150)
    for name in names or BENCHMARKS:
        benchmark = importlib.import_module(f"tests.bench.{name}")
        table = Table(title=(benchmark.__doc__ or name).strip().splitlines()[0], title_justify="left")
        for heading in ("measured", "figure", "baseline of the same run", "ratio", "budget"):
            table.add_column(heading)
        watch = Watch()
        for figure in benchmark.run():
            table.add_row(*figure.row())
        out.print(table)
        out.print(watch.spent().line(), "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
