"""`boardside explain`: the ruling for what happens at a table, and why, for training umpires.

The table's rules make the ruling; this package only puts it into sentences. "You" is the striker: side a.
"""

from .command import BAD_INPUT, explain_command
from .reasons import BadStrokeError
from .rounds import explain_round
from .rulings import explain
from .scene import Facts, read_stroke

__all__ = (
    "BAD_INPUT",
    "BadStrokeError",
    "Facts",
    "explain",
    "explain_command",
    "explain_round",
    "read_stroke",
)
