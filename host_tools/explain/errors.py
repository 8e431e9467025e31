"""The English words of the reasons why the facts of `boardside explain` cannot be used (reasons.py)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from host_tools.words.filling import Sentences

from .reasons import StrokeReason

WORDS: Mapping[StrokeReason, str] = {
    "one_act_only": "{options:and} do not go together: one thing happens at a time",
    "twenties_without_round": "--twenties: they belong to a round; give it, as in --round 85-60",
    "round_of_carrom": "--round: {ruleset} is carrom, which has no rounds; give --ruleset wcc",
    "stroke_of_crokinole": "--ruleset: crokinole has no strokes of carrom; give a round, as in --round 85-60",
    "unknown_name": "{option}: {name} is not known; allowed: {allowed:list}",
    "how_many": "--stroke: {part}: say how many, as in {name}=1",
    "unknown_part": (
        "--stroke: {part} is not known; allowed: {counts:counts}, {flags:list} or nothing, parted by commas"
    ),
    "no_pair": "{option}: {text} is not understood; yours and the opponent's, as in 85-60",
    "break_after_stroke": "--stroke-made: at the break no stroke has been made",
    "break_of_started_board": "--break: at the break all c/m and the Queen are on the board",
}


def _counts(names: Sequence[str]) -> str:
    return ", ".join(f"{name}=N" for name in names)


_FORMS: Mapping[str, Callable[[Any], str]] = {"counts": _counts}

say = Sentences(WORDS, _FORMS).say
