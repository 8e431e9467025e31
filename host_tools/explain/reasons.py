"""Why the facts of `boardside explain` cannot be used: reasons from a closed list, each with its facts.

What the rules of the game refuse is a GameError instead. errors.py has the words of each;
tests/words holds the two together.
"""

from typing import Literal, get_args

from host_tools.reasons import CodedError

#: In brackets: the modules that give these reasons.
StrokeReason = Literal[
    # What is given together (command.py, rounds.py, rulings.py).
    "one_act_only",
    "twenties_without_round",
    "round_of_carrom",
    "stroke_of_crokinole",
    # One option (scene.py, rounds.py).
    "unknown_name",
    "how_many",
    "unknown_part",
    "no_pair",
    # The board before (scene.py).
    "break_after_stroke",
    "break_of_started_board",
]
STROKE_REASONS: tuple[StrokeReason, ...] = get_args(StrokeReason)


class BadStrokeError(CodedError[StrokeReason]):
    """Facts that cannot be read, or contradict each other, for this reason."""
