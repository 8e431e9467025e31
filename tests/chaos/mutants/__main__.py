"""`python -m tests.chaos.mutants [NAMES...] [--learn]`."""

import argparse
import sys

from tests.chaos import mutants
from tests.chaos.mutating import run


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.mutants", description=mutants.__doc__)
    parser.add_argument("names", nargs="*", help="parts of names; without any: all mutants")
    parser.add_argument("--learn", action="store_true", help="write down which hall notices which mutant")
    options = parser.parse_args()
    chosen = [
        mutant
        for mutant in mutants.MUTANTS
        if not options.names or any(name in mutant.name for name in options.names)
    ]
    return run(chosen, options.learn)


if __name__ == "__main__":
    sys.exit(main())
