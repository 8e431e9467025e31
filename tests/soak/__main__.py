"""`python -m tests.soak`: long play, watched. Status 1: something grows, is late or is wrong; 3: nothing is
found, but something could not be judged.
"""

import argparse
import asyncio
import contextlib
import sys
import tempfile
import time
from pathlib import Path

from tests.soak import real
from tests.soak.leaks import parse
from tests.soak.verdict import Verdict


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--minutes", type=float, default=60.0, help="of real time")
    parser.add_argument("--every", type=float, default=10.0, help="seconds between two looks")
    parser.add_argument("--pace", type=float, default=1.5, help="seconds between two presses")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--leak", action="append", default=[], help="table=11:4096/h (bytes), collector=1/h")
    parser.add_argument("--keep", type=Path, help="file for what is measured, as lines of JSON")
    options = parser.parse_args()
    try:
        options.leaks = parse(options.leak)
    except ValueError as error:
        parser.error(str(error))
    begin = time.monotonic()
    verdict = _played(options)
    for each in verdict.complaints:
        print("NOT WELL: " + each)
    for each in verdict.unjudged:
        print("NOT JUDGED: " + each)
    minutes = (time.monotonic() - begin) / 60
    print(
        f"{options.tables} tables, {minutes:.1f} minutes, seed {options.seed}: "
        f"{len(verdict.complaints)} complaints, {len(verdict.unjudged)} not judged"
    )
    return verdict.status


def _played(options: argparse.Namespace) -> Verdict:
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        kept = stack.enter_context(options.keep.open("w", encoding="utf-8")) if options.keep else None
        plan = real.Plan(
            options.tables, options.minutes, options.every, options.pace, options.seed,
            options.leaks, kept,
        )  # fmt: skip
        return asyncio.run(real.play(plan, folder))


if __name__ == "__main__":
    sys.exit(main())
