"""What the desk raises when it cannot do what was asked."""

from collections.abc import Iterable

from host_tools.orders import BadRequest
from host_tools.reasons import Cause, to_json
from host_tools.tournament.reasons import REASONS


class DeskError(BadRequest):
    """The desk cannot do what was asked in the present state."""

    table = REASONS


def several(problems: Iterable[Cause]) -> DeskError:
    """One refusal for all these problems."""
    return DeskError("entries_refused", problems=to_json(problems))
