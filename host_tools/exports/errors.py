"""What can be wrong with a wish for paper or files."""


class ExportError(Exception):
    """It cannot be made; the message says why, and what to do."""
