"""The ICF Laws of Carrom as data. What each field means, its range and unit: `rule_fields.FIELDS`."""

RULES = {
    "sport": "carrom",
    "strokes": "icf",
    "account": "open",
    "net_extra": True,
    "foul_striker": 1,  # 72a
    "foul_with_piece": 1,  # 72-75
    "foul_opponent": 0,  # 125
    "foul_last": 0,
    "foul_last_own": 0,
    "points": 25,  # 56a
    "lead": 1,  # 56a
    "score_cut": True,  # D6
    "board_limit": {  # 56b; D7: none from the quarter-final
        "group": 8,
        "round": 8,
        "pre_quarter_final": 8,
        "quarter_final": None,
        "semi_final": None,
        "final": None,
    },
    "queen": 3,  # 52b
    "queen_until": 21,  # 52b, 54
    "most": 12,  # 55
    "games": 3,  # 57
    "draws": False,  # 56b: an extra board instead
    "early_end": False,  # D550
    "at_time": "void",  # D20
    "time_by": "call",
    "interval_after": 2,  # 138
    "change_in_game": 3,  # 60
    "change_at": 13,  # 60
    "change_after_board": {  # 60a; 60b: by points alone from the quarter-final
        "group": 4,
        "round": 4,
        "pre_quarter_final": 4,
        "quarter_final": None,
        "semi_final": None,
        "final": None,
    },
    "opener": "right",  # 49b
    "passes_doubles": 6,  # 137, D454
    "toss": "choice",  # 39a
    "turns": "right",  # 49b
    "tries": 3,  # 45a: one try and two more
    "trial_boards": 2,  # 40
    "clocks": {
        "break": 15000,  # 46
        "stroke": 15000,  # 50
        "placing": 15000,  # 88a
        "side_change": 120000,  # 61
        "interval": 600000,  # 138
        "report": 900000,  # 143i
        "protest": 900000,  # 146
    },
}
