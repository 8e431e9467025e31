"""Everything that is too long for the gate: `make night`, or `make night ONLY="mutants fuzz"`.

Runs the parts one after another, each with its output in build/night/PART.log, and prints one page at its
end: what ran, what failed and what was left out, with the command that repeats it. Random parts draw with a
seed that is printed there. Exit status 1 when a part failed. It refuses no change: a failure becomes a test
with a fixed seed in the gate, and is then mended.
"""

import argparse
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOGS = ROOT / "build" / "night"
PYTEST = "{python} -m pytest -rs"
RANDOM = "BOARDSIDE_RANDOM={seed} PYTHONHASHSEED={seed}"
VERSIONS = ("3.11", "3.12", "3.13", "3.14")


@dataclass(frozen=True)
class Part:
    """`command` runs in the project's folder; {python} and {seed} are filled in. `needs`: programs without
    which the part is left out. `minutes`: about how long it takes on two quiet cores.
    """

    name: str
    what: str
    command: str
    minutes: float
    needs: tuple[str, ...] = ()


def _parts() -> tuple[Part, ...]:
    return (
        Part(
            "slow",
            "real servers, brokers, databases, lines and browsers; simulated tables",
            f"{RANDOM} {PYTEST} -n 3 --dist worksteal"
            " -m '(slow or browser or gate) and not long and not kicad and not realtime'",
            16,
        ),
        Part("realtime", "tests of real time, one at a time", f"{PYTEST} -m realtime", 2),
        Part("mutants", "every known fault in the code is noticed", "{python} -m tests.chaos.mutants", 6),
        Part(
            "halls",
            "halls of simulated tables under random faults, in virtual time",
            "{python} -m tests.chaos --count 6 --seed {seed}",
            4,
        ),
        Part(
            "fuzz",
            "random input: frames, events, files, updates, requests",
            "{python} -m tests.chaos.fuzz --count 20000 --seed {seed}",
            4,
        ),
        Part(
            "budgets",
            "instructions and memory of the firmware against their limits",
            "{python} -m tests.bench.budgets",
            4,
            ("valgrind",),
        ),
        Part("bench", "benchmarks beside their alternatives", "{python} -m tests.bench --without budgets", 8),
        Part(
            "hardware",
            "schematics and boards, checked by KiCad",
            f"{PYTEST} -n 2 -m kicad tests/hardware",
            3,
            ("kicad-cli", "openscad"),
        ),
        *(
            Part(
                f"python{version}",
                f"make test with Python {version}",
                f"make test PYTHON={shlex.quote(found)} VENV=build/venv-{version}"
                " ONLY='not slow and not browser and not realtime and not micropython'",
                4,
            )
            for version, found in _other_pythons()
        ),
        Part(
            "long",
            "every case of everything: strokes, power cuts of whole matches, a hall's day",
            f"BOARDSIDE_WHOLE=1 {RANDOM} {PYTEST} -n 3 --dist worksteal"
            " -m '(sampled or long) and not kicad and not realtime'",
            60,
        ),
        Part(
            "soak",
            "an hour at sixteen simulated tables: no growth, no lag",
            "{python} -m tests.soak --tables 16 --minutes 60 --seed {seed}",
            61,
        ),
    )


def _other_pythons() -> list[tuple[str, str]]:
    """Version and program of each Python that Boardside supports and this one is not."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    mine = f"{sys.version_info.major}.{sys.version_info.minor}"
    pythons = []
    for version in VERSIONS:
        programs = [
            shutil.which(f"python{version}"),
            *map(str, sorted(pyenv.glob(f"{version}.*/bin/python"))),
        ]
        if version != mine and (works := [program for program in programs if program and _works(program)]):
            pythons.append((version, works[0]))
    return pythons


def _works(program: str) -> bool:
    return subprocess.run([program, "-c", "import ensurepip, venv"], capture_output=True).returncode == 0


@dataclass(frozen=True)
class Outcome:
    """How a part ended. `verdict`: "passed", "FAILED" or "left out"; `details`: a line each."""

    part: Part
    verdict: str
    seconds: float
    command: str
    details: tuple[str, ...]


def run(part: Part, seed: int) -> Outcome:
    """Run a part to its end, however it ends."""
    python = os.path.relpath(sys.executable, ROOT) if ROOT in Path(sys.executable).parents else sys.executable
    command = part.command.replace("{python}", python).replace("{seed}", str(seed))
    missing = [program for program in part.needs if shutil.which(program) is None]
    if missing:
        return Outcome(
            part, "left out", 0, command, (f"not installed: {', '.join(missing)} (.ci/tools night)",)
        )
    log = LOGS / f"{part.name}.log"
    began = time.monotonic()
    with log.open("w", encoding="utf-8") as output:
        status = subprocess.run(
            command, shell=True, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL
        ).returncode
    details = _details(log.read_text(encoding="utf-8", errors="replace"), failed=status != 0)
    return Outcome(part, "FAILED" if status else "passed", time.monotonic() - began, command, details)


_SKIPPED = re.compile(r"^SKIPPED \[(\d+)\] \S+? (.*)$", re.MULTILINE)
_TOTAL = re.compile(r"^(?:=+ )?(\d+ (?:passed|failed|skipped|error).*? in [\d.]+s).*$", re.MULTILINE)
_FAILED = re.compile(r"^(?:FAILED|ERROR) .*$", re.MULTILINE)


def _details(output: str, failed: bool) -> tuple[str, ...]:
    """What the page says of a part: pytest's count, what was skipped and why, what failed. Of other programs
    the last line, or the last ten when they failed.
    """
    totals = _TOTAL.findall(output)
    if not totals:
        return tuple(output.strip().splitlines()[-10 if failed else -1 :])
    skipped: dict[str, int] = {}
    for count, reason in _SKIPPED.findall(output):
        skipped[reason] = skipped.get(reason, 0) + int(count)
    left_out = [f"{count} left out: {reason}" for reason, count in skipped.items()]
    return (totals[-1], *left_out, *_FAILED.findall(output))


def page(outcomes: Sequence[Outcome], seed: int) -> str:
    """One page: a line a part with its details, then the commands that repeat what failed."""
    lines = [f"The night, seed {seed}:", ""]
    for outcome in outcomes:
        minutes, seconds = divmod(round(outcome.seconds), 60)
        lines.append(
            f"{outcome.verdict:8}  {outcome.part.name:11} {minutes:3d}:{seconds:02d}  {outcome.part.what}"
        )
        lines.extend(f"{'':10}{detail}" for detail in outcome.details)
    failed = [outcome for outcome in outcomes if outcome.verdict == "FAILED"]
    for outcome in failed:
        log = (LOGS / f"{outcome.part.name}.log").relative_to(ROOT)
        lines += ["", f"{outcome.part.name} again, its output is in {log}:", f"    {outcome.command}"]
    lines += ["", f"{len(outcomes)} parts, {len(failed)} failed."]
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    """Run the named parts, all of them without a name."""
    parts = {part.name: part for part in _parts()}
    parser = argparse.ArgumentParser(prog="python -m tests.night", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="PART", help=f"of: {', '.join(parts)}")
    parser.add_argument("--seed", type=int, help="of random parts; a new one by default")
    options = parser.parse_args(arguments)
    unknown = [name for name in options.names if name not in parts]
    if unknown:
        parser.error(f"there is no part {', '.join(unknown)}; there are: {', '.join(parts)}")
    seed = random.SystemRandom().randrange(10**6) if options.seed is None else options.seed
    chosen = [parts[name] for name in options.names] or list(parts.values())
    LOGS.mkdir(parents=True, exist_ok=True)
    print(
        f"{len(chosen)} parts, about {sum(part.minutes for part in chosen):.0f} minutes; seed {seed}; "
        f"output in {LOGS.relative_to(ROOT)}",
        flush=True,
    )
    outcomes = []
    for part in chosen:
        outcomes.append(run(part, seed))
        print(f"{outcomes[-1].verdict:8}  {part.name}", flush=True)
    text = page(outcomes, seed)
    (LOGS / "page.txt").write_text(text + "\n", encoding="utf-8")
    print("\n" + text)
    return 1 if any(outcome.verdict == "FAILED" for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
