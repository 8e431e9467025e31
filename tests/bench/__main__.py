"""`make bench`: run every benchmark, print the figures beside their baselines, keep nothing.

Behind each stands how busy the machine was: a figure in ms of a busy run says more about the other programs.
"""

import argparse
import importlib

from rich.console import Console
from rich.table import Table

from tests.bench.machine import Watch

BENCHMARKS = (
    *("budgets", "pauses", "presses", "appends", "draws"),
    *("ingest", "mosquitto", "catch_up", "recovery", "pages", "serving"),
)


def main() -> None:
    """Run the benchmarks that are named, all of them without any name."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(BENCHMARKS)}")
    parser.add_argument(
        "--without", action="append", default=[], choices=BENCHMARKS, help="leave this one out"
    )
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in BENCHMARKS]
    if unknown:
        parser.error(f"there is no benchmark {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}")
    names = [name for name in options.names or BENCHMARKS if name not in options.without]
    out = Console(highlight=False, width=150)
    for name in names:
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
    main()
