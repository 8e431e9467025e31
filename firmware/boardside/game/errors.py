"""The one error of the rules: which kind it is, and a message for the person at the table.

unknown      a name that is none of the allowed ones: a kind of event, a stage, a Law, a side
malformed    not an event at all: a field is missing or of the wrong type
impossible   cannot be so on a carrom board or in a match: 10 c/m left, the Queen on nobody's side
not_now      may be right at another moment: a board after the match is won
ambiguous    does not say what is needed to decide: a board without a winner
"""

CODES = ("unknown", "malformed", "impossible", "not_now", "ambiguous")


class GameError(Exception):
    """An event the rules cannot take. The state it was meant for is untouched.

    code: one of CODES. message: what is wrong and what is allowed. seq: the event's number, when it has one.
    """

    def __init__(self, code: str, message: str, seq: "int | None" = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.seq = seq


def show(value: object) -> str:
    """A value as the user wrote it in JSON, short enough for a message."""
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, str):
        value = '"' + value + '"'
    text = str(value)
    return text if len(text) <= 40 else text[:37] + "..."


def choices(names: "tuple[str, ...]") -> str:
    """`a, b or c`: the allowed names as a sentence lists them."""
    if len(names) < 2:
        return "".join(names)
    return ", ".join(names[:-1]) + " or " + names[-1]
