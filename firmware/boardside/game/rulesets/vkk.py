"""VKK Carrom Tournament as data: one game of 25 points or six boards; else the ICF Laws."""

RULES = {
    "sport": "carrom",
    "strokes": "icf",
    "account": "open",
    "net_extra": False,  # "points scored in the additional games will not be included",
    "foul_striker": 1,
    "foul_with_piece": 1,
    "foul_opponent": 0,
    "foul_last": 0,
    "foul_last_own": 0,
    "points": 25,  # "six boards or score 25 points",
    "board_limit": {  # "six boards"
        "group": 6,
        "round": 6,
        "pre_quarter_final": 6,
        "quarter_final": 6,
        "semi_final": 6,
        "final": 6,
    },
    "queen": 3,  # 52b,
    "queen_until": 21,  # 54,
    "most": 12,  # 55,
    "games": 1,  # "to decide the game"
    "draws": False,
    "interval_after": 0,
    "change_in_game": 0,  # there is no third game
    "change_at": 13,
    "change_after_board": {
        "group": None,
        "round": None,
        "pre_quarter_final": None,
        "quarter_final": None,
        "semi_final": None,
        "final": None,
    },
    "tries": 3,  # 45a,
    "trial_boards": 2,  # 40,
    "clocks": {
        "break": 15000,
        "stroke": 15000,
        "placing": 15000,
        "side_change": 120000,
        "interval": 600000,
        "report": 900000,
        "protest": 900000,
    },
}
