"""Presses and turns on the chip, two presses a stroke, one of which stores it: counted, not timed.

Each turn of the loop is counted in instructions (instructions.py), and an instruction takes what it takes on
the emulated chip (host_tools/simulator/chips/pace.py). A press waits for the next scan, 0 to 10 ms, and is
shown at the end of the turn that reads it at the latest.
"""

from itertools import product

from host_tools.simulator.chips.pace import CHIP_PS
from tests.bench import instructions
from tests.bench.figures import Figure, percentile

SCAN_MS = 10
SHARES = ((0.5, "p50", "15 ms"), (0.9, "p90", "25 ms"), (0.99, "p99", "35 ms"))
PRESS_TURNS = 400
"""Players press CLOCK every four seconds."""


def chip_ms(count: float) -> float:
    """What so many instructions take on the chip."""
    return count * CHIP_PS / 1_000_000_000


def run() -> list[Figure]:
    """A press to the changed digits; what a turn takes while a clock runs."""
    counted = instructions.play(["second", "link"])
    stretches = counted["table"].stretches
    step = instructions.PRESS_TURNS
    press, stored = ([chip_ms(turn.work) for turn in stretches[name]] for name in ("press", "press stored"))
    echo = chip_ms(counted["table"].stretches["turn running"][0].work)
    reading = [*press[::step], *stored[::step]]
    delays = [wait + took for wait, took in product(range(SCAN_MS), reading)]
    ordinary = [chip_ms(turn.work) for turn in stretches["turn running"]]
    link = [chip_ms(stretch.work) for stretch in counted["link"].stretches["link"]]
    turns = [*press, *stored, *(ordinary * (PRESS_TURNS * len(reading) // len(ordinary)))]
    return [
        *(
            Figure(f"press to digits, {word}", percentile(delays, share), "ms", "a turn", echo, budget)
            for share, word, budget in SHARES
        ),
        Figure("a turn while a clock runs, p99", percentile(turns, 0.99), "ms", "a turn", echo, "3.5 ms"),
        Figure("the longest", max(*turns, *(echo + each for each in link)), "ms", "a turn", echo, "40 ms"),
    ]
