"""A table's rulings in the language of who looks, as far as they are the usual ones of a match of carrom.

Tables write them in English (firmware/boardside/game). A ruling is said in another language when each of its
clauses is one of these, else as it came: never half of it (D221).
"""

import re
from functools import lru_cache

from host_tools.web.i18n import gettext, pgettext, spoken


def N_(text: str) -> str:  # noqa: N802 - the name under which gettext's tools look for texts
    """Marks a text for the catalogues."""
    return text


CLAUSES = (
    N_("{side} wins board {number}: {sum}"),
    N_("{side} wins extra board {number}: {sum}"),
    N_("game {number} to {side}, {score}"),
    N_("match to {side}, {score}"),
    N_("change sides"),
    N_("level, toss for an extra board"),
    N_("“Play”: board {number}, {side} breaks"),
    N_("change of sides still owed"),
    N_("Sides changed: {side} is left now"),
    N_("Match begins: best of {number} games"),
    N_("Match begins: one game"),
    N_("Toss: {side} breaks"),
    N_("Result confirmed: match to {side}, {score}"),
)
_TERM = r"(?:\d+|Queen \d+|demand \d+)"
_HOLES = {
    "side": "[AB]",
    "number": r"\d+",
    "score": r"\d+-\d+",
    "sum": rf"{_TERM}(?: \+ {_TERM})*(?: = \d+)?",
}


def say(text: str) -> tuple[str, str]:
    """The ruling as it is said here, and the language in which it is then (as `lang` of HTML)."""
    if spoken().code == "en":
        return text, "en"
    clauses = [_clause(clause) for clause in text.split("; ")]
    known = [clause for clause in clauses if clause is not None]
    return ("; ".join(known), spoken().code) if len(known) == len(clauses) else (text, "en")


def _clause(text: str) -> str | None:
    for sentence, pattern in _patterns():
        found = pattern.fullmatch(text)
        if found:
            holes = found.groupdict()
            if "sum" in holes:
                holes["sum"] = _sum(holes["sum"])
            if "score" in holes:
                holes["score"] = holes["score"].replace("-", "–")
            return gettext(sentence, **holes) if holes else gettext(sentence)
    return None


def _sum(text: str) -> str:
    """5 + Queen 3 + demand 1 = 9."""
    with_queen = text.replace("Queen", pgettext("card", "Queen"))
    return re.sub(r"demand (\d+)", lambda found: gettext("demand {points}", points=found[1]), with_queen)


@lru_cache(1)
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    def pattern(sentence: str) -> re.Pattern[str]:
        parts = re.split(r"\{(\w+)\}", sentence.replace("“Play”", '"Play"'))
        text = "".join(
            f"(?P<{part}>{_HOLES[part]})" if at % 2 else re.escape(part) for at, part in enumerate(parts)
        )
        return re.compile(text.replace(",\\ (?P<score>", ",?\\ (?P<score>"))

    return tuple((sentence, pattern(sentence)) for sentence in CLAUSES)
