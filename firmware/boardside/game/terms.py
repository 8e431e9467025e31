"""The names that events and rulesets use: sides, stages, clocks, categories."""

SIDES = ("a", "b")
STAGES = ("group", "round", "pre_quarter_final", "quarter_final", "semi_final", "final")
CLOCKS = ("break", "stroke", "placing", "side_change", "interval", "report", "protest")
"""The clocks that the rules of carrom set."""
ROUND_CLOCKS = CLOCKS + ("round",)
"""Those that the rules of crokinole set: its rulesets have carrom's too, all of them off."""
CATEGORIES = ("adult", "recreational", "junior", "intermediate", "cue")
"""Categories of a crokinole match."""
DISCS_MOST = 24
"""Discs that a player can be given in a round."""
HOLE = 20
"""Points of a disc in the hole: crokinole's 20."""
CLOCK_LEAST_MS = 1000
CLOCK_MOST_MS = 7200000
"""The shortest and the longest clock that a ruleset can have."""
