"""The rules of the World Crokinole Championship as data. What each field means: `crokinole.fields.FIELDS`.

Group and round are preliminary play (Tournament Scoring: ten games, a level game stands); from the
pre-quarter-final on a match is a championship match: best of three, with a fifth round when level after four.
"""


def _by_stage(preliminary: "int | bool", championship: "int | bool") -> "dict[str, int | bool]":
    stages: "dict[str, int | bool]" = {"group": preliminary, "round": preliminary}
    for stage in ("pre_quarter_final", "quarter_final", "semi_final", "final"):
        stages[stage] = championship
    return stages


RULES: "dict[str, object]" = {
    "sport": "crokinole",
    "rounds": _by_stage(4, 4),  # Scoring
    "games": _by_stage(10, 3),  # Scoring; Tournament Scoring
    "all_games": _by_stage(True, False),  # D83
    "draws": _by_stage(True, False),  # Tournament Scoring: the fifth round is for championship matches
    "early_end": _by_stage(False, True),  # D81
    "discs_singles": {"adult": 8, "recreational": 8, "junior": 6, "intermediate": 6, "cue": 6},
    "discs_doubles": {"adult": 6, "recreational": 6, "junior": 6, "intermediate": 6, "cue": 5},  # D80
    "clocks": {
        "break": None,
        "stroke": None,
        "placing": None,
        "side_change": None,
        "interval": None,
        "report": None,
        "protest": None,
        "round": None,  # the hall's clock times the games (Tournament Play); D85
    },
}
