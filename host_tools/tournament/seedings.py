"""Seedings: which there are, and what it means when several entries have the same one (D201, D292)."""

from collections.abc import Iterable

from host_tools.tournament.model import Entry

MOST = 999
EXPECTED = f"a whole number from 1 (the best) to {MOST}"


def is_one(seeding: int | None) -> bool:
    """Whether an entry can have it; None: it is not seeded."""
    return seeding is None or 1 <= seeding <= MOST


def remarks(entries: Iterable[Entry]) -> list[str]:
    """A sentence for each seeding that several entries of an event have, the best first. Who has withdrawn
    does not count.
    """
    titles: dict[int, list[str]] = {}
    for one in entries:
        if one.seeding is not None and not one.withdrawn:
            titles.setdefault(one.seeding, []).append(one.title)
    return [
        f"Seeding {seeding} is that of {' and '.join(titles[seeding])}: the lot decides between them (D201)."
        for seeding in sorted(titles)
        if len(titles[seeding]) > 1
    ]
