"""The acts of the desk, each defined once (act.py), room by room."""

from host_tools.tournament.acts import draws, entering, entries, events, matches, rounds, rulings, tournament
from host_tools.tournament.acts.act import ACTS, Act

__all__ = [
    "ACTS",
    "Act",
    "draws",
    "entering",
    "entries",
    "events",
    "matches",
    "rounds",
    "rulings",
    "tournament",
]
