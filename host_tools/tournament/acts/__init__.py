"""The acts of the desk, each defined once (act.py), room by room."""

from host_tools.tournament.acts import draws, entries, events, matches, rounds, tournament
from host_tools.tournament.acts.act import ACTS, Act

__all__ = ["ACTS", "Act", "draws", "entries", "events", "matches", "rounds", "tournament"]
