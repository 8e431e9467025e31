"""The proof that matches can be played by own rules: the score card of one, for people."""

import json

from host_tools.replay import command, score_text
from host_tools.rules import trial
from host_tools.rules.files import OwnRules


def card(own: OwnRules) -> list[str]:
    """The score card of a match by these rules, in lines, without its rulings; the last has the outcome."""
    events = trial.example(own.base, own.changes, own.name)
    report = command.matches(json.dumps(event) for event in events)
    lines = list(score_text.lines(report))
    return lines[: lines.index("Rulings") - 1]
