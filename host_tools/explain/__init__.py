"""`boardside explain`: the ruling for what happens at a table, and why, for training umpires.

The table's rules make the ruling; this package only puts it into sentences. "You" is the striker: side a.
"""

from .command import BAD_INPUT, explain_command
from .rulings import explain, explain_round
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
