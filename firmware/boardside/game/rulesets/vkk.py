"""VKK Carrom Tournament as data: what differs from the ICF Laws, which it reprints. P-numbers: the sentences
of its first page, as host_tools/laws/law_texts.py counts them.
"""

CHANGES = {
    "toss": "break",  # P1, D14
    "games": 1,  # "to decide the game"
    "board_limit": {  # "six boards or score 25 points (whichever comes first)"
        "group": 6,
        "round": 6,
        "pre_quarter_final": 6,
        "quarter_final": 6,
        "semi_final": 6,
        "final": 6,
    },
    "net_extra": False,  # "points scored in the additional games will not be included"
    "interval_after": 0,
    "change_in_game": 0,  # there is no third game
}
CLAUSES = {"D455": "P1 D14", "56a": "P2", "56b": "P3"}
