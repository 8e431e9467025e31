"""Texts for people with the numbers of matches in place of their ids."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from host_tools.tournament.model import wording
from host_tools.tournament.model.book import Book

#: What may be the id of a match: words of letters and digits, joined by three hyphens or more. One in square
#: brackets is meant to be the id.
_ID = re.compile(r"(?<![\[\w-])[a-z0-9]+(?:-[a-z0-9]+){3,}(?![\w-])")
_COMMAND = re.compile(r"`[^`]*`")


def ids_in(text: str) -> set[str]:
    """What may be ids of matches in a text."""
    return set(_ID.findall(text))


def of_ids(book: Book, ids: Iterable[str]) -> dict[str, str]:
    """The numbers of those of these ids that are matches, except where several have the same: of events with
    one key in two tournaments.
    """
    competitions = book.competitions_of(sorted(ids))
    numbers: dict[str, str] = {}
    for event in {*competitions.values()}:
        competition = book.competition(event)
        if competition is not None:
            numbers |= wording.numbers(competition, book.fixtures(event))
    same = Counter(numbers[match] for match in competitions if match in numbers)
    return {match: numbers[match] for match in competitions if same[numbers.get(match, "")] == 1}


def replaced(text: str, numbers: Mapping[str, str]) -> str:
    """The text with the numbers, without their space within a command, where they are one word."""

    def joined(command: re.Match[str]) -> str:
        return _ID.sub(lambda match: numbers.get(match[0], match[0]).replace(" ", ""), command[0])

    text = _COMMAND.sub(joined, text)
    return _ID.sub(lambda match: numbers.get(match[0], match[0]), text)
