"""`python -m tests.chaos HALL...` repeats runs; without a hall it takes new ones, `--count` of them."""

import argparse
import random
import sys

from tests.chaos.day import play
from tests.chaos.hall import Plan

#: A tournament day of eight hours, at a coarser grain: half an hour of one core.
DAY = Plan(minutes=480.0, pace_s=20.0, every_s=30.0, look_ms=160, tick_s=0.4, poll_s=1.0)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("halls", nargs="*", type=int, help="seeds of halls that are to be repeated")
    parser.add_argument("--count", type=int, default=1, help="so many new halls (default 1)")
    parser.add_argument("--seed", type=int, help="which new halls")
    parser.add_argument("--minutes", type=float, default=Plan.minutes, help="of virtual time with faults")
    parser.add_argument("--tables", type=int, default=Plan.tables)
    parser.add_argument("--pace", type=float, default=Plan.pace_s, help="seconds between an umpire's actions")
    parser.add_argument("--every", type=float, default=Plan.every_s, help="seconds between faults")
    parser.add_argument("--day", action="store_true", help="a whole tournament day instead")
    options = parser.parse_args()
    plan = DAY if options.day else Plan(options.tables, options.minutes, options.pace, options.every)
    dice = random.Random(options.seed)
    new = [dice.randrange(10**9) for _ in range(options.count)]
    failed = 0
    for seed in options.halls or new:
        try:
            print(play(seed, plan), flush=True)
        except Exception as error:
            failed += 1
            print(f"seed {seed} FAILED: {type(error).__name__}: {error}", flush=True)
    return 1 if failed else 0


sys.exit(main())
