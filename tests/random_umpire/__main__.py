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
        umpire = play(asked.seed, number, asked.presses // TABLES)
        tired.append(umpire)
        print(f"table {number}: {umpire.presses:,} presses, {time.monotonic() - began:.0f} s", flush=True)
    print(
        f"{sum(umpire.presses for umpire in tired):,} presses, "
        f"{sum(umpire.matches for umpire in tired):,} matches sent, "
        f"{sum(umpire.decided for umpire in tired):,} results, "
        f"{sum(umpire.cuts for umpire in tired):,} power cuts, "
        f"{sum(umpire.undone for umpire in tired):,} matches undone to their beginning, "
        f"{time.monotonic() - began:.0f} s: nothing found"
    )


main()
