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
    "unknown_law",
    "twenties_without_round",
    "category_without_round",
    "technical_without_foul",
    "whose_without_place",
    "carrom_with_round",
    "round_of_carrom",
    "stroke_of_crokinole",
    # One option (scene.py, rounds.py).
    "unknown_name",
    "how_many",
    "unknown_part",
    "part_twice",
    "no_pair",
    # The board before (scene.py, rulings.py).
    "break_after_stroke",
    "break_of_started_board",
    "break_with_dues",
    "break_after_own",
    "not_all_nine",
    "points_out_of_range",
    "room_for_nothing",
]
STROKE_REASONS: tuple[StrokeReason, ...] = get_args(StrokeReason)


class BadStrokeError(CodedError[StrokeReason]):
    """Facts that cannot be read, or contradict each other, for this reason."""
