"""The table's own words in another language than English, where an e-paper shows them.

The English words stand where they are used, and are the key of their translation (D423): a line that the
language file lacks, because the firmware is newer or another, is shown in English, and a translation can
never have other placeholders than the line that it is filled in for. Only tables with an e-paper and a
language file look anything up.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable


class _Language:
    find: "Callable[[str], str | None] | None" = None


def use(find: "Callable[[str], str | None] | None") -> None:
    """From now on `find(english)` has the words, or None for none; with no `find` all is English."""
    _Language.find = find


def is_english() -> bool:
    """Whether there are no other words than the English ones."""
    return _Language.find is None


def said(english: str) -> str:
    """The words in the table's language, with the same placeholders in the same order."""
    find = _Language.find
    return english if find is None else find(english) or english
