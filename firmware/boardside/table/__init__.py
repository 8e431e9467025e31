"""One table as a person meets it: clocks, keys to events, state to screens, sounds. Time is passed in."""
