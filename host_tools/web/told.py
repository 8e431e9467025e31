"""What the collector says of a table, in the language of who looks, as far as the sentence is a fixed one.

The collector speaks English, as its log does. Its sentences are recognised here; what they carry (where, why)
is left as it came. A sentence that is not known is shown as it is.
"""

import re
from functools import lru_cache

from host_tools.web.i18n import gettext


def N_(text: str) -> str:  # noqa: N802 - the name under which gettext's tools look for texts
    """Marks a text for the catalogues."""
    return text


SENTENCES = (
    N_("Two devices say they are table {table}: {where}. Give one of them another number."),
    N_("The table's own score differs from the one computed here from its events."),
    N_("Event {seq} ({kind}) is left out: {why}"),
    N_("Event {seq} cannot be stored: {why}"),
)


def say(text: str) -> str:
    """The sentence in the language that is spoken."""
    for sentence, pattern in _patterns():
        found = pattern.fullmatch(text)
        if found:
            return gettext(sentence, **found.groupdict()) if found.groupdict() else gettext(sentence)
    return text


@lru_cache(1)
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    def pattern(sentence: str) -> re.Pattern[str]:
        parts = re.split(r"\{(\w+)\}", sentence)
        holes = (f"(?P<{part}>.+?)" if at % 2 else re.escape(part) for at, part in enumerate(parts))
        return re.compile("".join(holes), re.DOTALL)

    return tuple((sentence, pattern(sentence)) for sentence in SENTENCES)
