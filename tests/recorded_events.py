"""The demonstration's recorded matches as the `match` events that bring them to a table without a desk."""

from host_tools.demo.recorded import RULES, PlayOff, RecordedMatch
from host_tools.live_values import Event


def assignment_of(match: RecordedMatch | PlayOff) -> Event:
    """The `match` event of a recorded match of either sport."""
    return match.events()[0] if isinstance(match, PlayOff) else assignment(match)


def assignment(match: RecordedMatch) -> Event:
    """The `match` event that brings a recorded match to a table; a walk-over has no breaker."""
    return {
        "kind": "match",
        "match": match.id,
        "title": match.title,
        "ruleset": "icf",
        "rules": RULES,
        "stage": "group",
        "doubles": False,
        "a": [match.players[0]],
        "b": [match.players[1]],
        "breaks": match.breaks or "a",
    }
