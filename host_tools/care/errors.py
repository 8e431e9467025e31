"""The error of a backup, an archive or a deletion."""


class CareError(Exception):
    """The task was not done, and nothing was changed. The message says why, and what to do."""
