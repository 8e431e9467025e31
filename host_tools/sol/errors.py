"""What is wrong with what SoL gave, or with what it was given."""

from host_tools.orders import BadRequest


class SolError(BadRequest):
    """The message says what to do."""
