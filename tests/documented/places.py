"""What the tests put where the pages leave a place: the one table of it."""

import re

#: A word of a command as it stands on a page: what a test says instead.
PLACES = {
    "N": "3",
}
_PLACE = re.compile("|".join(rf"(?<![\w-]){re.escape(place)}(?![\w-])" for place in PLACES))


def filled(text: str) -> str:
    """A command, or a word of one, with every place filled."""
    return _PLACE.sub(lambda found: PLACES[found[0]], text)
