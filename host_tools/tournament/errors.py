"""What the desk says when it cannot do what was asked."""

from host_tools.orders import BadRequest


class DeskError(BadRequest):
    """What was asked of the desk cannot be done as things stand; the message says what to do."""
