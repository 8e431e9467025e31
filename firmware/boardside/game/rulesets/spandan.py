"""Spandan 2025 as data: boards by stage, one try at the break, one trial board; a knockout."""

RULES = {
    "sport": "carrom",
    "strokes": "icf",
    "account": "open",
    "net_extra": True,
    "foul_striker": 1,
    "foul_with_piece": 1,
    "foul_opponent": 0,
    "foul_last": 0,
    "foul_last_own": 0,
    "points": 25,  # Scoring (a),
    "board_limit": {  # Scoring (b), (c); D8, D9
        "group": 3,
        "round": 3,
        "pre_quarter_final": 3,
        "quarter_final": 8,
        "semi_final": 6,
        "final": 6,
    },
    "queen": 3,  # Scoring I b,
    "queen_until": 21,  # Scoring I b,
    "most": 12,  # Scoring I,
    "games": 1,  # D9
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
    "tries": 1,  # V b,
    "trial_boards": 1,  # IV,
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
