"""The one error of the rules: a category, a reason, and the facts of the case. No sentences.

The category (`code`) is the kind of refusal:

unknown      a name that is none of the allowed ones: a kind of event, a stage, a Law, a side
malformed    not an event at all: a field is missing or of the wrong type
impossible   cannot be so on a carrom board or in a match: 10 c/m left, the Queen on nobody's side
not_now      may be right at another moment: a board after the match is won
ambiguous    does not say what is needed to decide: a board without a winner

The reasons are a closed list: docs/scripts/refusals.md. What a person reads is made from the
reason where it is shown: at the table by table/refusals.py, on the host by host_tools/laws/refusals.py.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

CODES = ("unknown", "malformed", "impossible", "not_now", "ambiguous")
_SHOWN = 40  # characters of a fact in str(error)


class GameError(Exception):
    """An event the rules cannot take. The state it was meant for is untouched.

    code: one of CODES. reason: a name of the list. facts: the values that the reason is about, by name, as
    JSON can hold them; a refused value unchanged. seq: the number of the event, when it has one.
    """

    def __init__(self, code: str, reason: str, seq: "int | None" = None, **facts: "Any") -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.facts = facts
        self.seq = seq

    def __str__(self) -> str:
        """For logs and tools without words: `points_over_most most=12 points=13`."""
        return compact(self.reason, self.facts)


def compact(reason: str, facts: "Any") -> str:
    """A reason and its facts in one line, by name."""
    return " ".join([reason] + [name + "=" + _short(facts[name]) for name in sorted(facts)])


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."
