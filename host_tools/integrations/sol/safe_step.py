"""One step of the sender that never raises: it runs for hours and must not end without a message."""

import logging
from dataclasses import dataclass

from host_tools.integrations.sol.reasons import REMARKS
from host_tools.integrations.sol.sender import Sender
from host_tools.reasons import Cause
from host_tools.store import StoreError, StoreUnavailable

log = logging.getLogger(__name__)

EVERY_S = 1.0
#: After a failure that hardly ends within a second.
FAILED_S = 15.0


@dataclass(frozen=True, slots=True)
class Tried:
    """What a step sent, what is wrong, and how long to wait before the next. error: the exception that ended
    the step; what it had sent until then is noted in the database.
    """

    done: tuple[Cause, ...] = ()
    problems: tuple[Cause, ...] = ()
    wait_s: float = EVERY_S
    error: Exception | None = None


def attempt(sender: Sender) -> Tried:
    """A step (blocking). Raises nothing."""
    try:
        done = sender.step()
        return Tried(tuple(done), tuple(sender.problems))
    except StoreUnavailable as error:
        return Tried((), (REMARKS.cause("sol_database_unavailable", why=error.to_json()),), EVERY_S, error)
    except StoreError as error:
        return Tried((), (REMARKS.cause("sol_database_fails", why=error.to_json()),), FAILED_S, error)
    except Exception as error:  # if the task ended, nobody would notice before SoL's ranking is made
        log.debug("SoL", exc_info=True)
        return Tried(
            (), (REMARKS.cause("sol_fault", kind=type(error).__name__, why=str(error)),), FAILED_S, error
        )
