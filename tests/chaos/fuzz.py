"""Throws random input at parts of Boardside: only coded errors, no growth of memory, nothing accepted
without a key.

`python -m tests.chaos.fuzz --count N --seed S` gives N inputs each to the link (fuzz_link), journals and
config.json (fuzz_images), updates (fuzz_update) and HTTP (tests/web/http_fuzz.py), a twentieth to the
JSON API as it describes itself (tests/web/http_described.py), and a two-hundredth each to archives, backups,
imports and `.sol` (fuzz_files). An input is what comes in at once: a frame or
other bytes on a line, an event, a file's bytes, a command, a request. A failure names seed and input.
"""

import argparse
import os
import random
import secrets
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TypeVar

from tests.chaos.fuzz_files import Archives, Backups, Files, Imports, Tourneys
from tests.chaos.fuzz_images import Configs, Images
from tests.chaos.fuzz_link import Fuzz, damaged, value
from tests.chaos.fuzz_update import Updates

BLOCK = 5000
"""So many inputs meet the same journals, connections and tables."""


class Thrower(Protocol):
    """Takes inputs. A new one is made for each block of inputs."""

    def throw_one(self) -> None:
        """One input; an exception is a failure."""

    def close(self) -> None:
        """The end of a block."""


Thrown = TypeVar("Thrown", bound=Thrower)


def throw(
    name: str, count: int, seed: int, make: Callable[[random.Random], Thrown], first: int = 0
) -> list[Thrown]:
    """Throw inputs `first` to `first + count - 1` of `seed`, and those before them in their block of BLOCK;
    the blocks. AssertionError tells how to repeat a failure.
    """
    blocks: list[Thrown] = []
    number = begun = first - first % BLOCK
    while number < first + count:
        try:
            if number % BLOCK == 0:
                begun = number
                blocks.append(make(random.Random(f"{seed}/{name}/{begun}")))
            blocks[-1].throw_one()
            number += 1
            if number % BLOCK == 0 or number == first + count:
                blocks[-1].close()
        except Exception as error:
            where = (
                f"python -m tests.chaos.fuzz {name} --seed {seed} --from {begun} --count {number + 1 - begun}"
            )
            raise AssertionError(
                f"input {number}: {type(error).__name__}: {error}\nrepeat with: {where}"
            ) from error
    return blocks


def run(count: int, seed: int, first: int = 0) -> list[Fuzz]:
    """`count` inputs from `seed` into links, events and commands."""
    return throw("link", count, seed, Fuzz, first)


def run_images(count: int, seed: int, first: int = 0) -> list[Images]:
    """`count` damaged journals; each block has other ones."""
    return throw("journal", count, seed, Images, first)


def run_configs(count: int, seed: int, first: int = 0) -> list[Configs]:
    """`count` times config.json."""
    return throw("config", count, seed, lambda dice: Configs(dice, value), first)


def run_updates(count: int, seed: int, first: int = 0) -> list[Updates]:
    """`count` times something of an update: commands, flash, releases, answers."""
    return throw("update", count, seed, lambda dice: Updates(dice, value, damaged), first)


FILES: dict[str, Callable[[random.Random], Files]] = {
    "archive": Archives,
    "backup": Backups,
    "import": Imports,
    "sol": Tourneys,
}


def run_files(name: str, count: int, seed: int, first: int = 0) -> list[Files]:
    """`count` files of this kind (FILES)."""
    return throw(name, count, seed, FILES[name], first)


def _files(name: str) -> Callable[[int, int, int], str]:
    def run_them(count: int, seed: int, first: int) -> str:
        blocks = run_files(name, count, seed, first)
        taken, refused = sum(each.taken for each in blocks), sum(each.refused for each in blocks)
        return f"{taken} taken, {refused} refused"

    return run_them


def _link(count: int, seed: int, first: int) -> str:
    blocks = run(count, seed, first)
    coded, taken = sum(each.coded for each in blocks), sum(each.taken for each in blocks)
    return f"{coded} coded refusals, {taken} events taken"


def _journal(count: int, seed: int, first: int) -> str:
    blocks = run_images(count, seed, first)
    opened, refused = sum(each.opened for each in blocks), sum(each.refused for each in blocks)
    return f"{opened} journals read, {refused} refused"


def _config(count: int, seed: int, first: int) -> str:
    run_configs(count, seed, first)
    return "all answered"


def _update(count: int, seed: int, first: int) -> str:
    blocks = run_updates(count, seed, first)
    refused, switched = sum(each.refused for each in blocks), sum(each.switched for each in blocks)
    return f"{refused} refused, {switched} firmwares switched to"


def _http(count: int, seed: int, first: int) -> str:
    import http_fuzz  # type: ignore[import-not-found]

    answers = http_fuzz.fuzz(count, seed, first, os.cpu_count() or 1)
    return f"answers {dict(sorted(answers.items()))}"


def _api(count: int, seed: int, first: int) -> str:
    import http_described  # type: ignore[import-not-found]

    answers = http_described.fuzz(count, seed, first, os.cpu_count() or 1)
    return f"answers {dict(sorted(answers.items()))}"


TARGETS: dict[str, Callable[[int, int, int], str]] = {
    "link": _link,
    "journal": _journal,
    "config": _config,
    "update": _update,
    "http": _http,
    "api": _api,
    **{name: _files(name) for name in FILES},
}
#: When all run: an input that takes about so many times as long as the others', so many times fewer of them.
DEAR = {"api": 20, **dict.fromkeys(FILES, 200)}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", help=f"of {', '.join(TARGETS)}; all without any")
    parser.add_argument("--count", type=int, default=1_000_000, help="inputs for each target")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    parser.add_argument("--from", dest="first", type=int, default=0, help="the first input")
    options = parser.parse_args()
    unknown = [name for name in options.targets if name not in TARGETS]
    if unknown:
        parser.error(f"{unknown[0]!r} is none of {', '.join(TARGETS)}")
    print(f"seed {options.seed}", flush=True)
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "web"))
    for name in options.targets or TARGETS:
        began = time.monotonic()
        count = options.count if options.targets else max(1, options.count // DEAR.get(name, 1))
        outcome = TARGETS[name](count, options.seed, options.first)
        print(f"{name}: {count} inputs in {time.monotonic() - began:.0f} s: {outcome}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
