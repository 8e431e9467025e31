"""The logic of one table: clocks, keys to events, state to screens, sounds. Time is passed in."""

SHOW, LIT, DARK = 0, 1, 2
"""The modes of a display in the self-test: the screen again, everything lit (black), nothing."""
