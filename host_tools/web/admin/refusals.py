"""Why a request to the admin pages is refused: the closed list of reasons, with HTTP status and words."""

from collections.abc import Mapping
from typing import Any

from fastapi import HTTPException

WORDS: Mapping[str, tuple[int, str]] = {
    "foreign_form": (
        403,
        "This form did not come from these pages, or is too old; nothing was done. Go back to the admin "
        "pages and do it again there.",
    ),
    "other_content": (415, "A form comes as {wanted}; nothing was done."),
    "form_broke_off": (400, "The form broke off; nothing was done."),
    "form_too_long": (
        413,
        "A form may have {most_kib} KiB; nothing was done. Divide a longer entry list, or use `boardside "
        "entries import`.",
    ),
    "no_form": (400, "That is no form as these pages send it; nothing was done."),
    "odd_field": (
        400,
        "A field occurs twice, or has characters that no keyboard gives; nothing was done.",
    ),
    "no_password": (
        404,
        "These pages are off until a password is set: `boardside password` at the collector’s computer "
        "sets one.",
    ),
    "no_such_order": (404, "There is no such order."),
    "no_such_form": (404, "There is no such form."),
    "no_such_port": (
        404,
        "The collector’s computer has no serial port {port} now: plug the board in there, and look again.",
    ),
    "board_busy": (409, "Something else has to end first: {act}. Nothing was done."),
    "not_confirmed": (
        400,
        "Nothing was done: say by the tick that you mean the board at {port}, which will be erased.",
    ),
    "no_image": (400, "Choose MicroPython’s image for the board, one .bin file; nothing was done."),
    "no_table_number": (400, "A table’s number is 1 to 999; nothing was done."),
    "no_decision": (400, "Say which record counts, and why; nothing was done."),
    "act_not_recorded": (503, "It is done, but is missing from the record of what was done: {why}"),
}


class AdminRefused(HTTPException):
    """A request that is refused for this reason."""

    def __init__(self, reason: str, /, **facts: Any) -> None:
        status, words = WORDS[reason]
        super().__init__(status, words.format_map(facts))
        self.reason = reason
        self.facts = facts
