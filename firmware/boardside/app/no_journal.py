"""Replaces a journal that cannot be opened: the table starts, and refuses everything it cannot store."""


class NoJournal:
    """Has of a journal what the application uses. `error` is the JournalError of its opening."""

    id = ""
    torn = 0
    last_seq = last_match_seq = 0
    is_urgent = False

    def __init__(self, error: Exception) -> None:
        self._error = error

    @property
    def code(self) -> str:
        """Why it is not open: a JournalError's code."""
        return getattr(self._error, "code", "failed")

    @property
    def message(self) -> str:
        """What is wrong and what to do."""
        return getattr(self._error, "message", str(self._error))

    def append(self, event: dict) -> dict:
        """Raises the error."""
        raise self._error

    def read_match(self, from_seq: int = 0):
        """No events."""
        return iter(())

    def tidy(self) -> bool:
        """Nothing to do."""
        return False

    def fingerprint(self) -> list:
        """Of no events."""
        return []
