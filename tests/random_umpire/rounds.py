"""The tables at which the tired umpire sits, and what must hold of every score."""

from table_kit import Umpire
from tired_umpire import Tired

from tests.properties.match_watch import check_match, check_situation

TABLES = 8
"""Every combination of boards stroke by stroke or not, CLOCK twice or once, an idle screen or none."""


def is_possible(umpire: Umpire) -> None:
    """Checks a state by the Laws: one winner at most, no board above its maximum, possible c/m and dues.
    Raises AssertionError.
    """
    state = umpire.state
    if state.setup.match is None:
        return
    check_match(state)
    if hasattr(state.situation, "placing"):
        check_situation(state.situation)


def play(seed: int, number: int, presses: int) -> Tired:
    """Table `number` (0 to TABLES - 1), from its own seed."""
    settings = {"strokes": number & 1, "struck": number >> 1 & 1, "idle": 5 * (number >> 2 & 1)}
    tired = Tired(seed * TABLES + number, is_possible, **settings)
    tired.run(presses)
    return tired
