"""`python -m tests.soak`: long play, watched; status 1 when something grows, is late or is wrong."""

import argparse
import asyncio
import socket
import sys
import tempfile
import time
from pathlib import Path


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--minutes", type=float, default=60.0, help="of real time")
    parser.add_argument("--every", type=float, default=10.0, help="seconds between two samples")
    parser.add_argument("--pace", type=float, help="seconds between two presses (1.5) or two events (8)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--virtual", action="store_true", help="in virtual time, for --hours")
    parser.add_argument("--hours", type=float, default=10.0, help="of virtual time")
    options = parser.parse_args()
    begin = time.monotonic()
    found = _virtual(options) if options.virtual else _real(options)
    for each in found:
        print("NOT WELL: " + each)
    minutes = (time.monotonic() - begin) / 60
    print(f"{options.tables} tables, {minutes:.1f} minutes, seed {options.seed}: {len(found)} complaints")
    return 1 if found else 0


def _virtual(options: argparse.Namespace) -> list[str]:
    from tests.soak import virtual

    return virtual.play(options.tables, options.hours, options.pace or 8.0, options.seed).complaints()


def _real(options: argparse.Namespace) -> list[str]:
    from tests.soak import real

    with tempfile.TemporaryDirectory() as folder:
        sampler, troubles = asyncio.run(
            real.play(
                options.tables, options.minutes, options.every, options.pace or 1.5, options.seed,
                Path(folder), (_free_port(), _free_port()),
            )
        )  # fmt: skip
    sampler.show()
    return [*troubles, *sampler.complaints()]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


sys.exit(main())
