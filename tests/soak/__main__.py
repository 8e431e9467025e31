"""`python -m tests.soak`: long play, watched; status 1 when something grows, is late or is wrong."""

import argparse
import asyncio
import socket
import sys
import tempfile
import time
from pathlib import Path

from tests.soak import real


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--minutes", type=float, default=60.0, help="of real time")
    parser.add_argument("--every", type=float, default=10.0, help="seconds between two samples")
    parser.add_argument("--pace", type=float, default=1.5, help="seconds between two presses at a table")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        sampler, troubles = asyncio.run(
            real.play(
                options.tables, options.minutes, options.every, options.pace, options.seed,
                Path(folder), (_free_port(), _free_port()),
            )
        )  # fmt: skip
    sampler.show()
    found = [*troubles, *sampler.complaints()]
    for each in found:
        print("NOT WELL: " + each)
    minutes = (time.monotonic() - begin) / 60
    print(f"{options.tables} tables, {minutes:.0f} minutes, seed {options.seed}: {len(found)} complaints")
    return 1 if found else 0


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


sys.exit(main())
