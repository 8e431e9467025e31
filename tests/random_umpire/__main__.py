"""Press keys at random, and say what was found: `python -m tests.random_umpire --presses 1000000 --seed 1`.

Each table plays under other settings, and starts from a seed of its own; a failure prints the seed, and
`--seed S --table N` runs that table alone.
"""

import argparse
import sys
import time
from pathlib import Path

PORTABLE = Path(__file__).resolve().parent.parent / "portable"
sys.path[:0] = [str(PORTABLE), str(PORTABLE / "table")]

from tests.random_umpire.rounds import TABLES, play  # noqa: E402  (the path comes first)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.random_umpire", description=__doc__.split("\n")[0])
    parser.add_argument("--presses", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--table", type=int, choices=range(TABLES), help="one of the tables alone")
    asked = parser.parse_args()
    began = time.monotonic()
    tables = range(TABLES) if asked.table is None else [asked.table]
    tired = []
    for number in tables:
        one = play(asked.seed, number, asked.presses // TABLES)
        tired.append(one)
        print(f"table {number}: {one.presses:,} presses, {time.monotonic() - began:.0f} s", flush=True)
    print(
        f"{sum(one.presses for one in tired):,} presses, {sum(one.matches for one in tired):,} matches sent, "
        f"{sum(one.decided for one in tired):,} results, {sum(one.cuts for one in tired):,} power cuts, "
        f"{sum(one.undone for one in tired):,} matches undone to their beginning, "
        f"{time.monotonic() - began:.0f} s: nothing found"
    )


main()
