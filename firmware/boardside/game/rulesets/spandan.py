"""Spandan 2025 as data: what differs from the ICF Laws. R-numbers: its own clauses, R1 to R10 by the Roman
numbers of its tournament rules, R11 and R12 its two lists under Scoring (host_tools/laws/law_texts.py).
"""

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
}
CLAUSES = {
    "39a": "R3",
    "40": "R4",
    "45b": "R5b",
    "45c": "R5c",
    "47": "R5",
    "48": "R6",
    "63a": "R8Aa",
    "63b": "R8Ab",
    "64a": "R8Ba",
    "64b": "R8Bb",
    "72a": "R9.2a",
    "72b": "R9.2a R9.3",
    "73": "R9.2 R9.3",
    "75": "R9.2 R9.3",
    "77a": "R8Bb",
    "77b": "R9.2 R8Bb",
    "53a": "R11a",
    "53b": "R11b",
    "53c": "R11c",
    "54": "R11d",
    "55": "R11e",
    "56a": {"": "R12b", "quarter_final": "R12a", "semi_final": "R12c", "final": "R12c"},
    "56b": "R12b",
}
