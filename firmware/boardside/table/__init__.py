"""One table as a person meets it: clocks, keys to events, state to screens, sounds. Time is passed in."""

SHOW, LIT, DARK = 0, 1, 2
"""What a display is told in the self-test: the screen again, everything lit (black), nothing."""
