"""The displays and the panel of a simulated table, as named on the command line."""

from collections.abc import Iterable

from boardside import arrangement

from .process import SimulatorError


def displays_of(texts: Iterable[str], panel: str) -> tuple[str, ...]:
    """The displays named in options like "max7219,epd42".

    SimulatorError says why these and the `panel` cannot be wired to one table.
    """
    displays = tuple(name.strip() for text in texts for name in text.split(",") if name.strip())
    if problem := arrangement.problem(panel, displays):
        raise SimulatorError(f"{problem[:1].upper()}{problem[1:]}.")
    return displays
