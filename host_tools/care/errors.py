"""What can be wrong with a backup, an archive, a deletion."""


class CareError(Exception):
    """It was not done, and nothing was changed; the message says why, and what to do."""
