"""Spandan 2025 as data: what differs from the ICF Laws."""

CHANGES = {
    "games": 1,  # D9
    "board_limit": {  # Scoring (b), (c); D8, D9
        "group": 3,
        "round": 3,
        "pre_quarter_final": 3,
        "quarter_final": 8,
        "semi_final": 6,
        "final": 6,
    },
    "interval_after": 0,
    "change_in_game": 0,  # there is no third game
    "tries": 1,  # V b
    "trial_boards": 1,  # IV
    "clocks": {"break": None, "stroke": None, "placing": None},  # it names no time; an organiser can
}
