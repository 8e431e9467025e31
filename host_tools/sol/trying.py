"""One step of the sender, whatever fails: it goes on for hours and must not end without a word (D299)."""

import logging
from dataclasses import dataclass

from host_tools.sol.sender import Sender
from host_tools.store import StoreError, StoreUnavailable

log = logging.getLogger(__name__)

EVERY_S = 1.0
#: After a failure that will hardly be gone a second later.
FAILED_S = 15.0


@dataclass(frozen=True, slots=True)
class Tried:
    """What a step did, in words; what is wrong, in words; how long to wait for the next. error: what ended it
    in the middle; what it had done until then is noted in the database all the same.
    """

    done: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    wait_s: float = EVERY_S
    error: Exception | None = None


def attempt(sender: Sender) -> Tried:
    """A step (blocking). Raises nothing."""
    try:
        done = sender.step()
        return Tried(tuple(done), tuple(sender.problems))
    except StoreUnavailable as error:
        return Tried((), (f"Results to SoL wait for the database: {error}",), EVERY_S, error)
    except StoreError as error:
        return Tried((), (f"No result goes to SoL: {error}",), FAILED_S, error)
    except Exception as error:  # a task that ended would be missed by nobody until SoL's ranking is made
        log.debug("SoL", exc_info=True)
        why = f"{type(error).__name__}: {error}"
        said = (
            f"Results to SoL: a fault in Boardside ({why}). It is tried again; type into SoL what it does "
            "not get in time."
        )
        return Tried((), (said,), FAILED_S, error)
