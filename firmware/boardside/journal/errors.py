"""The one error of the journal."""


class JournalError(Exception):
    """An event could not be stored, or the journal could not be opened; nothing was changed.

    `code`: "full", "failed" (the flash refused a write), "too_long", "version" (written by a newer firmware),
    "header" (its head is unreadable). `message` says what is wrong and what to do.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
