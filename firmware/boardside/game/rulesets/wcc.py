"""The rules of the World Crokinole Championship as data. What each field means: `crokinole.fields.FIELDS`.

Group and round are preliminary play (Tournament Scoring: ten games, a level game stands); from the
pre-quarter-final on a match is a championship match: best of three, with a fifth round when level after four.
"""

from ..terms import ROUND_CLOCKS, STAGES


def _by_stage(preliminary: "int | bool", championship: "int | bool") -> "dict[str, int | bool]":
    return {stage: preliminary if stage in ("group", "round") else championship for stage in STAGES}


RULES: "dict[str, object]" = {
    "sport": "crokinole",
    "rounds": _by_stage(4, 4),  # Scoring
    "to_points": dict.fromkeys(STAGES),  # D464: its rounds end a game
    "scoring": "two",  # Scoring, D464
    "twenties": "aside",  # Scoring, D474
    "first_shot": "alternate",  # Starting To Play
    "games": _by_stage(10, 3),  # Scoring; Tournament Scoring
    "all_games": _by_stage(True, False),  # D83
    "draws": _by_stage(True, False),  # Tournament Scoring: the fifth round is for championship matches
    "decider": "round",  # Tournament Scoring: a fifth round
    "early_end": _by_stage(False, True),  # D81
    "discs_singles": {"adult": 8, "recreational": 8, "junior": 6, "intermediate": 6, "cue": 6},
    "discs_doubles": {"adult": 6, "recreational": 6, "junior": 6, "intermediate": 6, "cue": 5},  # D80
    # All off: the hall's clock times the games (Tournament Play); D85.
    "clocks": dict.fromkeys(ROUND_CLOCKS),
}
