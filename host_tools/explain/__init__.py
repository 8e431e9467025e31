"""`boardside explain`: the ruling for what happens at a table, and why, for training umpires.

The ruling is made by the table's own rules; here it is only put into sentences. "You" is who strikes: side a.
"""

from .command import BAD_INPUT, explain_command
from .rounds import explain_round
from .rulings import explain
from .scene import BadStrokeError, Facts, read_stroke

__all__ = (
    "BAD_INPUT",
    "BadStrokeError",
    "Facts",
    "explain",
    "explain_command",
    "explain_round",
    "read_stroke",
)
