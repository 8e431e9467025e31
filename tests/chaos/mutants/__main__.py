"""`python -m tests.chaos.mutants [NAMES...] [--gate] [--learn]`."""

import argparse
import sys

from tests.chaos import mutants
from tests.chaos.mutating import run


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.mutants", description=mutants.__doc__)
    parser.add_argument("names", nargs="*", help="parts of names; without any: all mutants")
    parser.add_argument("--learn", action="store_true", help="write down which hall notices which mutant")
    parser.add_argument(
        "--gate", action="store_true", help="only those of the gate, after make test has passed"
    )
    options = parser.parse_args()
    chosen = [
        mutant
        for mutant in mutants.MUTANTS
        if (not options.names or any(name in mutant.name for name in options.names))
        and (mutant.in_gate or not options.gate)
    ]
    return run(chosen, options.learn, sound=not options.gate)


if __name__ == "__main__":
    sys.exit(main())
