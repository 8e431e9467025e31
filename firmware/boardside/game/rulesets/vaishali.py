"""GEC Vaishali, Tarang 2.0, as data: what differs from the ICF Laws. V-numbers:
docs/maintainer/strokes.md."""

CHANGES = {
    "strokes": "vaishali",
    "points": 29,  # Scoring
    "queen": 5,  # Scoring
    "queen_until": 23,  # Scoring: not from 24
    "most": 14,  # Scoring
    "toss": "break",  # V13
    "account": "queen",  # Scoring, D10
    "turns": "left",  # "take turns in a clockwise direction", D457
    "games": 1,
    "board_limit": {
        "group": None,
        "round": None,
        "pre_quarter_final": None,
        "quarter_final": None,
        "semi_final": None,
        "final": None,
    },
    "interval_after": 0,
    "change_in_game": 0,  # there is no third game
    "trial_boards": 0,
    "foul_with_piece": 2,  # V3
    "foul_opponent": 1,  # V4
    "foul_last": 5,  # V6
    "foul_last_own": 3,  # V6, D12
    "clocks": {"break": None, "stroke": None, "placing": None},  # it names no time; an organiser can
}
CLAUSES = {
    "45a": "V11",
    "45b": "V11",
    "53a": "V9",
    "53b": "V9",
    "53c": "V9",
    "54": "V9",
    "55": "V9",
    "56a": "V12",
    "63b": "V10",
    "64a": "V10",
    "64b": "V10 64b",
    "143i": "V14",
    "D455": "V13",
}
