"""The ids of matches that tables may know, also those of draws that were taken back."""

import json

from sqlalchemy import select

from host_tools.store.schema import acts, matches
from host_tools.tournament.book import Book

#: The acts that take a call back.
_TAKES_BACK = ("recall", "result cleared")


def begin_with(book: Book, prefix: str) -> bool:
    """Whether a match whose id is `prefix` and a stage's number was ever begun at a table, or called and
    recalled: the table may have it, and play it at any time.
    """
    begun = select(matches.c.match).where(matches.c.match.startswith(f"{prefix}-", autoescape=True))
    recalled = select(acts.c.detail).where(acts.c.what.in_(_TAKES_BACK), acts.c.detail.contains(prefix))
    ids = [row.match for row in book.connection.execute(begun)]
    ids += [json.loads(row.detail).get("match", "") for row in book.connection.execute(recalled)]
    return any(
        match_id.startswith(f"{prefix}-") and match_id[len(prefix) + 1 :][:1].isdigit() for match_id in ids
    )


def is_known(book: Book, match: str) -> bool:
    """Whether a match at a table or in the tournament has this id, or a recalled match had it."""
    return bool(book.fixtures(ids=[match])) or was_called(book, match)


def was_called(book: Book, match: str) -> bool:
    """Whether a match at a table has this id, or a recalled match had it."""
    begun = select(matches.c.match).where(matches.c.match == match)
    if book.connection.execute(begun).first() is not None:
        return True
    recalled = select(acts.c.detail).where(acts.c.what.in_(_TAKES_BACK), acts.c.detail.contains(match))
    return any(json.loads(row.detail).get("match") == match for row in book.connection.execute(recalled))
