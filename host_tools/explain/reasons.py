"""Why the facts of `boardside explain` cannot be used. What the rules refuse is a GameError instead."""

from collections.abc import Sequence

from host_tools.reasons import CodedError, Reasons


def _counts(names: Sequence[str]) -> str:
    return ", ".join(f"{name}=N" for name in names)


def _are(options: Sequence[str]) -> str:
    return "is an option" if len(options) == 1 else "are options"


REASONS = Reasons(
    {
        "unknown_law": "--law: {law} is not among the Laws here; give one such as 65, 56b, D13 or V4",
        "one_act_only": "{options:and} do not go together: one thing happens at a time",
        "twenties_without_round": "--twenties: they belong to a round; give it, as in --round 85-60",
        "category_without_round": "--category: it belongs to a round; give it, as in --round 85-60",
        "technical_without_foul": "--technical: it belongs to a foul; give it, as in --foul you",
        "whose_without_place": "--whose: it belongs to a placing; give it, as in --place forgone",
        "carrom_with_round": "--round: {options:and} {options:are} of carrom",
        "round_of_carrom": "--round: {ruleset} is carrom, which has no rounds; give --ruleset wcc",
        "stroke_of_crokinole": (
            "--ruleset: crokinole has no strokes of carrom; give a round, as in --round 85-60"
        ),
        "unknown_name": "{option}: {name} is not known; allowed: {allowed:list}",
        "how_many": "--stroke: {part}: say how many, as in {name}=1",
        "unknown_part": (
            "--stroke: {part} is not known; allowed: {counts:counts}, {flags:list} or nothing, parted by "
            "commas"
        ),
        "part_twice": "--stroke: {name} is given twice",
        "no_pair": "{option}: {text} is not understood; yours and the opponent's, as in 85-60",
        "break_after_stroke": "--stroke-made: at the break no stroke has been made",
        "break_with_dues": "--break: at the break nothing is owed",
        "break_after_own": "--break: at the break no c/m has been down",
        "not_all_nine": "--had-own: it is for all nine on the board; otherwise one has been down",
        "points_out_of_range": "{option}: {value} must be 0 to {most}: at {points} the game is over",
        "room_for_nothing": "--room: nothing that is owed is in the pockets",
        "break_of_started_board": "--break: at the break all c/m and the Queen are on the board",
    },
    forms={"counts": _counts, "are": _are},
)


class BadStrokeError(CodedError):
    """Facts that cannot be read, or contradict each other, for this reason."""

    table = REASONS
