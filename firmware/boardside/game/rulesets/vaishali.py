"""GEC Vaishali, Tarang 2.0, as data: 29 points, the Queen worth 5, an account that she opens (D10)."""

RULES = {
    "sport": "carrom",
    "strokes": "vaishali",
    "account": "queen",
    "net_extra": True,
    "foul_striker": 1,  # V2
    "foul_with_piece": 2,  # V3,
    "foul_opponent": 1,  # V4,
    "foul_last": 5,  # V6,
    "foul_last_own": 3,  # V6, D12,
    "points": 29,  # Scoring,
    "board_limit": {
        "group": None,
        "round": None,
        "pre_quarter_final": None,
        "quarter_final": None,
        "semi_final": None,
        "final": None,
    },
    "queen": 5,  # Scoring,
    "queen_until": 23,  # Scoring: not from 24,
    "most": 14,  # Scoring,
    "games": 1,
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
    "tries": 3,  # Basic rules,
    "trial_boards": 0,
    "clocks": {  # it names no time for a stroke; an organiser can set one
        "break": None,
        "stroke": None,
        "placing": None,
        "side_change": 120000,
        "interval": 600000,
        "report": 900000,
        "protest": 900000,
    },
}
