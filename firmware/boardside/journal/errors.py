"""The one error of the journal, and the limits of space that it keeps."""

NO_MATCH_BELOW_PERMILLE = 100
"""No match can begin with less free than this, so that the one that is played can be finished."""

NOTHING_BELOW_PERMILLE = 30
"""With less free than this nothing is stored any more."""


class JournalError(Exception):
    """An event could not be stored, or the journal could not be opened; nothing was changed.

    `code`: "full", "failed" (the flash refused), "too_long", "version" (written by a newer firmware),
    "partition" (the board has none for it). `message` says what is wrong and what to do.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def full() -> JournalError:
    """There is no room for what the host has not got yet."""
    return JournalError("full", "the flash is full: connect the table to the host, which collects and frees")


def no_partition() -> JournalError:
    """The board was set up without the partition that the journal lies in."""
    return JournalError("partition", "this board has no partition for its journal: run `boardside flash`")


def newer(version, known: int) -> JournalError:
    """The journal was written by a newer firmware."""
    return JournalError(
        "version",
        "the journal has format %s, this firmware reads format %d: nothing was changed; install the firmware "
        "that wrote it" % (version, known),
    )
